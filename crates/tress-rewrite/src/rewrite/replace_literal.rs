//! Replacement in literals by words that are not known, and of words that are not known in literals.

use std::collections::BTreeMap;

use super::context::Context;
use super::limits::{REPLACED_CHARACTERS, REPLACED_MATCHES};
use super::rule::{Family, Rule};
use tress_term::term::{Op, Sort, Term, Value};

/// match: `(str.replace_re_all "a1b2" (re.range "0" "9") z)`; result: `(str.++ "a" z "b" z)`; why: in a
/// literal the positions are known; a character that it does not have marks them.
fn marked(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let [x, r, z] = context.match_op::<3>(term, op)?;
    let (word, language) = (context.as_word(x)?, context.language(r)?);
    let mark = (0..).find(|character| !word.contains(character))?;
    let args = [Value::Str(word), Value::Regex(language), Value::Str([mark].into())];
    let Some(Value::Str(marked)) = context.fold(op, &args) else { return None };
    let pieces: Vec<&[u32]> = marked.split(|character| *character == mark).collect();
    if REPLACED_MATCHES.is_exceeded(pieces.len(), context.budget) {
        return None;
    }
    let mut parts = Vec::new();
    for piece in pieces {
        parts.extend([context.word(piece), z]);
    }
    parts.pop();
    Some(context.concat(&parts))
}

/// match: `(= (str.++ x y) (str.replace "ab" x y))`; result: one case for every part of the literal that `x`
/// can be, and one where it is none; why: a short literal has few parts. Only if the equation mentions the
/// arguments again, so that the cases simplify it.
fn case_by_case(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    let (replaced, other) = if context.store.op(a) == Some(Op::Replace) { (a, b) } else { (b, a) };
    let [x, y, z] = context.match_op::<3>(replaced, Op::Replace)?;
    let word = context.as_word(x).filter(|word| word.len() >= 2)?;
    let speaks = context.parts(other).into_iter().any(|part| part == y || part == z);
    if context.is_literal(y) || !speaks || REPLACED_CHARACTERS.is_exceeded(word.len(), context.budget) {
        return None;
    }
    // Every part with its first position.
    let mut positions: BTreeMap<&[u32], usize> = BTreeMap::new();
    for length in 0..=word.len() {
        for start in 0..=word.len() - length {
            positions.entry(&word[start..start + length]).or_insert(start);
        }
    }
    let (mut cases, mut none) = (Vec::new(), Vec::new());
    for (part, start) in positions {
        let (before, after) = (context.word(&word[..start]), context.word(&word[start + part.len()..]));
        let (part, new) = (context.word(part), context.concat(&[before, z, after]));
        let (is_part, same) = (context.eq(y, part), context.eq(other, new));
        none.push(context.not(is_part));
        cases.push(context.and(&[is_part, same]));
    }
    none.push(context.eq(other, x));
    cases.push(context.and(&none));
    Some(context.or(&cases))
}

/// match: `(= x (str.replace_all x y z))`; result: `(or (= y "") (not (str.contains x y)) (= y z))`; why:
/// replaced by a word of another length the length changes, replaced by one as long, some character does.
fn all_unchanged(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    if context.store.sort(a) != Sort::String {
        return None;
    }
    for (x, other) in [(a, b), (b, a)] {
        if let Some([from, y, z]) = context.match_op::<3>(other, Op::ReplaceAll)
            && from == x
        {
            let (empty, occurs, same) = (context.is_empty(y), context.contains(x, y), context.eq(y, z));
            let stays = context.not(occurs);
            return Some(context.or(&[empty, stays, same]));
        }
    }
    None
}

/// match: `(str.len (str.replace_re_all x (re.range "0" "9") "_"))`; result: `(str.len x)`; why: what is
/// found is as long as what is put in.
fn length_stays(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [word] = context.match_op::<1>(term, Op::Length)?;
    let op = context.store.op(word)?;
    if !matches!(op, Op::ReplaceRe | Op::ReplaceReAll) {
        return None;
    }
    let [x, r, z] = context.match_op::<3>(word, op)?;
    let language = context.language(r)?;
    let regexes = context.evaluator.regexes();
    let (least, most) = (regexes.min_length(language), regexes.max_length(language)?);
    let bounds = context.bounds(z);
    let length = tress_base::Int::from(usize::try_from(most).ok()?);
    let same = least == most && bounds.low.as_ref() == Some(&length) && bounds.high == Some(length);
    same.then(|| context.len(x))
}

const ONE: Family = Family::Occurrences;

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "replace-regex-literal",
        ONE,
        &[Op::ReplaceRe, Op::ReplaceReAll, Op::ReplaceReLongest, Op::ReplaceReLongestAll],
        marked,
        [
            "(str.replace_re_all \"a1b22\" (re.+ (re.range \"0\" \"9\")) z)",
            "(str.replace_re_all x (re.+ (re.range \"0\" \"9\")) z)",
        ],
    ),
    Rule::new(
        "equal-replaced-literal",
        ONE,
        &[Op::Eq],
        case_by_case,
        ["(= (str.++ x y) (str.replace \"aba\" x y))", "(= z (str.replace \"aba\" x y))"],
    ),
    Rule::new(
        "equal-all-unchanged",
        ONE,
        &[Op::Eq],
        all_unchanged,
        ["(= x (str.replace_all x y z))", "(= x (str.replace_all z y x))"],
    ),
    Rule::new(
        "length-replaced-regex",
        ONE,
        &[Op::Length],
        length_stays,
        [
            "(str.len (str.replace_re_all x (re.range \"0\" \"9\") \"_\"))",
            "(str.len (str.replace_re_all x (re.range \"0\" \"9\") \"\"))",
        ],
    ),
];
