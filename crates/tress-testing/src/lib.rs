//! What tests of tress share: random inputs, and answers that were found in another way.
//!
//! Enters: seeds and counts. Leaves: problems whose answers are known, and answers of slow but simple
//! oracles. The experiments of the folder `lab`, a workspace of its own, use all of it.
//!
//! | part | what it gives |
//! |---|---|
//! | [`generate`] | random terms over the whole operator table, and problems with planted answers |
//! | [`brute`] | the oracle: every assignment of short strings and small numbers |
//! | [`caps`] | problems whose answers are known, while caps have other values |
//! | [`trace`] | random sessions, every reply judged; [`shrink`] makes those that fail small |
//! | [`mutate`] | scripts with changed bytes, tokens and trees |
//! | [`expression`] | scripts as trees of tokens |

pub mod brute;
pub mod caps;
pub mod expression;
pub mod generate;
pub mod mutate;
pub mod shrink;
pub mod trace;
