//! Branch and bound inside the solver: complete where the search ends.
//!
//! Splits on fractional variables, depth first, with an explicit stack of levels. When one side
//! of a split fails, the bounds below its conflict, without the split itself, imply the other
//! side; that one is then learned as a derived bound. Merging of explanations and jumping back
//! over splits that did not matter follow from that, with no further bookkeeping.

use tress_base::{Budget, Int, Stop};

use crate::bounds::{BoundId, Side, Why};
use crate::integer::Step;
use crate::solver::{Outcome, Solver};
use crate::value::Value;

/// Splits below this depth get no new rows: those would be dropped soon.
const DEPTH_WITH_ROWS: usize = 1;

/// An open split: the assumption and the other side.
struct Split {
    assumed: BoundId,
    var: u32,
    other_side: Side,
    other_value: Value,
}

impl Solver {
    /// Decides the asserted constraints, branching inside. May run as long as the budget lets it
    /// when the integer variables are not bounded.
    ///
    /// # Errors
    /// The reason to stop; the solver stays usable.
    pub fn check(&mut self, budget: &Budget) -> Result<Outcome, Stop> {
        if self.in_conflict() {
            return Ok(self.outcome());
        }
        Ok(match self.search(budget)? {
            None => Outcome::Sat,
            Some(leaves) => {
                let reasons = self.reasons(&leaves);
                self.set_conflict(reasons)
            }
        })
    }

    /// Searches for a whole solution. `Some` holds asserted bounds, and assumed ones of outer
    /// levels, that contradict each other. The levels are as before in every case.
    pub(crate) fn search(&mut self, budget: &Budget) -> Result<Option<Vec<BoundId>>, Stop> {
        let base = self.level();
        self.effort.unbounded_branches = 0;
        let result = self.search_tree(budget);
        let open = self.level() - base;
        self.pop(open);
        result
    }

    fn search_tree(&mut self, budget: &Budget) -> Result<Option<Vec<BoundId>>, Stop> {
        let mut splits: Vec<Split> = Vec::new();
        loop {
            let mut premises = match self.integer_step(budget, splits.len() < DEPTH_WITH_ROWS)? {
                Step::Sat => return Ok(None),
                Step::Branch(var, floor) => {
                    splits.push(self.split(var, floor));
                    continue;
                }
                Step::No(premises) => premises,
            };
            // Close splits until the other side of one can be learned.
            loop {
                let leaves = self.leaves(&premises);
                let Some(split) = splits.pop() else { return Ok(Some(leaves)) };
                self.pop(1);
                let rest: Vec<BoundId> = leaves.iter().copied().filter(|id| *id != split.assumed).collect();
                if rest.len() == leaves.len() {
                    premises = rest;
                    continue;
                }
                let why = self.simplex.bounds.store(&rest);
                match self.learn(split.var, split.other_side, split.other_value, why) {
                    Ok(_) => break,
                    Err(opposite) => {
                        premises = rest;
                        premises.push(opposite);
                    }
                }
            }
        }
    }

    /// Opens a level that assumes the side of the split nearer to zero.
    fn split(&mut self, var: u32, floor: Int) -> Split {
        self.push();
        let above = Value::from(&floor + &Int::ONE);
        let below = Value::from(floor);
        let up = below < Value::ZERO;
        let (side, value, other_value) =
            if up { (Side::Lower, above, below) } else { (Side::Upper, below, above) };
        let assumed = BoundId(self.simplex.bounds.len() as u32);
        let learned = self.learn(var, side, value, Why::Assumed);
        debug_assert!(matches!(learned, Ok(true)), "both sides of a split are news");
        Split { assumed, var, other_side: side.opposite(), other_value }
    }
}
