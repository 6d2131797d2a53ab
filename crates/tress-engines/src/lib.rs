//! The engines: methods that decide a conjunction of facts.
//!
//! Enters: a [`Task`]. Leaves: an [`Outcome`](tress_rewrite::problem::Outcome). All engines come in through
//! one door, the trait [`Engine`], and stand in one table, [`ENGINES`]: a new one is one folder and
//! one row. An engine may ask the kernel as a service. One that works on conjunctions of literals
//! implements [`Conjunctive`] and gets its Boolean structure, equality and arithmetic from the
//! shared driver.
//!
//! An engine must not know another engine, preprocessing, or the session.

mod arithmetic;
mod automata;
mod calculus;
mod circuits;
mod conjunction;
mod driver;
mod engine;
pub mod formulas;
mod guess;
mod kernel;
mod numerals;
mod parray;
mod polarity;
mod positions;
mod reading;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
#[cfg(test)]
mod toy;

pub use conjunction::{Conjunction, Constraint, Literal, is_plain};
pub use driver::{Conjunctive, Driver};
pub use engine::{Claims, Engine, Task};
pub use parray::arrays_of;
pub use polarity::Polarity;

/// Equations that structure decides.
pub static AUTOMATA: &dyn Engine = &automata::Automata;
/// The search with the calculus of strings.
pub static CALCULUS: &dyn Engine = &calculus::Calculus;
/// Words and numbers of bounded size, as circuits.
pub static CIRCUITS: &dyn Engine = &circuits::Circuits;
/// Values from the problem's own constants.
pub static GUESS: &dyn Engine = &guess::Guess;
/// The kernel alone.
pub static KERNEL: &dyn Engine = &kernel::Kernel;

/// Numbers that words of regular languages spell.
pub static NUMERALS: &dyn Engine = &numerals::NumeralsEngine;

/// Parameterized arrays and interval automata.
pub static PARRAY: &dyn Engine = &parray::WAYS[0].1;

/// The engine of parameterized arrays with the parts that a value of the option `parray` names.
#[must_use]
pub fn parray_way(name: &str) -> &'static dyn Engine {
    parray::WAYS.iter().find(|way| way.0 == name).map_or(PARRAY, |way| &way.1)
}

/// Negated predicates by positions.
pub static POSITIONS: &dyn Engine = &positions::Positions;

/// Every engine. The name `auto` stands for the strategy, which asks several of them.
pub static ENGINES: &[&dyn Engine] = &[
    GUESS,
    CALCULUS,
    CIRCUITS,
    KERNEL,
    NUMERALS,
    PARRAY,
    POSITIONS,
    AUTOMATA,
    #[cfg(test)]
    toy::TOY,
];

/// The engine with this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static dyn Engine> {
    ENGINES.iter().copied().find(|engine| engine.name() == name)
}
