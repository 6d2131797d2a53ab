//! What product and difference share: states are met, numbered and put on a stack; the eager way keeps every move,
//! the lazy way ends with the first final state.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::sfa::Sfa;
use crate::experiments::study::sets::Algebra;

/// How much is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The whole automaton.
    Eager,
    /// As much as one word needs.
    Lazy,
}

/// What was found.
#[derive(Clone, Debug)]
pub(crate) struct Found<S> {
    /// A word of the result, if it has one.
    pub(crate) word: Option<Vec<u32>>,
    /// States that were met.
    pub(crate) states: usize,
    /// The automaton; only the eager way has it.
    pub(crate) automaton: Option<Sfa<S>>,
}

/// A search that has begun. States of the result are pairs of numbers.
pub(super) struct Exploration<S> {
    mode: Mode,
    pairs: Vec<(u32, u32)>,
    numbers: FxHashMap<(u32, u32), u32>,
    stack: Vec<u32>,
    /// For each state but the first the one from which it was met, and the label.
    origins: Vec<Option<(u32, S)>>,
    built: Sfa<S>,
    /// The first final state that was met.
    end: Option<u32>,
}

impl<S: Clone> Exploration<S> {
    /// Begins with one pair.
    pub(super) fn new(mode: Mode, start: (u32, u32), is_final: bool) -> Self {
        let built = Sfa { labels: Vec::new(), moves: vec![Vec::new()], finals: vec![is_final] };
        Self {
            mode,
            pairs: vec![start],
            numbers: std::iter::once((start, 0)).collect(),
            stack: vec![0],
            origins: vec![None],
            built,
            end: is_final.then_some(0),
        }
    }

    /// The next state to look at, with its pair; nothing when the search may end.
    pub(super) fn next(&mut self) -> Option<(u32, (u32, u32))> {
        if self.mode == Mode::Lazy && self.end.is_some() {
            return None;
        }
        self.stack.pop().map(|state| (state, self.pairs[state as usize]))
    }

    /// A move leads from a state to a pair.
    pub(super) fn add(&mut self, from: u32, label: S, to: (u32, u32), is_final: bool) {
        let fresh = self.pairs.len() as u32;
        let target = *self.numbers.entry(to).or_insert(fresh);
        if target == fresh {
            self.pairs.push(to);
            self.stack.push(fresh);
            self.origins.push(Some((from, label.clone())));
            self.built.moves.push(Vec::new());
            self.built.finals.push(is_final);
            if is_final && self.end.is_none() {
                self.end = Some(fresh);
            }
        }
        if self.mode == Mode::Eager {
            self.built.moves[from as usize].push((self.built.labels.len() as u32, target));
            self.built.labels.push(label);
        }
    }

    /// The result of the search.
    ///
    /// # Errors
    /// When the budget ends.
    pub(super) fn finish<A: Algebra<Set = S>>(
        self,
        algebra: &mut A,
        budget: &Budget,
    ) -> Result<Found<S>, Stop> {
        let word = self.end.map(|end| self.spell(end, algebra, budget)).transpose()?;
        let automaton = (self.mode == Mode::Eager).then_some(self.built);
        Ok(Found { word, states: self.pairs.len(), automaton })
    }

    /// A word that leads to a state.
    fn spell<A: Algebra<Set = S>>(
        &self,
        end: u32,
        algebra: &mut A,
        budget: &Budget,
    ) -> Result<Vec<u32>, Stop> {
        let (mut word, mut at) = (Vec::new(), end);
        while let Some((before, label)) = &self.origins[at as usize] {
            word.push(algebra.member(label, budget)?.expect("labels are not empty"));
            at = *before;
        }
        word.reverse();
        Ok(word)
    }
}
