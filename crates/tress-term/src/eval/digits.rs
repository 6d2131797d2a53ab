//! The meaning of the operators between words and numbers: codes and digits.
//!
//! Enters: words, or whole numbers of any size. Leaves: the other one. Numbers have at most
//! [`INTEGER_BITS`] binary digits.

use tress_automata::MAX_CHAR;
use tress_base::{Budget, Int, PowersOfTen, Rational};

use super::error::EvalError;
use super::limits::INTEGER_BITS;
use super::words;
use crate::term::Word;

const ZERO: u32 = '0' as u32;
const MINUS: u32 = '-' as u32;
const POINT: u32 = '.' as u32;

/// May a number have this many decimal digits? Then it has at most [`INTEGER_BITS`] binary ones: ten is less
/// than two to the power of 10/3, so `n` decimal digits need at most `(n + 2) / 3 * 10` binary ones.
fn admit(digits: usize, budget: &Budget) -> Result<(), EvalError> {
    let bits = digits.div_ceil(3).saturating_mul(10);
    if INTEGER_BITS.is_exceeded(bits, budget) { Err(EvalError::TooLarge) } else { Ok(()) }
}

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

/// The number that the digits denote. Returns `None` if the word is empty or contains anything else.
fn number(word: &[u32], budget: &Budget) -> Result<Option<Int>, EvalError> {
    if word.is_empty() || !word.iter().all(|character| is_digit_code(*character)) {
        return Ok(None);
    }
    let zeros = word.iter().take_while(|character| **character == ZERO).count();
    let significant = &word[zeros.min(word.len() - 1)..];
    admit(significant.len(), budget)?;
    let digits: Vec<u8> = significant.iter().map(|character| *character as u8).collect();
    Ok(PowersOfTen::default().read(&digits, budget)?)
}

/// Adds the digits of a number that is not negative; with a width, zeros before them up to it.
fn write_number(
    n: &Int,
    width: usize,
    digits: &mut Vec<u32>,
    powers: &mut PowersOfTen,
    budget: &Budget,
) -> Result<(), EvalError> {
    // A little more than the number of decimal digits: two to the power of ten is more than a thousand.
    let most = n.bit_len() * 3 / 10 + 1 + n.bit_len() / 500;
    budget.poll_many(most as u64)?;
    if most <= 2 * PowersOfTen::PIECE {
        let text = n.to_string();
        digits.resize(digits.len() + width.saturating_sub(text.len()), ZERO);
        digits.extend(text.bytes().map(u32::from));
        return Ok(());
    }
    let level = PowersOfTen::half_level(most);
    budget.look()?;
    let (high, low) = n.div_rem_euclid(powers.get(level, budget)?).ok_or(EvalError::Mismatch)?;
    let low_width = PowersOfTen::PIECE << level;
    if !high.is_zero() || width > 0 {
        write_number(&high, width.saturating_sub(low_width), digits, powers, budget)?;
    }
    let low_width = if high.is_zero() { width.min(low_width) } else { low_width };
    write_number(&low, low_width, digits, powers, budget)
}

pub(super) fn to_int(word: &[u32], budget: &Budget) -> Result<Int, EvalError> {
    Ok(number(word, budget)?.unwrap_or(Int::MINUS_ONE))
}

pub(super) fn to_real(word: &[u32], budget: &Budget) -> Result<Rational, EvalError> {
    let Some(point) = word.iter().position(|character| *character == POINT) else {
        return to_int(word, budget).map(Rational::from);
    };
    let (front, back) = (&word[..point], &word[point + 1..]);
    admit(back.len(), budget)?;
    let (Some(whole), Some(part)) = (number(front, budget)?, number(back, budget)?) else {
        return Ok(Rational::from(Int::MINUS_ONE));
    };
    let one = [u32::from('1')].into_iter().chain(std::iter::repeat_n(ZERO, back.len()));
    let power = number(&one.collect::<Vec<u32>>(), budget)?.ok_or(EvalError::Mismatch)?;
    budget.look()?;
    Rational::new(&whole * &power + part, power).ok_or(EvalError::Mismatch)
}

pub(super) fn from_int(n: &Int, budget: &Budget) -> Result<Word, EvalError> {
    if n.is_negative() { Ok(words::empty()) } else { from_int_signed(n, budget) }
}

pub(super) fn to_int_signed(word: &[u32], budget: &Budget) -> Result<Int, EvalError> {
    let value = match word {
        [MINUS, digits @ ..] => number(digits, budget)?.map(|n| -n),
        digits => number(digits, budget)?,
    };
    Ok(value.unwrap_or(Int::ZERO))
}

pub(super) fn from_int_signed(n: &Int, budget: &Budget) -> Result<Word, EvalError> {
    let mut digits = if n.is_negative() { vec![MINUS] } else { Vec::new() };
    write_number(&n.abs(), 0, &mut digits, &mut PowersOfTen::default(), budget)?;
    Ok(digits.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_base::Random;

    /// Long numerals agree with what the library reads and writes at once.
    #[test]
    fn pieces_agree_with_the_whole() {
        let mut random = Random::new(11);
        let budget = Budget::unlimited();
        for round in 0..60 {
            let length = 1 + random.below(if round % 2 == 0 { 9 } else { 12 * PowersOfTen::PIECE });
            let mut text: String = (0..length).map(|_| char::from(b'0' + random.below(10) as u8)).collect();
            if random.chance(1, 3) {
                // Long rows of zeros inside are where widths matter.
                text = format!("7{}{text}", "0".repeat(random.below(5 * PowersOfTen::PIECE)));
            }
            let word: Vec<u32> = text.bytes().map(u32::from).collect();
            let expected: Int = text.parse().unwrap();
            assert_eq!(to_int(&word, &budget), Ok(expected.clone()), "{text}");
            let written: Vec<u32> = expected.to_string().bytes().map(u32::from).collect();
            assert_eq!(from_int(&expected, &budget).unwrap().to_vec(), written, "{text}");
            assert_eq!(
                from_int_signed(&-expected, &budget).unwrap().len(),
                if written == [ZERO] { 1 } else { written.len() + 1 }
            );
        }
    }
}
