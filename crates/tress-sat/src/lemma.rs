//! Clauses that arrive in the middle of the search.
//!
//! A clause may arrive in any state: true, open, with one literal left, or false; the levels of
//! its literals may be anywhere. [`Core::arrange`] puts the two best literals to the front, so that
//! they can be watched, and says what has to happen; the search then backtracks as far as needed.

use crate::core::Core;
use crate::literal::Lit;
use crate::trail::Value;

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
        for place in 0..literals.len().min(2) {
            let best = (place..literals.len()).max_by_key(|&at| self.watch_value(literals[at]));
            literals.swap(place, best.unwrap_or(place));
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
