//! What a problem says about numerals, where it says nothing else.
//!
//! Enters: facts. Leaves: a language for each string symbol; numbers, one for each conversion; sums over
//! lengths and numbers that are at most zero, and such that are not zero.

use tress_automata::Regex;
use tress_base::{Int, Rational, Stop};

use tress_rewrite::env::Env;
use tress_rewrite::problem::Problem;
use tress_term::term::{Op, Sort, Sum, SymbolId, Term, TermStore, Value};

use super::super::conjunction::{Conjunction, Constraint};

/// `str.to_int` of digits, a symbol, and digits.
#[derive(Clone)]
pub(super) struct Number {
    pub(super) term: Term,
    pub(super) track: usize,
    pub(super) before: Vec<u8>,
    pub(super) after: Vec<u8>,
}

impl Number {
    /// Is it the number of the symbol alone?
    pub(super) fn is_bare(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }
}

/// A sum over lengths and numbers.
#[derive(Clone)]
pub(super) struct Bound {
    /// By track.
    pub(super) lengths: Vec<Int>,
    /// By number.
    pub(super) numbers: Vec<Int>,
    pub(super) constant: Int,
}

/// What is said of the symbols.
pub(super) struct Reading {
    pub(super) symbols: Vec<SymbolId>,
    /// By symbol, what it is in.
    pub(super) languages: Vec<Regex>,
    pub(super) numbers: Vec<Number>,
    /// Sums that are at most zero.
    pub(super) bounds: Vec<Bound>,
    /// Sums that are not zero.
    pub(super) apart: Vec<Bound>,
}

/// Reads a problem; none when something else occurs in it.
///
/// # Errors
/// When the budget is used up.
pub(super) fn read(env: &mut Env<'_>, problem: &Problem) -> Result<Option<Reading>, Stop> {
    let literal = |fact: &tress_rewrite::problem::Fact| match env.store.op(fact.term) {
        Some(Op::Not) => (env.store.args(fact.term)[0], false, 0),
        _ => (fact.term, true, 0),
    };
    let literals: Vec<(Term, bool, u32)> = problem.facts.iter().map(literal).collect();
    let conjunction = Conjunction::new(env.store, &literals);
    let strings = |symbol: &SymbolId| {
        env.store.symbol(*symbol).arguments.is_empty() && env.store.symbol(*symbol).result == Sort::String
    };
    if !problem.symbols.iter().all(strings) {
        return Ok(None);
    }
    let terms: Vec<Term> = problem.symbols.iter().map(|symbol| env.store.constant(*symbol)).collect();
    let numbers: Option<Vec<Number>> =
        conjunction.conversions.iter().map(|term| number(env.store, &terms, *term)).collect();
    let Some(numbers) = numbers else { return Ok(None) };
    let mut members: Vec<Vec<Regex>> = vec![Vec::new(); terms.len()];
    let (mut bounds, mut apart) = (Vec::new(), Vec::new());
    for literal in &conjunction.literals {
        if let Some((sums, not_zero)) = sums(&literal.constraint) {
            let read: Option<Vec<Bound>> =
                sums.iter().map(|sum| bound(env.store, &terms, &numbers, sum)).collect();
            let Some(read) = read else { return Ok(None) };
            if not_zero {
                apart.extend(read)
            } else {
                bounds.extend(read)
            }
            continue;
        }
        let Some((word, language)) = language(env, &literal.constraint)? else { return Ok(None) };
        let Some(track) = terms.iter().position(|term| *term == word) else { return Ok(None) };
        members[track].push(language);
    }
    let languages = members.iter().map(|members| env.regexes().inter(members)).collect();
    Ok(Some(Reading { symbols: problem.symbols.clone(), languages, numbers, bounds, apart }))
}

/// Sums that are at most zero, or, where the second holds, not zero.
fn sums(constraint: &Constraint) -> Option<(Vec<Sum>, bool)> {
    Some(match constraint {
        Constraint::AtMostZero(sum, strict) => {
            let mut sum = sum.clone();
            if *strict {
                sum.constant = sum.constant.clone() + Rational::ONE;
            }
            (vec![sum], false)
        }
        Constraint::Zero(sum) => {
            let mut negated = sum.clone();
            negated.parts.iter_mut().for_each(|(_, factor)| *factor = -factor.clone());
            negated.constant = -negated.constant;
            (vec![sum.clone(), negated], false)
        }
        Constraint::NotZero(sum) => (vec![sum.clone()], true),
        _ => return None,
    })
}

/// A language that a constraint puts a word in.
fn language(env: &mut Env<'_>, constraint: &Constraint) -> Result<Option<(Term, Regex)>, Stop> {
    Ok(match constraint {
        Constraint::Member(word, language) | Constraint::NotMember(word, language) => {
            if !env.is_ground(*language) {
                return Ok(None);
            }
            let Some(regex) = env.language_of(*language)? else { return Ok(None) };
            let holds = matches!(constraint, Constraint::Member(..));
            Some((*word, if holds { regex } else { env.regexes().complement(regex) }))
        }
        Constraint::Equation(a, b) | Constraint::Disequality(a, b) => {
            let (word, literal) = if env.word_of(*a).is_some() { (*b, *a) } else { (*a, *b) };
            let holds = matches!(constraint, Constraint::Equation(..));
            around(env, literal, [false, false], holds).map(|language| (word, language))
        }
        Constraint::Predicate(term, holds) => {
            let [a, b] = match env.store.args(*term) {
                [a, b] => [*a, *b],
                _ => return Ok(None),
            };
            let (word, literal, open) = match env.store.op(*term) {
                Some(Op::PrefixOf) => (b, a, [false, true]),
                Some(Op::SuffixOf) => (b, a, [true, false]),
                Some(Op::Contains) => (a, b, [true, true]),
                _ => return Ok(None),
            };
            around(env, literal, open, *holds).map(|language| (word, language))
        }
        _ => None,
    })
}

/// The words that are a literal with anything before it or behind it, or all others.
fn around(env: &mut Env<'_>, literal: Term, open: [bool; 2], holds: bool) -> Option<Regex> {
    let word = env.word_of(literal)?;
    let regexes = env.regexes();
    let [before, after] = open.map(|open| if open { Regex::ALL } else { Regex::EPSILON });
    let word = regexes.word(&word);
    let language = regexes.concat(&[before, word, after]);
    Some(if holds { language } else { regexes.complement(language) })
}

/// A conversion of one symbol between digits.
fn number(store: &TermStore, symbols: &[Term], term: Term) -> Option<Number> {
    if store.op(term) != Some(Op::StrToInt) {
        return None;
    }
    let string = store.args(term)[0];
    let parts = if store.op(string) == Some(Op::Concat) { store.args(string) } else { &[string] };
    let (mut track, mut ends) = (None, [Vec::new(), Vec::new()]);
    for part in parts {
        if let Some(Value::Str(word)) = store.as_value(*part) {
            if word.len() > 12 {
                return None;
            }
            for (letter, count) in word.pieces() {
                let digit = letter.checked_sub(u32::from('0')).filter(|digit| *digit < 10)?;
                let digit = u8::try_from(digit).ok()?;
                ends[usize::from(track.is_some())].extend((0..count).map(|_| digit));
            }
        } else if track.is_none() {
            track = Some(symbols.iter().position(|symbol| symbol == part)?);
        } else {
            return None;
        }
    }
    let [before, after] = ends;
    Some(Number { term, track: track?, before, after })
}

/// A sum over lengths of symbols and numbers with whole coefficients.
fn bound(store: &TermStore, symbols: &[Term], numbers: &[Number], sum: &Sum) -> Option<Bound> {
    let whole = |n: &Rational| n.is_integer().then(|| n.numerator().clone());
    let mut bound = Bound {
        lengths: vec![Int::ZERO; symbols.len()],
        numbers: vec![Int::ZERO; numbers.len()],
        constant: whole(&sum.constant)?,
    };
    for (term, factor) in &sum.parts {
        if let Some(at) = numbers.iter().position(|number| number.term == *term) {
            bound.numbers[at] = whole(factor)?;
        } else if store.op(*term) == Some(Op::Length) {
            let at = symbols.iter().position(|symbol| *symbol == store.args(*term)[0])?;
            bound.lengths[at] = whole(factor)?;
        } else {
            return None;
        }
    }
    Some(bound)
}
