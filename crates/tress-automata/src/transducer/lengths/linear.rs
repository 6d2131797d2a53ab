//! All pairs of lengths as a union of linear sets (Parikh 1966).
//!
//! A run that visits some set of states may take every simple cycle within that set any number of times
//! more. A run that is long for its states has such a cycle to spare: between two first visits it
//! need not visit a state twice. So short runs are the bases, simple cycles are the periods, for each set of
//! visited states. That is exact, and meant for graphs of a few states.

use std::collections::{BTreeMap, BTreeSet};

use tress_base::{Budget, Stop};

use super::LengthGraph;

/// The pairs `base + n₁·period₁ + n₂·period₂ + …` for whole numbers that are not negative. The first of
/// a pair is the length of an input, the second the length of its output.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LinearSet {
    /// The shortest pair.
    pub base: (u64, u64),
    /// What can be added, sorted and distinct.
    pub periods: Vec<(u64, u64)>,
}

/// States as bits.
type States = u64;
type Pair = (u64, u64);

impl LengthGraph {
    /// The union of these sets is the set of all pairs of lengths. Nothing when the graph has more than
    /// `cap` ways to begin, counted with their lengths.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn linear_sets(&self, cap: usize, budget: &Budget) -> Result<Option<Vec<LinearSet>>, Stop> {
        if self.states > 16 {
            return Ok(None);
        }
        let Some(bases) = self.bases(cap, budget)? else { return Ok(None) };
        let mut by_base: BTreeMap<Pair, Vec<Vec<Pair>>> = BTreeMap::new();
        for (visited, pairs) in &bases {
            let Some(cycles) = self.cycles(*visited, cap, budget)? else { return Ok(None) };
            for pair in pairs {
                let before =
                    |cycle: &Pair| Some((pair.0.checked_sub(cycle.0)?, pair.1.checked_sub(cycle.1)?));
                if !cycles.iter().filter_map(before).any(|shorter| pairs.contains(&shorter)) {
                    by_base.entry(*pair).or_default().push(cycles.clone());
                }
            }
        }
        let mut sets = Vec::new();
        for (base, periods) in by_base {
            for (at, some) in periods.iter().enumerate() {
                let within = |(other, more): (usize, &Vec<Pair>)| {
                    other != at
                        && some.iter().all(|pair| more.contains(pair))
                        && (more.len() > some.len() || other < at)
                };
                if !periods.iter().enumerate().any(within) {
                    sets.push(LinearSet { base, periods: some.clone() });
                }
            }
        }
        Ok(Some(sets))
    }

    /// For each set of visited states the pairs of short runs from beginning to end.
    fn bases(&self, cap: usize, budget: &Budget) -> Result<Option<BTreeMap<States, BTreeSet<Pair>>>, Stop> {
        let mut bases: BTreeMap<States, BTreeSet<Pair>> = BTreeMap::new();
        let mut layer: BTreeSet<(States, u32, u64)> = BTreeSet::from([(1 << self.initial, self.initial, 0)]);
        let mut total = 0;
        for length in 0..=u64::from(self.states) * (u64::from(self.states) + 1) {
            total += layer.len();
            if total > cap {
                return Ok(None);
            }
            let mut next = BTreeSet::new();
            for (visited, state, written) in layer {
                budget.poll_many(1 + self.edges.len() as u64)?;
                for (_, last) in self.ends.iter().filter(|end| end.0 == state) {
                    bases.entry(visited).or_default().insert((length, written + u64::from(*last)));
                }
                for edge in self.edges.iter().filter(|edge| edge.from == state) {
                    let written = written + u64::from(edge.written);
                    next.insert((visited | 1 << edge.target, edge.target, written));
                }
            }
            layer = next;
        }
        Ok(Some(bases))
    }

    /// The pairs of the simple cycles among these states, sorted.
    fn cycles(&self, among: States, cap: usize, budget: &Budget) -> Result<Option<Vec<Pair>>, Stop> {
        let mut pairs: BTreeSet<Pair> = BTreeSet::new();
        for start in (0..self.states).filter(|state| among >> state & 1 == 1) {
            // Every cycle begins at its smallest state.
            let mut paths: BTreeSet<(States, u32, Pair)> = BTreeSet::from([(0, start, (0, 0))]);
            let mut total = 0;
            while let Some((visited, state, pair)) = paths.pop_first() {
                total += 1;
                if total > cap {
                    return Ok(None);
                }
                budget.poll_many(1 + self.edges.len() as u64)?;
                for edge in self.edges.iter().filter(|edge| edge.from == state) {
                    let longer = (pair.0 + 1, pair.1 + u64::from(edge.written));
                    let target = edge.target;
                    if target == start {
                        pairs.insert(longer);
                    } else if target > start && (among & !visited) >> target & 1 == 1 {
                        paths.insert((visited | 1 << target, target, longer));
                    }
                }
            }
        }
        Ok(Some(pairs.into_iter().collect()))
    }
}
