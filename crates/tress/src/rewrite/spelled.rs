//! Languages as terms.
//!
//! Enters: a language of the evaluator's store. Leaves: a regular expression as a term, with the same
//! words, when it is small. What is shared in the store is shared in the term.

use rustc_hash::FxHashMap;
use tress_automata::{Regex, RegexStore, View};
use tress_base::Int;

use super::context::Context;
use crate::term::{Op, Term};

impl Context<'_> {
    /// The language as a term, when it takes no more than `most` parts to write it.
    pub(super) fn spell(&mut self, language: Regex, most: usize) -> Option<Term> {
        let mut done: FxHashMap<Regex, Term> = FxHashMap::default();
        let mut stack = vec![(language, false)];
        let mut left = most;
        while let Some((at, is_open)) = stack.pop() {
            if done.contains_key(&at) {
                continue;
            }
            let parts = parts(self.evaluator.regexes(), at);
            if !is_open && !parts.is_empty() {
                left = left.checked_sub(parts.len())?;
                stack.push((at, true));
                stack.extend(parts.into_iter().map(|part| (part, false)));
                continue;
            }
            let parts: Vec<Term> = parts.iter().map(|part| done[part]).collect();
            let term = self.spell_one(at, &parts, &mut left)?;
            done.insert(at, term);
        }
        done.get(&language).copied()
    }

    /// The language over the terms of its parts.
    fn spell_one(&mut self, language: Regex, parts: &[Term], left: &mut usize) -> Option<Term> {
        let (op, indices) = match self.evaluator.regexes().view(language) {
            View::None => (Op::ReNone, Vec::new()),
            View::Epsilon => {
                let empty = self.empty_word();
                return Some(self.app(Op::StrToRe, &[empty]));
            }
            View::Chars(set) => {
                let ranges = set.ranges().to_vec();
                *left = left.checked_sub(ranges.len())?;
                return Some(self.spell_letters(&ranges));
            }
            View::Concat(..) => (Op::ReConcat, Vec::new()),
            View::Union(_) => (Op::ReUnion, Vec::new()),
            View::Inter(_) => (Op::ReInter, Vec::new()),
            View::Complement(_) => (Op::ReComp, Vec::new()),
            View::Repeat { low, high, .. } => {
                let number = |n: u64| usize::try_from(n).ok().map(Int::from);
                let mut indices = vec![number(low)?];
                if let Some(high) = high {
                    indices.push(number(high)?);
                }
                (Op::ReLoop, indices)
            }
        };
        Some(self.indexed(op, &indices, parts))
    }

    /// One character of some ranges.
    fn spell_letters(&mut self, ranges: &[(u32, u32)]) -> Term {
        if ranges == [(0, tress_automata::MAX_CHAR)] {
            return self.app(Op::ReAllChar, &[]);
        }
        let ranges: Vec<Term> = ranges
            .iter()
            .map(|(low, high)| {
                let (low, high) = (self.word(&[*low]), self.word(&[*high]));
                self.app(Op::ReRange, &[low, high])
            })
            .collect();
        match ranges.as_slice() {
            [only] => *only,
            _ => self.app(Op::ReUnion, &ranges),
        }
    }
}

/// All factors of a concatenation; the parts of anything else.
fn parts(regexes: &RegexStore, language: Regex) -> Vec<Regex> {
    match regexes.view(language) {
        View::None | View::Epsilon | View::Chars(_) => Vec::new(),
        View::Repeat { body, .. } | View::Complement(body) => vec![body],
        View::Union(members) | View::Inter(members) => members.to_vec(),
        View::Concat(mut first, mut rest) => {
            let mut factors = Vec::new();
            loop {
                factors.push(first);
                match regexes.view(rest) {
                    View::Concat(next, after) => (first, rest) = (next, after),
                    _ => break,
                }
            }
            factors.push(rest);
            factors
        }
    }
}
