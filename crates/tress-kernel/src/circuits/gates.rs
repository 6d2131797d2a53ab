//! Circuits with a search of their own.

use tress_base::{Budget, Stop};
use tress_sat::{Lit, NoTheory, Outcome, Solver, Unknown, Var};

use super::logic::{Logic, Table};

/// A gate costs as much as this many propagations.
const GATE_STEPS: u64 = 3;

/// A circuit that grows.
///
/// Invariant: variable 0 is true. Every other variable is an input or the value of its gate in `table`. Once
/// the budget has ended, what is built means nothing and `stopped` reports why.
pub struct Gates<'a> {
    solver: Solver,
    table: Table,
    budget: &'a Budget,
    stopped: Option<Stop>,
}

impl<'a> Gates<'a> {
    /// The literal that always holds.
    pub const TRUE: Lit = Var::new(0).positive();
    /// The literal that never holds.
    pub const FALSE: Lit = Var::new(0).negative();

    /// A circuit without inputs.
    pub fn new(seed: u64, budget: &'a Budget) -> Self {
        let mut solver = Solver::new(seed);
        solver.new_var();
        solver.add_clause(&[Self::TRUE]);
        Self { solver, table: Table::default(), budget, stopped: None }
    }

    /// The literal of a truth value.
    pub fn constant(value: bool) -> Lit {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// Was there room for all that was built so far?
    pub fn check(&self) -> Result<(), Stop> {
        self.stopped.map_or(Ok(()), Err)
    }

    /// How many variables there are.
    pub fn size(&self) -> usize {
        self.solver.var_count()
    }

    /// A free truth value, tried as `phase` first.
    pub fn input(&mut self, phase: bool) -> Lit {
        let var = self.fresh();
        self.solver.set_phase(var, phase);
        var.positive()
    }

    /// One of these holds in every model.
    pub fn require(&mut self, clause: &[Lit]) {
        if self.stopped.is_none() {
            self.solver.add_clause(clause);
        }
    }

    /// Are there values of the inputs that meet all requirements and these assumptions?
    ///
    /// # Errors
    /// When the budget ends.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Result<bool, Stop> {
        self.check()?;
        match self.solver.solve(&mut NoTheory, assumptions, self.budget) {
            Outcome::Sat => Ok(true),
            Outcome::Unsat => Ok(false),
            Outcome::Unknown(Unknown::Stopped(stop)) => Err(stop),
            Outcome::Unknown(Unknown::Theory) => unreachable!("there is no theory that gives up"),
        }
    }

    /// The assumptions in the core of the last search.
    pub fn failed(&self) -> &[Lit] {
        self.solver.failed()
    }

    /// The value of a literal in the model that was found.
    pub fn value(&self, literal: Lit) -> bool {
        self.solver.value(literal).unwrap_or(false)
    }
}

impl Logic for Gates<'_> {
    fn yes(&self) -> Lit {
        Self::TRUE
    }

    fn table(&mut self) -> &mut Table {
        &mut self.table
    }

    fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    fn fresh(&mut self) -> Var {
        if self.stopped.is_none() {
            self.stopped = self.budget.poll_many(GATE_STEPS).err();
        }
        // Nothing more is built: constants make the rest short.
        if self.stopped.is_some() { Self::TRUE.var() } else { self.solver.new_var() }
    }

    fn clause(&mut self, clause: &[Lit]) {
        if self.stopped.is_none() {
            self.solver.add_clause(clause);
        }
    }
}
