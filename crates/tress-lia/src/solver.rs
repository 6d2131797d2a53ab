//! The solver: variables, constraints, levels, checks, models.
//!
//! Enters: linear constraints, each with a [`Reason`]. Leaves: a model, or a set of reasons that
//! cannot hold together. The methods that find them live in their own files; this one keeps the
//! state and the contract.
//!
//! States: a fresh level is open. A conflict closes it: until the level in which the conflict
//! arose is popped, every check answers with the same conflict. After a check that found the
//! constraints satisfiable, [`Solver::value`] and [`Solver::model`] may be read until the next
//! assertion.

use tress_base::{Budget, Int, Rational, Stop};

use crate::atoms::Atoms;
use crate::bounds::{Bound, BoundId, Reason, Side, Why};
use crate::definition::Definitions;
use crate::difference::Differences;
use crate::integer::Effort;
use crate::linear::{Linear, NormalForm, Var};
use crate::propagate::{Queue, round};
use crate::simplex::{Feasible, Simplex};
use crate::value::Value;

/// Which numbers a variable ranges over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Whole numbers.
    Int,
    /// Rational numbers.
    Real,
}

/// How an expression compares to zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// `<= 0`
    Le,
    /// `< 0`
    Lt,
    /// `>= 0`
    Ge,
    /// `> 0`
    Gt,
    /// `= 0`
    Eq,
}

/// A constraint as the solver sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constraint {
    /// It always holds.
    True,
    /// It never holds, be it only for whole numbers.
    False,
    /// One bound.
    Bound(Bound),
    /// The variable has this value.
    Fixed(Var, Value),
}

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The constraints hold in the current assignment.
    Sat,
    /// These reasons cannot hold together; none occurs twice.
    Conflict(Vec<Reason>),
}

/// Which methods a solver may use beyond the simplex and branching. Any choice gives the same
/// answers; tests compare them, and profiles show what each is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Methods {
    /// Bounds are propagated along defining rows.
    pub propagation: bool,
    /// Differences are looked at as a graph.
    pub differences: bool,
    /// The last solution is repaired by local moves.
    pub repair: bool,
    /// Fractional values are patched.
    pub patching: bool,
    /// Equations are solved over the integers.
    pub elimination: bool,
    /// A cube of whole points is looked for.
    pub cube: bool,
    /// Cuts are added.
    pub cuts: bool,
}

impl Default for Methods {
    fn default() -> Self {
        Self {
            propagation: true,
            differences: true,
            repair: true,
            patching: true,
            elimination: true,
            cube: true,
            cuts: true,
        }
    }
}

/// How many times more entries than its defining rows a tableau may have, and how many it may
/// have in any case.
const FILL_FACTOR: usize = 4;
const FILL_ALLOWANCE: usize = 4096;

/// Linear arithmetic, incremental and explaining.
#[derive(Default, Debug)]
pub struct Solver {
    pub(crate) simplex: Simplex,
    pub(crate) definitions: Definitions,
    pub(crate) differences: Differences,
    pub(crate) queue: Queue,
    pub(crate) atoms: Atoms,
    pub(crate) effort: Effort,
    pub(crate) methods: Methods,
    /// The level in which the constraints became contradictory, and why.
    conflict: Option<(usize, Vec<Reason>)>,
}

impl Solver {
    /// A solver without variables.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A solver that uses only some methods.
    #[must_use]
    pub fn with_methods(methods: Methods) -> Self {
        Self { methods, ..Self::default() }
    }

    /// A new variable.
    pub fn new_var(&mut self, kind: Kind) -> Var {
        let var = self.simplex.add_var(kind == Kind::Int);
        self.definitions.add_var();
        self.differences.add_var();
        self.queue.add_var();
        self.atoms.add_var();
        Var(var)
    }

    /// The numbers `var` ranges over.
    #[must_use]
    pub fn kind(&self, var: Var) -> Kind {
        if self.simplex.is_int[var.index()] { Kind::Int } else { Kind::Real }
    }

    /// How many variables there are, those made by [`Solver::define`] and by cuts included.
    #[must_use]
    pub fn var_count(&self) -> usize {
        self.simplex.var_count() as usize
    }

    /// The variable that represents the variable part of an expression: the expression equals
    /// `scale * var + offset`. The same form always gets the same variable, whatever its scale.
    /// `None` when the expression has no variables.
    pub fn define(&mut self, linear: &Linear) -> Option<(Var, Rational, Rational)> {
        let NormalForm { form, scale, offset } = self.definitions.expand_all(linear).normal_form()?;
        if let [(var, _)] = form.terms() {
            return Some((*var, scale, offset));
        }
        let slack = match self.definitions.find(&form) {
            Some(slack) => {
                self.keep_definition(slack);
                slack
            }
            None => self.add_definition(&form),
        };
        Some((Var(slack), scale, offset))
    }

    /// What a variable represents, over variables made by [`Solver::new_var`].
    #[must_use]
    pub fn meaning(&self, var: Var) -> Linear {
        self.definitions.expand(var.0)
    }

    fn add_definition(&mut self, form: &Linear) -> u32 {
        let is_int = form.terms().iter().all(|(var, _)| self.simplex.is_int[var.index()]);
        let kind = if is_int { Kind::Int } else { Kind::Real };
        let slack = self.new_var(kind).0;
        self.attach_definition(slack, form);
        slack
    }

    /// Gives a variable without a row its meaning.
    pub(crate) fn attach_definition(&mut self, slack: u32, form: &Linear) {
        self.definitions.insert(slack, form);
        let terms: Vec<(u32, Int)> =
            form.terms().iter().map(|(var, c)| (var.0, c.numerator().clone())).collect();
        self.simplex.add_row(slack, &terms);
        self.differences.add_row(slack, self.definitions.row(slack).unwrap_or_default());
        self.queue.add_row(slack);
    }

    /// `linear relation 0` as a bound. Adds a defining row when the form is new. Constraints on
    /// integers are rounded; an equation without whole solutions is `False`.
    pub fn constraint(&mut self, linear: &Linear, relation: Relation) -> Constraint {
        let Some((var, scale, offset)) = self.define(linear) else {
            return if holds(linear.constant_part(), relation) {
                Constraint::True
            } else {
                Constraint::False
            };
        };
        let limit = -(&offset / &scale);
        let is_int = self.simplex.is_int[var.index()];
        let relation = if scale.is_negative() { flipped(relation) } else { relation };
        let (side, strict) = match relation {
            Relation::Eq if is_int && !limit.is_integer() => return Constraint::False,
            Relation::Eq => return Constraint::Fixed(var, limit.into()),
            Relation::Le => (Side::Upper, false),
            Relation::Lt => (Side::Upper, true),
            Relation::Ge => (Side::Lower, false),
            Relation::Gt => (Side::Lower, true),
        };
        let value = if strict { Value::next_to(limit, side == Side::Lower) } else { limit.into() };
        let value = if is_int { round(&value, side) } else { value };
        Constraint::Bound(Bound { var, side, value })
    }

    /// Asserts `linear relation 0`.
    pub fn assert_linear(&mut self, linear: &Linear, relation: Relation, reason: Reason) -> Outcome {
        let constraint = self.constraint(linear, relation);
        self.assert_constraint(&constraint, reason)
    }

    /// Asserts a constraint on the current level.
    pub fn assert_constraint(&mut self, constraint: &Constraint, reason: Reason) -> Outcome {
        match constraint {
            Constraint::True => self.outcome(),
            Constraint::False => self.set_conflict(vec![reason]),
            Constraint::Bound(bound) => self.assert_bound(bound, reason),
            Constraint::Fixed(var, value) => {
                for side in [Side::Lower, Side::Upper] {
                    let bound = Bound { var: *var, side, value: value.clone() };
                    if let Outcome::Conflict(reasons) = self.assert_bound(&bound, reason) {
                        return Outcome::Conflict(reasons);
                    }
                }
                Outcome::Sat
            }
        }
    }

    /// Asserts a bound on the current level. Only a bound that crosses the opposite one is found
    /// contradictory here; everything else waits for a check.
    pub fn assert_bound(&mut self, bound: &Bound, reason: Reason) -> Outcome {
        if self.conflict.is_some() {
            return self.outcome();
        }
        let var = bound.var.0;
        let is_int = self.simplex.is_int[bound.var.index()];
        let value = if is_int { round(&bound.value, bound.side) } else { bound.value.clone() };
        match self.learn(var, bound.side, value, Why::Asserted(reason)) {
            Ok(_) => Outcome::Sat,
            Err(opposite) => {
                let mut reasons = self.explain(&[opposite]);
                if let Err(position) = reasons.binary_search(&reason) {
                    reasons.insert(position, reason);
                }
                self.set_conflict(reasons)
            }
        }
    }

    /// Records a bound when it is news. `Err` names the bound that it crosses.
    pub(crate) fn learn(&mut self, var: u32, side: Side, value: Value, why: Why) -> Result<bool, BoundId> {
        if self.simplex.bounds.value(var, side).is_some_and(|old| !side.is_tighter(&value, old)) {
            return Ok(false);
        }
        if let Some(opposite) = self.oldest_crossing(var, side, &value) {
            return Err(opposite);
        }
        self.simplex.bounds.push(var, side, value, why);
        self.simplex.touch(var);
        for row in self.definitions.occurrences(var) {
            self.queue.add_row(*row);
        }
        Ok(true)
    }

    /// Opens a level.
    pub fn push(&mut self) {
        self.simplex.bounds.push_level();
    }

    /// Closes `count` levels and forgets every bound asserted in them. Variables, defining rows
    /// and atoms stay.
    pub fn pop(&mut self, count: usize) {
        for _ in 0..count {
            self.simplex.bounds.pop_level();
        }
        let level = self.level();
        if self.conflict.as_ref().is_some_and(|(at, _)| *at > level) {
            self.conflict = None;
        }
        self.atoms.backtrack(self.simplex.bounds.len());
        self.drop_loose_cuts();
    }

    /// How many levels are open.
    #[must_use]
    pub fn level(&self) -> usize {
        self.simplex.bounds.level()
    }

    pub(crate) fn set_conflict(&mut self, reasons: Vec<Reason>) -> Outcome {
        if self.conflict.is_none() {
            self.conflict = Some((self.level(), reasons));
        }
        self.outcome()
    }

    pub(crate) fn outcome(&self) -> Outcome {
        match &self.conflict {
            Some((_, reasons)) => Outcome::Conflict(reasons.clone()),
            None => Outcome::Sat,
        }
    }

    /// Is the current level known to be contradictory?
    pub(crate) fn in_conflict(&self) -> bool {
        self.conflict.is_some()
    }

    /// Propagates bounds along rows, without looking for a solution: cheap, for use after every
    /// assertion. Implied atoms can be taken afterwards.
    ///
    /// # Errors
    /// The reason to stop; the solver stays usable.
    pub fn propagate(&mut self, budget: &Budget) -> Result<Outcome, Stop> {
        if !self.in_conflict()
            && let Some(premises) = self.propagate_bounds(budget)?
        {
            let reasons = self.explain(&premises);
            return Ok(self.set_conflict(reasons));
        }
        Ok(self.outcome())
    }

    /// Do the asserted bounds hold for some rational numbers? Integer variables are only rounded,
    /// not branched on.
    ///
    /// # Errors
    /// The reason to stop; the solver stays usable.
    pub fn check_rational(&mut self, budget: &Budget) -> Result<Outcome, Stop> {
        if self.in_conflict() {
            return Ok(self.outcome());
        }
        match self.relax(budget)? {
            Feasible::Yes => Ok(Outcome::Sat),
            Feasible::No(premises) => {
                let reasons = self.explain(&premises);
                Ok(self.set_conflict(reasons))
            }
        }
    }

    /// Propagates bounds and looks for a rational solution, the cheap ways first.
    pub(crate) fn relax(&mut self, budget: &Budget) -> Result<Feasible, Stop> {
        if self.methods.propagation
            && let Some(conflict) = self.propagate_bounds(budget)?
        {
            return Ok(Feasible::No(conflict));
        }
        if self.methods.differences
            && let Some(conflict) = self.check_differences(budget)?
        {
            return Ok(Feasible::No(conflict));
        }
        if self.methods.repair {
            self.repair_locally(budget)?;
        }
        self.thin_out();
        self.simplex.check(budget)
    }

    /// Rewrites the tableau in its sparse first basis when pivots have filled it up. Only next to
    /// a whole solution: the client's variables become nonbasic and must be whole there.
    fn thin_out(&mut self) {
        let sparse = self.definitions.entry_count();
        if self.simplex.tableau.entry_count() > FILL_FACTOR * sparse + FILL_ALLOWANCE && !self.has_fractions()
        {
            self.simplex.rebuild(&self.definitions);
        }
    }

    /// The tightest known bound of `var`, asserted or derived.
    #[must_use]
    pub fn bound(&self, var: Var, side: Side) -> Option<&Value> {
        self.simplex.bounds.value(var.0, side)
    }

    /// Pivots made so far: a measure of work for statistics.
    #[must_use]
    pub fn pivots(&self) -> u64 {
        self.simplex.pivots
    }

    /// Recomputes every invariant from scratch; for tests.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check_invariants(&self) -> Result<(), String> {
        self.simplex.check_invariants()?;
        for var in 0..self.simplex.var_count() {
            let Some(row) = self.definitions.row(var) else { continue };
            let mut sum = Value::ZERO;
            for term in row {
                sum.add(&self.simplex.value(term.var).scaled(&term.coefficient, &Int::ONE));
            }
            if sum != Value::ZERO {
                return Err(format!("the definition of x{var} does not hold"));
            }
            if row.iter().any(|term| term.var != var && self.definitions.row(term.var).is_some()) {
                return Err(format!("the definition of x{var} mentions another slack variable"));
            }
        }
        Ok(())
    }
}

fn flipped(relation: Relation) -> Relation {
    match relation {
        Relation::Le => Relation::Ge,
        Relation::Lt => Relation::Gt,
        Relation::Ge => Relation::Le,
        Relation::Gt => Relation::Lt,
        Relation::Eq => Relation::Eq,
    }
}

fn holds(constant: &Rational, relation: Relation) -> bool {
    match relation {
        Relation::Le => !constant.is_positive(),
        Relation::Lt => constant.is_negative(),
        Relation::Ge => !constant.is_negative(),
        Relation::Gt => constant.is_positive(),
        Relation::Eq => constant.is_zero(),
    }
}
