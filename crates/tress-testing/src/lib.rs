//! The test bench of tress.
//!
//! Enters: seeds and counts. Leaves: problems whose answers are known, answers of slow but
//! simple oracles, and experiments that compare tress with both and with other solvers. tress
//! itself is used through its public door only, as any client would.
//!
//! | part | what it gives |
//! |---|---|
//! | [`lab`], [`experiments`] | one command per experiment: a table, a plot, and a verdict |
//! | [`table`] | the plain-text tables of the experiments |

pub mod experiments;
pub mod lab;
pub mod table;
