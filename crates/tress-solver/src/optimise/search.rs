//! The best value of a number: questions whether it can be better, until it cannot.
//!
//! Everything is a cost here, which should be small; a maximum is the cost with its sign changed. `reached`
//! is the cost of the model, `floor` a number below which no model lies. A question asks for a cost of at
//! most some number: a model lowers `reached`, a conflict lifts `floor`. Where the neighbourhood of a model
//! is linear, [`cell`] goes to its best point at once, and knows when there is none.

use std::sync::Arc;

use tress_base::{Budget, Int, Rational, Stop};
use tress_lia::{Goal, Value as Number};

use super::bounds::Limit;
use super::cell::{self, Local};
use super::limits::{BITS, CELL_STEPS, FRACTIONS, OPEN, STRING_BITS};
use super::linear::relaxed;
use super::{Oracle, Reply};
use tress_term::eval::EvalError;
use tress_term::model::Model;
use tress_term::term::{Head, Op, Sort, Term, TermStore, Value, post_order};

/// A number that should be small, or large.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    pub(super) term: Term,
    pub(super) goal: Goal,
    pub(super) is_whole: bool,
}

impl Cost {
    pub(super) fn new(store: &TermStore, term: Term, goal: Goal) -> Self {
        Self { term, goal, is_whole: store.sort(term) == Sort::Int }
    }

    /// A value of the term as a cost, and the other way round.
    fn signed(&self, number: Number) -> Number {
        match self.goal {
            Goal::Minimum => number,
            Goal::Maximum => Number { main: -number.main, delta: -number.delta },
        }
    }

    /// The formula: the cost is at most this, or less than this.
    pub(super) fn at_most(&self, store: &mut TermStore, limit: &Rational, strictly: bool) -> Term {
        let limit = self.signed(limit.clone().into()).main;
        let op = match (self.goal, strictly) {
            (Goal::Minimum, false) => Op::Le,
            (Goal::Minimum, true) => Op::Lt,
            (Goal::Maximum, false) => Op::Ge,
            (Goal::Maximum, true) => Op::Gt,
        };
        let limit = if self.is_whole { store.int(limit.floor()) } else { store.real(limit) };
        store.app(op, &[self.term, limit]).expect("a number is compared with one of its sort")
    }

    fn limit(&self, cost: &Number) -> Limit {
        let Number { main, delta } = self.signed(cost.clone());
        match delta.is_zero() {
            true => Limit::Number(main),
            false if delta.is_positive() => Limit::StrictlyAbove(main),
            false => Limit::StrictlyBelow(main),
        }
    }
}

/// How far the search for one number has come.
pub(super) struct Search<'a> {
    pub(super) cost: Cost,
    /// The best model so far.
    pub(super) model: Arc<Model>,
    /// What holds besides the given formulas.
    before: &'a [Term],
    /// The cost of the model, or one that is approached but not reached; `None` before it was evaluated.
    reached: Option<Number>,
    /// No model has a smaller cost.
    floor: Option<Number>,
    is_unbounded: bool,
    /// Up to here questions are not answered.
    open: Option<Int>,
    open_count: usize,
    /// The next step when no floor is known.
    stride: Int,
    asked: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(cost: Cost, before: &'a [Term], model: Arc<Model>) -> Self {
        Self {
            cost,
            model,
            before,
            reached: None,
            floor: None,
            is_unbounded: false,
            open: None,
            open_count: 0,
            stride: Int::ONE,
            asked: 0,
        }
    }

    /// A floor that is known from elsewhere.
    pub(super) fn with_floor(mut self, floor: Rational) -> Self {
        self.floor = Some(floor.into());
        self
    }

    /// No model has a smaller cost.
    pub(super) fn floor(&self) -> Option<&Rational> {
        self.floor.as_ref().map(|floor| &floor.main)
    }

    /// The numbers between which the best value lies.
    pub(super) fn limits(&self) -> (Limit, Limit) {
        let (worst, endless) = match self.cost.goal {
            Goal::Minimum => (Limit::Infinity, Limit::MinusInfinity),
            Goal::Maximum => (Limit::MinusInfinity, Limit::Infinity),
        };
        if self.is_unbounded {
            return (endless.clone(), endless);
        }
        let reached = self.reached.as_ref().map_or(worst, |cost| self.cost.limit(cost));
        let floor = self.floor.as_ref().map_or(endless, |cost| self.cost.limit(cost));
        match self.cost.goal {
            Goal::Minimum => (floor, reached),
            Goal::Maximum => (reached, floor),
        }
    }

    /// A formula that holds in the best models and in no others. Returns `None` if they are not known.
    pub(super) fn fix(&self, store: &mut TermStore) -> Option<Vec<Term>> {
        let reached = self.reached.as_ref().filter(|reached| reached.delta.is_zero())?;
        (self.is_proved() && !self.is_unbounded).then(|| vec![self.cost.at_most(store, &reached.main, false)])
    }

    fn is_proved(&self) -> bool {
        self.is_unbounded || (self.reached.is_some() && self.reached == self.floor)
    }

    /// Asks until the best value is known, or no question is left that could be answered.
    ///
    /// # Errors
    /// When the budget is used up. What was found is kept.
    pub(super) fn run(&mut self, oracle: &mut dyn Oracle) -> Result<(), Stop> {
        if !self.evaluate(oracle)? {
            return Ok(());
        }
        self.improve_nearby(oracle)?;
        if self.is_unbounded {
            return Ok(());
        }
        self.find_floor(oracle)?;
        while !self.is_proved() {
            let Some((limit, strictly)) = self.next_question(oracle) else { return Ok(()) };
            self.asked += 1;
            let query = self.cost.at_most(oracle.tools().0, &limit, strictly);
            let assumptions: Vec<Term> = self.before.iter().copied().chain([query]).collect();
            match oracle.ask(&assumptions)? {
                Reply::Model(model) => {
                    self.model = model;
                    if !self.evaluate(oracle)? {
                        return Ok(());
                    }
                    self.improve_nearby(oracle)?;
                }
                Reply::Conflict(_) => self.lift_floor(limit, strictly),
                Reply::Open => {
                    self.open_count += 1;
                    if !self.cost.is_whole || OPEN.is_exceeded(self.open_count, oracle.tools().2) {
                        return Ok(());
                    }
                    self.open = Some(limit.floor());
                }
            }
        }
        Ok(())
    }

    /// No model has a cost of at most (less than) this.
    fn lift_floor(&mut self, limit: Rational, strictly: bool) {
        let floor = match (self.cost.is_whole, strictly) {
            (true, _) => Number::from(limit.floor() + Int::ONE),
            (false, true) => limit.into(),
            (false, false) => Number::next_to(limit, true),
        };
        if self.floor.as_ref().is_none_or(|known| *known < floor) {
            self.floor = Some(floor);
        }
    }

    /// Takes the cost of the model; false when it has none.
    fn evaluate(&mut self, oracle: &mut dyn Oracle) -> Result<bool, Stop> {
        let (store, evaluator, budget) = oracle.tools();
        let number = match evaluator.eval(store, self.cost.term, &self.model, budget) {
            Ok(Value::Int(number)) => Rational::from(number),
            Ok(Value::Real(number)) => number,
            Err(EvalError::Stop(stop)) => return Err(stop),
            Ok(_) | Err(_) => return Ok(false),
        };
        let cost = self.cost.signed(number.into());
        if self.reached.as_ref().is_none_or(|reached| cost < *reached) {
            self.reached = Some(cost);
        }
        Ok(true)
    }

    /// Goes to the best model that makes the same atoms true, where that is a matter of linear arithmetic.
    fn improve_nearby(&mut self, oracle: &mut dyn Oracle) -> Result<(), Stop> {
        let formulas: Vec<Term> = oracle.given().into_iter().chain(self.before.iter().copied()).collect();
        let (store, evaluator, budget) = oracle.tools();
        let wanted = (self.cost.term, self.cost.goal);
        let near = CELL_STEPS
            .share(budget, || cell::near(store, evaluator, &formulas, wanted, &self.model, budget))?;
        match near.flatten() {
            None => {}
            Some(Local::Unbounded) => self.is_unbounded = true,
            Some(Local::Best(number, model)) => {
                // What the arithmetic believes is evaluated, as any model is.
                let believed = formulas.iter().try_fold(true, |all, formula| {
                    match evaluator.eval(store, *formula, &model, budget) {
                        Ok(Value::Bool(truth)) => Ok(all && truth),
                        Err(EvalError::Quantifier) => Ok(all),
                        Err(EvalError::Stop(stop)) => Err(stop),
                        _ => Ok(false),
                    }
                })?;
                if believed {
                    self.model = Arc::from(model);
                    let cost = self.cost.signed(number);
                    let cost = sign_of_delta(cost);
                    if self.reached.as_ref().is_none_or(|reached| cost < *reached) {
                        self.reached = Some(cost);
                    }
                }
            }
        }
        Ok(())
    }

    /// What the asserted comparisons and the meaning of operators say.
    fn find_floor(&mut self, oracle: &mut dyn Oracle) -> Result<(), Stop> {
        let formulas: Vec<Term> = oracle.given().into_iter().chain(self.before.iter().copied()).collect();
        let (store, _, budget) = oracle.tools();
        let Cost { term, goal, is_whole } = self.cost;
        let found = CELL_STEPS.share(budget, || relaxed(store, &formulas, term, goal, budget))?;
        let Some(number) = found.flatten() else { return Ok(()) };
        let cost = self.cost.signed(number);
        let floor = match is_whole {
            true => Number::from(cost.ceil()),
            false => sign_of_delta(cost),
        };
        if self.floor.as_ref().is_none_or(|known| *known < floor) {
            self.floor = Some(floor);
        }
        Ok(())
    }

    /// The next question: is there a cost of at most (less than) this? First the floor, then what is just
    /// better than the model, then the middle between.
    fn next_question(&mut self, oracle: &mut dyn Oracle) -> Option<(Rational, bool)> {
        let reached = self.reached.clone()?;
        if !self.cost.is_whole {
            return self.next_fraction(&reached, oracle.tools().2);
        }
        let better = reached.main.floor() - Int::ONE;
        let floor = self.floor.as_ref().map(Number::ceil);
        let lowest = match (floor, &self.open) {
            (Some(floor), Some(open)) => Some(floor.max(open + &Int::ONE)),
            (floor, open) => floor.or_else(|| open.as_ref().map(|open| open + &Int::ONE)),
        };
        let limit = match (lowest, self.asked) {
            (Some(lowest), _) if lowest > better => return None,
            (Some(lowest), 0) => lowest,
            (_, 1) => better,
            (Some(lowest), _) => (&lowest + &better).div_floor(&Int::from(2)),
            (None, 0) => better,
            (None, _) => {
                let (store, _, budget) = oracle.tools();
                let most = if mentions_strings(store, self.cost.term) { &STRING_BITS } else { &BITS };
                if most.is_exceeded(self.stride.bit_len(), budget) {
                    return None;
                }
                self.stride = &self.stride * &Int::from(2);
                &better - &self.stride
            }
        };
        Some((limit.into(), false))
    }

    fn next_fraction(&self, reached: &Number, budget: &Budget) -> Option<(Rational, bool)> {
        let just_better = (reached.main.clone(), reached.delta.is_zero());
        match (&self.floor, self.asked) {
            (_, asked) if FRACTIONS.is_exceeded(asked, budget) => None,
            // A floor that is only approached is reached by no model.
            (Some(floor), 0) if floor.delta.is_zero() => Some((floor.main.clone(), false)),
            (Some(floor), asked) if asked % 2 == 0 && floor.main < reached.main => {
                let half = Rational::new(Int::ONE, Int::from(2)).unwrap_or_default();
                Some((&(&floor.main + &reached.main) * &half, false))
            }
            _ => Some(just_better),
        }
    }
}

/// How small an infinitely small part is does not matter.
fn sign_of_delta(number: Number) -> Number {
    match number.delta.is_zero() {
        true => number,
        false => Number::next_to(number.main, number.delta.is_positive()),
    }
}

/// Do strings stand in the term?
fn mentions_strings(store: &TermStore, term: Term) -> bool {
    let is_string =
        |part: Term| store.sort(part) == Sort::String && matches!(store.head(part), Head::Symbol(_));
    post_order(store, &[term]).into_iter().any(is_string)
}
