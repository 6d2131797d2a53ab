//! The texts of values, as concatenation and `String.valueOf` make them.

use std::sync::Arc;

use tress_classes::Type;

use super::boxes::boxed_type;
use super::{Run, Signal, Step, broken, decimals, unsupported};
use crate::program::Loaded;
use crate::state::{Hidden, Id, Object, Str, Value};

impl Run<'_> {
    /// The text of a value of a type.
    pub(crate) fn text_of(&mut self, value: &Value, type_: &Type) -> Step<Str> {
        match type_ {
            Type::Boolean => match value {
                Value::Int(value) => Ok(Str::known(if *value != 0 { "true" } else { "false" })),
                Value::Truth(term) => {
                    let term = term.ite("true", "false");
                    Ok(Str::Unknown { term, longest: 5, is_ascii: true })
                }
                other => {
                    let term = self.number_term(other)?.ne(0).ite("true", "false");
                    Ok(Str::Unknown { term, longest: 5, is_ascii: true })
                }
            },
            Type::Char => self.text_of_char(value),
            Type::Byte | Type::Short | Type::Int | Type::Long => self.text_of_number(value),
            Type::Float | Type::Double => match decimals::shortest(value) {
                Some(text) => Ok(Str::known(&text)),
                None => unsupported("the text of a number with many digits"),
            },
            Type::Object(_) | Type::Array(_) => self.text_of_reference(value),
        }
    }

    fn text_of_char(&mut self, value: &Value) -> Step<Str> {
        if let Value::Int(unit) = value {
            return Ok(Str::Known([*unit as u16].into()));
        }
        let (low, high) = self.bounds(value)?;
        if low < 0 || high > 0xffff {
            return broken("a char out of range");
        }
        let term = self.number_term(value)?.to_char();
        Ok(Str::Unknown { term, longest: 1, is_ascii: high < 128 })
    }

    pub(crate) fn text_of_number(&mut self, value: &Value) -> Step<Str> {
        match value {
            Value::Int(value) => Ok(Str::known(&value.to_string())),
            Value::Long(value) => Ok(Str::known(&value.to_string())),
            other => {
                let other = &self.settled(other.clone())?;
                let (low, _) = self.bounds(other)?;
                let term = self.number_term(other)?;
                let term = match low >= 0 {
                    true => term.to_text(),
                    false => term.ge(0).ite(term.to_text(), "-" + (-&term).to_text()),
                };
                Ok(Str::Unknown { term, longest: 20, is_ascii: true })
            }
        }
    }

    fn text_of_reference(&mut self, value: &Value) -> Step<Str> {
        match value {
            Value::Null => Ok(Str::known("null")),
            Value::Object(id) => self.text_of_object(*id),
            _ => broken("a reference is expected"),
        }
    }

    /// What `toString` gives; Java code for it runs first, and then the instruction again.
    pub(crate) fn text_of_object(&mut self, id: Id) -> Step<Str> {
        let known = self.frame().waiting.texts.iter().find(|(object, _)| *object == id);
        if let Some((_, text)) = known {
            return match text.clone() {
                Value::Null => Ok(Str::known("null")),
                Value::Object(text) => self.string_content(text),
                _ => broken("a text is expected"),
            };
        }
        match self.state.heap.get(id) {
            Object::String(text) => Ok(text.clone()),
            Object::Instance { hidden: Hidden::Builder(text), .. } => Ok(text.clone()),
            Object::Instance { hidden: Hidden::Box(value), class, .. } => {
                let (value, type_) = (value.clone(), boxed_type(class.name()));
                match type_ {
                    Some(type_) => self.text_of(&value, &type_),
                    None => unsupported("the text of a box"),
                }
            }
            Object::Instance { hidden: Hidden::Enum { name: Value::Object(name), .. }, class, .. } => {
                let (name, class) = (*name, class.clone());
                let own = self.context.program.method(&class, "toString", "()Ljava/lang/String;");
                match own.or_else(unsupported)? {
                    Some((owner, _)) if !self.context.library.is_modelled(owner.name()) => {
                        Err(Signal::Text(id))
                    }
                    _ => self.string_content(name),
                }
            }
            Object::Instance { hidden: Hidden::Throwable { message, .. }, class, .. } => {
                let (message, class) = (message.clone(), class.clone());
                self.text_of_throwable(id, message, &class)
            }
            Object::Instance { .. } => Err(Signal::Text(id)),
            _ => unsupported("the text of an array, a class or a lambda"),
        }
    }

    /// The class of an exception, and its message if it has one.
    fn text_of_throwable(&mut self, id: Id, message: Option<Value>, class: &Arc<Loaded>) -> Step<Str> {
        let own =
            |name| self.context.program.method(class, name, "()Ljava/lang/String;").or_else(unsupported);
        if own("toString")?.is_some_and(|(owner, _)| !owner.is_library_throwable()) {
            return Err(Signal::Text(id));
        }
        for name in ["getMessage", "getLocalizedMessage"] {
            if own(name)?.is_some_and(|(owner, _)| !owner.is_library_throwable()) {
                return unsupported("the text of an exception with a message of its own");
            }
        }
        let class = Str::known(&class.name().replace('/', "."));
        match message {
            Some(Value::Null) => Ok(class),
            Some(message) => {
                let message = self.text_of_reference(&message)?;
                self.joined(&[class, Str::known(": "), message])
            }
            None => unsupported("the message of an exception of the library"),
        }
    }

    /// Are two texts the same?
    pub(crate) fn equal_texts(&self, left: &Str, right: &Str) -> Value {
        match (left.units(), right.units()) {
            (Some(left), Some(right)) => Value::truth(left == right),
            _ => Value::Truth(left.term(self.solver()).eq(right.term(self.solver()))),
        }
    }

    /// The content of a string object.
    pub(crate) fn string_content(&mut self, id: Id) -> Step<Str> {
        match self.state.heap.get(id) {
            Object::String(text) => Ok(text.clone()),
            _ => broken("a string is expected"),
        }
    }
}
