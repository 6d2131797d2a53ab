//! The ways of a backtracking matcher through a word, as a graph.
//!
//! Enters: a program. Leaves: a graph whose states are addresses in the program where a character has just
//! been read, in all contexts in which looks can find themselves there, and whose steps know whether the
//! matcher has several ways to take them. A search begins at every position: its first state reads anything
//! and stays.
//!
//! The body of a look at what follows is walked through together with what comes after the look, and ends in
//! nothing. When the contexts of looks are too many, every look is taken to hold: the graph has more ways
//! than the matcher, and says so.

use rustc_hash::FxHashMap;
use tress_automata::CharSet;
use tress_automata::ambiguity::{Graph, Step};
use tress_base::{Budget, Stop};

use super::limits::{CONTEXTS, GRAPH_STATES, VISITS};
use super::program::{Address, Instruction, Program, set_of};
use crate::ast::{Ast, Node, NodeId};
use crate::translate::{Contexts, Machine};

/// The address of the state that searches.
const SEARCHING: Address = Address::MAX;

/// What must hold for a step: looks by number, and whether they must fail.
type Conditions = Vec<(u32, bool)>;

/// The next characters that can be read: the address of the reader, what must hold, and whether there are
/// several ways.
type Readers = Vec<(Address, Conditions, bool)>;

/// The graph with what its states represent.
#[derive(Debug, Default)]
pub(super) struct Paths {
    pub(super) graph: Graph,
    /// For each state the node that has just been read; nothing for the search itself.
    pub(super) nodes: Vec<Option<NodeId>>,
    /// Every look was taken to hold.
    pub(super) rough: bool,
    /// The cells into which the sets of the pattern cut the alphabet.
    pub(super) symbols: Vec<CharSet>,
}

/// An address after an instruction that reads, with the numbers of both halves of its context.
type State = (Address, u32, u32);

struct Builder<'a> {
    ast: &'a Ast,
    program: &'a Program,
    machine: &'a Machine,
    contexts: Option<Contexts<'a>>,
    /// For each set the symbols in it.
    symbols: FxHashMap<NodeId, Vec<u32>>,
    readers: FxHashMap<Address, Readers>,
    numbers: FxHashMap<State, u32>,
    states: Vec<State>,
    search: bool,
    budget: &'a Budget,
}

/// The graph of a program. Returns `None` if it is too large.
pub(super) fn build(
    ast: &Ast,
    root: NodeId,
    program: &Program,
    alphabet: &CharSet,
    search: bool,
    budget: &Budget,
) -> Result<Option<Paths>, Stop> {
    let Some(machine) = Machine::of_looks(ast, root, alphabet, budget)? else { return Ok(None) };
    let contexts = Contexts::new(&machine, budget)?;
    let fits = |contexts: &Contexts| {
        let pairs = contexts.before_count() * contexts.after_count();
        !CONTEXTS.is_exceeded(pairs as usize, budget)
    };
    for contexts in [contexts.filter(fits), None] {
        let rough = contexts.is_none();
        let builder = Builder {
            ast,
            program,
            machine: &machine,
            contexts,
            symbols: FxHashMap::default(),
            readers: FxHashMap::default(),
            numbers: FxHashMap::default(),
            states: Vec::new(),
            search,
            budget,
        };
        if let Some(mut paths) = builder.run()? {
            paths.rough = rough && !machine.looks.is_empty();
            paths.symbols.clone_from(&machine.symbols);
            return Ok(Some(paths));
        }
    }
    Ok(None)
}

impl Builder<'_> {
    fn run(mut self) -> Result<Option<Paths>, Stop> {
        let mut paths = Paths::default();
        for after in 0..self.after_count() {
            let start = self.number((SEARCHING, 0, after));
            paths.graph.starts.push(start);
        }
        let mut at = 0;
        while at < self.states.len() {
            if GRAPH_STATES.is_exceeded(self.states.len(), self.budget) {
                return Ok(None);
            }
            let Some(steps) = self.steps(self.states[at], at as u32)? else { return Ok(None) };
            paths.graph.steps.push(steps);
            at += 1;
        }
        paths.nodes = self.states.iter().map(|state| self.node(state.0)).collect();
        Ok(Some(paths))
    }

    fn node(&self, address: Address) -> Option<NodeId> {
        if address == SEARCHING {
            return None;
        }
        match self.program.instructions[address as usize] {
            Instruction::Read { node, .. } => Some(node),
            _ => None,
        }
    }

    fn after_count(&self) -> u32 {
        self.contexts.as_ref().map_or(1, Contexts::after_count)
    }

    fn number(&mut self, state: State) -> u32 {
        *self.numbers.entry(state).or_insert_with(|| {
            self.states.push(state);
            self.states.len() as u32 - 1
        })
    }

    /// The steps of a state. Returns `None` if there are too many ways to the next characters.
    fn steps(&mut self, (address, before, after): State, here: u32) -> Result<Option<Vec<Step>>, Stop> {
        if !self.readers.contains_key(&address) {
            let Some(readers) = self.find_readers(address)? else { return Ok(None) };
            self.readers.insert(address, readers);
        }
        let truth = self.contexts.as_ref().map(|contexts| contexts.truth(before, after));
        let holds = |conditions: &Conditions| {
            let Some(truth) = &truth else { return true };
            conditions.iter().all(|&(look, negative)| truth[look as usize] != negative)
        };
        let readers: Vec<(Address, bool)> = self.readers[&address]
            .iter()
            .filter(|reader| holds(&reader.1))
            .map(|reader| (reader.0, reader.2))
            .collect();
        // Ways with different conditions to one reader are several ways where all hold.
        let mut targets: Vec<(Address, bool)> = Vec::new();
        for (reader, several) in readers {
            match targets.iter_mut().find(|target| target.0 == reader) {
                Some(target) => target.1 = true,
                None => targets.push((reader, several)),
            }
        }
        // A search that has not begun skips any character; at its first position nothing is before it.
        if self.search && address == SEARCHING {
            targets.push((SEARCHING, false));
        }
        let mut steps = Vec::new();
        for (target, several) in targets {
            self.steps_to(target, several, before, after, &mut steps)?;
        }
        debug_assert!((here as usize) < self.states.len());
        Ok(Some(steps))
    }

    /// The steps to one reader, in all contexts.
    fn steps_to(
        &mut self,
        target: Address,
        several: bool,
        before: u32,
        after: u32,
        steps: &mut Vec<Step>,
    ) -> Result<(), Stop> {
        let symbols = self.symbols_of(target);
        let mut found: Vec<(u32, u32, Vec<u32>)> = Vec::new();
        for symbol in symbols {
            self.budget.poll_many(u64::from(self.after_count()))?;
            let mut reach = |before: u32, after: u32| match found
                .iter_mut()
                .find(|known| (known.0, known.1) == (before, after))
            {
                Some(known) => known.2.push(symbol),
                None => found.push((before, after, vec![symbol])),
            };
            let Some(contexts) = &self.contexts else {
                reach(0, 0);
                continue;
            };
            let next_before = contexts.step(before, after, symbol);
            for next_after in 0..contexts.after_count() {
                if contexts.step_back(next_before, next_after, symbol) == Some(after) {
                    reach(next_before, next_after);
                }
            }
        }
        for (before, after, symbols) in found {
            let ranges = symbols.iter().flat_map(|&symbol| self.machine.symbols[symbol as usize].ranges());
            let set = CharSet::from_ranges(ranges.copied());
            let target = self.number((target, before, after));
            steps.push(Step { set, target, several });
        }
        Ok(())
    }

    /// The symbols that an address reads.
    fn symbols_of(&mut self, address: Address) -> Vec<u32> {
        let all = 0..self.machine.symbols.len() as u32;
        let Some(node) = self.node(address) else { return all.collect() };
        if let Some(known) = self.symbols.get(&node) {
            return known.clone();
        }
        let Some(set) = set_of(self.ast, node) else { return Vec::new() };
        let inside = |&symbol: &u32| {
            self.machine.symbols[symbol as usize].first().is_some_and(|first| set.contains(first))
        };
        let symbols: Vec<u32> = all.filter(inside).collect();
        self.symbols.insert(node, symbols.clone());
        symbols
    }

    /// The readers that are reached from behind an address, in the order of the matcher. An address that was
    /// walked through twice needs no third time: two ways are several already.
    fn find_readers(&self, address: Address) -> Result<Option<Readers>, Stop> {
        let first = match self.program.instructions.get(address as usize) {
            Some(Instruction::Read { next, .. }) => *next,
            _ => self.program.start,
        };
        let mut readers: Readers = Vec::new();
        let mut visits: FxHashMap<(Address, u64, Conditions), u8> = FxHashMap::default();
        let mut open: Vec<(Address, u64, Conditions)> = vec![(first, 0, Vec::new())];
        while let Some(visit) = open.pop() {
            self.budget.poll()?;
            if VISITS.is_exceeded(visits.len(), self.budget) {
                return Ok(None);
            }
            let times = visits.entry(visit.clone()).or_insert(0);
            if *times >= 2 {
                continue;
            }
            *times += 1;
            let (at, fresh, conditions) = visit;
            match &self.program.instructions[at as usize] {
                Instruction::Accept => {}
                Instruction::Read { .. } => {
                    let known = readers.iter_mut().find(|reader| reader.0 == at && reader.1 == conditions);
                    match known {
                        Some(reader) => reader.2 = true,
                        None => readers.push((at, conditions, false)),
                    }
                }
                Instruction::Split(ways) => {
                    open.extend(ways.iter().rev().map(|&way| (way, fresh, conditions.clone())));
                }
                Instruction::Group { next, .. } => open.push((*next, fresh, conditions)),
                Instruction::Begin { depth, next } => open.push((*next, fresh | 1 << depth, conditions)),
                Instruction::End { depth, again, leave } => match (fresh >> depth & 1 == 1, leave) {
                    (false, _) => open.push((*again, fresh, conditions)),
                    (true, Some(leave)) => open.push((*leave, fresh & !(1 << depth), conditions)),
                    (true, None) => {}
                },
                Instruction::Look { node, body, next } => {
                    let Node::Look { ahead, negative, .. } = *self.ast.node(*node) else { continue };
                    if let Some(more) = self.with(&conditions, *node, negative) {
                        open.push((*next, fresh, more));
                    }
                    let one = matches!(
                        self.ast.node(*self.ast.children(*node).first().unwrap_or(node)),
                        Node::Set(_)
                    );
                    if ahead && !one {
                        open.push((*body, 0, conditions));
                    }
                }
                Instruction::Atomic { body, next } => {
                    open.push((*next, fresh, conditions.clone()));
                    open.push((*body, 0, conditions));
                }
            }
        }
        Ok(Some(readers))
    }

    /// The conditions and that of a look. Returns `None` if they contradict each other.
    fn with(&self, conditions: &Conditions, node: NodeId, negative: bool) -> Option<Conditions> {
        let look = self.machine.look_of(node)?;
        let mut more = conditions.clone();
        match more.binary_search(&(look, negative)) {
            Ok(_) => return Some(more),
            Err(index) => more.insert(index, (look, negative)),
        }
        (!conditions.contains(&(look, !negative))).then_some(more)
    }
}
