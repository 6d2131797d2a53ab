//! `Object`, `Enum`, `Class`, `System` and printing.

use tress_classes::{MethodRef, Type};

use super::{boxes, string};
use crate::machine::{Run, Signal, Step, broken, unsupported};
use crate::program::class_of;
use crate::state::{Hidden, Id, Object, Value};

pub(super) fn call(
    run: &mut Run<'_>,
    name: &str,
    descriptor: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    let result = match (name, descriptor) {
        ("<init>", "()V") => None,
        ("getClass", _) => {
            let id = run.object(&arguments[0])?;
            let name = run.class_name(id);
            Some(run.class_object(&name))
        }
        ("hashCode", "()I") => {
            let id = run.object(&arguments[0])?;
            Some(Value::Int(id.number() as i32))
        }
        ("equals", "(Ljava/lang/Object;)Z") => {
            let id = run.object(&arguments[0])?;
            Some(Value::truth(matches!(arguments[1], Value::Object(other) if other == id)))
        }
        ("clone", "()Ljava/lang/Object;") => {
            let id = run.object(&arguments[0])?;
            match run.state.heap.get(id) {
                copied @ Object::Array { .. } => {
                    let copied = copied.clone();
                    Some(Value::Object(run.state.heap.add(copied)))
                }
                _ => return unsupported("clone of an object"),
            }
        }
        _ => return Ok(None),
    };
    Ok(Some(result))
}

pub(super) fn enum_call(
    run: &mut Run<'_>,
    name: &str,
    descriptor: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    if name == "valueOf" {
        return constant_of(run, arguments).map(|found| Some(Some(found)));
    }
    let id = run.object(&arguments[0])?;
    if name == "<init>" {
        let Value::Int(ordinal) = arguments[2] else { return broken("an ordinal is expected") };
        if let Object::Instance { hidden, .. } = run.state.heap.get_mut(id) {
            *hidden = Hidden::Enum { name: arguments[1].clone(), ordinal };
        }
        return Ok(Some(None));
    }
    let ordinal_of = |run: &Run<'_>, id: Id| match run.state.heap.get(id) {
        Object::Instance { hidden: Hidden::Enum { name, ordinal }, .. } => Some((name.clone(), *ordinal)),
        _ => None,
    };
    let Some((own_name, ordinal)) = ordinal_of(run, id) else { return broken("an enum is expected") };
    Ok(Some(Some(match (name, descriptor) {
        ("ordinal", _) => Value::Int(ordinal),
        ("name" | "toString", _) => own_name,
        ("equals", _) => Value::truth(matches!(arguments[1], Value::Object(other) if other == id)),
        ("hashCode", _) => Value::Int(id.number() as i32),
        ("compareTo", "(Ljava/lang/Enum;)I") => {
            let other = run.object(&arguments[1])?;
            let Some((_, other)) = ordinal_of(run, other) else { return broken("an enum is expected") };
            Value::Int(ordinal.wrapping_sub(other))
        }
        _ => return Ok(None),
    })))
}

/// The constant of an enum with a name.
fn constant_of(run: &mut Run<'_>, arguments: &[Value]) -> Step<Value> {
    let class = run.object(&arguments[0])?;
    let Object::Class(class) = run.state.heap.get(class) else { return broken("a class is expected") };
    let class = run.load(&class.clone())?;
    run.require(&class)?;
    let wanted = run.text_argument(&arguments[1])?;
    let key = (class.name().clone(), "$VALUES".into());
    let Some(Value::Object(values)) = run.state.statics.get(&key).cloned() else {
        return unsupported(format!("the constants of {}", class.name()));
    };
    let Object::Array { elements, .. } = run.state.heap.get(values) else { return broken("an array") };
    for value in elements.clone() {
        let id = run.object(&value)?;
        let Object::Instance { hidden: Hidden::Enum { name: Value::Object(name), .. }, .. } =
            run.state.heap.get(id)
        else {
            return broken("an enum is expected");
        };
        let name = run.string_content(*name)?;
        let same = string::equal(run, &name, &wanted);
        if run.decide_value(&same)? {
            return Ok(value);
        }
    }
    run.throw("IllegalArgumentException")
}

pub(super) fn class_call(run: &mut Run<'_>, name: &str, arguments: &[Value]) -> Step<Option<Option<Value>>> {
    let result = match name {
        "desiredAssertionStatus" => Value::truth(run.context.asserts),
        "getName" => {
            let id = run.object(&arguments[0])?;
            let Object::Class(class) = run.state.heap.get(id) else { return broken("a class is expected") };
            let text: Vec<u16> = class.replace('/', ".").encode_utf16().collect();
            Value::Object(run.state.heap.literal(&text.into()))
        }
        "getComponentType" => {
            let id = run.object(&arguments[0])?;
            let Object::Class(class) = run.state.heap.get(id) else { return broken("a class is expected") };
            match class.strip_prefix('[').and_then(Type::parse) {
                None => Value::Null,
                Some(element) if element.is_reference() => run.class_object(&class_of(&element)),
                Some(_) => return unsupported("the class of a number"),
            }
        }
        _ => return Ok(None),
    };
    Ok(Some(Some(result)))
}

/// Arrays by the class of their elements, which is a class of objects or arrays.
pub(super) fn array_call(
    run: &mut Run<'_>,
    name: &str,
    descriptor: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    if (name, descriptor) != ("newInstance", "(Ljava/lang/Class;I)Ljava/lang/Object;") {
        return Ok(None);
    }
    let id = run.object(&arguments[0])?;
    let Object::Class(class) = run.state.heap.get(id) else { return broken("a class is expected") };
    let element = if class.starts_with('[') { class.to_string() } else { format!("L{class};") };
    let length = run.array_size(&arguments[1])?;
    run.array_of(&element, length).map(|array| Some(Some(array)))
}

pub(super) fn system_call(run: &mut Run<'_>, name: &str, arguments: &[Value]) -> Step<Option<Option<Value>>> {
    match (name, arguments) {
        ("exit", _) => Err(Signal::Exit),
        ("identityHashCode", [Value::Null]) => Ok(Some(Some(Value::Int(0)))),
        ("identityHashCode", [Value::Object(id)]) => Ok(Some(Some(Value::Int(id.number() as i32)))),
        ("arraycopy", [from, Value::Int(start), to, Value::Int(target), Value::Int(count)]) => {
            copy(run, from, *start, to, *target, *count).map(|()| Some(None))
        }
        _ => Ok(None),
    }
}

/// The machine as programs see it: it can be asked to end.
pub(super) fn runtime_call(run: &mut Run<'_>, name: &str) -> Step<Option<Option<Value>>> {
    match name {
        "exit" | "halt" => Err(Signal::Exit),
        "getRuntime" => {
            let class = run.load(&"java/lang/Runtime".into())?;
            let key = class.name().clone();
            let object = || Object::Instance { class, fields: Vec::new(), hidden: Hidden::Nothing };
            Ok(Some(Some(Value::Object(run.state.heap.shared(&key, 0, object)))))
        }
        _ => Ok(None),
    }
}

/// Copies a part of an array, which may overlap with where it goes.
fn copy(run: &mut Run<'_>, from: &Value, start: i32, to: &Value, target: i32, count: i32) -> Step {
    let (from, to) = (run.object(from)?, run.object(to)?);
    let (Object::Array { elements, type_ }, Object::Array { elements: old, type_: to_type }) =
        (run.state.heap.get(from), run.state.heap.get(to))
    else {
        return run.throw("ArrayStoreException");
    };
    let fits = |start: i32, length: usize| {
        start >= 0 && count >= 0 && (start as usize).saturating_add(count as usize) <= length
    };
    if !fits(start, elements.len()) || !fits(target, old.len()) {
        return run.throw("ArrayIndexOutOfBoundsException");
    }
    let is_reference = |type_: &str| Type::parse(&type_[1..]).is_some_and(|element| element.is_reference());
    if type_ != to_type && !(is_reference(type_) && is_reference(to_type)) {
        return run.throw("ArrayStoreException");
    }
    if type_ != to_type {
        match run.context.program.is_a(type_, to_type) {
            Ok(true) => {}
            _ => return unsupported("copying between arrays of different classes"),
        }
    }
    let part = elements[start as usize..(start + count) as usize].to_vec();
    if let Object::Array { elements, .. } = run.state.heap.get_mut(to) {
        elements[target as usize..(target + count) as usize].clone_from_slice(&part);
    }
    Ok(())
}

/// The check of a place that collections use. With a formatter the exception is of another class.
pub(super) fn check_index(
    run: &mut Run<'_>,
    name: &str,
    descriptor: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    let is_check = (name, descriptor) == ("checkIndex", "(IILjava/util/function/BiFunction;)I");
    let [place, length, Value::Null, ..] = arguments else { return Ok(None) };
    if !is_check {
        return Ok(None);
    }
    let is_inside = match (place, length) {
        (Value::Int(place), Value::Int(length)) => (0..*length).contains(place),
        _ => {
            let (place, length) = (run.number_term(place)?, run.number_term(length)?);
            run.decide(place.ge(0) & place.lt(length))?
        }
    };
    match is_inside {
        true => Ok(Some(Some(place.clone()))),
        false => run.throw("IndexOutOfBoundsException"),
    }
}

/// Printing has no effect that a program sees; the text of what is printed is made all the same.
pub(super) fn print(
    run: &mut Run<'_>,
    method: &MethodRef,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    if !matches!(&*method.name, "print" | "println") {
        return Ok(None);
    }
    if let (Some(value), Some(Type::Object(_))) = (arguments.get(1), method.type_.parameters.first())
        && let Value::Object(id) = value
    {
        run.text_of_object(*id)?;
    }
    Ok(Some(None))
}

/// `equals` of objects that are modelled; of all others only where it is identity.
pub(crate) fn equal_objects(run: &mut Run<'_>, left: Id, right: Id) -> Step<Value> {
    if left == right {
        return Ok(Value::Int(1));
    }
    match (run.state.heap.get(left), run.state.heap.get(right)) {
        (Object::String(left), Object::String(right)) => {
            let (left, right) = (left.clone(), right.clone());
            Ok(string::equal(run, &left, &right))
        }
        (Object::String(_), _) | (_, Object::String(_)) => Ok(Value::Int(0)),
        (
            Object::Instance { hidden: Hidden::Box(left), class: one, .. },
            Object::Instance { hidden: Hidden::Box(right), class: other, .. },
        ) => match one.name() == other.name() {
            true => {
                let (left, right) = (left.clone(), right.clone());
                boxes::equal_numbers(run, &left, &right)
            }
            false => Ok(Value::Int(0)),
        },
        (Object::Instance { hidden: Hidden::Enum { .. }, .. }, _) => Ok(Value::Int(0)),
        _ => unsupported("equality of objects inside of a record"),
    }
}
