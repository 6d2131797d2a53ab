//! A search that can be asked again.
//!
//! Enters: one problem after the other. Leaves: an outcome for each. What was learned stays:
//! clauses, atoms, rows of the arithmetic, all of which hold whatever is asserted. A fact is
//! asserted for good, or assumed for one check; only a problem that lacks a fact asserted for good
//! needs a new search.

use tress_base::Stop;
use tress_sat::{Lit, Statistics, Unknown, Var};

use crate::env::Env;
use crate::problem::{Fact, Problem};
use crate::procedures::{Outcome, Reason};
use crate::term::{Sort, Term, TermSet, post_order_where};

use super::theories::Theories;

/// A search has grown too big when it has this many times the variables it began with, and some.
const GROWTH: usize = 4;
const ALLOWANCE: usize = 20_000;

/// How a fact enters the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// For good.
    Asserted,
    /// For this check.
    Assumed,
    /// For this check, and a conflict tells whether it needs it.
    Tracked,
}

/// A search with all it has learned.
pub struct Kept {
    sat: tress_sat::Solver,
    theories: Theories,
    /// What is asserted for good.
    asserted: Vec<Term>,
    is_asserted: TermSet,
    /// Variables that the search has to decide in every check: those of asserted facts and of
    /// definitions. The first so many facts and definitions are marked.
    lasting: Vec<bool>,
    marked: (usize, usize),
    /// What was assumed in the last check.
    assumed: Vec<Term>,
    /// Variables after the first problem was entered.
    first_size: usize,
    counted: Statistics,
}

impl Kept {
    /// A search that knows nothing.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            sat: tress_sat::Solver::new(seed),
            theories: Theories::new(),
            asserted: Vec::new(),
            is_asserted: TermSet::new(),
            lasting: Vec::new(),
            marked: (0, 0),
            assumed: Vec::new(),
            first_size: 0,
            counted: Statistics::default(),
        }
    }

    /// Can this search be asked about a problem whose facts of the first kind are these?
    #[must_use]
    pub fn fits(&self, asserted: impl Iterator<Item = Term>) -> bool {
        let known: usize = asserted.map(|term| usize::from(self.is_asserted.has(term))).sum();
        known == self.asserted.len() && self.sat.var_count() <= GROWTH * self.first_size + ALLOWANCE
    }

    /// Decides a problem. The facts of mode [`Mode::Asserted`] must include those of all problems
    /// before, and no fact may stand twice in the problem.
    ///
    /// # Errors
    /// When the budget is used up; the search can be asked again.
    pub fn decide(
        &mut self,
        env: &mut Env<'_>,
        problem: &Problem,
        mode: impl Fn(&Fact) -> Mode,
    ) -> Result<Outcome, Stop> {
        self.exchange(env);
        let result = self.run(env, problem, mode);
        self.exchange(env);
        self.count(env);
        result
    }

    /// Borrows what belongs to the env, or gives it back.
    fn exchange(&mut self, env: &mut Env<'_>) {
        std::mem::swap(&mut self.theories.store, env.store);
        std::mem::swap(&mut self.theories.evaluator, env.evaluator);
        std::mem::swap(&mut self.theories.rewriter, env.rewriter);
    }

    fn run(
        &mut self,
        env: &Env<'_>,
        problem: &Problem,
        mode: impl Fn(&Fact) -> Mode,
    ) -> Result<Outcome, Stop> {
        let mut assumptions: Vec<Lit> = Vec::new();
        let mut assumed: Vec<Term> = Vec::new();
        for fact in &problem.facts {
            env.budget.poll()?;
            if mode(fact) == Mode::Asserted {
                self.assert(fact.term);
            } else {
                assumptions.push(self.theories.literal(fact.term, &mut self.sat));
                assumed.push(fact.term);
            }
            self.theories.register_all(&mut self.sat);
        }
        self.let_go(assumed);
        if self.first_size == 0 {
            self.first_size = self.sat.var_count();
        }
        let outcome = self.solve(env, problem, &assumptions);
        let found = self.theories.found.take();
        let candidate =
            found.map_or(Outcome::GaveUp(Reason::Incomplete), |model| Outcome::Model(Box::new(model)));
        match outcome {
            tress_sat::Outcome::Sat => Ok(candidate),
            tress_sat::Outcome::Unsat => {
                let failed = self.sat.failed();
                let needed = |fact: &&Fact| {
                    let literal = self.theories.literals.get(fact.term);
                    mode(fact) != Mode::Tracked || literal.is_some_and(|literal| failed.contains(literal))
                };
                Ok(Outcome::Conflict(problem.facts.iter().filter(needed).map(|fact| fact.origin).collect()))
            }
            tress_sat::Outcome::Unknown(Unknown::Stopped(stop)) => Err(stop),
            // A candidate from a search that gave up may still be a model; the evaluator will tell.
            tress_sat::Outcome::Unknown(Unknown::Theory) => Ok(candidate),
        }
    }

    fn assert(&mut self, fact: Term) {
        if self.is_asserted.add(fact) {
            self.asserted.push(fact);
            self.theories.assert(fact, &mut self.sat);
        }
    }

    /// The search, with the facts of this problem as what matters.
    fn solve(&mut self, env: &Env<'_>, problem: &Problem, assumptions: &[Lit]) -> tress_sat::Outcome {
        let theories = &mut self.theories;
        theories.facts = problem.facts.iter().map(|fact| fact.term).collect();
        // Other roots belong to the definitions of terms and stay; new ones come behind.
        let start = theories.roots.len();
        theories.roots.extend_from_slice(&theories.facts);
        let end = theories.roots.len();
        let size = self.sat.var_count();
        let outcome = self.sat.solve(theories, assumptions, env.budget);
        self.theories.roots.drain(start..end);
        // What came up on the way was a question of this check. It is asked again when it is one
        // of the next.
        for index in size..self.sat.var_count() {
            let var = Var::new(u32::try_from(index).expect("variables are numbered with 32 bits"));
            self.sat.set_decidable(var, false);
        }
        outcome
    }

    /// Takes note of what is assumed now. The search need no longer decide formulas that only
    /// facts of earlier checks speak of.
    fn let_go(&mut self, assumed: Vec<Term>) {
        let before = std::mem::replace(&mut self.assumed, assumed);
        if before.is_empty() {
            return;
        }
        self.lasting.resize(self.sat.var_count(), false);
        let (facts, definitions) = self.marked;
        let lasting = [&self.asserted[facts..], &self.theories.defining[definitions..]].concat();
        self.marked = (self.asserted.len(), self.theories.defining.len());
        for var in self.variables(&lasting) {
            self.lasting[var.index()] = true;
        }
        for var in self.variables(&before) {
            if !self.lasting[var.index()] {
                self.sat.set_decidable(var, false);
            }
        }
        for var in self.variables(&self.assumed) {
            self.sat.set_decidable(var, true);
        }
    }

    /// The variables of formulas and of their parts.
    fn variables(&self, formulas: &[Term]) -> Vec<Var> {
        let store = &self.theories.store;
        let mut found = Vec::new();
        for part in post_order_where(store, formulas, |term| store.sort(term) == Sort::Bool) {
            found.extend(self.theories.literals.get(part).map(|literal| literal.var()));
            for link in self.theories.links.get(part).into_iter().flatten() {
                found.extend(self.theories.literals.get(*link).map(|literal| literal.var()));
            }
        }
        found
    }

    fn count(&mut self, env: &mut Env<'_>) {
        let now = self.sat.statistics();
        let old = std::mem::replace(&mut self.counted, now);
        env.stats.add("search-conflicts", now.conflicts - old.conflicts);
        env.stats.add("search-decisions", now.decisions - old.decisions);
        env.stats.add("search-final-checks", now.final_checks - old.final_checks);
        for (name, count) in self.theories.applied.take() {
            env.stats.add(name, count);
        }
    }
}
