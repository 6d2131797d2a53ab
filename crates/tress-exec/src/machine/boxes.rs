//! Boxes: objects that hold a number or a truth value, which closures put values into and take them out of.

use tress_classes::{Name, Type};

use super::{Run, Step, broken};
use crate::state::{Hidden, Id, Object, Value};

/// What a box of a class holds.
pub(crate) fn boxed_type(class: &str) -> Option<Type> {
    Some(match class.strip_prefix("java/lang/")? {
        "Integer" => Type::Int,
        "Long" => Type::Long,
        "Short" => Type::Short,
        "Byte" => Type::Byte,
        "Character" => Type::Char,
        "Boolean" => Type::Boolean,
        "Float" => Type::Float,
        "Double" => Type::Double,
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
        Type::Float => "java/lang/Float",
        Type::Double => "java/lang/Double",
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

/// Are two boxes of one class the same object? In Java they are for equal small numbers, unless a constructor
/// has made one of them.
pub(crate) fn is_one_box(run: &mut Run<'_>, left: Id, right: Id) -> Step<bool> {
    if run.state.heap.is_constructed(left) || run.state.heap.is_constructed(right) {
        return Ok(false);
    }
    let (left, right) = (unboxed(run, &Value::Object(left))?, unboxed(run, &Value::Object(right))?);
    let (left, right) = (run.number_term(&left)?, run.number_term(&right)?);
    run.decide(left.eq(right) & left.ge(-128) & left.le(127))
}
