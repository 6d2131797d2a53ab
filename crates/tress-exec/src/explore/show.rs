//! Values and ends of paths as Java writes them.

use tress::{Int, Model, Term};
use tress_base::Budget;
use tress_classes::Type;

use super::{ExecError, collections};
use crate::machine::{End, boxed_type};
use crate::natives::known_order;
use crate::report::{Outcome, Thrown};
use crate::state::{Hidden, Object, State, Str, Value, units_of};

/// How a path ended. Unknown values are those of the model.
pub(super) fn outcome(
    state: &State,
    end: &End,
    result: Option<&Type>,
    model: Option<&Model>,
    budget: &Budget,
) -> Result<Outcome, ExecError> {
    Ok(match end {
        End::Returned(None) => Outcome::Returned(None),
        End::Returned(Some(value)) => {
            let type_ = result.ok_or_else(|| ExecError::new("a value of a method without one"))?;
            Outcome::Returned(Some(shown(state, value, type_, model, budget)?))
        }
        End::Threw(thrown) => match state.heap.get(*thrown) {
            Object::Instance { class, .. } => Outcome::Threw(class.name().replace('/', ".")),
            _ => Outcome::Unsupported("throwing what is no exception".to_owned()),
        },
        End::Unsupported(what) => Outcome::Unsupported(what.clone()),
        End::Exited => Outcome::Exited,
        End::Excluded => Outcome::Unsupported("an assumption that does not hold".to_owned()),
        End::Hangs => Outcome::Hangs,
        End::Sink(what) => Outcome::Reached(what.clone()),
        End::Bound(what) => Outcome::Bound((*what).to_owned()),
    })
}

/// An expression of Java that equals the value that a path returns, where that is a collection, an array or a
/// box.
pub(super) fn expected(state: &State, end: &End, model: &Model, budget: &Budget) -> Option<String> {
    let End::Returned(Some(value @ Value::Object(id))) = end else { return None };
    match state.heap.get(*id) {
        Object::Instance { class, hidden: Hidden::Box(_), .. } => {
            let inside = collections::element(state, value, model, budget)?.java?;
            Some(format!("{}.valueOf({inside})", class.name().replace('/', ".")))
        }
        _ => collections::shown(state, *id, Some(model), budget)?.java,
    }
}

/// What left the method, and where it was thrown.
pub(super) fn thrown(state: &State, end: &End, model: &Model) -> Option<Thrown> {
    let End::Threw(id) = end else { return None };
    let message = match state.heap.get(*id) {
        Object::Instance { hidden: Hidden::Throwable { message: Some(Value::Object(text)), .. }, .. } => {
            match state.heap.get(*text) {
                Object::String(text) => Some(text),
                _ => None,
            }
        }
        _ => None,
    };
    let is_constant = message.is_none_or(|text| text.units().is_some());
    let message = message.and_then(|text| match text {
        Str::Known(units) => Some(String::from_utf16_lossy(units)),
        Str::Unknown { term, .. } => {
            Some(String::from_utf16_lossy(&units_of(&model.value(term).ok()?).unwrap_or_default()))
        }
    });
    let location = state.thrown_at.as_ref().filter(|location| location.thrown == *id).map(|location| {
        let class = location.class.name().replace(['/', '$'], ".");
        match (location.line, &location.class.class.source_file) {
            (Some(line), Some(file)) => format!("{file}:{line}"),
            (Some(line), None) => format!("{class}, line {line}"),
            (None, _) => format!("{class}.{}", location.method.name),
        }
    });
    Some(Thrown { message, is_constant, location })
}

/// The truth value that a path returns, where it is not known.
pub(super) fn unknown_truth(state: &State, end: &End, result: Option<&Type>) -> Option<Term> {
    let End::Returned(Some(value)) = end else { return None };
    match (value, result) {
        (Value::Truth(term), Some(Type::Boolean)) => Some(term.clone()),
        (Value::Object(id), _) => match state.heap.get(*id) {
            Object::Instance { class, hidden: Hidden::Box(Value::Truth(term)), .. }
                if &**class.name() == "java/lang/Boolean" =>
            {
                Some(term.clone())
            }
            _ => None,
        },
        _ => None,
    }
}

/// The term of a result that is not known.
pub(super) fn unknown_result(state: &State, value: &Value) -> Option<Term> {
    match value {
        Value::Number(number) => Some(number.term.clone()),
        Value::Truth(term) => Some(term.clone()),
        Value::Object(id) => match state.heap.get(*id) {
            Object::String(Str::Unknown { term, .. }) => Some(term.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn shown(
    state: &State,
    value: &Value,
    type_: &Type,
    model: Option<&Model>,
    budget: &Budget,
) -> Result<String, ExecError> {
    let Some(model) = model else {
        return Ok(known_text(state, value, type_).unwrap_or_else(|| "some value".to_owned()));
    };
    let evaluated = match value {
        Value::Number(number) => model.value(&number.term)?,
        Value::Truth(term) => model.value(term)?,
        Value::Order(texts) => {
            let units = |text: &Str| -> Result<Vec<u16>, ExecError> {
                match text {
                    Str::Known(units) => Ok(units.to_vec()),
                    Str::Unknown { term, .. } => Ok(units_of(&model.value(term)?).unwrap_or_default()),
                }
            };
            let (left, right) = (units(&texts.0)?, units(&texts.1)?);
            return Ok(known_order(&left, &right).to_string());
        }
        Value::Object(id) => match state.heap.get(*id) {
            Object::String(Str::Unknown { term, .. }) => {
                return Ok(string_text(&units_of(&model.value(term)?).unwrap_or_default()));
            }
            Object::Instance { class, hidden: Hidden::Box(inside), .. } => {
                let inside_type = boxed_type(class.name()).unwrap_or(Type::Int);
                return shown(state, inside, &inside_type, Some(model), budget);
            }
            _ => {
                let collection = collections::shown(state, *id, Some(model), budget).map(|shown| shown.text);
                let text = collection.or_else(|| known_text(state, value, type_));
                return Ok(text.unwrap_or_else(|| "an object".to_owned()));
            }
        },
        _ => return Ok(known_text(state, value, type_).unwrap_or_else(|| "an object".to_owned())),
    };
    Ok(match evaluated {
        tress::Value::Bool(value) if *type_ == Type::Boolean => value.to_string(),
        tress::Value::Bool(value) => u8::from(value).to_string(),
        tress::Value::Int(value) if *type_ == Type::Char => char_text(&value),
        tress::Value::Int(value) if *type_ == Type::Boolean => (!value.is_zero()).to_string(),
        tress::Value::Int(value) => integer_text(&value, type_),
        other => other.to_string(),
    })
}

/// A value that is known, if it is.
pub(super) fn known_text(state: &State, value: &Value, type_: &Type) -> Option<String> {
    Some(match value {
        Value::Null => "null".to_owned(),
        Value::Int(value) if *type_ == Type::Boolean => (*value != 0).to_string(),
        Value::Int(value) if *type_ == Type::Char => char_text(&Int::from(*value)),
        Value::Int(value) => value.to_string(),
        Value::Long(value) => integer_text(&Int::from(*value), &Type::Long),
        Value::Float(value) => format!("{value:?}f"),
        Value::Double(value) => format!("{value:?}"),
        Value::Object(id) => match state.heap.get(*id) {
            Object::String(Str::Known(units)) => string_text(units),
            Object::Instance { class, hidden: Hidden::Enum { name: Value::Object(name), .. }, .. } => {
                match state.heap.get(*name) {
                    Object::String(Str::Known(units)) => {
                        format!(
                            "{}.{}",
                            class.name().replace(['/', '$'], "."),
                            String::from_utf16_lossy(units)
                        )
                    }
                    _ => return None,
                }
            }
            Object::Array { elements, .. } if elements.is_empty() => "{}".to_owned(),
            Object::Instance { class, hidden: Hidden::Box(inside), .. } => {
                return known_text(state, inside, &boxed_type(class.name())?);
            }
            Object::Instance { class, .. } => format!("an object of {}", class.name().replace('/', ".")),
            _ => return None,
        },
        _ => return None,
    })
}

pub(super) fn integer_text(value: &Int, type_: &Type) -> String {
    let suffix = if *type_ == Type::Long { "L" } else { "" };
    format!("{value}{suffix}")
}

pub(super) fn char_text(value: &Int) -> String {
    let unit = value.to_u32().and_then(|code| u16::try_from(code).ok()).unwrap_or(0);
    match escaped(unit) {
        _ if unit == u16::from(b'\'') => r"'\''".to_owned(),
        _ if unit == u16::from(b'"') => "'\"'".to_owned(),
        text => format!("'{text}'"),
    }
}

/// A text as a literal.
pub(super) fn string_text(units: &[u16]) -> String {
    let inside: String = units.iter().map(|unit| escaped(*unit)).collect();
    format!("\"{inside}\"")
}

fn escaped(unit: u16) -> String {
    match u8::try_from(unit) {
        Ok(b'"') => "\\\"".to_owned(),
        Ok(b'\\') => "\\\\".to_owned(),
        Ok(b'\n') => "\\n".to_owned(),
        Ok(b'\r') => "\\r".to_owned(),
        Ok(b'\t') => "\\t".to_owned(),
        Ok(plain @ 0x20..0x7f) => char::from(plain).to_string(),
        _ => format!("\\u{unit:04x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_literals() {
        assert_eq!(string_text(&[0x61, 0x22, 0x5c, 10, 0x20ac]), r#""a\"\\\n\u20ac""#);
        assert_eq!(char_text(&Int::from(39)), r"'\''");
        assert_eq!(char_text(&Int::from(34)), "'\"'");
        assert_eq!(integer_text(&Int::from(-5), &Type::Long), "-5L");
    }
}
