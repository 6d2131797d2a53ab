//! Looks anywhere, by a product automaton.
//!
//! Enters: any tree. Leaves: its language, or a refusal when the automaton grows too large.
//!
//! Whether a look behind holds at a position depends on the word before it, and is decided by a subset
//! automaton that reads forwards. A look ahead depends on the word after it: a subset automaton that reads
//! backwards. So a *context* of a position is a pair: the states that looks behind have reached, and the
//! states from which looks ahead will succeed. The main automaton runs over contexts. It knows the first
//! half; it guesses the second and is held to it by the next step, and at the end of the word nothing may be
//! left. Looks inside of looks are settled first, from the inside out.

use rustc_hash::FxHashMap;
use tress_automata::nfa::{Nfa, NfaBuilder};
use tress_automata::{CharSet, Regex, RegexStore};
use tress_base::{Budget, Stop};

use super::limits::{DETERMINISTIC_STATES, PRODUCT_STATES};
use super::to_regex;
use crate::ast::{Ast, Node, NodeId};
use crate::{DialectError, Mode};

mod contexts;
mod machine;

pub(crate) use contexts::Contexts;
pub(crate) use machine::Machine;

/// The language of the tree.
pub(super) fn language(
    ast: &Ast,
    root: NodeId,
    alphabet: &CharSet,
    mode: Mode,
    store: &mut RegexStore,
    budget: &Budget,
) -> Result<Regex, DialectError> {
    let look = (0..ast.len() as NodeId).find(|&id| matches!(ast.node(id), Node::Look { .. }));
    let position = look.map_or(0, |id| ast.position(id));
    let message = "lookaround or anchors in this combination need too large an automaton";
    let refusal = || DialectError::new(position, message);
    let machine = Machine::new(ast, root, alphabet, mode, budget)?.ok_or_else(refusal)?;
    let contexts = Contexts::new(&machine, budget)?.ok_or_else(refusal)?;
    let nfa = Product::new(&machine, contexts).run(budget)?.ok_or_else(refusal)?;
    let Some(nfa) = nfa.minimize(DETERMINISTIC_STATES.most(budget) as usize, budget)? else {
        budget.hit(DETERMINISTIC_STATES.name());
        return Err(refusal());
    };
    to_regex(store, &nfa, budget)?.ok_or_else(refusal)
}

/// A state of the main automaton with the numbers of both halves of its context.
type State = (u32, u32, u32);

struct Product<'a> {
    machine: &'a Machine,
    contexts: Contexts<'a>,
    numbers: FxHashMap<State, u32>,
    states: Vec<State>,
    builder: NfaBuilder,
}

impl<'a> Product<'a> {
    fn new(machine: &'a Machine, contexts: Contexts<'a>) -> Self {
        Self {
            machine,
            contexts,
            numbers: FxHashMap::default(),
            states: Vec::new(),
            builder: NfaBuilder::new(),
        }
    }

    /// The automaton over all consistent contexts.
    fn run(mut self, budget: &Budget) -> Result<Option<Nfa>, Stop> {
        for after in 0..self.contexts.after_count() {
            for state in self.enter(self.machine.start, 0, after) {
                self.builder.set_initial(state);
            }
        }
        let mut at = 0;
        while at < self.states.len() {
            if PRODUCT_STATES.is_exceeded(self.states.len(), budget) {
                return Ok(None);
            }
            let (state, before, after) = self.states[at];
            // Only the end of the word has nothing after it.
            if state == self.machine.accept && after == 0 {
                self.builder.set_accepting(at as u32);
            }
            for edge in 0..self.machine.chars[state as usize].len() {
                let (symbol, target) = self.machine.chars[state as usize][edge];
                budget.poll_many(u64::from(self.contexts.after_count()))?;
                let next_before = self.contexts.step(before, after, symbol);
                for next_after in 0..self.contexts.after_count() {
                    if self.contexts.step_back(next_before, next_after, symbol) != Some(after) {
                        continue;
                    }
                    for number in self.enter(target, next_before, next_after) {
                        for &range in self.machine.symbols[symbol as usize].ranges() {
                            self.builder.add_edge(at as u32, range, number);
                        }
                    }
                }
            }
            at += 1;
        }
        self.builder.reserve_states(self.states.len() as u32);
        Ok(Some(self.builder.build().trim()))
    }

    /// The numbers of the states reached from `state` without reading.
    fn enter(&mut self, state: u32, before: u32, after: u32) -> Vec<u32> {
        let truth = self.contexts.truth(before, after);
        let reached = self.machine.close(vec![state], &truth, false);
        let useful = reached
            .into_iter()
            .filter(|&state| state == self.machine.accept || !self.machine.chars[state as usize].is_empty());
        useful
            .map(|state| {
                *self.numbers.entry((state, before, after)).or_insert_with_key(|&key| {
                    self.states.push(key);
                    self.states.len() as u32 - 1
                })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The product and the intersections must agree where both have an answer.
    #[test]
    fn agrees_with_intersections() {
        let patterns = [
            r"(?=.*a)(?!.*bb)[ab]{2,4}",
            r"\bab\b|a\b b?",
            r"a*(?<=aa)b(?=b)b*",
            r"(?:^|b)a(?:$|c)",
            r"(?<!a)b(?!a).?",
            r"a(?=b$)b|(?<=^)c",
        ];
        for pattern in patterns {
            for mode in [Mode::Full, Mode::Search] {
                let flags = crate::Flags::NONE;
                let budget = Budget::unlimited();
                let mut store = RegexStore::new();
                let (ast, root) = crate::perl::parse(crate::Dialect::Ecma, pattern, flags).unwrap();
                let plain = super::super::plain::build(&ast, &mut store, &budget).unwrap();
                let around = if mode == Mode::Full { Regex::EPSILON } else { Regex::ALL };
                let flat =
                    super::super::flat::language(&ast, root, &plain, Regex::ALL, around, &mut store, &budget)
                        .unwrap();
                let flat = flat.unwrap_or_else(|| panic!("{pattern} has a flat form"));
                let product = language(&ast, root, &CharSet::full(), mode, &mut store, &budget).unwrap();
                let differs =
                    tress_automata::equivalence::find_distinction(&mut store, flat, product, &budget)
                        .unwrap();
                assert_eq!(differs, None, "{pattern} {mode:?}");
            }
        }
    }
}
