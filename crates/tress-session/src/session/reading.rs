//! Reading is under the limits of the check that follows it.
//!
//! The time that commands took to read counts for the next check. When a limit ends the reading of a command,
//! whatever would have to be read is left out until then, and the check answers `unknown`, for this reason.

use std::time::Duration;

use tress_base::{Budget, Stop};

use tress_smtlib::{Error, Lost, Position};
use tress_solver::Solver;
use tress_solver::options::Opt;

use super::{Reply, Session, error_reply};

/// The limits of what is read before the next check.
#[derive(Default)]
pub(super) struct Reading {
    /// Nothing was read before it is made; then its time stands still between commands.
    budget: Option<Budget>,
    /// What it allows: options may change.
    limits: [Option<u64>; 2],
    /// The limit that ended the reading of a command.
    stopped: Option<Stop>,
    /// Was it noted that something of the level that is open now is left out?
    is_noted: bool,
    none: Budget,
}

impl Reading {
    /// A command is read now.
    pub(super) fn resume(&mut self, solver: &Solver) {
        let limits = [Opt::Timeout, Opt::Memory].map(|limit| solver.options.limit(limit));
        match &mut self.budget {
            Some(budget) if self.limits == limits => budget.resume(),
            _ => (self.budget, self.limits) = (Some(solver.reading_budget()), limits),
        }
    }

    /// The limits.
    pub(super) fn budget(&self) -> &Budget {
        self.budget.as_ref().unwrap_or(&self.none)
    }

    /// The command was read.
    pub(super) fn pause(&mut self) {
        self.budget.iter_mut().for_each(Budget::pause);
    }

    /// Is the command left out like the one before it? Then nothing has to be said of it.
    pub(super) fn leaves_out(&self, text: &[u8]) -> bool {
        const READ: [&[u8]; 3] = [b"(assert", b"(declare-", b"(define-"];
        self.is_noted && self.stopped.is_some() && READ.iter().any(|name| text.starts_with(name))
    }

    /// Another level is open now.
    pub(super) fn enter_level(&mut self) {
        self.is_noted = false;
    }

    /// A check comes: how long reading took, and the limit that it did not keep.
    pub(super) fn end(&mut self) -> (Duration, Option<Stop>) {
        let time = self.budget.take().map_or(Duration::ZERO, |budget| budget.elapsed());
        self.is_noted = false;
        (time, self.stopped.take())
    }
}

impl Session {
    /// Does the process hold more than it may?
    pub(super) fn holds_too_much(&self) -> bool {
        let limit = self.options().limit(Opt::Memory).map(|mebibytes| mebibytes << 20);
        limit.is_some_and(|limit| tress_base::resident_bytes().is_some_and(|held| held > limit))
    }

    /// The reply to a command that was too large to be held.
    pub(super) fn too_large(&mut self, at: Position) -> Reply {
        self.note_lost(Lost::Text, at);
        self.cut_short(Stop::Memory, &Error { lost: Lost::Text, ..Error::from(Stop::Memory) }, at)
    }

    /// The reply to a command that a limit did not let be read. Clients that wait for one get an error; to
    /// others the next check reports it.
    pub(super) fn cut_short(&mut self, stop: Stop, error: &Error, at: Position) -> Reply {
        self.reading.stopped.get_or_insert(stop);
        self.reading.is_noted = error.lost != Lost::Nothing;
        let is_awaited = error.lost == Lost::Nothing || self.options().flag(Opt::PrintSuccess);
        if is_awaited { error_reply(at, &error.message) } else { Reply::default() }
    }
}
