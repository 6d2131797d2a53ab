//! Values that the solver finds: arguments, and what a program asks for while it runs.

use tress::{Solver, Sort, Term};
use tress_classes::Type;

use super::frame::State;
use super::heap::Object;
use super::text::{LONGEST, Str};
use super::value::{Value, Width};

/// The bounds of unknown strings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Texts {
    pub(crate) longest: i64,
    /// The first and the last character.
    pub(crate) range: (u32, u32),
}

impl Texts {
    /// Are these all strings that Java can have?
    pub(crate) fn are_all(self) -> bool {
        self.longest >= LONGEST && self.range == (0, 0xffff)
    }
}

/// A value of one of Java's types that is not known.
#[derive(Clone, Debug)]
pub(crate) struct Unknown {
    pub(crate) name: String,
    pub(crate) type_: Type,
    pub(crate) term: Term,
    texts: Texts,
}

impl Unknown {
    /// An unknown with what holds for all values of its type; `None` for types that have none.
    ///
    /// # Errors
    /// When the solver knows the name with another sort.
    pub(crate) fn new(
        solver: &Solver,
        name: String,
        type_: &Type,
        texts: Texts,
    ) -> Result<Option<(Unknown, Option<Term>)>, tress::Error> {
        let Some(sort) = sort_of(type_) else { return Ok(None) };
        let term = solver.constant(&name, sort)?;
        let holds = match range(type_) {
            _ if *type_ == Type::Boolean => None,
            Some((low, high)) => Some(term.ge(low) & term.le(high)),
            None => {
                let end = |code: u32| char::from_u32(code).unwrap_or('\u{ffff}');
                let characters = solver.char_range(end(texts.range.0), end(texts.range.1)).star();
                Some(term.matches(characters) & term.len().le(texts.longest))
            }
        };
        Ok(Some((Unknown { name, type_: type_.clone(), term, texts }, holds)))
    }

    pub(crate) fn is_string(&self) -> bool {
        is_string(&self.type_)
    }

    pub(crate) fn sort(&self) -> Sort {
        sort_of(&self.type_).unwrap_or(Sort::Int)
    }

    /// The value in a path.
    pub(crate) fn make(&self, state: &mut State) -> Value {
        let term = self.term.clone();
        match (&self.type_, range(&self.type_)) {
            (Type::Boolean, _) => Value::Truth(term),
            (Type::Long, Some((low, high))) => Value::number(term, low.into(), high.into(), Width::Long),
            (_, Some((low, high))) => Value::number(term, low.into(), high.into(), Width::Int),
            _ => {
                let (longest, is_ascii) = (self.texts.longest, self.texts.range.1 < 128);
                Value::Object(state.heap.add(Object::String(Str::Unknown { term, longest, is_ascii })))
            }
        }
    }

    /// The value in a path where the solver has found this; `None` when it is none of the type.
    pub(crate) fn known(&self, state: &mut State, found: &tress::Value) -> Option<Value> {
        Some(match found {
            tress::Value::Bool(value) => Value::truth(*value),
            tress::Value::Int(value) => match self.type_ {
                Type::Long => Value::Long(value.to_i64()?),
                _ => Value::Int(i32::try_from(value.to_i64()?).ok()?),
            },
            text => Value::Object(state.heap.add(Object::String(Str::Known(units_of(text)?.into())))),
        })
    }
}

/// The units of a text whose characters are units.
pub(crate) fn units_of(value: &tress::Value) -> Option<Vec<u16>> {
    match value {
        tress::Value::String(text) => {
            text.chars().map(|found| u16::try_from(u32::from(found)).ok()).collect()
        }
        tress::Value::CodePoints(codes) => codes.iter().map(|code| u16::try_from(*code).ok()).collect(),
        _ => None,
    }
}

/// Is it a string, or a type for which strings are tried?
pub(crate) fn is_string(type_: &Type) -> bool {
    let Type::Object(class) = type_ else { return false };
    matches!(&**class, "java/lang/String" | "java/lang/CharSequence" | "java/lang/Object")
}

fn sort_of(type_: &Type) -> Option<Sort> {
    match type_ {
        Type::Boolean => Some(Sort::Bool),
        _ if is_string(type_) => Some(Sort::String),
        _ => range(type_).map(|_| Sort::Int),
    }
}

/// The least and the greatest number of a type.
pub(super) fn range(type_: &Type) -> Option<(i64, i64)> {
    Some(match type_ {
        Type::Byte => (-128, 127),
        Type::Char => (0, 0xffff),
        Type::Short => (-32_768, 32_767),
        Type::Int => (i32::MIN.into(), i32::MAX.into()),
        Type::Long => (i64::MIN, i64::MAX),
        _ => return None,
    })
}
