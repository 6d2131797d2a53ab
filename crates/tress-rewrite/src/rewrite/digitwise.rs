//! Numerals digit by digit: words of known length as sums, lengths of numerals as comparisons.
//!
//! Enters: `str.to_int` of a word whose parts are single characters, and the length of a numeral whose number
//! is bounded by its shape. Leaves: arithmetic over the codes of the characters, and over the number.

use tress_base::Int;

use super::context::Context;
use super::limits::{NUMERAL_CHARACTERS, NUMERAL_DIGITS};
use super::rule::{Family, Rule};
use tress_term::term::{Op, Term, TermStore, Value};

/// Most digits at the end of a numeral whose remainders are listed: it bounds the growth of a term.
const MOST_LAST_DIGITS: usize = 2;

/// match: `(str.to_int (str.++ x "7" y))` with |x| = |y| = 1; result:
/// `(ite (and …digits) (+ (* 100 …) 70 …) (- 1))`; why: the meaning of the positions of a numeral.
fn sum_of_digits(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x] = context.match_op::<1>(term, Op::StrToInt)?;
    let parts = context.parts(x);
    let length = context.bounds(x).high?.to_usize()?;
    let digits = parts.iter().filter(|part| !context.is_literal(**part)).count();
    if parts.len() < 2 || digits == 0 || NUMERAL_CHARACTERS.is_exceeded(length, context.budget) {
        return None;
    }
    let digit = digit(context.store);
    let (mut conditions, mut summands, mut known, mut left) = (Vec::new(), Vec::new(), Int::ZERO, length);
    for part in parts {
        if let Some(word) = context.as_word(part) {
            for character in word.iter() {
                let value = character.checked_sub(u32::from('0')).filter(|value| *value < 10)?;
                left = left.checked_sub(1)?;
                known = &known + &(&Int::from(value) * &power(left));
            }
            continue;
        }
        let bounds = context.bounds(part);
        if bounds.low? != Int::ONE || bounds.high? != Int::ONE {
            return None;
        }
        left = left.checked_sub(1)?;
        conditions.push(context.app(Op::InRe, &[part, digit]));
        let (code, factor) = (context.app(Op::ToCode, &[part]), context.int(power(left)));
        summands.push(context.app(Op::Mul, &[factor, code]));
        known = &known - &(&Int::from(u32::from('0')) * &power(left));
    }
    summands.push(context.int(known));
    let sum = context.app(Op::Add, &summands);
    let (all, minus) = (context.and(&conditions), context.int(-1));
    Some(context.ite(all, sum, minus))
}

/// match: `(str.len (str.from_int n))` with n < 100 by its shape; result:
/// `(+ (ite (>= n 0) 1 0) (ite (>= n 10) 1 0))`; why: each power of ten is one more digit.
fn count_of_digits(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [numeral] = context.match_op::<1>(term, Op::Length)?;
    let [n] = context.match_op::<1>(numeral, Op::StrFromInt)?;
    let high = context.bounds(n).high.filter(|high| high.bit_len() < 64 && !high.is_negative())?;
    let most = high.decimal_len();
    if NUMERAL_DIGITS.is_exceeded(most, context.budget) {
        return None;
    }
    let (one, zero) = (context.int(1), context.int(0));
    let mut counted = Vec::with_capacity(most);
    for position in 0..most {
        let least = if position == 0 { zero } else { context.int(power(position)) };
        let is_there = context.ge(n, least);
        counted.push(context.ite(is_there, one, zero));
    }
    Some(match counted.as_slice() {
        [only] => *only,
        _ => context.app(Op::Add, &counted),
    })
}

/// match: `(= (mod (str.to_int x) 5) 3)`; result:
/// `(str.in_re x (re.++ (re.* (re.range "0" "9")) (re.union (str.to_re "3") (str.to_re "8"))))`, or `x` is no
/// numeral where -1 leaves this remainder; why: the last digits of a number determine it.
fn rest_of_numeral(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    let (rest, mod_term) = match context.as_int(a) {
        Some(rest) => (rest, b),
        None => (context.as_int(b)?, a),
    };
    let [number, divisor] = context.match_op::<2>(mod_term, Op::Mod)?;
    let [x] = context.match_op::<1>(number, Op::StrToInt)?;
    let size = context.as_int(divisor)?;
    let language = numerals_with_rest(context.store, &size, &rest)?;
    let member = context.app(Op::InRe, &[x, language]);
    if rest != &size - &Int::ONE {
        return Some(member);
    }
    let digit = digit(context.store);
    let numerals = context.app(Op::RePlus, &[digit]);
    let is_numeral = context.app(Op::InRe, &[x, numerals]);
    let is_none = context.not(is_numeral);
    Some(context.or(&[member, is_none]))
}

/// The language of digits.
fn digit(store: &mut TermStore) -> Term {
    let [low, high] = ['0', '9'].map(|digit| store.word([u32::from(digit)]));
    store.app(Op::ReRange, &[low, high]).expect("two words")
}

/// The numerals that leave this remainder, if few last digits determine it.
pub fn numerals_with_rest(store: &mut TermStore, divisor: &Int, rest: &Int) -> Option<Term> {
    if !divisor.is_positive() {
        return None;
    }
    let digits = (1..=MOST_LAST_DIGITS).find(|digits| divisor.divides(&power(*digits)))?;
    let digit = digit(store);
    let mut endings = vec![store.app(Op::ReNone, &[]).expect("a language"); 2];
    for length in 1..=digits {
        for value in 0..power(length).to_usize()? {
            if Int::from(value).div_rem_euclid(divisor)?.1 != *rest {
                continue;
            }
            let word = store.value(Value::text(&format!("{value:0length$}")));
            let word = store.app(Op::StrToRe, &[word]).expect("a word");
            // Only behind the last of the digits that count are others.
            let others = store.app(Op::ReStar, &[digit]).expect("a language");
            let ending = if length == digits { store.app(Op::ReConcat, &[others, word]) } else { Ok(word) };
            endings.push(ending.expect("languages"));
        }
    }
    Some(store.app(Op::ReUnion, &endings).expect("languages"))
}

fn power(position: usize) -> Int {
    Int::from(10).pow(u32::try_from(position).expect("few digits"))
}

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "numeral-sum",
        Family::Conversions,
        &[Op::StrToInt],
        sum_of_digits,
        [
            "(str.to_int (str.++ (ite a \"1\" \"b\") \"7\" (ite b \"2\" \"3\")))",
            "(str.to_int (str.++ x \"7\"))",
        ],
    ),
    Rule::new(
        "numeral-length",
        Family::Conversions,
        &[Op::Length],
        count_of_digits,
        ["(str.len (str.from_int (str.to_int (str.substr x 0 2))))", "(str.len (str.from_int n))"],
    ),
    Rule::new(
        "numeral-rest",
        Family::Conversions,
        &[Op::Eq],
        rest_of_numeral,
        ["(= (mod (str.to_int x) 5) 3)", "(= (mod (str.to_int x) 7) 3)"],
    ),
];

#[cfg(test)]
mod tests {
    use crate::testing::Terms;
    use tress_base::Budget;
    use tress_term::model::Model;
    use tress_term::term::Value;

    #[test]
    fn last_digits_tell_rests() {
        let (mut terms, budget) = (Terms::new(), Budget::unlimited());
        let x = terms.term("x");
        let symbol = terms.context.store.as_constant(x).expect("a symbol");
        for divisor in [1, 2, 4, 5, 10, 20, 25, 100] {
            for rest in 0..divisor {
                let term = terms.term(&format!("(= (mod (str.to_int x) {divisor}) {rest})"));
                let mut env = terms.context.env(&budget, 0);
                let new = env.rewrite(term).expect("no limit");
                for word in ["", "a", "0", "7", "10", "4", "25", "075", "100", "3a", "12399", "00004"] {
                    let mut model = Model::new();
                    model.set(symbol, Value::text(word));
                    assert_eq!(env.eval(term, &model), env.eval(new, &model), "{divisor} {rest} {word}");
                }
            }
        }
    }
}
