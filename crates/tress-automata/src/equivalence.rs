//! Do two expressions have the same words?
//!
//! Enters: two expressions. Leaves: a word that only one of them has, or the proof that there is none.
//! Pairs of derivatives that must be equal are merged in a union-find structure (Hopcroft and Karp
//! 1971) until a pair disagrees on the empty word or no new pair appears. When the deterministic
//! states become too many, the question is asked as two inclusions, where antichains and the
//! backward direction help.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use crate::charset::MAX_CHAR;
use crate::emptiness::find_difference;
use crate::limits::BISIMULATION_STEPS;
use crate::regex::{Regex, RegexStore};

/// A word in exactly one of the two languages. Returns `None` if they are equal.
///
/// # Errors
/// When the budget ends.
pub fn find_distinction(
    store: &mut RegexStore,
    a: Regex,
    b: Regex,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, Stop> {
    let answer =
        BISIMULATION_STEPS.share(budget, || find_distinction_by_bisimulation(store, a, b, budget))?;
    if let Some(answer) = answer {
        return Ok(answer);
    }
    match find_difference(store, a, b, budget)? {
        Some(word) => Ok(Some(word)),
        None => find_difference(store, b, a, budget),
    }
}

/// Are the two languages equal?
///
/// # Errors
/// When the budget ends.
pub fn are_equal(store: &mut RegexStore, a: Regex, b: Regex, budget: &Budget) -> Result<bool, Stop> {
    Ok(find_distinction(store, a, b, budget)?.is_none())
}

/// A pair of states that must be equal, and how it was reached.
struct Pair {
    states: (Regex, Regex),
    parent: usize,
    via: u32,
}

/// [`find_distinction`] by bisimulation alone.
///
/// # Errors
/// When the budget ends.
pub fn find_distinction_by_bisimulation(
    store: &mut RegexStore,
    a: Regex,
    b: Regex,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, Stop> {
    let mut classes = Classes::default();
    let mut pairs = vec![Pair { states: (a, b), parent: usize::MAX, via: 0 }];
    let mut at = 0;
    while at < pairs.len() {
        budget.poll()?;
        let (p, q) = pairs[at].states;
        if classes.merge(p, q) {
            if store.is_nullable(p) != store.is_nullable(q) {
                return Ok(Some(word_to(&pairs, at)));
            }
            store.transitions(p, budget)?;
            store.transitions(q, budget)?;
            push_successors(store, (p, q), at, &mut pairs, budget)?;
        }
        at += 1;
    }
    Ok(None)
}

fn word_to(pairs: &[Pair], mut at: usize) -> Vec<u32> {
    let mut word = Vec::new();
    while pairs[at].parent != usize::MAX {
        word.push(pairs[at].via);
        at = pairs[at].parent;
    }
    word.reverse();
    word
}

/// Appends the pairs of targets, each once.
fn push_successors(
    store: &RegexStore,
    (p, q): (Regex, Regex),
    parent: usize,
    pairs: &mut Vec<Pair>,
    budget: &Budget,
) -> Result<(), Stop> {
    let (left, right) = (store.known_transitions(p), store.known_transitions(q));
    let from = pairs.len();
    let (mut i, mut j, mut low) = (0, 0, 0);
    while low <= MAX_CHAR {
        budget.poll()?;
        let (x, x_end) = target_at(left, &mut i, low);
        let (y, y_end) = target_at(right, &mut j, low);
        let seen = pairs[from..].iter().rev().take(4).any(|pair| pair.states == (x, y));
        if x != y && !seen {
            pairs.push(Pair { states: (x, y), parent, via: low });
        }
        low = x_end.min(y_end) + 1;
    }
    Ok(())
}

/// The target at `low`, and the last character with the same target.
fn target_at(list: &[crate::regex::Transition], position: &mut usize, low: u32) -> (Regex, u32) {
    while list.get(*position).is_some_and(|transition| transition.high < low) {
        *position += 1;
    }
    match list.get(*position) {
        Some(transition) if transition.low <= low => (transition.target, transition.high),
        Some(transition) => (Regex::NONE, transition.low - 1),
        None => (Regex::NONE, MAX_CHAR),
    }
}

/// Union-find over expressions.
#[derive(Default)]
struct Classes {
    parent: FxHashMap<Regex, Regex>,
}

impl Classes {
    fn find(&mut self, r: Regex) -> Regex {
        let mut root = r;
        while let Some(&next) = self.parent.get(&root) {
            root = next;
        }
        let mut at = r;
        while at != root {
            at = self.parent.insert(at, root).unwrap_or(root);
        }
        root
    }

    /// Merges two classes; false when they were one already.
    fn merge(&mut self, p: Regex, q: Regex) -> bool {
        let (p, q) = (self.find(p), self.find(q));
        if p == q {
            return false;
        }
        self.parent.insert(p.max(q), p.min(q));
        true
    }
}
