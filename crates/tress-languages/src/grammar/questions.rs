//! Questions about two grammars, length by length, by the lazy search.

use std::ops::RangeInclusive;

use tress_base::{Budget, Stop};

use super::{Bounded, Grammar};
use tress_automata::follow::{Answer, Part, Search, System};
use tress_automata::{Regex, RegexStore};

/// A word that both grammars derive, of the least of these lengths for which there is one: text that can be
/// read in two ways.
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
        let words = [first.exactly(store, length, budget)?, second.exactly(store, length, budget)?];
        let system = comparison(store, words, holds);
        if let Answer::Words(words) = Search::new(&system).run(store, budget)? {
            return Ok(words.into_iter().next());
        }
    }
    Ok(None)
}

/// What is asked about the words of two grammars: one that both have, or with `holds` false one that only the
/// first has. A word can be derived in very many ways, and each would be a state of its own; so both
/// languages are asked for by what must not be, which is followed as sets.
#[must_use]
pub fn comparison(store: &mut RegexStore, [first, second]: [Regex; 2], holds: bool) -> System {
    let outside = [first, second].map(|words| store.complement(words));
    let mut system = System::new(1);
    system.add(vec![Part::Variable(0)], outside[0], false);
    system.add(vec![Part::Variable(0)], if holds { outside[1] } else { second }, false);
    system
}
