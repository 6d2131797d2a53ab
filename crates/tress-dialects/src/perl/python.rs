//! Python's `re`, version 3.11, on `str`.

use tress_automata::CharSet;

use super::escape::{PerlClasses, control_letter};
use super::parser::Parser;
use super::rules::{Brace, Escape, Inline, Lines, Lookbehind, Rules};
use crate::classes::Unicode;
use crate::fold::Fold;
use crate::{DialectError, Flags};

pub(crate) const RULES: Rules = Rules {
    flags: &[
        ('i', Flags::IGNORE_CASE),
        ('m', Flags::MULTI_LINE),
        ('s', Flags::DOT_ALL),
        ('x', Flags::EXTENDED),
        ('a', Flags::ASCII),
        ('u', Flags::UNICODE),
    ],
    never_inline: "",
    inline: Inline::Start,
    lines: Lines::Newline,
    dollar_before_final_line_end: true,
    lookbehind: Lookbehind::Fixed,
    atomic: true,
    brace: Brace::Literal,
    brace_without_low: true,
    most_copies: u32::MAX as u64 - 1,
    group_names: &["P<"],
    refused_groups: &[
        ("?P=", "a backreference"),
        ("?(", "a conditional group"),
        ("?L", "the flag L (locale)"),
        ("?u:", "the flag u inside of a pattern"),
        ("?a:", "the flag a for a part of a pattern"),
    ],
    comments: true,
    first_bracket_is_member: true,
    folds_posix: false,
    posix_classes: false,
    nested_sets: false,
    folds_classes: false,
    fold: |flags| if flags.has(Flags::ASCII) { Fold::Ascii } else { Fold::Python },
    unicode: Unicode::V14,
    escape,
};

fn perl_classes(flags: Flags) -> PerlClasses {
    if flags.has(Flags::ASCII) {
        return PerlClasses::ascii();
    }
    let unicode = RULES.unicode;
    let separators = CharSet::range(0x1C, 0x1F);
    PerlClasses {
        digit: unicode.union(&["Nd"]),
        word: unicode.union(&["L", "N"]).union(&CharSet::single(0x5F)),
        space: unicode.union(&["White_Space"]).union(&separators),
    }
}

fn escape(parser: &mut Parser, in_set: bool) -> Result<Escape, DialectError> {
    let (letter, c) = parser.escaped_char()?;
    if letter.is_ascii_alphabetic()
        && let Some(set) = perl_classes(parser.flags).get(letter)
    {
        return Ok(Escape::Set(set));
    }
    if let Some(c) = control_letter(letter, "afnrtv") {
        return Ok(Escape::Char(c));
    }
    match letter {
        b'x' | b'u' | b'U' => {
            let digits = match letter {
                b'x' => 2,
                b'u' => 4,
                _ => 8,
            };
            match parser.hex(digits, digits) {
                Some(c) if c <= 0x10_FFFF => Ok(Escape::Char(c)),
                _ => parser.refuse_escape(c, "needs more hexadecimal digits, up to 10FFFF"),
            }
        }
        b'0' => Ok(Escape::Char(parser.octal(2))),
        b'1'..=b'9' => octal(parser, c, in_set),
        b'N' => parser.refuse_escape(c, "character names are not supported"),
        b'b' if in_set => Ok(Escape::Char(8)),
        b'b' | b'B' if !in_set => {
            let word = perl_classes(parser.flags).word;
            let boundary = parser.boundary(&word, letter == b'B');
            if letter == b'b' {
                return Ok(Escape::Anchor(boundary));
            }
            // Before 3.14, \B does not match the empty word.
            let position = parser.escape_start;
            let sides =
                [false, true].map(|ahead| parser.ast.look_at(CharSet::full(), ahead, false, position));
            let not_empty = parser.ast.alternate(sides.to_vec(), position);
            Ok(Escape::Anchor(parser.ast.concat(vec![boundary, not_empty], position)))
        }
        b'A' | b'Z' if !in_set => {
            let position = parser.escape_start;
            Ok(Escape::Anchor(parser.ast.edge(letter == b'Z', position)))
        }
        _ if letter.is_ascii_alphabetic() => parser.refuse_escape(c, "unknown escape sequence"),
        _ => Ok(Escape::Char(c)),
    }
}

/// `\nnn` with three octal digits up to 377; in sets also with one or two. Else a backreference.
fn octal(parser: &mut Parser, c: u32, in_set: bool) -> Result<Escape, DialectError> {
    let start = parser.reader.position();
    let first = c - 0x30;
    let digits = parser.reader.take_while(2, |c| (b'0'..=b'7').contains(&c));
    let rest = u32::from_str_radix(&digits, 8).unwrap_or(0);
    let value = first * 8u32.pow(digits.len() as u32) + rest;
    if first < 8 && value < 0o400 && (digits.len() == 2 || in_set) {
        return Ok(Escape::Char(value));
    }
    parser.reader.return_to(start);
    parser.refuse_escape(c, "a backreference cannot be translated")
}
