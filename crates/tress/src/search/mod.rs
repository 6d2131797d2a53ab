//! The room of search: Boolean structure, equality and arithmetic together.
//!
//! Enters: a problem. Leaves: a model, a conflict, or no answer. `tress-sat` searches over the
//! Boolean structure (`skeleton`); atoms go to congruence closure (`egraph`) and to
//! `tress-lia` (`theories`, `theory`). What neither of them understands, such as the functions
//! over strings, is a function of its arguments here: a conflict is a conflict all the same, and
//! a model counts only when the evaluator agrees.
//!
//! It must not know sessions, nor how assertions became facts.

mod align;
mod clauses;
mod concats;
mod contexts;
mod counts;
mod differ;
mod egraph;
mod finish;
mod forms;
mod languages;
mod length_sets;
mod linear;
mod loops;
mod order;
mod reduce;
mod refine;
mod register;
mod relevance;
mod skeleton;
mod theories;
mod theory;
mod values;
mod words;

use tress_base::Stop;
use tress_sat::{Lit, Unknown};

use crate::problem::Problem;
use crate::procedures::{Context, Outcome, Reason};
use crate::term::{Op, Sort, post_order};
use theories::Theories;

/// Decides a problem as far as Boolean structure, equality and arithmetic go. `tracked` says for
/// which facts a conflict must tell whether it needs them.
///
/// # Errors
/// When the budget is used up.
pub fn search(
    context: &mut Context<'_>,
    problem: &Problem,
    tracked: impl Fn(u32) -> bool,
) -> Result<Outcome, Stop> {
    let mut sat = tress_sat::Solver::new(context.seed);
    let mut theories = Theories::new(context.store, context.evaluator, context.rewriter);
    let mut assumptions: Vec<Lit> = Vec::new();
    let mut untracked: Vec<u32> = Vec::new();
    for fact in &problem.facts {
        context.budget.poll()?;
        theories.roots.push(fact.term);
        theories.facts.push(fact.term);
        if tracked(fact.origin) {
            assumptions.push(theories.literal(fact.term, &mut sat));
        } else {
            theories.assert(fact.term, &mut sat);
            untracked.push(fact.origin);
        }
        theories.register_all(&mut sat);
    }
    let outcome = sat.solve(&mut theories, &assumptions, context.budget);
    let found = theories.found.take();
    count(context, &sat);
    match outcome {
        tress_sat::Outcome::Sat => {
            Ok(found.map_or(Outcome::GaveUp(Reason::Incomplete), |m| Outcome::Model(Box::new(m))))
        }
        tress_sat::Outcome::Unsat => {
            let mut origins = untracked;
            let failed = sat.failed();
            let tracked = problem.facts.iter().filter(|fact| tracked(fact.origin)).zip(&assumptions);
            origins
                .extend(tracked.filter(|(_, literal)| failed.contains(literal)).map(|(fact, _)| fact.origin));
            Ok(Outcome::Conflict(origins))
        }
        tress_sat::Outcome::Unknown(Unknown::Stopped(stop)) => Err(stop),
        // A candidate from a search that gave up may still be a model; the evaluator will tell.
        tress_sat::Outcome::Unknown(Unknown::Theory) => {
            Ok(found.map_or(Outcome::GaveUp(Reason::Incomplete), |model| Outcome::Model(Box::new(model))))
        }
    }
}

fn count(context: &mut Context<'_>, sat: &tress_sat::Solver) {
    let statistics = sat.statistics();
    context.stats.add("search-conflicts", statistics.conflicts);
    context.stats.add("search-decisions", statistics.decisions);
    context.stats.add("search-final-checks", statistics.final_checks);
}

/// Does the search understand everything in the problem, so that guessing would add nothing?
#[must_use]
pub fn is_native(store: &crate::term::TermStore, problem: &Problem) -> bool {
    let roots: Vec<_> = problem.facts.iter().map(|fact| fact.term).collect();
    post_order(store, &roots).into_iter().all(|term| {
        let sort = store.sort(term);
        let plain = !matches!(sort, Sort::String | Sort::RegLan);
        plain && !matches!(store.op(term), Some(Op::Contains | Op::PrefixOf | Op::SuffixOf | Op::InRe))
    })
}
