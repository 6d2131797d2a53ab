//! The whole study.
