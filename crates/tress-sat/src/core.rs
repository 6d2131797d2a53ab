//! The state of the search that is not the theory's: clauses, watches, trail, order.
//!
//! The work on it is spread over the files named after the work; this one creates variables and
//! stores clauses. [`Core`] knows no theory, so that a theory may be handed a view of it
//! ([`crate::Search`]) in the middle of the search.

use crate::analyze::Analysis;
use crate::clause::{Arena, ClauseRef, Kind};
use crate::decide::Order;
use crate::exchange::{Deliveries, Requests};
use crate::literal::{Lit, Var};
use crate::propagate::Watch;

use crate::trail::{Reason, Trail, Value};

/// What the search has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Conflicts analysed.
    pub conflicts: u64,
    /// Decisions made, assumptions included.
    pub decisions: u64,
    /// Literals whose clauses were visited.
    pub propagations: u64,
    /// Restarts.
    pub restarts: u64,
    /// Literals in learned clauses, after minimisation.
    pub learned_literals: u64,
    /// Literals removed from learned clauses by minimisation.
    pub minimized_literals: u64,
    /// Learned clauses forgotten.
    pub forgotten: u64,
    /// Collections of the clause arena.
    pub collections: u64,
    /// Clauses that came from the theory.
    pub lemmas: u64,
    /// Implications by the theory.
    pub implications: u64,
    /// Implications the theory had to explain.
    pub explanations: u64,
    /// Complete assignments shown to the theory.
    pub final_checks: u64,
}

/// A literal that became true in the middle of the search although it follows from literals of
/// `level` alone. It is made true again when backtracking undoes it and stays at or above that
/// level: going back there at once would undo decisions that have nothing to do with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Late {
    pub(crate) literal: Lit,
    pub(crate) level: u32,
    /// The clause that implies it; none when it is a fact.
    pub(crate) clause: Option<ClauseRef>,
}

/// Clauses, assignment and order of decisions.
///
/// Invariants: clauses of two or more literals of `problem` and `learned` are watched at their first two
/// literals; explanations live only during an analysis and are not watched. When propagation is complete, no
/// clause is false.
#[derive(Debug)]
pub(crate) struct Core {
    pub(crate) clauses: Arena,
    pub(crate) problem: Vec<ClauseRef>,
    pub(crate) learned: Vec<ClauseRef>,
    pub(crate) watches: Vec<Vec<Watch>>,
    pub(crate) trail: Trail,
    pub(crate) order: Order,
    pub(crate) analysis: Analysis,
    pub(crate) requests: Requests,
    pub(crate) deliveries: Deliveries,
    pub(crate) statistics: Statistics,
    /// Literals that lemmas imply at a lower level than they stand at.
    pub(crate) late: Vec<Late>,
    /// A lemma was attached whose true literal stands above its false ones: after backtracking
    /// between the two, the clause may have one unassigned literal that nobody noticed.
    pub(crate) late_units_possible: bool,
}

impl Core {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            clauses: Arena::default(),
            problem: Vec::new(),
            learned: Vec::new(),
            watches: Vec::new(),
            trail: Trail::default(),
            order: Order::new(seed),
            analysis: Analysis::default(),
            requests: Requests::default(),
            deliveries: Deliveries::default(),
            statistics: Statistics::default(),
            late: Vec::new(),
            late_units_possible: false,
        }
    }

    pub(crate) fn var_count(&self) -> usize {
        self.watches.len() / 2
    }

    pub(crate) fn new_var(&mut self) -> Var {
        let var = Var::new(self.var_count() as u32);
        self.watches.extend([Vec::new(), Vec::new()]);
        self.trail.add_var();
        self.order.add_var(var);
        self.analysis.add_var();
        self.deliveries.add_var();
        var
    }

    /// Creates the variables that these literals name and that do not exist yet.
    pub(crate) fn create_vars_of(&mut self, literals: &[Lit]) {
        for literal in literals {
            while literal.var().index() >= self.var_count() {
                self.new_var();
            }
        }
    }

    /// Sorts the literals and drops repeated ones and those false at level 0. Returns false for
    /// a clause that is always true.
    pub(crate) fn normalize(&self, literals: &mut Vec<Lit>) -> bool {
        literals.sort_unstable();
        literals.dedup();
        let tautology = literals.windows(2).any(|pair| pair[0] == !pair[1]);
        if tautology || literals.iter().any(|&literal| self.trail.root_value(literal) == Value::True) {
            return false;
        }
        literals.retain(|&literal| self.trail.root_value(literal) != Value::False);
        true
    }

    /// Stores a clause of at least two literals and watches the first two.
    pub(crate) fn attach(&mut self, literals: &[Lit], kind: Kind, glue: u32) -> ClauseRef {
        let clause = self.clauses.insert(literals, kind, glue);
        self.watch(clause);
        let list = if kind == Kind::Learned { &mut self.learned } else { &mut self.problem };
        list.push(clause);
        if kind == Kind::Problem {
            self.order.add_clause(literals);
        }
        clause
    }

    /// Enters a clause into the watch lists of its first two literals.
    pub(crate) fn watch(&mut self, clause: ClauseRef) {
        let (first, second) = (self.clauses.literal(clause, 0), self.clauses.literal(clause, 1));
        let binary = self.clauses.len(clause) == 2;
        self.watches[first.index()].push(Watch::new(clause, second, binary));
        self.watches[second.index()].push(Watch::new(clause, first, binary));
    }

    /// The reason of the first literal of this clause, when all others are false.
    pub(crate) fn reason_by(&self, clause: ClauseRef) -> Reason {
        match self.clauses.len(clause) {
            2 => Reason::Binary(self.clauses.literal(clause, 1)),
            _ => Reason::Clause(clause),
        }
    }

    /// Undoes the assignment above `level`.
    pub(crate) fn backtrack(&mut self, level: u32) {
        let order = &mut self.order;
        self.trail.backtrack(level, |literal| order.undone(literal));
        order.backtrack(level);
        self.deliveries.backtrack(level, &self.trail);
    }

    /// Recomputes the invariants from scratch; slow.
    pub(crate) fn check_invariants(&self) -> Result<(), String> {
        self.trail.check_invariants()?;
        self.order.check_invariants(&self.trail)?;
        self.check_watches()?;
        for &clause in self.problem.iter().chain(&self.learned) {
            self.check_clause(clause)?;
        }
        for &literal in self.trail.literals() {
            self.check_reason(literal)?;
        }
        Ok(())
    }

    fn check_watches(&self) -> Result<(), String> {
        let mut watched = 0;
        for (code, list) in self.watches.iter().enumerate() {
            for watch in list {
                let clause = watch.clause();
                let index = self.clauses.codes(clause).iter().take(2).position(|&c| c as usize == code);
                if index.is_none() || self.clauses.is_deleted(clause) {
                    return Err(format!("a watch leads to a clause that does not watch back: {clause:?}"));
                }
                if watch.is_binary() != (self.clauses.len(clause) == 2) {
                    return Err(format!("{clause:?} is watched with the wrong size"));
                }
                watched += 1;
            }
        }
        let expected = 2 * (self.problem.len() + self.learned.len());
        if watched == expected { Ok(()) } else { Err(format!("{watched} watches, {expected} expected")) }
    }

    fn check_clause(&self, clause: ClauseRef) -> Result<(), String> {
        if !self.trail.is_propagated() {
            return Ok(());
        }
        let values: Vec<Value> =
            self.clauses.literals(clause).map(|literal| self.trail.value(literal)).collect();
        let open = values.iter().filter(|&&value| value == Value::Unset).count();
        if values.contains(&Value::True) || open > 1 || open == 1 && self.late_units_possible {
            return Ok(());
        }
        Err(format!("{clause:?} has {open} unassigned literals, none is true, and nobody noticed"))
    }

    fn check_reason(&self, literal: Lit) -> Result<(), String> {
        let position = self.trail.position_of(literal.var());
        let holds = |other: Lit| {
            other == literal
                || self.trail.value(other) == Value::False && self.trail.position_of(other.var()) < position
        };
        let good = match self.trail.reason_of(literal.var()) {
            Reason::None | Reason::Theory => true,
            Reason::Binary(other) => holds(other),
            Reason::Clause(clause) => {
                !self.clauses.is_deleted(clause)
                    && self.clauses.literal(clause, 0) == literal
                    && self.clauses.literals(clause).all(holds)
            }
        };
        if good { Ok(()) } else { Err(format!("the reason of {literal:?} does not imply it")) }
    }
}
