//! A problem in a session of its own, and what its answer says of itself.

use std::time::Duration;

use tress_base::{Budget, Clock};
use tress_session::{Session, run as run_session};
use tress_solver::Answer;
use tress_solver::options::{Opt, Options};
use tress_term::eval::Evaluator;
use tress_term::term::Value;

/// An answer without its reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::experiments) enum Said {
    Sat,
    Unsat,
    Unknown,
}

impl Said {
    /// The word for it.
    pub(in crate::experiments) fn word(self) -> &'static str {
        match self {
            Said::Sat => "sat",
            Said::Unsat => "unsat",
            Said::Unknown => "unknown",
        }
    }

    /// The answer that a solver printed. Returns `None` if it printed something else.
    pub(super) fn read(text: &str) -> Option<Said> {
        [Said::Sat, Said::Unsat].into_iter().find(|said| text.trim() == said.word())
    }
}

/// A session after its check.
pub(in crate::experiments) struct Solved {
    pub(in crate::experiments) session: Session,
    pub(in crate::experiments) said: Said,
    pub(super) time: Duration,
    has_core: bool,
}

impl Solved {
    /// Reads and checks; the text must be read without complaint.
    pub(super) fn new(text: &str, limit: Duration, has_core: bool) -> Self {
        let mut options = Options::default();
        options.set_number(Opt::Timeout, limit.as_millis() as u64);
        let flag = if has_core { "true" } else { "false" };
        options.set("produce-unsat-cores", flag).expect("there is such an option");
        let mut session = Session::new(options);
        let mut output = Vec::new();
        let ran = run_session(&mut session, text.as_bytes(), &mut output);
        let is_read = ran.is_ok_and(|summary| summary.errors == 0);
        assert!(is_read, "{text}{}", String::from_utf8_lossy(&output));
        let clock = Clock::start();
        let said = match session.solver.check(&[]) {
            Answer::Sat => Said::Sat,
            Answer::Unsat => Said::Unsat,
            Answer::Unknown(_) => Said::Unknown,
        };
        Self { session, said, time: clock.elapsed(), has_core }
    }

    /// The values of a model, by the names of constants.
    pub(in crate::experiments) fn values(&self) -> Vec<(String, Value)> {
        let solver = &self.session.solver;
        let Ok(model) = solver.model() else { return Vec::new() };
        let value = |symbol| Some((solver.terms.symbol(symbol).name.to_string(), model.get(symbol)?.clone()));
        solver.declared().iter().filter_map(|symbol| value(*symbol)).collect()
    }

    /// Does the model not satisfy the assertions, or has the core a model?
    pub(super) fn contradicts_itself(&mut self) -> Option<String> {
        match self.said {
            Said::Sat => self.model_fails(),
            Said::Unsat if self.has_core => self.core_holds(),
            _ => None,
        }
    }

    fn model_fails(&self) -> Option<String> {
        let solver = &self.session.solver;
        let (mut evaluator, budget) = (Evaluator::new(), Budget::unlimited());
        let Ok(model) = solver.model() else { return Some("sat without a model".to_owned()) };
        let mut holds = |term| evaluator.eval(&solver.terms, term, model, &budget) == Ok(Value::Bool(true));
        let fails = solver.assertions().iter().position(|term| !holds(*term));
        fails.map(|number| format!("assertion {number} is not true under the model"))
    }

    fn core_holds(&mut self) -> Option<String> {
        let solver = &mut self.session.solver;
        let assertions = solver.assertions().to_vec();
        let Ok(core) = solver.unsat_core() else { return Some("unsat without a core".to_owned()) };
        solver.reset_assertions(true);
        core.iter().for_each(|number| solver.assert(assertions[*number]));
        let is_sat = solver.check(&[]) == Answer::Sat;
        is_sat.then(|| format!("the core {core:?} is sat when it stands alone"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(text: &str) -> Solved {
        Solved::new(text, Duration::from_secs(20), true)
    }

    #[test]
    fn models_and_cores_are_looked_at() {
        let text = "(declare-const n Int)(assert (> n 3))";
        let mut sat = solved(text);
        assert_eq!((sat.said, sat.contradicts_itself()), (Said::Sat, None));
        assert_eq!(sat.values()[0].0, "n");
        let mut unsat = solved(&format!("{text}(assert (< n 0))"));
        assert_eq!((unsat.said, unsat.contradicts_itself()), (Said::Unsat, None));
    }

    #[test]
    fn words_of_solvers_are_read() {
        assert_eq!(Said::read("unsat\n"), Some(Said::Unsat));
        assert_eq!(Said::read("timeout"), None);
    }
}
