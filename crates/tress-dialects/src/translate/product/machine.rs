//! The automaton of a tree, with edges that ask a look.
//!
//! One graph holds a fragment for the tree and one for the body of each look. Symbols are the cells
//! into which the sets of the tree cut the alphabet.

use rustc_hash::FxHashMap;
use tress_automata::{CharSet, minterms};
use tress_base::{Budget, Stop};

use crate::Mode;
use crate::ast::{Ast, Node, NodeId};
use crate::translate::limits::FRAGMENT_STATES;

/// A look and the fragment of its body.
#[derive(Debug)]
pub(crate) struct Look {
    pub(crate) ahead: bool,
    pub(crate) start: u32,
    pub(crate) accept: u32,
}

/// An edge that reads nothing; with a look, only where that holds or, when the flag is set, fails.
type FreeEdge = (Option<(u32, bool)>, u32);

/// For each set the symbols in it.
type Symbols<'a> = FxHashMap<&'a CharSet, Vec<u32>>;

/// A node that is to be written between two states.
type Fragment = (NodeId, u32, u32);

/// The graph. States are numbered through all fragments.
#[derive(Debug, Default)]
pub(crate) struct Machine {
    pub(crate) symbols: Vec<CharSet>,
    pub(crate) start: u32,
    pub(crate) accept: u32,
    /// Looks, inner ones before those around them.
    pub(crate) looks: Vec<Look>,
    /// For each state the edges that read a symbol.
    pub(crate) chars: Vec<Vec<(u32, u32)>>,
    pub(crate) chars_back: Vec<Vec<(u32, u32)>>,
    free: Vec<Vec<FreeEdge>>,
    free_back: Vec<Vec<FreeEdge>>,
    /// The look of a node; nodes that ask the same share one.
    look_of: FxHashMap<NodeId, u32>,
}

impl Machine {
    /// The graph of a tree. Returns `None` if it is too large.
    pub(crate) fn new(
        ast: &Ast,
        root: NodeId,
        alphabet: &CharSet,
        mode: Mode,
        budget: &Budget,
    ) -> Result<Option<Self>, Stop> {
        let (mut machine, numbers, mut fragments) = Machine::with_looks(ast, root, alphabet);
        (machine.start, machine.accept) = (machine.add_state(), machine.add_state());
        fragments.push((root, machine.start, machine.accept));
        machine.add_surroundings(mode, &mut fragments);
        let fits = machine.build(ast, fragments, &numbers, budget)?;
        Ok(fits.then_some(machine))
    }

    /// The graph of the looks of a tree alone.
    pub(crate) fn of_looks(
        ast: &Ast,
        root: NodeId,
        alphabet: &CharSet,
        budget: &Budget,
    ) -> Result<Option<Self>, Stop> {
        let (mut machine, numbers, fragments) = Machine::with_looks(ast, root, alphabet);
        let fits = machine.build(ast, fragments, &numbers, budget)?;
        Ok(fits.then_some(machine))
    }

    /// The symbols, the looks, and the fragments that are to be filled in.
    fn with_looks<'a>(ast: &'a Ast, root: NodeId, alphabet: &CharSet) -> (Self, Symbols<'a>, Vec<Fragment>) {
        let reachable = reachable(ast, root);
        let mut sets: Vec<CharSet> = vec![alphabet.clone()];
        let mut numbers: Symbols<'_> = FxHashMap::default();
        let used = (0..ast.len() as NodeId).filter(|&id| reachable[id as usize]);
        let used_sets: Vec<&CharSet> = used
            .clone()
            .filter_map(|id| match ast.node(id) {
                Node::Set(set) => Some(set),
                _ => None,
            })
            .collect();
        for &set in &used_sets {
            if !numbers.contains_key(set) {
                numbers.insert(set, Vec::new());
                sets.push(set.clone());
            }
        }
        let mut machine = Machine::default();
        for (cell, members) in minterms(&sets) {
            if cell.is_subset(alphabet) {
                for &member in &members {
                    if let Some(symbols) = numbers.get_mut(&sets[member as usize]) {
                        symbols.push(machine.symbols.len() as u32);
                    }
                }
                machine.symbols.push(cell);
            }
        }
        let mut known: FxHashMap<NodeId, u32> = FxHashMap::default();
        let bodies = used.filter_map(|id| match ast.node(id) {
            Node::Look { body, ahead, .. } => Some((*body, *ahead, id)),
            _ => None,
        });
        let mut bodies: Vec<(NodeId, bool, NodeId)> = bodies.collect();
        // The body of an inner look has a smaller number than the body around it.
        bodies.sort_unstable();
        let mut same: FxHashMap<(bool, Result<&CharSet, NodeId>), u32> = FxHashMap::default();
        let mut fragments = Vec::new();
        for (body, ahead, id) in bodies {
            let content = match ast.node(body) {
                Node::Set(set) => Ok(set),
                _ => Err(body),
            };
            let look = *same.entry((ahead, content)).or_insert_with(|| {
                let (start, accept) = (machine.add_state(), machine.add_state());
                machine.looks.push(Look { ahead, start, accept });
                fragments.push((body, start, accept));
                machine.looks.len() as u32 - 1
            });
            known.insert(id, look);
        }
        machine.look_of = known;
        (machine, numbers, fragments)
    }

    /// The number of the look of a node.
    pub(crate) fn look_of(&self, node: NodeId) -> Option<u32> {
        self.look_of.get(&node).copied()
    }

    /// In a search anything may stand before and after the match.
    fn add_surroundings(&mut self, mode: Mode, fragments: &mut [Fragment]) {
        if mode == Mode::Full {
            return;
        }
        let (start, accept) = (self.add_state(), self.add_state());
        for symbol in 0..self.symbols.len() as u32 {
            self.add_char(start, symbol, start);
            self.add_char(accept, symbol, accept);
        }
        if let Some(main) = fragments.last_mut() {
            (main.1, main.2) = (self.add_state(), self.add_state());
            self.add_free(start, None, main.1);
            self.add_free(main.2, None, accept);
        }
        (self.start, self.accept) = (start, accept);
    }

    fn add_state(&mut self) -> u32 {
        self.chars.push(Vec::new());
        self.chars_back.push(Vec::new());
        self.free.push(Vec::new());
        self.free_back.push(Vec::new());
        self.chars.len() as u32 - 1
    }

    fn add_char(&mut self, from: u32, symbol: u32, to: u32) {
        self.chars[from as usize].push((symbol, to));
        self.chars_back[to as usize].push((symbol, from));
    }

    fn add_free(&mut self, from: u32, look: Option<(u32, bool)>, to: u32) {
        self.free[from as usize].push((look, to));
        self.free_back[to as usize].push((look, from));
    }

    /// Fills in the fragments, each between two states. False when there are too many states.
    fn build(
        &mut self,
        ast: &Ast,
        mut tasks: Vec<Fragment>,
        symbols: &Symbols<'_>,
        budget: &Budget,
    ) -> Result<bool, Stop> {
        while let Some((id, from, to)) = tasks.pop() {
            budget.poll()?;
            if FRAGMENT_STATES.is_exceeded(self.chars.len() + tasks.len(), budget) {
                return Ok(false);
            }
            match ast.node(id) {
                Node::Empty | Node::Atomic(_) => self.add_free(from, None, to),
                Node::Set(set) => {
                    for &symbol in symbols.get(set).map_or(&[][..], Vec::as_slice) {
                        self.add_char(from, symbol, to);
                    }
                }
                Node::Concat(items) => {
                    let mut at = from;
                    for (index, &item) in items.iter().enumerate() {
                        let next = if index + 1 == items.len() { to } else { self.add_state() };
                        tasks.push((item, at, next));
                        at = next;
                    }
                }
                Node::Alternate(items) => tasks.extend(items.iter().map(|&item| (item, from, to))),
                Node::Look { negative, .. } => {
                    if let Some(look) = self.look_of(id) {
                        self.add_free(from, Some((look, *negative)), to);
                    }
                }
                Node::Repeat { body, low, high, .. } => {
                    if FRAGMENT_STATES.is_exceeded(high.unwrap_or(*low) as usize, budget) {
                        return Ok(false);
                    }
                    self.repeat(*body, (*low, *high), from, to, &mut tasks);
                }
            }
        }
        Ok(true)
    }

    fn repeat(
        &mut self,
        body: NodeId,
        (low, high): (u64, Option<u64>),
        from: u32,
        to: u32,
        tasks: &mut Vec<Fragment>,
    ) {
        let mut at = from;
        for _ in 0..low {
            let next = self.add_state();
            tasks.push((body, at, next));
            at = next;
        }
        match high {
            None => {
                let state = self.add_state();
                self.add_free(at, None, state);
                tasks.push((body, state, state));
                self.add_free(state, None, to);
            }
            Some(high) => {
                for _ in low..high {
                    self.add_free(at, None, to);
                    let next = self.add_state();
                    tasks.push((body, at, next));
                    at = next;
                }
                self.add_free(at, None, to);
            }
        }
    }

    /// What can be reached from `states` (or, backwards, reaches them) without reading, when looks have these
    /// truths.
    pub(crate) fn close(&self, states: Vec<u32>, truth: &[bool], backwards: bool) -> Vec<u32> {
        let edges = if backwards { &self.free_back } else { &self.free };
        let mut open = states;
        open.sort_unstable();
        open.dedup();
        let mut reached: std::collections::BTreeSet<u32> = open.iter().copied().collect();
        while let Some(state) = open.pop() {
            for &(look, target) in &edges[state as usize] {
                let passes = look.is_none_or(|(look, negative)| truth[look as usize] != negative);
                if passes && reached.insert(target) {
                    open.push(target);
                }
            }
        }
        reached.into_iter().collect()
    }
}

/// The nodes under `root`.
fn reachable(ast: &Ast, root: NodeId) -> Vec<bool> {
    let mut reachable = vec![false; ast.len()];
    reachable[root as usize] = true;
    for id in (0..=root).rev() {
        if reachable[id as usize] {
            ast.children(id).iter().for_each(|&child| reachable[child as usize] = true);
        }
    }
    reachable
}
