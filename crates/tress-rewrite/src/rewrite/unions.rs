//! Members of unions and intersections of regular expressions: redundant ones are removed, and what all
//! members begin or end with is moved outside.

use tress_automata::{CharSet, View};

use super::context::Context;
use super::limits::{FACTORED_MEMBERS, LANGUAGE_FACTORS, UNION_MEMBERS};
use super::regex::{epsilon, is_epsilon};
use super::rule::{Family, Rule};
use tress_term::term::{Op, Term};

/// match: `(re.union (str.to_re "ab") (re.* re.allchar "b"))`; result: the second; match:
/// `(re.inter r (re.comp s))`, `(re.union s (re.comp r))` with `r` within `s`; result: `re.none`, `re.all`;
/// why: a member within another adds nothing to a union, and one around another takes nothing from an
/// intersection.
fn absorb(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let members = context.store.args(term).to_vec();
    if UNION_MEMBERS.is_exceeded(members.len(), context.budget) {
        return None;
    }
    let mut kept = members.clone();
    for member in &members {
        let is_idle = kept.iter().copied().filter(|other| other != member).collect::<Vec<_>>();
        let is_idle = is_idle.into_iter().any(|other| match op {
            Op::ReUnion => context.is_within(*member, other),
            _ => context.is_within(other, *member),
        });
        if is_idle {
            kept.retain(|other| other != member);
        }
    }
    for member in &kept {
        let Some([inner]) = context.match_op::<1>(*member, Op::ReComp) else { continue };
        let decides = kept.iter().any(|other| match op {
            Op::ReUnion => context.is_within(inner, *other),
            _ => context.is_within(*other, inner),
        });
        if decides {
            return Some(context.app(if op == Op::ReUnion { Op::ReAll } else { Op::ReNone }, &[]));
        }
    }
    (kept.len() < members.len()).then(|| join(context, op, &kept))
}

fn join(context: &mut Context<'_>, op: Op, members: &[Term]) -> Term {
    match members {
        [only] => *only,
        _ => context.app(op, members),
    }
}

/// match: `(re.union (re.range "a" "c") (re.range "b" "d") r)`; result: `(re.union (re.range "a" "d") r)`;
/// match: the same with `re.inter`; result: `(re.inter (re.range "b" "c") r)`; why: sets of characters are
/// closed under these.
fn characters(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let members = context.store.args(term).to_vec();
    let (mut others, mut sets) = (Vec::new(), Vec::new());
    for member in members {
        let language = context.language(member);
        match language.map(|language| context.evaluator.regexes().view(language)) {
            Some(View::Chars(set)) => sets.push(set.clone()),
            _ => others.push(member),
        }
    }
    let is_union = op == Op::ReUnion;
    let ranges: Vec<_> = sets.iter().flat_map(|set| set.ranges()).copied().collect();
    let set = match sets.as_slice() {
        [] | [_] => return None,
        _ if is_union => CharSet::from_ranges(ranges),
        [first, rest @ ..] => rest.iter().fold(first.clone(), |all, set| all.intersection(set)),
    };
    // Ranges that do not touch are one language each already.
    if is_union && set.ranges().len() >= sets.len() {
        return None;
    }
    let set = context.evaluator.regexes_mut().chars(set);
    others.push(context.spell(set, usize::MAX)?);
    Some(join(context, op, &others))
}

/// match: `(re.union (str.to_re "") r s)`; result: `(re.opt (re.union r s))`, or `(re.union r s)` when one of
/// them has the empty word; why: meaning of `re.opt`.
fn optional(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let members = context.store.args(term).to_vec();
    if members.len() < 2
        || !members.iter().any(|member| is_epsilon(context, *member))
        || !context.is_ground(term)
    {
        return None;
    }
    let rest: Vec<Term> = members.into_iter().filter(|member| !is_epsilon(context, *member)).collect();
    let is_there = rest.iter().any(|member| context.may_be_empty(*member));
    let rest = join(context, Op::ReUnion, &rest);
    Some(if is_there { rest } else { context.app(Op::ReOpt, &[rest]) })
}

/// match: `(re.union (re.++ (str.to_re "ab") r) (re.++ (str.to_re "ac") s))`; result:
/// `(re.++ (str.to_re "a") (re.union (re.++ (str.to_re "b") r) (re.++ (str.to_re "c") s)))`; the same at the
/// end; why: concatenation distributes over union. A language that depends on a symbol keeps its members
/// separate, so that each can become an equation.
fn factor(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let members = context.store.args(term).to_vec();
    if members.len() < 2
        || !context.is_ground(term)
        || FACTORED_MEMBERS.is_exceeded(members.len(), context.budget)
    {
        return None;
    }
    let mut lists: Vec<Vec<Term>> = Vec::with_capacity(members.len());
    for member in members {
        if is_epsilon(context, member) {
            return None;
        }
        lists.push(context.factors(member, &LANGUAGE_FACTORS)?);
        // Most unions share nothing; the ends of the first two members show that.
        if let [first, .., last] = lists.as_slice()
            && first.first() != last.first()
            && first.last() != last.last()
        {
            return None;
        }
    }
    let shortest = lists.iter().map(Vec::len).min()?;
    let front = (0..shortest).take_while(|at| lists.iter().all(|list| list[*at] == lists[0][*at])).count();
    let end = |list: &[Term], at: usize| list[list.len() - 1 - at];
    let back = (0..shortest - front)
        .take_while(|at| lists.iter().all(|list| end(list, *at) == end(&lists[0], *at)))
        .count();
    if front + back == 0 {
        return None;
    }
    let middles: Vec<Term> = lists
        .iter()
        .map(|list| match &list[front..list.len() - back] {
            [] => epsilon(context),
            parts => join(context, Op::ReConcat, parts),
        })
        .collect();
    let middle = join(context, Op::ReUnion, &middles);
    let mut parts = lists[0][..front].to_vec();
    parts.push(middle);
    parts.extend_from_slice(&lists[0][lists[0].len() - back..]);
    Some(context.app(Op::ReConcat, &parts))
}

const R: Family = Family::Regexes;

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "regex-absorb",
        R,
        &[Op::ReUnion, Op::ReInter],
        absorb,
        [
            "(re.union (str.to_re \"ab\") (re.++ (re.* (re.range \"a\" \"c\")) (str.to_re \"b\")))",
            "(re.union (str.to_re \"ac\") (re.++ (re.* (re.range \"a\" \"c\")) (str.to_re \"b\")))",
        ],
    ),
    Rule::new(
        "regex-letters",
        R,
        &[Op::ReUnion, Op::ReInter],
        characters,
        [
            "(re.union (re.range \"a\" \"c\") (str.to_re x) (str.to_re \"d\"))",
            "(re.union (re.range \"a\" \"c\") (str.to_re x) (str.to_re \"e\"))",
        ],
    ),
    Rule::new(
        "regex-optional",
        R,
        &[Op::ReUnion],
        optional,
        ["(re.union (str.to_re \"\") (str.to_re \"ab\"))", "(re.union (str.to_re \"\") (str.to_re x))"],
    ),
    Rule::new(
        "regex-factor",
        R,
        &[Op::ReUnion],
        factor,
        [
            "(re.union (str.to_re \"abc\") (re.++ (str.to_re \"a\") (re.* re.allchar) (str.to_re \"c\")))",
            "(re.union (str.to_re \"ab\") (str.to_re \"ba\"))",
        ],
    ),
];
