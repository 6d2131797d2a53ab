//! Atoms of the client that follow from the bounds in force.
//!
//! Enters: atoms `x <= c` or `x >= c`, registered once, and the records of learned bounds. Leaves:
//! each atom that a new bound decides, with its truth value. An explanation is made on demand: it
//! rests on the oldest bound that decides the atom, which is never the atom's own assertion when
//! the atom had been implied before.

use crate::bounds::{Bound, BoundId, Reason, Side};
use crate::propagate::round;
use crate::solver::Solver;
use crate::value::Value;

/// The number of a registered atom, counted from zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AtomId(pub u32);

/// An atom and the truth value that the current bounds give it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Implied {
    /// Which atom.
    pub atom: AtomId,
    /// Does it hold, or does its negation?
    pub holds: bool,
}

/// Registered atoms, by variable.
///
/// Invariant: the atoms of one variable and side stand in rising order of their values.
#[derive(Default, Debug)]
pub(crate) struct Atoms {
    atoms: Vec<Bound>,
    by_var: Vec<[Vec<AtomId>; 2]>,
    /// Records below this number have been looked at.
    seen: usize,
}

impl Atoms {
    pub(crate) fn add_var(&mut self) {
        self.by_var.push(Default::default());
    }

    /// Bounds from record `len` on are gone.
    pub(crate) fn backtrack(&mut self, len: usize) {
        self.seen = self.seen.min(len);
    }
}

impl Solver {
    /// Registers an atom. It is reported by [`Solver::take_implied`] when a later bound decides
    /// it; bounds that are already in force do not count.
    pub fn register_atom(&mut self, bound: &Bound) -> AtomId {
        let id = AtomId(self.atoms.atoms.len() as u32);
        let mut bound = bound.clone();
        if self.simplex.is_int[bound.var.index()] {
            bound.value = round(&bound.value, bound.side);
        }
        let Atoms { atoms, by_var, .. } = &mut self.atoms;
        let list = &mut by_var[bound.var.index()][bound.side as usize];
        let index = list.partition_point(|other| atoms[other.0 as usize].value <= bound.value);
        list.insert(index, id);
        atoms.push(bound);
        id
    }

    /// The atom registered under `id`.
    #[must_use]
    pub fn atom(&self, id: AtomId) -> &Bound {
        &self.atoms.atoms[id.0 as usize]
    }

    /// Appends the atoms decided by bounds learned since the last call.
    pub fn take_implied(&mut self, implied: &mut Vec<Implied>) {
        for number in self.atoms.seen..self.simplex.bounds.len() {
            self.implied_by(BoundId(number as u32), implied);
        }
        self.atoms.seen = self.simplex.bounds.len();
    }

    fn implied_by(&self, id: BoundId, implied: &mut Vec<Implied>) {
        let bounds = &self.simplex.bounds;
        let record = bounds.record(id);
        let old = bounds.previous(id).map(|old| &bounds.record(old).value);
        for side in [Side::Lower, Side::Upper] {
            let list = &self.atoms.by_var[record.var as usize][side as usize];
            if list.is_empty() {
                continue;
            }
            let holds = side == record.side;
            // A bound makes atoms of its side true when they are no tighter, and atoms of the other
            // side false when it passes them; decided atoms stand together at one end of the list.
            let decides = |bound: &Value, atom: &AtomId| {
                let value = &self.atoms.atoms[atom.0 as usize].value;
                if holds { !side.is_tighter(value, bound) } else { record.side.is_tighter(bound, value) }
            };
            let fresh = match record.side {
                Side::Lower => {
                    let end = list.partition_point(|atom| decides(&record.value, atom));
                    let start = old.map_or(0, |old| list.partition_point(|atom| decides(old, atom)));
                    &list[start..end]
                }
                Side::Upper => {
                    let start = list.partition_point(|atom| !decides(&record.value, atom));
                    let all = list.len();
                    let end = old.map_or(all, |old| list.partition_point(|atom| !decides(old, atom)));
                    &list[start..end]
                }
            };
            implied.extend(fresh.iter().map(|&atom| Implied { atom, holds }));
        }
    }

    /// The value that the current bounds give an atom.
    #[must_use]
    pub fn atom_value(&self, id: AtomId) -> Option<bool> {
        self.deciding_bound(id).map(|(holds, _)| holds)
    }

    /// Why the current bounds decide an atom; `None` when they do not.
    #[must_use]
    pub fn explain_atom(&self, id: AtomId) -> Option<Vec<Reason>> {
        self.deciding_bound(id).map(|(_, bound)| self.explain(&[bound]))
    }

    fn deciding_bound(&self, id: AtomId) -> Option<(bool, BoundId)> {
        let atom = self.atom(id);
        if let Some(bound) = self.oldest_bound(atom.var.0, atom.side, &atom.value) {
            return Some((true, bound));
        }
        // A bound that is derived from strict ones may pass the atom by less than its negation does.
        self.oldest_crossing(atom.var.0, atom.side, &atom.value).map(|bound| (false, bound))
    }
}
