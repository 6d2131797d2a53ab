//! Solving equations over the integers (after Griggio, "A practical approach to satisfiability
//! modulo linear integer arithmetic", 2012, and the Omega test).
//!
//! Enters: the fixed integer variables, seen as equations over the client's variables. Leaves: a
//! conflict when they have no whole solution, or bounds tightened to the residues that the
//! solutions allow: when every solution has `t = 3 + 7k`, a bound `t <= 9` becomes `t <= 3`.
//!
//! Equations are taken one by one, reduced by what is already solved, and solved for a variable
//! with coefficient ±1; where there is none, Euclid's algorithm makes one with fresh variables.
//! Each equation carries the sum of input equations that it is, so conflicts name those only.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Int, Rational, Stop};

use crate::bounds::{BoundId, Side};
use crate::linear::{Linear, Var};
use crate::solver::Solver;
use crate::value::Value;

/// Equations whose numbers grow beyond this many bits are left to branching.
const WIDEST: usize = 4096;
/// Parameters of solutions that get rows, and the bits their coefficients may have.
const MOST_PARAMETERS: usize = 64;
const WIDEST_PARAMETER: usize = 128;

/// `form = Σ proof(s) · equation(s)`, where `equation(s)` is the one that fixes `s`.
#[derive(Clone)]
struct Derived {
    form: Linear,
    proof: Linear,
}

impl Derived {
    fn add_scaled(&mut self, other: &Derived, factor: &Rational) {
        self.form.add_scaled(&other.form, factor);
        self.proof.add_scaled(&other.proof, factor);
    }
}

/// What is solved so far.
///
/// Invariant: `rules[i]` has the form `expression - var` and its expression mentions no variable
/// of an earlier rule; a variable has at most one rule.
struct Solution {
    rules: Vec<Derived>,
    rule_of: FxHashMap<Var, usize>,
    /// The number of the first fresh variable, and what each stands for, over the client's.
    first_fresh: u32,
    fresh: Vec<Linear>,
}

impl Solution {
    /// Replaces solved variables until none is left, the ones solved first before the others.
    fn reduce(&self, target: &mut Derived, budget: &Budget) -> Result<(), Stop> {
        loop {
            let solved = target.form.terms().iter();
            let solved = solved.filter_map(|(var, c)| self.rule_of.get(var).map(|rule| (*rule, c)));
            let Some((rule, factor)) = solved.min_by_key(|(rule, _)| *rule) else { return Ok(()) };
            let factor = factor.clone();
            budget.poll_many(1 + self.rules[rule].form.terms().len() as u64 / 8)?;
            target.add_scaled(&self.rules[rule], &factor);
        }
    }

    fn add_rule(&mut self, var: Var, rule: Derived) {
        self.rule_of.insert(var, self.rules.len());
        self.rules.push(rule);
    }

    /// Solves one reduced equation. `Err` is the proof that it has no whole solution.
    fn solve(&mut self, mut equation: Derived, budget: &Budget) -> Result<Result<(), Linear>, Stop> {
        loop {
            budget.poll()?;
            let Some(normal) = equation.form.normal_form() else {
                let holds = equation.form.constant_part().is_zero();
                return Ok(if holds { Ok(()) } else { Err(equation.proof) });
            };
            if !(&normal.offset / &normal.scale).is_integer() {
                return Ok(Err(equation.proof));
            }
            let shrink = normal.scale.recip().expect("a scale is not zero");
            equation = Derived { form: equation.form.scaled(&shrink), proof: equation.proof.scaled(&shrink) };
            let least = equation.form.terms().iter().min_by_key(|(_, c)| c.numerator().abs());
            let (var, pivot) = least.expect("it has a normal form").clone();
            if pivot.numerator().abs().is_one() {
                // ±var + rest = 0, so ∓(equation) is `rest' - var` with var's coefficient -1.
                equation.form = equation.form.scaled(&-&pivot);
                equation.proof = equation.proof.scaled(&-&pivot);
                self.add_rule(var, equation);
                return Ok(Ok(()));
            }
            if pivot.numerator().bit_len() > WIDEST {
                return Ok(Ok(()));
            }
            let definition = self.fresh_variable(&equation.form, var, pivot.numerator());
            let factor = pivot;
            equation.form.add_scaled(&definition, &factor);
            self.add_rule(var, Derived { form: definition, proof: Linear::zero() });
        }
    }

    /// `t - Σ qᵢ·xᵢ - q - var` for a fresh `t`: with it, every other coefficient of `form` becomes
    /// a remainder modulo `pivot`, the coefficient of `var`.
    fn fresh_variable(&mut self, form: &Linear, var: Var, pivot: &Int) -> Linear {
        let fresh = Var(self.first_fresh + self.fresh.len() as u32);
        let mut terms = vec![(fresh, Rational::ONE), (var, -Rational::ONE)];
        for (other, coefficient) in form.terms().iter().filter(|(other, _)| *other != var) {
            terms.push((*other, Rational::from(-nearest_quotient(coefficient.numerator(), pivot))));
        }
        let constant = nearest_quotient(form.constant_part().numerator(), pivot);
        let definition = Linear::from_terms(terms, Rational::from(-constant));
        let mut meaning = Linear::zero();
        meaning.add_scaled(&definition, &-Rational::ONE);
        meaning.add_scaled(&Linear::var(fresh), &Rational::ONE);
        for (index, older) in self.fresh.iter().enumerate() {
            meaning = meaning.substituted(Var(self.first_fresh + index as u32), older);
        }
        self.fresh.push(meaning);
        definition
    }
}

/// `a / b` rounded to the nearest whole number, so that remainders stay small.
fn nearest_quotient(a: &Int, b: &Int) -> Int {
    let two = Int::from(2);
    (&(a * &two) + b).div_floor(&(b * &two))
}

impl Solver {
    /// Solves the equations that the current bounds fix; `near_root` allows new rows. `Ok` says whether a bound was tightened,
    /// `Err` holds contradicting bounds.
    pub(crate) fn eliminate_equations(
        &mut self,
        near_root: bool,
        budget: &Budget,
    ) -> Result<Result<bool, Vec<BoundId>>, Stop> {
        let mut solution = Solution {
            rules: Vec::new(),
            rule_of: FxHashMap::default(),
            first_fresh: self.simplex.var_count(),
            fresh: Vec::new(),
        };
        let mut equations = Vec::new();
        for var in 0..self.simplex.var_count() {
            if let Some(equation) = self.fixed_equation(var) {
                equations.push(equation);
            }
        }
        equations.sort_by_cached_key(|equation: &Derived| equation.form.terms().len());
        for mut equation in equations {
            solution.reduce(&mut equation, budget)?;
            if let Err(proof) = solution.solve(equation, budget)? {
                return Ok(Err(self.proof_premises(&proof)));
            }
        }
        if near_root {
            self.add_parameters(&solution);
        }
        self.tighten_residues(&solution, budget)
    }

    /// Gives the parameters of the solutions rows of their own. Every solution is a whole sum of
    /// them, so branching on them moves from one solution of the equations to the next, where
    /// branching on the variables would cut off one non-solution after the other.
    fn add_parameters(&mut self, solution: &Solution) {
        for (index, meaning) in solution.fresh.iter().enumerate().take(MOST_PARAMETERS) {
            let var = Var(solution.first_fresh + index as u32);
            let is_handy = meaning.terms().iter().all(|(_, c)| c.numerator().bit_len() <= WIDEST_PARAMETER);
            if !solution.rule_of.contains_key(&var)
                && is_handy
                && let Some((slack, ..)) = self.define_temporary(meaning)
                && !self.effort.parameters.contains(&slack)
            {
                self.effort.parameters.push(slack);
            }
        }
    }

    /// The equation that a fixed integer variable stands for.
    fn fixed_equation(&self, var: u32) -> Option<Derived> {
        if !self.simplex.is_int[var as usize] || !self.simplex.bounds.is_fixed(var) {
            return None;
        }
        let mut form = self.definitions.expand(var);
        form.add_constant(&-&self.simplex.bounds.value(var, Side::Lower)?.main);
        Some(Derived { form, proof: Linear::var(Var(var)) })
    }

    fn proof_premises(&self, proof: &Linear) -> Vec<BoundId> {
        proof.terms().iter().filter_map(|(var, _)| self.fixing_bounds(var.0)).flatten().collect()
    }

    /// Tightens the bounds of every integer variable to the residues it can have.
    fn tighten_residues(
        &mut self,
        solution: &Solution,
        budget: &Budget,
    ) -> Result<Result<bool, Vec<BoundId>>, Stop> {
        let mut news = false;
        for var in 0..self.simplex.var_count() {
            let bounds = &self.simplex.bounds;
            if !self.simplex.is_int[var as usize] || bounds.is_fixed(var) || bounds.is_free(var) {
                continue;
            }
            let mut target = Derived { form: self.definitions.expand(var), proof: Linear::zero() };
            solution.reduce(&mut target, budget)?;
            let gcd = target.form.terms().iter().fold(Int::ZERO, |gcd, (_, c)| gcd.gcd(c.numerator()));
            if gcd.is_one() {
                continue;
            }
            match self.tighten_residue(var, target.form.constant_part().numerator(), &gcd, &target.proof) {
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
        residue: &Int,
        gcd: &Int,
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
                    let old = self.simplex.bounds.record(id).value.main.numerator();
                    // The distance, towards the inside, to the next number with this residue.
                    let distance = if side == Side::Upper { old - residue } else { residue - old };
                    let Some((_, rest)) = distance.div_rem_euclid(gcd) else { continue };
                    if side == Side::Upper { old - &rest } else { old + &rest }
                }
            };
            let new = Value::from(new);
            let why = self.simplex.bounds.store(&premises);
            match self.learn(var, side, new, why) {
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
