//! The two queues between search and theory: what the theory requests, and which literals it has received.
//!
//! Enters: clauses from [`crate::Search`], literals from the trail. Leaves: the same, when the other side
//! is ready for them.

use crate::clause::Kind;
use crate::core::Core;
use crate::literal::{Lit, Var};
use crate::trail::{Trail, Value};

/// What the theory asked for during its call.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    literals: Vec<Lit>,
    ends: Vec<(usize, Kind)>,
    /// A literal that the theory implied although it is false.
    pub(crate) refuted: Option<Lit>,
}

impl Requests {
    pub(crate) fn add_clause(&mut self, clause: &[Lit], kind: Kind) {
        self.literals.extend_from_slice(clause);
        self.ends.push((self.literals.len(), kind));
    }

    pub(crate) fn clause_count(&self) -> usize {
        self.ends.len()
    }

    /// Copies the clause at this index into `clause` and returns its kind.
    pub(crate) fn read(&self, index: usize, clause: &mut Vec<Lit>) -> Kind {
        let start = if index == 0 { 0 } else { self.ends[index - 1].0 };
        let (end, kind) = self.ends[index];
        clause.clear();
        clause.extend_from_slice(&self.literals[start..end]);
        kind
    }

    pub(crate) fn clear_clauses(&mut self) {
        self.literals.clear();
        self.ends.clear();
    }
}

/// Which literals the theory has received.
///
/// Invariant: the observed literals on the first `head` positions of the trail have been delivered,
/// except those in `waiting`. A variable observed after it was assigned is delivered late, at a
/// higher level than its own; `late` remembers that level, since backtracking below it makes the
/// theory forget what the trail still holds.
#[derive(Debug, Default)]
pub(crate) struct Deliveries {
    observed: Vec<bool>,
    any_observed: bool,
    head: usize,
    waiting: Vec<Lit>,
    late: Vec<(Lit, u32)>,
}

impl Deliveries {
    pub(crate) fn add_var(&mut self) {
        self.observed.push(false);
    }

    /// The literals to deliver now, in trail order; late ones first.
    pub(crate) fn take(&mut self, trail: &Trail, batch: &mut Vec<Lit>) {
        batch.clear();
        let level = trail.level();
        for literal in self.waiting.drain(..) {
            batch.push(literal);
            if trail.level_of(literal.var()) < level {
                self.late.push((literal, level));
            }
        }
        if self.any_observed {
            let fresh = &trail.literals()[self.head..];
            batch.extend(fresh.iter().filter(|literal| self.observed[literal.var().index()]));
        }
        self.head = trail.literals().len();
    }

    /// Is there nothing to deliver?
    pub(crate) fn is_complete(&self, trail: &Trail) -> bool {
        self.head == trail.literals().len() && self.waiting.is_empty()
    }

    pub(crate) fn backtrack(&mut self, level: u32, trail: &Trail) {
        self.head = self.head.min(trail.literals().len());
        self.waiting.retain(|&literal| trail.value(literal) == Value::True);
        let waiting = &mut self.waiting;
        self.late.retain(|&(literal, delivered)| {
            if delivered <= level {
                return true;
            }
            if trail.value(literal) == Value::True {
                waiting.push(literal);
            }
            false
        });
    }
}

impl Core {
    /// Marks a variable as observed; when it has a value that was passed over, it is delivered late.
    pub(crate) fn observe(&mut self, var: Var) {
        let deliveries = &mut self.deliveries;
        if std::mem::replace(&mut deliveries.observed[var.index()], true) {
            return;
        }
        deliveries.any_observed = true;
        if self.trail.is_unset(var) || self.trail.position_of(var) as usize >= deliveries.head {
            return;
        }
        let positive = self.trail.value(var.positive()) == Value::True;
        deliveries.waiting.push(var.literal(positive));
    }
}
