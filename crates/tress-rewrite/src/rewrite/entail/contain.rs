//! Does one word always, or never, occur in another?
//!
//! Enters: two terms of sort String. Leaves: true when the second occurs in the first under every
//! model, false if under none, `None` if neither was found out.

use super::super::context::Context;
use super::super::limits::{LISTED_CHARACTERS, PARTS};
use tress_term::term::{Op, Term, Value};

/// How many functions are looked through.
const DEPTH: u32 = 4;

impl Context<'_> {
    /// Does `needle` always (true) or never (false) occur in `hay`?
    pub(in super::super) fn occurs(&mut self, hay: Term, needle: Term) -> Option<bool> {
        if let Some(known) = self.knowledge.contains.get(&(hay, needle)) {
            return *known;
        }
        let verdict = if self.always_occurs(hay, needle, DEPTH) {
            Some(true)
        } else if self.never_occurs(hay, needle, DEPTH) {
            Some(false)
        } else {
            None
        };
        self.knowledge.contains.insert((hay, needle), verdict);
        verdict
    }

    /// Calls itself at most [`DEPTH`] levels deep.
    fn always_occurs(&mut self, hay: Term, needle: Term, depth: u32) -> bool {
        let (h, n) = (self.parts(hay), self.parts(needle));
        let is_long = PARTS.is_exceeded(h.len(), self.budget);
        // A needle of one part still may be looked through below.
        if is_long || n.len() > h.len() && n.len() != 1 {
            return n.is_empty();
        }
        if n.is_empty() || hay == needle || self.is_window(&h, &n) {
            return true;
        }
        if depth == 0 {
            return false;
        }
        // A part of a word occurs where the whole word does.
        if let Some([whole, ..]) = self.match_op::<3>(needle, Op::Substr)
            && self.always_occurs(hay, whole, depth - 1)
        {
            return true;
        }
        match self.match_op::<3>(hay, Op::Replace) {
            Some([x, _, z]) => {
                self.always_occurs(x, needle, depth - 1) && self.always_occurs(z, needle, depth - 1)
            }
            None => false,
        }
    }

    /// Do the parts `n` occur one after the other among the parts `h`, the first as the end and
    /// the last as the beginning of a part?
    fn is_window(&mut self, h: &[Term], n: &[Term]) -> bool {
        if let [only] = n {
            return h.iter().any(|part| self.part_contains(*part, *only));
        }
        let last = n.len() - 1;
        (0..=h.len().saturating_sub(n.len())).any(|start| {
            h.len() >= start + n.len()
                && n[1..last] == h[start + 1..start + last]
                && self.ends_with(h[start], n[0])
                && self.begins_with(h[start + last], n[last])
        })
    }

    fn part_contains(&mut self, h: Term, n: Term) -> bool {
        if h == n {
            return true;
        }
        match (self.as_word(h), self.as_word(n)) {
            (Some(h), Some(n)) => {
                self.fold(Op::Contains, &[Value::Str(h), Value::Str(n)]) == Some(Value::Bool(true))
            }
            _ => self.match_op::<3>(n, Op::Substr).is_some_and(|[whole, ..]| whole == h),
        }
    }

    /// Does the word `h` certainly end with `n`?
    pub(in super::super) fn ends_with(&mut self, h: Term, n: Term) -> bool {
        if h == n {
            return true;
        }
        match (self.as_word(h), self.as_word(n)) {
            (Some(h), Some(n)) => h.ends_with(&n),
            (None, None) => self.match_op::<3>(n, Op::Substr).is_some_and(|[whole, start, count]| {
                let length = self.len(h);
                let end = self.add(start, count);
                whole == h && self.at_least(end, length, 0)
            }),
            _ => false,
        }
    }

    /// Does the word `h` certainly begin with `n`?
    pub(in super::super) fn begins_with(&mut self, h: Term, n: Term) -> bool {
        if h == n {
            return true;
        }
        match (self.as_word(h), self.as_word(n)) {
            (Some(h), Some(n)) => h.starts_with(&n),
            (None, None) => self.match_op::<3>(n, Op::Substr).is_some_and(|[whole, start, _]| {
                whole == h && self.as_int(start).is_some_and(|n| n.is_zero())
            }),
            _ => false,
        }
    }

    /// Calls itself at most [`DEPTH`] levels deep.
    fn never_occurs(&mut self, hay: Term, needle: Term, depth: u32) -> bool {
        let (h, n) = (self.parts(hay), self.parts(needle));
        if PARTS.is_exceeded(h.len().max(n.len()), self.budget) {
            return false;
        }
        if self.is_as_long(needle, hay, -1) || self.misses_character(hay, &n) || self.has_more(&n, hay) {
            return true;
        }
        if self.is_before_first(hay, needle) {
            return true;
        }
        if let Some(word) = self.as_word(hay)
            && !self.fits_in_order(&word, &n)
        {
            return true;
        }
        if depth == 0 {
            return false;
        }
        // What has a part that never occurs never occurs.
        if n.len() > 1
            && n.iter().any(|part| self.is_literal(*part) && self.never_occurs(hay, *part, depth - 1))
        {
            return true;
        }
        match self.match_op::<3>(hay, Op::Substr) {
            Some([whole, ..]) => self.never_occurs(whole, needle, depth - 1),
            _ => false,
        }
    }

    /// Is `hay` what is before the first occurrence of `needle`, which is not empty, in a word?
    fn is_before_first(&mut self, hay: Term, needle: Term) -> bool {
        let Some([word, start, count]) = self.match_op::<3>(hay, Op::Substr) else { return false };
        let Some([searched, wanted, from]) = self.match_op::<3>(count, Op::IndexOf) else { return false };
        let is_zero = |term: Term| self.as_int(term).is_some_and(|n| n.is_zero());
        let fits = searched == word && wanted == needle && is_zero(start) && is_zero(from);
        fits && self.bounds(needle).low.is_some_and(|low| low.is_positive())
    }

    /// Can the literal parts of `n` be placed in the word, in order?
    fn fits_in_order(&mut self, word: &[u32], n: &[Term]) -> bool {
        let mut from = 0;
        for part in n {
            let Some(part) = self.as_word(*part) else { continue };
            let args = [Value::Str(word[from..].into()), Value::Str(part.clone()), Value::Int(0.into())];
            match self.fold(Op::IndexOf, &args) {
                Some(Value::Int(index)) if index.is_negative() => return false,
                Some(Value::Int(index)) => from += index.to_usize().unwrap_or(0) + part.len(),
                _ => return true,
            }
        }
        true
    }

    /// Has a literal among `n` a character that `hay` never has?
    fn misses_character(&mut self, hay: Term, n: &[Term]) -> bool {
        if !n.iter().any(|part| self.is_literal(*part)) {
            return false;
        }
        let Some(characters) = self.characters(hay) else { return false };
        let words = n.iter().filter_map(|part| self.as_word(*part));
        words.flat_map(|word| word.to_vec()).any(|character| !characters.contains(&character))
    }

    /// All characters that the word can have, when they are few and known.
    fn characters(&self, word: Term) -> Option<Vec<u32>> {
        let mut characters: Vec<u32> = Vec::new();
        let mut stack = vec![word];
        let mut looked_at = 0;
        while let Some(term) = stack.pop() {
            looked_at += 1;
            if PARTS.is_exceeded(looked_at, self.budget) {
                return None;
            }
            if let Some(word) = self.as_word(term) {
                // Few different characters may occur often.
                if LISTED_CHARACTERS.is_exceeded(word.len().div_ceil(16), self.budget) {
                    return None;
                }
                characters.extend(word.iter());
                characters.sort_unstable();
                characters.dedup();
                if LISTED_CHARACTERS.is_exceeded(characters.len(), self.budget) {
                    return None;
                }
                continue;
            }
            let (op, args) = self.open(term);
            match (op, args) {
                (Some(Op::StrFromInt), _) => characters.extend(u32::from('0')..=u32::from('9')),
                (Some(Op::Concat), _) => stack.extend(args),
                (Some(Op::Substr | Op::At), [s, ..]) | (Some(Op::Rev | Op::Trim), [s]) => stack.push(*s),
                (Some(Op::Replace | Op::ReplaceAll), [s, _, new]) => stack.extend([*s, *new]),
                (Some(Op::Ite), [_, yes, no]) => stack.extend([*yes, *no]),
                _ => return None,
            }
        }
        characters.sort_unstable();
        characters.dedup();
        Some(characters)
    }

    /// Has `n` certainly more of some character than `hay`? True when everything unknown in `hay`
    /// is in `n` as well, and a character occurs more often among the literals of `n`.
    fn has_more(&self, n: &[Term], hay: Term) -> bool {
        let Some((mut unknown, has)) = self.multiset(&[hay], true) else { return false };
        let Some((others, wants)) = self.multiset(n, false) else { return false };
        let mut left = others;
        unknown.retain(|term| match left.iter().position(|other| other == term) {
            Some(index) => {
                left.swap_remove(index);
                false
            }
            None => true,
        });
        if !unknown.is_empty() {
            return false;
        }
        let count = |characters: &[u32], character: u32| {
            characters.iter().filter(|other| **other == character).count()
        };
        wants.iter().any(|character| count(&wants, *character) > count(&has, *character))
    }

    /// The unknown parts and the characters of the literals. With `above` functions are replaced by
    /// words that have at least their characters.
    fn multiset(&self, words: &[Term], above: bool) -> Option<(Vec<Term>, Vec<u32>)> {
        let (mut unknown, mut characters) = (Vec::new(), Vec::new());
        let mut stack = words.to_vec();
        let mut looked_at = 0;
        while let Some(term) = stack.pop() {
            looked_at += 1;
            if PARTS.is_exceeded(looked_at, self.budget) {
                return None;
            }
            if let Some(word) = self.as_word(term) {
                if LISTED_CHARACTERS.is_exceeded(word.len(), self.budget) {
                    return None;
                }
                characters.extend_from_slice(&word);
                continue;
            }
            let (op, args) = self.open(term);
            match (op, args) {
                (Some(Op::Concat), _) => stack.extend(args),
                (Some(Op::Substr), [s, ..]) if above => stack.push(*s),
                (Some(Op::Replace), [s, _, new]) if above => stack.extend([*s, *new]),
                _ => unknown.push(term),
            }
        }
        Some((unknown, characters))
    }
}
