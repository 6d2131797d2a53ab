//! Arrays. Unknown lengths are tried one by one, and so are unknown indices into arrays of references.

use tress_classes::{ArrayKind, Conversion, Name, Type};

use super::fields::default_of;
use super::limits::ARRAY_LENGTHS;
use super::{Run, Signal, Step, broken, unsupported};
use crate::program::class_of;
use crate::state::{Object, Value};

impl Run<'_> {
    /// Resolves an index into an array; throws if it is out of bounds.
    fn element_index(&mut self, array: &Value, index: &Value) -> Step<(crate::state::Id, usize)> {
        let id = self.object(array)?;
        let Object::Array { elements, .. } = self.state.heap.get(id) else { return broken("no array") };
        let length = elements.len();
        if let Value::Int(index) = index {
            return match usize::try_from(*index).ok().filter(|index| *index < length) {
                Some(index) => Ok((id, index)),
                None => self.throw("ArrayIndexOutOfBoundsException"),
            };
        }
        let term = self.number_term(index)?;
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

    pub(super) fn array_load(&mut self, kind: ArrayKind) -> Step {
        let (index, array) = (self.pop()?, self.pop()?);
        let index = self.settled(index)?;
        let id = self.object(&array)?;
        if let Object::Many { first, .. } = self.state.heap.get(id) {
            let known = match &index {
                Value::Int(index) => usize::try_from(*index).ok().and_then(|index| first.get(index)).cloned(),
                _ => None,
            };
            return match (known, &index) {
                (Some(value), _) => {
                    self.push(value);
                    Ok(())
                }
                (None, Value::Int(..0)) => self.throw("ArrayIndexOutOfBoundsException"),
                _ => unsupported("one of the later pieces of an unknown text"),
            };
        }
        if let Some(value) = self.chosen_element(kind, id, &index)? {
            self.push(value);
            return Ok(());
        }
        let (id, index) = self.element_index(&array, &index)?;
        let Object::Array { elements, .. } = self.state.heap.get(id) else { return broken("no array") };
        let value = elements[index].clone();
        self.push(value);
        Ok(())
    }

    pub(super) fn array_store(&mut self, kind: ArrayKind) -> Step {
        let (value, index, array) = (self.pop()?, self.pop()?, self.pop()?);
        let index = self.settled(index)?;
        let id = self.object(&array)?;
        let Object::Array { type_, .. } = self.state.heap.get(id) else { return broken("no array") };
        let element = Type::parse(&type_[1..]);
        let value = self.narrowed(kind, value, element.as_ref())?;
        if self.store_at_any(kind, id, &index, &value)? {
            return Ok(());
        }
        let (id, index) = self.element_index(&array, &index)?;
        if let (Value::Object(stored), Some(element)) = (&value, &element) {
            let name = self.class_name(*stored);
            match self.context.program.is_a(&name, &class_of(element)) {
                Ok(true) => {}
                Ok(false) if matches!(self.state.heap.get(*stored), Object::Closure(_)) => {}
                Ok(false) => return self.throw("ArrayStoreException"),
                Err(problem) => return unsupported(problem),
            }
        }
        let Object::Array { elements, .. } = self.state.heap.get_mut(id) else { return broken("no array") };
        elements[index] = value;
        Ok(())
    }

    /// A value as the elements of an array can be: small ones are cut.
    fn narrowed(&self, kind: ArrayKind, value: Value, element: Option<&Type>) -> Step<Value> {
        let conversion = match kind {
            ArrayKind::Byte if element == Some(&Type::Boolean) => {
                return match value {
                    Value::Int(value) => Ok(Value::Int(value & 1)),
                    value if matches!(self.bounds(&value)?, (0.., ..=1)) => Ok(value),
                    _ => unsupported("a number among truth values"),
                };
            }
            ArrayKind::Byte => Conversion::IntToByte,
            ArrayKind::Char => Conversion::IntToChar,
            ArrayKind::Short => Conversion::IntToShort,
            ArrayKind::Of(_) => return Ok(value),
        };
        self.converted_number(conversion, &value)
    }

    pub(super) fn array_length(&mut self) -> Step {
        let array = self.pop()?;
        let id = self.object(&array)?;
        if let Object::Many { length, .. } = self.state.heap.get(id) {
            let length = length.clone();
            self.push(length);
            return Ok(());
        }
        let Object::Array { elements, .. } = self.state.heap.get(id) else { return broken("no array") };
        let length = i32::try_from(elements.len()).unwrap_or(i32::MAX);
        self.push(Value::Int(length));
        Ok(())
    }

    /// A length: unknown ones are tried one by one, negative ones throw.
    pub(crate) fn array_size(&mut self, length: &Value) -> Step<usize> {
        if let Value::Int(length) = length {
            return match usize::try_from(*length) {
                Ok(length) => Ok(length),
                Err(_) => self.throw("NegativeArraySizeException"),
            };
        }
        let (low, high) = self.bounds(length)?;
        let term = self.number_term(length)?;
        if high < 0 || (low < 0 && self.decide(term.lt(0))?) {
            return self.throw("NegativeArraySizeException");
        }
        let least = usize::try_from(low).unwrap_or(0);
        let most = ARRAY_LENGTHS.most(self.context.budget) as usize;
        for tried in least..least.saturating_add(most) {
            if tried as i64 == high || self.decide(term.eq(tried))? {
                return Ok(tried);
            }
        }
        self.context.budget.hit(ARRAY_LENGTHS.name());
        Err(Signal::Bound("the length of an array"))
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
