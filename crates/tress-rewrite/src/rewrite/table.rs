//! Tables of replacements: `str.replace_table`.
//!
//! Pairs that never count are gone, one pair is `str.replace_all`, and what is known of the word is
//! replaced at once.

use super::context::Context;
use super::limits::INSERTIONS;
use super::rule::{Family, Rule};
use tress_term::term::{Op, Term, Word};

/// The word and the pairs.
fn open(context: &Context<'_>, term: Term) -> Option<(Term, Vec<[Term; 2]>)> {
    let (Some(Op::ReplaceTable), [x, pairs @ ..]) = context.open(term) else { return None };
    Some((*x, pairs.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()))
}

fn build(context: &mut Context<'_>, x: Term, pairs: &[[Term; 2]]) -> Term {
    let args: Vec<Term> = std::iter::once(x).chain(pairs.iter().flatten().copied()).collect();
    context.app(Op::ReplaceTable, &args)
}

/// match: `(str.replace_table x … y z …)` where `y` is empty, is in an earlier pair, or never occurs in `x`;
/// result: the same without that pair; why: it never counts.
fn idle_pairs(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let (x, pairs) = open(context, term)?;
    let mut kept: Vec<[Term; 2]> = Vec::with_capacity(pairs.len());
    for [y, z] in &pairs {
        let earlier = kept.iter().any(|[pattern, _]| pattern == y);
        if !earlier && !context.is_empty_word(*y) && context.occurs(x, *y) != Some(false) {
            kept.push([*y, *z]);
        }
    }
    (kept.len() < pairs.len()).then(|| build(context, x, &kept))
}

/// match: `(str.replace_table x)`, `(str.replace_table "" …)`, `(str.replace_table x y z)`; result: `x`,
/// `""`, `(str.replace_all x y z)`; why: meaning of the operators.
fn few_pairs(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let (x, pairs) = open(context, term)?;
    match pairs[..] {
        _ if context.is_empty_word(x) => Some(x),
        [] => Some(x),
        [[y, z]] => Some(context.app(Op::ReplaceAll, &[x, y, z])),
        _ => None,
    }
}

/// match: `(str.replace_table (str.++ x y) "a" z "b" w)`; result: the parts one by one; why: an occurrence of
/// one character lies in one part.
fn characters(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let (x, pairs) = open(context, term)?;
    let single = |[y, _]: &[Term; 2]| context.as_word(*y).is_some_and(|word| word.len() == 1);
    if context.store.op(x) != Some(Op::Concat) || !pairs.iter().all(single) {
        return None;
    }
    let parts: Vec<Term> = context.parts(x).into_iter().map(|part| build(context, part, &pairs)).collect();
    Some(context.concat(&parts))
}

/// match: `(str.replace_table "aba" "a" z "b" w)`; result: `(str.++ z w z)`; why: in a literal the positions
/// are known.
fn literal(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let (x, pairs) = open(context, term)?;
    let hay = context.as_word(x)?;
    let patterns = pairs.iter().map(|[y, _]| context.as_word(*y)).collect::<Option<Vec<Word>>>()?;
    if INSERTIONS.is_exceeded(hay.len(), context.budget) {
        return None;
    }
    let (mut parts, mut from, mut position) = (Vec::new(), 0, 0);
    while position < hay.len() {
        let fits = |at: &usize| !patterns[*at].is_empty() && hay[position..].starts_with(&patterns[*at]);
        // The last of equal ones is taken by `max_by_key`: the first pair counts.
        let found = (0..patterns.len()).rev().filter(fits).max_by_key(|at| patterns[*at].len());
        let Some(found) = found else {
            position += 1;
            continue;
        };
        parts.extend([context.word(&hay[from..position]), pairs[found][1]]);
        position += patterns[found].len();
        from = position;
    }
    parts.push(context.word(&hay[from..]));
    Some(context.concat(&parts))
}

const OPS: &[Op] = &[Op::ReplaceTable];
const ONE: Family = Family::Occurrences;

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "table-idle-pairs",
        ONE,
        OPS,
        idle_pairs,
        ["(str.replace_table x y z \"\" x y \"a\")", "(str.replace_table x y z z \"a\")"],
    ),
    Rule::new(
        "table-few-pairs",
        ONE,
        OPS,
        few_pairs,
        ["(str.replace_table x y z)", "(str.replace_table x y z z y)"],
    ),
    Rule::new(
        "table-letters",
        ONE,
        OPS,
        characters,
        [
            "(str.replace_table (str.++ x \"a\" y) \"a\" z \"b\" \"ab\")",
            "(str.replace_table (str.++ x \"a\" y) \"a\" z \"ab\" \"b\")",
        ],
    ),
    Rule::new(
        "table-literal",
        ONE,
        OPS,
        literal,
        ["(str.replace_table \"abcab\" \"ab\" z \"c\" y \"ab\" x)", "(str.replace_table \"ab\" x z y z)"],
    ),
];
