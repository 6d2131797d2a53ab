//! From an automaton to an expression.
//!
//! Enters: an automaton. Leaves: an expression without complements and intersections. States are taken out
//! one by one and what led through them is written on edges, those first that make the least text (Delgado
//! and Morais 2004). The smallest automata that read words from the front and from the back are both tried,
//! for one of them often has much simpler loops.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::Nfa;
use super::limits::EXPRESSION_STEPS;
use crate::regex::{Regex, RegexStore, View};

impl Nfa {
    /// An expression for the accepted words.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn expression(&self, store: &mut RegexStore, budget: &Budget) -> Result<Regex, Stop> {
        let trimmed = self.trim();
        let items = u64::from(trimmed.states()) + trimmed.edge_count() as u64;
        let share = |nfa: &Nfa| {
            let steps = items.saturating_mul(EXPRESSION_STEPS.most(budget));
            let minimal = budget.share(steps, || nfa.minimize(usize::MAX, budget))?;
            if minimal.is_none() {
                budget.hit(EXPRESSION_STEPS.name());
            }
            Ok::<_, Stop>(minimal.flatten())
        };
        let forward = share(&trimmed)?;
        let backward = share(&trimmed.reverse())?.map(|nfa| nfa.reverse());
        let mut sizes = Sizes::default();
        let mut best: Option<(u64, Regex)> = None;
        for nfa in [forward, backward, Some(trimmed)].into_iter().flatten() {
            // Far more states never make a shorter expression.
            if best.is_some() && u64::from(nfa.states()) > items * 2 {
                continue;
            }
            let expression = Elimination::new(&nfa, store, &mut sizes).run(budget)?;
            let size = sizes.of(store, expression);
            if best.is_none_or(|best| size < best.0) {
                best = Some((size, expression));
            }
        }
        Ok(best.map_or(Regex::NONE, |best| best.1))
    }
}

/// How long expressions are when they are written down.
#[derive(Default)]
struct Sizes {
    known: FxHashMap<Regex, u64>,
}

impl Sizes {
    fn of(&mut self, store: &RegexStore, r: Regex) -> u64 {
        let mut stack = vec![r];
        while let Some(&at) = stack.last() {
            if self.known.contains_key(&at) {
                stack.pop();
                continue;
            }
            let unknown: Vec<Regex> =
                store.children(at).filter(|child| !self.known.contains_key(child)).collect();
            if unknown.is_empty() {
                let own = match store.view(at) {
                    View::Chars(set) => set.ranges().len() as u64,
                    View::Concat(..) | View::None | View::Epsilon => 0,
                    _ => 1,
                };
                let parts = store.children(at).map(|child| self.known[&child]);
                let size = parts.fold(own, u64::saturating_add);
                self.known.insert(at, size);
                stack.pop();
            }
            stack.extend(unknown);
        }
        self.known[&r]
    }
}

/// An automaton with expressions on its edges.
///
/// Invariant: the start has no incoming and the end no outgoing edges; `incoming` holds the sources of the
/// edges in `outgoing`.
struct Elimination<'a> {
    store: &'a mut RegexStore,
    sizes: &'a mut Sizes,
    outgoing: Vec<BTreeMap<usize, Regex>>,
    incoming: Vec<BTreeSet<usize>>,
    start: usize,
    end: usize,
}

impl<'a> Elimination<'a> {
    fn new(nfa: &Nfa, store: &'a mut RegexStore, sizes: &'a mut Sizes) -> Self {
        let states = nfa.states() as usize;
        let (start, end) = (states, states + 1);
        let outgoing = vec![BTreeMap::new(); states + 2];
        let incoming = vec![BTreeSet::new(); states + 2];
        let mut made = Self { store, sizes, outgoing, incoming, start, end };
        for &state in nfa.initial() {
            made.add(start, state as usize, Regex::EPSILON);
        }
        for state in nfa.accepting() {
            made.add(state as usize, end, Regex::EPSILON);
        }
        for state in 0..nfa.states() {
            for (target, set) in nfa.edges_by_target(state) {
                let chars = made.store.chars(set);
                made.add(state as usize, target as usize, chars);
            }
        }
        made
    }

    fn add(&mut self, from: usize, to: usize, expression: Regex) {
        let old = self.outgoing[from].get(&to).copied();
        let whole = old.map_or(expression, |old| self.store.union(&[old, expression]));
        self.outgoing[from].insert(to, whole);
        self.incoming[to].insert(from);
    }

    fn run(mut self, budget: &Budget) -> Result<Regex, Stop> {
        let mut weights: Vec<u64> = (0..self.start).map(|state| self.weight(state)).collect();
        let mut order: BTreeSet<(u64, usize)> = weights.iter().copied().zip(0..self.start).collect();
        while let Some((_, state)) = order.pop_first() {
            let mut touched = self.eliminate(state, budget)?;
            touched.retain(|&neighbour| neighbour < self.start);
            for neighbour in touched {
                order.remove(&(weights[neighbour], neighbour));
                weights[neighbour] = self.weight(neighbour);
                order.insert((weights[neighbour], neighbour));
            }
        }
        Ok(self.outgoing[self.start].get(&self.end).copied().unwrap_or(Regex::NONE))
    }

    /// How much text taking the state out would add.
    fn weight(&mut self, state: usize) -> u64 {
        let own = self.outgoing[state].get(&state).map_or(0, |&own| self.sizes.of(self.store, own));
        let targets: Vec<Regex> =
            self.outgoing[state].iter().filter(|edge| *edge.0 != state).map(|edge| *edge.1).collect();
        let sources: Vec<Regex> = self.incoming[state]
            .iter()
            .filter(|&&source| source != state)
            .map(|&source| self.outgoing[source][&state])
            .collect();
        let (ins, outs) = (sources.len() as u64, targets.len() as u64);
        let mut total = own.saturating_mul((ins * outs).saturating_sub(1));
        for (list, others) in [(sources, outs), (targets, ins)] {
            for expression in list {
                let size = self.sizes.of(self.store, expression);
                total = total.saturating_add(size.saturating_mul(others.saturating_sub(1)));
            }
        }
        total
    }

    /// Takes a state out; gives its neighbours.
    fn eliminate(&mut self, state: usize, budget: &Budget) -> Result<BTreeSet<usize>, Stop> {
        let mut targets = std::mem::take(&mut self.outgoing[state]);
        let mut sources = std::mem::take(&mut self.incoming[state]);
        let own = targets.remove(&state).map_or(Regex::EPSILON, |own| self.store.star(own));
        sources.remove(&state);
        targets.keys().for_each(|&target| {
            self.incoming[target].remove(&state);
        });
        for &source in &sources {
            let Some(before) = self.outgoing[source].remove(&state) else { continue };
            let before = self.store.concat(&[before, own]);
            for (&target, &behind) in &targets {
                budget.poll_many(8)?;
                let way = self.store.concat(&[before, behind]);
                self.add(source, target, way);
            }
        }
        sources.extend(targets.into_keys());
        Ok(sources)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equivalence::are_equal;
    use crate::naive::Ast;
    use tress_base::Random;

    #[test]
    fn expressions_have_the_words_of_their_automata() {
        let mut random = Random::new(71);
        let budget = Budget::unlimited();
        for _ in 0..600 {
            let size = random.below(9);
            let ast = Ast::random(&mut random, size);
            let mut store = RegexStore::new();
            let r = ast.build(&mut store);
            let nfa = Nfa::from_regex(&mut store, r, usize::MAX, &budget).unwrap().unwrap();
            let written = nfa.expression(&mut store, &budget).unwrap();
            assert!(store.is_classical(written));
            assert!(are_equal(&mut store, r, written, &budget).unwrap(), "{ast:?}");
        }
    }

    /// Words that end in a digit need no loops through the digits before.
    #[test]
    fn the_simpler_direction_is_taken() {
        let budget = Budget::unlimited();
        let mut store = RegexStore::new();
        let digit = store.range(u32::from('0'), u32::from('9'));
        let ends = store.concat(&[Regex::ALL, digit]);
        let begins = store.concat(&[digit, Regex::ALL]);
        for language in [ends, begins] {
            let nfa = Nfa::from_regex(&mut store, language, usize::MAX, &budget).unwrap().unwrap();
            let minimal = nfa.minimize(usize::MAX, &budget).unwrap().unwrap();
            assert_eq!(minimal.expression(&mut store, &budget), Ok(language));
        }
    }
}
