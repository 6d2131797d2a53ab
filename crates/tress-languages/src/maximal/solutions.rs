//! All solutions of a system, one after the other.
//!
//! Enters: a system. Leaves: assignments of languages. Groups share no variables, so that a solution of the
//! system is any choice of one solution for each group. Each group is searched once and no further than asked
//! for; what it found is kept. This is the worklist of section 2.3.2 (Hooimeijer 2012) without its copies: an
//! entry of the list is a index into each group's list.

use std::sync::Arc;

use tress_base::{Budget, Stop};

use super::graph::Graph;
use super::language::Language;
use super::links::{Constants, Languages, Linked};
use super::search::Search;
use super::system::{System, Variable};

/// A language for every variable.
#[derive(Clone, Debug)]
pub struct Solution {
    languages: Vec<Language>,
}

impl Solution {
    /// What the variable represents.
    #[must_use]
    pub fn language(&self, variable: Variable) -> &Language {
        &self.languages[variable.index()]
    }

    /// The languages of all variables, in their order.
    #[must_use]
    pub fn languages(&self) -> &[Language] {
        &self.languages
    }
}

/// A group with the solutions that were found so far.
struct Part {
    variables: Vec<Variable>,
    search: Search,
    found: Vec<Languages>,
    /// Which of them is in the present solution.
    at: usize,
}

impl Part {
    /// Finds the solution at `self.at`; false when there are fewer.
    fn reach(&mut self, budget: &Budget) -> Result<bool, Stop> {
        while self.found.len() <= self.at {
            match self.search.next_solution(budget)? {
                Some(solution) => self.found.push(solution),
                None => return Ok(false),
            }
        }
        Ok(true)
    }
}

/// The solutions of a [`System`], an iterator.
///
/// Each is maximal: it satisfies the constraints, wanted variables have words, and no language can be
/// enlarged by a word. No two are equal. Together they cover: whenever words, one for each variable, satisfy
/// the constraints, some solution holds all of them. (There can be further maximal assignments, made of words
/// that these hold already.) After an error, which means that the budget has ended, there is nothing more.
pub struct Solutions<'a> {
    system: &'a System,
    budget: &'a Budget,
    state: State,
}

enum State {
    New,
    Walking(Vec<Part>),
    Ended,
}

impl<'a> Solutions<'a> {
    pub(super) fn new(system: &'a System, budget: &'a Budget) -> Self {
        Self { system, budget, state: State::New }
    }

    /// Every group, with its first solution. Returns `None` if a group has none.
    fn begin(&self) -> Result<Option<Vec<Part>>, Stop> {
        let mut constants = Constants::new(self.system);
        if !constants.agree(self.budget)? {
            return Ok(None);
        }
        let mut parts = Vec::new();
        for group in Graph::new(self.system).groups {
            let linked = Linked::new(self.system, &group, &mut constants, self.budget)?;
            if linked.is_hopeless() {
                return Ok(None);
            }
            let search = Search::new(linked);
            parts.push(Part { variables: group.variables, search, found: Vec::new(), at: 0 });
        }
        for part in &mut parts {
            if !part.reach(self.budget)? {
                return Ok(None);
            }
        }
        Ok(Some(parts))
    }

    /// The next solution for one group, beginning with the last; those behind it begin again.
    fn step(&self, parts: &mut [Part]) -> Result<bool, Stop> {
        for part in parts.iter_mut().rev() {
            part.at += 1;
            if part.reach(self.budget)? {
                return Ok(true);
            }
            part.at = 0;
        }
        Ok(false)
    }

    fn advance(&mut self) -> Result<Option<Solution>, Stop> {
        let parts = match std::mem::replace(&mut self.state, State::Ended) {
            State::New => self.begin()?,
            State::Walking(mut parts) => self.step(&mut parts)?.then_some(parts),
            State::Ended => None,
        };
        let Some(parts) = parts else { return Ok(None) };
        let mut languages = vec![Language::default(); self.system.variables().count()];
        for part in &parts {
            for (variable, language) in part.variables.iter().zip(&part.found[part.at]) {
                languages[variable.index()] = Language::new(Arc::clone(language));
            }
        }
        self.state = State::Walking(parts);
        Ok(Some(Solution { languages }))
    }
}

impl Iterator for Solutions<'_> {
    type Item = Result<Solution, Stop>;

    fn next(&mut self) -> Option<Self::Item> {
        self.advance().transpose()
    }
}
