//! The rule `norm`: equal by a normal form.
//!
//! Side condition: the clause is `(= a b)`, or a literal whose atom has the normal form `true` or, for a
//! negative one, `false`; and `a` and `b` have one normal form. It is made bottom up, every line of it an
//! equivalence: terms without symbols are evaluated; `and`, `or`, `str.++`, `re.++`, `re.union`, `re.inter`
//! are flat and without units, commutative ones sorted; neighbouring string values are joined; sums are
//! collected; comparisons are `sum >= 0`, divided and, for integers, rounded; equations of numbers are
//! divided and oriented; others are sorted; `not not`, `=>`, `ite` with a known condition or equal branches,
//! equations with `true` and `false` are resolved.

use std::rc::Rc;

use crate::budget::{Checked, refuse, require};
use crate::clause::{Context, Literal};
use crate::linear::{Constraint, Kind, Linear, sum_of, term_of};
use crate::number::{Int, Rat};
use crate::op::Op;
use crate::sort::Sort;
use crate::term::Term;

/// Accepts a unit clause by normal forms.
pub(crate) fn check(cx: &mut Context, clause: &[Literal]) -> Checked<()> {
    let Some(unit) = cx.unit(clause) else { return refuse("norm takes one literal") };
    if let Some((a, b, true)) = cx.equation(unit)
        && normal(cx, a)? == normal(cx, b)?
    {
        return Ok(());
    }
    let found = normal(cx, unit.atom)?;
    require(cx.terms.truth(found) == Some(unit.positive), "the normal forms differ")
}

/// The normal form of a term.
pub(crate) fn normal(cx: &mut Context, root: Term) -> Checked<Term> {
    for term in cx.terms.below(&[root], &mut cx.budget, |term| cx.normal.contains_key(&term))? {
        let args =
            cx.terms.args(term).iter().map(|arg| cx.normal.get(arg).copied().unwrap_or(*arg)).collect();
        let image = rebuilt(cx, term, args)?;
        cx.normal.insert(term, image);
    }
    Ok(cx.normal.get(&root).copied().unwrap_or(root))
}

/// The normal form of an application whose arguments are normal.
fn rebuilt(cx: &mut Context, term: Term, args: Vec<Term>) -> Checked<Term> {
    cx.budget.spend(4 + 2 * args.len())?;
    if cx.terms.is_ground(term)
        && let Some(value) = cx.evaluator.value(&mut cx.terms, term, &mut cx.budget)?
    {
        return Ok(value);
    }
    let Some(op) = cx.terms.op(term) else { return cx.terms.with_args(term, &args) };
    match op {
        Op::And | Op::Or => junction(cx, op, args),
        Op::Not => negation(cx, args[0]),
        Op::Implies => {
            let mut parts = Vec::with_capacity(args.len());
            for (index, arg) in args.iter().enumerate() {
                parts.push(if index + 1 < args.len() { negation(cx, *arg)? } else { *arg });
            }
            junction(cx, Op::Or, parts)
        }
        Op::Eq => equation(cx, args),
        Op::Distinct if args.len() == 2 => {
            let equation = equation(cx, args)?;
            negation(cx, equation)
        }
        Op::Ite => choice(cx, term, &args),
        Op::Le | Op::Lt | Op::Ge | Op::Gt => {
            let mut links = Vec::new();
            for pair in args.windows(2) {
                links.push(comparison(cx, op, pair[0], pair[1])?);
            }
            junction(cx, Op::And, links)
        }
        Op::Add | Op::Sub | Op::ToReal | Op::Over => collected(cx, term, &args),
        Op::Mul => {
            let mut args = args;
            args.sort_unstable();
            collected(cx, term, &args)
        }
        Op::Concat | Op::ReConcat => concatenation(cx, op, args),
        Op::ReUnion | Op::ReInter => languages_together(cx, op, args),
        Op::Xor => {
            let mut args = args;
            args.sort_unstable();
            cx.terms.with_args(term, &args)
        }
        Op::ReComp if cx.terms.op(args[0]) == Some(Op::ReComp) => Ok(cx.terms.args(args[0])[0]),
        _ => cx.terms.with_args(term, &args),
    }
}

/// The arguments with those of nested applications of the operator in their position.
fn flat(cx: &mut Context, op: Op, args: &[Term]) -> Checked<Vec<Term>> {
    let mut flat = Vec::with_capacity(args.len());
    for arg in args {
        if cx.terms.op(*arg) == Some(op) {
            cx.budget.spend(cx.terms.args(*arg).len())?;
            flat.extend_from_slice(cx.terms.args(*arg));
        } else {
            flat.push(*arg);
        }
    }
    Ok(flat)
}

/// A conjunction or a disjunction.
fn junction(cx: &mut Context, op: Op, args: Vec<Term>) -> Checked<Term> {
    let (unit, mut parts) = (op == Op::And, flat(cx, op, &args)?);
    if parts.iter().any(|part| cx.terms.truth(*part) == Some(!unit)) {
        return cx.terms.make_bool(!unit);
    }
    parts.retain(|part| cx.terms.truth(*part).is_none());
    parts.sort_unstable();
    parts.dedup();
    for part in parts.clone() {
        let opposite = negation(cx, part)?;
        if parts.binary_search(&opposite).is_ok() {
            return cx.terms.make_bool(!unit);
        }
    }
    match parts.as_slice() {
        [] => cx.terms.make_bool(unit),
        [only] => Ok(*only),
        _ => cx.terms.app(op, &parts),
    }
}

/// The negation of a normal formula.
fn negation(cx: &mut Context, arg: Term) -> Checked<Term> {
    if let Some(truth) = cx.terms.truth(arg) {
        return cx.terms.make_bool(!truth);
    }
    match (cx.terms.op(arg), cx.terms.args(arg)) {
        (Some(Op::Not), [inner]) => Ok(*inner),
        (Some(Op::Ge), [a, b]) if cx.terms.sort(*a) == Sort::Int => comparison(cx, Op::Lt, *a, *b),
        _ => cx.terms.app(Op::Not, &[arg]),
    }
}

/// Two normal numbers, one minus the other.
fn difference(cx: &mut Context, a: Term, b: Term) -> Checked<Linear> {
    let one = Rat::from(Int::from(1));
    sum_of(cx, &[(a, one.clone()), (b, one.negated())])
}

/// The comparison of two numbers as `sum >= 0`, or its negation.
fn comparison(cx: &mut Context, op: Op, a: Term, b: Term) -> Checked<Term> {
    let (left, right, kind) = match op {
        Op::Le => (b, a, Kind::AtLeast),
        Op::Lt => (b, a, Kind::Above),
        Op::Ge => (a, b, Kind::AtLeast),
        _ => (a, b, Kind::Above),
    };
    let sort = cx.terms.sort(a);
    let sum = difference(cx, left, right)?;
    let mut found = Constraint { sum, kind }.normal(&cx.terms)?;
    found.sum = found.sum.primitive()?;
    let is_strict = found.kind == Kind::Above;
    if found.sum.parts.is_empty() {
        let constant = &found.sum.constant;
        return cx.terms.make_bool(!(constant.is_negative() || is_strict && constant.is_zero()));
    }
    if is_strict {
        // Positive: the opposite is not `>= 0`.
        found.sum = opposite(cx, &found.sum)?;
    }
    let zero = Linear::zero();
    let (left, right) = (term_of(cx, &found.sum, sort)?, term_of(cx, &zero, sort)?);
    let atom = cx.terms.app(Op::Ge, &[left, right])?;
    if is_strict { cx.terms.app(Op::Not, &[atom]) } else { Ok(atom) }
}

fn opposite(cx: &mut Context, sum: &Linear) -> Checked<Linear> {
    let mut opposite = Linear::zero();
    opposite.add(sum, &Rat::from(Int::from(-1)), cx)?;
    Ok(opposite)
}

fn equation(cx: &mut Context, mut args: Vec<Term>) -> Checked<Term> {
    args.sort_unstable();
    args.dedup();
    let mut values = args.iter().filter(|arg| cx.terms.value(**arg).is_some());
    if values.next().is_some() && values.next().is_some() {
        return cx.terms.make_bool(false);
    }
    match args.as_slice() {
        [] | [_] => cx.terms.make_bool(true),
        [a, b] if cx.terms.sort(*a).is_number() => numbers_equal(cx, *a, *b),
        [a, b] => {
            let opposite = if cx.terms.sort(*a) == Sort::Bool { negation(cx, *a)? } else { *a };
            if opposite == *b {
                return cx.terms.make_bool(false);
            }
            let (truth, other) = match (cx.terms.truth(*a), cx.terms.truth(*b)) {
                (Some(truth), _) => (truth, *b),
                (_, Some(truth)) => (truth, *a),
                _ => return cx.terms.app(Op::Eq, &args),
            };
            if truth { Ok(other) } else { negation(cx, other) }
        }
        _ => cx.terms.app(Op::Eq, &args),
    }
}

/// An equation of numbers: `sum = 0` with whole coefficients, the first of them positive.
fn numbers_equal(cx: &mut Context, a: Term, b: Term) -> Checked<Term> {
    let sort = cx.terms.sort(a);
    let mut sum = difference(cx, a, b)?.primitive()?;
    let Some(first) = sum.parts.values().next() else {
        return cx.terms.make_bool(sum.constant.is_zero());
    };
    if first.is_negative() {
        sum = opposite(cx, &sum)?;
    }
    if sum.is_over_int(&cx.terms) && !sum.constant.is_whole() {
        return cx.terms.make_bool(false);
    }
    let zero = Linear::zero();
    let (left, right) = (term_of(cx, &sum, sort)?, term_of(cx, &zero, sort)?);
    cx.terms.app(Op::Eq, &[left, right])
}

fn choice(cx: &mut Context, term: Term, args: &[Term]) -> Checked<Term> {
    match (args, args.first().and_then(|condition| cx.terms.truth(*condition))) {
        ([_, yes, _], Some(true)) => Ok(*yes),
        ([_, _, no], Some(false)) => Ok(*no),
        ([_, yes, no], None) if yes == no => Ok(*yes),
        _ => cx.terms.with_args(term, args),
    }
}

/// A sum, or a product with one factor that is no number.
fn collected(cx: &mut Context, term: Term, args: &[Term]) -> Checked<Term> {
    let built = cx.terms.with_args(term, args)?;
    let sum = sum_of(cx, &[(built, Rat::from(Int::from(1)))])?;
    if sum.parts.contains_key(&built) {
        return Ok(built);
    }
    let sort = cx.terms.sort(term);
    let is_fine = sort == Sort::Real || (sum.has_whole_coefficients() && sum.constant.is_whole());
    if is_fine { term_of(cx, &sum, sort) } else { Ok(built) }
}

/// A concatenation of strings or languages, where neighbouring values become one.
fn concatenation(cx: &mut Context, op: Op, args: Vec<Term>) -> Checked<Term> {
    let flat = flat(cx, op, &args)?;
    if let Some(none) = flat.iter().find(|part| cx.terms.op(**part) == Some(Op::ReNone)) {
        return Ok(*none);
    }
    let (mut parts, mut pending): (Vec<Term>, Vec<u32>) = (Vec::new(), Vec::new());
    for part in flat {
        if let Some(word) = word_of(cx, part) {
            cx.budget.spend(word.len())?;
            pending.extend_from_slice(&word);
            continue;
        }
        if !pending.is_empty() {
            parts.push(joined(cx, op, &std::mem::take(&mut pending))?);
        }
        parts.push(part);
    }
    if !pending.is_empty() || parts.is_empty() {
        parts.push(joined(cx, op, &pending)?);
    }
    match parts.as_slice() {
        [only] => Ok(*only),
        _ => cx.terms.app(op, &parts),
    }
}

/// The string of a value, or of `(str.to_re "…")`.
fn word_of(cx: &Context, term: Term) -> Option<Rc<[u32]>> {
    let term = match (cx.terms.op(term), cx.terms.args(term)) {
        (Some(Op::StrToRe), [only]) => *only,
        _ => term,
    };
    cx.terms.text(term).cloned()
}

/// A word as a part of a concatenation.
fn joined(cx: &mut Context, op: Op, word: &[u32]) -> Checked<Term> {
    let value = cx.terms.make_text(word)?;
    if op == Op::Concat { Ok(value) } else { cx.terms.app(Op::StrToRe, &[value]) }
}

/// A union or an intersection of languages.
fn languages_together(cx: &mut Context, op: Op, args: Vec<Term>) -> Checked<Term> {
    let (unit, zero) = if op == Op::ReUnion { (Op::ReNone, Op::ReAll) } else { (Op::ReAll, Op::ReNone) };
    let mut parts = flat(cx, op, &args)?;
    if let Some(zero) = parts.iter().find(|part| cx.terms.op(**part) == Some(zero)) {
        return Ok(*zero);
    }
    parts.retain(|part| cx.terms.op(*part) != Some(unit));
    parts.sort_unstable();
    parts.dedup();
    match parts.as_slice() {
        [] => cx.terms.app(unit, &[]),
        [only] => Ok(*only),
        _ => cx.terms.app(op, &parts),
    }
}
