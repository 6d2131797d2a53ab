//! A text format for automata, so that tests and bug reports can be read and written by hand.
//!
//! ```text
//! nfa 3
//! initial 0
//! accepting 2
//! 0 61-7a 1
//! 1 20 2
//! 2 * 2
//! ```
//!
//! The first line holds the number of states. An edge is a state, a hexadecimal character, range or `*`
//! for all, and a state. Empty lines and lines that begin with `#` are skipped.

use std::fmt;

use super::{Nfa, NfaBuilder};
use crate::charset::{CharRange, MAX_CHAR};

/// The largest number of states that the format accepts.
const MAX_STATES: u32 = 10_000_000;

/// Why a text is no automaton.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The line, counted from 1.
    pub line: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: expected {}", self.line, self.expected)
    }
}

impl std::error::Error for TextError {}

impl fmt::Display for Nfa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "nfa {}", self.states())?;
        write!(f, "initial")?;
        self.initial().iter().try_for_each(|state| write!(f, " {state}"))?;
        write!(f, "\naccepting")?;
        self.accepting().try_for_each(|state| write!(f, " {state}"))?;
        writeln!(f)?;
        for state in 0..self.states() {
            for edge in self.edges(state) {
                match (edge.low, edge.high) {
                    (0, MAX_CHAR) => writeln!(f, "{state} * {}", edge.target)?,
                    (low, high) if low == high => writeln!(f, "{state} {low:x} {}", edge.target)?,
                    (low, high) => writeln!(f, "{state} {low:x}-{high:x} {}", edge.target)?,
                }
            }
        }
        Ok(())
    }
}

impl std::str::FromStr for Nfa {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Nfa, TextError> {
        let mut builder = NfaBuilder::new();
        let mut states = None;
        for (index, line) in text.lines().enumerate() {
            let line_number = index + 1;
            let words: Vec<&str> = line.split_whitespace().collect();
            if words.is_empty() || words[0].starts_with('#') {
                continue;
            }
            let Some(count) = states else {
                let count = parse_header(&words)
                    .ok_or(TextError { line: line_number, expected: "`nfa` and the number of states" })?;
                builder.reserve_states(count);
                states = Some(count);
                continue;
            };
            parse_line(&words, count, &mut builder)
                .map_err(|expected| TextError { line: line_number, expected })?;
        }
        if states.is_none() {
            return Err(TextError { line: 1, expected: "`nfa` and the number of states" });
        }
        Ok(builder.build())
    }
}

fn parse_header(words: &[&str]) -> Option<u32> {
    match words {
        ["nfa", count] => count.parse().ok().filter(|&count| count <= MAX_STATES),
        _ => None,
    }
}

fn parse_line(words: &[&str], states: u32, builder: &mut NfaBuilder) -> Result<(), &'static str> {
    let state = |word: &str| {
        word.parse().ok().filter(|&state: &u32| state < states).ok_or("a state below the number of states")
    };
    match words {
        ["initial", rest @ ..] => {
            for word in rest {
                builder.set_initial(state(word)?);
            }
        }
        ["accepting", rest @ ..] => {
            for word in rest {
                builder.set_accepting(state(word)?);
            }
        }
        [from, range, target] => {
            let range = parse_range(range).ok_or("a hexadecimal character, a range `low-high` or `*`")?;
            builder.add_edge(state(from)?, range, state(target)?);
        }
        _ => return Err("`initial`, `accepting`, or an edge: state, range, state"),
    }
    Ok(())
}

fn parse_range(text: &str) -> Option<CharRange> {
    if text == "*" {
        return Some((0, MAX_CHAR));
    }
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| u32::from_str_radix(text, 16).ok().filter(|&c| c <= MAX_CHAR);
    let range = (number(low)?, number(high)?);
    (range.0 <= range.1).then_some(range)
}
