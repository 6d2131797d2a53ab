//! Finite machines that write while they read.
//!
//! Enters: states and edges through [`TransducerBuilder`], or a function of strings (`functions.rs`).
//! Leaves: an immutable [`Transducer`] and the operations of this folder. An edge reads one character
//! of a range and writes pieces: fixed characters, or the character that was read, shifted. So a
//! machine that copies what it does not know needs one edge for it, whatever the alphabet. At the
//! end of the input an accepting state writes a last word.
//!
//! A machine is a relation between words. Those made of functions are *functional*: no input has two
//! outputs. Those that read constants only are deterministic besides.

mod compose;
mod difference;
mod functions;
mod images;
mod invariant;
mod joint;
mod lag;
mod lengths;
pub(crate) mod limits;
mod minimize;
#[cfg(test)]
mod pairs_tests;
mod patterns;
mod ranges;
mod restrict;
#[cfg(test)]
mod tests;
mod trim;

pub use crate::explicit::{Piece, Step, Transducer, TransducerBuilder};
pub(crate) use compose::CappedMachine;
pub use invariant::Invariant;
pub use joint::Joint;
pub use lag::Agreement;
pub use lengths::{Conditions, Lattice, LengthBounds, LengthEdge, LengthFormula, LengthGraph, Line, Sum};
pub use patterns::Matches;

use tress_base::{Budget, Stop};

impl Transducer {
    /// The outputs for `word`, sorted and distinct: at most one, when the machine is functional.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn apply(&self, word: &[u32], budget: &Budget) -> Result<Vec<Vec<u32>>, Stop> {
        let mut runs: Vec<(u32, Vec<u32>)> = vec![(self.initial(), Vec::new())];
        for &c in word {
            let mut next = Vec::with_capacity(runs.len());
            for (state, written) in runs {
                budget.poll()?;
                let steps = self.steps(state).iter().filter(|step| step.low <= c && c <= step.high);
                for step in steps {
                    let mut written = written.clone();
                    written.extend(step.output.iter().map(|piece| piece.on(c)));
                    next.push((step.target, written));
                }
            }
            next.sort_unstable();
            next.dedup();
            runs = next;
        }
        let mut outputs: Vec<Vec<u32>> = Vec::new();
        for (state, mut written) in runs {
            if let Some(last) = self.last(state) {
                written.extend_from_slice(last);
                outputs.push(written);
            }
        }
        outputs.sort_unstable();
        outputs.dedup();
        Ok(outputs)
    }
}
