//! Numbers in a radix: from texts and to texts.

use tress::{Int, Sort, Term};

use super::beyond;
use super::limits::DIGIT_VALUES;
use crate::machine::{Run, Step, unsupported};
use crate::state::{Str, Value, Width};

/// The fullwidth `A` and `a`: fullwidth forms have the case and the digits of ASCII.
const WIDE_LETTERS: [u16; 2] = [0xff21, 0xff41];

/// A radix that Java has.
fn known_radix(radix: &Value) -> Step<Option<u32>> {
    let Value::Int(radix) = *radix else { return unsupported("an unknown radix") };
    Ok(u32::try_from(radix).ok().filter(|radix| (2..=36).contains(radix)))
}

/// The text of a number in a radix; one that Java does not have is 10.
pub(super) fn text_in(run: &mut Run<'_>, value: &Value, radix: &Value) -> Step<Str> {
    let radix = known_radix(radix)?.unwrap_or(10);
    let number = match *value {
        Value::Int(value) => i64::from(value),
        Value::Long(value) => value,
        _ if radix == 10 => return run.text_of_number(value),
        _ => {
            let width = if value.is_wide() { Width::Long } else { Width::Int };
            let value = &few_values(run, value, width)?;
            if value.is_known() {
                return text_in(run, value, &Value::Int(radix as i32));
            }
            let ((low, high), term) = (run.bounds(value)?, run.number_term(value)?);
            if low >= 0 || !run.decide(term.lt(0))? {
                return digits_of(run, &term, (low.max(0).into(), high.into()), radix);
            }
            let size = digits_of(run, &-&term, ((-high).max(1).into(), -i128::from(low)), radix)?;
            return run.joined(&[Str::known("-"), size]);
        }
    };
    let (mut rest, mut digits) = (number.unsigned_abs(), Vec::new());
    loop {
        digits.extend(char::from_digit((rest % u64::from(radix)) as u32, radix));
        rest /= u64::from(radix);
        if rest == 0 {
            break;
        }
    }
    digits.extend((number < 0).then_some('-'));
    Ok(Str::known(&digits.iter().rev().collect::<String>()))
}

/// The bits of a number as digits of this radix, which is a power of two.
pub(super) fn bits_in(run: &mut Run<'_>, value: &Value, width: Width, radix: u32) -> Step<Str> {
    let value = &few_values(run, value, width)?;
    let bits = match *value {
        Value::Int(value) => u64::from(value as u32),
        Value::Long(value) => value as u64,
        _ => {
            let ((low, high), term) = (run.bounds(value)?, run.number_term(value)?);
            if low >= 0 || !run.decide(term.lt(0))? {
                return digits_of(run, &term, (low.max(0).into(), high.into()), radix);
            }
            // The bits of a negative number are those of the number that is greater by the size of the range.
            let size = 1_i128 << width.bits();
            let term = term + Int::from(2).pow(width.bits());
            return digits_of(run, &term, (size + i128::from(low), size - 1), radix);
        }
    };
    Ok(Str::known(&match radix {
        2 => format!("{bits:b}"),
        8 => format!("{bits:o}"),
        _ => format!("{bits:x}"),
    }))
}

/// A number that has few values, each on a path of its own; others stay what they are.
fn few_values(run: &mut Run<'_>, value: &Value, width: Width) -> Step<Value> {
    let (mut low, mut high) = run.bounds(value)?;
    let values = high.saturating_sub(low).saturating_add(1) as usize;
    if value.is_known() || DIGIT_VALUES.is_exceeded(values, run.context.budget) {
        return Ok(value.clone());
    }
    let term = run.number_term(value)?;
    while low < high {
        let middle = low + (high - low) / 2;
        match run.decide(term.le(middle))? {
            true => high = middle,
            false => low = middle + 1,
        }
    }
    Ok(width.known(low))
}

/// How many digits a number has that is not negative.
fn count_digits(mut number: i128, radix: u32) -> u32 {
    let mut count = 1;
    while number >= i128::from(radix) {
        number /= i128::from(radix);
        count += 1;
    }
    count
}

/// The digits of a number that is not negative; each count of them is a path.
fn digits_of(run: &mut Run<'_>, term: &Term, (low, high): (i128, i128), radix: u32) -> Step<Str> {
    let power = |exponent: u32| Int::from(i64::from(radix)).pow(exponent);
    let (mut count, most) = (count_digits(low, radix), count_digits(high, radix));
    while count < most && !run.decide(term.lt(power(count)))? {
        count += 1;
    }
    let digit = |index: u32| {
        let above = if index == 0 { term.clone() } else { term.div_euclid(power(index)) };
        let digit = if index + 1 == count { above } else { above.rem_euclid(radix) };
        match radix <= 10 {
            true => digit.to_text(),
            false => digit.lt(10).ite(&digit + 48, &digit + 87).to_char(),
        }
    };
    let whole = run.solver().concat((0..count).rev().map(digit));
    Ok(Str::Unknown { term: whole, longest: count.into(), is_ascii: true })
}

/// A number from its text in a radix other than 10.
pub(super) fn parsed_in(run: &mut Run<'_>, width: Width, value: &Value, radix: &Value) -> Step<Value> {
    let radix = known_radix(radix)?;
    let (Some(radix), false) = (radix, matches!(value, Value::Null)) else {
        return run.throw("NumberFormatException");
    };
    let text = run.text_argument(value)?;
    match text.units() {
        Some(units) => {
            // Signs and digits of all scripts become those of ASCII; other characters become one that is no
            // digit.
            let plain = |unit: &u16| match digit(*unit, radix) {
                Some(digit) => char::from_digit(digit, radix).unwrap_or('?'),
                None => char::from_u32(u32::from(*unit)).filter(|unit| "+-".contains(*unit)).unwrap_or('?'),
            };
            let text: String = units.iter().map(plain).collect();
            // Both take one sign before the digits.
            match i64::from_str_radix(&text, radix) {
                Ok(number) if (width.low()..=width.high()).contains(&number.into()) => {
                    Ok(width.known(number))
                }
                _ => run.throw("NumberFormatException"),
            }
        }
        None => unknown_parsed_in(run, width, &text, radix),
    }
}

/// The value of a digit of any script.
fn digit(unit: u16, radix: u32) -> Option<u32> {
    let letter = WIDE_LETTERS.iter().map(|first| unit.wrapping_sub(*first)).find(|index| *index < 26);
    let digit = match (beyond::digit(unit), letter) {
        (Some(digit), _) => Some(u32::from(digit)),
        (None, Some(letter)) => Some(u32::from(letter) + 10),
        _ => char::from_u32(unit.into()).and_then(|unit| unit.to_digit(36)),
    };
    digit.filter(|digit| *digit < radix)
}

/// Ranges of units that are digits, with the unit that would be zero.
fn digit_ranges(radix: u32, is_ascii: bool) -> Vec<(u16, u16, u16)> {
    let (numerals, letters) = (radix.min(10) as u16, radix.saturating_sub(10) as u16);
    let zeros = beyond::ZEROS.iter().filter(|zero| !is_ascii || **zero < 128);
    let mut ranges: Vec<(u16, u16, u16)> = zeros.map(|zero| (*zero, zero + numerals - 1, *zero)).collect();
    if letters > 0 {
        let wide = WIDE_LETTERS.iter().copied().filter(|_| !is_ascii);
        let firsts = [u16::from(b'A'), u16::from(b'a')].into_iter().chain(wide);
        ranges.extend(firsts.map(|first| (first, first + letters - 1, first - 10)));
    }
    ranges.sort_unstable();
    ranges
}

/// The digits of a number, with a sign or without.
fn numerals(run: &Run<'_>, ranges: &[(u16, u16, u16)]) -> (Term, Term) {
    let solver = run.solver();
    let code = |code: u16| char::from_u32(code.into()).unwrap_or('0');
    let range = |(low, high, _): &(u16, u16, u16)| solver.char_range(code(*low), code(*high));
    let digits = ranges[1..].iter().fold(range(&ranges[0]), |digits, other| digits | range(other));
    let sign = solver.literal("-").to_regex() | solver.literal("+").to_regex();
    (sign.optional(), digits.plus())
}

fn unknown_parsed_in(run: &mut Run<'_>, width: Width, text: &Str, radix: u32) -> Step<Value> {
    let term = text.term(run.solver());
    let mut ranges = digit_ranges(radix, true);
    let (sign, mut digits) = numerals(run, &ranges);
    if !run.decide(term.matches(&sign + &digits))? {
        ranges = digit_ranges(radix, false);
        digits = numerals(run, &ranges).1;
        if text.is_ascii() || !run.decide(term.matches(&sign + &digits))? {
            return run.throw("NumberFormatException");
        }
    }
    // What the text is made of: a sign, zeros, and digits that do not begin with one.
    let [before, zeros, rest] =
        [run.fresh(Sort::String)?, run.fresh(Sort::String)?, run.fresh(Sort::String)?];
    let solver = run.solver();
    let zero = |zero: u16| solver.char_range(unit(zero), unit(zero));
    let all_zeros = ranges.iter().filter(|(low, _, zero)| low == zero).map(|(low, ..)| zero(*low));
    let all_zeros = all_zeros.reduce(|one, other| one | other).unwrap_or_else(|| zero(u16::from(b'0')));
    let condition = solver.all([
        term.eq(solver.concat([&before, &zeros, &rest])),
        before.matches(sign),
        zeros.matches(all_zeros.star()),
        rest.eq("") | (rest.matches(digits) & !rest.at(0).matches(all_zeros)),
    ]);
    run.assume(condition)?;
    let most = count_digits(-width.low(), radix);
    let mut count = 0;
    while !run.decide(rest.len().eq(count))? {
        count += 1;
        if count > most {
            return run.throw("NumberFormatException");
        }
    }
    let value = |index: u32| {
        let code = rest.at(index).to_code();
        let zero =
            ranges.iter().rev().skip(1).fold(
                run.solver().literal(i64::from(ranges[ranges.len() - 1].2)),
                |other, (_, high, zero)| code.le(i64::from(*high)).ite(i64::from(*zero), other),
            );
        (code - zero) * Int::from(i64::from(radix)).pow(count - 1 - index)
    };
    let size = (0..count).map(value).fold(run.solver().literal(0), |sum, digit| sum + digit);
    let number = before.eq("-").ite(-&size, &size);
    let (low, high) = (Int::from(width.low() as i64), Int::from(width.high() as i64));
    let greatest = i128::from(radix).pow(count) - 1;
    if greatest > width.high() && !run.decide(number.ge(low) & number.le(high))? {
        return run.throw("NumberFormatException");
    }
    let greatest = greatest.min(width.high());
    Ok(Value::number(number, (-greatest - 1).max(width.low()), greatest, width))
}

fn unit(code: u16) -> char {
    char::from_u32(code.into()).unwrap_or('0')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ranges have exactly the units that are digits, with their values.
    #[test]
    fn ranges_are_the_digits() {
        for radix in [2, 8, 11, 16, 36] {
            for is_ascii in [true, false] {
                let ranges = digit_ranges(radix, is_ascii);
                for unit in 0..=u16::MAX {
                    let found = ranges.iter().find(|(low, high, _)| (*low..=*high).contains(&unit));
                    let value = found.map(|(_, _, zero)| u32::from(unit - zero));
                    let expected = digit(unit, radix).filter(|_| !is_ascii || unit < 128);
                    assert_eq!(value, expected, "{unit:x} in {radix}");
                }
                assert!(ranges.is_sorted());
            }
        }
    }

    #[test]
    fn digits_are_counted() {
        assert_eq!([0, 1, 7, 8, 63, 64].map(|number| count_digits(number, 8)), [1, 1, 1, 2, 2, 3]);
        assert_eq!(count_digits(1 << 31, 2), 32);
    }
}
