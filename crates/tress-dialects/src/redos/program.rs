//! The program that a backtracking matcher runs.
//!
//! Enters: a syntax tree. Leaves: instructions. A matcher tries the first target of a split, and the next one
//! only when everything behind the first has failed. Nothing is shared or simplified: what the pattern offers
//! twice is tried twice.
//!
//! Repetitions are written out up to a limit; above it, they are taken for unbounded, and the program says
//! so. An iteration that reads nothing ends its loop, as in all engines, or fails, as in ECMAScript.

use rustc_hash::FxHashMap;
use tress_automata::CharSet;
use tress_base::{Budget, Stop};

use super::limits::{INSTRUCTIONS, PROGRAM_DEPTH};
use crate::ast::{Ast, Greed, Node, NodeId};

/// An address in a [`Program`].
pub(crate) type Address = u32;

/// One instruction. Bodies of looks and atomic groups are programs of their own that end in `Accept`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Instruction {
    /// Reads a character of the set of a node.
    Read { node: NodeId, next: Address },
    /// Tries one after the other.
    Split(Vec<Address>),
    /// An iteration begins, of a loop whose body can be empty.
    Begin { depth: u32, next: Address },
    /// That iteration ends: when it has read something `again`, else `leave`.
    End { depth: u32, again: Address, leave: Option<Address> },
    /// Goes on where the look holds.
    Look { node: NodeId, body: Address, next: Address },
    /// Goes on behind the first match of the body.
    Atomic { body: Address, next: Address },
    /// Notes that a group begins here, or ends.
    Group { number: u32, ends: bool, next: Address },
    /// The match ends here.
    Accept,
}

/// How a tree becomes a program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// Repetitions with a larger upper bound are taken for unbounded.
    pub(crate) most_copies: u64,
    /// An empty iteration fails.
    pub(crate) empty_fails: bool,
    /// Groups are noted.
    pub(crate) groups: bool,
}

/// The instructions.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) instructions: Vec<Instruction>,
    pub(crate) start: Address,
    /// Upper bounds that were taken for no bound.
    pub(crate) lifted: Vec<u64>,
}

struct Compiler<'a> {
    ast: &'a Ast,
    manner: Manner,
    nullable: Vec<bool>,
    /// The numbers of the groups that a node is, the inner one first.
    groups: FxHashMap<NodeId, Vec<u32>>,
    instructions: Vec<Instruction>,
    lifted: Vec<u64>,
    tasks: Vec<Task>,
    budget: &'a Budget,
}

/// What is still to be written: `node` so that it begins at `at` and goes on at `next`, inside of `depth`
/// loops.
struct Task {
    node: NodeId,
    at: Address,
    next: Address,
    depth: u32,
}

/// The program of the tree. Returns `None` if it is too large.
pub(crate) fn compile(
    ast: &Ast,
    root: NodeId,
    manner: Manner,
    budget: &Budget,
) -> Result<Option<Program>, Stop> {
    let mut compiler = Compiler {
        ast,
        manner,
        nullable: nullable(ast),
        groups: FxHashMap::default(),
        instructions: Vec::new(),
        lifted: Vec::new(),
        tasks: Vec::new(),
        budget,
    };
    for &(node, number) in ast.groups.iter().filter(|_| manner.groups) {
        compiler.groups.entry(node).or_default().push(number);
    }
    let start = compiler.part(root, 0);
    while let Some(task) = compiler.tasks.pop() {
        budget.poll()?;
        if !compiler.write(&task)? {
            return Ok(None);
        }
    }
    Ok(Some(Program { instructions: compiler.instructions, start, lifted: compiler.lifted }))
}

/// Which nodes can match the empty word.
pub(crate) fn nullable(ast: &Ast) -> Vec<bool> {
    let mut nullable: Vec<bool> = Vec::with_capacity(ast.len());
    for id in 0..ast.len() as NodeId {
        let of = |child: &NodeId| nullable[*child as usize];
        let own = match ast.node(id) {
            Node::Empty | Node::Look { .. } => true,
            Node::Set(_) => false,
            Node::Concat(items) => items.iter().all(of),
            Node::Alternate(items) => items.iter().any(of),
            Node::Repeat { body, low, .. } => *low == 0 || of(body),
            Node::Atomic(body) => of(body),
        };
        nullable.push(own);
    }
    nullable
}

impl Compiler<'_> {
    /// Room for one instruction.
    fn reserve(&mut self) -> Address {
        self.instructions.push(Instruction::Accept);
        self.instructions.len() as Address - 1
    }

    /// A program of its own for a node.
    fn part(&mut self, node: NodeId, depth: u32) -> Address {
        let (at, next) = (self.reserve(), self.reserve());
        self.tasks.push(Task { node, at, next, depth });
        at
    }

    fn set(&mut self, at: Address, instruction: Instruction) {
        self.instructions[at as usize] = instruction;
    }

    /// Writes a node. False when there are too many instructions.
    fn write(&mut self, task: &Task) -> Result<bool, Stop> {
        let &Task { node, mut at, mut next, depth } = task;
        if INSTRUCTIONS.is_exceeded(self.instructions.len() + self.tasks.len(), self.budget)
            || PROGRAM_DEPTH.is_exceeded(depth as usize, self.budget)
        {
            return Ok(false);
        }
        for &number in self.groups.get(&node).cloned().unwrap_or_default().iter().rev() {
            let (inner, end) = (self.reserve(), self.reserve());
            self.set(at, Instruction::Group { number, ends: false, next: inner });
            self.set(end, Instruction::Group { number, ends: true, next });
            (at, next) = (inner, end);
        }
        match self.ast.node(node) {
            Node::Empty => self.set(at, Instruction::Split(vec![next])),
            Node::Set(_) => self.set(at, Instruction::Read { node, next }),
            Node::Concat(items) => {
                let mut from = at;
                for (index, &item) in items.iter().enumerate() {
                    let to = if index + 1 == items.len() { next } else { self.reserve() };
                    self.tasks.push(Task { node: item, at: from, next: to, depth });
                    from = to;
                }
            }
            Node::Alternate(items) => {
                let mut ways = Vec::with_capacity(items.len());
                for &item in items {
                    let way = self.reserve();
                    self.tasks.push(Task { node: item, at: way, next, depth });
                    ways.push(way);
                }
                self.set(at, Instruction::Split(ways));
            }
            Node::Look { body, .. } => {
                let body = self.part(*body, depth);
                self.set(at, Instruction::Look { node, body, next });
            }
            Node::Atomic(body) => {
                let body = self.part(*body, depth);
                self.set(at, Instruction::Atomic { body, next });
            }
            &Node::Repeat { body, low, high, greed } => {
                return self.repeat(&Task { node, at, next, depth }, body, (low, high), greed);
            }
        }
        Ok(true)
    }

    /// `low` copies, then a loop or copies that can be left out.
    fn repeat(
        &mut self,
        task: &Task,
        body: NodeId,
        (mut low, mut high): (u64, Option<u64>),
        greed: Greed,
    ) -> Result<bool, Stop> {
        if let Some(bound) = high.or(Some(low)).filter(|&bound| bound > self.manner.most_copies) {
            self.lifted.push(bound);
            (low, high) = (low.min(1), None);
        }
        let depth = task.depth + 1;
        let mut at = task.at;
        for _ in 0..low {
            self.budget.poll()?;
            if INSTRUCTIONS.is_exceeded(self.instructions.len(), self.budget) {
                return Ok(false);
            }
            let to = self.reserve();
            self.tasks.push(Task { node: body, at, next: to, depth });
            at = to;
        }
        let Some(high) = high else {
            self.iteration(body, at, at, task.next, greed, depth);
            return Ok(true);
        };
        for _ in low..high {
            self.budget.poll()?;
            if INSTRUCTIONS.is_exceeded(self.instructions.len(), self.budget) {
                return Ok(false);
            }
            let to = self.reserve();
            self.iteration(body, at, to, task.next, greed, depth);
            at = to;
        }
        self.set(at, Instruction::Split(vec![task.next]));
        Ok(true)
    }

    /// At `at`: the body and then `again`, or, in the order of `greed`, `leave`.
    fn iteration(
        &mut self,
        body: NodeId,
        at: Address,
        again: Address,
        leave: Address,
        greed: Greed,
        depth: u32,
    ) {
        let mut first = self.reserve();
        let mut last = again;
        let entry = first;
        if self.nullable[body as usize] {
            last = self.reserve();
            let leave = (!self.manner.empty_fails).then_some(leave);
            self.set(last, Instruction::End { depth, again, leave });
            let inner = self.reserve();
            self.set(first, Instruction::Begin { depth, next: inner });
            first = inner;
        }
        self.tasks.push(Task { node: body, at: first, next: last, depth });
        let ways = match greed {
            Greed::Greedy => vec![entry, leave],
            Greed::Lazy => vec![leave, entry],
        };
        self.set(at, Instruction::Split(ways));
    }
}

/// The set of a node that reads.
pub(crate) fn set_of(ast: &Ast, node: NodeId) -> Option<&CharSet> {
    match ast.node(node) {
        Node::Set(set) => Some(set),
        _ => None,
    }
}
