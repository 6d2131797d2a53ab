//! Two shapes of equal words, or of words that differ or are in order: the product as a grid.
//!
//! A cell represents how far both rows of items were read. A path of edges leads from the first
//! cell to the last, or to a position where the words differ. Every cell on it has one edge out, and
//! a cell is on it only when an edge leads there, so the path is determined by truth values alone.
//! Read from the other end the same grid distinguishes words by their ends.

use tress_base::{Int, Stop};

use super::formula::Formula;
use super::rows::Row;
use super::shape::{Item, Shape};
use tress_term::term::{Term, TermStore};

/// A relation of two words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    Equal,
    /// They have different characters at one position.
    Differ,
    /// They have different characters at one position, counted from the end.
    DifferFromEnd,
    /// The first is before the second in the order of words.
    Less,
    /// It is before it or the same.
    AtMost,
}

/// A step from one cell to another.
struct Edge {
    from: usize,
    /// Nothing: the claim is shown here.
    to: Option<usize>,
    taken: Term,
}

/// How often the characters of a loop were read.
#[derive(Clone, Default)]
struct Reads {
    /// Numbers of characters.
    characters: Vec<Term>,
    /// Edges that leave the loop.
    leaves: Vec<Term>,
    /// Edges on which this number of further characters are needed.
    unread: Vec<(Term, usize)>,
}

struct Grid {
    /// Left and right.
    rows: [Row; 2],
    origin: u32,
    claim: Claim,
    edges: Vec<Edge>,
    /// By side and item.
    reads: [Vec<Reads>; 2],
    cells: Vec<Term>,
}

/// What a cell and its edges take in memory, at least.
const CELL_BYTES: usize = 128;

/// A cell: a position on the left and one on the right.
type Cell = [usize; 2];

/// Asserts: if `when` holds, the claim does.
pub(super) fn relate(
    formula: &mut Formula<'_, '_>,
    shapes: [&Shape; 2],
    when: Term,
    claim: Claim,
) -> Result<(), Stop> {
    let rows = shapes.map(|shape| Row::new(shape, claim == Claim::DifferFromEnd));
    let origin = formula.restricted(&shapes);
    let reads = [0, 1].map(|side: usize| vec![Reads::default(); rows[side].items.len()]);
    let mut grid = Grid { rows, origin, claim, edges: Vec::new(), reads, cells: Vec::new() };
    grid.build(formula)?;
    grid.connect(formula, when)
}

impl Grid {
    fn number(&self, [left, right]: Cell) -> usize {
        left * self.rows[1].len() + right
    }

    fn build(&mut self, formula: &mut Formula<'_, '_>) -> Result<(), Stop> {
        let count = self.rows[0].len() * self.rows[1].len();
        formula.states += count as u64;
        let budget = formula.env.budget;
        budget.room_for((count * CELL_BYTES) as u64)?;
        for _ in 0..count {
            budget.poll()?;
            self.cells.push(formula.truth("cell"));
        }
        for left in 0..self.rows[0].len() {
            for right in 0..self.rows[1].len() {
                formula.env.budget.poll()?;
                let (cell, ends) =
                    ([left, right], [0, 1].map(|side| self.item(side, [left, right]).is_none()));
                self.leave(formula, cell);
                match ends {
                    [false, false] => self.both(formula, cell),
                    [true, _] => self.show_end(formula, cell),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// The number of the item of a cell.
    fn item(&self, side: usize, cell: Cell) -> Option<usize> {
        self.rows[side].item(cell[side])
    }

    fn edge(&mut self, formula: &mut Formula<'_, '_>, from: Cell, to: Option<Cell>) -> Term {
        let taken = formula.truth("edge");
        let (from, to) = (self.number(from), to.map(|cell| self.number(cell)));
        self.edges.push(Edge { from, to, taken });
        taken
    }

    /// Steps that read nothing: behind a loop, or over a character that is not used.
    fn leave(&mut self, formula: &mut Formula<'_, '_>, cell: Cell) {
        for side in 0..2 {
            let Some(number) = self.item(side, cell) else { continue };
            let mut to = cell;
            to[side] = self.rows[side].behind(cell[side]);
            match self.rows[side].items[number] {
                Item::Loop { .. } if self.rows[side].is_complete(cell[side], 0) => {
                    let taken = self.edge(formula, cell, Some(to));
                    self.reads[side][number].leaves.push(taken);
                }
                Item::Loop { .. } => {}
                Item::Character { position, length, .. } => {
                    let used = formula.used(position, length);
                    let unused = formula.not(used);
                    if used != TermStore::bool(true) {
                        let taken = self.edge(formula, cell, Some(to));
                        formula.when(self.origin, &[taken], unused);
                    }
                }
            }
        }
    }

    /// Steps that end the path where the first word does.
    fn show_end(&mut self, formula: &mut Formula<'_, '_>, cell: Cell) {
        match (self.claim, self.item(1, cell)) {
            (Claim::Equal | Claim::AtMost, None) => {
                self.edge(formula, cell, None);
            }
            (Claim::Less | Claim::AtMost, Some(number)) => {
                let taken = self.edge(formula, cell, None);
                let present = formula.present(&self.rows[1].items[number]);
                formula.when(self.origin, &[taken], present);
                self.reads[1][number].unread.push((taken, 1));
            }
            _ => {}
        }
    }

    /// Steps that read characters on both sides: one, or two loops against each other. Those go round
    /// together as often as both fit; then they read less than a round, and one of them ends.
    fn both(&mut self, formula: &mut Formula<'_, '_>, cell: Cell) {
        let periods = [0, 1].map(|side| self.rows[side].period(cell[side]));
        let round = match periods {
            [Some(left), Some(right)] => {
                Int::from(left).lcm(&Int::from(right)).to_usize().expect("short loops")
            }
            _ => 1,
        };
        let mut same: Vec<Term> = Vec::new();
        for more in 0..round {
            self.show_characters(formula, cell, &same);
            let [left, right] = [0, 1].map(|side| self.rows[side].code(cell[side], more));
            let equal = formula.equal(left, right);
            if equal == TermStore::bool(false) {
                return;
            }
            same.push(equal);
            if periods.contains(&None) {
                self.read_one(formula, cell, equal, periods);
            } else if more + 1 < round {
                self.end_loop(formula, cell, &same);
            }
        }
        if !periods.contains(&None) {
            self.go_round(formula, cell, &same);
        }
    }

    /// What the path reads next is there.
    fn present(&self, formula: &mut Formula<'_, '_>, cell: Cell) -> Vec<Term> {
        let items = [0, 1].map(|side| self.item(side, cell).expect("not at the end"));
        [0, 1].map(|side: usize| formula.present(&self.rows[side].items[items[side]])).to_vec()
    }

    /// A step that ends the path: behind characters that are the same there are two that show the claim.
    fn show_characters(&mut self, formula: &mut Formula<'_, '_>, cell: Cell, same: &[Term]) {
        let [first, second] = [0, 1].map(|side| self.rows[side].code(cell[side], same.len()));
        let apart = match self.claim {
            Claim::Equal => return,
            Claim::Differ | Claim::DifferFromEnd => formula.equal(first, second),
            Claim::Less | Claim::AtMost => formula.at_most(second, first),
        };
        let apart = formula.not(apart);
        if apart == TermStore::bool(false) {
            return;
        }
        let taken = self.edge(formula, cell, None);
        let all = [self.present(formula, cell).as_slice(), same, &[apart]].concat();
        let all = formula.and(&all);
        formula.when(self.origin, &[taken], all);
        for side in 0..2 {
            let number = self.item(side, cell).expect("not at the end");
            self.reads[side][number].unread.push((taken, same.len() + 1));
        }
    }

    /// A character, or one character of a loop, on each side. At least one of them is no loop.
    fn read_one(
        &mut self,
        formula: &mut Formula<'_, '_>,
        cell: Cell,
        same: Term,
        periods: [Option<usize>; 2],
    ) {
        let to = [0, 1].map(|side| self.rows[side].read(cell[side], 1));
        let taken = self.edge(formula, cell, Some(to));
        let all = [self.present(formula, cell).as_slice(), &[same]].concat();
        let all = formula.and(&all);
        formula.when(self.origin, &[taken], all);
        for (side, period) in periods.iter().enumerate() {
            if period.is_some() {
                self.note_characters(formula, cell, side, (taken, 1));
            }
        }
    }

    fn note_characters(
        &mut self,
        formula: &mut Formula<'_, '_>,
        cell: Cell,
        side: usize,
        (taken, characters): (Term, usize),
    ) {
        let number = self.item(side, cell).expect("not at the end");
        let read = formula.counted(taken, characters);
        self.reads[side][number].characters.push(read);
    }

    /// Two loops read some characters, and one of them ends there.
    fn end_loop(&mut self, formula: &mut Formula<'_, '_>, cell: Cell, same: &[Term]) {
        let characters = same.len();
        for side in 0..2 {
            if !self.rows[side].is_complete(cell[side], characters) {
                continue;
            }
            let mut to = [0, 1].map(|side| self.rows[side].read(cell[side], characters));
            to[side] = self.rows[side].behind(cell[side]);
            let taken = self.edge(formula, cell, Some(to));
            let all = formula.and(same);
            formula.when(self.origin, &[taken], all);
            for side in 0..2 {
                self.note_characters(formula, cell, side, (taken, characters));
            }
            let number = self.item(side, cell).expect("not at the end");
            self.reads[side][number].leaves.push(taken);
        }
    }

    /// Two loops go round together.
    fn go_round(&mut self, formula: &mut Formula<'_, '_>, cell: Cell, same: &[Term]) {
        let (times, one, zero) = (formula.number("times"), formula.int(1), formula.int(0));
        let (some, least) = (formula.at_most(one, times), formula.at_most(zero, times));
        formula.add(0, least);
        let all = [&[self.cells[self.number(cell)]], same].concat();
        let all = formula.and(&all);
        formula.when(self.origin, &[some], all);
        let characters = formula.times(same.len(), times);
        for side in 0..2 {
            let number = self.item(side, cell).expect("not at the end");
            self.reads[side][number].characters.push(characters);
        }
    }

    /// Makes a path of the edges.
    fn connect(&self, formula: &mut Formula<'_, '_>, when: Term) -> Result<(), Stop> {
        let mut outs: Vec<Vec<Term>> = vec![Vec::new(); self.cells.len()];
        let mut ins = outs.clone();
        let mut ends = Vec::new();
        for edge in &self.edges {
            formula.when(self.origin, &[edge.taken], self.cells[edge.from]);
            outs[edge.from].push(edge.taken);
            match edge.to {
                Some(to) => {
                    formula.when(self.origin, &[edge.taken], self.cells[to]);
                    ins[to].push(edge.taken);
                }
                None => ends.push(edge.taken),
            }
        }
        for cell in 0..self.cells.len() {
            formula.env.budget.poll()?;
            let some = formula.or(&outs[cell]);
            formula.when(self.origin, &[self.cells[cell]], some);
            for (position, &a) in outs[cell].iter().enumerate() {
                for &b in &outs[cell][..position] {
                    let no = formula.not(b);
                    formula.when(self.origin, &[a], no);
                }
            }
            let some = if cell == 0 { when } else { formula.or(&ins[cell]) };
            formula.when(self.origin, &[self.cells[cell]], some);
        }
        let end = formula.or(&ends);
        let ends = formula.and(&[self.cells[0], end]);
        formula.when(self.origin, &[when], ends);
        self.count(formula);
        Ok(())
    }

    /// A loop that is left was read as often as it is in the word; one that is not, less often where
    /// more characters are needed.
    fn count(&self, formula: &mut Formula<'_, '_>) {
        for (row, reads) in self.rows.iter().zip(&self.reads) {
            for (item, Reads { characters, leaves, unread }) in row.items.iter().zip(reads) {
                let Item::Loop { codes, count } = item else { continue };
                let own = formula.times(codes.len(), *count);
                let (all, left) = (formula.sum(characters), formula.or(leaves));
                let exact = formula.equal(own, all);
                formula.when(self.origin, &[left], exact);
                for &(taken, more) in unread {
                    let more = formula.env.store.int(more);
                    let next = formula.sum(&[characters.as_slice(), &[more]].concat());
                    let enough = formula.at_most(next, own);
                    formula.when(self.origin, &[taken], enough);
                }
            }
        }
    }
}
