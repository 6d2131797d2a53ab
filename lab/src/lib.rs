//! The lab of tress: one command for each experiment.
//!
//! Enters: seeds, counts, folders of problems. Leaves: a table, a picture and a verdict for each experiment,
//! which compares tress with slow but simple oracles, with what is known, or with other solvers.
//!
//! | part | what it gives |
//! |---|---|
//! | [`lab`] | what an experiment gets from the command line, and where it writes |
//! | [`experiments`] | the list of experiments |
//! | [`peers`] | z3 and cvc5 as child processes, with their CPU time |
//! | [`table`], [`plot`] | plain-text tables and SVG pictures |
//!
//! Generators and the brute-force oracle are those of `tress-testing`, which tests of the product use as
//! well.

pub mod experiments;
pub mod lab;
pub mod peers;
pub mod plot;
pub mod table;
