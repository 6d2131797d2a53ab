//! What a problem says about numerals, where it says nothing else.
//!
//! Enters: facts. Leaves: tracks, one for each string symbol, with their languages of digits; numbers,
//! one for each conversion; sums over lengths and numbers.

use tress_automata::{Regex, emptiness};
use tress_base::{Int, Stop};

use crate::env::Env;
use crate::model::Model;
use crate::problem::Problem;
use crate::term::{Op, Sort, Sum, SymbolId, Term, TermStore, Value};

use super::super::conjunction::{Conjunction, Constraint};
use super::digits::Automaton;

/// A string symbol and its language.
pub(super) struct Track {
    pub(super) symbol: SymbolId,
    pub(super) automaton: Automaton,
}

/// `str.to_int` of digits, a symbol, and digits.
pub(super) struct Number {
    pub(super) term: Term,
    pub(super) track: usize,
    pub(super) before: Vec<u8>,
    pub(super) after: Vec<u8>,
}

/// A sum over lengths and numbers that is at most zero.
pub(super) struct Bound {
    /// By track.
    pub(super) lengths: Vec<Int>,
    /// By number.
    pub(super) numbers: Vec<Int>,
    pub(super) constant: Int,
}

/// All of it.
pub(super) struct Numerals {
    pub(super) tracks: Vec<Track>,
    pub(super) numbers: Vec<Number>,
    pub(super) bounds: Vec<Bound>,
}

/// Reads a problem; none when something else occurs in it.
///
/// # Errors
/// When the budget is used up.
pub(super) fn read(env: &mut Env<'_>, problem: &Problem) -> Result<Option<Numerals>, Stop> {
    let literal = |fact: &crate::problem::Fact| match env.store.op(fact.term) {
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
    let mut languages: Vec<Vec<Regex>> = vec![Vec::new(); terms.len()];
    let mut sums: Vec<Sum> = Vec::new();
    for literal in &conjunction.literals {
        match &literal.constraint {
            Constraint::Member(string, language) | Constraint::NotMember(string, language) => {
                let Some(track) = terms.iter().position(|term| term == string) else { return Ok(None) };
                let Ok(Value::Regex(regex)) = env.eval(*language, &Model::new()) else { return Ok(None) };
                let negated = matches!(literal.constraint, Constraint::NotMember(..));
                languages[track].push(if negated { env.regexes().complement(regex) } else { regex });
            }
            Constraint::AtMostZero(sum, strict) => {
                let mut sum = sum.clone();
                if *strict {
                    sum.constant = sum.constant.clone() + tress_base::Rational::ONE;
                }
                sums.push(sum);
            }
            Constraint::Zero(sum) => {
                let mut negated = sum.clone();
                negated.parts.iter_mut().for_each(|(_, factor)| *factor = -factor.clone());
                negated.constant = -negated.constant;
                sums.extend([sum.clone(), negated]);
            }
            _ => return Ok(None),
        }
    }
    let numbers: Option<Vec<Number>> =
        conjunction.conversions.iter().map(|term| number(env.store, &terms, *term)).collect();
    let Some(numbers) = numbers else { return Ok(None) };
    let bounds: Option<Vec<Bound>> = sums.iter().map(|sum| bound(env.store, &terms, &numbers, sum)).collect();
    let Some(bounds) = bounds else { return Ok(None) };
    let mut tracks = Vec::new();
    for (at, members) in languages.iter().enumerate() {
        let bare = numbers.iter().any(|n| n.track == at && n.before.is_empty() && n.after.is_empty());
        let Some(automaton) = automaton(env, members, bare)? else { return Ok(None) };
        tracks.push(Track { symbol: problem.symbols[at], automaton });
    }
    Ok(Some(Numerals { tracks, numbers, bounds }))
}

/// The automaton of a language, where all its words are digits and spell a number if they must.
fn automaton(env: &mut Env<'_>, members: &[Regex], bare: bool) -> Result<Option<Automaton>, Stop> {
    let budget = env.budget;
    let regexes = env.evaluator.regexes_mut();
    let language = regexes.inter(members);
    let digit = regexes.range(u32::from('0'), u32::from('9'));
    let digits = if bare { regexes.plus(digit) } else { regexes.star(digit) };
    if !emptiness::is_included(regexes, language, digits, budget)? {
        return Ok(None);
    }
    Automaton::new(regexes, language, budget)
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
    let whole = |n: &tress_base::Rational| n.is_integer().then(|| n.numerator().clone());
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
