//! Memberships of concatenations: what is known at the ends of the word is taken from the language.

use tress_automata::Regex;
use tress_base::Int;

use super::context::Context;
use super::limits::{CONSUMED_CHARACTERS, DERIVATIVE_STEPS, LANGUAGE_FACTORS, PARTS};
use super::regex::epsilon;
use super::rule::{Family, Rule};
use super::words_equal::strip;
use tress_term::term::{Op, Term, TermStore, post_order};

fn open(context: &Context<'_>, term: Term) -> Option<[Term; 2]> {
    let [x, r] = context.match_op::<2>(term, Op::InRe)?;
    (context.store.op(x) == Some(Op::Concat)).then_some([x, r])
}

/// match: `(str.in_re (str.++ "a" x "b") r)`; result: `(str.in_re x s)`, where `s` has the words that are in
/// `r` between "a" and "b"; why: these are the derivatives of `r` from the left, and of its reverse from the
/// right.
fn literal_ends(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, r] = open(context, term)?;
    let mut parts = context.parts(x);
    let word_at = |context: &Context<'_>, part: Option<&Term>| {
        let word = context.as_word(*part?)?;
        (!CONSUMED_CHARACTERS.is_exceeded(word.len(), context.budget)).then(|| word.to_vec())
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

/// The words that follow a word in the language. `None` if they are hard to find.
fn after(context: &mut Context<'_>, mut language: Regex, word: &[u32]) -> Option<Regex> {
    let (regexes, budget) = (context.evaluator.regexes_mut(), context.budget);
    let found = DERIVATIVE_STEPS.share(budget, || {
        for character in word {
            language = regexes.derivative(language, *character, budget)?;
        }
        Ok(language)
    });
    match found {
        Ok(language) => language,
        Err(stop) => {
            context.stopped = Some(stop);
            None
        }
    }
}

/// match: `(str.in_re (str.++ y z "b") (re.++ (str.to_re y) r (str.to_re "ab")))`; result:
/// `(str.in_re z (re.++ r (str.to_re "a")))`; match: the same with ends that differ; result: `false`; why: a
/// single word at the end of a language is the end of all its words.
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
    Some(member(context, &parts, &factors))
}

/// match: `(str.in_re (str.++ x y) (re.++ r s))` with |x| = n by its shape, where all words of `r` have n
/// characters; result: `(and (str.in_re x r) (str.in_re y s))`; the same at the end; why: a word can be cut
/// in one way only.
fn aligned(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, r] = open(context, term)?;
    let (mut parts, mut factors) = (context.parts(x), context.factors(r, &LANGUAGE_FACTORS)?);
    if factors.len() < 2 || LANGUAGE_FACTORS.is_exceeded(parts.len(), context.budget) {
        return None;
    }
    let mut members = Vec::new();
    for back in [false, true] {
        while let Some((i, j)) = first_cut(context, &parts, &factors, back) {
            if (i, j) == (parts.len(), factors.len()) {
                break;
            }
            let (x, r) = (take(&mut parts, i, back), take(&mut factors, j, back));
            members.push(member(context, &x, &r));
        }
    }
    if members.is_empty() {
        return None;
    }
    members.push(member(context, &parts, &factors));
    Some(context.and(&members))
}

/// The least numbers of parts and of factors at one end that have the same fixed length.
fn first_cut(
    context: &mut Context<'_>,
    parts: &[Term],
    factors: &[Term],
    back: bool,
) -> Option<(usize, usize)> {
    let at = |list: &[Term], count: usize| match back {
        false => list.get(count).copied(),
        true => list.len().checked_sub(count + 1).map(|index| list[index]),
    };
    let (mut i, mut j, mut left, mut right) = (0, 0, Int::ZERO, Int::ZERO);
    while i == 0 || j == 0 || left != right {
        if j > 0 && left < right || i == 0 {
            let bounds = context.bounds(at(parts, i)?);
            left = &left + &bounds.low.filter(|low| bounds.high.as_ref() == Some(low))?;
            i += 1;
        } else {
            let language = context.language(at(factors, j)?)?;
            let regexes = context.evaluator.regexes();
            let length = regexes.max_length(language).filter(|most| *most == regexes.min_length(language))?;
            right = &right + &Int::from(usize::try_from(length).ok()?);
            j += 1;
        }
    }
    Some((i, j))
}

/// Takes some terms from one end of a list.
fn take(list: &mut Vec<Term>, count: usize, back: bool) -> Vec<Term> {
    if back { list.split_off(list.len() - count) } else { list.drain(..count).collect() }
}

/// The membership of a concatenation in a concatenation.
fn member(context: &mut Context<'_>, parts: &[Term], factors: &[Term]) -> Term {
    let regex = match factors {
        [] => epsilon(context),
        [only] => *only,
        _ => context.app(Op::ReConcat, factors),
    };
    let word = context.concat(parts);
    context.app(Op::InRe, &[word, regex])
}

/// match: `(str.in_re (str.++ x "a" y) r)` where `r` has every word with an "a"; result: `true`; why:
/// whatever the symbols are, the word is in the language.
fn always(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, r] = open(context, term)?;
    let parts = context.parts(x);
    let has_literal = parts.iter().any(|part| context.is_literal(*part));
    if !has_literal || PARTS.is_exceeded(parts.len(), context.budget) {
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
        "member-aligned",
        R,
        OPS,
        aligned,
        [
            "(str.in_re (str.++ (ite a \"a\" \"b\") x) (re.++ (re.range \"b\" \"c\") (re.* (str.to_re \"ab\"))))",
            "(str.in_re (str.++ x y) (re.++ (re.range \"b\" \"c\") (re.* (str.to_re \"ab\"))))",
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
