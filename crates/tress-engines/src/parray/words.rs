//! Languages that numbers and words give: all words of some lengths, all words on one side of a
//! word in the order.

use tress_automata::MAX_CHAR;
use tress_automata::nfa::{Nfa, NfaBuilder};

/// Every character.
const ANY: (u32, u32) = (0, MAX_CHAR);

/// Which words of the order are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Above,
    Below,
}

/// All words with such lengths. `None` if that needs too many states.
pub(super) fn lengths(low: u64, high: Option<u64>, most: usize) -> Option<Nfa> {
    let last = u32::try_from(high.unwrap_or(low)).ok().filter(|last| (*last as usize) < most)?;
    let mut builder = NfaBuilder::new();
    builder.reserve_states(last + 1);
    builder.set_initial(0);
    for state in 0..last {
        builder.add_edge(state, ANY, state + 1);
    }
    for state in 0..=last {
        if u64::from(state) >= low {
            builder.set_accepting(state);
        }
    }
    if high.is_none() {
        builder.add_edge(last, ANY, last);
    }
    Some(builder.build())
}

/// The only word of an automaton.
pub(super) fn one_word(nfa: &Nfa) -> Option<Vec<u32>> {
    let nfa = nfa.trim();
    let [mut state] = *nfa.initial() else { return None };
    let mut word = Vec::new();
    for _ in 0..nfa.states() {
        match nfa.edges(state) {
            [] => return Some(word),
            [edge] if edge.low == edge.high && !nfa.is_accepting(state) => {
                word.push(edge.low);
                state = edge.target;
            }
            _ => return None,
        }
    }
    None
}

/// The words above a word, or below it; with the word itself unless that is excluded.
pub(super) fn ordered(word: &[u32], side: Side, strict: bool) -> Nfa {
    let mut builder = NfaBuilder::new();
    let mut state = builder.add_state();
    builder.set_initial(state);
    let rest = builder.add_state();
    builder.set_accepting(rest);
    builder.add_edge(rest, ANY, rest);
    for &code in word {
        // The first character that differs decides; a word that has ended is below.
        match side {
            Side::Above if code < MAX_CHAR => builder.add_edge(state, (code + 1, MAX_CHAR), rest),
            Side::Below if code > 0 => builder.add_edge(state, (0, code - 1), rest),
            _ => {}
        }
        if side == Side::Below {
            builder.set_accepting(state);
        }
        let next = builder.add_state();
        builder.add_edge(state, (code, code), next);
        state = next;
    }
    if side == Side::Above {
        builder.add_edge(state, ANY, rest);
    }
    if !strict {
        builder.set_accepting(state);
    }
    builder.build()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All words of at most this number of these characters.
    fn all(characters: &[u32], length: usize) -> Vec<Vec<u32>> {
        let mut words = vec![Vec::new()];
        let mut from = 0;
        for _ in 0..length {
            let to = words.len();
            for position in from..to {
                for character in characters {
                    words.push([&words[position][..], &[*character]].concat());
                }
            }
            from = to;
        }
        words
    }

    #[test]
    fn sides_of_the_order() {
        for word in all(&[0, 7, MAX_CHAR], 2) {
            for strict in [false, true] {
                let above = ordered(&word, Side::Above, strict);
                let below = ordered(&word, Side::Below, strict);
                for other in all(&[0, 6, 7, 8, MAX_CHAR], 3) {
                    let equal = other == word && !strict;
                    assert_eq!(above.accepts(&other), other > word || equal, "{other:?} above {word:?}");
                    assert_eq!(below.accepts(&other), other < word || equal, "{other:?} below {word:?}");
                }
            }
        }
    }

    #[test]
    fn the_only_word_is_found_again() {
        assert_eq!(one_word(&Nfa::word(&[5, 5, 9])), Some(vec![5, 5, 9]));
        assert_eq!(one_word(&lengths(1, Some(1), 10).expect("small")), None);
        assert!(lengths(2, Some(3), 3).is_none() && lengths(2, None, 3).is_some());
    }
}
