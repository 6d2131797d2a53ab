//! From bounds to the reasons below them.
//!
//! Enters: a set of bounds that was used as premises. Leaves: the asserted and assumed bounds it
//! rests on, each once. Derived bounds are opened one after the other, the latest first; premises
//! are always older than what they support, so each bound is opened at most once.

use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use crate::bounds::{BoundId, Reason, Side, Why};
use crate::solver::Solver;
use crate::value::Value;

impl Solver {
    /// The asserted and assumed bounds below `premises`, in order of their assertion.
    pub(crate) fn leaves(&self, premises: &[BoundId]) -> Vec<BoundId> {
        let mut open: BinaryHeap<BoundId> = BinaryHeap::new();
        let mut seen: FxHashSet<BoundId> = FxHashSet::default();
        open.extend(premises.iter().copied().filter(|id| seen.insert(*id)));
        let mut leaves = Vec::new();
        let mut found = Vec::new();
        while let Some(id) = open.pop() {
            match self.simplex.bounds.record(id).why {
                Why::Asserted(_) | Why::Assumed => leaves.push(id),
                Why::Set { start, end } => found.extend_from_slice(self.simplex.bounds.stored(start, end)),
                Why::Row(slack) => self.row_premises(id, slack, &mut found),
            }
            open.extend(found.drain(..).filter(|id| seen.insert(*id)));
        }
        leaves.reverse();
        leaves
    }

    /// The tags of asserted bounds among `leaves`, each once, in rising order.
    pub(crate) fn reasons(&self, leaves: &[BoundId]) -> Vec<Reason> {
        let mut reasons: Vec<Reason> = leaves
            .iter()
            .filter_map(|id| match self.simplex.bounds.record(*id).why {
                Why::Asserted(reason) => Some(reason),
                _ => None,
            })
            .collect();
        reasons.sort_unstable();
        reasons.dedup();
        reasons
    }

    /// The tags below `premises`.
    pub(crate) fn explain(&self, premises: &[BoundId]) -> Vec<Reason> {
        self.reasons(&self.leaves(premises))
    }

    /// The bounds from which the record `id` was derived through the row of `slack`: those of the
    /// other variables at that moment, or looser ones where they also suffice.
    fn row_premises(&self, id: BoundId, slack: u32, premises: &mut Vec<BoundId>) {
        let bounds = &self.simplex.bounds;
        let record = bounds.record(id);
        let row = self.definitions.row(slack).unwrap_or_default();
        let Some(own) = row.iter().find(|term| term.var == record.var) else { return };
        let first = premises.len();
        let mut implied = Value::ZERO;
        for term in row.iter().filter(|term| term.var != record.var) {
            let against = term.coefficient.is_negative() == own.coefficient.is_negative();
            let side = if against { record.side.opposite() } else { record.side };
            let Some(premise) = bounds.before(term.var, side, id) else { continue };
            implied.subtract(&bounds.record(premise).value.scaled(&term.coefficient, &own.coefficient));
            premises.push(premise);
        }
        let mut room = match record.side {
            Side::Lower => implied.minus(&record.value),
            Side::Upper => record.value.minus(&implied),
        };
        if self.simplex.is_int[record.var as usize] {
            room.add(&Value::from(1));
        }
        let terms = row.iter().filter(|term| term.var != record.var);
        for (slot, term) in premises[first..].iter_mut().zip(terms) {
            *slot = self.simplex.loosen(*slot, &term.coefficient, &own.coefficient, &mut room);
        }
    }

    /// The oldest bound of `var` on `side` that is at least as tight as `value`.
    pub(crate) fn oldest_bound(&self, var: u32, side: Side, value: &Value) -> Option<BoundId> {
        self.oldest(var, side, |bound| !side.is_tighter(value, bound))
    }

    /// The oldest bound of `var` that does not let it reach `value` on `side`.
    pub(crate) fn oldest_crossing(&self, var: u32, side: Side, value: &Value) -> Option<BoundId> {
        self.oldest(var, side.opposite(), |bound| side.is_tighter(value, bound))
    }

    /// The oldest bound of `var` on `side` whose value is enough, which that of every later one then is.
    fn oldest(&self, var: u32, side: Side, is_enough: impl Fn(&Value) -> bool) -> Option<BoundId> {
        let bounds = &self.simplex.bounds;
        let mut best = None;
        let mut id = bounds.current(var, side);
        while let Some(found) = id
            && is_enough(&bounds.record(found).value)
        {
            best = id;
            id = bounds.previous(found);
        }
        best
    }

    /// The two bounds that fix `var`.
    pub(crate) fn fixing_bounds(&self, var: u32) -> Option<[BoundId; 2]> {
        let bounds = &self.simplex.bounds;
        let value = bounds.value(var, Side::Lower)?;
        if bounds.value(var, Side::Upper)? != value {
            return None;
        }
        Some([self.oldest_bound(var, Side::Lower, value)?, self.oldest_bound(var, Side::Upper, value)?])
    }
}
