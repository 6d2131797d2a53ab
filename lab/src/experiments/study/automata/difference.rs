//! Words of one automaton that another does not have (figure 3.6): the second is determinised along the way, only
//! as far as words of the first lead.
//!
//! The second need not be total: the minterm of no set at all leads to the empty set of states.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::explore::{Exploration, Found, Mode};
use super::sfa::Sfa;
use crate::experiments::study::sets::Algebra;

/// The difference of two automata, or one word of it.
///
/// # Errors
/// When the budget ends.
pub(crate) fn difference<A: Algebra>(
    algebra: &mut A,
    a: &Sfa<A::Set>,
    b: &Sfa<A::Set>,
    mode: Mode,
    budget: &Budget,
) -> Result<Found<A::Set>, Stop> {
    let mut subsets = Subsets::default();
    let start = subsets.number(vec![0], b);
    let first = a.finals[0] && !b.finals[0];
    let mut search = Exploration::new(mode, (0, start), first);
    while let Some((state, (p, subset))) = search.next() {
        for (minterm, target) in subsets.steps(subset, algebra, b, budget)? {
            for &(label, x) in &a.moves[p as usize] {
                budget.poll()?;
                let common = algebra.intersection(&a.labels[label as usize], &minterm);
                if !algebra.is_empty(&common, budget)? {
                    let is_final = a.finals[x as usize] && !subsets.is_final[target as usize];
                    search.add(state, common, (x, target), is_final);
                }
            }
        }
    }
    search.finish(algebra, budget)
}

/// The complement: everything but the words of `b`. It is deterministic.
///
/// # Errors
/// When the budget ends.
#[cfg(test)]
pub(crate) fn complement<A: Algebra>(
    algebra: &mut A,
    b: &Sfa<A::Set>,
    budget: &Budget,
) -> Result<Sfa<A::Set>, Stop> {
    let all = algebra.all();
    let found = difference(algebra, &Sfa::universal(all), b, Mode::Eager, budget)?;
    Ok(found.automaton.expect("the eager way builds it"))
}

/// A deterministic automaton of the same words: the complement with other final states.
///
/// # Errors
/// When the budget ends.
#[cfg(test)]
pub(crate) fn determinize<A: Algebra>(
    algebra: &mut A,
    b: &Sfa<A::Set>,
    budget: &Budget,
) -> Result<Sfa<A::Set>, Stop> {
    let mut result = complement(algebra, b, budget)?;
    result.finals.iter_mut().for_each(|is_final| *is_final = !*is_final);
    Ok(result)
}

/// Sets of states of the second automaton, numbered.
#[derive(Default)]
struct Subsets {
    members: Vec<Vec<u32>>,
    is_final: Vec<bool>,
    numbers: FxHashMap<Vec<u32>, u32>,
}

impl Subsets {
    /// The number of a sorted list of states.
    fn number<S>(&mut self, subset: Vec<u32>, b: &Sfa<S>) -> u32 {
        if let Some(&number) = self.numbers.get(&subset) {
            return number;
        }
        let number = self.members.len() as u32;
        self.is_final.push(subset.iter().any(|&state| b.finals[state as usize]));
        self.members.push(subset.clone());
        self.numbers.insert(subset, number);
        number
    }

    /// The minterms of the labels that leave a set of states, each with the set it leads to.
    fn steps<A: Algebra>(
        &mut self,
        subset: u32,
        algebra: &mut A,
        b: &Sfa<A::Set>,
        budget: &Budget,
    ) -> Result<Vec<(A::Set, u32)>, Stop> {
        let states = &self.members[subset as usize];
        let moves: Vec<(u32, u32)> =
            states.iter().flat_map(|&state| &b.moves[state as usize]).copied().collect();
        let (labels, groups) = distinct(algebra, b, &moves, budget)?;
        let mut steps = Vec::new();
        for (inside, minterm) in algebra.minterms(&labels, budget)? {
            budget.poll_many(moves.len() as u64)?;
            let mut targets: Vec<u32> = inside.iter().flat_map(|&group| &groups[group]).copied().collect();
            targets.sort_unstable();
            targets.dedup();
            steps.push((minterm, self.number(targets, b)));
        }
        Ok(steps)
    }
}

/// Sets without repetition, and for each the targets of the moves that carry it.
type Grouped<S> = (Vec<S>, Vec<Vec<u32>>);

/// The different labels of some moves. Without this, minterms of equal sets would be looked for in
/// exponentially many combinations.
fn distinct<A: Algebra>(
    algebra: &A,
    b: &Sfa<A::Set>,
    moves: &[(u32, u32)],
    budget: &Budget,
) -> Result<Grouped<A::Set>, Stop> {
    let (mut labels, mut groups): Grouped<A::Set> = (Vec::new(), Vec::new());
    for &(label, to) in moves {
        budget.poll()?;
        let set = &b.labels[label as usize];
        let known = labels.iter().position(|known| algebra.same(known, set));
        let group = known.unwrap_or_else(|| {
            labels.push(set.clone());
            groups.push(Vec::new());
            labels.len() - 1
        });
        groups[group].push(to);
    }
    Ok((labels, groups))
}
