//! Runs compiled Java with unknown strings and numbers. A class path and the name of a method enter; a [`Report`]
//! leaves, with an input for each path and what the method does with it.
//!
//! | room | enters | leaves |
//! |---|---|---|
//! | `program` | names | classes with their superclasses; who is what |
//! | `loops` | the code of a method | its loops that may look through a text |
//! | `state` | | values, objects, frames: shared until they are written to |
//! | `natives` | modelled methods of the library with arguments | results, exceptions, questions |
//! | `machine` | a path | its end, or a question for the solver |
//! | `explore` | a method and bounds | paths, each with a model that was replayed; or a run by chance that fails |
//! | `report` | paths | text, drawings and a verdict |
//! | `backends` | the questions of an exploration | what other solvers take for them |
//!
//! What is not modelled ends the paths that meet it, is listed, and makes the verdict *unknown*. Every input was run again
//! with known values, and took the same path, before it is shown.

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

pub use backends::{Backend, Comparison, Cost, compare};
pub use explore::{
    Alphabet, ExecError, Failure, Options, Order, explore, explore_pinned, run_known, try_inputs,
};
pub use machine::Sink;
pub use report::{
    Coverage, Decision, Group, Outcome, Path, Question, Replay, Report, Signature, Thrown, Verdict, Work,
};
