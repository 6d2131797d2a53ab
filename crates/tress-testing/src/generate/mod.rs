//! Random terms and problems, the same for the same seed.
//!
//! Enters: [`Knobs`] and random numbers. Leaves: well-sorted terms over every operator the table
//! allows ([`Generator`]), and problems whose answer is known before anybody solves them
//! ([`Planted`], [`Arithmetic`], [`Strings`]).
//!
//! Operators are chosen by the shapes in tress's table, so an operator that is added there is
//! generated here without a change.

mod arithmetic;
mod compound;
mod examples;
mod hide;
mod knobs;
mod memberships;
mod mixed;
mod planted;
mod products;
mod strings;
mod systems;
mod terms;
mod values;

pub use arithmetic::{Arithmetic, Logic, MOST_DIVISOR, Planted as PlantedNumbers};
pub use compound::{CONSTANTS, DATATYPES, Kind, compound_formula, compound_term};
pub use examples::Examples;
pub use hide::hide;
pub use knobs::Knobs;
pub use memberships::membership_problem;
pub use mixed::{MIXED_DECLARATIONS, mixed_formula};
pub use planted::{Expected, Planted, constants};
pub use products::PRODUCT_KINDS;
pub use strings::{CONVERSIONS, LONGEST_CHAIN, Strings, holds};
pub use systems::random_system;
pub use terms::Generator;
