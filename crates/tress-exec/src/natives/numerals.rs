//! Numbers and truth values without boxes: from texts and to texts, compared, and `Math`.

use tress_classes::{Arithmetic, Type};

use super::{beyond, radix};
use crate::machine::{Run, Step};
use crate::state::{Str, Value, Width};

/// Static methods of the classes of boxes.
pub(super) fn call(
    run: &mut Run<'_>,
    type_: &Type,
    name: &str,
    descriptor: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    let width = if *type_ == Type::Long { Width::Long } else { Width::Int };
    let result = match (name, descriptor) {
        ("parseInt", "(Ljava/lang/String;)I") | ("parseLong", "(Ljava/lang/String;)J") => {
            parsed(run, width, &arguments[0])?
        }
        ("parseInt", "(Ljava/lang/String;I)I") | ("parseLong", "(Ljava/lang/String;I)J") => {
            match arguments[1] {
                Value::Int(10) => parsed(run, width, &arguments[0])?,
                _ => radix::parsed_in(run, width, &arguments[0], &arguments[1])?,
            }
        }
        ("parseBoolean", "(Ljava/lang/String;)Z") => parsed_truth(run, &arguments[0])?,
        ("compare", "(II)I" | "(JJ)I" | "(CC)I" | "(ZZ)I" | "(SS)I" | "(BB)I") => {
            compared(run, type_, &arguments[0], &arguments[1])?
        }
        ("min" | "max", "(II)I" | "(JJ)J") => extreme(run, name == "min", &arguments[0], &arguments[1])?,
        ("sum", "(II)I" | "(JJ)J") => run.whole(width, Arithmetic::Add, &arguments[0], &arguments[1])?,
        ("toString", "(II)Ljava/lang/String;" | "(JI)Ljava/lang/String;") => {
            let text = radix::text_in(run, &arguments[0], &arguments[1])?;
            run.string(text)
        }
        ("toHexString" | "toOctalString" | "toBinaryString", _) => {
            let radix = match name {
                "toHexString" => 16,
                "toOctalString" => 8,
                _ => 2,
            };
            let text = radix::bits_in(run, &arguments[0], width, radix)?;
            run.string(text)
        }
        _ => return Ok(None),
    };
    Ok(Some(Some(result)))
}

/// What `compare` gives: a sign for numbers, a difference for the short ones.
pub(super) fn compared(run: &mut Run<'_>, type_: &Type, left: &Value, right: &Value) -> Step<Value> {
    if matches!(type_, Type::Char | Type::Byte | Type::Short) {
        return run.whole(Width::Int, Arithmetic::Subtract, left, right);
    }
    Ok(match (left, right) {
        (Value::Int(left), Value::Int(right)) => Value::Int(left.cmp(right) as i32),
        (Value::Long(left), Value::Long(right)) => Value::Int(left.cmp(right) as i32),
        _ => {
            let (left, right) = (run.number_term(left)?, run.number_term(right)?);
            let term = left.lt(&right).ite(-1, left.eq(&right).ite(0, 1));
            Value::number(term, -1, 1, Width::Int)
        }
    })
}

/// `Boolean.parseBoolean`: true in any case, and nothing else.
pub(super) fn parsed_truth(run: &mut Run<'_>, value: &Value) -> Step<Value> {
    if matches!(value, Value::Null) {
        return Ok(Value::Int(0));
    }
    let text = run.text_argument(value)?;
    // No character beyond ASCII has one of these as its other case.
    Ok(match &text {
        Str::Known(units) => Value::truth(String::from_utf16_lossy(units).eq_ignore_ascii_case("true")),
        Str::Unknown { term, .. } => {
            let word: Vec<u16> = "true".encode_utf16().collect();
            Value::Truth(beyond::equal_in_any_case(run, term, &word))
        }
    })
}

/// A number from its decimal text; other texts throw.
pub(super) fn parsed(run: &mut Run<'_>, width: Width, value: &Value) -> Step<Value> {
    if matches!(value, Value::Null) {
        return run.throw("NumberFormatException");
    }
    let text = run.text_argument(value)?;
    if let Some(units) = text.units() {
        // Signs and digits of all scripts become those of ASCII; what is neither becomes what is no digit.
        let plain = |unit: &u16| match beyond::digit(*unit) {
            Some(digit) => char::from(b'0' + digit as u8),
            None => char::from_u32(u32::from(*unit)).filter(char::is_ascii).unwrap_or('?'),
        };
        let text: String = units.iter().map(plain).collect();
        let digits = text.strip_prefix(['+', '-']).unwrap_or(&text);
        let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        let number = text.parse::<i64>().ok().filter(|_| is_number);
        let fits = |number: &i64| (width.low()..=width.high()).contains(&i128::from(*number));
        return match number.filter(fits) {
            Some(number) => Ok(width.known(number)),
            None => run.throw("NumberFormatException"),
        };
    }
    let term = text.term(run.solver());
    let digits = run.solver().char_range('0', '9').plus();
    let sign = run.solver().literal("-").to_regex() | run.solver().literal("+").to_regex();
    let is_number = term.matches(sign.optional() + digits);
    let rest = term.substr(1, term.len());
    let number =
        term.starts_with("-").ite(-rest.to_int(), term.starts_with("+").ite(rest.to_int(), term.to_int()));
    let (low, high) = (tress::Int::from(width.low() as i64), tress::Int::from(width.high() as i64));
    let fits = number.ge(low) & number.le(high);
    if !run.decide(is_number & fits)? {
        return beyond::number_of_other_script(run, &text, width);
    }
    Ok(Value::number(number, width.low(), width.high(), width))
}

/// The lesser or the greater one of two numbers of one width.
pub(super) fn extreme(run: &mut Run<'_>, least: bool, left: &Value, right: &Value) -> Step<Value> {
    let pick = |left: i64, right: i64| if least { left.min(right) } else { left.max(right) };
    Ok(match (left, right) {
        (Value::Int(left), Value::Int(right)) => Value::Int(pick((*left).into(), (*right).into()) as i32),
        (Value::Long(left), Value::Long(right)) => Value::Long(pick(*left, *right)),
        _ => {
            let width = if left.is_wide() { Width::Long } else { Width::Int };
            let ((low, high), (other_low, other_high)) = (run.bounds(left)?, run.bounds(right)?);
            let (left, right) = (run.number_term(left)?, run.number_term(right)?);
            let is_first = if least { left.le(&right) } else { left.ge(&right) };
            let (low, high) = (pick(low, other_low), pick(high, other_high));
            Value::number(is_first.ite(&left, &right), low.into(), high.into(), width)
        }
    })
}

/// `floorMod` and `floorDiv` by a positive number that is known.
fn floored(run: &mut Run<'_>, name: &str, left: &Value, right: &Value) -> Step<Option<Value>> {
    let (width, divisor) = match right {
        Value::Int(divisor) if *divisor > 0 => (Width::Int, i64::from(*divisor)),
        Value::Long(divisor) if *divisor > 0 => (Width::Long, *divisor),
        _ => return Ok(None),
    };
    let ((low, high), term) = (run.bounds(left)?, run.number_term(left)?);
    Ok(Some(match name {
        _ if left.is_known() && name == "floorMod" => width.known(low.rem_euclid(divisor)),
        _ if left.is_known() => width.known(low.div_euclid(divisor)),
        "floorMod" => Value::number(term.rem_euclid(divisor), 0, i128::from(divisor) - 1, width),
        _ => {
            let (low, high) = (low.div_euclid(divisor), high.div_euclid(divisor));
            Value::number(term.div_euclid(divisor), low.into(), high.into(), width)
        }
    }))
}

/// Arithmetic that throws where it would overflow.
fn exact(run: &mut Run<'_>, name: &str, left: &Value, right: &Value) -> Step<Value> {
    let width = if left.is_wide() || right.is_wide() { Width::Long } else { Width::Int };
    let ((low, high), (other_low, other_high)) = (run.bounds(left)?, run.bounds(right)?);
    let wide = |a: i64, b: i64| match name {
        "addExact" => i128::from(a) + i128::from(b),
        "subtractExact" => i128::from(a) - i128::from(b),
        _ => i128::from(a) * i128::from(b),
    };
    let ends = [wide(low, other_low), wide(low, other_high), wide(high, other_low), wide(high, other_high)];
    let (least, most) =
        ends.iter().fold((ends[0], ends[0]), |(low, high), end| (low.min(*end), high.max(*end)));
    let always_fits = least >= width.low() && most <= width.high();
    if left.is_known() && right.is_known() {
        return match always_fits {
            true => Ok(width.known(least as i64)),
            false => run.throw("ArithmeticException"),
        };
    }
    let (left, right) = (run.number_term(left)?, run.number_term(right)?);
    let term = match name {
        "addExact" => left + right,
        "subtractExact" => left - right,
        _ => left * right,
    };
    let (lowest, highest) = (width.low() as i64, width.high() as i64);
    if !always_fits && !run.decide(term.ge(lowest) & term.le(highest))? {
        return run.throw("ArithmeticException");
    }
    Ok(Value::number(term, least.max(width.low()), most.min(width.high()), width))
}

/// Methods of `Math`.
pub(super) fn math(
    run: &mut Run<'_>,
    name: &str,
    descriptor: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    let result = match (name, descriptor) {
        ("min" | "max", "(II)I" | "(JJ)J") => extreme(run, name == "min", &arguments[0], &arguments[1])?,
        ("floorMod" | "floorDiv", "(II)I" | "(JJ)J") => {
            let Some(result) = floored(run, name, &arguments[0], &arguments[1])? else { return Ok(None) };
            result
        }
        ("addExact" | "subtractExact" | "multiplyExact", "(II)I" | "(JJ)J") => {
            exact(run, name, &arguments[0], &arguments[1])?
        }
        ("incrementExact", "(I)I") => exact(run, "addExact", &arguments[0], &Value::Int(1))?,
        ("decrementExact", "(I)I") => exact(run, "subtractExact", &arguments[0], &Value::Int(1))?,
        ("negateExact", "(I)I") => exact(run, "subtractExact", &Value::Int(0), &arguments[0])?,
        ("abs", "(I)I" | "(J)J") => match &arguments[0] {
            Value::Int(value) => Value::Int(value.wrapping_abs()),
            Value::Long(value) => Value::Long(value.wrapping_abs()),
            value => {
                let (low, high) = run.bounds(value)?;
                let (width, term) =
                    (if value.is_wide() { Width::Long } else { Width::Int }, run.number_term(value)?);
                let most = i128::from(low).abs().max(i128::from(high).abs());
                Value::number(term.lt(0).ite(-&term, &term), 0, most, width)
            }
        },
        _ => return Ok(super::points::math(name, arguments).map(Some)),
    };
    Ok(Some(Some(result)))
}
