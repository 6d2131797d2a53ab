//! The module of terms: what a formula is, once it has been read.
//!
//! Enters: names, values and operators, with their sorts checked. Leaves: [`Term`]s, small numbers that
//! denote nodes of a shared graph in a [`TermStore`]. Two terms are equal exactly when their numbers are.
//!
//! This module knows how terms are built and walked. It knows nothing of their text form, and nothing of what
//! operators mean: that is the evaluator's.

mod array;
mod checked;
mod compound;
mod enumerate;
mod images;
mod language;
pub(crate) mod limits;
mod linear;
mod op;
mod polynomial;
mod reference;
mod shapes;
mod size;
mod sort;
mod sorts;
mod store;
mod symbol;
mod value;
mod walk;
mod word;

pub use array::ArrayValue;
pub use compound::{DataValue, SeqValue};
pub use language::language_term;
pub use linear::{Sum, SumWalk, number, sum_of};
pub use op::{Attribute, Indices, Op, OpInfo, Shape, Source, Theory};
pub use polynomial::{Monomials, monomials};
pub use reference::operators_page;
pub use size::Size;
pub use sort::{Sort, SortId};
pub use sorts::{Constructor, Datatype, DatatypeError, Field};
pub use store::{Head, Mark, SortError, Term, TermStore};
pub use symbol::{Closed, Definition, Symbol, SymbolId};
pub use value::{ElementId, Value};
pub use walk::{
    Substitution, TermMap, TermSet, is_ground, map_args, post_order, post_order_where, post_order_within,
};
pub use word::Word;
