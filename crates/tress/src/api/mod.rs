//! The room of Rust programs: the public face of the library.
//!
//! Enters: calls, terms, Rust values. Leaves: terms that know their solver, answers, values, models. What
//! a client can do wrong ends here, as an [`Error`]: the rooms behind rely on sorts that fit and on
//! terms of one store.

mod branch;
mod error;
mod home;
mod limits;
mod methods;
mod model;
mod objectives;
mod operators;
mod solver;
mod sorts;
mod term;
mod text;
mod value;

pub use branch::Branch;
pub use error::{Error, Result};
pub(crate) use limits::CAPS;
pub use model::{Model, Models};
pub use solver::{Function, Solver};
pub use term::{Operand, Term};
pub use value::Value;
