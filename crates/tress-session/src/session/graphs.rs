//! What engines see of a problem: its string graph, its guesses as bit vectors, or its arrays.

use super::{Mode, Refused, Session};
use tress_engines::arrays_of;
use tress_second::{Limits, bits_text, drawing};
use tress_smtlib::Command;
use tress_solver::options::Options;

/// Which view is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The graph, in the language of Graphviz.
    Graph,
    /// Every guess, as a problem of QF_BV.
    Bits,
    /// Quantified constraints on arrays, as a problem of UFLIA.
    Arrays,
    /// What the strategy knows of each part before it asks an engine.
    Profile,
}

impl Session {
    /// A session that answers checks with a view of their problems.
    #[must_use]
    pub fn viewing(options: Options, view: View) -> Self {
        Self { mode: Mode::View(view), ..Self::new(options) }
    }

    /// The reply to a command that asks something, when only views are printed.
    pub(super) fn viewed(&mut self, command: Command, view: View) -> Result<Option<String>, Refused> {
        let assumptions = match command {
            Command::CheckSat => Vec::new(),
            Command::CheckSatAssuming(assumptions) => assumptions,
            _ => return Ok(None),
        };
        if let Some(refusal) = self.refusal() {
            return Err(Refused(refusal));
        }
        let terms = self.assumed(&assumptions);
        let stopped = |stop: tress_base::Stop| Refused(stop.to_string());
        let facts = self.solver.over_all_characters(&terms).map_err(|reason| Refused(reason.to_string()))?;
        let budget = self.solver.budget();
        let mut env = tress_solver::lend(&mut self.solver, &budget);
        let text = match view {
            View::Graph => drawing(&mut env, &facts).map_err(stopped)?,
            View::Bits => bits_text(&mut env, &facts, &Limits::full(&budget)).map_err(stopped)?,
            View::Arrays => {
                let problem = arrays_of(&mut env, &facts).map_err(stopped)?;
                self.problem_text(&problem, &[])?
            }
            View::Profile => self.solver.profiles(&terms).map_err(|reason| Refused(reason.to_string()))?,
        };
        let reset = if self.printed > 0 && view == View::Bits { "(reset)\n" } else { "" };
        self.printed += 1;
        Ok(Some(format!("{reset}{}", text.trim_end())))
    }
}
