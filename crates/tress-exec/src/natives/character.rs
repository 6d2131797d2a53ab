//! `Character`: kinds and cases of units, exact for those below 128.

use tress::Term;

use crate::machine::{Run, Step, unsupported};
use crate::state::{Value, Width};

pub(super) fn call(
    run: &mut Run<'_>,
    name: &str,
    descriptor: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    let ranges: &[(u8, u8)] = match name {
        "isDigit" => &[(b'0', b'9')],
        "isLetter" | "isAlphabetic" => &[(b'A', b'Z'), (b'a', b'z')],
        "isLetterOrDigit" => &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')],
        "isUpperCase" => &[(b'A', b'Z')],
        "isLowerCase" => &[(b'a', b'z')],
        "isWhitespace" => &[(9, 13), (28, 32)],
        "toUpperCase" => &[(b'a', b'z')],
        "toLowerCase" => &[(b'A', b'Z')],
        _ => return Ok(None),
    };
    if !matches!(descriptor, "(C)Z" | "(I)Z" | "(C)C" | "(I)I") {
        return Ok(None);
    }
    let value = &arguments[0];
    let (low, high) = run.bounds(value)?;
    if low < 0 || high > 127 {
        return unsupported(format!("Character.{name} of characters beyond ASCII"));
    }
    let shift = match name {
        "toUpperCase" => Some(-32),
        "toLowerCase" => Some(32),
        _ => None,
    };
    if let Value::Int(unit) = value {
        let inside = ranges.iter().any(|(low, high)| (i32::from(*low)..=i32::from(*high)).contains(unit));
        return Ok(Some(Some(match shift {
            Some(shift) => Value::Int(if inside { unit + shift } else { *unit }),
            None => Value::truth(inside),
        })));
    }
    let term = run.number_term(value)?;
    let inside = |range: &(u8, u8)| -> Term { term.ge(u32::from(range.0)) & term.le(u32::from(range.1)) };
    let inside = run.solver().any(ranges.iter().map(inside));
    Ok(Some(Some(match shift {
        Some(shift) => Value::number(inside.ite(&term + shift, &term), 0, 127, Width::Int),
        None => Value::Truth(inside),
    })))
}
