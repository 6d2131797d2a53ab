//! Cutting an automaton into consecutive segments.
//!
//! A word of the form `x1 x2 … xn` is accepted exactly when there are states `q0 … qn`, the first
//! initial and the last accepting, such that each `xi` leads from `q(i-1)` to `qi`. A [`Cut`] is such a
//! sequence; its segments are automata for the parts. This is how a membership of a concatenation
//! becomes memberships of its parts (Hooimeijer and Weimer 2009).

use fixedbitset::FixedBitSet;
use tress_base::{Budget, Stop};

use super::Nfa;

/// The states at which a word is cut: one initial state, the borders, and no end; the last segment may
/// end in any accepting state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cut {
    /// The state in which each segment begins.
    pub starts: Vec<u32>,
}

impl Cut {
    /// The segments' automata, in order.
    #[must_use]
    pub fn segments(&self, nfa: &Nfa) -> Vec<Nfa> {
        let last = self.starts.len().saturating_sub(1);
        (0..self.starts.len())
            .map(|at| {
                if at == last {
                    nfa.segment(&[self.starts[at]], &nfa.accepting().collect::<Vec<u32>>())
                } else {
                    nfa.segment(&[self.starts[at]], &[self.starts[at + 1]])
                }
            })
            .collect()
    }
}

impl Nfa {
    /// The words that lead from one of `from` to one of `to`, as a trimmed automaton.
    #[must_use]
    pub fn segment(&self, from: &[u32], to: &[u32]) -> Nfa {
        let mut part = self.clone();
        part.initial = from.to_vec();
        part.initial.sort_unstable();
        part.initial.dedup();
        part.accepting = FixedBitSet::with_capacity(self.states() as usize);
        to.iter().for_each(|&state| part.accepting.insert(state as usize));
        part.trim()
    }

    /// All cuts into `parts` segments, none of which is empty as a language. Returns `None` if there are
    /// more than `cap`. Requires a trimmed automaton for the last segments to be live.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn cuts(&self, parts: usize, cap: usize, budget: &Budget) -> Result<Option<Vec<Cut>>, Stop> {
        if parts == 0 {
            return Ok(Some(Vec::new()));
        }
        let live = self.live();
        let mut cuts: Vec<Vec<u32>> = self
            .initial()
            .iter()
            .filter(|&&state| live.contains(state as usize))
            .map(|&state| vec![state])
            .collect();
        let mut reach: Vec<Option<FixedBitSet>> = vec![None; self.states() as usize];
        for _ in 1..parts {
            let mut longer = Vec::new();
            for cut in &cuts {
                let Some(&at) = cut.last() else { continue };
                let next = reach[at as usize].get_or_insert_with(|| {
                    let mut next = self.reachable([at]);
                    next.intersect_with(&live);
                    next
                });
                for state in next.ones() {
                    budget.poll()?;
                    let mut cut = cut.clone();
                    cut.push(state as u32);
                    longer.push(cut);
                }
                if longer.len() > cap {
                    return Ok(None);
                }
            }
            cuts = longer;
        }
        Ok((cuts.len() <= cap).then(|| cuts.into_iter().map(|starts| Cut { starts }).collect()))
    }
}
