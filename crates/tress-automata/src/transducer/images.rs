//! Languages through machines: what comes out, and what must have gone in.
//!
//! Enters: a machine and an automaton. Leaves: the automaton of all outputs for its words (the image),
//! of all inputs with an output among its words (the pre-image), or one shortest such input.
//! All are exact: what would be too large is refused, never approximated.

use tress_base::{Budget, Stop};

use super::compose::Composition;
use super::{Piece, Step, Transducer};
use crate::charset::{CharRange, CharSet};
use crate::nfa::{Capped, Nfa, NfaBuilder};

impl Transducer {
    /// The inputs that have an output in `language`. Returns `None` if the product has more than `cap`
    /// states.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn preimage(&self, language: &Nfa, cap: usize, budget: &Budget) -> Capped {
        Ok(self.then(&Self::swallowing(language), cap, budget)?.map(|machine| machine.inputs()))
    }

    /// The outputs for inputs in `language`. Returns `None` if the automaton would have more than `cap`
    /// states.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn image(&self, language: &Nfa, cap: usize, budget: &Budget) -> Capped {
        match self.restrict_input(language, cap, budget)? {
            Some(machine) => machine.outputs(cap, budget),
            None => Ok(None),
        }
    }

    /// All words that have an output.
    #[must_use]
    pub fn inputs(&self) -> Nfa {
        let mut builder = NfaBuilder::new();
        builder.reserve_states(self.states());
        builder.set_initial(self.initial);
        for state in 0..self.states() {
            if self.last(state).is_some() {
                builder.set_accepting(state);
            }
            for step in self.steps(state) {
                builder.add_edge(state, (step.low, step.high), step.target);
            }
        }
        builder.build().trim()
    }

    /// All words that are written. Returns `None` if their automaton would have more than `cap` states. An
    /// edge that writes what it read more than once needs a state for every character.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn outputs(&self, cap: usize, budget: &Budget) -> Capped {
        let mut graph = Graph { edges: vec![Vec::new(); self.steps.len()], silent: Vec::new(), cap };
        let end = graph.state();
        for state in 0..self.states() {
            for step in self.steps(state) {
                budget.poll_many(1 + step.output.len() as u64)?;
                if !graph.write(state, step) {
                    return Ok(None);
                }
            }
            let Some(last) = self.last(state) else { continue };
            let characters: Vec<CharRange> = last.iter().map(|c| (*c, *c)).collect();
            if !graph.path(state, &characters, end) {
                return Ok(None);
            }
        }
        graph.automaton(self.initial, end, budget).map(Some)
    }

    /// A shortest input that has an output in `language`.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn find_input(&self, language: &Nfa, budget: &Budget) -> Result<Option<Vec<u32>>, Stop> {
        let reader = Self::swallowing(language);
        let useful = (self.live(), reader.live());
        let mut work = Composition::new(self, &reader, usize::MAX, budget);
        // The pair and the character from which each pair was first reached.
        let mut origins: Vec<(usize, u32)> = vec![(0, 0)];
        let mut at = 0;
        while let Some((p, q)) = work.pair(at) {
            if work.read_last(p, q)?.is_some_and(|words| !words.is_empty()) {
                return Ok(Some(word_to(&origins, at)));
            }
            for step in self.steps(p).iter().filter(|step| useful.0.contains(step.target as usize)) {
                let runs = work.read(q, (step.low, step.high), &step.output)?;
                for run in runs.unwrap_or_default() {
                    if !useful.1.contains(run.state as usize) {
                        continue;
                    }
                    if work.number((step.target, run.state)) as usize == origins.len() {
                        let c = CharSet::range(run.range.0, run.range.1).representative();
                        origins.push((at, c.unwrap_or(run.range.0)));
                    }
                }
            }
            at += 1;
        }
        Ok(None)
    }
}

fn word_to(origins: &[(usize, u32)], mut at: usize) -> Vec<u32> {
    let mut word = Vec::new();
    while at != 0 {
        let (before, c) = origins[at];
        word.push(c);
        at = before;
    }
    word.reverse();
    word
}

/// An automaton with edges that read nothing.
struct Graph {
    edges: Vec<Vec<(CharRange, u32)>>,
    silent: Vec<(u32, u32)>,
    cap: usize,
}

impl Graph {
    fn state(&mut self) -> u32 {
        self.edges.push(Vec::new());
        self.edges.len() as u32 - 1
    }

    /// Reads what an edge writes; returns whether it fits.
    fn write(&mut self, from: u32, step: &Step) -> bool {
        let copies = step.output.iter().filter(|piece| matches!(piece, Piece::Read(_))).count();
        if copies < 2 {
            return self.write_range(from, step, (step.low, step.high));
        }
        (step.low..=step.high).all(|c| self.write_range(from, step, (c, c)))
    }

    fn write_range(&mut self, from: u32, step: &Step, (low, high): CharRange) -> bool {
        let characters: Vec<CharRange> =
            step.output.iter().map(|piece| (piece.on(low), piece.on(high))).collect();
        self.path(from, &characters, step.target)
    }

    /// A path over new states, one range after the other.
    fn path(&mut self, mut from: u32, characters: &[CharRange], target: u32) -> bool {
        let Some((last, before)) = characters.split_last() else {
            self.silent.push((from, target));
            return true;
        };
        for range in before {
            let next = self.state();
            self.edges[from as usize].push((*range, next));
            from = next;
        }
        self.edges[from as usize].push((*last, target));
        self.edges.len() <= self.cap
    }

    /// The automaton: every state has the edges of all states that it reaches silently.
    fn automaton(mut self, initial: u32, end: u32, budget: &Budget) -> Result<Nfa, Stop> {
        self.silent.sort_unstable();
        let mut builder = NfaBuilder::new();
        builder.reserve_states(self.edges.len() as u32);
        builder.set_initial(initial);
        let mut seen = vec![u32::MAX; self.edges.len()];
        for state in 0..self.edges.len() as u32 {
            let mut stack = vec![state];
            seen[state as usize] = state;
            while let Some(at) = stack.pop() {
                budget.poll_many(1 + self.edges[at as usize].len() as u64)?;
                if at == end {
                    builder.set_accepting(state);
                }
                for (range, target) in &self.edges[at as usize] {
                    builder.add_edge(state, *range, *target);
                }
                let first = self.silent.partition_point(|(from, _)| *from < at);
                for (_, next) in self.silent[first..].iter().take_while(|(from, _)| *from == at) {
                    if std::mem::replace(&mut seen[*next as usize], state) != state {
                        stack.push(*next);
                    }
                }
            }
        }
        Ok(builder.build().trim())
    }
}
