//! Sets of characters behind one trait, and what represents them.
//!
//! | representation | what it is | equal sets are equal values |
//! |---|---|---|
//! | [`Sorted`] | sorted ranges: the `CharSet` of `tress-automata`, cut to the alphabet | yes |
//! | [`RangeSets`] | a hash set of ranges, in no order, which may overlap | no |
//! | [`CharSets`] | a hash set of characters | yes |
//! | [`Bdds`] | shared binary decision diagrams over the bits, the highest first | yes |
//! | [`Predicates`] | formulas over the bits of one character, decided by clauses and search | no |

mod bdd;
mod chars;
mod predicate;
mod ranges;
mod sorted;

#[cfg(test)]
mod tests;

use tress_automata::CharSet;
use tress_base::{Budget, Stop};

pub(crate) use bdd::Bdds;
pub(crate) use chars::CharSets;
pub(crate) use predicate::{Form, Predicates};
pub(crate) use ranges::RangeSets;
pub(crate) use sorted::Sorted;

/// The places of the sets that hold a minterm, and the minterm.
pub(crate) type Minterm<S> = (Vec<usize>, S);

/// What automata need of sets of characters (section 3.2.1).
pub(crate) trait Algebra {
    /// A set. Copies are cheap.
    type Set: Clone;

    /// The set of these characters, as far as they are in the alphabet.
    fn of(&mut self, set: &CharSet) -> Self::Set;

    /// Every character of the alphabet.
    fn all(&mut self) -> Self::Set {
        self.of(&CharSet::full())
    }

    /// Characters of either set.
    fn union(&mut self, a: &Self::Set, b: &Self::Set) -> Self::Set;

    /// Characters of both sets.
    fn intersection(&mut self, a: &Self::Set, b: &Self::Set) -> Self::Set;

    /// Characters of the alphabet that are not in the set.
    fn complement(&mut self, a: &Self::Set) -> Self::Set;

    /// Is nothing in the set?
    ///
    /// # Errors
    /// When the budget ends.
    fn is_empty(&mut self, a: &Self::Set, budget: &Budget) -> Result<bool, Stop>;

    /// Some member.
    ///
    /// # Errors
    /// When the budget ends.
    fn member(&mut self, a: &Self::Set, budget: &Budget) -> Result<Option<u32>, Stop>;

    /// Is the character in the set?
    fn contains(&self, a: &Self::Set, c: u32) -> bool;

    /// Are these the same set? Where equal sets can be different values, `false` may be said of equal sets.
    fn same(&self, a: &Self::Set, b: &Self::Set) -> bool;

    /// The cells into which the sets cut the alphabet, none of them empty.
    ///
    /// # Errors
    /// When the budget ends.
    fn minterms(&mut self, sets: &[Self::Set], budget: &Budget) -> Result<Vec<Minterm<Self::Set>>, Stop> {
        minterms_by_rank(self, sets, budget)
    }
}

/// Minterms in the order of how many sets hold them (figure 3.4). A combination whose intersection is empty is
/// not extended. Rank 0, what is in none of the sets, is a minterm as well.
pub(crate) fn minterms_by_rank<A: Algebra + ?Sized>(
    algebra: &mut A,
    sets: &[A::Set],
    budget: &Budget,
) -> Result<Vec<Minterm<A::Set>>, Stop> {
    let complements: Vec<A::Set> = sets.iter().map(|set| algebra.complement(set)).collect();
    let mut found = Vec::new();
    let none = algebra.of(&CharSet::empty());
    let joined = sets.iter().fold(none, |joined, set| algebra.union(&joined, set));
    let rest = algebra.complement(&joined);
    if !algebra.is_empty(&rest, budget)? {
        found.push((Vec::new(), rest));
    }
    let mut rank: Vec<Minterm<A::Set>> = vec![(Vec::new(), algebra.all())];
    while !rank.is_empty() {
        let mut next = Vec::new();
        for (before, common) in &rank {
            // Places are added in increasing order, so that each combination is met once.
            for place in before.last().map_or(0, |last| last + 1)..sets.len() {
                budget.poll_many(1 + sets.len() as u64)?;
                let larger = algebra.intersection(common, &sets[place]);
                if algebra.is_empty(&larger, budget)? {
                    continue;
                }
                let inside: Vec<usize> = before.iter().copied().chain([place]).collect();
                let outside = (0..sets.len()).filter(|place| !inside.contains(place));
                let concrete = outside
                    .fold(larger.clone(), |cell, place| algebra.intersection(&cell, &complements[place]));
                if !algebra.is_empty(&concrete, budget)? {
                    found.push((inside.clone(), concrete));
                }
                next.push((inside, larger));
            }
        }
        rank = next;
    }
    Ok(found)
}
