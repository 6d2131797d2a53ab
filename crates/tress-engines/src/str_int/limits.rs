//! The caps of the engine `str-int`.

tress_base::caps! {
    /// Lengths that are tried, together.
    pub(super) LENGTHS = 6_000, "str-int.lengths";
    /// Cases of strings that are numerals or not.
    pub(super) CASES = 27, "str-int.cases";
    /// Sums of numbers that must not be zero.
    pub(super) DISEQUALITIES = 4, "str-int.disequalities";
    /// Digits before the symbol of a conversion, and behind it.
    pub(super) CONSTANT_DIGITS = 12, "str-int.constant-digits";
    /// States of the automaton of one string.
    pub(super) STATES = 2_000, "str-int.states";
    /// Lengths of one string that are followed one by one.
    pub(super) FOLLOWED_LENGTHS = 1_000, "str-int.followed-lengths";
    /// Entries of the table of states from which a number of digits leads to the end.
    pub(super) ENDS = 8_000_000, "str-int.ends";
    /// States of the table of columns.
    pub(super) COLUMN_STATES = 1_500_000, "str-int.column-states";
}
