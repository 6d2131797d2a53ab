//! Numbers that are functions of strings: lengths, numerals, codes, places.
//!
//! Enters: a term whose value is such a number. Leaves: axioms that the arithmetic can use, and a
//! list of the strings whose length or number it knows.

use crate::kernel::{Context, Rule};
use crate::term::{Op, Term};

use super::replaced_lengths;
use super::rules::LEN;

const RANGE: Rule = Rule("define-range");
const NUMERAL: Rule = Rule("define-numeral");

/// The strings that the arithmetic knows something of.
#[derive(Default)]
pub(super) struct Measures {
    /// Strings whose length it knows, with the term of the length.
    pub(super) lengths: Vec<(Term, Term)>,
    /// Strings whose number or code it knows, with the term of that.
    pub(super) conversions: Vec<(Term, Term)>,
}

impl Measures {
    /// Says what always holds of a number that is a function of a string.
    pub(super) fn define(&mut self, term: Term, cx: &mut Context<'_>) {
        define_range(cx, term);
        if cx.env.store.op(term) == Some(Op::Length) {
            self.len(term, cx);
            replaced_lengths::define(cx, term);
        }
        self.define_numeral(term, cx);
    }

    /// Len: the length of a concatenation is the sum of the lengths of its parts. `x = t` gives
    /// `len x = (len t)` in normal form; that equal strings have equal lengths is congruence.
    fn len(&mut self, term: Term, cx: &mut Context<'_>) {
        let subject = cx.env.store.args(term)[0];
        self.lengths.push((subject, term));
        if cx.env.store.op(subject) == Some(Op::Concat) {
            let parts = cx.env.store.args(subject).to_vec();
            let lengths: Vec<Term> = parts.into_iter().map(|part| cx.env.length(part)).collect();
            let sum = cx.env.app(Op::Add, &lengths);
            let equal = cx.env.equal(term, sum);
            cx.axiom(LEN, &[equal]);
        }
    }

    /// `(str.to_int x)` is a number exactly when `x` consists of digits, and `(str.to_code x)`
    /// when `x` is one character.
    fn define_numeral(&mut self, term: Term, cx: &mut Context<'_>) {
        let subject = cx.env.store.args(term)[0];
        let language = match cx.env.store.op(term) {
            Some(Op::StrToInt) => {
                let digits = cx.env.range('0', '9');
                cx.env.app(Op::RePlus, &[digits])
            }
            Some(Op::ToCode) => cx.env.app(Op::ReAllChar, &[]),
            _ => return,
        };
        self.conversions.push((subject, term));
        let member = cx.env.app(Op::InRe, &[subject, language]);
        let zero = cx.env.store.int(0);
        let positive = cx.env.app(Op::Ge, &[term, zero]);
        cx.axiom_equivalent(NUMERAL, member, positive);
    }
}

/// The range that values of string functions lie in.
fn define_range(cx: &mut Context<'_>, term: Term) {
    let op = cx.env.store.op(term);
    let low = cx.env.store.int(if matches!(op, Some(Op::Length | Op::Count)) { 0 } else { -1 });
    let low = cx.env.app(Op::Ge, &[term, low]);
    cx.axiom(RANGE, &[low]);
    if op == Some(Op::ToCode) {
        let high = cx.env.store.int(0x2_FFFF);
        let high = cx.env.app(Op::Le, &[term, high]);
        cx.axiom(RANGE, &[high]);
    }
}

/// The length of a literal is a number.
pub(super) fn define_known_length(cx: &mut Context<'_>, term: Term) -> bool {
    let (Some(Op::Length), [subject]) = (cx.env.store.op(term), cx.env.store.args(term)) else {
        return false;
    };
    let Some(word) = cx.env.word_of(*subject) else { return false };
    let length = cx.env.store.int(word.len());
    let equal = cx.env.equal(term, length);
    cx.axiom(RANGE, &[equal]);
    true
}
