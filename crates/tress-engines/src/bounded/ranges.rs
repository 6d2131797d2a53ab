//! How far the values of terms reach: intervals of numbers and of lengths that facts entail.
//!
//! Enters: facts. Leaves: for every term an interval in which its value lies in every solution, and the
//! origins of the facts that were used. Intervals go from arguments to terms, from facts to terms, and
//! from terms back to arguments, until nothing changes or for some rounds: each is right at any time.

mod facts;
mod narrow;

use std::collections::BTreeSet;

use tress_base::{Int, Stop};

use tress_rewrite::env::Env;
use tress_rewrite::problem::Problem;
use tress_rewrite::rewrite::{Bounds, Shape};
use tress_term::term::{Head, Sort, Term, TermMap, TermStore, post_order_where};

use super::limits::INTERVAL_ROUNDS;

/// Powers of ten beyond this are no bounds of use.
const MOST_DIGITS: u32 = 400;

/// Intervals of all terms of a problem.
pub(super) struct Ranges {
    bounds: TermMap<Bounds>,
    /// Origins of the facts without which some interval would be larger.
    used: BTreeSet<u32>,
    /// Did the last round find anything?
    is_changed: bool,
    /// Is there a term that no number is left for?
    is_refuted: bool,
}

impl Ranges {
    /// What the facts of a problem entail.
    ///
    /// # Errors
    /// When the budget is used up.
    pub(super) fn new(env: &mut Env<'_>, problem: &Problem) -> Result<Self, Stop> {
        let mut ranges =
            Self { bounds: TermMap::new(), used: BTreeSet::new(), is_changed: true, is_refuted: false };
        let roots = problem.roots();
        let order = post_order_where(env.store, &roots, |term| env.store.sort(term) != Sort::RegLan);
        let terms: Vec<Term> = order.into_iter().filter(|term| is_measured(env.store, *term)).collect();
        for round in 1.. {
            let is_done = !ranges.is_changed || ranges.is_refuted;
            if is_done || INTERVAL_ROUNDS.is_exceeded(round, env.budget) {
                break;
            }
            ranges.is_changed = false;
            env.budget.poll_many(2 * (terms.len() + roots.len()) as u64)?;
            for term in &terms {
                let bounds = ranges.of_arguments(env.store, *term);
                ranges.meet(*term, &bounds);
            }
            for fact in &problem.facts {
                let changed = std::mem::take(&mut ranges.is_changed);
                ranges.enter(env, fact.term)?;
                if ranges.is_changed {
                    ranges.used.insert(fact.origin);
                }
                ranges.is_changed |= changed;
            }
            for term in terms.iter().rev() {
                ranges.narrow_arguments(env.store, *term);
            }
        }
        Ok(ranges)
    }

    /// Is there no solution?
    pub(super) fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// Origins of the facts that the intervals rest on.
    pub(super) fn used(&self) -> impl Iterator<Item = u32> {
        self.used.iter().copied()
    }

    /// Where the number, or the length of the word, lies.
    pub(super) fn of(&self, term: Term) -> Bounds {
        self.bounds.get(term).cloned().unwrap_or_else(Bounds::unbounded)
    }

    /// Bounds that follow from those of the arguments. Only facts state that a string has one character:
    /// those are known by their origins.
    fn of_arguments(&self, store: &TermStore, term: Term) -> Bounds {
        match store.head(term) {
            Head::Symbol(_) if store.sort(term) == Sort::String => Bounds::new(0, None),
            Head::Symbol(_) => Bounds::unbounded(),
            _ => Shape { store, known: &self.bounds }.bounds(term),
        }
    }

    /// The value of the term lies in this interval, too.
    fn meet(&mut self, term: Term, bounds: &Bounds) {
        let known = self.of(term);
        let met = known.meet(bounds);
        if met != known || !self.bounds.has(term) {
            self.is_changed = true;
            self.is_refuted |= met.is_empty();
            self.bounds.set(term, met);
        }
    }

    fn at_least(&mut self, term: Term, low: Option<Int>) {
        self.meet(term, &Bounds { low, high: None });
    }

    fn at_most(&mut self, term: Term, high: Option<Int>) {
        self.meet(term, &Bounds { low: None, high });
    }
}

fn is_measured(store: &TermStore, term: Term) -> bool {
    matches!(store.sort(term), Sort::Int | Sort::String)
}

/// Ten to a power that is not too large.
fn power_of_ten(exponent: &Int) -> Option<Int> {
    let exponent = exponent.to_u32().filter(|exponent| *exponent <= MOST_DIGITS)?;
    Some(Int::from(10).pow(exponent))
}

#[cfg(test)]
mod tests {
    use tress_base::Budget;

    use super::*;
    use tress_rewrite::problem::Fact;
    use tress_rewrite::testing::Terms;

    /// What facts entail of a term, and which of them were used.
    fn entailed(facts: &[&str], term: &str) -> (Bounds, Vec<u32>) {
        let mut terms = Terms::new();
        let facts: Vec<Term> = facts.iter().map(|fact| terms.term(fact)).collect();
        let term = terms.term(term);
        let facts = facts.into_iter().zip(0..).map(|(term, origin)| Fact { term, origin }).collect();
        let problem = Problem::new(&terms.context.store, facts);
        let budget = Budget::unlimited();
        let ranges = Ranges::new(&mut terms.context.env(&budget, 0), &problem).expect("no limit");
        (ranges.of(term), ranges.used().collect())
    }

    #[test]
    fn facts_bound_what_they_speak_of() {
        let digits = "(str.in_re x ((_ re.loop 2 5) (re.range \"0\" \"9\")))";
        assert_eq!(entailed(&[digits], "x"), (Bounds::new(2, Some(5)), vec![0]));
        let parts = ["(= (str.++ x y) z)", "(<= (str.len z) 7)", "(>= (str.to_int y) 100)"];
        assert_eq!(entailed(&parts, "x"), (Bounds::new(0, Some(4)), vec![0, 1, 2]));
        let written = ["(= (str.len (str.from_int n)) 3)", "(not (>= m n))", "(>= (* 2 m) 5)"];
        assert_eq!(entailed(&written, "n"), (Bounds::new(100, Some(999)), vec![0, 1, 2]));
        assert_eq!(entailed(&written, "m"), (Bounds::new(3, Some(998)), vec![0, 1, 2]));
    }

    #[test]
    fn what_is_only_said_in_some_cases_bounds_nothing() {
        let either = "(or (= (str.len x) 2) (= (str.len x) 3))";
        assert_eq!(entailed(&[either], "x"), (Bounds::new(0, None), vec![]));
        assert_eq!(entailed(&["(<= (str.to_int x) 5)"], "x").0, Bounds::new(0, None));
        assert_eq!(entailed(&["(not (= n 5))"], "n").0, Bounds::unbounded());
    }
}
