//! Pieces that the escape sequences of several dialects share.

use tress_automata::CharSet;

use super::parser::Parser;
use crate::DialectError;
use crate::ast::{Node, NodeId};
use crate::classes;

/// The sets of `\d`, `\w` and `\s`.
pub(crate) struct PerlClasses {
    pub(crate) digit: CharSet,
    pub(crate) word: CharSet,
    pub(crate) space: CharSet,
}

impl PerlClasses {
    /// The ASCII sets.
    pub(crate) fn ascii() -> Self {
        Self { digit: classes::ascii_digit(), word: classes::ascii_word(), space: classes::ascii_space() }
    }

    /// The set of `\d \D \w \W \s \S`.
    pub(crate) fn get(&self, letter: u8) -> Option<CharSet> {
        let set = match letter.to_ascii_lowercase() {
            b'd' => &self.digit,
            b'w' => &self.word,
            b's' => &self.space,
            _ => return None,
        };
        Some(negate_if(letter.is_ascii_uppercase(), set.clone()))
    }
}

/// The set or its complement.
pub(crate) fn negate_if(negated: bool, set: CharSet) -> CharSet {
    if negated { set.complement() } else { set }
}

impl Parser {
    /// Takes the character after a backslash: its ASCII code (0 for others), and the character.
    pub(crate) fn escaped_char(&mut self) -> Result<(u8, u32), DialectError> {
        self.escape_start = self.reader.position().saturating_sub(1);
        let letter = self.reader.peek_ascii();
        match self.reader.take() {
            Some(c) => Ok((letter, c)),
            None => self.reader.error(self.escape_start, "a backslash at the end"),
        }
    }

    /// A refusal of the escape sequence that has just been begun.
    pub(crate) fn refuse_escape<T>(&self, letter: u32, why: &str) -> Result<T, DialectError> {
        let position = self.escape_start;
        let letter = char::from_u32(letter).unwrap_or('\u{FFFD}');
        self.reader.error(position, format!("\\{letter}: {why}"))
    }

    /// A number of between `least` and `most` hexadecimal digits; nothing is taken otherwise.
    pub(crate) fn hex(&mut self, least: usize, most: usize) -> Option<u32> {
        let start = self.reader.position();
        let digits = self.reader.take_while(most, |c| c.is_ascii_hexdigit());
        if digits.len() < least {
            self.reader.return_to(start);
            return None;
        }
        if digits.is_empty() {
            return Some(0);
        }
        u32::from_str_radix(&digits, 16).ok()
    }

    /// `{…}` with a hexadecimal code point.
    pub(crate) fn braced_hex(&mut self) -> Result<u32, DialectError> {
        let position = self.reader.position();
        let digits = if self.reader.eat("{") { self.reader.take_until(b'}') } else { None };
        let plain = digits.filter(|digits| digits.bytes().all(|c| c.is_ascii_hexdigit()));
        match plain.and_then(|digits| u32::from_str_radix(&digits, 16).ok()) {
            Some(c) if c <= 0x10_FFFF => Ok(c),
            _ => self.reader.error(position, "a code point in braces has hexadecimal digits up to 10FFFF"),
        }
    }

    /// Up to `most` octal digits.
    pub(crate) fn octal(&mut self, most: usize) -> u32 {
        let digits = self.reader.take_while(most, |c| (b'0'..=b'7').contains(&c));
        u32::from_str_radix(&digits, 8).unwrap_or(0)
    }

    /// `\cX`, by flipping bit 6 of the character in upper case.
    pub(crate) fn control(&mut self, uppercase: bool) -> Result<u32, DialectError> {
        let letter = self.reader.peek_ascii();
        if !(0x20..0x7F).contains(&letter) {
            return self.refuse_escape(u32::from(b'c'), "needs a printable ASCII character");
        }
        self.reader.take();
        let letter = if uppercase { letter.to_ascii_uppercase() } else { letter };
        Ok(u32::from(letter ^ 0x40))
    }

    /// The name in `\pL` or `\p{Lu}`, and whether it begins with `^`.
    pub(crate) fn property_name(&mut self) -> Result<(String, bool), DialectError> {
        let position = self.reader.position();
        let negated = |name: String| match name.strip_prefix('^') {
            Some(rest) => (rest.to_owned(), true),
            None => (name, false),
        };
        if self.reader.eat("{") {
            return match self.reader.take_until(b'}') {
                Some(name) => Ok(negated(name)),
                None => self.reader.error(position, "this property name is not closed"),
            };
        }
        let name = self.reader.take_while(1, |c| c.is_ascii_alphabetic());
        if name.is_empty() {
            return self.reader.error(position, "a property needs a name");
        }
        Ok((name, false))
    }

    /// `\R`: any line end, with `\r\n` as one.
    pub(crate) fn line_end(&mut self, atomic: bool) -> NodeId {
        let position = self.escape_start;
        let pair = [13, 10].map(|c| self.ast.add(Node::Set(CharSet::single(c)), position));
        let pair = self.ast.concat(pair.to_vec(), position);
        let single = self.ast.add(Node::Set(classes::vertical_space()), position);
        let node = self.ast.alternate(vec![pair, single], position);
        if atomic { self.ast.add(Node::Atomic(node), position) } else { node }
    }

    /// `\b` or `\B` for these word characters.
    pub(crate) fn boundary(&mut self, word: &CharSet, negated: bool) -> NodeId {
        let position = self.escape_start;
        self.ast.word_boundary(word, negated, position)
    }
}

/// The code of `\a \e \f \n \r \t`, as far as `known` contains the character.
pub(crate) fn control_letter(letter: u8, known: &str) -> Option<u32> {
    if !known.as_bytes().contains(&letter) {
        return None;
    }
    Some(match letter {
        b'a' => 7,
        b'e' => 27,
        b'f' => 12,
        b'n' => 10,
        b'r' => 13,
        b't' => 9,
        b'v' => 11,
        _ => return None,
    })
}

/// Is this the name of a general category, short or long, as Unicode writes it?
pub(crate) fn is_general_category(name: &str) -> bool {
    const SHORT: &str = " C Cc Cf Cn Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So \
                         Z Zl Zp Zs ";
    !name.contains(' ') && SHORT.contains(&format!(" {name} "))
}
