//! Character references of HTML, as `html.unescape` of Python and browsers read them in text.
//!
//! Names are those of the standard, with or without a semicolon where it allows that; of several names the
//! longest counts. Numbers are decimal or hexadecimal, with or without a semicolon. Those of Windows-1252
//! between 128 and 159 mean its characters, numbers of no character are U+FFFD, and other numbers that the
//! standard calls wrong are left out.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use tress_automata::MAX_CHAR;
use tress_automata::transducer::Transducer;

use super::decode::{Classes, DIGITS, Row, Shared, copy_others, digit, fixed};
use super::html_names::NAMES;

const AMPERSAND: u32 = 0x26;
const HASH: u32 = 0x23;
const SEMICOLON: u32 = 0x3B;
const REPLACEMENT: u32 = 0xFFFD;
/// The largest number that is a character.
const LAST: u32 = 0x10_FFFF;

/// Windows-1252 from 128 on.
const WINDOWS: [u32; 32] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D,
    0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A,
    0x153, 0x9D, 0x17E, 0x178,
];

/// The names and what they denote.
fn names() -> impl Iterator<Item = (&'static str, Vec<u32>)> {
    NAMES.split('|').filter_map(|row| {
        let mut words = row.split(' ');
        let name = words.next()?;
        Some((name, words.filter_map(|code| u32::from_str_radix(code, 16).ok()).collect()))
    })
}

/// What a number denotes.
fn number(value: u32) -> Vec<u32> {
    match value {
        0 | 0xD800..=0xDFFF => vec![REPLACEMENT],
        0x80..=0x9F => vec![WINDOWS[value as usize - 0x80]],
        0xD => vec![0xD],
        1..=8 | 0xB | 0xE..=0x1F | 0x7F | 0xFDD0..=0xFDEF => Vec::new(),
        _ if value > LAST => vec![REPLACEMENT],
        _ if value & 0xFFFE == 0xFFFE => Vec::new(),
        _ => vec![value],
    }
}

/// The prefixes of names.
struct Name {
    children: Vec<(u32, usize)>,
    to: Option<Vec<u32>>,
}

/// The decoder, up to classes of its outputs.
pub(super) fn machine(classes: &Classes) -> Transducer {
    let mut shared = Shared::default();
    let [start, ampersand] = [shared.reserve(), shared.reserve()];
    let mut work = Work {
        classes,
        shared,
        start,
        ampersand,
        numbers: Numbers::new(classes),
        states: FxHashMap::default(),
    };
    let mut rows = vec![((AMPERSAND, AMPERSAND), Vec::new(), ampersand)];
    rows.extend(copy_others(&[], &[AMPERSAND], start));
    work.shared.describe(start, &rows, Some(&[]));
    let names = trie();
    work.names(&names);
    work.shared.build(start)
}

fn trie() -> Vec<Name> {
    let mut nodes = vec![Name { children: Vec::new(), to: None }];
    for (name, to) in names() {
        let mut at = 0;
        for c in name.chars().map(u32::from) {
            let known = nodes[at].children.iter().find(|(known, _)| *known == c).map(|(_, child)| *child);
            at = known.unwrap_or_else(|| {
                nodes.push(Name { children: Vec::new(), to: None });
                let child = nodes.len() - 1;
                nodes[at].children.push((c, child));
                child
            });
        }
        nodes[at].to = Some(to);
    }
    nodes
}

struct Work<'a> {
    classes: &'a Classes,
    shared: Shared,
    start: u32,
    /// Behind an ampersand.
    ampersand: u32,
    numbers: Numbers,
    /// The states of numbers, by base and by what they and longer ones denote.
    states: FxHashMap<(u32, Vec<usize>), u32>,
}

impl Work<'_> {
    /// Writes a word; then the next character begins anew, if it is none of these.
    fn anew(&self, word: &[u32], but: &[u32], rows: &mut Vec<Row>) {
        let mut but: Vec<u32> = but.iter().copied().chain([AMPERSAND]).collect();
        but.sort_unstable();
        rows.push(((AMPERSAND, AMPERSAND), fixed(word), self.ampersand));
        rows.extend(copy_others(word, &but, self.start));
    }

    /// Describes the state behind an ampersand, and all states inside of names.
    fn names(&mut self, nodes: &[Name]) {
        // What was read, as it is written, and the longest name in it.
        let mut read: Vec<Vec<u32>> = vec![Vec::new(); nodes.len()];
        let mut longest: Vec<Option<(usize, usize)>> = vec![None; nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            for (c, child) in &node.children {
                read[*child] = read[index].iter().copied().chain([*c]).collect();
                let own = nodes[*child].to.is_some().then(|| (*child, read[*child].len()));
                longest[*child] = own.or(longest[index]);
            }
        }
        let mut states: Vec<Option<u32>> = vec![None; nodes.len()];
        // Children have larger numbers.
        for index in (0..nodes.len()).rev() {
            let node = &nodes[index];
            let (written, is_changed) = match longest[index] {
                Some((name, length)) => {
                    let to = nodes[name].to.iter().flatten().chain(&read[index][length..]);
                    (to.copied().collect::<Vec<u32>>(), true)
                }
                None => ([AMPERSAND].into_iter().chain(read[index].iter().copied()).collect(), false),
            };
            let written = self.classes.word(&written).filter(|_| !is_changed || !self.classes.unchanged);
            let mut rows: Vec<Row> = Vec::new();
            let mut but: Vec<u32> = node.children.iter().map(|(c, _)| *c).collect();
            if index == 0 {
                but.push(HASH);
                rows.push(((HASH, HASH), Vec::new(), self.hash()));
            }
            for (c, child) in &node.children {
                if let Some(state) = states[*child] {
                    rows.push(((*c, *c), Vec::new(), state));
                }
            }
            if let Some(written) = &written {
                self.anew(written, &but, &mut rows);
            }
            if index == 0 {
                self.shared.describe(self.ampersand, &rows, written.as_deref());
            } else {
                states[index] = Some(self.shared.state(rows, written));
            }
        }
    }

    /// Behind `&#`.
    fn hash(&mut self) -> u32 {
        let mut rows = Vec::new();
        let mut but: Vec<u32> = Vec::new();
        for c in DIGITS.chars().filter(char::is_ascii_digit) {
            let state = self.number(10, c.to_digit(10).unwrap_or(0));
            rows.push(((c.into(), c.into()), Vec::new(), state));
            but.push(c.into());
        }
        for c in ['x', 'X'] {
            let state = self.hexadecimal(c.into());
            rows.push(((c.into(), c.into()), Vec::new(), state));
            but.push(c.into());
        }
        let word = self.classes.word(&[AMPERSAND, HASH]);
        if let Some(word) = &word {
            self.anew(word, &but, &mut rows);
        }
        self.shared.state(rows, word)
    }

    /// Behind `&#x`.
    fn hexadecimal(&mut self, character: u32) -> u32 {
        let mut rows = Vec::new();
        let but: Vec<u32> = DIGITS.chars().map(u32::from).collect();
        for c in &but {
            let state = self.number(16, digit(*c).unwrap_or(0));
            rows.push(((*c, *c), Vec::new(), state));
        }
        let word = self.classes.word(&[AMPERSAND, HASH, character]);
        if let Some(word) = &word {
            self.anew(word, &but, &mut rows);
        }
        self.shared.state(rows, word)
    }

    /// Behind digits of a value.
    fn number(&mut self, base: u32, value: u32) -> u32 {
        // Zeros in front change nothing, and large numbers stay large.
        let is_loop = value == 0 || value > LAST;
        let key = if is_loop {
            Some((base, vec![usize::MAX, usize::from(value == 0)]))
        } else {
            self.numbers.signature(base, value).map(|signature| (base, signature))
        };
        if let Some(state) = key.as_ref().and_then(|key| self.states.get(key)) {
            return *state;
        }
        let reserved = is_loop.then(|| self.shared.reserve());
        if let (Some(state), Some(key)) = (reserved, &key) {
            self.states.insert(key.clone(), state);
        }
        let mut rows: Vec<Row> = Vec::new();
        let mut but: Vec<u32> = vec![SEMICOLON];
        for c in DIGITS.chars().filter(|c| c.is_digit(base)) {
            let next = value.saturating_mul(base).saturating_add(c.to_digit(base).unwrap_or(0)).min(LAST + 1);
            let state = self.number(base, next);
            rows.push(((c.into(), c.into()), Vec::new(), state));
            but.push(c.into());
        }
        let written = self.classes.word(&number(value)).filter(|_| !self.classes.unchanged);
        if let Some(written) = &written {
            rows.push(((SEMICOLON, SEMICOLON), fixed(written), self.start));
            self.anew(written, &but, &mut rows);
        }
        match reserved {
            Some(state) => {
                self.shared.describe(state, &rows, written.as_deref());
                state
            }
            None => {
                let state = self.shared.state(rows, written);
                if let Some(key) = key {
                    self.states.insert(key, state);
                }
                state
            }
        }
    }
}

/// The numbers up to the last character in pieces that denote one class each.
struct Numbers {
    borders: Vec<u32>,
    /// What each piece denotes, by number.
    meanings: Vec<usize>,
}

impl Numbers {
    fn new(classes: &Classes) -> Self {
        let special =
            [0, 1, 9, 0xB, 0xC, 0xD, 0xE, 0x20, 0x7F, 0xD800, 0xE000, 0xFDD0, 0xFDF0, MAX_CHAR + 1, LAST + 1];
        let nonchars = (0..=0x10).flat_map(|plane| [plane << 16 | 0xFFFE, (plane + 1) << 16]);
        let mut borders: Vec<u32> =
            special.into_iter().chain(nonchars).chain(0x80..=0xA0).chain(classes.borders()).collect();
        borders.sort_unstable();
        borders.dedup();
        let mut known: FxHashMap<Option<Vec<u32>>, usize> = FxHashMap::default();
        let meanings = borders.iter().map(|border| {
            let fresh = known.len();
            *known.entry(classes.word(&number(*border))).or_insert(fresh)
        });
        let meanings = meanings.collect();
        Self { borders, meanings }
    }

    fn piece(&self, value: u32) -> usize {
        self.borders.partition_point(|border| *border <= value) - 1
    }

    /// What a value denotes, and all that it begins, by their lengths. Returns `None` if some of one length
    /// differ.
    fn signature(&self, base: u32, value: u32) -> Option<Vec<usize>> {
        let (mut low, mut high) = (u64::from(value), u64::from(value));
        let mut signature = Vec::new();
        while low <= u64::from(LAST) {
            let [from, to] = [low, high].map(|value| self.piece(value.min(u64::from(LAST) + 1) as u32));
            let meaning = self.meanings[from];
            if !self.meanings[from..=to].iter().all(|other| *other == meaning) {
                return None;
            }
            signature.push(meaning);
            (low, high) = (low * u64::from(base), high * u64::from(base) + u64::from(base - 1));
        }
        Some(signature)
    }
}

/// A known word decoded.
pub(super) fn decode(word: &[u32]) -> Vec<u32> {
    static KNOWN: OnceLock<FxHashMap<&str, Vec<u32>>> = OnceLock::new();
    let names = KNOWN.get_or_init(|| names().collect());
    let mut output = Vec::new();
    let mut at = 0;
    while at < word.len() {
        let found = (word[at] == AMPERSAND).then(|| reference(names, &word[at + 1..])).flatten();
        match found {
            Some((to, length)) => {
                output.extend(to);
                at += 1 + length;
            }
            None => {
                output.push(word[at]);
                at += 1;
            }
        }
    }
    output
}

/// What a reference denotes, and its length.
fn reference(names: &FxHashMap<&str, Vec<u32>>, rest: &[u32]) -> Option<(Vec<u32>, usize)> {
    if rest.first() != Some(&HASH) {
        let text: String =
            rest.iter().take(32).map_while(|c| char::from_u32(*c)).take_while(char::is_ascii).collect();
        return (2..=text.len()).rev().find_map(|length| Some((names.get(&text[..length])?.clone(), length)));
    }
    let (begin, base) = match rest.get(1) {
        Some(0x78 | 0x58) => (2, 16),
        _ => (1, 10),
    };
    let digits = rest[begin..].iter().map_while(|c| char::from_u32(*c)).take_while(|c| c.is_digit(base));
    let (count, value) = digits.fold((0, 0_u32), |(count, value), c| {
        (count + 1, value.saturating_mul(base).saturating_add(c.to_digit(base).unwrap_or(0)))
    });
    let end = begin + count;
    let closed = usize::from(rest.get(end) == Some(&SEMICOLON));
    (count > 0).then(|| (number(value), end + closed))
}
