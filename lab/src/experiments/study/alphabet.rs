//! The alphabets of the study, and the classes of characters with names.

use tress_automata::{CharSet, RegexStore, View};
use tress_base::Budget;
use tress_dialects::{Dialect, Flags, Mode, parse};

/// The characters `0..=last`, numbers of some bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Alphabet {
    pub(super) bits: u32,
}

impl Alphabet {
    pub(super) const ASCII: Alphabet = Alphabet { bits: 7 };
    pub(super) const UTF16: Alphabet = Alphabet { bits: 16 };

    /// The largest character.
    pub(super) fn last(self) -> u32 {
        (1 << self.bits) - 1
    }

    /// Every character.
    pub(super) fn all(self) -> CharSet {
        CharSet::range(0, self.last())
    }

    /// What tables call it.
    pub(super) fn name(self) -> &'static str {
        if self == Alphabet::ASCII { "ASCII" } else { "UTF16" }
    }
}

/// `\w`, `\d` and `\s` of .NET: unions of categories of Unicode.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    pub(super) word: CharSet,
    pub(super) digit: CharSet,
    pub(super) space: CharSet,
}

impl Classes {
    pub(super) fn new() -> Classes {
        Classes {
            word: categories(r"[\p{L}\p{Nd}\p{Pc}]"),
            digit: categories(r"\p{Nd}"),
            space: categories(r"[\t-\r\x{85}\p{Z}]"),
        }
    }
}

/// The characters of a pattern that matches one of them.
fn categories(pattern: &str) -> CharSet {
    let (mut store, budget) = (RegexStore::new(), Budget::unlimited());
    let regex = parse(Dialect::Rust, pattern, Flags::NONE, Mode::Full, &mut store, &budget)
        .expect("a class of the regex crate");
    match store.view(regex) {
        View::Chars(set) => set.clone(),
        other => panic!("{pattern} is one character, not {other:?}"),
    }
}
