//! Whole numbers that arguments have: numbers themselves, lengths of words, letters behind an index.

use tress_rewrite::env::Env;
use tress_term::term::{Op, Sort, Term, TermStore, Value};

/// A measure of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// The argument at a place.
    Number(usize),
    /// The length of the argument at a place.
    Length(usize),
    /// How many letters of a word stand at an index and behind it: the places of both.
    Behind(usize, usize),
}

impl Measure {
    /// All measures of arguments of these sorts.
    pub(super) fn all(sorts: &[Sort]) -> Vec<Measure> {
        let at = |sort: Sort| (0..sorts.len()).filter(move |place| sorts[*place] == sort);
        let mut found: Vec<Measure> = at(Sort::String).map(Measure::Length).collect();
        found.extend(at(Sort::Int).map(Measure::Number));
        for word in at(Sort::String) {
            found.extend(at(Sort::Int).map(|index| Measure::Behind(word, index)));
        }
        found
    }

    /// The measure as a term over arguments.
    pub(super) fn term(self, env: &mut Env<'_>, args: &[Term]) -> Term {
        match self {
            Measure::Number(place) => args[place],
            Measure::Length(place) => env.length(args[place]),
            Measure::Behind(word, index) => {
                let length = env.length(args[word]);
                env.app(Op::Sub, &[length, args[index]])
            }
        }
    }

    /// The measure of values, when it is small.
    pub(super) fn value(self, args: &[Value]) -> Option<i64> {
        let number = |place: usize| match &args[place] {
            Value::Int(number) => number.to_i64(),
            Value::Str(word) => Some(word.len() as i64),
            _ => None,
        };
        match self {
            Measure::Number(place) | Measure::Length(place) => number(place),
            Measure::Behind(word, index) => number(word)?.checked_sub(number(index)?),
        }
    }
}

/// The arguments that laws are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    All,
    /// The number at a place is not negative.
    NotNegative(usize),
}

impl Domain {
    /// All domains for arguments of these sorts, the largest first.
    pub(super) fn all(sorts: &[Sort]) -> Vec<Domain> {
        let numbers = (0..sorts.len()).filter(|place| sorts[*place] == Sort::Int);
        std::iter::once(Domain::All).chain(numbers.map(Domain::NotNegative)).collect()
    }

    /// That arguments lie in it.
    pub(super) fn term(self, env: &mut Env<'_>, args: &[Term]) -> Term {
        match self {
            Domain::All => TermStore::TRUE,
            Domain::NotNegative(place) => {
                let zero = env.store.int(0);
                env.app(Op::Ge, &[args[place], zero])
            }
        }
    }

    /// Do values lie in it?
    pub(super) fn has(self, args: &[Value]) -> bool {
        match self {
            Domain::All => true,
            Domain::NotNegative(place) => {
                Measure::Number(place).value(args).is_some_and(|number| number >= 0)
            }
        }
    }
}
