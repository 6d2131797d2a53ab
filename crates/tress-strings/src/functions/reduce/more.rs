//! Functions that are defined by their parts, character by character, or one round at a time.
//!
//! As in the file above, Skolem symbols denote the parts of a function's arguments. They can be chosen in
//! every model, so nothing is lost; where the axioms leave more than one value, the evaluator decides.

use tress_base::Stop;
use tress_kernel::{Context, Rule};
use tress_term::term::{Op, Term, TermSet, Value};

use super::replaces::reduce_replaces;
use super::{empty, first_occurrence, member};

/// Letters of one case become those of the other.
const CASE: Rule = Rule::new(
    "reduce-case",
    "own",
    "the result is as long and has no character of the other case; without such a character it is the string itself",
);
/// Reversed twice, a string is itself.
const REV: Rule = Rule::new(
    "reduce-rev",
    "own",
    "reversal keeps the length and is its own inverse; strings of at most one character are their reverse",
);
/// Blanks at the ends are left out.
const TRIM: Rule = Rule::new(
    "reduce-trim",
    "own",
    "s = p t q with blanks p and q, where t is empty or has no blank at its ends",
);
/// A part is exchanged for one as long.
const UPDATE: Rule = Rule::new(
    "reduce-update",
    "Reynolds et al. 2020",
    "s = p m q becomes p n q, where n is the front of t as long as m",
);
/// The order of two strings as a number.
const COMPARE: Rule = Rule::new("reduce-compare", "own", "exactly one of less, equal and greater holds");
/// The digits of a number after its sign.
const FROM_INT_SIGNED: Rule =
    Rule::new("reduce-from-int-signed", "own", "a negative number is a sign and the digits of its opposite");
/// The number that digits after a sign spell.
const TO_INT_SIGNED: Rule =
    Rule::new("reduce-to-int-signed", "own", "digits after a sign denote the opposite of their number");
/// An index is the length of what stands before the last occurrence.
const LAST_INDEXOF: Rule = Rule::new(
    "reduce-last-indexof",
    "own",
    "an occurrence is the last if none begins behind its first character",
);
/// Occurrences are counted one by one.
const COUNT: Rule =
    Rule::new("reduce-count", "own", "occurrences are the first one and those in what follows it");
/// Copies stand side by side.
const REPEAT: Rule = Rule::new("reduce-repeat", "own", "n + 1 copies are one copy and n copies");

/// How many copies are written side by side at once. A size, not a limit of what is told: of more
/// copies one is taken off, and the others are a repetition again.
const MOST_COPIES: i64 = 30;

/// Says the axioms of a string function that has none in the file above.
///
/// # Errors
/// When the budget is used up.
pub(super) fn reduce_more(cx: &mut Context<'_>, term: Term, args: &[Term]) -> Result<(), Stop> {
    match (cx.env.store.op(term), args) {
        (Some(Op::ToLower), [s]) => reduce_case(cx, term, *s, 'A', 'Z'),
        (Some(Op::ToUpper), [s]) => reduce_case(cx, term, *s, 'a', 'z'),
        (Some(Op::Trim), [s]) => reduce_trim(cx, term, *s),
        (Some(Op::Update), [s, i, t]) => reduce_update(cx, term, *s, *i, *t),
        (Some(Op::Compare), [x, y]) => reduce_compare(cx, term, *x, *y),
        (Some(Op::FromIntSigned), [n]) => reduce_from_int_signed(cx, term, *n),
        (Some(Op::ToIntSigned), [s]) => reduce_to_int_signed(cx, term, *s),
        (Some(Op::LastIndexOf), [s, t]) => reduce_last_indexof(cx, term, *s, *t),
        (Some(Op::Count), [s, t]) => reduce_count(cx, term, *s, *t),
        (Some(Op::Repeat), [s, n]) => reduce_repeat(cx, term, *s, *n),
        _ => return reduce_replaces(cx, term, args),
    }
    Ok(())
}

/// All characters but those between the two.
fn letters_but(cx: &mut Context<'_>, low: char, high: char) -> Term {
    let (all, range) = (cx.env.app(Op::ReAllChar, &[]), cx.env.range(low, high));
    cx.env.app(Op::ReDiff, &[all, range])
}

fn same_length(cx: &mut Context<'_>, rule: Rule, a: Term, b: Term) {
    let lengths = [a, b].map(|part| cx.env.length(part));
    let equal = cx.env.equal(lengths[0], lengths[1]);
    cx.axiom(rule, &[equal]);
}

/// `whole` is its parts, when the conditions hold.
pub(super) fn joined(cx: &mut Context<'_>, rule: Rule, conditions: &[Term], whole: Term, parts: &[Term]) {
    let joined = cx.env.app(Op::Concat, parts);
    let equal = cx.env.equal(whole, joined);
    cx.axiom_when(rule, conditions, &[equal]);
}

/// `r = (to_lower s)`: as long as `s`, without capital letters; `s` itself exactly if `s` has none.
fn reduce_case(cx: &mut Context<'_>, term: Term, s: Term, low: char, high: char) {
    same_length(cx, CASE, term, s);
    let others = letters_but(cx, low, high);
    let others = cx.env.app(Op::ReStar, &[others]);
    let result = member(cx, term, others);
    cx.axiom(CASE, &[result]);
    let (unchanged, equal) = (member(cx, s, others), cx.env.equal(term, s));
    cx.axiom_equivalent(CASE, unchanged, equal);
}

/// `r = (rev s)`: as long as `s`, and `s = (rev r)`; a word of one character stays what it is.
pub(super) fn reduce_rev(cx: &mut Context<'_>, reduced: &mut TermSet, term: Term, s: Term) {
    same_length(cx, REV, term, s);
    let back = cx.env.app(Op::Rev, &[term]);
    reduced.add(back);
    let equal = cx.env.equal(s, back);
    cx.axiom(REV, &[equal]);
    let (one, length, same) = (cx.env.store.int(1), cx.env.length(s), cx.env.equal(term, s));
    let longer = cx.env.app(Op::Lt, &[one, length]);
    cx.axiom(REV, &[longer, same]);
}

/// `r = (trim s)`: `s` is blanks, `r` and blanks, and `r` has none at its ends.
fn reduce_trim(cx: &mut Context<'_>, term: Term, s: Term) {
    let [front, back] = ["blanks-before", "blanks-after"].map(|role| cx.skolem(role, &[term]));
    joined(cx, TRIM, &[], s, &[front, term, back]);
    let blanks = cx.env.range('\0', ' ');
    let blanks = cx.env.app(Op::ReStar, &[blanks]);
    let ink = letters_but(cx, '\0', ' ');
    let all = cx.env.app(Op::ReAll, &[]);
    let longer = cx.env.app(Op::ReConcat, &[ink, all, ink]);
    let some = cx.env.app(Op::ReUnion, &[ink, longer]);
    let trimmed = cx.env.app(Op::ReOpt, &[some]);
    for (part, language) in [(front, blanks), (back, blanks), (term, trimmed)] {
        let member = member(cx, part, language);
        cx.axiom(TRIM, &[member]);
    }
}

/// `r = (update s i t)`: inside, `s = p m q` with `|p| = i` and `r = p n q`, where `n` is as long
/// as `m` and begins `t`, which ends there or `q` is empty; outside, `r = s`.
fn reduce_update(cx: &mut Context<'_>, term: Term, s: Term, i: Term, t: Term) {
    let front = cx.skolem("front-of", &[s, i]);
    let roles = ["updated-away", "after-update", "updated-to", "unused-update"];
    let [old, rest, new, unused] = roles.map(|role| cx.skolem(role, &[term]));
    let (zero, empty) = (cx.env.store.int(0), empty(cx));
    let [all, before, old_length, new_length] = [s, front, old, new].map(|part| cx.env.length(part));
    let starts = cx.env.app(Op::Le, &[zero, i]);
    let inside = cx.env.app(Op::Lt, &[i, all]);
    let valid = cx.env.app(Op::And, &[starts, inside]);
    let same = cx.env.equal(term, s);
    cx.axiom(UPDATE, &[valid, same]);
    joined(cx, UPDATE, &[valid], s, &[front, old, rest]);
    joined(cx, UPDATE, &[valid], t, &[new, unused]);
    joined(cx, UPDATE, &[valid], term, &[front, new, rest]);
    let (place, fits) = (cx.env.equal(before, i), cx.env.equal(old_length, new_length));
    let (whole, ended) = (cx.env.equal(unused, empty), cx.env.equal(rest, empty));
    let reach = cx.env.app(Op::Or, &[whole, ended]);
    cx.axiom_when(UPDATE, &[valid], &[place, fits, reach]);
}

/// `r = (compare x y)`: -1, 0 or 1 for less, equal and greater.
fn reduce_compare(cx: &mut Context<'_>, term: Term, x: Term, y: Term) {
    let orders = [cx.env.app(Op::StrLt, &[x, y]), cx.env.equal(x, y), cx.env.app(Op::StrLt, &[y, x])];
    for (place, order) in (-1..).zip(orders) {
        let value = cx.env.store.int(place);
        let value = cx.env.equal(term, value);
        cx.axiom_equivalent(COMPARE, order, value);
    }
    cx.axiom(COMPARE, &orders);
}

/// `s = (from_int_signed n)`: the digits of `n`, or a sign and the digits of `-n`.
fn reduce_from_int_signed(cx: &mut Context<'_>, term: Term, n: Term) {
    let zero = cx.env.store.int(0);
    let negative = cx.env.app(Op::Lt, &[n, zero]);
    let digits = cx.env.app(Op::StrFromInt, &[n]);
    let plain = cx.env.equal(term, digits);
    cx.axiom(FROM_INT_SIGNED, &[negative, plain]);
    let opposite = cx.env.app(Op::Sub, &[n]);
    let (sign, digits) = (cx.env.store.word([u32::from('-')]), cx.env.app(Op::StrFromInt, &[opposite]));
    joined(cx, FROM_INT_SIGNED, &[negative], term, &[sign, digits]);
}

/// `n = (to_int_signed s)`: the number of digits, its opposite after a sign, else 0.
fn reduce_to_int_signed(cx: &mut Context<'_>, term: Term, s: Term) {
    let digit = cx.env.range('0', '9');
    let digits = cx.env.app(Op::RePlus, &[digit]);
    let sign = cx.env.store.word([u32::from('-')]);
    let sign_language = cx.env.app(Op::StrToRe, &[sign]);
    let signed = cx.env.app(Op::ReConcat, &[sign_language, digits]);
    let (plain, signed) = (member(cx, s, digits), member(cx, s, signed));
    let number = cx.env.app(Op::StrToInt, &[s]);
    let number = cx.env.equal(term, number);
    cx.axiom_when(TO_INT_SIGNED, &[plain], &[number]);
    let rest = cx.skolem("after-sign", &[term]);
    joined(cx, TO_INT_SIGNED, &[signed], s, &[sign, rest]);
    let number = cx.env.app(Op::StrToInt, &[rest]);
    let opposite = cx.env.app(Op::Sub, &[number]);
    let opposite = cx.env.equal(term, opposite);
    cx.axiom_when(TO_INT_SIGNED, &[signed], &[opposite]);
    let zero = cx.env.store.int(0);
    let none = cx.env.equal(term, zero);
    cx.axiom(TO_INT_SIGNED, &[plain, signed, none]);
}

/// `r = (last_indexof s t)`: not found, -1; else `s = p t q` with `|p| = r`, and `t` does not occur in what
/// follows the first character of that occurrence.
fn reduce_last_indexof(cx: &mut Context<'_>, term: Term, s: Term, t: Term) {
    let roles = ["before-last-occurrence", "after-last-occurrence", "letter-of-last", "after-letter-of-last"];
    let [front, rest, letter, after] = roles.map(|role| cx.skolem(role, &[term]));
    let (minus, one, empty) = (cx.env.store.int(-1), cx.env.store.int(1), empty(cx));
    let found = cx.env.app(Op::Contains, &[s, t]);
    let none = cx.env.equal(term, minus);
    cx.axiom(LAST_INDEXOF, &[found, none]);
    joined(cx, LAST_INDEXOF, &[found], s, &[front, t, rest]);
    let place = cx.env.length(front);
    let place = cx.env.equal(term, place);
    cx.axiom_when(LAST_INDEXOF, &[found], &[place]);
    let nothing = cx.env.equal(t, empty);
    let ended = cx.env.equal(rest, empty);
    cx.axiom_when(LAST_INDEXOF, &[nothing], &[ended]);
    let something = cx.env.store.not(nothing);
    joined(cx, LAST_INDEXOF, &[found, something], s, &[front, letter, after]);
    let width = cx.env.length(letter);
    let single = cx.env.equal(width, one);
    let again = cx.env.app(Op::Contains, &[after, t]);
    let last = cx.env.store.not(again);
    cx.axiom_when(LAST_INDEXOF, &[found, something], &[single, last]);
}

/// `r = (count s t)`: none without an occurrence; else one more than in what follows the first.
fn reduce_count(cx: &mut Context<'_>, term: Term, s: Term, t: Term) {
    let (zero, one) = (cx.env.store.int(0), cx.env.store.int(1));
    let found = occurs(cx, s, t);
    let none = cx.env.equal(term, zero);
    cx.axiom(COUNT, &[found, none]);
    let (_, rest) = first_occurrence(cx, found, s, t);
    let more = cx.env.app(Op::Count, &[rest, t]);
    let sum = cx.env.app(Op::Add, &[one, more]);
    let sum = cx.env.equal(term, sum);
    cx.axiom_when(COUNT, &[found], &[sum]);
    bound_count(cx, term, s, t);
}

/// `t` is not empty and occurs in `s`.
pub(super) fn occurs(cx: &mut Context<'_>, s: Term, t: Term) -> Term {
    let (contains, empty) = (cx.env.app(Op::Contains, &[s, t]), empty(cx));
    let nothing = cx.env.equal(t, empty);
    let something = cx.env.store.not(nothing);
    cx.env.app(Op::And, &[contains, something])
}

/// That many words fit into `s`.
pub(super) fn bound_count(cx: &mut Context<'_>, count: Term, s: Term, t: Term) {
    let Some(word) = cx.env.word_of(t) else { return };
    let (width, length) = (cx.env.store.int(word.len()), cx.env.length(s));
    let taken = cx.env.app(Op::Mul, &[width, count]);
    let fits = cx.env.app(Op::Le, &[taken, length]);
    cx.axiom(COUNT, &[fits]);
}

/// `r = (repeat s n)`: empty below one; copies side by side for a small number, else one copy
/// and the rest.
fn reduce_repeat(cx: &mut Context<'_>, term: Term, s: Term, n: Term) {
    let small = match cx.env.store.as_value(n) {
        Some(Value::Int(n)) => n.to_i64().filter(|n| (1..=MOST_COPIES).contains(n)),
        _ => None,
    };
    if let Some(copies) = small {
        let copies = vec![s; copies as usize];
        return joined(cx, REPEAT, &[], term, &copies);
    }
    let (zero, minus, empty) = (cx.env.store.int(0), cx.env.store.int(-1), empty(cx));
    let some = cx.env.app(Op::Gt, &[n, zero]);
    let none = cx.env.equal(term, empty);
    cx.axiom(REPEAT, &[some, none]);
    let fewer = cx.env.app(Op::Add, &[n, minus]);
    let fewer = cx.env.app(Op::Repeat, &[s, fewer]);
    joined(cx, REPEAT, &[some], term, &[s, fewer]);
    let length = cx.env.length(term);
    if let Some(word) = cx.env.word_of(s) {
        let width = cx.env.store.int(word.len());
        let product = cx.env.app(Op::Mul, &[width, n]);
        let exact = cx.env.equal(length, product);
        cx.axiom_when(REPEAT, &[some], &[exact]);
    } else {
        let nothing = cx.env.equal(s, empty);
        let long = cx.env.app(Op::Ge, &[length, n]);
        cx.axiom(REPEAT, &[nothing, long]);
    }
}
