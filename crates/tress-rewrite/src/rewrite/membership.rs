//! Memberships.
//!
//! A language without symbols is looked at as the automata see it: few shapes state something that
//! needs no automaton. Unions and intersections stay whole, because automata are good at them,
//! unless they hold symbols: then they become connectives.

use tress_automata::{CharSet, Regex, View};
use tress_base::Int;

use super::context::Context;
use super::limits::EXPRESSION_PARTS;
use super::rule::{Family, Rule};
use tress_term::term::{Op, Term, TermStore};

fn open(context: &Context<'_>, term: Term) -> Option<[Term; 2]> {
    context.match_op::<2>(term, Op::InRe)
}

/// match: `(str.in_re x (re.comp r))`, `(str.in_re x (str.to_re y))`; result: `(not (str.in_re x r))`,
/// `(= x y)`; why: meaning of these operators.
fn outermost(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, r] = open(context, term)?;
    let args = context.store.args(r).to_vec();
    match (context.store.op(r)?, args.as_slice()) {
        (Op::ReComp, [inner]) => {
            let member = context.app(Op::InRe, &[x, *inner]);
            Some(context.not(member))
        }
        (Op::StrToRe, [word]) => Some(context.eq(x, *word)),
        (Op::ReNone, _) => Some(TermStore::FALSE),
        (Op::ReAll, _) => Some(TermStore::TRUE),
        _ => None,
    }
}

/// match: `(str.in_re x (re.union r (str.to_re y)))`; result: `(or (str.in_re x r) (= x y))`; why: meaning of
/// union; the language depends on a symbol, so no automaton can be made of it.
fn split(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, r] = open(context, term)?;
    let op = context.store.op(r)?;
    if !matches!(op, Op::ReUnion | Op::ReInter) || context.is_ground(r) {
        return None;
    }
    let parts = context.store.args(r).to_vec();
    let parts: Vec<Term> = parts.into_iter().map(|part| context.app(Op::InRe, &[x, part])).collect();
    Some(if op == Op::ReUnion { context.or(&parts) } else { context.and(&parts) })
}

/// match: `(str.in_re x r)` where `r` is a single word, all words, none, words of some lengths, or words that
/// begin with, end with or contain a literal; result: an equation, a literal, a comparison or a remainder of
/// the length, a prefix, suffix or containment; why: they are equivalent.
fn simple_language(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, r] = open(context, term)?;
    let language = context.language(r)?;
    if language == Regex::NONE || language == Regex::ALL {
        return Some(TermStore::bool(language == Regex::ALL));
    }
    if let Some(step) = any_multiples(context, language) {
        let (length, step, zero) = (context.len(x), context.int(step), context.int(0));
        let rest = context.app(Op::Mod, &[length, step]);
        return Some(context.eq(rest, zero));
    }
    if let Some((low, high)) = any_words(context, language) {
        let length = context.len(x);
        if high.as_ref() == Some(&low) {
            let low = context.int(low);
            return Some(context.eq(length, low));
        }
        let low = context.int(low);
        let least = context.ge(length, low);
        let Some(high) = high else { return Some(least) };
        let high = if tress_base::is_planted("lengths-of-language") { high - Int::ONE } else { high };
        let high = context.int(high);
        let most = context.ge(high, length);
        return Some(context.and(&[least, most]));
    }
    let (before, word, after) = literal_between(context, language)?;
    let word = context.word(&word);
    Some(match (before, after) {
        (false, false) => context.eq(x, word),
        (false, true) => context.app(Op::PrefixOf, &[word, x]),
        (true, false) => context.app(Op::SuffixOf, &[word, x]),
        (true, true) => context.contains(x, word),
    })
}

/// The least and largest length, when the language has all words of these lengths.
fn any_words(context: &Context<'_>, language: Regex) -> Option<(Int, Option<Int>)> {
    if language == Regex::ANY_CHAR {
        return Some((Int::ONE, Some(Int::ONE)));
    }
    match context.evaluator.regexes().view(language) {
        View::Repeat { body, low, high } if body == Regex::ANY_CHAR => {
            Some((u64_int(low), high.map(u64_int)))
        }
        _ => None,
    }
}

/// The number of characters of which all words of the language have a multiple, when it has all these words.
fn any_multiples(context: &Context<'_>, language: Regex) -> Option<Int> {
    let regexes = context.evaluator.regexes();
    let View::Repeat { body, low: 0, high: None } = regexes.view(language) else { return None };
    match regexes.view(body) {
        View::Repeat { body, low, high } if body == Regex::ANY_CHAR && high == Some(low) => {
            Some(u64_int(low))
        }
        _ => None,
    }
}

fn u64_int(n: u64) -> Int {
    Int::from(usize::try_from(n).unwrap_or(usize::MAX))
}

/// The word, when the language is that word between any words: (any before, word, any after).
fn literal_between(context: &Context<'_>, language: Regex) -> Option<(bool, Vec<u32>, bool)> {
    let regexes = context.evaluator.regexes();
    let (mut before, mut word, mut after) = (false, Vec::new(), false);
    let mut rest = language;
    for _ in 0..EXPRESSION_PARTS.most(context.budget) {
        let (first, next) = match regexes.view(rest) {
            View::Concat(first, next) => (first, Some(next)),
            View::Epsilon => return Some((before, word, after)),
            _ => (rest, None),
        };
        match regexes.view(first) {
            _ if after => return None,
            _ if first == Regex::ALL && word.is_empty() && !before => before = true,
            _ if first == Regex::ALL => after = true,
            View::Chars(set) => word.push(set.single_member()?),
            _ => return None,
        }
        match next {
            Some(next) => rest = next,
            None => return (!word.is_empty()).then_some((before, word, after)),
        }
    }
    context.budget.hit(EXPRESSION_PARTS.name());
    None
}

/// match: `(str.in_re (str.++ x "ab") ((_ re.loop 0 1) re.allchar))`; result: `false`; why: no word of the
/// language is as long, or as short.
fn wrong_length(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, r] = open(context, term)?;
    let language = context.language(r)?;
    let bounds = context.bounds(x);
    let regexes = context.evaluator.regexes();
    let (least, most) = (u64_int(regexes.min_length(language)), regexes.max_length(language).map(u64_int));
    let too_long = bounds.low.zip(most).is_some_and(|(low, most)| low > most);
    let too_short = bounds.high.is_some_and(|high| high < least);
    (too_long || too_short).then_some(TermStore::FALSE)
}

/// match: `(str.in_re (str.++ x y) (re.* (re.range "a" "b")))`; result:
/// `(and (str.in_re x …) (str.in_re y …))`; match: the same with a counted repetition that has all lengths
/// the word can have; why: words of single characters may be cut anywhere.
fn characters_only(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, r] = open(context, term)?;
    if context.store.op(x) != Some(Op::Concat) {
        return None;
    }
    let language = context.language(r)?;
    let bounds = context.bounds(x);
    let regexes = context.evaluator.regexes();
    let View::Repeat { body, low, high } = regexes.view(language) else { return None };
    let is_long = bounds.low.is_some_and(|least| least >= u64_int(low));
    let is_short = high.is_none_or(|high| bounds.high.is_some_and(|most| most <= u64_int(high)));
    if !is_long || !is_short || !matches!(regexes.view(body), View::Chars(_)) {
        return None;
    }
    let character = context.spell(body, EXPRESSION_PARTS.most(context.budget) as usize)?;
    let characters = context.app(Op::ReStar, &[character]);
    let parts: Vec<Term> =
        context.parts(x).into_iter().map(|part| context.app(Op::InRe, &[part, characters])).collect();
    Some(context.and(&parts))
}

/// match: `(str.in_re x (re.* (re.union (re.range "a" "b") r)))` with |x| <= 1, where no single character is
/// in `r`; result: `(str.in_re x (re.opt (re.range "a" "b")))`; why: only the words of at most one character
/// matter.
fn one_character(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [x, r] = open(context, term)?;
    let bounds = context.bounds(x);
    if bounds.high? != Int::ONE {
        return None;
    }
    let may_be_empty = bounds.low? != Int::ONE;
    let language = context.language(r)?;
    let regexes = context.evaluator.regexes();
    let is_short = regexes.max_length(language).is_some_and(|most| most <= 1);
    if is_short && may_be_empty || matches!(regexes.view(language), View::Chars(_)) {
        return None;
    }
    let has_empty = may_be_empty && regexes.is_nullable(language);
    let (regexes, budget) = (context.evaluator.regexes_mut(), context.budget);
    match regexes.partition(language, budget) {
        Ok(partition) => {
            let ends = partition.into_iter().filter(|(_, rest)| regexes.is_nullable(*rest));
            let characters = ends.fold(CharSet::empty(), |all, (set, _)| all.union(&set));
            let characters = regexes.chars(characters);
            let characters = context.spell(characters, EXPRESSION_PARTS.most(context.budget) as usize)?;
            let characters = if has_empty { context.app(Op::ReOpt, &[characters]) } else { characters };
            Some(context.app(Op::InRe, &[x, characters]))
        }
        Err(stop) => {
            context.stopped = Some(stop);
            None
        }
    }
}

const R: Family = Family::Regexes;
const OPS: &[Op] = &[Op::InRe];

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "member-outermost",
        R,
        OPS,
        outermost,
        ["(str.in_re x (str.to_re y))", "(str.in_re x re.allchar)"],
    ),
    Rule::new(
        "member-split",
        R,
        OPS,
        split,
        [
            "(str.in_re x (re.union re.allchar (str.to_re y)))",
            "(str.in_re x (re.union re.allchar (str.to_re \"ab\")))",
        ],
    ),
    Rule::new(
        "member-simple",
        R,
        OPS,
        simple_language,
        ["(str.in_re x (re.++ re.all (str.to_re \"ab\")))", "(str.in_re x (re.* (str.to_re \"ab\")))"],
    ),
    Rule::new(
        "member-length",
        R,
        OPS,
        wrong_length,
        ["(str.in_re (str.++ x \"ab\") (re.opt re.allchar))", "(str.in_re x (re.opt re.allchar))"],
    ),
    Rule::new(
        "member-letters",
        R,
        OPS,
        characters_only,
        [
            "(str.in_re (str.++ x y) (re.* (re.range \"a\" \"b\")))",
            "(str.in_re (str.++ x y) (re.* (str.to_re \"ab\")))",
        ],
    ),
    Rule::new(
        "member-one-letter",
        R,
        OPS,
        one_character,
        [
            "(str.in_re (ite a \"a\" \"b\") (re.* (re.union (str.to_re \"b\") (str.to_re \"aa\"))))",
            "(str.in_re (ite a \"a\" \"bc\") (re.* (re.union (str.to_re \"b\") (str.to_re \"aa\"))))",
        ],
    ),
];
