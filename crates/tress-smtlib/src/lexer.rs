//! Characters to tokens.
//!
//! Enters: the bytes of one command. Leaves: tokens with their positions. Nothing is copied: a token
//! is a kind and a range.

use super::error::Error;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `(`
    Open,
    /// `)`
    Close,
    /// A name, without bars.
    Symbol,
    /// A name in bars; the range leaves the bars out.
    Quoted,
    /// A name that begins with a colon; the range includes it.
    Keyword,
    /// Decimal digits.
    Numeral,
    /// Decimal digits with a point.
    Decimal,
    /// `#x` and hexadecimal digits; the range leaves the prefix out.
    Hexadecimal,
    /// `#b` and binary digits; the range leaves the prefix out.
    Binary,
    /// A string literal; the range leaves the outer quotes out.
    String,
    /// The end of the text.
    End,
}

/// A token and its range in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// The start of its text.
    pub start: usize,
    /// The end of its text, exclusive.
    pub end: usize,
}

impl Token {
    /// The start of the token, including an opening quote, bar or prefix.
    #[must_use]
    pub fn offset(self) -> usize {
        match self.kind {
            Kind::Quoted | Kind::String => self.start - 1,
            Kind::Hexadecimal | Kind::Binary => self.start - 2,
            _ => self.start,
        }
    }
}

/// Reads tokens one after the other.
#[derive(Clone, Debug)]
pub struct Lexer<'text> {
    text: &'text [u8],
    at: usize,
}

/// May the byte occur in a simple symbol? Bytes of UTF-8 characters may.
pub(super) fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80 || b"~!@$%^&*_-+=<>.?/:#'".contains(&byte)
}

impl<'text> Lexer<'text> {
    /// A reader at the start of `text`.
    #[must_use]
    pub fn new(text: &'text [u8]) -> Self {
        Self { text, at: 0 }
    }

    /// The text of a token. Names and literals that are not UTF-8 were refused before.
    #[must_use]
    pub fn text(&self, token: Token) -> &'text str {
        std::str::from_utf8(&self.text[token.start..token.end]).unwrap_or("?")
    }

    /// The position after the last token that was read.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The text between two positions, for replies that repeat the input.
    #[must_use]
    pub fn slice(&self, start: usize, end: usize) -> &'text [u8] {
        &self.text[start..end]
    }

    /// Skips spaces and comments.
    fn skip(&mut self) {
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b';' => {
                    let rest = &self.text[self.at..];
                    self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                }
                b'#' if self.text.get(self.at + 1) == Some(&b'|') => {
                    let rest = &self.text[self.at + 2..];
                    let close = rest.windows(2).position(|pair| pair == b"|#");
                    self.at = close.map_or(self.text.len(), |position| self.at + position + 4);
                }
                byte if byte.is_ascii_whitespace() => self.at += 1,
                _ => break,
            }
        }
    }

    /// The next token.
    ///
    /// # Errors
    /// If the text is no token.
    #[expect(clippy::should_implement_trait, reason = "a lexer has an end token, an iterator has none")]
    pub fn next(&mut self) -> Result<Token, Error> {
        self.skip();
        let start = self.at;
        let Some(byte) = self.text.get(start).copied() else {
            return Ok(Token { kind: Kind::End, start, end: start });
        };
        match byte {
            b'(' => Ok(self.one(Kind::Open)),
            b')' => Ok(self.one(Kind::Close)),
            b'"' => self.string(),
            b'|' => self.quoted(),
            b':' => self.name(Kind::Keyword, start),
            b'#' => self.prefixed(),
            b'0'..=b'9' => self.number(),
            _ if is_symbol_byte(byte) => self.name(Kind::Symbol, start),
            _ => Err(Error::new(start, format!("unexpected character {:?}", char::from(byte)))),
        }
    }

    fn one(&mut self, kind: Kind) -> Token {
        self.at += 1;
        Token { kind, start: self.at - 1, end: self.at }
    }

    /// Reads up to the end of a name and checks that it is UTF-8.
    fn name(&mut self, kind: Kind, start: usize) -> Result<Token, Error> {
        while self.text.get(self.at).is_some_and(|byte| is_symbol_byte(*byte)) {
            self.at += 1;
        }
        self.utf8(start, self.at)?;
        if kind == Kind::Keyword && self.at == start + 1 {
            return Err(Error::new(start, "expected a name after the colon"));
        }
        Ok(Token { kind, start, end: self.at })
    }

    fn utf8(&self, start: usize, end: usize) -> Result<(), Error> {
        match std::str::from_utf8(&self.text[start..end]) {
            Ok(_) => Ok(()),
            Err(problem) => Err(Error::new(start + problem.valid_up_to(), "the text is not UTF-8 here")),
        }
    }

    fn quoted(&mut self) -> Result<Token, Error> {
        let start = self.at + 1;
        let rest = &self.text[start..];
        let Some(length) = rest.iter().position(|byte| *byte == b'|') else {
            self.at = self.text.len();
            return Err(Error::new(start - 1, "a name in bars has no closing bar"));
        };
        self.at = start + length + 1;
        self.utf8(start, start + length)?;
        if let Some(position) = rest[..length].iter().position(|byte| *byte == b'\\') {
            return Err(Error::new(start + position, "a name in bars cannot hold a backslash"));
        }
        Ok(Token { kind: Kind::Quoted, start, end: start + length })
    }

    fn string(&mut self) -> Result<Token, Error> {
        let start = self.at + 1;
        let mut at = start;
        loop {
            match self.text.get(at) {
                None => {
                    self.at = self.text.len();
                    return Err(Error::new(start - 1, "a string has no closing quote"));
                }
                Some(b'"') if self.text.get(at + 1) == Some(&b'"') => at += 2,
                Some(b'"') => break,
                Some(_) => at += 1,
            }
        }
        self.at = at + 1;
        self.utf8(start, at)?;
        Ok(Token { kind: Kind::String, start, end: at })
    }

    fn number(&mut self) -> Result<Token, Error> {
        let start = self.at;
        let mut kind = Kind::Numeral;
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b'0'..=b'9' => self.at += 1,
                b'.' if kind == Kind::Numeral => {
                    kind = Kind::Decimal;
                    self.at += 1;
                }
                _ => break,
            }
        }
        let touching = self.text.get(self.at).is_some_and(|byte| is_symbol_byte(*byte));
        if touching || self.text[self.at - 1] == b'.' {
            return Err(Error::new(self.at, "expected a digit, a space or a parenthesis after a number"));
        }
        Ok(Token { kind, start, end: self.at })
    }

    fn prefixed(&mut self) -> Result<Token, Error> {
        let start = self.at;
        let (kind, is_digit): (Kind, fn(&u8) -> bool) = match self.text.get(start + 1) {
            Some(b'x') => (Kind::Hexadecimal, u8::is_ascii_hexdigit),
            Some(b'b') => (Kind::Binary, |byte| matches!(byte, b'0' | b'1')),
            _ => return Err(Error::new(start, "expected #x or #b and digits")),
        };
        let digits = self.text[start + 2..].iter().take_while(|byte| is_digit(byte)).count();
        self.at = start + 2 + digits;
        let touching = self.text.get(self.at).is_some_and(|byte| is_symbol_byte(*byte));
        if digits == 0 || touching {
            return Err(Error::new(self.at, "expected digits after #x or #b"));
        }
        Ok(Token { kind, start: start + 2, end: self.at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(Kind, String)> {
        let mut lexer = Lexer::new(text.as_bytes());
        let mut found = Vec::new();
        loop {
            let token = lexer.next().expect("tokens");
            if token.kind == Kind::End {
                return found;
            }
            found.push((token.kind, lexer.text(token).to_owned()));
        }
    }

    fn problem(text: &[u8]) -> (usize, String) {
        let mut lexer = Lexer::new(text);
        loop {
            match lexer.next() {
                Ok(token) => assert_ne!(token.kind, Kind::End, "{text:?} has no error"),
                Err(error) => return (error.offset, error.message),
            }
        }
    }

    #[test]
    fn every_kind_of_token() {
        let wanted = [
            (Kind::Open, "("),
            (Kind::Symbol, "str.++"),
            (Kind::Quoted, "a b"),
            (Kind::Keyword, ":named"),
            (Kind::Numeral, "12"),
            (Kind::Decimal, "1.50"),
            (Kind::Hexadecimal, "1F"),
            (Kind::Binary, "01"),
            (Kind::String, "say \"\"x\"\""),
            (Kind::Close, ")"),
        ];
        let found = tokens("(str.++ |a b| :named 12 1.50 #x1F #b01 ; rest\n #| (( |# \"say \"\"x\"\"\")");
        assert_eq!(found, wanted.map(|(kind, text)| (kind, text.to_owned())));
    }

    #[test]
    fn errors_have_positions() {
        assert_eq!(problem(b"ab {").0, 3);
        assert_eq!(problem(b"a \"x").0, 2);
        assert_eq!(problem(b"|x").0, 0);
        assert_eq!(problem(b"12x").0, 2);
        assert_eq!(problem(b"1.").0, 2);
        assert_eq!(problem(b"#y").0, 0);
        assert_eq!(problem(b"#xg").0, 2);
        assert_eq!(problem(b": a").0, 0);
        assert_eq!(problem(b"x \"\xff\"").0, 3);
        assert_eq!(problem(b"x\xff").0, 1);
    }
}
