//! The search itself: propagate, resolve conflicts, decide, until an answer is found.
//!
//! [`Run`] joins the solver with the theory and the assumptions of one call. Assumptions are the
//! decisions of the lowest levels, one level each, so that the level gives the next assumption.

use crate::clause::ClauseRef;
use crate::limits::CLAUSE_WORDS;
use crate::literal::Lit;
use crate::solver::{Outcome, Solver, Unknown};
use crate::theory::{Check, Search, Theory};
use crate::trace::Tracer;
use crate::trail::{Reason, Value};
use tress_base::{Budget, Stop};

/// The search stops when the arena has this many words, since names of clauses have 31 bits. A higher cap has
/// no effect.
const ARENA_LIMIT: usize = 1 << 30;

/// One call of [`Solver::solve`].
pub(crate) struct Run<'a, T, R> {
    pub(crate) solver: &'a mut Solver<R>,
    pub(crate) theory: &'a mut T,
    pub(crate) assumptions: &'a [Lit],
    pub(crate) budget: &'a Budget,
    pub(crate) clause: Vec<Lit>,
    batch: Vec<Lit>,
    /// Steps of propagation that the budget knows of.
    charged: u64,
    /// Was something undone since late literals were last looked at?
    pub(crate) undone: bool,
}

impl<'a, T: Theory, R: Tracer> Run<'a, T, R> {
    pub(crate) fn new(
        solver: &'a mut Solver<R>,
        theory: &'a mut T,
        assumptions: &'a [Lit],
        budget: &'a Budget,
    ) -> Self {
        let charged = solver.core.statistics.propagations;
        Self {
            solver,
            theory,
            assumptions,
            budget,
            clause: Vec::new(),
            batch: Vec::new(),
            charged,
            undone: true,
        }
    }

    pub(crate) fn solve(mut self) -> Outcome {
        if !self.solver.consistent {
            return Outcome::Unsat;
        }
        let outcome = self.search().unwrap_or_else(|stop| Outcome::Unknown(Unknown::Stopped(stop)));
        if outcome == Outcome::Sat {
            self.solver.save_model();
        }
        self.backtrack(0);
        outcome
    }

    fn search(&mut self) -> Result<Outcome, Stop> {
        loop {
            let conflict = self.propagate()?;
            if let Some(conflict) = conflict {
                self.resolve_conflict(conflict);
            }
            if !self.solver.consistent {
                return Ok(Outcome::Unsat);
            }
            if conflict.is_some() {
                continue;
            }
            if self.maintain() {
                continue;
            }
            match self.next_decision() {
                Next::Again => {}
                Next::Decide(literal) => self.decide(literal),
                Next::SkipLevel => self.open_level(),
                Next::Failed(assumption) => {
                    self.note_failed(assumption);
                    return Ok(Outcome::Unsat);
                }
                Next::Complete => {
                    if let Some(outcome) = self.final_check()? {
                        return Ok(outcome);
                    }
                }
            }
        }
    }

    /// Propagates clauses and theory until neither adds anything, or a clause is false.
    fn propagate(&mut self) -> Result<Option<ClauseRef>, Stop> {
        loop {
            self.charge()?;
            let conflict = self.solver.core.propagate();
            if conflict.is_some() {
                return Ok(conflict);
            }
            self.deliver();
            let search = &mut Search { core: &mut self.solver.core, budget: self.budget };
            let before = search.core.trail.literals().len();
            let result = self.theory.propagate(search);
            self.explain_root_implications(before);
            self.serve_requests();
            result?;
            let core = &self.solver.core;
            if !self.solver.consistent
                || core.trail.is_propagated() && core.deliveries.is_complete(&core.trail)
            {
                return Ok(None);
            }
        }
    }

    /// Charges the budget for the propagations since the last time. Asked only when no conflict
    /// is pending, since one found at level 0 must not be lost.
    fn charge(&mut self) -> Result<(), Stop> {
        let propagations = self.solver.core.statistics.propagations;
        let steps = propagations - self.charged + 1;
        self.charged = propagations;
        let words = self.solver.core.clauses.size();
        if words > ARENA_LIMIT {
            return Err(CLAUSE_WORDS.give_up(self.budget));
        }
        CLAUSE_WORDS.check(words, self.budget)?;
        self.budget.poll_many(steps)
    }

    /// Reports to the theory what has become true.
    fn deliver(&mut self) {
        let core = &mut self.solver.core;
        core.deliveries.take(&core.trail, &mut self.batch);
        if !self.batch.is_empty() {
            self.theory.assign(&self.batch);
        }
    }

    pub(crate) fn backtrack(&mut self, level: u32) {
        if level < self.solver.core.trail.level() {
            self.solver.core.backtrack(level);
            self.theory.backtrack(level);
            self.solver.core.late.retain(|late| late.level <= level);
            self.undone = true;
        }
    }

    /// The next assumption, else the theory's choice, else the best variable.
    fn next_decision(&mut self) -> Next {
        if self.repeat_late() {
            return Next::Again;
        }
        let level = self.solver.core.trail.level() as usize;
        if let Some(&assumption) = self.assumptions.get(level) {
            return match self.solver.core.trail.value(assumption) {
                Value::Unset => Next::Decide(assumption),
                Value::True => Next::SkipLevel,
                Value::False => Next::Failed(assumption),
            };
        }
        let trail_size = self.solver.core.trail.literals().len();
        let requested = self.theory.decide(&mut Search { core: &mut self.solver.core, budget: self.budget });
        self.explain_root_implications(trail_size);
        self.serve_requests();
        let core = &mut self.solver.core;
        if !self.solver.consistent || !core.trail.is_propagated() || !core.deliveries.is_complete(&core.trail)
        {
            return Next::Again;
        }
        if let Some(literal) = requested {
            core.create_vars_of(&[literal]);
            if core.trail.is_unset(literal.var()) {
                return Next::Decide(literal);
            }
        }
        match core.order.next_var(&core.trail) {
            Some(var) => {
                let usual = core.order.phase(var, self.solver.restarts.is_stable());
                Next::Decide(self.theory.phase(var).map_or(usual, |phase| var.literal(phase)))
            }
            None => Next::Complete,
        }
    }

    fn open_level(&mut self) {
        self.solver.core.trail.open_level();
        self.theory.push();
    }

    fn decide(&mut self, literal: Lit) {
        self.solver.core.statistics.decisions += 1;
        self.open_level();
        self.solver.core.trail.assign(literal, Reason::None);
    }

    /// Shows a complete assignment to the theory. Returns `None` if the search has to go on.
    fn final_check(&mut self) -> Result<Option<Outcome>, Stop> {
        self.solver.core.statistics.final_checks += 1;
        let core = &mut self.solver.core;
        let (trail_size, level) = (core.trail.literals().len(), core.trail.level());
        let verdict = self.theory.final_check(&mut Search { core, budget: self.budget });
        self.explain_root_implications(trail_size);
        let core = &mut self.solver.core;
        let requested = core.requests.clause_count() > 0 || core.requests.refuted.is_some();
        self.serve_requests();
        let core = &mut self.solver.core;
        let moved = core.trail.literals().len() != trail_size || core.trail.level() != level;
        let open = core.order.next_var(&core.trail).is_some() || !core.deliveries.is_complete(&core.trail);
        match verdict? {
            _ if requested || moved || open => Ok(None),
            Check::Again => Ok(None),
            Check::Consistent => Ok(Some(Outcome::Sat)),
            Check::GiveUp => Ok(Some(Outcome::Unknown(Unknown::Theory))),
        }
    }
}

/// What to do when propagation is complete.
enum Next {
    /// Propagate again.
    Again,
    /// Decide this literal.
    Decide(Lit),
    /// The next assumption is true already: give it an empty level.
    SkipLevel,
    /// This assumption is false.
    Failed(Lit),
    /// Every decidable variable has a value.
    Complete,
}
