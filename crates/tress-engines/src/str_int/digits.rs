//! Languages of digits as explicit automata: which lengths occur, and the least and greatest word of
//! a length.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tress_automata::{Regex, RegexStore};
use tress_base::{Budget, Stop};

use super::limits::{ENDS, FOLLOWED_LENGTHS, STATES};

/// No word goes on from here.
pub(super) const DEAD: u32 = u32::MAX;

/// A deterministic automaton over digits that begins in state 0. Every target but `DEAD` leads to an
/// accepting state.
#[derive(Clone, Debug)]
pub(super) struct Automaton {
    pub(super) next: Vec<[u32; 10]>,
    pub(super) accepting: Vec<bool>,
}

/// Lengths: those listed, and `from + period·k + residue`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lengths {
    pub(super) listed: Vec<usize>,
    pub(super) from: usize,
    pub(super) period: usize,
    pub(super) residues: Vec<usize>,
}

impl Automaton {
    /// The words of digits of a language. `None` if there are too many states.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(super) fn new(
        store: &mut RegexStore,
        language: Regex,
        budget: &Budget,
    ) -> Result<Option<Self>, Stop> {
        let (mut states, mut next) = (vec![language], Vec::new());
        let mut numbers: FxHashMap<Regex, u32> = FxHashMap::from_iter([(language, 0)]);
        while let Some(state) = states.get(next.len()).copied() {
            if STATES.is_exceeded(states.len(), budget) {
                return Ok(None);
            }
            let mut row = [DEAD; 10];
            for (digit, target) in (u32::from('0')..).zip(&mut row) {
                let after = store.derivative(state, digit, budget)?;
                *target = *numbers.entry(after).or_insert_with(|| {
                    states.push(after);
                    u32::try_from(states.len() - 1).expect("few states")
                });
            }
            next.push(row);
        }
        let accepting = states.iter().map(|state| store.is_nullable(*state)).collect();
        let mut automaton = Self { next, accepting };
        automaton.trim();
        Ok(Some(automaton))
    }

    /// Makes targets dead from which no word ends.
    fn trim(&mut self) {
        let mut alive = self.accepting.clone();
        loop {
            let grown: Vec<usize> = (0..self.next.len())
                .filter(|at| {
                    !alive[*at] && self.next[*at].iter().any(|to| *to != DEAD && alive[*to as usize])
                })
                .collect();
            if grown.is_empty() {
                break;
            }
            grown.into_iter().for_each(|at| alive[at] = true);
        }
        for target in self.next.iter_mut().flatten() {
            if *target != DEAD && !alive[*target as usize] {
                *target = DEAD;
            }
        }
    }

    /// For every number of digits up to this one, the states from which as many lead to the end. `None`
    /// when the table would be too large.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(super) fn ends(&self, length: usize, budget: &Budget) -> Result<Option<Vec<Vec<bool>>>, Stop> {
        if ENDS.is_exceeded(length.saturating_mul(self.next.len()), budget) {
            return Ok(None);
        }
        let mut table = vec![self.accepting.clone()];
        for left in 0..length {
            budget.poll_many(self.next.len() as u64)?;
            let leads = |row: &[u32; 10]| row.iter().any(|to| *to != DEAD && table[left][*to as usize]);
            let row = self.next.iter().map(leads).collect();
            table.push(row);
        }
        Ok(Some(table))
    }

    /// The lengths of its words. `None` if no period is found soon.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(super) fn lengths(&self, budget: &Budget) -> Result<Option<Lengths>, Stop> {
        let mut seen: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
        let (mut front, mut occurring) = (vec![0_u32], Vec::new());
        while !FOLLOWED_LENGTHS.is_exceeded(occurring.len() + 1, budget) {
            budget.poll_many(front.len() as u64)?;
            if let Some(first) = seen.insert(front.clone(), occurring.len()) {
                let period = occurring.len() - first;
                return Ok(Some(Lengths {
                    listed: (0..first).filter(|length| occurring[*length]).collect(),
                    from: first,
                    period,
                    residues: (0..period).filter(|residue| occurring[first + residue]).collect(),
                }));
            }
            occurring.push(front.iter().any(|state| self.accepting[*state as usize]));
            let targets = front.iter().flat_map(|state| self.next[*state as usize]);
            let mut next: Vec<u32> = targets.filter(|to| *to != DEAD).collect();
            next.sort_unstable();
            next.dedup();
            front = next;
        }
        Ok(None)
    }

    /// The least or the greatest word of a length.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(super) fn extreme(
        &self,
        length: usize,
        least: bool,
        budget: &Budget,
    ) -> Result<Option<Vec<u8>>, Stop> {
        let Some(ends) = self.ends(length, budget)? else { return Ok(None) };
        let (mut state, mut word) = (0, Vec::new());
        for left in (0..length).rev() {
            let fits = |digit: &u8| {
                let to = self.next[state as usize][usize::from(*digit)];
                to != DEAD && ends[left][to as usize]
            };
            let found = if least { (0..10).find(fits) } else { (0..10).rev().find(fits) };
            let Some(digit) = found else { return Ok(None) };
            word.push(digit);
            state = self.next[state as usize][usize::from(digit)];
        }
        Ok(self.accepting[state as usize].then_some(word))
    }

    /// The least digit that a word begins with. `None` if there is none.
    pub(super) fn least_first(&self) -> Option<u8> {
        (0..10).find(|digit| self.next[0][usize::from(*digit)] != DEAD)
    }

    /// A digit that is at least the last of every word.
    pub(super) fn greatest_last(&self) -> u8 {
        let ends = |digit: &u8| {
            let is_last = |row: &[u32; 10]| {
                let to = row[usize::from(*digit)];
                to != DEAD && self.accepting[to as usize]
            };
            self.next.iter().any(is_last)
        };
        // The empty word counts as zero and ends in nothing.
        if self.accepting[0] { 9 } else { (0..10).rev().find(ends).unwrap_or(9) }
    }

    /// The largest number of zeros that a word can begin with. `None` if there is no bound.
    pub(super) fn leading_zeros(&self) -> Option<usize> {
        let mut state = 0;
        for zeros in 0..=self.next.len() {
            state = self.next[state as usize][0];
            if state == DEAD {
                return Some(zeros);
            }
        }
        None
    }
}
