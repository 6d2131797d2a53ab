//! Languages instead of values: all words that a string may be, given languages of the others.

use tress_automata::Regex;
use tress_base::{Budget, Stop};

use super::{Misuse, Solver};
use tress_languages::systems::{Failure, LanguageProblem};
use tress_term::term::Term;

/// Why a term has no language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLanguage {
    /// There is no model to begin with.
    Misuse(Misuse),
    /// The assertions, then the assumptions, are no system of constraints on languages.
    Failure(Failure),
    /// The term is no concatenation of declared symbols and constants.
    NoConcatenation,
}

impl From<Failure> for NoLanguage {
    fn from(failure: Failure) -> Self {
        NoLanguage::Failure(failure)
    }
}

impl From<Stop> for NoLanguage {
    fn from(stop: Stop) -> Self {
        NoLanguage::Failure(Failure::Stopped(stop))
    }
}

impl Solver {
    /// What is asserted, with assumptions behind, as constraints on languages.
    ///
    /// # Errors
    /// When it is something else, or the budget ends.
    pub fn language_problem(
        &mut self,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<LanguageProblem, Failure> {
        let mut formulas = self.over_all_characters(assumptions).map_err(|_| Failure::Alphabet)?;
        let Self { terms, evaluator, stack, alphabet, .. } = self;
        for symbol in &stack.declared {
            if terms.symbol(*symbol).arguments.is_empty() {
                let constant = terms.constant(*symbol);
                let image = alphabet.term(terms, constant).map_err(|_| Failure::Alphabet)?;
                formulas.extend(alphabet.memberships(terms, &[image]));
            }
        }
        LanguageProblem::new(terms, evaluator, &formulas, &stack.declared, budget)
    }

    /// The language of a string in the maximal solution that holds the model of the last check: the same
    /// solution for all strings. It is an expression of [`Solver::regexes`].
    ///
    /// # Errors
    /// Why there is none.
    ///
    /// # Panics
    /// Never: a model satisfies the assertions.
    pub fn language(&mut self, term: Term) -> Result<Regex, NoLanguage> {
        let model = self.shared_model().map_err(NoLanguage::Misuse)?.clone();
        let budget = self.budget();
        let assumptions = self.assumptions.clone();
        let mut problem = self.language_problem(&assumptions, &budget)?;
        let parts = problem.parts_of(&self.terms, &mut self.evaluator, term, &budget)?;
        let parts = parts.ok_or(NoLanguage::NoConcatenation)?;
        let words = problem.words(&model, &budget)?;
        let languages = problem.system.around(&words, &budget)?.expect("the model satisfies the assertions");
        let store = self.evaluator.regexes_mut();
        Ok(problem.system.concatenation_expression(&parts, &languages, store, &budget)?)
    }
}
