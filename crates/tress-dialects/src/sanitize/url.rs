//! Percent-decoding: `decodeURIComponent` of ECMAScript, `urllib.parse.unquote` of Python,
//! `URLDecoder.decode` of Java.
//!
//! | | a `%` without two digits | bytes that are no UTF-8 | `+` |
//! |---|---|---|---|
//! | ECMAScript | throws | throws | itself |
//! | Python, and dialects without a decoder of their own | itself | U+FFFD for each longest beginning of a character | itself |
//! | Java | throws | as Python, but a surrogate is one U+FFFD | a space |
//!
//! Java takes the digits of all scripts, and a sign before one digit: `%+f` is U+000F. What throws has no
//! output.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use tress_automata::transducer::{Piece, Transducer};
use tress_automata::{CharRange, MAX_CHAR};

use super::decode::{Classes, DIGITS, Row, Shared, copy_others, digit, fixed};
use crate::classes::Unicode;

/// Whose decoder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Words are units of UTF-16, or code points.
    Ecma {
        units: bool,
    },
    Python,
    Java,
}

const PERCENT: u32 = 0x25;
const PLUS: u32 = 0x2B;
const REPLACEMENT: u32 = 0xFFFD;

/// What a byte does: it writes characters, and is followed by more bytes of the same character, or not.
type Action = Option<(Vec<u32>, Option<Node>)>;

/// What is written, and where that leads.
type Written = (Vec<Piece>, u32);

/// Bytes that are still to come: how many, the bits so far, and the range of the next one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node {
    left: u32,
    bits: u32,
    range: (u32, u32),
    /// The first unit of the pair is written.
    half: bool,
}

impl Kind {
    /// What a byte does where a character begins.
    fn first(self, classes: &Classes, byte: u32) -> Action {
        let node = |left, bits, range| Some((Vec::new(), Some(Node { left, bits, range, half: false })));
        let all = (0x80, 0xBF);
        match byte {
            0..=0x7F => Some((vec![classes.character(byte)?], None)),
            0xC2..=0xDF => node(1, byte & 0x1F, all),
            0xE0 => node(2, 0, (0xA0, 0xBF)),
            // Java finds out about surrogates when it has read them.
            0xED if self != Kind::Java => node(2, 0xD, (0x80, 0x9F)),
            0xE1..=0xEF => node(2, byte & 0xF, all),
            0xF0 => node(3, 0, (0x90, 0xBF)),
            0xF1..=0xF3 => node(3, byte & 7, all),
            0xF4 => node(3, 4, (0x80, 0x8F)),
            _ => self.broken(classes),
        }
    }

    /// What represents bytes that are no character.
    fn broken(self, classes: &Classes) -> Action {
        match self {
            Kind::Ecma { .. } => None,
            _ => Some((vec![classes.character(REPLACEMENT)?], None)),
        }
    }

    /// What a byte does in a character. Returns `None` if it does not belong there. The inner `None` throws,
    /// or leaves the alphabet.
    fn next(self, classes: &Classes, node: Node, byte: u32) -> Option<Action> {
        if byte < node.range.0 || node.range.1 < byte {
            return None;
        }
        let bits = node.bits << 6 | (byte & 0x3F);
        let more = |characters, bits, half| {
            Some((characters, Some(Node { left: node.left - 1, bits, range: (0x80, 0xBF), half })))
        };
        Some(match (node.left, self) {
            (2, Kind::Ecma { units: true }) if node.bits > 0xF => {
                // The last ten bits are the second unit; what is left of the first ones is written at once.
                let high = 0xD800 + ((bits >> 4) - 0x40);
                classes.character(high).and_then(|high| more(vec![high], bits & 0xF, true))
            }
            (1, _) if node.half => classes.character(0xDC00 + bits).map(|low| (vec![low], None)),
            (1, Kind::Java) if (0xD800..=0xDFFF).contains(&bits) => self.broken(classes),
            (1, _) => classes.character(bits).map(|character| (vec![character], None)),
            _ => more(Vec::new(), bits, false),
        })
    }
}

/// The characters that are digits, by value; and signs that Java takes for the first one.
fn digits(kind: Kind) -> Vec<(CharRange, u32)> {
    let mut digits: Vec<(CharRange, u32)> =
        DIGITS.chars().map(|c| ((c.into(), c.into()), c.to_digit(16).unwrap_or(0))).collect();
    if kind == Kind::Java {
        let decimal = Unicode::V13.union(&["Nd"]);
        for range in decimal.ranges().iter().filter(|range| range.0 > 0x7F && range.1 <= 0xFFFF) {
            digits.extend((range.0..=range.1).map(|c| ((c, c), (c - range.0) % 10)));
        }
        for start in [0xFF21, 0xFF41] {
            digits.extend((0..6).map(|offset| ((start + offset, start + offset), 10 + offset)));
        }
    }
    digits
}

/// The decoder, up to classes of its outputs.
pub(super) fn machine(kind: Kind, classes: &Classes) -> Transducer {
    let mut shared = Shared::default();
    let [start, percent] = [shared.reserve(), shared.reserve()];
    let digits = digits(kind);
    let mut work = Work {
        kind,
        classes,
        shared,
        start,
        percent,
        digits,
        leads: Vec::new(),
        known: FxHashMap::default(),
    };
    let mut rows = vec![((PERCENT, PERCENT), Vec::new(), percent)];
    work.plus(&[], &mut rows);
    work.shared.describe(start, &rows, Some(&[]));
    let (rows, last) = work.after_percent(None);
    work.shared.describe(percent, &rows, last.as_deref());
    // A character that is broken off can be followed by another one: their states are described one by one.
    let mut at = 0;
    while let Some(&(node, state)) = work.leads.get(at) {
        at += 1;
        let follow = work.follow(node);
        let (rows, last) = work.between(&follow);
        work.shared.describe(state, &rows, last.as_deref());
    }
    work.shared.build(start)
}

/// What the bytes that go on with a character write, and where they lead; the first one has this value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Follow {
    first: u32,
    actions: Vec<Option<(Vec<u32>, u32)>>,
}

struct Work<'a> {
    kind: Kind,
    classes: &'a Classes,
    shared: Shared,
    start: u32,
    /// Behind a percent sign between characters.
    percent: u32,
    digits: Vec<(CharRange, u32)>,
    /// The states behind first bytes.
    leads: Vec<(Node, u32)>,
    /// The states behind other bytes, by what can follow.
    known: FxHashMap<Follow, u32>,
}

impl Work<'_> {
    /// What is written for a character that is broken off.
    fn pending(&self, follow: Option<&Follow>) -> Option<Vec<u32>> {
        match follow {
            None => Some(Vec::new()),
            Some(_) => self.kind.broken(self.classes).map(|(characters, _)| characters),
        }
    }

    /// Writes a word, and then what a character that begins no escape becomes.
    fn plus(&self, word: &[u32], rows: &mut Vec<Row>) {
        let mut but = vec![PERCENT];
        if self.kind == Kind::Java {
            but.push(PLUS);
            if let Some(space) = self.classes.character(0x20).filter(|_| !self.classes.unchanged) {
                let output: Vec<u32> = word.iter().copied().chain([space]).collect();
                rows.push(((PLUS, PLUS), fixed(&output), self.start));
            }
        }
        rows.extend(copy_others(word, &but, self.start));
    }

    /// The state behind a first byte.
    fn lead(&mut self, node: Node) -> u32 {
        if let Some((_, state)) = self.leads.iter().find(|(known, _)| *known == node) {
            return *state;
        }
        let state = self.shared.reserve();
        self.leads.push((node, state));
        state
    }

    /// What follows behind the bytes of a node.
    fn follow(&mut self, node: Node) -> Follow {
        let mut actions = Vec::new();
        for byte in node.range.0..=node.range.1 {
            let action = self.kind.next(self.classes, node, byte).flatten();
            actions.push(action.map(|(characters, node)| {
                let target = match node {
                    None => self.start,
                    Some(node) => self.inner(node),
                };
                (characters, target)
            }));
        }
        Follow { first: node.range.0, actions }
    }

    /// The state behind a byte that is not the first.
    fn inner(&mut self, node: Node) -> u32 {
        let follow = self.follow(node);
        if let Some(state) = self.known.get(&follow) {
            return *state;
        }
        let (rows, last) = self.between(&follow);
        let state = self.shared.state(rows, last);
        self.known.insert(follow, state);
        state
    }

    /// What a state does in which more bytes of a character are expected.
    fn between(&mut self, follow: &Follow) -> (Vec<Row>, Option<Vec<u32>>) {
        let (rows, last) = self.after_percent(Some(follow));
        let behind = self.shared.state(rows, last);
        let mut rows: Vec<Row> = vec![((PERCENT, PERCENT), Vec::new(), behind)];
        let pending = self.pending(Some(follow));
        if let Some(pending) = &pending {
            self.plus(pending, &mut rows);
        }
        (rows, pending)
    }

    /// What happens behind a percent sign; `follow` says which bytes would go on.
    fn after_percent(&mut self, follow: Option<&Follow>) -> (Vec<Row>, Option<Vec<u32>>) {
        let mut rows: Vec<Row> = Vec::new();
        let pending = self.pending(follow);
        let keeps = self.kind == Kind::Python;
        let mut targets: Vec<((u32, u32), u32)> = Vec::new();
        for (range, value) in self.digits.clone() {
            // Only where a broken escape is kept it matters which digit it was.
            let written = if keeps { self.classes.character(range.0) } else { None };
            let key = (value, written.unwrap_or(0));
            let known = targets.iter().find(|(known, _)| *known == key).map(|(_, state)| *state);
            let target = match known {
                Some(state) => state,
                None => {
                    let state = self.after_digit(follow, value, written);
                    targets.push((key, state));
                    state
                }
            };
            rows.push((range, Vec::new(), target));
        }
        if self.kind == Kind::Java {
            let [plus, minus] = [self.signed(follow, 0xF), self.signed(follow, 0)];
            rows.push(((PLUS, PLUS), Vec::new(), plus));
            rows.push(((0x2D, 0x2D), Vec::new(), minus));
        }
        let literal = pending.filter(|_| keeps).and_then(|mut pending| {
            pending.push(self.classes.character(PERCENT)?);
            Some(pending)
        });
        if let Some(literal) = &literal {
            self.literal(literal, &mut rows);
        }
        (rows, literal)
    }

    /// What was taken for an escape is text; the next character begins anew.
    fn literal(&self, literal: &[u32], rows: &mut Vec<Row>) {
        let mut but: Vec<u32> = DIGITS.chars().map(u32::from).chain([PERCENT]).collect();
        but.sort_unstable();
        rows.push(((PERCENT, PERCENT), fixed(literal), self.percent));
        rows.extend(copy_others(literal, &but, self.start));
    }

    /// Behind a sign, Java takes one digit, and no negative number.
    fn signed(&mut self, follow: Option<&Follow>, most: u32) -> u32 {
        let mut rows = Vec::new();
        for (range, value) in self.digits.clone() {
            if value <= most {
                rows.extend(self.byte(follow, value).map(|(output, target)| (range, output, target)));
            }
        }
        self.shared.state(rows, None)
    }

    /// Behind the first digit.
    fn after_digit(&mut self, follow: Option<&Follow>, first: u32, written: Option<u32>) -> u32 {
        let mut rows: Vec<Row> = Vec::new();
        let mut known: Vec<(u32, Option<Written>)> = Vec::new();
        for (range, value) in self.digits.clone() {
            let action = match known.iter().find(|(known, _)| *known == value) {
                Some((_, action)) => action.clone(),
                None => {
                    let action = self.byte(follow, first << 4 | value);
                    known.push((value, action.clone()));
                    action
                }
            };
            rows.extend(action.map(|(output, target)| (range, output, target)));
        }
        let mut last = None;
        if let (Some(written), Some(mut literal)) = (written, self.pending(follow))
            && let Some(sign) = self.classes.character(PERCENT)
        {
            literal.extend([sign, written]);
            self.literal(&literal, &mut rows);
            last = Some(literal);
        }
        self.shared.state(rows, last)
    }

    /// What a byte writes, and where it leads.
    fn byte(&mut self, follow: Option<&Follow>, byte: u32) -> Option<Written> {
        if self.classes.unchanged {
            return None;
        }
        let mut output = Vec::new();
        if let Some(follow) = follow {
            let inside = byte.checked_sub(follow.first).and_then(|at| follow.actions.get(at as usize));
            if let Some(action) = inside {
                let (characters, target) = action.as_ref()?;
                return Some((fixed(characters), *target));
            }
            output = self.pending(Some(follow))?;
        }
        let (characters, node) = self.kind.first(self.classes, byte)?;
        output.extend(characters);
        let target = match node {
            Some(node) => self.lead(node),
            None => self.start,
        };
        Some((fixed(&output), target))
    }
}

/// A known word decoded. Returns `None` if the decoder throws.
pub(super) fn decode(kind: Kind, word: &[u32]) -> Option<Vec<u32>> {
    let mut output = Vec::new();
    let mut bytes: Vec<u8> = Vec::new();
    let mut at = 0;
    while at < word.len() {
        let escape = (word[at] == PERCENT).then(|| escape(kind, &word[at + 1..]));
        match escape {
            Some(Some(byte)) => {
                bytes.push(byte);
                at += 3;
                continue;
            }
            Some(None) if kind != Kind::Python => return None,
            _ => {}
        }
        flush(kind, &mut bytes, &mut output)?;
        output.push(if kind == Kind::Java && word[at] == PLUS { 0x20 } else { word[at] });
        at += 1;
    }
    flush(kind, &mut bytes, &mut output)?;
    Some(output)
}

/// The byte of two digits.
fn escape(kind: Kind, rest: &[u32]) -> Option<u8> {
    let &[a, b, ..] = rest else { return None };
    if kind != Kind::Java {
        return u8::try_from(digit(a)? * 16 + digit(b)?).ok();
    }
    static DIGITS_OF_JAVA: OnceLock<Vec<(CharRange, u32)>> = OnceLock::new();
    let digits = DIGITS_OF_JAVA.get_or_init(|| digits(Kind::Java));
    let value = |c: u32| digits.iter().find(|(range, _)| range.0 == c).map(|(_, value)| *value);
    let number = match a {
        PLUS => value(b)?,
        0x2D => value(b).filter(|value| *value == 0)?,
        _ => value(a)? * 16 + value(b)?,
    };
    u8::try_from(number).ok()
}

/// Writes bytes as characters.
fn flush(kind: Kind, bytes: &mut Vec<u8>, output: &mut Vec<u32>) -> Option<()> {
    let bytes = std::mem::take(bytes);
    match kind {
        Kind::Ecma { units } => {
            let text = std::str::from_utf8(&bytes).ok()?;
            if units {
                output.extend(text.encode_utf16().map(u32::from));
            } else {
                output.extend(text.chars().map(u32::from));
            }
        }
        Kind::Python => output.extend(String::from_utf8_lossy(&bytes).chars().map(u32::from)),
        Kind::Java => {
            let mut rest = &bytes[..];
            while !rest.is_empty() {
                // A surrogate is one broken character, whole or cut short.
                if let [0xED, 0xA0..=0xBF, ..] = rest {
                    let length = if let [_, _, 0x80..=0xBF, ..] = rest { 3 } else { 2 };
                    rest = &rest[length..];
                    output.push(REPLACEMENT);
                    continue;
                }
                let end = (1..rest.len()).find(|at| rest[*at] == 0xED).unwrap_or(rest.len());
                output.extend(String::from_utf8_lossy(&rest[..end]).chars().map(u32::from));
                rest = &rest[end..];
            }
        }
    }
    // Characters outside of the alphabet are not followed.
    output.iter().all(|c| *c <= MAX_CHAR).then_some(())
}
