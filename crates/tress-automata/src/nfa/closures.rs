//! Languages made of parts of words: prefixes, suffixes, factors, and quotients by a language.
//!
//! Enters: automata. Leaves: an automaton with no more states, where only initial or accepting states
//! change.

use fixedbitset::FixedBitSet;
use tress_base::{Budget, Stop};

use super::Nfa;
use super::product::for_common_edges;

impl Nfa {
    /// What words of this automaton begin with.
    #[must_use]
    pub fn prefixes(&self) -> Nfa {
        let mut nfa = self.trim();
        nfa.accepting.insert_range(..);
        nfa
    }

    /// What words of this automaton end with.
    #[must_use]
    pub fn suffixes(&self) -> Nfa {
        let mut nfa = self.trim();
        nfa.initial = (0..nfa.states()).collect();
        nfa
    }

    /// What occurs in words of this automaton.
    #[must_use]
    pub fn factors(&self) -> Nfa {
        self.prefixes().suffixes()
    }

    /// What is left of words of this automaton when *some* word of `by` is taken from their front.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn left_quotient(&self, by: &Nfa, budget: &Budget) -> Result<Nfa, Stop> {
        let reached = self.reached_by(by, budget)?;
        let mut nfa = self.clone();
        nfa.initial = reached.ones().map(|state| state as u32).collect();
        Ok(nfa.trim())
    }

    /// What is left of words of this automaton when *some* word of `by` is taken from their end.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn right_quotient(&self, by: &Nfa, budget: &Budget) -> Result<Nfa, Stop> {
        let mut nfa = self.clone();
        nfa.accepting = self.reverse().reached_by(&by.reverse(), budget)?;
        Ok(nfa.trim())
    }

    /// The states that words of `by` lead to.
    fn reached_by(&self, by: &Nfa, budget: &Budget) -> Result<FixedBitSet, Stop> {
        let width = by.states() as usize;
        let index = |p: u32, q: u32| p as usize * width + q as usize;
        let mut seen = FixedBitSet::with_capacity(self.states() as usize * width);
        let starts = self.initial().iter().flat_map(|&p| by.initial().iter().map(move |&q| (p, q)));
        let mut stack: Vec<(u32, u32)> = starts.collect();
        stack.iter().for_each(|&(p, q)| seen.insert(index(p, q)));
        let mut reached = FixedBitSet::with_capacity(self.states() as usize);
        while let Some((p, q)) = stack.pop() {
            budget.poll_many(1 + (self.edges(p).len() * by.edges(q).len()) as u64)?;
            if by.is_accepting(q) {
                reached.insert(p as usize);
            }
            for_common_edges(self.edges(p), by.edges(q), |_, p, q| {
                if !seen.put(index(p, q)) {
                    stack.push((p, q));
                }
            });
        }
        Ok(reached)
    }
}
