//! What a literal states, in the few forms that engines distinguish.
//!
//! Enters: a [`Constraint`]. Leaves: a [`Statement`]. Terms of strings are not looked into.

use tress_automata::{Regex, RegexStore};
use tress_base::{Budget, Stop};

use tress_rewrite::env::Env;
use tress_term::term::{Op, Sort, Sum, SymbolId, Term};

use crate::conjunction::Constraint;

/// A relation between two strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// They are equal.
    Equal,
    /// The first is a prefix of the second.
    Prefix,
    /// The first is a suffix of the second.
    Suffix,
    /// The first occurs in the second.
    Within,
}

impl Relation {
    /// May the second string have other characters before the first one, and behind it?
    #[must_use]
    pub fn open_ends(self) -> [bool; 2] {
        match self {
            Self::Equal => [false, false],
            Self::Prefix => [false, true],
            Self::Suffix => [true, false],
            Self::Within => [true, true],
        }
    }

    /// The strings that a known string is related to, or with `holds` false all others.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn language(
        self,
        regexes: &mut RegexStore,
        word: &[u32],
        holds: bool,
        budget: &Budget,
    ) -> Result<Regex, Stop> {
        let word = regexes.long_word(word, budget)?;
        let [before, behind] = self.open_ends().map(|open| if open { Regex::ALL } else { Regex::EPSILON });
        let language = regexes.concat(&[before, word, behind]);
        Ok(if holds { language } else { regexes.complement(language) })
    }
}

/// How a sum compares with zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// It is at most zero.
    AtMost,
    /// It is below zero.
    Below,
    /// It is zero.
    Equal,
    /// It is not zero.
    Unequal,
}

/// What a literal states.
#[derive(Clone, Debug)]
pub enum Statement<'l> {
    /// A relation of two strings, which holds or does not.
    Related(Relation, [Term; 2], bool),
    /// A string is in a language, a term of sort RegLan, or is not.
    Member(Term, Term, bool),
    /// How a sum compares with zero.
    Sum(&'l Sum, Compared),
    /// The value of a symbol of sort Bool.
    Truth(SymbolId, bool),
    /// Anything else.
    Other,
}

impl<'l> Statement<'l> {
    /// What a constraint states.
    pub fn of(env: &mut Env<'_>, constraint: &'l Constraint) -> Self {
        match constraint {
            Constraint::Equation(a, b) => Self::equality(env, [*a, *b], true),
            Constraint::Disequality(a, b) => Self::equality(env, [*a, *b], false),
            Constraint::Member(string, language) => Self::Member(*string, *language, true),
            Constraint::NotMember(string, language) => Self::Member(*string, *language, false),
            Constraint::AtMostZero(sum, true) => Self::Sum(sum, Compared::Below),
            Constraint::AtMostZero(sum, false) => Self::Sum(sum, Compared::AtMost),
            Constraint::Zero(sum) => Self::Sum(sum, Compared::Equal),
            Constraint::NotZero(sum) => Self::Sum(sum, Compared::Unequal),
            Constraint::Predicate(term, holds) => Self::predicate(env, *term, *holds),
        }
    }

    fn equality(env: &Env<'_>, sides: [Term; 2], holds: bool) -> Self {
        match env.store.sort(sides[0]) {
            Sort::String => Self::Related(Relation::Equal, sides, holds),
            _ => Self::Other,
        }
    }

    fn predicate(env: &mut Env<'_>, term: Term, holds: bool) -> Self {
        if let Some(symbol) = env.store.as_constant(term) {
            return Self::Truth(symbol, holds);
        }
        match (env.store.op(term), env.store.args(term)) {
            (Some(Op::PrefixOf), [needle, hay]) => Self::Related(Relation::Prefix, [*needle, *hay], holds),
            (Some(Op::SuffixOf), [needle, hay]) => Self::Related(Relation::Suffix, [*needle, *hay], holds),
            (Some(Op::Contains), [hay, needle]) => Self::Related(Relation::Within, [*needle, *hay], holds),
            (Some(Op::IsDigit), [string]) => {
                let string = *string;
                Self::Member(string, env.range('0', '9'), holds)
            }
            _ => Self::Other,
        }
    }
}
