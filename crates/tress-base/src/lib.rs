//! What every room of tress needs and none should own: the [`Budget`] that keeps work bounded,
//! and exact numbers ([`Int`], [`Rational`]) that start as machine words and grow when they must.
//!
//! Nothing here knows of terms, automata or clauses.

mod budget;
mod int;
mod random;
mod rational;

pub use budget::{Budget, Cancel, Stop};
pub use int::Int;
pub use random::Random;
pub use rational::Rational;
