//! The one table of options.
//!
//! A row gives an option its SMT-LIB name, the names other solvers know it by, its kind with the
//! default, and a help text. `set-option`, `get-option`, the command line and the help page work
//! from these rows.

mod others;

use std::fmt;

use tress_engines::Engine;

use crate::registry;

pub use others::{Effect, effect, options_page};

/// What values an option takes, and which one it has at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Flag(bool),
    /// A number; where it is a limit, 0 means none.
    Number(u64),
    /// One of these words; the first is the default.
    Word(&'static [&'static str]),
    /// How many characters an alphabet has, as a number or by name; all of SMT-LIB's at first.
    Alphabet,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Flag(true) => f.write_str("`true`, or `false`"),
            Kind::Flag(false) => f.write_str("`false`, or `true`"),
            Kind::Number(_) => f.write_str("a number"),
            Kind::Word(words) => write!(f, "`{}`", words.join("`, `")),
            Kind::Alphabet => f.write_str("a number from 1 to 196608, or a name"),
        }
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The option.
    pub option: Opt,
    /// Its name in `set-option`, without the colon.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// Its values and default.
    pub kind: Kind,
    /// What it does.
    pub help: &'static str,
}

macro_rules! options {
    ($($option:ident $name:literal $aliases:tt $kind:expr, $help:literal;)*) => {
        /// An option. Its row in the table says what it is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Opt {
            $(#[doc = $help] $option,)*
        }

        static TABLE: &[Row] = &[
            $(Row { option: Opt::$option, name: $name, aliases: &$aliases, kind: $kind, help: $help },)*
        ];
    };
}

options! {
    PrintSuccess "print-success" [] Kind::Flag(false), "answer success to commands that have no other answer";
    GlobalDeclarations "global-declarations" ["global-decls"] Kind::Flag(false), "declarations outlive the scope they stand in";
    ProduceUnsatCores "produce-unsat-cores" [] Kind::Flag(false), "prepare for get-unsat-core; without it the core is found by checking again";
    ProduceProofs "produce-proofs" [] Kind::Flag(false), "keep the commands of the session, so that get-proof can print a certificate";
    Certified "certified" [] Kind::Flag(false), "answer unsat only with a certificate that the checker accepts, else unknown";
    RandomSeed "random-seed" ["seed", "smt.random_seed", "sat.random_seed"] Kind::Number(0), "the same seed gives the same run";
    Timeout "timeout" ["tlimit-per", "solver.timeout", "opt.timeout"] Kind::Number(0), "milliseconds for one check and what is read before it, 0 for no limit";
    Memory "memory" ["memory_max_size", "memory_high_watermark_mb"] Kind::Number(0), "mebibytes the process may hold, 0 for no limit";
    Steps "rlimit" ["reproducible-resource-limit", "rlimit-per", "solver.rlimit", "opt.rlimit"] Kind::Number(0), "steps for one check, the same on every machine, 0 for no limit";
    Alphabet "alphabet" ["strings-alpha-card", "encoding"] Kind::Alphabet, "strings are made of the first N characters; ascii, latin1, bmp and unicode are names for N";
    Engine "engine" [] Kind::Word(&registry::NAMES), "which engine answers";
    CrossCheck "cross-check" [] Kind::Flag(false), "confirm each answer by a second engine in the time left";
    Preprocess "preprocess" [] Kind::Flag(true), "make problems smaller before they are decided; false shows what an engine can do alone";
    Priority "opt.priority" [] Kind::Word(&["lex", "box"]), "several objectives: lex for one after the other, box for each alone";
    StringEscape "string-escape" [] Kind::Word(&["standard", "safe"]), "safe also escapes quotes, parentheses, semicolons and bars in printed strings";
    LenientEscapes "lenient-escapes" [] Kind::Flag(false), "read the string escapes of older solvers, such as \\x41 and \\n";
    Strict "strict" [] Kind::Flag(false), "answer unsupported to options and logics that mean nothing here; as a flag, refuse such flags";
}

/// Alphabets that have a name, with the number of their characters; the first is the default.
const ALPHABETS: [(&str, u32); 4] = [("unicode", 196_608), ("bmp", 65_536), ("latin1", 256), ("ascii", 128)];

/// The number of characters that an alphabet is given by. What z3 calls the encoding `ascii` has 256.
fn characters(name: &str, value: &str) -> Option<u32> {
    let value = value.trim_matches('"');
    let value = if (name, value) == ("encoding", "ascii") { "latin1" } else { value };
    match ALPHABETS.iter().find(|(known, _)| *known == value) {
        Some((_, characters)) => Some(*characters),
        None => value.parse().ok().filter(|characters| (1..=ALPHABETS[0].1).contains(characters)),
    }
}

/// A value an option can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setting {
    Flag(bool),
    Number(u64),
    Word(&'static str),
}

/// Why an option could not be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// No option has this name.
    Unknown,
    /// The value does not fit; the text says what does.
    BadValue(String),
    /// This must be set before the first term.
    TooLate(&'static str),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown => f.write_str("no option has this name"),
            OptionError::BadValue(message) => f.write_str(message),
            OptionError::TooLate(what) => {
                write!(f, "{what} must be set before the first term, or after a reset")
            }
        }
    }
}

impl std::error::Error for OptionError {}

/// The options of a session.
#[derive(Clone, Debug)]
pub struct Options {
    settings: Vec<Setting>,
    variant: Option<Variant>,
}

/// A variant of an engine that replaces the engine that is named.
#[derive(Clone, Copy)]
struct Variant(&'static dyn Engine);

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Variant({})", self.0.name())
    }
}

impl Default for Options {
    fn default() -> Self {
        let settings = TABLE.iter().map(|row| match row.kind {
            Kind::Flag(value) => Setting::Flag(value),
            Kind::Number(value) => Setting::Number(value),
            Kind::Word(words) => Setting::Word(words[0]),
            Kind::Alphabet => Setting::Number(ALPHABETS[0].1.into()),
        });
        Self { settings: settings.collect(), variant: None }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Flag(value) => write!(f, "{value}"),
            Setting::Number(value) => write!(f, "{value}"),
            Setting::Word(value) => f.write_str(value),
        }
    }
}

impl Options {
    /// Every row, in table order.
    #[must_use]
    pub fn rows() -> &'static [Row] {
        TABLE
    }

    /// The row of the option with this name or alias.
    #[must_use]
    pub fn row(name: &str) -> Option<&'static Row> {
        TABLE.iter().find(|row| row.name == name || row.aliases.contains(&name))
    }

    /// Is the flag set?
    #[must_use]
    pub fn flag(&self, option: Opt) -> bool {
        matches!(self.settings[option as usize], Setting::Flag(true))
    }

    /// The number of an option; 0 for options that hold none.
    #[must_use]
    pub fn number(&self, option: Opt) -> u64 {
        match self.settings[option as usize] {
            Setting::Number(value) => value,
            _ => 0,
        }
    }

    /// The number of an option that is a limit: `None` when there is no limit.
    #[must_use]
    pub fn limit(&self, option: Opt) -> Option<u64> {
        Some(self.number(option)).filter(|limit| *limit > 0)
    }

    /// The word of an option; empty for options that hold none.
    #[must_use]
    pub fn word(&self, option: Opt) -> &'static str {
        match self.settings[option as usize] {
            Setting::Word(value) => value,
            _ => "",
        }
    }

    /// Internal: problems are decided by this engine, whichever is named. Experiments compare variants of an
    /// engine by it; there is no option for that.
    pub fn use_variant(&mut self, engine: &'static dyn Engine) {
        self.variant = Some(Variant(engine));
    }

    /// The engine that was set by [`Options::use_variant`].
    pub(crate) fn variant(&self) -> Option<&'static dyn Engine> {
        self.variant.map(|variant| variant.0)
    }

    /// How many characters strings are made of.
    #[must_use]
    pub fn characters(&self) -> u32 {
        // No alphabet is larger than SMT-LIB's.
        u32::try_from(self.number(Opt::Alphabet)).unwrap_or(ALPHABETS[0].1)
    }

    /// Sets a numeric option.
    pub fn set_number(&mut self, option: Opt, value: u64) {
        self.settings[option as usize] = Setting::Number(value);
    }

    /// The value as text.
    #[must_use]
    pub fn text(&self, option: Opt) -> String {
        self.settings[option as usize].to_string()
    }

    /// Sets an option from text.
    ///
    /// # Errors
    /// When there is no such option, or the value is not one of its values.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Opt, OptionError> {
        let row = Self::row(name).ok_or(OptionError::Unknown)?;
        let bad =
            |expected: String| OptionError::BadValue(format!("{} takes {expected}, not {value}", row.name));
        let setting = match row.kind {
            Kind::Flag(_) => match value {
                "true" => Setting::Flag(true),
                "false" => Setting::Flag(false),
                _ => return Err(bad("true or false".into())),
            },
            Kind::Number(_) => Setting::Number(value.parse().map_err(|_| bad("a number".into()))?),
            Kind::Word(words) => {
                let bare = value.trim_matches('"');
                let bare = match row.option {
                    Opt::Engine => registry::named(bare).map_or(bare, |row| row.name),
                    _ => bare,
                };
                let known = words.iter().find(|word| **word == bare);
                Setting::Word(known.ok_or_else(|| bad(words.join(" or ")))?)
            }
            Kind::Alphabet => {
                let expected = "a number of characters from 1 to 196608, ascii, latin1, bmp or unicode";
                Setting::Number(characters(name, value).ok_or_else(|| bad(expected.into()))?.into())
            }
        };
        self.settings[row.option as usize] = setting;
        Ok(row.option)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_at_their_options_place() {
        for (place, row) in TABLE.iter().enumerate() {
            assert_eq!(row.option as usize, place);
        }
    }

    #[test]
    fn setting_and_reading() {
        let mut options = Options::default();
        assert_eq!(options.limit(Opt::Timeout), None);
        assert_eq!(options.set("tlimit-per", "250"), Ok(Opt::Timeout));
        assert_eq!(options.limit(Opt::Timeout), Some(250));
        assert_eq!(options.set("print-success", "true"), Ok(Opt::PrintSuccess));
        assert!(options.flag(Opt::PrintSuccess));
        assert_eq!(options.set("string-escape", "safe"), Ok(Opt::StringEscape));
        assert_eq!(options.text(Opt::StringEscape), "safe");
    }

    #[test]
    fn alphabets_have_names_and_sizes() {
        let mut options = Options::default();
        assert_eq!(options.characters(), 196_608);
        for (name, value, characters) in [
            ("alphabet", "ascii", 128),
            ("alphabet", "latin1", 256),
            ("encoding", "ascii", 256),
            ("encoding", "\"bmp\"", 65_536),
            ("encoding", "unicode", 196_608),
            ("strings-alpha-card", "10", 10),
        ] {
            assert_eq!(options.set(name, value), Ok(Opt::Alphabet));
            assert_eq!(options.characters(), characters, "{name} {value}");
        }
        for value in ["0", "196609", "utf8", "-1", ""] {
            assert!(matches!(options.set("alphabet", value), Err(OptionError::BadValue(_))), "{value}");
        }
    }

    #[test]
    fn wrong_names_and_values_are_told_apart() {
        let mut options = Options::default();
        assert_eq!(options.set("no-such", "1"), Err(OptionError::Unknown));
        assert!(matches!(options.set("timeout", "soon"), Err(OptionError::BadValue(_))));
        assert!(matches!(options.set("strict", "1"), Err(OptionError::BadValue(_))));
        assert!(matches!(options.set("engine", "warp"), Err(OptionError::BadValue(_))));
    }
}
