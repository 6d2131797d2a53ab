//! Languages that are read by a deterministic automaton.
//!
//! Enters: a language, the automaton of a right side, and the states in which it may be. Leaves: where the
//! words of the language lead. A right side must accept whatever stands on the left, so a word is read from
//! *all* of these states at once, and nothing is known to be fine before all of them accept: these are the
//! universal quotients by languages that stand before and behind. With one state a [`Walk`] is the product of
//! the literature.
//!
//! Right sides have partial edges and no dead state: a missing edge means that nothing behind it is accepted.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tress_base::{Budget, Stop};

use tress_automata::nfa::{Edge, Nfa, NfaBuilder};
use tress_automata::{CharRange, MAX_CHAR};

/// States of a right side, sorted.
pub(super) type Set = Arc<[u32]>;

/// The words of a language as they are read from a set of states; those that lead out of the automaton are
/// left out.
///
/// Invariant: node `n` represents the state `nodes[n].0` of the language and the set `sets[nodes[n].1]`.
/// Nodes and sets are in the order of their shortest words.
pub(super) struct Walk {
    pub(super) nodes: Vec<(u32, u32)>,
    pub(super) sets: Vec<Set>,
    /// The nodes as an automaton. A node accepts when its state of the language does.
    pub(super) shape: Nfa,
}

impl Walk {
    /// Reads `language` in `machine`, which is deterministic, beginning in all states of `from`.
    pub(super) fn new(language: &Nfa, machine: &Nfa, from: &[u32], budget: &Budget) -> Result<Walk, Stop> {
        let mut sets = Sets { machine, list: Vec::new(), numbers: FxHashMap::default(), steps: Vec::new() };
        let start = sets.number(from.into());
        let mut nodes: Vec<(u32, u32)> = language.initial().iter().map(|&state| (state, start)).collect();
        let mut numbers: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        let mut builder = NfaBuilder::new();
        for (number, &node) in nodes.iter().enumerate() {
            numbers.insert(node, number as u32);
            builder.set_initial(number as u32);
        }
        let mut at = 0;
        while at < nodes.len() {
            let (state, set) = nodes[at];
            if language.is_accepting(state) {
                builder.set_accepting(at as u32);
            }
            let steps = sets.steps(set, budget)?;
            budget.poll_many(1 + language.edges(state).len() as u64 + steps.len() as u64)?;
            for edge in language.edges(state) {
                let first = steps.partition_point(|step| step.0.1 < edge.low);
                for &((low, high), set) in steps[first..].iter().take_while(|step| step.0.0 <= edge.high) {
                    let node = (edge.target, set);
                    let target = *numbers.entry(node).or_insert_with(|| {
                        nodes.push(node);
                        nodes.len() as u32 - 1
                    });
                    builder.add_edge(at as u32, (low.max(edge.low), high.min(edge.high)), target);
                }
            }
            at += 1;
        }
        Ok(Walk { nodes, sets: sets.list, shape: builder.build() })
    }

    /// The sets in which words of the language end, each with the nodes where they do, shortest words first.
    pub(super) fn ends(&self) -> Vec<(Set, Vec<u32>)> {
        let mut indices: FxHashMap<u32, usize> = FxHashMap::default();
        let mut ends: Vec<(Set, Vec<u32>)> = Vec::new();
        for node in self.shape.accepting() {
            let set = self.nodes[node as usize].1;
            let index = *indices.entry(set).or_insert_with(|| {
                ends.push((self.sets[set as usize].clone(), Vec::new()));
                ends.len() - 1
            });
            ends[index].1.push(node);
        }
        ends
    }

    /// The words of the language that end in these nodes.
    pub(super) fn words_to(&self, nodes: &[u32]) -> Nfa {
        self.shape.segment(self.shape.initial(), nodes)
    }

    /// The words of the language after which `ending` accepts from every state.
    pub(super) fn words_before(&self, ending: &mut Ending<'_>, budget: &Budget) -> Result<Nfa, Stop> {
        let mut kept = Vec::new();
        for (set, nodes) in self.ends() {
            if ending.follows_all(&set, budget)? {
                kept.extend(nodes);
            }
        }
        Ok(self.words_to(&kept))
    }
}

/// Characters that lead from one set to another.
type Steps = Arc<[(CharRange, u32)]>;

/// Numbered sets of states, with the steps that every member can take.
struct Sets<'a> {
    machine: &'a Nfa,
    list: Vec<Set>,
    numbers: FxHashMap<Set, u32>,
    steps: Vec<Option<Steps>>,
}

impl Sets<'_> {
    fn number(&mut self, set: Set) -> u32 {
        if let Some(&number) = self.numbers.get(&set) {
            return number;
        }
        let number = self.list.len() as u32;
        self.list.push(set.clone());
        self.steps.push(None);
        self.numbers.insert(set, number);
        number
    }

    fn steps(&mut self, set: u32, budget: &Budget) -> Result<Steps, Stop> {
        if let Some(steps) = &self.steps[set as usize] {
            return Ok(steps.clone());
        }
        let mut open: Vec<(CharRange, Vec<u32>)> = vec![((0, MAX_CHAR), Vec::new())];
        for &state in self.list[set as usize].clone().iter() {
            let edges = self.machine.edges(state);
            budget.poll_many((1 + edges.len() + open.len()) as u64)?;
            open = joined(&open, edges);
        }
        let numbered = open.into_iter().map(|(range, mut targets)| {
            targets.sort_unstable();
            targets.dedup();
            (range, self.number(targets.into()))
        });
        let steps: Steps = numbered.collect();
        self.steps[set as usize] = Some(steps.clone());
        Ok(steps)
    }
}

/// What is left of `open` where there is an edge, with its target added. Both are sorted and do not overlap.
fn joined(open: &[(CharRange, Vec<u32>)], edges: &[Edge]) -> Vec<(CharRange, Vec<u32>)> {
    let mut result = Vec::new();
    let mut next = 0;
    for ((low, high), targets) in open {
        while edges.get(next).is_some_and(|edge| edge.high < *low) {
            next += 1;
        }
        for edge in edges[next..].iter().take_while(|edge| edge.low <= *high) {
            let mut targets = targets.clone();
            targets.push(edge.target);
            result.push((((*low).max(edge.low), (*high).min(edge.high)), targets));
        }
    }
    result
}

/// The states to which words of `language` lead from `from`. Returns `None` if one of them leads out of the
/// automaton. The language must be trimmed, so that each of its edges is part of a word.
pub(super) fn through(
    machine: &Nfa,
    from: &[u32],
    language: &Nfa,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, Stop> {
    let mut reached: Vec<u32> = Vec::new();
    let mut reading = Reading { machine, seen: FxHashSet::default(), met: Vec::new() };
    let stays = reading.explore(language, from, budget, |state| {
        reached.push(state);
        true
    })?;
    reached.sort_unstable();
    reached.dedup();
    Ok(stays.then_some(reached))
}

/// How a language is read in an automaton.
struct Reading<'a> {
    machine: &'a Nfa,
    /// Pairs of a state of the automaton and a state of the language that need not be looked at again.
    seen: FxHashSet<(u32, u32)>,
    /// Those that the last exploration has added.
    met: Vec<(u32, u32)>,
}

impl Reading<'_> {
    /// Reads the language from all states of `from` and shows where its words end, until `visit` is false.
    /// False when it was, or a word leads out of the automaton.
    fn explore(
        &mut self,
        language: &Nfa,
        from: &[u32],
        budget: &Budget,
        mut visit: impl FnMut(u32) -> bool,
    ) -> Result<bool, Stop> {
        self.met.clear();
        for &p in from {
            language.initial().iter().for_each(|&q| self.meet(p, q));
        }
        let mut at = 0;
        while at < self.met.len() {
            let (p, q) = self.met[at];
            budget.poll_many(1 + language.edges(q).len() as u64)?;
            if language.is_accepting(q) && !visit(p) {
                return Ok(false);
            }
            for wanted in language.edges(q) {
                if !self.follow(p, wanted) {
                    return Ok(false);
                }
            }
            at += 1;
        }
        Ok(true)
    }

    fn meet(&mut self, p: u32, q: u32) {
        if self.seen.insert((p, q)) {
            self.met.push((p, q));
        }
    }

    /// Takes all characters of an edge of the language from state `p`; false when one of them leads out.
    fn follow(&mut self, p: u32, wanted: &Edge) -> bool {
        let edges = self.machine.edges(p);
        let first = edges.partition_point(|edge| edge.high < wanted.low);
        let mut open = wanted.low;
        for edge in &edges[first..] {
            if open > wanted.high || edge.low > open {
                break;
            }
            open = edge.high + 1;
            self.meet(edge.target, wanted.target);
        }
        open > wanted.high
    }
}

/// What stands behind a part: from which states is each of its words accepted?
pub(super) struct Ending<'a> {
    /// Whatever was seen is fine: no word from there is refused.
    reading: Reading<'a>,
    language: Nfa,
    verdicts: FxHashMap<u32, bool>,
}

impl<'a> Ending<'a> {
    pub(super) fn new(machine: &'a Nfa, language: &Nfa) -> Self {
        let reading = Reading { machine, seen: FxHashSet::default(), met: Vec::new() };
        Self { reading, language: language.trim(), verdicts: FxHashMap::default() }
    }

    /// Is every word accepted from every state of `set`?
    pub(super) fn follows_all(&mut self, set: &[u32], budget: &Budget) -> Result<bool, Stop> {
        for &state in set {
            if !self.follows(state, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn follows(&mut self, state: u32, budget: &Budget) -> Result<bool, Stop> {
        if let Some(&verdict) = self.verdicts.get(&state) {
            return Ok(verdict);
        }
        let machine = self.reading.machine;
        let verdict =
            self.reading.explore(&self.language, &[state], budget, |end| machine.is_accepting(end))?;
        if !verdict {
            // A refused word says nothing about the pairs that were met with it.
            let Reading { seen, met, .. } = &mut self.reading;
            met.iter().for_each(|pair| {
                seen.remove(pair);
            });
        }
        self.verdicts.insert(state, verdict);
        Ok(verdict)
    }
}
