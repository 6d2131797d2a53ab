//! The public interface of the library.
//!
//! Enters: calls, terms, Rust values. Leaves: terms that know their solver, answers, values, models. Misuse
//! by a client is detected here and returned as an [`Error`]: the modules below rely on matching sorts and on
//! terms of one store.

mod branch;
mod certificates;
mod error;
mod limits;
mod methods;
mod model;
mod objectives;
mod operators;
mod shared;
mod solver;
mod sorts;
mod term;
mod text;
mod value;

pub use branch::Branch;
pub use certificates::Certificate;
pub use error::{Error, Result};
pub(crate) use limits::CAPS;
pub use model::{Model, Models};
pub use solver::{Function, Solver};
pub use term::{Operand, Term};
pub use value::Value;
