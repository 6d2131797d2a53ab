//! Processes: this program, those that it starts, signals and the end of all of it.

pub(crate) mod child;
pub(crate) mod hard_limit;
pub(crate) mod interrupts;
pub(crate) mod own;
