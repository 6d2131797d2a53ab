//! The room of search: Boolean structure, equality, arithmetic and strings together.
//!
//! Enters: a problem. Leaves: a model, a conflict, or no answer. `tress-sat` searches over the
//! Boolean structure (`skeleton`); atoms go to congruence closure (`egraph`) and to
//! `tress-lia` (`theories`, `theory`); strings are looked at when an assignment is complete
//! (`finish`). A function without axioms is only a function of its arguments: a conflict is a
//! conflict all the same, and a model counts only when the evaluator agrees.
//!
//! It must not know sessions, nor how assertions became facts.

mod align;
mod card;
mod clauses;
mod concats;
mod content;
mod contexts;
mod counts;
mod differ;
mod disjoint;
mod eager;
mod egraph;
mod finish;
mod forms;
mod kept;
mod languages;
mod length_sets;
mod loops;
mod minimise;
mod numerals;
mod order;
mod reduce;
mod refine;
mod register;
mod relevance;
mod rules;
mod shared_lengths;
mod skeleton;
mod splits;
mod stars;
#[cfg(test)]
mod tests;
mod theories;
mod theory;
mod values;
mod words;

use tress_base::Stop;

use crate::env::Env;
use crate::problem::{Fact, Problem};
use crate::procedures::Outcome;
use crate::term::{Op, Sort, post_order};

pub use kept::{Kept, Mode};

/// Decides a problem with a search that is not kept. `tracked` says for
/// which facts a conflict must tell whether it needs them.
///
/// # Errors
/// When the budget is used up.
pub fn search(env: &mut Env<'_>, problem: &Problem, tracked: impl Fn(u32) -> bool) -> Result<Outcome, Stop> {
    let asserted = |fact: &Fact| if tracked(fact.origin) { Mode::Tracked } else { Mode::Asserted };
    Kept::new(env.seed).decide(env, problem, asserted)
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
