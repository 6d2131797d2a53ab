//! A certificate as steps, read one at a time.
//!
//! Enters: bytes from a reader. Leaves: the text of each step with the line it begins on. Only one step is
//! kept.

use std::io::{self, BufRead};

/// The longest step.
pub(crate) const LONGEST: usize = 1 << 26;

/// Cuts text into steps.
pub(crate) struct Steps<R> {
    reader: R,
    /// The line that was reached.
    pub(crate) line: usize,
}

/// Where the scan is.
#[derive(Clone, Copy, PartialEq)]
enum Inside {
    Plain,
    Text,
    Bars,
    Comment,
}

/// What was found.
pub(crate) enum Found {
    /// A step, and its first line.
    Step(usize),
    End,
    /// The step is too long.
    TooLong,
}

impl<R: BufRead> Steps<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { reader, line: 1 }
    }

    /// Reads up to the end of the next step into the buffer.
    pub(crate) fn next(&mut self, buffer: &mut Vec<u8>) -> io::Result<Found> {
        buffer.clear();
        let (mut depth, mut inside, mut start) = (0_usize, Inside::Plain, self.line);
        loop {
            let bytes = self.reader.fill_buf()?;
            if bytes.is_empty() {
                // What is cut off is refused by whoever reads it.
                return Ok(if buffer.is_empty() { Found::End } else { Found::Step(start) });
            }
            let (mut used, mut is_done) = (0, false);
            for byte in bytes {
                used += 1;
                if buffer.is_empty() && inside == Inside::Plain {
                    start = self.line;
                }
                self.line += usize::from(*byte == b'\n');
                inside = match (inside, byte) {
                    (Inside::Plain, b'"') => Inside::Text,
                    (Inside::Plain, b'|') => Inside::Bars,
                    (Inside::Plain, b';') => Inside::Comment,
                    (Inside::Text, b'"') | (Inside::Bars, b'|') | (Inside::Comment, b'\n') => Inside::Plain,
                    (inside, _) => inside,
                };
                if inside == Inside::Comment || (buffer.is_empty() && byte.is_ascii_whitespace()) {
                    continue;
                }
                buffer.push(*byte);
                if inside == Inside::Plain {
                    depth = depth.saturating_add(usize::from(*byte == b'('));
                    if *byte == b')' || (depth == 0 && byte.is_ascii_whitespace()) {
                        depth = depth.saturating_sub(1);
                        is_done = depth == 0;
                    }
                }
                if is_done || buffer.len() > LONGEST {
                    break;
                }
            }
            self.reader.consume(used);
            if buffer.len() > LONGEST {
                return Ok(Found::TooLong);
            }
            if is_done {
                return Ok(Found::Step(start));
            }
        }
    }
}
