//! Named sets of characters: the classes of Perl, POSIX and Unicode.
//!
//! Enters: names. Leaves: sets. Unicode properties come from the tables of `regex-syntax`. Engines are
//! built on different versions of Unicode, so a set can be cut down to the characters that a version
//! knows.

use std::sync::OnceLock;

use regex_syntax::hir::{Class, HirKind};
use tress_automata::CharSet;

/// The set of a class of `regex-syntax`. Its classes never hold surrogates; where both
/// neighbours of the gap are members (as in every complement), the gap is filled, because words here
/// may contain surrogates and "anything but" means them too.
pub(crate) fn from_hir(class: &Class) -> CharSet {
    let ranges: Vec<(u32, u32)> = match class {
        Class::Unicode(class) => class.ranges().iter().map(|r| (r.start().into(), r.end().into())).collect(),
        Class::Bytes(class) => class.ranges().iter().map(|r| (r.start().into(), r.end().into())).collect(),
    };
    let set = CharSet::from_ranges(ranges);
    if set.contains(0xD7FF) && set.contains(0xE000) {
        return set.union(&CharSet::range(0xD800, 0xDFFF));
    }
    set
}

/// The set of a Unicode property such as `Lu`, `Greek` or `Script=Greek`. Returns `None` if the name is
/// unknown.
pub(crate) fn property(name: &str) -> Option<CharSet> {
    if name.is_empty() || !name.bytes().all(|c| c.is_ascii_alphanumeric() || b"_=.".contains(&c)) {
        return None;
    }
    // The tables leave surrogates out, which make up this category.
    if matches!(name, "Cs" | "Surrogate" | "gc=Cs" | "General_Category=Surrogate") {
        return Some(CharSet::range(0xD800, 0xDFFF));
    }
    let hir = regex_syntax::Parser::new().parse(&format!("\\p{{{name}}}")).ok()?;
    let set = match hir.kind() {
        HirKind::Class(class) => from_hir(class),
        HirKind::Literal(literal) => {
            CharSet::from_chars(std::str::from_utf8(&literal.0).ok()?.chars().map(u32::from))
        }
        _ => return None,
    };
    let other = matches!(name, "C" | "Other" | "gc=C" | "General_Category=Other");
    Some(if other { set.union(&CharSet::range(0xD800, 0xDFFF)) } else { set })
}

/// A version of Unicode, by the characters that it has assigned.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Unicode {
    /// Java 17.
    V13,
    /// Python 3.11, PCRE2 10.42 and Java 19.
    V14,
    /// Java 21.
    V15,
    /// Java 22.
    V15_1,
    /// Java 25.
    V16,
    /// The newest that is known here.
    Latest,
}

impl Unicode {
    /// The characters that this version has assigned.
    pub(crate) fn assigned(self) -> &'static CharSet {
        static AGES: OnceLock<[CharSet; 6]> = OnceLock::new();
        let ages = AGES.get_or_init(|| {
            let of = |name: &str| property(name).unwrap_or_else(CharSet::full);
            let [v13, v14, v15, v15_1, v16] = ["13.0", "14.0", "15.0", "15.1", "16.0"];
            [v13, v14, v15, v15_1, v16, "full"].map(|age| of(&format!("Age={age}")))
        });
        &ages[self as usize]
    }

    /// A property in this version. What is not assigned yet belongs to `Cn`, and through it to `C`.
    pub(crate) fn property(self, name: &str) -> Option<CharSet> {
        let set = property(name)?;
        if self == Unicode::Latest || matches!(name, "Any" | "ASCII") {
            return Some(set);
        }
        let set = self.as_it_was(name, set);
        let unassigned = matches!(name, "Cn" | "C" | "Unassigned" | "Other");
        let newer = self.assigned().complement().difference(&CharSet::range(0xD800, 0xDFFF));
        Some(if unassigned { set.union(&newer) } else { set.difference(&newer) })
    }

    /// A property with the characters that have changed since: few do, and few properties are asked for.
    fn as_it_was(self, name: &str, set: CharSet) -> CharSet {
        /// What became alphabetic with Unicode 16.
        const ALPHABETIC: [(u32, u32); 5] =
            [(0x363, 0x36F), (0xC04, 0xC04), (0xF82, 0xF83), (0x1DD3, 0x1DE6), (0x1_1080, 0x1_1081)];
        let marks = match self {
            Unicode::V13 => CharSet::from_chars([0x1734, 0x1_171E]),
            _ if self < Unicode::V16 => CharSet::single(0x1_171E),
            _ => return set,
        };
        match name {
            "Mn" => set.union(&marks),
            "Mc" => set.difference(&marks),
            "Alphabetic" => set.difference(&CharSet::from_ranges(ALPHABETIC)),
            _ => set,
        }
    }

    /// The union of properties whose names are known to exist.
    pub(crate) fn union(self, names: &[&str]) -> CharSet {
        names.iter().filter_map(|name| self.property(name)).fold(CharSet::empty(), |all, set| all.union(&set))
    }
}

/// The characters of a text.
pub(crate) fn of(text: &str) -> CharSet {
    CharSet::from_chars(text.chars().map(u32::from))
}

/// `[0-9]`.
pub(crate) fn ascii_digit() -> CharSet {
    CharSet::range(0x30, 0x39)
}

/// `[0-9A-Za-z_]`.
pub(crate) fn ascii_word() -> CharSet {
    CharSet::from_ranges([(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)])
}

/// `[ \t\n\v\f\r]`.
pub(crate) fn ascii_space() -> CharSet {
    CharSet::from_ranges([(9, 13), (32, 32)])
}

/// `\h` of PCRE and Java.
pub(crate) fn horizontal_space() -> CharSet {
    CharSet::from_ranges([
        (9, 9),
        (32, 32),
        (0xA0, 0xA0),
        (0x1680, 0x1680),
        (0x180E, 0x180E),
        (0x2000, 0x200A),
        (0x202F, 0x202F),
        (0x205F, 0x205F),
        (0x3000, 0x3000),
    ])
}

/// `\v` of PCRE and Java.
pub(crate) fn vertical_space() -> CharSet {
    CharSet::from_ranges([(10, 13), (0x85, 0x85), (0x2028, 0x2029)])
}

/// The ASCII set of a POSIX class name, such as `alpha`. `word` is Perl's addition.
pub(crate) fn posix(name: &str) -> Option<CharSet> {
    Some(match name {
        "alnum" => CharSet::from_ranges([(0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)]),
        "alpha" => CharSet::from_ranges([(0x41, 0x5A), (0x61, 0x7A)]),
        "ascii" => CharSet::range(0, 0x7F),
        "blank" => of(" \t"),
        "cntrl" => CharSet::from_ranges([(0, 0x1F), (0x7F, 0x7F)]),
        "digit" => ascii_digit(),
        "graph" => CharSet::range(0x21, 0x7E),
        "lower" => CharSet::range(0x61, 0x7A),
        "print" => CharSet::range(0x20, 0x7E),
        "punct" => CharSet::from_ranges([(0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E)]),
        "space" => ascii_space(),
        "upper" => CharSet::range(0x41, 0x5A),
        "word" => ascii_word(),
        "xdigit" => CharSet::from_ranges([(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)]),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_by_name() {
        assert!(property("Lu").unwrap().contains(0x41));
        assert!(!property("Lu").unwrap().contains(0x61));
        assert!(property("Script=Greek").unwrap().contains(0x3B1));
        assert!(property("no_such_thing").is_none());
        assert!(property("L}x{").is_none());
    }

    #[test]
    fn complements_hold_the_surrogates() {
        let hir = regex_syntax::Parser::new().parse("[^a]").unwrap();
        let HirKind::Class(class) = hir.kind() else { panic!("a class") };
        assert_eq!(from_hir(class), CharSet::single(0x61).complement());
    }

    #[test]
    fn old_versions_know_fewer_characters() {
        let (old, new) = (Unicode::V13.property("L").unwrap(), Unicode::Latest.property("L").unwrap());
        assert!(old.is_subset(&new) && old != new);
        assert!(Unicode::V13.property("Cn").unwrap().contains(0x1DF00));
        assert!(!Unicode::V14.property("Cn").unwrap().contains(0x1DF00));
    }
}
