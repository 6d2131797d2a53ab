//! Systems of constraints on languages, and their maximal solutions.
//!
//! Enters: a [`System`] of variables, constants and constraints `x∘"lit"∘y ⊆ c`. Leaves: its solutions, each
//! a language for every variable, as large as possible. Where a solver of strings gives one input, this gives
//! all of them.
//!
//! ```
//! use tress_languages::maximal::System;
//! use tress_automata::{CharSet, Regex, RegexStore};
//! use tress_base::Budget;
//!
//! // A page takes an id that ends in a digit, puts "nid_" before it, and asks a database.
//! // Which ids bring a quote?
//! let budget = Budget::unlimited();
//! let mut store = RegexStore::new();
//! let digit = store.chars(CharSet::range(u32::from('0'), u32::from('9')));
//! let quote = store.word(&[u32::from('\'')]);
//! let filter = store.concat(&[Regex::ALL, digit]);
//! let unsafe_queries = store.concat(&[Regex::ALL, quote, Regex::ALL]);
//!
//! let mut system = System::new();
//! let id = system.variable("id");
//! let filter = system.expression(&mut store, filter, &budget)?;
//! let unsafe_queries = system.expression(&mut store, unsafe_queries, &budget)?;
//! let prefix = system.word(&"nid_".chars().map(u32::from).collect::<Vec<u32>>());
//! system.subset(&[id.into()], filter);
//! system.subset(&[prefix.into(), id.into()], unsafe_queries);
//!
//! let solution = system.first(&budget)?.expect("the filter lets quotes through");
//! let attacks = solution.language(id);
//! let word = |text: &str| text.chars().map(u32::from).collect::<Vec<u32>>();
//! assert!(attacks.contains(&word("' OR 1=1 ; DROP 'news' -- 9")));
//! assert!(!attacks.contains(&word("' OR 1=1 ; DROP 'news' --")));
//!
//! // How many there are, and one of them.
//! let words = attacks.words(&budget)?;
//! assert_eq!(words.counts(2, &budget)?.last().map(ToString::to_string), Some("10".into()));
//! assert_eq!(attacks.automaton().shortest_word(), Some(word("'0")));
//! assert_eq!(system.solutions(&budget).count(), 1);
//! # Ok::<(), tress_base::Stop>(())
//! ```
//!
//! The method is that of chapter 2 of P. Hooimeijer, *Decision Procedures for String Constraints* (2012),
//! with three repairs. Solutions are made maximal ([`Solutions`] says what is promised). A constant inside of
//! a concatenation represents each of its words at once: `{a, b}∘v ⊆ {ax}` has no solution, where the
//! original would use `a` only. And a variable may occur any number of times, in one concatenation or in
//! many.
//!
//! | step | file | there |
//! |---|---|---|
//! | what is asked | `system` | figure 2.1 |
//! | dependency graph, groups | `graph` | figure 2.4, section 2.3.3 |
//! | what needs no choice | `links` | `reduce`, figure 2.6 |
//! | two variables and one concatenation | `concat` | `concat_intersect`, figure 2.2 |
//! | groups: slices of shared machines | `search` on `walk` | `gci`, figure 2.7 |
//! | making solutions maximal | `close` | definition 2.3 |
//! | from one word for each variable | `around` | |
//! | one after the other | `solutions` | worklist, figure 2.6 |

mod around;
mod close;
mod concat;
mod graph;
mod language;
#[cfg(test)]
mod lemma_tests;
pub(crate) mod limits;
mod links;
mod search;
mod solutions;
mod system;
mod walk;

pub use concat::concat_intersect;
pub use graph::{ConcatPair, Graph, Group, Node, SubsetEdge};
pub use language::Language;
pub use solutions::{Solution, Solutions};
pub use system::{Constant, Constraint, Part, System, Variable};
