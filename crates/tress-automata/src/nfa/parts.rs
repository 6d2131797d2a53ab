//! Taking a part of every word: a substring at a fixed position, or what is left without certain
//! characters at both ends. Each with its way back, the words whose part is in a language.
//!
//! Enters: an automaton. Leaves: the automaton of the parts, or of the words that have such parts,
//! unless it needs more states than the cap.

use fixedbitset::FixedBitSet;
use tress_base::{Budget, Stop};

use super::{Capped, Nfa, NfaBuilder, fits};
use crate::charset::{CharSet, MAX_CHAR};

/// Every character.
const ANY: (u32, u32) = (0, MAX_CHAR);

impl Nfa {
    /// What `str.substr` takes from words of this automaton: up to `count` characters from the position
    /// `start` on, to the end when there is no count. A word that ends before that position gives the
    /// empty word.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn substring(&self, start: u64, count: Option<u64>, cap: usize, budget: &Budget) -> Capped {
        let words = self.trim();
        let (from, some_are_shorter) = words.after_steps(start, budget)?;
        let Some(count) = count else {
            let mut tails = words;
            tails.initial = from;
            return Ok(Some(tails.trim().with_empty_word(some_are_shorter)));
        };
        let mut builder = NfaBuilder::new();
        let mut layer = Layer::new(from, &mut builder);
        layer.states.iter().for_each(|state| builder.set_initial(state.1));
        for taken in 0..=count {
            for (state, number) in &layer.states {
                if taken == count || words.is_accepting(*state) {
                    builder.set_accepting(*number);
                }
            }
            if taken == count || layer.states.is_empty() {
                break;
            }
            layer = layer.next(&words, &mut builder);
            if !fits(builder.states() as usize, cap, budget)? {
                return Ok(None);
            }
        }
        Ok(Some(builder.build().trim().with_empty_word(some_are_shorter)))
    }

    /// The words from which `str.substr` takes a word of this automaton, with start and count as in
    /// [`Nfa::substring`].
    ///
    /// # Errors
    /// When the budget ends.
    pub fn substring_preimage(&self, start: u64, count: Option<u64>, cap: usize, budget: &Budget) -> Capped {
        let has_empty_word = self.initial().iter().any(|&state| self.is_accepting(state));
        if count == Some(0) {
            return Ok(Some(if has_empty_word { Nfa::all() } else { Nfa::none() }));
        }
        let Some(start) = u32::try_from(start).ok().filter(|start| *start as usize <= cap) else {
            return Ok(None);
        };
        let Some(tails) = (match count {
            Some(count) => self.cut_off_at(count, cap, budget)?,
            None => Some(self.clone()),
        }) else {
            return Ok(None);
        };
        let mut before = NfaBuilder::new();
        before.set_initial(0);
        before.set_accepting(start);
        (0..start).for_each(|state| before.add_edge(state, ANY, state + 1));
        let before = before.build();
        let long = before.concat(&tails);
        Ok(Some(if has_empty_word { long.union(&before.prefixes()) } else { long }.trim()))
    }

    /// Words of at most `count` characters, and any words that begin with one of exactly `count`.
    fn cut_off_at(&self, count: u64, cap: usize, budget: &Budget) -> Capped {
        let words = self.trim();
        let mut builder = NfaBuilder::new();
        let mut layer = Layer::new(words.initial().to_vec(), &mut builder);
        layer.states.iter().for_each(|state| builder.set_initial(state.1));
        for taken in 0..=count {
            let ends = layer.states.iter().filter(|state| words.is_accepting(state.0));
            if taken == count {
                let rest = builder.add_state();
                builder.add_edge(rest, ANY, rest);
                builder.set_accepting(rest);
                ends.for_each(|state| {
                    builder.set_accepting(state.1);
                    builder.add_edge(state.1, ANY, rest);
                });
                break;
            }
            ends.for_each(|state| builder.set_accepting(state.1));
            if layer.states.is_empty() {
                break;
            }
            layer = layer.next(&words, &mut builder);
            if !fits(builder.states() as usize, cap, budget)? {
                return Ok(None);
            }
        }
        Ok(Some(builder.build()))
    }

    /// The states after exactly `count` characters, and whether a word ends before.
    fn after_steps(&self, steps: u64, budget: &Budget) -> Result<(Vec<u32>, bool), Stop> {
        let mut layer = self.initial().to_vec();
        let mut ended = false;
        for _ in 0..steps {
            if layer.is_empty() {
                break;
            }
            budget.poll_many(layer.len() as u64)?;
            ended |= layer.iter().any(|&state| self.is_accepting(state));
            let mut next = FixedBitSet::with_capacity(self.states() as usize);
            for edge in layer.iter().flat_map(|&state| self.edges(state)) {
                next.insert(edge.target as usize);
            }
            layer = next.ones().map(|state| state as u32).collect();
        }
        Ok((layer, ended))
    }

    /// The same words, and the empty one if that is `wanted`.
    fn with_empty_word(self, wanted: bool) -> Nfa {
        if wanted { self.union(&Nfa::word(&[])) } else { self }
    }

    /// What is left of words of this automaton without the characters of `set` at both ends.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn stripped(&self, set: &CharSet, cap: usize, budget: &Budget) -> Capped {
        let around = star_of(set);
        let cores = self.left_quotient(&around, budget)?.right_quotient(&around, budget)?;
        cores.intersect(&without_ends(set), cap, budget)
    }

    /// The words that are in this automaton without the characters of `set` at both ends.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn stripped_preimage(&self, set: &CharSet, cap: usize, budget: &Budget) -> Capped {
        let around = star_of(set);
        let cores = self.intersect(&without_ends(set), cap, budget)?;
        Ok(cores.map(|cores| around.concat(&cores).concat(&around).trim()))
    }
}

/// States of an automaton after some number of characters, with their numbers in another.
struct Layer {
    states: Vec<(u32, u32)>,
}

impl Layer {
    fn new(states: impl IntoIterator<Item = u32>, builder: &mut NfaBuilder) -> Self {
        Self { states: states.into_iter().map(|state| (state, builder.add_state())).collect() }
    }

    /// The states one character later, with the edges that lead there.
    fn next(&self, nfa: &Nfa, builder: &mut NfaBuilder) -> Self {
        let mut targets = FixedBitSet::with_capacity(nfa.states() as usize);
        for edge in self.states.iter().flat_map(|state| nfa.edges(state.0)) {
            targets.insert(edge.target as usize);
        }
        let next = Self::new(targets.ones().map(|state| state as u32), builder);
        for (state, number) in &self.states {
            for edge in nfa.edges(*state) {
                if let Ok(at) = next.states.binary_search_by_key(&edge.target, |state| state.0) {
                    builder.add_edge(*number, (edge.low, edge.high), next.states[at].1);
                }
            }
        }
        next
    }
}

/// Words of characters of `set`.
fn star_of(set: &CharSet) -> Nfa {
    let mut builder = NfaBuilder::new();
    builder.set_initial(0);
    builder.set_accepting(0);
    set.ranges().iter().for_each(|&range| builder.add_edge(0, range, 0));
    builder.build()
}

/// Words that neither begin nor end with a character of `set`.
fn without_ends(set: &CharSet) -> Nfa {
    let mut builder = NfaBuilder::new();
    let [start, kept, between] = [0, 1, 2];
    builder.set_initial(start);
    builder.set_accepting(start);
    builder.set_accepting(kept);
    for &range in set.complement().ranges() {
        [start, kept, between].into_iter().for_each(|from| builder.add_edge(from, range, kept));
    }
    for &range in set.ranges() {
        [kept, between].into_iter().for_each(|from| builder.add_edge(from, range, between));
    }
    builder.build()
}
