//! What fails, and for which borders.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::graph::Position;
use super::states::StateId;

/// Borders that cannot have the states they have, and the memberships that say so.
///
/// Invariant: whatever else is chosen, these memberships have no solution with these borders.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub(super) struct Conflict {
    pub(super) borders: BTreeSet<Position>,
    pub(super) memberships: BTreeSet<usize>,
}

impl Conflict {
    /// Also this, without the borders in `except`.
    pub(super) fn add(&mut self, other: &Conflict, except: &[Position]) {
        self.borders.extend(other.borders.iter().filter(|border| !except.contains(border)));
        self.memberships.extend(&other.memberships);
    }
}

/// A conflict with the states of its borders.
struct Nogood {
    states: Vec<(Position, StateId)>,
    conflict: Conflict,
}

/// All conflicts so far, found by any of their borders.
#[derive(Default)]
pub(super) struct Nogoods {
    all: Vec<Nogood>,
    by_border: FxHashMap<(Position, StateId), Vec<u32>>,
}

impl Nogoods {
    /// Keeps a conflict.
    pub(super) fn learn(&mut self, conflict: &Conflict, state: impl Fn(Position) -> Option<StateId>) {
        let states: Option<Vec<(Position, StateId)>> =
            conflict.borders.iter().map(|border| Some((*border, state(*border)?))).collect();
        let Some(states) = states else { return };
        let number = self.all.len() as u32;
        for entry in &states {
            self.by_border.entry(*entry).or_default().push(number);
        }
        self.all.push(Nogood { states, conflict: conflict.clone() });
    }

    /// A known conflict with one of these new borders in it.
    pub(super) fn find(
        &self,
        new: &[(Position, StateId)],
        state: impl Fn(Position) -> Option<StateId>,
    ) -> Option<&Conflict> {
        let holds = |nogood: &Nogood| nogood.states.iter().all(|(border, id)| state(*border) == Some(*id));
        new.iter()
            .flat_map(|entry| self.by_border.get(entry).into_iter().flatten())
            .map(|number| &self.all[*number as usize])
            .find(|nogood| holds(nogood))
            .map(|nogood| &nogood.conflict)
    }
}
