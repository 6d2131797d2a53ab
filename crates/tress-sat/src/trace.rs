//! Who watches the search: every clause that enters, is derived, or leaves.
//!
//! The solver is generic in its tracer; with [`Silent`] the calls compile to nothing.

use crate::literal::Lit;

/// An observer of clauses.
pub trait Tracer {
    /// False when the tracer ignores everything, so that nothing is prepared for it.
    const ACTIVE: bool = true;

    /// A clause from the caller.
    fn input(&mut self, clause: &[Lit]);

    /// A clause from the theory: a lemma, a conflict or an explanation.
    fn lemma(&mut self, clause: &[Lit]);

    /// A clause that follows from the present ones by unit propagation.
    fn derived(&mut self, clause: &[Lit]);

    /// A clause that the search will not use any more.
    fn deleted(&mut self, clause: &[Lit]);

    /// The search ends: the present clauses contradict these assumptions. Without
    /// assumptions, they contradict each other.
    fn refuted(&mut self, assumptions: &[Lit]);
}

/// The tracer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Tracer for Silent {
    const ACTIVE: bool = false;

    fn input(&mut self, _clause: &[Lit]) {}

    fn lemma(&mut self, _clause: &[Lit]) {}

    fn derived(&mut self, _clause: &[Lit]) {}

    fn deleted(&mut self, _clause: &[Lit]) {}

    fn refuted(&mut self, _assumptions: &[Lit]) {}
}
