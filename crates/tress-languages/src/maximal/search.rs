//! The solutions of one group (`gci` of section 2.3.3, Hooimeijer 2012).
//!
//! Enters: a linked group. Leaves: maximal assignments, one after the other. Each link is read from left to
//! right; at a variable that is not its last, the search chooses the states in which its words shall end. A
//! variable is a slice of every machine that reads it: the slices that were chosen so far narrow one
//! language, which all links share. Every assignment of words that satisfies the group makes exactly one
//! choice at each position, so all choices together hold all of them. A link that holds already leaves
//! nothing to choose.
//!
//! A choice all of whose words lie in a solution that was found is not followed: nothing new is behind it.

use std::sync::Arc;

use tress_base::{Budget, Stop};

use super::close::close;
use super::links::{Languages, LinkPart, Linked, tidy};
use super::walk::{Set, Walk, through};
use tress_automata::nfa::{Nfa, find_difference};

/// Where a link is read.
#[derive(Clone, Debug)]
struct Position {
    link: usize,
    part: usize,
    states: Set,
    languages: Languages,
}

/// A variable whose words can end in several sets of states.
struct Choice {
    at: Position,
    variable: usize,
    walk: Walk,
    /// What is still to be tried, the next one last.
    ends: Vec<(Set, Vec<u32>)>,
}

/// What reading on from a position gives.
enum Advance {
    /// Every link is satisfied.
    Satisfied(Languages),
    /// There is no way, or none that is new.
    Failed,
    Choose(Box<Choice>),
}

/// The search for the solutions of a group.
pub(super) struct Search {
    linked: Linked,
    empties: Empties,
    choices: Vec<Choice>,
    found: Vec<Languages>,
    /// Is there no other set of empty variables to begin with?
    finished: bool,
}

impl Search {
    pub(super) fn new(linked: Linked) -> Self {
        let optional =
            (0..linked.bounds.len()).filter(|&at| !linked.wanted[at] && is_linked(&linked, at)).collect();
        let finished = linked.is_hopeless();
        let empties = Empties { optional, chosen: None };
        Self { linked, empties, choices: Vec::new(), found: Vec::new(), finished }
    }

    /// The next solution. Returns `None` if there are no more.
    pub(super) fn next_solution(&mut self, budget: &Budget) -> Result<Option<Languages>, Stop> {
        loop {
            budget.poll()?;
            let Some(position) = self.next_position(budget)? else { return Ok(None) };
            match self.advance(position, budget)? {
                Advance::Failed => {}
                Advance::Choose(choice) => self.choices.push(*choice),
                Advance::Satisfied(languages) => {
                    let closed = close(&self.linked, languages, budget)?;
                    if !self.is_covered(&closed, budget)? {
                        self.found.push(closed.clone());
                        return Ok(Some(closed));
                    }
                }
            }
        }
    }

    /// The next way to go on: the last choice made differently, or a new beginning.
    fn next_position(&mut self, budget: &Budget) -> Result<Option<Position>, Stop> {
        while let Some(choice) = self.choices.last_mut() {
            let Some((states, nodes)) = choice.ends.pop() else {
                self.choices.pop();
                continue;
            };
            let mut next = choice.at.clone();
            next.languages[choice.variable] = tidy(&choice.walk.words_to(&nodes), budget)?;
            next.states = states;
            next.part += 1;
            return Ok(Some(next));
        }
        if self.finished || !self.empties.advance() {
            self.finished = true;
            return Ok(None);
        }
        let mut languages = self.linked.bounds.clone();
        self.empties.variables().for_each(|variable| languages[variable] = Arc::new(Nfa::none()));
        Ok(Some(Position { link: 0, part: 0, states: self.start(0), languages }))
    }

    /// The states in which a link begins. A machine without states has no words, so that no variable may have
    /// one.
    fn start(&self, link: usize) -> Set {
        self.linked.links.get(link).map_or_else(Set::default, |link| link.machine.initial().into())
    }

    /// Reads on until there is a choice.
    fn advance(&self, mut at: Position, budget: &Budget) -> Result<Advance, Stop> {
        if self.is_covered(&at.languages, budget)? {
            return Ok(Advance::Failed);
        }
        loop {
            budget.poll()?;
            let Some(link) = self.linked.links.get(at.link) else {
                return Ok(Advance::Satisfied(at.languages));
            };
            if at.part == link.parts.len() || (at.part == 0 && link.holds(&at.languages, budget)?) {
                at.link += 1;
                at.part = 0;
                at.states = self.start(at.link);
                continue;
            }
            if link.machine.states() == 0 {
                return Ok(Advance::Failed);
            }
            match &link.parts[at.part] {
                LinkPart::Constant(constant) => {
                    match through(&link.machine, &at.states, constant, budget)? {
                        Some(states) => at.states = states.into(),
                        None => return Ok(Advance::Failed),
                    }
                    at.part += 1;
                }
                LinkPart::Variable(variable) => {
                    let variable = *variable;
                    let walk = Walk::new(&at.languages[variable], &link.machine, &at.states, budget)?;
                    let is_variable = |part: &LinkPart| matches!(part, LinkPart::Variable(_));
                    if link.parts[at.part + 1..].iter().any(is_variable) {
                        let mut ends = walk.ends();
                        ends.reverse();
                        return Ok(Advance::Choose(Box::new(Choice { at, variable, walk, ends })));
                    }
                    let words = walk.words_before(&mut link.behind(at.part, &at.languages), budget)?;
                    if words.is_empty() {
                        return Ok(Advance::Failed);
                    }
                    at.languages[variable] = tidy(&words, budget)?;
                    at.part = link.parts.len();
                }
            }
        }
    }

    /// Does some solution that was found hold these languages?
    fn is_covered(&self, languages: &Languages, budget: &Budget) -> Result<bool, Stop> {
        for solution in &self.found {
            if are_included(languages, solution, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn are_included(small: &Languages, large: &Languages, budget: &Budget) -> Result<bool, Stop> {
    for (small, large) in small.iter().zip(large) {
        if small != large && find_difference(small, large, budget)?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn is_linked(linked: &Linked, variable: usize) -> bool {
    linked.links.iter().any(|link| link.mentions(variable))
}

/// The variables that need no words and have none: all sets of them, smaller ones first.
struct Empties {
    optional: Vec<usize>,
    /// Increasing indices into `optional`; `None` before the first set.
    chosen: Option<Vec<usize>>,
}

impl Empties {
    fn variables(&self) -> impl Iterator<Item = usize> + '_ {
        self.chosen.iter().flatten().map(|&index| self.optional[index])
    }

    /// Goes to the next set; false when there is none.
    fn advance(&mut self) -> bool {
        let count = self.optional.len();
        let Some(chosen) = &mut self.chosen else {
            self.chosen = Some(Vec::new());
            return true;
        };
        let size = chosen.len();
        if let Some(last) = (0..size).rev().find(|&at| chosen[at] < count - (size - at)) {
            let first = chosen[last] + 1;
            (last..size).for_each(|at| chosen[at] = first + at - last);
            return true;
        }
        *chosen = (0..=size).collect();
        size < count
    }
}
