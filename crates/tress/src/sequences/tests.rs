//! Sequences, each way.
