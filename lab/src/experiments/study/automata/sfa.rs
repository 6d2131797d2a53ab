//! Symbolic automata without ε-moves.
//!
//! Enters: an [`EpsilonAutomaton`] and the sets behind the numbers of its labels. Leaves: an [`Sfa`] of the same language.

use std::collections::VecDeque;

use tress_base::{Budget, Stop};

use super::construct::EpsilonAutomaton;
#[cfg(test)]
use crate::experiments::study::sets::Algebra;

/// A symbolic automaton. State 0 is initial.
///
/// Invariant: moves name labels and states that are there; what is built here is clean, no label is the empty
/// set.
#[derive(Clone, Debug)]
pub(crate) struct Sfa<S> {
    pub(crate) labels: Vec<S>,
    /// For each state the label and the target of each move.
    pub(crate) moves: Vec<Vec<(u32, u32)>>,
    pub(crate) finals: Vec<bool>,
}

impl<S: Clone> Sfa<S> {
    /// The automaton of all words, for a set of all characters.
    #[cfg(test)]
    pub(crate) fn universal(all: S) -> Self {
        Self { labels: vec![all], moves: vec![vec![(0, 0)]], finals: vec![true] }
    }

    /// Eliminates ε-moves: a state gets the moves of those that it reaches by them. States that only ε-moves
    /// enter are left out.
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn without_epsilon(nfa: &EpsilonAutomaton, sets: &[S], budget: &Budget) -> Result<Self, Stop> {
        let states = nfa.states as usize;
        let (mut epsilon, mut moves) = (vec![Vec::new(); states], vec![Vec::new(); states]);
        nfa.epsilon.iter().for_each(|&(from, to)| epsilon[from as usize].push(to));
        nfa.moves.iter().for_each(|&(from, label, to)| moves[from as usize].push((label, to)));
        let mut is_final = vec![false; states];
        nfa.finals.iter().for_each(|&state| is_final[state as usize] = true);

        let mut numbers = vec![u32::MAX; states];
        numbers[nfa.initial as usize] = 0;
        let mut kept = vec![nfa.initial];
        let mut result = Self { labels: sets.to_vec(), moves: Vec::new(), finals: Vec::new() };
        let mut seen = vec![u32::MAX; states];
        let mut at = 0;
        while at < kept.len() {
            let closure = closure(kept[at], at as u32, &epsilon, &mut seen, budget)?;
            result.finals.push(closure.iter().any(|&state| is_final[state as usize]));
            let mut leaving: Vec<(u32, u32)> = Vec::new();
            for &(label, to) in closure.iter().flat_map(|&state| &moves[state as usize]) {
                let number = &mut numbers[to as usize];
                if *number == u32::MAX {
                    *number = kept.len() as u32;
                    kept.push(to);
                }
                leaving.push((label, *number));
            }
            leaving.sort_unstable();
            leaving.dedup();
            result.moves.push(leaving);
            at += 1;
        }
        Ok(result)
    }

    /// The length of a shortest word.
    pub(crate) fn shortest(&self) -> Option<usize> {
        let mut distance: Vec<Option<usize>> = vec![None; self.moves.len()];
        distance[0] = Some(0);
        let mut queue = VecDeque::from([0_u32]);
        while let Some(state) = queue.pop_front() {
            let so_far = distance[state as usize];
            if self.finals[state as usize] {
                return so_far;
            }
            for &(_, to) in &self.moves[state as usize] {
                if distance[to as usize].is_none() {
                    distance[to as usize] = so_far.map(|steps| steps + 1);
                    queue.push_back(to);
                }
            }
        }
        None
    }

    /// Is the word in the language?
    #[cfg(test)]
    pub(crate) fn accepts<A: Algebra<Set = S>>(&self, algebra: &A, word: &[u32]) -> bool {
        let mut states = vec![0_u32];
        for &c in word {
            let moves = states.iter().flat_map(|&state| &self.moves[state as usize]);
            let fits = |label: u32| algebra.contains(&self.labels[label as usize], c);
            let mut next: Vec<u32> = moves.filter(|(label, _)| fits(*label)).map(|&(_, to)| to).collect();
            next.sort_unstable();
            next.dedup();
            states = next;
        }
        states.iter().any(|&state| self.finals[state as usize])
    }
}

/// The states that ε-moves reach; `seen` holds the round in which a state was met last.
fn closure(
    from: u32,
    round: u32,
    epsilon: &[Vec<u32>],
    seen: &mut [u32],
    budget: &Budget,
) -> Result<Vec<u32>, Stop> {
    let mut reached = vec![from];
    seen[from as usize] = round;
    let mut at = 0;
    while at < reached.len() {
        budget.poll()?;
        for &to in &epsilon[reached[at] as usize] {
            if seen[to as usize] != round {
                seen[to as usize] = round;
                reached.push(to);
            }
        }
        at += 1;
    }
    Ok(reached)
}
