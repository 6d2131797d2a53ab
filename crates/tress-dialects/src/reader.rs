//! A pattern read character by character, with the position kept for messages.

use crate::DialectError;

/// The characters of a pattern and where the parser stands.
#[derive(Debug)]
pub(crate) struct Reader {
    chars: Vec<u32>,
    at: usize,
}

impl Reader {
    pub(crate) fn new(chars: Vec<u32>) -> Self {
        Self { chars, at: 0 }
    }

    /// The index of the next character.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Goes back to a position visited before.
    pub(crate) fn return_to(&mut self, position: usize) {
        self.at = position;
    }

    /// The next character, which is not taken.
    pub(crate) fn peek(&self) -> Option<u32> {
        self.chars.get(self.at).copied()
    }

    /// The next character as ASCII, which is not taken; 0 at the end and for anything else.
    pub(crate) fn peek_ascii(&self) -> u8 {
        self.peek().and_then(|c| u8::try_from(c).ok()).filter(u8::is_ascii).unwrap_or(0)
    }

    /// The character after the next one.
    pub(crate) fn peek_second(&self) -> Option<u32> {
        self.chars.get(self.at + 1).copied()
    }

    pub(crate) fn is_done(&self) -> bool {
        self.at >= self.chars.len()
    }

    /// Takes the next character.
    pub(crate) fn take(&mut self) -> Option<u32> {
        let c = self.peek()?;
        self.at += 1;
        Some(c)
    }

    /// Does this text come next?
    pub(crate) fn sees(&self, text: &str) -> bool {
        let rest = self.chars.get(self.at..).unwrap_or_default();
        text.chars().count() <= rest.len() && text.chars().zip(rest).all(|(a, &b)| a as u32 == b)
    }

    /// Takes this text, if it comes next.
    pub(crate) fn eat(&mut self, text: &str) -> bool {
        let found = self.sees(text);
        if found {
            self.at += text.chars().count();
        }
        found
    }

    /// Takes characters while they are ASCII and `wanted`, at most `most`.
    pub(crate) fn take_while(&mut self, most: usize, wanted: impl Fn(u8) -> bool) -> String {
        let mut text = String::new();
        while text.len() < most && self.peek_ascii() != 0 && wanted(self.peek_ascii()) {
            text.push(char::from(self.peek_ascii()));
            self.at += 1;
        }
        text
    }

    /// Takes everything up to `end`, and `end` itself. Returns `None` if it does not come.
    pub(crate) fn take_until(&mut self, end: u8) -> Option<String> {
        let rest = self.chars.get(self.at..)?;
        let length = rest.iter().position(|&c| c == u32::from(end))?;
        let text = rest[..length].iter().map(|&c| char::from_u32(c).unwrap_or('\u{FFFD}')).collect();
        self.at += length + 1;
        Some(text)
    }

    /// A message about this position.
    pub(crate) fn error<T>(&self, position: usize, message: impl Into<String>) -> Result<T, DialectError> {
        Err(DialectError::new(position, message))
    }
}
