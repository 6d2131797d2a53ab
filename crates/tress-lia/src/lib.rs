//! Exact linear arithmetic over integers and rationals, incremental and explaining.
//!
//! Enters: variables, linear constraints with opaque [`Reason`]s, levels. Leaves: a [`Model`], or
//! a set of reasons that cannot hold together; on the way implied atoms, implied equalities and
//! optima, each with reasons. Knows nothing of terms, strings or clauses.
//!
//! A constraint becomes a bound on a variable; sums get a slack variable with a defining row
//! ([`Solver::define`]). A check does, in this order: bound propagation along the defining rows, shortest
//! paths for differences, a local repair of the last solution, the dual simplex for rational solutions, and
//! for integers patching, gcd tests, equations solved over the integers, cuts and branching. A client that
//! searches itself calls [`Solver::check_rational`] often and [`Solver::check_integer`] at the end, which may
//! hand back a split; [`Solver::check`] does everything alone.
//!
//! ```
//! use tress_base::{Budget, Rational};
//! use tress_lia::{Kind, Linear, Outcome, Reason, Relation, Solver};
//!
//! let mut solver = Solver::new();
//! let (x, y) = (solver.new_var(Kind::Int), solver.new_var(Kind::Int));
//! let sum = &Linear::var(x).scaled(&Rational::from(3)) + &Linear::var(y).scaled(&Rational::from(6));
//! // 3x + 6y >= 1 and 3x + 6y <= 2 have rational solutions, but no whole ones.
//! let above = &sum - &Linear::constant(Rational::from(1));
//! let below = &sum - &Linear::constant(Rational::from(2));
//! solver.assert_linear(&above, Relation::Ge, Reason(0));
//! solver.assert_linear(&below, Relation::Le, Reason(1));
//! let outcome = solver.check(&Budget::unlimited());
//! assert_eq!(outcome, Ok(Outcome::Conflict(vec![Reason(0), Reason(1)])));
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod atoms;
mod bounds;
mod definition;
mod difference;
mod equality;
mod explain;
mod integer;
mod limits;
mod linear;
mod model;
mod optimise;
mod propagate;
mod repair;
mod simplex;
mod solver;
mod tableau;
mod value;

pub use atoms::{AtomId, Implied};
pub use bounds::{Bound, Reason, Side};
pub use equality::OffsetEquality;
pub use integer::IntegerOutcome;
pub use linear::{Linear, NormalForm, Var};
pub use model::Model;
pub use optimise::{Goal, Optimum};
pub use solver::{Constraint, Kind, Methods, Outcome, Relation, Solver};
pub use value::Value;

/// All caps of this crate.
pub fn caps() -> impl Iterator<Item = &'static tress_base::Cap> {
    limits::CAPS.iter().copied()
}
