//! Equality of any sort, and of truth values.
//!
//! Normal form: two arguments, sorted; negations of truth values are outside.

use super::context::Context;
use super::limits::DISTINCT_ARGUMENTS;
use super::rule::{Family, Rule};
use tress_term::term::{Op, Sort, Term, TermSet, TermStore};

/// match: `(= a b c)`; result: `(and (= a b) (= b c))`; why: equality is transitive.
fn chain(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let args = context.store.args(term).to_vec();
    if args.len() == 2 {
        return None;
    }
    let links: Vec<Term> = args.windows(2).map(|two| context.eq(two[0], two[1])).collect();
    Some(context.and(&links))
}

/// match: `(= a a)`, `(= 1 2)`, `(= b a)`; result: `true`, `false`, `(= a b)`; why: reflexive;
/// different literals are different; symmetric.
fn sides(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    if a == b {
        return Some(TermStore::TRUE);
    }
    if context.is_literal(a) && context.is_literal(b) && context.store.sort(a) != Sort::RegLan {
        return Some(TermStore::FALSE);
    }
    (b < a).then(|| context.eq(b, a))
}

/// match: `(= a true)`, `(= (not a) b)`, `(= a (not a))`; result: `a`, `(not (= a b))`, `false`; why:
/// truth tables.
fn truth_values(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    if context.store.sort(a) != Sort::Bool {
        return None;
    }
    for (literal, other) in [(a, b), (b, a)] {
        if literal == TermStore::TRUE {
            return Some(other);
        }
        if literal == TermStore::FALSE {
            return Some(context.not(other));
        }
        if let Some([inner]) = context.match_op::<1>(literal, Op::Not) {
            let equal = context.eq(inner, other);
            return Some(context.not(equal));
        }
    }
    None
}

/// match: `(= a (and a b))`, `(= a (or a b))`; result: `(or (not a) b)`, `(or a (not b))`; why: truth
/// tables.
fn truth_within(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    for (whole, part) in [(a, b), (b, a)] {
        let op = context.store.op(whole);
        if !matches!(op, Some(Op::And | Op::Or)) || context.store.args(whole).len() > 64 {
            continue;
        }
        let other = context.not(part);
        let args = context.store.args(whole).to_vec();
        let rest: Vec<Term> = args.iter().copied().filter(|arg| *arg != part && *arg != other).collect();
        if rest.len() == args.len() {
            continue;
        }
        let with_part = args.contains(&part);
        return Some(match (op, with_part) {
            // part = (part and rest): part implies rest.
            (Some(Op::And), true) => {
                let rest = context.and(&rest);
                context.or(&[other, rest])
            }
            // part = (not part and rest): neither.
            (Some(Op::And), false) => {
                let rest = context.and(&rest);
                let rest = context.not(rest);
                context.and(&[other, rest])
            }
            // part = (part or rest): rest implies part.
            (_, true) => {
                let rest = context.or(&rest);
                let rest = context.not(rest);
                context.or(&[part, rest])
            }
            // part = (not part or rest): both.
            (_, false) => {
                let rest = context.or(&rest);
                context.and(&[part, rest])
            }
        });
    }
    None
}

/// match: `(distinct a b c)`, `(distinct a b a)`; result: `(and (not (= a b)) (not (= a c)) (not (= b c)))`,
/// `false`; why: meaning of `distinct`; nothing differs from itself; there are only two truth values. Pairs
/// of very many are made as the need arises.
fn distinct(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let args = context.store.args(term).to_vec();
    if let [a, b] = args.as_slice() {
        let equal = context.eq(*a, *b);
        return Some(context.not(equal));
    }
    if context.store.sort(*args.first()?) == Sort::Bool {
        return Some(TermStore::FALSE);
    }
    let mut seen = TermSet::new();
    if !args.iter().all(|arg| seen.add(*arg)) {
        return Some(TermStore::FALSE);
    }
    let mut sorted = args.clone();
    sorted.sort_unstable();
    if DISTINCT_ARGUMENTS.is_exceeded(args.len(), context.budget) {
        return (sorted != args).then(|| context.app(Op::Distinct, &sorted));
    }
    let mut pairs = Vec::with_capacity(args.len() * args.len() / 2);
    for (index, a) in sorted.iter().enumerate() {
        for b in &sorted[index + 1..] {
            let equal = context.eq(*a, *b);
            pairs.push(context.not(equal));
        }
    }
    Some(context.and(&pairs))
}

pub(super) const RULES: &[Rule] = &[
    Rule::new("equal-chain", Family::Equality, &[Op::Eq], chain, ["(= x y z)", "(= x y)"]),
    Rule::new("equal-sides", Family::Equality, &[Op::Eq], sides, ["(= x x)", "(= x y)"]),
    Rule::new("equal-truth", Family::Equality, &[Op::Eq], truth_values, ["(= (not a) b)", "(= a b)"]),
    Rule::new(
        "equal-truth-within",
        Family::Equality,
        &[Op::Eq],
        truth_within,
        ["(= a (and a b))", "(= a (and b c))"],
    ),
    Rule::new("distinct-pairs", Family::Equality, &[Op::Distinct], distinct, ["(distinct x y z)", ""]),
];
