//! The words of a language one by one, without its automaton.
//!
//! Enters: an expression. Leaves: its words in length-lexicographic order, or random words of a wanted
//! length. A word is built from the left: after each character the derivative is asked whether it has a word
//! of the length that is left, so no beginning is ever a dead end and nothing else of the language is looked
//! at.
//!
//! Random words are not uniform: at each position every way on, whatever the number of words behind it, has
//! the same chance. [`crate::words`] gives uniform ones where the automaton is small.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use tress_base::{Budget, Random, Stop};

use crate::emptiness;
use crate::lengths::{LengthSet, of_regex};
use crate::regex::{Regex, RegexStore, Transition};

/// What is known about lengths: the structural set of an expression, and which lengths have been proved.
#[derive(Debug, Default)]
struct Lengths {
    sets: FxHashMap<Regex, LengthSet>,
    proved: FxHashMap<(Regex, u64), bool>,
}

impl Lengths {
    /// Has `r` a word of this length?
    fn contain(
        &mut self,
        store: &mut RegexStore,
        r: Regex,
        length: u64,
        budget: &Budget,
    ) -> Result<bool, Stop> {
        budget.poll()?;
        let set = match self.sets.entry(r) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(slot) => slot.insert(of_regex(store, r, budget)?),
        };
        if set.is_exact() || !set.contains(length) {
            return Ok(set.contains(length));
        }
        if let Some(&known) = self.proved.get(&(r, length)) {
            return Ok(known);
        }
        let wanted = store.repeat(Regex::ANY_CHAR, length, Some(length));
        let both = store.inter(&[r, wanted]);
        let found = !emptiness::is_empty(store, both, budget)?;
        self.proved.insert((r, length), found);
        Ok(found)
    }
}

/// A walk through the words of one language, shorter before longer, words of one length in the order of
/// their characters; besides, random words.
///
/// Invariant: while `path` is not empty, it holds `word` and the choices that were not tried yet: each entry
/// is a state, the index in its transitions, and the next character there.
#[derive(Debug)]
pub struct LazyWords {
    root: Regex,
    lengths: Lengths,
    length: u64,
    path: Vec<(Regex, usize, u32)>,
    word: Vec<u32>,
    done: bool,
    walking: bool,
}

impl LazyWords {
    /// The words of `root`.
    #[must_use]
    pub fn new(root: Regex) -> Self {
        Self {
            root,
            lengths: Lengths::default(),
            length: 0,
            path: Vec::new(),
            word: Vec::new(),
            done: false,
            walking: false,
        }
    }

    /// Has the language a word of this length?
    ///
    /// # Errors
    /// When the budget ends.
    pub fn has_length(&mut self, store: &mut RegexStore, length: u64, budget: &Budget) -> Result<bool, Stop> {
        self.lengths.contain(store, self.root, length, budget)
    }

    /// The next word. Returns `None` if there are no more.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn next_word(&mut self, store: &mut RegexStore, budget: &Budget) -> Result<Option<Vec<u32>>, Stop> {
        while !self.done {
            if self.walking {
                if let Some(word) = self.advance(store, budget)? {
                    return Ok(Some(word));
                }
                self.walking = false;
                self.length += 1;
            }
            match self.next_length(store, budget)? {
                Some(length) => self.length = length,
                None => {
                    self.done = true;
                    break;
                }
            }
            self.walking = true;
            self.enter(store, self.root, budget)?;
        }
        Ok(None)
    }

    /// The next length, from the present one on, that a word has.
    fn next_length(&mut self, store: &mut RegexStore, budget: &Budget) -> Result<Option<u64>, Stop> {
        if self.has_length(store, self.length, budget)? {
            return Ok(Some(self.length));
        }
        let longer = store.repeat(Regex::ANY_CHAR, self.length, None);
        let rest = store.inter(&[self.root, longer]);
        let word = emptiness::find_word(store, rest, emptiness::Goal::Shortest, budget)?;
        Ok(word.map(|word| word.len() as u64))
    }

    /// Puts the state on the path with its first choice.
    fn enter(&mut self, store: &mut RegexStore, state: Regex, budget: &Budget) -> Result<(), Stop> {
        let first = store.transitions(state, budget)?.first().map_or(0, |transition| transition.low);
        self.path.push((state, 0, first));
        Ok(())
    }

    /// The next word of the present length.
    fn advance(&mut self, store: &mut RegexStore, budget: &Budget) -> Result<Option<Vec<u32>>, Stop> {
        while let Some(&(state, index, c)) = self.path.last() {
            budget.poll()?;
            let depth = self.path.len() - 1;
            if depth as u64 == self.length {
                self.path.pop();
                let word = self.word.clone();
                self.word.pop();
                return Ok(Some(word));
            }
            let transitions = store.transitions(state, budget)?;
            let Some(&Transition { high, target, .. }) = transitions.get(index) else {
                self.path.pop();
                self.word.pop();
                continue;
            };
            let after = transitions.get(index + 1).map_or(0, |transition| transition.low);
            let live = self.lengths.contain(store, target, self.length - depth as u64 - 1, budget)?;
            self.path[depth] =
                if live && c < high { (state, index, c + 1) } else { (state, index + 1, after) };
            if live {
                self.word.push(c);
                self.enter(store, target, budget)?;
            }
        }
        Ok(None)
    }

    /// A random word of this length. Returns `None` if there is none. Not uniform: see the head of this file.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn sample(
        &mut self,
        store: &mut RegexStore,
        length: u64,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, Stop> {
        if !self.has_length(store, length, budget)? {
            return Ok(None);
        }
        let mut state = self.root;
        let mut word = Vec::new();
        for left in (0..length).rev() {
            let mut groups = store.partition(state, budget)?;
            // One of the ways on is live, because the state is.
            loop {
                let at = random.below(groups.len());
                let (set, target) = groups.swap_remove(at);
                if target != Regex::NONE && self.lengths.contain(store, target, left, budget)? {
                    let chosen = random.below(set.len() as usize) as u32;
                    word.push(set.nth(chosen).expect("the index is below the size of the set"));
                    state = target;
                    break;
                }
            }
        }
        Ok(Some(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::CharSet;
    use crate::naive::{Ast, Dfa, symbols_of, words};

    #[test]
    fn enumeration_agrees_with_trying_all_words() {
        let mut random = Random::new(61);
        let budget = Budget::unlimited();
        for _ in 0..400 {
            let size = random.below(8);
            let ast = Ast::random(&mut random, size);
            let mut store = RegexStore::new();
            let r = ast.build(&mut store);
            let r = store.restrict(r, &CharSet::range(97, 99));
            let dfa = Dfa::new(&ast);
            let mut walk = LazyWords::new(r);
            for expected in words(4).into_iter().filter(|word| dfa.accepts(word)) {
                let found = walk.next_word(&mut store, &budget).unwrap().unwrap();
                assert_eq!(symbols_of(&found), expected, "{ast:?}");
            }
            let after = walk.next_word(&mut store, &budget).unwrap();
            assert!(after.is_none_or(|word| word.len() > 4), "{ast:?}");
        }
    }

    #[test]
    fn samples_are_accepted() {
        let mut random = Random::new(62);
        let budget = Budget::unlimited();
        for _ in 0..300 {
            let size = random.below(8);
            let ast = Ast::random(&mut random, size);
            let mut store = RegexStore::new();
            let r = ast.build(&mut store);
            let r = store.restrict(r, &CharSet::range(97, 99));
            let dfa = Dfa::new(&ast);
            let counts = dfa.counts(5);
            let mut lazy = LazyWords::new(r);
            for length in 0..=5 {
                match lazy.sample(&mut store, length, &mut random, &budget).unwrap() {
                    Some(word) => {
                        assert!(word.len() as u64 == length && dfa.accepts(&symbols_of(&word)), "{ast:?}");
                    }
                    None => assert!(counts[length as usize].is_zero(), "{ast:?}"),
                }
            }
        }
    }

    /// The deterministic automaton has 2^60 states; a word is found all the same.
    #[test]
    fn no_automaton_is_built() {
        let budget = Budget::unlimited();
        let mut store = RegexStore::new();
        let a = store.range(97, 97);
        let tail = store.repeat(Regex::ANY_CHAR, 60, Some(60));
        let r = store.concat(&[Regex::ALL, a, tail]);
        let r = store.restrict(r, &CharSet::range(97, 98));
        let mut lazy = LazyWords::new(r);
        let word = lazy.sample(&mut store, 80, &mut Random::new(1), &budget).unwrap().unwrap();
        assert_eq!((word.len(), word[19]), (80, 97));
        let first = lazy.next_word(&mut store, &budget).unwrap().unwrap();
        assert_eq!(first, vec![97; 61]);
    }
}
