//! Optimising one linear expression under the bounds in force, and questions answered by it.
//!
//! Enters: a feasible assignment and an expression. Leaves: its best value, with an assignment
//! that reaches it, or the news that there is none. The rational optimum comes from the primal
//! simplex; whole optima from it by bisection with complete checks.

use tress_base::{Budget, Int, Rational, Stop};

use crate::bounds::{Bound, BoundId, Reason, Side, Why};
use crate::integer::Pinned;
use crate::linear::Linear;
use crate::propagate::round;
use crate::simplex::Feasible;
use crate::solver::{Constraint, Outcome, Relation, Solver};
use crate::value::Value;

/// Which end of an expression is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// The smallest value.
    Minimum,
    /// The largest value.
    Maximum,
}

/// The answer to an optimisation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Optimum {
    /// The best value; with an infinitesimal part it is approached but not reached. The current
    /// assignment has it.
    Value(Value),
    /// There is no limit.
    Unbounded,
    /// The constraints contradict each other.
    Conflict(Vec<Reason>),
}

/// How far the primal simplex came.
enum Climb {
    Best,
    NoLimit,
}

/// A limit for a move: how far, and which basic variable's row stops it (`None`: its own bound).
type Limit = (Value, Option<u32>);

impl Solver {
    /// The best value of `linear` over the rational numbers; integers are not branched on.
    ///
    /// # Errors
    /// The reason to stop; the solver stays usable.
    pub fn optimise_rational(
        &mut self,
        linear: &Linear,
        goal: Goal,
        budget: &Budget,
    ) -> Result<Optimum, Stop> {
        if let Outcome::Conflict(reasons) = self.check_rational(budget)? {
            return Ok(Optimum::Conflict(reasons));
        }
        let Some(pinned) = self.pin(linear) else {
            return Ok(Optimum::Value(linear.constant_part().clone().into()));
        };
        let up = (goal == Goal::Maximum) != pinned.scale.is_negative();
        let climb = self.climb(pinned.var, up, budget);
        self.unpin(&pinned);
        Ok(match climb? {
            Climb::NoLimit => Optimum::Unbounded,
            Climb::Best => Optimum::Value(affine(self.simplex.value(pinned.var), &pinned)),
        })
    }

    /// The best value of `linear` with whole values for all integer variables.
    ///
    /// # Errors
    /// The reason to stop; the solver stays usable.
    pub fn optimise(&mut self, linear: &Linear, goal: Goal, budget: &Budget) -> Result<Optimum, Stop> {
        if let Outcome::Conflict(reasons) = self.check(budget)? {
            return Ok(Optimum::Conflict(reasons));
        }
        let Some(pinned) = self.pin(linear) else {
            return Ok(Optimum::Value(linear.constant_part().clone().into()));
        };
        let up = (goal == Goal::Maximum) != pinned.scale.is_negative();
        let best = self.best_value(pinned.var, up, budget);
        self.unpin(&pinned);
        Ok(best?.map_or(Optimum::Unbounded, |value| Optimum::Value(affine(&value, &pinned))))
    }

    /// The best value of `var`, starting from a whole solution; `None` when it has no limit. The
    /// assignment that has it is left behind.
    fn best_value(&mut self, var: u32, up: bool, budget: &Budget) -> Result<Option<Value>, Stop> {
        let mut best = self.snapshot();
        let first = self.simplex.value(var).clone();
        // With rational data a whole solution and an unlimited relaxation mean no limit at all.
        let limit = match self.climb(var, up, budget)? {
            Climb::NoLimit => {
                self.install(&best);
                return Ok(None);
            }
            Climb::Best => self.simplex.value(var).clone(),
        };
        let found = if self.simplex.is_int[var as usize] {
            let side = if up { Side::Upper } else { Side::Lower };
            let limit = round(&limit, side).main.numerator().clone();
            self.bisect(var, up, first.main.numerator().clone(), limit, &mut best, budget)?
        } else {
            self.improve(var, up, first, &limit, &mut best, budget)?
        };
        self.install(&best);
        Ok(Some(found))
    }

    /// Finds the best whole value between one that was reached and a limit.
    fn bisect(
        &mut self,
        var: u32,
        up: bool,
        mut reached: Int,
        mut limit: Int,
        best: &mut Vec<(u32, Value)>,
        budget: &Budget,
    ) -> Result<Value, Stop> {
        let mut middle = limit.clone();
        while reached != limit {
            let side = if up { Side::Lower } else { Side::Upper };
            match self.try_bound(var, side, middle.clone().into(), budget)? {
                true => {
                    reached = self.simplex.value(var).main.numerator().clone();
                    *best = self.snapshot();
                }
                false if up => limit = middle - Int::ONE,
                false => limit = middle + Int::ONE,
            }
            // Rounded away from what is reached, so that every step says something new.
            let sum = &reached + &limit;
            middle = if up { sum.div_ceil(&Int::from(2)) } else { sum.div_floor(&Int::from(2)) };
        }
        Ok(reached.into())
    }

    /// Improves a solution step by step when the expression is not whole: the integers stay as
    /// found, the others climb; then something strictly better is asked for.
    fn improve(
        &mut self,
        var: u32,
        up: bool,
        mut reached: Value,
        limit: &Value,
        best: &mut Vec<(u32, Value)>,
        budget: &Budget,
    ) -> Result<Value, Stop> {
        self.install(best);
        loop {
            if let Some(better) = self.climb_with_integers_fixed(var, up, budget)? {
                reached = better;
                *best = self.snapshot();
            }
            if reached == *limit {
                return Ok(reached);
            }
            let side = if up { Side::Lower } else { Side::Upper };
            let mut beyond = reached.clone();
            beyond.add(&Value::next_to(Rational::ZERO, up));
            if !self.try_bound(var, side, beyond, budget)? {
                return Ok(reached);
            }
            reached = self.simplex.value(var).clone();
            *best = self.snapshot();
        }
    }

    /// The best value of `var` when every integer keeps its current, whole value.
    fn climb_with_integers_fixed(
        &mut self,
        var: u32,
        up: bool,
        budget: &Budget,
    ) -> Result<Option<Value>, Stop> {
        self.push();
        for int in 0..self.simplex.var_count() {
            if self.simplex.is_int[int as usize] {
                for side in [Side::Lower, Side::Upper] {
                    let value = self.simplex.value(int).clone();
                    let learned = self.learn(int, side, value, Why::Assumed);
                    debug_assert!(learned.is_ok(), "the assignment satisfies the bounds");
                }
            }
        }
        let result = match self.simplex.check(budget) {
            Ok(Feasible::Yes) => self.climb(var, up, budget).map(|climb| match climb {
                Climb::Best => Some(self.simplex.value(var).clone()),
                Climb::NoLimit => None,
            }),
            Ok(Feasible::No(_)) => Ok(None),
            Err(stop) => Err(stop),
        };
        self.pop(1);
        result
    }

    /// Is there a whole solution with this bound? If so, it is the current assignment.
    fn try_bound(&mut self, var: u32, side: Side, value: Value, budget: &Budget) -> Result<bool, Stop> {
        self.push();
        let result = match self.learn(var, side, value, Why::Assumed) {
            Err(_) => Ok(false),
            Ok(_) => self.search(budget).map(|conflict| conflict.is_none()),
        };
        self.pop(1);
        result
    }

    /// Moves `var` as far as the rational relaxation lets it. The assignment must be feasible.
    fn climb(&mut self, var: u32, up: bool, budget: &Budget) -> Result<Climb, Stop> {
        if !self.simplex.tableau.is_basic(var)
            && let Some(cell) = self.simplex.tableau.column(var).first()
        {
            let row = cell.row;
            self.simplex.pivot(row, var);
        }
        let bland_after = self.simplex.pivots + 100 + u64::from(self.simplex.var_count());
        loop {
            budget.poll_many(1 + self.simplex.tableau.take_work() / 32)?;
            let bland = self.simplex.pivots > bland_after;
            let Some((entering, entering_up)) = self.improving(var, up, bland) else {
                return Ok(Climb::Best);
            };
            let Some((distance, stopper)) = self.longest_move(entering, entering_up) else {
                return Ok(Climb::NoLimit);
            };
            let change = if entering_up { distance } else { distance.scaled(&Int::MINUS_ONE, &Int::ONE) };
            let mut target = self.simplex.value(entering).clone();
            target.add(&change);
            self.simplex.move_to(entering, &target);
            if let Some(row) = stopper {
                self.simplex.pivot(row, entering);
            }
        }
    }

    /// A variable whose move lets `var` go further, and its direction.
    fn improving(&self, var: u32, up: bool, bland: bool) -> Option<(u32, bool)> {
        let simplex = &self.simplex;
        if !simplex.can_move(var, up) {
            return None;
        }
        let Some(row) = simplex.tableau.row_of(var) else { return Some((var, up)) };
        let entries = simplex.tableau.row(row);
        let basic_negative = entries[0].coefficient.is_negative();
        let candidates = entries[1..].iter().filter_map(|entry| {
            let entry_up = up != (entry.coefficient.is_negative() == basic_negative);
            simplex.can_move(entry.var, entry_up).then_some((entry.var, entry_up))
        });
        candidates.min_by_key(|(var, _)| {
            let length = if bland { 0 } else { simplex.tableau.column(*var).len() };
            (length, *var)
        })
    }

    /// How far a nonbasic variable can move until it or a basic one meets a bound.
    fn longest_move(&self, var: u32, up: bool) -> Option<Limit> {
        let simplex = &self.simplex;
        let side = if up { Side::Upper } else { Side::Lower };
        let room = |var: u32, side: Side| {
            let bound = simplex.bounds.value(var, side)?;
            let value = simplex.value(var);
            Some(if side == Side::Upper { bound.minus(value) } else { value.minus(bound) })
        };
        let mut best: Option<(Value, u32, Option<u32>)> = room(var, side).map(|own| (own, var, None));
        for cell in simplex.tableau.column(var) {
            let entries = simplex.tableau.row(cell.row);
            let (basic, entry) = (&entries[0], &entries[cell.position as usize]);
            let against = basic.coefficient.is_negative() == entry.coefficient.is_negative();
            let basic_side = if up != against { Side::Upper } else { Side::Lower };
            let Some(room) = room(basic.var, basic_side) else { continue };
            let distance = room.scaled(&basic.coefficient.abs(), &entry.coefficient.abs());
            let candidate = (distance, basic.var, Some(cell.row));
            if best.as_ref().is_none_or(|best| (&candidate.0, candidate.1) < (&best.0, best.1)) {
                best = Some(candidate);
            }
        }
        best.map(|(distance, _, row)| (distance, row))
    }

    /// Do the bounds in force imply `linear relation 0`? Looks for a rational counterexample with
    /// rounding but without branching; `None` means that there may be one. The reasons suffice for
    /// the implication.
    ///
    /// # Errors
    /// The reason to stop; the solver stays usable.
    pub fn entails(
        &mut self,
        linear: &Linear,
        relation: Relation,
        budget: &Budget,
    ) -> Result<Option<Vec<Reason>>, Stop> {
        if let Outcome::Conflict(reasons) = self.outcome() {
            return Ok(Some(reasons));
        }
        let pinned = self.pin(linear);
        let constraint = self.constraint(linear, relation);
        let reasons = self.entails_constraint(constraint, budget);
        if let Some(pinned) = pinned {
            self.unpin(&pinned);
        }
        reasons
    }

    fn entails_constraint(
        &mut self,
        constraint: Constraint,
        budget: &Budget,
    ) -> Result<Option<Vec<Reason>>, Stop> {
        let goals = match constraint {
            Constraint::True => return Ok(Some(Vec::new())),
            Constraint::False => return Ok(None),
            Constraint::Bound(bound) => vec![bound],
            Constraint::Fixed(var, value) => {
                [Side::Lower, Side::Upper].map(|side| Bound { var, side, value: value.clone() }).to_vec()
            }
        };
        let mut leaves = Vec::new();
        for goal in goals {
            match self.refute(&goal, budget)? {
                None => return Ok(None),
                Some(premises) => leaves.extend(premises),
            }
        }
        Ok(Some(self.reasons(&leaves)))
    }

    /// Asserted bounds that imply `goal`, by refuting its negation.
    fn refute(&mut self, goal: &Bound, budget: &Budget) -> Result<Option<Vec<BoundId>>, Stop> {
        let negated = goal.negated(self.simplex.is_int[goal.var.index()]);
        self.push();
        let assumed = BoundId(self.simplex.bounds.len() as u32);
        let result = match self.learn(negated.var.0, negated.side, negated.value, Why::Assumed) {
            Err(opposite) => Ok(Some(self.leaves(&[opposite]))),
            Ok(false) => Ok(None),
            Ok(true) => self.relax(budget).map(|feasible| match feasible {
                Feasible::Yes => None,
                Feasible::No(premises) => Some(self.leaves(&premises)),
            }),
        };
        self.pop(1);
        Ok(result?.map(|leaves| leaves.into_iter().filter(|id| *id != assumed).collect()))
    }
}

/// The value of a pinned expression when its variable has this one.
fn affine(value: &Value, pinned: &Pinned) -> Value {
    Value { main: &(&value.main * &pinned.scale) + &pinned.offset, delta: &value.delta * &pinned.scale }
}
