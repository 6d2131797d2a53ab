//! `Object`, `Enum`, `Class`, `System` and printing.

use tress_classes::{FieldRef, MethodRef, Type};

use super::boxes;
use crate::machine::{Run, Signal, Step, broken, is_plain_record, unsupported};
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
        ("getDeclaringClass", _) => {
            let class = run.load(&run.class_name(id))?;
            // A constant with a body has a class of its own.
            let declaring = class.chain().find(|class| {
                class.superclass.as_ref().is_some_and(|above| &**above.name() == "java/lang/Enum")
            });
            match declaring.map(|class| class.name().clone()) {
                Some(name) => run.class_object(&name),
                None => return broken("an enum is expected"),
            }
        }
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
        let same = run.equal_texts(&name, &wanted);
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
        "getEnumConstantsShared" => {
            let id = run.object(&arguments[0])?;
            let Object::Class(class) = run.state.heap.get(id) else { return broken("a class is expected") };
            let class = run.load(&class.clone())?;
            run.require(&class)?;
            run.state.statics.get(&(class.name().clone(), "$VALUES".into())).cloned().unwrap_or(Value::Null)
        }
        "isInstance" => {
            let id = run.object(&arguments[0])?;
            let Object::Class(class) = run.state.heap.get(id) else { return broken("a class is expected") };
            let class = class.clone();
            Value::truth(run.is_instance(&arguments[1], &class)?)
        }
        // The library asks for the offsets of fields.
        "getDeclaredField" if run.frame().class.name().starts_with("java/") => Value::Null,
        "getSimpleName" => {
            let id = run.object(&arguments[0])?;
            let Object::Class(class) = run.state.heap.get(id) else { return broken("a class is expected") };
            if class.starts_with('[') || class.contains('$') {
                return unsupported("the simple name of an array or an inner class");
            }
            let short: Vec<u16> = class.rsplit('/').next().unwrap_or_default().encode_utf16().collect();
            Value::Object(run.state.heap.literal(&short.into()))
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
    if name == "getLength" {
        let id = run.object(&arguments[0])?;
        return match run.state.heap.get(id) {
            Object::Array { elements, .. } => {
                Ok(Some(Some(Value::Int(i32::try_from(elements.len()).unwrap_or(i32::MAX)))))
            }
            Object::Many { length, .. } => Ok(Some(Some(length.clone()))),
            _ => run.throw("IllegalArgumentException"),
        };
    }
    let is_new = matches!(name, "newInstance" | "newArray");
    if !is_new || descriptor != "(Ljava/lang/Class;I)Ljava/lang/Object;" {
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
        // System properties of the library, which have their defaults.
        ("getProperty", [Value::Object(name), ..]) => {
            let name = run.string_content(*name)?;
            let name = name.units().map(|units| String::from_utf16_lossy(units)).unwrap_or_default();
            match ["java.util.", "sun.", "jdk."].iter().any(|prefix| name.starts_with(prefix)) {
                true => Ok(Some(Some(Value::Null))),
                false => unsupported("the settings of a system"),
            }
        }
        ("lineSeparator", _) => {
            let text: std::sync::Arc<[u16]> = [10].into();
            Ok(Some(Some(Value::Object(run.state.heap.literal(&text)))))
        }
        ("getSecurityManager", _) => Ok(Some(Some(Value::Null))),
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

/// Bounds checks of collections and buffers. With a formatter the exception has another class.
pub(super) fn check_index(run: &mut Run<'_>, name: &str, arguments: &[Value]) -> Step<Option<Option<Value>>> {
    let (conditions, formatter) = match (name, arguments) {
        ("checkIndex", [index, length, formatter, ..]) => {
            let (index, length) = (run.number_term(index)?, run.number_term(length)?);
            (vec![index.ge(0), index.lt(length)], formatter)
        }
        ("checkFromToIndex", [from, to, length, formatter, ..]) => {
            let (from, to, length) = (run.number_term(from)?, run.number_term(to)?, run.number_term(length)?);
            (vec![from.ge(0), from.le(&to), to.le(length)], formatter)
        }
        ("checkFromIndexSize", [from, size, length, formatter, ..]) => {
            let (from, size, length) =
                (run.number_term(from)?, run.number_term(size)?, run.number_term(length)?);
            (vec![from.ge(0), size.ge(0), (&from + &size).le(length)], formatter)
        }
        _ => return Ok(None),
    };
    let known: Option<Vec<i64>> = arguments
        .iter()
        .take_while(|value| !matches!(value, Value::Null | Value::Object(_)))
        .map(|value| match value {
            Value::Int(value) => Some(i64::from(*value)),
            Value::Long(value) => Some(*value),
            _ => None,
        })
        .collect();
    let is_inside = match (name, known.as_deref()) {
        ("checkIndex", Some([index, length])) => (0..*length).contains(index),
        ("checkFromToIndex", Some([from, to, length])) => *from >= 0 && from <= to && to <= length,
        (_, Some([from, size, length])) => *from >= 0 && *size >= 0 && *size <= length - from,
        _ => {
            let condition = run.solver().all(conditions);
            run.decide(condition)?
        }
    };
    match (is_inside, formatter) {
        (true, _) => Ok(Some(Some(arguments[0].clone()))),
        (false, Value::Null) => run.throw("IndexOutOfBoundsException"),
        (false, _) => unsupported("the exception for a place outside"),
    }
}

/// The methods of a writer that write.
const WRITES: [&str; 10] =
    ["<init>", "print", "println", "write", "append", "printf", "format", "flush", "close", "checkError"];

/// Is it a method of a writer whose output may be unobservable?
pub(super) fn is_writing(class: &str, method: &str) -> bool {
    class == "java/io/PrintWriter" && WRITES.contains(&method)
}

/// A writer to a stream prints; one to another writer runs its code.
pub(super) fn write(
    run: &mut Run<'_>,
    method: &MethodRef,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    if &*method.name == "<init>" {
        let is_stream = method.descriptor.starts_with("(Ljava/io/OutputStream;");
        return Ok(is_stream.then_some(None));
    }
    let out = FieldRef {
        class: "java/io/PrintWriter".into(),
        name: "out".into(),
        descriptor: "Ljava/io/Writer;".into(),
    };
    if !matches!(run.get_field(&arguments[0], &out)?, Value::Null) {
        return Ok(None);
    }
    if matches!(&*method.name, "printf" | "format") {
        return unsupported("a format that is printed");
    }
    if let (Value::Object(id), Some(Type::Object(_))) = (&arguments[1], method.type_.parameters.first()) {
        run.text_of_object(*id)?;
    }
    Ok(Some(match method.descriptor.rsplit(')').next() {
        Some("V") => None,
        Some("Z") => Some(Value::Int(0)),
        _ => Some(arguments[0].clone()),
    }))
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
        && !has_plain_text(run, *id)?
    {
        run.text_of_object(*id)?;
    }
    Ok(Some(None))
}

/// Does `toString` of an object give its class and its identity hash? That has no side effects, so the string
/// need not be known if it is only printed.
fn has_plain_text(run: &Run<'_>, id: Id) -> Step<bool> {
    let Object::Instance { class, hidden: Hidden::Nothing, .. } = run.state.heap.get(id) else {
        return Ok(matches!(
            run.state.heap.get(id),
            Object::Array { .. } | Object::Closure(_) | Object::Class(_)
        ));
    };
    let owner = |name, descriptor| {
        let found = run.context.program.method(class, name, descriptor).or_else(unsupported)?;
        Ok(found.is_none_or(|(owner, _)| &**owner.name() == "java/lang/Object"))
    };
    Ok(owner("toString", "()Ljava/lang/String;")? && owner("hashCode", "()I")?)
}

/// Are two values the same, as `==` has it?
pub(super) fn same_values(run: &mut Run<'_>, left: &Value, right: &Value) -> Step<bool> {
    match (left, right) {
        (Value::Null, Value::Null) => Ok(true),
        (Value::Object(left), Value::Object(right)) => Ok(left == right),
        (Value::Null | Value::Object(_), _) | (_, Value::Null | Value::Object(_)) => Ok(false),
        _ => {
            let same = boxes::equal_numbers(run, left, right)?;
            run.decide_value(&same)
        }
    }
}

/// `equals` of objects that are modelled; of all others only where it is identity.
pub(super) fn equal_objects(run: &mut Run<'_>, left: Id, right: Id) -> Step<Value> {
    if left == right {
        return Ok(Value::Int(1));
    }
    match (run.state.heap.get(left), run.state.heap.get(right)) {
        (Object::String(left), Object::String(right)) => {
            let (left, right) = (left.clone(), right.clone());
            Ok(run.equal_texts(&left, &right))
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
        (Object::Instance { class: one, .. }, Object::Instance { class: other, .. })
            if is_plain_record(one) =>
        {
            match one.name() == other.name() {
                true => run.plain_records_equal(&Value::Object(left), &Value::Object(right)),
                false => Ok(Value::Int(0)),
            }
        }
        _ => unsupported("equality of objects inside of a record"),
    }
}
