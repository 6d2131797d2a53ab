//! Two shapes that spell one word, or two words that differ or are in order: the product as a grid.
//!
//! A cell stands for how far both rows of items were read. A path of edges leads from the first
//! cell to the last, or to a place where the words differ. Every cell on it has one edge out, and
//! a cell is on it only when an edge leads there, so the path is told by truth values alone.
//! Read from the other end the same grid tells words apart by their ends.

use tress_base::Stop;

use super::formula::Formula;
use super::shape::{Item, Shape};
use crate::term::{Op, Term, TermStore};

/// What is said of two words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    Equal,
    /// They have different letters at one place.
    Differ,
    /// They have different letters at one place, counted from the end.
    DifferFromEnd,
    /// The first stands before the second in the order of words.
    Less,
    /// It stands before it or is the same.
    AtMost,
}

/// A step from one cell to another.
struct Edge {
    from: usize,
    /// Nothing: the claim is shown here.
    to: Option<usize>,
    taken: Term,
}

struct Grid {
    left: Vec<Item>,
    right: Vec<Item>,
    origin: u32,
    claim: Claim,
    edges: Vec<Edge>,
    /// What was read of each loop, left then right, and the edges that leave it.
    reads: [Vec<(Vec<Term>, Vec<Term>)>; 2],
    /// Edges that need a copy more of a loop: the edge, the side and the place of the loop.
    unread: Vec<(Term, usize, usize)>,
    cells: Vec<Term>,
}

/// Says: when `when` holds, the claim does.
pub(super) fn relate(
    formula: &mut Formula<'_, '_>,
    shapes: [&Shape; 2],
    when: Term,
    claim: Claim,
) -> Result<(), Stop> {
    let [mut left, mut right] = shapes.map(Shape::items);
    if claim == Claim::DifferFromEnd {
        left.reverse();
        right.reverse();
    }
    let origin = formula.restricted(&shapes);
    let reads = [&left, &right].map(|items| vec![(Vec::new(), Vec::new()); items.len()]);
    let (edges, unread, cells) = (Vec::new(), Vec::new(), Vec::new());
    let mut grid = Grid { left, right, origin, claim, edges, reads, unread, cells };
    grid.build(formula)?;
    grid.connect(formula, when)
}

impl Grid {
    fn cell(&self, i: usize, j: usize) -> usize {
        i * (self.right.len() + 1) + j
    }

    fn build(&mut self, formula: &mut Formula<'_, '_>) -> Result<(), Stop> {
        let count = (self.left.len() + 1) * (self.right.len() + 1);
        formula.states += count as u64;
        self.cells = (0..count).map(|_| formula.truth("cell")).collect();
        for i in 0..=self.left.len() {
            for j in 0..=self.right.len() {
                formula.env.budget.poll()?;
                self.leave(formula, i, j);
                match (self.left.get(i).copied(), self.right.get(j).copied()) {
                    (Some(a), Some(b)) => {
                        self.show_letters(formula, (i, j), [a, b]);
                        self.both(formula, (i, j), a, b);
                    }
                    (None, right) => self.show_end(formula, (i, j), right),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn edge(
        &mut self,
        formula: &mut Formula<'_, '_>,
        from: (usize, usize),
        to: Option<(usize, usize)>,
    ) -> Term {
        let taken = formula.truth("edge");
        let (from, to) = (self.cell(from.0, from.1), to.map(|(i, j)| self.cell(i, j)));
        self.edges.push(Edge { from, to, taken });
        taken
    }

    /// Steps that read nothing: behind a loop, or over a letter that is not used.
    fn leave(&mut self, formula: &mut Formula<'_, '_>, i: usize, j: usize) {
        for side in 0..2 {
            let (item, to) = if side == 0 {
                (self.left.get(i).copied(), (i + 1, j))
            } else {
                (self.right.get(j).copied(), (i, j + 1))
            };
            match item {
                Some(Item::Loop { .. }) => {
                    let taken = self.edge(formula, (i, j), Some(to));
                    self.reads[side][if side == 0 { i } else { j }].1.push(taken);
                }
                Some(Item::Letter { place, length, .. }) => {
                    let used = formula.used(place, length);
                    let unused = formula.not(used);
                    if used != TermStore::bool(true) {
                        let taken = self.edge(formula, (i, j), Some(to));
                        formula.when(self.origin, &[taken], unused);
                    }
                }
                None => {}
            }
        }
    }

    /// Steps that end the path: both letters are there, and they show the claim.
    fn show_letters(&mut self, formula: &mut Formula<'_, '_>, (i, j): (usize, usize), items: [Item; 2]) {
        let [first, second] = items.map(Item::code);
        let apart = match self.claim {
            Claim::Equal => return,
            Claim::Differ | Claim::DifferFromEnd => formula.equal(first, second),
            Claim::Less | Claim::AtMost => formula.at_most(second, first),
        };
        let apart = formula.not(apart);
        if apart == TermStore::bool(false) {
            return;
        }
        let taken = self.edge(formula, (i, j), None);
        let [here, there] = items.map(|item| formula.present(item));
        let all = formula.and(&[here, there, apart]);
        formula.when(self.origin, &[taken], all);
        for (side, place) in [(0, i), (1, j)] {
            if matches!(items[side], Item::Loop { .. }) {
                self.unread.push((taken, side, place));
            }
        }
    }

    /// Steps that end the path where the first word does.
    fn show_end(&mut self, formula: &mut Formula<'_, '_>, (i, j): (usize, usize), right: Option<Item>) {
        match (self.claim, right) {
            (Claim::Equal | Claim::AtMost, None) => {
                self.edge(formula, (i, j), None);
            }
            (Claim::Less | Claim::AtMost, Some(item)) => {
                let (taken, present) = (self.edge(formula, (i, j), None), formula.present(item));
                formula.when(self.origin, &[taken], present);
                if matches!(item, Item::Loop { .. }) {
                    self.unread.push((taken, 1, j));
                }
            }
            _ => {}
        }
    }

    /// Steps that read a letter on both sides.
    fn both(&mut self, formula: &mut Formula<'_, '_>, (i, j): (usize, usize), a: Item, b: Item) {
        let same = formula.equal(a.code(), b.code());
        let [here, there] = [a, b].map(|item| formula.present(item));
        if same == TermStore::bool(false) {
            return;
        }
        let one = formula.int(1);
        let zero = formula.int(0);
        let loops = [a, b].map(|item| matches!(item, Item::Loop { .. }));
        if loops == [true, true] {
            let times = formula.number("times");
            let some = formula.at_most(one, times);
            let least = formula.at_most(zero, times);
            formula.add(0, least);
            let cell = self.cells[self.cell(i, j)];
            let all = formula.and(&[cell, same]);
            formula.when(self.origin, &[some], all);
            self.reads[0][i].0.push(times);
            self.reads[1][j].0.push(times);
            return;
        }
        let to = (i + usize::from(!loops[0]), j + usize::from(!loops[1]));
        let taken = self.edge(formula, (i, j), Some(to));
        let all = formula.and(&[here, there, same]);
        formula.when(self.origin, &[taken], all);
        if loops[0] || loops[1] {
            let read = formula.env.app(Op::Ite, &[taken, one, zero]);
            let (side, place) = if loops[0] { (0, i) } else { (1, j) };
            self.reads[side][place].0.push(read);
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
            for (place, &a) in outs[cell].iter().enumerate() {
                for &b in &outs[cell][..place] {
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
    /// another copy is needed.
    fn count(&self, formula: &mut Formula<'_, '_>) {
        for (side, items) in [&self.left, &self.right].into_iter().enumerate() {
            for (item, (reads, leaves)) in items.iter().zip(&self.reads[side]) {
                let Item::Loop { count, .. } = *item else { continue };
                let (all, left) = (formula.sum(reads), formula.or(leaves));
                let exact = formula.equal(count, all);
                formula.when(self.origin, &[left], exact);
            }
        }
        for &(taken, side, place) in &self.unread {
            let items = [&self.left, &self.right][side];
            let Item::Loop { count, .. } = items[place] else { continue };
            let one = formula.int(1);
            let next = [self.reads[side][place].0.as_slice(), &[one]].concat();
            let next = formula.sum(&next);
            let left = formula.at_most(next, count);
            formula.when(self.origin, &[taken], left);
        }
    }
}
