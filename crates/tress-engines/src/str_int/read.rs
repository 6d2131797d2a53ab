//! Problems about numerals that mention nothing else.
//!
//! Enters: facts. Leaves: a language for each string symbol; numbers, one for each conversion; sums over
//! lengths and numbers that are at most zero, and such that are not zero.

use tress_automata::Regex;
use tress_base::{Budget, Int, Stop};

use tress_rewrite::env::Env;
use tress_rewrite::problem::{Fact, Problem};
use tress_term::term::{Op, Sort, SymbolId, Term, TermStore};

use super::super::conjunction::Conjunction;
use super::super::reading::{self, Compared, Linear, Part};
use super::limits::CONSTANT_DIGITS;

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

impl Bound {
    /// The sum with all signs changed.
    fn negated(&self) -> Self {
        let negated = |factors: &[Int]| factors.iter().map(|factor| -factor.clone()).collect();
        let constant = -self.constant.clone();
        Self { lengths: negated(&self.lengths), numbers: negated(&self.numbers), constant }
    }
}

/// Constraints on the symbols.
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

/// Reads a problem. Returns `None` if there is something else in it.
///
/// # Errors
/// When the budget is used up.
pub(super) fn read(env: &mut Env<'_>, problem: &Problem) -> Result<Option<Reading>, Stop> {
    let is_string = |symbol: &SymbolId| {
        env.store.symbol(*symbol).arguments.is_empty() && env.store.symbol(*symbol).result == Sort::String
    };
    if !problem.symbols.iter().all(is_string) {
        return Ok(None);
    }
    let mut all = reading::Reading::default();
    // Tracks are the symbols of the problem, in their order.
    for symbol in &problem.symbols {
        all.variable(*symbol);
    }
    let conjunction = conjunction(env.store, problem);
    all.add(env, &conjunction)?;
    if !(all.leftovers.is_empty() && all.equations.is_empty() && all.claims.is_empty()) {
        return Ok(None);
    }
    let Some(numbers) = numbers(env, &mut all, &conjunction.conversions)? else { return Ok(None) };
    let (mut bounds, mut apart) = (Vec::new(), Vec::new());
    for sum in &all.sums {
        let Some(bound) = bound(all.variables.len(), &numbers, sum) else { return Ok(None) };
        match sum.compared {
            Compared::AtMost => bounds.push(bound),
            Compared::Below => bounds.push(Bound { constant: bound.constant + Int::ONE, ..bound }),
            Compared::Equal => bounds.extend([bound.clone(), bound.negated()]),
            Compared::Unequal => apart.push(bound),
        }
    }
    let languages = all.variables.iter().map(|variable| variable.language(env)).collect();
    Ok(Some(Reading { symbols: problem.symbols.clone(), languages, numbers, bounds, apart }))
}

fn conjunction(store: &TermStore, problem: &Problem) -> Conjunction {
    let literal = |fact: &Fact| match store.op(fact.term) {
        Some(Op::Not) => (store.args(fact.term)[0], false, 0),
        _ => (fact.term, true, 0),
    };
    let literals: Vec<(Term, bool, u32)> = problem.facts.iter().map(literal).collect();
    Conjunction::new(store, &literals)
}

/// The numbers that conversions make. `None` if one is not readable.
fn numbers(
    env: &Env<'_>,
    reading: &mut reading::Reading,
    conversions: &[Term],
) -> Result<Option<Vec<Number>>, Stop> {
    let mut numbers = Vec::with_capacity(conversions.len());
    for term in conversions {
        let parts = match (env.store.op(*term), env.store.args(*term)) {
            (Some(Op::StrToInt), [string]) => reading.parts(env, *string)?,
            _ => None,
        };
        let Some(number) = parts.and_then(|parts| number(*term, &parts, env.budget)) else { return Ok(None) };
        numbers.push(number);
    }
    Ok(Some(numbers))
}

/// The conversion of one symbol between digits.
fn number(term: Term, parts: &[Part], budget: &Budget) -> Option<Number> {
    let (before, track, after) = match parts {
        [Part::Variable(track)] => (Vec::new(), *track, Vec::new()),
        [Part::Word(before), Part::Variable(track)] => (digits(before, budget)?, *track, Vec::new()),
        [Part::Variable(track), Part::Word(after)] => (Vec::new(), *track, digits(after, budget)?),
        [Part::Word(before), Part::Variable(track), Part::Word(after)] => {
            (digits(before, budget)?, *track, digits(after, budget)?)
        }
        _ => return None,
    };
    Some(Number { term, track, before, after })
}

/// The digits of a string constant. `None` if it has other characters, or too many.
fn digits(word: &[u32], budget: &Budget) -> Option<Vec<u8>> {
    let digit = |character: &u32| {
        let digit = character.checked_sub(u32::from('0')).filter(|digit| *digit < 10)?;
        u8::try_from(digit).ok()
    };
    (!CONSTANT_DIGITS.is_exceeded(word.len(), budget)).then(|| word.iter().map(digit).collect()).flatten()
}

/// A sum over lengths of symbols and numbers. Lengths of concatenations are sums of lengths.
fn bound(tracks: usize, numbers: &[Number], sum: &Linear) -> Option<Bound> {
    let mut bound = Bound {
        lengths: vec![Int::ZERO; tracks],
        numbers: vec![Int::ZERO; numbers.len()],
        constant: sum.constant.clone(),
    };
    for (parts, factor) in &sum.lengths {
        for part in parts {
            match part {
                Part::Variable(track) => bound.lengths[*track] += factor,
                Part::Word(word) => bound.constant += &(factor * &Int::from(word.len())),
            }
        }
    }
    for (term, factor) in &sum.numbers {
        let at = numbers.iter().position(|number| number.term == *term)?;
        bound.numbers[at] = factor.clone();
    }
    Some(bound)
}
