//! Methods of the library that are modelled: what they mean for known values, and for unknown ones as terms.
//!
//! `call` takes a class, a method and arguments, and returns the result, an exception, or `None` if the
//! method is not modelled. A method asks whether its arguments are valid ([`Run::decide`]), and throws if
//! they are not.

mod beyond;
mod boxes;
mod builder;
mod character;
mod charsets;
mod compare;
mod formats;
mod instead;
mod internals;
pub(crate) mod limits;
mod maps;
mod numerals;
mod object;
mod pieces;
mod points;
mod radix;
mod regex;
mod search;
mod string;
mod table;
mod throwable;
mod tokens;
mod verifier;

use std::sync::Arc;

use tress_classes::{FieldRef, Method, MethodRef};

use crate::machine::{Call, Library, Run, Step, boxed, boxed_type};
use crate::program::Loaded;
use crate::state::{Hidden, Id, Object, State, Value};

pub(crate) use compare::known_order;
use table::{Answer, Extent};

/// The most arguments that a modelled method looks at, with the receiver.
const MOST_ARGUMENTS: usize = 6;

/// The models of the library.
pub(crate) struct Models;

impl Library for Models {
    fn is_modelled(&self, class: &str) -> bool {
        is_modelled(class)
    }

    fn is_guarded(&self, class: &str, method: &str) -> bool {
        is_guarded(class, method)
    }

    fn may_run(&self, owner: &Loaded, method: &Method) -> bool {
        may_run(owner, method)
    }

    fn is_private(&self, class: &str) -> bool {
        maps::is_private(class)
    }

    fn static_field(&self, run: &mut Run<'_>, field: &FieldRef) -> Step<Option<Value>> {
        static_field(run, field)
    }

    fn call(&self, run: &mut Run<'_>, class: &Loaded, method: &MethodRef, arguments: &[Value]) -> Answer {
        call(run, class, method, arguments)
    }

    fn other_call(
        &self,
        run: &mut Run<'_>,
        class: &Loaded,
        method: &MethodRef,
        arguments: &[Value],
    ) -> Step<Option<Call>> {
        instead::other_call(run, class, method, arguments)
    }

    fn known_hash(&self, run: &mut Run<'_>, value: &Value, descriptor: &str) -> Step<Option<i32>> {
        maps::known_hash(run, value, descriptor)
    }

    fn equal_objects(&self, run: &mut Run<'_>, left: Id, right: Id) -> Step<Value> {
        object::equal_objects(run, left, right)
    }
}

/// Classes whose objects or state are not those of the library's code.
fn is_modelled(class: &str) -> bool {
    table::find(class).is_some_and(|row| row.extent != Extent::MethodsWithoutCode)
}

/// Methods of classes that are not modelled, which are asked here before their code runs.
fn is_guarded(class: &str, method: &str) -> bool {
    maps::is_guarded(class, method) || object::is_writing(class, method) || tokens::is_guarded(class, method)
}

/// May the library's code for a method run? That of modelled classes only where it needs no object.
fn may_run(owner: &Loaded, method: &Method) -> bool {
    let is_join = || &**owner.name() == "java/lang/String" && &*method.name == "join";
    match table::find(owner.name()).map(|row| row.extent) {
        Some(Extent::All) => is_join() && method.access.is_static(),
        Some(Extent::AllButStaticCode) => method.access.is_static(),
        Some(Extent::MethodsWithoutCode) | None => !owner.is_library_throwable(),
    }
}

/// The locales that have the cases and numbers of the root.
const LOCALE: &str = "java/util/Locale";

/// A locale or a charset by the field of a class that holds it; `class` is that of the object.
pub(crate) fn library_constant(
    state: &mut State,
    class: &Arc<Loaded>,
    owner: &str,
    field: &str,
) -> Option<Value> {
    match (owner, field) {
        (LOCALE, "ROOT" | "ENGLISH" | "US" | "UK") => {
            let fields = class.layout.iter().map(|_| Value::Null).collect();
            let object = || Object::Instance { class: class.clone(), fields, hidden: Hidden::Nothing };
            Some(Value::Object(state.heap.shared(&field.into(), 0, object)))
        }
        (charsets::STANDARD, name) => charsets::constant(state, class, name),
        _ => None,
    }
}

/// Static fields of modelled classes.
fn static_field(run: &mut Run<'_>, field: &FieldRef) -> Step<Option<Value>> {
    Ok(match (&*field.class, &*field.name) {
        ("java/lang/System", "out" | "err") => {
            let class = run.load(&"java/io/PrintStream".into())?;
            let fields = Vec::new();
            let object = || Object::Instance { class: class.clone(), fields, hidden: Hidden::Nothing };
            Some(Value::Object(run.state.heap.shared(&field.name, 0, object)))
        }
        (LOCALE, name) => {
            let class = run.load(&field.class)?;
            library_constant(run.state, &class, LOCALE, name)
        }
        (charsets::STANDARD, name) => {
            let class = run.load(&charsets::CHARSET.into())?;
            library_constant(run.state, &class, charsets::STANDARD, name)
        }
        ("java/lang/Integer", "MAX_VALUE") => Some(Value::Int(i32::MAX)),
        ("java/lang/Integer", "MIN_VALUE") => Some(Value::Int(i32::MIN)),
        ("java/lang/Long", "MAX_VALUE") => Some(Value::Long(i64::MAX)),
        ("java/lang/Long", "MIN_VALUE") => Some(Value::Long(i64::MIN)),
        (class, "TYPE") if boxed_type(class).is_some() => {
            let short = match class.strip_prefix("java/lang/") {
                Some("Integer") => "int".to_owned(),
                Some("Character") => "char".to_owned(),
                other => other.unwrap_or_default().to_lowercase(),
            };
            Some(run.class_object(&short.as_str().into()))
        }
        ("java/lang/Boolean", "TRUE") => Some(boxed(run, &Value::Int(1), "java/lang/Boolean")?),
        ("java/lang/Boolean", "FALSE") => Some(boxed(run, &Value::Int(0), "java/lang/Boolean")?),
        _ => None,
    })
}

/// Runs a modelled method of exactly this class. `None`: there is none; `Some(None)`: it has no result.
fn call(run: &mut Run<'_>, class: &Loaded, method: &MethodRef, arguments: &[Value]) -> Answer {
    let (name, row) = (&*method.name, table::find(class.name()));
    // Its methods match their arguments as they are.
    if let Some(row) = row.filter(|_| &**class.name() == "java/lang/System") {
        return row.call(run, method, arguments);
    }
    // Code that no compiler writes may call with too few arguments.
    let mut padded = arguments.to_vec();
    padded.resize(arguments.len().max(MOST_ARGUMENTS), Value::Null);
    for argument in &mut padded {
        *argument = run.settled(std::mem::replace(argument, Value::Null))?;
    }
    let arguments = padded.as_slice();
    match (row, &**class.name()) {
        (Some(row), _) => row.call(run, method, arguments),
        (_, class) if object::is_writing(class, name) => object::write(run, method, arguments),
        (_, class) if maps::is_guarded(class, name) => maps::call(run, class, name, arguments),
        (_, class) if tokens::is_guarded(class, name) => tokens::call(run, name, arguments),
        _ if class.is_library_throwable() => throwable::call(run, name, &method.descriptor, arguments),
        _ => Ok(None),
    }
}
