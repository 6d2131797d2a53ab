//! Sorted ranges: the sets of the product.

use tress_automata::{CharSet, minterms};
use tress_base::{Budget, Stop};

use super::{Algebra, Minterm, minterms_by_rank};
use crate::experiments::study::alphabet::Alphabet;

/// Sets as sorted ranges.
pub(crate) struct Sorted {
    all: CharSet,
    /// Are minterms found as the product finds them, by one walk along all borders?
    sweep: bool,
}

impl Sorted {
    /// With minterms by rank, as everything else here.
    pub(crate) fn by_rank(alphabet: Alphabet) -> Self {
        Self { all: alphabet.all(), sweep: false }
    }

    /// With the minterms of the product.
    pub(crate) fn by_sweep(alphabet: Alphabet) -> Self {
        Self { all: alphabet.all(), sweep: true }
    }
}

impl Algebra for Sorted {
    type Set = CharSet;

    fn of(&mut self, set: &CharSet) -> CharSet {
        set.intersection(&self.all)
    }

    fn union(&mut self, a: &CharSet, b: &CharSet) -> CharSet {
        a.union(b)
    }

    fn intersection(&mut self, a: &CharSet, b: &CharSet) -> CharSet {
        a.intersection(b)
    }

    fn complement(&mut self, a: &CharSet) -> CharSet {
        self.all.difference(a)
    }

    fn is_empty(&mut self, a: &CharSet, _: &Budget) -> Result<bool, Stop> {
        Ok(a.is_empty())
    }

    fn member(&mut self, a: &CharSet, _: &Budget) -> Result<Option<u32>, Stop> {
        Ok(a.first())
    }

    fn contains(&self, a: &CharSet, c: u32) -> bool {
        a.contains(c)
    }

    fn same(&self, a: &CharSet, b: &CharSet) -> bool {
        a == b
    }

    fn minterms(&mut self, sets: &[CharSet], budget: &Budget) -> Result<Vec<Minterm<CharSet>>, Stop> {
        if !self.sweep {
            return minterms_by_rank(self, sets, budget);
        }
        budget.poll_many(1 + sets.iter().map(|set| set.ranges().len() as u64).sum::<u64>())?;
        let inside = |(cell, places): (CharSet, Vec<u32>)| {
            let cell = cell.intersection(&self.all);
            (!cell.is_empty()).then(|| (places.into_iter().map(|place| place as usize).collect(), cell))
        };
        Ok(minterms(sets).into_iter().filter_map(inside).collect())
    }
}
