//! Parameters whose type has no unknowns of its own: the values that are tried instead.

use std::sync::Arc;

use tress_classes::Type;

use super::names::java_name;
use crate::machine::new_object;
use crate::natives::library_constant;
use crate::program::{Loaded, Program};
use crate::state::{Object, State, Value};

/// One of the few values that are tried for a type.
#[derive(Clone)]
pub(super) enum Sample {
    Float(f32),
    Double(f64),
    /// A static field of a class of the library, and the class of what it holds.
    Constant {
        owner: &'static str,
        field: &'static str,
        class: Arc<Loaded>,
    },
}

/// Numbers with a point that are tried.
const POINTS: [f32; 4] = [0.0, 1.5, -2.0, f32::NAN];
const CHARSETS: [&str; 3] = ["UTF_8", "ISO_8859_1", "US_ASCII"];
const LOCALES: [&str; 2] = ["ROOT", "ENGLISH"];

impl Sample {
    /// The values that are tried for a type, if it is such a type.
    pub(super) fn all(program: &Program, type_: &Type) -> Option<Vec<Sample>> {
        let constants = |owner: &'static str, class: &str, fields: &[&'static str]| {
            let class = program.load(&class.into()).ok().flatten()?;
            let constant = |field: &&'static str| Sample::Constant { owner, field, class: class.clone() };
            Some(fields.iter().map(constant).collect())
        };
        match type_ {
            Type::Float => Some(POINTS.map(Sample::Float).to_vec()),
            Type::Double => Some(POINTS.map(|value| Sample::Double(value.into())).to_vec()),
            Type::Object(class) => match &**class {
                name @ "java/nio/charset/Charset" => {
                    constants("java/nio/charset/StandardCharsets", name, &CHARSETS)
                }
                name @ "java/util/Locale" => constants("java/util/Locale", name, &LOCALES),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn make(&self, state: &mut State) -> Value {
        match self {
            Sample::Float(value) => Value::Float(*value),
            Sample::Double(value) => Value::Double(*value),
            Sample::Constant { owner, field, class } => {
                library_constant(state, class, owner, field).unwrap_or(Value::Null)
            }
        }
    }

    /// As Java writes it.
    pub(super) fn java(&self) -> String {
        match self {
            Sample::Float(value) if value.is_nan() => "Float.NaN".to_owned(),
            Sample::Double(value) if value.is_nan() => "Double.NaN".to_owned(),
            Sample::Float(value) => format!("{value:?}f"),
            Sample::Double(value) => format!("{value:?}"),
            Sample::Constant { owner, field, .. } => format!("{}.{field}", owner.replace('/', ".")),
        }
    }
}

/// An object of the library that is made of an array.
pub(super) struct Wrapper {
    class: Arc<Loaded>,
    is_iterator: bool,
}

impl Wrapper {
    /// The type of the array that is used for a type, and what is made of it.
    pub(super) fn of(program: &Program, type_: &Type) -> Option<(Type, Wrapper)> {
        let Type::Object(class) = type_ else { return None };
        let (class, is_iterator) = match &**class {
            "java/util/List" | "java/util/Collection" | "java/lang/Iterable" => {
                ("java/util/Arrays$ArrayList", false)
            }
            "java/util/Iterator" => ("java/util/Arrays$ArrayItr", true),
            _ => return None,
        };
        let class = program.load(&class.into()).ok().flatten()?;
        Some((Type::parse("[Ljava/lang/String;")?, Wrapper { class, is_iterator }))
    }

    pub(super) fn make(&self, state: &mut State, array: Value) -> Value {
        let made = new_object(state, &self.class);
        let index = self.class.layout.iter().rposition(|slot| &*slot.name == "a");
        if let (Value::Object(id), Some(index)) = (&made, index)
            && let Object::Instance { fields, .. } = state.heap.get_mut(*id)
        {
            fields[index] = array;
        }
        made
    }

    /// An expression that makes the object of the expression for its array.
    pub(super) fn java(&self, array: &str) -> String {
        let iterator = if self.is_iterator { ".iterator()" } else { "" };
        format!("java.util.Arrays.asList({array}){iterator}")
    }
}

/// Are there values that are tried for this type?
pub(super) fn has_stand_ins(type_: &Type) -> bool {
    match type_ {
        Type::Float | Type::Double => true,
        Type::Object(class) => matches!(
            &**class,
            "java/lang/Object"
                | "java/lang/Float"
                | "java/lang/Double"
                | "java/nio/charset/Charset"
                | "java/util/Locale"
                | "java/util/List"
                | "java/util/Collection"
                | "java/lang/Iterable"
                | "java/util/Iterator"
        ),
        Type::Array(descriptor) => Type::parse(&descriptor[1..])
            .is_some_and(|one| !matches!(one, Type::Array(_)) && has_stand_ins(&one)),
        _ => false,
    }
}

/// The restriction that is reported for a type of which only some values are tried.
pub(super) fn one_of(type_: &Type, samples: &[Sample]) -> String {
    let samples: Vec<String> = samples.iter().map(Sample::java).collect();
    format!("every {} is one of {}", java_name(type_), samples.join(", "))
}
