//! How long outputs are, compared with their inputs.
//!
//! Enters: a machine. Leaves: the graph of its lengths, in which characters are forgotten and states that go
//! on with the same lengths are one. On it stand the facts about pairs of a length of an input and a length
//! of its output: two lines between which all pairs lie (`bounds`), the smallest lattice that holds them all
//! (`lattice`), and the pairs themselves as a formula (`formula`). For inputs of a language the machine is
//! restricted first.

mod bounds;
mod formula;
mod lattice;

pub use bounds::{LengthBounds, Line};
pub use formula::{Conditions, LengthFormula, Sum};
pub use lattice::Lattice;

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::Transducer;

/// An edge that reads one character and writes `written` of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LengthEdge {
    /// Where it begins.
    pub from: u32,
    /// How many characters are written.
    pub written: u32,
    /// Where it ends.
    pub target: u32,
}

/// A machine with its characters forgotten.
///
/// Invariant: every state is reached from the initial one and reaches an end; edges and ends are sorted
/// and distinct. Without ends there is no edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LengthGraph {
    states: u32,
    initial: u32,
    edges: Vec<LengthEdge>,
    /// States at which the input may end, and how much is written then.
    ends: Vec<(u32, u32)>,
}

/// The class of a state, and the lengths and classes of its edges.
type Signature = (u32, Vec<(u32, u32)>);

impl Transducer {
    /// The lengths of inputs and outputs as a graph.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn length_graph(&self, budget: &Budget) -> Result<LengthGraph, Stop> {
        let machine = self.trim();
        let classes = machine.refine_by_lengths(budget)?;
        let mut edges: Vec<LengthEdge> = Vec::new();
        let mut ends: Vec<(u32, u32)> = Vec::new();
        for state in 0..machine.states() {
            let from = classes[state as usize];
            ends.extend(machine.last(state).map(|last| (from, last.len() as u32)));
            edges.extend(machine.steps(state).iter().map(|step| LengthEdge {
                from,
                written: step.output.len() as u32,
                target: classes[step.target as usize],
            }));
        }
        edges.sort_unstable();
        edges.dedup();
        ends.sort_unstable();
        ends.dedup();
        let states = classes.iter().max().map_or(0, |most| most + 1);
        Ok(LengthGraph { states, initial: classes[machine.initial as usize], edges, ends })
    }

    /// The lines between which the lengths of all inputs and their outputs lie. Returns `None`
    /// if no input is read.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn length_bounds(&self, budget: &Budget) -> Result<Option<LengthBounds>, Stop> {
        self.length_graph(budget)?.bounds(budget)
    }

    /// Classes of states that go on with the same lengths.
    fn refine_by_lengths(&self, budget: &Budget) -> Result<Vec<u32>, Stop> {
        let end = |state| self.last(state).map_or(0, |last| 1 + last.len() as u32);
        let mut classes: Vec<u32> = (0..self.states()).map(end).collect();
        let mut count = 0;
        loop {
            let mut numbers: FxHashMap<Signature, u32> = FxHashMap::default();
            let mut refined = Vec::with_capacity(classes.len());
            for state in 0..self.states() {
                let steps = self.steps(state);
                budget.poll_many(1 + steps.len() as u64)?;
                let length = |step: &super::Step| (step.output.len() as u32, classes[step.target as usize]);
                let mut lengths: Vec<(u32, u32)> = steps.iter().map(length).collect();
                lengths.sort_unstable();
                lengths.dedup();
                let fresh = numbers.len() as u32;
                refined.push(*numbers.entry((classes[state as usize], lengths)).or_insert(fresh));
            }
            classes = refined;
            if numbers.len() == count {
                return Ok(classes);
            }
            count = numbers.len();
        }
    }
}

impl LengthGraph {
    /// How many states there are; they are numbered from 0.
    #[must_use]
    pub fn states(&self) -> u32 {
        self.states
    }

    /// Where reading begins.
    #[must_use]
    pub fn initial(&self) -> u32 {
        self.initial
    }

    /// The edges, sorted.
    #[must_use]
    pub fn edges(&self) -> &[LengthEdge] {
        &self.edges
    }

    /// The states at which an input may end, and how much is written then, sorted.
    #[must_use]
    pub fn ends(&self) -> &[(u32, u32)] {
        &self.ends
    }
}
