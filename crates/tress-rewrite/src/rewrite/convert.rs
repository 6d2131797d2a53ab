//! Codes, digits, upper and lower case.

use tress_automata::MAX_CHAR;
use tress_base::Int;

use super::context::Context;
use super::limits::LAST_DIGITS;
use super::rule::{Family, Rule};
use tress_term::term::{Op, Term, TermStore, Value};

/// The regular expression of one or more digits.
fn digits(context: &mut Context<'_>) -> Term {
    let digit = digit(context);
    context.app(Op::RePlus, &[digit])
}

fn digit(context: &mut Context<'_>) -> Term {
    let lowest = if tress_base::is_planted("digit-zero") { '1' } else { '0' };
    let [low, high] = [lowest, '9'].map(|digit| context.word(&[u32::from(digit)]));
    context.app(Op::ReRange, &[low, high])
}

/// match: `(str.to_int (str.from_int n))`; result: `(ite (>= n 0) n (- 1))`; match:
/// `(str.to_code (str.from_code n))`; result: `(ite (and (>= n 0) (<= n 196607)) n (- 1))`; why: one undoes
/// the other within its range.
fn there_and_back(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let [inner] = context.match_op::<1>(term, op)?;
    let (zero, minus) = (context.int(0), context.int(-1));
    if op == Op::StrToInt {
        let [n] = context.match_op::<1>(inner, Op::StrFromInt)?;
        let positive = context.ge(n, zero);
        if tress_base::is_planted("int-and-back") {
            return Some(n);
        }
        return Some(context.ite(positive, n, minus));
    }
    let [n] = context.match_op::<1>(inner, Op::FromCode)?;
    let most = context.int(MAX_CHAR);
    let (low, high) = (context.ge(n, zero), context.ge(most, n));
    let inside = context.and(&[low, high]);
    Some(context.ite(inside, n, minus))
}

/// match: `(str.from_code (str.to_code x))` with |x| <= 1; result: `x`; why: a character has one code;
/// others: `(ite (= (str.len x) 1) x "")`.
fn code_and_back(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [code] = context.match_op::<1>(term, Op::FromCode)?;
    let [x] = context.match_op::<1>(code, Op::ToCode)?;
    if tress_base::is_planted("code-and-back") || context.bounds(x).high.is_some_and(|high| high <= Int::ONE)
    {
        return Some(x);
    }
    let (length, one, empty) = (context.len(x), context.int(1), context.empty_word());
    let single = context.eq(length, one);
    Some(context.ite(single, x, empty))
}

/// match: `(= x (str.from_int (str.to_int x)))`; result: `x` is empty or a numeral without needless zeros;
/// why: these are the words that numbers have.
fn spelled_again(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    let again = |context: &Context<'_>, x: Term, other: Term| {
        let [n] = context.match_op::<1>(other, Op::StrFromInt)?;
        let [inner] = context.match_op::<1>(n, Op::StrToInt)?;
        (inner == x).then_some(x)
    };
    let x = again(context, a, b).or_else(|| again(context, b, a))?;
    let least = if tress_base::is_planted("spelled-zero") { '1' } else { '0' };
    let [zero, one, nine] = [least, '1', '9'].map(|digit| context.word(&[u32::from(digit)]));
    let (leading, digit) = (context.app(Op::ReRange, &[one, nine]), digit(context));
    let more = context.app(Op::ReStar, &[digit]);
    let long = context.app(Op::ReConcat, &[leading, more]);
    let short = context.app(Op::StrToRe, &[zero]);
    let numeral = context.app(Op::ReUnion, &[short, long]);
    let member = context.app(Op::InRe, &[x, numeral]);
    let empty = context.is_empty(x);
    Some(context.or(&[empty, member]))
}

/// match: `(str.to_int (str.++ x "a"))`, `(str.to_code (str.++ x "ab"))`; result: `-1`; why: a character is
/// no digit; there are too many characters.
fn no_number(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let [x] = context.match_op::<1>(term, op)?;
    let bounds = context.bounds(x);
    let is_digit = |character: &u32| (u32::from('0')..=u32::from('9')).contains(character);
    let fails = if op == Op::ToCode {
        bounds.low.is_some_and(|low| low > Int::ONE || low.is_one() && tress_base::is_planted("code-of-one"))
            || bounds.high.is_some_and(|high| high.is_zero())
    } else {
        let words = context.parts(x).into_iter().filter_map(|part| context.as_word(part));
        words.into_iter().any(|word| !word.iter().all(is_digit))
            || bounds.high.is_some_and(|high| high.is_zero())
    };
    fails.then(|| context.int(-1))
}

/// match: `(str.from_int n)`, `(str.from_code n)` with n < 0 by its shape; result: `""`; why: negative
/// numbers have no word.
fn no_word(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let [n] = context.match_op::<1>(term, op)?;
    let bounds = context.bounds(n);
    let negative = bounds
        .high
        .is_some_and(|high| high.is_negative() || high.is_zero() && tress_base::is_planted("no-word"));
    let beyond = op == Op::FromCode && bounds.low.is_some_and(|low| low > Int::from(MAX_CHAR));
    (negative || beyond).then(|| context.empty_word())
}

/// match: `(str.is_digit x)`; result: `(str.in_re x (re.range "0" "9"))`; why: meaning of `str.is_digit`.
fn is_digit(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x] = context.match_op::<1>(term, Op::IsDigit)?;
    let digit = digit(context);
    Some(context.app(Op::InRe, &[x, digit]))
}

/// match: `(= (str.to_int x) 7)`, `(= (str.to_int x) (- 1))`; result:
/// `(str.in_re x (re.++ (re.* (str.to_re "0")) (str.to_re "7")))`,
/// `(not (str.in_re x (re.+ (re.range "0" "9"))))`; match: `(= (str.to_code x) 97)`; result: `(= x "a")`;
/// why: the words with that number, that code.
fn known_number(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    let (number, other) = if context.is_literal(a) { (a, b) } else { (b, a) };
    let number = context.as_int(number)?;
    let op = context.store.op(other)?;
    if !matches!(op, Op::StrToInt | Op::ToCode) {
        return None;
    }
    let [x] = context.match_op::<1>(other, op)?;
    let is_none = number == Int::MINUS_ONE;
    if number.is_negative() && !is_none {
        return Some(TermStore::FALSE);
    }
    if op == Op::StrToInt {
        let regex = if is_none { digits(context) } else { spelling(context, &number)? };
        let member = context.app(Op::InRe, &[x, regex]);
        return Some(if is_none { context.not(member) } else { member });
    }
    if is_none {
        let (length, one) = (context.len(x), context.int(1));
        let single = context.eq(length, one);
        return Some(context.not(single));
    }
    match number.to_u32().filter(|code| *code <= MAX_CHAR) {
        Some(code) => {
            let word = context.word(&[code]);
            Some(context.eq(x, word))
        }
        None => Some(TermStore::FALSE),
    }
}

/// The numerals of a number: any zeros, then its digits.
fn spelling(context: &mut Context<'_>, number: &Int) -> Option<Term> {
    let Some(Value::Str(word)) = context.fold(Op::StrFromInt, &[Value::Int(number.clone())]) else {
        return None;
    };
    let (zero, word) = (context.word(&[u32::from('0')]), context.word(&word));
    let (zero, word) = (context.app(Op::StrToRe, &[zero]), context.app(Op::StrToRe, &[word]));
    let zeros = context.app(Op::ReStar, &[zero]);
    Some(context.app(Op::ReConcat, &[zeros, word]))
}

/// match: `(= (str.from_int n) "12")`, `(= (str.from_int n) "")`, `(= (str.from_int n) "01")`; result:
/// `(= n 12)`, `(< n 0)`, `false`; match: `(= (str.from_code n) "a")`; result: `(= n 97)`; why: every number
/// has one word.
fn known_word(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    let (literal, other) = if context.is_literal(a) { (a, b) } else { (b, a) };
    let word = context.as_word(literal)?;
    let op = context.store.op(other)?;
    let back = match op {
        Op::StrFromInt => Op::StrToInt,
        Op::FromCode => Op::ToCode,
        _ => return None,
    };
    let [n] = context.match_op::<1>(other, op)?;
    let zero = context.int(0);
    if word.is_empty() {
        let below = context.app(Op::Lt, &[n, zero]);
        if op == Op::StrFromInt {
            return Some(below);
        }
        let most = context.int(MAX_CHAR);
        let above = context.app(Op::Gt, &[n, most]);
        return Some(context.or(&[below, above]));
    }
    let value = context.fold(back, &[Value::Str(word.clone())])?;
    if context.fold(op, std::slice::from_ref(&value))? != Value::Str(word) {
        return Some(TermStore::FALSE);
    }
    let value = context.store.value(value);
    Some(context.eq(n, value))
}

/// match: `(>= (str.to_int x) 0)`, `(>= (str.to_code x) 0)`; result:
/// `(str.in_re x (re.+ (re.range "0" "9")))`, `(= (str.len x) 1)`; why: these are the words that have a
/// number, a code.
fn has_number(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Ge)?;
    if !context.as_int(b)?.is_zero() {
        return None;
    }
    if let Some([x]) = context.match_op::<1>(a, Op::StrToInt) {
        let digits = digits(context);
        return Some(context.app(Op::InRe, &[x, digits]));
    }
    let [x] = context.match_op::<1>(a, Op::ToCode)?;
    let (length, one) = (context.len(x), context.int(1));
    Some(context.eq(length, one))
}

/// match: `(str.to_int x)` with |x| = 1; result:
/// `(ite (str.in_re x (re.range "0" "9")) (- (str.to_code x) 48) (- 1))`; why: the codes of digits are in
/// order.
fn one_digit(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x] = context.match_op::<1>(term, Op::StrToInt)?;
    let bounds = context.bounds(x);
    if bounds.low? != Int::ONE || bounds.high? != Int::ONE || context.is_literal(x) {
        return None;
    }
    let digit = digit(context);
    let is_digit = context.app(Op::InRe, &[x, digit]);
    let (code, zero, minus) = (context.app(Op::ToCode, &[x]), context.int(u32::from('0')), context.int(-1));
    let number = context.sub(code, zero);
    Some(context.ite(is_digit, number, minus))
}

/// match: `(str.suffixof "05" (str.from_int n))`; result: `(and (>= n 10) (= (mod n 100) 5))`; why: the last
/// digits of a number determine its remainder.
fn last_digits(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [digits, numeral] = context.match_op::<2>(term, Op::SuffixOf)?;
    let [n] = context.match_op::<1>(numeral, Op::StrFromInt)?;
    let word = context.as_word(digits).filter(|word| !word.is_empty())?;
    if LAST_DIGITS.is_exceeded(word.len(), context.budget) {
        return None;
    }
    let count = u32::try_from(word.len()).ok()?;
    let Some(Value::Int(value)) = context.fold(Op::StrToInt, &[Value::Str(word)]) else { return None };
    if value.is_negative() {
        return Some(TermStore::FALSE);
    }
    let least = if count == 1 { Int::ZERO } else { Int::from(10).pow(count - 1) };
    let (least, base, value) =
        (context.int(least), context.int(Int::from(10).pow(count)), context.int(value));
    let (is_long, rest) = (context.ge(n, least), context.app(Op::Mod, &[n, base]));
    let same = context.eq(rest, value);
    Some(context.and(&[is_long, same]))
}

/// match: `(str.to_lower (str.to_upper x))`, `(str.to_lower (str.++ x "A"))`,
/// `(str.to_upper (str.from_int n))`; result: `(str.to_lower x)`, `(str.++ (str.to_lower x) "a")`,
/// `(str.from_int n)`; why: case is changed character by character, and the last change counts.
fn letter_case(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let [x] = context.match_op::<1>(term, op)?;
    match context.store.op(x)? {
        Op::ToLower | Op::ToUpper => {
            let inner = context.store.args(x)[0];
            Some(context.app(op, &[inner]))
        }
        Op::StrFromInt => Some(x),
        Op::Concat => {
            let parts: Vec<Term> =
                context.parts(x).into_iter().map(|part| context.app(op, &[part])).collect();
            Some(context.concat(&parts))
        }
        _ => None,
    }
}

const C: Family = Family::Conversions;

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "convert-back",
        C,
        &[Op::StrToInt, Op::ToCode],
        there_and_back,
        ["(str.to_int (str.from_int n))", "(str.to_int x)"],
    ),
    Rule::new(
        "code-back",
        C,
        &[Op::FromCode],
        code_and_back,
        ["(str.from_code (str.to_code (str.substr x n 1)))", "(str.from_code n)"],
    ),
    Rule::new(
        "convert-digit",
        C,
        &[Op::StrToInt],
        one_digit,
        ["(str.to_int (ite a \"1\" \"b\"))", "(str.to_int (str.substr x n 1))"],
    ),
    Rule::new(
        "suffix-digits",
        C,
        &[Op::SuffixOf],
        last_digits,
        ["(str.suffixof \"01\" (str.from_int n))", "(str.suffixof x (str.from_int n))"],
    ),
    Rule::new(
        "convert-no-number",
        C,
        &[Op::StrToInt, Op::ToCode],
        no_number,
        ["(str.to_int (str.++ x \"a\"))", "(str.to_int (str.++ x \"1\"))"],
    ),
    Rule::new(
        "convert-no-word",
        C,
        &[Op::StrFromInt, Op::FromCode],
        no_word,
        ["(str.from_int (+ (* (- 1) (str.len x)) (- 1)))", "(str.from_int n)"],
    ),
    Rule::new("digit-eliminate", C, &[Op::IsDigit], is_digit, ["(str.is_digit x)", ""]),
    Rule::new("equal-number", C, &[Op::Eq], known_number, ["(= (str.to_int x) 1)", "(= (str.to_int x) n)"]),
    Rule::new(
        "equal-again",
        C,
        &[Op::Eq],
        spelled_again,
        ["(= x (str.from_int (str.to_int x)))", "(= y (str.from_int (str.to_int x)))"],
    ),
    Rule::new(
        "equal-spelling",
        C,
        &[Op::Eq],
        known_word,
        ["(= (str.from_int n) \"1\")", "(= (str.from_int n) x)"],
    ),
    Rule::new(
        "comparison-number",
        C,
        &[Op::Ge],
        has_number,
        ["(>= (str.to_int x) 0)", "(>= (str.to_int x) 1)"],
    ),
    Rule::new(
        "letter-case",
        C,
        &[Op::ToLower, Op::ToUpper],
        letter_case,
        ["(str.to_lower (str.to_upper x))", "(str.to_lower x)"],
    ),
];
