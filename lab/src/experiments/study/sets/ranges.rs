//! Hash sets of ranges, in no order.
//!
//! A union takes the ranges of both sides as they are. An intersection meets every range of one side with every
//! range of the other, and a complement cuts one range after the other out of what is left.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use tress_automata::{CharRange, CharSet};
use tress_base::{Budget, Stop};

use super::Algebra;
use crate::experiments::study::alphabet::Alphabet;

/// Ranges, none of them empty; they may overlap.
type Ranges = Rc<FxHashSet<CharRange>>;

/// Sets as hash sets of ranges.
pub(crate) struct RangeSets {
    alphabet: Alphabet,
}

impl RangeSets {
    pub(crate) fn new(alphabet: Alphabet) -> Self {
        Self { alphabet }
    }
}

fn overlap(a: CharRange, b: CharRange) -> Option<CharRange> {
    let (low, high) = (a.0.max(b.0), a.1.min(b.1));
    (low <= high).then_some((low, high))
}

/// What is left of `whole` on both sides of `hole`.
fn without(whole: CharRange, hole: CharRange) -> impl Iterator<Item = CharRange> {
    let below = hole.0.checked_sub(1).and_then(|end| overlap(whole, (0, end)));
    let above = overlap(whole, (hole.1.saturating_add(1), u32::MAX));
    below.into_iter().chain(above)
}

impl Algebra for RangeSets {
    type Set = Ranges;

    fn of(&mut self, set: &CharSet) -> Ranges {
        let all = (0, self.alphabet.last());
        Rc::new(set.ranges().iter().filter_map(|&range| overlap(range, all)).collect())
    }

    fn union(&mut self, a: &Ranges, b: &Ranges) -> Ranges {
        Rc::new(a.union(b).copied().collect())
    }

    fn intersection(&mut self, a: &Ranges, b: &Ranges) -> Ranges {
        let pairs = a.iter().flat_map(|&left| b.iter().map(move |&right| (left, right)));
        Rc::new(pairs.filter_map(|(left, right)| overlap(left, right)).collect())
    }

    fn complement(&mut self, a: &Ranges) -> Ranges {
        let whole: FxHashSet<CharRange> = std::iter::once((0, self.alphabet.last())).collect();
        let cut = |left: FxHashSet<CharRange>, &hole: &CharRange| {
            left.into_iter().flat_map(|range| without(range, hole)).collect()
        };
        Rc::new(a.iter().fold(whole, cut))
    }

    fn is_empty(&mut self, a: &Ranges, _: &Budget) -> Result<bool, Stop> {
        Ok(a.is_empty())
    }

    fn member(&mut self, a: &Ranges, _: &Budget) -> Result<Option<u32>, Stop> {
        Ok(a.iter().map(|range| range.0).min())
    }

    fn contains(&self, a: &Ranges, c: u32) -> bool {
        a.iter().any(|&(low, high)| low <= c && c <= high)
    }

    fn same(&self, a: &Ranges, b: &Ranges) -> bool {
        Rc::ptr_eq(a, b) || a == b
    }
}
