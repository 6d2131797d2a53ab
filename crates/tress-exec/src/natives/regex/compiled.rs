//! A pattern as `Pattern.compile` leaves it.
//!
//! The meaning of a pattern may depend on the release of Java, but only for strings beyond ASCII: it is read
//! for both cases. An unsupported pattern ends a path where it is used, if Java is known to accept it, and
//! else where it is compiled.

use std::sync::Arc;

use tress::{Dialect, Flags, Mode, Pattern, Term, Units};
use tress_classes::{Constant, Instruction};

use super::known;
use crate::machine::{Run, Step, unsupported};
use crate::program::Program;

/// The release that is assumed without a JDK.
const NEWEST: u8 = 25;

/// Errors for which Java throws, too.
const MISTAKES: [&str; 3] =
    ["this group is not closed", "this parenthesis closes nothing", "a quantifier with nothing to repeat"];

/// Unsupported features that Java accepts.
const TAKEN: [&str; 6] = [
    "the start of the search cannot be translated",
    "properties of case under the flag i are not supported",
    "POSIX properties under the flag U are not supported",
    "the tables of Unicode of this release of Java are not known",
    "Java does not take back what a group inside of this has matched",
    "too many repetitions",
];

/// Binary properties, besides categories, scripts and blocks; case is ignored.
const BINARY: &str = " alphabetic letter ideographic lowercase uppercase titlecase white_space control punctuation hex_digit \
    assigned noncharacter_code_point digit alnum blank graph print word join_control ";

/// Properties that are methods of `Character`.
const OF_CHARACTER: &str = " LowerCase UpperCase Alphabetic Ideographic TitleCase Digit Defined Letter LetterOrDigit \
    JavaIdentifierStart JavaIdentifierPart UnicodeIdentifierStart UnicodeIdentifierPart IdentifierIgnorable SpaceChar \
    Whitespace ISOControl Mirrored ";

/// Why a pattern was not read.
pub(super) enum Wrong {
    /// Java throws.
    Mistake,
    /// It is not known whether Java does.
    Unknown(String),
}

/// A pattern that was read.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// As it was given.
    pub(super) source: String,
    /// As the solver reads it.
    pub(super) read: String,
    pub(super) flags: i32,
    pub(super) letters: String,
    release: Option<u8>,
    /// For texts of ASCII.
    ascii: Result<Arc<Pattern>, String>,
    /// For all texts.
    full: Result<Arc<Pattern>, String>,
}

/// Flags as in a pattern, for ASCII strings, on which all releases agree, or for a release.
pub(super) fn letters(letters: &str, is_ascii: bool, release: Option<u8>) -> String {
    match is_ascii {
        true => format!("{letters}a"),
        false => format!("{letters}{}", release.unwrap_or(NEWEST)),
    }
}

impl Compiled {
    pub(super) fn read(
        run: &Run<'_>,
        source: String,
        read: String,
        (flags, letters): (i32, String),
    ) -> Result<Compiled, Wrong> {
        let release = run.context.program.release();
        let one = |is_ascii: bool| {
            let letters = self::letters(&letters, is_ascii, release);
            let numbers = Dialect::Java.read_flags(&letters).unwrap_or(Flags::NONE);
            match Pattern::read(&read, numbers, run.context.budget) {
                Ok(pattern) => Ok(Ok(Arc::new(pattern))),
                Err(problem) if MISTAKES.contains(&&*problem.message) => Err(Wrong::Mistake),
                Err(problem) => {
                    let message = format!("the pattern {source}: {problem}");
                    match is_taken(run.context.program, &read, problem.position, &problem.message) {
                        true => Ok(Err(message)),
                        false => Err(Wrong::Unknown(message)),
                    }
                }
            }
        };
        let (ascii, full) = (one(true)?, one(false)?);
        Ok(Compiled { source, read, flags, letters, release, ascii, full })
    }

    /// The pattern for texts of ASCII, or for all.
    pub(super) fn pattern(&self, is_ascii: bool) -> Step<&Arc<Pattern>> {
        match if is_ascii { &self.ascii } else { &self.full } {
            Ok(pattern) => Ok(pattern),
            Err(problem) => unsupported(problem.clone()),
        }
    }

    /// The language of the pattern, as a term.
    pub(super) fn regex(&self, run: &Run<'_>, mode: Mode, is_ascii: bool) -> Step<Term> {
        let letters = letters(&self.letters, is_ascii, self.release);
        let regex = run.solver().regex_with(Dialect::Java, &self.read, &letters, mode);
        regex.or_else(|problem| unsupported(format!("the pattern {}: {problem}", self.source)))
    }

    /// What is the same of units as of characters.
    pub(super) fn units(&self, is_ascii: bool) -> Units {
        Dialect::Java.units(&self.read, &letters(&self.letters, is_ascii, self.release))
    }

    /// Can it match nothing at all?
    pub(super) fn takes_nothing(&self, run: &Run<'_>) -> Step<bool> {
        known::match_at(run, self, &[], true).map(|found| found.is_some())
    }
}

/// Does Java accept the construct that was refused at a position of a pattern?
fn is_taken(program: &Program, pattern: &str, position: usize, message: &str) -> bool {
    let rest: String = pattern.chars().skip(position).collect();
    let has_graphemes = program.release().is_some_and(|release| release >= 9);
    TAKEN.iter().any(|known| message.ends_with(known))
        || (has_graphemes && message.ends_with("grapheme clusters are not supported"))
        || (message.ends_with("a backreference cannot be translated") && is_backreference(pattern, &rest))
        || (message.ends_with("this property is not supported") && is_property(program, &rest))
}

/// Numbers may be those of any group; a name must be that of one before.
fn is_backreference(pattern: &str, rest: &str) -> bool {
    match rest.strip_prefix("\\k<").and_then(|rest| rest.split_once('>')) {
        Some((name, _)) => {
            let before = &pattern[..pattern.len() - rest.len()];
            before.contains(&format!("(?<{name}>"))
        }
        None => !rest.starts_with("\\k"),
    }
}

/// Is this the property of a block or a script, or one that is a method of `Character`? The names of blocks
/// and scripts are those of the JDK.
fn is_property(program: &Program, rest: &str) -> bool {
    let name = rest.get(2..).and_then(|rest| rest.strip_prefix('{')).and_then(|rest| rest.split_once('}'));
    let Some((name, _)) = name else { return false };
    let is_listed = |list: &str, name: &str| !name.contains(' ') && list.contains(&format!(" {name} "));
    if let Some(block) = name.strip_prefix("In") {
        return mentions(program, "java/lang/Character$UnicodeBlock", block);
    }
    if let Some(method) = name.strip_prefix("java") {
        return is_listed(OF_CHARACTER, method);
    }
    let Some(name) = name.strip_prefix("Is") else { return false };
    is_listed(BINARY, &name.to_lowercase()) || mentions(program, "java/lang/Character$UnicodeScript", name)
}

/// Does the code of a class contain a string constant, or a field of this name, ignoring case?
fn mentions(program: &Program, class: &str, word: &str) -> bool {
    let Ok(Some(class)) = program.load(&class.into()) else { return false };
    let is_word = |text: &str| text.eq_ignore_ascii_case(word);
    let codes = class.class.methods.iter().filter_map(|method| method.code.as_ref());
    let mut instructions = codes.flat_map(|code| &code.instructions);
    let has_field = class.class.fields.iter().any(|field| is_word(&field.name));
    let is_text = |instruction: &Instruction| match instruction {
        Instruction::Push(Constant::String(text)) => is_word(&String::from_utf16_lossy(text)),
        _ => false,
    };
    has_field || instructions.any(is_text)
}
