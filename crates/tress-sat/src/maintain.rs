//! The chores between two decisions: restarts, forgetting, simplification, rephasing.
//!
//! Each has a schedule in conflicts or propagations, never in time. Modes of the search change here too.

use crate::decide::Rephase;
use crate::search::Run;
use crate::theory::Theory;
use crate::trace::Tracer;

/// Conflicts before the first round of forgetting, and what each round adds.
const FORGET_INTERVAL: u64 = 300;
/// Conflicts before the first rephasing, and what each one adds.
const REPHASE_INTERVAL: u64 = 1000;
/// When the next chores are due.
#[derive(Debug)]
pub(crate) struct Maintenance {
    next_forget: u64,
    forget_rounds: u64,
    next_rephase: u64,
    rephase_rounds: u64,
    simplified_at: usize,
    simplify_after: u64,
}

impl Default for Maintenance {
    fn default() -> Self {
        Self {
            next_forget: FORGET_INTERVAL,
            forget_rounds: 0,
            next_rephase: REPHASE_INTERVAL,
            rephase_rounds: 0,
            simplified_at: 0,
            simplify_after: 0,
        }
    }
}

impl<T: Theory, R: Tracer> Run<'_, T, R> {
    /// Restarts, forgets, simplifies and rephases when it is time. True when something may have
    /// to be propagated again.
    pub(crate) fn maintain(&mut self) -> bool {
        let steps = self.solver.core.statistics.propagations;
        self.solver.restarts.switch_mode(steps);
        self.forget();
        if self.solver.core.trail.level() == 0 {
            self.simplify();
            self.rephase();
        }
        if !self.solver.restarts.is_due() {
            return false;
        }
        self.solver.core.statistics.restarts += 1;
        self.budget.progress().add_restart();
        self.restart();
        true
    }

    /// Goes back to the assumptions, or to the first level whose decision would not be made again
    /// (van der Tak, Ramos and Heule 2011). All the way when level 0 has news.
    fn restart(&mut self) {
        let core = &mut self.solver.core;
        let maintenance = &self.solver.maintenance;
        let kept = self.assumptions.len() as u32;
        let root_size = core.trail.start_of_level(1.min(core.trail.level()));
        let due = core.statistics.conflicts >= maintenance.next_rephase;
        if due || kept == 0 && root_size > maintenance.simplified_at {
            self.backtrack(0);
            return;
        }
        let Some(next) = core.order.next_var(&core.trail) else { return };
        let mut level = kept.min(core.trail.level());
        while level < core.trail.level() {
            match core.trail.decision_of_level(level + 1) {
                Some(decision) if core.order.is_before(decision.var(), next) => level += 1,
                _ => break,
            }
        }
        self.backtrack(level);
    }

    fn forget(&mut self) {
        let conflicts = self.solver.core.statistics.conflicts;
        let maintenance = &mut self.solver.maintenance;
        if conflicts < maintenance.next_forget {
            return;
        }
        maintenance.forget_rounds += 1;
        maintenance.next_forget = conflicts + FORGET_INTERVAL * (maintenance.forget_rounds + 1);
        let core = &mut self.solver.core;
        for clause in core.choose_forgettable() {
            core.statistics.forgotten += 1;
            core.delete_clause(clause, &mut self.solver.tracer);
        }
        core.sweep();
    }

    /// Simplifies at level 0 when it has grown and enough was done since the last time.
    fn simplify(&mut self) {
        let core = &mut self.solver.core;
        let maintenance = &mut self.solver.maintenance;
        let size = core.trail.literals().len();
        if size == maintenance.simplified_at || core.statistics.propagations < maintenance.simplify_after {
            return;
        }
        core.simplify(&mut self.solver.tracer);
        maintenance.simplified_at = size;
        maintenance.simplify_after = core.statistics.propagations + core.clauses.size() as u64 / 4;
    }

    fn rephase(&mut self) {
        const PLANS: [Rephase; 6] = [
            Rephase::Initial,
            Rephase::Best,
            Rephase::Inverted,
            Rephase::Best,
            Rephase::Random,
            Rephase::Best,
        ];
        let conflicts = self.solver.core.statistics.conflicts;
        let maintenance = &mut self.solver.maintenance;
        if conflicts < maintenance.next_rephase {
            return;
        }
        let plan = PLANS[maintenance.rephase_rounds as usize % PLANS.len()];
        maintenance.rephase_rounds += 1;
        maintenance.next_rephase = conflicts + REPHASE_INTERVAL * (maintenance.rephase_rounds + 1);
        self.solver.core.order.rephase(plan);
    }
}
