//! One run of the matcher: a program and a word enter, the first match leaves.

use tress_base::{Budget, Stop};

use super::{Match, Span};
use crate::ast::{Ast, Node};
use crate::redos::program::{Address, Instruction, Program, set_of};

/// Where the matcher is: an instruction, a position in the word, and the loops whose round has read nothing
/// yet.
#[derive(Clone, Copy, Debug)]
struct Thread {
    address: Address,
    position: usize,
    fresh: u64,
}

/// What is on the stack.
#[derive(Clone, Copy, Debug)]
enum Entry {
    /// A way that has yet to be tried, and how many changes of groups were made before.
    Way(Thread, usize),
    /// A look or an atomic group has begun: where it goes on, and which kind of body it is.
    Body(Thread, usize, Kind),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Atomic,
    Ahead { negative: bool },
    Behind { negative: bool },
}

struct Walk<'a> {
    ast: &'a Ast,
    program: &'a Program,
    word: &'a [u32],
    whole: bool,
    /// The first position where the match may end.
    earliest: usize,
    stack: Vec<Entry>,
    /// Where the bodies in progress stand on the stack.
    bodies: Vec<usize>,
    groups: Vec<Option<Span>>,
    /// Where groups in progress began.
    begun: Vec<usize>,
    /// What groups were before they changed.
    changes: Vec<Change>,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    Group(u32, Option<Span>),
    Begun(u32, usize),
}

/// The match that begins at a position.
pub(crate) fn run(
    ast: &Ast,
    program: &Program,
    word: &[u32],
    position: usize,
    whole: bool,
    budget: &Budget,
) -> Result<Option<Match>, Stop> {
    run_until(ast, program, word, (position, position), whole, budget)
}

/// The match that begins at a position and is not empty.
pub(crate) fn run_nonempty(
    ast: &Ast,
    program: &Program,
    word: &[u32],
    position: usize,
    budget: &Budget,
) -> Result<Option<Match>, Stop> {
    run_until(ast, program, word, (position, position + 1), false, budget)
}

/// The match that begins at a position, and ends at another one or behind it.
fn run_until(
    ast: &Ast,
    program: &Program,
    word: &[u32],
    (position, earliest): Span,
    whole: bool,
    budget: &Budget,
) -> Result<Option<Match>, Stop> {
    let count = ast.group_count as usize + 1;
    let mut walk = Walk {
        ast,
        program,
        word,
        whole,
        earliest,
        stack: Vec::new(),
        bodies: Vec::new(),
        groups: vec![None; count],
        begun: vec![0; count],
        changes: Vec::new(),
    };
    let mut at = Thread { address: program.start, position, fresh: 0 };
    loop {
        budget.poll()?;
        let next = match walk.step(at) {
            Step::Go(next) => Some(next),
            Step::Accept(end) => {
                walk.groups[0] = Some((position, end));
                return Ok(Some(Match { groups: walk.groups }));
            }
            Step::Fail => walk.back(),
        };
        match next {
            Some(next) => at = next,
            None => return Ok(None),
        }
    }
}

enum Step {
    Go(Thread),
    Fail,
    Accept(usize),
}

impl Walk<'_> {
    fn step(&mut self, at: Thread) -> Step {
        let Thread { position, fresh, .. } = at;
        let go = |address: Address| Step::Go(Thread { address, position, fresh });
        match &self.program.instructions[at.address as usize] {
            Instruction::Accept => self.accept(position),
            Instruction::Read { node, next } => {
                let here = self.word.get(position);
                match here.is_some_and(|c| set_of(self.ast, *node).is_some_and(|set| set.contains(*c))) {
                    true => Step::Go(Thread { address: *next, position: position + 1, fresh: 0 }),
                    false => Step::Fail,
                }
            }
            Instruction::Split(ways) => {
                let Some((first, others)) = ways.split_first() else { return Step::Fail };
                let changes = self.changes.len();
                let later = others
                    .iter()
                    .rev()
                    .map(|&address| Entry::Way(Thread { address, position, fresh }, changes));
                self.stack.extend(later);
                go(*first)
            }
            Instruction::Begin { depth, next } => {
                Step::Go(Thread { address: *next, position, fresh: fresh | 1 << depth })
            }
            Instruction::End { depth, again, leave } => match (fresh >> depth & 1 == 1, leave) {
                (false, _) => go(*again),
                (true, Some(leave)) => {
                    Step::Go(Thread { address: *leave, position, fresh: fresh & !(1 << depth) })
                }
                (true, None) => Step::Fail,
            },
            Instruction::Group { number, ends, next } => {
                self.note(*number, *ends, position);
                go(*next)
            }
            Instruction::Atomic { body, next } => {
                self.enter(Thread { address: *next, position, fresh }, Kind::Atomic);
                Step::Go(Thread { address: *body, position, fresh: 0 })
            }
            Instruction::Look { node, body, next } => {
                let Node::Look { ahead, negative, .. } = *self.ast.node(*node) else { return Step::Fail };
                let kind = if ahead { Kind::Ahead { negative } } else { Kind::Behind { negative } };
                self.enter(Thread { address: *next, position, fresh }, kind);
                if !ahead {
                    // The nearest beginning is tried first.
                    let changes = self.changes.len();
                    let start = |position| Entry::Way(Thread { address: *body, position, fresh: 0 }, changes);
                    self.stack.extend((0..position).map(start));
                }
                Step::Go(Thread { address: *body, position, fresh: 0 })
            }
        }
    }

    fn enter(&mut self, next: Thread, kind: Kind) {
        self.bodies.push(self.stack.len());
        self.stack.push(Entry::Body(next, self.changes.len(), kind));
    }

    /// The innermost body, or the whole pattern, has matched.
    fn accept(&mut self, position: usize) -> Step {
        let Some(&bottom) = self.bodies.last() else {
            let fails = (self.whole && position != self.word.len()) || position < self.earliest;
            return if fails { Step::Fail } else { Step::Accept(position) };
        };
        let Entry::Body(next, changes, kind) = self.stack[bottom] else { return Step::Fail };
        if matches!(kind, Kind::Behind { .. }) && position != next.position {
            return Step::Fail;
        }
        self.stack.truncate(bottom);
        self.bodies.pop();
        match kind {
            Kind::Atomic => {
                let fresh = if position == next.position { next.fresh } else { 0 };
                Step::Go(Thread { position, fresh, ..next })
            }
            Kind::Ahead { negative: false } | Kind::Behind { negative: false } => Step::Go(next),
            Kind::Ahead { negative: true } | Kind::Behind { negative: true } => {
                self.undo(changes);
                Step::Fail
            }
        }
    }

    /// The way that is tried next.
    fn back(&mut self) -> Option<Thread> {
        while let Some(entry) = self.stack.pop() {
            match entry {
                Entry::Way(thread, changes) => {
                    self.undo(changes);
                    return Some(thread);
                }
                Entry::Body(next, changes, kind) => {
                    self.bodies.pop();
                    self.undo(changes);
                    if matches!(kind, Kind::Ahead { negative: true } | Kind::Behind { negative: true }) {
                        return Some(next);
                    }
                }
            }
        }
        None
    }

    fn note(&mut self, number: u32, ends: bool, position: usize) {
        let slot = number as usize;
        match ends {
            false => {
                self.changes.push(Change::Begun(number, self.begun[slot]));
                self.begun[slot] = position;
            }
            true => {
                self.changes.push(Change::Group(number, self.groups[slot]));
                self.groups[slot] = Some((self.begun[slot], position));
            }
        }
    }

    fn undo(&mut self, changes: usize) {
        while self.changes.len() > changes {
            match self.changes.pop() {
                Some(Change::Group(number, old)) => self.groups[number as usize] = old,
                Some(Change::Begun(number, old)) => self.begun[number as usize] = old,
                None => {}
            }
        }
    }
}
