//! A search that can be asked again.
//!
//! Enters: one problem after the other. Leaves: an outcome for each. What was learned stays:
//! clauses, atoms, rows of the arithmetic, all of which hold whatever is asserted. A fact is
//! asserted for good, or assumed for one check; only a problem that lacks a fact asserted for good
//! needs a new search.

use tress_base::Stop;
use tress_sat::{Lit, Statistics, Unknown, Var};

use tress_rewrite::env::Env;
use tress_rewrite::problem::{Fact, Outcome, Problem, Reason};
use tress_term::term::{Sort, Term, TermSet, TermStore, post_order_where};

use super::Kernel;
use super::checked::Watcher;
use super::context::Context;
use super::observer::Observer;
use super::propagate::Running;
use super::theory::Theory;

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
pub struct Incremental<T, R = Watcher> {
    pub(super) sat: tress_sat::Solver<R>,
    pub(super) kernel: Kernel,
    theory: T,
    /// What is asserted for good.
    asserted: Vec<Term>,
    is_asserted: TermSet,
    /// Variables that the search has to decide in every check: those of asserted facts and of
    /// definitions. `marked` is the number of facts and of definitions that are marked.
    lasting: Vec<bool>,
    marked: (usize, usize),
    /// What was assumed in the last check.
    assumed: Vec<Term>,
    /// Variables after the first problem was entered.
    first_size: usize,
    counted: Statistics,
}

impl<T: Theory> Incremental<T> {
    /// A search that knows nothing.
    pub fn new(theory: T, seed: u64) -> Self {
        Self::observed(theory, seed)
    }
}

impl<T: Theory, R: Observer> Incremental<T, R> {
    /// A search that knows nothing, with an observer of its clauses.
    pub(super) fn observed(theory: T, seed: u64) -> Self {
        Self {
            sat: tress_sat::Solver::with_tracer(seed, R::default()),
            kernel: Kernel::new(),
            theory,
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
    pub fn fits(&self, asserted: impl Iterator<Item = Term>) -> bool {
        let known: usize = asserted.map(|term| usize::from(self.is_asserted.has(term))).sum();
        self.kernel.whole().is_ok()
            && known == self.asserted.len()
            && self.sat.var_count() <= GROWTH * self.first_size + ALLOWANCE
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
        let result = self.run(env, problem, mode);
        self.count(env);
        result
    }

    fn run(
        &mut self,
        env: &mut Env<'_>,
        problem: &Problem,
        mode: impl Fn(&Fact) -> Mode,
    ) -> Result<Outcome, Stop> {
        self.kernel.whole()?;
        self.kernel.bits.let_decide(&mut self.sat);
        self.kernel.relevance.facts = problem.facts.iter().map(|fact| fact.term).collect();
        self.kernel.symbols.clone_from(&problem.symbols);
        let mut assumptions: Vec<Lit> = Vec::new();
        let mut assumed: Vec<Term> = Vec::new();
        for fact in &problem.facts {
            env.budget.poll()?;
            let is_new = mode(fact) != Mode::Asserted || self.is_asserted.add(fact.term);
            let Self { sat, kernel, theory, .. } = self;
            let mut cx = Context { env: env.lend(), kernel, sat };
            if mode(fact) != Mode::Asserted {
                assumptions.push(cx.literal(fact.term));
                assumed.push(fact.term);
            } else if is_new {
                cx.assert(fact.term);
                self.asserted.push(fact.term);
            }
            cx.enter_all(theory)?;
        }
        env.budget.look()?;
        self.let_go(env.store, assumed);
        if self.first_size == 0 {
            self.first_size = self.sat.var_count();
        }
        let outcome = self.solve(env, &assumptions);
        let found = self.kernel.found.take();
        let checked = found.as_ref().filter(|_| outcome == tress_sat::Outcome::Sat);
        R::after_search(&self.sat, &mut self.kernel, &self.theory, env, checked);
        let candidate =
            found.map_or(Outcome::GaveUp(Reason::Incomplete), |model| Outcome::Model(Box::new(model)));
        match outcome {
            tress_sat::Outcome::Sat => Ok(candidate),
            tress_sat::Outcome::Unsat => {
                let failed = self.sat.failed();
                let needed = |fact: &&Fact| {
                    let literal = self.kernel.atoms.literals.get(fact.term);
                    mode(fact) != Mode::Tracked || literal.is_some_and(|literal| failed.contains(literal))
                };
                Ok(Outcome::Conflict(problem.facts.iter().filter(needed).map(|fact| fact.origin).collect()))
            }
            tress_sat::Outcome::Unknown(Unknown::Stopped(stop)) => Err(stop),
            // A candidate from a search that gave up may still be a model; the evaluator will tell.
            tress_sat::Outcome::Unknown(Unknown::Theory) => Ok(candidate),
        }
    }

    /// The search.
    fn solve(&mut self, env: &mut Env<'_>, assumptions: &[Lit]) -> tress_sat::Outcome {
        let size = self.sat.var_count();
        let Self { sat, kernel, theory, .. } = self;
        let budget = env.budget;
        let outcome = sat.solve(&mut Running { env: env.lend(), kernel, theory }, assumptions, budget);
        // What came up on the way was a question of this check. It is asked again when it is one
        // of the next.
        for index in size..self.sat.var_count() {
            let var = Var::new(u32::try_from(index).expect("variables are numbered with 32 bits"));
            self.sat.set_decidable(var, false);
        }
        outcome
    }

    /// Takes note of what is assumed now. The search need no longer decide formulas that only
    /// facts of earlier checks mention.
    fn let_go(&mut self, store: &TermStore, assumed: Vec<Term>) {
        let before = std::mem::replace(&mut self.assumed, assumed);
        if before.is_empty() {
            return;
        }
        self.lasting.resize(self.sat.var_count(), false);
        let (facts, definitions) = self.marked;
        let lasting = [&self.asserted[facts..], &self.kernel.relevance.defining[definitions..]].concat();
        self.marked = (self.asserted.len(), self.kernel.relevance.defining.len());
        for var in self.variables(store, &lasting) {
            self.lasting[var.index()] = true;
        }
        for var in self.variables(store, &before) {
            if !self.lasting[var.index()] {
                self.sat.set_decidable(var, false);
            }
        }
        for var in self.variables(store, &self.assumed) {
            self.sat.set_decidable(var, true);
        }
    }

    /// The variables of formulas and of their parts.
    fn variables(&self, store: &TermStore, formulas: &[Term]) -> Vec<Var> {
        let mut found = Vec::new();
        for part in post_order_where(store, formulas, |term| store.sort(term) == Sort::Bool) {
            found.extend(self.kernel.atoms.literals.get(part).map(|literal| literal.var()));
            for link in self.kernel.atoms.links.get(part).into_iter().flatten() {
                found.extend(self.kernel.atoms.literals.get(*link).map(|literal| literal.var()));
            }
        }
        found
    }

    fn count(&mut self, env: &mut Env<'_>) {
        let now = self.sat.statistics();
        let old = std::mem::replace(&mut self.counted, now);
        env.stats.add("search-conflicts", now.conflicts - old.conflicts);
        env.stats.add("search-decisions", now.decisions - old.decisions);
        env.stats.add("search-restarts", now.restarts - old.restarts);
        env.stats.add("search-final-checks", now.final_checks - old.final_checks);
        for (name, count) in self.kernel.inferences.take_counts() {
            env.stats.add(name, count);
        }
    }
}
