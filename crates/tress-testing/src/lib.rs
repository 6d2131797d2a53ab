//! The test bench of tress.
//!
//! Enters: seeds and counts. Leaves: problems whose answers are known, answers of slow but
//! simple oracles, and experiments that compare tress with both and with other solvers. tress
//! itself is used through its public door only, as any client would.
//!
//! | part | what it gives |
//! |---|---|
//! | [`generate`] | random terms over the whole operator table, and problems with planted answers |
//! | [`brute`] | the oracle: every assignment of short words and small numbers |
//! | [`trace`] | random sessions, every reply judged; [`shrink`] makes those that fail small |
//! | [`mutate`] | scripts with changed bytes, tokens and trees |
//! | [`peers`] | z3 and cvc5 as child processes, with their CPU time |
//! | [`lab`], [`experiments`] | one command per experiment: a table, a plot, and a verdict |
//! | [`table`], [`plot`] | the plain-text tables and SVG pictures of the experiments |

pub mod brute;
pub mod experiments;
pub mod expression;
pub mod generate;
pub mod lab;
pub mod mutate;
pub mod peers;
pub mod plot;
pub mod shrink;
pub mod table;
pub mod trace;
