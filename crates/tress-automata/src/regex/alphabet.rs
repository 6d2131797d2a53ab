//! Which characters can occur in the words of an expression.
//!
//! Enters: an expression. Leaves: a set that contains every character of every word, kept per
//! expression. When two languages must hold of one word, only the characters of both can occur in it; a
//! term that needs another one can be dropped, whatever its counters.

use rustc_hash::FxHashMap;

use super::{Regex, RegexStore, View};
use crate::charset::CharSet;

/// Factors looked at when asking what a term needs.
const FACTORS: usize = 8;

/// An interned set of characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SetId(u32);

/// What is known about the characters of expressions, and the set operations done so far.
#[derive(Debug, Default)]
pub(super) struct Alphabets {
    known: Vec<Option<SetId>>,
    results: FxHashMap<(SetId, SetId, bool), SetId>,
}

impl RegexStore {
    /// A set with every character that occurs in a word of `r`.
    pub(crate) fn alphabet(&mut self, r: Regex) -> SetId {
        let mut stack = vec![r];
        while let Some(&at) = stack.last() {
            if self.known_alphabet(at).is_some() {
                stack.pop();
                continue;
            }
            let before = stack.len();
            if !matches!(self.view(at), View::Complement(_)) {
                stack.extend(self.children(at).filter(|&child| self.known_alphabet(child).is_none()));
            }
            if stack.len() == before {
                let set = self.combine_alphabets(at);
                self.alphabets.known.resize(self.alphabets.known.len().max(at.index() + 1), None);
                self.alphabets.known[at.index()] = Some(set);
                stack.pop();
            }
        }
        self.known_alphabet(r).unwrap_or_else(|| self.full_alphabet())
    }

    /// The character that is the only one in the words of `r`, as far as its parts show.
    pub(crate) fn only_character(&mut self, r: Regex) -> Option<u32> {
        let set = self.alphabet(r);
        self.sets.values[set.0 as usize].single_member()
    }

    /// All characters.
    pub(crate) fn full_alphabet(&mut self) -> SetId {
        SetId(self.sets.intern(CharSet::full()))
    }

    fn known_alphabet(&self, r: Regex) -> Option<SetId> {
        *self.alphabets.known.get(r.index())?
    }

    /// The alphabet of `r` from those of its parts.
    fn combine_alphabets(&mut self, r: Regex) -> SetId {
        let (is_inter, start) = match self.view(r) {
            View::Chars(set) => {
                let set = set.clone();
                return SetId(self.sets.intern(set));
            }
            View::Complement(_) | View::Followed => return self.full_alphabet(),
            View::Inter(_) => (true, CharSet::full()),
            _ => (false, CharSet::empty()),
        };
        let parts: Vec<SetId> = self.children(r).filter_map(|child| self.known_alphabet(child)).collect();
        let start = SetId(self.sets.intern(start));
        parts.into_iter().fold(start, |set, part| self.combine_sets(set, part, is_inter))
    }

    /// The intersection or the union of two sets.
    pub(crate) fn combine_sets(&mut self, a: SetId, b: SetId, is_inter: bool) -> SetId {
        if a == b {
            return a;
        }
        if let Some(&known) = self.alphabets.results.get(&(a, b, is_inter)) {
            return known;
        }
        let (x, y) = (&self.sets.values[a.0 as usize], &self.sets.values[b.0 as usize]);
        let result = if is_inter { x.intersection(y) } else { x.union(y) };
        let result = SetId(self.sets.intern(result));
        self.alphabets.results.insert((a, b, is_inter), result);
        result
    }

    /// Does every word of `r` have a character outside `allowed`, as one of the first factors shows?
    pub(crate) fn needs_outside(&mut self, r: Regex, allowed: SetId) -> bool {
        let mut at = r;
        for _ in 0..FACTORS {
            let (head, rest) = match self.view(at) {
                View::Concat(head, rest) => (head, Some(rest)),
                _ => (at, None),
            };
            if !self.is_nullable(head) {
                let set = self.alphabet(head);
                let common = self.combine_sets(set, allowed, true);
                if self.sets.values[common.0 as usize].is_empty() {
                    return true;
                }
            }
            match rest {
                Some(rest) => at = rest,
                None => return false,
            }
        }
        false
    }
}
