//! The solver as its users see it: variables, clauses, assumptions, answers.
//!
//! Between two calls of [`Solver::solve`] the assignment stands at level 0, so that clauses and
//! variables may be added at any time; what was learned stays, since it follows from the clauses
//! alone and never from assumptions. A clause that should go later is added with an extra literal
//! `-a`, holds while `a` is assumed, and is retired by the unit clause `-a`.

use crate::clause::Kind;
use crate::core::{Core, Statistics};
use crate::literal::{Lit, Var};
use crate::maintain::Maintenance;
use crate::restart::Restarts;
use crate::search::Run;
use crate::theory::{Theory, to_bool};
use crate::trace::{Silent, Tracer};
use crate::trail::Reason;
use tress_base::{Budget, Stop};

/// The answer of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// There is a model; [`Solver::value`] gives it.
    Sat,
    /// There is none under the assumptions; [`Solver::failed`] gives those that are needed for that.
    Unsat,
    /// Nobody knows.
    Unknown(Unknown),
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// The budget is used up.
    Stopped(Stop),
    /// The theory gave up on an assignment.
    Theory,
}

/// A CDCL solver that takes a theory.
///
/// Invariants: between calls the trail stands at level 0. `consistent` is false only when the
/// clauses alone are contradictory, and then for ever.
#[derive(Debug)]
pub struct Solver<R = Silent> {
    pub(crate) core: Core,
    pub(crate) tracer: R,
    pub(crate) consistent: bool,
    pub(crate) restarts: Restarts,
    pub(crate) maintenance: Maintenance,
    pub(crate) failed: Vec<Lit>,
    model: Vec<Option<bool>>,
    scratch: Vec<Lit>,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Solver {
    /// An empty solver. The seed breaks ties between variables; each seed gives one fixed search.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::with_tracer(seed, Silent)
    }
}

impl<R: Tracer> Solver<R> {
    /// An empty solver that shows every clause to `tracer`.
    #[must_use]
    pub fn with_tracer(seed: u64, tracer: R) -> Self {
        Self {
            core: Core::new(seed),
            tracer,
            consistent: true,
            restarts: Restarts::new(),
            maintenance: Maintenance::default(),
            failed: Vec::new(),
            model: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// A new variable: decidable, not observed by the theory, first tried as false.
    pub fn new_var(&mut self) -> Var {
        self.core.new_var()
    }

    /// How many variables there are.
    #[must_use]
    pub fn var_count(&self) -> usize {
        self.core.var_count()
    }

    /// Says which value of the variable to try first.
    pub fn set_phase(&mut self, var: Var, phase: bool) {
        self.core.create_vars_of(&[var.positive()]);
        self.core.order.set_phase(var, phase);
    }

    /// Says whether the search may decide the variable. One that may not can stay without value.
    pub fn set_decidable(&mut self, var: Var, decidable: bool) {
        self.core.create_vars_of(&[var.positive()]);
        self.core.order.set_decidable(var, decidable);
    }

    /// Says that the variable is to be decided only while a clause that holds it is not true without
    /// it; otherwise it may stay without value. Clauses that came before do not count.
    pub fn set_optional(&mut self, var: Var) {
        self.core.create_vars_of(&[var.positive()]);
        self.core.order.set_optional(var, true);
    }

    /// May the search decide the variable?
    #[must_use]
    pub fn is_decidable(&self, var: Var) -> bool {
        var.index() < self.var_count() && self.core.order.is_decidable(var)
    }

    /// Makes the theory hear of the values of this variable.
    pub fn observe(&mut self, var: Var) {
        self.core.create_vars_of(&[var.positive()]);
        self.core.observe(var);
    }

    /// Adds a clause. Variables that do not exist yet are created. Returns false when the
    /// clauses are known to be contradictory.
    pub fn add_clause(&mut self, clause: &[Lit]) -> bool {
        debug_assert!(self.core.trail.level() == 0, "clauses are added between searches");
        self.core.create_vars_of(clause);
        if R::ACTIVE {
            self.tracer.input(clause);
        }
        if !self.consistent {
            return false;
        }
        let mut literals = std::mem::take(&mut self.scratch);
        literals.clear();
        literals.extend_from_slice(clause);
        if self.core.normalize(&mut literals) {
            self.trace_normalized(clause, &literals);
            match literals[..] {
                [] => self.contradiction(),
                [unit] => self.core.trail.assign(unit, Reason::None),
                _ => {
                    self.core.attach(&literals, Kind::Problem, 0);
                }
            }
        }
        self.scratch = literals;
        self.consistent
    }

    /// Reports to the tracer when a clause is stored differently from how it came.
    pub(crate) fn trace_normalized(&mut self, clause: &[Lit], stored: &[Lit]) {
        if R::ACTIVE && clause.len() != stored.len() {
            self.tracer.derived(stored);
            self.tracer.deleted(clause);
        }
    }

    /// The clauses contradict each other.
    pub(crate) fn contradiction(&mut self) {
        if std::mem::replace(&mut self.consistent, false) && R::ACTIVE {
            self.tracer.refuted(&[]);
        }
    }

    /// Searches for a model of the clauses and the theory under these assumptions.
    ///
    /// The theory must be the same in all calls, or one that knows the same lemmas and has seen
    /// the same assignment at level 0.
    pub fn solve<T: Theory>(&mut self, theory: &mut T, assumptions: &[Lit], budget: &Budget) -> Outcome {
        self.core.create_vars_of(assumptions);
        self.failed.clear();
        self.model.clear();
        Run::new(self, theory, assumptions, budget).solve()
    }

    /// Keeps the present assignment as the model.
    pub(crate) fn save_model(&mut self) {
        self.model.resize(self.core.var_count(), None);
        for literal in self.core.trail.literals() {
            self.model[literal.var().index()] = Some(literal.is_positive());
        }
    }

    /// The value of a literal in the model of the last search, if that found one and it needed
    /// the literal's variable.
    #[must_use]
    pub fn value(&self, literal: Lit) -> Option<bool> {
        let value = self.model.get(literal.var().index()).copied().flatten()?;
        Some(value == literal.is_positive())
    }

    /// The assumptions of the last search that cannot hold together. Empty when there is a
    /// contradiction without assumptions.
    #[must_use]
    pub fn failed(&self) -> &[Lit] {
        &self.failed
    }

    /// The value that a literal has in every model, if that is known already.
    #[must_use]
    pub fn root_value(&self, literal: Lit) -> Option<bool> {
        if literal.var().index() >= self.var_count() {
            return None;
        }
        to_bool(self.core.trail.root_value(literal))
    }

    /// False when the clauses are known to be contradictory without assumptions.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        self.consistent
    }

    /// What the searches so far have done.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.core.statistics
    }

    /// The tracer.
    #[must_use]
    pub fn tracer(&self) -> &R {
        &self.tracer
    }

    /// Recomputes all invariants from scratch; for tests.
    ///
    /// # Errors
    /// A description of the broken invariant.
    pub fn check_invariants(&self) -> Result<(), String> {
        if self.core.trail.level() != 0 {
            return Err("the search has not gone back to level 0".to_owned());
        }
        if self.consistent { self.core.check_invariants() } else { Ok(()) }
    }
}
