//! Errors in the input, and their positions.

use std::fmt;

use tress_base::Stop;

use super::known::Lost;

/// A position in the text, counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The character within the line.
    pub column: usize,
}

impl Position {
    /// The first character of a text.
    pub const START: Position = Position { line: 1, column: 1 };

    /// The position after reading `text` from here on.
    #[must_use]
    pub fn after(self, text: &[u8]) -> Position {
        let lines = text.iter().filter(|byte| **byte == b'\n').count();
        let last = text.rsplit(|byte| *byte == b'\n').next().unwrap_or(text);
        // Bytes that continue a character of UTF-8 do not count as characters.
        let characters = last.iter().filter(|byte| **byte & 0xC0 != 0x80).count();
        let column = if lines == 0 { self.column + characters } else { 1 + characters };
        Position { line: self.line + lines, column }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// What is wrong with a command, and at which byte of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The position, in bytes from the start of the command.
    pub offset: usize,
    /// What is wrong and what was expected.
    pub message: String,
    /// What the problem lacks without the command.
    pub lost: Lost,
    /// The limit that ended the reading, if one did: then the text may be correct.
    pub stop: Option<Stop>,
}

impl Error {
    /// An error at a position.
    pub fn new(offset: usize, message: impl Into<String>) -> Self {
        Self { offset, message: message.into(), lost: Lost::Nothing, stop: None }
    }
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Self {
        Self { stop: Some(stop), ..Self::new(0, format!("{stop} while this was read")) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters() {
        let at = |text: &str| Position::START.after(text.as_bytes()).to_string();
        assert_eq!(at(""), "1:1");
        assert_eq!(at("ab"), "1:3");
        assert_eq!(at("ab\n"), "2:1");
        assert_eq!(at("ab\n\ncd"), "3:3");
        assert_eq!(at("é"), "1:2");
        assert_eq!(Position { line: 4, column: 7 }.after(b"x").to_string(), "4:8");
    }
}
