//! Whole numbers that arguments have: numbers themselves, lengths of strings, characters behind an index.

use tress_rewrite::env::Env;
use tress_term::term::{Op, Sort, Term, TermStore, Value};

/// A measure of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// The argument with this index.
    Number(usize),
    /// The length of the argument with this index.
    Length(usize),
    /// The number of characters of a string at an index and behind it, by the indices of both arguments.
    Behind(usize, usize),
}

impl Measure {
    /// All measures of arguments of these sorts.
    pub(super) fn all(sorts: &[Sort]) -> Vec<Measure> {
        let at = |sort: Sort| (0..sorts.len()).filter(move |position| sorts[*position] == sort);
        let mut found: Vec<Measure> = at(Sort::String).map(Measure::Length).collect();
        found.extend(at(Sort::Int).map(Measure::Number));
        for string in at(Sort::String) {
            found.extend(at(Sort::Int).map(|index| Measure::Behind(string, index)));
        }
        found
    }

    /// The measure as a term over arguments.
    pub(super) fn term(self, env: &mut Env<'_>, args: &[Term]) -> Term {
        match self {
            Measure::Number(position) => args[position],
            Measure::Length(position) => env.length(args[position]),
            Measure::Behind(string, index) => {
                let length = env.length(args[string]);
                env.app(Op::Sub, &[length, args[index]])
            }
        }
    }

    /// The measure of values, when it is small.
    pub(super) fn value(self, args: &[Value]) -> Option<i64> {
        let number = |position: usize| match &args[position] {
            Value::Int(number) => number.to_i64(),
            Value::Str(string) => Some(string.len() as i64),
            _ => None,
        };
        match self {
            Measure::Number(position) | Measure::Length(position) => number(position),
            Measure::Behind(string, index) => number(string)?.checked_sub(number(index)?),
        }
    }
}

/// The arguments that lemmas are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    All,
    /// The number with this index among the arguments is not negative.
    NotNegative(usize),
}

impl Domain {
    /// All domains for arguments of these sorts, the largest first.
    pub(super) fn all(sorts: &[Sort]) -> Vec<Domain> {
        let numbers = (0..sorts.len()).filter(|position| sorts[*position] == Sort::Int);
        std::iter::once(Domain::All).chain(numbers.map(Domain::NotNegative)).collect()
    }

    /// That arguments lie in it.
    pub(super) fn term(self, env: &mut Env<'_>, args: &[Term]) -> Term {
        match self {
            Domain::All => TermStore::TRUE,
            Domain::NotNegative(position) => {
                let zero = env.store.int(0);
                env.app(Op::Ge, &[args[position], zero])
            }
        }
    }

    /// Do values lie in it?
    pub(super) fn has(self, args: &[Value]) -> bool {
        match self {
            Domain::All => true,
            Domain::NotNegative(position) => {
                Measure::Number(position).value(args).is_some_and(|number| number >= 0)
            }
        }
    }
}
