//! Is there a word for which two machines write the same?
//!
//! Enters: a [`Joint`]. Leaves: such a word, the certainty that there is none, or neither. While both
//! machines read, one is ahead: what it has written more is the *lag*. A search over nodes with
//! their lags, shortest words first, ends when all lags have been seen. It need not end: that two
//! machines agree somewhere is not decidable (Post's problem). So a search has a cap.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::joint::{Joint, Outputs};

/// What a search for a word has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Both machines write the same for this word.
    Word(Vec<u32>),
    /// There is no such word.
    Never,
    /// The search was given up.
    Open,
}

/// Which machine has written more, and what. If neither is ahead, it is the first one, by the empty word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Lag {
    pub(super) ahead: usize,
    pub(super) word: Vec<u32>,
}

impl Lag {
    /// The lag after both have written more. Returns `None` if the outputs differ from then on.
    pub(super) fn after(&self, outputs: &Outputs) -> Option<Self> {
        let mut word = self.word.clone();
        word.extend_from_slice(&outputs[self.ahead]);
        let other = &outputs[1 - self.ahead];
        if word.len() >= other.len() {
            let rest = word.strip_prefix(&**other)?.to_vec();
            let ahead = if rest.is_empty() { 0 } else { self.ahead };
            return Some(Self { ahead, word: rest });
        }
        let rest = other.strip_prefix(&*word)?.to_vec();
        Some(Self { ahead: 1 - self.ahead, word: rest })
    }

    /// Are both outputs the same when this is written last?
    pub(super) fn ends_with(&self, outputs: &Outputs) -> bool {
        self.after(outputs).is_some_and(|lag| lag.word.is_empty())
    }
}

/// A lag at a node, and how it came about: the visit before it and the character read.
struct Visit {
    node: u32,
    before: Option<(usize, u32)>,
}

impl Joint {
    /// Looks for a word for which both machines write the same, and looks at no more than `cap` lags.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn agree(&self, cap: usize, budget: &Budget) -> Result<Agreement, Stop> {
        let mut search = Search { seen: FxHashMap::default(), visits: Vec::new(), open: VecDeque::new() };
        for (node, outputs) in &self.starts {
            if let Some(lag) = Lag::default().after(outputs) {
                search.add(Visit { node: *node, before: None }, lag);
            }
        }
        while let Some((visit, lag)) = search.open.pop_front() {
            budget.poll_many(1 + lag.word.len() as u64 / 16)?;
            let node = search.visits[visit].node as usize;
            if self.ends[node].as_ref().is_some_and(|outputs| lag.ends_with(outputs)) {
                return Ok(Agreement::Word(search.word_of(visit)));
            }
            if search.visits.len() > cap {
                return Ok(Agreement::Open);
            }
            for edge in &self.edges[node] {
                if let Some(lag) = lag.after(&edge.outputs) {
                    search.add(Visit { node: edge.target, before: Some((visit, edge.character)) }, lag);
                }
            }
        }
        Ok(Agreement::Never)
    }
}

/// A search over nodes with their lags.
struct Search {
    seen: FxHashMap<(u32, Lag), usize>,
    visits: Vec<Visit>,
    open: VecDeque<(usize, Lag)>,
}

impl Search {
    /// Adds a lag at a node, unless it is known.
    fn add(&mut self, visit: Visit, lag: Lag) {
        let number = self.visits.len();
        if *self.seen.entry((visit.node, lag.clone())).or_insert(number) == number {
            self.visits.push(visit);
            self.open.push_back((number, lag));
        }
    }

    /// The word that was read up to a visit.
    fn word_of(&self, mut visit: usize) -> Vec<u32> {
        let mut word = Vec::new();
        while let Some((before, character)) = self.visits[visit].before {
            word.push(character);
            visit = before;
        }
        word.reverse();
        word
    }
}
