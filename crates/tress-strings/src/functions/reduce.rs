//! Functions of strings in terms of concatenation and length.
//!
//! Each reduction introduces Skolem symbols for the parts that the function depends on, and asserts how they
//! are connected. All of them hold whatever the arguments are; where a case is not covered, the term keeps
//! any value there and the evaluator decides.

mod more;
mod preimages;
mod replaces;

use crate::ends::End;
use crate::machines::part_of_value;
use tress_base::Stop;
use tress_kernel::{Context, Rule};
use tress_term::term::{Op, Term, TermSet, TermStore};

use more::{reduce_more, reduce_rev};

pub(super) use preimages::tell_preimage;

/// A part of a string is what stands between a front and a rest.
const SUBSTR: Rule = Rule::new(
    "reduce-substr",
    "Reynolds et al. 2020",
    "s = p t q with |p| = i, where t is as long as n or ends with s",
);
/// What is contained has something before and behind it.
const CONTAINS: Rule = Rule::new(
    "reduce-contains",
    "Reynolds et al. 2020",
    "s contains t exactly when s = p t q for some p and q",
);
/// A string begins with its prefix.
const PREFIX: Rule = Rule::new(
    "reduce-prefix",
    "Reynolds et al. 2020",
    "a is a prefix of b exactly when b = a q; else it is longer or the front of b of its length differs",
);
/// A string ends with its suffix.
const SUFFIX: Rule =
    Rule::new("reduce-suffix", "Reynolds et al. 2020", "as for prefixes, from the other end");
/// A string that contains another has a first occurrence of it.
const FIRST_OCCURRENCE: Rule = Rule::new(
    "first-occurrence",
    "Reynolds et al. 2020",
    "in s = p t q the occurrence is the first if t is not in p and t without its last character",
);
/// An index is the length of what stands before the first occurrence.
const INDEXOF: Rule = Rule::new(
    "reduce-indexof",
    "Reynolds et al. 2020",
    "the index is i and the length of what is before the first occurrence in the rest",
);
/// The first occurrence is exchanged.
const REPLACE: Rule = Rule::new(
    "reduce-replace",
    "Reynolds et al. 2020",
    "s = p t q with the first occurrence of t becomes p u q",
);
/// Of two strings one is less, or they are equal.
const LESS: Rule = Rule::new(
    "reduce-less",
    "Reynolds et al. 2020",
    "the lexicographic order is total, and decided at the first difference or the end of one string",
);
/// At most is the same as not greater.
const AT_MOST: Rule =
    Rule::new("reduce-at-most", "Reynolds et al. 2020", "the order is total: x <= y exactly when not y < x");
/// The digits of a number.
const FROM_INT: Rule = Rule::new(
    "reduce-from-int",
    "Reynolds et al. 2020",
    "numerals have no leading zeros and denote their number; negative numbers have none",
);
/// The character with a code.
const FROM_CODE: Rule = Rule::new(
    "reduce-from-code",
    "SMT-LIB",
    "`str.from_code` is the inverse of `str.to_code` on characters and empty elsewhere",
);

/// Functions whose axioms wait until a candidate fails because of them.
const LAZY: [Op; 15] = [
    Op::Trim,
    Op::IndexOf,
    Op::Replace,
    Op::StrLt,
    Op::StrLe,
    Op::ReplaceAll,
    Op::ReplaceTable,
    Op::ReplaceRe,
    Op::ReplaceReAll,
    Op::ReplaceReLongest,
    Op::ReplaceReLongestAll,
    Op::Count,
    Op::Repeat,
    Op::LastIndexOf,
    Op::IndexOfRe,
];

/// Longest word for which the words before it are written as a language. A size, not a limit of
/// what is told: comparisons with longer words are told as comparisons of any two strings are.
const MOST_ORDERED: usize = 32;

/// Is it a function whose axioms wait for a candidate that needs them?
pub(super) fn is_waiting(store: &TermStore, term: Term) -> bool {
    store.op(term).is_some_and(|op| LAZY.contains(&op)) || part_of_value(store, term).is_some()
}

/// Says the axioms of a string function. `reduced` holds the functions for which that was done.
///
/// # Errors
/// When the budget is used up.
pub(super) fn reduce(cx: &mut Context<'_>, reduced: &mut TermSet, term: Term) -> Result<(), Stop> {
    let args = cx.env.store.args(term).to_vec();
    match (cx.env.store.op(term), args.as_slice()) {
        (Some(Op::At), [s, i]) => {
            let one = cx.env.store.int(1);
            reduce_substr(cx, term, *s, *i, one);
        }
        (Some(Op::Substr), [s, i, n]) => reduce_substr(cx, term, *s, *i, *n),
        (Some(Op::Contains), [s, t]) => reduce_contains(cx, term, *s, *t),
        (Some(Op::PrefixOf), [a, b]) => reduce_end(cx, term, *a, *b, End::Left),
        (Some(Op::SuffixOf), [a, b]) => reduce_end(cx, term, *a, *b, End::Right),
        (Some(Op::IndexOf), [s, t, i]) => reduce_indexof(cx, term, *s, *t, *i),
        (Some(Op::Replace), [s, t, u]) => reduce_replace(cx, term, *s, *t, *u),
        (Some(Op::StrLt), [x, y]) => reduce_less(cx, reduced, term, *x, *y),
        (Some(Op::StrLe), [x, y]) => reduce_at_most(cx, reduced, term, *x, *y),
        (Some(Op::StrFromInt), [n]) => reduce_from_int(cx, term, *n),
        (Some(Op::FromCode), [n]) => reduce_from_code(cx, term, *n),
        (Some(Op::Rev), [s]) => reduce_rev(cx, reduced, term, *s),
        _ => return reduce_more(cx, term, &args),
    }
    Ok(())
}

/// The atom that says that a string is in a language.
fn member(cx: &mut Context<'_>, subject: Term, language: Term) -> Term {
    cx.env.app(Op::InRe, &[subject, language])
}

fn empty(cx: &mut Context<'_>) -> Term {
    cx.env.store.word([])
}

/// `t = (substr s i n)`: inside, `s = p t q` with `|p| = i`, `|t| <= n`, and `t` reaches as far
/// as `n` or the end of `s`; outside, `t` is empty.
fn reduce_substr(cx: &mut Context<'_>, term: Term, s: Term, i: Term, n: Term) {
    let (zero, empty) = (cx.env.store.int(0), empty(cx));
    let (front, rest) = (cx.skolem("before-part", &[term]), cx.skolem("after-part", &[s, i, n]));
    let [all, own, before, after] = [s, term, front, rest].map(|part| cx.env.length(part));
    let starts = cx.env.app(Op::Le, &[zero, i]);
    let inside = cx.env.app(Op::Lt, &[i, all]);
    let some = cx.env.app(Op::Gt, &[n, zero]);
    let inside =
        if tress_base::is_planted("reduce-substr-end") { cx.env.app(Op::Lt, &[all, i]) } else { inside };
    let valid = cx.env.app(Op::And, &[starts, inside, some]);
    let whole = cx.env.app(Op::Concat, &[front, term, rest]);
    let whole = cx.env.equal(s, whole);
    let place = if tress_base::is_planted("reduce-substr-start") {
        cx.env.app(Op::Gt, &[before, i])
    } else {
        cx.env.equal(before, i)
    };
    let most = cx.env.app(Op::Le, &[own, n]);
    let exact = cx.env.equal(own, n);
    let ended = cx.env.equal(after, zero);
    let reach = if tress_base::is_planted("reduce-substr-reach") {
        exact
    } else {
        cx.env.app(Op::Or, &[exact, ended])
    };
    cx.axiom_when(SUBSTR, &[valid], &[whole, place, most, reach]);
    let none = cx.env.equal(term, empty);
    cx.axiom(SUBSTR, &[valid, none]);
}

/// `s` contains `t`: `s = p t q`. The converse is left to the evaluator.
fn reduce_contains(cx: &mut Context<'_>, term: Term, s: Term, t: Term) {
    if cx.env.store.as_value(t).is_some() {
        return;
    }
    let (front, rest) = (cx.skolem("before-some", &[term]), cx.skolem("after-some", &[term]));
    let whole = cx.env.app(Op::Concat, &[front, t, rest]);
    let whole = cx.env.equal(s, whole);
    cx.axiom_when(CONTAINS, &[term], &[whole]);
    let [outer, inner] = [s, t].map(|part| cx.env.length(part));
    let fits = cx
        .env
        .app(if tress_base::is_planted("reduce-contains-proper") { Op::Gt } else { Op::Ge }, &[outer, inner]);
    cx.axiom_when(CONTAINS, &[term], &[fits]);
}

/// `a` is a prefix (or suffix) of `b`: `b = a q`; if not, `a` is longer, or the part of `b` of
/// the same length is another word.
fn reduce_end(cx: &mut Context<'_>, term: Term, a: Term, b: Term, side: End) {
    if cx.env.store.as_value(a).is_some() {
        return;
    }
    let (rule, roles) = match side {
        End::Left => (PREFIX, ["as-long-as-prefix", "after-prefix"]),
        End::Right => (SUFFIX, ["as-long-as-suffix", "before-suffix"]),
    };
    let [end, rest] = roles.map(|role| cx.skolem(role, &[a, b]));
    let [short, long, cut] = [a, b, end].map(|part| cx.env.length(part));
    let order = |end: Term| if side == End::Left { [end, rest] } else { [rest, end] };
    let same = cx.env.app(Op::Concat, &order(a));
    let same = cx.env.equal(b, same);
    cx.axiom_when(rule, &[term], &[same]);
    let too_long = cx
        .env
        .app(if tress_base::is_planted("reduce-prefix-long") { Op::Lt } else { Op::Gt }, &[short, long]);
    let split = cx.env.app(Op::Concat, &order(end));
    let split = cx.env.equal(b, split);
    let fits = cx.env.equal(cut, short);
    let differs = cx.env.equal(end, a);
    let differs = cx.env.store.not(differs);
    for conclusion in [split, fits, differs] {
        let cases = [term, too_long, conclusion];
        cx.axiom(rule, if tress_base::is_planted("reduce-prefix-case") { &cases[1..] } else { &cases });
    }
}

/// `t` without its last character. Returns `None` if `t` is known to be empty.
fn without_last(cx: &mut Context<'_>, t: Term) -> Option<Term> {
    if let Some(word) = cx.env.word_of(t) {
        let (_, shorter) = word.split_last()?;
        return Some(cx.env.store.word(shorter));
    }
    let (zero, one) = (cx.env.store.int(0), cx.env.store.int(1));
    let length = cx.env.length(t);
    let length = cx.env.app(Op::Sub, &[length, one]);
    Some(cx.env.app(Op::Substr, &[t, zero, length]))
}

/// If `found`, `s = p t q` where `t` does not occur earlier: not in `p` and `t` without its last character.
/// Returns `p` and `q`.
fn first_occurrence(cx: &mut Context<'_>, found: Term, s: Term, t: Term) -> (Term, Term) {
    let (front, rest) = (cx.skolem("before-first", &[s, t]), cx.skolem("after-first", &[s, t]));
    let whole = cx.env.app(Op::Concat, &[front, t, rest]);
    let whole = cx.env.equal(s, whole);
    cx.axiom_when(FIRST_OCCURRENCE, &[found], &[whole]);
    let empty = empty(cx);
    let nothing = cx.env.equal(t, empty);
    if let Some(shorter) = without_last(cx, t) {
        let earlier = cx.env.app(Op::Concat, &[front, shorter]);
        let earlier = cx.env.app(Op::Contains, &[earlier, t]);
        let first = cx.env.store.not(earlier);
        let not_found = cx.env.store.not(found);
        cx.axiom(FIRST_OCCURRENCE, &[not_found, nothing, first]);
    }
    let none_before = cx.env.equal(front, empty);
    let premises = [found, nothing];
    cx.axiom_when(
        FIRST_OCCURRENCE,
        if tress_base::is_planted("first-occurrence") { &premises[..1] } else { &premises },
        &[none_before],
    );
    (front, rest)
}

/// `r = (indexof s t i)`: outside or not found, -1; else `i` and the length of what stands
/// before the first occurrence in the rest of `s`.
fn reduce_indexof(cx: &mut Context<'_>, term: Term, s: Term, t: Term, i: Term) {
    let (zero, minus) = (cx.env.store.int(0), cx.env.store.int(-1));
    let size = cx.env.length(s);
    let starts = cx.env.app(Op::Le, &[zero, i]);
    let inside =
        cx.env.app(if tress_base::is_planted("reduce-indexof-end") { Op::Lt } else { Op::Le }, &[i, size]);
    let valid = cx.env.app(Op::And, &[starts, inside]);
    let (skipped, rest) = (cx.skolem("skipped", &[term]), cx.skolem("after-skipped", &[term]));
    let cut = cx.env.app(Op::Concat, &[skipped, rest]);
    let cut = cx.env.equal(s, cut);
    let place = cx.env.length(skipped);
    let place = cx.env.equal(place, i);
    let occurs = cx.env.app(Op::Contains, &[rest, t]);
    let found = cx.env.app(Op::And, &[valid, occurs]);
    cx.axiom_when(INDEXOF, &[valid], &[cut, place]);
    let none = cx.env.equal(term, minus);
    cx.axiom(INDEXOF, &[found, none]);
    let (front, _) = first_occurrence(cx, found, rest, t);
    let before = cx.env.length(front);
    let sum = if tress_base::is_planted("reduce-indexof-start") {
        before
    } else {
        cx.env.app(Op::Add, &[i, before])
    };
    let index = cx.env.equal(term, sum);
    cx.axiom_when(INDEXOF, &[found], &[index]);
}

/// `r = (replace s t u)`: `s` when `t` does not occur, else the first occurrence is exchanged.
fn reduce_replace(cx: &mut Context<'_>, term: Term, s: Term, t: Term, u: Term) {
    let found = cx.env.app(Op::Contains, &[s, t]);
    let same = cx.env.equal(term, s);
    cx.axiom(REPLACE, &[found, same]);
    let (front, rest) = first_occurrence(cx, found, s, t);
    let parts =
        if tress_base::is_planted("reduce-replace-order") { [front, rest, u] } else { [front, u, rest] };
    let changed = cx.env.app(Op::Concat, &parts);
    let changed = cx.env.equal(term, changed);
    cx.axiom_when(REPLACE, &[found], &[changed]);
}

/// `x < y` or `x = y` or `y < x`, and no two of them.
fn reduce_less(cx: &mut Context<'_>, reduced: &mut TermSet, term: Term, x: Term, y: Term) {
    let greater = cx.env.app(Op::StrLt, &[y, x]);
    let equal = cx.env.equal(x, y);
    reduced.add(greater);
    cx.axiom(LESS, &[term, equal, greater]);
    let not_greater = cx.env.store.not(greater);
    cx.axiom_when(LESS, &[term], &[not_greater]);
    say_less(cx, term, x, y);
    say_less(cx, greater, y, x);
}

/// `x < y`: `y` goes on after `x`, or after a common front `x` has a smaller character.
fn say_less(cx: &mut Context<'_>, term: Term, x: Term, y: Term) {
    let roles = ["common-front", "goes-on", "low-letter", "high-letter", "after-low", "after-high"];
    let [front, rest, low, high, low_rest, high_rest] = roles.map(|role| cx.skolem(role, &[term]));
    let empty = empty(cx);
    let longer = cx.env.app(Op::Concat, &[x, rest]);
    let longer = cx.env.equal(y, longer);
    let nothing = cx.env.equal(rest, empty);
    let something = cx.env.store.not(nothing);
    let longer = cx.env.app(Op::And, &[longer, something]);
    let [smaller, larger] = [(x, low, low_rest), (y, high, high_rest)].map(|(whole, letter, rest)| {
        let split = cx.env.app(Op::Concat, &[front, letter, rest]);
        cx.env.equal(whole, split)
    });
    let codes = [low, high].map(|letter| cx.env.app(Op::ToCode, &[letter]));
    let zero = cx.env.store.int(0);
    let letters = cx.env.app(Op::Le, &[zero, codes[0]]);
    let less = cx.env.app(Op::Lt, &codes);
    let differ = cx.env.app(Op::And, &[smaller, larger, letters, less]);
    let not_less = cx.env.store.not(term);
    let cases = [not_less, differ, longer];
    cx.axiom(LESS, if tress_base::is_planted("reduce-less-longer") { &cases[..2] } else { &cases });
}

/// `x <= y` exactly when not `y < x`. The words at most, or less than, a constant are a language.
fn reduce_at_most(cx: &mut Context<'_>, reduced: &mut TermSet, term: Term, x: Term, y: Term) {
    if let Some(language) = words_up_to(cx, y, true) {
        let member = member(cx, x, language);
        return cx.axiom_equivalent(AT_MOST, term, member);
    }
    if let Some(language) = words_up_to(cx, x, false) {
        let member = member(cx, y, language);
        let not_member = cx.env.store.not(member);
        return cx.axiom_equivalent(AT_MOST, term, not_member);
    }
    let greater = cx.env.app(Op::StrLt, &[y, x]);
    let not_greater = cx.env.store.not(greater);
    cx.axiom_equivalent(AT_MOST, term, not_greater);
    if reduced.add(greater) {
        reduce_less(cx, reduced, greater, y, x);
    }
}

/// The words before a short constant, and the constant itself when it is `included`.
fn words_up_to(cx: &mut Context<'_>, constant: Term, included: bool) -> Option<Term> {
    let word = cx.env.word_of(constant)?;
    if word.is_empty() || word.len() > MOST_ORDERED {
        return None;
    }
    let mut parts = Vec::new();
    for (place, letter) in word.iter().enumerate() {
        let front = cx.env.word_language(&word[..place]);
        parts.push(front);
        if let Some(before) = letter.checked_sub(1) {
            let ends = [0, before].map(|letter| cx.env.store.word([letter]));
            let (smaller, rest) = (cx.env.app(Op::ReRange, &ends), cx.env.app(Op::ReAll, &[]));
            parts.push(cx.env.app(Op::ReConcat, &[front, smaller, rest]));
        }
    }
    if included && !tress_base::is_planted("words-up-to") {
        parts.push(cx.env.app(Op::StrToRe, &[constant]));
    }
    Some(if let [only] = parts.as_slice() { *only } else { cx.env.app(Op::ReUnion, &parts) })
}

/// `s = (from_int n)`: empty below zero, else digits without needless zeros that spell `n`.
fn reduce_from_int(cx: &mut Context<'_>, term: Term, n: Term) {
    let (zero, empty) = (cx.env.store.int(0), empty(cx));
    let negative =
        cx.env.app(if tress_base::is_planted("from-int-zero") { Op::Le } else { Op::Lt }, &[n, zero]);
    let none = cx.env.equal(term, empty);
    cx.axiom_when(FROM_INT, &[negative], &[none]);
    let back = cx.env.app(Op::StrToInt, &[term]);
    let back = cx.env.equal(back, n);
    let [first, one, last] = ['0', '1', '9'].map(|digit| cx.env.store.word([u32::from(digit)]));
    let leading = cx.env.app(Op::ReRange, &[one, last]);
    let digit = cx.env.app(Op::ReRange, &[first, last]);
    let digits = cx.env.app(Op::ReStar, &[digit]);
    let long = cx.env.app(Op::ReConcat, &[leading, digits]);
    let short = cx.env.app(Op::StrToRe, &[first]);
    let numeral = cx.env.app(Op::ReUnion, &[short, long]);
    let numeral = member(cx, term, numeral);
    cx.axiom(FROM_INT, &[negative, back]);
    cx.axiom(FROM_INT, &[negative, numeral]);
    let positive = cx.env.app(Op::Gt, &[n, zero]);
    let (known, leads) = (cx.env.equal(n, zero), member(cx, term, long));
    let alone = cx.env.equal(term, first);
    cx.axiom_when(FROM_INT, &[positive], &[leads]);
    cx.axiom_when(FROM_INT, &[known], &[alone]);
    bound_digits(cx, negative, term, n);
}

/// A number without needless zeros has few digits: `10 |s| <= n + 10`, and two exactly from ten on. The
/// number that a word denotes has at most as many digits as the word has characters.
fn bound_digits(cx: &mut Context<'_>, negative: Term, term: Term, n: Term) {
    let [two, ten] = [2, 10].map(|number| cx.env.store.int(number));
    let length = cx.env.length(term);
    let (tenfold, more) = (cx.env.app(Op::Mul, &[ten, length]), cx.env.app(Op::Add, &[n, ten]));
    let few = cx.env.app(Op::Le, &[tenfold, more]);
    cx.axiom(FROM_INT, &[negative, few]);
    let (large, long) = (cx.env.app(Op::Ge, &[n, ten]), cx.env.app(Op::Ge, &[length, two]));
    let large = if tress_base::is_planted("from-int-digits") { cx.env.app(Op::Gt, &[n, ten]) } else { large };
    cx.axiom_equivalent(FROM_INT, large, long);
    if let (Some(Op::StrToInt), [word]) = (cx.env.store.op(n), cx.env.store.args(n)) {
        let letters = cx.env.length(*word);
        let few = cx.env.app(Op::Le, &[length, letters]);
        cx.axiom(FROM_INT, &[few]);
    }
}

/// `s = (from_code n)`: the character with that code, or empty outside of the alphabet.
fn reduce_from_code(cx: &mut Context<'_>, term: Term, n: Term) {
    let (zero, most, empty) = (cx.env.store.int(0), cx.env.store.int(tress_base::MAX_CHAR), empty(cx));
    let valid = cx.env.app(Op::Le, &[zero, n, most]);
    let code = cx.env.app(Op::ToCode, &[term]);
    let code = cx.env.equal(code, n);
    cx.axiom_when(FROM_CODE, &[valid], &[code]);
    let none = cx.env.equal(term, empty);
    cx.axiom(FROM_CODE, &[valid, none]);
}
