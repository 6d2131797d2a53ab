//! Sorts.

/// What a term's values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Sort {
    Bool,
    Int,
    Real,
    /// `String`.
    Text,
    RegLan,
    /// A declared sort, or an instance of one, by the number that the reader gave it.
    Declared(u32),
}

impl Sort {
    /// The sort that the standard calls so.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "Bool" => Self::Bool,
            "Int" => Self::Int,
            "Real" => Self::Real,
            "String" => Self::Text,
            "RegLan" => Self::RegLan,
            _ => return None,
        })
    }

    pub(crate) fn is_number(self) -> bool {
        matches!(self, Self::Int | Self::Real)
    }
}
