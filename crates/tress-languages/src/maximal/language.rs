//! A language that was found, and what can be asked of it.
//!
//! Enters: an automaton. Leaves: membership, an expression, numbers of words, samples.

use std::sync::Arc;

use tress_base::{Budget, Stop};

use tress_automata::nfa::{Nfa, find_distinction};
use tress_automata::words::Words;
use tress_automata::{Regex, RegexStore};

/// The language of a variable in a solution.
#[derive(Clone, Default, Debug)]
pub struct Language {
    automaton: Arc<Nfa>,
}

impl Language {
    pub(super) fn new(automaton: Arc<Nfa>) -> Self {
        Self { automaton }
    }

    /// Its automaton: the smallest deterministic one, unless that takes too long to find. It can be drawn
    /// ([`Nfa::to_graphviz`], [`Nfa::to_svg`]) and written as text.
    #[must_use]
    pub fn automaton(&self) -> &Nfa {
        &self.automaton
    }

    /// Is the word in it?
    #[must_use]
    pub fn contains(&self, word: &[u32]) -> bool {
        self.automaton.accepts(word)
    }

    /// Has it no words? Then the variable was not wanted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.automaton.is_empty()
    }

    /// Are the two the same?
    ///
    /// # Errors
    /// When the budget ends.
    pub fn equals(&self, other: &Nfa, budget: &Budget) -> Result<bool, Stop> {
        Ok(find_distinction(&self.automaton, other, budget)?.is_none())
    }

    /// An expression for it, as short as a few ways of writing it give.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn expression(&self, store: &mut RegexStore, budget: &Budget) -> Result<Regex, Stop> {
        self.automaton.expression(store, budget)
    }

    /// Its words: how many there are of each length, which, and random ones of a length.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn words(&self, budget: &Budget) -> Result<Words, Stop> {
        Ok(Words::from_nfa(&self.automaton, usize::MAX, budget)?.expect("there is no cap on states"))
    }
}
