//! The smallest machine of a function.
//!
//! First every state writes as early as it can: what all outputs from a state begin with moves onto
//! the edges that lead to it (Choffrut 1979). Then states that go on in the same way are merged,
//! range by range, as for automata. Of a deterministic machine this leaves the smallest
//! one, and it depends on the function only. Other machines stay what they are, with fewer states.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::ranges::{Range, fixed, merged};
use super::{CappedMachine, Piece, Step, Transducer, TransducerBuilder};

impl Transducer {
    /// The same relation with fewer states. Deterministic machines of one function become equal.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn minimize(&self, budget: &Budget) -> Result<Self, Stop> {
        let early = self.trim().write_early(budget)?;
        let classes = refine(&early, budget)?;
        Ok(early.merge(&classes).trim())
    }

    /// These machines one after the other, made small after every step. Returns `None` if one of them
    /// would have more than `cap` states before that. No machines at all copy.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn chain(machines: &[&Transducer], cap: usize, budget: &Budget) -> CappedMachine {
        let Some((first, rest)) = machines.split_first() else { return Ok(Some(Self::shifts(&[]))) };
        let mut all = first.minimize(budget)?;
        for machine in rest {
            let Some(longer) = all.then(machine, cap, budget)? else { return Ok(None) };
            all = longer.minimize(budget)?;
        }
        Ok(Some(all))
    }

    /// Moves what all outputs of a state begin with onto the edges that lead to it. The initial state
    /// writes it itself; when it can be reached again, a copy of it does.
    fn write_early(&self, budget: &Budget) -> Result<Self, Stop> {
        let mut prefixes = common_prefixes(self, budget)?;
        let returns = self.steps.iter().flatten().any(|step| step.target == self.initial);
        if !returns {
            prefixes[self.initial as usize].clear();
        }
        let mut builder = TransducerBuilder::new();
        for state in 0..self.states() {
            let early = prefixes[state as usize].len();
            let new = builder.state();
            if let Some(last) = self.last(state) {
                builder.accept(new, &last[early..]);
            }
        }
        for state in 0..self.states() {
            self.move_outputs(&mut builder, (state, state), &prefixes, prefixes[state as usize].len());
        }
        if prefixes[self.initial as usize].is_empty() {
            return Ok(builder.build(self.initial));
        }
        let start = builder.state();
        if let Some(last) = self.last(self.initial) {
            builder.accept(start, last);
        }
        self.move_outputs(&mut builder, (self.initial, start), &prefixes, 0);
        Ok(builder.build(start).trim())
    }

    /// Adds the edges of `from` to the new state `to`: each writes the prefix of its target, and not
    /// the first `early` characters.
    fn move_outputs(
        &self,
        builder: &mut TransducerBuilder,
        (from, to): (u32, u32),
        prefixes: &[Vec<u32>],
        early: usize,
    ) {
        for step in self.steps(from) {
            let mut output = fixed((step.low, step.high), &step.output);
            output.extend(prefixes[step.target as usize].iter().map(|c| Piece::Char(*c)));
            builder.step(to, (step.low, step.high), &output[early..], step.target);
        }
    }

    /// The machine of the classes.
    fn merge(&self, classes: &[u32]) -> Self {
        let mut builder = TransducerBuilder::new();
        for state in 0..self.states() {
            if classes[state as usize] < builder.states() {
                continue;
            }
            let class = builder.state();
            if let Some(last) = self.last(state) {
                builder.accept(class, last);
            }
        }
        let mut done = vec![false; builder.states() as usize];
        for state in 0..self.states() {
            let class = classes[state as usize];
            if std::mem::replace(&mut done[class as usize], true) {
                continue;
            }
            for range in merged(self.steps(state), classes) {
                builder.step(class, (range.low, range.high), &range.output, range.class);
            }
        }
        builder.build(classes[self.initial as usize])
    }
}

/// For each state what all its outputs begin with. All states must lie on the way to an end.
fn common_prefixes(machine: &Transducer, budget: &Budget) -> Result<Vec<Vec<u32>>, Stop> {
    let mut sources: Vec<Vec<u32>> = vec![Vec::new(); machine.steps.len()];
    for (state, steps) in machine.steps.iter().enumerate() {
        for step in steps {
            let sources = &mut sources[step.target as usize];
            if sources.last() != Some(&(state as u32)) {
                sources.push(state as u32);
            }
        }
    }
    // Nothing is known of a state at first: that represents every word.
    let mut prefixes: Vec<Option<Vec<u32>>> = vec![None; machine.steps.len()];
    let mut queue: VecDeque<u32> = (0..machine.states()).collect();
    let mut waiting = vec![true; machine.steps.len()];
    while let Some(state) = queue.pop_front() {
        waiting[state as usize] = false;
        budget.poll_many(1 + machine.steps(state).len() as u64)?;
        let prefix = common_prefix(machine, state, &prefixes);
        if prefix == prefixes[state as usize] {
            continue;
        }
        prefixes[state as usize] = prefix;
        for source in &sources[state as usize] {
            if !std::mem::replace(&mut waiting[*source as usize], true) {
                queue.push_back(*source);
            }
        }
    }
    Ok(prefixes.into_iter().map(Option::unwrap_or_default).collect())
}

/// What the outputs of `state` begin with, by what is known of the states behind it.
fn common_prefix(machine: &Transducer, state: u32, prefixes: &[Option<Vec<u32>>]) -> Option<Vec<u32>> {
    let mut common: Option<Vec<u32>> = machine.last(state).map(<[u32]>::to_vec);
    for step in machine.steps(state) {
        if common.as_ref().is_some_and(Vec::is_empty) {
            break;
        }
        let Some(words) = beginning(step, prefixes) else { continue };
        match &mut common {
            None => common = Some(words),
            Some(common) => {
                let same = common.iter().zip(&words).take_while(|(a, b)| a == b).count();
                common.truncate(same);
            }
        }
    }
    common
}

/// What all outputs over an edge begin with; `None` if nothing is known yet.
fn beginning(step: &Step, prefixes: &[Option<Vec<u32>>]) -> Option<Vec<u32>> {
    let mut word = Vec::with_capacity(step.output.len());
    for piece in &step.output {
        match piece {
            Piece::Read(_) if step.low < step.high => return Some(word),
            piece => word.push(piece.on(step.low)),
        }
    }
    word.extend_from_slice(prefixes[step.target as usize].as_ref()?);
    Some(word)
}

/// The class of each state, numbered in the order of their first states.
fn refine(machine: &Transducer, budget: &Budget) -> Result<Vec<u32>, Stop> {
    let mut by_last: FxHashMap<Option<&[u32]>, u32> = FxHashMap::default();
    let mut classes: Vec<u32> = Vec::with_capacity(machine.steps.len());
    for state in 0..machine.states() {
        let fresh = by_last.len() as u32;
        classes.push(*by_last.entry(machine.last(state)).or_insert(fresh));
    }
    let mut count = by_last.len();
    loop {
        let mut numbers: FxHashMap<(u32, Vec<Range>), u32> = FxHashMap::default();
        let mut refined = Vec::with_capacity(classes.len());
        for state in 0..machine.states() {
            let pieces: usize = machine.steps(state).iter().map(|step| 1 + step.output.len()).sum();
            budget.poll_many(1 + pieces as u64)?;
            let signature = (classes[state as usize], merged(machine.steps(state), &classes));
            let fresh = numbers.len() as u32;
            refined.push(*numbers.entry(signature).or_insert(fresh));
        }
        let settled = numbers.len() == count;
        count = numbers.len();
        classes = refined;
        if settled {
            return Ok(classes);
        }
    }
}
