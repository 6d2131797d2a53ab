//! Languages over code points.
