//! RE2, and Go's `regexp`: no lookaround, ASCII classes, Unicode case folding.

use tress_automata::CharSet;

use super::escape::{PerlClasses, control_letter, is_general_category, negate_if};
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
        ('U', Flags::SWAP_GREED),
    ],
    never_inline: "",
    inline: Inline::Anywhere,
    lines: Lines::Newline,
    dollar_before_final_line_end: false,
    lookbehind: Lookbehind::None,
    atomic: false,
    brace: Brace::Literal,
    brace_without_low: false,
    most_copies: 1000,
    group_names: &["P<", "<"],
    refused_groups: &[],
    comments: false,
    first_bracket_is_member: true,
    folds_posix: true,
    posix_classes: true,
    nested_sets: false,
    folds_classes: false,
    fold: |_| Fold::Simple,
    unicode: Unicode::Latest,
    escape,
};

fn escape(parser: &mut Parser, in_set: bool) -> Result<Escape, DialectError> {
    let (letter, c) = parser.escaped_char()?;
    let mut space = PerlClasses::ascii();
    space.space = space.space.difference(&CharSet::single(11));
    if let Some(set) = space.get(letter.to_ascii_lowercase()) {
        // Folded first and negated then.
        let set = fold(parser, set);
        return Ok(Escape::Set(negate_if(letter.is_ascii_uppercase(), set)));
    }
    if let Some(c) = control_letter(letter, "afnrtv") {
        return Ok(Escape::Char(c));
    }
    match letter {
        b'p' | b'P' => {
            let (name, negated) = parser.property_name()?;
            let known = is_general_category(&name) || name == "Any" || is_script(&name);
            match parser.rules.unicode.property(&name).filter(|_| known) {
                Some(set) => {
                    let set = fold(parser, set);
                    Ok(Escape::Set(negate_if(negated != (letter == b'P'), set)))
                }
                None => parser.refuse_escape(c, "unknown property name"),
            }
        }
        b'x' if parser.reader.sees("{") => Ok(Escape::Char(parser.braced_hex()?)),
        b'x' => match parser.hex(2, 2) {
            Some(c) => Ok(Escape::Char(c)),
            None => parser.refuse_escape(c, "needs two hexadecimal digits"),
        },
        b'0' => Ok(Escape::Char(parser.octal(2))),
        b'1'..=b'7' if (b'0'..=b'7').contains(&parser.reader.peek_ascii()) => {
            let high = parser.octal(2);
            let digits = if high < 8 { 8 } else { 64 };
            Ok(Escape::Char((c - 0x30) * digits + high))
        }
        b'1'..=b'9' => parser.refuse_escape(c, "RE2 has no backreferences"),
        b'Q' => Ok(Escape::Quote),
        b'E' => Ok(Escape::Nothing),
        b'C' => parser.refuse_escape(c, "a single byte is no character"),
        b'b' | b'B' if !in_set => {
            let word = PerlClasses::ascii().word;
            Ok(Escape::Anchor(parser.boundary(&word, letter == b'B')))
        }
        b'A' | b'z' if !in_set => {
            let position = parser.escape_start;
            Ok(Escape::Anchor(parser.ast.edge(letter == b'z', position)))
        }
        _ if letter.is_ascii_alphanumeric() || letter == 0 => {
            parser.refuse_escape(c, "unknown escape sequence")
        }
        _ => Ok(Escape::Char(c)),
    }
}

/// Scripts are written with one capital, as in `Greek` and `Old_Italic`.
pub(crate) fn is_script(name: &str) -> bool {
    name.len() > 2
        && name.split('_').all(|part| part.starts_with(|c: char| c.is_ascii_uppercase()))
        && crate::classes::property(&format!("Script={name}")).is_some()
}

fn fold(parser: &Parser, set: CharSet) -> CharSet {
    if !parser.flags.has(Flags::IGNORE_CASE) {
        return set;
    }
    Fold::Simple.close(&CharSet::empty(), &set, Unicode::Latest)
}
