//! A language over fewer characters.
//!
//! Enters: an expression and a set of characters. Leaves: an expression for the words that have only such
//! characters. Every set inside is cut down to the allowed characters, so that derivatives split no others;
//! whether a word of allowed characters belongs to the language does not change, under no operator.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Regex, RegexStore, View};
use crate::charset::{CharSet, minterms};

impl RegexStore {
    /// The words of `r` that have only characters of `allowed`.
    pub fn restrict(&mut self, r: Regex, allowed: &CharSet) -> Regex {
        if allowed.is_full() {
            return r;
        }
        let mut done: FxHashMap<Regex, Regex> = FxHashMap::default();
        let mut stack = vec![(r, false)];
        while let Some((at, parts_done)) = stack.pop() {
            if done.contains_key(&at) {
                continue;
            }
            let parts = self.parts(at);
            if !parts_done && !parts.is_empty() {
                stack.push((at, true));
                stack.extend(parts.into_iter().map(|part| (part, false)));
                continue;
            }
            let parts: Vec<Regex> = parts.iter().map(|part| done[part]).collect();
            let restricted = self.rebuild_restricted(at, &parts, allowed);
            done.insert(at, restricted);
        }
        if self.is_classical(r) {
            return done[&r];
        }
        // A complement still holds words with other characters.
        let characters = self.chars(allowed.clone());
        let words = self.star(characters);
        self.inter(&[done[&r], words])
    }

    /// One character for each kind that `r` distinguishes. Restricted to them, the language has the same
    /// lengths and the same number of states, and derivatives split only few characters.
    #[must_use]
    pub fn kinds_of_chars(&self, r: Regex) -> CharSet {
        if self.is_followed(r) {
            return CharSet::full();
        }
        let mut seen: FxHashSet<Regex> = FxHashSet::default();
        let mut sets = Vec::new();
        let mut stack = vec![r];
        while let Some(at) = stack.pop() {
            if seen.insert(at) {
                match self.view(at) {
                    View::Chars(set) => sets.push(set.clone()),
                    _ => stack.extend(self.children(at)),
                }
            }
        }
        CharSet::from_chars(minterms(&sets).iter().filter_map(|(cell, _)| cell.representative()))
    }

    /// The words of `r` without some that are longer than `longest`: alternatives that have only longer ones
    /// are dropped.
    pub(crate) fn without_long(&mut self, r: Regex, longest: u64) -> Regex {
        if self.min_length(r) > longest {
            return Regex::NONE;
        }
        let members: Vec<Regex> = match self.view(r) {
            View::Inter(members) => members.to_vec(),
            View::Union(_) => vec![r],
            _ => return r,
        };
        let mut kept = Vec::with_capacity(members.len());
        for member in members {
            let mut alternatives = Vec::new();
            self.push_alternatives(member, &mut alternatives);
            let before = alternatives.len();
            alternatives.retain(|&alternative| self.min_length(alternative) <= longest);
            kept.push(if alternatives.len() < before { self.union(&alternatives) } else { member });
        }
        self.inter(&kept)
    }

    fn rebuild_restricted(&mut self, r: Regex, parts: &[Regex], allowed: &CharSet) -> Regex {
        match self.view(r) {
            View::None | View::Epsilon | View::Followed => r,
            View::Chars(set) => {
                let set = set.intersection(allowed);
                self.chars(set)
            }
            View::Concat(..) => {
                parts.iter().rev().fold(Regex::EPSILON, |rest, &part| self.concat_two(part, rest))
            }
            View::Repeat { low, high, .. } => self.repeat(parts[0], low, high),
            View::Union(_) => self.union(parts),
            View::Inter(_) => self.inter(parts),
            View::Complement(_) => self.complement(parts[0]),
        }
    }
}

#[cfg(test)]
mod tests {
    use tress_base::{Budget, Random};

    use super::*;
    use crate::equivalence::find_distinction;
    use crate::lengths::exact_lengths;
    use crate::naive::Ast;
    use crate::nfa::Nfa;

    #[test]
    fn kinds_stand_for_all_characters() {
        let mut random = Random::new(52);
        let budget = Budget::unlimited();
        for _ in 0..300 {
            let size = random.below(8);
            let ast = Ast::random(&mut random, size);
            let mut store = RegexStore::new();
            let r = ast.build(&mut store);
            let kinds = store.kinds_of_chars(r);
            assert!(kinds.len() <= 8, "{kinds:?}");
            let few = store.restrict(r, &kinds);
            let lengths = [r, few].map(|r| exact_lengths(&mut store, r, &budget).unwrap());
            assert!((0..20).all(|n| lengths[0].contains(n) == lengths[1].contains(n)), "{ast:?}");
            let states = [r, few].map(|r| {
                let nfa = Nfa::from_regex(&mut store, r, 10_000, &budget).unwrap().unwrap();
                nfa.minimize(10_000, &budget).unwrap().unwrap().states()
            });
            assert_eq!(states[0], states[1], "{ast:?}");
        }
    }

    /// Cutting the sets is the same as an intersection with the words of allowed characters.
    #[test]
    fn agrees_with_an_intersection() {
        let mut random = Random::new(51);
        let budget = Budget::unlimited();
        for _ in 0..500 {
            let size = random.below(9);
            let ast = Ast::random(&mut random, size);
            let mut store = RegexStore::new();
            let r = ast.build(&mut store);
            for allowed in
                [CharSet::range(97, 98), CharSet::single(99), CharSet::range(0, 97), CharSet::full()]
            {
                let restricted = store.restrict(r, &allowed);
                let characters = store.chars(allowed.clone());
                let words = store.star(characters);
                let expected = store.inter(&[r, words]);
                let differs = find_distinction(&mut store, restricted, expected, &budget).unwrap();
                assert_eq!(differs, None, "{ast:?} {allowed:?}");
            }
        }
    }
}
