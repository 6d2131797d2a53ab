//! Longest matches of a regular expression inside a word.
//!
//! Enters: an expression and a word. Leaves: spans. Looking for the longest match means reading on
//! after a match has been found, in vain more often than not; done naively for every match this
//! is quadratic. As in Reps, "Maximal-munch tokenization in linear time" (1998), every pair of a
//! state and a position from which nothing more was accepted is remembered, and no later
//! search goes past it. So each pair is visited once, and the time is linear in the word for a
//! fixed expression. An expression with too many states is followed as a set of smaller ones,
//! of which nothing is remembered.

use rustc_hash::FxHashSet;
use tress_automata::matching::{Run, Span, first_match_start};
use tress_automata::{Regex, RegexStore};
use tress_base::{Budget, Stop};

/// The longest of the leftmost matches, the empty match included.
pub(super) fn find_leftmost_longest(
    store: &mut RegexStore,
    r: Regex,
    word: &[u32],
    budget: &Budget,
) -> Result<Option<Span>, Stop> {
    let Some(start) = first_match_start(store, r, word, 0, budget)? else { return Ok(None) };
    let mut search = Search::new(store, r, word);
    Ok(search.longest_end(store, start, budget)?.map(|end| (start, end)))
}

/// From left to right all matches, each leftmost, then longest, never empty, none overlapping the
/// one before.
pub(super) fn find_all_leftmost_longest_nonempty(
    store: &mut RegexStore,
    r: Regex,
    word: &[u32],
    budget: &Budget,
) -> Result<Vec<Span>, Stop> {
    let mut search = Search::new(store, r, word);
    let mut spans = Vec::new();
    let mut at = 0;
    while at < word.len() {
        match search.longest_end(store, at, budget)? {
            Some(end) if end > at => {
                spans.push((at, end));
                at = end;
            }
            _ => at += 1,
        }
    }
    Ok(spans)
}

struct Search<'a> {
    start: Run,
    word: &'a [u32],
    /// Pairs of what is left of the language and a position in the word, from which no
    /// character more leads to a match.
    hopeless: FxHashSet<(Regex, usize)>,
    /// The pairs visited since the last match.
    pending: Vec<(Regex, usize)>,
}

impl<'a> Search<'a> {
    fn new(store: &RegexStore, r: Regex, word: &'a [u32]) -> Self {
        Self { start: Run::patient(store, r), word, hopeless: FxHashSet::default(), pending: Vec::new() }
    }

    /// The end of the longest match that starts at `start`.
    fn longest_end(
        &mut self,
        store: &mut RegexStore,
        start: usize,
        budget: &Budget,
    ) -> Result<Option<usize>, Stop> {
        // All runs share what the first may add to the store.
        let mut run = self.start.clone();
        let mut end = run.accepts(store).then_some(start);
        self.pending.clear();
        for (at, &c) in self.word.iter().enumerate().skip(start) {
            budget.poll()?;
            if run.is_dead() {
                break;
            }
            // Without one expression for a state nothing is remembered of it.
            if let Some(state) = run.state() {
                if self.hopeless.contains(&(state, at)) {
                    break;
                }
                if state == Regex::ALL {
                    return Ok(Some(self.word.len()));
                }
                self.pending.push((state, at));
            }
            run.step(store, c, budget)?;
            if run.accepts(store) {
                end = Some(at + 1);
                self.pending.clear();
            }
        }
        self.hopeless.extend(self.pending.drain(..));
        Ok(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_base::Random;

    /// `[ab]*a[ab]{300}` has 2^300 deterministic states.
    #[test]
    fn expressions_with_too_many_states_are_followed_as_sets() {
        let mut store = RegexStore::new();
        let letters = ['a', 'b'].map(u32::from);
        let (any, a) = (store.range(letters[0], letters[1]), store.word(&letters[..1]));
        let (before, after) = (store.star(any), store.repeat(any, 300, Some(300)));
        let r = store.concat(&[before, a, after]);
        let mut random = Random::new(3);
        let word: Vec<u32> = (0..8000).map(|_| letters[random.below(2)]).collect();
        let last = word[..word.len() - 300].iter().rposition(|c| *c == letters[0]).expect("half of them are");
        let found = find_leftmost_longest(&mut store, r, &word, &Budget::unlimited());
        assert_eq!(found, Ok(Some((0, last + 301))));
        let spans = find_all_leftmost_longest_nonempty(&mut store, r, &word, &Budget::unlimited());
        assert_eq!(spans, Ok(vec![(0, last + 301)]));
    }
}
