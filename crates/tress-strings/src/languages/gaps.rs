//! Lengths that values of functions cannot have.
//!
//! Enters: a length that the arithmetic chose for the value of a chain of functions, and the words
//! that the input can be. Leaves: the nearest lengths below and above it that some input leads to, so that
//! what is excluded is all between them and not one number after the other.

use tress_automata::Regex;
use tress_automata::emptiness::{Goal, find_word};
use tress_base::Stop;

use tress_kernel::Context;
use tress_term::term::Word;

use super::classes::Demand;
use super::limits::{GAP_QUESTIONS, GAP_STEPS};
use super::pull::{Application, preimage_along, value_along};

/// A gap around a length: the nearest ones that may occur, on each side.
pub(super) struct Gap {
    pub(super) below: Option<u64>,
    pub(super) above: Option<u64>,
}

/// The chain that leads to a length, and the words that the input can be.
pub(super) struct Chain<'a> {
    pub(super) applications: &'a [Application],
    pub(super) demand: &'a Demand,
    pub(super) inputs: Regex,
}

impl Chain<'_> {
    /// The gap around `length`, which no input leads to.
    pub(super) fn gap(&self, cx: &mut Context<'_>, length: u64) -> Result<Gap, Stop> {
        Ok(Gap { below: self.below(cx, length)?, above: self.above(cx, length)? })
    }

    /// A bound of the lengths below: none of them lies between it and `length`.
    fn below(&self, cx: &mut Context<'_>, length: u64) -> Result<Option<u64>, Stop> {
        let Some(mut top) = length.checked_sub(1) else { return Ok(None) };
        let mut reached = match self.question(cx, 0, Some(top))? {
            Some(Some(found)) => found,
            Some(None) => return Ok(None),
            None => return Ok(Some(top)),
        };
        for asked in 1.. {
            if reached == top || GAP_QUESTIONS.is_exceeded(asked, cx.env.budget) {
                break;
            }
            let middle = top - (top - reached) / 2;
            match self.question(cx, middle, Some(top))? {
                Some(Some(found)) => reached = found,
                Some(None) => top = middle - 1,
                None => break,
            }
        }
        Ok(Some(top))
    }

    /// A bound of the lengths above: none of them lies between `length` and it.
    fn above(&self, cx: &mut Context<'_>, length: u64) -> Result<Option<u64>, Stop> {
        let mut bottom = length.saturating_add(1);
        let mut reached = match self.question(cx, bottom, None)? {
            Some(Some(found)) => found,
            Some(None) => return Ok(None),
            None => return Ok(Some(bottom)),
        };
        for asked in 1.. {
            if reached == bottom || GAP_QUESTIONS.is_exceeded(asked, cx.env.budget) {
                break;
            }
            let middle = bottom + (reached - bottom) / 2;
            match self.question(cx, bottom, Some(middle))? {
                Some(Some(found)) => reached = found,
                Some(None) => bottom = middle + 1,
                None => break,
            }
        }
        Ok(Some(bottom))
    }

    /// A length between two ends that some input leads to. The outer option is `None` if that takes too long.
    fn question(
        &self,
        cx: &mut Context<'_>,
        low: u64,
        high: Option<u64>,
    ) -> Result<Option<Option<u64>>, Stop> {
        let budget = cx.env.budget;
        let asked = cx.env.regexes().repeat(Regex::ANY_CHAR, low, high);
        let path = &self.demand.path;
        let found = GAP_STEPS.share(budget, || {
            let Some(inputs) = preimage_along(cx, self.applications, path, asked)? else { return Ok(None) };
            let inputs = cx.env.regexes().inter(&[inputs, self.inputs]);
            let Some(word) = find_word(cx.env.regexes(), inputs, Goal::Shortest, budget)? else {
                return Ok(Some(None));
            };
            let value = value_along(cx, self.applications, path, Word::from(word))?;
            Ok(value.map(|value| Some(value.len() as u64)))
        })?;
        Ok(found.flatten())
    }
}
