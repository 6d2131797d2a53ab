//! Equal and simpler terms, problems made of them, and what every method works with.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rewrite`] | rules that hold in every model, and the driver that applies them |
//! | [`mod@env`] | terms, evaluator, rewriter, limits, counters and seed, lent for one piece of work |
//! | [`completion`] | the way from a model of a smaller problem to one of the whole |
//! | [`problem`] | facts with their origins, outcomes, and reasons for having no answer |
//! | [`stats`] | counters by name |

pub mod completion;
pub mod env;
pub mod problem;
pub mod rewrite;
pub mod stats;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;

/// The caps of the rewriter.
pub use rewrite::CAPS;
