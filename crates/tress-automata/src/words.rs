//! The words of a language, one by one or in numbers: enumeration in length-lexicographic order,
//! exact counts by length, uniform samples.
//!
//! Enters: an expression or an automaton. Leaves: words and numbers. All three need a deterministic
//! automaton, so that every word is met once; its states are capped. Numbers of words are exact
//! integers of any size: there are 196608^n words of length n.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use tress_base::{Budget, Int, Random, Stop};

use crate::nfa::{Nfa, NfaBuilder};
use crate::regex::{Regex, RegexStore, Transition};

/// Which characters an enumeration uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Characters {
    /// Every character.
    All,
    /// One readable character for each way on from a state.
    Representatives,
}

/// The words of one language.
///
/// Invariant: `dfa` is deterministic and trimmed. `counts[n][s]` is the number of words of length `n`
/// that lead from state `s` to an accepting state.
#[derive(Clone, Debug)]
pub struct Words {
    dfa: Nfa,
    counts: Vec<Vec<Int>>,
}

impl Words {
    /// The words of `r`. Returns `None` if its deterministic automaton has more than `cap` states.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn from_regex(
        store: &mut RegexStore,
        r: Regex,
        cap: usize,
        budget: &Budget,
    ) -> Result<Option<Words>, Stop> {
        Self::explore(store, r, None, cap, budget)
    }

    /// The words of `r` that have at most this length. A state belongs to one position in the word, and
    /// alternatives that are too long from there on are left out: more states than in [`Words::from_regex`]
    /// when that automaton is small, far fewer when only long words need most of it. Returns `None` if there
    /// are more than `cap`.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn up_to(
        store: &mut RegexStore,
        r: Regex,
        longest: u64,
        cap: usize,
        budget: &Budget,
    ) -> Result<Option<Words>, Stop> {
        Self::explore(store, r, Some(longest), cap, budget)
    }

    /// The states by distance from the start; with `left` characters left there, when that matters.
    fn explore(
        store: &mut RegexStore,
        r: Regex,
        left: Option<u64>,
        cap: usize,
        budget: &Budget,
    ) -> Result<Option<Words>, Stop> {
        let mut numbers: FxHashMap<(Regex, Option<u64>), u32> = FxHashMap::from_iter([((r, left), 0)]);
        let mut states = vec![(r, left)];
        let mut builder = NfaBuilder::new();
        builder.set_initial(0);
        let mut at = 0;
        while at < states.len() {
            budget.poll()?;
            if states.len() > cap {
                return Ok(None);
            }
            let (state, left) = states[at];
            if store.is_nullable(state) {
                builder.set_accepting(at as u32);
            }
            if left != Some(0) {
                let left = left.map(|left| left - 1);
                for Transition { low, high, target } in store.transitions(state, budget)?.to_vec() {
                    let target = left.map_or(target, |left| store.without_long(target, left));
                    if target == Regex::NONE {
                        continue;
                    }
                    let target = *numbers.entry((target, left)).or_insert_with_key(|&key| {
                        states.push(key);
                        states.len() as u32 - 1
                    });
                    builder.add_edge(at as u32, (low, high), target);
                }
            }
            at += 1;
        }
        Ok(Some(Self { dfa: builder.build().trim(), counts: Vec::new() }))
    }

    /// The states of the automaton behind the words.
    #[must_use]
    pub fn states(&self) -> usize {
        self.dfa.states() as usize
    }

    /// The words of `nfa`. Returns `None` if determinising it needs more than `cap` states.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn from_nfa(nfa: &Nfa, cap: usize, budget: &Budget) -> Result<Option<Words>, Stop> {
        Ok(nfa.determinize(cap, budget)?.map(|dfa| Self { dfa, counts: Vec::new() }))
    }

    /// How many words have this length.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn count(&self, length: usize, budget: &Budget) -> Result<Int, Stop> {
        let mut row = self.first_row();
        for _ in 0..length {
            row = self.next_row(&row, budget)?;
        }
        Ok(self.dfa.initial().first().map_or(Int::ZERO, |&state| row[state as usize].clone()))
    }

    /// How many words have each length up to `longest`.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn counts(&self, longest: usize, budget: &Budget) -> Result<Vec<Int>, Stop> {
        let Some(&start) = self.dfa.initial().first() else { return Ok(vec![Int::ZERO; longest + 1]) };
        let mut row = self.first_row();
        let mut counts = vec![row[start as usize].clone()];
        for _ in 0..longest {
            row = self.next_row(&row, budget)?;
            counts.push(row[start as usize].clone());
        }
        Ok(counts)
    }

    fn first_row(&self) -> Vec<Int> {
        (0..self.dfa.states()).map(|state| Int::from(u32::from(self.dfa.is_accepting(state)))).collect()
    }

    fn next_row(&self, row: &[Int], budget: &Budget) -> Result<Vec<Int>, Stop> {
        let mut next = Vec::with_capacity(row.len());
        for state in 0..self.dfa.states() {
            budget.poll_many(1 + self.dfa.edges(state).len() as u64)?;
            let mut total = Int::ZERO;
            for edge in self.dfa.edges(state) {
                let ways = &row[edge.target as usize];
                if !ways.is_zero() {
                    total += &(&Int::from(edge.high - edge.low + 1) * ways);
                }
            }
            next.push(total);
        }
        Ok(next)
    }

    /// A word of this length, each with the same probability. Returns `None` if there is none.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn sample(
        &mut self,
        length: usize,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, Stop> {
        self.extend_counts(length, budget)?;
        let Some(&start) = self.dfa.initial().first() else { return Ok(None) };
        let total = &self.counts[length][start as usize];
        if total.is_zero() {
            return Ok(None);
        }
        let mut rest = random_below(random, total);
        let mut word = Vec::with_capacity(length);
        let mut state = start;
        for left in (0..length).rev() {
            budget.poll()?;
            for edge in self.dfa.edges(state) {
                let ways = &self.counts[left][edge.target as usize];
                let through = &Int::from(edge.high - edge.low + 1) * ways;
                if rest >= through {
                    rest -= &through;
                    continue;
                }
                let Some((offset, inner)) = rest.div_rem_euclid(ways) else { break };
                word.push(edge.low + offset.to_u32().unwrap_or(0));
                rest = inner;
                state = edge.target;
                break;
            }
        }
        Ok(Some(word))
    }

    fn extend_counts(&mut self, length: usize, budget: &Budget) -> Result<(), Stop> {
        if self.counts.is_empty() {
            self.counts.push(self.first_row());
        }
        while self.counts.len() <= length {
            let next = self.next_row(&self.counts[self.counts.len() - 1], budget)?;
            self.counts.push(next);
        }
        Ok(())
    }

    /// The words one by one, shorter before longer, words of one length in the order of their
    /// characters.
    #[must_use]
    pub fn enumerate(&self, characters: Characters) -> Enumeration {
        let steps = (0..self.dfa.states())
            .map(|state| {
                let mut steps: Vec<(u32, u32, u32)> = match characters {
                    Characters::All => {
                        self.dfa.edges(state).iter().map(|edge| (edge.low, edge.high, edge.target)).collect()
                    }
                    Characters::Representatives => self
                        .dfa
                        .edges_by_target(state)
                        .into_iter()
                        .filter_map(|(target, set)| set.representative().map(|c| (c, c, target)))
                        .collect(),
                };
                steps.sort_unstable();
                steps
            })
            .collect();
        let mut accepting = FixedBitSet::with_capacity(self.dfa.states() as usize);
        self.dfa.accepting().for_each(|state| accepting.insert(state as usize));
        Enumeration {
            steps,
            start: self.dfa.initial().first().copied(),
            alive: vec![accepting],
            length: 0,
            walking: false,
            last_found: 0,
            path: Vec::new(),
            word: Vec::new(),
        }
    }
}

/// A number below `bound`, each with the same probability; `bound` must be positive.
fn random_below(random: &mut Random, bound: &Int) -> Int {
    let bits = bound.bit_len();
    let chunk = Int::from(1_u64 << 32);
    loop {
        let mut number = Int::ZERO;
        let mut left = bits;
        while left > 0 {
            let take = left.min(32);
            let part = random.next_u64() >> (64 - take as u32);
            let scale = if take == 32 { chunk.clone() } else { Int::from(1_u64 << take) };
            number = &(&number * &scale) + &Int::from(part);
            left -= take;
        }
        if number < *bound {
            return number;
        }
    }
}

/// A walk through the words of a language.
///
/// Invariant: while `path` is not empty it holds `word` plus the choices not tried yet: each
/// entry is a state, the next of its steps, and the next character of that step.
#[derive(Clone, Debug)]
pub struct Enumeration {
    steps: Vec<Vec<(u32, u32, u32)>>,
    start: Option<u32>,
    /// `alive[n]` holds the states from which some word of length `n` is accepted.
    alive: Vec<FixedBitSet>,
    length: usize,
    /// Are the words of this length being walked through?
    walking: bool,
    last_found: usize,
    path: Vec<(u32, usize, u32)>,
    word: Vec<u32>,
}

impl Enumeration {
    /// The next word. Returns `None` if there are no more.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn next_word(&mut self, budget: &Budget) -> Result<Option<Vec<u32>>, Stop> {
        let Some(start) = self.start else { return Ok(None) };
        loop {
            if self.walking {
                if let Some(word) = self.advance(budget)? {
                    self.last_found = word.len();
                    return Ok(Some(word));
                }
                self.walking = false;
                self.length += 1;
            }
            // Between two lengths of an infinite language lie no more than its states.
            if self.length > self.last_found + self.steps.len() {
                return Ok(None);
            }
            self.extend_alive(budget)?;
            if !self.alive[self.length].contains(start as usize) {
                self.length += 1;
                continue;
            }
            self.word.clear();
            let first = self.steps[start as usize].first().map_or(0, |step| step.0);
            self.path.push((start, 0, first));
            self.walking = true;
        }
    }

    fn extend_alive(&mut self, budget: &Budget) -> Result<(), Stop> {
        while self.alive.len() <= self.length {
            let last = &self.alive[self.alive.len() - 1];
            let mut next = FixedBitSet::with_capacity(self.steps.len());
            for (state, steps) in self.steps.iter().enumerate() {
                budget.poll_many(1 + steps.len() as u64)?;
                next.set(state, steps.iter().any(|step| last.contains(step.2 as usize)));
            }
            self.alive.push(next);
        }
        Ok(())
    }

    /// The next word of the current length.
    fn advance(&mut self, budget: &Budget) -> Result<Option<Vec<u32>>, Stop> {
        while let Some(&(state, index, c)) = self.path.last() {
            budget.poll()?;
            let depth = self.path.len() - 1;
            if depth == self.length {
                self.path.pop();
                let word = self.word.clone();
                self.word.pop();
                return Ok(Some(word));
            }
            let steps = &self.steps[state as usize];
            let Some(&(_, high, target)) = steps.get(index) else {
                self.path.pop();
                self.word.pop();
                continue;
            };
            let next = if c < high {
                (state, index, c + 1)
            } else {
                (state, index + 1, steps.get(index + 1).map_or(0, |step| step.0))
            };
            let alive = self.alive[self.length - depth - 1].contains(target as usize);
            self.path[depth] =
                if alive { next } else { (state, index + 1, steps.get(index + 1).map_or(0, |step| step.0)) };
            if alive {
                self.word.push(c);
                let first = self.steps[target as usize].first().map_or(0, |step| step.0);
                self.path.push((target, 0, first));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{Ast, Dfa, symbols_of, words};

    const CAP: usize = 100_000;

    fn words_of(ast: &Ast) -> Words {
        let mut store = RegexStore::new();
        let r = ast.build(&mut store);
        Words::from_regex(&mut store, r, CAP, &Budget::unlimited()).unwrap().unwrap()
    }

    #[test]
    fn counts_agree_with_the_textbook() {
        let mut random = Random::new(41);
        let budget = Budget::unlimited();
        for _ in 0..1000 {
            let size = random.below(9);
            let ast = Ast::random(&mut random, size);
            let language = words_of(&ast);
            let expected = Dfa::new(&ast).counts(9);
            assert_eq!(language.counts(9, &budget).unwrap(), expected, "{ast:?}");
            assert_eq!(language.count(7, &budget).unwrap(), expected[7], "{ast:?}");
        }
    }

    /// An automaton for short words counts them as the whole one does.
    #[test]
    fn short_words_need_no_states_for_long_ones() {
        let mut random = Random::new(44);
        let budget = Budget::unlimited();
        for _ in 0..500 {
            let size = random.below(9);
            let ast = Ast::random(&mut random, size);
            let mut store = RegexStore::new();
            let r = ast.build(&mut store);
            let longest = random.below(6);
            let short = Words::up_to(&mut store, r, longest as u64, CAP, &budget).unwrap().unwrap();
            assert_eq!(short.counts(longest, &budget).unwrap(), Dfa::new(&ast).counts(longest), "{ast:?}");
        }
        let mut store = RegexStore::new();
        let a = store.range(97, 97);
        let tail = store.repeat(Regex::ANY_CHAR, 60, Some(60));
        let r = store.concat(&[Regex::ALL, a, tail]);
        assert!(Words::from_regex(&mut store, r, 1000, &budget).unwrap().is_none());
        let short = Words::up_to(&mut store, r, 63, 1000, &budget).unwrap().unwrap();
        assert!(short.states() > 60);
    }

    /// The enumeration over all characters, restricted to three characters by an intersection, must be
    /// exactly the accepted words in their order.
    #[test]
    fn enumeration_agrees_with_trying_all_words() {
        let mut random = Random::new(42);
        let budget = Budget::unlimited();
        for _ in 0..400 {
            let size = random.below(7);
            let ast = Ast::random(&mut random, size);
            let mut store = RegexStore::new();
            let r = ast.build(&mut store);
            let characters = store.range(97, 99);
            let characters = store.star(characters);
            let r = store.inter(&[r, characters]);
            let language = Words::from_regex(&mut store, r, CAP, &budget).unwrap().unwrap();
            let dfa = Dfa::new(&ast);
            let mut walk = language.enumerate(Characters::All);
            for expected in words(4).into_iter().filter(|word| dfa.accepts(word)) {
                let found = walk.next_word(&budget).unwrap().unwrap();
                assert_eq!(symbols_of(&found), expected, "{ast:?}");
            }
            let after = walk.next_word(&budget).unwrap();
            assert!(after.is_none_or(|word| word.len() > 4), "{ast:?}");
            let mut walk = language.enumerate(Characters::Representatives);
            let first: Vec<Vec<u32>> =
                std::iter::from_fn(|| walk.next_word(&budget).unwrap()).take(20).collect();
            assert!(
                first.is_sorted_by_key(Vec::len) && first.iter().all(|word| dfa.accepts(&symbols_of(word)))
            );
        }
    }

    #[test]
    fn samples_are_accepted_and_even() {
        let mut random = Random::new(43);
        let budget = Budget::unlimited();
        for _ in 0..300 {
            let size = random.below(7);
            let ast = Ast::random(&mut random, size);
            let mut language = words_of(&ast);
            let dfa = Dfa::new(&ast);
            for length in 0..5 {
                match language.sample(length, &mut random, &budget).unwrap() {
                    Some(word) => assert!(word.len() == length && dfa.accepts(&symbols_of(&word)), "{ast:?}"),
                    None => assert!(dfa.counts(length)[length].is_zero(), "{ast:?}"),
                }
            }
        }
        let pair = Ast::Repeat(Box::new(Ast::Symbols(3)), 2, Some(2));
        let mut language = words_of(&pair);
        let mut seen = [0; 4];
        for _ in 0..4000 {
            let word = symbols_of(&language.sample(2, &mut random, &budget).unwrap().unwrap());
            seen[word[0] * 2 + word[1]] += 1;
        }
        assert!(seen.iter().all(|&count| (850..1150).contains(&count)), "{seen:?}");
    }
}
