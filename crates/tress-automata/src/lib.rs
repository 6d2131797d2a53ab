//! Regular languages over the code points `0..=0x2FFFF`, lazily. Knows nothing of terms.

mod antichain;
mod charset;
mod derivative;
pub mod emptiness;
pub mod equivalence;
pub mod lengths;
mod machine;
pub mod matching;
pub mod naive;
pub mod nfa;
mod regex;
pub mod words;

pub use charset::{CharRange, CharSet, MAX_CHAR, minterms};
pub use derivative::Transition;
pub use matching::matches;
pub use regex::{Regex, RegexStore, View};
