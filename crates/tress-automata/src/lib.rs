//! Regular languages over the code points `0..=0x2FFFF`, lazily. Knows nothing of terms.
//!
//! There are two forms of a language. A [`Regex`] is an interned expression with all Boolean operators and
//! counters; it is decided by derivatives that are computed when a question needs them. An
//! [`nfa::Nfa`] is an explicit automaton, for work that looks at its states. Characters are always
//! ranges: nothing walks through the alphabet.
//!
//! | question | function | how | slow twin |
//! |---|---|---|---|
//! | is a word in the language | [`matches()`] | derivatives, then sets of them with sets of counts | `naive::Dfa::accepts` |
//! | where does it match | [`matching`] | one pass backwards, one forwards, linear | all starts and ends |
//! | is there a word | [`emptiness`] | from the structure; best-first search with antichains in Boolean parts, both directions | `naive::Dfa` |
//! | is one included in the other | [`emptiness::is_included`] | the same search on the difference | `naive::Dfa::minus` |
//! | are they equal | [`equivalence`] | bisimulation, then two inclusions | `naive::Dfa::minus` |
//! | which lengths occur | [`lengths`] | progressions from the structure, or followed states | `naive::Dfa::counts` |
//! | how many words, which, a random one | [`words`] | deterministic automaton, capped | `naive::Dfa::counts`, all words |
//! | which lengths to show, and what they leave out | [`window`] | the shortest word, lengths, emptiness of the rest | longest walks |
//! | which words, a random one, of a large language | [`lazy`] | derivatives, one word at a time | `naive::Dfa`, all words |
//! | in how many ways is a word read | [`ambiguity`] | products of two and three copies | ways counted one by one |
//! | what does a function make of a language, what must have gone in | [`transducer`] | machines that write: composition, images, pre-images | all short words |
//! | how long is what a function writes | [`transducer::LengthGraph`] | extreme cycles, lattice | all pairs up to a length |
//! | do two machines write the same, ever or always | [`transducer::Joint`] | lags, invariants that are checked, one lag for each pair | all short words |
//! | words for variables whose concatenations are in languages | [`follow`], [`concatenation`] | a lazy search that keeps what failed | all short words |
//! | which words a function takes into a language | [`RegexStore::preimage`] | derivatives of what is written | all words |
//! | what do words do to several automata at once | [`monoid`] | transition monoid, sets of elements as languages | all short words |
//! | everything about automata | [`nfa`] | textbook with ranges, simulation, antichains, capped | `naive::Dfa` |
//!
//! All functions that can take long get a [`tress_base::Budget`] and give back its [`tress_base::Stop`].
//!
//! ```
//! use tress_automata::{CharSet, RegexStore, emptiness};
//! use tress_base::Budget;
//!
//! let budget = Budget::unlimited();
//! let mut store = RegexStore::new();
//! let at = store.word(&[u32::from('@')]);
//! let any = store.any_char();
//! let some = store.repeat(any, 1, Some(5000));
//! let address = store.concat(&[some, at, some]);
//! let no_at = CharSet::single(u32::from('@')).complement();
//! let no_at = store.chars(no_at);
//! let no_at = store.star(no_at);
//! assert!(emptiness::are_disjoint(&mut store, address, no_at, &budget).unwrap());
//! let word = emptiness::find_word(&mut store, address, emptiness::Goal::Shortest, &budget).unwrap();
//! assert_eq!(word, Some(vec![97, 64, 97]));
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

pub mod ambiguity;
mod antichain;
mod charset;
pub mod concatenation;
mod derivative;
pub mod emptiness;
pub mod equivalence;
mod explicit;
pub mod follow;
pub mod lazy;
pub mod lengths;
mod limits;
mod machine;
pub mod matching;
pub mod monoid;
pub mod naive;
pub mod nfa;
mod regex;
mod runs;
pub mod transducer;
pub mod window;
pub mod words;

pub use charset::{CharRange, CharSet, MAX_CHAR, minterms};
pub use matching::{matches, matches_runs};
pub use regex::{FunctionId, Regex, RegexStore, Transition, View};
pub use runs::Runs;

/// All caps of this crate.
pub fn caps() -> impl Iterator<Item = &'static tress_base::Cap> {
    let modules = [
        limits::CAPS,
        lengths::limits::CAPS,
        emptiness::limits::CAPS,
        nfa::limits::CAPS,
        transducer::limits::CAPS,
        ambiguity::limits::CAPS,
    ];
    modules.into_iter().flatten().copied()
}
