//! The binary form of a certificate: the tokens of the text form, most of them in one byte.
//!
//! Enters: text to bytes, bytes to text. The first four bytes are `MAGIC`. Then, byte by byte: `00` is `)`,
//! `01` is `(`, `02` a token as it is (length, bytes), `03` and `04` a number and a negated one, `05` the
//! number after the newest, `06` and `07` the same as `80` and `C0` for any distance, `08` a new number, `09`
//! to `0F` the number before, less 2 to plus 4, `10` and following a word of `WORDS`, `80` and `C0` and
//! following a number and a negated one by its distance from the newest. Lengths, numbers and distances
//! behind a byte are in LEB128. Numbers after `(c`, `(open` and in `(rup`, `(close`, `(x` count from the
//! newest clause, others from the newest term.

use std::io::{self, BufRead, Error, ErrorKind};

use crate::lexer::is_symbol_byte;
use crate::stream::{Found, LONGEST, Steps};

/// What a binary certificate begins with.
pub(crate) const MAGIC: [u8; 4] = *b"\0tc1";

/// Words of one byte, from `10` on; a parenthesis in front belongs to the word.
const WORDS: &str = "(t (c (v (s (d (a (arg (w (open (close (x (rup (euf (input (def (bool (eval (norm (strip (lia (F (G \
    (C (S (lang (fwd (bwd (shift (ax (_ (- (tress-certificate true false not and or xor => = distinct \
    ite + - * div mod abs / <= < >= > divisible to_real to_int is_int str.++ str.len str.< str.<= \
    str.at str.substr str.prefixof str.suffixof str.contains str.indexof str.replace str.replace_all \
    str.replace_re str.replace_re_all str.is_digit str.to_code str.from_code str.to_int str.from_int \
    str.rev str.to_lower str.to_upper str.update str.indexof_re str.last_indexof str.to_re str.in_re \
    re.none re.all re.allchar re.++ re.union re.inter re.* re.+ re.opt re.comp re.diff re.range re.^ \
    re.loop \"\" len-concat at-substr substr-len len-range unify";

/// What numbers are relative to. Both sides keep the same one.
struct State {
    words: Vec<&'static str>,
    /// The newest term and the newest clause.
    newest: [u64; 2],
    /// Do numbers count from the newest clause: not, the next one, all up to a closing parenthesis?
    clauses: u8,
    /// The number before.
    previous: u64,
    /// Is the next number a new one?
    is_new: bool,
}

impl State {
    fn new() -> Self {
        Self { words: WORDS.split(' ').collect(), newest: [0; 2], previous: 0, clauses: 0, is_new: false }
    }

    /// Takes note of a word in front of numbers.
    fn word(&mut self, word: &str) {
        match word {
            "(t" | "(v" | "(s" | "(d" | "(a" | "(arg" => (self.clauses, self.is_new) = (0, true),
            "(c" | "(open" => (self.clauses, self.is_new) = (1, true),
            "(rup" | "(close" | "(x" => (self.clauses, self.is_new) = (2, false),
            ")" => self.clauses = 0,
            _ => {}
        }
    }

    fn newest(&mut self) -> &mut u64 {
        &mut self.newest[usize::from(self.clauses > 0)]
    }

    /// Takes note of a number; a new one is the newest.
    fn number(&mut self, number: u64, is_new: bool) {
        if is_new {
            *self.newest() = number;
        }
        self.previous = number;
        self.is_new = false;
        self.clauses &= 2;
    }
}

/// Is the number at most four more than the one before, or two less?
fn is_near(number: u64, previous: u64) -> bool {
    number.checked_add(2).and_then(|sum| sum.checked_sub(previous)).is_some_and(|distance| distance < 7)
}

fn push_leb(out: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

/// The pieces of a step's text: parentheses, with a word directly behind an opening one, strings, words.
fn pieces(text: &[u8]) -> Vec<&[u8]> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(byte) = text.get(at) {
        let rest = &text[at..];
        let word = |from: usize| rest.iter().skip(from).take_while(|byte| is_symbol_byte(**byte)).count();
        let length = match byte {
            b'(' => 1 + word(1),
            b'"' | b'|' => {
                let mut end = 1;
                while let Some(close) = rest.iter().skip(end).position(|other| other == byte) {
                    end += close + 1;
                    if *byte == b'|' || rest.get(end) != Some(byte) {
                        break;
                    }
                    end += 1;
                }
                end.min(rest.len())
            }
            _ => word(0).max(1),
        };
        if !byte.is_ascii_whitespace() {
            found.push(&rest[..length]);
        }
        at += length;
    }
    found
}

/// The number that a piece is, and whether it has a sign.
fn number(piece: &str) -> Option<(u64, bool)> {
    let (digits, is_negated) = piece.strip_prefix('-').map_or((piece, false), |digits| (digits, true));
    let number: u64 = digits.parse().ok()?;
    (number.to_string() == digits).then_some((number, is_negated))
}

/// The binary form of one step.
fn encode(text: &[u8], state: &mut State, out: &mut Vec<u8>) {
    for piece in pieces(text) {
        let word = std::str::from_utf8(piece).unwrap_or_default();
        state.word(word);
        if let Some(index) = state.words.iter().position(|known| *known == word) {
            out.push(0x10 + index as u8);
        } else if let Some((number, is_negated)) = number(word) {
            let is_new = state.is_new && !is_negated;
            let newest = *state.newest();
            let sign = u8::from(is_negated);
            match newest.checked_sub(number) {
                _ if is_new && newest.checked_add(1) == Some(number) => out.push(5),
                _ if is_new => push_code(out, 8, number),
                Some(distance) if distance < 64 => out.push(0x80 + 0x40 * sign + distance as u8),
                _ if is_near(number, state.previous) && !is_negated => {
                    out.push(number.wrapping_add(11).wrapping_sub(state.previous) as u8);
                }
                Some(distance) if distance < number => push_code(out, 6 + sign, distance),
                _ => push_code(out, 3 + sign, number),
            }
            state.number(number, is_new);
        } else if piece == b")" || piece == b"(" {
            out.push(u8::from(piece == b"("));
        } else if let Some(rest) = piece.strip_prefix(b"(") {
            out.push(1);
            push_code(out, 2, rest.len() as u64);
            out.extend_from_slice(rest);
        } else {
            push_code(out, 2, piece.len() as u64);
            out.extend_from_slice(piece);
        }
    }
}

fn push_code(out: &mut Vec<u8>, code: u8, number: u64) {
    out.push(code);
    push_leb(out, number);
}

/// The binary form of a certificate in text form. It is not checked.
///
/// # Errors
/// If the text cannot be read or a step is too long.
pub fn to_binary(text: impl BufRead) -> io::Result<Vec<u8>> {
    let (mut steps, mut buffer, mut state, mut out) =
        (Steps::new(text), Vec::new(), State::new(), Vec::new());
    out.extend_from_slice(&MAGIC);
    loop {
        match steps.next(&mut buffer)? {
            Found::Step(_) => encode(&buffer, &mut state, &mut out),
            Found::End => return Ok(out),
            Found::TooLong => return Err(wrong()),
        }
    }
}

/// Reads the binary form, one step at a time, as text.
pub(crate) struct Decoder<R> {
    reader: R,
    state: State,
    /// The number of the step, which takes the position of a line.
    pub(crate) step: usize,
}

fn wrong() -> Error {
    Error::new(ErrorKind::InvalidData, "not a binary certificate")
}

impl<R: BufRead> Decoder<R> {
    /// A decoder behind the magic bytes.
    pub(crate) fn new(mut reader: R) -> io::Result<Self> {
        let mut magic = [0; 4];
        reader.read_exact(&mut magic)?;
        if magic != MAGIC {
            return Err(wrong());
        }
        Ok(Self { reader, state: State::new(), step: 0 })
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.reader.fill_buf()?.first().copied();
        self.reader.consume(usize::from(byte.is_some()));
        Ok(byte)
    }

    fn leb(&mut self) -> io::Result<u64> {
        let mut number = 0_u64;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?.ok_or_else(wrong)?;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err(wrong())
    }

    /// Writes the text of the next step into the buffer.
    pub(crate) fn next(&mut self, buffer: &mut Vec<u8>) -> io::Result<Found> {
        buffer.clear();
        self.step += 1;
        let mut depth = 0_usize;
        loop {
            let Some(byte) = self.byte()? else {
                return if buffer.is_empty() { Ok(Found::End) } else { Err(wrong()) };
            };
            let from = buffer.len();
            self.token(byte, buffer)?;
            match buffer.get(from) {
                Some(b'(') => depth += 1,
                Some(b')') => depth = depth.saturating_sub(1),
                _ => {}
            }
            if byte != 1 {
                buffer.push(b' ');
            }
            if buffer.len() > LONGEST {
                return Ok(Found::TooLong);
            }
            if depth == 0 {
                return Ok(Found::Step(self.step));
            }
        }
    }

    /// Appends the text of one token.
    fn token(&mut self, byte: u8, buffer: &mut Vec<u8>) -> io::Result<()> {
        let newest = *self.state.newest();
        let (number, is_negated) = match byte {
            0 => {
                self.state.word(")");
                buffer.push(b')');
                return Ok(());
            }
            1 => {
                buffer.push(b'(');
                return Ok(());
            }
            2 => {
                for _ in 0..self.leb()?.min(LONGEST as u64) {
                    buffer.push(self.byte()?.ok_or_else(wrong)?);
                }
                return Ok(());
            }
            3 | 4 | 8 => (self.leb()?, byte == 4),
            9..=15 => {
                let sum = self.state.previous.checked_add(u64::from(byte));
                (sum.and_then(|sum| sum.checked_sub(11)).ok_or_else(wrong)?, false)
            }
            5 => (newest.checked_add(1).ok_or_else(wrong)?, false),
            6 | 7 => (newest.checked_sub(self.leb()?).ok_or_else(wrong)?, byte == 7),
            0x80.. => (newest.checked_sub(u64::from(byte & 63)).ok_or_else(wrong)?, byte >= 0xC0),
            _ => {
                let word = byte.checked_sub(0x10).and_then(|index| self.state.words.get(usize::from(index)));
                let word = *word.ok_or_else(wrong)?;
                self.state.word(word);
                buffer.extend_from_slice(word.as_bytes());
                return Ok(());
            }
        };
        self.state.number(number, byte == 5 || byte == 8);
        buffer.extend_from_slice(format!("{}{number}", if is_negated { "-" } else { "" }).as_bytes());
        Ok(())
    }
}
