//! Context-free grammars up to a length: their words of bounded length are regular sets.
//!
//! Enters: a grammar as text ([`Grammar::parse`]) and a length. Leaves: an expression for its words of that
//! length ([`Bounded::exactly`]) or up to it ([`Bounded::up_to`]), and answers about two grammars: a word
//! that both derive ([`common_word`]), a word of one that the other does not derive ([`word_outside`]), and
//! about one: a word that it derives in two ways ([`ambiguous_word`]), all by the lazy search of
//! [`tress_automata::follow`].
//!
//! The expressions share their parts: there is one for each symbol and each length, so a grammar with `p`
//! binary productions and a length `n` make about `p·n²` nodes, however many words there are.
//!
//! # Notation
//!
//! ```text
//! # From the first rule on; the first name is the start.
//! List  -> "(" Items? ")"
//! Items -> Item | Item "," Items
//! Item  -> [a-z]+ | List | ""
//! ```
//!
//! A rule is a name, `->` (or `::=`, or `=`), and alternatives between `|`; it ends where the next one
//! begins, or at `;`. Words stand in quotation marks, characters in `[…]` with ranges and `^` for all others,
//! `.` is any character, and `?`, `*`, `+` and parentheses mean what they mean in patterns. `\n`, `\t`, `\r`,
//! `\\`, `\"` and `\u{…}` are understood in words and in sets. A name with two rules has the alternatives of
//! both.
//!
//! ```
//! use tress_languages::grammar::{Grammar, common_word, word_outside};
//! use tress_automata::RegexStore;
//! use tress_base::Budget;
//!
//! let nested = Grammar::parse(r#"S -> "a" S "b" | """#).unwrap();
//! let palindromes = Grammar::parse(r#"P -> "a" P "a" | "b" P "b" | [ab] | """#).unwrap();
//! let (mut store, budget) = (RegexStore::new(), Budget::unlimited());
//! // Only the empty word is in both.
//! assert_eq!(common_word(&mut store, &nested, &palindromes, 0..=0, &budget), Ok(Some(vec![])));
//! assert_eq!(common_word(&mut store, &nested, &palindromes, 1..=12, &budget), Ok(None));
//! assert_eq!(word_outside(&mut store, &nested, &palindromes, 0..=12, &budget), Ok(Some(vec![97, 98])));
//! let error = Grammar::parse("S -> \"a\" T").unwrap_err();
//! assert_eq!(error.to_string(), "1:10: no rule for T");
//! ```

mod ambiguity;
mod bounded;
mod questions;
mod read;
#[cfg(test)]
mod tests;
mod tokens;

pub use ambiguity::{Ambiguity, ambiguous_word};
pub use bounded::Bounded;
pub use questions::{common_word, comparison, word_outside};
pub use read::GrammarError;

use tress_automata::CharSet;

/// A part of a production.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// One character of a set.
    Chars(CharSet),
    /// What the symbol derives.
    Symbol(usize),
}

/// A context-free grammar.
///
/// Invariant: symbols are numbers below `productions.len()`, and 0 is the start. Every symbol has its list of
/// productions; what `?`, `*`, `+` and parentheses represent are symbols of their own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grammar {
    pub(crate) productions: Vec<Vec<Vec<Item>>>,
    /// For each symbol the rule in which it stands.
    names: Vec<String>,
}

impl Grammar {
    /// How many symbols there are, those for groups and repetitions included.
    #[must_use]
    pub fn symbols(&self) -> usize {
        self.productions.len()
    }

    /// How many productions there are.
    #[must_use]
    pub fn production_count(&self) -> usize {
        self.productions.iter().map(Vec::len).sum()
    }
}
