//! A shape as a row of positions: what a product walks over.
//!
//! A character is one position, a loop of several characters one position for each. Behind the last there is
//! the end.

use super::shape::{Item, Shape};
use tress_term::term::Term;

/// The positions of a shape.
pub(super) struct Row {
    pub(super) items: Vec<Item>,
    /// By position: the number of its item, and which of the item's characters is next.
    positions: Vec<(usize, usize)>,
    /// By item: its first position. The last entry is the end.
    starts: Vec<usize>,
}

impl Row {
    /// The positions in order, or from the end.
    pub(super) fn new(shape: &Shape, backwards: bool) -> Self {
        let mut items = shape.items();
        if backwards {
            items.reverse();
            for item in &mut items {
                if let Item::Loop { codes, .. } = item {
                    codes.reverse();
                }
            }
        }
        let (mut positions, mut starts) = (Vec::new(), Vec::new());
        for (number, item) in items.iter().enumerate() {
            starts.push(positions.len());
            positions.extend((0..item.codes().len()).map(|offset| (number, offset)));
        }
        starts.push(positions.len());
        Self { items, positions, starts }
    }

    /// How many positions there are, the end included.
    pub(super) fn len(&self) -> usize {
        self.positions.len() + 1
    }

    /// The number of the item at a position; nothing at the end.
    pub(super) fn item(&self, position: usize) -> Option<usize> {
        self.positions.get(position).map(|(item, _)| *item)
    }

    /// How many characters the loop at a position has.
    pub(super) fn period(&self, position: usize) -> Option<usize> {
        match &self.items[self.item(position)?] {
            Item::Loop { codes, .. } => Some(codes.len()),
            Item::Character { .. } => None,
        }
    }

    /// The character that is read after `more` others of the same item.
    pub(super) fn code(&self, position: usize, more: usize) -> Term {
        let (item, offset) = self.positions[position];
        let codes = self.items[item].codes();
        codes[(offset + more) % codes.len()]
    }

    /// Where reading a number of characters leads: around a loop, or behind a character.
    pub(super) fn read(&self, position: usize, characters: usize) -> usize {
        let (item, offset) = self.positions[position];
        match self.period(position) {
            Some(period) => self.starts[item] + (offset + characters) % period,
            None => self.behind(position),
        }
    }

    /// The first position of the next item.
    pub(super) fn behind(&self, position: usize) -> usize {
        self.starts[self.positions[position].0 + 1]
    }

    /// Is a loop complete after a number of further characters?
    pub(super) fn is_complete(&self, position: usize, characters: usize) -> bool {
        self.read(position, characters) == self.starts[self.positions[position].0]
    }
}
