//! Runs compiled Java with unknown strings and numbers. From a class path and the name of a method to a
//! [`Report`], with an input for each path and what the method does with it.
//!
//! Modules, each of which uses only those above it:
//!
//! | module | input | output |
//! |---|---|---|
//! | `report` | paths | text, drawings and a verdict |
//! | `backends` | the questions of an exploration | what other solvers need for them |
//! | `loops` | the code of a method | its loops that may look through a text |
//! | `program` | names | classes with their superclasses; subtypes |
//! | `state` | | values, objects, frames: shared until they are written to |
//! | `machine` | a path | its end, or a question for the solver |
//! | `natives` | modelled methods of the library with arguments | results, exceptions, questions |
//! | `explore` | a method and bounds | paths, each with a model that was replayed; or a failing random run |
//!
//! The interpreter does not know the models: it asks them through the trait `machine::Library`, which
//! `natives` implements and `explore` passes to it. What a model keeps in an object is opaque to the heap
//! (`state::Model`).
//!
//! A feature that is not modelled ends the paths that reach it, is listed, and makes the verdict *unknown*.
//! Every input that is shown was run again with known values and took the same path.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod backends;
mod explore;
mod loops;
mod machine;
mod natives;
mod program;
mod report;
mod state;

use tress_base::Cap;

/// The caps of the interpreter, of the models of the library, and of explorations.
pub fn caps() -> impl Iterator<Item = &'static Cap> {
    [machine::limits::CAPS, natives::limits::CAPS, explore::limits::CAPS].into_iter().flatten().copied()
}

pub use backends::{Backend, Comparison, Cost, compare};
pub use explore::{
    Alphabet, ExecError, Failure, Options, Order, explore, explore_pinned, run_known, try_inputs,
};
pub use machine::Sink;
pub use report::{
    Conclusion, Coverage, Decision, Group, Outcome, Path, Question, Replay, Report, Signature, Thrown, Work,
};
