//! The kernel: Boolean structure, equality and arithmetic, with room for a theory.
//!
//! Enters: a problem. Leaves: a model, a conflict, or no answer. `tress-sat` searches over the
//! Boolean structure (`skeleton`); atoms go to congruence closure (`egraph`, `classes`) and to
//! `tress-lia` (`numbers`); both hear of every literal at once (`propagate`) and of complete
//! assignments (`final_check`). A [`Theory`] gives further operators a meaning; without one they
//! are functions of their arguments: a conflict is a conflict all the same, and a model counts
//! only when the evaluator agrees. Everything that anyone concludes goes through `inferences`.
//!
//! Problems without strings are decided here alone. Engines may ask the kernel too: [`decide`].
//! It must not know strings, engines, sessions, nor how assertions became facts.

mod arrays_datatypes;
mod atoms;
mod bits;
mod candidate;
mod care_pairs;
#[cfg_attr(not(feature = "check-everything"), path = "unchecked.rs")]
mod checked;
pub mod circuits;
mod classes;
mod context;
mod definitions;
mod distinct;
mod egraph;
mod final_check;
mod gates;
mod incremental;
mod inferences;
mod nonlinear;
mod numbers;
mod observer;
mod propagate;
mod recorded;
mod register;
mod relevance;
mod sat;
mod skeleton;
mod skolems;
mod theory;
mod values;

use tress_base::{Cap, Stop};

use tress_rewrite::env::Env;
use tress_rewrite::problem::{Fact, Outcome, Problem};
use tress_term::model::Model;
use tress_term::term::{Sort, SymbolId, TermStore, post_order};

pub use checked::Watcher;
pub use context::Context;
pub use egraph::{EQUATION, Node};
pub use incremental::{Incremental, Mode};
pub use inferences::Rule;
pub use recorded::{Origin, Recorded, RecordedClause, Refutation, Role, decide_recorded};
pub use register::is_application;
pub use sat::Lifetime;
pub use theory::{NoTheory, Progress, Theory};
pub use values::Choices;

use arrays_datatypes::ArraysDatatypes;
use atoms::Atoms;
use bits::Bits;
use checked::Checks;
use classes::Classes;
use inferences::Inferences;
use numbers::Numbers;
use observer::Recorder;
use register::Waiting;
use relevance::Relevance;
use skolems::Skolems;

/// What one search knows besides its clauses.
pub struct Kernel {
    /// The formulas that literals represent.
    pub atoms: Atoms,
    /// The arithmetic, and the terms it counts with.
    pub numbers: Numbers,
    pub(crate) bits: Bits,
    /// Classes of equal terms.
    pub classes: Classes,
    pub(crate) skolems: Skolems,
    /// What the assertions rest on.
    pub relevance: Relevance,
    /// What was concluded.
    pub inferences: Inferences,
    /// Terms and axioms that are to be entered.
    pub waiting: Waiting,
    pub(crate) arrays_datatypes: ArraysDatatypes,
    checks: Checks,
    /// Which rules the clauses of this search come from, if its clauses are kept.
    recorder: Option<Box<Recorder>>,
    /// The symbols of the problem.
    symbols: Vec<SymbolId>,
    marks: Vec<propagate::Mark>,
    /// The values under which the last final check found everything consistent.
    found: Option<Model>,
}

impl Default for Kernel {
    fn default() -> Self {
        Self::new()
    }
}

impl Kernel {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Self {
            atoms: Atoms::default(),
            numbers: Numbers::default(),
            bits: Bits::default(),
            classes: Classes::new(),
            skolems: Skolems::default(),
            relevance: Relevance::default(),
            inferences: Inferences::default(),
            waiting: Waiting::default(),
            arrays_datatypes: ArraysDatatypes::default(),
            checks: Checks::default(),
            recorder: None,
            symbols: Vec::new(),
            marks: Vec::new(),
            found: None,
        }
    }
}

/// Decides a problem with a theory, in a search that is not kept. `tracked` says for which facts
/// a conflict must tell whether it needs them.
///
/// # Errors
/// When the budget is used up.
pub fn decide<T: Theory>(
    env: &mut Env<'_>,
    theory: T,
    problem: &Problem,
    tracked: impl Fn(u32) -> bool,
) -> Result<Outcome, Stop> {
    let asserted = |fact: &Fact| if tracked(fact.origin) { Mode::Tracked } else { Mode::Asserted };
    Incremental::new(theory, env.seed).decide(env, problem, asserted)
}

/// The caps of the kernel's methods.
pub fn caps() -> impl Iterator<Item = &'static Cap> {
    [arrays_datatypes::CAPS, bits::CAPS, nonlinear::CAPS].into_iter().flatten().copied()
}

/// Does the kernel understand everything in the problem, so that nobody else could add anything?
pub fn is_native(store: &TermStore, problem: &Problem) -> bool {
    let roots: Vec<_> = problem.facts.iter().map(|fact| fact.term).collect();
    post_order(store, &roots).into_iter().all(|term| {
        let plain = !matches!(store.sort(term), Sort::String | Sort::RegLan);
        plain && store.op(term).is_none_or(|op| op.info().theory <= tress_term::term::Theory::Numbers)
    })
}
