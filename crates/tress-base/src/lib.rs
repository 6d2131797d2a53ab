//! What every room of tress needs and none should own: the [`Budget`] that keeps work bounded,
//! exact numbers ([`Int`], [`Rational`]) that start as machine words and grow when they must, seeded
//! [`Random`] numbers, what is [`connected`], and [`Progress`] for those who watch long work.
//!
//! Nothing here knows of terms, automata or clauses.

mod budget;
mod groups;
mod int;
mod progress;
mod random;
mod rational;

pub use budget::{Budget, Cancel, Stop, resident_bytes};
pub use groups::connected;
pub use int::Int;
pub use progress::{Glance, Progress};
pub use random::Random;
pub use rational::Rational;
