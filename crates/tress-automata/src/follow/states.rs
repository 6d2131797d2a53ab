//! The states of memberships, made when a walk needs them.
//!
//! A state is "all of `must`, none of `must_not`" (`machine.rs`): a membership begins with its language as
//! `must`, a non-membership with everything and its language as `must_not`. The first part is followed
//! nondeterministically, the second as sets of what is left, so complements are determinised one state at a
//! time. All of a variable's positions at which a word must end in acceptance are one state, their
//! intersection.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use crate::charset::CharSet;
use crate::machine::{self, MachineState};
use crate::regex::{Regex, RegexStore};

use super::Membership;

/// The number of a state.
pub(super) type StateId = u32;

/// Any character of the set leads to the target.
#[derive(Clone, Debug)]
pub(super) struct Move {
    pub(super) set: CharSet,
    pub(super) target: StateId,
}

/// All states met so far, with their moves where those were asked for.
#[derive(Default)]
pub(super) struct States {
    states: Vec<MachineState>,
    numbers: FxHashMap<MachineState, StateId>,
    moves: Vec<Option<Rc<[Move]>>>,
}

impl States {
    fn number(&mut self, state: MachineState) -> StateId {
        *self.numbers.entry(state).or_insert_with(|| {
            self.states.push(state);
            self.moves.push(None);
            self.states.len() as StateId - 1
        })
    }

    /// Where reading a membership begins.
    pub(super) fn start(&mut self, membership: &Membership) -> StateId {
        let (language, none) = (membership.language, Regex::NONE);
        self.number(match membership.holds {
            true => MachineState { must: language, must_not: none },
            false => MachineState { must: Regex::ALL, must_not: language },
        })
    }

    /// The words of one language.
    pub(super) fn of_language(&mut self, language: Regex) -> StateId {
        self.number(MachineState { must: language, must_not: Regex::NONE })
    }

    /// The words of all of the states.
    pub(super) fn all_of(&mut self, store: &mut RegexStore, states: &[StateId]) -> StateId {
        if let [only] = states {
            return *only;
        }
        let parts = |part: fn(&MachineState) -> Regex| -> Vec<Regex> {
            states.iter().map(|state| part(&self.states[*state as usize])).collect()
        };
        let (must, must_not) = (parts(|state| state.must), parts(|state| state.must_not));
        let state = MachineState { must: store.inter(&must), must_not: store.union(&must_not) };
        self.number(state)
    }

    /// The state with this number.
    pub(super) fn get(&self, state: StateId) -> MachineState {
        self.states[state as usize]
    }

    /// What leaves a state.
    pub(super) fn moves(
        &mut self,
        store: &mut RegexStore,
        state: StateId,
        budget: &Budget,
    ) -> Result<Rc<[Move]>, Stop> {
        if let Some(known) = &self.moves[state as usize] {
            return Ok(Rc::clone(known));
        }
        let mut moves = Vec::new();
        for step in machine::steps(store, self.get(state), budget)? {
            budget.poll()?;
            let target = self.number(step.target);
            moves.push(Move { set: CharSet::from_ranges(step.ranges), target });
        }
        let moves: Rc<[Move]> = moves.into();
        self.moves[state as usize] = Some(Rc::clone(&moves));
        Ok(moves)
    }

    /// The states on a way that reads `word` from one state to the other, or to acceptance; none when there
    /// is no such way. For those who watch.
    pub(super) fn run(
        &mut self,
        store: &mut RegexStore,
        (from, to): (StateId, Option<StateId>),
        word: &[u32],
        budget: &Budget,
    ) -> Result<Option<Vec<StateId>>, Stop> {
        // For each character the states behind it, each with the index of the one before.
        let mut layers: Vec<Vec<(StateId, usize)>> = vec![vec![(from, 0)]];
        for c in word {
            let mut next: Vec<(StateId, usize)> = Vec::new();
            let last = layers.last().cloned().unwrap_or_default();
            for (index, (state, _)) in last.into_iter().enumerate() {
                for step in self.moves(store, state, budget)?.iter() {
                    if step.set.contains(*c) && !next.iter().any(|(known, _)| *known == step.target) {
                        next.push((step.target, index));
                    }
                }
            }
            layers.push(next);
        }
        let fits = |state: StateId| match to {
            Some(to) => state == to,
            None => self.get(state).accepts(store),
        };
        let last = layers.last().map_or(&[][..], Vec::as_slice);
        let Some(mut index) = last.iter().position(|(state, _)| fits(*state)) else { return Ok(None) };
        let mut path = Vec::with_capacity(layers.len());
        for layer in layers.iter().rev() {
            path.push(layer[index].0);
            index = layer[index].1;
        }
        path.reverse();
        Ok(Some(path))
    }
}

/// The states that can be reached from one, nearest first, found one at a time.
///
/// Invariant: `found` holds every state once; those before `open` have been expanded.
pub(super) struct Reach {
    found: Vec<StateId>,
    known: rustc_hash::FxHashSet<StateId>,
    open: usize,
    given: usize,
}

impl Reach {
    /// From this state on.
    pub(super) fn new(from: StateId) -> Self {
        Self { found: vec![from], known: std::iter::once(from).collect(), open: 0, given: 0 }
    }

    /// The next state.
    pub(super) fn next(
        &mut self,
        states: &mut States,
        store: &mut RegexStore,
        budget: &Budget,
    ) -> Result<Option<StateId>, Stop> {
        while self.given == self.found.len() && self.open < self.found.len() {
            budget.poll()?;
            for step in states.moves(store, self.found[self.open], budget)?.iter() {
                if self.known.insert(step.target) {
                    self.found.push(step.target);
                }
            }
            self.open += 1;
        }
        let next = self.found.get(self.given).copied();
        self.given += 1;
        Ok(next)
    }
}
