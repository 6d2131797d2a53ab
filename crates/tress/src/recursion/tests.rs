//! Whole questions about recursive functions, each with the answer that follows by hand.
