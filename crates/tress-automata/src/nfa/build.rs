//! Making automata of other automata without determinising.

use fixedbitset::FixedBitSet;

use super::{Edge, Nfa, NfaBuilder};
use crate::charset::MAX_CHAR;

impl Default for Nfa {
    /// The automaton without words.
    fn default() -> Nfa {
        Nfa::none()
    }
}

impl Nfa {
    /// The automaton without words.
    #[must_use]
    pub fn none() -> Nfa {
        NfaBuilder::new().build()
    }

    /// The automaton of all words.
    #[must_use]
    pub fn all() -> Nfa {
        let mut builder = NfaBuilder::new();
        builder.set_initial(0);
        builder.set_accepting(0);
        builder.add_edge(0, (0, MAX_CHAR), 0);
        builder.build()
    }

    /// The automaton of one word.
    #[must_use]
    pub fn word(word: &[u32]) -> Nfa {
        let mut builder = NfaBuilder::new();
        builder.set_initial(0);
        for (index, &c) in word.iter().enumerate() {
            builder.add_edge(index as u32, (c, c), index as u32 + 1);
        }
        builder.set_accepting(word.len() as u32);
        builder.build().trim()
    }

    /// Words of either automaton.
    #[must_use]
    pub fn union(&self, other: &Nfa) -> Nfa {
        let mut builder = NfaBuilder::new();
        for nfa in [self, other] {
            let shift = builder.embed(nfa);
            nfa.initial().iter().for_each(|&state| builder.set_initial(state + shift));
            nfa.accepting().for_each(|state| builder.set_accepting(state + shift));
        }
        builder.build()
    }

    /// A word of this automaton followed by one of the other. Accepting states of the first get the
    /// edges of the initial states of the second.
    #[must_use]
    pub fn concat(&self, other: &Nfa) -> Nfa {
        let mut builder = NfaBuilder::new();
        let first = builder.embed(self);
        let second = builder.embed(other);
        self.initial().iter().for_each(|&state| builder.set_initial(state + first));
        other.accepting().for_each(|state| builder.set_accepting(state + second));
        let second_has_epsilon = other.initial().iter().any(|&state| other.is_accepting(state));
        for end in self.accepting() {
            if second_has_epsilon {
                builder.set_accepting(end + first);
            }
            for edge in other.initial().iter().flat_map(|&state| other.edges(state)) {
                builder.add_edge(end + first, (edge.low, edge.high), edge.target + second);
            }
        }
        builder.build()
    }

    /// Any number of words of this automaton, one after the other.
    #[must_use]
    pub fn star(&self) -> Nfa {
        let mut builder = NfaBuilder::new();
        let start = builder.add_state();
        let shift = builder.embed(self);
        builder.set_initial(start);
        builder.set_accepting(start);
        let entries: Vec<Edge> =
            self.initial().iter().flat_map(|&state| self.edges(state)).copied().collect();
        let ends = self.accepting().map(|state| state + shift).chain([start]);
        for end in ends {
            builder.set_accepting(end);
            for edge in &entries {
                builder.add_edge(end, (edge.low, edge.high), edge.target + shift);
            }
        }
        builder.build()
    }

    /// The words read backwards.
    #[must_use]
    pub fn reverse(&self) -> Nfa {
        let mut builder = NfaBuilder::new();
        builder.reserve_states(self.states());
        self.initial().iter().for_each(|&state| builder.set_accepting(state));
        self.accepting().for_each(|state| builder.set_initial(state));
        for state in 0..self.states() {
            for edge in self.edges(state) {
                builder.add_edge(edge.target, (edge.low, edge.high), state);
            }
        }
        builder.build()
    }

    /// The same words with only those states that lie on the way of an accepted word.
    #[must_use]
    pub fn trim(&self) -> Nfa {
        let mut useful = self.reachable(self.initial().iter().copied());
        useful.intersect_with(&self.live());
        if useful.count_ones(..) == self.states() as usize {
            return self.clone();
        }
        self.restrict(&useful)
    }

    /// Only the states in `kept`, renumbered in order.
    pub(super) fn restrict(&self, kept: &FixedBitSet) -> Nfa {
        let mut numbers = vec![u32::MAX; self.states() as usize];
        kept.ones().enumerate().for_each(|(number, state)| numbers[state] = number as u32);
        self.map_states(kept.count_ones(..) as u32, &numbers)
    }

    /// The automaton in which state `s` becomes `numbers[s]`; states with `u32::MAX` vanish.
    pub(super) fn map_states(&self, count: u32, numbers: &[u32]) -> Nfa {
        let mut builder = NfaBuilder::new();
        builder.reserve_states(count);
        let kept = |state: u32| Some(numbers[state as usize]).filter(|&number| number != u32::MAX);
        self.initial().iter().filter_map(|&state| kept(state)).for_each(|state| builder.set_initial(state));
        self.accepting().filter_map(kept).for_each(|state| builder.set_accepting(state));
        for state in 0..self.states() {
            let Some(from) = kept(state) else { continue };
            for edge in self.edges(state) {
                if let Some(target) = kept(edge.target) {
                    builder.add_edge(from, (edge.low, edge.high), target);
                }
            }
        }
        builder.build()
    }
}
