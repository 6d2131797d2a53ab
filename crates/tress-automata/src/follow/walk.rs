//! The ways in which one variable can be read at all its positions at once.
//!
//! Enters: the states in which reading begins, and where it must end. Leaves: one word for each way in which
//! the free ends can lie, found one at a time. A state of the walk is a tuple: first the intersection of all
//! positions that must end in acceptance, then the state of each other position. Each tuple is visited once;
//! a tuple whose words are seen to be among those of another with the same open states is not visited at all.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tress_base::{Budget, Stop};

use crate::antichain::{Antichain, Insertion};
use crate::charset::CharSet;
use crate::regex::RegexStore;

use super::Order;
use super::states::{StateId, States};

/// The accepting intersection, then the states of the open positions.
type Tuple = SmallVec<[StateId; 4]>;

/// No step before the first.
const NO_PARENT: u32 = u32::MAX;
/// How often it is asked whether the largest table may still double, and what a step takes in it.
const STEPS_PER_LOOK: usize = 4096;
const BYTES_PER_STEP: usize = 96;

struct Step {
    tuple: Tuple,
    parent: u32,
    character: u32,
    depth: u64,
    /// Does another step stand in for it?
    superfluous: bool,
}

/// What is visited next.
enum Agenda {
    /// By the length of words at least, deeper ones first, then in the order of making.
    Best(BinaryHeap<Reverse<(u64, Reverse<u64>, u32)>>),
    /// The newest first; with `true` when everything behind the step has been visited.
    Deep(Vec<(u32, bool)>),
}

/// A walk that can be continued.
///
/// Invariant: a step's parent stands before it; `seen` names the newest step of every tuple.
pub(super) struct Walk {
    /// For each open position the state in which it must end, where that is known.
    targets: SmallVec<[Option<StateId>; 4]>,
    steps: Vec<Step>,
    agenda: Agenda,
    seen: FxHashMap<Tuple, u32>,
    chains: FxHashMap<Tuple, Antichain>,
    ends: FxHashSet<Tuple>,
}

impl Walk {
    /// Begins in `accepting`, whose words are those that may be read at all, and for each open position in
    /// its state, with the state in which it must end.
    pub(super) fn new(accepting: StateId, open: &[(StateId, Option<StateId>)], order: Order) -> Self {
        let tuple: Tuple = std::iter::once(accepting).chain(open.iter().map(|position| position.0)).collect();
        let agenda = match order {
            Order::Shortest => Agenda::Best(BinaryHeap::from([Reverse((0, Reverse(0), 0))])),
            Order::Deepest => Agenda::Deep(vec![(0, false)]),
        };
        let mut seen = FxHashMap::default();
        seen.insert(tuple.clone(), 0);
        let first = Step { tuple, parent: NO_PARENT, character: 0, depth: 0, superfluous: false };
        Self {
            targets: open.iter().map(|position| position.1).collect(),
            steps: vec![first],
            agenda,
            seen,
            chains: FxHashMap::default(),
            ends: FxHashSet::default(),
        }
    }

    /// How many tuples were made.
    pub(super) fn made(&self) -> u64 {
        self.steps.len() as u64
    }

    /// The next way to end that is new: a step.
    pub(super) fn next_end(
        &mut self,
        states: &mut States,
        store: &mut RegexStore,
        budget: &Budget,
    ) -> Result<Option<u32>, Stop> {
        while let Some((step, is_done)) = self.next_visit() {
            budget.poll()?;
            if !is_done && self.steps[step as usize].superfluous {
                continue;
            }
            if !is_done {
                self.spread(step, states, store, budget)?;
            }
            let is_ripe = is_done || matches!(self.agenda, Agenda::Best(_));
            if is_ripe && self.is_end(step, states, store) && self.ends.insert(self.free_ends(step)) {
                return Ok(Some(step));
            }
        }
        Ok(None)
    }

    fn next_visit(&mut self) -> Option<(u32, bool)> {
        match &mut self.agenda {
            Agenda::Best(heap) => heap.pop().map(|Reverse((_, _, step))| (step, false)),
            Agenda::Deep(stack) => {
                let (step, is_done) = stack.pop()?;
                if !is_done {
                    stack.push((step, true));
                }
                Some((step, is_done))
            }
        }
    }

    /// Makes the steps that are one character further.
    fn spread(
        &mut self,
        step: u32,
        states: &mut States,
        store: &mut RegexStore,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let tuple = self.steps[step as usize].tuple.clone();
        let depth = self.steps[step as usize].depth + 1;
        let mut joint: Vec<(CharSet, Tuple)> = vec![(CharSet::full(), Tuple::new())];
        for state in tuple {
            let moves = states.moves(store, state, budget)?;
            let mut next = Vec::new();
            for (set, targets) in &joint {
                budget.poll_many(moves.len() as u64)?;
                for step in moves.iter() {
                    let both = set.intersection(&step.set);
                    if !both.is_empty() {
                        let mut targets = targets.clone();
                        targets.push(step.target);
                        next.push((both, targets));
                    }
                }
            }
            joint = next;
        }
        // What is put on a stack last is visited first.
        if matches!(self.agenda, Agenda::Deep(_)) {
            joint.reverse();
        }
        for (set, tuple) in joint {
            budget.poll()?;
            if self.steps.len().is_multiple_of(STEPS_PER_LOOK) {
                budget.room_for((self.steps.len() * BYTES_PER_STEP) as u64)?;
            }
            let Some(character) = set.representative() else { continue };
            self.meet(Step { tuple, parent: step, character, depth, superfluous: false }, states, store);
        }
        Ok(())
    }

    /// Puts a step on the agenda, unless another stands in for it.
    fn meet(&mut self, step: Step, states: &States, store: &RegexStore) {
        let by_depth = matches!(self.agenda, Agenda::Best(_));
        let number = self.steps.len() as u32;
        if let Some(known) = self.seen.get(&step.tuple) {
            if !by_depth || self.steps[*known as usize].depth <= step.depth {
                return;
            }
            self.steps[*known as usize].superfluous = true;
        }
        let accepting = states.get(step.tuple[0]);
        let chain = self.chains.entry(step.tuple[1..].into()).or_default();
        match chain.enter(store, accepting, step.depth, number, by_depth) {
            Insertion::Superfluous => return,
            Insertion::Kept(replaced) => {
                replaced.iter().for_each(|old| self.steps[*old as usize].superfluous = true);
            }
        }
        match &mut self.agenda {
            Agenda::Best(heap) => {
                let needed = step.depth.saturating_add(store.min_length(accepting.must));
                heap.push(Reverse((needed, Reverse(step.depth), number)));
            }
            Agenda::Deep(stack) => stack.push((number, false)),
        }
        self.seen.insert(step.tuple.clone(), number);
        self.steps.push(step);
    }

    /// May a word end here?
    fn is_end(&self, step: u32, states: &States, store: &RegexStore) -> bool {
        let tuple = &self.steps[step as usize].tuple;
        let kept =
            tuple[1..].iter().zip(&self.targets).all(|(state, target)| target.is_none_or(|t| t == *state));
        kept && states.get(tuple[0]).accepts(store)
    }

    /// The states of a step at the positions whose ends are free.
    pub(super) fn free_ends(&self, step: u32) -> Tuple {
        let tuple = &self.steps[step as usize].tuple;
        let free = tuple[1..].iter().zip(&self.targets).filter(|(_, target)| target.is_none());
        free.map(|(state, _)| *state).collect()
    }

    /// The word that leads to a step.
    pub(super) fn word(&self, mut step: u32) -> Vec<u32> {
        let mut word = Vec::new();
        while self.steps[step as usize].parent != NO_PARENT {
            word.push(self.steps[step as usize].character);
            step = self.steps[step as usize].parent;
        }
        word.reverse();
        word
    }
}
