//! Gates over truth values.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};
use tress_sat::{Lit, NoTheory, Outcome, Solver, Unknown, Var};

/// A gate costs as much as so many propagations.
const GATE_STEPS: u64 = 3;

/// What a gate computes, in a form that equal gates share.
#[derive(PartialEq, Eq, Hash)]
enum Gate {
    /// All of these; sorted, at least two.
    And(Box<[Lit]>),
    /// Exactly one of two variables.
    Xor(Lit, Lit),
    /// The second if the first holds, else the third.
    Choice(Lit, Lit, Lit),
}

/// A circuit that grows.
///
/// Invariant: variable 0 is true. Every other variable is an input or the value of the gate that
/// stands for it in `table`. Once the budget has ended, what is built means nothing and `stopped`
/// says so.
pub(crate) struct Gates<'a> {
    solver: Solver,
    table: FxHashMap<Gate, Lit>,
    budget: &'a Budget,
    stopped: Option<Stop>,
}

impl<'a> Gates<'a> {
    /// The literal that always holds.
    pub(crate) const TRUE: Lit = Var::new(0).positive();
    /// The literal that never holds.
    pub(crate) const FALSE: Lit = Var::new(0).negative();

    /// A circuit without inputs.
    pub(crate) fn new(seed: u64, budget: &'a Budget) -> Self {
        let mut solver = Solver::new(seed);
        solver.new_var();
        solver.add_clause(&[Self::TRUE]);
        Self { solver, table: FxHashMap::default(), budget, stopped: None }
    }

    /// The literal of a truth value.
    pub(crate) fn constant(value: bool) -> Lit {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// Was there room for all that was built so far?
    pub(crate) fn check(&self) -> Result<(), Stop> {
        self.stopped.map_or(Ok(()), Err)
    }

    /// How many variables there are.
    pub(crate) fn size(&self) -> usize {
        self.solver.var_count()
    }

    /// A free truth value, tried as `phase` first.
    pub(crate) fn input(&mut self, phase: bool) -> Lit {
        let var = self.fresh();
        self.solver.set_phase(var, phase);
        var.positive()
    }

    fn fresh(&mut self) -> Var {
        if self.stopped.is_none() {
            self.stopped = self.budget.poll_many(GATE_STEPS).err();
        }
        self.solver.new_var()
    }

    /// One of these holds in every model.
    pub(crate) fn require(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause);
    }

    /// All of these hold.
    pub(crate) fn and_all(&mut self, parts: &[Lit]) -> Lit {
        let mut parts: Vec<Lit> = parts.iter().copied().filter(|part| *part != Self::TRUE).collect();
        parts.sort_unstable();
        parts.dedup();
        // A literal and its negation are neighbours.
        if parts.contains(&Self::FALSE) || parts.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Self::FALSE;
        }
        match parts[..] {
            [] => return Self::TRUE,
            [only] => return only,
            _ => {}
        }
        let gate = Gate::And(parts.clone().into());
        if let Some(known) = self.table.get(&gate) {
            return *known;
        }
        let out = self.fresh().positive();
        let mut clause = vec![out];
        for part in parts {
            self.solver.add_clause(&[!out, part]);
            clause.push(!part);
        }
        self.solver.add_clause(&clause);
        self.table.insert(gate, out);
        out
    }

    /// One of these holds.
    pub(crate) fn or_all(&mut self, parts: &[Lit]) -> Lit {
        let negated: Vec<Lit> = parts.iter().map(|part| !*part).collect();
        !self.and_all(&negated)
    }

    /// Both hold.
    pub(crate) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        self.and_all(&[a, b])
    }

    /// One of the two holds.
    pub(crate) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        self.or_all(&[a, b])
    }

    /// Exactly one of the two holds.
    pub(crate) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let flip = a.is_positive() == b.is_positive();
        let signed = |lit: Lit| if flip { lit } else { !lit };
        let [a, b] = if a.var() < b.var() { [a, b] } else { [b, a] }.map(|lit| lit.var().positive());
        if a == b {
            return signed(Self::FALSE);
        }
        if a == Self::TRUE {
            return signed(!b);
        }
        if let Some(known) = self.table.get(&Gate::Xor(a, b)) {
            return signed(*known);
        }
        let out = self.fresh().positive();
        for clause in [[!out, a, b], [!out, !a, !b], [out, !a, b], [out, a, !b]] {
            self.solver.add_clause(&clause);
        }
        self.table.insert(Gate::Xor(a, b), out);
        signed(out)
    }

    /// Both or none hold.
    pub(crate) fn same(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// `then` if the condition holds, else `other`.
    pub(crate) fn choice(&mut self, condition: Lit, then: Lit, other: Lit) -> Lit {
        let (condition, then, other) =
            if condition.is_positive() { (condition, then, other) } else { (!condition, other, then) };
        if condition == Self::TRUE || then == other {
            return then;
        }
        if then == !other {
            return self.same(condition, then);
        }
        if then.var() == condition.var() || then.var() == Self::TRUE.var() {
            let holds = then == condition || then == Self::TRUE;
            return if holds { self.or(condition, other) } else { self.and(!condition, other) };
        }
        if other.var() == condition.var() || other.var() == Self::TRUE.var() {
            let holds = other == !condition || other == Self::TRUE;
            return if holds { self.or(!condition, then) } else { self.and(condition, then) };
        }
        let gate = Gate::Choice(condition, then, other);
        if let Some(known) = self.table.get(&gate) {
            return *known;
        }
        let out = self.fresh().positive();
        self.solver.add_clause(&[!condition, !then, out]);
        self.solver.add_clause(&[!condition, then, !out]);
        self.solver.add_clause(&[condition, !other, out]);
        self.solver.add_clause(&[condition, other, !out]);
        // These follow, but tell more at once.
        self.solver.add_clause(&[!then, !other, out]);
        self.solver.add_clause(&[then, other, !out]);
        self.table.insert(gate, out);
        out
    }

    /// Are there values of the inputs that meet all requirements and these assumptions?
    ///
    /// # Errors
    /// When the budget ends.
    pub(crate) fn solve(&mut self, assumptions: &[Lit]) -> Result<bool, Stop> {
        self.check()?;
        match self.solver.solve(&mut NoTheory, assumptions, self.budget) {
            Outcome::Sat => Ok(true),
            Outcome::Unsat => Ok(false),
            Outcome::Unknown(Unknown::Stopped(stop)) => Err(stop),
            Outcome::Unknown(Unknown::Theory) => unreachable!("there is no theory that gives up"),
        }
    }

    /// Which of the assumptions of the last search are to blame.
    pub(crate) fn failed(&self) -> &[Lit] {
        self.solver.failed()
    }

    /// The value of a literal in the model that was found.
    pub(crate) fn value(&self, literal: Lit) -> bool {
        self.solver.value(literal).unwrap_or(false)
    }
}
