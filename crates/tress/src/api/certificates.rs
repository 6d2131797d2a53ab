//! Certificates for unsat, with the problem that they are about.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use tress_solver::options::Opt;
use tress_solver::{Answer, Certificate as Made};
use tress_term::print::{Style, symbol_text, term_text};
use tress_term::term::{Head, Sort, SymbolId, Term, post_order};

use super::error::{Error, Result};
use super::shared::Inner;
use super::solver::Solver;

/// A file that shows that a problem has no solution, and the problem.
///
/// The program `tress-check PROBLEM CERTIFICATE`, which shares nothing with this crate, accepts them or names
/// the first line that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    problem: String,
    text: String,
}

impl Certificate {
    /// The assertions as SMT-LIB, with a check under the assumptions. Read it: this is what is shown to have
    /// no solution.
    #[must_use]
    pub fn problem(&self) -> &str {
        &self.problem
    }

    /// The certificate, a step on a line.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Certificates.
impl Solver {
    /// A certificate that the last check, which answered unsat, is right. It was accepted by the checker. The
    /// work is under the limits of a check of its own.
    ///
    /// ```
    /// use tress::{Answer, Solver, Sort};
    ///
    /// let mut s = Solver::new();
    /// let x = s.constant("x", Sort::String)?;
    /// s.assert(x.len().lt(2))?;
    /// assert_eq!(s.check_assuming([x.eq("abc")])?, Answer::Unsat);
    /// let certificate = s.certificate()?;
    /// assert!(certificate.problem().ends_with("(check-sat-assuming ((= x \"abc\")))\n"));
    /// assert!(certificate.text().starts_with("(tress-certificate 1 "));
    /// # Ok::<(), tress::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the last check did not answer unsat, or there is no certificate, with the rules that have none.
    pub fn certificate(&mut self) -> Result<Certificate> {
        let mut inner = self.shared.lock();
        let problem = inner.problem_text();
        let made = inner.core.certificate(problem.as_bytes())?;
        match &made {
            Made::Text(text) => Ok(Certificate { problem, text: text.clone() }),
            Made::Missing(_) => Err(Error::NoCertificate(made.missing_text().unwrap_or_default())),
        }
    }
}

impl Inner {
    /// The assertions of all levels and the assumptions of the last check as a script.
    fn problem_text(&self) -> String {
        let store = &self.core.terms;
        let text_of = |term| term_text(store, term, Style::Standard);
        let sort_text = |sort: &Sort| store.sort_text(*sort).into_owned();
        let roots: Vec<Term> =
            self.core.assertions().iter().chain(self.core.assumptions()).copied().collect();
        let used: BTreeSet<SymbolId> = post_order(store, &roots)
            .into_iter()
            .filter_map(|term| match store.head(term) {
                Head::Symbol(symbol) => Some(symbol),
                _ => None,
            })
            .collect();
        let signatures = || used.iter().map(|symbol| store.symbol(*symbol));
        let mut text = String::new();
        let of_signatures = signatures().flat_map(|symbol| symbol.arguments.iter().chain([&symbol.result]));
        let sorts: BTreeSet<String> =
            of_signatures.filter(|sort| matches!(sort, Sort::Declared(_))).map(sort_text).collect();
        // Writing to a string cannot fail.
        for sort in sorts {
            let _ = writeln!(text, "(declare-sort {sort} 0)");
        }
        for symbol in signatures() {
            let arguments: Vec<String> = symbol.arguments.iter().map(sort_text).collect();
            let (name, result) = (symbol_text(&symbol.name), sort_text(&symbol.result));
            let _ = writeln!(text, "(declare-fun {name} ({}) {result})", arguments.join(" "));
        }
        for assertion in self.core.assertions() {
            let _ = writeln!(text, "(assert {})", text_of(*assertion));
        }
        let assumptions: Vec<String> = self.core.assumptions().iter().map(|term| text_of(*term)).collect();
        text.push_str(&match assumptions[..] {
            [] => "(check-sat)\n".to_owned(),
            _ => format!("(check-sat-assuming ({}))\n", assumptions.join(" ")),
        });
        text
    }

    /// The answer to a check, which is taken back if it must be certified and is not.
    pub(super) fn certified(&mut self, answer: Answer) -> Answer {
        if answer != Answer::Unsat || !self.core.options.flag(Opt::Certified) {
            return answer;
        }
        let problem = self.problem_text();
        match self.core.certificate(problem.as_bytes()) {
            Ok(certificate) => self.core.require(&certificate),
            Err(_) => answer,
        }
    }
}
