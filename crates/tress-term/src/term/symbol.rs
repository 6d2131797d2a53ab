//! Names with a sort: constants and functions that the problem declares.

use super::sort::Sort;
use super::store::Term;

/// A declared symbol, as an index into the term store's list of them. A name that is declared
/// again, after its scope has ended, is a new symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub u32);

/// What is known of a declared symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name, without SMT-LIB's bars.
    pub name: Box<str>,
    /// The sorts of its arguments; empty for a constant.
    pub arguments: Box<[Sort]>,
    /// The sort of its value.
    pub result: Sort,
    /// Is every value a word of one character? Only preprocessing makes such symbols.
    pub is_letter: bool,
    /// What a recursive function computes. Symbols that have a definition get no value from models.
    pub definition: Option<Box<Definition>>,
}

/// The equation of a recursive function: applied to its parameters it is its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Stand-ins for the arguments, which occur in the bodies of this function only.
    pub parameters: Box<[SymbolId]>,
    /// The value, in terms of the parameters; it may call the function.
    pub body: Term,
    /// What is known of it without calls.
    pub closed: Closed,
    /// Formulas over the parameters and the call with them that hold in every total function which fulfils
    /// the definition. `None` if nobody has looked.
    pub laws: Option<Box<[Term]>>,
}

/// What a recursive function computes, as terms over its parameters in which it is not called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// Nobody has looked.
    Untried,
    /// It was not found.
    Unknown,
    /// Where `domain` holds it is `value`, in every total function that fulfils the definition.
    Known {
        /// A formula.
        domain: Term,
        /// A term of the function's sort.
        value: Term,
    },
}
