//! Words that do not match.
//!
//! Enters: words of a candidate, or the graph of ways. Leaves: rests with which the words fail, or the part
//! of the graph that reads words which can be continued so that they fail. A matcher tries all ways only when
//! none of them matches.

use rustc_hash::FxHashMap;
use tress_automata::ambiguity::{Pumped, Step};
use tress_automata::{CharSet, Regex, emptiness};
use tress_base::{Budget, Stop};

use super::Attack;
use super::attack::Subject;
use super::limits::{FAILING_STATES, FAILING_STEPS, SUFFIX_STEPS, SUFFIXES};
use super::paths::Paths;

/// Rounds after which the language is asked what may follow.
const ROUNDS_BEFORE: usize = 6;

/// The first of these, as many as rests are tried for one candidate.
pub(super) fn few<'a>(characters: &'a [u32], budget: &Budget) -> &'a [u32] {
    if SUFFIXES.is_exceeded(characters.len(), budget) {
        &characters[..SUFFIXES.most(budget) as usize]
    } else {
        characters
    }
}

impl Subject<'_> {
    /// The graph in which every state knows what may follow, without the states behind which everything
    /// matches. Returns `None` if it is too large.
    pub(super) fn failing(&mut self, paths: &Paths) -> Result<Option<Paths>, Stop> {
        let Some(language) = self.language else { return Ok(None) };
        let budget = self.budget;
        Ok(FAILING_STEPS.share(budget, || self.failing_part(paths, language))?.flatten())
    }

    fn failing_part(&mut self, paths: &Paths, language: Regex) -> Result<Option<Paths>, Stop> {
        let mut part = Paths { rough: paths.rough, symbols: paths.symbols.clone(), ..Paths::default() };
        let mut numbers: FxHashMap<(u32, Regex), u32> = FxHashMap::default();
        let mut states: Vec<(u32, Regex)> = Vec::new();
        let mut universal: FxHashMap<Regex, bool> = FxHashMap::default();
        let number = |numbers: &mut FxHashMap<(u32, Regex), u32>, states: &mut Vec<(u32, Regex)>, state| {
            *numbers.entry(state).or_insert_with(|| {
                states.push(state);
                states.len() as u32 - 1
            })
        };
        for &start in &paths.graph.starts {
            let start = number(&mut numbers, &mut states, (start, language));
            part.graph.starts.push(start);
        }
        let mut at = 0;
        while at < states.len() {
            if FAILING_STATES.is_exceeded(states.len(), self.budget) {
                return Ok(None);
            }
            let (state, left) = states[at];
            let mut steps = Vec::new();
            for (cell, next) in self.store.partition(left, self.budget)? {
                let all = match universal.get(&next) {
                    Some(&known) => known,
                    None => {
                        let known = self.matches_everything(next)?;
                        universal.insert(next, known);
                        known
                    }
                };
                if all {
                    continue;
                }
                for step in &paths.graph.steps[state as usize] {
                    self.budget.poll()?;
                    let set = step.set.intersection(&cell);
                    if !set.is_empty() {
                        let target = number(&mut numbers, &mut states, (step.target, next));
                        steps.push(Step { set, target, several: step.several });
                    }
                }
            }
            part.graph.steps.push(steps);
            at += 1;
        }
        part.nodes = states.iter().map(|state| paths.nodes[state.0 as usize]).collect();
        Ok(Some(part))
    }

    /// Is every word in the language?
    fn matches_everything(&mut self, language: Regex) -> Result<bool, Stop> {
        let any = self.store.chars(self.alphabet.clone());
        let any = self.store.star(any);
        let outside = self.store.diff(any, language);
        emptiness::is_empty(&mut self.store, outside, self.budget)
    }

    /// Rests with which the words of a candidate may fail, those that are sure to first.
    pub(super) fn suffixes(&mut self, parts: &[Pumped], paths: &Paths) -> Result<Vec<Vec<u32>>, Stop> {
        let characters: Vec<u32> = paths.symbols.iter().filter_map(CharSet::representative).collect();
        let mut suffixes = Vec::new();
        if let Some(language) = self.language {
            let budget = self.budget;
            let left = budget.within(SUFFIX_STEPS.most(budget), || self.left(language, parts));
            budget.look()?;
            match left {
                Ok(left) => suffixes = self.words_outside(left, &characters)?,
                Err(_) => budget.hit(SUFFIX_STEPS.name()),
            }
        }
        // Where the order of ways decides, a word that matches can be slow too.
        suffixes.push(Vec::new());
        suffixes.extend(characters.iter().map(|&character| vec![character]));
        let mut distinct: Vec<Vec<u32>> = Vec::new();
        for suffix in suffixes {
            if !distinct.contains(&suffix) && !SUFFIXES.is_exceeded(distinct.len() + 1, self.budget) {
                distinct.push(suffix);
            }
        }
        Ok(distinct)
    }

    /// What may follow the words of a candidate, for several numbers of rounds together.
    fn left(&mut self, language: Regex, parts: &[Pumped]) -> Result<Regex, Stop> {
        let mut all = Vec::new();
        for rounds in ROUNDS_BEFORE..ROUNDS_BEFORE + 4 {
            let attack = Attack { parts: parts.to_vec(), suffix: Vec::new() };
            let mut left = language;
            for character in attack.word(rounds) {
                left = self.store.derivative(left, character, self.budget)?;
            }
            if !all.contains(&left) {
                all.push(left);
            }
        }
        Ok(self.store.union(&all))
    }

    /// Short words that are not in a language: a shortest one, and one for each first character.
    fn words_outside(&mut self, language: Regex, characters: &[u32]) -> Result<Vec<Vec<u32>>, Stop> {
        let mut words = Vec::new();
        let firsts = std::iter::once(None).chain(characters.iter().copied().map(Some));
        for first in firsts.take(SUFFIXES.most(self.budget) as usize) {
            let budget = self.budget;
            let store = &mut self.store;
            let alphabet = self.alphabet.clone();
            let word = SUFFIX_STEPS.share(budget, || {
                let rest = match first {
                    None => language,
                    Some(character) => store.derivative(language, character, budget)?,
                };
                let any = store.chars(alphabet);
                let any = store.star(any);
                let outside = store.diff(any, rest);
                emptiness::find_word(store, outside, emptiness::Goal::Shortest, budget)
            })?;
            if let Some(Some(word)) = word {
                words.push(first.into_iter().chain(word).collect());
            }
        }
        Ok(words)
    }
}
