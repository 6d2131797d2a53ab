//! ECMAScript 2020 with Annex B, as in browsers and Node.
//!
//! Without the flag `u` a word is a list of UTF-16 units; with it, of code points.

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
        ('u', Flags::UNICODE),
        ('g', Flags::NO_EFFECT),
        ('d', Flags::NO_EFFECT),
    ],
    never_inline: "",
    inline: Inline::Never,
    lines: Lines::Ecma,
    dollar_before_final_line_end: false,
    lookbehind: Lookbehind::Any,
    atomic: false,
    brace: Brace::Literal,
    brace_without_low: false,
    most_copies: u64::MAX - 1,
    group_names: &["<"],
    refused_groups: &[],
    comments: false,
    first_bracket_is_member: false,
    folds_posix: false,
    posix_classes: false,
    nested_sets: false,
    folds_classes: true,
    fold: |flags| if flags.has(Flags::UNICODE) { Fold::Simple } else { Fold::EcmaUpper },
    unicode: Unicode::Latest,
    escape,
};

fn perl_classes(flags: Flags) -> PerlClasses {
    let mut word = classes::ascii_word();
    if flags.has(Flags::UNICODE) && flags.has(Flags::IGNORE_CASE) {
        word = Fold::Simple.close(&CharSet::empty(), &word, RULES.unicode);
    }
    let mut space = classes::ascii_space().union(&classes::of("\u{A0}\u{FEFF}\u{2028}\u{2029}"));
    space = space.union(&RULES.unicode.union(&["Zs"]));
    PerlClasses { digit: classes::ascii_digit(), word, space }
}

fn escape(parser: &mut Parser, in_set: bool) -> Result<Escape, DialectError> {
    let unicode = parser.flags.has(Flags::UNICODE);
    let (letter, c) = parser.escaped_char()?;
    if letter.is_ascii_alphabetic()
        && let Some(set) = perl_classes(parser.flags).get(letter)
    {
        return Ok(Escape::Set(set));
    }
    if let Some(c) = control_letter(letter, "fnrtv") {
        return Ok(Escape::Char(c));
    }
    match letter {
        b'b' if in_set => Ok(Escape::Char(8)),
        b'b' | b'B' if !in_set => {
            let word = perl_classes(parser.flags).word;
            Ok(Escape::Anchor(parser.boundary(&word, letter == b'B')))
        }
        b'0' if !parser.reader.peek_ascii().is_ascii_digit() => Ok(Escape::Char(0)),
        b'0'..=b'9' => number(parser, c, in_set),
        b'c' => control(parser, c),
        b'x' | b'u' => hex(parser, c),
        b'p' | b'P' if unicode => property(parser, c),
        b'k' if unicode || has_named_groups(&parser.pattern) => {
            parser.refuse_escape(c, "a backreference cannot be translated")
        }
        b'-' if unicode && in_set => Ok(Escape::Char(c)),
        _ if unicode && !b"^$\\.*+?()[]{}|/".contains(&letter) => {
            parser.refuse_escape(c, "unknown escape sequence under the flag u")
        }
        _ => Ok(Escape::Char(c)),
    }
}

/// A digit after the backslash: a backreference, or without `u` an old octal number.
fn number(parser: &mut Parser, c: u32, in_set: bool) -> Result<Escape, DialectError> {
    if parser.flags.has(Flags::UNICODE) {
        let why = if c == 0x30 {
            "an octal number under the flag u"
        } else {
            "a backreference cannot be translated"
        };
        return parser.refuse_escape(c, why);
    }
    let start = parser.reader.position();
    let digits = parser.reader.take_while(usize::MAX, |c| c.is_ascii_digit());
    parser.reader.return_to(start);
    let first = c - 0x30;
    let number = format!("{first}{digits}").parse::<u64>().unwrap_or(u64::MAX);
    if !in_set && first != 0 && number <= count_groups(&parser.pattern) {
        return parser.refuse_escape(c, "a backreference cannot be translated");
    }
    if first >= 8 {
        return Ok(Escape::Char(c));
    }
    let most = if first <= 3 { 2 } else { 1 };
    let digits = parser.reader.take_while(most, |c| (b'0'..=b'7').contains(&c));
    let rest = u32::from_str_radix(&digits, 8).unwrap_or(0);
    Ok(Escape::Char(first * 8u32.pow(digits.len() as u32) + rest))
}

/// `\cX`. Where `X` is not from A to Z in either case, the backslash denotes itself.
fn control(parser: &mut Parser, c: u32) -> Result<Escape, DialectError> {
    let letter = parser.reader.peek_ascii();
    if letter.is_ascii_alphabetic() {
        parser.reader.take();
        return Ok(Escape::Char(u32::from(letter) % 32));
    }
    parser.refuse_escape(c, "needs a letter after it")
}

/// `\xhh`, `\uhhhh`, and under `u` also `\u{…}` and pairs of surrogates.
fn hex(parser: &mut Parser, c: u32) -> Result<Escape, DialectError> {
    let unicode = parser.flags.has(Flags::UNICODE);
    let wide = c == u32::from(b'u');
    if wide && unicode && parser.reader.sees("{") {
        return Ok(Escape::Char(parser.braced_hex()?));
    }
    let digits = if wide { 4 } else { 2 };
    match parser.hex(digits, digits) {
        Some(high @ 0xD800..=0xDBFF) if unicode => {
            let start = parser.reader.position();
            if parser.reader.eat("\\u")
                && let Some(low @ 0xDC00..=0xDFFF) = parser.hex(4, 4)
            {
                return Ok(Escape::Char(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00)));
            }
            parser.reader.return_to(start);
            Ok(Escape::Char(high))
        }
        Some(c) => Ok(Escape::Char(c)),
        None if unicode => parser.refuse_escape(c, "needs more hexadecimal digits"),
        None => Ok(Escape::Char(c)),
    }
}

fn property(parser: &mut Parser, c: u32) -> Result<Escape, DialectError> {
    const BINARY: &[&str] =
        &["Any", "Assigned", "ASCII", "Alphabetic", "Lowercase", "Uppercase", "White_Space"];
    let (name, negated) = parser.property_name()?;
    let category = |name: &str| is_general_category(name).then(|| name.to_owned());
    let asked = match name.split_once('=') {
        Some(("gc" | "General_Category", value)) => category(value),
        Some(("sc" | "Script", value)) if is_script(value) => Some(format!("Script={value}")),
        Some(("scx" | "Script_Extensions", value)) if is_script(value) => {
            Some(format!("Script_Extensions={value}"))
        }
        Some(_) => None,
        None if BINARY.contains(&name.as_str()) => Some(name.clone()),
        None => category(&name),
    };
    match asked.and_then(|name| RULES.unicode.property(&name)).filter(|_| !negated) {
        Some(set) => Ok(Escape::Set(negate_if(c == u32::from(b'P'), set))),
        None => parser.refuse_escape(c, "this property is not supported"),
    }
}

/// Calls `visit` with the text after every parenthesis that opens a group.
fn for_groups(pattern: &[u32], mut visit: impl FnMut(&[u32])) {
    let (mut at, mut in_set) = (0, false);
    while at < pattern.len() {
        match u8::try_from(pattern[at]).unwrap_or(0) {
            b'\\' => at += 1,
            b'[' => in_set = true,
            b']' => in_set = false,
            b'(' if !in_set => visit(&pattern[at + 1..]),
            _ => {}
        }
        at += 1;
    }
}

fn is_named(after: &[u32]) -> bool {
    let text: Vec<u8> = after.iter().take(3).map(|&c| u8::try_from(c).unwrap_or(0)).collect();
    text.starts_with(b"?<") && !matches!(text.get(2), Some(b'=' | b'!'))
}

fn count_groups(pattern: &[u32]) -> u64 {
    let mut count = 0;
    for_groups(pattern, |after| {
        count += u64::from(after.first() != Some(&u32::from(b'?')) || is_named(after));
    });
    count
}

fn has_named_groups(pattern: &[u32]) -> bool {
    let mut found = false;
    for_groups(pattern, |after| found |= is_named(after));
    found
}
