//! Languages that are made from characters, words and regular expressions.

use std::ops::Range;

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::{Edge, Level, Levels};
use tress_automata::CharSet;
use tress_automata::{Regex, RegexStore};

impl Levels {
    /// All words of this length over some characters.
    pub(crate) fn all(&mut self, length: usize, characters: &CharSet) -> Level {
        self.characters_before(&vec![characters; length], Level::EMPTY_WORD)
    }

    /// One word.
    pub(crate) fn word(&mut self, word: &[u32]) -> Level {
        let mut level = Level::EMPTY_WORD;
        for character in word.iter().rev() {
            level = self.state(vec![(*character, *character, level)]);
        }
        level
    }

    /// One character of each set, and then a word of the language.
    fn characters_before(&mut self, sets: &[&CharSet], mut level: Level) -> Level {
        for set in sets.iter().rev() {
            let edges = set.ranges().iter().map(|(low, high)| (*low, *high, level));
            level = self.state(edges.collect());
        }
        level
    }

    /// A word of the language with given numbers of characters before and behind it.
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn between(
        &mut self,
        before: usize,
        level: Level,
        behind: usize,
        characters: &CharSet,
        budget: &Budget,
    ) -> Result<Level, Stop> {
        let behind = self.all(behind, characters);
        let level = self.then(level, behind, budget)?;
        if level.is_none() {
            return Ok(level);
        }
        Ok(self.characters_before(&vec![characters; before], level))
    }

    /// All words of this length in which a word begins at none of these positions.
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn avoiding(
        &mut self,
        length: usize,
        word: &[u32],
        positions: Range<usize>,
        characters: &CharSet,
        budget: &Budget,
    ) -> Result<Level, Stop> {
        if word.is_empty() || word.len() > length {
            let occurs = word.is_empty() && positions.start < positions.end.min(length + 1);
            return Ok(if occurs { Level::NONE } else { self.all(length, characters) });
        }
        let matcher = Matcher::new(word, characters);
        // States of the matcher behind each number of characters, from the last one on.
        let mut behind = vec![Level::EMPTY_WORD; word.len() + 1];
        if positions.contains(&(length - word.len())) {
            behind[word.len()] = Level::NONE;
        }
        for position in (0..length).rev() {
            let mut before = Vec::with_capacity(behind.len());
            for matched in 0..=word.len() {
                let is_forbidden = matched == word.len()
                    && position >= word.len()
                    && positions.contains(&(position - word.len()));
                let edges = if is_forbidden { Vec::new() } else { matcher.edges(matched, &behind) };
                budget.poll_many(1 + edges.len() as u64)?;
                before.push(self.state(edges));
            }
            behind = before;
        }
        Ok(behind[0])
    }

    /// The words of this length of a regular language, over some characters.
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn of_regex(
        &mut self,
        length: usize,
        (regexes, regex): (&mut RegexStore, Regex),
        characters: &CharSet,
        budget: &Budget,
    ) -> Result<Level, Stop> {
        // The expressions that can be left after a number of characters.
        let mut reached: Vec<Vec<Regex>> = vec![vec![regex]];
        for position in 0..length {
            let mut next = Vec::new();
            for state in &reached[position] {
                let transitions = regexes.transitions(*state, budget)?;
                budget.poll_many(1 + transitions.len() as u64)?;
                next.extend(transitions.iter().map(|transition| transition.target));
            }
            next.sort_unstable();
            next.dedup();
            reached.push(next);
        }
        let mut behind: FxHashMap<Regex, Level> = FxHashMap::default();
        for state in &reached[length] {
            let level = if regexes.is_nullable(*state) { Level::EMPTY_WORD } else { Level::NONE };
            behind.insert(*state, level);
        }
        for states in reached[..length].iter().rev() {
            let mut before = FxHashMap::default();
            for state in states {
                let mut edges: Vec<Edge> = Vec::new();
                for transition in regexes.transitions(*state, budget)? {
                    let kept = CharSet::range(transition.low, transition.high).intersection(characters);
                    let target = behind[&transition.target];
                    edges.extend(kept.ranges().iter().map(|(low, high)| (*low, *high, target)));
                }
                budget.poll_many(1 + edges.len() as u64)?;
                before.insert(*state, self.state(edges));
            }
            behind = before;
        }
        Ok(behind[&regex])
    }
}

/// The automaton that finds a word (Knuth, Morris and Pratt): a state for each number of characters matched.
struct Matcher {
    /// For each state the characters of the word with the next state; all other characters lead to the first.
    steps: Vec<Vec<(u32, usize)>>,
    others: CharSet,
}

impl Matcher {
    fn new(word: &[u32], characters: &CharSet) -> Self {
        let mut own = word.to_vec();
        own.sort_unstable();
        own.dedup();
        let mut steps: Vec<Vec<(u32, usize)>> = Vec::with_capacity(word.len() + 1);
        // The state of the word without its first character.
        let mut shifted = 0;
        for matched in 0..=word.len() {
            let next = |character: u32| match word.get(matched) {
                Some(wanted) if *wanted == character => matched + 1,
                _ if matched == 0 => 0,
                _ => {
                    let known: &Vec<(u32, usize)> = &steps[shifted];
                    known.iter().find(|step| step.0 == character).map_or(0, |step| step.1)
                }
            };
            let row: Vec<(u32, usize)> = own.iter().map(|character| (*character, next(*character))).collect();
            if matched > 0 && matched < word.len() {
                let known = &steps[shifted];
                shifted = known.iter().find(|step| step.0 == word[matched]).map_or(0, |step| step.1);
            }
            steps.push(row);
        }
        let others = characters.difference(&CharSet::from_chars(own.iter().copied()));
        for row in &mut steps {
            row.retain(|step| characters.contains(step.0));
        }
        Self { steps, others }
    }

    /// The edges of a state, given where each state leads.
    fn edges(&self, matched: usize, behind: &[Level]) -> Vec<Edge> {
        let own = self.steps[matched].iter().map(|(character, next)| (*character, *character, behind[*next]));
        own.chain(self.others.ranges().iter().map(|(low, high)| (*low, *high, behind[0]))).collect()
    }
}
