//! Bytes to tokens, for problems and certificates alike.
//!
//! Enters: bytes. Leaves: tokens that borrow their text, and the line that was reached.

use crate::budget::{Checked, refuse};

/// A piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'text> {
    Open,
    Close,
    /// A name without bars, or a number with a sign or a bar in it, as certificates have.
    Symbol(&'text str),
    /// A name in bars, without them.
    Quoted(&'text str),
    /// With its colon.
    Keyword(&'text str),
    /// Decimal digits, perhaps with a point.
    Number(&'text str),
    /// Hexadecimal digits behind `#x`.
    Hex(&'text str),
    /// What is between the outer quotes.
    Text(&'text str),
    End,
}

/// Reads tokens one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'text> {
    text: &'text [u8],
    at: usize,
    /// The number of the line that was reached.
    pub(crate) line: usize,
}

/// May the byte occur in a simple symbol?
pub(crate) fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80 || b"~!@$%^&*_-+=<>.?/:#'".contains(&byte)
}

impl<'text> Lexer<'text> {
    pub(crate) fn new(text: &'text [u8], line: usize) -> Self {
        Self { text, at: 0, line }
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at.checked_add(ahead)?).copied()
    }

    fn advance(&mut self, count: usize) {
        let end = self.at.saturating_add(count).min(self.text.len());
        self.line +=
            self.text.get(self.at..end).map_or(0, |part| part.iter().filter(|b| **b == b'\n').count());
        self.at = end;
    }

    /// Moves behind the first position from here on at which the condition holds, and returns what was before
    /// it.
    fn until(&mut self, skip: usize, is_end: impl Fn(&[u8]) -> bool) -> Option<&'text [u8]> {
        let rest = self.text.get(self.at.checked_add(skip)?..)?;
        let length = (0..rest.len()).find(|at| is_end(&rest[*at..]))?;
        self.advance(skip + length);
        rest.get(..length)
    }

    fn skip(&mut self) {
        while let Some(byte) = self.byte(0) {
            match byte {
                b';' => {
                    if self.until(0, |rest| rest.starts_with(b"\n")).is_none() {
                        self.advance(usize::MAX);
                    }
                }
                b'#' if self.byte(1) == Some(b'|') => {
                    if self.until(2, |rest| rest.starts_with(b"|#")).is_none() {
                        self.advance(usize::MAX);
                    }
                    self.advance(2);
                }
                byte if byte.is_ascii_whitespace() => self.advance(1),
                _ => break,
            }
        }
    }

    fn utf8(bytes: &'text [u8]) -> Checked<&'text str> {
        std::str::from_utf8(bytes).or_else(|_| refuse("the text is not UTF-8"))
    }

    fn word(&mut self) -> Checked<&'text str> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|byte| !is_symbol_byte(*byte)).unwrap_or(rest.len());
        self.at += length;
        Self::utf8(&rest[..length])
    }

    /// The token that follows.
    pub(crate) fn next(&mut self) -> Checked<Token<'text>> {
        self.skip();
        let Some(byte) = self.byte(0) else { return Ok(Token::End) };
        match byte {
            b'(' => {
                self.at += 1;
                Ok(Token::Open)
            }
            b')' => {
                self.at += 1;
                Ok(Token::Close)
            }
            b'"' => self.string(),
            b'|' => {
                let Some(name) = self.until(1, |rest| rest[0] == b'|') else { return refuse("an open bar") };
                self.at += 1;
                if name.contains(&b'\\') {
                    return refuse("a backslash in a name");
                }
                Self::utf8(name).map(Token::Quoted)
            }
            b':' => self.word().map(Token::Keyword),
            b'#' if self.byte(1) == Some(b'x') => {
                self.at += 2;
                self.word().map(Token::Hex)
            }
            b'0'..=b'9' => {
                let word = self.word()?;
                let is_number = word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
                Ok(if is_number { Token::Number(word) } else { Token::Symbol(word) })
            }
            _ if is_symbol_byte(byte) => self.word().map(Token::Symbol),
            _ => refuse("an unexpected character"),
        }
    }

    fn string(&mut self) -> Checked<Token<'text>> {
        let start = self.at + 1;
        loop {
            // Inside of a pair of quotes `at` is on the second.
            if self.until(1, |rest| rest[0] == b'"').is_none() {
                return refuse("an open string");
            }
            if self.byte(1) != Some(b'"') {
                break;
            }
            self.at += 1;
        }
        let text = self.text.get(start..self.at).unwrap_or_default();
        self.at += 1;
        Self::utf8(text).map(Token::Text)
    }

    /// Skips the rest of an expression whose opening parentheses, `depth` of them, were read.
    pub(crate) fn skip_rest(&mut self, mut depth: usize) -> Checked<()> {
        while depth > 0 {
            match self.next()? {
                Token::Open => depth += 1,
                Token::Close => depth -= 1,
                Token::End => return refuse("an open parenthesis"),
                _ => {}
            }
        }
        Ok(())
    }
}

/// The last character of strings.
pub(crate) const LAST: u32 = 0x2_FFFF;

/// The characters that the text of a string literal denotes.
pub(crate) fn unescape(text: &str) -> Checked<Vec<u32>> {
    let mut word = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (character, length) = match first {
            '"' => (u32::from('"'), 2),
            '\\' => escape(rest).unwrap_or((u32::from('\\'), 1)),
            _ => (u32::from(first), first.len_utf8()),
        };
        if character > LAST {
            return refuse("a character outside of the alphabet");
        }
        word.push(character);
        rest = rest.get(length..).unwrap_or_default();
    }
    Ok(word)
}

/// The character and the length of the escape in front, if there is one.
fn escape(text: &str) -> Option<(u32, usize)> {
    let after = text.strip_prefix("\\u")?;
    let (digits, around) = match after.strip_prefix('{') {
        Some(braced) => (braced.get(..braced.bytes().take(6).position(|byte| byte == b'}')?)?, 4),
        None => (after.get(..4)?, 2),
    };
    let is_code = (1..=5).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let code = u32::from_str_radix(digits, 16).ok().filter(|code| is_code && *code <= LAST)?;
    Some((code, digits.len() + around))
}

#[cfg(test)]
mod tests;
