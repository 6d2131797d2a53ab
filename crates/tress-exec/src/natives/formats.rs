//! `String.format` with plain conversions: `%s`, `%d`, `%c`, `%b`, `%n` and `%%`, without flags and widths.

use tress_classes::Type;

use super::boxes::boxed_type;
use super::pieces;
use crate::machine::{Run, Step, unsupported};
use crate::state::{Hidden, Object, Str, Value};

pub(super) fn call(run: &mut Run<'_>, format: &Value, arguments: &Value) -> Step<Value> {
    let format = run.text_argument(format)?;
    let arguments = match arguments {
        // Java takes no array for one null.
        Value::Null => vec![Value::Null],
        array => pieces::elements(run, array)?,
    };
    formatted(run, &format, &arguments)
}

/// The text that a format and its arguments make.
pub(super) fn formatted(run: &mut Run<'_>, format: &Str, arguments: &[Value]) -> Step<Value> {
    let Some(units) = format.units() else { return unsupported("an unknown format") };
    let (mut parts, mut plain) = (Vec::new(), Vec::new());
    let (mut rest, mut arguments) = (units.iter(), arguments.iter());
    while let Some(unit) = rest.next() {
        if *unit != u16::from(b'%') {
            plain.push(*unit);
            continue;
        }
        let conversion = rest.next().and_then(|unit| u8::try_from(*unit).ok()).unwrap_or(0);
        match conversion {
            b'%' => plain.push(u16::from(b'%')),
            b'n' => plain.push(10),
            b's' | b'd' | b'c' | b'b' => {
                let Some(argument) = arguments.next() else {
                    return run.throw_named("java/util/MissingFormatArgumentException");
                };
                parts.push(Str::Known(std::mem::take(&mut plain).into()));
                parts.push(converted(run, conversion, argument)?);
            }
            _ => return unsupported("a format with flags, widths or other conversions"),
        }
    }
    parts.push(Str::Known(plain.into()));
    let whole = run.joined(&parts)?;
    Ok(run.string(whole))
}

fn converted(run: &mut Run<'_>, conversion: u8, argument: &Value) -> Step<Str> {
    let held = match argument {
        Value::Object(id) => match run.state.heap.get(*id) {
            Object::Instance { hidden: Hidden::Box(value), class, .. } => {
                boxed_type(class.name()).map(|type_| (value.clone(), type_))
            }
            _ => None,
        },
        _ => None,
    };
    match (conversion, held) {
        (b's', _) => run.text_of(argument, &Type::Object("java/lang/Object".into())),
        (b'b', Some((value, Type::Boolean))) => run.text_of(&value, &Type::Boolean),
        (b'b', _) => Ok(Str::known(if matches!(argument, Value::Null) { "false" } else { "true" })),
        _ if matches!(argument, Value::Null) => Ok(Str::known("null")),
        (b'd', Some((value, Type::Byte | Type::Short | Type::Int | Type::Long))) => {
            run.text_of_number(&value)
        }
        (b'c', Some((value, Type::Char))) => run.text_of(&value, &Type::Char),
        (b'c', Some((_, Type::Byte | Type::Short | Type::Int))) => {
            unsupported("a format that makes a character of a number")
        }
        // Numbers of other classes have digits, too.
        (b'd', None) if is_big(run, argument) => unsupported("a format of a number of another class"),
        _ => run.throw_named("java/util/IllegalFormatConversionException"),
    }
}

fn is_big(run: &Run<'_>, value: &Value) -> bool {
    matches!(value, Value::Object(id) if &*run.class_name(*id) == "java/math/BigInteger")
}
