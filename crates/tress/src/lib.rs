//! tress decides constraints over strings, regular expressions and numbers. You ask *is there an input
//! such that …?*; it answers `sat` with such an input, `unsat`, or `unknown` with the reason.
//!
//! ```
//! use tress::{Answer, Dialect, Solver, Sort};
//!
//! // A login form puts a user name into a query. Is there a name that ends the quotation early?
//! let mut s = Solver::new();
//! let name = s.constant("name", Sort::String)?;
//! let query = "user='" + &name + "'";
//! let ended = s.regex(Dialect::Java, "user='[^']*' OR .*")?;
//! s.assert(query.matches(ended) & name.len().lt(12))?;
//!
//! assert_eq!(s.check(), Answer::Sat);
//! assert_eq!(s.value(&name)?, "' OR ");
//! # Ok::<(), tress::Error>(())
//! ```
//!
//! # Terms
//!
//! [`Solver::constant`] declares an unknown; [`Term`] has methods and operators that build larger terms, and
//! accepts Rust values as arguments: `(&x + "b").len().gt(3)`. The solver has methods for lists
//! ([`Solver::all`], [`Solver::concat`], …), and operators without a method are applied by their SMT-LIB name
//! ([`Solver::apply`]). Nothing here panics: an ill-sorted term carries its [`Error`] to the call that uses
//! it.
//!
//! ```
//! use tress::{Error, Solver, Sort};
//!
//! let mut s = Solver::new();
//! let n = s.constant("n", Sort::Int)?;
//! assert!(matches!(s.assert(n.len().gt(3)), Err(Error::Sort(_))));
//! assert!(matches!(s.assert(&n), Err(Error::NotBool(_))));
//! assert_eq!(Solver::new().assert(n.gt(3)), Err(Error::OtherSolver));
//! # Ok::<(), tress::Error>(())
//! ```
//!
//! # Regular expressions
//!
//! Patterns of eight dialects are accepted as they are ([`Solver::regex`]): each construct is translated
//! exactly or refused by name. Terms of sort RegLan can also be built, and combined by operators.
//!
//! ```
//! use tress::{Answer, Dialect, Solver, Sort};
//!
//! let mut s = Solver::new();
//! let file = s.constant("file", Sort::String)?;
//! let allowed = s.regex(Dialect::Java, r"[\w./]+")?;
//! let wanted = s.regex(Dialect::Ecma, r"(?:img|css)/.*")?;
//! s.assert(file.matches(allowed & wanted) & file.contains("../"))?;
//! assert_eq!(s.check(), Answer::Sat);
//! # Ok::<(), tress::Error>(())
//! ```
//!
//! # Answers, models and cores
//!
//! After [`Answer::Sat`], [`Solver::value`] returns the value of any term and [`Solver::model`] those of all
//! constants; [`Solver::models`] enumerates all models. After [`Answer::Unsat`], [`Solver::unsat_core`]
//! returns assertions that are unsatisfiable together. The answer is `sat` only if the assertions were
//! evaluated to true under the model, and `unsat` only if a refutation was derived. [`Solver::certificate`]
//! returns the problem and a file that shows it, for a checker that shares nothing with this crate; with the
//! option `certified` there is no [`Answer::Unsat`] without one.
//!
//! # Optimisation
//!
//! [`Solver::minimize`], [`Solver::maximize`] and [`Solver::assert_soft`] define which models are preferred;
//! a check that answers sat finds an optimal one, and [`Solver::objectives`] reports what is proved about it.
//!
//! # Levels, assumptions and branches
//!
//! [`Solver::push`] and [`Solver::pop`] keep assertions in levels, [`Solver::check_assuming`] adds formulas
//! for one check, and a [`Branch`] represents a path of conditions: branches of a tree can be checked in any
//! order, and a check pays only for what is new.
//!
//! # Limits
//!
//! Time, memory and steps of a check can be limited; it then ends with [`Answer::Unknown`], and the solver
//! stays usable. The same input with the same limit of steps gives the same answer on every machine.
//!
//! ```
//! use std::time::Duration;
//! use tress::Solver;
//!
//! let mut s = Solver::new();
//! s.set_timeout(Duration::from_millis(200));
//! s.set_memory_limit(500 << 20);
//! let stop = s.cancel_handle(); // for another thread
//! # let _ = stop;
//! ```
//!
//! # SMT-LIB
//!
//! [`Solver::parse`] reads declarations and assertions; terms, values and models are printed as SMT-LIB.
//! Whole sessions are run by the program `tress`.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod api;

pub use api::{Branch, Certificate, Error, Function, Model, Models, Operand, Result, Solver, Term, Value};
pub use tress_base::{Cancel, Int, Rational, Stop};
pub use tress_dialects::{Dialect, Flags, Match, Mode, Pattern, Shape, Units};
pub use tress_rewrite::problem::Reason;
pub use tress_solver::Answer;
pub use tress_solver::optimise::{Limit, ObjectiveBounds as Standing};
pub use tress_term::standard::StandardText;
pub use tress_term::term::Sort;

/// The caps of this crate, for the list of all.
#[doc(hidden)]
pub fn caps() -> impl Iterator<Item = &'static tress_base::Cap> {
    api::CAPS.iter().copied()
}
