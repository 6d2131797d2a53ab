//! Questions about two grammars, length by length, by the lazy search.

use std::ops::RangeInclusive;

use tress_base::{Budget, Stop};

use super::{Bounded, Grammar};
use crate::follow::{Answer, Part, Search, System};
use crate::regex::RegexStore;

/// A word that both grammars derive, of the least of these lengths for which there is one: text that can be read
/// in two ways.
///
/// # Errors
/// When the budget ends.
pub fn common_word(
    store: &mut RegexStore,
    first: &Grammar,
    second: &Grammar,
    lengths: RangeInclusive<usize>,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, Stop> {
    find(store, [first, second], lengths, true, budget)
}

/// A word that the first grammar derives and the second does not, of the least of these lengths for which
/// there is one. None when, for these lengths, the second derives all that the first does.
///
/// # Errors
/// When the budget ends.
pub fn word_outside(
    store: &mut RegexStore,
    first: &Grammar,
    second: &Grammar,
    lengths: RangeInclusive<usize>,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, Stop> {
    find(store, [first, second], lengths, false, budget)
}

fn find(
    store: &mut RegexStore,
    [first, second]: [&Grammar; 2],
    lengths: RangeInclusive<usize>,
    holds: bool,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, Stop> {
    let (mut first, mut second) = (Bounded::new(first, budget)?, Bounded::new(second, budget)?);
    for length in lengths {
        let mut system = System::new(1);
        system.add(vec![Part::Variable(0)], first.exactly(store, length, budget)?, true);
        system.add(vec![Part::Variable(0)], second.exactly(store, length, budget)?, holds);
        if let Answer::Words(words) = Search::new(&system).run(store, budget)? {
            return Ok(words.into_iter().next());
        }
    }
    Ok(None)
}
