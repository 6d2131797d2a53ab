//! Numbers with a point, which are always known: from texts, to texts, as bits.

use super::boxes;
use crate::machine::{Run, Step, unsupported};
use crate::state::{Str, Value};

/// The decimal digits of a positive number, and how many of them stand before the point.
fn digits(shortest: &str) -> (Vec<u8>, i32) {
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((shortest, "0"));
    let digits: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
    (digits, exponent.parse().unwrap_or(0) + 1)
}

/// The text of a number as Java writes it. Versions before 19 write some numbers of many
/// digits, and some that are very large, in another way: those have none.
pub(crate) fn text(value: &Value) -> Option<String> {
    let (shortest, most, is_negative, plain) = match *value {
        Value::Double(number) => (format!("{:e}", number.abs()), 15, number.is_sign_negative(), number),
        Value::Float(number) => (format!("{:e}", number.abs()), 6, number.is_sign_negative(), number.into()),
        _ => return None,
    };
    let sign = if is_negative && !plain.is_nan() { "-" } else { "" };
    if plain.is_nan() {
        return Some("NaN".to_owned());
    }
    if plain.is_infinite() {
        return Some(format!("{sign}Infinity"));
    }
    if plain == 0.0 {
        return Some(format!("{sign}0.0"));
    }
    let (digits, before) = digits(&shortest);
    if digits.len() > most || !(-15..=15).contains(&before) {
        return None;
    }
    let text = |digits: &[u8]| digits.iter().map(|digit| char::from(b'0' + digit)).collect::<String>();
    let or_zero = |text: String| if text.is_empty() { "0".to_owned() } else { text };
    Some(match before {
        -2..=0 => format!("{sign}0.{}{}", "0".repeat((-before) as usize), text(&digits)),
        1..=7 => {
            let place = before as usize;
            let mut whole = digits.clone();
            whole.resize(whole.len().max(place), 0);
            format!("{sign}{}.{}", text(&whole[..place]), or_zero(text(&whole[place..])))
        }
        _ => format!("{sign}{}.{}E{}", text(&digits[..1]), or_zero(text(&digits[1..])), before - 1),
    })
}

/// The number with so many digits behind the point, halves rounded up, as `%f` writes it.
pub(super) fn fixed(value: &Value, places: usize) -> Option<String> {
    let (number, shortest) = match *value {
        Value::Double(number) => (number, format!("{:e}", number.abs())),
        Value::Float(number) => (f64::from(number), format!("{:e}", number.abs())),
        _ => return None,
    };
    if !number.is_finite() || number.abs() >= 1e15 {
        return None;
    }
    let (digits, before) = digits(&shortest);
    // All digits with zeros before them, so that there is one before the point.
    let mut all = vec![0; usize::try_from(1 - before).unwrap_or(0)];
    all.extend(&digits);
    let point = before.max(1) as usize;
    all.resize(all.len().max(point + places + 1), 0);
    let rounds_up = all[point + places] >= 5;
    all.truncate(point + places);
    let mut carry = u8::from(rounds_up);
    for digit in all.iter_mut().rev() {
        *digit += carry;
        carry = *digit / 10;
        *digit %= 10;
    }
    let mut text = String::new();
    if number.is_sign_negative() {
        text.push('-');
    }
    if carry > 0 {
        text.push('1');
    }
    for (place, digit) in all.iter().enumerate() {
        if place == point {
            text.push('.');
        }
        text.push(char::from(b'0' + digit));
    }
    Some(text)
}

/// A number from its text; `None` where Java throws.
fn parsed(text: &str) -> Step<Option<f64>> {
    let text = text.trim_matches(|c| c <= ' ');
    let body = text.strip_suffix(['d', 'D', 'f', 'F']).unwrap_or(text);
    let plain = body.strip_prefix(['+', '-']).unwrap_or(body);
    if plain.starts_with("0x") || plain.starts_with("0X") {
        return unsupported("a number with a point in radix 16");
    }
    let is_word = matches!(text.strip_prefix(['+', '-']).unwrap_or(text), "NaN" | "Infinity");
    let has_digits = plain.bytes().any(|c| c.is_ascii_digit());
    let is_plain = plain.bytes().all(|c| c.is_ascii_digit() || matches!(c, b'.' | b'e' | b'E' | b'+' | b'-'));
    Ok(match (is_word, has_digits && is_plain) {
        (true, _) => text.replace("Infinity", "inf").parse().ok(),
        (_, true) => body.parse().ok(),
        _ => None,
    })
}

/// Methods of `Double` and `Float`.
pub(super) fn call(
    run: &mut Run<'_>,
    class: &str,
    name: &str,
    descriptor: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    let result = match (name, descriptor, &arguments[0]) {
        ("parseDouble" | "parseFloat" | "valueOf", _, given)
            if descriptor.starts_with("(Ljava/lang/String;)") =>
        {
            let given = run.text_argument(given)?;
            let Some(units) = given.units() else {
                return unsupported("a number with a point from an unknown text");
            };
            let text = String::from_utf16_lossy(units);
            let Some(number) = parsed(&text)? else { return run.throw("NumberFormatException") };
            let value = match class.ends_with("Float") {
                // Rounding twice would be wrong.
                true => match text
                    .trim_matches(|c| c <= ' ')
                    .trim_end_matches(['f', 'F', 'd', 'D'])
                    .parse::<f32>()
                {
                    Ok(number) => Value::Float(number),
                    Err(_) => Value::Float(number as f32),
                },
                false => Value::Double(number),
            };
            if name == "valueOf" { boxes::boxed(run, &value, class)? } else { value }
        }
        ("valueOf", _, value) => boxes::boxed(run, value, class)?,
        ("doubleToRawLongBits", _, Value::Double(number)) => Value::Long(number.to_bits() as i64),
        ("longBitsToDouble", _, Value::Long(bits)) => Value::Double(f64::from_bits(*bits as u64)),
        ("floatToRawIntBits", _, Value::Float(number)) => Value::Int(number.to_bits() as i32),
        ("intBitsToFloat", _, Value::Int(bits)) => Value::Float(f32::from_bits(*bits as u32)),
        ("toString", "(D)Ljava/lang/String;" | "(F)Ljava/lang/String;", value) => shown(run, &value.clone())?,
        ("toString", "()Ljava/lang/String;", boxed) => {
            let value = boxes::unboxed(run, boxed)?;
            shown(run, &value)?
        }
        ("doubleValue" | "floatValue" | "intValue" | "longValue", _, boxed) => {
            let number = match boxes::unboxed(run, boxed)? {
                Value::Double(number) => number,
                Value::Float(number) => number.into(),
                _ => return Ok(None),
            };
            match name {
                "doubleValue" => Value::Double(number),
                "floatValue" => Value::Float(number as f32),
                "intValue" => Value::Int(number as i32),
                _ => Value::Long(number as i64),
            }
        }
        ("equals", _, Value::Object(own)) => match arguments[1] {
            Value::Object(other) => super::equal_objects(run, *own, other)?,
            _ => Value::Int(0),
        },
        ("hashCode", "()I", boxed) => {
            let value = boxes::unboxed(run, boxed)?;
            match boxes::hash(class, &value) {
                Some(hash) => Value::Int(hash),
                None => return unsupported("the hash of a number with a point"),
            }
        }
        _ => return Ok(None),
    };
    Ok(Some(Some(result)))
}

fn shown(run: &mut Run<'_>, value: &Value) -> Step<Value> {
    match text(value) {
        Some(text) => Ok(run.string(Str::known(&text))),
        None => unsupported("the text of a number with many digits"),
    }
}

/// Methods of `Math` on numbers with a point.
pub(super) fn math(name: &str, arguments: &[Value]) -> Option<Value> {
    match (name, arguments) {
        ("sqrt", [Value::Double(number), ..]) => Some(Value::Double(number.sqrt())),
        ("floor", [Value::Double(number), ..]) => Some(Value::Double(number.floor())),
        ("ceil", [Value::Double(number), ..]) => Some(Value::Double(number.ceil())),
        ("abs", [Value::Double(number), ..]) => Some(Value::Double(number.abs())),
        ("abs", [Value::Float(number), ..]) => Some(Value::Float(number.abs())),
        ("min", [Value::Double(one), Value::Double(other), ..]) => Some(Value::Double(least(*one, *other))),
        ("max", [Value::Double(one), Value::Double(other), ..]) => Some(Value::Double(-least(-one, -other))),
        // Every float is a double.
        ("min", [Value::Float(one), Value::Float(other), ..]) => {
            Some(Value::Float(least((*one).into(), (*other).into()) as f32))
        }
        ("max", [Value::Float(one), Value::Float(other), ..]) => {
            Some(Value::Float(-least((-one).into(), (-other).into()) as f32))
        }
        _ => None,
    }
}

/// The lesser of two numbers: NaN if one is, and -0.0 is less than 0.0.
fn least(one: f64, other: f64) -> f64 {
    if one.is_nan() || other.is_nan() {
        return f64::NAN;
    }
    if one < other || (one == other && one.is_sign_negative()) { one } else { other }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_those_of_java() {
        let check =
            |number: f64, expected: &str| assert_eq!(text(&Value::Double(number)).as_deref(), Some(expected));
        check(1.0, "1.0");
        check(-0.0, "-0.0");
        check(100.5, "100.5");
        check(1e7, "1.0E7");
        check(1_234_567.0, "1234567.0");
        check(0.001, "0.001");
        check(0.00012, "1.2E-4");
        check(f64::NAN, "NaN");
        check(f64::NEG_INFINITY, "-Infinity");
        assert_eq!(text(&Value::Float(1.1)).as_deref(), Some("1.1"));
        assert_eq!(text(&Value::Double(0.1 + 0.2)), None, "versions of Java differ for so many digits");
        assert_eq!(text(&Value::Double(5.940_385_18e19)), None, "and for large numbers");
    }

    #[test]
    fn extremes_are_those_of_java() {
        let check = |name: &str, one: f64, other: f64, expected: f64| {
            let both = [(one, other), (other, one)];
            for (one, other) in both {
                let Some(Value::Double(found)) = math(name, &[Value::Double(one), Value::Double(other)])
                else {
                    panic!("{name} has a value")
                };
                assert!(found.total_cmp(&expected).is_eq() || found.is_nan() && expected.is_nan());
            }
        };
        check("min", 1.5, -2.0, -2.0);
        check("max", 1.5, -2.0, 1.5);
        check("min", 0.0, -0.0, -0.0);
        check("max", 0.0, -0.0, 0.0);
        check("min", f64::NAN, 1.0, f64::NAN);
        check("max", f64::NAN, 1.0, f64::NAN);
    }

    #[test]
    fn halves_are_rounded_up() {
        let check = |number: f64, places, expected: &str| {
            assert_eq!(fixed(&Value::Double(number), places).as_deref(), Some(expected));
        };
        check(0.125, 2, "0.13");
        check(1.005, 2, "1.01");
        check(9.999, 2, "10.00");
        check(-2.5, 0, "-3");
        check(0.04, 1, "0.0");
        check(123.0, 3, "123.000");
        assert_eq!(fixed(&Value::Double(f64::NAN), 2), None);
    }

    #[test]
    fn texts_are_read() {
        let read = |text: &str| parsed(text).expect("not in radix 16");
        assert_eq!(read(" 1.5 "), Some(1.5));
        assert_eq!(read("1e3d"), Some(1000.0));
        assert_eq!(read("-.5"), Some(-0.5));
        assert_eq!(read("inf"), None);
        assert_eq!(read("-Infinity"), Some(f64::NEG_INFINITY));
        assert_eq!(read("1.5.2"), None);
        assert_eq!(read(""), None);
    }
}
