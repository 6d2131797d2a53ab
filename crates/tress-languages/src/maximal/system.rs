//! What is asked: variables, constants, and which concatenations lie in which constants.
//!
//! Enters: calls of a client. Leaves: a [`System`], which says nothing yet about its solutions. The grammar
//! is that of figure 2.1 of Hooimeijer (2012), and negated constraints besides.

use tress_base::{Budget, Stop};

use super::solutions::{Solution, Solutions};
use tress_automata::nfa::Nfa;
use tress_automata::{Regex, RegexStore};

/// A language to be found, in one [`System`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variable(u32);

impl Variable {
    /// The number of the variable; they are numbered from 0 in the order in which they were made.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A language that is given, in one [`System`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Constant(u32);

impl Constant {
    /// The number of the constant; they are numbered from 0 in the order in which they were made.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A part of a concatenation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// A language to be found.
    Variable(Variable),
    /// A language that is given: *each* of its words may stand here.
    Constant(Constant),
}

impl From<Variable> for Part {
    fn from(variable: Variable) -> Part {
        Part::Variable(variable)
    }
}

impl From<Constant> for Part {
    fn from(constant: Constant) -> Part {
        Part::Constant(constant)
    }
}

/// Every word of a concatenation is in a constant, or none is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// The concatenation. Without parts it is the empty word.
    pub parts: Vec<Part>,
    /// The language on the right side.
    pub bound: Constant,
    /// Is it the complement of the right side that holds the words?
    pub negated: bool,
}

impl Constraint {
    /// The variables of the concatenation, as often as they occur.
    pub fn variables(&self) -> impl Iterator<Item = Variable> + '_ {
        self.parts.iter().filter_map(|part| match part {
            Part::Variable(variable) => Some(*variable),
            Part::Constant(_) => None,
        })
    }
}

/// A variable's name, and whether it must have a word.
#[derive(Clone, Debug)]
struct Unknown {
    name: String,
    wanted: bool,
}

/// Constraints on languages that are to be found.
///
/// Variables and constants belong to the system that made them. Those of another are taken for the ones with
/// the same number here, and calls panic when there are none.
#[derive(Clone, Default, Debug)]
pub struct System {
    unknowns: Vec<Unknown>,
    constants: Vec<Nfa>,
    constraints: Vec<Constraint>,
}

impl System {
    /// No variables and no constraints: one solution, which says nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A new variable. It must have a word, unless [`System::want`] says otherwise.
    pub fn variable(&mut self, name: impl Into<String>) -> Variable {
        self.unknowns.push(Unknown { name: name.into(), wanted: true });
        Variable(self.unknowns.len() as u32 - 1)
    }

    /// A new constant with the words of an automaton.
    pub fn constant(&mut self, automaton: Nfa) -> Constant {
        self.constants.push(automaton);
        Constant(self.constants.len() as u32 - 1)
    }

    /// A new constant with the words of an expression.
    ///
    /// # Errors
    /// When the budget ends before its automaton is made.
    pub fn expression(
        &mut self,
        store: &mut RegexStore,
        language: Regex,
        budget: &Budget,
    ) -> Result<Constant, Stop> {
        let automaton = Nfa::from_regex(store, language, usize::MAX, budget)?;
        Ok(self.constant(automaton.unwrap_or_else(Nfa::none)))
    }

    /// A new constant with one word.
    pub fn word(&mut self, word: &[u32]) -> Constant {
        self.constant(Nfa::word(word))
    }

    /// Every word of the concatenation is in `bound`.
    pub fn subset(&mut self, parts: &[Part], bound: Constant) {
        self.constraints.push(Constraint { parts: parts.to_vec(), bound, negated: false });
    }

    /// No word of the concatenation is in `bound`: the negated constraint, which is [`System::subset`] of the
    /// complement.
    pub fn disjoint(&mut self, parts: &[Part], bound: Constant) {
        self.constraints.push(Constraint { parts: parts.to_vec(), bound, negated: true });
    }

    /// Only these variables must have words. Others may be empty in a solution, and then say nothing about
    /// the concatenations they stand in.
    pub fn want(&mut self, variables: &[Variable]) {
        self.unknowns.iter_mut().for_each(|unknown| unknown.wanted = false);
        variables.iter().for_each(|variable| self.unknowns[variable.index()].wanted = true);
    }

    /// All variables, in the order in which they were made.
    pub fn variables(&self) -> impl Iterator<Item = Variable> + use<> {
        (0..self.unknowns.len() as u32).map(Variable)
    }

    /// The name that the variable was given.
    #[must_use]
    pub fn name(&self, variable: Variable) -> &str {
        &self.unknowns[variable.index()].name
    }

    /// Must the variable have a word?
    #[must_use]
    pub fn is_wanted(&self, variable: Variable) -> bool {
        self.unknowns[variable.index()].wanted
    }

    /// All constants, in the order in which they were made.
    pub fn constants(&self) -> impl Iterator<Item = Constant> + use<> {
        (0..self.constants.len() as u32).map(Constant)
    }

    /// The words of a constant.
    #[must_use]
    pub fn automaton(&self, constant: Constant) -> &Nfa {
        &self.constants[constant.index()]
    }

    /// The constraints, in the order in which they were posted.
    #[must_use]
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The solutions, one after the other.
    #[must_use]
    pub fn solutions<'a>(&'a self, budget: &'a Budget) -> Solutions<'a> {
        Solutions::new(self, budget)
    }

    /// The first solution. Returns `None` if there is none.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn first(&self, budget: &Budget) -> Result<Option<Solution>, Stop> {
        self.solutions(budget).next().transpose()
    }
}
