//! Which words are shown when nobody says how long they should be: those from the shortest one on.
//!
//! Enters: a language. Leaves: a [`Window`] of lengths that begins at its shortest word, and what is known
//! about longer ones. Nothing is left out silently: whoever shows a window can see whether it is all.

use tress_base::{Budget, Stop};

use crate::charset::CharSet;
use crate::emptiness::{self, Goal};
use crate::lengths::exact_lengths;
use crate::limits::WINDOW_STEPS;
use crate::nfa::Nfa;
use crate::regex::{Regex, RegexStore};

/// Lengths of words, from the shortest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The length of a shortest word.
    pub low: u64,
    /// The last length; a word has it where the language ends within the window.
    pub high: u64,
    /// The length of a longest word, or one that none exceeds; `None` if there is no longest word, or none is
    /// known.
    pub longest: Option<u64>,
    /// Is there a word that is longer than the window? `None` if it is not known.
    pub has_longer: Option<bool>,
}

impl Window {
    /// The window of this many lengths after the first one. Returns `None` if there are no words.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn of_regex(
        store: &mut RegexStore,
        r: Regex,
        width: u64,
        budget: &Budget,
    ) -> Result<Option<Window>, Stop> {
        let Some(shortest) = emptiness::find_word(store, r, Goal::Shortest, budget)? else { return Ok(None) };
        let low = shortest.len() as u64;
        let Bounds { longest, has_longer } = Bounds::beyond(store, r, low + width, budget)?;
        let high = longest.map_or(low + width, |longest| longest.clamp(low, low + width));
        Ok(Some(Window { low, high, longest, has_longer }))
    }

    /// The same for an automaton, whose words are known exactly.
    #[must_use]
    pub fn of_nfa(nfa: &Nfa, width: u64) -> Option<Window> {
        let nfa = nfa.trim();
        let low = nfa.shortest_word()?.len() as u64;
        let longest = longest_walk(&nfa);
        let high = longest.map_or(low + width, |longest| longest.min(low + width));
        Some(Window { low, high, longest, has_longer: Some(longest.is_none_or(|longest| longest > high)) })
    }
}

/// What is known about words that are longer than a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// As in [`Window::longest`].
    pub longest: Option<u64>,
    /// Is there a word that is longer than the bound?
    pub has_longer: Option<bool>,
}

impl Bounds {
    /// Looks for words of `r` that are longer than `bound`.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn beyond(store: &mut RegexStore, r: Regex, bound: u64, budget: &Budget) -> Result<Bounds, Stop> {
        let kinds = store.kinds_of_chars(r);
        let outline = store.restrict(r, &kinds);
        let lengths = WINDOW_STEPS.share(budget, || exact_lengths(store, outline, budget))?;
        if let Some(lengths) = lengths {
            let may_be_longer = lengths.next_from(bound + 1).is_some();
            if lengths.is_exact() || !may_be_longer {
                return Ok(Bounds { longest: lengths.max(), has_longer: Some(may_be_longer) });
            }
        }
        let longer = store.repeat(Regex::ANY_CHAR, bound + 1, None);
        let longer = store.inter(&[r, longer]);
        let is_empty = WINDOW_STEPS.share(budget, || emptiness::is_empty(store, longer, budget))?;
        Ok(Bounds {
            longest: is_empty.filter(|none| *none).map(|_| bound),
            has_longer: is_empty.map(|none| !none),
        })
    }
}

/// Is there a word with a character outside of these? Returns `None` if it is not known.
///
/// # Errors
/// When the budget ends.
pub fn uses_others(
    store: &mut RegexStore,
    r: Regex,
    characters: &CharSet,
    budget: &Budget,
) -> Result<Option<bool>, Stop> {
    if store.restrict(r, characters) == r {
        return Ok(Some(false));
    }
    let other = store.chars(characters.complement());
    let any = store.star(Regex::ANY_CHAR);
    let with_other = store.concat(&[any, other, any]);
    let both = store.inter(&[r, with_other]);
    let is_empty = WINDOW_STEPS.share(budget, || emptiness::is_empty(store, both, budget))?;
    Ok(is_empty.map(|none| !none))
}

/// The length of a longest accepted walk. Returns `None` if walks can be as long as one likes. All states are
/// reachable and live.
fn longest_walk(nfa: &Nfa) -> Option<u64> {
    let states = nfa.states() as usize;
    let mut entries = vec![0_usize; states];
    for state in 0..nfa.states() {
        nfa.edges(state).iter().for_each(|edge| entries[edge.target as usize] += 1);
    }
    let mut depth = vec![0_u64; states];
    let mut ready: Vec<u32> = (0..nfa.states()).filter(|state| entries[*state as usize] == 0).collect();
    let (mut seen, mut longest) = (0, 0);
    while let Some(state) = ready.pop() {
        seen += 1;
        if nfa.is_accepting(state) {
            longest = longest.max(depth[state as usize]);
        }
        for edge in nfa.edges(state) {
            let target = edge.target as usize;
            depth[target] = depth[target].max(depth[state as usize] + 1);
            entries[target] -= 1;
            if entries[target] == 0 {
                ready.push(edge.target);
            }
        }
    }
    // What is left over stands on a cycle or behind one.
    (seen == states).then_some(longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn character(store: &mut RegexStore, low: u64, high: Option<u64>) -> Regex {
        let a = store.word(&[97]);
        store.repeat(a, low, high)
    }

    fn window(low: u64, high: u64, longest: Option<u64>, has_longer: bool) -> Option<Window> {
        Some(Window { low, high, longest, has_longer: Some(has_longer) })
    }

    #[test]
    fn windows_begin_at_the_shortest_word() {
        let budget = Budget::unlimited();
        for (low, high, expected) in [
            (20, Some(20), window(20, 20, Some(20), false)),
            (20, None, window(20, 28, None, true)),
            (0, Some(3), window(0, 3, Some(3), false)),
            (5, Some(500), window(5, 13, Some(500), true)),
        ] {
            let mut store = RegexStore::new();
            let r = character(&mut store, low, high);
            assert_eq!(Window::of_regex(&mut store, r, 8, &budget), Ok(expected), "{low} {high:?}");
            let nfa = Nfa::from_regex(&mut store, r, 1000, &budget).expect("time").expect("it is small");
            assert_eq!(Window::of_nfa(&nfa, 8), expected, "{low} {high:?}");
        }
        assert_eq!(Window::of_regex(&mut RegexStore::new(), Regex::NONE, 8, &budget), Ok(None));
        assert_eq!(Window::of_nfa(&Nfa::default(), 8), None);
    }

    #[test]
    fn complements_have_windows_too() {
        let (mut store, budget) = (RegexStore::new(), Budget::unlimited());
        let some = character(&mut store, 3, Some(40));
        let others = store.complement(some);
        let any = character(&mut store, 2, None);
        let both = store.inter(&[others, any]);
        let found = Window::of_regex(&mut store, both, 8, &budget).expect("time").expect("aa");
        assert_eq!((found.low, found.has_longer), (2, Some(true)));
        let most = character(&mut store, 0, Some(41));
        let few = store.inter(&[both, most]);
        let found = Window::of_regex(&mut store, few, 60, &budget).expect("time").expect("aa");
        assert_eq!((found.low, found.high, found.has_longer), (2, 41, Some(false)));
    }

    #[test]
    fn other_characters_are_noticed() {
        let (mut store, budget) = (RegexStore::new(), Budget::unlimited());
        let ascii = CharSet::range(0, 0x7F);
        let plain = character(&mut store, 2, None);
        assert_eq!(uses_others(&mut store, plain, &ascii, &budget), Ok(Some(false)));
        let wide = store.chars(CharSet::range(97, 1000));
        assert_eq!(uses_others(&mut store, wide, &ascii, &budget), Ok(Some(true)));
        let none = store.inter(&[wide, plain]);
        assert_eq!(uses_others(&mut store, none, &ascii, &budget), Ok(Some(false)));
    }
}
