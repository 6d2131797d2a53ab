//! The solver: assertions in, answers out.
//!
//! | module | enters | leaves |
//! |---|---|---|
//! | [`registry`] | | the list of all engines: names, help, orders |
//! | [`options`] | names and values | settings |
//! | [`preprocess`] | assertions | a smaller problem, and the way back to models and cores |
//! | [`strategy`] | a problem | an outcome: which engines are asked, in which order, for how long |
//! | `ground` | formulas without quantifiers | a model that was evaluated, a core, or no answer |
//! | `sequences` | formulas with sequences | the same over strings, and models taken back |
//! | `recursion` | formulas with recursive functions | the same without |
//! | `quantifiers` | formulas with quantifiers | instances, model by model |
//! | [`optimise`] | a model and objectives | a better model |
//! | [`Solver`] | declarations, assertions, branches | answers |
//! | [`caps`](fn@caps) | | the list of all caps |
//!
//! A module uses only those above it. Nothing here knows SMT-LIB text.

mod caps;
mod ground;
pub mod optimise;
pub mod options;
pub mod preprocess;
mod quantifiers;
mod recursion;
pub mod registry;
mod sequences;
mod solver;
pub mod strategy;

pub use caps::{caps, caps_text};
pub use solver::*;
pub use tress_certificates::Certificate;
