//! Memberships of concatenations: what is known at the ends of the word is taken from the language.

use tress_automata::Regex;
use tress_base::Stop;

use super::context::Context;
use super::rule::{Family, Rule};
use super::words_equal::strip;
use crate::term::{Op, Term, TermStore, post_order};

/// Longest literal that is taken from a language.
const LONGEST: usize = 1000;
/// Steps that the derivatives of one membership may take.
const STEPS: u64 = 20_000;

fn open(context: &Context<'_>, term: Term) -> Option<[Term; 2]> {
    let [x, r] = context.match_op::<2>(term, Op::InRe)?;
    (context.store.op(x) == Some(Op::Concat)).then_some([x, r])
}

/// match: `(str.in_re (str.++ "a" x "b") r)`; result: `(str.in_re x s)`, where `s` has the words that stand in `r` between "a" and "b";
/// why: these are the derivatives of `r` from the left, and of its reverse from the right.
fn literal_ends(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, r] = open(context, term)?;
    let mut parts = context.parts(x);
    let word_at = |context: &Context<'_>, part: Option<&Term>| {
        context.as_word(*part?).filter(|word| word.len() <= LONGEST).map(|word| word.to_vec())
    };
    let (front, back) = (word_at(context, parts.first()), word_at(context, parts.last()));
    if front.is_none() && back.is_none() {
        return None;
    }
    let mut rest = context.language(r)?;
    if let Some(word) = front {
        parts.remove(0);
        rest = after(context, rest, &word)?;
    }
    if let Some(mut word) = back {
        parts.pop();
        word.reverse();
        let reversed = context.evaluator.regexes_mut().reverse(rest);
        let reversed = after(context, reversed, &word)?;
        rest = context.evaluator.regexes_mut().reverse(reversed);
    }
    if rest == Regex::NONE {
        return Some(TermStore::FALSE);
    }
    let most = 64 + 2 * post_order(context.store, &[r]).len();
    let rest = context.spell(rest, most)?;
    let x = context.concat(&parts);
    Some(context.app(Op::InRe, &[x, rest]))
}

/// The words that follow a word in the language. Nothing when they are hard to find.
fn after(context: &mut Context<'_>, mut language: Regex, word: &[u32]) -> Option<Regex> {
    let (regexes, budget) = (context.evaluator.regexes_mut(), context.budget);
    let found = budget.within(STEPS, || {
        for letter in word {
            language = regexes.derivative(language, *letter, budget)?;
        }
        Ok(language)
    });
    match found {
        Ok(language) => Some(language),
        Err(Stop::Steps) => None,
        Err(stop) => {
            context.stopped = Some(stop);
            None
        }
    }
}

/// match: `(str.in_re (str.++ y z "b") (re.++ (str.to_re y) r (str.to_re "ab")))`; result: `(str.in_re z (re.++ r (str.to_re "a")))`; match: the same
/// with ends that differ; result: `false`; why: a single word at the end of a language is the end of all its words.
fn equal_ends(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, r] = open(context, term)?;
    if context.store.op(r) != Some(Op::ReConcat) {
        return None;
    }
    let mut factors = context.store.args(r).to_vec();
    let (mut parts, before) = (context.parts(x), factors.clone());
    for back in [false, true] {
        // The words at this end of the language.
        let is_word = |factor: &&Term| context.store.op(**factor) == Some(Op::StrToRe);
        let count = if back {
            factors.iter().rev().take_while(is_word).count()
        } else {
            factors.iter().take_while(is_word).count()
        };
        let rest = factors.len() - count;
        let (words, others) =
            if back { (&factors[rest..], &factors[..rest]) } else { factors.split_at(count) };
        let others = others.to_vec();
        let mut words: Vec<Term> = words
            .iter()
            .map(|factor| context.store.args(*factor)[0])
            .flat_map(|word| context.parts(word))
            .collect();
        if !strip(context, &mut parts, &mut words, back) {
            return Some(TermStore::FALSE);
        }
        let words = words.into_iter().map(|word| context.app(Op::StrToRe, &[word]));
        let words: Vec<Term> = words.collect();
        factors = if back { [others, words].concat() } else { [words, others].concat() };
    }
    if factors == before {
        return None;
    }
    let r = match factors.as_slice() {
        [] => {
            let empty = context.empty_word();
            context.app(Op::StrToRe, &[empty])
        }
        [only] => *only,
        _ => context.app(Op::ReConcat, &factors),
    };
    let x = context.concat(&parts);
    Some(context.app(Op::InRe, &[x, r]))
}

/// match: `(str.in_re (str.++ x "a" y) r)` where `r` has every word with an "a"; result: `true`; why: whatever the symbols are, the word is in the
/// language.
fn always(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, r] = open(context, term)?;
    let parts = context.parts(x);
    if parts.len() > super::entail::MOST_PARTS || !parts.iter().any(|part| context.is_literal(*part)) {
        return None;
    }
    let shapes: Vec<Term> = parts.into_iter().map(|part| shape(context, part)).collect();
    let shape = context.app(Op::ReConcat, &shapes);
    context.is_within(shape, r).then_some(TermStore::TRUE)
}

/// A language that has every value of a word.
fn shape(context: &mut Context<'_>, part: Term) -> Term {
    if context.is_literal(part) {
        return context.app(Op::StrToRe, &[part]);
    }
    if context.store.op(part) == Some(Op::StrFromInt) {
        let digits = [u32::from('0'), u32::from('9')].map(|digit| context.word(&[digit]));
        let digit = context.app(Op::ReRange, &digits);
        return context.app(Op::ReStar, &[digit]);
    }
    context.app(Op::ReAll, &[])
}

const R: Family = Family::Regexes;
const OPS: &[Op] = &[Op::InRe];

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "member-consume",
        R,
        OPS,
        literal_ends,
        [
            "(str.in_re (str.++ \"a\" x \"b\") (re.* (str.to_re \"ab\")))",
            "(str.in_re (str.++ x \"b\" y) (re.* (str.to_re \"ab\")))",
        ],
    ),
    Rule::new(
        "member-strip",
        R,
        OPS,
        equal_ends,
        [
            "(str.in_re (str.++ y z \"b\") (re.++ (str.to_re y) (re.* (str.to_re x)) (str.to_re \"ab\")))",
            "(str.in_re (str.++ y z) (re.++ (str.to_re x) (re.* (str.to_re y))))",
        ],
    ),
    Rule::new(
        "member-always",
        R,
        OPS,
        always,
        [
            "(str.in_re (str.++ x \"a\" y) (re.++ re.all (re.range \"a\" \"b\") re.all))",
            "(str.in_re (str.++ x \"c\" y) (re.++ re.all (re.range \"a\" \"b\") re.all))",
        ],
    ),
];
