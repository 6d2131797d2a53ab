//! Functions that look for one word in another.

use std::rc::Rc;

use tress_base::{Budget, Int};
use tress_sat::Lit;

use tress_kernel::circuits::{Gates, Logic, Number};

use super::limits::CHARACTERS;
use super::text::{Cell, Characters, Text};

impl Characters {
    /// For every position up to the length of `text`: does `part` occur there?
    fn matches(&self, gates: &mut Gates<'_>, text: &Text, part: &Text) -> Vec<Lit> {
        let least = part.length.low.to_usize().unwrap_or(0);
        let last = (text.cells.len() + 1).saturating_sub(least);
        (0..last).map(|position| self.stands_at(gates, text, part, position)).collect()
    }

    fn stands_at(&self, gates: &mut Gates<'_>, text: &Text, part: &Text, position: usize) -> Lit {
        // The empty string occurs at the end, too, and not behind it.
        let mut all = vec![if position == 0 { Gates::TRUE } else { self.inside(gates, text, position - 1) }];
        for (offset, cell) in part.cells.iter().enumerate() {
            let same = Self::same_cell(gates, cell, &self.at(text, position + offset));
            let inside = self.inside(gates, part, offset);
            all.push(gates.or(same, !inside));
            if all.last() == Some(&Gates::FALSE) {
                return Gates::FALSE;
            }
        }
        gates.and_all(&all)
    }

    /// Does `part` occur in `text`?
    pub(super) fn contains(&self, gates: &mut Gates<'_>, text: &Text, part: &Text) -> Lit {
        let matches = self.matches(gates, text, part);
        gates.or_all(&matches)
    }

    /// Does `text` begin with `part`?
    pub(super) fn begins(&self, gates: &mut Gates<'_>, text: &Text, part: &Text) -> Lit {
        self.stands_at(gates, text, part, 0)
    }

    /// Does `text` end with `part`?
    pub(super) fn ends(&self, gates: &mut Gates<'_>, text: &Text, part: &Text) -> Lit {
        let start = gates.subtract(&text.length, &part.length);
        let fits = gates.at_most(&Number::constant(0), &start);
        let cells = self.drop_front(gates, &text.cells, &start, part.cells.len());
        let mut same = vec![fits];
        for (a, b) in cells.iter().zip(part.cells.iter()) {
            same.push(Self::same_cell(gates, a, b));
        }
        gates.and_all(&same)
    }

    /// Where `part` first occurs in `text` from `start` on, or -1.
    pub(super) fn index(&self, gates: &mut Gates<'_>, text: &Text, part: &Text, start: &Number) -> Number {
        let matches = self.matches(gates, text, part);
        let zero = Number::constant(0);
        let valid = gates.at_most(&zero, start);
        let mut open = valid;
        let mut first = Vec::with_capacity(matches.len());
        for (position, found) in matches.into_iter().enumerate() {
            let reached = gates.at_most(start, &Number::constant(position));
            let here = gates.and_all(&[open, reached, found]);
            first.push(here);
            open = gates.and(open, !here);
        }
        select(gates, &first)
    }

    /// Where `part` last occurs in `text`, or -1.
    pub(super) fn last_index(&self, gates: &mut Gates<'_>, text: &Text, part: &Text) -> Number {
        let mut matches = self.matches(gates, text, part);
        let mut open = Gates::TRUE;
        for found in matches.iter_mut().rev() {
            let here = gates.and(open, *found);
            open = gates.and(open, !here);
            *found = here;
        }
        select(gates, &matches)
    }

    /// `text` with the first occurrence of `part` replaced by `new`.
    pub(super) fn replace(&self, gates: &mut Gates<'_>, text: &Text, part: &Text, new: &Text) -> Text {
        let zero = Number::constant(0);
        let position = self.index(gates, text, part, &zero);
        let found = gates.at_most(&zero, &position);
        if found == Gates::FALSE {
            return text.clone();
        }
        let front = self.part(gates, text, &zero, &position);
        let behind = gates.add(&position, &part.length);
        let back = self.part(gates, text, &behind, &text.length);
        let front = self.concat(gates, &front, new);
        let replaced = self.concat(gates, &front, &back);
        self.choose(gates, found, &replaced, text)
    }

    /// `text` with every occurrence of `part` replaced by `new`, from left to right. Returns `None` if that
    /// is too large.
    pub(super) fn replace_all(
        &self,
        gates: &mut Gates<'_>,
        text: &Text,
        part: &Text,
        new: &Text,
        budget: &Budget,
    ) -> Option<Text> {
        let zero = Number::constant(0);
        // An empty word is not replaced.
        let mut found = gates.less(&zero, &part.length);
        let mut done = Text { cells: Rc::from([]), length: zero.clone() };
        let mut rest = text.clone();
        let least = part.length.low.to_usize().unwrap_or(0).max(1);
        for _ in 0..text.cells.len() / least {
            let position = self.index(gates, &rest, part, &zero);
            let occurs = gates.at_most(&zero, &position);
            found = gates.and(found, occurs);
            if found == Gates::FALSE {
                break;
            }
            let front = self.part(gates, &rest, &zero, &position);
            let behind = gates.add(&position, &part.length);
            let back = self.part(gates, &rest, &behind, &rest.length);
            let length = done.cells.len() + front.cells.len() + new.cells.len();
            if CHARACTERS.is_exceeded(length, budget) || gates.is_stopped() {
                return None;
            }
            let longer = self.concat(gates, &front, new);
            let longer = self.concat(gates, &done, &longer);
            done = self.choose(gates, found, &longer, &done);
            rest = self.choose(gates, found, &back, &rest);
        }
        let fits = !CHARACTERS.is_exceeded(done.cells.len() + rest.cells.len(), budget);
        fits.then(|| self.concat(gates, &done, &rest))
    }

    /// `text` with one character in place of another.
    pub(super) fn exchange(&self, gates: &mut Gates<'_>, text: &Text, old: u32, new: u32) -> Option<Text> {
        let (old, new) = (self.cell(old), self.cell(new)?);
        // What no cell can hold occurs nowhere.
        let Some(old) = old else { return Some(text.clone()) };
        let cells: Rc<[Cell]> = text
            .cells
            .iter()
            .map(|cell| {
                let same = Self::same_cell(gates, cell, &old);
                Self::choose_cell(gates, same, &new, cell)
            })
            .collect();
        Some(Text { cells, length: text.length.clone() })
    }

    /// Is `a` before `b` in the order of code points?
    pub(super) fn before(&self, gates: &mut Gates<'_>, a: &Text, b: &Text) -> Lit {
        let mut before = Gates::FALSE;
        for position in (0..a.cells.len().max(b.cells.len())).rev() {
            let (x, y) = (self.at(a, position), self.at(b, position));
            let (ended, goes_on) = (gates.and_all(&x), !gates.and_all(&y));
            let less = gates.less(&Number::unsigned(&x), &Number::unsigned(&y));
            let either = gates.or(ended, less);
            let smaller = gates.and(goes_on, either);
            let same = Self::same_cell(gates, &x, &y);
            before = gates.choice(same, before, smaller);
        }
        before
    }
}

/// The position that holds, of which there is one at most. It is -1 if there is none.
fn select(gates: &mut Gates<'_>, positions: &[Lit]) -> Number {
    let none = !gates.or_all(positions);
    if none == Gates::TRUE {
        return Number::constant(-1);
    }
    let width = usize::BITS - positions.len().leading_zeros();
    let bits: Vec<Lit> = (0..width)
        .map(|bit| {
            let with: Vec<Lit> = positions
                .iter()
                .enumerate()
                .filter(|(position, _)| position >> bit & 1 == 1)
                .map(|(_, lit)| *lit)
                .collect();
            gates.or_all(&with)
        })
        .collect();
    let position = Number::unsigned(&bits).within(Int::ZERO, Int::from(positions.len() - 1));
    gates.choose(none, &Number::constant(-1), &position)
}
