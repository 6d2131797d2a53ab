//! Strings of JSON: what stands between the quotes, as `JSON.parse` and `json.loads` read it.
//!
//! Wrong escapes, quotes and control characters throw: such words have no output. Two escapes that are the
//! halves of a character are that character; a half that stands alone stays what it is.

use tress_automata::MAX_CHAR;
use tress_automata::transducer::{Piece, Transducer};

use super::decode::{Classes, DIGITS, Row, Shared, digit, fixed};

const BACKSLASH: u32 = 0x5C;
/// Characters behind a backslash, and what they denote.
const ESCAPES: [(char, u32); 8] =
    [('"', 0x22), ('\\', 0x5C), ('/', 0x2F), ('b', 8), ('f', 0xC), ('n', 0xA), ('r', 0xD), ('t', 9)];

/// The decoder, up to classes of its outputs. Words are units of UTF-16, or code points: then the first half
/// of a character is guessed to be one, or to stand alone.
pub(super) fn machine(classes: &Classes, units: bool) -> Transducer {
    let mut shared = Shared::default();
    let [start, alone] = [shared.reserve(), shared.reserve()];
    let mut work = Work { classes, units, shared, start, alone };
    for (state, after_half) in [(start, false), (alone, true)] {
        let rows = work.between(after_half);
        work.shared.describe(state, &rows, Some(&[]));
    }
    work.shared.build(start)
}

struct Work<'a> {
    classes: &'a Classes,
    units: bool,
    shared: Shared,
    start: u32,
    /// Behind a first half that stands alone: no second half follows.
    alone: u32,
}

/// What is written, and where that leads.
type Action = (Vec<u32>, u32);

impl Work<'_> {
    /// What denotes itself, and a backslash that leads to escapes.
    fn between(&mut self, after_half: bool) -> Vec<Row> {
        let plain = [(0x20, 0x21), (0x23, BACKSLASH - 1), (BACKSLASH + 1, MAX_CHAR)];
        let mut rows: Vec<Row> =
            plain.iter().map(|range| (*range, vec![Piece::Read(0)], self.start)).collect();
        if !self.classes.unchanged {
            let escape = self.escape(after_half);
            rows.push(((BACKSLASH, BACKSLASH), Vec::new(), escape));
        }
        rows
    }

    /// Behind a backslash.
    fn escape(&mut self, after_half: bool) -> u32 {
        let mut rows: Vec<Row> = Vec::new();
        for (character, to) in ESCAPES {
            if let Some(to) = self.classes.character(to) {
                rows.push(((character.into(), character.into()), fixed(&[to]), self.start));
            }
        }
        let target = self.digits(4, 0, after_half);
        rows.push((('u'.into(), 'u'.into()), Vec::new(), target));
        self.shared.state(rows, None)
    }

    /// Before this many more digits.
    fn digits(&mut self, left: u32, value: u32, after_half: bool) -> u32 {
        let mut actions: Vec<Vec<Action>> = Vec::new();
        for digit in 0..16 {
            let value = value << 4 | digit;
            actions.push(match left {
                1 => self.unit(value, after_half),
                _ => vec![(Vec::new(), self.digits(left - 1, value, after_half))],
            });
        }
        self.on_digits(&actions)
    }

    fn on_digits(&mut self, actions: &[Vec<Action>]) -> u32 {
        let mut rows: Vec<Row> = Vec::new();
        for c in DIGITS.chars().map(u32::from) {
            let value = digit(c).unwrap_or(0) as usize;
            rows.extend(actions[value].iter().map(|(output, target)| ((c, c), fixed(output), *target)));
        }
        self.shared.state(rows, None)
    }

    /// What four digits write, and where they lead.
    fn unit(&mut self, value: u32, after_half: bool) -> Vec<Action> {
        if self.units {
            return self
                .classes
                .character(value)
                .map(|character| (vec![character], self.start))
                .into_iter()
                .collect();
        }
        let Some(character) = self.classes.character(value) else { return Vec::new() };
        match value {
            0xDC00..=0xDFFF if after_half => Vec::new(),
            0xD800..=0xDBFF => {
                let mut actions = vec![(vec![character], self.alone)];
                actions.extend(self.second_half(value).map(|state| (Vec::new(), state)));
                actions
            }
            _ => vec![(vec![character], self.start)],
        }
    }

    /// The state that reads the escape of a second half. Returns `None` if the characters are not in the
    /// alphabet.
    fn second_half(&mut self, high: u32) -> Option<u32> {
        let block = 0x10000 + ((high - 0xD800) << 10);
        if block > MAX_CHAR {
            return None;
        }
        let mut seconds: Vec<Vec<Action>> = vec![Vec::new(); 16];
        for second in 0..4 {
            let mut thirds: Vec<Vec<Action>> = Vec::new();
            for third in 0..16 {
                let code = block + (second << 8) + (third << 4);
                let characters = (0..16).map(|fourth| {
                    self.classes
                        .character(code + fourth)
                        .map(|character| (vec![character], self.start))
                        .into_iter()
                        .collect()
                });
                let characters: Vec<Vec<Action>> = characters.collect();
                thirds.push(vec![(Vec::new(), self.on_digits(&characters))]);
            }
            seconds[12 + second as usize] = vec![(Vec::new(), self.on_digits(&thirds))];
        }
        let mut firsts: Vec<Vec<Action>> = vec![Vec::new(); 16];
        firsts[13] = vec![(Vec::new(), self.on_digits(&seconds))];
        let first = self.on_digits(&firsts);
        let character = self.shared.state(vec![(('u'.into(), 'u'.into()), Vec::new(), first)], None);
        Some(self.shared.state(vec![((BACKSLASH, BACKSLASH), Vec::new(), character)], None))
    }
}

/// A known word decoded. Returns `None` if the decoder throws.
pub(super) fn decode(word: &[u32], units: bool) -> Option<Vec<u32>> {
    let mut output: Vec<u32> = Vec::new();
    // The half of a character that came from an escape.
    let mut half: Option<u32> = None;
    let mut at = 0;
    while at < word.len() {
        let before = half.take();
        let c = word[at];
        if c < 0x20 || c == 0x22 {
            return None;
        }
        if c != BACKSLASH {
            output.push(c);
            at += 1;
            continue;
        }
        let character = char::from_u32(*word.get(at + 1)?)?;
        at += 2;
        if character != 'u' {
            output.push(ESCAPES.iter().find(|(known, _)| *known == character)?.1);
            continue;
        }
        let digits = word.get(at..at + 4)?;
        let value = digits.iter().try_fold(0, |value, c| Some(value << 4 | digit(*c)?))?;
        at += 4;
        match (before, value) {
            (Some(high), 0xDC00..=0xDFFF) if !units => {
                output.pop();
                output.push(0x10000 + ((high - 0xD800) << 10) + (value - 0xDC00));
            }
            _ => {
                half = (0xD800..=0xDBFF).contains(&value).then_some(value);
                output.push(value);
            }
        }
    }
    output.iter().all(|c| *c <= MAX_CHAR).then_some(output)
}
