//! What the solved equations say about other variables.
//!
//! Enters: the solution of the equations that the current bounds fix. Leaves: a conflict when
//! there is none, or bounds tightened to the residues that the solutions allow: when every
//! solution has `t = 3 + 7k`, a bound `t <= 9` becomes `t <= 3`. A sum of numbers that need not
//! be whole has residues too, once the equations give it by whole numbers.

use tress_base::{Budget, Rational, Stop};

use crate::bounds::{BoundId, Side};
use crate::integer::equations::{Derived, Solution};
use crate::limits::{PARAMETER_BITS, PARAMETERS};
use crate::linear::{Linear, Var};
use crate::solver::Solver;
use crate::value::Value;

impl Solver {
    /// Solves the equations that the current bounds fix; `near_root` allows new rows. `Ok` says
    /// whether a bound was tightened, `Err` holds contradicting bounds.
    pub(crate) fn eliminate_equations(
        &mut self,
        near_root: bool,
        budget: &Budget,
    ) -> Result<Result<bool, Vec<BoundId>>, Stop> {
        let solution = match self.solve_equations(budget)? {
            Ok(solution) => solution,
            Err(premises) => return Ok(Err(premises)),
        };
        if near_root {
            self.add_parameters(&solution, budget);
        }
        self.tighten_residues(&solution, budget)
    }

    /// Gives the parameters of the solutions rows of their own. Every solution is a whole sum of
    /// them, so branching on them moves from one solution of the equations to the next, where
    /// branching on the variables would cut off one non-solution after the other.
    fn add_parameters(&mut self, solution: &Solution, budget: &Budget) {
        for (index, meaning) in solution.fresh.iter().enumerate() {
            if PARAMETERS.is_exceeded(index + 1, budget) {
                break;
            }
            let var = Var(solution.first_fresh + index as u32);
            let is_wide = |c: &Rational| PARAMETER_BITS.is_exceeded(c.numerator().bit_len(), budget);
            let is_handy = !meaning.terms().iter().any(|(_, c)| is_wide(c));
            if !solution.is_solved(var)
                && is_handy
                && let Some((slack, ..)) = self.define_temporary(meaning)
                && !self.effort.parameters.contains(&slack)
            {
                self.effort.parameters.push(slack);
            }
        }
    }

    /// Tightens the bounds of every variable that the solution gives by whole numbers to the
    /// residues it can have.
    fn tighten_residues(
        &mut self,
        solution: &Solution,
        budget: &Budget,
    ) -> Result<Result<bool, Vec<BoundId>>, Stop> {
        let mut news = false;
        for var in 0..self.simplex.var_count() {
            let bounds = &self.simplex.bounds;
            if bounds.is_fixed(var) || bounds.is_free(var) {
                continue;
            }
            let mut target = Derived { form: self.definitions.expand(var), proof: Linear::zero() };
            solution.reduce(&mut target, budget)?;
            if self.real_part(&target.form).is_some() {
                continue;
            }
            let gcd = target.form.normal_form().map_or(Rational::ZERO, |normal| normal.scale.abs());
            if self.simplex.is_int[var as usize] && gcd == Rational::ONE {
                continue;
            }
            match self.tighten_residue(var, target.form.constant_part(), &gcd, &target.proof) {
                Ok(tightened) => news |= tightened,
                Err(premises) => return Ok(Err(premises)),
            }
        }
        Ok(Ok(news))
    }

    /// Learns that `var` is `residue` modulo `gcd`, or equal to it when `gcd` is zero.
    fn tighten_residue(
        &mut self,
        var: u32,
        residue: &Rational,
        gcd: &Rational,
        proof: &Linear,
    ) -> Result<bool, Vec<BoundId>> {
        let mut news = false;
        for side in [Side::Lower, Side::Upper] {
            let mut premises = self.proof_premises(proof);
            let new = match self.simplex.bounds.current(var, side) {
                _ if gcd.is_zero() => residue.clone(),
                None => continue,
                Some(id) => {
                    premises.push(id);
                    let old = &self.simplex.bounds.record(id).value;
                    let distance = old.minus(&Value::from(residue.clone()));
                    let periods = distance.scaled(gcd.denominator(), gcd.numerator());
                    let periods = if (side == Side::Upper) != tress_base::is_planted("periods") {
                        periods.floor()
                    } else {
                        periods.ceil()
                    };
                    residue + &(&Rational::from(periods) * gcd)
                }
            };
            let why = self.simplex.bounds.store(&premises);
            match self.learn(var, side, new.into(), why) {
                Ok(learned) => news |= learned,
                Err(opposite) => {
                    premises.push(opposite);
                    return Err(premises);
                }
            }
        }
        Ok(news)
    }
}
