//! Reversal of strings: `str.rev` and predicates of it.
//!
//! Normal form: reversal is outside of functions that work character by character, and predicates of a
//! reversed string are predicates of the string.

use tress_base::Int;

use super::context::Context;
use super::languages::{Characters, mapped};
use super::limits::PARTS;
use super::rule::{Family, Rule};
use tress_term::term::{Op, Sort, Term};

/// match: `(str.rev (str.rev x))`, `(str.rev (str.++ x "ab"))`; result: `x`, `(str.++ "ba" (str.rev x))`;
/// why: reversal is an involution that swaps the order of parts. Words of at most one character stay.
fn reversal(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x] = context.match_op::<1>(term, Op::Rev)?;
    if context.bounds(x).high.is_some_and(|high| high <= Int::ONE) {
        return Some(x);
    }
    match context.store.op(x)? {
        Op::Rev | Op::Concat => Some(reversed(context, x)),
        _ => None,
    }
}

/// The reversed word, with the reversal of its parts.
fn reversed(context: &mut Context<'_>, x: Term) -> Term {
    let mut parts = context.parts(x);
    parts.reverse();
    for part in &mut parts {
        *part = match context.match_op::<1>(*part, Op::Rev) {
            Some([inner]) => inner,
            None => context.app(Op::Rev, &[*part]),
        };
    }
    context.concat(&parts)
}

/// How many parts of a word are reversed, and how many others are no literals.
fn count(context: &Context<'_>, x: Term) -> (usize, usize) {
    let parts = context.parts(x);
    let reversed = parts.iter().filter(|part| context.store.op(**part) == Some(Op::Rev)).count();
    let literals = parts.iter().filter(|part| context.is_literal(**part)).count();
    (reversed, parts.len() - reversed - literals)
}

/// match: `(= (str.rev x) (str.rev y))`, `(= (str.rev x) "ab")`, `(= (str.rev x) (str.++ "a" y))`; result:
/// `(= x y)`, `(= x "ba")`, `(= x (str.++ (str.rev y) "a"))`; why: words are equal exactly when they are so
/// reversed. Between equally many reversals, a lone word is solved for.
fn equal_reversed(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    let is_long = |context: &Context<'_>| {
        PARTS.is_exceeded(context.parts(a).len() + context.parts(b).len(), context.budget)
    };
    if context.store.sort(a) != Sort::String || is_long(context) {
        return None;
    }
    let (left, right) = (count(context, a), count(context, b));
    let (more, fewer) = (left.0 + right.0, left.1 + right.1);
    let solves = |context: &Context<'_>, lone: Term, other: Term| {
        let inner = context.match_op::<1>(lone, Op::Rev);
        let parts = context.parts(other);
        parts.len() > 1 && inner.is_some_and(|[x]| !parts.contains(&x))
    };
    if more > fewer || more == fewer && more > 0 && (solves(context, a, b) || solves(context, b, a)) {
        let (a, b) = (reversed(context, a), reversed(context, b));
        return Some(context.eq(a, b));
    }
    None
}

/// match: `(str.contains (str.rev x) "ab")`, `(str.prefixof y (str.rev x))` with reversed `y`; result:
/// `(str.contains x "ba")`, `(str.suffixof …)`; why: what occurs, occurs reversed in the reversed word;
/// beginnings become ends. Between equally many reversals, they are in the string that is searched in.
fn occurs_reversed(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let (op, hay, needle) = super::contains::open(context, term)?;
    let (whole, part) = (count(context, hay), count(context, needle));
    let (more, fewer) = (whole.0 + part.0, whole.1 + part.1);
    if PARTS.is_exceeded(context.parts(hay).len() + context.parts(needle).len(), context.budget) {
        return None;
    }
    if more <= fewer && !(more == fewer && part.0 > whole.0 && part.1 <= whole.1) {
        return None;
    }
    let (hay, needle) = (reversed(context, hay), reversed(context, needle));
    let op = match op {
        Op::PrefixOf => Op::SuffixOf,
        Op::SuffixOf => Op::PrefixOf,
        other => other,
    };
    Some(super::contains::build(context, op, hay, needle))
}

/// match: `(str.in_re (str.rev x) (re.++ (str.to_re "ab") r))`; result:
/// `(str.in_re x (re.++ (reversed r) (str.to_re "ba")))`; why: a word is in a language exactly when it is
/// reversed in the reversed language.
fn member_reversed(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [word, language] = context.match_op::<2>(term, Op::InRe)?;
    let [x] = context.match_op::<1>(word, Op::Rev)?;
    let language = mapped(context, &Characters::Reversed, language)?;
    Some(context.app(Op::InRe, &[x, language]))
}

/// match: `(str.to_lower (str.rev x))`, `(str.replace_all (str.rev x) "ab" z)`; result:
/// `(str.rev (str.to_lower x))`, `(str.rev (str.replace_all x "ba" (str.rev z)))`; why: these look at one
/// character at a time, or at occurrences that never overlap.
fn move_out(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let args = context.store.args(term).to_vec();
    let [x] = context.match_op::<1>(args[0], Op::Rev)?;
    let new = match args.as_slice() {
        [_, y, z] => {
            let old = context.as_word(*y)?;
            if old.is_empty() || super::contains::overlap(&old, &old) > 0 {
                return None;
            }
            let [y, z] = [*y, *z].map(|word| context.app(Op::Rev, &[word]));
            context.app(op, &[x, y, z])
        }
        _ => context.app(op, &[x]),
    };
    Some(context.app(Op::Rev, &[new]))
}

const C: Family = Family::Conversions;

pub(super) const RULES: &[Rule] = &[
    Rule::new("reversal", C, &[Op::Rev], reversal, ["(str.rev (str.++ x \"ab\"))", "(str.rev x)"]),
    Rule::new(
        "reversal-outside",
        C,
        &[Op::ToLower, Op::ToUpper, Op::ReplaceAll],
        move_out,
        ["(str.replace_all (str.rev x) \"ab\" z)", "(str.replace_all (str.rev x) \"aba\" z)"],
    ),
    Rule::new(
        "equal-reversed",
        C,
        &[Op::Eq],
        equal_reversed,
        ["(= (str.rev x) (str.++ \"ab\" y))", "(= (str.rev x) (str.++ \"ab\" x))"],
    ),
    Rule::new(
        "contains-reversed",
        C,
        &[Op::Contains, Op::PrefixOf, Op::SuffixOf],
        occurs_reversed,
        ["(str.suffixof (str.rev y) x)", "(str.prefixof y (str.rev x))"],
    ),
    Rule::new(
        "member-reversed",
        C,
        &[Op::InRe],
        member_reversed,
        [
            "(str.in_re (str.rev x) (re.++ (str.to_re \"ab\") (re.* (str.to_re \"ba\")) (re.opt (str.to_re y))))",
            "(str.in_re x (re.* (str.to_re \"ba\")))",
        ],
    ),
];
