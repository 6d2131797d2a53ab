//! Words as cells of bits: what they are, how they are chosen, moved and compared.

use std::rc::Rc;

use tress_automata::MAX_CHAR;
use tress_base::Int;
use tress_sat::Lit;

use tress_kernel::circuits::{Gates, Logic, Number};

/// The bits of a code point, the least first.
pub(super) type Cell = Rc<[Lit]>;

/// A word of bounded length.
///
/// Invariant: a cell behind the end has all bits set, which is no code point here, and no other cell
/// has. So two words are equal exactly when their cells are. `length` is the number of cells that
/// are not behind the end.
#[derive(Clone)]
pub(super) struct Text {
    pub(super) cells: Rc<[Cell]>,
    pub(super) length: Number,
}

/// Builds strings of code points with this number of bits.
pub(super) struct Characters {
    pub(super) bits: usize,
    blank: Cell,
}

impl Characters {
    pub(super) fn new(bits: usize) -> Self {
        Self { bits, blank: vec![Gates::TRUE; bits].into() }
    }

    /// The largest code point that a cell can hold.
    pub(super) fn last(&self) -> u32 {
        ((1 << self.bits) - 2).min(MAX_CHAR)
    }

    /// The cell of a code point. `None` if there are too few bits.
    pub(super) fn cell(&self, code: u32) -> Option<Cell> {
        (code <= self.last())
            .then(|| (0..self.bits).map(|bit| Gates::constant(code >> bit & 1 == 1)).collect())
    }

    /// The word with these code points.
    pub(super) fn word(&self, word: &[u32]) -> Option<Text> {
        let cells: Option<Rc<[Cell]>> = word.iter().map(|code| self.cell(*code)).collect();
        Some(Text { cells: cells?, length: Number::constant(word.len()) })
    }

    /// A free word of at least `least` and at most `most` characters.
    pub(super) fn input(&self, gates: &mut Gates<'_>, least: usize, most: usize) -> Text {
        let length = gates.number(Int::from(least), Int::from(most));
        let cells: Rc<[Cell]> = (0..most)
            .map(|_| (0..self.bits).map(|bit| gates.input(u32::from('a') >> bit & 1 == 1)).collect())
            .collect();
        for (position, cell) in cells.iter().enumerate() {
            let inside = gates.less(&Number::constant(position), &length);
            let blank = gates.and_all(cell);
            let right = gates.xor(inside, blank);
            gates.require(&[right]);
            // Where all bits together reach further than code points do.
            let exists = gates.at_most(&Number::unsigned(cell), &Number::constant(self.last()));
            gates.require(&[blank, exists]);
        }
        Text { cells, length }
    }

    /// A cell, also behind the last.
    pub(super) fn at(&self, text: &Text, position: usize) -> Cell {
        text.cells.get(position).unwrap_or(&self.blank).clone()
    }

    /// Is there a character at this position?
    pub(super) fn inside(&self, gates: &mut Gates<'_>, text: &Text, position: usize) -> Lit {
        if Int::from(position) < text.length.low {
            return Gates::TRUE;
        }
        match text.cells.get(position) {
            Some(cell) => !gates.and_all(cell),
            None => Gates::FALSE,
        }
    }

    /// Is the word exactly so long?
    pub(super) fn ends_at(&self, gates: &mut Gates<'_>, text: &Text, position: usize) -> Lit {
        let behind = self.inside(gates, text, position);
        let before = if position == 0 { Gates::TRUE } else { self.inside(gates, text, position - 1) };
        gates.and(before, !behind)
    }

    /// Do two cells hold the same?
    pub(super) fn same_cell(gates: &mut Gates<'_>, a: &Cell, b: &Cell) -> Lit {
        let same: Vec<Lit> = a.iter().zip(b.iter()).map(|(x, y)| gates.same(*x, *y)).collect();
        gates.and_all(&same)
    }

    /// One cell or the other.
    pub(super) fn choose_cell(gates: &mut Gates<'_>, condition: Lit, then: &Cell, other: &Cell) -> Cell {
        then.iter().zip(other.iter()).map(|(x, y)| gates.choice(condition, *x, *y)).collect()
    }

    /// Are the words equal?
    pub(super) fn equal(&self, gates: &mut Gates<'_>, a: &Text, b: &Text) -> Lit {
        let mut same = vec![gates.equal(&a.length, &b.length)];
        for position in 0..a.cells.len().max(b.cells.len()) {
            if same.last() == Some(&Gates::FALSE) {
                return Gates::FALSE;
            }
            same.push(Self::same_cell(gates, &self.at(a, position), &self.at(b, position)));
        }
        gates.and_all(&same)
    }

    /// One word or the other.
    pub(super) fn choose(&self, gates: &mut Gates<'_>, condition: Lit, then: &Text, other: &Text) -> Text {
        let count = then.cells.len().max(other.cells.len());
        let cells = (0..count)
            .map(|position| {
                Self::choose_cell(gates, condition, &self.at(then, position), &self.at(other, position))
            })
            .collect();
        Text { cells, length: gates.choose(condition, &then.length, &other.length) }
    }

    /// The first `count` cells after `offset` are dropped. Contract: the offset is not negative
    /// wherever the result matters.
    pub(super) fn drop_front(
        &self,
        gates: &mut Gates<'_>,
        cells: &[Cell],
        offset: &Number,
        count: usize,
    ) -> Vec<Cell> {
        let top = offset.width() - 1;
        let mut cells: Vec<Cell> = cells.to_vec();
        for bit in (0..top).rev() {
            let moved = offset.bit(bit);
            // Smaller steps still to come reach so far beyond what is wanted.
            let reach = if bit < 20 { (1_usize << bit) - 1 } else { cells.len() };
            let step = if bit < 20 { 1_usize << bit } else { cells.len() };
            let wanted = cells.len().min(count.saturating_add(reach));
            cells = (0..wanted)
                .map(|position| {
                    let far = cells.get(position.saturating_add(step)).unwrap_or(&self.blank);
                    Self::choose_cell(gates, moved, far, &cells[position])
                })
                .collect();
        }
        cells.resize(count, self.blank.clone());
        cells
    }

    /// Cells moved back by an offset, with blanks in front. Contract: the offset is not negative.
    fn push_back(&self, gates: &mut Gates<'_>, cells: &[Cell], offset: &Number, count: usize) -> Vec<Cell> {
        let mut cells: Vec<Cell> = cells.to_vec();
        for bit in 0..offset.width() - 1 {
            let (moved, step) = (offset.bit(bit), if bit < 20 { 1_usize << bit } else { count });
            if moved == Gates::FALSE {
                continue;
            }
            let reach = count.min(cells.len().saturating_add(step));
            cells = (0..reach)
                .map(|position| {
                    let near = cells.get(position).unwrap_or(&self.blank);
                    let far =
                        position.checked_sub(step).and_then(|from| cells.get(from)).unwrap_or(&self.blank);
                    Self::choose_cell(gates, moved, far, near)
                })
                .collect();
        }
        cells.resize(count, self.blank.clone());
        cells
    }

    /// One word behind the other.
    pub(super) fn concat(&self, gates: &mut Gates<'_>, a: &Text, b: &Text) -> Text {
        let length = gates.add(&a.length, &b.length);
        let count = a.cells.len() + b.cells.len();
        let moved = self.push_back(gates, &b.cells, &a.length, count);
        // Where one has a character the other is blank, and blanks are all ones.
        let cells = moved
            .iter()
            .enumerate()
            .map(|(position, cell)| {
                let own = self.at(a, position);
                own.iter().zip(cell.iter()).map(|(x, y)| gates.and(*x, *y)).collect()
            })
            .collect();
        Text { cells, length }
    }

    /// The part from `start` on, at most `count` characters.
    pub(super) fn part(&self, gates: &mut Gates<'_>, text: &Text, start: &Number, count: &Number) -> Text {
        let zero = Number::constant(0);
        let whole = text.cells.len();
        let begins = gates.at_most(&zero, start);
        let before_end = gates.less(start, &text.length);
        let some = gates.less(&zero, count);
        let valid = gates.and_all(&[begins, before_end, some]);
        let first = start.low.to_usize().unwrap_or(0);
        let most = whole
            .saturating_sub(first)
            .min(count.high.to_usize().unwrap_or(if count.high.is_negative() { 0 } else { whole }));
        if valid == Gates::FALSE || most == 0 {
            return Text { cells: Rc::from([]), length: zero };
        }
        let rest = gates.subtract(&text.length, start);
        let enough = gates.less(count, &rest);
        let length = gates.choose(enough, count, &rest);
        let length = gates.choose(valid, &length, &zero);
        let length = clamp(&length, most);
        let moved = self.drop_front(gates, &text.cells, start, most);
        let cells = moved.iter().enumerate().map(|(position, cell)| {
            let inside = gates.less(&Number::constant(position), &length);
            cell.iter().map(|bit| gates.or(*bit, !inside)).collect()
        });
        Text { cells: cells.collect(), length }
    }

    /// The characters in reverse order.
    pub(super) fn reverse(&self, gates: &mut Gates<'_>, text: &Text) -> Text {
        let turned: Vec<Cell> = text.cells.iter().rev().cloned().collect();
        let blanks = gates.subtract(&Number::constant(turned.len()), &text.length);
        let cells = self.drop_front(gates, &turned, &blanks, turned.len());
        Text { cells: cells.into(), length: text.length.clone() }
    }

    /// The word in the model that was found.
    pub(super) fn value(&self, gates: &Gates<'_>, text: &Text) -> Vec<u32> {
        let code = |cell: &Cell| {
            cell.iter().enumerate().map(|(bit, lit)| u32::from(gates.value(*lit)) << bit).sum::<u32>()
        };
        text.cells.iter().map(code).take_while(|code| *code <= self.last()).collect()
    }
}

/// A length that is known to lie between zero and `most`.
fn clamp(length: &Number, most: usize) -> Number {
    length.within(Int::ZERO, Int::from(most))
}
