//! Long decimal numerals, read so that the work can be stopped in between.

use crate::{Budget, Int, Stop};

/// Powers of ten whose exponents are [`PowersOfTen::PIECE`] times a power of two.
#[derive(Default, Debug)]
pub struct PowersOfTen(Vec<Int>);

impl PowersOfTen {
    /// Numerals of this many digits are read and written at once.
    pub const PIECE: usize = 1024;

    /// Ten to the power of `PIECE << level`.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn get(&mut self, level: usize, budget: &Budget) -> Result<&Int, Stop> {
        while self.0.len() <= level {
            budget.look()?;
            let next =
                self.0.last().map_or_else(|| Int::from(10).pow(Self::PIECE as u32), |last| last * last);
            self.0.push(next);
        }
        Ok(&self.0[level])
    }

    /// The level whose power of ten has about half of this number of digits.
    #[must_use]
    pub fn half_level(digits: usize) -> usize {
        (digits.div_ceil(2) / Self::PIECE).checked_ilog2().unwrap_or(0) as usize
    }

    /// The number that digits denote; `None` as for [`Int::from_digits`]. Halves are read on their own.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn read(&mut self, digits: &[u8], budget: &Budget) -> Result<Option<Int>, Stop> {
        budget.poll_many(digits.len() as u64)?;
        if digits.len() <= 2 * Self::PIECE {
            return Ok(Int::from_digits(digits));
        }
        let level = Self::half_level(digits.len());
        let (high, low) = digits.split_at(digits.len() - (Self::PIECE << level));
        let (high, low) = (self.read(high, budget)?, self.read(low, budget)?);
        budget.look()?;
        let (Some(high), Some(low)) = (high, low) else { return Ok(None) };
        Ok(Some(&high * self.get(level, budget)? + low))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn long_numerals_are_read_as_at_once() {
        let mut random = Random::new(3);
        for length in [1, 1024, 2048, 2049, 4096, 5000, 70_001] {
            let digits: Vec<u8> = (0..length).map(|_| b'0' + random.below(10) as u8).collect();
            let read = PowersOfTen::default().read(&digits, &Budget::unlimited());
            assert_eq!(read, Ok(Int::from_digits(&digits)), "{length}");
        }
    }

    #[test]
    fn what_is_no_numeral_is_not_read() {
        let mut digits = vec![b'7'; 9000];
        digits[4500] = b'x';
        for digits in [&digits[..], b""] {
            assert_eq!(PowersOfTen::default().read(digits, &Budget::unlimited()), Ok(None));
        }
    }

    #[test]
    fn reading_can_be_stopped() {
        let budget = Budget::unlimited().with_steps(Some(10_000));
        assert_eq!(PowersOfTen::default().read(&vec![b'9'; 100_000], &budget), Err(Stop::Steps));
    }
}
