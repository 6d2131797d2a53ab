//! Arrays. Their lengths are known; places may be unknown and are then tried one by one.

use tress_classes::{ArrayKind, Name, Type};

use super::fields::default_of;
use super::{Run, Step, broken, unsupported};
use crate::program::class_of;
use crate::state::{Object, Value};

impl Run<'_> {
    /// Takes a place and an array; throws where there is no such place.
    fn element_place(&mut self, array: &Value, place: &Value) -> Step<(crate::state::Id, usize)> {
        let id = self.object(array)?;
        let Object::Array { elements, .. } = self.state.heap.get(id) else { return broken("no array") };
        let length = elements.len();
        if let Value::Int(place) = place {
            return match usize::try_from(*place).ok().filter(|place| *place < length) {
                Some(place) => Ok((id, place)),
                None => self.throw("ArrayIndexOutOfBoundsException"),
            };
        }
        let term = self.number_term(place)?;
        if !self.decide(term.ge(0) & term.lt(length))? {
            return self.throw("ArrayIndexOutOfBoundsException");
        }
        for candidate in 0..length {
            if candidate + 1 == length || self.decide(term.eq(candidate))? {
                return Ok((id, candidate));
            }
        }
        broken("an array without places has one")
    }

    pub(super) fn array_load(&mut self, _kind: ArrayKind) -> Step {
        let (place, array) = (self.pop()?, self.pop()?);
        let (id, place) = self.element_place(&array, &place)?;
        let Object::Array { elements, .. } = self.state.heap.get(id) else { return broken("no array") };
        let value = elements[place].clone();
        self.push(value);
        Ok(())
    }

    pub(super) fn array_store(&mut self, kind: ArrayKind) -> Step {
        let (value, place, array) = (self.pop()?, self.pop()?, self.pop()?);
        let (id, place) = self.element_place(&array, &place)?;
        let Object::Array { type_, .. } = self.state.heap.get(id) else { return broken("no array") };
        let element = Type::parse(&type_[1..]);
        if let (Value::Object(stored), Some(element)) = (&value, &element) {
            let name = self.class_name(*stored);
            match self.context.program.is_a(&name, &class_of(element)) {
                Ok(true) => {}
                Ok(false) if matches!(self.state.heap.get(*stored), Object::Closure(_)) => {}
                Ok(false) => return self.throw("ArrayStoreException"),
                Err(problem) => return unsupported(problem),
            }
        }
        let value = match (kind, &value, &element) {
            (ArrayKind::Byte, Value::Int(value), Some(Type::Boolean)) => Value::Int(value & 1),
            (ArrayKind::Byte, Value::Int(value), _) => Value::Int((*value as i8).into()),
            (ArrayKind::Char, Value::Int(value), _) => Value::Int((*value as u16).into()),
            (ArrayKind::Short, Value::Int(value), _) => Value::Int((*value as i16).into()),
            (ArrayKind::Byte | ArrayKind::Char | ArrayKind::Short, Value::Number(number), _) => {
                // Compilers convert before they store.
                let (low, high) = match kind {
                    ArrayKind::Byte => (-128, 127),
                    ArrayKind::Char => (0, 65_535),
                    _ => (-32_768, 32_767),
                };
                match number.low >= low && number.high <= high {
                    true => value,
                    false => return unsupported("an unknown number that is cut when it is stored"),
                }
            }
            _ => value,
        };
        let Object::Array { elements, .. } = self.state.heap.get_mut(id) else { return broken("no array") };
        elements[place] = value;
        Ok(())
    }

    pub(super) fn array_length(&mut self) -> Step {
        let array = self.pop()?;
        let id = self.object(&array)?;
        let Object::Array { elements, .. } = self.state.heap.get(id) else { return broken("no array") };
        let length = i32::try_from(elements.len()).unwrap_or(i32::MAX);
        self.push(Value::Int(length));
        Ok(())
    }

    /// A length that is known; negative ones throw.
    pub(crate) fn array_size(&mut self, length: &Value) -> Step<usize> {
        match length {
            Value::Int(length) if *length < 0 => self.throw("NegativeArraySizeException"),
            Value::Int(length) => Ok(*length as usize),
            _ => unsupported("an array of unknown length"),
        }
    }

    /// Makes an array of elements of a type.
    pub(super) fn new_array(&mut self, element: &str) -> Step {
        let length = self.pop()?;
        let length = self.array_size(&length)?;
        let array = self.array_of(element, length)?;
        self.push(array);
        Ok(())
    }

    pub(crate) fn array_of(&mut self, element: &str, length: usize) -> Step<Value> {
        let Some(type_) = Type::parse(element) else { return broken("no type of an element") };
        self.room_for(length)?;
        let elements = vec![default_of(&type_); length];
        let object = Object::Array { type_: format!("[{element}").into(), elements };
        Ok(Value::Object(self.state.heap.add(object)))
    }

    /// An array of these elements.
    pub(crate) fn array(&mut self, element: &Type, elements: Vec<Value>) -> Step<Value> {
        self.room_for(elements.len())?;
        let object = Object::Array { type_: format!("[{element}").into(), elements };
        Ok(Value::Object(self.state.heap.add(object)))
    }

    pub(super) fn new_arrays(&mut self, type_: &Name, dimensions: u8) -> Step {
        let mut sizes = Vec::new();
        for _ in 0..dimensions {
            let length = self.pop()?;
            sizes.push(self.array_size(&length)?);
        }
        sizes.reverse();
        let array = self.nested(type_, &sizes)?;
        self.push(array);
        Ok(())
    }

    /// As deep as there are sizes: at most 255.
    fn nested(&mut self, type_: &str, sizes: &[usize]) -> Step<Value> {
        let Some((length, inner)) = sizes.split_first() else { return broken("no dimensions") };
        let element = &type_[1..];
        let array = self.array_of(element, *length)?;
        if inner.is_empty() {
            return Ok(array);
        }
        let mut parts = Vec::new();
        for _ in 0..*length {
            parts.push(self.nested(element, inner)?);
        }
        if let Value::Object(id) = array
            && let Object::Array { elements, .. } = self.state.heap.get_mut(id)
        {
            *elements = parts;
        }
        Ok(array)
    }
}
