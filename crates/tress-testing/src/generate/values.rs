//! Random values.

use tress_base::Random;
use tress_base::{Int, Rational};
use tress_term::term::{Sort, Value, Word};

use super::knobs::Knobs;

impl Knobs {
    /// A word over the usual characters, now and then with an odd one; short ones are likelier.
    pub fn word(&self, random: &mut Random) -> Word {
        let longest = random.below(self.word_length + 1);
        let length = random.below(longest + 1).max(longest / 2);
        (0..length).map(|_| self.letter(random)).collect()
    }

    /// A usual character, or in one of twelve cases an odd one.
    pub fn letter(&self, random: &mut Random) -> u32 {
        let odd = !self.odd_letters.is_empty() && random.chance(1, 12);
        *random.pick(if odd { &self.odd_letters } else { &self.letters })
    }

    /// Mostly a small number that can be a position; else a code point, a border or, if wanted,
    /// forty digits.
    pub fn int(&self, random: &mut Random) -> Int {
        match random.below(20) {
            0..=14 => Int::from(random.between(-2, 6)),
            15 => Int::from(*random.pick(&[0x2F, 0x30, 0x39, 0x3A, 0x61, 0x62, 0x2_FFFF, 0x3_0000])),
            16 => Int::from(random.between(-1000, 100_000)),
            17 if self.huge_numbers => huge(random),
            _ => Int::from(random.between(-3, 12)),
        }
    }

    /// A fraction, often a whole number.
    pub fn rational(&self, random: &mut Random) -> Rational {
        let numerator = self.int(random);
        let denominator = if random.chance(1, 2) { 1 } else { random.between(1, 6) };
        Rational::new(numerator, Int::from(denominator)).unwrap_or_default()
    }

    /// A value of a sort that has literals; `None` for regular expressions and declared sorts.
    pub fn value(&self, random: &mut Random, sort: Sort) -> Option<Value> {
        Some(match sort {
            Sort::Bool => Value::Bool(random.chance(1, 2)),
            Sort::Int => Value::Int(self.int(random)),
            Sort::Real => Value::Real(self.rational(random)),
            Sort::String => Value::Str(self.word(random)),
            _ => return None,
        })
    }
}

/// A number of forty digits, of either sign.
fn huge(random: &mut Random) -> Int {
    let mut digits: Vec<u8> = (0..40).map(|_| b'0' + random.below(10) as u8).collect();
    digits[0] = b'1' + random.below(9) as u8;
    let number = Int::from_digits(&digits).unwrap_or_default();
    if random.chance(1, 2) { -number } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers_cover_their_ranges() {
        let (knobs, mut random) = (Knobs::default(), Random::new(3));
        let words: Vec<Word> = (0..3000).map(|_| knobs.word(&mut random)).collect();
        assert!((0..=5).all(|length| words.iter().any(|word| word.len() == length)));
        assert!(words.iter().any(|word| word.contains(&0x2_FFFF)));
        let ints: Vec<Int> = (0..3000).map(|_| knobs.int(&mut random)).collect();
        assert!(ints.iter().any(|n| n.is_negative()));
        assert!(ints.iter().any(|n| n.to_string().len() >= 40));
    }

    #[test]
    fn small_knobs_stay_small() {
        let (knobs, mut random) = (Knobs::small(), Random::new(3));
        assert!((0..3000).all(|_| knobs.int(&mut random).to_i64().is_some()));
        assert!(
            (0..3000).all(|_| knobs.word(&mut random).iter().all(|letter| b"ab".contains(&(*letter as u8))))
        );
    }
}
