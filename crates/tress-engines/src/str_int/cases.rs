//! Cases of words that need not be digits: those that are, the empty word, and all others.
//!
//! Enters: languages and sums over symbols. Leaves: for each case, tracks of digits and the sums over their
//! numbers. A word that is no numeral has -1 for its number; of its characters only the length matters then.

use tress_automata::lengths::{LengthSet, exact_lengths};
use tress_automata::{Regex, emptiness};
use tress_base::{Budget, Stop};

use tress_rewrite::env::Env;
use tress_term::term::SymbolId;

use super::digits::Automaton;
use super::limits::CASES;
use super::read::{Bound, Number, Reading};

/// What the word of a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Digits, at least one where a number is made of it alone.
    Digits,
    /// The empty word.
    Empty,
    /// A word with something else than digits, or one whose number is not asked for.
    Other,
}

/// A string symbol and its language.
pub(super) struct Track {
    pub(super) symbol: SymbolId,
    pub(super) automaton: Automaton,
    /// The words, if the automaton represents their lengths only.
    pub(super) words: Option<Regex>,
}

/// One case.
pub(super) struct Numerals {
    pub(super) tracks: Vec<Track>,
    pub(super) numbers: Vec<Number>,
    pub(super) bounds: Vec<Bound>,
    pub(super) apart: Vec<Bound>,
}

impl Reading {
    /// The kinds that the word of each symbol can have.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(super) fn kinds(&self, env: &mut Env<'_>) -> Result<Vec<Vec<Kind>>, Stop> {
        let mut all = Vec::new();
        for (at, language) in self.languages.iter().enumerate() {
            let (has_numbers, has_bare) = self.uses(at);
            let others = self.others(env, at);
            let has_others = !emptiness::is_empty(env.evaluator.regexes_mut(), others, env.budget)?;
            let mut kinds = Vec::new();
            if has_numbers || !has_others {
                kinds.push(Kind::Digits);
            }
            if has_bare && env.regexes().is_nullable(*language) {
                kinds.push(Kind::Empty);
            }
            if has_others {
                kinds.push(Kind::Other);
            }
            all.push(kinds);
        }
        Ok(all)
    }

    /// Is a number made of the symbol, and is one made of it alone?
    fn uses(&self, at: usize) -> (bool, bool) {
        let mut own = self.numbers.iter().filter(|number| number.track == at);
        (own.clone().next().is_some(), own.any(Number::is_bare))
    }

    /// The words of a symbol that are not only digits.
    fn others(&self, env: &mut Env<'_>, at: usize) -> Regex {
        let regexes = env.regexes();
        let digit = regexes.range(u32::from('0'), u32::from('9'));
        let digits = regexes.star(digit);
        let others = regexes.complement(digits);
        regexes.inter(&[self.languages[at], others])
    }

    /// The words of a symbol that are of a kind.
    fn language(&self, env: &mut Env<'_>, at: usize, kind: Kind) -> Regex {
        let (has_numbers, has_bare) = self.uses(at);
        if kind == Kind::Other {
            return if has_numbers { self.others(env, at) } else { self.languages[at] };
        }
        let regexes = env.regexes();
        let digit = regexes.range(u32::from('0'), u32::from('9'));
        let words = match kind {
            Kind::Empty => Regex::EPSILON,
            _ if has_bare => regexes.plus(digit),
            _ => regexes.star(digit),
        };
        regexes.inter(&[self.languages[at], words])
    }

    /// A case. `None` if an automaton is too large.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(super) fn case(&self, env: &mut Env<'_>, kinds: &[Kind]) -> Result<Option<Numerals>, Stop> {
        let mut tracks = Vec::new();
        for (at, kind) in kinds.iter().enumerate() {
            let language = self.language(env, at, *kind);
            let hidden = *kind == Kind::Other;
            let read = if hidden { lengths_as_digits(env, language)? } else { Some(language) };
            let Some(read) = read else { return Ok(None) };
            let Some(automaton) = Automaton::new(env.evaluator.regexes_mut(), read, env.budget)? else {
                return Ok(None);
            };
            let words = hidden.then_some(language);
            tracks.push(Track { symbol: self.symbols[at], automaton, words });
        }
        // A number of no numeral is -1.
        let is_number = |number: &Number| match kinds[number.track] {
            Kind::Digits => true,
            Kind::Empty => !number.is_bare(),
            Kind::Other => false,
        };
        let known: Vec<bool> = self.numbers.iter().map(is_number).collect();
        let settle = |bound: &Bound| {
            let mut settled = Bound { numbers: Vec::new(), ..bound.clone() };
            for (factor, is_number) in bound.numbers.iter().zip(&known) {
                if *is_number {
                    settled.numbers.push(factor.clone());
                } else {
                    settled.constant = &settled.constant - factor;
                }
            }
            settled
        };
        Ok(Some(Numerals {
            tracks,
            numbers: self.numbers.iter().filter(|number| is_number(number)).cloned().collect(),
            bounds: self.bounds.iter().map(settle).collect(),
            apart: self.apart.iter().map(settle).collect(),
        }))
    }
}

/// Zeros, as many as there are characters in some word. `None` if the lengths are not known.
fn lengths_as_digits(env: &mut Env<'_>, language: Regex) -> Result<Option<Regex>, Stop> {
    let budget = env.budget;
    let regexes = env.regexes();
    let lengths = exact_lengths(regexes, language, budget)?;
    if !lengths.is_exact() {
        return Ok(None);
    }
    let zero = regexes.word(&[u32::from('0')]);
    let (zeros, fitting) = (regexes.star(zero), emptiness::words_of_length(regexes, &lengths));
    Ok(Some(regexes.inter(&[zeros, fitting])))
}

/// A word of the language with this length.
///
/// # Errors
/// When the budget is used up.
pub(super) fn word_of_length(
    env: &mut Env<'_>,
    language: Regex,
    length: usize,
) -> Result<Option<Vec<u32>>, Stop> {
    let budget = env.budget;
    emptiness::find_word_of_length(env.regexes(), language, &LengthSet::single(length as u64), budget)
}

/// All ways to choose one of each. `None` if there are too many.
pub(super) fn combinations(choices: &[Vec<Kind>], budget: &Budget) -> Option<Vec<Vec<Kind>>> {
    let mut all = vec![Vec::new()];
    for kinds in choices {
        if CASES.is_exceeded(all.len() * kinds.len(), budget) {
            return None;
        }
        let longer = |chosen: &Vec<Kind>| -> Vec<Vec<Kind>> {
            kinds.iter().map(|kind| [chosen.as_slice(), &[*kind]].concat()).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    Some(all)
}
