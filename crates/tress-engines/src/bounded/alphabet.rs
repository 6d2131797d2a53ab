//! Which characters the cells of words can hold.
//!
//! A problem cannot distinguish characters that it never mentions, unless it asks for their codes. All those
//! behind the last that it mentions are such, and in order: words with fewer different ones than cells can
//! hold can be written with those.

use tress_automata::MAX_CHAR;

use tress_term::term::{Op, Term, TermStore, Value, post_order_where};

/// Bits that hold every code point and the blank.
const ALL_BITS: usize = 18;
/// Bits for a problem that mentions nothing beyond ASCII.
const FEW_BITS: usize = 7;

/// How wide cells are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Alphabet {
    pub(super) bits: usize,
    /// Is there a solution with these characters wherever there is one at all?
    pub(super) is_whole: bool,
}

/// Which characters a problem mentions.
#[derive(Clone, Copy)]
pub(super) struct Mentioned {
    /// The last character that is mentioned.
    last: u32,
    /// The last number that may be meant as a code.
    number: u32,
    /// Are there codes of characters?
    pub(super) has_codes: bool,
}

impl Mentioned {
    /// Reads the facts of a problem.
    pub(super) fn new(store: &TermStore, roots: &[Term]) -> Self {
        // Digits and alphabetic characters are mentioned by operators.
        let mut found = Self { last: u32::from('z'), number: 0, has_codes: false };
        for term in post_order_where(store, roots, |_| true) {
            found.has_codes |= matches!(store.op(term), Some(Op::ToCode | Op::FromCode));
            match store.as_value(term) {
                Some(Value::Str(word)) => {
                    found.last = word.pieces().map(|(code, _)| code).fold(found.last, u32::max);
                }
                // A larger number is hardly meant as a code.
                Some(Value::Int(value)) => {
                    let code = value.to_u32().filter(|code| *code < 1 << 10).unwrap_or(0);
                    found.number = found.number.max(code);
                }
                // Its characters are not seen here.
                Some(Value::Regex(_)) => found.has_codes = true,
                _ => {}
            }
        }
        found
    }

    /// A small alphabet for strings with this number of cells.
    pub(super) fn small(self, cells: usize) -> Alphabet {
        let last = if self.has_codes { self.last.max(self.number) } else { self.last };
        // One code point has to be left for the blank.
        let bits = bits_of(last + 1).clamp(FEW_BITS, ALL_BITS - 1);
        Alphabet { bits, is_whole: self.is_whole(bits, cells) }
    }

    /// An alphabet that loses no solution.
    pub(super) fn whole(self, cells: usize) -> Alphabet {
        let cells = u32::try_from(cells).unwrap_or(MAX_CHAR);
        let needed = bits_of(self.last.saturating_add(cells).saturating_add(1));
        let bits = if self.has_codes { ALL_BITS } else { needed.clamp(FEW_BITS, ALL_BITS) };
        Alphabet { bits, is_whole: true }
    }

    fn is_whole(self, bits: usize, cells: usize) -> bool {
        let room = ((1_u32 << bits) - 2).saturating_sub(self.last) as usize;
        !self.has_codes && room >= cells
    }
}

/// How many bits a code point has.
fn bits_of(code: u32) -> usize {
    (u32::BITS - code.leading_zeros()) as usize
}
