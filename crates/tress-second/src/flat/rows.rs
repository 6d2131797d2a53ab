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
    places: Vec<(usize, usize)>,
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
        let (mut places, mut starts) = (Vec::new(), Vec::new());
        for (number, item) in items.iter().enumerate() {
            starts.push(places.len());
            places.extend((0..item.codes().len()).map(|offset| (number, offset)));
        }
        starts.push(places.len());
        Self { items, places, starts }
    }

    /// How many positions there are, the end included.
    pub(super) fn len(&self) -> usize {
        self.places.len() + 1
    }

    /// The number of the item at a position; nothing at the end.
    pub(super) fn item(&self, place: usize) -> Option<usize> {
        self.places.get(place).map(|(item, _)| *item)
    }

    /// How many characters the loop at a position has.
    pub(super) fn period(&self, place: usize) -> Option<usize> {
        match &self.items[self.item(place)?] {
            Item::Loop { codes, .. } => Some(codes.len()),
            Item::Letter { .. } => None,
        }
    }

    /// The character that is read after `more` others of the same item.
    pub(super) fn code(&self, place: usize, more: usize) -> Term {
        let (item, offset) = self.places[place];
        let codes = self.items[item].codes();
        codes[(offset + more) % codes.len()]
    }

    /// Where reading a number of characters leads: around a loop, or behind a character.
    pub(super) fn read(&self, place: usize, letters: usize) -> usize {
        let (item, offset) = self.places[place];
        match self.period(place) {
            Some(period) => self.starts[item] + (offset + letters) % period,
            None => self.behind(place),
        }
    }

    /// The first position of the next item.
    pub(super) fn behind(&self, place: usize) -> usize {
        self.starts[self.places[place].0 + 1]
    }

    /// Is a loop complete after a number of further characters?
    pub(super) fn is_complete(&self, place: usize, letters: usize) -> bool {
        self.read(place, letters) == self.starts[self.places[place].0]
    }
}
