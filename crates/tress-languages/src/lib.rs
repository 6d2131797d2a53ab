//! Constraints on languages, and what they have in common: the unknowns are languages instead of single
//! words.
//!
//! | module | enters | leaves |
//! |---|---|---|
//! | [`maximal`] | a system of constraints `x∘"lit"∘y ⊆ c` | its solutions, each as large as it can be |
//! | [`grammar`] | context-free grammars and lengths | expressions for their words, words of two grammars, words with two derivations |
//! | [`systems`] | formulas about concatenations in languages | a system for [`maximal`], or the formula of another form |
//!
//! `maximal` slices shared automata and takes universal quotients; `grammar` makes shared expressions by
//! symbol and length and asks the lazy search [`tress_automata::follow`]. Tests compare both with all short
//! words and all derivations.
//!
//! The solver asks for single words and uses nothing of this.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

pub mod grammar;
pub mod maximal;
pub mod systems;

/// All caps of this crate.
pub fn caps() -> impl Iterator<Item = &'static tress_base::Cap> {
    maximal::limits::CAPS.iter().copied()
}
