//! Numerals and characters that meet: numbers, their words and their codes.

use tress_automata::MAX_CHAR;

use super::context::Context;
use super::rule::{Family, Rule};
use tress_term::term::{Op, Term, TermStore};

/// The code of `0`.
const ZERO: u32 = 0x30;
/// The code of `9`.
const NINE: u32 = 0x39;

/// `low <= n <= high`.
fn between(context: &mut Context<'_>, n: Term, low: i64, high: i64) -> Term {
    let [low, high] = [low, high].map(|number| context.int(number));
    let (above, below) = (context.ge(n, low), context.ge(high, n));
    context.and(&[above, below])
}

/// `n + 48`.
fn code_of_digit(context: &mut Context<'_>, n: Term) -> Term {
    let zero = context.int(-i64::from(ZERO));
    context.sub(n, zero)
}

/// match: `(str.to_code (str.from_int n))`; result: `(ite (and (>= n 0) (>= 9 n)) (+ n 48) (- 1))`; why:
/// numbers of one digit have a word of one character.
fn code_of_numeral(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [numeral] = context.match_op::<1>(term, Op::ToCode)?;
    let [n] = context.match_op::<1>(numeral, Op::StrFromInt)?;
    let (inside, code, none) = (between(context, n, 0, 9), code_of_digit(context, n), context.int(-1));
    Some(context.ite(inside, code, none))
}

/// match: `(= (str.from_code m) (str.from_int n))`; result: `n` is a digit and `m` its code, or both have no
/// word; why: the only words that both have.
fn character_is_numeral(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    let (character, numeral) = if context.store.op(a) == Some(Op::FromCode) { (a, b) } else { (b, a) };
    let [m] = context.match_op::<1>(character, Op::FromCode)?;
    let [n] = context.match_op::<1>(numeral, Op::StrFromInt)?;
    let (inside, code) = (between(context, n, 0, 9), code_of_digit(context, n));
    let same = context.eq(m, code);
    let digit = context.and(&[inside, same]);
    let zero = context.int(0);
    let positive = context.ge(n, zero);
    let character = between(context, m, 0, i64::from(MAX_CHAR));
    let (negative, outside) = (context.not(positive), context.not(character));
    let empty = context.and(&[negative, outside]);
    Some(context.or(&[digit, empty]))
}

/// match: `(= (str.to_code x) (str.to_code y))`; result:
/// `(or (= x y) (and (not (= (str.len x) 1)) (not (= (str.len y) 1))))`; why: a code belongs to one
/// character, and -1 to all other words.
fn equal_codes(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    let [x] = context.match_op::<1>(a, Op::ToCode)?;
    let [y] = context.match_op::<1>(b, Op::ToCode)?;
    let same = context.eq(x, y);
    let one = context.int(1);
    let none = [x, y].map(|word| {
        let length = context.len(word);
        let single = context.eq(length, one);
        context.not(single)
    });
    let none = context.and(&none);
    Some(context.or(&[same, none]))
}

/// match: `(str.in_re (str.from_code n) (re.range "a" "c"))`,
/// `(str.in_re (str.from_int n) (re.range "a" "c"))`; result: `(and (>= n 97) (>= 99 n))`, `false`; why:
/// codes and digits are in order.
fn in_range(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [subject, language] = context.match_op::<2>(term, Op::InRe)?;
    let ends = context.match_op::<2>(language, Op::ReRange)?;
    let [Some(low), Some(high)] = ends.map(|end| match &context.as_word(end)?[..] {
        [character] => Some(*character),
        _ => None,
    }) else {
        return None;
    };
    if let Some([n]) = context.match_op::<1>(subject, Op::FromCode) {
        return Some(between(context, n, i64::from(low), i64::from(high)));
    }
    let [n] = context.match_op::<1>(subject, Op::StrFromInt)?;
    let (low, high) = (low.max(ZERO), high.min(NINE));
    if low > high {
        return Some(TermStore::FALSE);
    }
    Some(between(context, n, i64::from(low - ZERO), i64::from(high - ZERO)))
}

const C: Family = Family::Conversions;

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "code-of-numeral",
        C,
        &[Op::ToCode],
        code_of_numeral,
        ["(str.to_code (str.from_int n))", "(str.to_code x)"],
    ),
    Rule::new(
        "equal-character-numeral",
        C,
        &[Op::Eq],
        character_is_numeral,
        ["(= (str.from_code m) (str.from_int n))", "(= (str.from_code m) (str.from_code n))"],
    ),
    Rule::new(
        "equal-codes",
        C,
        &[Op::Eq],
        equal_codes,
        ["(= (str.to_code x) (str.to_code y))", "(= (str.to_code x) n)"],
    ),
    Rule::new(
        "range-of-conversion",
        C,
        &[Op::InRe],
        in_range,
        ["(str.in_re (str.from_int n) (re.range \"0\" \"3\"))", "(str.in_re x (re.range \"0\" \"3\"))"],
    ),
];

#[cfg(test)]
mod tests {
    use crate::testing::Terms;
    use tress_base::{Budget, Int};
    use tress_term::eval::Evaluator;
    use tress_term::model::Model;
    use tress_term::term::Value;

    /// The rewritten term has the value of the term for every pair of these numbers.
    fn check(text: &str) {
        let (mut terms, mut evaluator, budget) = (Terms::new(), Evaluator::new(), Budget::unlimited());
        let term = terms.term(text);
        let [m, n] = ["m", "n"].map(|name| {
            let constant = terms.term(name);
            terms.context.store.as_constant(constant).expect("a constant")
        });
        let new = terms.context.env(&budget, 0).rewrite(term).expect("no limit");
        assert_ne!(new, term, "{text}");
        let numbers = [-2, -1, 0, 1, 3, 9, 10, 47, 48, 49, 51, 57, 58, 97, 0x2_FFFF, 0x3_0000];
        for first in numbers {
            for second in numbers {
                let mut model = Model::new();
                model.set(m, Value::Int(Int::from(first)));
                model.set(n, Value::Int(Int::from(second)));
                let [old, new] =
                    [term, new].map(|term| evaluator.eval(&terms.context.store, term, &model, &budget));
                assert_eq!(old, new, "{text}, m = {first}, n = {second}");
            }
        }
    }

    #[test]
    fn values_stay_at_all_borders() {
        check("(str.to_code (str.from_int n))");
        check("(= (str.from_code m) (str.from_int n))");
        check("(= (str.from_int n) (str.from_code m))");
        check("(= (str.to_code (str.from_int m)) (str.to_code (str.from_code n)))");
        check("(str.in_re (str.from_int n) (re.range \"/\" \"3\"))");
        check("(str.in_re (str.from_int n) (re.range \"3\" \"/\"))");
        check("(str.in_re (str.from_code n) (re.range \"0\" \"a\"))");
        check("(str.is_digit (str.from_int n))");
        check("(str.is_digit (str.from_code n))");
    }
}
