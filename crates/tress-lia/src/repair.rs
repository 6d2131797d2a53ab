//! Local repair of the assignment: a short greedy walk before the simplex.
//!
//! Enters: an assignment that was feasible before some bounds were tightened. Leaves: one that is feasible
//! again, or nothing. A violated row is repaired by one of its variables that can take the whole move within
//! its bounds; rows that this violates come next. In sums of lengths the change of one length travels along
//! the concatenations this way without a single pivot, where the simplex would fill its tableau. No variable
//! moves often, so the walk is short; whatever it finds is adopted only when every bound holds.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use tress_base::{Budget, Int, Stop};

use crate::limits::REPAIRED_ROW;
use crate::solver::Solver;
use crate::value::Value;

/// How often one variable may move.
const MOST_MOVES: u32 = 2;

/// The assignment under repair.
#[derive(Default)]
struct Walk {
    /// New values, of client and slack variables.
    values: FxHashMap<u32, Value>,
    moves: FxHashMap<u32, u32>,
    /// The client's variables that moved, in order of their first move.
    moved: Vec<u32>,
    waiting: VecDeque<u32>,
}

impl Solver {
    /// Tries to make the assignment feasible by local moves.
    pub(crate) fn repair_locally(&mut self, budget: &Budget) -> Result<(), Stop> {
        let mut walk = Walk::default();
        let violated = self.simplex.touched().iter().copied();
        walk.waiting.extend(violated.filter(|&var| self.simplex.violated(var).is_some()));
        if walk.waiting.is_empty() || !self.effort.repair_is_due() {
            return Ok(());
        }
        let mut mended = true;
        while let Some(var) = walk.waiting.pop_front() {
            budget.poll()?;
            if !self.mend(var, &mut walk, budget) {
                mended = false;
                break;
            }
        }
        self.effort.note_repair(mended);
        if mended {
            let values = walk.moved.iter().map(|var| (*var, walk.values[var].clone())).collect();
            self.simplex.adopt(&self.definitions, values);
        }
        Ok(())
    }

    fn walk_value<'a>(&'a self, walk: &'a Walk, var: u32) -> &'a Value {
        walk.values.get(&var).unwrap_or_else(|| self.simplex.value(var))
    }

    /// Brings one variable back into its bounds; false when no single move does it.
    fn mend(&self, var: u32, walk: &mut Walk, budget: &Budget) -> bool {
        let value = self.walk_value(walk, var);
        let Some(side) = self.simplex.violated_by(var, value) else { return true };
        let Some(bound) = self.simplex.bounds.value(var, side) else { return true };
        let needed = bound.minus(value);
        let Some(row) = self.definitions.row(var) else {
            return self.walk_move(var, &needed, walk);
        };
        if REPAIRED_ROW.is_exceeded(row.len(), budget) {
            return false;
        }
        let mut best: Option<((u32, usize, u32), Value)> = None;
        for term in row.iter().filter(|term| term.var != var) {
            let change = needed.scaled(&Int::ONE, &term.coefficient);
            let moves = walk.moves.get(&term.var).copied().unwrap_or(0);
            let key = (moves, self.definitions.occurrences(term.var).len(), term.var);
            if best.as_ref().is_none_or(|(best, _)| key < *best) && self.may_move(term.var, &change, walk) {
                best = Some((key, change));
            }
        }
        best.is_some_and(|((_, _, chosen), change)| self.walk_move(chosen, &change, walk))
    }

    fn may_move(&self, var: u32, change: &Value, walk: &Walk) -> bool {
        let mut target = self.walk_value(walk, var).clone();
        target.add(change);
        (!self.simplex.is_int[var as usize] || target.is_integer())
            && self.simplex.violated_by(var, &target).is_none()
    }

    /// Moves a client's variable and wakes up the rows that are violated then.
    fn walk_move(&self, var: u32, change: &Value, walk: &mut Walk) -> bool {
        let moves = walk.moves.entry(var).or_insert(0);
        *moves += 1;
        if *moves == 1 {
            walk.moved.push(var);
        }
        if *moves > MOST_MOVES || !self.may_move(var, change, walk) {
            return false;
        }
        let mut value = self.walk_value(walk, var).clone();
        value.add(change);
        walk.values.insert(var, value);
        for &slack in self.definitions.occurrences(var) {
            let row = self.definitions.row(slack).unwrap_or_default();
            let Some(term) = row.iter().find(|term| term.var == var) else { continue };
            let mut value = self.walk_value(walk, slack).clone();
            value.add(&change.scaled(&term.coefficient, &Int::ONE));
            if self.simplex.violated_by(slack, &value).is_some() {
                walk.waiting.push_back(slack);
            }
            walk.values.insert(slack, value);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Linear, Outcome, Reason, Relation, Var};
    use tress_base::Rational;

    fn sum(terms: &[(i64, Var)], constant: i64) -> Linear {
        let terms = terms.iter().map(|(c, var)| (*var, Rational::from(*c))).collect();
        Linear::from_terms(terms, Rational::from(-constant))
    }

    #[test]
    fn a_change_travels_along_sums_without_pivots() {
        let mut solver = Solver::new();
        let sums: Vec<Var> = (0..50).map(|_| solver.new_var(Kind::Int)).collect();
        let parts: Vec<Var> = (0..50).map(|_| solver.new_var(Kind::Int)).collect();
        for index in 1..50 {
            let terms = [(1, sums[index]), (-1, sums[index - 1]), (-1, parts[index])];
            solver.assert_linear(&sum(&terms, 0), Relation::Eq, Reason(0));
            solver.assert_linear(&sum(&[(1, parts[index])], 0), Relation::Ge, Reason(1));
        }
        assert_eq!(solver.check(&Budget::unlimited()), Ok(Outcome::Sat));
        solver.assert_linear(&sum(&[(1, sums[20]), (-1, parts[30])], 7), Relation::Eq, Reason(2));
        assert_eq!(solver.check(&Budget::unlimited()), Ok(Outcome::Sat));
        assert_eq!(solver.pivots(), 0);
        solver.check_invariants().expect("invariants");
    }
}
