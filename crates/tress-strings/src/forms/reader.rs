//! A list of items, read from one end.

use std::collections::VecDeque;

use crate::ends::{End, after};
use tress_kernel::Node;

use super::{Form, Item};

/// `class s = turn class r`, or mirrored; the class is not in the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Loop {
    pub(super) class: Node,
    pub(super) turn: Vec<Item>,
    /// What follows the class alone.
    pub(super) short: Vec<Item>,
    /// What follows it behind the turn.
    pub(super) long: Vec<Item>,
}

/// A list that is read from one end.
pub(super) struct Reader {
    pub(super) items: VecDeque<Item>,
    /// How many items have been read in full.
    read: usize,
    count: usize,
    pub(super) end: End,
}

impl Reader {
    pub(super) fn new(form: &Form, end: End) -> Self {
        Self { items: form.items.iter().cloned().collect(), read: 0, count: form.items.len(), end }
    }

    /// The item behind this many others, from the end at which the list is read.
    pub(super) fn head(&self, place: usize) -> Option<&Item> {
        match self.end {
            End::Left => self.items.get(place),
            End::Right => self.items.len().checked_sub(1 + place).and_then(|place| self.items.get(place)),
        }
    }

    /// Reads an item in full.
    pub(super) fn skip(&mut self) {
        match self.end {
            End::Left => self.items.pop_front(),
            End::Right => self.items.pop_back(),
        };
        self.read += 1;
    }

    /// Takes characters off the word at the head.
    pub(super) fn shorten(&mut self, by: usize) {
        let head = match self.end {
            End::Left => self.items.front_mut(),
            End::Right => self.items.back_mut(),
        };
        if let Some(Item::Word(word)) = head {
            if by == word.len() {
                self.skip();
            } else {
                *word = after(word, by, self.end).into();
            }
        }
    }

    /// What is left after some heads, in the order of the string.
    pub(super) fn after(&self, heads: usize) -> Vec<Item> {
        let kept = self.items.len().saturating_sub(heads);
        match self.end {
            End::Left => self.items.iter().skip(heads).cloned().collect(),
            End::Right => self.items.iter().take(kept).cloned().collect(),
        }
    }

    /// This many of the next items, in the order of the string.
    fn next(&self, count: usize) -> Vec<Item> {
        let first = self.items.len().saturating_sub(count);
        match self.end {
            End::Left => self.items.iter().take(count).cloned().collect(),
            End::Right => self.items.iter().skip(first).cloned().collect(),
        }
    }

    /// The loop that the class at the head makes when it stands further on in the other list.
    pub(super) fn loop_with(&self, other: &Reader) -> Option<Loop> {
        let Some(Item::Class(class)) = self.head(0) else { return None };
        let place = (1..other.items.len()).find(|place| other.head(*place) == self.head(0))?;
        let (turn, long) = (other.next(place), other.after(place + 1));
        Some(Loop { class: *class, turn, short: self.after(1), long })
    }

    /// The equalities behind everything read so far and `more` items.
    pub(super) fn premises(&self, form: &Form, more: usize) -> Vec<(Node, Node)> {
        match self.end {
            End::Left => form.premises_up_to(self.read + more).collect(),
            End::Right => form.premises_from(self.count.saturating_sub(self.read + more + 1)).collect(),
        }
    }
}
