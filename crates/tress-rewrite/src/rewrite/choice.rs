//! Rules for `ite`, and how it moves out of other terms.
//!
//! Conditions are positive. A choice between truth values becomes connectives when a branch is a
//! literal. A choice leaves the term around it only when one branch makes that term collapse:
//! then the result is no larger than before.

use super::context::Context;
use super::limits::{BRANCH_TERMS, COMMON_PARTS, CONDITION_ATOMS};
use super::rule::{Family, Rule};
use tress_term::term::{Op, Sort, Substitution, Term, TermStore, post_order_where};

fn open(context: &Context<'_>, term: Term) -> Option<[Term; 3]> {
    context.match_op::<3>(term, Op::Ite)
}

/// match: `(ite true a b)`, `(ite c a a)`, `(ite (not c) a b)`; result: the branch that counts,
/// `(ite c b a)`; why: meaning of choice.
fn known_branch(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [condition, yes, no] = open(context, term)?;
    match condition {
        TermStore::TRUE => Some(yes),
        TermStore::FALSE => Some(no),
        _ if yes == no => Some(yes),
        _ => {
            let [inner] = context.match_op::<1>(condition, Op::Not)?;
            Some(context.ite(inner, no, yes))
        }
    }
}

/// match: `(ite c true b)`, `(ite c a false)` and so on; result: `(or c b)`, `(and c a)`; why: truth
/// tables. The condition itself as a branch counts as the literal it is there.
fn boolean_choice(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [condition, yes, no] = open(context, term)?;
    if context.store.sort(term) != Sort::Bool {
        return None;
    }
    let otherwise = context.not(condition);
    let (yes_holds, yes_fails) =
        (yes == TermStore::TRUE || yes == condition, yes == TermStore::FALSE || yes == otherwise);
    let (no_holds, no_fails) =
        (no == TermStore::TRUE || no == otherwise, no == TermStore::FALSE || no == condition);
    Some(match () {
        () if yes_holds => context.or(&[condition, no]),
        () if yes_fails => context.and(&[otherwise, no]),
        () if no_holds => context.or(&[otherwise, yes]),
        () if no_fails => context.and(&[condition, yes]),
        () => return None,
    })
}

/// match: `(ite c (and a x) (and a y))`; result: `(and a (ite c x y))`; the same for `or`; why: what both
/// branches state holds either way.
fn common_parts(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [condition, yes, no] = open(context, term)?;
    if context.store.sort(term) != Sort::Bool {
        return None;
    }
    for op in [Op::And, Op::Or] {
        let [mut a, mut b] = [yes, no].map(|branch| junction_parts(context, op, branch));
        if COMMON_PARTS.is_exceeded(a.len().max(b.len()), context.budget) {
            continue;
        }
        let mut common: Vec<Term> = a.iter().copied().filter(|part| b.contains(part)).collect();
        if common.is_empty() {
            continue;
        }
        a.retain(|part| !common.contains(part));
        b.retain(|part| !common.contains(part));
        let [a, b] = [a, b].map(|rest| if op == Op::And { context.and(&rest) } else { context.or(&rest) });
        common.push(context.ite(condition, a, b));
        return Some(if op == Op::And { context.and(&common) } else { context.or(&common) });
    }
    None
}

fn junction_parts(context: &Context<'_>, op: Op, term: Term) -> Vec<Term> {
    if context.store.op(term) == Some(op) { context.store.args(term).to_vec() } else { vec![term] }
}

/// match: `(or (and a b) (and a c))`; result: `(and a (or b c))`; the same with the roles swapped; why:
/// distributive.
fn common_factor(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let other = if op == Op::And { Op::Or } else { Op::And };
    let args = context.store.args(term).to_vec();
    let is_mixed = args.iter().any(|arg| context.store.op(*arg) != Some(other));
    if is_mixed || COMMON_PARTS.is_exceeded(args.len(), context.budget) {
        return None;
    }
    let first =
        context.store.args(*args.first()?).iter().copied().take(COMMON_PARTS.most(context.budget) as usize);
    let is_common = |part: &Term| args.iter().all(|arg| context.store.args(*arg).binary_search(part).is_ok());
    let mut common: Vec<Term> = first.filter(is_common).collect();
    if common.is_empty() {
        return None;
    }
    let mut rests = Vec::with_capacity(args.len());
    for arg in args {
        let mut rest = context.store.args(arg).to_vec();
        rest.retain(|part| !common.contains(part));
        rests.push(if other == Op::And { context.and(&rest) } else { context.or(&rest) });
    }
    common.push(if op == Op::And { context.and(&rests) } else { context.or(&rests) });
    Some(if other == Op::And { context.and(&common) } else { context.or(&common) })
}

/// match: `(ite c (ite c a b) d)`; result: `(ite c a d)`; why: the inner condition is known.
fn same_condition(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [condition, yes, no] = open(context, term)?;
    let inner = |branch: Term| open(context, branch).filter(|[inner, ..]| *inner == condition);
    let (new_yes, new_no) = (inner(yes).map_or(yes, |[_, a, _]| a), inner(no).map_or(no, |[_, _, b]| b));
    ((new_yes, new_no) != (yes, no)).then(|| context.ite(condition, new_yes, new_no))
}

/// match: `(ite (= x "a") (f x) (g x))`; result: `(ite (= x "a") (f "a") (g x))`; why: in the first
/// branch the symbol has the literal's value. The same for all that a conjunction states in the first
/// branch, or a disjunction in the second.
fn value_in_branch(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [condition, yes, no] = open(context, term)?;
    let new = [(yes, true), (no, false)].map(|(branch, holds)| {
        let mut branch = branch;
        for (atom, value) in known_atoms(context, condition, holds) {
            if value {
                branch = put_value(context, atom, branch).unwrap_or(branch);
            }
        }
        branch
    });
    (new != [yes, no]).then(|| context.ite(condition, new[0], new[1]))
}

/// match: `(ite (and a b) (f a) y)`; result: `(ite (and a b) (f true) y)`; why: in the branches it is known
/// what the condition states of its atoms.
fn truth_in_branch(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [condition, yes, no] = open(context, term)?;
    let new = [(yes, true), (no, false)].map(|(branch, holds)| {
        let known = known_atoms(context, condition, holds);
        put_truth(context, &known, branch).unwrap_or(branch)
    });
    (new != [yes, no]).then(|| context.ite(condition, new[0], new[1]))
}

/// What is known of the atoms of a condition where it holds, or does not.
fn known_atoms(context: &Context<'_>, condition: Term, holds: bool) -> Vec<(Term, bool)> {
    let mut known = vec![(condition, holds)];
    let most = CONDITION_ATOMS.most(context.budget) as usize;
    let mut next = 0;
    while let Some((term, holds)) = known.get(next).copied() {
        next += 1;
        match (context.store.op(term), holds) {
            (Some(Op::Not), _) => known.push((context.store.args(term)[0], !holds)),
            (Some(Op::And), true) | (Some(Op::Or), false) => {
                known.extend(context.store.args(term).iter().take(most).map(|arg| (*arg, holds)));
            }
            _ => {}
        }
        if CONDITION_ATOMS.is_exceeded(known.len(), context.budget) {
            break;
        }
    }
    known
}

/// The term with truth values in place of what is known.
fn put_truth(context: &mut Context<'_>, known: &[(Term, bool)], into: Term) -> Option<Term> {
    if context.store.args(into).is_empty() || too_large(context, into) {
        return None;
    }
    let mut images: rustc_hash::FxHashMap<Term, Term> =
        known.iter().map(|(atom, value)| (*atom, TermStore::bool(*value))).collect();
    for term in post_order_where(context.store, &[into], |term| !images.contains_key(&term)) {
        let args: Vec<Term> =
            context.store.args(term).iter().map(|arg| images.get(arg).copied().unwrap_or(*arg)).collect();
        if context.store.args(term) != args.as_slice() {
            let new = context.store.with_args(term, &args).expect("truth values for truth values");
            images.insert(term, new);
        }
    }
    images.get(&into).copied()
}

/// match: `(and (= x "a") (f x))`; result: `(and (= x "a") (f "a"))`; why: next to the equation the
/// symbol has the literal's value.
fn value_beside(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let negated = context.store.op(term) == Some(Op::Or);
    let mut args = context.store.args(term).to_vec();
    for index in 0..args.len().min(16) {
        let equation = if negated { context.not(args[index]) } else { args[index] };
        let rest: Vec<usize> = (0..args.len().min(64)).filter(|other| *other != index).collect();
        let mut changed = false;
        for other in rest {
            if let Some(new) = put_value(context, equation, args[other]) {
                args[other] = new;
                changed = true;
            }
        }
        if changed {
            return Some(if negated { context.or(&args) } else { context.and(&args) });
        }
    }
    None
}

/// The term with a symbol's value put in, if `equation` states that the symbol equals a literal,
/// or that a truth value holds or not.
fn put_value(context: &mut Context<'_>, equation: Term, into: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(equation, Op::Eq)?;
    let (symbol, literal) = match (context.store.as_constant(a), context.store.as_constant(b)) {
        (Some(symbol), _) if context.is_literal(b) => (symbol, b),
        (_, Some(symbol)) if context.is_literal(a) => (symbol, a),
        _ => return None,
    };
    if context.is_literal(into) || too_large(context, into) {
        return None;
    }
    let mut substitution = Substitution::new();
    substitution.put(symbol, literal);
    let new = substitution.apply(context.store, into);
    (new != into).then_some(new)
}

/// Has the term more nodes than a rule should copy?
fn too_large(context: &Context<'_>, term: Term) -> bool {
    let count = std::cell::Cell::new(0_usize);
    let most = BRANCH_TERMS.most(context.budget);
    let _ = post_order_where(context.store, &[term], |_| {
        count.set(count.get() + 1);
        count.get() as u64 <= most
    });
    BRANCH_TERMS.is_exceeded(count.get(), context.budget)
}

/// match: `(ite (= x t) t x)`, `(ite (= x t) x t)`; result: `x`, `t`; why: where they are equal
/// either will do.
fn equal_branches(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [condition, yes, no] = open(context, term)?;
    let [a, b] = context.match_op::<2>(condition, Op::Eq)?;
    ((yes, no) == (a, b) || (yes, no) == (b, a)).then_some(no)
}

/// match: `(f (ite c a b) t)` where `(f a t)` or `(f b t)` collapses to a literal or to an argument
/// of `f`; result: `(ite c (f a t) (f b t))`; why: functions follow their arguments. Where `c` gives a
/// symbol a value, the first branch may use it.
fn lift(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let args = context.store.args(term).to_vec();
    let index = args.iter().position(|arg| open(context, *arg).is_some())?;
    let [condition, yes, no] = open(context, args[index])?;
    let mut branch = |value: Term| {
        let mut args = args.clone();
        args[index] = value;
        context.store.with_args(term, &args).expect("branches have the sort of the choice")
    };
    let (yes, no) = (branch(yes), branch(no));
    let yes = put_value(context, condition, yes).unwrap_or(yes);
    let collapses = collapses(context, condition, yes) || collapses(context, condition, no);
    collapses.then(|| context.ite(condition, yes, no))
}

/// Does the first rule that applies give a literal, an argument, or a choice by the same condition?
fn collapses(context: &mut Context<'_>, condition: Term, term: Term) -> bool {
    if super::fold(context, term).is_some() {
        return true;
    }
    let Some(op) = context.store.op(term) else { return false };
    let mut current = term;
    // Comparisons take two steps: to their normal form, and from there to a literal.
    for _ in 0..3 {
        let next = super::rule::rules()
            .filter(|rule| rule.ops.contains(&op) && rule.name != LIFT)
            .find_map(|rule| (rule.apply)(context, current).filter(|new| *new != current));
        let Some(next) = next else { return false };
        let is_part = context.store.args(term).contains(&next) && context.store.op(next) != Some(Op::Ite);
        let same = open(context, next).is_some_and(|[inner, ..]| is_same_equation(context, inner, condition));
        if context.is_literal(next) || is_part || same || super::fold(context, next).is_some() {
            return true;
        }
        if context.store.op(next) != Some(op) {
            return false;
        }
        current = next;
    }
    false
}

/// Are two terms equal, or equations with swapped sides?
fn is_same_equation(context: &Context<'_>, a: Term, b: Term) -> bool {
    let sides = |term: Term| context.match_op::<2>(term, Op::Eq).map(|[a, b]| (a.min(b), a.max(b)));
    a == b || sides(a).is_some_and(|a| Some(a) == sides(b))
}

const LIFT: &str = "choice-lift";

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "choice-known",
        Family::Boolean,
        &[Op::Ite],
        known_branch,
        ["(ite (not a) x y)", "(ite a x y)"],
    ),
    Rule::new(
        "choice-boolean",
        Family::Boolean,
        &[Op::Ite],
        boolean_choice,
        ["(ite a true b)", "(ite a b c)"],
    ),
    Rule::new(
        "choice-common",
        Family::Boolean,
        &[Op::Ite],
        common_parts,
        ["(ite a (and b c) (and (= x y) b))", "(ite a (and b c) (and (= x y) (= x z)))"],
    ),
    Rule::new(
        "junction-common",
        Family::Boolean,
        &[Op::And, Op::Or],
        common_factor,
        ["(or (and a b) (and a c))", "(or (and a b) (and (= x y) c))"],
    ),
    Rule::new(
        "choice-nested",
        Family::Boolean,
        &[Op::Ite],
        same_condition,
        ["(ite a (ite a x y) z)", "(ite a (ite b x y) z)"],
    ),
    Rule::new(
        "choice-equal",
        Family::Boolean,
        &[Op::Ite],
        equal_branches,
        ["(ite (= x y) y x)", "(ite (= x y) z x)"],
    ),
    Rule::new(
        "choice-value",
        Family::Boolean,
        &[Op::Ite],
        value_in_branch,
        ["(ite (and a (= x \"a\")) (str.++ x y) x)", "(ite (or a (= x \"a\")) (str.++ x y) x)"],
    ),
    Rule::new(
        "choice-truth",
        Family::Boolean,
        &[Op::Ite],
        truth_in_branch,
        ["(ite (and a b) (ite (or c a) x y) z)", "(ite (and a b) (ite c x y) z)"],
    ),
    Rule::new(
        "junction-value",
        Family::Boolean,
        &[Op::And, Op::Or],
        value_beside,
        ["(and (= x \"a\") (str.contains y x))", "(and (= x \"a\") (str.contains y z))"],
    ),
];

/// The rule that moves choices outwards; it is tried after all others.
pub(super) const LIFTING: &[Rule] = &[Rule::new(
    LIFT,
    Family::Boolean,
    &[
        Op::Eq,
        Op::Ge,
        Op::Gt,
        Op::Length,
        Op::Substr,
        Op::PrefixOf,
        Op::SuffixOf,
        Op::Contains,
        Op::IndexOf,
        Op::Replace,
        Op::StrLe,
        Op::ToCode,
        Op::FromCode,
        Op::StrToInt,
        Op::StrFromInt,
    ],
    lift,
    ["(= (ite a 1 0) 0)", "(= (ite a m n) 0)"],
)];
