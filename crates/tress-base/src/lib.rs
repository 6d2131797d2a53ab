//! What every crate of tress needs and none should own: the [`Budget`] that keeps work bounded,
//! exact numbers ([`Int`], [`Rational`]) that start as machine words and grow when they must, seeded
//! [`Random`] numbers, what is [`connected`], and [`Progress`] for those who watch long work.
//!
//! Nothing here knows of terms, automata or clauses.
//!
//! ```
//! use tress_base::{Budget, Int, Stop};
//!
//! // Work that can be long asks its budget at every step, and hands on what that says.
//! fn factorial(n: u32, budget: &Budget) -> Result<Int, Stop> {
//!     let mut product = Int::ONE;
//!     for factor in 1..=n {
//!         budget.poll()?;
//!         product *= &Int::from(factor);
//!     }
//!     Ok(product)
//! }
//!
//! let budget = Budget::unlimited().with_steps(Some(1000));
//! assert_eq!(factorial(25, &budget)?.to_string(), "15511210043330985984000000");
//! assert_eq!(factorial(100_000, &budget), Err(Stop::Steps));
//! # Ok::<(), Stop>(())
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod budget;
mod cap;
mod character;
mod clock;
mod decimal;
mod groups;
mod hits;
mod int;
mod markup;
mod mistakes;
mod progress;
mod random;
mod rational;

pub use budget::{Budget, Cancel, Stop, resident_bytes};
pub use cap::{Cap, CapSettings};
pub use character::MAX_CHAR;
pub use clock::Clock;
pub use decimal::PowersOfTen;
pub use groups::connected;
pub use int::Int;
pub use markup::markup;
pub use mistakes::is_planted;
#[cfg(feature = "mistakes")]
pub use mistakes::{MISTAKES, plant};
pub use progress::{Glance, Progress};
pub use random::Random;
pub use rational::Rational;
