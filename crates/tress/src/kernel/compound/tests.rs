//! Sessions about arrays and datatypes.
