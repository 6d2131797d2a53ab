//! Conflicts in a search with a theory: learning, explanations, and the assumptions that failed.
//!
//! Enters: a false clause, or a false assumption. Leaves: a learned clause whose first literal is
//! true after backtracking, or the failed assumptions. The theory is asked for the reasons
//! of its implications as they are needed.

use crate::clause::{ClauseRef, Kind};
use crate::literal::Lit;
use crate::search::Run;
use crate::theory::Theory;
use crate::trace::Tracer;
use crate::trail::{Reason, Value};

impl<T: Theory, R: Tracer> Run<'_, T, R> {
    /// Learns from a false clause that has a literal of the current level.
    pub(crate) fn resolve_conflict(&mut self, conflict: ClauseRef) {
        self.budget.progress().add_conflict();
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
        let arena_size = core.clauses.size();
        core.start_analysis(conflict);
        while let Some(literal) = self.solver.core.next_to_resolve() {
            if self.solver.core.trail.reason_of(literal.var()) == Reason::Theory {
                self.explain(literal);
            }
            self.solver.core.resolve(literal);
        }
        let learned = self.solver.core.finish_analysis();
        self.backtrack(learned.level);
        self.solver.core.clauses.truncate(arena_size);
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
            _ => Reason::Clause(core.clauses.insert(&clause, Kind::Explanation, 0)),
        };
        core.trail.set_reason(literal.var(), reason);
    }

    /// A tracer must hear of implications at level 0, which no conflict ever asks about.
    pub(crate) fn explain_root_implications(&mut self, from: usize) {
        if !R::ACTIVE || self.solver.core.trail.level() > 0 {
            return;
        }
        for index in from..self.solver.core.trail.literals().len() {
            let literal = self.solver.core.trail.literals()[index];
            if self.solver.core.trail.reason_of(literal.var()) == Reason::Theory {
                self.explain(literal);
            }
        }
    }

    /// Finds the assumptions from which the negation of `assumption` follows, and undoes them.
    pub(crate) fn note_failed(&mut self, assumption: Lit) {
        let mut core = vec![assumption];
        let arena_size = self.solver.core.clauses.size();
        if self.solver.core.trail.level_of(assumption.var()) > 0 {
            self.collect_causes(!assumption, &mut core);
        }
        self.backtrack(0);
        self.solver.core.clauses.truncate(arena_size);
        if R::ACTIVE {
            self.solver.tracer.refuted(&core);
        }
        self.solver.failed = core;
    }

    /// Walks back from a true literal to the decisions behind it.
    fn collect_causes(&mut self, literal: Lit, decisions: &mut Vec<Lit>) {
        self.solver.core.mark_cause(literal);
        let from = self.solver.core.trail.start_of_level(1);
        for index in (from..self.solver.core.trail.literals().len()).rev() {
            let literal = self.solver.core.trail.literals()[index];
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
