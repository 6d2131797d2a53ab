//! Functions that are told by their parts, letter for letter, or one round at a time.
//!
//! As in the room above, new strings name the parts of a function's arguments. They can be chosen
//! in every model, so nothing is lost; where the axioms leave more than one value, the evaluator
//! has the last say.

use crate::term::{Op, Term, Value};

use super::super::theories::Theories;

/// How many copies are written side by side at once.
const MOST_COPIES: i64 = 30;

impl Theories {
    /// Queues the axioms of a string function that has none in the file above.
    pub(super) fn reduce_more(&mut self, term: Term, args: &[Term]) {
        match (self.store.op(term), args) {
            (Some(Op::ToLower), [s]) => self.reduce_case(term, *s, 'A', 'Z'),
            (Some(Op::ToUpper), [s]) => self.reduce_case(term, *s, 'a', 'z'),
            (Some(Op::Rev), [s]) => self.reduce_rev(term, *s),
            (Some(Op::Trim), [s]) => self.reduce_trim(term, *s),
            (Some(Op::Update), [s, i, t]) => self.reduce_update(term, *s, *i, *t),
            (Some(Op::Compare), [x, y]) => self.reduce_compare(term, *x, *y),
            (Some(Op::FromIntSigned), [n]) => self.reduce_from_int_signed(term, *n),
            (Some(Op::ToIntSigned), [s]) => self.reduce_to_int_signed(term, *s),
            (Some(Op::LastIndexOf), [s, t]) => self.reduce_last_indexof(term, *s, *t),
            (Some(Op::Count), [s, t]) => self.reduce_count(term, *s, *t),
            (Some(Op::Repeat), [s, n]) => self.reduce_repeat(term, *s, *n),
            _ => self.reduce_replaces(term, args),
        }
    }

    /// The atom that says that a string is in a language; its value matters.
    pub(super) fn member(&mut self, subject: Term, language: Term) -> Term {
        let member = self.app(Op::InRe, &[subject, language]);
        self.roots.push(member);
        member
    }

    /// The characters from one to the other.
    pub(super) fn range(&mut self, low: char, high: char) -> Term {
        let ends = [low, high].map(|end| self.store.word([u32::from(end)]));
        self.app(Op::ReRange, &ends)
    }

    /// All characters but those between the two.
    fn letters_but(&mut self, low: char, high: char) -> Term {
        let (all, range) = (self.app(Op::ReAllChar, &[]), self.range(low, high));
        self.app(Op::ReDiff, &[all, range])
    }

    fn same_length(&mut self, a: Term, b: Term) {
        let lengths = [a, b].map(|part| self.length(part));
        let equal = self.equal(lengths[0], lengths[1]);
        self.axioms.push(vec![equal]);
    }

    /// `whole` is its parts, when the conditions hold.
    pub(super) fn joined(&mut self, conditions: &[Term], whole: Term, parts: &[Term]) {
        let joined = self.app(Op::Concat, parts);
        let equal = self.equal(whole, joined);
        self.when(conditions, &[equal]);
    }

    /// `r = (to_lower s)`: as long as `s`, without large letters; `s` itself exactly when `s` has
    /// none.
    fn reduce_case(&mut self, term: Term, s: Term, low: char, high: char) {
        self.same_length(term, s);
        let others = self.letters_but(low, high);
        let others = self.app(Op::ReStar, &[others]);
        let result = self.member(term, others);
        self.axioms.push(vec![result]);
        let (unchanged, equal) = (self.member(s, others), self.equal(term, s));
        self.equivalent(unchanged, equal);
    }

    /// `r = (rev s)`: as long as `s`, and `s = (rev r)`.
    fn reduce_rev(&mut self, term: Term, s: Term) {
        self.same_length(term, s);
        let back = self.app(Op::Rev, &[term]);
        self.reduced.add(back);
        let equal = self.equal(s, back);
        self.axioms.push(vec![equal]);
    }

    /// `r = (trim s)`: `s` is blanks, `r` and blanks, and `r` has none at its ends.
    fn reduce_trim(&mut self, term: Term, s: Term) {
        let (front, back) = (self.new_string("front"), self.new_string("back"));
        self.joined(&[], s, &[front, term, back]);
        let blanks = self.range('\0', ' ');
        let blanks = self.app(Op::ReStar, &[blanks]);
        let ink = self.letters_but('\0', ' ');
        let all = self.app(Op::ReAll, &[]);
        let longer = self.app(Op::ReConcat, &[ink, all, ink]);
        let some = self.app(Op::ReUnion, &[ink, longer]);
        let trimmed = self.app(Op::ReOpt, &[some]);
        for (part, language) in [(front, blanks), (back, blanks), (term, trimmed)] {
            let member = self.member(part, language);
            self.axioms.push(vec![member]);
        }
    }

    /// `r = (update s i t)`: inside, `s = p m q` with `|p| = i` and `r = p n q`, where `n` is as long
    /// as `m` and begins `t`, which ends there or `q` is empty; outside, `r = s`.
    fn reduce_update(&mut self, term: Term, s: Term, i: Term, t: Term) {
        let [front, old, rest, new, unused] =
            ["front", "old", "rest", "new", "unused"].map(|name| self.new_string(name));
        let (zero, empty) = (self.store.int(0), self.empty());
        let [all, before, old_length, new_length] = [s, front, old, new].map(|part| self.length(part));
        let starts = self.app(Op::Le, &[zero, i]);
        let inside = self.app(Op::Lt, &[i, all]);
        let valid = self.app(Op::And, &[starts, inside]);
        self.roots.push(valid);
        let same = self.equal(term, s);
        self.axioms.push(vec![valid, same]);
        self.joined(&[valid], s, &[front, old, rest]);
        self.joined(&[valid], t, &[new, unused]);
        self.joined(&[valid], term, &[front, new, rest]);
        let (place, fits) = (self.equal(before, i), self.equal(old_length, new_length));
        let (whole, ended) = (self.equal(unused, empty), self.equal(rest, empty));
        let reach = self.app(Op::Or, &[whole, ended]);
        self.roots.push(reach);
        self.when(&[valid], &[place, fits, reach]);
    }

    /// `r = (compare x y)`: -1, 0 or 1 for less, equal and greater.
    fn reduce_compare(&mut self, term: Term, x: Term, y: Term) {
        let orders = [self.app(Op::StrLt, &[x, y]), self.equal(x, y), self.app(Op::StrLt, &[y, x])];
        for (place, order) in (-1..).zip(orders) {
            let value = self.store.int(place);
            let value = self.equal(term, value);
            self.roots.push(order);
            self.equivalent(order, value);
        }
        self.axioms.push(orders.to_vec());
    }

    /// `s = (from_int_signed n)`: the digits of `n`, or a sign and the digits of `-n`.
    fn reduce_from_int_signed(&mut self, term: Term, n: Term) {
        let zero = self.store.int(0);
        let negative = self.app(Op::Lt, &[n, zero]);
        let digits = self.app(Op::StrFromInt, &[n]);
        let plain = self.equal(term, digits);
        self.axioms.push(vec![negative, plain]);
        let opposite = self.app(Op::Sub, &[n]);
        let (sign, digits) = (self.store.word([u32::from('-')]), self.app(Op::StrFromInt, &[opposite]));
        self.joined(&[negative], term, &[sign, digits]);
    }

    /// `n = (to_int_signed s)`: the number of digits, its opposite after a sign, else 0.
    fn reduce_to_int_signed(&mut self, term: Term, s: Term) {
        let digit = self.range('0', '9');
        let digits = self.app(Op::RePlus, &[digit]);
        let sign = self.store.word([u32::from('-')]);
        let sign_language = self.app(Op::StrToRe, &[sign]);
        let signed = self.app(Op::ReConcat, &[sign_language, digits]);
        let (plain, signed) = (self.member(s, digits), self.member(s, signed));
        let number = self.app(Op::StrToInt, &[s]);
        let number = self.equal(term, number);
        self.when(&[plain], &[number]);
        let rest = self.new_string("rest");
        self.joined(&[signed], s, &[sign, rest]);
        let number = self.app(Op::StrToInt, &[rest]);
        let opposite = self.app(Op::Sub, &[number]);
        let opposite = self.equal(term, opposite);
        self.when(&[signed], &[opposite]);
        let zero = self.store.int(0);
        let none = self.equal(term, zero);
        self.axioms.push(vec![plain, signed, none]);
    }

    /// `r = (last_indexof s t)`: not found, -1; else `s = p t q` with `|p| = r`, and `t` does not
    /// occur in what follows the first letter of that occurrence.
    fn reduce_last_indexof(&mut self, term: Term, s: Term, t: Term) {
        let [front, rest, letter, after] =
            ["front", "rest", "letter", "after"].map(|name| self.new_string(name));
        let (minus, one, empty) = (self.store.int(-1), self.store.int(1), self.empty());
        let found = self.app(Op::Contains, &[s, t]);
        self.roots.push(found);
        let none = self.equal(term, minus);
        self.axioms.push(vec![found, none]);
        self.joined(&[found], s, &[front, t, rest]);
        let place = self.length(front);
        let place = self.equal(term, place);
        self.when(&[found], &[place]);
        let nothing = self.equal(t, empty);
        let ended = self.equal(rest, empty);
        self.when(&[nothing], &[ended]);
        let something = self.store.not(nothing);
        self.joined(&[found, something], s, &[front, letter, after]);
        let width = self.length(letter);
        let single = self.equal(width, one);
        let again = self.app(Op::Contains, &[after, t]);
        self.roots.push(again);
        let last = self.store.not(again);
        self.when(&[found, something], &[single, last]);
    }

    /// `r = (count s t)`: none without an occurrence; else one more than in what follows the first.
    fn reduce_count(&mut self, term: Term, s: Term, t: Term) {
        let (zero, one) = (self.store.int(0), self.store.int(1));
        let found = self.occurs(s, t);
        let none = self.equal(term, zero);
        self.axioms.push(vec![found, none]);
        let (_, rest) = self.first_occurrence(found, s, t);
        let more = self.app(Op::Count, &[rest, t]);
        let sum = self.app(Op::Add, &[one, more]);
        let sum = self.equal(term, sum);
        self.when(&[found], &[sum]);
        self.bound_count(term, s, t);
    }

    /// `t` is not empty and occurs in `s`.
    pub(super) fn occurs(&mut self, s: Term, t: Term) -> Term {
        let (contains, empty) = (self.app(Op::Contains, &[s, t]), self.empty());
        let nothing = self.equal(t, empty);
        let something = self.store.not(nothing);
        let found = self.app(Op::And, &[contains, something]);
        self.roots.push(found);
        found
    }

    /// That many literals fit into `s`.
    pub(super) fn bound_count(&mut self, count: Term, s: Term, t: Term) {
        let Some(Value::Str(word)) = self.store.as_value(t) else { return };
        let (width, length) = (self.store.int(word.len()), self.length(s));
        let taken = self.app(Op::Mul, &[width, count]);
        let fits = self.app(Op::Le, &[taken, length]);
        self.axioms.push(vec![fits]);
    }

    /// `r = (repeat s n)`: empty below one; copies side by side for a small number, else one copy
    /// and the rest.
    fn reduce_repeat(&mut self, term: Term, s: Term, n: Term) {
        let small = match self.store.as_value(n) {
            Some(Value::Int(n)) => n.to_i64().filter(|n| (1..=MOST_COPIES).contains(n)),
            _ => None,
        };
        if let Some(copies) = small {
            let copies = vec![s; copies as usize];
            return self.joined(&[], term, &copies);
        }
        let (zero, minus, empty) = (self.store.int(0), self.store.int(-1), self.empty());
        let some = self.app(Op::Gt, &[n, zero]);
        let none = self.equal(term, empty);
        self.axioms.push(vec![some, none]);
        let fewer = self.app(Op::Add, &[n, minus]);
        let fewer = self.app(Op::Repeat, &[s, fewer]);
        self.joined(&[some], term, &[s, fewer]);
        let length = self.length(term);
        if let Some(Value::Str(word)) = self.store.as_value(s) {
            let width = self.store.int(word.len());
            let product = self.app(Op::Mul, &[width, n]);
            let exact = self.equal(length, product);
            self.when(&[some], &[exact]);
        } else {
            let nothing = self.equal(s, empty);
            let long = self.app(Op::Ge, &[length, n]);
            self.axioms.push(vec![nothing, long]);
        }
    }
}
