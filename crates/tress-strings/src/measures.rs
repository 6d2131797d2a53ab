//! Numbers that are functions of strings: lengths, numerals, codes, positions.
//!
//! Enters: a term whose value is such a number. Leaves: axioms that the arithmetic can use, and a
//! list of the strings whose length or number it knows.

use tress_base::{Int, Stop};

use tress_kernel::{Context, Rule};
use tress_term::term::{Op, Term, Word};

use super::limits::SUFFIX_DIGITS;
use super::replaced_lengths;
use super::rules::LEN;

const RANGE: Rule = Rule::new(
    "define-range",
    "SMT-LIB",
    "lengths, codes and indices have the bounds that their definitions give",
);
const NUMERAL: Rule = Rule::new(
    "define-numeral",
    "SMT-LIB",
    "a word of digits is a number below ten to its length, any other word is -1",
);

/// The strings that the arithmetic knows something of.
#[derive(Default)]
pub(super) struct Measures {
    /// Strings whose length it knows, with the term of the length.
    pub(super) lengths: Vec<(Term, Term)>,
    /// Strings whose number or code it knows, with the term of that.
    pub(super) conversions: Vec<(Term, Term)>,
    /// `str.to_int` and `str.from_int`.
    pub(super) numerals: Vec<Term>,
}

impl Measures {
    /// Says what always holds of a number that is a function of a string.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(super) fn define(&mut self, term: Term, cx: &mut Context<'_>) -> Result<(), Stop> {
        define_range(cx, term);
        if cx.env.store.op(term) == Some(Op::Length) {
            self.len(term, cx);
            replaced_lengths::define(cx, term)?;
        }
        self.define_numeral(term, cx);
        Ok(())
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
        let op = cx.env.store.op(term);
        let other = |(same, other): &&(Term, Term)| *same == subject && cx.env.store.op(*other) != op;
        if let Some((_, other)) = self.conversions.iter().find(other).copied() {
            let [code, number] = if op == Some(Op::ToCode) { [term, other] } else { [other, term] };
            digit_code(cx, code, number);
        }
        if op == Some(Op::StrToInt) {
            self.numerals.push(term);
            outer_digits(cx, term, subject);
        }
    }
}

/// The number and the code of one digit: none of the two is there, or they are 48 apart.
fn digit_code(cx: &mut Context<'_>, code: Term, number: Term) {
    let [zero, first] = [0, 48].map(|number| cx.env.store.int(number));
    let no_code = cx.env.app(Op::Lt, &[code, zero]);
    let no_number = cx.env.app(Op::Lt, &[number, zero]);
    let shifted = cx.env.app(Op::Add, &[number, first]);
    let apart = cx.env.equal(code, shifted);
    cx.axiom(NUMERAL, &[no_code, no_number, apart]);
}

/// Digits behind a word: its number, shifted, and theirs. Zeros before a word: its number.
fn outer_digits(cx: &mut Context<'_>, term: Term, subject: Term) {
    let parts = match cx.env.store.op(subject) {
        Some(Op::Concat) => cx.env.store.args(subject).to_vec(),
        _ => return,
    };
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return };
    let is_short = |word: &Word| !SUFFIX_DIGITS.is_exceeded(word.len(), cx.env.budget);
    if let Some(word) = cx.env.word_of(*last).filter(is_short) {
        let digits: Vec<u8> = word.iter().filter_map(|letter| u8::try_from(*letter).ok()).collect();
        if digits.len() == word.len()
            && let Some(value) = Int::from_digits(&digits)
        {
            let factor = Int::from(10).pow(digits.len() as u32);
            shifted_number(cx, term, &parts[..parts.len() - 1], factor, value);
        }
    } else if let Some(word) = cx.env.word_of(*first)
        && word.iter().all(|letter| *letter == u32::from('0'))
    {
        shifted_number(cx, term, &parts[1..], Int::ONE, Int::ZERO);
    }
}

/// `(str.to_int term)` is the number of the parts times a factor, and more, where they have a number.
fn shifted_number(cx: &mut Context<'_>, term: Term, parts: &[Term], factor: Int, more: Int) {
    let word = if let [only] = parts { *only } else { cx.env.app(Op::Concat, parts) };
    let number = cx.env.app(Op::StrToInt, &[word]);
    let [zero, factor, more] = [Int::ZERO, factor, more].map(|number| cx.env.store.int(number));
    let none = cx.env.app(Op::Lt, &[number, zero]);
    let product = cx.env.app(Op::Mul, &[factor, number]);
    let sum = cx.env.app(Op::Add, &[product, more]);
    let same = cx.env.equal(term, sum);
    cx.axiom(NUMERAL, &[none, same]);
}

/// The range that values of string functions lie in.
fn define_range(cx: &mut Context<'_>, term: Term) {
    let op = cx.env.store.op(term);
    let low = cx.env.store.int(if matches!(op, Some(Op::Length | Op::Count)) { 0 } else { -1 });
    let low = cx.env.app(Op::Ge, &[term, low]);
    cx.axiom(RANGE, &[low]);
    if op == Some(Op::ToCode) {
        let high = cx.env.store.int(tress_base::MAX_CHAR);
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
