//! What every room of tress needs and none should own: the [`Budget`] that keeps work bounded,
//! exact numbers ([`Int`], [`Rational`]) that start as machine words and grow when they must, seeded
//! [`Random`] numbers, and what is [`connected`].
//!
//! Nothing here knows of terms, automata or clauses.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod budget;
mod groups;
mod int;
mod random;
mod rational;

pub use budget::{Budget, Cancel, Stop};
pub use groups::connected;
pub use int::Int;
pub use random::Random;
pub use rational::Rational;
