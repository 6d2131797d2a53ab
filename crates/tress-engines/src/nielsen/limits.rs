//! The caps of the engine `nielsen`: how large graphs of systems are.

tress_base::caps! {
    /// Systems of a graph.
    pub(super) NODES = 1_500, "nielsen.nodes";
    /// Systems of a graph before equations are asked one by one.
    pub(super) FIRST_NODES = 120, "nielsen.first-nodes";
    /// Literals of a conflict that are tried without.
    pub(super) TRIED_LITERALS = 24, "nielsen.tried-literals";
    /// Parts of a system; one that began with more than a quarter may have four times as many as it had.
    pub(super) PARTS = 600, "nielsen.parts";
    /// States of an automaton; a language that needs more is left out.
    pub(super) STATES = 60, "nielsen.states";
    /// Elements of a monoid; languages that need more are left out.
    pub(super) ELEMENTS = 500, "nielsen.elements";
    /// The modulus of lengths that are stated as languages.
    pub(super) MODULUS = 6, "nielsen.modulus";
    /// Solved systems of a graph from which words are made.
    pub(super) LEAVES = 16, "nielsen.leaves";
    /// Characters of a word that is tried.
    pub(super) CHARACTERS = 10_000, "nielsen.characters";
    /// The exponent of a root that is tried.
    pub(super) EXPONENT = 8, "nielsen.exponent";
    /// Choices of exponents that are tried.
    pub(super) EXPONENT_CHOICES = 2_000, "nielsen.exponent-choices";
    /// Parts of an equation that is asked alone.
    pub(super) LEMMA_PARTS = 10, "nielsen.lemma-parts";
    /// Equations that are asked alone.
    pub(super) LEMMA_EQUATIONS = 4, "nielsen.lemma-equations";
    /// Systems of the graph of one equation.
    pub(super) LEMMA_NODES = 60, "nielsen.lemma-nodes";
    /// Parts of a system in the graph of one equation.
    pub(super) LEMMA_NODE_PARTS = 48, "nielsen.lemma-node-parts";
}
