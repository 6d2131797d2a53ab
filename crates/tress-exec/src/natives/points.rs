//! Numbers with a point, which are always known: from texts, to texts, as bits.

use super::{boxes, object};
use crate::machine::{Run, Step, boxed, decimals, unboxed, unsupported};
use crate::state::{Str, Value};

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
            if name == "valueOf" { boxed(run, &value, class)? } else { value }
        }
        ("valueOf", _, value) => boxed(run, value, class)?,
        ("doubleToRawLongBits", _, Value::Double(number)) => Value::Long(number.to_bits() as i64),
        ("longBitsToDouble", _, Value::Long(bits)) => Value::Double(f64::from_bits(*bits as u64)),
        ("floatToRawIntBits", _, Value::Float(number)) => Value::Int(number.to_bits() as i32),
        ("intBitsToFloat", _, Value::Int(bits)) => Value::Float(f32::from_bits(*bits as u32)),
        ("toString", "(D)Ljava/lang/String;" | "(F)Ljava/lang/String;", value) => shown(run, &value.clone())?,
        ("toString", "()Ljava/lang/String;", boxed) => {
            let value = unboxed(run, boxed)?;
            shown(run, &value)?
        }
        ("doubleValue" | "floatValue" | "intValue" | "longValue", _, boxed) => {
            let number = match unboxed(run, boxed)? {
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
            Value::Object(other) => object::equal_objects(run, *own, other)?,
            _ => Value::Int(0),
        },
        ("hashCode", "()I", boxed) => {
            let value = unboxed(run, boxed)?;
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
    match decimals::shortest(value) {
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
