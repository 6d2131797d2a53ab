//! What is compared: representations of sets over two alphabets, and the product's own ways.

use std::time::Duration;

use tress_automata::emptiness::{Goal, find_difference, find_word};
use tress_automata::nfa::{Nfa, find_common_word, find_difference as find_nfa_difference};
use tress_automata::{CharSet, RegexStore};
use tress_base::{Budget, Stop};

use super::alphabet::Alphabet;
use super::automata::{Mode, Sfa, difference, product};
use super::instance::{Instance, Operation, Point, Solved};
use super::regexes::Inputs;
use super::sets::{Algebra, Bdds, CharSets, Form, Predicates, RangeSets, Sorted};

/// How sets of characters are represented, or who answers in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Bdd,
    Pred,
    Range,
    Hash,
    Sorted,
    /// The product's sets with the product's minterms.
    CharSet,
    /// The product's automata.
    Nfa,
    /// The product's expressions and their derivatives.
    Derivatives,
}

/// Every method with its name.
pub(super) const METHODS: [(Method, &str); 8] = [
    (Method::Bdd, "BDD"),
    (Method::Pred, "Pred"),
    (Method::Range, "Range"),
    (Method::Hash, "Hash"),
    (Method::Sorted, "Sorted"),
    (Method::CharSet, "CharSet"),
    (Method::Nfa, "tress-NFA"),
    (Method::Derivatives, "tress-deriv"),
];

/// A method over an alphabet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) method: Method,
    pub(super) alphabet: Alphabet,
}

impl Column {
    /// All columns, in the order of the tables.
    pub(super) fn all() -> Vec<Column> {
        let both =
            |(method, _)| [Alphabet::ASCII, Alphabet::UTF16].map(|alphabet| Column { method, alphabet });
        METHODS.into_iter().flat_map(both).collect()
    }

    /// What tables call it.
    pub(super) fn name(self) -> String {
        let row = METHODS.iter().find(|(method, _)| *method == self.method);
        format!("{}-{}", row.map_or("", |row| row.1), self.alphabet.name())
    }

    /// Can it answer such questions? Derivatives build nothing.
    pub(super) fn takes(self, instance: Instance) -> bool {
        self.method != Method::Derivatives || instance.mode == Mode::Lazy
    }

    /// Does it take seconds for what others do in milliseconds?
    #[cfg(test)]
    pub(super) fn is_slow(self) -> bool {
        let slow = matches!(self.method, Method::Range | Method::Hash | Method::Pred);
        slow && self.alphabet == Alphabet::UTF16
    }

    /// Asks one question. The clock begins when sets and expressions are made.
    pub(super) fn ask(self, inputs: &Inputs, instance: Instance, limits: Limits) -> Point {
        let alphabet = self.alphabet;
        let question = Question { inputs, instance, limits };
        let result = match self.method {
            Method::Bdd => question.with(&mut Bdds::new(alphabet)),
            Method::Pred => question.with(&mut Predicates::new(alphabet, form(alphabet))),
            Method::Range => question.with(&mut RangeSets::new(alphabet)),
            Method::Hash => question.with(&mut CharSets::new(alphabet)),
            Method::Sorted => question.with(&mut Sorted::by_rank(alphabet)),
            Method::CharSet => question.with(&mut Sorted::by_sweep(alphabet)),
            Method::Nfa => question.with_nfas(&alphabet.all()),
            Method::Derivatives => question.with_derivatives(&alphabet.all()),
        };
        Point { instance, result }
    }
}

/// Ranges for the small alphabet, decision diagrams for the large one.
fn form(alphabet: Alphabet) -> Form {
    if alphabet == Alphabet::ASCII { Form::Ranges } else { Form::Choices }
}

/// What one question may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) time: Duration,
    pub(super) memory: u64,
}

impl Limits {
    fn start(self) -> Budget {
        Budget::unlimited().with_time(Some(self.time)).with_memory(Some(self.memory))
    }
}

struct Question<'a> {
    inputs: &'a Inputs,
    instance: Instance,
    limits: Limits,
}

impl Question<'_> {
    /// By the algorithms of chapter 3; the time has the elimination of ε-moves in it.
    fn with<A: Algebra>(&self, algebra: &mut A) -> Result<Solved, Stop> {
        let Instance { operation, mode, i, j } = self.instance;
        let (left, right) = (&self.inputs.automata[i], &self.inputs.automata[j]);
        let is_used = |place: usize| {
            let mut labels = left.moves.iter().chain(&right.moves);
            labels.any(|&(_, label, _)| label as usize == place)
        };
        let none = CharSet::empty();
        let sets: Vec<A::Set> = (0..self.inputs.sets.len())
            .map(|place| algebra.of(if is_used(place) { &self.inputs.sets[place] } else { &none }))
            .collect();
        let budget = self.limits.start();
        let a = Sfa::without_epsilon(left, &sets, &budget)?;
        let b = Sfa::without_epsilon(right, &sets, &budget)?;
        let found = match operation {
            Operation::Product => product(algebra, &a, &b, mode, &budget)?,
            Operation::Difference => difference(algebra, &a, &b, mode, &budget)?,
        };
        Ok(Solved {
            time: budget.elapsed(),
            empty: found.word.is_none(),
            shortest: found.automaton.as_ref().and_then(Sfa::shortest),
            word: found.word,
            states: Some(found.states),
        })
    }

    /// By the product's automata; the time has their making from expressions in it.
    fn with_nfas(&self, all: &CharSet) -> Result<Solved, Stop> {
        let mut store = RegexStore::new();
        let regexes = self.regexes(&mut store, all);
        let budget = self.limits.start();
        let make = |regex| Nfa::from_regex(&mut store, regex, usize::MAX, &budget);
        let [a, b] = both(regexes.map(make))?;
        let lazy = |word: Option<Vec<u32>>| Solved {
            time: budget.elapsed(),
            empty: word.is_none(),
            shortest: None,
            word,
            states: None,
        };
        let built = match (self.instance.mode, self.instance.operation) {
            (Mode::Lazy, Operation::Product) => return find_common_word(&a, &b, &budget).map(lazy),
            (Mode::Lazy, Operation::Difference) => return find_nfa_difference(&a, &b, &budget).map(lazy),
            (Mode::Eager, Operation::Product) => a.intersect(&b, usize::MAX, &budget)?,
            (Mode::Eager, Operation::Difference) => {
                let outside = uncapped(b.complement(usize::MAX, &budget)?);
                a.intersect(&outside, usize::MAX, &budget)?
            }
        };
        let built = uncapped(built);
        let time = budget.elapsed();
        let word = built.shortest_word();
        let shortest = word.as_ref().map(Vec::len);
        Ok(Solved { time, empty: word.is_none(), shortest, word, states: Some(built.states() as usize) })
    }

    /// By derivatives of one expression that says it all.
    fn with_derivatives(&self, all: &CharSet) -> Result<Solved, Stop> {
        let mut store = RegexStore::new();
        let [a, b] = self.regexes(&mut store, all);
        let budget = self.limits.start();
        let word = match self.instance.operation {
            Operation::Product => {
                let common = store.inter(&[a, b]);
                find_word(&mut store, common, Goal::Any, &budget)?
            }
            Operation::Difference => find_difference(&mut store, a, b, &budget)?,
        };
        Ok(Solved { time: budget.elapsed(), empty: word.is_none(), shortest: None, word, states: None })
    }

    fn regexes(&self, store: &mut RegexStore, all: &CharSet) -> [tress_automata::Regex; 2] {
        [self.instance.i, self.instance.j].map(|number| self.inputs.patterns[number].regex(store, all))
    }
}

fn both(made: [Result<Option<Nfa>, Stop>; 2]) -> Result<[Nfa; 2], Stop> {
    let [a, b] = made;
    Ok([uncapped(a?), uncapped(b?)])
}

fn uncapped(nfa: Option<Nfa>) -> Nfa {
    nfa.expect("there is no cap on its states")
}
