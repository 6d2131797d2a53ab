//! The meaning of the operators between words and numbers: codes and digits.
//!
//! Enters: words, or whole numbers of any size. Leaves: the other one. Numbers have at most
//! [`MAX_BITS`] binary digits, see there.

use tress_automata::MAX_CHAR;
use tress_base::Int;

use super::error::EvalError;
use super::numbers::MAX_BITS;
use super::words;
use crate::term::Word;

const ZERO: u32 = '0' as u32;
const MINUS: u32 = '-' as u32;

/// A number with this many decimal digits has at most [`MAX_BITS`] binary ones: ten is less than
/// two to the power of 10/3.
const MAX_DIGITS: usize = MAX_BITS / 10 * 3;

pub(super) fn is_digit(word: &[u32]) -> bool {
    matches!(word, [character] if is_digit_code(*character))
}

fn is_digit_code(character: u32) -> bool {
    (ZERO..ZERO + 10).contains(&character)
}

pub(super) fn to_code(word: &[u32]) -> Int {
    match word {
        [character] => Int::from(*character),
        _ => Int::MINUS_ONE,
    }
}

pub(super) fn from_code(code: &Int) -> Word {
    match code.to_u32() {
        Some(code) if code <= MAX_CHAR => Word::from([code]),
        _ => words::empty(),
    }
}

/// The number that the digits spell; nothing when the word is empty or holds anything else.
fn number(word: &[u32]) -> Result<Option<Int>, EvalError> {
    if word.is_empty() || !word.iter().all(|character| is_digit_code(*character)) {
        return Ok(None);
    }
    let zeros = word.iter().take_while(|character| **character == ZERO).count();
    let significant = &word[zeros.min(word.len() - 1)..];
    if significant.len() > MAX_DIGITS {
        return Err(EvalError::TooLarge);
    }
    let digits: Vec<u8> = significant.iter().map(|character| *character as u8).collect();
    Ok(Int::from_digits(&digits))
}

pub(super) fn to_int(word: &[u32]) -> Result<Int, EvalError> {
    Ok(number(word)?.unwrap_or(Int::MINUS_ONE))
}

pub(super) fn from_int(n: &Int) -> Word {
    if n.is_negative() { words::empty() } else { from_int_signed(n) }
}

pub(super) fn to_int_signed(word: &[u32]) -> Result<Int, EvalError> {
    let value = match word {
        [MINUS, digits @ ..] => number(digits)?.map(|n| -n),
        digits => number(digits)?,
    };
    Ok(value.unwrap_or(Int::ZERO))
}

pub(super) fn from_int_signed(n: &Int) -> Word {
    n.to_string().bytes().map(u32::from).collect()
}
