//! Clauses and search: a CDCL solver that takes a theory. It knows nothing of terms.
//!
//! Enters: clauses over dense variables, assumptions, a [`Theory`]. Leaves: a model, the failed
//! assumptions, or the reason why there is no answer.
//!
//! The search in one page (`search.rs`):
//!
//! ```text
//! loop
//!   propagate clauses, report to the theory what became true, let it propagate; until neither adds anything
//!   a clause is false  at level 0: unsat
//!                      else: learn a clause, go back to where it implies its first literal
//!   chores             restart, forget learned clauses, simplify at level 0, change phases
//!   decide             the next assumption (a false one: unsat, it failed),
//!                      else what the theory wants, else the most active variable
//!   nothing to decide  ask the theory for its final check: sat, unknown, or go on
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `literal`, `clause`, `trail`, `heap` | the data: literals, the clause arena, the assignment, a heap |
//! | `core` | all of it together, without the theory |
//! | `propagate`, `analyze`, `minimize`, `forget`, `simplify` | the work on it, one task per file |
//! | `decide`, `restart` | the order of decisions, values tried first, when to restart |
//! | `theory`, `exchange`, `lemma` | the trait, what passes between the two sides, clauses in mid-search |
//! | `search`, `learn`, `maintain` | one call of [`Solver::solve`]: the loop, its conflicts, its chores |
//! | `trace`, `checker`, `trim` | an observer of all clauses, one that checks them, one that keeps what a refutation needs |
//!
//! ```
//! use tress_base::Budget;
//! use tress_sat::{NoTheory, Outcome, Solver};
//!
//! let mut solver = Solver::new(0);
//! let (x, y) = (solver.new_var().positive(), solver.new_var().positive());
//! solver.add_clause(&[x, y]);
//! solver.add_clause(&[!x, y]);
//! let budget = Budget::unlimited();
//! assert_eq!(solver.solve(&mut NoTheory, &[], &budget), Outcome::Sat);
//! assert_eq!(solver.value(y), Some(true));
//! assert_eq!(solver.solve(&mut NoTheory, &[x, !y], &budget), Outcome::Unsat);
//! assert!(solver.failed().contains(&!y));
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod analyze;
mod checker;
mod clause;
mod core;
mod decide;
mod exchange;
mod forget;
mod heap;
mod learn;
mod lemma;
mod limits;
mod literal;
mod maintain;
mod minimize;
mod needs;
mod propagate;
mod restart;
mod search;
mod simplify;
mod solver;
mod theory;
mod trace;
mod trail;
mod trim;

pub use crate::core::Statistics;
pub use checker::Checker;
pub use literal::{Lit, Var};
pub use solver::{Outcome, Solver, Unknown};
pub use theory::{Check, NoTheory, Search, Theory};
pub use trace::{Silent, Tracer};
pub use trim::{Needed, Source, Trace};

/// All caps of this crate.
pub fn caps() -> impl Iterator<Item = &'static tress_base::Cap> {
    limits::CAPS.iter().copied()
}
