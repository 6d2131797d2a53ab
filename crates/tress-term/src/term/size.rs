//! How many values a sort has.

/// The number of values of a sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Exactly this many. Never zero: every sort has a value.
    Finite(u64),
    /// Finitely many, more than 64 bits count.
    Huge,
    /// Infinitely many.
    Infinite,
}

impl Size {
    /// Two to this power.
    #[must_use]
    pub fn of_bits(width: u32) -> Size {
        1_u64.checked_shl(width).map_or(Size::Huge, Size::Finite)
    }

    /// Are there finitely many?
    #[must_use]
    pub fn is_finite(self) -> bool {
        self != Size::Infinite
    }

    /// Are there this many, or more?
    #[must_use]
    pub fn at_least(self, count: u64) -> bool {
        match self {
            Size::Finite(size) => size >= count,
            Size::Huge | Size::Infinite => true,
        }
    }

    /// Values of one or the other.
    #[must_use]
    pub fn plus(self, other: Size) -> Size {
        self.combined(other, u64::checked_add)
    }

    /// Pairs.
    #[must_use]
    pub fn times(self, other: Size) -> Size {
        self.combined(other, u64::checked_mul)
    }

    /// Functions from `arguments` values to this many.
    #[must_use]
    pub fn power(self, arguments: Size) -> Size {
        match (self, arguments) {
            (Size::Finite(1), _) => Size::Finite(1),
            (Size::Infinite, _) | (_, Size::Infinite) => Size::Infinite,
            (Size::Finite(values), Size::Finite(arguments)) => {
                let power = u32::try_from(arguments).ok().and_then(|arguments| values.checked_pow(arguments));
                power.map_or(Size::Huge, Size::Finite)
            }
            (Size::Huge, _) | (_, Size::Huge) => Size::Huge,
        }
    }

    fn combined(self, other: Size, with: impl Fn(u64, u64) -> Option<u64>) -> Size {
        match (self, other) {
            (Size::Infinite, _) | (_, Size::Infinite) => Size::Infinite,
            (Size::Finite(a), Size::Finite(b)) => with(a, b).map_or(Size::Huge, Size::Finite),
            _ => Size::Huge,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_saturate() {
        assert_eq!(Size::of_bits(8), Size::Finite(256));
        assert_eq!(Size::of_bits(64), Size::Huge);
        assert_eq!(Size::Finite(3).plus(Size::Finite(4)), Size::Finite(7));
        assert_eq!(Size::Finite(u64::MAX).plus(Size::Finite(1)), Size::Huge);
        assert_eq!(Size::Finite(3).times(Size::Infinite), Size::Infinite);
        assert_eq!(Size::Finite(3).power(Size::Finite(4)), Size::Finite(81));
        assert_eq!(Size::Finite(1).power(Size::Infinite), Size::Finite(1));
        assert_eq!(Size::Finite(2).power(Size::Infinite), Size::Infinite);
        assert_eq!(Size::Finite(2).power(Size::Huge), Size::Huge);
        assert!(Size::Huge.at_least(u64::MAX) && !Size::Finite(2).at_least(3));
    }
}
