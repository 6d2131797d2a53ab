//! Fixed variables as equations, and their solution over whole and other numbers (after Griggio,
//! "A practical approach to satisfiability modulo linear integer arithmetic", 2012, and the Omega
//! test).
//!
//! Enters: the fixed variables, seen as equations over the client's variables. Leaves: variables
//! given by others, or a proof that no values of the right kinds satisfy the equations.
//!
//! Equations are taken one by one and reduced by what is already solved. Those with a variable
//! that need not be whole come first and are solved for it; the others are about whole numbers
//! only and are solved for a variable with coefficient ±1. Where there is none, Euclid's
//! algorithm makes one with fresh variables. Each equation carries the sum of input equations
//! that it is, so conflicts name those only.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Int, Rational, Stop};

use crate::bounds::{BoundId, Side};
use crate::limits::EQUATION_BITS;
use crate::linear::{Linear, Var};
use crate::solver::Solver;

/// `form = Σ proof(s) · equation(s)`, where `equation(s)` is the one that fixes `s`.
#[derive(Clone)]
pub(super) struct Derived {
    pub(super) form: Linear,
    pub(super) proof: Linear,
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
#[derive(Default)]
pub(super) struct Solution {
    rules: Vec<Derived>,
    rule_of: FxHashMap<Var, usize>,
    /// The number of the first fresh variable, and what each represents, over the client's.
    pub(super) first_fresh: u32,
    pub(super) fresh: Vec<Linear>,
}

impl Solution {
    /// Replaces solved variables until none is left, the ones solved first before the others.
    pub(super) fn reduce(&self, target: &mut Derived, budget: &Budget) -> Result<(), Stop> {
        loop {
            let solved = target.form.terms().iter();
            let solved = solved.filter_map(|(var, c)| self.rule_of.get(var).map(|rule| (*rule, c)));
            let Some((rule, factor)) = solved.min_by_key(|(rule, _)| *rule) else { return Ok(()) };
            let factor = factor.clone();
            budget.poll_many(1 + self.rules[rule].form.terms().len() as u64 / 8)?;
            target.add_scaled(&self.rules[rule], &factor);
        }
    }

    /// Is the variable given by others?
    pub(super) fn is_solved(&self, var: Var) -> bool {
        self.rule_of.contains_key(&var)
    }

    /// The solved variables, each after those that its expression mentions; the expression is the
    /// rule without the variable itself.
    pub(super) fn rules(&self) -> impl Iterator<Item = (Var, &Linear)> {
        let mut vars: Vec<(Var, usize)> = self.rule_of.iter().map(|(var, rule)| (*var, *rule)).collect();
        vars.sort_unstable_by_key(|(_, rule)| std::cmp::Reverse(*rule));
        vars.into_iter().map(|(var, rule)| (var, &self.rules[rule].form))
    }

    /// Solves an equation for a variable that need not be whole.
    fn solve_for(&mut self, var: Var, mut equation: Derived) {
        let factor = equation.form.coefficient(var).and_then(Rational::recip).expect("the variable occurs");
        equation.form = equation.form.scaled(&-&factor);
        equation.proof = equation.proof.scaled(&-&factor);
        self.add_rule(var, equation);
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
            // The equation is left to branching.
            if EQUATION_BITS.is_exceeded(pivot.numerator().bit_len(), budget) {
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
    /// Solves the equations that the current bounds fix. `Err` holds bounds that admit no
    /// solution.
    pub(super) fn solve_equations(&self, budget: &Budget) -> Result<Result<Solution, Vec<BoundId>>, Stop> {
        let mut solution = Solution { first_fresh: self.simplex.var_count(), ..Solution::default() };
        let mut equations: Vec<Derived> =
            (0..self.simplex.var_count()).filter_map(|var| self.fixed_equation(var)).collect();
        equations.sort_by_cached_key(|equation| equation.form.terms().len());
        let mut whole = Vec::with_capacity(equations.len());
        for mut equation in equations {
            if self.real_part(&equation.form).is_some() {
                solution.reduce(&mut equation, budget)?;
            }
            match self.real_part(&equation.form) {
                Some(var) => solution.solve_for(var, equation),
                None => whole.push(equation),
            }
        }
        for mut equation in whole {
            solution.reduce(&mut equation, budget)?;
            if let Err(proof) = solution.solve(equation, budget)? {
                return Ok(Err(self.proof_premises(&proof)));
            }
        }
        Ok(Ok(solution))
    }

    /// A variable of the client that occurs and need not be whole.
    pub(super) fn real_part(&self, form: &Linear) -> Option<Var> {
        let is_real = |var: &Var| self.simplex.is_int.get(var.index()).is_some_and(|is_int| !is_int);
        form.terms().iter().map(|(var, _)| *var).find(is_real)
    }

    /// The equation that a fixed variable represents.
    fn fixed_equation(&self, var: u32) -> Option<Derived> {
        if !self.simplex.bounds.is_fixed(var) {
            return None;
        }
        let mut form = self.definitions.expand(var);
        form.add_constant(&-&self.simplex.bounds.value(var, Side::Lower)?.main);
        Some(Derived { form, proof: Linear::var(Var(var)) })
    }

    /// The bounds behind a sum of input equations.
    pub(super) fn proof_premises(&self, proof: &Linear) -> Vec<BoundId> {
        proof.terms().iter().filter_map(|(var, _)| self.fixing_bounds(var.0)).flatten().collect()
    }
}
