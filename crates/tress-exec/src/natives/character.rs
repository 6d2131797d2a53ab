//! `Character`: classes and cases of characters, exact below 256, where no version of Unicode has changed
//! them. Digits and white space consist of few ranges, and are exact for all characters.

use tress::Term;

use super::beyond;
use crate::machine::{Run, Step, unsupported};
use crate::state::{Value, Width};

/// The last unit of the tables.
const LAST: i64 = 0xff;

type Ranges = &'static [(u8, u8)];

const LETTERS: Ranges = &[
    (b'A', b'Z'),
    (b'a', b'z'),
    (0xaa, 0xaa),
    (0xb5, 0xb5),
    (0xba, 0xba),
    (0xc0, 0xd6),
    (0xd8, 0xf6),
    (0xf8, 0xff),
];

/// The units of a kind.
fn kind(name: &str) -> Option<Vec<(u8, u8)>> {
    let ranges: Ranges = match name {
        "isDigit" => &[(b'0', b'9')],
        "isLetter" | "isAlphabetic" => LETTERS,
        "isLetterOrDigit" => return Some([&[(b'0', b'9')], LETTERS].concat()),
        "isUpperCase" => &[(b'A', b'Z'), (0xc0, 0xd6), (0xd8, 0xde)],
        "isLowerCase" => {
            &[(b'a', b'z'), (0xaa, 0xaa), (0xb5, 0xb5), (0xba, 0xba), (0xdf, 0xf6), (0xf8, 0xff)]
        }
        "isWhitespace" => &[(9, 13), (28, 32)],
        "isSpaceChar" => &[(32, 32), (0xa0, 0xa0)],
        _ => return None,
    };
    Some(ranges.to_vec())
}

/// What is added to which units: a method from units to numbers, without those that become -1.
fn shifts(name: &str) -> Option<&'static [((u8, u8), i32)]> {
    Some(match name {
        "toUpperCase" => &[
            ((b'a', b'z'), -32),
            ((0xb5, 0xb5), 0x39c - 0xb5),
            ((0xe0, 0xf6), -32),
            ((0xf8, 0xfe), -32),
            ((0xff, 0xff), 0x178 - 0xff),
        ],
        "toLowerCase" => &[((b'A', b'Z'), 32), ((0xc0, 0xd6), 32), ((0xd8, 0xde), 32)],
        "digit" => &[((b'0', b'9'), -48), ((b'A', b'Z'), -55), ((b'a', b'z'), -87)],
        _ => return None,
    })
}

pub(super) fn call(
    run: &mut Run<'_>,
    name: &str,
    descriptor: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    let value = &arguments[0];
    let is_one = matches!(descriptor, "(C)Z" | "(I)Z" | "(C)C" | "(I)I");
    if is_one && let Some(found) = all_of_kind(run, name, value)? {
        return Ok(Some(Some(found)));
    }
    // The tables of the library have all others that are known.
    if matches!(value, Value::Int(unit) if !(0..=LAST as i32).contains(unit)) {
        return Ok(None);
    }
    if name == "getNumericValue" && is_one {
        return numeric(run, value);
    }
    match (kind(name), shifts(name)) {
        (Some(ranges), _) if is_one => is_of_kind(run, name, value, &ranges).map(|found| Some(Some(found))),
        (_, Some(shifts)) if is_one && name != "digit" => {
            let value_of = |unit| shifted(shifts, unit).unwrap_or(unit);
            changed(run, name, value, shifts, true, value_of).map(|found| Some(Some(found)))
        }
        (_, Some(shifts)) if name == "digit" && matches!(descriptor, "(CI)I" | "(II)I") => {
            digit(run, value, &arguments[1], shifts).map(|found| Some(Some(found)))
        }
        _ => Ok(None),
    }
}

/// Is the unit one of the tables?
fn within(run: &mut Run<'_>, name: &str, value: &Value) -> Step<bool> {
    let (low, high) = run.bounds(value)?;
    match low >= 0 && high <= LAST {
        true => Ok(true),
        false if value.is_known() => unsupported(format!("Character.{name} of characters beyond Latin-1")),
        false => {
            let is_within = run.in_ranges(value, &[(0, LAST as u32)])?;
            run.decide(is_within)
        }
    }
}

fn is_in((low, high): (u8, u8), term: &Term) -> Term {
    term.ge(u32::from(low)) & term.le(u32::from(high))
}

/// `Character.getNumericValue`: that of digits and ASCII letters is known; only the tables of the library
/// have others.
fn numeric(run: &mut Run<'_>, value: &Value) -> Step<Option<Option<Value>>> {
    let shifts = shifts("digit").unwrap_or_default();
    if let Value::Int(unit) = value {
        let known = (*unit < 128).then(|| Value::Int(shifted(shifts, *unit).unwrap_or(-1)));
        return Ok(known.map(Some));
    }
    let ((low, high), term) = (run.bounds(value)?, run.number_term(value)?);
    if (low < 0 || high > 127) && !run.decide(term.ge(0) & term.le(127))? {
        return beyond::some_number(run, -2, i32::MAX.into(), Width::Int).map(|found| Some(Some(found)));
    }
    run.learn(&term, (0, 127));
    changed(run, "getNumericValue", value, shifts, false, |_| -1).map(|found| Some(Some(found)))
}

/// All units of a kind that has few ranges.
fn all_of_kind(run: &Run<'_>, name: &str, value: &Value) -> Step<Option<Value>> {
    let ranges: Vec<(u32, u32)> = match name {
        "isDigit" => beyond::ZEROS.iter().map(|zero| (u32::from(*zero), u32::from(*zero) + 9)).collect(),
        "isWhitespace" => {
            beyond::WHITE.iter().map(|(low, high)| (u32::from(*low), u32::from(*high))).collect()
        }
        _ => return Ok(None),
    };
    let (low, high) = run.bounds(value)?;
    if low < 0 || high > 0xffff {
        return Ok(None);
    }
    if let Value::Int(unit) = value {
        let is_met = |(first, last): &(u32, u32)| (*first..=*last).contains(&(*unit as u32));
        return Ok(Some(Value::truth(ranges.iter().any(is_met))));
    }
    let met = ranges.iter().filter(|(first, last)| i64::from(*first) <= high && i64::from(*last) >= low);
    let met: Vec<(u32, u32)> = met.copied().collect();
    run.in_ranges(value, &met).map(|met| Some(Value::Truth(met)))
}

fn is_of_kind(run: &mut Run<'_>, name: &str, value: &Value, ranges: &[(u8, u8)]) -> Step<Value> {
    if !within(run, name, value)? {
        return beyond::some_truth(run);
    }
    if let Value::Int(unit) = value {
        return Ok(Value::truth(ranges.iter().any(|(low, high)| (*low..=*high).contains(&(*unit as u8)))));
    }
    let (_, most) = run.bounds(value)?;
    let met = ranges.iter().filter(|(low, _)| i64::from(*low) <= most);
    let met: Vec<(u32, u32)> = met.map(|(low, high)| (u32::from(*low), u32::from(*high))).collect();
    run.in_ranges(value, &met).map(Value::Truth)
}

fn shifted(shifts: &[((u8, u8), i32)], unit: i32) -> Option<i32> {
    let found = shifts.iter().find(|((low, high), _)| (i32::from(*low)..=i32::from(*high)).contains(&unit));
    found.map(|(_, shift)| unit + shift)
}

/// A unit with what is added to it; the others stay, or become -1.
fn changed(
    run: &mut Run<'_>,
    name: &str,
    value: &Value,
    shifts: &[((u8, u8), i32)],
    stays: bool,
    known: impl Fn(i32) -> i32,
) -> Step<Value> {
    if !within(run, name, value)? {
        let (low, high) = run.bounds(value)?;
        // In the other case a unit is a unit, and no character becomes a larger one than there is.
        let (least, most) = if stays { (low.min(0), high.max(0xffff)) } else { (-1, 35) };
        return beyond::some_number(run, least.into(), most.into(), Width::Int);
    }
    if let Value::Int(unit) = value {
        return Ok(Value::Int(known(*unit)));
    }
    let term = run.number_term(value)?;
    let (_, most) = run.bounds(value)?;
    let mut result = if stays { term.clone() } else { run.solver().literal(-1) };
    for (range, shift) in shifts.iter().filter(|((low, _), _)| i64::from(*low) <= most) {
        result = is_in(*range, &term).ite(&term + *shift, result);
    }
    let highest = match stays {
        true if most < 128 => 127,
        true => 0x39c,
        false => 35,
    };
    Ok(Value::number(result, if stays { 0 } else { -1 }, highest, Width::Int))
}

/// `Character.digit`.
fn digit(run: &mut Run<'_>, value: &Value, radix: &Value, shifts: &[((u8, u8), i32)]) -> Step<Value> {
    let Value::Int(radix) = *radix else { return unsupported("an unknown radix") };
    if !(2..=36).contains(&radix) {
        return Ok(Value::Int(-1));
    }
    let fits = |digit: &i32| *digit < radix;
    let known = |unit| shifted(shifts, unit).filter(fits).unwrap_or(-1);
    let digits = changed(run, "digit", value, shifts, false, known)?;
    if digits.is_known() || radix == 36 {
        return Ok(digits);
    }
    let term = run.number_term(&digits)?;
    Ok(Value::number(term.lt(radix).ite(&term, -1), -1, i128::from(radix) - 1, Width::Int))
}
