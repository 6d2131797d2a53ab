//! Explicit automata and transducers as data.
//!
//! The store of expressions holds them, since a language may be known as a state of an automaton or as a
//! pre-image under a transducer. Their operations are in `nfa` and `transducer`, which may use expressions.

mod automaton;
mod transducer;

pub use automaton::{Edge, Nfa, NfaBuilder};
pub use transducer::{Piece, Step, Transducer, TransducerBuilder};
