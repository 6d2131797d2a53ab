//! Clauses that arrive in the middle of the search.
//!
//! A clause may arrive in any state: true, open, with one literal left, or false; the levels of
//! its literals may be anywhere. [`Core::arrange`] puts the two best literals to the front, so that
//! they can be watched, and says what has to happen; the search then backtracks as far as needed.

use crate::clause::{ClauseRef, Kind};
use crate::core::{Core, Late};
use crate::literal::Lit;
use crate::search::Run;
use crate::theory::Theory;
use crate::trace::Tracer;
use crate::trail::{Reason, Value};

/// What a new clause asks of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Demand {
    /// Nothing.
    Nothing,
    /// After backtracking to `level` the first literal is the only one that is not false.
    Assign {
        /// The highest level among the other literals.
        level: u32,
    },
    /// All literals are false, and two or more of them at `level`.
    Resolve {
        /// The highest level in the clause.
        level: u32,
    },
}

impl Core {
    /// Orders a normalized clause of at least one literal for watching.
    pub(crate) fn arrange(&mut self, literals: &mut [Lit]) -> Demand {
        for index in 0..literals.len().min(2) {
            let best = (index..literals.len()).max_by_key(|&at| self.watch_value(literals[at]));
            literals.swap(index, best.unwrap_or(index));
        }
        let first = literals[0];
        let Some(&second) = literals.get(1) else { return Demand::Assign { level: 0 } };
        if self.trail.value(second) != Value::False {
            return Demand::Nothing;
        }
        let below = self.trail.level_of(second.var());
        let above = self.trail.level_of(first.var());
        match self.trail.value(first) {
            Value::True => {
                self.late_units_possible |= above > below;
                Demand::Nothing
            }
            Value::Unset => Demand::Assign { level: below },
            Value::False if above > below => Demand::Assign { level: below },
            Value::False => Demand::Resolve { level: above },
        }
    }

    /// Literals that are better to watch have a higher number: true ones of low level, then
    /// unassigned ones, then false ones of high level.
    fn watch_value(&self, literal: Lit) -> u64 {
        let level = self.trail.level_of(literal.var());
        match self.trail.value(literal) {
            Value::True => 2 << 32 | u64::from(u32::MAX - level),
            Value::Unset => 1 << 32,
            Value::False => u64::from(level),
        }
    }
}

impl<T: Theory, R: Tracer> Run<'_, T, R> {
    /// Takes up the clauses that the theory requested; also when it was stopped, since it may
    /// not repeat them.
    pub(crate) fn serve_requests(&mut self) {
        if let Some(literal) = self.solver.core.requests.refuted.take() {
            self.refute(literal);
        }
        let count = self.solver.core.requests.clause_count();
        if count == 0 {
            return;
        }
        let mut clause = std::mem::take(&mut self.clause);
        for index in 0..count {
            let kind = self.solver.core.requests.read(index, &mut clause);
            self.add_lemma(&mut clause, kind);
        }
        self.solver.core.requests.clear_clauses();
        self.clause = clause;
    }

    /// The theory implied a literal that is false: its explanation is a conflict.
    pub(crate) fn refute(&mut self, literal: Lit) {
        let mut clause = vec![literal];
        self.theory.explain(literal, &mut clause);
        self.solver.core.statistics.explanations += 1;
        self.add_lemma(&mut clause, Kind::Learned);
    }

    /// Adds a clause of the theory in any state of the search.
    pub(crate) fn add_lemma(&mut self, clause: &mut Vec<Lit>, kind: Kind) {
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
            (Demand::Assign { level }, _) if self.may_be_late(clause[0], level, kind, stored) => {
                self.solver.core.late.push(Late { literal: clause[0], level, clause: stored });
                self.assign_late(clause[0], stored);
            }
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

    /// Can the literal of a lemma be made true here, above the level where it belongs? Temporary
    /// clauses may be forgotten, so they cannot be remembered for that.
    fn may_be_late(&self, literal: Lit, level: u32, kind: Kind, stored: Option<ClauseRef>) -> bool {
        let trail = &self.solver.core.trail;
        trail.level() > level
            && kind == Kind::Problem
            && trail.is_unset(literal.var())
            && (stored.is_some() || trail.start_of_level(1) > 0)
    }

    /// Makes a literal true at the current level, by a clause or by a fact of level 0.
    fn assign_late(&mut self, literal: Lit, clause: Option<ClauseRef>) {
        let core = &mut self.solver.core;
        core.late_units_possible = true;
        let reason = match clause {
            Some(clause) => {
                // Propagation may have exchanged the two watched literals.
                if core.clauses.literal(clause, 0) != literal {
                    core.clauses.codes_mut(clause).swap(0, 1);
                }
                core.reason_by(clause)
            }
            None if core.trail.level() == 0 => Reason::None,
            // Some fact stands in for the empty rest of the clause.
            None => Reason::Binary(!core.trail.literals()[0]),
        };
        core.trail.assign(literal, reason);
    }

    /// Makes literals of lemmas true again that backtracking has undone too far. True when there
    /// was one.
    pub(crate) fn repeat_late(&mut self) -> bool {
        if !std::mem::replace(&mut self.undone, false) || self.solver.core.late.is_empty() {
            return false;
        }
        let late = std::mem::take(&mut self.solver.core.late);
        let contradicted =
            |late: &Late| late.clause.is_none() && self.solver.core.trail.value(late.literal) == Value::False;
        if late.iter().any(contradicted) {
            // A fact against what was assigned since: no clause would notice.
            self.solver.core.late = late;
            if self.solver.core.trail.level() == 0 {
                self.solver.contradiction();
            }
            self.backtrack(0);
            return true;
        }
        let mut repeated = false;
        for Late { literal, clause, .. } in &late {
            if self.solver.core.trail.is_unset(literal.var()) {
                self.assign_late(*literal, *clause);
                repeated = true;
            }
        }
        if self.solver.core.trail.level() > 0 {
            self.solver.core.late = late;
        }
        repeated
    }
}
