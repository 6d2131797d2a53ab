//! The functions of chains as machines, and what must go in so that something comes out.

use tress_automata::nfa::Nfa;
use tress_automata::transducer::{Piece, Transducer, TransducerBuilder};
use tress_automata::{CharSet, MAX_CHAR, RegexStore};
use tress_base::Budget;

use super::casing::{self, Case, Casing, Space};
use super::decode::Classes;
use super::replace::{self, Replacement};
use super::tables::Table;
use super::{Between, Function, Trouble, html, json, limits, small, stable, url};
use crate::classes::Unicode;
use crate::{Dialect, Flags};

/// The names of functions that are no tables.
pub const NAMES: &[&str] =
    &["lower", "upper", "trim", "strip", "rev", "urldecode", "htmldecode", "unescape-json"];

/// The function that a name denotes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Named {
    Case(Casing, Case),
    Trim(Space),
    Reverse,
    Url(url::Kind),
    Html,
    Json,
    Table(&'static Table),
}

/// What a name means in a dialect, in words.
#[must_use]
pub fn about(name: &str, dialect: Dialect) -> Option<&'static str> {
    Some(match (name, dialect) {
        ("lower", Dialect::Ecma) => "String.prototype.toLowerCase, Unicode 17",
        ("upper", Dialect::Ecma) => "String.prototype.toUpperCase, Unicode 17",
        ("lower", Dialect::Python) => "str.lower, Unicode 14",
        ("upper", Dialect::Python) => "str.upper, Unicode 14",
        ("lower", Dialect::Java) => "String.toLowerCase(Locale.ROOT) of Java 17, Unicode 13",
        ("upper", Dialect::Java) => "String.toUpperCase(Locale.ROOT) of Java 17, Unicode 13",
        ("lower", Dialect::Rust) => "str::to_lowercase, Unicode 17",
        ("upper", Dialect::Rust) => "str::to_uppercase, Unicode 17",
        ("lower", Dialect::Re2) => "strings.ToLower of Go",
        ("upper", Dialect::Re2) => "strings.ToUpper of Go",
        ("lower" | "upper", _) => "letters of ASCII only",
        ("trim", Dialect::Ecma) => "String.prototype.trim",
        ("trim" | "strip", Dialect::Python) => "str.strip",
        ("trim", Dialect::Java) => "String.trim: all characters up to U+0020",
        ("strip", Dialect::Java) => "String.strip",
        ("trim", Dialect::Rust) => "str::trim",
        ("trim", Dialect::Re2) => "strings.TrimSpace of Go",
        ("trim", Dialect::Pcre) => "trim of PHP",
        ("trim", Dialect::Smtlib) => "all characters up to U+0020",
        ("trim", Dialect::Posix | Dialect::Glob) => "white space of the POSIX locale",
        ("rev", _) => "the characters in reverse order",
        ("urldecode", Dialect::Ecma) => "decodeURIComponent",
        ("urldecode", Dialect::Java) => "URLDecoder.decode(s, UTF_8)",
        ("urldecode", _) => "urllib.parse.unquote",
        ("htmldecode", _) => "html.unescape: references by name and by number",
        ("unescape-json", _) => "what stands between the quotes of a JSON string",
        _ => return None,
    })
}

/// The function that a name denotes in a dialect.
///
/// # Errors
/// When there is no such function.
pub(super) fn named(name: &str, dialect: Dialect, flags: Flags) -> Result<Named, Trouble> {
    let casing = match dialect {
        Dialect::Ecma | Dialect::Rust => Casing::Full(Unicode::Latest),
        Dialect::Python => Casing::Full(Unicode::V14),
        Dialect::Java => Casing::Java,
        Dialect::Re2 => Casing::Simple,
        Dialect::Pcre | Dialect::Posix | Dialect::Glob | Dialect::Smtlib => Casing::Ascii,
    };
    let space = match dialect {
        Dialect::Ecma => Space::Ecma,
        Dialect::Rust | Dialect::Re2 => Space::Unicode,
        Dialect::Python => Space::Python,
        Dialect::Java | Dialect::Smtlib => Space::Controls,
        Dialect::Pcre => Space::Php,
        Dialect::Posix | Dialect::Glob => Space::Ascii,
    };
    let found = match (name, dialect) {
        ("lower", _) => Some(Named::Case(casing, Case::Lower)),
        ("upper", _) => Some(Named::Case(casing, Case::Upper)),
        ("trim", _) => Some(Named::Trim(space)),
        ("strip", Dialect::Java) => Some(Named::Trim(Space::JavaStrip)),
        ("strip", Dialect::Python) => Some(Named::Trim(space)),
        ("strip", _) => {
            return Err(Trouble::Wrong(format!("no function strip in {}; it has trim", dialect.name())));
        }
        ("rev", _) => Some(Named::Reverse),
        ("urldecode", Dialect::Ecma) => {
            Some(Named::Url(url::Kind::Ecma { units: dialect.reads_utf16(flags) }))
        }
        ("urldecode", Dialect::Java) => Some(Named::Url(url::Kind::Java)),
        ("urldecode", _) => Some(Named::Url(url::Kind::Python)),
        ("htmldecode", _) => Some(Named::Html),
        ("unescape-json", _) => Some(Named::Json),
        _ => Table::named(name).map(Named::Table),
    };
    found.ok_or_else(|| {
        let names: Vec<&str> = NAMES.iter().copied().chain(Table::names()).collect();
        Trouble::Wrong(format!("no function {name}; known are {}", names.join(", ")))
    })
}

/// Decoders.
#[derive(Clone, Copy, Debug)]
pub(super) enum Decoder {
    Url(url::Kind),
    Html,
    Json { units: bool },
}

impl Decoder {
    fn machine(self, classes: &Classes) -> Transducer {
        match self {
            Decoder::Url(kind) => url::machine(kind, classes),
            Decoder::Html => html::machine(classes),
            Decoder::Json { units } => json::machine(classes, units),
        }
    }

    /// The decoder on words whose weight it keeps. A decoded character is always lighter than what encoded
    /// it, so these are the words without anything to decode, but for the plus sign of Java.
    fn level(self) -> Transducer {
        let unchanged = self.machine(&Classes::unchanged());
        if let Decoder::Url(url::Kind::Java) = self {
            let mut builder = TransducerBuilder::new();
            let state = builder.state();
            builder.accept(state, &[]);
            for (range, to) in [
                ((0, 0x24), None),
                ((0x26, 0x2A), None),
                ((0x2B, 0x2B), Some(0x20)),
                ((0x2C, MAX_CHAR), None),
            ] {
                builder.step(state, range, &[to.map_or(Piece::Read(0), Piece::Char)], state);
            }
            return builder.build(state);
        }
        Transducer::copying(&unchanged.inputs())
    }
}

/// A function as a machine.
#[derive(Debug)]
pub(super) enum Machine {
    Writes(Transducer),
    /// Where the function is not known well enough: what is sure, and what is possible.
    Among(Transducer, Transducer),
    /// Groups are written late or twice.
    Late(Replacement),
    Reverse,
    Decodes(Decoder),
    UntilStable(Vec<Machine>),
}

impl Machine {
    /// The machine of a function. Notes mention inputs that it leaves out.
    pub(super) fn new(
        function: &Function,
        dialect: Dialect,
        flags: Flags,
        (store, notes): (&mut RegexStore, &mut Vec<String>),
        budget: &Budget,
    ) -> Result<Self, Trouble> {
        for text in function.texts() {
            in_alphabet(&dialect.word(flags, text))?;
        }
        let word = |text: &str| dialect.word(flags, text);
        Ok(match function {
            Function::Named(name) => {
                Self::named(named(name, dialect, flags)?, dialect, flags, notes, budget)?
            }
            Function::Replace(old, new) if old.is_empty() && inserts(dialect) => {
                let machine = insertion(&word(new));
                Machine::Writes(whole_units(machine, dialect, "replacing the empty text", notes, budget)?)
            }
            Function::Replace(old, new) => Machine::Writes(Transducer::table(&[(word(old), word(new))])),
            Function::ReplaceFirst(old, new) => {
                Machine::Writes(Transducer::replace_first(&word(old), &word(new)))
            }
            Function::Table(rows) => {
                let rows: Vec<_> = rows.iter().map(|(old, new)| (word(old), word(new))).collect();
                Machine::Writes(Transducer::table(&rows))
            }
            Function::ReplaceMatches(pattern, new) if replace::tries_in_order(dialect) => {
                Self::replacing(dialect, flags, (pattern, new), notes, budget)?
            }
            Function::ReplaceMatches(pattern, new) => {
                Machine::Writes(replace::by_length(dialect, flags, (pattern, new), store, budget)?)
            }
            Function::UntilStable(inner) => {
                let mut machines = Vec::new();
                for function in inner {
                    machines.push(Self::new(function, dialect, flags, (store, notes), budget)?);
                }
                Machine::UntilStable(machines)
            }
        })
    }

    fn named(
        named: Named,
        dialect: Dialect,
        flags: Flags,
        notes: &mut Vec<String>,
        budget: &Budget,
    ) -> Result<Self, Trouble> {
        let units = dialect.reads_utf16(flags);
        Ok(match named {
            Named::Case(Casing::Java, Case::Lower) => {
                let [sure, all] =
                    [true, false].map(|sure| casing::machine(Casing::Java, Case::Lower, false, sure));
                Machine::Among(sure, all)
            }
            Named::Case(casing, case) => Machine::Writes(casing::machine(casing, case, units, false)),
            Named::Trim(space) => Machine::Writes(casing::trimming(&casing::white_space(space))),
            Named::Reverse => Machine::Reverse,
            Named::Url(kind) => Machine::Decodes(Decoder::Url(kind)),
            Named::Html => Machine::Decodes(Decoder::Html),
            Named::Json => Machine::Decodes(Decoder::Json { units }),
            Named::Table(table) => {
                let word = |text: &str| dialect.word(flags, text);
                let rows: Vec<_> = table.rows().iter().map(|(old, new)| (word(old), word(new))).collect();
                let machine = Transducer::table(&rows);
                Machine::Writes(match table.last {
                    None => machine,
                    Some(last) => {
                        let last = u32::from(last);
                        notes.push(format!(
                            "{} is asked about characters up to U+{last:04X} only",
                            table.name
                        ));
                        up_to(&machine, last, budget)?
                    }
                })
            }
        })
    }

    fn replacing(
        dialect: Dialect,
        flags: Flags,
        (pattern, new): (&str, &str),
        notes: &mut Vec<String>,
        budget: &Budget,
    ) -> Result<Self, Trouble> {
        let compiled = replace::compile(dialect, flags, pattern, new, budget)?;
        let mut alphabet = dialect.alphabet(flags);
        if dialect == Dialect::Java && compiled.may_be_empty() {
            // Java goes on between the halves of a character.
            notes.push(format!("matches of {pattern} are asked about characters up to U+FFFF only"));
            alphabet = CharSet::range(0, 0xFFFF);
        }
        let replacement = compiled.replacement(&alphabet, budget)?;
        Ok(match replacement.transducer(budget)? {
            Some(machine) => Machine::Writes(machine),
            None => Machine::Late(replacement),
        })
    }

    /// The words that the function takes into a language.
    pub(super) fn preimage(
        &self,
        language: &Between,
        reasons: &mut Vec<String>,
        budget: &Budget,
    ) -> Result<Between, Trouble> {
        match self {
            Machine::Writes(machine) => language.map(|own| through(machine, own, budget)),
            Machine::Among(sure, all) => {
                let possible = through(all, language.possible(), budget)?;
                reasons
                    .push("a sigma in surroundings in which Java's word boundaries are not known".to_owned());
                Ok(Between { sure: through(sure, &language.sure, budget)?, possible: Some(possible) })
            }
            Machine::Late(replacement) => {
                language.map(|own| small(replacement.preimage(own, budget)?, budget))
            }
            Machine::Reverse => language.map(|own| small(own.reverse(), budget)),
            Machine::Decodes(decoder) => language.map(|own| {
                if own.is_empty() {
                    return Ok(Nfa::none());
                }
                through(&decoder.machine(&Classes::of(own)), own, budget)
            }),
            Machine::UntilStable(inner) => stable::preimage(inner, language, reasons, budget),
        }
    }

    /// The machine that does all, where there is one: what is sure, and what is possible.
    pub(super) fn whole(&self) -> Option<(Transducer, Transducer)> {
        match self {
            Machine::Writes(machine) => Some((machine.clone(), machine.clone())),
            Machine::Among(sure, all) => Some((sure.clone(), all.clone())),
            _ => None,
        }
    }

    /// The machine on words whose weight is kept, for functions that never make words heavier.
    pub(super) fn level(&self) -> Option<(Transducer, Transducer)> {
        match self {
            Machine::Writes(machine) | Machine::Among(_, machine) => {
                (stable::most_gain(machine)? <= 0).then(|| self.whole())?
            }
            Machine::Decodes(decoder) => {
                let machine = decoder.level();
                Some((machine.clone(), machine))
            }
            _ => None,
        }
    }
}

fn through(machine: &Transducer, language: &Nfa, budget: &Budget) -> Result<Nfa, Trouble> {
    if language.is_empty() {
        return Ok(Nfa::none());
    }
    let before = machine.preimage(language, 20 * limits::states(budget), budget)?;
    small(before.ok_or_else(|| Trouble::too_large("the inputs of a function", budget))?, budget)
}

/// Words can hold the characters up to one only.
///
/// # Errors
/// When there is a larger one.
pub(super) fn in_alphabet(word: &[u32]) -> Result<(), Trouble> {
    match word.iter().find(|c| **c > MAX_CHAR) {
        Some(c) => {
            Err(Trouble::Wrong(format!("U+{c:X} is not supported: characters go up to U+{MAX_CHAR:X}")))
        }
        None => Ok(()),
    }
}

impl Function {
    /// The texts that are taken literally.
    fn texts(&self) -> Vec<&str> {
        match self {
            Function::Named(_) | Function::UntilStable(_) => Vec::new(),
            Function::Replace(old, new) | Function::ReplaceFirst(old, new) => vec![old, new],
            Function::ReplaceMatches(_, new) => vec![new],
            Function::Table(rows) => {
                rows.iter().flat_map(|(old, new)| [old.as_str(), new.as_str()]).collect()
            }
        }
    }
}

/// Does replacing the empty text insert the other one everywhere?
pub(super) fn inserts(dialect: Dialect) -> bool {
    matches!(dialect, Dialect::Ecma | Dialect::Python | Dialect::Java | Dialect::Rust | Dialect::Re2)
}

/// Writes a word before every character and at the end.
fn insertion(word: &[u32]) -> Transducer {
    let mut builder = TransducerBuilder::new();
    let state = builder.state();
    builder.accept(state, word);
    let output: Vec<Piece> = word.iter().map(|c| Piece::Char(*c)).chain([Piece::Read(0)]).collect();
    builder.step(state, (0, MAX_CHAR), &output, state);
    builder.build(state)
}

/// A word with another one before every character and at the end, or before all.
pub(super) fn insert(word: &[u32], new: &[u32], all: bool) -> Vec<u32> {
    let mut output = new.to_vec();
    for c in word {
        output.push(*c);
        if all {
            output.extend(new);
        }
    }
    output
}

/// Java inserts between the halves of characters, too: those are left out.
fn whole_units(
    machine: Transducer,
    dialect: Dialect,
    what: &str,
    notes: &mut Vec<String>,
    budget: &Budget,
) -> Result<Transducer, Trouble> {
    if dialect != Dialect::Java {
        return Ok(machine);
    }
    notes.push(format!("{what} is asked about characters up to U+FFFF only"));
    up_to(&machine, 0xFFFF, budget)
}

/// The machine on words of characters up to one.
fn up_to(machine: &Transducer, last: u32, budget: &Budget) -> Result<Transducer, Trouble> {
    let mut builder = TransducerBuilder::new();
    let state = builder.state();
    builder.accept(state, &[]);
    builder.step(state, (0, last), &[Piece::Read(0)], state);
    builder
        .build(state)
        .then(machine, limits::states(budget), budget)?
        .ok_or_else(|| Trouble::too_large("a table", budget))
}
