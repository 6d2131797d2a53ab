//! Regular expressions as terms.
//!
//! Normal forms: concatenations, unions and intersections are flat; unions and intersections are
//! sorted and without doubles; `re.diff` and `re.^` are gone. Counted repetitions stay counted.

use tress_base::Int;

use super::concat::width;
use super::context::Context;
use super::limits::FLAT_PARTS;
use super::rule::{Family, Rule};
use tress_term::term::{Head, Op, Term, TermSet};

pub(super) fn is_epsilon(context: &Context<'_>, term: Term) -> bool {
    context.match_op::<1>(term, Op::StrToRe).is_some_and(|[word]| context.is_empty_word(word))
}

pub(super) fn epsilon(context: &mut Context<'_>) -> Term {
    let empty = context.empty_word();
    context.app(Op::StrToRe, &[empty])
}

fn is(context: &Context<'_>, term: Term, op: Op) -> bool {
    context.store.op(term) == Some(op)
}

/// match: `(re.++ r (re.++ (str.to_re "a") (str.to_re "b")) (str.to_re ""))`; result:
/// `(re.++ r (str.to_re "ab"))`; match: `(re.++ r re.none)`; result: `re.none`; match:
/// `(re.++ re.all re.all)`, `(re.++ (re.* r) (re.* r))`; result: one of them; match: `(re.++ (re.* r) r)`;
/// result: `(re.+ r)`; why: concatenation is associative and distributes.
fn concat(context: &mut Context<'_>, term: Term) -> Option<Term> {
    if FLAT_PARTS.is_exceeded(width(context, term), context.budget) {
        return None;
    }
    let mut parts: Vec<Term> = Vec::new();
    let mut stack = vec![term];
    while let Some(part) = stack.pop() {
        if is(context, part, Op::ReConcat) {
            stack.extend(context.store.args(part).iter().rev());
        } else if is(context, part, Op::ReNone) {
            return Some(part);
        } else if !is_epsilon(context, part) {
            push_factor(context, &mut parts, part);
        }
    }
    let new = match parts.as_slice() {
        [] => epsilon(context),
        [only] => *only,
        _ => context.app(Op::ReConcat, &parts),
    };
    (new != term).then_some(new)
}

/// Adds a factor, joined with the one before it where they are literals or repeat the same.
fn push_factor(context: &mut Context<'_>, parts: &mut Vec<Term>, part: Term) {
    let Some(last) = parts.last_mut() else {
        parts.push(part);
        return;
    };
    if *last == part && (is(context, part, Op::ReStar) || is(context, part, Op::ReAll)) {
        return;
    }
    if let Some(joined) = join_counters(context, *last, part) {
        parts.pop();
        parts.push(joined);
        return;
    }
    let literal =
        |term: Term| context.match_op::<1>(term, Op::StrToRe).and_then(|[word]| context.as_word(word));
    match (literal(*last), literal(part)) {
        // Joining character by character would take quadratic time in long strings.
        (Some(a), Some(b)) if a.len() + b.len() <= 256 => {
            let joined: Vec<u32> = a.iter().chain(b.iter()).copied().collect();
            let joined = context.word(&joined);
            *last = context.app(Op::StrToRe, &[joined]);
        }
        _ => parts.push(part),
    }
}

/// Two neighbours that repeat the same, as one repetition; at least one is written as a repetition.
fn join_counters(context: &mut Context<'_>, first: Term, second: Term) -> Option<Term> {
    let counters = [first, second].map(|regex| context.counter(regex));
    if counters.iter().all(Option::is_none) {
        return None;
    }
    let [a, b] = counters.map(|counter| counter.map(|counter| (counter.body, counter.low, counter.high)));
    let once = |regex: Term| (regex, Int::ONE, Some(Int::ONE));
    let (a, b) = (a.unwrap_or_else(|| once(first)), b.unwrap_or_else(|| once(second)));
    if a.0 != b.0 {
        return None;
    }
    let mut indices = vec![&a.1 + &b.1];
    indices.extend(a.2.zip(b.2).map(|(a, b)| &a + &b));
    Some(context.indexed(Op::ReLoop, &indices, &[a.0]))
}

/// match: `(re.union r (re.union s r) re.none)`; result: `(re.union r s)`; match: `(re.union r re.all)`,
/// `(re.union r (re.comp r))`; result: `re.all`; the same for `re.inter` with the roles swapped; why:
/// identities of sets.
fn junction(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let (unit, zero) = if op == Op::ReUnion { (Op::ReNone, Op::ReAll) } else { (Op::ReAll, Op::ReNone) };
    let mut seen = TermSet::new();
    let mut parts = Vec::new();
    let mut stack = vec![term];
    while let Some(part) = stack.pop() {
        if is(context, part, zero) {
            return Some(part);
        }
        if is(context, part, unit) || !seen.add(part) {
            continue;
        }
        if is(context, part, op) {
            stack.extend(context.store.args(part));
        } else {
            parts.push(part);
        }
    }
    for part in &parts {
        if let Some([inner]) = context.match_op::<1>(*part, Op::ReComp)
            && seen.has(inner)
        {
            return Some(context.app(zero, &[]));
        }
    }
    parts.sort_unstable();
    let new = match parts.as_slice() {
        [] => context.app(unit, &[]),
        [only] => *only,
        _ => context.app(op, &parts),
    };
    (new != term).then_some(new)
}

/// match: `(re.* (re.* r))`, `(re.* re.none)`, `(re.* (re.union r re.allchar))`,
/// `(re.* ((_ re.loop 1 2) r))`; result: `(re.* r)`, `(str.to_re "")`, `re.all`, `(re.* r)`; the same for
/// `re.+` and `re.opt`; why: identities of repetition.
fn repetition(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let [r] = context.match_op::<1>(term, op)?;
    if is_epsilon(context, r) || is(context, r, Op::ReAll) {
        return Some(r);
    }
    let inner = context.store.args(r).first().copied();
    let is_star = op == Op::ReStar;
    if is_star
        && is(context, r, Op::ReUnion)
        && context.store.args(r).iter().any(|arg| is(context, *arg, Op::ReAllChar))
    {
        return Some(context.app(Op::ReAll, &[]));
    }
    match (op, context.store.op(r)?) {
        (Op::ReStar, Op::ReLoop) if context.counter(r).is_some_and(|counter| counter.low <= Int::ONE) => {
            Some(context.app(Op::ReStar, &[inner?]))
        }
        (Op::RePlus, Op::ReNone) => Some(r),
        (_, Op::ReNone) => Some(epsilon(context)),
        (Op::ReStar, Op::ReAllChar) => Some(context.app(Op::ReAll, &[])),
        (_, Op::ReStar) | (Op::RePlus, Op::RePlus) | (Op::ReOpt, Op::ReOpt) => Some(r),
        (Op::ReStar, Op::RePlus | Op::ReOpt) | (Op::RePlus, Op::ReOpt) | (Op::ReOpt, Op::RePlus) => {
            Some(context.app(Op::ReStar, &[inner?]))
        }
        _ => None,
    }
}

/// match: `(re.comp (re.comp r))`, `(re.comp re.none)`; result: `r`, `re.all`; why: identities of sets.
fn complement(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [r] = context.match_op::<1>(term, Op::ReComp)?;
    match context.store.op(r)? {
        Op::ReComp => Some(context.store.args(r)[0]),
        Op::ReNone => Some(context.app(Op::ReAll, &[])),
        Op::ReAll => Some(context.app(Op::ReNone, &[])),
        _ => None,
    }
}

/// match: `(re.diff r s t)`; result: `(re.inter r (re.comp (re.union s t)))`; why: meaning of `re.diff`.
fn difference(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let args = context.store.args(term).to_vec();
    let [first, others @ ..] = args.as_slice() else { return None };
    if others.is_empty() {
        return Some(*first);
    }
    let others = if let [only] = others { *only } else { context.app(Op::ReUnion, others) };
    let others = context.app(Op::ReComp, &[others]);
    Some(context.app(Op::ReInter, &[*first, others]))
}

/// match: `((_ re.^ n) r)`, `((_ re.loop 0 1) r)`, `((_ re.loop 0) r)`, `((_ re.loop 3 2) r)`; result:
/// `((_ re.loop n n) r)`, `(re.opt r)`, `(re.* r)`, `re.none`; why: meaning of counted repetition.
fn counted(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let Head::Op(op, list) = context.store.head(term) else { return None };
    let indices = context.store.indices(list).to_vec();
    let r = context.store.args(term)[0];
    let (low, high) = match (op, indices.as_slice()) {
        (Op::RePower, [count]) => (count.clone(), Some(count.clone())),
        (_, [low]) => (low.clone(), None),
        (_, [low, high]) => (low.clone(), Some(high.clone())),
        _ => return None,
    };
    if high.as_ref().is_some_and(|high| low > *high) {
        return Some(context.app(Op::ReNone, &[]));
    }
    let one = Some(Int::ONE);
    Some(match &high {
        Some(high) if high.is_zero() => epsilon(context),
        _ if is_epsilon(context, r) || is(context, r, Op::ReAll) => r,
        _ if is(context, r, Op::ReNone) => {
            if low.is_zero() {
                epsilon(context)
            } else {
                r
            }
        }
        _ if high == one && low.is_one() => r,
        _ if high == one => context.app(Op::ReOpt, &[r]),
        None if low.is_zero() => context.app(Op::ReStar, &[r]),
        None if low.is_one() => context.app(Op::RePlus, &[r]),
        Some(high) if op == Op::RePower => context.indexed(Op::ReLoop, &[low, high.clone()], &[r]),
        _ => return None,
    })
}

/// match: `(re.range "a" "a")`, `(re.range "b" "a")`, `(re.range "ab" "c")`; result: `(str.to_re "a")`,
/// `re.none`, `re.none`; why: meaning of `re.range`.
fn range(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [low, high] = context.match_op::<2>(term, Op::ReRange)?;
    let (low_word, high_word) = (context.as_word(low), context.as_word(high));
    let is_wrong = |word: &tress_term::term::Word| word.len() != 1;
    if low_word.as_ref().is_some_and(is_wrong) || high_word.as_ref().is_some_and(is_wrong) {
        return Some(context.app(Op::ReNone, &[]));
    }
    let (low_word, high_word) = (low_word?, high_word?);
    if low_word > high_word {
        return Some(context.app(Op::ReNone, &[]));
    }
    (low_word == high_word).then(|| context.app(Op::StrToRe, &[low]))
}

const R: Family = Family::Regexes;
const WORD: &str = "(re.++ (str.to_re x) (re.++ (str.to_re \"a\") (str.to_re \"b\")) (str.to_re \"\"))";

pub(super) const RULES: &[Rule] = &[
    Rule::new("regex-concat", R, &[Op::ReConcat], concat, [WORD, "(re.++ (str.to_re x) re.allchar)"]).early(),
    Rule::new(
        "regex-junction",
        R,
        &[Op::ReUnion, Op::ReInter],
        junction,
        [
            "(re.union (str.to_re x) (re.union re.allchar (str.to_re x)) re.none)",
            "(re.union (str.to_re x) (str.to_re y))",
        ],
    )
    .early(),
    Rule::new(
        "regex-repetition",
        R,
        &[Op::ReStar, Op::RePlus, Op::ReOpt],
        repetition,
        ["(re.* (re.opt (str.to_re x)))", "(re.* (str.to_re x))"],
    ),
    Rule::new(
        "regex-complement",
        R,
        &[Op::ReComp],
        complement,
        ["(re.comp (re.comp (str.to_re x)))", "(re.comp re.allchar)"],
    ),
    Rule::new("regex-difference", R, &[Op::ReDiff], difference, ["(re.diff re.all (str.to_re x))", ""]),
    Rule::new(
        "regex-counted",
        R,
        &[Op::RePower, Op::ReLoop],
        counted,
        ["((_ re.loop 0 1) (str.to_re x))", "((_ re.loop 0 2) (str.to_re x))"],
    ),
    Rule::new("regex-range", R, &[Op::ReRange], range, ["(re.range \"a\" \"a\")", "(re.range \"a\" \"b\")"]),
];
