//! Functions of strings in terms of concatenation and length.
//!
//! Each reduction names new strings for the parts that the function speaks of and says how they
//! hang together. All of them hold whatever the arguments are; where a case is not covered, the
//! term keeps any value there and the evaluator has the last say.

mod more;
mod preimages;
mod replaces;

use crate::term::{Op, Sort, Term, Value};

use super::theories::Theories;

/// Functions whose axioms wait until a candidate fails because of them.
const LAZY: [Op; 13] = [
    Op::IndexOf,
    Op::Replace,
    Op::StrLt,
    Op::StrLe,
    Op::ReplaceAll,
    Op::ReplaceRe,
    Op::ReplaceReAll,
    Op::ReplaceReLongest,
    Op::ReplaceReLongestAll,
    Op::Count,
    Op::Repeat,
    Op::LastIndexOf,
    Op::IndexOfRe,
];

/// Longest literal for which the words before it are written as a language.
const MOST_ORDERED: usize = 32;

impl Theories {
    /// Queues the axioms of a string function.
    pub(super) fn reduce(&mut self, term: Term) {
        let args = self.store.args(term).to_vec();
        match (self.store.op(term), args.as_slice()) {
            (Some(Op::At), [s, i]) => {
                let one = self.store.int(1);
                self.reduce_substr(term, *s, *i, one);
            }
            (Some(Op::Substr), [s, i, n]) => self.reduce_substr(term, *s, *i, *n),
            (Some(Op::Contains), [s, t]) => self.reduce_contains(term, *s, *t),
            (Some(Op::PrefixOf), [a, b]) => self.reduce_end(term, *a, *b, true),
            (Some(Op::SuffixOf), [a, b]) => self.reduce_end(term, *a, *b, false),
            (Some(Op::IndexOf), [s, t, i]) => self.reduce_indexof(term, *s, *t, *i),
            (Some(Op::Replace), [s, t, u]) => self.reduce_replace(term, *s, *t, *u),
            (Some(Op::StrLt), [x, y]) => self.reduce_less(term, *x, *y),
            (Some(Op::StrLe), [x, y]) => self.reduce_at_most(term, *x, *y),
            (Some(Op::StrFromInt), [n]) => self.reduce_from_int(term, *n),
            (Some(Op::FromCode), [n]) => self.reduce_from_code(term, *n),
            _ => self.reduce_more(term, &args),
        }
    }

    /// Queues the axioms of functions that are better known from the start. The others wait until
    /// a candidate fails because of them.
    pub(super) fn reduce_at_once(&mut self, term: Term) {
        if is_function(self.store.op(term)) {
            self.string_functions.push(term);
        }
        let lazy = self.is_waiting(term);
        if matches!(self.store.op(term), Some(Op::StrLt | Op::StrLe)) {
            self.order_atoms.push(term);
        }
        if !lazy && self.reduced.add(term) {
            self.reduce(term);
        }
    }

    /// Is it a function whose axioms wait for a candidate that needs them?
    pub(super) fn is_waiting(&self, term: Term) -> bool {
        self.store.op(term).is_some_and(|op| LAZY.contains(&op))
    }

    fn new_string(&mut self, name: &str) -> Term {
        let symbol = self.store.declare(name, &[], Sort::String);
        self.store.constant(symbol)
    }

    fn length(&mut self, term: Term) -> Term {
        self.app(Op::Length, &[term])
    }

    fn equal(&mut self, a: Term, b: Term) -> Term {
        self.app(Op::Eq, &[a, b])
    }

    fn empty(&mut self) -> Term {
        self.store.word([])
    }

    /// When all conditions hold, so does each conclusion.
    fn when(&mut self, conditions: &[Term], conclusions: &[Term]) {
        let negated: Vec<Term> = conditions.iter().map(|condition| self.store.not(*condition)).collect();
        for conclusion in conclusions {
            self.axioms.push([negated.as_slice(), &[*conclusion]].concat());
        }
    }

    /// `t = (substr s i n)`: inside, `s = p t q` with `|p| = i`, `|t| <= n`, and `t` reaches as far
    /// as `n` or the end of `s`; outside, `t` is empty.
    fn reduce_substr(&mut self, term: Term, s: Term, i: Term, n: Term) {
        let (zero, empty) = (self.store.int(0), self.empty());
        let (front, rest) = (self.new_string("front"), self.new_string("rest"));
        let [all, own, before, after] = [s, term, front, rest].map(|part| self.length(part));
        let starts = self.app(Op::Le, &[zero, i]);
        let inside = self.app(Op::Lt, &[i, all]);
        let some = self.app(Op::Gt, &[n, zero]);
        let valid = self.app(Op::And, &[starts, inside, some]);
        let whole = self.app(Op::Concat, &[front, term, rest]);
        let whole = self.equal(s, whole);
        let place = self.equal(before, i);
        let most = self.app(Op::Le, &[own, n]);
        let exact = self.equal(own, n);
        let ended = self.equal(after, zero);
        let reach = self.app(Op::Or, &[exact, ended]);
        self.roots.push(valid);
        self.when(&[valid], &[whole, place, most, reach]);
        let none = self.equal(term, empty);
        self.axioms.push(vec![valid, none]);
    }

    /// `s` contains `t`: `s = p t q`. The converse is left to the evaluator.
    fn reduce_contains(&mut self, term: Term, s: Term, t: Term) {
        if self.store.as_value(t).is_some() {
            return;
        }
        let (front, rest) = (self.new_string("front"), self.new_string("rest"));
        let whole = self.app(Op::Concat, &[front, t, rest]);
        let whole = self.equal(s, whole);
        self.when(&[term], &[whole]);
        let [outer, inner] = [s, t].map(|part| self.length(part));
        let fits = self.app(Op::Ge, &[outer, inner]);
        self.when(&[term], &[fits]);
    }

    /// `a` is a prefix (or suffix) of `b`: `b = a q`; if not, `a` is longer, or the part of `b` of
    /// the same length is another word.
    fn reduce_end(&mut self, term: Term, a: Term, b: Term, prefix: bool) {
        if self.store.as_value(a).is_some() {
            return;
        }
        let (end, rest) = (self.new_string("end"), self.new_string("rest"));
        let [short, long, cut] = [a, b, end].map(|part| self.length(part));
        let order = |end: Term| if prefix { [end, rest] } else { [rest, end] };
        let same = self.app(Op::Concat, &order(a));
        let same = self.equal(b, same);
        self.when(&[term], &[same]);
        let too_long = self.app(Op::Gt, &[short, long]);
        let split = self.app(Op::Concat, &order(end));
        let split = self.equal(b, split);
        let fits = self.equal(cut, short);
        let differs = self.equal(end, a);
        let differs = self.store.not(differs);
        for conclusion in [split, fits, differs] {
            self.axioms.push(vec![term, too_long, conclusion]);
        }
    }

    /// The word without its last letter, when it is a literal.
    fn without_last(&mut self, t: Term) -> Option<Term> {
        match self.store.as_value(t) {
            Some(Value::Str(word)) if !word.is_empty() => {
                let shorter = word[..word.len() - 1].to_vec();
                Some(self.store.word(shorter))
            }
            _ => None,
        }
    }

    /// `s = p t q` where `t` does not occur earlier: not in `p` and `t` without its last letter.
    fn first_occurrence(&mut self, found: Term, s: Term, t: Term) -> (Term, Term) {
        let (front, rest) = (self.new_string("front"), self.new_string("rest"));
        let whole = self.app(Op::Concat, &[front, t, rest]);
        let whole = self.equal(s, whole);
        self.when(&[found], &[whole]);
        let (empty, zero, one) = (self.empty(), self.store.int(0), self.store.int(1));
        let nothing = self.equal(t, empty);
        let shorter = self.without_last(t).or_else(|| {
            if self.store.as_value(t).is_some() {
                return None;
            }
            let length = self.length(t);
            let length = self.app(Op::Sub, &[length, one]);
            Some(self.app(Op::Substr, &[t, zero, length]))
        });
        if let Some(shorter) = shorter {
            let earlier = self.app(Op::Concat, &[front, shorter]);
            let earlier = self.app(Op::Contains, &[earlier, t]);
            let first = self.store.not(earlier);
            self.roots.push(earlier);
            let not_found = self.store.not(found);
            self.axioms.push(vec![not_found, nothing, first]);
        }
        let none_before = self.equal(front, empty);
        self.when(&[found, nothing], &[none_before]);
        (front, rest)
    }

    /// `r = (indexof s t i)`: outside or not found, -1; else `i` and the length of what stands
    /// before the first occurrence in the rest of `s`.
    fn reduce_indexof(&mut self, term: Term, s: Term, t: Term, i: Term) {
        let (zero, minus) = (self.store.int(0), self.store.int(-1));
        let size = self.length(s);
        let starts = self.app(Op::Le, &[zero, i]);
        let inside = self.app(Op::Le, &[i, size]);
        let valid = self.app(Op::And, &[starts, inside]);
        let (skipped, rest) = (self.new_string("skipped"), self.new_string("rest"));
        let cut = self.app(Op::Concat, &[skipped, rest]);
        let cut = self.equal(s, cut);
        let place = self.length(skipped);
        let place = self.equal(place, i);
        let occurs = self.app(Op::Contains, &[rest, t]);
        let found = self.app(Op::And, &[valid, occurs]);
        self.roots.extend([valid, found]);
        self.when(&[valid], &[cut, place]);
        let none = self.equal(term, minus);
        self.axioms.push(vec![found, none]);
        let (front, _) = self.first_occurrence(found, rest, t);
        let before = self.length(front);
        let sum = self.app(Op::Add, &[i, before]);
        let index = self.equal(term, sum);
        self.when(&[found], &[index]);
    }

    /// `r = (replace s t u)`: `s` when `t` does not occur, else the first occurrence is exchanged.
    fn reduce_replace(&mut self, term: Term, s: Term, t: Term, u: Term) {
        let found = self.app(Op::Contains, &[s, t]);
        self.roots.push(found);
        let same = self.equal(term, s);
        self.axioms.push(vec![found, same]);
        let (front, rest) = self.first_occurrence(found, s, t);
        let changed = self.app(Op::Concat, &[front, u, rest]);
        let changed = self.equal(term, changed);
        self.when(&[found], &[changed]);
    }

    /// `x < y` or `x = y` or `y < x`, and no two of them.
    fn reduce_less(&mut self, term: Term, x: Term, y: Term) {
        let greater = self.app(Op::StrLt, &[y, x]);
        let equal = self.equal(x, y);
        self.reduced.add(greater);
        self.roots.push(greater);
        self.axioms.push(vec![term, equal, greater]);
        let not_greater = self.store.not(greater);
        self.when(&[term], &[not_greater]);
        self.say_less(term, x, y);
        self.say_less(greater, y, x);
    }

    /// `x < y`: `y` goes on after `x`, or after a common front `x` has a smaller character.
    fn say_less(&mut self, term: Term, x: Term, y: Term) {
        let [front, rest, low, high, low_rest, high_rest] =
            ["front", "rest", "low", "high", "rest", "rest"].map(|name| self.new_string(name));
        let empty = self.empty();
        let longer = self.app(Op::Concat, &[x, rest]);
        let longer = self.equal(y, longer);
        let nothing = self.equal(rest, empty);
        let something = self.store.not(nothing);
        let longer = self.app(Op::And, &[longer, something]);
        let [smaller, larger] = [(x, low, low_rest), (y, high, high_rest)].map(|(whole, letter, rest)| {
            let split = self.app(Op::Concat, &[front, letter, rest]);
            self.equal(whole, split)
        });
        let codes = [low, high].map(|letter| self.app(Op::ToCode, &[letter]));
        let zero = self.store.int(0);
        let letters = self.app(Op::Le, &[zero, codes[0]]);
        let less = self.app(Op::Lt, &codes);
        let differ = self.app(Op::And, &[smaller, larger, letters, less]);
        self.roots.extend([longer, differ]);
        let not_less = self.store.not(term);
        self.axioms.push(vec![not_less, longer, differ]);
    }

    /// `x <= y` exactly when not `y < x`. The words at most, or less than, a literal are a language.
    fn reduce_at_most(&mut self, term: Term, x: Term, y: Term) {
        if let Some(language) = self.words_up_to(y, true) {
            let member = self.member(x, language);
            return self.equivalent(term, member);
        }
        if let Some(language) = self.words_up_to(x, false) {
            let member = self.member(y, language);
            let not_member = self.store.not(member);
            return self.equivalent(term, not_member);
        }
        let greater = self.app(Op::StrLt, &[y, x]);
        let not_greater = self.store.not(greater);
        self.equivalent(term, not_greater);
        self.roots.push(greater);
        if self.reduced.add(greater) {
            self.reduce_less(greater, y, x);
        }
    }

    /// The words before a short literal, and the literal itself when it is `included`.
    fn words_up_to(&mut self, literal: Term, included: bool) -> Option<Term> {
        let Some(Value::Str(word)) = self.store.as_value(literal) else { return None };
        let word = word.clone();
        if word.is_empty() || word.len() > MOST_ORDERED {
            return None;
        }
        let mut parts = Vec::new();
        for (place, letter) in word.iter().enumerate() {
            let front = self.store.word(&word[..place]);
            let front = self.app(Op::StrToRe, &[front]);
            parts.push(front);
            if let Some(before) = letter.checked_sub(1) {
                let [low, high] = [0, before].map(|letter| self.store.word([letter]));
                let (smaller, rest) = (self.app(Op::ReRange, &[low, high]), self.app(Op::ReAll, &[]));
                parts.push(self.app(Op::ReConcat, &[front, smaller, rest]));
            }
        }
        if included {
            parts.push(self.app(Op::StrToRe, &[literal]));
        }
        Some(if let [only] = parts.as_slice() { *only } else { self.app(Op::ReUnion, &parts) })
    }

    /// `s = (from_int n)`: empty below zero, else digits without needless zeros that spell `n`.
    fn reduce_from_int(&mut self, term: Term, n: Term) {
        let (zero, empty) = (self.store.int(0), self.empty());
        let negative = self.app(Op::Lt, &[n, zero]);
        let none = self.equal(term, empty);
        self.when(&[negative], &[none]);
        let back = self.app(Op::StrToInt, &[term]);
        let back = self.equal(back, n);
        let [first, one, last] = ['0', '1', '9'].map(|digit| self.store.word([u32::from(digit)]));
        let leading = self.app(Op::ReRange, &[one, last]);
        let digit = self.app(Op::ReRange, &[first, last]);
        let digits = self.app(Op::ReStar, &[digit]);
        let long = self.app(Op::ReConcat, &[leading, digits]);
        let short = self.app(Op::StrToRe, &[first]);
        let numeral = self.app(Op::ReUnion, &[short, long]);
        let numeral = self.app(Op::InRe, &[term, numeral]);
        self.roots.push(numeral);
        self.axioms.extend([vec![negative, back], vec![negative, numeral]]);
    }

    /// `s = (from_code n)`: the character with that code, or empty outside of the alphabet.
    fn reduce_from_code(&mut self, term: Term, n: Term) {
        let (zero, most, empty) = (self.store.int(0), self.store.int(0x2_FFFF), self.empty());
        let valid = self.app(Op::Le, &[zero, n, most]);
        let code = self.app(Op::ToCode, &[term]);
        let code = self.equal(code, n);
        self.when(&[valid], &[code]);
        let none = self.equal(term, empty);
        self.axioms.push(vec![valid, none]);
    }
}

/// Is the operator a function whose meaning depends on what its strings are made of?
fn is_function(op: Option<Op>) -> bool {
    !matches!(
        op,
        None | Some(Op::Concat | Op::Length | Op::Eq | Op::InRe | Op::Ite | Op::Distinct | Op::Count)
    )
}
