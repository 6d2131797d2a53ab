//! How many steps a backtracking matcher takes for a word, without taking them.
//!
//! Enters: a program and a word. Leaves: the number of steps until the first match, or until all ways have
//! failed, as a floating-point number, because it can be astronomic. What a matcher does from one address at
//! one position does not depend on how it came there, so every such configuration is worked out once.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::program::{Address, Instruction, Program, set_of};
use crate::ast::{Ast, Node};

/// An address, a position in the word, and the depths of the loops whose iteration has read nothing yet.
type Configuration = (Address, u32, u64);

/// What a matcher finds from a configuration: steps, and where the first match ends.
pub(super) type Outcome = (f64, Option<u32>);

/// What is to be found out next.
enum Look {
    Done(Outcome),
    Needs(Configuration),
}

/// The matcher at work on one word.
pub(super) struct Steps<'a> {
    ast: &'a Ast,
    program: &'a Program,
    word: &'a [u32],
    known: FxHashMap<Configuration, Outcome>,
    budget: &'a Budget,
}

/// The steps for a word and whether it matches: from its start only or, in a search, from every position
/// until there is a match. In a full match only what ends at the end of the word counts.
pub(super) fn count(
    ast: &Ast,
    program: &Program,
    word: &[u32],
    search: bool,
    budget: &Budget,
) -> Result<(f64, bool), Stop> {
    let mut steps = Steps { ast, program, word, known: FxHashMap::default(), budget };
    let mut total = 0.0;
    let starts = if search { word.len() } else { 0 };
    for start in 0..=starts as u32 {
        let (more, end) = steps.run((program.start, start, 0))?;
        total += more + 1.0;
        if end.is_some() {
            return Ok((total, true));
        }
    }
    Ok((total, false))
}

impl Steps<'_> {
    /// Works a configuration out, with all that it needs.
    fn run(&mut self, start: Configuration) -> Result<Outcome, Stop> {
        let mut open = vec![start];
        while let Some(&at) = open.last() {
            self.budget.poll()?;
            match self.look(at) {
                Look::Done(outcome) => {
                    self.known.insert(at, outcome);
                    open.pop();
                }
                Look::Needs(other) => open.push(other),
            }
        }
        Ok(self.known[&start])
    }

    fn look(&self, at @ (address, position, fresh): Configuration) -> Look {
        if let Some(&known) = self.known.get(&at) {
            return Look::Done(known);
        }
        match &self.program.instructions[address as usize] {
            Instruction::Accept => Look::Done((1.0, Some(position))),
            Instruction::Read { node, next } => {
                let here = self.word.get(position as usize);
                let set = set_of(self.ast, *node);
                if here.is_some_and(|&c| set.is_some_and(|set| set.contains(c))) {
                    self.add(1.0, (*next, position + 1, 0))
                } else {
                    Look::Done((1.0, None))
                }
            }
            Instruction::Split(ways) => {
                let mut total = 1.0;
                for &way in ways {
                    match self.known.get(&(way, position, fresh)) {
                        None => return Look::Needs((way, position, fresh)),
                        Some((more, end)) => {
                            total += more;
                            if end.is_some() {
                                return Look::Done((total, *end));
                            }
                        }
                    }
                }
                Look::Done((total, None))
            }
            Instruction::Group { next, .. } => self.add(0.0, (*next, position, fresh)),
            Instruction::Begin { depth, next } => self.add(1.0, (*next, position, fresh | 1 << depth)),
            Instruction::End { depth, again, leave } => match (fresh >> depth & 1 == 1, leave) {
                (false, _) => self.add(1.0, (*again, position, fresh)),
                (true, Some(leave)) => self.add(1.0, (*leave, position, fresh & !(1 << depth))),
                (true, None) => Look::Done((1.0, None)),
            },
            Instruction::Look { node, body, next } => self.around(*node, *body, *next, position, fresh),
            Instruction::Atomic { body, next } => match self.known.get(&(*body, position, 0)) {
                None => Look::Needs((*body, position, 0)),
                Some(&(cost, None)) => Look::Done((cost + 1.0, None)),
                Some(&(cost, Some(end))) => {
                    let fresh = if end == position { fresh } else { 0 };
                    self.add(cost + 1.0, (*next, end, fresh))
                }
            },
        }
    }

    /// The outcome of `next`, with `cost` more steps.
    fn add(&self, cost: f64, next: Configuration) -> Look {
        match self.known.get(&next) {
            Some(&(more, end)) => Look::Done((cost + more, end)),
            None => Look::Needs(next),
        }
    }

    /// A look at what follows is a match of its own; one at what precedes is short, and costs a step.
    fn around(&self, node: u32, body: Address, next: Address, position: u32, fresh: u64) -> Look {
        let &Node::Look { body: tree, ahead, negative } = self.ast.node(node) else {
            return Look::Done((1.0, None));
        };
        let (cost, holds) = if ahead {
            match self.known.get(&(body, position, 0)) {
                None => return Look::Needs((body, position, 0)),
                Some((cost, end)) => (*cost, end.is_some()),
            }
        } else if let Some(set) = set_of(self.ast, tree) {
            let before = position.checked_sub(1).map(|before| self.word[before as usize]);
            (1.0, before.is_some_and(|c| set.contains(c)))
        } else {
            (1.0, self.ends_at(body, position))
        };
        if holds == negative {
            return Look::Done((cost + 1.0, None));
        }
        self.add(cost + 1.0, (next, position, fresh))
    }

    /// Does a match of the body, begun anywhere before, end here? Looks inside of it look at one character.
    fn ends_at(&self, body: Address, end: u32) -> bool {
        let mut open: Vec<(Address, u32)> = (0..=end).map(|start| (body, start)).collect();
        let mut seen: rustc_hash::FxHashSet<(Address, u32)> = open.iter().copied().collect();
        while let Some((address, position)) = open.pop() {
            let mut reach = |next: Address, position: u32| {
                if position <= end && seen.insert((next, position)) {
                    open.push((next, position));
                }
            };
            match &self.program.instructions[address as usize] {
                Instruction::Accept if position == end => return true,
                Instruction::Accept => {}
                Instruction::Read { node, next } => {
                    let set = set_of(self.ast, *node);
                    let here = self.word.get(position as usize);
                    if here.is_some_and(|&c| set.is_some_and(|set| set.contains(c))) {
                        reach(*next, position + 1);
                    }
                }
                Instruction::Split(ways) => ways.iter().for_each(|&way| reach(way, position)),
                Instruction::Begin { next, .. }
                | Instruction::Atomic { next, .. }
                | Instruction::Group { next, .. } => reach(*next, position),
                Instruction::End { again, leave, .. } => {
                    reach(*again, position);
                    if let Some(leave) = leave {
                        reach(*leave, position);
                    }
                }
                Instruction::Look { node, next, .. } => {
                    let holds = match self.ast.node(*node) {
                        Node::Look { body, ahead, negative } => {
                            let at = if *ahead { Some(position) } else { position.checked_sub(1) };
                            let seen = at.and_then(|at| self.word.get(at as usize));
                            let set = set_of(self.ast, *body);
                            seen.is_some_and(|&c| set.is_some_and(|set| set.contains(c))) != *negative
                        }
                        _ => false,
                    };
                    if holds {
                        reach(*next, position);
                    }
                }
            }
        }
        false
    }
}
