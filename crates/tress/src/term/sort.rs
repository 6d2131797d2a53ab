//! The sorts of terms.

use std::fmt;

/// The sort of a term.
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
}

/// A declared sort, as an index into the term store's list of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SortId(pub(crate) u32);

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
    pub(crate) fn place(self) -> usize {
        self.0 as usize
    }
}

impl Sort {
    /// Is it Int or Real?
    #[must_use]
    pub fn is_numeric(self) -> bool {
        matches!(self, Sort::Int | Sort::Real)
    }

    /// The SMT-LIB name of a built-in sort.
    #[doc(hidden)]
    #[must_use]
    pub fn builtin_name(self) -> Option<&'static str> {
        Some(match self {
            Sort::Bool => "Bool",
            Sort::Int => "Int",
            Sort::Real => "Real",
            Sort::String => "String",
            Sort::RegLan => "RegLan",
            Sort::Declared(_) => return None,
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
    /// The SMT-LIB name; of a declared sort, that it is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.builtin_name().unwrap_or("a declared sort"))
    }
}
