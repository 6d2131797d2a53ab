//! Formulas that say which concatenations lie in which languages, for [`crate::maximal`].
//!
//! Enters: formulas. Leaves: a [`LanguageProblem`], whose solutions are languages instead of words; or the
//! [`Misfit`], a formula that says something else, and what. Of the form are conjunctions of
//!
//! - memberships of concatenations, negated or not, and any combination of them about one concatenation;
//! - what is a membership in other words: equations with constants, `str.prefixof`, `str.suffixof`,
//!   `str.contains` with a constant, lengths of concatenations compared with numbers;
//! - definitions: equations between a symbol and a concatenation without it. The symbol's language is made of
//!   those of the others.
//!
//! Words satisfy the formulas exactly when some solution holds them: taken for each symbol, they are a
//! solution with one word for each.

mod atoms;
mod definitions;
mod pieces;
#[cfg(test)]
mod tests;

use std::fmt;

use std::collections::BTreeMap;

use crate::maximal::{Constant, Part, System, Variable};
use rustc_hash::FxHashMap;
use tress_automata::Regex;
use tress_base::{Budget, Stop};

use tress_term::eval::Evaluator;
use tress_term::model::Model;
use tress_term::term::{Sort, SymbolId, Term, TermStore, Value};

pub use atoms::conjuncts;
use atoms::{Reader, Statement};
use definitions::Definitions;
use pieces::Piece;

/// A formula that is not about concatenations in languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The part of it that says something else.
    pub part: Term,
    /// What is wrong with it.
    pub why: Why,
}

/// Why a formula says more than which concatenation is in which language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is no membership, and nothing that is one in other words.
    Other,
    /// A string in it is no concatenation of constants and declared symbols.
    NoConcatenation,
    /// The language is not the same for all values.
    NoConstant,
    /// It combines statements about different concatenations by something else than a conjunction.
    Mixed,
    /// An equation that defines none of its symbols.
    NoDefinition,
    /// A number or word in it is too large.
    TooLarge,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Other => "it is no membership",
            Why::NoConcatenation => {
                "it is about a string that is no concatenation of variables and constants"
            }
            Why::NoConstant => "its language depends on a variable",
            Why::Mixed => "it speaks of several concatenations, but is no conjunction",
            Why::NoDefinition => "it is an equation that defines none of its variables",
            Why::TooLarge => "a number in it is too large",
        })
    }
}

/// Why there is no system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The formula with this number is not of the form.
    Misfit(usize, Misfit),
    /// The budget ended.
    Stopped(Stop),
    /// A formula has no meaning over the alphabet.
    Alphabet,
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Failure::Stopped(stop)
    }
}

/// Why a formula is not taken.
enum Trouble {
    Misfit(Misfit),
    Stopped(Stop),
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Self {
        Trouble::Stopped(stop)
    }
}

impl Trouble {
    fn new(part: Term, why: Why) -> Self {
        Trouble::Misfit(Misfit { part, why })
    }

    fn of(self, formula: usize) -> Failure {
        match self {
            Trouble::Misfit(misfit) => Failure::Misfit(formula, misfit),
            Trouble::Stopped(stop) => Failure::Stopped(stop),
        }
    }
}

/// Formulas as a system of constraints on languages.
#[derive(Debug)]
pub struct LanguageProblem {
    /// The constraints.
    pub system: System,
    /// The symbols that are languages to be found. All others are defined by them.
    variables: BTreeMap<SymbolId, Variable>,
    definitions: Definitions,
}

impl LanguageProblem {
    /// The system of formulas about the declared symbols; those of other sorts are of no interest.
    ///
    /// # Errors
    /// The first formula that is not of the form, or that the budget ended.
    pub fn new(
        store: &TermStore,
        evaluator: &mut Evaluator,
        formulas: &[Term],
        declared: &[SymbolId],
        budget: &Budget,
    ) -> Result<Self, Failure> {
        let mut members = Vec::new();
        let mut equations = Vec::new();
        let mut reader = Reader { store, evaluator, budget };
        for (number, formula) in formulas.iter().enumerate() {
            for (part, holds) in conjuncts(store, *formula) {
                match reader.statement(part, holds).map_err(|trouble| trouble.of(number))? {
                    Statement::Member(member) => members.push(member),
                    Statement::Equation(equation) => equations.push((number, part, equation)),
                }
            }
        }
        let definitions = Definitions::new(&mut members, equations, reader.evaluator.regexes_mut(), budget)?;
        let mut problem = Self { system: System::new(), variables: BTreeMap::new(), definitions };
        let is_word = |symbol: &&SymbolId| {
            let symbol = store.symbol(**symbol);
            symbol.result == Sort::String && symbol.arguments.is_empty()
        };
        for symbol in declared.iter().filter(is_word) {
            if !problem.definitions.defines(*symbol) {
                let variable = problem.system.variable(&*store.symbol(*symbol).name);
                problem.variables.insert(*symbol, variable);
            }
        }
        problem.post(store, evaluator, &members, budget)?;
        Ok(problem)
    }

    /// Puts the memberships into the system.
    fn post(
        &mut self,
        store: &TermStore,
        evaluator: &mut Evaluator,
        members: &[Member],
        budget: &Budget,
    ) -> Result<(), Stop> {
        let mut bounds: FxHashMap<Regex, Constant> = FxHashMap::default();
        for member in members {
            let pieces = self.definitions.expand(&member.pieces, budget)?;
            let parts: Vec<Part> = pieces.iter().map(|piece| self.part(store, piece)).collect();
            let bound = match bounds.get(&member.language) {
                Some(bound) => *bound,
                None => self.system.expression(evaluator.regexes_mut(), member.language, budget)?,
            };
            bounds.insert(member.language, bound);
            if member.holds {
                self.system.subset(&parts, bound);
            } else {
                self.system.disjoint(&parts, bound);
            }
        }
        Ok(())
    }

    fn part(&mut self, store: &TermStore, piece: &Piece) -> Part {
        match piece {
            Piece::Text(word) => self.system.word(word).into(),
            Piece::Symbol(symbol) => {
                let Self { system, variables, .. } = self;
                let name = || system.variable(&*store.symbol(*symbol).name);
                (*variables.entry(*symbol).or_insert_with(name)).into()
            }
        }
    }

    /// The words of the variables in a model, in their order. A symbol without a value has the empty word.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn words(&self, model: &Model, budget: &Budget) -> Result<Vec<Vec<u32>>, Stop> {
        let mut words = vec![Vec::new(); self.variables.len()];
        for (symbol, variable) in &self.variables {
            if let Some(Value::Str(word)) = model.get(*symbol) {
                words[variable.index()] = word.spelled(budget)?.to_vec();
            }
        }
        Ok(words)
    }

    /// What a symbol is made of: itself, or what defines it.
    fn pieces(&self, symbol: SymbolId, budget: &Budget) -> Result<Vec<Piece>, Stop> {
        self.definitions.expand(&[Piece::Symbol(symbol)], budget)
    }

    /// What a symbol is made of in the system: its variable, or the concatenation that defines it.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn parts(&mut self, store: &TermStore, symbol: SymbolId, budget: &Budget) -> Result<Vec<Part>, Stop> {
        let pieces = self.pieces(symbol, budget)?;
        Ok(pieces.iter().map(|piece| self.part(store, piece)).collect())
    }

    /// What a term of sort String is made of in the system. Returns `None` if it is no concatenation.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn parts_of(
        &mut self,
        store: &TermStore,
        evaluator: &mut Evaluator,
        term: Term,
        budget: &Budget,
    ) -> Result<Option<Vec<Part>>, Stop> {
        let pieces = match (Reader { store, evaluator, budget }).pieces(term) {
            Ok(pieces) => self.definitions.expand(&pieces, budget)?,
            Err(Trouble::Misfit(_)) => return Ok(None),
            Err(Trouble::Stopped(stop)) => return Err(stop),
        };
        Ok(Some(pieces.iter().map(|piece| self.part(store, piece)).collect()))
    }
}

/// Is a conjunct of the form, when it holds or when it does not? An equation is, whether or not it defines
/// something.
///
/// # Errors
/// When the budget ends.
pub fn is_about_languages(
    store: &TermStore,
    evaluator: &mut Evaluator,
    (part, holds): (Term, bool),
    budget: &Budget,
) -> Result<bool, Stop> {
    match (Reader { store, evaluator, budget }).statement(part, holds) {
        Ok(_) => Ok(true),
        Err(Trouble::Misfit(_)) => Ok(false),
        Err(Trouble::Stopped(stop)) => Err(stop),
    }
}

/// A concatenation is in a language, or is not.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Member {
    pieces: Vec<Piece>,
    language: Regex,
    holds: bool,
}
