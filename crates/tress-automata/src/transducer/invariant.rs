//! Proofs that two machines never write the same: regular sets that hold every lag.
//!
//! Enters: a [`Joint`]. Leaves: an [`Invariant`] that was checked, or `None`. An invariant gives each
//! node two regular languages, one for each machine that may be ahead. It holds the lags of all
//! starts, it is kept by every edge, and no lag of it is made up for at an end. Then no word lets
//! both machines write the same, however long lags become.
//!
//! Candidates come from languages that are defined by their factors of a given length (k-testable
//! languages): the least one that is kept by all edges is computed as a fixpoint. How it was found
//! does not matter: [`Invariant::holds`] checks it by itself.

use rustc_hash::{FxHashMap, FxHashSet};
use tress_base::{Budget, Stop};

use super::joint::{Edge, Joint};
use super::lag::Lag;
use super::limits::FACTOR_LENGTH;

/// Characters that may be written: sets of them are the bits of a number.
const CHARACTERS: usize = 64;

/// A language of lags: a deterministic automaton without states that lead nowhere.
#[derive(Clone, Debug, Default)]
struct Lags {
    /// The edges of each state; the first state is the beginning. There may be no states.
    next: Vec<Vec<(u32, u32)>>,
    accepts: Vec<bool>,
}

impl Lags {
    /// The state that a word leads to, from another.
    fn walk(&self, from: Option<u32>, word: &[u32]) -> Option<u32> {
        let step = |state: u32, c: &u32| {
            let edge = self.next.get(state as usize)?.iter().find(|edge| edge.0 == *c)?;
            Some(edge.1)
        };
        word.iter().try_fold(from?, step)
    }

    fn start(&self) -> Option<u32> {
        (!self.next.is_empty()).then_some(0)
    }

    fn accepts(&self, state: Option<u32>) -> bool {
        state.is_some_and(|state| self.accepts[state as usize])
    }

    fn contains(&self, word: &[u32]) -> bool {
        self.accepts(self.walk(self.start(), word))
    }
}

/// Regular sets of lags for all nodes of a [`Joint`].
#[derive(Clone, Debug)]
pub struct Invariant {
    lags: Vec<[Lags; 2]>,
}

impl Invariant {
    /// Does every lag that can come about stay inside, and is none of them made up for at an end?
    /// This is all that is needed of a proof, and rests on nothing but the two graphs.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn holds(&self, joint: &Joint, budget: &Budget) -> Result<bool, Stop> {
        let starts = joint.starts.iter().all(|(node, outputs)| {
            Lag::default().after(outputs).is_none_or(|lag| self.contains(*node, &lag))
        });
        if !starts || self.lags.len() != joint.len() {
            return Ok(false);
        }
        for (node, end) in joint.ends.iter().enumerate() {
            for ahead in [0, 1] {
                let Some(outputs) = end else { continue };
                let missing = outputs[1 - ahead].strip_suffix(&*outputs[ahead]);
                if missing.is_some_and(|word| self.lags[node][ahead].contains(word)) {
                    return Ok(false);
                }
            }
        }
        for (node, edge) in joint.all_edges() {
            for ahead in [0, 1] {
                if !self.is_kept(node, edge, ahead, budget)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn contains(&self, node: u32, lag: &Lag) -> bool {
        self.lags[node as usize][lag.ahead].contains(&lag.word)
    }

    /// Does an edge lead lags of the one machine that is ahead to lags of its target? Those shorter
    /// than what the other machine writes are looked at one by one; the others lose that much in
    /// front, whatever follows.
    fn is_kept(&self, node: u32, edge: &Edge, ahead: usize, budget: &Budget) -> Result<bool, Stop> {
        let from = &self.lags[node as usize][ahead];
        let [written, other] = [&*edge.outputs[ahead], &*edge.outputs[1 - ahead]];
        for length in 0..other.len() {
            let lag = Lag { ahead, word: other[..length].to_vec() };
            if from.contains(&lag.word)
                && let Some(after) = lag.after(&edge.outputs)
                && !self.contains(edge.target, &after)
            {
                return Ok(false);
            }
        }
        let Some(state) = from.walk(from.start(), other) else { return Ok(true) };
        let to = &self.lags[edge.target as usize][ahead];
        let mut seen = FxHashSet::default();
        let mut stack = vec![(state, to.start(), true)];
        while let Some((state, reached, is_first)) = stack.pop() {
            budget.poll()?;
            if from.accepts[state as usize] {
                let nobody = is_first && written.is_empty();
                let inside = if nobody {
                    self.contains(edge.target, &Lag::default())
                } else {
                    to.accepts(to.walk(reached, written))
                };
                if !inside {
                    return Ok(false);
                }
            }
            for (character, next) in &from.next[state as usize] {
                let pair = (*next, to.walk(reached, &[*character]));
                if seen.insert(pair) {
                    stack.push((pair.0, pair.1, false));
                }
            }
        }
        Ok(true)
    }
}

impl Joint {
    /// Looks for an invariant that shows that the two machines never write the same. It was checked.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn invariant(&self, budget: &Budget) -> Result<Option<Invariant>, Stop> {
        for longest in 2..=FACTOR_LENGTH.most(budget) as usize {
            if let Some(invariant) = self.invariant_of_factors(longest, budget)?
                && invariant.holds(self, budget)?
            {
                return Ok(Some(invariant));
            }
        }
        budget.hit(FACTOR_LENGTH.name());
        Ok(None)
    }

    /// The same with factors of one length. Not checked.
    pub(super) fn invariant_of_factors(
        &self,
        longest: usize,
        budget: &Budget,
    ) -> Result<Option<Invariant>, Stop> {
        let Some(mut growing) = Growing::new(self, longest) else { return Ok(None) };
        growing.grow(budget)
    }
}

/// Words of at most `longest` characters: what is remembered of a word that is read.
struct Factors {
    longest: usize,
    words: Vec<Vec<u32>>,
    numbers: FxHashMap<Vec<u32>, u32>,
    next: FxHashMap<(u32, u8), u32>,
    characters: Vec<u32>,
}

impl Factors {
    fn number(&mut self, word: Vec<u32>) -> u32 {
        let fresh = self.words.len() as u32;
        let number = *self.numbers.entry(word.clone()).or_insert(fresh);
        if number == fresh {
            self.words.push(word);
        }
        number
    }

    /// What is remembered after one more character.
    fn next(&mut self, factor: u32, character: u8) -> u32 {
        if let Some(known) = self.next.get(&(factor, character)) {
            return *known;
        }
        let mut word = self.words[factor as usize].clone();
        word.push(self.characters[character as usize]);
        if word.len() > self.longest {
            word.remove(0);
        }
        let number = self.number(word);
        self.next.insert((factor, character), number);
        number
    }
}

/// A language by its factors: which characters follow which, and which may be the last.
#[derive(Clone, Default)]
struct Testable {
    follow: Vec<u64>,
    accepts: Vec<bool>,
}

impl Testable {
    fn follow(&self, factor: u32) -> u64 {
        self.follow.get(factor as usize).copied().unwrap_or(0)
    }

    fn accepts(&self, factor: u32) -> bool {
        self.accepts.get(factor as usize).is_some_and(|accepts| *accepts)
    }

    /// Lets characters follow. True when that is new.
    fn add(&mut self, factor: u32, characters: u64) -> bool {
        let index = factor as usize;
        if self.follow.len() <= index {
            self.follow.resize(index + 1, 0);
        }
        let new = characters & !self.follow[index];
        self.follow[index] |= characters;
        new != 0
    }

    /// Lets words end. True when that is new.
    fn accept(&mut self, factor: u32) -> bool {
        let index = factor as usize;
        if self.accepts.len() <= index {
            self.accepts.resize(index + 1, false);
        }
        !std::mem::replace(&mut self.accepts[index], true)
    }
}

/// Languages that grow until every edge keeps them.
struct Growing<'a> {
    joint: &'a Joint,
    factors: Factors,
    codes: FxHashMap<u32, u8>,
    lags: Vec<[Testable; 2]>,
    changed: Vec<bool>,
}

/// The characters of a set.
fn members(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let character = (set != 0).then_some(set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(character)
    })
}

impl<'a> Growing<'a> {
    /// Empty languages. Returns `None` if there are too many characters.
    fn new(joint: &'a Joint, longest: usize) -> Option<Self> {
        let edges = joint.all_edges().map(|(_, edge)| &edge.outputs);
        let ends = joint.ends.iter().flatten().chain(joint.starts.iter().map(|start| &start.1));
        let mut characters: Vec<u32> = edges.chain(ends).flatten().flatten().copied().collect();
        characters.sort_unstable();
        characters.dedup();
        let codes = characters.iter().copied().zip(0..).collect();
        let (words, numbers) = (vec![Vec::new()], FxHashMap::from_iter([(Vec::new(), 0)]));
        let is_small = characters.len() <= CHARACTERS;
        let factors = Factors { longest, words, numbers, next: FxHashMap::default(), characters };
        let lags = vec![<[Testable; 2]>::default(); joint.len()];
        is_small.then(|| Self { joint, factors, codes, lags, changed: vec![false; joint.len()] })
    }

    /// Lets all languages grow. Returns `None` if a lag appears that is made up for at an end.
    fn grow(&mut self, budget: &Budget) -> Result<Option<Invariant>, Stop> {
        for (node, outputs) in &self.joint.starts {
            if let Some(lag) = Lag::default().after(outputs) {
                self.add(*node, lag.ahead, 0, &lag.word);
            }
        }
        while let Some(node) = self.changed.iter().position(|changed| *changed) {
            self.changed[node] = false;
            if self.is_made_up_for(node) {
                return Ok(None);
            }
            for edge in &self.joint.edges[node] {
                for ahead in [0, 1] {
                    self.follow_edge(node, edge, ahead, budget)?;
                }
            }
        }
        Ok(Some(self.invariant()))
    }

    /// Adds a word that goes on from a factor.
    fn add(&mut self, node: u32, ahead: usize, mut factor: u32, word: &[u32]) {
        let lags = &mut self.lags[node as usize][ahead];
        let mut changed = false;
        for c in word {
            let character = self.codes[c];
            changed |= lags.add(factor, 1 << character);
            factor = self.factors.next(factor, character);
        }
        changed |= lags.accept(factor);
        self.changed[node as usize] |= changed;
    }

    /// Where a word leads in a language, if it begins a word of it.
    fn walk(&mut self, node: usize, ahead: usize, word: &[u32]) -> Option<u32> {
        let mut factor = 0;
        for c in word {
            let character = *self.codes.get(c)?;
            if self.lags[node][ahead].follow(factor) & (1 << character) == 0 {
                return None;
            }
            factor = self.factors.next(factor, character);
        }
        Some(factor)
    }

    fn contains(&mut self, node: usize, ahead: usize, word: &[u32]) -> bool {
        let factor = self.walk(node, ahead, word);
        factor.is_some_and(|factor| self.lags[node][ahead].accepts(factor))
    }

    fn is_made_up_for(&mut self, node: usize) -> bool {
        let Some(outputs) = &self.joint.ends[node] else { return false };
        [0, 1].into_iter().any(|ahead| {
            let missing = outputs[1 - ahead].strip_suffix(&*outputs[ahead]);
            missing.is_some_and(|word| self.contains(node, ahead, word))
        })
    }

    /// Adds to an edge's target what the lags of its node become.
    fn follow_edge(&mut self, node: usize, edge: &Edge, ahead: usize, budget: &Budget) -> Result<(), Stop> {
        let [written, other] = [&*edge.outputs[ahead], &*edge.outputs[1 - ahead]];
        for length in 0..other.len() {
            let lag = Lag { ahead, word: other[..length].to_vec() };
            if self.contains(node, ahead, &lag.word)
                && let Some(after) = lag.after(&edge.outputs)
            {
                self.add(edge.target, after.ahead, 0, &after.word);
            }
        }
        let Some(state) = self.walk(node, ahead, other) else { return Ok(()) };
        let mut seen = FxHashSet::from_iter([(state, 0)]);
        let mut stack = vec![(state, 0)];
        while let Some((state, factor)) = stack.pop() {
            budget.poll()?;
            let from = &self.lags[node][ahead];
            let (follow, accepts) = (from.follow(state), from.accepts(state));
            if accepts {
                // A lag of nothing belongs to the first machine.
                let ahead = if factor == 0 && written.is_empty() { 0 } else { ahead };
                self.add(edge.target, ahead, factor, written);
            }
            let grown = self.lags[edge.target as usize][ahead].add(factor, follow);
            self.changed[edge.target as usize] |= grown;
            for character in members(follow) {
                let pair = (self.factors.next(state, character), self.factors.next(factor, character));
                if seen.insert(pair) {
                    stack.push(pair);
                }
            }
        }
        Ok(())
    }

    /// The languages as automata.
    fn invariant(&mut self) -> Invariant {
        let lags = self.lags.clone();
        Invariant { lags: lags.iter().map(|pair| pair.each_ref().map(|lags| self.automaton(lags))).collect() }
    }

    fn automaton(&mut self, lags: &Testable) -> Lags {
        let mut automaton = Lags::default();
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::from_iter([(0, 0)]);
        let mut order = vec![0];
        while let Some(&factor) = order.get(automaton.next.len()) {
            let mut edges = Vec::new();
            for character in members(lags.follow(factor)) {
                let target = self.factors.next(factor, character);
                let number = *numbers.entry(target).or_insert_with(|| {
                    order.push(target);
                    order.len() as u32 - 1
                });
                edges.push((self.factors.characters[character as usize], number));
            }
            automaton.next.push(edges);
            automaton.accepts.push(lags.accepts(factor));
        }
        automaton
    }
}
