//! Where an engine finds its matches, as a machine.
//!
//! Enters: the program of a pattern, and how the dialect goes on behind empty matches. Leaves: a machine with
//! one run for every word, whose edges say which characters are copied, which belong to a match, and where
//! groups begin and end.
//!
//! The match that is taken is the first in the order of the engine: the first start, and from there the first
//! way through the program that reaches its end. A run guesses that way. Every way that the engine would have
//! tried before must *never* reach its end, and neither must ways that begin at a character that is copied:
//! their threads are kept in the state for the rest of the word. A look at one character is known from the
//! characters on both sides. A longer look ahead is guessed, and its body becomes a thread that *must* reach
//! its end, or never may.

use rustc_hash::{FxHashMap, FxHashSet};
use tress_automata::{CharSet, minterms};
use tress_base::{Budget, Stop};

use super::Trouble;
use crate::ast::{Ast, Node, NodeId};
use crate::redos::program::{Address, Instruction, Program};

/// What happens behind a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Behind {
    /// Behind an empty match one character is copied (ECMAScript, Java).
    Advance,
    /// Behind an empty match the same position is tried for one that is not empty (Python, PCRE).
    Again,
    /// An empty match right behind another match does not count (Rust, Go).
    Skip,
}

/// The events of a run, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Event {
    /// The character stands outside of matches.
    Copy,
    /// The character belongs to a match.
    Read,
    /// A group begins; group 0 is the match.
    Open(u32),
    /// A group ends.
    Close(u32),
}

/// Characters by the number of their class.
type Class = u32;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Mode {
    Outside,
    /// In a match that goes on at this instruction.
    Inside(Address),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    mode: Mode,
    /// Threads that never reach their end.
    never: Vec<Address>,
    /// Threads that reach their end.
    must: Vec<Address>,
    /// The class of the character before, where it matters.
    before: Option<Class>,
}

/// An edge: a class, its events, and where it leads.
pub(super) type Edge = (Class, Vec<Event>, u32);

/// The machine. State 0 is the first one.
#[derive(Debug)]
pub(super) struct Marks {
    pub(super) classes: Vec<CharSet>,
    pub(super) edges: Vec<Vec<Edge>>,
    /// The events at the end of the word; none for a state in which it cannot end.
    pub(super) ends: Vec<Vec<Vec<Event>>>,
}

/// The end of a way through the program without reading.
#[derive(Clone, Debug)]
struct Leaf {
    /// Reads a character of this node and goes on there; nothing at the end of the program.
    read: Option<(NodeId, Address)>,
    /// Groups that begin and end on the way.
    groups: Vec<Event>,
}

/// A boundary between two characters: the classes on both sides.
#[derive(Clone, Copy, Debug)]
struct Boundary {
    before: Option<Class>,
    next: Option<Class>,
}

/// A way on from a boundary, with the threads that it adds to those that never end.
struct Way {
    events: Vec<Event>,
    mode: Mode,
    never: Vec<Address>,
}

/// Why the ways from a boundary were not found to come to its end.
enum Break {
    Stop(Stop),
    /// It must be guessed first whether the look at this address holds.
    Look(Address),
}

impl From<Stop> for Break {
    fn from(stop: Stop) -> Self {
        Break::Stop(stop)
    }
}

/// What was tried at a boundary before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    Nothing,
    Match,
    EmptyMatch,
}

pub(super) struct Explorer<'a> {
    ast: &'a Ast,
    program: &'a Program,
    behind: Behind,
    /// Groups that are reported.
    groups: &'a [u32],
    classes: Vec<CharSet>,
    /// For each node that is a set, the classes in it.
    members: FxHashMap<NodeId, Vec<bool>>,
    looks_back: bool,
    /// Looks that were guessed at the boundary in question.
    guesses: Vec<(Address, bool)>,
    budget: &'a Budget,
}

/// The machine of a program. Returns `None` if it has more than `cap` states.
pub(super) fn marks(
    ast: &Ast,
    program: &Program,
    behind: Behind,
    groups: &[u32],
    alphabet: &CharSet,
    cap: usize,
    budget: &Budget,
) -> Result<Option<Marks>, Trouble> {
    let mut explorer = Explorer::new(ast, program, behind, groups, alphabet, budget)?;
    Ok(explorer.explore(cap)?)
}

impl<'a> Explorer<'a> {
    fn new(
        ast: &'a Ast,
        program: &'a Program,
        behind: Behind,
        groups: &'a [u32],
        alphabet: &CharSet,
        budget: &'a Budget,
    ) -> Result<Self, Trouble> {
        let mut nodes: Vec<NodeId> = Vec::new();
        let mut looks_back = false;
        for instruction in &program.instructions {
            match instruction {
                Instruction::Read { node, .. } => nodes.push(*node),
                Instruction::Look { node, .. } => {
                    if let Node::Look { body, ahead, .. } = ast.node(*node) {
                        let is_single = matches!(ast.node(*body), Node::Set(_));
                        if !ahead && !is_single {
                            return Err(Trouble::NotExact(
                                "looks behind at more than one character are not supported".to_owned(),
                            ));
                        }
                        looks_back |= !ahead;
                        if is_single {
                            nodes.push(*body);
                        }
                    }
                }
                Instruction::Atomic { .. } => {
                    let what = "atomic groups and possessive repetitions are not supported";
                    return Err(Trouble::NotExact(what.to_owned()));
                }
                _ => {}
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        let set_of = |node: &NodeId| match ast.node(*node) {
            Node::Set(set) => set.clone(),
            _ => CharSet::empty(),
        };
        let mut sets: Vec<CharSet> = nodes.iter().map(set_of).collect();
        sets.push(alphabet.clone());
        let inside = sets.len() as u32 - 1;
        let cells: Vec<(CharSet, Vec<u32>)> =
            minterms(&sets).into_iter().filter(|(_, of)| of.contains(&inside)).collect();
        let members = nodes
            .iter()
            .enumerate()
            .map(|(index, node)| (*node, cells.iter().map(|(_, of)| of.contains(&(index as u32))).collect()));
        Ok(Self {
            ast,
            program,
            behind,
            groups,
            members: members.collect(),
            classes: cells.into_iter().map(|(set, _)| set).collect(),
            looks_back,
            guesses: Vec::new(),
            budget,
        })
    }

    fn explore(&mut self, cap: usize) -> Result<Option<Marks>, Stop> {
        let first = State { mode: Mode::Outside, never: Vec::new(), must: Vec::new(), before: None };
        let mut numbers: FxHashMap<State, u32> = FxHashMap::from_iter([(first.clone(), 0)]);
        let mut states = vec![first];
        let mut marks = Marks { classes: self.classes.clone(), edges: Vec::new(), ends: Vec::new() };
        while let Some(state) = states.get(marks.edges.len()).cloned() {
            let mut edges = Vec::new();
            for class in 0..self.classes.len() as Class {
                for (events, target) in self.steps(&state, Some(class))? {
                    let fresh = states.len() as u32;
                    let number = *numbers.entry(target.clone()).or_insert(fresh);
                    if number == fresh {
                        states.push(target);
                    }
                    edges.push((class, events, number));
                }
            }
            let mut ends: Vec<Vec<Event>> = Vec::new();
            for (events, target) in self.steps(&state, None)? {
                if target.must.is_empty() && !ends.contains(&events) {
                    ends.push(events);
                }
            }
            marks.edges.push(edges);
            marks.ends.push(ends);
            if states.len() > cap {
                return Ok(None);
            }
        }
        Ok(Some(marks))
    }

    /// All steps over a character of a class, or to the end of the word.
    fn steps(&mut self, state: &State, next: Option<Class>) -> Result<Vec<(Vec<Event>, State)>, Stop> {
        let mut found = Vec::new();
        let mut open: Vec<Vec<(Address, bool)>> = vec![Vec::new()];
        while let Some(guesses) = open.pop() {
            self.guesses = guesses;
            match self.attempt(state, next) {
                Ok(steps) => found.extend(steps),
                Err(Break::Stop(stop)) => return Err(stop),
                Err(Break::Look(address)) => {
                    for holds in [true, false] {
                        open.push(self.guesses.iter().copied().chain([(address, holds)]).collect());
                    }
                }
            }
        }
        Ok(found)
    }

    /// The steps under the guesses made so far.
    fn attempt(&self, state: &State, next: Option<Class>) -> Result<Vec<(Vec<Event>, State)>, Break> {
        let boundary = Boundary { before: state.before, next };
        let mut never = state.never.clone();
        let mut must = state.must.clone();
        for (address, holds) in &self.guesses {
            if let Instruction::Look { body, .. } = &self.program.instructions[*address as usize] {
                if *holds { must.push(*body) } else { never.push(*body) }
            }
        }
        let Some(never) = self.advance_never(&never, boundary)? else { return Ok(Vec::new()) };
        let musts = self.advance_must(&must, boundary)?;
        if musts.is_empty() {
            return Ok(Vec::new());
        }
        let mut ways = Vec::new();
        match state.mode {
            Mode::Outside => self.outside(After::Nothing, &Way::new(), boundary, &mut ways)?,
            Mode::Inside(address) => self.inside(address, boundary, &mut ways)?,
        }
        let mut steps = Vec::new();
        for way in ways {
            let mut never: Vec<Address> = never.iter().chain(&way.never).copied().collect();
            never.sort_unstable();
            never.dedup();
            for must in &musts {
                let before = next.filter(|_| self.looks_back);
                let target = State { mode: way.mode, never: never.clone(), must: must.clone(), before };
                steps.push((way.events.clone(), target));
            }
        }
        Ok(steps)
    }

    /// Threads that never end, one character further. Returns `None` if one of them has reached its end.
    fn advance_never(&self, threads: &[Address], boundary: Boundary) -> Result<Option<Vec<Address>>, Break> {
        let mut targets = Vec::new();
        for thread in threads {
            for leaf in self.closure(*thread, boundary)? {
                match leaf.read {
                    None => return Ok(None),
                    Some(read) => targets.extend(self.target(read, boundary)),
                }
            }
        }
        Ok(Some(targets))
    }

    /// All ways of threads that must reach their ends over one character.
    fn advance_must(&self, threads: &[Address], boundary: Boundary) -> Result<Vec<Vec<Address>>, Break> {
        let mut ways: Vec<Vec<Address>> = vec![Vec::new()];
        for thread in threads {
            let leaves = self.closure(*thread, boundary)?;
            if leaves.iter().any(|leaf| leaf.read.is_none()) {
                continue;
            }
            let targets: Vec<Address> = leaves
                .iter()
                .filter_map(|leaf| leaf.read)
                .filter_map(|read| self.target(read, boundary))
                .collect();
            let longer = ways.iter().flat_map(|way| {
                targets.iter().map(|target| {
                    let mut way: Vec<Address> = way.iter().copied().chain([*target]).collect();
                    way.sort_unstable();
                    way.dedup();
                    way
                })
            });
            ways = longer.collect();
            ways.sort_unstable();
            ways.dedup();
        }
        Ok(ways)
    }

    /// Where a thread goes on that reads the next character.
    fn target(&self, (node, next): (NodeId, Address), boundary: Boundary) -> Option<Address> {
        let class = boundary.next?;
        self.members.get(&node).is_some_and(|members| members[class as usize]).then_some(next)
    }

    /// The ways on in a match.
    fn inside(&self, address: Address, boundary: Boundary, ways: &mut Vec<Way>) -> Result<(), Break> {
        let mut so_far = Way::new();
        for leaf in self.closure(address, boundary)? {
            let mut way = so_far.extended(&leaf.groups);
            match leaf.read {
                Some(read) => {
                    let Some(target) = self.target(read, boundary) else { continue };
                    way.events.push(Event::Read);
                    way.mode = Mode::Inside(target);
                    ways.push(way);
                    so_far.never.push(target);
                }
                None => {
                    way.events.push(Event::Close(0));
                    return self.outside(After::Match, &way, boundary, ways);
                }
            }
        }
        Ok(())
    }

    /// The ways on where a match may begin; `so_far` are the events at this boundary before.
    fn outside(
        &self,
        after: After,
        so_far: &Way,
        boundary: Boundary,
        ways: &mut Vec<Way>,
    ) -> Result<(), Break> {
        if after == After::EmptyMatch && self.behind != Behind::Again {
            ways.push(so_far.copying(boundary));
            return Ok(());
        }
        let mut tried = so_far.extended(&[]);
        for leaf in self.closure(self.program.start, boundary)? {
            let mut way = tried.extended(&[Event::Open(0)]).extended(&leaf.groups);
            match leaf.read {
                Some(read) => {
                    let Some(target) = self.target(read, boundary) else { continue };
                    way.events.push(Event::Read);
                    way.mode = Mode::Inside(target);
                    ways.push(way);
                    tried.never.push(target);
                }
                None if after == After::EmptyMatch => {}
                None if after == After::Match && self.behind == Behind::Skip => {
                    ways.push(tried.copying(boundary));
                    return Ok(());
                }
                None => {
                    way.events.push(Event::Close(0));
                    return self.outside(After::EmptyMatch, &way, boundary, ways);
                }
            }
        }
        ways.push(tried.copying(boundary));
        Ok(())
    }

    /// The ends of all ways from an address that read nothing, those that are tried first before others; each
    /// end once.
    fn closure(&self, start: Address, boundary: Boundary) -> Result<Vec<Leaf>, Break> {
        let mut leaves: Vec<Leaf> = Vec::new();
        let mut seen: FxHashSet<(Address, u64)> = FxHashSet::default();
        let mut stack: Vec<(Address, u64, Vec<Event>)> = vec![(start, 0, Vec::new())];
        while let Some((address, fresh, mut groups)) = stack.pop() {
            self.budget.poll()?;
            if !seen.insert((address, fresh)) {
                continue;
            }
            match &self.program.instructions[address as usize] {
                Instruction::Accept => {
                    if leaves.iter().all(|leaf| leaf.read.is_some()) {
                        leaves.push(Leaf { read: None, groups });
                    }
                }
                Instruction::Read { node, next } => {
                    if leaves.iter().all(|leaf| leaf.read != Some((*node, *next))) {
                        leaves.push(Leaf { read: Some((*node, *next)), groups });
                    }
                }
                Instruction::Split(ways) => {
                    stack.extend(ways.iter().rev().map(|way| (*way, fresh, groups.clone())));
                }
                Instruction::Begin { depth, next } => stack.push((*next, fresh | 1 << depth, groups)),
                Instruction::End { depth, again, leave } => match (fresh >> depth & 1 == 1, leave) {
                    (false, _) => stack.push((*again, fresh, groups)),
                    (true, Some(leave)) => stack.push((*leave, fresh & !(1 << depth), groups)),
                    (true, None) => {}
                },
                Instruction::Group { number, ends, next } => {
                    if self.groups.contains(number) {
                        groups.push(if *ends { Event::Close(*number) } else { Event::Open(*number) });
                    }
                    stack.push((*next, fresh, groups));
                }
                Instruction::Look { node, next, .. } => {
                    if self.holds(address, *node, boundary)? {
                        stack.push((*next, fresh, groups));
                    }
                }
                // Programs with these were refused.
                Instruction::Atomic { .. } => {}
            }
        }
        Ok(leaves)
    }

    /// Does a look hold at a boundary?
    fn holds(&self, address: Address, node: NodeId, boundary: Boundary) -> Result<bool, Break> {
        let Node::Look { body, ahead, negative } = self.ast.node(node) else { return Ok(false) };
        let inside = match self.members.get(body) {
            Some(members) => {
                let class = if *ahead { boundary.next } else { boundary.before };
                class.is_some_and(|class| members[class as usize])
            }
            None => match self.guesses.iter().find(|(known, _)| *known == address) {
                Some((_, holds)) => *holds,
                None => return Err(Break::Look(address)),
            },
        };
        Ok(inside != *negative)
    }
}

impl Way {
    fn new() -> Self {
        Self { events: Vec::new(), mode: Mode::Outside, never: Vec::new() }
    }

    fn extended(&self, events: &[Event]) -> Self {
        let events = self.events.iter().chain(events).copied().collect();
        Self { events, mode: self.mode, never: self.never.clone() }
    }

    /// Copies the next character, if there is one.
    fn copying(&self, boundary: Boundary) -> Self {
        let mut way = self.extended(if boundary.next.is_some() { &[Event::Copy] } else { &[] });
        way.mode = Mode::Outside;
        way
    }
}
