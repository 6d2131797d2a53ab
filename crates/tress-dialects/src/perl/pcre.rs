//! PCRE2 10.42 in UTF mode. The flag `u` adds `UCP`: classes and boundaries know Unicode.

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
        ('D', Flags::DOLLAR_END_ONLY),
    ],
    never_inline: "uD",
    inline: Inline::Anywhere,
    lines: Lines::NewlineInside,
    dollar_before_final_line_end: true,
    lookbehind: Lookbehind::FixedAlternatives,
    atomic: true,
    brace: Brace::Literal,
    brace_without_low: false,
    most_copies: 65_535,
    group_names: &["P<", "<", "'"],
    refused_groups: &[
        ("*", "a backtracking verb"),
        ("?R", "recursion"),
        ("?0", "recursion"),
        ("?1", "recursion"),
        ("?+", "recursion"),
        ("?-1", "recursion"),
        ("?&", "recursion"),
        ("?P>", "recursion"),
        ("?P=", "a backreference"),
        ("?(", "a conditional group"),
        ("?C", "a callout"),
        ("?|", "a branch reset group"),
        ("?^", "a group that resets flags"),
        ("?*", "a non-atomic lookaround"),
        ("?<*", "a non-atomic lookaround"),
    ],
    comments: true,
    first_bracket_is_member: true,
    folds_posix: false,
    posix_classes: true,
    nested_sets: false,
    folds_classes: false,
    fold: |_| Fold::Simple,
    unicode: Unicode::V14,
    escape,
};

fn perl_classes(flags: Flags) -> PerlClasses {
    if !flags.has(Flags::UNICODE) {
        return PerlClasses::ascii();
    }
    let unicode = RULES.unicode;
    let space = unicode.union(&["Z"]).union(&classes::horizontal_space()).union(&classes::vertical_space());
    let word = unicode.union(&["L", "N"]).union(&CharSet::single(0x5F));
    PerlClasses { digit: unicode.union(&["Nd"]), word, space }
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
        b'N' if !in_set && !parser.reader.sees("{") => Ok(Escape::Set(CharSet::single(10).complement())),
        b'R' if !in_set => Ok(Escape::Atom(parser.line_end(true))),
        b'p' | b'P' => property(parser, c),
        b'Q' => Ok(Escape::Quote),
        b'E' => Ok(Escape::Nothing),
        b'c' => Ok(Escape::Char(parser.control(true)?)),
        b'0' => Ok(Escape::Char(parser.octal(2))),
        b'o' | b'N' => parser.refuse_escape(c, "write the character as \\x{...}"),
        b'x' if parser.reader.sees("{") => Ok(Escape::Char(parser.braced_hex()?)),
        b'x' => Ok(Escape::Char(parser.hex(0, 2).unwrap_or(0))),
        b'1'..=b'9' | b'g' | b'k' => parser.refuse_escape(c, "a backreference cannot be translated"),
        b'K' => parser.refuse_escape(c, "resetting the start of a match cannot be translated"),
        b'C' => parser.refuse_escape(c, "a single code unit is no character"),
        b'X' => parser.refuse_escape(c, "grapheme clusters are not supported"),
        b'G' => parser.refuse_escape(c, "the start of the search cannot be translated"),
        b'b' if in_set => Ok(Escape::Char(8)),
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
        _ if letter.is_ascii_alphanumeric() => parser.refuse_escape(c, "unknown escape sequence"),
        _ => Ok(Escape::Char(c)),
    }
}

fn property(parser: &mut Parser, c: u32) -> Result<Escape, DialectError> {
    let (name, negated) = parser.property_name()?;
    let cased = matches!(name.as_str(), "Lu" | "Ll" | "Lt");
    if cased && parser.flags.has(Flags::IGNORE_CASE) {
        return parser.refuse_escape(c, "properties of case under the flag i are not supported");
    }
    let unicode = RULES.unicode;
    let set = match name.as_str() {
        "L&" => Some(unicode.union(&["Lu", "Ll", "Lt"])),
        "Any" => Some(CharSet::full()),
        name if is_general_category(name) => unicode.property(name),
        name if is_script(name) => {
            return parser.refuse_escape(c, "script extensions change with every version of Unicode");
        }
        _ => None,
    };
    match set {
        Some(set) => Ok(Escape::Set(negate_if(negated != (c == u32::from(b'P')), set))),
        None => parser.refuse_escape(c, "this property is not supported"),
    }
}
