//! Certificates for the last answer.

use std::collections::BTreeMap;

use tress_certificates::{Certificate, certify};
use tress_rewrite::env::SolveContext;
use tress_term::term::Term;

use super::{Misuse, Solver, State};

impl Solver {
    /// A certificate that the last check, which answered unsat, is right. `problem` is the script up to that
    /// check: the certificate names its assertions by number, and then its assumptions.
    ///
    /// # Errors
    /// When the last check did not answer unsat, or something changed since.
    pub fn certificate(&mut self, problem: &[u8]) -> Result<Certificate, Misuse> {
        let State::Unsat(core) = &self.state else { return Err(Misuse::NoCore) };
        if self.stack.written != self.stack.assertions {
            return Ok(Certificate::Missing(BTreeMap::from([("an alphabet".to_owned(), 1)])));
        }
        let formulas: Vec<Term> = self.stack.assertions.iter().chain(&self.assumptions).copied().collect();
        let numbered: Vec<(usize, Term)> =
            core.formulas.iter().map(|number| (*number, formulas[*number])).collect();
        let budget = self.budget();
        let log = std::mem::take(&mut self.log);
        let mut context = SolveContext { store: self.terms.clone(), log, ..SolveContext::new() };
        let found = certify(&mut context.env(&budget, 0), problem, &numbered);
        self.log = context.log;
        Ok(found.unwrap_or_else(|stop| Certificate::Missing(BTreeMap::from([(stop.to_string(), 1)]))))
    }
}
