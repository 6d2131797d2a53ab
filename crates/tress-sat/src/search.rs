//! The search itself: propagate, resolve conflicts, decide, until an answer is found.
//!
//! [`Run`] joins the solver with the theory and the assumptions of one call. Assumptions are the
//! decisions of the lowest levels, one level each, so that a level tells which assumption is next.

use crate::clause::{ClauseRef, Kind};
use crate::decide::Rephase;
use crate::lemma::Demand;
use crate::literal::Lit;
use crate::solver::{Outcome, Solver, Unknown};
use crate::theory::{Check, Search, Theory};
use crate::trace::Tracer;
use crate::trail::{Reason, Value};
use tress_base::{Budget, Stop};

/// Conflicts before the first round of forgetting, and what each round adds.
const FORGET_INTERVAL: u64 = 300;
/// Conflicts before the first rephasing, and what each one adds.
const REPHASE_INTERVAL: u64 = 1000;
/// The search stops when the arena has this many words, since names of clauses have 31 bits.
const ARENA_LIMIT: usize = 1 << 30;

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

/// One call of [`Solver::solve`].
pub(crate) struct Run<'a, T, R> {
    pub(crate) solver: &'a mut Solver<R>,
    pub(crate) theory: &'a mut T,
    assumptions: &'a [Lit],
    budget: &'a Budget,
    clause: Vec<Lit>,
    batch: Vec<Lit>,
    /// Steps of propagation that the budget knows of.
    charged: u64,
}

impl<'a, T: Theory, R: Tracer> Run<'a, T, R> {
    pub(crate) fn new(
        solver: &'a mut Solver<R>,
        theory: &'a mut T,
        assumptions: &'a [Lit],
        budget: &'a Budget,
    ) -> Self {
        let charged = solver.core.statistics.propagations;
        Self { solver, theory, assumptions, budget, clause: Vec::new(), batch: Vec::new(), charged }
    }

    pub(crate) fn solve(mut self) -> Outcome {
        if !self.solver.consistent {
            return Outcome::Unsat;
        }
        let outcome = self.search().unwrap_or_else(|stop| Outcome::Unknown(Unknown::Stopped(stop)));
        if outcome == Outcome::Sat {
            self.solver.save_model();
        }
        self.backtrack(0);
        outcome
    }

    fn search(&mut self) -> Result<Outcome, Stop> {
        loop {
            let conflict = self.propagate()?;
            if let Some(conflict) = conflict {
                self.resolve_conflict(conflict);
            }
            if !self.solver.consistent {
                return Ok(Outcome::Unsat);
            }
            if conflict.is_some() {
                continue;
            }
            if self.maintain()? {
                continue;
            }
            match self.next_decision() {
                Next::Again => {}
                Next::Decide(literal) => self.decide(literal),
                Next::SkipLevel => self.open_level(),
                Next::Failed(assumption) => {
                    self.blame(assumption);
                    return Ok(Outcome::Unsat);
                }
                Next::Complete => {
                    if let Some(outcome) = self.final_check()? {
                        return Ok(outcome);
                    }
                }
            }
        }
    }

    /// Propagates clauses and theory until neither adds anything, or a clause is false.
    fn propagate(&mut self) -> Result<Option<ClauseRef>, Stop> {
        loop {
            self.charge()?;
            let conflict = self.solver.core.propagate();
            if conflict.is_some() {
                return Ok(conflict);
            }
            self.deliver();
            let search = &mut Search { core: &mut self.solver.core, budget: self.budget };
            let before = search.core.trail.literals().len();
            let result = self.theory.propagate(search);
            self.explain_root_implications(before);
            self.grant_wishes();
            result?;
            let core = &self.solver.core;
            if !self.solver.consistent
                || core.trail.is_propagated() && core.deliveries.is_complete(&core.trail)
            {
                return Ok(None);
            }
        }
    }

    /// Tells the budget of the propagations since the last time. Asked only when no conflict
    /// is pending, since one found at level 0 must not be lost.
    fn charge(&mut self) -> Result<(), Stop> {
        let propagations = self.solver.core.statistics.propagations;
        let steps = propagations - self.charged + 1;
        self.charged = propagations;
        if self.solver.core.clauses.size() > ARENA_LIMIT {
            return Err(Stop::Memory);
        }
        self.budget.poll_many(steps)
    }

    /// Tells the theory what has become true.
    fn deliver(&mut self) {
        let core = &mut self.solver.core;
        core.deliveries.take(&core.trail, &mut self.batch);
        if !self.batch.is_empty() {
            self.theory.assign(&self.batch);
        }
    }

    pub(crate) fn backtrack(&mut self, level: u32) {
        if level < self.solver.core.trail.level() {
            self.solver.core.backtrack(level);
            self.theory.backtrack(level);
        }
    }

    /// Takes up the clauses that the theory wished for; also when it was stopped, since it may
    /// not repeat them.
    fn grant_wishes(&mut self) {
        if let Some(literal) = self.solver.core.wishes.refuted.take() {
            self.refute(literal);
        }
        let count = self.solver.core.wishes.clause_count();
        if count == 0 {
            return;
        }
        let mut clause = std::mem::take(&mut self.clause);
        for place in 0..count {
            let kind = self.solver.core.wishes.read(place, &mut clause);
            self.add_lemma(&mut clause, kind);
        }
        self.solver.core.wishes.clear_clauses();
        self.clause = clause;
    }

    /// The theory implied a literal that is false: its explanation is a conflict.
    fn refute(&mut self, literal: Lit) {
        let mut clause = vec![literal];
        self.theory.explain(literal, &mut clause);
        self.solver.core.statistics.explanations += 1;
        self.add_lemma(&mut clause, Kind::Learned);
    }

    /// Adds a clause of the theory in any state of the search.
    fn add_lemma(&mut self, clause: &mut Vec<Lit>, kind: Kind) {
        let solver = &mut *self.solver;
        solver.core.create_vars_of(clause);
        solver.core.statistics.lemmas += 1;
        let original = if R::ACTIVE { clause.clone() } else { Vec::new() };
        if R::ACTIVE {
            solver.tracer.lemma(&original);
        }
        if !solver.consistent || !solver.core.normalize(clause) {
            return;
        }
        if R::ACTIVE {
            solver.trace_normalized(&original, clause);
        }
        if clause.is_empty() {
            solver.contradiction();
            return;
        }
        let demand = solver.core.arrange(clause);
        let glue = match demand {
            Demand::Resolve { .. } => solver.core.glue_of(clause),
            _ => clause.len() as u32,
        };
        let stored = (clause.len() > 1).then(|| solver.core.attach(clause, kind, glue));
        match (demand, stored) {
            (Demand::Nothing, _) | (Demand::Resolve { .. }, None) => {}
            (Demand::Assign { level }, _) => {
                self.backtrack(level);
                let core = &mut self.solver.core;
                let reason = stored.map_or(Reason::None, |clause| core.reason_by(clause));
                core.trail.assign(clause[0], reason);
            }
            (Demand::Resolve { level }, Some(stored)) => {
                self.backtrack(level);
                self.resolve_conflict(stored);
            }
        }
    }

    /// Learns from a false clause that has a literal of the current level.
    fn resolve_conflict(&mut self, conflict: ClauseRef) {
        let core = &mut self.solver.core;
        core.statistics.conflicts += 1;
        let level = core.trail.level();
        if level == 0 {
            self.solver.contradiction();
            return;
        }
        if self.solver.restarts.is_stable() {
            let start = core.trail.start_of_level(level);
            core.order.remember_assignment(&core.trail.literals()[..start]);
        }
        core.start_analysis(conflict);
        while let Some(literal) = self.solver.core.next_to_resolve() {
            if self.solver.core.trail.reason_of(literal.var()) == Reason::Theory {
                self.explain(literal);
            }
            self.solver.core.resolve(literal);
        }
        let learned = self.solver.core.finish_analysis();
        self.backtrack(learned.level);
        self.solver.restarts.learned(learned.glue);
        self.learn(learned.glue);
    }

    /// Stores the clause that analysis has left and makes its first literal true.
    fn learn(&mut self, glue: u32) {
        let literals = std::mem::take(&mut self.solver.core.analysis.learned);
        if R::ACTIVE {
            self.solver.tracer.derived(&literals);
        }
        let core = &mut self.solver.core;
        let reason = match literals[..] {
            [_] => Reason::None,
            _ => {
                let clause = core.attach(&literals, Kind::Learned, glue);
                core.clauses.set_used(clause, 1);
                core.reason_by(clause)
            }
        };
        core.trail.assign(literals[0], reason);
        core.analysis.learned = literals;
    }

    /// Asks the theory why it implied a literal and keeps the answer as its reason.
    fn explain(&mut self, literal: Lit) {
        let mut clause = vec![literal];
        self.theory.explain(literal, &mut clause);
        let core = &mut self.solver.core;
        core.statistics.explanations += 1;
        debug_assert!(
            clause[1..].iter().all(|other| core.trail.value(*other) == Value::False
                && core.trail.position_of(other.var()) < core.trail.position_of(literal.var())),
            "an explanation names false literals assigned before {literal:?}"
        );
        if R::ACTIVE {
            self.solver.tracer.lemma(&clause);
        }
        let reason = match clause[..] {
            _ if core.trail.level_of(literal.var()) == 0 => Reason::None,
            [_, other] => Reason::Binary(other),
            _ => {
                let stored = core.clauses.insert(&clause, Kind::Explanation, 0);
                core.explanations.push(stored);
                Reason::Clause(stored)
            }
        };
        core.trail.set_reason(literal.var(), reason);
    }

    /// A tracer must hear of implications at level 0, which no conflict ever asks about.
    fn explain_root_implications(&mut self, from: usize) {
        if !R::ACTIVE || self.solver.core.trail.level() > 0 {
            return;
        }
        for place in from..self.solver.core.trail.literals().len() {
            let literal = self.solver.core.trail.literals()[place];
            if self.solver.core.trail.reason_of(literal.var()) == Reason::Theory {
                self.explain(literal);
            }
        }
    }

    /// Restarts, forgets, simplifies and rephases when it is time. True when something may have
    /// to be propagated again.
    fn maintain(&mut self) -> Result<bool, Stop> {
        let steps = self.solver.core.statistics.propagations;
        self.solver.restarts.switch_mode(steps);
        self.forget();
        if self.solver.core.trail.level() == 0 {
            self.simplify();
            self.rephase();
        }
        if !self.solver.restarts.is_due() {
            return Ok(false);
        }
        self.solver.core.statistics.restarts += 1;
        self.restart();
        Ok(true)
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

    /// The next assumption, else the theory's choice, else the best variable.
    fn next_decision(&mut self) -> Next {
        let level = self.solver.core.trail.level() as usize;
        if let Some(&assumption) = self.assumptions.get(level) {
            return match self.solver.core.trail.value(assumption) {
                Value::Unset => Next::Decide(assumption),
                Value::True => Next::SkipLevel,
                Value::False => Next::Failed(assumption),
            };
        }
        let wished = self.theory.decide(&mut Search { core: &mut self.solver.core, budget: self.budget });
        self.grant_wishes();
        let core = &mut self.solver.core;
        if !self.solver.consistent || !core.trail.is_propagated() || !core.deliveries.is_complete(&core.trail)
        {
            return Next::Again;
        }
        if let Some(literal) = wished {
            core.create_vars_of(&[literal]);
            if core.trail.is_unset(literal.var()) {
                return Next::Decide(literal);
            }
        }
        match core.order.next_var(&core.trail) {
            Some(var) => Next::Decide(core.order.phase(var, self.solver.restarts.is_stable())),
            None => Next::Complete,
        }
    }

    fn open_level(&mut self) {
        self.solver.core.trail.open_level();
        self.theory.push();
    }

    fn decide(&mut self, literal: Lit) {
        self.solver.core.statistics.decisions += 1;
        self.open_level();
        self.solver.core.trail.assign(literal, Reason::None);
    }

    /// Shows a complete assignment to the theory. Nothing when the search has to go on.
    fn final_check(&mut self) -> Result<Option<Outcome>, Stop> {
        self.solver.core.statistics.final_checks += 1;
        let core = &mut self.solver.core;
        let (trail_size, level) = (core.trail.literals().len(), core.trail.level());
        let verdict = self.theory.final_check(&mut Search { core, budget: self.budget });
        self.explain_root_implications(trail_size);
        let core = &mut self.solver.core;
        let wished = core.wishes.clause_count() > 0 || core.wishes.refuted.is_some();
        self.grant_wishes();
        let core = &mut self.solver.core;
        let moved = core.trail.literals().len() != trail_size || core.trail.level() != level;
        let open = core.order.next_var(&core.trail).is_some() || !core.deliveries.is_complete(&core.trail);
        match verdict? {
            _ if wished || moved || open => Ok(None),
            Check::Consistent => Ok(Some(Outcome::Sat)),
            Check::GiveUp => Ok(Some(Outcome::Unknown(Unknown::Theory))),
        }
    }

    /// Finds the assumptions from which the negation of `assumption` follows.
    fn blame(&mut self, assumption: Lit) {
        let mut core = vec![assumption];
        if self.solver.core.trail.level_of(assumption.var()) > 0 {
            self.collect_causes(!assumption, &mut core);
        }
        if R::ACTIVE {
            self.solver.tracer.refuted(&core);
        }
        self.solver.failed = core;
    }

    /// Walks back from a true literal to the decisions behind it.
    fn collect_causes(&mut self, literal: Lit, decisions: &mut Vec<Lit>) {
        self.solver.core.mark_cause(literal);
        let from = self.solver.core.trail.start_of_level(1);
        for place in (from..self.solver.core.trail.literals().len()).rev() {
            let literal = self.solver.core.trail.literals()[place];
            if !self.solver.core.is_cause(literal) {
                continue;
            }
            if self.solver.core.trail.reason_of(literal.var()) == Reason::Theory {
                self.explain(literal);
            }
            if !self.solver.core.mark_causes_of(literal) {
                decisions.push(literal);
            }
        }
        self.solver.core.analysis.clear_marks();
    }
}

/// What to do when propagation is complete.
enum Next {
    /// Propagate again.
    Again,
    /// Decide this literal.
    Decide(Lit),
    /// The next assumption is true already: give it an empty level.
    SkipLevel,
    /// This assumption is false.
    Failed(Lit),
    /// Every decidable variable has a value.
    Complete,
}
