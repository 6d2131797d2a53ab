//! Exact linear arithmetic.
