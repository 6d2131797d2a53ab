//! SMT-LIB sessions: the text of a command enters, its reply leaves.
//!
//! Everything a client can see is decided here: one reply for each command, errors on one line, and no `sat`
//! after an assertion that was refused. [`agreement`] runs one script with every engine.

pub mod agreement;
mod session;

pub use session::*;
