//! From an expression to an automaton.
//!
//! The states are machine states (partial derivatives and their Boolean combinations), so all operators
//! are covered, and counters are unrolled only as far as the cap on states allows.

use rustc_hash::FxHashMap;
use tress_base::Budget;

use super::{Capped, Nfa, NfaBuilder, fits};
use crate::machine::{self, MachineState};
use crate::regex::{Regex, RegexStore};

/// Machine states in the order in which they were met.
struct Frontier {
    states: Vec<MachineState>,
    numbers: FxHashMap<MachineState, u32>,
}

impl Frontier {
    fn number(&mut self, state: MachineState) -> u32 {
        *self.numbers.entry(state).or_insert_with(|| {
            self.states.push(state);
            self.states.len() as u32 - 1
        })
    }
}

impl Nfa {
    /// The trimmed automaton of `r`. Returns `None` if it needs more than `cap` states.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn from_regex(store: &mut RegexStore, r: Regex, cap: usize, budget: &Budget) -> Capped {
        let mut frontier = Frontier { states: Vec::new(), numbers: FxHashMap::default() };
        let mut builder = NfaBuilder::new();
        for state in machine::start_states(store, r, budget)? {
            builder.set_initial(frontier.number(state));
        }
        let mut at = 0;
        while at < frontier.states.len() {
            if !fits(frontier.states.len(), cap, budget)? {
                return Ok(None);
            }
            let state = frontier.states[at];
            if state.accepts(store) {
                builder.set_accepting(at as u32);
            }
            for step in machine::steps(store, state, budget)? {
                let target = frontier.number(step.target);
                step.ranges.iter().for_each(|&range| builder.add_edge(at as u32, range, target));
            }
            at += 1;
        }
        Ok(Some(builder.build().trim()))
    }
}
