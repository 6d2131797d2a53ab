//! Rules for the connectives.
//!
//! Normal form: `and` and `or` are flat, their arguments sorted and different, none of them the
//! negation of another; implication and exclusive or are gone.

use super::context::Context;
use super::rule::{Family, Rule};
use tress_term::term::{Op, Term, TermSet, TermStore};

/// match: `(and a (and b a) true (not (or c a)))`; result: one flat `and` without doubles, or
/// `false`; the same for `or` and `=>` with the roles swapped. why: associative, commutative,
/// idempotent, with a unit and a decisive literal; De Morgan flattens through negations.
fn flatten_junction(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = if context.store.op(term) == Some(Op::And) { Op::And } else { Op::Or };
    let (strong, weak) = match op {
        Op::And => (TermStore::FALSE, TermStore::TRUE),
        _ => (TermStore::TRUE, TermStore::FALSE),
    };
    let mut literals = collect_junction(context, op, term);
    literals.sort_unstable();
    literals.dedup();
    literals.retain(|literal| *literal != weak);
    let mut seen = TermSet::new();
    for literal in &literals {
        let other = context.not(*literal);
        if *literal == strong || seen.has(other) {
            return Some(strong);
        }
        seen.add(*literal);
    }
    let new = match literals.as_slice() {
        [] => weak,
        [only] => *only,
        _ => context.app(op, &literals),
    };
    (new != term).then_some(new)
}

/// The arguments of a nest of `and` (or of `or`), through negations of the other.
fn collect_junction(context: &mut Context<'_>, op: Op, term: Term) -> Vec<Term> {
    let other = if op == Op::And { Op::Or } else { Op::And };
    let mut literals = Vec::new();
    let mut seen = [TermSet::new(), TermSet::new()];
    let mut stack = vec![(term, true)];
    while let Some((term, positive)) = stack.pop() {
        if !seen[usize::from(positive)].add(term) {
            continue;
        }
        let args = context.store.args(term);
        match context.store.op(term) {
            Some(Op::Not) => stack.push((args[0], !positive)),
            Some(Op::Implies) if (op == Op::Or) == positive => {
                let last = args.len() - 1;
                stack.extend(args[..last].iter().map(|arg| (*arg, !positive)));
                stack.push((args[last], positive));
            }
            Some(found) if found == if positive { op } else { other } => {
                stack.extend(args.iter().map(|arg| (*arg, positive)));
            }
            _ => literals.push(if positive { term } else { context.not(term) }),
        }
    }
    literals
}

/// match: `(and a (or a b) (or (not a) c))`; result: `(and a c)`; why: under `and`, what is
/// next to it is true. The same for `or` with the roles swapped.
fn absorb(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let other = if op == Op::And { Op::Or } else { Op::And };
    let args = context.store.args(term).to_vec();
    let mut beside = TermSet::new();
    for arg in &args {
        beside.add(*arg);
    }
    let mut new = Vec::with_capacity(args.len());
    for arg in &args {
        // The other connective, seen through a negation by De Morgan.
        let (inner, negated) = match context.match_op::<1>(*arg, Op::Not) {
            Some([inner]) => (inner, true),
            None => (*arg, false),
        };
        if context.store.op(inner) != Some(if negated { op } else { other }) {
            new.push(*arg);
            continue;
        }
        let mut kept = Vec::new();
        let mut decided = false;
        for part in context.store.args(inner).to_vec() {
            let part = if negated { context.not(part) } else { part };
            let opposite = context.not(part);
            decided |= beside.has(part);
            if !beside.has(opposite) {
                kept.push(part);
            }
        }
        if decided {
            continue;
        }
        let changed = kept.len() < context.store.args(inner).len();
        new.push(match (changed, op) {
            (false, _) => *arg,
            (true, Op::And) => context.or(&kept),
            (true, _) => context.and(&kept),
        });
    }
    (new != args).then(|| if op == Op::And { context.and(&new) } else { context.or(&new) })
}

/// match: `(and (= x "a") (not (= x "b")))`; result: `(= x "a")`; match: `(and (= x 1) (= x 2))`;
/// result: `false`; why: different literals are different. The same for `or`, negated.
fn equal_literals(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let args = context.store.args(term).to_vec();
    let mut known: rustc_hash::FxHashMap<Term, Term> = rustc_hash::FxHashMap::default();
    let read = |context: &mut Context<'_>, arg: Term| {
        let arg = if op == Op::And { arg } else { context.not(arg) };
        let (positive, equation) = match context.match_op::<1>(arg, Op::Not) {
            Some([inner]) => (false, inner),
            None => (true, arg),
        };
        let [a, b] = context.match_op::<2>(equation, Op::Eq)?;
        match (context.is_literal(a), context.is_literal(b)) {
            (true, false) => Some((positive, b, a)),
            (false, true) => Some((positive, a, b)),
            _ => None,
        }
    };
    let strong = TermStore::bool(op == Op::Or);
    for arg in &args {
        if let Some((true, subject, literal)) = read(context, *arg)
            && known.insert(subject, literal).is_some_and(|before| before != literal)
        {
            return Some(strong);
        }
    }
    if known.is_empty() {
        return None;
    }
    let mut kept = args.clone();
    kept.retain(|arg| match read(context, *arg) {
        Some((false, subject, literal)) => known.get(&subject).is_none_or(|known| *known == literal),
        _ => true,
    });
    (kept.len() < args.len()).then(|| if op == Op::And { context.and(&kept) } else { context.or(&kept) })
}

/// match: `(not (not a))`, `(not true)`; result: `a`, `false`; why: involution.
fn double_negation(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [inner] = context.match_op::<1>(term, Op::Not)?;
    let is_simple = context.store.op(inner) == Some(Op::Not) || context.is_literal(inner);
    is_simple.then(|| context.not(inner))
}

/// match: `(xor a b c)`; result: `(not (= (not (= a b)) c))`; why: exclusive or is difference.
fn exclusive_or(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let args = context.store.args(term).to_vec();
    let mut whole = *args.first()?;
    for arg in &args[1..] {
        let equal = context.eq(whole, *arg);
        whole = context.not(equal);
    }
    Some(whole)
}

pub(super) const RULES: &[Rule] = &[
    Rule::new("not-double", Family::Boolean, &[Op::Not], double_negation, ["(not (not a))", "(not a)"])
        .early(),
    Rule::new(
        "junction-flatten",
        Family::Boolean,
        &[Op::And, Op::Or, Op::Implies],
        flatten_junction,
        ["(and a (and b a) true (not (or c a)))", "(and a b)"],
    )
    .early(),
    Rule::new(
        "junction-absorb",
        Family::Boolean,
        &[Op::And, Op::Or],
        absorb,
        ["(and a (or a b) (or (not a) c))", "(and a (or b c))"],
    ),
    Rule::new(
        "junction-literals",
        Family::Boolean,
        &[Op::And, Op::Or],
        equal_literals,
        ["(and (= x \"a\") (not (= x \"b\")))", "(and (= x \"a\") (not (= y \"b\")))"],
    ),
    Rule::new("xor-eliminate", Family::Boolean, &[Op::Xor], exclusive_or, ["(xor a b c)", ""]),
];
