//! The alphabet of strings.

/// The last character: SMT-LIB's strings consist of the code points from 0 to this one.
pub const MAX_CHAR: u32 = 0x2_FFFF;
