//! Engines for second opinions: independent methods that confirm or contradict what other engines answer.
//!
//! Enters: a [`Task`](tress_engines::Task). Leaves: an outcome. The strategy never asks these engines to
//! decide a problem; they are asked by name, by a cross-check, or next to others. They are worth most where
//! they share least with the engines that decide first, so what two of them need is in the crates below and
//! nowhere else.

mod fixed;
mod flat;
pub mod graphs;
mod lazy;
mod levels;

use tress_base::Cap;
use tress_engines::Engine;

pub use fixed::{Answer, BackEnd, Limits, Report, bits_text, drawing, solve_graph};

/// Flat automata and their arithmetic.
pub static FLAT: &dyn Engine = &flat::Flat;
/// Memberships of concatenations, lazily.
pub static LAZY: &dyn Engine = &lazy::Lazy;
/// Guessed lengths, and automata for strings of these lengths.
pub static FIXED_AUTOMATA: &dyn Engine = &fixed::Fixed(BackEnd::Automata);
/// Guessed lengths, and bits for strings of these lengths.
pub static FIXED_BITS: &dyn Engine = &fixed::Fixed(BackEnd::Bits);

/// The caps of the engines of this crate.
pub fn caps() -> impl Iterator<Item = &'static Cap> {
    [fixed::limits::CAPS, flat::limits::CAPS, lazy::limits::CAPS].into_iter().flatten().copied()
}

/// Every engine of this crate.
pub static ENGINES: &[&dyn Engine] = &[FLAT, LAZY, FIXED_AUTOMATA, FIXED_BITS];

/// The engine of this crate with this name.
#[cfg(test)]
fn named(name: &str) -> &'static dyn Engine {
    ENGINES.iter().copied().find(|engine| engine.name() == name).expect("it stands in the table")
}
