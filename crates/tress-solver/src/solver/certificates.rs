//! Certificates for the last answer.

use tress_certificates::{Certificate, REFUSED, certify};
use tress_rewrite::env::Workshop;
use tress_rewrite::problem::Reason;
use tress_term::term::Term;

use super::{Answer, Misuse, Solver, State};
use crate::ground::Covers;

impl Solver {
    /// A certificate that the last check, which answered unsat, is right. `problem` is the script up to that
    /// check: the certificate names its assertions by number, and then its assumptions. The work is under the
    /// limits of a check of its own.
    ///
    /// # Errors
    /// When the last check did not answer unsat, or something changed since.
    pub fn certificate(&mut self, problem: &[u8]) -> Result<Certificate, Misuse> {
        let budget = self.budget();
        let core = self.exact_core(&budget).ok_or(Misuse::NoCertificate)?;
        let exact = (core.covers == Covers::All).then_some(core.formulas);
        let certificate = match self.stack.written == self.stack.assertions {
            true => {
                let formulas: Vec<Term> =
                    self.stack.assertions.iter().chain(&self.assumptions).copied().collect();
                let core = exact.unwrap_or_else(|| (0..formulas.len()).collect());
                let numbered: Vec<(usize, Term)> =
                    core.into_iter().map(|number| (number, formulas[number])).collect();
                let mut context = Workshop { store: self.terms.clone(), ..Workshop::new() };
                let mut env = context.env(&budget, 0);
                certify(&mut env, problem, &numbered)
                    .unwrap_or_else(|stop| Certificate::without(&stop.to_string()))
            }
            false => Certificate::without("an alphabet"),
        };
        let is_refused = matches!(&certificate, Certificate::Missing(rules) if rules.contains_key(REFUSED));
        self.stats.add("certificates-refused", u64::from(is_refused));
        let outcome = match &certificate {
            Certificate::Text(_) => "certificates-made",
            Certificate::Missing(_) => "certificates-missing",
        };
        self.stats.add(outcome, 1);
        Ok(certificate)
    }

    /// Takes back what the last check found, for this reason.
    pub fn withhold(&mut self, reason: Reason) -> Answer {
        self.state = State::Unknown(reason);
        self.answer()
    }

    /// Takes the answer unsat back unless it has a certificate.
    pub fn require(&mut self, certificate: &Certificate) -> Answer {
        match certificate.missing_rule() {
            Some(rule) => self.withhold(Reason::Uncertified(rule.to_owned())),
            None => self.answer(),
        }
    }
}
