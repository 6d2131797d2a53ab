//! Values for integers, the smallest total length first, by best-first search over clauses.
//!
//! Enters: clauses of linear inequalities, more of them with every failure. Leaves: values that satisfy all,
//! none of them twice, or the news that there are none. A node is a set of inequalities with its best
//! solution by `tress-lia`; a clause that the solution breaks splits it into cases that exclude each other.
//! Limits on lengths are asserted behind all else: a node that only they refute is remembered as such.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tress_base::{Budget, Int, Rational, Stop};
use tress_lia::{Goal, Kind, Linear as Sum, Optimum, Outcome, Reason, Relation, Solver, Var};

use crate::graphs::{Clause, Graph, Linear, NumberId};

/// The lengths that are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lengths {
    pub(super) least: usize,
    pub(super) most: usize,
}

/// A case that is open: inequalities besides those that always hold, and the best values under them.
struct Case {
    path: Vec<Linear>,
    values: Vec<Int>,
}

/// A search that goes on after each solution.
pub(super) struct Guesser {
    solver: Solver,
    vars: Vec<Var>,
    clauses: Vec<Clause>,
    /// Lengths of strings that are not known, and their sum.
    limited: Vec<NumberId>,
    total: Sum,
    lengths: Lengths,
    cases: Vec<Case>,
    open: BinaryHeap<Reverse<(Int, usize)>>,
    /// Did a limit on lengths refute a case that nothing else refutes?
    pub(super) was_limited: bool,
}

impl Guesser {
    /// The search for the integers of a graph.
    ///
    /// # Errors
    /// When the budget ends.
    pub(super) fn new(graph: &Graph, lengths: Lengths, budget: &Budget) -> Result<Self, Stop> {
        let mut solver = Solver::new();
        let vars: Vec<Var> = graph.numbers.iter().map(|_| solver.new_var(Kind::Int)).collect();
        let limited: Vec<NumberId> = graph
            .strings
            .iter()
            .filter(|string| string.word.is_none() && string.merged.is_none())
            .map(|string| string.length)
            .collect();
        let total = limited.iter().map(|number| (vars[number.index()], Rational::ONE)).collect();
        let total = Sum::from_terms(total, Rational::ZERO);
        let (units, clauses): (Vec<_>, Vec<_>) =
            graph.clauses.iter().map(|(clause, _)| clause.clone()).partition(|clause| clause.0.len() == 1);
        let mut guesser = Self {
            solver,
            vars,
            clauses,
            limited,
            total,
            lengths,
            cases: Vec::new(),
            open: BinaryHeap::new(),
            was_limited: false,
        };
        for unit in &units {
            let sum = guesser.sum(&unit.0[0]);
            guesser.solver.assert_linear(&sum, Relation::Le, Reason(0));
        }
        guesser.look(Vec::new(), budget)?;
        Ok(guesser)
    }

    fn sum(&self, linear: &Linear) -> Sum {
        let part =
            |(number, factor): &(NumberId, Int)| (self.vars[number.index()], Rational::from(factor.clone()));
        Sum::from_terms(linear.parts.iter().map(part).collect(), Rational::from(linear.constant.clone()))
    }

    /// Adds a clause that values must satisfy.
    pub(super) fn add(&mut self, clause: Clause) {
        self.clauses.push(clause);
    }

    /// Finds the best solution of a case, and keeps the case if there is one.
    fn look(&mut self, path: Vec<Linear>, budget: &Budget) -> Result<(), Stop> {
        self.solver.push();
        let found = self.solve(&path, budget);
        self.solver.pop(1);
        if let Some(values) = found? {
            let total =
                self.limited.iter().fold(Int::ZERO, |sum, number| sum + values[number.index()].clone());
            self.open.push(Reverse((total, self.cases.len())));
            self.cases.push(Case { path, values });
        }
        Ok(())
    }

    fn solve(&mut self, path: &[Linear], budget: &Budget) -> Result<Option<Vec<Int>>, Stop> {
        for linear in path {
            let sum = self.sum(linear);
            self.solver.assert_linear(&sum, Relation::Le, Reason(0));
        }
        if matches!(self.solver.check(budget)?, Outcome::Conflict(_)) {
            return Ok(None);
        }
        self.solver.push();
        let found = self.solve_limited(budget);
        self.solver.pop(1);
        found
    }

    fn solve_limited(&mut self, budget: &Budget) -> Result<Option<Vec<Int>>, Stop> {
        let ends = [(self.lengths.least, Relation::Ge), (self.lengths.most, Relation::Le)];
        for number in &self.limited {
            for (end, relation) in ends {
                let end = Rational::from(Int::from(end));
                let sum = Sum::from_terms(vec![(self.vars[number.index()], Rational::ONE)], -end);
                self.solver.assert_linear(&sum, relation, Reason(1));
            }
        }
        match self.solver.optimise(&self.total, Goal::Minimum, budget)? {
            Optimum::Conflict(_) => {
                self.was_limited = true;
                return Ok(None);
            }
            Optimum::Value(_) | Optimum::Unbounded => {}
        }
        let model = self.solver.model();
        Ok(Some(self.vars.iter().map(|var| model.value(*var).numerator().clone()).collect()))
    }

    /// The next solution; the same one again while nothing was added that excludes it.
    ///
    /// # Errors
    /// When the budget ends.
    pub(super) fn next(&mut self, budget: &Budget) -> Result<Option<Vec<Int>>, Stop> {
        while let Some(Reverse((_, at))) = self.open.peek() {
            budget.poll_many(1 + self.clauses.len() as u64)?;
            let case = &self.cases[*at];
            let broken = self.clauses.iter().rev().find(|clause| !clause.holds(&case.values));
            let Some(broken) = broken.cloned() else { return Ok(Some(case.values.clone())) };
            let mut path = case.path.clone();
            self.cases[*at].values = Vec::new();
            self.open.pop();
            for sum in broken.0 {
                let negated = sum.negated();
                let mut own = path.clone();
                own.push(sum);
                self.look(own, budget)?;
                path.push(negated);
            }
        }
        Ok(None)
    }
}
