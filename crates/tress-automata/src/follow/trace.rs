//! What a search reports to those who watch it.

use crate::regex::Regex;

use super::graph::Position;

/// What is known of one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// It is not known where reading begins.
    Unknown,
    /// Reading begins in this state: all of the first, none of the second.
    StartsAt((Regex, Regex)),
    /// A word was chosen, and these are the states it leads through.
    Path(Vec<(Regex, Regex)>),
}

/// A step of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The vertex that is taken next.
    Picked(usize),
    /// A position gets a state to begin in.
    Guessed(Position, (Regex, Regex)),
    /// The vertex gets a word, and its positions their paths.
    Advanced(usize, Vec<u32>, Vec<(Position, Status)>),
    /// No word is left for the vertex, or no guess for one of its positions.
    Failed(usize),
    /// Every variable has a word.
    Done,
}
