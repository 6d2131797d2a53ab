//! Two machines that read one word.
//!
//! Enters: two machines and a language. Leaves: a finite graph whose paths are the words of the
//! language that both machines accept, with what each of them writes. Characters that no edge
//! distinguishes have one representative, so the graph is as exact as the machines: whoever maps every
//! character of a word to its representative maps both outputs in the same way.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::limits::{JOINT_CHARACTERS, JOINT_EDGES, JOINT_LANGUAGE_STATES, JOINT_NODES};
use super::{Piece, Step, Transducer};
use crate::charset::MAX_CHAR;
use crate::regex::{Regex, RegexStore};

/// What the two machines write.
pub(super) type Outputs = [Box<[u32]>; 2];

/// A character is read, both machines write, and the graph goes on in `target`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge {
    pub(super) outputs: Outputs,
    pub(super) target: u32,
    /// One of the characters that do this.
    pub(super) character: u32,
}

/// Two machines that read one word of a language.
///
/// Invariant: from every node an end can be reached.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Where reading begins, and what is written before it.
    pub(super) starts: Vec<(u32, Outputs)>,
    pub(super) edges: Vec<Vec<Edge>>,
    /// What is written when the word ends at a node, if it can.
    pub(super) ends: Vec<Option<Outputs>>,
}

/// A language, state by state: its ranges with their targets, and whether the empty word is left.
type Language = Vec<(Vec<(u32, u32, u32)>, bool)>;

impl Joint {
    /// The two machines on the words of a language. Returns `None` if that takes too many states.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn new(
        machines: [&Transducer; 2],
        store: &mut RegexStore,
        language: Regex,
        budget: &Budget,
    ) -> Result<Option<Self>, Stop> {
        let Some(language) = explore(store, language, budget)? else { return Ok(None) };
        let Some(characters) = characters(machines, &language, budget)? else { return Ok(None) };
        Product::new(machines, &language, &characters).explore(budget)
    }

    /// No word is read by both machines.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// The same words and outputs, read from their ends.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let reverse = |outputs: &Outputs| outputs.each_ref().map(|word| word.iter().rev().copied().collect());
        let mut edges: Vec<Vec<Edge>> = vec![Vec::new(); self.len()];
        for (from, edge) in self.all_edges() {
            let outputs = reverse(&edge.outputs);
            edges[edge.target as usize].push(Edge { outputs, target: from, character: edge.character });
        }
        let mut ends = vec![None; self.len()];
        for (node, outputs) in &self.starts {
            ends[*node as usize] = Some(reverse(outputs));
        }
        let starts = (0..).zip(&self.ends);
        let starts = starts.filter_map(|(node, end)| end.as_ref().map(|outputs| (node, reverse(outputs))));
        Self { starts: starts.collect(), edges, ends }.trimmed()
    }

    /// All edges with the nodes where they begin.
    pub(super) fn all_edges(&self) -> impl Iterator<Item = (u32, &Edge)> {
        (0..).zip(&self.edges).flat_map(|(node, edges)| edges.iter().map(move |edge| (node, edge)))
    }

    /// Leaves out nodes from which no end is reached, and nodes that no start reaches.
    fn trimmed(self) -> Self {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.len()];
        let mut after = before.clone();
        for (from, edge) in self.all_edges() {
            before[edge.target as usize].push(from);
            after[from as usize].push(edge.target);
        }
        let ends = (0..).zip(&self.ends).filter(|(_, end)| end.is_some()).map(|(node, _)| node);
        let useful = closure(&before, ends);
        let found = closure(&after, self.starts.iter().map(|start| start.0));
        let mut numbers = vec![u32::MAX; self.len()];
        let mut count = 0;
        for node in 0..self.len() {
            if useful[node] && found[node] {
                numbers[node] = count;
                count += 1;
            }
        }
        let is_kept = |node: u32| numbers[node as usize] != u32::MAX;
        let mut joint = Self { starts: Vec::new(), edges: Vec::new(), ends: Vec::new() };
        let starts = self.starts.into_iter().filter(|start| is_kept(start.0));
        joint.starts = starts.map(|(node, outputs)| (numbers[node as usize], outputs)).collect();
        for (node, (edges, end)) in self.edges.into_iter().zip(self.ends).enumerate() {
            if numbers[node] == u32::MAX {
                continue;
            }
            let mut kept: Vec<Edge> = edges.into_iter().filter(|edge| is_kept(edge.target)).collect();
            for edge in &mut kept {
                edge.target = numbers[edge.target as usize];
            }
            kept.sort_unstable();
            kept.dedup_by(|later, first| later.target == first.target && later.outputs == first.outputs);
            joint.edges.push(kept);
            joint.ends.push(end);
        }
        joint
    }
}

/// All nodes that are reached from some along `next`.
fn closure(next: &[Vec<u32>], from: impl Iterator<Item = u32>) -> Vec<bool> {
    let mut reached = vec![false; next.len()];
    let mut stack: Vec<u32> = from.collect();
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut reached[node as usize], true) {
            stack.extend_from_slice(&next[node as usize]);
        }
    }
    reached
}

/// The states of a language, unless there are too many.
fn explore(store: &mut RegexStore, language: Regex, budget: &Budget) -> Result<Option<Language>, Stop> {
    let mut numbers: FxHashMap<Regex, u32> = FxHashMap::from_iter([(language, 0)]);
    let (mut order, mut states) = (vec![language], Vec::new());
    while let Some(&state) = order.get(states.len()) {
        budget.poll()?;
        if JOINT_LANGUAGE_STATES.is_exceeded(order.len(), budget) {
            return Ok(None);
        }
        let mut ranges = Vec::new();
        for transition in store.transitions(state, budget)? {
            let target = *numbers.entry(transition.target).or_insert_with(|| {
                order.push(transition.target);
                order.len() as u32 - 1
            });
            ranges.push((transition.low, transition.high, target));
        }
        states.push((ranges, store.is_nullable(state)));
    }
    Ok(Some(states))
}

/// The characters that represent all others, unless there are too many: the first of each interval
/// in which nothing distinguishes two characters.
fn characters(
    machines: [&Transducer; 2],
    language: &Language,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, Stop> {
    let mut starts = BTreeSet::from([0]);
    let mut cut = |low: u32, high: u32| starts.extend([low, high + 1]);
    for (low, high, _) in language.iter().flat_map(|state| &state.0) {
        cut(*low, *high);
    }
    let mut shifts = BTreeSet::new();
    for machine in machines {
        for state in 0..machine.states() {
            budget.poll()?;
            machine.last(state).unwrap_or(&[]).iter().for_each(|c| cut(*c, *c));
            for step in machine.steps(state) {
                cut(step.low, step.high);
                for piece in &step.output {
                    match *piece {
                        Piece::Char(c) => cut(c, c),
                        Piece::Read(0) => {}
                        Piece::Read(shift) => {
                            cut(piece.on(step.low), piece.on(step.high));
                            shifts.insert((step.low, step.high, shift));
                        }
                    }
                }
            }
        }
    }
    starts.remove(&(MAX_CHAR + 1));
    if !close_under(&mut starts, &shifts, budget)? {
        return Ok(None);
    }
    Ok(Some(starts.into_iter().collect()))
}

/// Cuts intervals until every shift leads intervals to intervals. False when there are too many.
fn close_under(
    starts: &mut BTreeSet<u32>,
    shifts: &BTreeSet<(u32, u32, i32)>,
    budget: &Budget,
) -> Result<bool, Stop> {
    loop {
        let before = starts.len();
        for (low, high, shift) in shifts {
            budget.poll_many(starts.len() as u64)?;
            let there = starts.range(*low..=*high).map(|c| c.wrapping_add_signed(*shift));
            let image = Piece::Read(*shift);
            let back = starts.range(image.on(*low)..=image.on(*high)).map(|c| c.wrapping_add_signed(-*shift));
            let new: Vec<u32> = there.chain(back).collect();
            starts.extend(new);
        }
        if JOINT_CHARACTERS.is_exceeded(starts.len(), budget) {
            return Ok(false);
        }
        if starts.len() == before {
            return Ok(true);
        }
    }
}

/// What a machine does on each character.
type Row = Vec<Vec<(Box<[u32]>, u32)>>;

/// The graph under construction.
struct Product<'a> {
    machines: [&'a Transducer; 2],
    language: &'a Language,
    characters: &'a [u32],
    rows: [Vec<Option<Row>>; 2],
    /// Nodes by their states: of both machines and of the language.
    numbers: BTreeMap<[u32; 3], u32>,
    order: Vec<[u32; 3]>,
}

impl<'a> Product<'a> {
    fn new(machines: [&'a Transducer; 2], language: &'a Language, characters: &'a [u32]) -> Self {
        let start = [machines[0].initial(), machines[1].initial(), 0];
        let rows = machines.map(|machine| vec![None; machine.states() as usize]);
        let numbers = BTreeMap::from([(start, 0)]);
        Self { machines, language, characters, rows, numbers, order: vec![start] }
    }

    fn explore(mut self, budget: &Budget) -> Result<Option<Joint>, Stop> {
        let nothing = || Outputs::default();
        let mut joint = Joint { starts: vec![(0, nothing())], edges: Vec::new(), ends: Vec::new() };
        let mut count = 0;
        while let Some(&node) = self.order.get(joint.len()) {
            budget.poll_many(self.characters.len() as u64)?;
            let edges = self.edges_of(node);
            count += edges.len();
            if JOINT_NODES.is_exceeded(self.order.len(), budget) || JOINT_EDGES.is_exceeded(count, budget) {
                return Ok(None);
            }
            joint.edges.push(edges);
            let lasts = [self.machines[0].last(node[0]), self.machines[1].last(node[1])];
            joint.ends.push(match lasts {
                [Some(first), Some(second)] if self.language[node[2] as usize].1 => {
                    Some([first.into(), second.into()])
                }
                _ => None,
            });
        }
        Ok(Some(joint.trimmed()))
    }

    /// The edges of a node. Where characters differ in nothing, one of them represents all.
    fn edges_of(&mut self, [first, second, state]: [u32; 3]) -> Vec<Edge> {
        self.fill(0, first);
        self.fill(1, second);
        let Self { language, characters, rows, numbers, order, .. } = self;
        let [Some(one), Some(other)] = [&rows[0][first as usize], &rows[1][second as usize]] else {
            return Vec::new();
        };
        let ranges = &language[state as usize].0;
        let mut edges = Vec::new();
        for (index, character) in characters.iter().enumerate() {
            let at = ranges.partition_point(|range| range.1 < *character);
            let Some((_, _, next)) = ranges.get(at).filter(|range| range.0 <= *character) else { continue };
            for (written, target) in &one[index] {
                for (also_written, other_target) in &other[index] {
                    let target = [*target, *other_target, *next];
                    let number = *numbers.entry(target).or_insert_with(|| {
                        order.push(target);
                        order.len() as u32 - 1
                    });
                    let outputs = [written.clone(), also_written.clone()];
                    edges.push(Edge { outputs, target: number, character: *character });
                }
            }
        }
        edges
    }

    /// What a machine does in a state.
    fn fill(&mut self, machine: usize, state: u32) {
        let row = &mut self.rows[machine][state as usize];
        if row.is_some() {
            return;
        }
        let steps = self.machines[machine].steps(state);
        let on = |character: u32| {
            let fits = steps.iter().filter(move |step| step.low <= character && character <= step.high);
            fits.map(move |step: &Step| {
                (step.output.iter().map(|piece| piece.on(character)).collect(), step.target)
            })
        };
        *row = Some(self.characters.iter().map(|character| on(*character).collect()).collect());
    }
}
