//! Literals that are memberships when one looks closely: lengths against constants, and predicates whose
//! pattern is known.

use tress_automata::Regex;
use tress_automata::follow::Part;
use tress_base::Int;

use tress_rewrite::env::Env;
use tress_term::term::{Op, Sum, Term};

use super::read::Refused;
use tress_engines::Constraint;

/// The parts are in the language, or are not.
#[derive(Debug)]
pub(super) struct Claim {
    pub(super) parts: Vec<Part>,
    pub(super) language: Regex,
    pub(super) holds: bool,
}

/// A sum of lengths that all count the same, compared with a number: the terms one after the other are in
/// a language of all words of some lengths, or are not.
pub(super) fn of_lengths(env: &mut Env<'_>, constraint: &Constraint) -> Option<(Vec<Term>, Regex, bool)> {
    let (Constraint::AtMostZero(sum, _) | Constraint::Zero(sum) | Constraint::NotZero(sum)) = constraint
    else {
        return None;
    };
    let (terms, language) = match constraint {
        Constraint::AtMostZero(sum, strict) => at_most_zero(env, sum, *strict)?,
        _ => {
            let (terms, bound, _) = bound(env, sum)?;
            let length = bound.is_integer().then(|| whole(bound.numerator())).flatten();
            let exact = length.map(|length| env.regexes().repeat(Regex::ANY_CHAR, length, Some(length)));
            (terms, exact.unwrap_or(Regex::NONE))
        }
    };
    Some((terms, language, !matches!(constraint, Constraint::NotZero(_))))
}

/// A length as the counters of expressions have it; none for what no word has.
fn whole(n: &Int) -> Option<u64> {
    n.to_i64().and_then(|n| u64::try_from(n).ok())
}

/// The terms whose lengths a sum adds up, the number that together they are compared with, and whether the
/// sum grows with them.
fn bound(env: &Env<'_>, sum: &Sum) -> Option<(Vec<Term>, tress_base::Rational, bool)> {
    let (_, factor) = sum.parts.first()?;
    let string = |(term, own): &(Term, tress_base::Rational)| {
        (own == factor && env.store.op(*term) == Some(Op::Length)).then(|| env.store.args(*term)[0])
    };
    let terms: Option<Vec<Term>> = sum.parts.iter().map(string).collect();
    let bound = (-sum.constant.clone()).checked_div(factor)?;
    Some((terms?, bound, factor.is_positive()))
}

fn at_most_zero(env: &mut Env<'_>, sum: &Sum, strict: bool) -> Option<(Vec<Term>, Regex)> {
    let (terms, bound, grows) = bound(env, sum)?;
    let sharp = strict && bound.is_integer();
    let language = if grows {
        // The length is at most the bound.
        let most = if sharp { bound.floor() - Int::from(1) } else { bound.floor() };
        if most.is_negative() {
            Regex::NONE
        } else {
            env.regexes().repeat(Regex::ANY_CHAR, 0, Some(whole(&most)?))
        }
    } else {
        let least = if sharp { bound.ceil() + Int::from(1) } else { bound.ceil() };
        let least = if least.is_negative() { 0 } else { whole(&least)? };
        env.regexes().repeat(Regex::ANY_CHAR, least, None)
    };
    Some((terms, language))
}

/// A predicate about one string whose other argument is a word: the string, and the language it is in when
/// the predicate holds.
pub(super) fn of_predicate(env: &mut Env<'_>, term: Term) -> Result<Option<(Term, Regex)>, Refused> {
    let args = env.store.args(term).to_vec();
    let (string, word, before, behind) = match (env.store.op(term), args.as_slice()) {
        (Some(Op::IsDigit), [string]) => {
            let digits = env.regexes().range(u32::from('0'), u32::from('9'));
            return Ok(Some((*string, digits)));
        }
        (Some(Op::Contains), [string, word]) => (*string, *word, Regex::ALL, Regex::ALL),
        (Some(Op::PrefixOf), [word, string]) => (*string, *word, Regex::EPSILON, Regex::ALL),
        (Some(Op::SuffixOf), [word, string]) => (*string, *word, Regex::ALL, Regex::EPSILON),
        _ => return Ok(None),
    };
    let Some(word) = env.word_of(word) else { return Ok(None) };
    let word = env.evaluator.regexes_mut().long_word(word.spelled(env.budget)?, env.budget)?;
    Ok(Some((string, env.regexes().concat(&[before, word, behind]))))
}
