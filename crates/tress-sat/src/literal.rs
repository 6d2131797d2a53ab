//! Variables and literals: dense `u32` numbers, so that everything about them is a vector.
//!
//! A literal is twice its variable, plus one when negated; both polarities of a variable are
//! neighbours and negation is one bit.

use std::fmt;
use std::ops::Not;

/// A Boolean variable, numbered from 0 in order of creation.
///
/// Invariant: the number is below 2^31, so that both literals fit in a `u32`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

impl Var {
    /// The variable with this number.
    #[must_use]
    pub const fn new(number: u32) -> Self {
        debug_assert!(number < 1 << 31, "variables are numbered below 2^31");
        Self(number)
    }

    /// The number of the variable, for use as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that is true when the variable has this value.
    #[must_use]
    pub const fn literal(self, positive: bool) -> Lit {
        Lit(self.0 << 1 | !positive as u32)
    }

    /// The literal that is true when the variable is true.
    #[must_use]
    pub const fn positive(self) -> Lit {
        self.literal(true)
    }

    /// The literal that is true when the variable is false.
    #[must_use]
    pub const fn negative(self) -> Lit {
        self.literal(false)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The literal with this code (see [`Lit::code`]).
    #[must_use]
    pub const fn from_code(code: u32) -> Self {
        Self(code)
    }

    /// Twice the variable's number, plus one when negated.
    #[must_use]
    pub const fn code(self) -> u32 {
        self.0
    }

    /// The code as an index into tables over literals.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The variable of the literal.
    #[must_use]
    pub const fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Is the literal the variable itself, not its negation?
    #[must_use]
    pub const fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", if self.is_positive() { "" } else { "-" }, self.0 >> 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_remembers_its_variable_and_its_sign() {
        let x = Var::new(7);
        assert_eq!(x.positive().var(), x);
        assert!(x.positive().is_positive());
        assert!(!x.negative().is_positive());
        assert_eq!(!x.positive(), x.negative());
        assert_eq!(Lit::from_code(x.negative().code()), x.negative());
        assert_eq!(format!("{:?} {:?}", x.positive(), x.negative()), "x7 -x7");
    }
}
