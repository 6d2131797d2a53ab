//! Boxes of numbers and truth values, numbers from texts, and `Math`.

use tress_classes::{Name, Type};

use crate::machine::{Run, Step, broken, unsupported};
use crate::state::{Hidden, Object, Value, Width};

/// What a box of a class holds.
pub(crate) fn boxed_type(class: &str) -> Option<Type> {
    Some(match class.strip_prefix("java/lang/")? {
        "Integer" => Type::Int,
        "Long" => Type::Long,
        "Short" => Type::Short,
        "Byte" => Type::Byte,
        "Character" => Type::Char,
        "Boolean" => Type::Boolean,
        _ => return None,
    })
}

/// The class of the box for a type.
pub(crate) fn box_class(type_: &Type) -> Option<&'static str> {
    Some(match type_ {
        Type::Int => "java/lang/Integer",
        Type::Long => "java/lang/Long",
        Type::Short => "java/lang/Short",
        Type::Byte => "java/lang/Byte",
        Type::Char => "java/lang/Character",
        Type::Boolean => "java/lang/Boolean",
        _ => return None,
    })
}

/// A value in a box of a class. Java promises that small numbers have one box each.
pub(crate) fn boxed(run: &mut Run<'_>, value: &Value, class: &str) -> Step<Value> {
    let name: Name = class.into();
    let loaded = run.load(&name)?;
    let fields = loaded.layout.iter().map(|_| Value::Null).collect();
    let object = Object::Instance { class: loaded, fields, hidden: Hidden::Box(value.clone()) };
    let known = match value {
        Value::Int(value) => Some(i64::from(*value)),
        Value::Long(value) => Some(*value),
        _ => None,
    };
    Ok(Value::Object(match known.filter(|known| (-128..=127).contains(known)) {
        Some(small) => run.state.heap.shared(&name, small, || object),
        None => run.state.heap.add(object),
    }))
}

/// The value in a box; null throws.
pub(crate) fn unboxed(run: &mut Run<'_>, value: &Value) -> Step<Value> {
    let id = run.object(value)?;
    match run.state.heap.get(id) {
        Object::Instance { hidden: Hidden::Box(value), .. } => Ok(value.clone()),
        _ => broken("a box is expected"),
    }
}

/// Are two numbers of one width the same?
pub(crate) fn equal_numbers(run: &Run<'_>, left: &Value, right: &Value) -> Step<Value> {
    Ok(match (left, right) {
        (Value::Int(left), Value::Int(right)) => Value::truth(left == right),
        (Value::Long(left), Value::Long(right)) => Value::truth(left == right),
        _ => Value::Truth(run.number_term(left)?.eq(run.number_term(right)?)),
    })
}

pub(super) fn call(
    run: &mut Run<'_>,
    class: &str,
    name: &str,
    descriptor: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    let Some(type_) = boxed_type(class) else { return Ok(None) };
    let width = if type_ == Type::Long { Width::Long } else { Width::Int };
    let own = format!("({type_})L{class};");
    let result = match (name, descriptor) {
        ("valueOf", _) if descriptor == own => boxed(run, &arguments[0], class)?,
        ("valueOf", "(Ljava/lang/String;)Ljava/lang/Integer;" | "(Ljava/lang/String;)Ljava/lang/Long;") => {
            let number = parsed(run, width, &arguments[0])?;
            boxed(run, &number, class)?
        }
        ("parseInt", "(Ljava/lang/String;)I") | ("parseLong", "(Ljava/lang/String;)J") => {
            parsed(run, width, &arguments[0])?
        }
        (
            "toString",
            "(I)Ljava/lang/String;"
            | "(J)Ljava/lang/String;"
            | "(C)Ljava/lang/String;"
            | "(Z)Ljava/lang/String;",
        )
        | ("toString", "()Ljava/lang/String;") => {
            let value = match descriptor.starts_with("()") {
                true => unboxed(run, &arguments[0])?,
                false => arguments[0].clone(),
            };
            let text = run.text_of(&value, &type_)?;
            run.string(text)
        }
        ("intValue" | "shortValue" | "byteValue" | "charValue" | "booleanValue" | "longValue", _) => {
            let value = unboxed(run, &arguments[0])?;
            let fits = match name {
                "intValue" => width == Width::Int,
                "longValue" => width == Width::Long,
                _ => class.to_lowercase().ends_with(name.trim_end_matches("Value")) || name == "charValue",
            };
            match (fits, value) {
                (true, value) => value,
                (false, Value::Int(value)) if name == "longValue" => Value::Long(value.into()),
                (false, Value::Long(value)) if name == "intValue" => Value::Int(value as i32),
                _ => return unsupported(format!("{name} of {class}")),
            }
        }
        ("equals", "(Ljava/lang/Object;)Z") => {
            let id = run.object(&arguments[0])?;
            match arguments[1] {
                Value::Object(other) => super::equal_objects(run, id, other)?,
                _ => Value::Int(0),
            }
        }
        ("hashCode", "()I") => match unboxed(run, &arguments[0])? {
            Value::Int(value) if type_ == Type::Boolean => Value::Int(if value != 0 { 1231 } else { 1237 }),
            Value::Long(value) => Value::Int((value ^ (value >> 32)) as i32),
            value => value,
        },
        _ => return Ok(None),
    };
    Ok(Some(Some(result)))
}

/// A number from its decimal text; other texts throw.
fn parsed(run: &mut Run<'_>, width: Width, value: &Value) -> Step<Value> {
    if matches!(value, Value::Null) {
        return run.throw("NumberFormatException");
    }
    let text = run.text_argument(value)?;
    if !text.is_ascii() {
        return unsupported("a number from a text that may have digits beyond ASCII");
    }
    if let Some(units) = text.units() {
        let text = String::from_utf16_lossy(units);
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
        return run.throw("NumberFormatException");
    }
    Ok(Value::number(number, width.low(), width.high(), width))
}

pub(super) fn math(
    run: &mut Run<'_>,
    name: &str,
    descriptor: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    if !matches!(descriptor, "(II)I") || !matches!(name, "min" | "max") {
        return Ok(None);
    }
    let result = match (&arguments[0], &arguments[1]) {
        (Value::Int(left), Value::Int(right)) if name == "min" => Value::Int(*left.min(right)),
        (Value::Int(left), Value::Int(right)) => Value::Int(*left.max(right)),
        (left, right) => {
            let ((low, high), (other_low, other_high)) = (run.bounds(left)?, run.bounds(right)?);
            let (left, right) = (run.number_term(left)?, run.number_term(right)?);
            let is_first = if name == "min" { left.le(&right) } else { left.ge(&right) };
            let term = is_first.ite(&left, &right);
            let (low, high) = match name {
                "min" => (low.min(other_low), high.min(other_high)),
                _ => (low.max(other_low), high.max(other_high)),
            };
            Value::number(term, low.into(), high.into(), Width::Int)
        }
    };
    Ok(Some(Some(result)))
}
