//! Gomory's mixed-integer cuts, and the temporary rows they live in.
//!
//! Enters: a row whose basic integer is fractional while every other variable of the row sits at
//! a bound. Leaves: a bound on a new slack variable that every whole solution satisfies and the
//! current one does not; its premises are the bounds at which the variables sit. Cuts with many
//! terms or large numbers are refused: they slow down every later pivot.

use tress_base::{Budget, Int, Rational, Stop};

use crate::bounds::{BoundId, Side};
use crate::limits::{CUT_BITS, CUT_TERMS, CUTS};
use crate::linear::{Linear, NormalForm, Var};
use crate::propagate::round;
use crate::solver::Solver;
use crate::tableau::Entry;
use crate::value::Value;

/// Loose temporary rows that may wait before they are dropped together.
const LOOSE_ROWS: usize = 32;

/// A cut `linear >= 0` and the bounds it rests on.
struct Cut {
    linear: Linear,
    premises: Vec<BoundId>,
}

/// An expression `scale * var + offset` whose variable is in use.
pub(crate) struct Pinned {
    pub(crate) var: u32,
    pub(crate) scale: Rational,
    pub(crate) offset: Rational,
    /// Was the row temporary before?
    temporary: bool,
}

impl Solver {
    /// Adds some cuts and says how many; `Err` holds contradicting bounds.
    pub(crate) fn add_cuts(&mut self, budget: &Budget) -> Result<Result<usize, Vec<BoundId>>, Stop> {
        let mut cuts = Vec::new();
        for row in 0..self.simplex.tableau.row_count() {
            let entries = self.simplex.tableau.row(row);
            if entries.first().is_some_and(|basic| self.is_fraction(basic.var)) {
                budget.poll_many(1 + entries.len() as u64 / 8)?;
                cuts.extend(self.gomory_cut(entries, budget));
                if CUTS.is_exceeded(cuts.len() + 1, budget) {
                    break;
                }
            }
        }
        let mut added = 0;
        for cut in cuts {
            match self.learn_cut(&cut) {
                Ok(learned) => added += usize::from(learned),
                Err(premises) => return Ok(Err(premises)),
            }
        }
        Ok(Ok(added))
    }

    /// With `basic + Σ αⱼ·yⱼ = β` over the distances `yⱼ >= 0` to the bounds and `f` the fraction
    /// of `β`: `Σ γⱼ·yⱼ >= 1`, where `γⱼ` depends on the fraction of `αⱼ`.
    fn gomory_cut(&self, entries: &[Entry], budget: &Budget) -> Option<Cut> {
        let basic = &entries[0];
        let value = self.simplex.value(basic.var);
        if !value.delta.is_zero() {
            return None;
        }
        let fraction = fraction_of(&value.main);
        let rest = &Rational::ONE - &fraction;
        let mut terms = Vec::with_capacity(entries.len());
        let mut constant = -Rational::ONE;
        let mut premises = Vec::with_capacity(entries.len());
        for entry in &entries[1..] {
            if let Some(fixing) = self.fixing_bounds(entry.var) {
                premises.extend(fixing);
                continue;
            }
            let (side, id) = self.bound_reached(entry.var)?;
            let bound = &self.simplex.bounds.record(id).value;
            if !bound.delta.is_zero() {
                return None;
            }
            premises.push(id);
            let alpha = Rational::new(entry.coefficient.clone(), basic.coefficient.clone())?;
            let alpha = if side == Side::Upper { -alpha } else { alpha };
            let gamma = cut_weight(&alpha, self.simplex.is_int[entry.var as usize], &fraction, &rest);
            // y is x - bound at a lower bound and bound - x at an upper one.
            let gamma = if side == Side::Upper { -gamma } else { gamma };
            constant -= &(&gamma * &bound.main);
            terms.push((Var(entry.var), gamma));
        }
        let linear = self.definitions.expand_all(&Linear::from_terms(terms, constant));
        is_handy(&linear, budget).then_some(Cut { linear, premises })
    }

    /// The bound at which `var` sits.
    fn bound_reached(&self, var: u32) -> Option<(Side, BoundId)> {
        [Side::Lower, Side::Upper].into_iter().find_map(|side| {
            let id = self.simplex.bounds.current(var, side)?;
            (self.simplex.bounds.record(id).value == *self.simplex.value(var)).then_some((side, id))
        })
    }

    fn learn_cut(&mut self, cut: &Cut) -> Result<bool, Vec<BoundId>> {
        let Some((slack, scale, offset)) = self.define_temporary(&cut.linear) else {
            return if cut.linear.constant_part().is_negative() {
                Err(cut.premises.clone())
            } else {
                Ok(false)
            };
        };
        let limit = Value::from(-(&offset / &scale));
        let side = if scale.is_negative() { Side::Upper } else { Side::Lower };
        let limit = if self.simplex.is_int[slack as usize] { round(&limit, side) } else { limit };
        let why = self.simplex.bounds.store(&cut.premises);
        self.learn(slack, side, limit, why).map_err(|opposite| {
            let mut premises = cut.premises.clone();
            premises.push(opposite);
            premises
        })
    }

    /// Like [`Solver::define`], but a new row is dropped again once its variable has no bounds.
    pub(crate) fn define_temporary(&mut self, linear: &Linear) -> Option<(u32, Rational, Rational)> {
        let NormalForm { form, scale, offset } = self.definitions.expand_all(linear).normal_form()?;
        if let [(var, _)] = form.terms() {
            return Some((var.0, scale, offset));
        }
        if let Some(slack) = self.definitions.find(&form) {
            return Some((slack, scale, offset));
        }
        let is_int = form.terms().iter().all(|(var, _)| self.simplex.is_int[var.index()]);
        let slack = match self.effort.spare.pop() {
            Some(slack) => slack,
            None => self.new_var(crate::solver::Kind::Int).0,
        };
        self.simplex.is_int[slack as usize] = is_int;
        self.attach_definition(slack, &form);
        self.effort.temporary.push(slack);
        Some((slack, scale, offset))
    }

    /// The variable of an expression, with a row that stays until it is unpinned.
    pub(crate) fn pin(&mut self, linear: &Linear) -> Option<Pinned> {
        let (var, scale, offset) = self.define_temporary(linear)?;
        let temporary = self.effort.temporary.contains(&var);
        self.keep_definition(var);
        Some(Pinned { var, scale, offset, temporary })
    }

    /// Lets go of a pinned row.
    pub(crate) fn unpin(&mut self, pinned: &Pinned) {
        if pinned.temporary {
            self.effort.temporary.push(pinned.var);
        }
    }

    /// The client asked for the form of `slack`: its row must stay.
    pub(crate) fn keep_definition(&mut self, slack: u32) {
        self.effort.temporary.retain(|&other| other != slack);
    }

    /// Is it the slack variable of a temporary row that nobody has bounded?
    pub(crate) fn is_loose(&self, slack: u32) -> bool {
        self.simplex.bounds.is_free(slack) && self.effort.temporary.contains(&slack)
    }

    /// Drops temporary rows without bounds, many at a time.
    pub(crate) fn drop_loose_cuts(&mut self) {
        let bounds = &self.simplex.bounds;
        if self.effort.temporary.len() <= LOOSE_ROWS
            || self.effort.temporary.iter().filter(|&&slack| bounds.is_free(slack)).count() <= LOOSE_ROWS
        {
            return;
        }
        for slack in std::mem::take(&mut self.effort.temporary) {
            if self.simplex.bounds.is_free(slack) {
                self.differences.remove_row(slack, self.definitions.row(slack).unwrap_or_default());
                self.simplex.remove_row(slack);
                self.definitions.remove(slack);
                self.effort.parameters.retain(|&other| other != slack);
                self.effort.spare.push(slack);
            } else {
                self.effort.temporary.push(slack);
            }
        }
    }
}

fn fraction_of(number: &Rational) -> Rational {
    if tress_base::is_planted("cut-fraction") {
        return Rational::from(number.ceil()) - number;
    }
    number - &Rational::from(number.floor())
}

/// The weight of a variable in a mixed-integer cut.
fn cut_weight(alpha: &Rational, is_int: bool, fraction: &Rational, rest: &Rational) -> Rational {
    if is_int {
        let own = fraction_of(alpha);
        if own <= *fraction { &own / fraction } else { &(&Rational::ONE - &own) / rest }
    } else if alpha.is_positive() {
        alpha / fraction
    } else {
        &-alpha / rest
    }
}

/// Is the cut short, with small whole coefficients?
fn is_handy(linear: &Linear, budget: &Budget) -> bool {
    let Some(NormalForm { form, .. }) = linear.normal_form() else { return true };
    let is_small = |c: &Int| !CUT_BITS.is_exceeded(c.bit_len(), budget);
    !CUT_TERMS.is_exceeded(form.terms().len(), budget)
        && form.terms().iter().all(|(_, c)| is_small(c.numerator()))
}
