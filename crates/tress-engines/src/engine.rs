//! The door through which engines come in.

use tress_base::Stop;

use tress_rewrite::env::Env;
use tress_rewrite::problem::{Outcome, Problem};
use tress_term::term::TermStore;

/// Which answers an engine may give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claims {
    /// Models only: that it finds none has no meaning.
    Sat,
    /// Both.
    Both,
}

impl Claims {
    /// As one word.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Claims::Sat => "sat",
            Claims::Both => "both",
        }
    }
}

/// What an engine is asked.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The facts that should hold together.
    pub problem: &'a Problem,
    /// Must a conflict report whether it needs the facts with this origin?
    pub tracked: &'a dyn Fn(u32) -> bool,
    /// How many steps it is given, for engines that divide their work. The budget ends at them in
    /// any case.
    pub share: u64,
    /// In how many strings cases were distinguished on the way to this problem.
    pub depth: usize,
}

/// A method that decides problems.
pub trait Engine: Sync {
    /// The value of `--engine`, under which its steps are counted too.
    fn name(&self) -> &'static str;

    /// One sentence for the help page.
    fn help(&self) -> &'static str;

    /// Which answers it may give.
    fn claims(&self) -> Claims;

    /// Could it decide this problem? Must be cheap.
    fn applies(&self, _store: &TermStore, _problem: &Problem) -> bool {
        true
    }

    /// Tries to decide the problem.
    ///
    /// # Errors
    /// When the budget is used up.
    fn solve(&self, env: &mut Env<'_>, task: &Task<'_>) -> Result<Outcome, Stop>;
}
