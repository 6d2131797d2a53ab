//! The last check of a complete assignment.
//!
//! The steps run in the order of the table; the first that has something to say ends the check.
//! Then come the theory's own steps, then a candidate model meets the evaluator.

use tress_base::{Rational, Stop};
use tress_lia::{Bound, IntegerOutcome, Side};
use tress_sat::{Check, Var};

use tress_term::eval::EvalError;
use tress_term::term::{Term, Value};

use super::arrays_datatypes::{
    check_constructors, check_cycles, check_open, check_reads, tell_arguments_apart,
};
use super::bits::check_digits;
use super::care_pairs::check_care_pairs;
use super::context::Context;
use super::distinct::tell_apart;
use super::inferences::Rule;
use super::nonlinear::check_products;
use super::propagate::a_conflict;
use super::sat::Lifetime;
use super::theory::{Progress, Theory};

/// A whole number lies on one side of a fraction.
const BRANCH: Rule = Rule::new(
    "branch-on-fraction",
    "Dutertre, de Moura 2006",
    "a whole number is at most the floor of a fraction or above it",
);
/// Numbers that differ lie on one side of each other.
const UNEQUAL: Rule = Rule::new(
    "split-unequal",
    "splitting on demand",
    "numbers are equal, or one is below the other; never two of these",
);

/// A step of the final check.
type CheckStep = fn(&mut Context<'_>) -> Result<Progress, Stop>;

/// The kernel's own steps: each with what it looks at.
const STEPS: [(&str, CheckStep); 9] = [
    ("whole values of the Int numbers", check_whole),
    ("bits that numbers are made of", check_digits),
    ("equations of numbers that should be false", check_unequal),
    ("products and quotients of variables", check_products),
    ("clauses about arrays and datatypes that are open", check_open),
    ("constructors of datatypes", check_constructors),
    ("values that are parts of themselves", check_cycles),
    ("what arrays hold where they are read", check_reads),
    ("functions whose arguments happen to be equal", check_care_pairs),
];

impl Context<'_> {
    /// Runs all steps, and leaves the model that they lead to.
    pub fn final_check(&mut self, theory: &mut dyn Theory) -> Result<Check, Stop> {
        self.kernel.found = None;
        for (_, step) in STEPS {
            let progress = self.run(|cx| step(cx))?;
            if let Some(check) = self.after(progress, theory)? {
                return Ok(check);
            }
        }
        let progress = theory.final_check(self)?;
        if let Some(check) = self.after(progress, theory)? {
            return Ok(check);
        }
        self.check_candidate(theory)
    }

    /// Runs a step. One that says it changed something and did not is stuck: what it concludes is
    /// known to the search, which found no way to use it.
    pub fn run(&mut self, step: impl FnOnce(&mut Self) -> Result<Progress, Stop>) -> Result<Progress, Stop> {
        self.env.budget.look()?;
        let news = self.kernel.inferences.news();
        let waiting = self.kernel.waiting.term_count();
        let progress = step(self)?;
        let is_same = news == self.kernel.inferences.news() && waiting == self.kernel.waiting.term_count();
        Ok(if progress == Progress::Changed && is_same { Progress::Stuck } else { progress })
    }

    /// How the check ends after a step, unless it goes on.
    fn after(&mut self, progress: Progress, theory: &mut dyn Theory) -> Result<Option<Check>, Stop> {
        Ok(match progress {
            // Values may still fit when a step is stuck; the evaluator will tell.
            Progress::Fine | Progress::Stuck => None,
            Progress::Changed => {
                self.enter_all(theory)?;
                Some(Check::Consistent)
            }
            Progress::Again => {
                self.enter_all(theory)?;
                Some(Check::Again)
            }
        })
    }

    /// Evaluates the problem under the candidate. The theory refines what made it fail.
    fn check_candidate(&mut self, theory: &mut dyn Theory) -> Result<Check, Stop> {
        let (model, mut choices) = self.build_model(theory)?;
        let mut failing: Vec<Term> = Vec::new();
        for place in 0..self.kernel.relevance.facts.len() {
            self.env.budget.poll()?;
            let fact = self.kernel.relevance.facts[place];
            match self.env.eval(fact, &model) {
                Ok(Value::Bool(true)) => {}
                Err(EvalError::Stop(stop)) => return Err(stop),
                _ => failing.push(fact),
            }
        }
        let progress = tell_apart(self, &failing, &mut choices)?;
        if let Some(check) = self.after(progress, theory)? {
            return Ok(check);
        }
        if !failing.is_empty() {
            let progress = self.run(|cx| tell_arguments_apart(cx, &mut choices))?;
            if let Some(check) = self.after(progress, theory)? {
                return Ok(check);
            }
        }
        let progress = theory.refine(&failing, &mut choices, self)?;
        if let Some(check) = self.after(progress, theory)? {
            return Ok(check);
        }
        self.kernel.found = Some(model);
        Ok(if failing.is_empty() { Check::Consistent } else { Check::GiveUp })
    }

    /// An equation holds, or its number is below, or above.
    pub(super) fn split_unequal(&mut self, equation: Var, var: tress_lia::Var, value: &tress_lia::Value) {
        let is_int = self.kernel.numbers.lia.kind(var) == tress_lia::Kind::Int;
        let at_most = Bound { var, side: Side::Upper, value: value.clone() };
        let at_least = Bound { var, side: Side::Lower, value: value.clone() };
        let [below, above] = [at_least.negated(is_int), at_most.negated(is_int)]
            .map(|bound| self.bound_literal(&tress_lia::Constraint::Bound(bound)));
        let (equal, different) = (equation.positive(), equation.negative());
        self.infer(UNEQUAL, vec![different], &[below, above], Lifetime::Permanent);
        // Neither side allows equality.
        for side in [below, above] {
            self.infer(UNEQUAL, vec![equal], &[!side], Lifetime::Permanent);
        }
    }
}

/// Looks for whole values of the Int numbers.
fn check_whole(cx: &mut Context<'_>) -> Result<Progress, Stop> {
    match cx.kernel.numbers.lia.check_integer(cx.env.budget)? {
        IntegerOutcome::Sat => Ok(Progress::Fine),
        IntegerOutcome::Conflict(reasons) => {
            a_conflict(cx, &reasons);
            Ok(Progress::Changed)
        }
        IntegerOutcome::Branch { var, floor } => {
            let bound = Bound { var, side: Side::Upper, value: Rational::from(floor).into() };
            let literal = cx.bound_literal(&tress_lia::Constraint::Bound(bound));
            debug_assert!(cx.sat.value(literal).is_none(), "a split on a decided bound changes nothing");
            if cx.sat.value(literal).is_some() {
                return Ok(Progress::Stuck);
            }
            // Towards zero, where lengths are short.
            let down = !cx.kernel.numbers.lia.value(var).floor().is_negative();
            cx.split(BRANCH, if down { literal } else { !literal });
            Ok(Progress::Changed)
        }
    }
}

/// Splits equations that should be false and hold in the present solution.
fn check_unequal(cx: &mut Context<'_>) -> Result<Progress, Stop> {
    if cx.kernel.numbers.unequal.is_empty() {
        return Ok(Progress::Fine);
    }
    let relevant = cx.relevant();
    // The numbers that will be the answer: an infinitesimal may become just the step that
    // makes two numbers equal.
    let model = cx.kernel.numbers.lia.model();
    let mut progress = Progress::Fine;
    for place in 0..cx.kernel.numbers.unequal.len() {
        let literal = cx.kernel.numbers.unequal[place];
        let Some(atom) = cx.kernel.atoms.get(literal.var()) else { continue };
        let Some((var, value)) = atom.equation.clone() else { continue };
        let matters = atom.always_relevant || relevant.contains(&literal.var());
        if matters && *model.value(var) == value.main {
            cx.split_unequal(literal.var(), var, &value);
            progress = Progress::Changed;
        }
    }
    Ok(progress)
}
