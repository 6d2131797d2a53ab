//! The caps of comparing two transducers. Compositions get theirs from the caller.

tress_base::caps! {
    /// States of the language on whose words two transducers are compared.
    pub(super) JOINT_LANGUAGE_STATES = 1 << 12, "transducer.joint-language-states";
    /// Characters that are distinguished, one for each class.
    pub(super) JOINT_CHARACTERS = 1 << 10, "transducer.joint-characters";
    /// Nodes of the graph of both transducers.
    pub(super) JOINT_NODES = 1 << 14, "transducer.joint-nodes";
    /// Edges of the graph of both transducers.
    pub(super) JOINT_EDGES = 1 << 18, "transducer.joint-edges";
    /// Length of the factors by which an invariant distinguishes lags.
    pub(super) FACTOR_LENGTH = 10, "transducer.factor-length";
}
