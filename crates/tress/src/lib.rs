//! tress decides constraints over strings, regular expressions and numbers.
//!
//! Text becomes an answer by walking through five forms, each made by one room:
//!
//! | form | made by | what holds of it |
//! |---|---|---|
//! | text | the client | nothing |
//! | [`term::Term`] | [`smtlib`] | names resolved, sorts checked, `let` and defined functions gone |
//! | [`problem::Fact`] | [`rewrite`], [`preprocess`] | same solutions as the assertions; no fact is a conjunction, a literal or a solved equation |
//! | [`problem::Outcome`] | [`engines`] | a model is a belief, a conflict is a proof |
//! | [`Answer`] | [`Solver`] | `Sat` only after [`eval`] found every assertion true, and every quantifier its proof |
//!
//! ```
//! use tress::{Answer, Solver};
//! use tress::term::{Op, Sort, Value};
//!
//! let mut solver = Solver::new();
//! let x = solver.constant("x", Sort::String);
//! let word = solver.terms.value(Value::text("ab"));
//! let twice = solver.terms.app(Op::Concat, &[x, x]).unwrap();
//! let length = solver.terms.app(Op::Length, &[twice]).unwrap();
//! let four = solver.terms.int(4);
//! let long = solver.terms.app(Op::Eq, &[length, four]).unwrap();
//! let begins = solver.terms.app(Op::PrefixOf, &[word, x]).unwrap();
//! solver.assert(long);
//! solver.assert(begins);
//! assert_eq!(solver.check(&[]), Answer::Sat);
//! assert_eq!(solver.value(x).unwrap(), Ok(Value::text("ab")));
//! ```

pub mod engines;
pub mod env;
pub mod eval;
mod ground;
mod kernel;
pub mod model;
pub mod options;
pub mod preprocess;
pub mod problem;
mod quantifiers;
pub mod rewrite;
pub mod session;
pub mod smtlib;
mod solver;
pub mod stats;
mod strategy;
mod strings;
pub mod term;
#[cfg(test)]
mod testing;

pub use solver::{Answer, Branch, Misuse, Solver};
pub use tress_base::{Budget, Cancel, Glance, Int, Progress, Rational, Stop};
