//! Numbers with a point as decimal texts.

use crate::state::Value;

/// The decimal digits of a positive number, and the number of digits before the point.
fn digits(shortest: &str) -> (Vec<u8>, i32) {
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((shortest, "0"));
    let digits: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
    (digits, exponent.parse().unwrap_or(0) + 1)
}

/// The text of a number as Java writes it. Releases before 19 write some numbers with many digits, and some
/// very large ones, in another way: returns `None` for those.
pub(crate) fn shortest(value: &Value) -> Option<String> {
    let (exact, most, is_negative, plain) = match *value {
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
    let (digits, before) = digits(&exact);
    if digits.len() > most || !(-15..=15).contains(&before) {
        return None;
    }
    let text = |digits: &[u8]| digits.iter().map(|digit| char::from(b'0' + digit)).collect::<String>();
    let or_zero = |text: String| if text.is_empty() { "0".to_owned() } else { text };
    Some(match before {
        -2..=0 => format!("{sign}0.{}{}", "0".repeat((-before) as usize), text(&digits)),
        1..=7 => {
            let position = before as usize;
            let mut whole = digits.clone();
            whole.resize(whole.len().max(position), 0);
            format!("{sign}{}.{}", text(&whole[..position]), or_zero(text(&whole[position..])))
        }
        _ => format!("{sign}{}.{}E{}", text(&digits[..1]), or_zero(text(&digits[1..])), before - 1),
    })
}

/// The number with a fixed number of decimals, rounded half up, as `%f` writes it.
pub(crate) fn fixed(value: &Value, decimals: usize) -> Option<String> {
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
    all.resize(all.len().max(point + decimals + 1), 0);
    let rounds_up = all[point + decimals] >= 5;
    all.truncate(point + decimals);
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
    for (position, digit) in all.iter().enumerate() {
        if position == point {
            text.push('.');
        }
        text.push(char::from(b'0' + digit));
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_those_of_java() {
        let check = |number: f64, expected: &str| {
            assert_eq!(shortest(&Value::Double(number)).as_deref(), Some(expected))
        };
        check(1.0, "1.0");
        check(-0.0, "-0.0");
        check(100.5, "100.5");
        check(1e7, "1.0E7");
        check(1_234_567.0, "1234567.0");
        check(0.001, "0.001");
        check(0.00012, "1.2E-4");
        check(f64::NAN, "NaN");
        check(f64::NEG_INFINITY, "-Infinity");
        assert_eq!(shortest(&Value::Float(1.1)).as_deref(), Some("1.1"));
        assert_eq!(shortest(&Value::Double(0.1 + 0.2)), None, "versions of Java differ for so many digits");
        assert_eq!(shortest(&Value::Double(5.940_385_18e19)), None, "and for large numbers");
    }

    #[test]
    fn halves_are_rounded_up() {
        let check = |number: f64, decimals, expected: &str| {
            assert_eq!(fixed(&Value::Double(number), decimals).as_deref(), Some(expected));
        };
        check(0.125, 2, "0.13");
        check(1.005, 2, "1.01");
        check(9.999, 2, "10.00");
        check(-2.5, 0, "-3");
        check(0.04, 1, "0.0");
        check(123.0, 3, "123.000");
        assert_eq!(fixed(&Value::Double(f64::NAN), 2), None);
    }
}
