//! Words for variables whose concatenations are in languages, or are not, by a lazy search.
//!
//! Enters: a [`System`] of memberships whose left sides are sequences of variables and words. Leaves: a
//! word for each variable, or the memberships that cannot all hold. Nothing is built for a whole language:
//! states are made when the search walks to them, and of a language that must not hold the states are
//! determinised one by one.
//!
//! This is the search of `StrSolve` (Hooimeijer, "Decision Procedures for String Constraints", chapter 4). A
//! variable occurs at positions, and each position lies between two borders: the states that reading its
//! membership has reached before and after. A border is unknown, or it is a state. The search takes one
//! variable after the other, with all its positions at once. A position whose first border is unknown gets a
//! guess from what can be reached. Then a walk through the product of all positions finds the ways in which
//! the borders behind them can lie, each with one word: words that lead to the same borders are the same to
//! all other variables, so there are finitely many ways. That makes the search complete, also where variables
//! repeat.
//!
//! What fails is kept as the borders it failed for, so the search goes back to a choice that matters and does
//! not fail for the same reason twice.
//!
//! ```
//! use tress_automata::follow::{Answer, Part, Search, System};
//! use tress_automata::RegexStore;
//! use tress_base::Budget;
//!
//! let mut store = RegexStore::new();
//! let [a, b] = ['a', 'b'].map(|c| store.word(&[u32::from(c)]));
//! let (many_a, three) = (store.star(a), store.repeat(a, 3, Some(3)));
//! let language = store.concat(&[many_a, b, three]);
//! // x·y·x is in a*baaa, and y is b.
//! let mut system = System::new(2);
//! system.add(vec![Part::Variable(0), Part::Variable(1), Part::Variable(0)], language, true);
//! system.add(vec![Part::Variable(1)], b, true);
//! let answer = Search::new(&system).run(&mut store, &Budget::unlimited()).unwrap();
//! assert_eq!(answer, Answer::Words(vec![vec![97; 3], vec![98]]));
//! ```

mod conflict;
mod graph;
mod search;
mod states;
#[cfg(test)]
mod tests;
mod trace;
mod walk;

pub use crate::concatenation::Part;
pub use graph::{FollowGraph, Position};
pub use search::Search;
pub use trace::{Event, Status};

use crate::regex::Regex;

/// A left side that is in a language, or is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Membership {
    /// What is concatenated.
    pub parts: Vec<Part>,
    /// The language.
    pub language: Regex,
    /// Must it be in the language, or must it not?
    pub holds: bool,
}

/// Memberships that should hold together.
///
/// Invariant: the variables of the memberships are smaller than `variables`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct System {
    variables: usize,
    memberships: Vec<Membership>,
}

impl System {
    /// No memberships yet, over variables `0..variables`.
    #[must_use]
    pub fn new(variables: usize) -> Self {
        Self { variables, memberships: Vec::new() }
    }

    /// Adds a membership, or with `holds` false the opposite.
    ///
    /// # Panics
    /// When it mentions a variable that the system does not have.
    pub fn add(&mut self, parts: Vec<Part>, language: Regex, holds: bool) {
        let known = |part: &Part| !matches!(part, Part::Variable(variable) if *variable >= self.variables);
        assert!(parts.iter().all(known), "a variable that the system does not have");
        self.memberships.push(Membership { parts, language, holds });
    }

    /// How many variables there are.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// The memberships in the order in which they were added.
    #[must_use]
    pub fn memberships(&self) -> &[Membership] {
        &self.memberships
    }

    /// The same variables with some of the memberships only.
    #[must_use]
    pub fn only(&self, chosen: &[usize]) -> System {
        let memberships = chosen.iter().map(|at| self.memberships[*at].clone()).collect();
        System { variables: self.variables, memberships }
    }
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A word for each variable.
    Words(Vec<Vec<u32>>),
    /// The numbers of memberships that cannot hold together, sorted.
    Unsat(Vec<usize>),
}

/// Which words of a variable are tried first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Order {
    /// Shortest words first: walks go best first by the length that is still needed at least.
    #[default]
    Shortest,
    /// Words that lead deepest first, as in the dissertation's examples.
    Deepest,
}

/// What a search has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// States of products that were made.
    pub states: u64,
    /// Choices that were taken back.
    pub backtracks: u64,
    /// States that were guessed.
    pub guesses: u64,
}
