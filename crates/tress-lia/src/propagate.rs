//! Bound propagation: what the bounds of a row's variables say about each other.
//!
//! Enters: rows in which a bound has changed. Leaves: tighter bounds, rounded for integers, or a
//! conflict. Works on the defining rows, not on the tableau: those stay sparse, keep the shape the
//! client wrote (digit sums, chains, concatenated lengths), and explain lazily.
//!
//! Propagation alone need not end (`x < y`, `y < x`, `x >= 0`), so every side of a variable is
//! tightened only a few times in one run; the simplex decides the rest.

use std::collections::VecDeque;

use tress_base::{Budget, Int, Stop};

use crate::bounds::{BoundId, Side, Why};
use crate::definition::Term;
use crate::solver::Solver;
use crate::value::Value;

/// How often one variable may be tightened in one run.
const INT_ROUNDS: u8 = 12;
const REAL_ROUNDS: u8 = 3;

/// Rows waiting to be looked at.
#[derive(Default, Debug)]
pub(crate) struct Queue {
    rows: VecDeque<u32>,
    is_waiting: Vec<bool>,
    rounds: Vec<u8>,
    counted: Vec<u32>,
}

impl Queue {
    pub(crate) fn add_var(&mut self) {
        self.is_waiting.push(false);
        self.rounds.push(0);
    }

    pub(crate) fn add_row(&mut self, slack: u32) {
        if !std::mem::replace(&mut self.is_waiting[slack as usize], true) {
            self.rows.push_back(slack);
        }
    }

    fn next(&mut self) -> Option<u32> {
        let slack = self.rows.pop_front()?;
        self.is_waiting[slack as usize] = false;
        Some(slack)
    }

    /// Counts one tightening of `var`; false when it had enough.
    fn count(&mut self, var: u32, limit: u8) -> bool {
        let rounds = &mut self.rounds[var as usize];
        if *rounds == 0 {
            self.counted.push(var);
        }
        // A run may go on long after the limit, so the count stays at its largest.
        *rounds = rounds.saturating_add(1);
        *rounds <= limit
    }

    fn end_run(&mut self) {
        for var in self.counted.drain(..) {
            self.rounds[var as usize] = 0;
        }
    }
}

/// The least value of a sum, as far as bounds give it.
#[derive(Default)]
struct Total {
    finite: Value,
    /// How many terms have no bound.
    open: usize,
}

impl Total {
    fn add(&mut self, contribution: Option<Value>) {
        match contribution {
            Some(value) => self.finite.add(&value),
            None => self.open += 1,
        }
    }
}

/// The same in machine words.
#[derive(Default)]
struct SmallTotal {
    finite: i128,
    open: usize,
}

impl SmallTotal {
    #[inline]
    fn add(&mut self, contribution: Option<i128>) -> Option<()> {
        match contribution {
            Some(number) => {
                let sum = self.finite.checked_add(number)?;
                // Far enough from the end that a term can be taken away again.
                self.finite = (sum.unsigned_abs() < 1 << 120).then_some(sum)?;
            }
            None => self.open += 1,
        }
        Some(())
    }

    /// A term has a tighter bound now.
    fn replace(&mut self, old: Option<i128>, new: i128) -> Option<()> {
        match old {
            Some(old) => self.finite -= old,
            None => self.open -= 1,
        }
        self.add(Some(new))
    }

    /// The total without one term, where the others have bounds.
    #[inline]
    fn others(&self, own: Option<i128>) -> Option<i128> {
        (self.open == usize::from(own.is_none())).then(|| self.finite - own.unwrap_or(0))
    }
}

impl Solver {
    /// Tightens bounds along the waiting rows. `Some` is a set of contradicting bounds.
    pub(crate) fn propagate_bounds(&mut self, budget: &Budget) -> Result<Option<Vec<BoundId>>, Stop> {
        let mut result = Ok(None);
        while let Some(slack) = self.queue.next() {
            let length = self.definitions.row(slack).map_or(0, <[_]>::len) as u64;
            if let Err(stop) = budget.poll_many(1 + length / 16) {
                self.queue.add_row(slack);
                result = Err(stop);
                break;
            }
            if let Err(conflict) = self.propagate_row(slack) {
                // Other bounds of the row may be left to look at after backtracking.
                self.queue.add_row(slack);
                result = Ok(Some(conflict));
                break;
            }
        }
        self.queue.end_run();
        result
    }

    fn propagate_row(&mut self, slack: u32) -> Result<(), Vec<BoundId>> {
        if self.is_loose(slack) {
            // Derived bounds would keep the row of a past cut or query alive.
            return Ok(());
        }
        if self.propagate_small(slack).is_some() {
            return Ok(());
        }
        let Some(row) = self.definitions.row(slack) else { return Ok(()) };
        let (mut least, mut most) = (Total::default(), Total::default());
        for term in row {
            least.add(self.contribution(term.var, &term.coefficient, false));
            most.add(self.contribution(term.var, &term.coefficient, true));
            if least.open > 1 && most.open > 1 {
                return Ok(());
            }
        }
        for position in 0..row.len() {
            self.propagate_term(slack, position, &mut least, &mut most)?;
        }
        Ok(())
    }

    /// The same as [`Solver::propagate_row`] in machine words, for most rows. `None` when some
    /// number does not fit, or the row is contradictory: then the other way has to be gone.
    fn propagate_small(&mut self, slack: u32) -> Option<()> {
        let row = self.definitions.row(slack)?;
        let (mut least, mut most) = (SmallTotal::default(), SmallTotal::default());
        for term in row {
            let (low, high) = self.small_range(term)?;
            least.add(low)?;
            most.add(high)?;
            if least.open > 1 && most.open > 1 {
                return Some(());
            }
        }
        for position in 0..row.len() {
            let term = &self.definitions.row(slack)?[position];
            let (var, coefficient) = (term.var, i128::from(term.coefficient.to_i64()?));
            let (low, high) = self.small_range(term)?;
            // The largest multiple of the coefficient within what the others leave: when it is no
            // news, neither is the limit itself, since the bounds are multiples too.
            let limit = least.others(low).map(|others| (-others).div_euclid(coefficient.abs()));
            if let Some(limit) = limit
                && high.is_none_or(|high| limit * coefficient.abs() < high)
                && self.derive_small(slack, var, coefficient > 0, limit * coefficient.signum())?
            {
                most.replace(high, limit * coefficient.abs())?;
            }
            let term = &self.definitions.row(slack)?[position];
            let (low, high) = self.small_range(term)?;
            let limit = most.others(high).map(|others| -others.div_euclid(coefficient.abs()));
            if let Some(limit) = limit
                && low.is_none_or(|low| limit * coefficient.abs() > low)
                && self.derive_small(slack, var, coefficient < 0, limit * coefficient.signum())?
            {
                least.replace(low, limit * coefficient.abs())?;
            }
        }
        Some(())
    }

    /// Takes over a whole bound that a row implies; says whether it did. `None` when it crosses
    /// another one, or need not be whole.
    fn derive_small(&mut self, slack: u32, var: u32, is_upper: bool, limit: i128) -> Option<bool> {
        let side = if is_upper { Side::Upper } else { Side::Lower };
        let limit = Value::from(i64::try_from(limit).ok()?);
        let opposite = self.simplex.bounds.value(var, side.opposite());
        if !self.simplex.is_int[var as usize] || opposite.is_some_and(|old| side.is_tighter(&limit, old)) {
            return None;
        }
        self.derive(slack, var, side, limit).ok()
    }

    /// The least and the most that a term can be, where it has bounds; `None` when those are not
    /// whole or do not fit into machine words.
    #[inline]
    fn small_range(&self, term: &Term) -> Option<(Option<i128>, Option<i128>)> {
        let coefficient = i128::from(term.coefficient.to_i64()?);
        let ends = |side: Side| match self.simplex.bounds.value(term.var, side) {
            None => Some(None),
            Some(bound) if bound.is_integer() => {
                bound.main.numerator().to_i64().map(|number| Some(i128::from(number) * coefficient))
            }
            Some(_) => None,
        };
        let (lower, upper) = (ends(Side::Lower)?, ends(Side::Upper)?);
        Some(if coefficient < 0 { (upper, lower) } else { (lower, upper) })
    }

    /// The least or most that `coefficient * var` can be.
    fn contribution(&self, var: u32, coefficient: &Int, most: bool) -> Option<Value> {
        let side = if most == coefficient.is_negative() { Side::Lower } else { Side::Upper };
        let bound = self.simplex.bounds.value(var, side)?;
        Some(bound.scaled(coefficient, &Int::ONE))
    }

    /// Tightens one variable of a row by the totals of all its terms, and the totals with it.
    fn propagate_term(
        &mut self,
        slack: u32,
        position: usize,
        least: &mut Total,
        most: &mut Total,
    ) -> Result<(), Vec<BoundId>> {
        for at_most in [true, false] {
            // The term is at most minus the least the others can be, and at least minus the most.
            let total = if at_most { &*least } else { &*most };
            if total.open > 1 {
                continue;
            }
            let Some(row) = self.definitions.row(slack) else { return Ok(()) };
            let term = &row[position];
            let (var, coefficient) = (term.var, term.coefficient.clone());
            let own = self.contribution(var, &coefficient, !at_most);
            if total.open == 1 && own.is_some() {
                continue;
            }
            let mut others = total.finite.clone();
            if let Some(own) = own {
                others.subtract(&own);
            }
            let implied = others.scaled(&Int::MINUS_ONE, &coefficient);
            let side = if at_most == coefficient.is_negative() { Side::Lower } else { Side::Upper };
            let old = self.contribution(var, &coefficient, at_most);
            if self.derive(slack, var, side, implied)? {
                let new = self.contribution(var, &coefficient, at_most).expect("it was just derived");
                let total = if at_most { &mut *most } else { &mut *least };
                match old {
                    Some(old) => total.finite.subtract(&old),
                    None => total.open -= 1,
                }
                total.finite.add(&new);
            }
        }
        Ok(())
    }

    /// Takes over a bound that the row of `slack` implies; says whether it was news.
    fn derive(&mut self, slack: u32, var: u32, side: Side, implied: Value) -> Result<bool, Vec<BoundId>> {
        let is_int = self.simplex.is_int[var as usize];
        let exact = implied;
        let implied = if is_int { round(&exact, side) } else { exact.clone() };
        let bounds = &self.simplex.bounds;
        if bounds.value(var, side).is_some_and(|old| !side.is_tighter(&implied, old)) {
            return Ok(false);
        }
        let opposite = bounds.current(var, side.opposite());
        let crossed = opposite.filter(|id| side.is_tighter(&implied, &bounds.record(*id).value));
        if crossed.is_none() && !self.queue.count(var, if is_int { INT_ROUNDS } else { REAL_ROUNDS }) {
            return Ok(false);
        }
        if let Some(opposite) = crossed {
            return Err(self.crossing(slack, var, side, opposite, &exact));
        }
        self.simplex.bounds.push(var, side, implied, Why::Row(slack));
        self.simplex.touch(var);
        for index in 0..self.definitions.occurrences(var).len() {
            let row = self.definitions.occurrences(var)[index];
            if row != slack {
                self.queue.add_row(row);
            }
        }
        Ok(true)
    }

    /// The premises of a bound `exact` that the row of `slack` implies and `opposite` forbids.
    fn crossing(&self, slack: u32, var: u32, side: Side, opposite: BoundId, exact: &Value) -> Vec<BoundId> {
        let bounds = &self.simplex.bounds;
        let row = self.definitions.row(slack).unwrap_or_default();
        let Some(own) = row.iter().find(|term| term.var == var) else { return vec![opposite] };
        let limit = &bounds.record(opposite).value;
        let mut room = if side == Side::Upper { limit.minus(exact) } else { exact.minus(limit) };
        let mut premises = vec![self.simplex.loosen(opposite, &Int::ONE, &Int::ONE, &mut room)];
        for term in row.iter().filter(|term| term.var != var) {
            let against = term.coefficient.is_negative() == own.coefficient.is_negative();
            let used = if against { side.opposite() } else { side };
            if let Some(id) = bounds.current(term.var, used) {
                premises.push(self.simplex.loosen(id, &term.coefficient, &own.coefficient, &mut room));
            }
        }
        premises
    }
}

/// The tightest whole bound that `value` implies for an integer.
pub(crate) fn round(value: &Value, side: Side) -> Value {
    match side {
        Side::Lower => {
            (value.ceil() + tress_base::Int::from(i32::from(tress_base::is_planted("round-up")))).into()
        }
        Side::Upper => {
            (value.floor() - tress_base::Int::from(i32::from(tress_base::is_planted("round-down")))).into()
        }
    }
}
