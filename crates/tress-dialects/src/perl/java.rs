//! `java.util.regex`. Boundaries follow Java 19 and later, where `\b` agrees with `\w`.

use tress_automata::CharSet;

use super::escape::{PerlClasses, control_letter, is_general_category, negate_if};
use super::parser::Parser;
use super::re2::is_script;
use super::rules::{Brace, Escape, Inline, Lines, Lookbehind, Rules};
use crate::classes::{self, Unicode};
use crate::fold::Fold;
use crate::{DialectError, Flags};

pub(crate) const RULES: Rules = Rules {
    flags: &[
        ('i', Flags::IGNORE_CASE),
        ('m', Flags::MULTI_LINE),
        ('s', Flags::DOT_ALL),
        ('x', Flags::EXTENDED),
        ('u', Flags::UNICODE),
        ('U', Flags::UNICODE_CLASSES),
        ('d', Flags::UNIX_LINES),
    ],
    never_inline: "",
    inline: Inline::Anywhere,
    lines: Lines::Java,
    dollar_before_final_line_end: true,
    lookbehind: Lookbehind::Bounded,
    atomic: true,
    brace: Brace::Error,
    brace_without_low: false,
    most_copies: i32::MAX as u64,
    group_names: &["<"],
    refused_groups: &[],
    comments: false,
    first_bracket_is_member: true,
    folds_posix: false,
    posix_classes: false,
    nested_sets: true,
    folds_classes: false,
    fold: |flags| {
        if flags.has(Flags::UNICODE.with(Flags::UNICODE_CLASSES)) { Fold::Java } else { Fold::Ascii }
    },
    unicode: Unicode::V13,
    escape,
};

fn perl_classes(flags: Flags) -> PerlClasses {
    if !flags.has(Flags::UNICODE_CLASSES) {
        return PerlClasses::ascii();
    }
    let unicode = RULES.unicode;
    PerlClasses {
        digit: unicode.union(&["Nd"]),
        word: unicode.union(&["Alphabetic", "M", "Nd", "Pc", "Join_Control"]),
        space: unicode.union(&["White_Space"]),
    }
}

fn escape(parser: &mut Parser, in_set: bool) -> Result<Escape, DialectError> {
    let (letter, c) = parser.escaped_char()?;
    if letter.is_ascii_alphabetic()
        && let Some(set) = perl_classes(parser.flags).get(letter)
    {
        return Ok(Escape::Set(set));
    }
    if let Some(c) = control_letter(letter, "aefnrt") {
        return Ok(Escape::Char(c));
    }
    let upper = letter.is_ascii_uppercase();
    match letter {
        b'h' | b'H' => Ok(Escape::Set(negate_if(upper, classes::horizontal_space()))),
        b'v' | b'V' => Ok(Escape::Set(negate_if(upper, classes::vertical_space()))),
        b'R' if !in_set => Ok(Escape::Atom(parser.line_end(false))),
        b'p' | b'P' => property(parser, c),
        b'Q' => Ok(Escape::Quote),
        b'c' => Ok(Escape::Char(parser.control(false)?)),
        b'0' => octal(parser, c),
        b'x' if parser.reader.sees("{") => Ok(Escape::Char(parser.braced_hex()?)),
        b'x' | b'u' => {
            let digits = if letter == b'x' { 2 } else { 4 };
            match parser.hex(digits, digits) {
                Some(0xD800..=0xDFFF) => {
                    parser.refuse_escape(c, "write a character above U+FFFF as \\x{...}")
                }
                Some(c) => Ok(Escape::Char(c)),
                None => parser.refuse_escape(c, "needs more hexadecimal digits"),
            }
        }
        b'1'..=b'9' | b'k' => parser.refuse_escape(c, "a backreference cannot be translated"),
        b'X' => parser.refuse_escape(c, "grapheme clusters are not supported"),
        b'N' => parser.refuse_escape(c, "character names are not supported"),
        b'G' => parser.refuse_escape(c, "the start of the search cannot be translated"),
        b'b' if parser.reader.sees("{g}") => parser.refuse_escape(c, "grapheme clusters are not supported"),
        b'b' | b'B' if !in_set => {
            let word = perl_classes(parser.flags).word;
            Ok(Escape::Anchor(parser.boundary(&word, upper)))
        }
        b'A' | b'z' | b'Z' if !in_set => {
            let position = parser.escape_start;
            Ok(Escape::Anchor(match letter {
                b'Z' => parser.end_or_final_line_end(position),
                _ => parser.ast.edge(letter == b'z', position),
            }))
        }
        _ if letter.is_ascii_alphabetic() => parser.refuse_escape(c, "unknown escape sequence"),
        _ => Ok(Escape::Char(c)),
    }
}

/// `\0n`, `\0nn`, and `\0mnn` with m up to 3.
fn octal(parser: &mut Parser, c: u32) -> Result<Escape, DialectError> {
    let digits = match parser.reader.peek_ascii() {
        b'0'..=b'3' => 3,
        b'4'..=b'7' => 2,
        _ => return parser.refuse_escape(c, "needs an octal digit"),
    };
    Ok(Escape::Char(parser.octal(digits)))
}

fn property(parser: &mut Parser, c: u32) -> Result<Escape, DialectError> {
    const ASCII: &[&str] = &[
        "Alnum", "Alpha", "ASCII", "Blank", "Cntrl", "Digit", "Graph", "Lower", "Print", "Punct", "Space",
        "Upper", "XDigit",
    ];
    let (name, _) = parser.property_name()?;
    let cased = matches!(name.trim_start_matches("Is"), "Lower" | "Upper" | "Lu" | "Ll" | "Lt");
    if cased && parser.flags.has(Flags::IGNORE_CASE) {
        return parser.refuse_escape(c, "properties of case under the flag i are not supported");
    }
    if ASCII.contains(&name.as_str()) && name != "ASCII" && parser.flags.has(Flags::UNICODE_CLASSES) {
        return parser.refuse_escape(c, "POSIX properties under the flag U are not supported");
    }
    let set = match name.strip_prefix("Is").unwrap_or(&name) {
        _ if ASCII.contains(&name.as_str()) => classes::posix(&name.to_ascii_lowercase()),
        "L1" => Some(CharSet::range(0, 0xFF)),
        "LC" => Some(RULES.unicode.union(&["Lu", "Ll", "Lt"])),
        short if is_general_category(short) => RULES.unicode.property(short),
        long if name != long && (long == "Alphabetic" || is_script(long)) => RULES.unicode.property(long),
        _ => None,
    };
    match set {
        Some(set) => Ok(Escape::Set(negate_if(c == u32::from(b'P'), set))),
        None => parser.refuse_escape(c, "this property is not supported"),
    }
}
