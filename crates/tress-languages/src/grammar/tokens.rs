//! The words of a grammar's text.

use tress_automata::{CharSet, MAX_CHAR};

use super::read::GrammarError;

/// A position in the text, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Position {
    line: usize,
    column: usize,
}

impl Position {
    pub(super) fn error(self, message: impl Into<String>) -> GrammarError {
        GrammarError { line: self.line, column: self.column, message: message.into() }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Name(String),
    Arrow,
    Word(Vec<u32>),
    Chars(CharSet),
    /// One of `| ( ) ? * + ;`.
    Mark(char),
    End,
}

/// All tokens with their positions; the last is the end.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Position)>, GrammarError> {
    let mut reader = Reader { rest: text.chars().peekable(), at: Position { line: 1, column: 1 } };
    let mut tokens = Vec::new();
    loop {
        reader.skip();
        let position = reader.at;
        let token = reader.token()?;
        let is_end = token == Token::End;
        tokens.push((token, position));
        if is_end {
            return Ok(tokens);
        }
    }
}

struct Reader<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    at: Position,
}

impl Reader<'_> {
    fn take(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        self.at = match c {
            '\n' => Position { line: self.at.line + 1, column: 1 },
            _ => Position { column: self.at.column + 1, ..self.at },
        };
        Some(c)
    }

    fn take_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        if self.rest.peek().is_some_and(|c| wanted(*c)) { self.take() } else { None }
    }

    /// Goes over blanks and comments.
    fn skip(&mut self) {
        loop {
            while self.take_if(char::is_whitespace).is_some() {}
            if self.take_if(|c| c == '#').is_none() {
                return;
            }
            while self.take_if(|c| c != '\n').is_some() {}
        }
    }

    fn token(&mut self) -> Result<Token, GrammarError> {
        let position = self.at;
        let Some(c) = self.take() else { return Ok(Token::End) };
        match c {
            '|' | '(' | ')' | '?' | '*' | '+' | ';' => Ok(Token::Mark(c)),
            '"' => self.word(position),
            '[' => self.set(position),
            '.' => Ok(Token::Chars(CharSet::full())),
            '=' => Ok(Token::Arrow),
            '-' if self.take_if(|c| c == '>').is_some() => Ok(Token::Arrow),
            ':' if self.take_if(|c| c == ':').is_some() && self.take_if(|c| c == '=').is_some() => {
                Ok(Token::Arrow)
            }
            c if c.is_alphabetic() || c == '_' => {
                let mut name = String::from(c);
                while let Some(c) = self.take_if(|c| c.is_alphanumeric() || "_'".contains(c)) {
                    name.push(c);
                }
                Ok(Token::Name(name))
            }
            c => Err(position.error(format!("{c} means nothing here"))),
        }
    }

    /// A word, behind its first quotation mark.
    fn word(&mut self, start: Position) -> Result<Token, GrammarError> {
        let mut word = Vec::new();
        while self.take_if(|c| c == '"').is_none() {
            word.push(self.character().ok_or_else(|| start.error("this word does not end"))??);
        }
        Ok(Token::Word(word))
    }

    /// A set of characters, behind its bracket.
    fn set(&mut self, start: Position) -> Result<Token, GrammarError> {
        let is_complement = self.take_if(|c| c == '^').is_some();
        let mut ranges = Vec::new();
        let open = || start.error("this set does not end");
        while self.take_if(|c| c == ']').is_none() {
            let position = self.at;
            let low = self.character().ok_or_else(open)??;
            let mut high = low;
            if self.take_if(|c| c == '-').is_some() {
                if self.rest.peek() == Some(&']') {
                    ranges.push((u32::from('-'), u32::from('-')));
                } else {
                    high = self.character().ok_or_else(open)??;
                }
            }
            if high < low {
                return Err(position.error("this range is empty"));
            }
            ranges.push((low, high));
        }
        let set = CharSet::from_ranges(ranges);
        Ok(Token::Chars(if is_complement { set.complement() } else { set }))
    }

    /// One character of a word or a set; none at the end of the text.
    fn character(&mut self) -> Option<Result<u32, GrammarError>> {
        let position = self.at;
        let plain = match self.take()? {
            '\\' => match self.take()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'u' => return Some(self.code(position)),
                c if c.is_alphanumeric() => return Some(Err(position.error(format!("\\{c} means nothing")))),
                c => c,
            },
            c => c,
        };
        let code = u32::from(plain);
        Some(if code > MAX_CHAR { Err(position.error("this character is too large")) } else { Ok(code) })
    }

    /// The number in `\u{…}`, behind the `u`.
    fn code(&mut self, start: Position) -> Result<u32, GrammarError> {
        let mut code = None;
        if self.take_if(|c| c == '{').is_some() {
            while let Some(digit) = self.take_if(|c| c.is_ascii_hexdigit()).and_then(|c| c.to_digit(16)) {
                code = Some(code.unwrap_or(0_u32).saturating_mul(16).saturating_add(digit));
            }
        }
        let is_closed = self.take_if(|c| c == '}').is_some();
        match code {
            Some(code) if is_closed && code <= MAX_CHAR => Ok(code),
            _ => Err(start.error(format!("a code is \\u{{0}} to \\u{{{MAX_CHAR:X}}}"))),
        }
    }
}
