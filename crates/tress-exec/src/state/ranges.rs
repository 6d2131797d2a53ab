//! Ranges of numbers that follow from the answers of a path. They save questions, and show where a sum or a
//! product does not overflow, which is expensive to find out by the solver.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tress::Term;
use tress_classes::Relation;

/// The first and the last number of a range.
pub(crate) type Range = (i64, i64);

/// Ranges by term.
///
/// Invariant: they follow from the conditions of the path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranges(Arc<FxHashMap<u32, Range>>);

impl Ranges {
    /// The part of a term's range that the path allows.
    pub(crate) fn within(&self, term: &Term, (low, high): Range) -> Range {
        match term.number().and_then(|number| self.0.get(&number)) {
            Some((least, most)) if (*least).max(low) <= (*most).min(high) => {
                ((*least).max(low), (*most).min(high))
            }
            _ => (low, high),
        }
    }

    /// Are the same ranges known of all terms?
    pub(super) fn is_same(&self, other: &Ranges) -> bool {
        self.0 == other.0
    }

    /// The path allows no more than this of a term.
    pub(crate) fn learn(&mut self, term: &Term, range: Range) {
        let Some(number) = term.number() else { return };
        let known = self.within(term, (i64::MIN, i64::MAX));
        let (low, high) = (range.0.max(known.0), range.1.min(known.1));
        // A path without any input needs no ranges.
        if (low, high) != known && low <= high {
            Arc::make_mut(&mut self.0).insert(number, (low, high));
        }
    }
}

/// What is left of two ranges when numbers of them relate so.
pub(crate) fn narrowed(relation: Relation, left: Range, right: Range) -> (Range, Range) {
    match relation {
        Relation::Equal => {
            let both = (left.0.max(right.0), left.1.min(right.1));
            (both, both)
        }
        Relation::NotEqual => (without(left, right), without(right, left)),
        Relation::Less => (
            (left.0, left.1.min(right.1.saturating_sub(1))),
            (right.0.max(left.0.saturating_add(1)), right.1),
        ),
        Relation::LessOrEqual => ((left.0, left.1.min(right.1)), (right.0.max(left.0), right.1)),
        Relation::Greater => swapped(narrowed(Relation::Less, right, left)),
        Relation::GreaterOrEqual => swapped(narrowed(Relation::LessOrEqual, right, left)),
    }
}

fn swapped((one, other): (Range, Range)) -> (Range, Range) {
    (other, one)
}

/// A range without the number of another one, where that has one and it is at an end.
fn without((low, high): Range, other: Range) -> Range {
    match other.0 == other.1 {
        true if other.0 == low && low < high => (low + 1, high),
        true if other.0 == high && low < high => (low, high - 1),
        _ => (low, high),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RELATIONS: [Relation; 6] = [
        Relation::Equal,
        Relation::NotEqual,
        Relation::Less,
        Relation::GreaterOrEqual,
        Relation::Greater,
        Relation::LessOrEqual,
    ];

    /// Numbers that relate so lie in what is left, and the ends of orders are tight.
    #[test]
    fn what_relates_is_left() {
        let ranges: Vec<Range> = (0..5).flat_map(|low| (low..5).map(move |high| (low, high))).collect();
        for relation in RELATIONS {
            for left in &ranges {
                for right in &ranges {
                    let (one, other) = narrowed(relation, *left, *right);
                    let pairs = (left.0..=left.1).flat_map(|a| (right.0..=right.1).map(move |b| (a, b)));
                    let related: Vec<Range> =
                        pairs.filter(|(a, b)| relation.holds(*a as i32, *b as i32)).collect();
                    let is_left =
                        |(a, b): &Range| (one.0..=one.1).contains(a) && (other.0..=other.1).contains(b);
                    assert!(related.iter().all(is_left), "{relation:?} {left:?} {right:?}");
                    if let Some(least) = related.iter().map(|pair| pair.0).min()
                        && relation != Relation::NotEqual
                    {
                        assert_eq!(least, one.0, "{relation:?} {left:?} {right:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_learned_stays_and_is_cut_by_more() {
        let solver = tress::Solver::new();
        let term = solver.constant("n", tress::Sort::Int).unwrap();
        let mut ranges = Ranges::default();
        ranges.learn(&term, (0, 100));
        let before = ranges.clone();
        ranges.learn(&term, (-5, 50));
        assert_eq!(ranges.within(&term, (-9, 99)), (0, 50));
        assert_eq!(before.within(&term, (-9, 99)), (0, 99));
        // What contradicts itself is not kept.
        ranges.learn(&term, (70, 80));
        assert_eq!(ranges.within(&term, (-9, 99)), (0, 50));
        assert_eq!(ranges.within(&(term + 1), (-9, 99)), (-9, 99));
    }
}
