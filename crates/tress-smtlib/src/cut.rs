//! Cuts a stream of bytes into commands.
//!
//! Enters: bytes in pieces of any size. Leaves: the ranges of commands. A pipe must be answered as soon as a
//! command is complete, so nothing here looks past its last parenthesis; and since a malformed command still
//! ends at its matching parenthesis, the session continues with the next one.

use super::lexer::is_symbol_byte;

/// The byte order mark of UTF-8, with which text begins on some systems.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The length of the byte order mark at the beginning of a text.
#[must_use]
pub fn mark_length(text: &[u8]) -> usize {
    if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 }
}

/// Is it a proper prefix of the byte order mark?
#[must_use]
pub fn is_partial_mark(text: &[u8]) -> bool {
    BYTE_ORDER_MARK.starts_with(text) && text != BYTE_ORDER_MARK
}

/// What is at the front of the buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// A command in `start..end`, from its opening to its closing parenthesis.
    Command {
        /// Its start.
        start: usize,
        /// Its end, exclusive.
        end: usize,
    },
    /// Text in `start..end` that is no command, such as a stray word or closing parenthesis.
    Stray {
        /// Its start.
        start: usize,
        /// Its end, exclusive.
        end: usize,
    },
    /// Only spaces and comments, or a command whose end is missing.
    Incomplete,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CutState {
    Plain,
    Comment,
    /// With the position of the bar that opened it.
    BlockComment(usize),
    String,
    Quoted,
}

/// Keeps the position up to which the buffer was scanned, so that a command that arrives in many small pieces
/// is scanned only once.
#[derive(Clone, Debug)]
pub struct Cutter {
    state: CutState,
    depth: usize,
    start: Option<usize>,
    stray: Option<usize>,
    /// Was the last byte a hash, which may begin a comment?
    after_hash: bool,
    looked_at: usize,
}

impl Default for Cutter {
    fn default() -> Self {
        Self { state: CutState::Plain, depth: 0, start: None, stray: None, after_hash: false, looked_at: 0 }
    }
}

impl Cutter {
    /// A cutter for an empty buffer.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What is at the front of `buffer`. Between two calls that return [`Cut::Incomplete`] the buffer may
    /// only grow; after any other result the caller removes everything before the reported end.
    pub fn next(&mut self, buffer: &[u8]) -> Cut {
        let mut at = self.looked_at;
        while at < buffer.len() {
            let byte = buffer[at];
            at += 1;
            match self.state {
                CutState::Comment => {
                    if byte == b'\n' {
                        self.state = CutState::Plain;
                    }
                }
                CutState::BlockComment(bar) => {
                    if byte == b'#' && at - 2 > bar && buffer[at - 2] == b'|' {
                        self.state = CutState::Plain;
                    }
                }
                CutState::String => {
                    if byte == b'"' {
                        self.state = CutState::Plain;
                    }
                }
                CutState::Quoted => {
                    if byte == b'|' {
                        self.state = CutState::Plain;
                    }
                }
                CutState::Plain => {
                    if let Some(cut) = self.plain(buffer, at - 1) {
                        *self = Self::new();
                        return cut;
                    }
                }
            }
        }
        self.looked_at = at;
        Cut::Incomplete
    }

    /// Scans one byte outside of strings and comments.
    fn plain(&mut self, buffer: &[u8], at: usize) -> Option<Cut> {
        let byte = buffer[at];
        // A stray word ends where the next command or comment begins, or at the end of its line.
        if let Some(start) = self.stray
            && matches!(byte, b'(' | b';' | b'\n')
        {
            return Some(Cut::Stray { start, end: at });
        }
        // A hash inside of a name belongs to the name.
        let in_name = at > 0 && is_symbol_byte(buffer[at - 1]);
        let after_hash = std::mem::replace(&mut self.after_hash, byte == b'#' && !in_name);
        if after_hash && byte != b'|' {
            self.note_stray(at - 1);
        }
        match byte {
            b';' => self.state = CutState::Comment,
            b'|' if after_hash => self.state = CutState::BlockComment(at),
            b'|' => self.open(CutState::Quoted, at),
            b'"' => self.open(CutState::String, at),
            b'(' => {
                self.depth += 1;
                self.start.get_or_insert(at);
            }
            b')' if self.depth == 0 => {
                return Some(Cut::Stray { start: self.stray.unwrap_or(at), end: at + 1 });
            }
            b')' => {
                self.depth -= 1;
                if self.depth == 0 {
                    let start = self.start.expect("a parenthesis was opened");
                    return Some(Cut::Command { start, end: at + 1 });
                }
            }
            // The next byte decides whether this begins a comment.
            b'#' if self.after_hash => {}
            _ if byte.is_ascii_whitespace() => {}
            _ => self.note_stray(at),
        }
        None
    }

    fn open(&mut self, state: CutState, at: usize) {
        self.state = state;
        self.note_stray(at);
    }

    fn note_stray(&mut self, at: usize) {
        if self.depth == 0 {
            self.stray.get_or_insert(at);
        }
    }

    /// Adapts to the removal of the first `bytes` bytes of the buffer, all of which were scanned. The next
    /// range ends in the rest of the buffer, but may have begun before it.
    pub fn forget(&mut self, bytes: usize) {
        self.looked_at = self.looked_at.saturating_sub(bytes);
        for position in [&mut self.start, &mut self.stray].into_iter().flatten() {
            *position = position.saturating_sub(bytes);
        }
        if let CutState::BlockComment(position) = &mut self.state {
            *position = position.saturating_sub(bytes);
        }
    }

    /// At the end of the input: the start of an unfinished command or stray text, if there is one.
    #[must_use]
    pub fn unfinished(&self) -> Option<usize> {
        self.start.or(self.stray)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces of a text, fed in chunks of `chunk` bytes.
    fn pieces(text: &str, chunk: usize) -> Vec<String> {
        let mut cutter = Cutter::new();
        let mut buffer: Vec<u8> = Vec::new();
        let mut found = Vec::new();
        for part in text.as_bytes().chunks(chunk) {
            buffer.extend_from_slice(part);
            loop {
                let (mark, start, end) = match cutter.next(&buffer) {
                    Cut::Command { start, end } => ('c', start, end),
                    Cut::Stray { start, end } => ('s', start, end),
                    Cut::Incomplete => break,
                };
                found.push(format!("{mark}{}", String::from_utf8_lossy(&buffer[start..end])));
                buffer.drain(..end);
            }
        }
        if cutter.unfinished().is_some() {
            found.push("u".into());
        }
        found
    }

    fn check(text: &str, wanted: &[&str]) {
        for chunk in [1, 2, 3, 7, 1000] {
            assert_eq!(pieces(text, chunk), wanted, "{text:?} in chunks of {chunk}");
        }
    }

    #[test]
    fn commands_are_cut_at_their_last_parenthesis() {
        check("(a) (b (c))\n(d)", &["c(a)", "c(b (c))", "c(d)"]);
        check("(a)(b)", &["c(a)", "c(b)"]);
    }

    #[test]
    fn parentheses_inside_strings_comments_and_bars_do_not_count() {
        check("(a \")\" \"x\"\")\") ; (\n(b |)(| ; )\n)", &["c(a \")\" \"x\"\")\")", "c(b |)(| ; )\n)"]);
        check("#| ( |# (a #| ) |# b)", &["c(a #| ) |# b)"]);
        check("(a#|)|) (b \"x\"#|)|#)", &["c(a#|)|)", "c(b \"x\"#|)|#)"]);
    }

    #[test]
    fn stray_text_is_distinguished() {
        check(") (a)", &["s)", "c(a)"]);
        check("foo bar (a)", &["sfoo bar ", "c(a)"]);
        check("foo\n(a)", &["sfoo", "c(a)"]);
        check("\"(\" (a)", &["s\"(\" ", "c(a)"]);
        check("#x1 (a) #|#(|# (b)", &["s#x1 ", "c(a)", "c(b)"]);
    }

    #[test]
    fn an_unfinished_command_is_seen() {
        check("(a (b)", &["u"]);
        check("; only a comment", &[]);
        check("(a) \"", &["c(a)", "u"]);
    }
}
