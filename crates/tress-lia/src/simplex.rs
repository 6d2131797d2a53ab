//! The dual simplex of Dutertre and de Moura: bounds come and go, the tableau stays.
//!
//! Enters: bounds in [`Bounds`]. Leaves: an assignment that satisfies every row and every bound,
//! or a set of bounds that no assignment satisfies. Backtracking undoes bounds only; the basis
//! and the last feasible assignment stay, so that a check after a pop starts next to a solution.
//!
//! Asserting a bound only notes the variable. The next check moves nonbasic variables into their bounds and
//! repairs basic ones by pivots: first by a heuristic (short columns, which fill the tableau least, then
//! variables that are free in the needed direction), later by Bland's rule, which always ends.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;
use tress_base::{Budget, Int, Stop};

use crate::bounds::{BoundId, Bounds, Side};
use crate::definition::Definitions;
use crate::tableau::Tableau;
use crate::value::Value;

/// Entries of the tableau that count as one step of the budget.
const ENTRIES_PER_STEP: u64 = 32;

/// What a check of the bounds found.
#[derive(Debug)]
pub(crate) enum Feasible {
    /// The assignment satisfies all of them.
    Yes,
    /// These bounds contradict each other.
    No(Vec<BoundId>),
}

/// Tableau, bounds and assignment.
///
/// Invariant: the assignment satisfies every row. After a check that found it feasible it also
/// satisfies every bound that is not on a `touched` variable.
#[derive(Default, Debug)]
pub(crate) struct Simplex {
    pub(crate) tableau: Tableau,
    pub(crate) bounds: Bounds,
    pub(crate) is_int: Vec<bool>,
    values: Vec<Value>,
    /// Variables whose bounds were tightened since the assignment was last feasible.
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    /// Basic variables that may be out of bounds, smallest first.
    infeasible: BinaryHeap<Reverse<u32>>,
    in_heap: Vec<bool>,
    /// The last feasible values of variables that have moved since.
    saved: Vec<(u32, Value)>,
    is_saved: Vec<bool>,
    /// Pivots made so far.
    pub(crate) pivots: u64,
}

impl Simplex {
    pub(crate) fn add_var(&mut self, is_int: bool) -> u32 {
        let var = self.values.len() as u32;
        self.tableau.add_column();
        self.bounds.add_var();
        self.is_int.push(is_int);
        self.values.push(Value::ZERO);
        self.is_touched.push(false);
        self.in_heap.push(false);
        self.is_saved.push(false);
        var
    }

    /// Adds `slack = Σ terms`.
    pub(crate) fn add_row(&mut self, slack: u32, terms: &[(u32, Int)]) {
        let mut value = Value::ZERO;
        for (var, coefficient) in terms {
            value.add(&self.values[*var as usize].scaled(coefficient, &Int::ONE));
        }
        self.tableau.add_row(slack, terms);
        self.values[slack as usize] = value;
        // Values saved before this row was known say nothing of its slack variable.
        self.forget_saved();
    }

    pub(crate) fn var_count(&self) -> u32 {
        self.values.len() as u32
    }

    #[inline]
    pub(crate) fn value(&self, var: u32) -> &Value {
        &self.values[var as usize]
    }

    /// Overwrites one value. The caller sees to it that in the end all rows and bounds hold.
    pub(crate) fn set_value(&mut self, var: u32, value: Value) {
        self.values[var as usize] = value;
    }

    /// The assignment was replaced by one that satisfies all rows and bounds.
    pub(crate) fn assignment_replaced(&mut self) {
        self.forget_saved();
        self.clear_heap();
    }

    /// Forgets the row of a slack variable without bounds, and its meaning. The assignment stays.
    pub(crate) fn remove_row(&mut self, slack: u32) {
        if !self.tableau.is_basic(slack) {
            let cells = self.tableau.column(slack).iter();
            let shortest = cells.min_by_key(|cell| (self.tableau.row(cell.row).len(), cell.row));
            let Some(row) = shortest.map(|cell| cell.row) else { return };
            self.pivot(row, slack);
        }
        self.tableau.remove_row(slack);
        self.saved.retain(|(var, _)| *var != slack);
        self.is_saved[slack as usize] = false;
    }

    /// Must be called for every tightened bound.
    #[inline]
    pub(crate) fn touch(&mut self, var: u32) {
        if !std::mem::replace(&mut self.is_touched[var as usize], true) {
            self.touched.push(var);
        }
    }

    /// The variables whose bounds were tightened since the assignment was last feasible.
    pub(crate) fn touched(&self) -> &[u32] {
        &self.touched
    }

    /// Takes over values for variables without rows when, with them, every bound holds that could
    /// be violated: those of touched variables and of the ones that change.
    pub(crate) fn adopt(&mut self, definitions: &Definitions, values: Vec<(u32, Value)>) {
        let mut changes: FxHashMap<u32, Value> = FxHashMap::default();
        let mut order = Vec::with_capacity(values.len());
        for (var, value) in values {
            let change = value.minus(&self.values[var as usize]);
            if change == Value::ZERO {
                continue;
            }
            for &slack in definitions.occurrences(var) {
                let row = definitions.row(slack).unwrap_or_default();
                let Some(term) = row.iter().find(|term| term.var == var) else { continue };
                let moved = change.scaled(&term.coefficient, &Int::ONE);
                changes
                    .entry(slack)
                    .or_insert_with(|| {
                        order.push(slack);
                        Value::ZERO
                    })
                    .add(&moved);
            }
            changes.insert(var, change);
            order.push(var);
        }
        let new_value = |var: u32| {
            let mut value = self.values[var as usize].clone();
            if let Some(change) = changes.get(&var) {
                value.add(change);
            }
            value
        };
        let is_good = |var: &u32| self.violated_by(*var, &new_value(*var)).is_none();
        if order.iter().all(is_good) && self.touched.iter().all(is_good) {
            for var in order {
                self.save(var);
                self.values[var as usize].add(&changes[&var]);
            }
        }
    }

    /// The side on which `var` is out of bounds.
    #[inline]
    pub(crate) fn violated(&self, var: u32) -> Option<Side> {
        self.violated_by(var, &self.values[var as usize])
    }

    /// The side on which `value` is out of the bounds of `var`.
    #[inline]
    pub(crate) fn violated_by(&self, var: u32, value: &Value) -> Option<Side> {
        if self.bounds.value(var, Side::Lower).is_some_and(|lower| value < lower) {
            return Some(Side::Lower);
        }
        self.bounds.value(var, Side::Upper).is_some_and(|upper| value > upper).then_some(Side::Upper)
    }

    /// May `var` grow (`up`) or shrink?
    #[inline]
    pub(crate) fn can_move(&self, var: u32, up: bool) -> bool {
        let value = &self.values[var as usize];
        if up {
            self.bounds.value(var, Side::Upper).is_none_or(|upper| value < upper)
        } else {
            self.bounds.value(var, Side::Lower).is_none_or(|lower| value > lower)
        }
    }

    /// Goes back to the basis of all slack variables. The assignment stays: it satisfies the rows
    /// in whatever basis they are written.
    pub(crate) fn rebuild(&mut self, definitions: &Definitions) {
        self.tableau.clear();
        for slack in 0..self.var_count() {
            let Some(row) = definitions.row(slack) else { continue };
            let terms = row.iter().filter(|term| term.var != slack);
            let terms: Vec<(u32, Int)> = terms.map(|term| (term.var, term.coefficient.clone())).collect();
            self.tableau.add_row(slack, &terms);
        }
        self.tableau.take_work();
    }

    /// Does the assignment satisfy every bound?
    pub(crate) fn is_feasible(&self) -> bool {
        (0..self.var_count()).all(|var| self.violated(var).is_none())
    }

    /// Makes the assignment feasible, or says why none is. After `No` and after a stop the last
    /// feasible assignment is back.
    pub(crate) fn check(&mut self, budget: &Budget) -> Result<Feasible, Stop> {
        let result = self.repair(budget);
        match &result {
            Ok(Feasible::Yes) => {
                for var in self.touched.drain(..) {
                    self.is_touched[var as usize] = false;
                }
                self.forget_saved();
            }
            _ => self.restore(),
        }
        result
    }

    fn repair(&mut self, budget: &Budget) -> Result<Feasible, Stop> {
        for index in 0..self.touched.len() {
            let var = self.touched[index];
            if self.tableau.is_basic(var) {
                self.note_if_violated(var);
            } else if let Some(side) = self.violated(var) {
                budget.poll()?;
                let target = self.bounds.value(var, side).expect("it is violated").clone();
                self.move_to(var, &target);
            }
        }
        let bland_after = self.pivots + 200 + 4 * u64::from(self.var_count());
        while let Some(Reverse(var)) = self.infeasible.pop() {
            self.in_heap[var as usize] = false;
            let Some(row) = self.tableau.row_of(var) else { continue };
            let Some(side) = self.violated(var) else { continue };
            let bland = self.pivots > bland_after;
            let Some(entering) = self.entering(row, side == Side::Lower, bland) else {
                return Ok(Feasible::No(self.explain_row(row, side)));
            };
            let target = self.bounds.value(var, side).expect("it is violated").clone();
            self.pivot_to(row, entering, &target);
            budget.poll_many(1 + self.tableau.take_work() / ENTRIES_PER_STEP)?;
        }
        Ok(Feasible::Yes)
    }

    /// A nonbasic variable of `row` whose move lets the basic one grow (`up`) or shrink.
    fn entering(&self, row: u32, up: bool, bland: bool) -> Option<u32> {
        let entries = self.tableau.row(row);
        let basic_negative = entries[0].coefficient.is_negative();
        let mut best: Option<(usize, bool, u32)> = None;
        for entry in &entries[1..] {
            // Same signs: the basic variable moves against this one.
            let entry_up = up != (entry.coefficient.is_negative() == basic_negative);
            if !self.can_move(entry.var, entry_up) {
                continue;
            }
            let side = if entry_up { Side::Upper } else { Side::Lower };
            let key = if bland {
                (0, false, entry.var)
            } else {
                let limited = self.bounds.current(entry.var, side).is_some();
                (self.tableau.column(entry.var).len(), limited, entry.var)
            };
            if best.is_none_or(|best| key < best) {
                best = Some(key);
            }
        }
        best.map(|(_, _, var)| var)
    }

    /// Sets the basic variable of `row` to `target` by moving `entering`, and exchanges the two.
    pub(crate) fn pivot_to(&mut self, row: u32, entering: u32, target: &Value) {
        let basic = &self.tableau.row(row)[0];
        let leaving = basic.var;
        let coefficient = self.tableau.row(row).iter().find(|e| e.var == entering);
        let coefficient = &coefficient.expect("the entering variable is in the row").coefficient;
        let needed = target.minus(&self.values[leaving as usize]);
        let change = needed.scaled(&-&basic.coefficient, coefficient);
        self.shift(entering, &change);
        self.pivot(row, entering);
        self.note_if_violated(entering);
    }

    /// Exchanges the basic variable of `row` with `entering`; the assignment stays.
    pub(crate) fn pivot(&mut self, row: u32, entering: u32) {
        self.tableau.pivot(row, entering);
        self.pivots += 1;
    }

    /// Gives a nonbasic variable a value; the basic ones follow.
    pub(crate) fn move_to(&mut self, var: u32, target: &Value) {
        let change = target.minus(&self.values[var as usize]);
        self.shift(var, &change);
    }

    fn shift(&mut self, var: u32, change: &Value) {
        for index in 0..self.tableau.column(var).len() {
            let cell = self.tableau.column(var)[index];
            let entries = self.tableau.row(cell.row);
            let basic = entries[0].var;
            let moved = change.scaled(&entries[cell.position as usize].coefficient, &entries[0].coefficient);
            self.save(basic);
            self.values[basic as usize].subtract(&moved);
            self.note_if_violated(basic);
        }
        self.save(var);
        self.values[var as usize].add(change);
    }

    #[inline]
    fn note_if_violated(&mut self, var: u32) {
        if !self.in_heap[var as usize] && self.violated(var).is_some() {
            self.in_heap[var as usize] = true;
            self.infeasible.push(Reverse(var));
        }
    }

    /// The premises of a row whose basic variable cannot reach its bound on `side`. Where there
    /// is slack to spare, older and looser bounds replace the current ones: they depend on less.
    fn explain_row(&self, row: u32, side: Side) -> Vec<BoundId> {
        let entries = self.tableau.row(row);
        let basic = &entries[0];
        let mut premises = Vec::with_capacity(entries.len());
        let own = self.bounds.current(basic.var, side).expect("the bound is violated");
        let mut room = self.bounds.record(own).value.minus(&self.values[basic.var as usize]);
        if side == Side::Upper {
            room = room.scaled(&Int::MINUS_ONE, &Int::ONE);
        }
        premises.push(self.loosen(own, &Int::ONE, &Int::ONE, &mut room));
        for entry in &entries[1..] {
            let against = entry.coefficient.is_negative() == basic.coefficient.is_negative();
            let up = (side == Side::Lower) != against;
            let blocking = if up { Side::Upper } else { Side::Lower };
            let id = self.bounds.current(entry.var, blocking).expect("the variable cannot move");
            premises.push(self.loosen(id, &entry.coefficient, &basic.coefficient, &mut room));
        }
        if tress_base::is_planted("row-premise") {
            premises.pop();
        }
        premises
    }

    /// The oldest bound that can replace `id` in a sum with `room` to spare, when its variable
    /// has the weight `|numerator / denominator|` in it.
    pub(crate) fn loosen(
        &self,
        mut id: BoundId,
        numerator: &Int,
        denominator: &Int,
        room: &mut Value,
    ) -> BoundId {
        while let Some(older) = self.bounds.previous(id) {
            let difference = self.bounds.record(id).value.minus(&self.bounds.record(older).value);
            let mut cost = difference.scaled(numerator, denominator);
            if cost < Value::ZERO {
                cost = cost.scaled(&Int::MINUS_ONE, &Int::ONE);
            }
            if cost >= *room && !tress_base::is_planted("loosen") {
                break;
            }
            room.subtract(&cost);
            id = older;
        }
        id
    }

    fn save(&mut self, var: u32) {
        if !std::mem::replace(&mut self.is_saved[var as usize], true) {
            self.saved.push((var, self.values[var as usize].clone()));
        }
    }

    fn forget_saved(&mut self) {
        for (var, _) in self.saved.drain(..) {
            self.is_saved[var as usize] = false;
        }
    }

    fn restore(&mut self) {
        for (var, value) in self.saved.drain(..) {
            self.is_saved[var as usize] = false;
            self.values[var as usize] = value;
        }
        self.clear_heap();
    }

    fn clear_heap(&mut self) {
        for Reverse(var) in self.infeasible.drain() {
            self.in_heap[var as usize] = false;
        }
    }

    /// Recomputes the invariants from scratch: the rows hold, and the bounds of every variable
    /// that nobody touched since.
    pub(crate) fn check_invariants(&self) -> Result<(), String> {
        self.tableau.check_invariants()?;
        self.bounds.check_invariants()?;
        for row in 0..self.tableau.row_count() {
            let mut sum = Value::ZERO;
            for entry in self.tableau.row(row) {
                sum.add(&self.values[entry.var as usize].scaled(&entry.coefficient, &Int::ONE));
            }
            if sum != Value::ZERO {
                return Err(format!("row {row} does not hold"));
            }
        }
        for var in 0..self.var_count() {
            if !self.is_touched[var as usize] && self.violated(var).is_some() {
                return Err(format!("x{var} is out of bounds and nobody noted it"));
            }
        }
        Ok(())
    }
}
