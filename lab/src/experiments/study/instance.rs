//! The questions of the experiment, and what becomes of one.

use std::time::Duration;

use tress_automata::emptiness::{Goal, find_word};
use tress_automata::{Regex, RegexStore, matches};
use tress_base::{Budget, Stop};

use super::alphabet::Alphabet;
use super::automata::Mode;
use super::regexes::{Inputs, known_difference, known_intersection};

/// What is done with two automata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Product,
    Difference,
}

/// One question about two of the ten expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Instance {
    pub(super) operation: Operation,
    pub(super) mode: Mode,
    pub(super) i: usize,
    pub(super) j: usize,
}

impl Instance {
    /// All questions about the first `count` expressions: products of pairs in one order, differences in both.
    pub(super) fn all(count: usize) -> Vec<Instance> {
        let mut found = Vec::new();
        for operation in [Operation::Product, Operation::Difference] {
            for mode in [Mode::Eager, Mode::Lazy] {
                for i in 0..count {
                    let first = if operation == Operation::Product { i } else { 0 };
                    found.extend((first..count).map(|j| Instance { operation, mode, i, j }));
                }
            }
        }
        found
    }

    /// The length of a shortest word of the result; `None` when it is empty.
    pub(super) fn known(self) -> Option<usize> {
        match self.operation {
            Operation::Product => known_intersection(self.i, self.j),
            Operation::Difference => known_difference(self.i, self.j),
        }
    }

    /// Is one of these the number of an expression of the question?
    pub(super) fn uses(self, numbers: &[usize]) -> bool {
        numbers.contains(&self.i) || numbers.contains(&self.j)
    }
}

/// What a run found.
#[derive(Clone, Debug)]
pub(super) struct Solved {
    /// Has the result no words?
    pub(super) empty: bool,
    /// A word of it, where the method tells one.
    pub(super) word: Option<Vec<u32>>,
    /// The length of a shortest word, where the method tells it.
    pub(super) shortest: Option<usize>,
    /// States of the result that were met, where the method tells.
    pub(super) states: Option<usize>,
    pub(super) time: Duration,
}

/// A question and what became of it.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub(super) instance: Instance,
    pub(super) result: Result<Solved, Stop>,
}

impl Point {
    /// Seconds, when there is an answer.
    pub(super) fn seconds(&self) -> Option<f64> {
        self.result.as_ref().ok().map(|solved| solved.time.as_secs_f64())
    }
}

/// Knows the right answers: emptiness from the records, words by the derivatives of `tress-automata`, lengths from
/// the records of eight bits or, where there are more digits and letters, by derivatives.
pub(super) struct Judge {
    store: RegexStore,
    regexes: Vec<Regex>,
    lengths: Vec<(Instance, Option<usize>)>,
}

impl Judge {
    pub(super) fn new(inputs: &Inputs) -> Judge {
        let mut store = RegexStore::new();
        let all = Alphabet::UTF16.all();
        let regexes = inputs.patterns.iter().map(|pattern| pattern.regex(&mut store, &all)).collect();
        Judge { store, regexes, lengths: Vec::new() }
    }

    /// The length of a shortest word over an alphabet.
    fn known(&mut self, alphabet: Alphabet, instance: Instance) -> Option<usize> {
        if alphabet == Alphabet::ASCII {
            return instance.known();
        }
        let asked = Instance { mode: Mode::Lazy, ..instance };
        if let Some((_, length)) = self.lengths.iter().find(|(known, _)| *known == asked) {
            return *length;
        }
        let (left, right) = (self.regexes[asked.i], self.regexes[asked.j]);
        let right = match asked.operation {
            Operation::Product => right,
            Operation::Difference => self.store.complement(right),
        };
        let both = self.store.inter(&[left, right]);
        let word = find_word(&mut self.store, both, Goal::Shortest, &Budget::unlimited());
        let length = word.expect("there is no limit").map(|word| word.len());
        self.lengths.push((asked, length));
        length
    }

    /// What is wrong with an answer over an alphabet.
    pub(super) fn problem(&mut self, alphabet: Alphabet, point: &Point) -> Option<String> {
        let Ok(solved) = &point.result else { return None };
        let known = point.instance.known();
        if solved.empty != known.is_none() {
            return Some(format!("empty: {}", solved.empty));
        }
        let known = if solved.shortest.is_some() { self.known(alphabet, point.instance) } else { None };
        if solved.shortest != known {
            return Some(format!("shortest length {:?}, known {known:?}", solved.shortest));
        }
        let word = solved.word.as_ref()?;
        let mut accepts = |number: usize| {
            let regex = self.regexes[number];
            matches(&mut self.store, regex, word, &Budget::unlimited()) == Ok(true)
        };
        let wanted = point.instance.operation == Operation::Product;
        let fits = accepts(point.instance.i) && accepts(point.instance.j) == wanted;
        (!fits).then(|| format!("{word:?} is no word of the result"))
    }
}
