//! The sorts of terms.

use std::fmt;

/// The sort of a term. Sorts that are made of others, or that a problem declares, are indices into the term
/// store's table of sorts; equal sorts have equal indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Whole numbers.
    Int,
    /// Real numbers; every value tress computes is a fraction.
    Real,
    /// Finite words over the code points 0 to 0x2FFFF.
    String,
    /// Sets of words that a regular expression describes.
    RegLan,
    /// A sort the problem declares; its name is in the term store.
    Declared(SortId),
    /// Total functions from one sort to another.
    Array(SortId),
    /// Values built by constructors.
    Datatype(SortId),
    /// Numbers of this many binary digits, from 1 to [`Sort::MOST_BITS`].
    BitVec(u32),
    /// Finite sequences of values of one sort. Sequences of characters are strings.
    Seq(SortId),
}

/// A sort of the term store's table, as its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SortId(pub u32);

impl SortId {
    /// The sort with this place in the list.
    ///
    /// # Panics
    /// When the place does not fit into 32 bits.
    #[must_use]
    pub fn new(place: usize) -> Self {
        Self(u32::try_from(place).expect("fewer than 2^32 sorts"))
    }

    /// The place in the list.
    pub fn place(self) -> usize {
        self.0 as usize
    }
}

impl Sort {
    /// The widest bit-vectors.
    pub const MOST_BITS: u32 = 1 << 20;

    /// Is it Int or Real?
    #[must_use]
    pub fn is_numeric(self) -> bool {
        matches!(self, Sort::Int | Sort::Real)
    }

    /// The place in the table of sorts, for those that stand there.
    #[must_use]
    pub fn id(self) -> Option<SortId> {
        match self {
            Sort::Declared(id) | Sort::Array(id) | Sort::Datatype(id) | Sort::Seq(id) => Some(id),
            Sort::Bool | Sort::Int | Sort::Real | Sort::String | Sort::RegLan | Sort::BitVec(_) => None,
        }
    }

    /// The SMT-LIB name of a built-in sort without parameters.
    #[doc(hidden)]
    #[must_use]
    pub fn builtin_name(self) -> Option<&'static str> {
        Some(match self {
            Sort::Bool => "Bool",
            Sort::Int => "Int",
            Sort::Real => "Real",
            Sort::String => "String",
            Sort::RegLan => "RegLan",
            Sort::Declared(_) | Sort::Array(_) | Sort::Datatype(_) | Sort::BitVec(_) | Sort::Seq(_) => {
                return None;
            }
        })
    }

    /// The built-in sort of that name, also under its older spelling.
    #[doc(hidden)]
    #[must_use]
    pub fn from_builtin_name(name: &str) -> Option<Sort> {
        Some(match name {
            "Bool" => Sort::Bool,
            "Int" => Sort::Int,
            "Real" => Sort::Real,
            "String" => Sort::String,
            "RegLan" | "RegEx" => Sort::RegLan,
            _ => return None,
        })
    }
}

impl fmt::Display for Sort {
    /// The SMT-LIB name; of a sort in the store's table, what kind it is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Declared(_) => f.write_str("a declared sort"),
            Sort::Array(_) => f.write_str("a sort of arrays"),
            Sort::Datatype(_) => f.write_str("a datatype"),
            Sort::Seq(_) => f.write_str("a sort of sequences"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            other => f.write_str(other.builtin_name().unwrap_or("?")),
        }
    }
}
