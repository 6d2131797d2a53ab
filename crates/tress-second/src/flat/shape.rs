//! Shapes: the words of a flat automaton whose characters are numbers that are not known yet.
//!
//! A shape is a row of pieces. A segment has a few characters of which the first `length` are used; a loop
//! repeats one character or a few. The word of a shape is determined by the values of its terms, so lengths
//! are sums and no formula about paths is needed for a shape alone.

use tress_term::term::Term;

/// A part of a shape.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// Characters, of which the first `length` are used.
    Segment { codes: Vec<Term>, length: Term },
    /// Characters, all of them `count` times. There is at least one.
    Loop { codes: Vec<Term>, count: Term },
}

/// A row of pieces, and which variables bound it.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    pub(super) pieces: Vec<Piece>,
    /// Numbers of the restricted variables in it, for the core.
    pub(super) owners: Vec<u32>,
}

/// What a product walks over: a character that may be unused, or a loop.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// A character that is used when its segment is longer than `position`.
    Character { code: Term, position: usize, length: Term },
    /// Characters, all of them `count` times.
    Loop { codes: Vec<Term>, count: Term },
}

impl Item {
    /// The characters.
    pub(super) fn codes(&self) -> &[Term] {
        match self {
            Item::Character { code, .. } => std::slice::from_ref(code),
            Item::Loop { codes, .. } => codes,
        }
    }
}

impl Shape {
    /// One shape after the other.
    pub(super) fn join(parts: &[&Shape]) -> Self {
        let mut owners: Vec<u32> = parts.iter().flat_map(|part| part.owners.iter().copied()).collect();
        owners.sort_unstable();
        owners.dedup();
        Self { pieces: parts.iter().flat_map(|part| part.pieces.iter().cloned()).collect(), owners }
    }

    /// The characters and loops in order.
    pub(super) fn items(&self) -> Vec<Item> {
        let mut items = Vec::new();
        for piece in &self.pieces {
            match piece {
                Piece::Segment { codes, length } => {
                    items.extend(codes.iter().enumerate().map(|(position, &code)| Item::Character {
                        code,
                        position,
                        length: *length,
                    }))
                }
                Piece::Loop { codes, count } => {
                    items.push(Item::Loop { codes: codes.clone(), count: *count });
                }
            }
        }
        items
    }
}
