//! Regular expressions as people write them, turned into exact regular languages.
//!
//! Enters: a pattern in one of the [`Dialect`]s, with its flags. Leaves: an expression of
//! `tress-automata` for the words that the pattern matches entirely or, with
//! [`Mode::Search`], contains. The way: a parser per dialect builds the one syntax tree
//! (`ast.rs`); everything in which dialects differ (what `.` and `\w` mean, how case is folded, where `$`
//! matches) is settled there, as sets and looks; `translate/` then knows no dialects any more.
//!
//! A construct is either exact or refused by name with its position. Nothing is ever dropped.
//!
//! For languages only membership matters: captures and laziness change nothing and are accepted. Lookaround
//! becomes intersection, or, where it stands inside of repetitions, a product automaton. A [`Pattern`] of
//! Java finds matches in known words, with their groups, as the engine does.
//!
//! ```
//! use tress_automata::{RegexStore, equivalence, matches};
//! use tress_base::Budget;
//! use tress_dialects::{Dialect, Flags, Mode, parse};
//!
//! let (mut store, budget) = (RegexStore::new(), Budget::unlimited());
//! let mut read = |dialect, pattern| parse(dialect, pattern, Flags::NONE, Mode::Full, &mut store, &budget);
//! let java = read(Dialect::Java, r"\d{2}")?;
//! let python = read(Dialect::Python, r"\d{2}")?;
//! assert!(read(Dialect::Java, r"(a)\1*").is_err(), "no regular language, and said so");
//!
//! // Python's digits are those of all scripts.
//! let digits: Vec<u32> = "٤٢".chars().map(u32::from).collect();
//! assert!(!matches(&mut store, java, &digits, &budget)?);
//! assert!(matches(&mut store, python, &digits, &budget)?);
//! assert!(!equivalence::are_equal(&mut store, java, python, &budget)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod ast;
mod classes;
mod extent;
mod fold;
mod glob;
mod limits;
mod matching;
mod perl;
mod posix;
mod print;
mod reader;
pub mod redos;
mod rust;
pub mod sanitize;
mod smtlib;
mod translate;
mod units;

use std::fmt;

use tress_automata::{CharSet, MAX_CHAR, Regex, RegexStore};
use tress_base::{Budget, Cap, Stop};

pub use extent::{Extent, extent};
pub use matching::{Match, Pattern, Shape, Span};
pub use print::print;
pub use units::Units;

/// A language of patterns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// Terms of SMT-LIB, such as `(re.+ (re.range "a" "z"))`.
    Smtlib,
    /// The `regex` crate.
    Rust,
    /// RE2, and Go's `regexp`.
    Re2,
    /// PCRE2 10.42 in UTF mode.
    Pcre,
    /// `java.util.regex` of Java 19 and later, or of the release that the flags name.
    Java,
    /// Python's `re`, version 3.11.
    Python,
    /// ECMAScript 2020.
    Ecma,
    /// POSIX extended regular expressions in the POSIX locale.
    Posix,
    /// `fnmatch`.
    Glob,
}

/// Every dialect with its names; the first name is the one that is printed.
pub const DIALECTS: &[(Dialect, &[&str])] = &[
    (Dialect::Smtlib, &["smtlib"]),
    (Dialect::Rust, &["rust"]),
    (Dialect::Re2, &["re2", "go"]),
    (Dialect::Pcre, &["pcre", "pcre2", "perl"]),
    (Dialect::Java, &["java"]),
    (Dialect::Python, &["python"]),
    (Dialect::Ecma, &["ecma", "ecma2020", "javascript", "js"]),
    (Dialect::Posix, &["posix"]),
    (Dialect::Glob, &["glob"]),
];

impl Dialect {
    /// The dialect of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Dialect> {
        DIALECTS.iter().find(|(_, names)| names.contains(&name)).map(|&(dialect, _)| dialect)
    }

    /// The name that is printed.
    #[must_use]
    pub fn name(self) -> &'static str {
        let row = DIALECTS.iter().find(|(dialect, _)| *dialect == self);
        row.and_then(|(_, names)| names.first()).unwrap_or(&"")
    }

    /// The dialect and the mode that an SMT-LIB function such as `re.from_java` or `re.search_java` names.
    #[must_use]
    pub fn from_smtlib_function(function: &str) -> Option<(Dialect, Mode)> {
        let (mode, name) = match function.strip_prefix("re.from_") {
            Some(name) => (Mode::Full, name),
            None => (Mode::Search, function.strip_prefix("re.search_")?),
        };
        let dialect = Dialect::from_name(name)?;
        // Terms and file names are never searched for.
        let has_search = !matches!(dialect, Dialect::Smtlib | Dialect::Glob);
        (has_search || mode == Mode::Full).then_some((dialect, mode))
    }

    /// The characters of its flags and what they mean.
    #[must_use]
    pub fn flags(self) -> &'static [(char, Flags)] {
        match self {
            Dialect::Smtlib => &[],
            Dialect::Rust => rust::FLAGS,
            Dialect::Posix => posix::FLAGS,
            Dialect::Glob => glob::FLAGS,
            Dialect::Re2 | Dialect::Pcre | Dialect::Java | Dialect::Python | Dialect::Ecma => {
                perl::rules(self).map_or(&[], |rules| rules.flags)
            }
        }
    }

    /// Reads the characters of flags, with or without commas between them. Java's may have the number of a
    /// release: `17`, `i8`.
    ///
    /// # Errors
    /// Names the character that is no flag of the dialect.
    pub fn read_flags(self, letters: &str) -> Result<Flags, String> {
        let mut flags = Flags::NONE;
        let is_digit = |letter: &char| letter.is_ascii_digit() && self == Dialect::Java;
        let release: String = letters.chars().filter(is_digit).collect();
        if !release.is_empty() {
            let number = release.parse().ok().filter(|release| (FIRST_RELEASE..100).contains(release));
            let known = number.filter(|_| letters.contains(&release));
            let wrong = || format!("{release} is no release of Java from {FIRST_RELEASE} on");
            flags = flags.for_release(known.ok_or_else(wrong)?);
        }
        for letter in letters.chars().filter(|c| *c != ',' && !is_digit(c)) {
            match self.flags().iter().find(|&&(known, _)| known == letter) {
                Some(&(_, flag)) => flags = flags.with(flag),
                None => {
                    let known: String = self.flags().iter().map(|&(letter, _)| letter).collect();
                    return Err(format!("no flag '{letter}' in this dialect; it has '{known}'"));
                }
            }
        }
        Ok(flags)
    }

    /// Are words lists of UTF-16 units here? Only in ECMAScript without the flag `u`, where a
    /// character above U+FFFF is two.
    #[must_use]
    pub fn reads_utf16(self, flags: Flags) -> bool {
        self == Dialect::Ecma && !flags.has(Flags::UNICODE)
    }

    /// The characters of which words can consist.
    #[must_use]
    pub fn alphabet(self, flags: Flags) -> CharSet {
        CharSet::range(0, if self.reads_utf16(flags) { 0xFFFF } else { MAX_CHAR })
    }

    /// A text as a word of this dialect.
    #[must_use]
    pub fn word(self, flags: Flags, text: &str) -> Vec<u32> {
        if self.reads_utf16(flags) {
            text.encode_utf16().map(u32::from).collect()
        } else {
            text.chars().map(u32::from).collect()
        }
    }
}

/// The first release of Java that patterns can be read for.
const FIRST_RELEASE: u8 = 8;

/// A set of flags. What a flag means depends on the dialect; the names say the usual meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags(u32);

impl Flags {
    /// No flag.
    pub const NONE: Flags = Flags(0);
    /// Case does not matter.
    pub const IGNORE_CASE: Flags = Flags(1);
    /// `^` and `$` match at lines.
    pub const MULTI_LINE: Flags = Flags(2);
    /// `.` matches line ends.
    pub const DOT_ALL: Flags = Flags(4);
    /// White space and comments in the pattern are ignored.
    pub const EXTENDED: Flags = Flags(8);
    /// Unicode: classes in PCRE, case folding in Java, the `u` mode of ECMAScript.
    pub const UNICODE: Flags = Flags(16);
    /// Classes know only ASCII (Python); words to be matched have only ASCII, so that no release differs
    /// (Java).
    pub const ASCII: Flags = Flags(32);
    /// Only `\n` ends a line (Java).
    pub const UNIX_LINES: Flags = Flags(64);
    /// Classes know Unicode (Java).
    pub const UNICODE_CLASSES: Flags = Flags(128);
    /// Lazy and greedy are swapped; membership does not see it (Rust, RE2).
    pub const SWAP_GREED: Flags = Flags(256);
    /// `$` matches at the very end only (PCRE).
    pub const DOLLAR_END_ONLY: Flags = Flags(512);
    /// `*`, `?` and sets do not match `/` (glob).
    pub const PATHNAME: Flags = Flags(1024);
    /// Accepted, and without effect on membership (ECMAScript's `g` and `d`).
    pub const NO_EFFECT: Flags = Flags(2048);

    /// Where the release of Java stands.
    const RELEASE: u32 = 16;

    /// These flags for a release of Java, such as 17.
    #[must_use]
    pub fn for_release(self, release: u8) -> Flags {
        Flags(self.0 & ((1 << Self::RELEASE) - 1) | u32::from(release) << Self::RELEASE)
    }

    /// The release of Java whose rules are meant, where one was named.
    #[must_use]
    pub fn release(self) -> Option<u8> {
        u8::try_from(self.0 >> Self::RELEASE).ok().filter(|release| *release > 0)
    }

    /// Is any of `other` set?
    #[must_use]
    pub fn has(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }

    /// These flags and those of `other`.
    #[must_use]
    pub fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// These flags without those of `other`.
    #[must_use]
    pub fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }
}

/// Which words belong to the language of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Those that it matches from start to end.
    #[default]
    Full,
    /// Those in which it matches somewhere.
    Search,
}

/// Why a pattern has no language here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DialectError {
    /// The index, in characters from 0, of the construct in the pattern.
    pub position: usize,
    /// What it is and why it is refused.
    pub message: String,
    /// Set if the reason is not the pattern: the budget ended.
    pub stop: Option<Stop>,
}

impl DialectError {
    pub(crate) fn new(position: usize, message: impl Into<String>) -> Self {
        Self { position, message: message.into(), stop: None }
    }
}

impl From<Stop> for DialectError {
    fn from(stop: Stop) -> Self {
        Self { position: 0, message: format!("stopped: {stop}"), stop: Some(stop) }
    }
}

impl fmt::Display for DialectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.stop {
            Some(_) => f.write_str(&self.message),
            None => write!(f, "at {}: {}", self.position, self.message),
        }
    }
}

impl std::error::Error for DialectError {}

/// All caps of this crate.
pub fn caps() -> impl Iterator<Item = &'static Cap> {
    let modules = [limits::CAPS, translate::limits::CAPS, redos::limits::CAPS, sanitize::limits::CAPS];
    modules.into_iter().flatten().copied()
}

/// The language of `pattern`.
///
/// # Errors
/// Names the construct that is wrong or has no exact translation, or says that the budget ended.
pub fn parse(
    dialect: Dialect,
    pattern: &str,
    flags: Flags,
    mode: Mode,
    store: &mut RegexStore,
    budget: &Budget,
) -> Result<Regex, DialectError> {
    match dialect {
        Dialect::Smtlib => {
            let whole = smtlib::parse(pattern, store)?;
            Ok(translate::with_surroundings(store, whole, mode))
        }
        Dialect::Glob => {
            let whole = glob::parse(pattern, flags, store)?;
            Ok(translate::with_surroundings(store, whole, mode))
        }
        Dialect::Rust => {
            let (ast, root) = rust::parse(pattern, flags)?;
            translate::language(ast, root, mode, &CharSet::full(), store, budget)
        }
        Dialect::Posix => {
            let (ast, root) = posix::parse(pattern, flags)?;
            translate::language(ast, root, mode, &CharSet::full(), store, budget)
        }
        Dialect::Re2 | Dialect::Pcre | Dialect::Java | Dialect::Python | Dialect::Ecma => {
            let (ast, root) = perl::parse(dialect, pattern, flags)?;
            translate::language(ast, root, mode, &dialect.alphabet(flags), store, budget)
        }
    }
}

/// The language of the arguments of an SMT-LIB function: `re.from_java` denotes the words that the pattern
/// matches entirely, `re.search_java` for those in which it matches somewhere.
///
/// # Errors
/// As [`parse`]; an unknown function and an unknown flag are errors too.
pub fn parse_smtlib_function(
    function: &str,
    pattern: &str,
    flags: &str,
    store: &mut RegexStore,
    budget: &Budget,
) -> Result<Regex, DialectError> {
    let Some((dialect, mode)) = Dialect::from_smtlib_function(function) else {
        return Err(DialectError::new(0, format!("unknown dialect function {function}")));
    };
    let flags = dialect.read_flags(flags).map_err(|message| DialectError::new(0, message))?;
    parse(dialect, pattern, flags, mode, store, budget)
}
