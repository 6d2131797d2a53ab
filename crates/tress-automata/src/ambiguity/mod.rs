//! In how many ways an automaton can read a word.
//!
//! Enters: a [`Graph`], the ways of a matcher that reads a word from left to right. Leaves: loops in which
//! the ways double with every round ([`doubling_loops`]), and pairs of loops between which the ways are as
//! many as the rounds ([`Growth`]), each with words that show it. All states count, whether or not they can
//! accept: a matcher that tries one way after the other walks into dead ends too.
//!
//! The two conditions are EDA and IDA of Weber and Seidl, decided on products as in Allauzen, Mohri and
//! Rastogi, *General algorithms for testing the ambiguity of finite automata*, with sets of characters on the
//! edges:
//!
//! ```text
//!   EDA:  q ─v→ q in two ways                      2ⁿ ways for vⁿ
//!   IDA:  p ─v→ p,  p ─v→ q,  q ─v→ q,  p ≠ q      n ways for vⁿ; chains of k such pairs give nᵏ
//! ```

mod doubling;
mod growth;
pub(crate) mod limits;
mod words;

pub use doubling::doubling_loops;
pub use growth::{Growth, Pair};

use tress_base::{Budget, Stop};

use crate::charset::CharSet;

/// A way to read one character.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The characters that it reads.
    pub set: CharSet,
    /// The state that it reaches.
    pub target: u32,
    /// Does the matcher have more than one way to take this step?
    pub several: bool,
}

/// The ways of a matcher.
///
/// Invariant: every state can be reached from a start.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// Where reading begins.
    pub starts: Vec<u32>,
    /// For every state its steps.
    pub steps: Vec<Vec<Step>>,
}

/// A word that stands once, and one behind it that can be repeated.
pub type Pumped = (Vec<u32>, Vec<u32>);

/// A state that is reached by `prefix` and comes back to itself by `pump` in two ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubling {
    /// The state.
    pub state: u32,
    /// A word that leads to it.
    pub prefix: Vec<u32>,
    /// A word that leads from it to itself in two ways.
    pub pump: Vec<u32>,
}

impl Graph {
    /// For every state the number of its strongly connected component. An edge never leads to a larger
    /// number.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn components(&self, budget: &Budget) -> Result<Vec<u32>, Stop> {
        let next = |state: u32, index: usize| self.steps[state as usize].get(index).map(|step| step.target);
        components(self.steps.len(), next, budget)
    }

    /// The same states, with steps that read none of these characters.
    #[must_use]
    pub fn without(&self, excluded: &CharSet) -> Graph {
        let step = |step: &Step| Step { set: step.set.difference(excluded), ..step.clone() };
        let steps = |steps: &Vec<Step>| {
            steps.iter().map(step).filter(|step| !step.set.is_empty()).collect::<Vec<Step>>()
        };
        Graph { starts: self.starts.clone(), steps: self.steps.iter().map(steps).collect() }
    }

    /// Which components hold a loop.
    fn looping(&self, components: &[u32]) -> Vec<bool> {
        let count = components.iter().max().map_or(0, |&most| most as usize + 1);
        let mut looping = vec![false; count];
        for (state, steps) in self.steps.iter().enumerate() {
            let home = components[state];
            looping[home as usize] |= steps.iter().any(|step| components[step.target as usize] == home);
        }
        looping
    }
}

/// Strongly connected components by Tarjan's algorithm, with a stack of its own. `next` gives the target of
/// the edge with an index.
fn components(
    count: usize,
    next: impl Fn(u32, usize) -> Option<u32>,
    budget: &Budget,
) -> Result<Vec<u32>, Stop> {
    const NONE: u32 = u32::MAX;
    let mut component = vec![NONE; count];
    let (mut order, mut low) = (vec![NONE; count], vec![0; count]);
    let (mut clock, mut found) = (0, 0);
    let mut waiting: Vec<u32> = Vec::new();
    let mut open: Vec<(u32, usize)> = Vec::new();
    for root in 0..count as u32 {
        if order[root as usize] == NONE {
            open.push((root, 0));
        }
        while let Some((state, edge)) = open.pop() {
            budget.poll()?;
            let here = state as usize;
            if edge == 0 {
                (order[here], low[here]) = (clock, clock);
                clock += 1;
                waiting.push(state);
            }
            if let Some(target) = next(state, edge) {
                open.push((state, edge + 1));
                if order[target as usize] == NONE {
                    open.push((target, 0));
                } else if component[target as usize] == NONE {
                    low[here] = low[here].min(order[target as usize]);
                }
                continue;
            }
            if low[here] == order[here] {
                while let Some(member) = waiting.pop() {
                    component[member as usize] = found;
                    if member == state {
                        break;
                    }
                }
                found += 1;
            }
            if let Some(&(parent, _)) = open.last() {
                low[parent as usize] = low[parent as usize].min(low[here]);
            }
        }
    }
    Ok(component)
}

#[cfg(test)]
mod tests;
