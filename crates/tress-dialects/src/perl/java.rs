//! `java.util.regex`. Boundaries follow Java 19 and later, where `\b` agrees with `\w`. For a release that
//! the flags name they are exact: marks that stand over a base character are inside of words, and before 19
//! alphabetic characters and digits of all scripts are. What depends on tables of Unicode is refused for
//! releases whose tables are not known here.

use tress_automata::CharSet;

use super::escape::{PerlClasses, control_letter, is_general_category, negate_if};
use super::parser::Parser;
use super::re2::is_script;
use super::rules::{Brace, Escape, Inline, Lines, Lookbehind, Rules};
use crate::ast::{Greed, Node, NodeId};
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
        ('a', Flags::ASCII),
    ],
    never_inline: "a",
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

/// The first release whose boundaries agree with `\w`.
const ASCII_BOUNDARIES: u8 = 19;

/// The version of Unicode of the release that the flags name; `None` when it is not known here.
pub(crate) fn unicode(flags: Flags) -> Option<Unicode> {
    match flags.release() {
        _ if flags.has(Flags::ASCII) => Some(RULES.unicode),
        None => Some(RULES.unicode),
        Some(15..=18) => Some(Unicode::V13),
        Some(19) => Some(Unicode::V14),
        Some(20..=21) => Some(Unicode::V15),
        Some(22..=23) => Some(Unicode::V15_1),
        Some(24..=25) => Some(Unicode::V16),
        _ => None,
    }
}

const NO_TABLES: &str = "the tables of Unicode of this release of Java are not known";

/// The tables for an escape sequence.
fn tables(parser: &Parser, c: u32) -> Result<Unicode, DialectError> {
    match unicode(parser.flags) {
        Some(unicode) => Ok(unicode),
        None => parser.refuse_escape(c, NO_TABLES),
    }
}

/// Refuses cased characters beyond ASCII where their tables are not known.
pub(super) fn check_folding(parser: &Parser) -> Result<(), DialectError> {
    let folds =
        parser.flags.has(Flags::IGNORE_CASE) && parser.flags.has(Flags::UNICODE.with(Flags::UNICODE_CLASSES));
    match folds && unicode(parser.flags).is_none() {
        true => parser.reader.error(parser.reader.position(), NO_TABLES),
        false => Ok(()),
    }
}

fn perl_classes(parser: &Parser, c: u32) -> Result<PerlClasses, DialectError> {
    if !parser.flags.has(Flags::UNICODE_CLASSES) {
        return Ok(PerlClasses::ascii());
    }
    let unicode = tables(parser, c)?;
    Ok(PerlClasses {
        digit: unicode.union(&["Nd"]),
        word: unicode.union(&["Alphabetic", "M", "Nd", "Pc", "Join_Control"]),
        space: unicode.union(&["White_Space"]),
    })
}

/// `\b` and `\B`. Besides the characters of words, marks that stand over a letter or digit are inside of a
/// word.
fn boundary(parser: &mut Parser, negated: bool) -> Result<NodeId, DialectError> {
    let c = u32::from(if negated { b'B' } else { b'b' });
    let word = perl_classes(parser, c)?.word;
    // Where all marks belong to words, or there are none, the word decides everything.
    let is_plain = parser.flags.has(Flags::UNICODE_CLASSES.with(Flags::ASCII));
    let Some(release) = parser.flags.release().filter(|_| !is_plain) else {
        return Ok(parser.boundary(&word, negated));
    };
    let unicode = tables(parser, c)?;
    let base = unicode.union(&["Lu", "Ll", "Lt", "Lm", "Lo", "Nd"]);
    let word = if release < ASCII_BOUNDARIES { base.union(&CharSet::single(u32::from(b'_'))) } else { word };
    let sides = Sides { word, base, mark: unicode.union(&["Mn"]), position: parser.escape_start };
    let mut ways = Vec::new();
    for before in [true, false] {
        let (left, right) = (sides.left(parser, before), sides.right(parser, before == negated));
        ways.push(parser.ast.concat(vec![left, right], sides.position));
    }
    Ok(parser.ast.alternate(ways, sides.position))
}

/// What is on the two sides of a position.
struct Sides {
    word: CharSet,
    /// What marks stand over.
    base: CharSet,
    mark: CharSet,
    position: usize,
}

impl Sides {
    /// A letter or digit with at least this many marks ends here, or does not.
    fn marked(&self, parser: &mut Parser, low: u64, negative: bool) -> NodeId {
        let ast = &mut parser.ast;
        let base = ast.add(Node::Set(self.base.clone()), self.position);
        let mark = ast.add(Node::Set(self.mark.clone()), self.position);
        let marks =
            ast.add(Node::Repeat { body: mark, low, high: None, greed: Greed::Greedy }, self.position);
        let body = ast.concat(vec![base, marks], self.position);
        ast.add(Node::Look { body, ahead: false, negative }, self.position)
    }

    /// What precedes is inside of a word, or is not.
    fn left(&self, parser: &mut Parser, is_word: bool) -> NodeId {
        let plain = parser.ast.look_at(self.word.clone(), false, !is_word, self.position);
        let marked = self.marked(parser, 1, !is_word);
        self.either(parser, plain, marked, is_word)
    }

    /// What follows is inside of a word, or is not.
    fn right(&self, parser: &mut Parser, is_word: bool) -> NodeId {
        let plain = parser.ast.look_at(self.word.clone(), true, !is_word, self.position);
        let mark = parser.ast.look_at(self.mark.clone(), true, !is_word, self.position);
        let base = self.marked(parser, 0, !is_word);
        let marked = self.either(parser, mark, base, !is_word);
        self.either(parser, plain, marked, is_word)
    }

    /// One of two holds, or both do.
    fn either(&self, parser: &mut Parser, one: NodeId, other: NodeId, is_choice: bool) -> NodeId {
        match is_choice {
            true => parser.ast.alternate(vec![one, other], self.position),
            false => parser.ast.concat(vec![one, other], self.position),
        }
    }
}

fn escape(parser: &mut Parser, in_set: bool) -> Result<Escape, DialectError> {
    let (letter, c) = parser.escaped_char()?;
    if letter.is_ascii_alphabetic()
        && let Some(set) = perl_classes(parser, c)?.get(letter)
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
        b'b' | b'B' if !in_set => Ok(Escape::Anchor(boundary(parser, upper)?)),
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
        "LC" => Some(tables(parser, c)?.union(&["Lu", "Ll", "Lt"])),
        short if is_general_category(short) => tables(parser, c)?.property(short),
        long if name != long && (long == "Alphabetic" || is_script(long)) => {
            let unicode = tables(parser, c)?;
            if (Unicode::V14..Unicode::V16).contains(&unicode) {
                return parser.refuse_escape(c, NO_TABLES);
            }
            unicode.property(long)
        }
        _ => None,
    };
    match set {
        Some(set) => Ok(Escape::Set(negate_if(c == u32::from(b'P'), set))),
        None => parser.refuse_escape(c, "this property is not supported"),
    }
}
