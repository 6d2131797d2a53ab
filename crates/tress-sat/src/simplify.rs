//! Simplification at level 0: clauses that are true there go, literals that are false there too.
//!
//! Enters: a completely propagated level 0. Leaves: the same clauses without anything decided
//! for ever. This is also how clauses retired by an activation literal leave.

use crate::clause::ClauseRef;
use crate::core::Core;
use crate::literal::Lit;
use crate::trace::Tracer;
use crate::trail::Value;

impl Core {
    /// Simplifies all clauses and rebuilds the watches.
    pub(crate) fn simplify<R: Tracer>(&mut self, tracer: &mut R) {
        debug_assert!(self.trail.level() == 0 && self.trail.is_propagated(), "only level 0 lasts");
        let mut scratch = Vec::new();
        for list in [std::mem::take(&mut self.problem), std::mem::take(&mut self.learned)] {
            for clause in list {
                self.simplify_clause(clause, &mut scratch, tracer);
            }
        }
        for list in &mut self.watches {
            list.clear();
        }
        for index in 0..self.problem.len() {
            self.watch(self.problem[index]);
        }
        for index in 0..self.learned.len() {
            self.watch(self.learned[index]);
        }
        if self.clauses.wants_collection() {
            self.collect();
        }
        self.late_units_possible = false;
    }

    /// Deletes a clause that is true, else cuts its false literals off and puts it back on its list.
    fn simplify_clause<R: Tracer>(&mut self, clause: ClauseRef, scratch: &mut Vec<Lit>, tracer: &mut R) {
        if self.clauses.literals(clause).any(|literal| self.trail.value(literal) == Value::True) {
            self.delete_clause(clause, tracer);
            return;
        }
        let Self { clauses, trail, .. } = self;
        scratch.clear();
        scratch.extend(clauses.literals(clause).filter(|&literal| trail.value(literal) != Value::False));
        if let [only] = scratch[..] {
            // Found late: watched by its last literal, it will be noticed when that becomes false.
            let index = clauses.literals(clause).position(|literal| literal == only).unwrap_or(0);
            clauses.codes_mut(clause).swap(0, index);
        } else if scratch.len() < clauses.len(clause) {
            if R::ACTIVE {
                tracer.derived(scratch);
                tracer.deleted(&clauses.literals(clause).collect::<Vec<_>>());
            }
            let codes = clauses.codes_mut(clause);
            for (code, literal) in codes.iter_mut().zip(scratch.iter()) {
                *code = literal.code();
            }
            clauses.shrink(clause, scratch.len());
        }
        let list = if self.clauses.is_learned(clause) { &mut self.learned } else { &mut self.problem };
        list.push(clause);
    }

    /// Marks a clause as deleted and reports that to the tracer.
    pub(crate) fn delete_clause<R: Tracer>(&mut self, clause: ClauseRef, tracer: &mut R) {
        if R::ACTIVE {
            tracer.deleted(&self.clauses.literals(clause).collect::<Vec<_>>());
        }
        self.clauses.delete(clause);
    }
}
