//! `get-language`: a regular expression instead of a value.

use tress_base::Budget;

use tress_languages::systems::{Failure, LanguageProblem, Misfit};
use tress_smtlib::languages::language_text;
use tress_solver::NoLanguage;
use tress_term::print::{symbol_text, term_text};
use tress_term::term::Term;

use super::{Refused, Session};

/// The longest text of an assertion in a message.
const MOST_CHARACTERS: usize = 80;

impl Session {
    /// All words that a string may be, in a maximal solution that holds the last model.
    pub(super) fn language_text(&mut self, term: Term) -> Result<String, Refused> {
        let language = self.solver.language(term).map_err(|why| self.without_language(term, why))?;
        Ok(language_text(self.solver.regexes(), language, self.style()))
    }

    fn without_language(&self, term: Term, why: NoLanguage) -> Refused {
        Refused(match why {
            NoLanguage::Misuse(misuse) => return misuse.into(),
            NoLanguage::NoConcatenation => {
                format!("{} is no concatenation of declared strings and constants", self.short_text(term))
            }
            NoLanguage::Failure(Failure::Stopped(stop)) => format!("no language was found: {stop}"),
            NoLanguage::Failure(Failure::Alphabet) => {
                "the problem has no languages over a smaller alphabet".to_owned()
            }
            NoLanguage::Failure(Failure::Misfit(number, misfit)) => self.misfit_text(number, misfit),
        })
    }

    /// The assertions, and what is known of declared characters, as constraints on languages.
    ///
    /// # Errors
    /// When they are something else, or the budget ends.
    pub fn language_problem(&mut self, budget: &Budget) -> Result<LanguageProblem, Failure> {
        let assumptions = self.assumed(&[]);
        self.solver.language_problem(&assumptions, budget)
    }

    /// Which assertion is no membership, and why.
    #[must_use]
    pub fn misfit_text(&self, number: usize, misfit: Misfit) -> String {
        let asserted = self.solver.assertions().len();
        let label = self.labels.iter().find(|label| label.assertion == Some(number));
        let name = match (label, number.checked_sub(asserted)) {
            (Some(label), _) => format!("the assertion {}", symbol_text(&label.name)),
            (None, None) => format!("assertion {}", number + 1),
            (None, Some(assumption)) => format!("assumption {}", assumption + 1),
        };
        let (part, why) = (self.short_text(misfit.part), misfit.why);
        format!("the problem has no languages, because {name} says {part}: {why}")
    }

    /// A term as text, cut where it gets long.
    fn short_text(&self, term: Term) -> String {
        let text = term_text(&self.solver.terms, term, self.style());
        if text.chars().count() <= MOST_CHARACTERS {
            return text;
        }
        text.chars().take(MOST_CHARACTERS).chain("…".chars()).collect()
    }
}
