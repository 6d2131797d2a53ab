//! Which program this is.

/// The version, and the commit where it is known.
pub(crate) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), env!("TRESS_COMMIT"));
