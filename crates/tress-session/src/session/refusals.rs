//! What was refused, level by level, and what that means for answers.
//!
//! Invariant: as long as the list is not empty, the session answers no `sat`: models of what was understood
//! need not be models of what was sent. `unsat` stays, because more assertions have no more models.

use tress_rewrite::problem::Reason;
use tress_smtlib::{Lost, Position};
use tress_solver::Answer;
use tress_solver::options::Opt;

use super::Session;

/// Something that was refused, and the number of levels that were open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refusal {
    lost: Lost,
    at: Position,
    level: usize,
}

impl Session {
    /// Remembers that something at a position was not understood.
    pub(super) fn note_lost(&mut self, lost: Lost, at: Position) {
        let global = self.options().flag(Opt::GlobalDeclarations);
        let level = match lost {
            Lost::Nothing => return,
            Lost::Level => 0,
            // Its name goes on meaning the wrong thing when the level is closed.
            Lost::Declaration if global => 0,
            _ => self.levels.len(),
        };
        self.refusals.push(Refusal { lost, at, level });
        self.answer = None;
        // A model that was found before may violate what is missing.
        if self.solver.model().is_ok()
            && let Some(text) = self.refusal()
        {
            self.solver.withhold(Reason::Refused(text));
        }
    }

    /// Forgets what was refused in levels that are closed now.
    pub(super) fn close_refusals(&mut self) {
        let open = self.levels.len();
        self.refusals.retain(|refusal| refusal.level <= open);
    }

    /// Forgets what was refused, except that declarations which are kept go on being wrong.
    pub(super) fn forget_refusals(&mut self, keep_declared: bool) {
        self.refusals.retain(|refusal| keep_declared && refusal.lost == Lost::Declaration);
    }

    /// Why a problem that was not understood as a whole is not answered.
    pub(super) fn refusal(&self) -> Option<String> {
        let Refusal { lost, at, .. } = self.refusals.first()?;
        Some(format!("{lost} was refused at {at}"))
    }

    /// The answer of the solver, when it is one to what was sent.
    pub(super) fn about_all(&mut self, answer: Answer) -> Answer {
        match (answer, self.refusal()) {
            (Answer::Sat, Some(text)) => self.solver.withhold(Reason::Refused(text)),
            (answer, _) => answer,
        }
    }
}
