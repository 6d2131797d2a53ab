//! Boxes of numbers and truth values.

use tress_classes::Type;

use super::{numerals, object};
use crate::machine::{Run, Step, boxed, boxed_type, unboxed, unsupported};
use crate::state::{Hidden, Object, Value, Width};

/// What a constructor puts into its box.
fn filled(run: &mut Run<'_>, object: &Value, value: Value) -> Step {
    let id = run.object(object)?;
    if let Object::Instance { hidden, .. } = run.state.heap.get_mut(id) {
        *hidden = Hidden::Box(value);
    }
    run.state.heap.set_constructed(id);
    Ok(())
}

/// Are two numbers of one width the same?
pub(crate) fn equal_numbers(run: &Run<'_>, left: &Value, right: &Value) -> Step<Value> {
    Ok(match (left, right) {
        (Value::Int(left), Value::Int(right)) => Value::truth(left == right),
        (Value::Long(left), Value::Long(right)) => Value::truth(left == right),
        // All that are no numbers are equal here, and the zeros are not.
        (Value::Float(left), Value::Float(right)) => {
            Value::truth(left.to_bits() == right.to_bits() || (left.is_nan() && right.is_nan()))
        }
        (Value::Double(left), Value::Double(right)) => {
            Value::truth(left.to_bits() == right.to_bits() || (left.is_nan() && right.is_nan()))
        }
        _ => Value::Truth(run.number_term(left)?.eq(run.number_term(right)?)),
    })
}

/// The hash of a box of a class, when it is known.
pub(super) fn hash(class: &str, value: &Value) -> Option<i32> {
    match *value {
        Value::Int(value) if class == "java/lang/Boolean" => Some(if value != 0 { 1231 } else { 1237 }),
        Value::Int(value) => Some(value),
        Value::Long(value) => Some((value ^ (value as u64 >> 32) as i64) as i32),
        Value::Float(value) => (!value.is_nan()).then(|| value.to_bits() as i32),
        Value::Double(value) if !value.is_nan() => {
            let bits = value.to_bits();
            Some((bits ^ (bits >> 32)) as i32)
        }
        _ => None,
    }
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
    if name == "<init>" && *descriptor == *format!("({type_})V") {
        return filled(run, &arguments[0], arguments[1].clone()).map(|()| Some(None));
    }
    let result = match (name, descriptor) {
        ("valueOf", _) if descriptor == own => boxed(run, &arguments[0], class)?,
        ("valueOf", "(Ljava/lang/String;)Ljava/lang/Integer;" | "(Ljava/lang/String;)Ljava/lang/Long;") => {
            let number = numerals::parsed(run, width, &arguments[0])?;
            boxed(run, &number, class)?
        }
        ("valueOf", "(Ljava/lang/String;)Ljava/lang/Boolean;") => {
            let truth = numerals::parsed_truth(run, &arguments[0])?;
            let truth = Value::truth(run.decide_value(&truth)?);
            boxed(run, &truth, class)?
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
                Value::Object(other) => object::equal_objects(run, id, other)?,
                _ => Value::Int(0),
            }
        }
        ("hashCode", "()I") => {
            let value = unboxed(run, &arguments[0])?;
            match hash(class, &value) {
                Some(hash) => Value::Int(hash),
                None if type_ == Type::Boolean => {
                    let truth = run.number_term(&value)?;
                    Value::number(truth.ne(0).ite(1231, 1237), 1231, 1237, Width::Int)
                }
                None if width == Width::Long => return unsupported("the hash of an unknown long"),
                None => value,
            }
        }
        ("compareTo", _) => {
            let (own, other) = (run.object(&arguments[0])?, run.object(&arguments[1])?);
            if run.class_name(own) != run.class_name(other) {
                return run.throw("ClassCastException");
            }
            let (left, right) = (unboxed(run, &arguments[0])?, unboxed(run, &arguments[1])?);
            numerals::compared(run, &type_, &left, &right)?
        }
        _ => return numerals::call(run, &type_, name, descriptor, arguments),
    };
    Ok(Some(Some(result)))
}
