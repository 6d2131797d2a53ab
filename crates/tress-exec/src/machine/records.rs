//! The methods of records that compilers leave to a bootstrap method.

use tress_classes::{Arithmetic, Bootstrap, Constant, FieldRef, Handle, Instruction, Type};

use super::{Run, Step, broken, unsupported};
use crate::program::{Loaded, Slot};
use crate::state::{Object, Str, Value, Width};

/// Is it a record whose methods the compiler has made? They do nothing but call a bootstrap method.
pub(crate) fn is_plain_record(class: &Loaded) -> bool {
    let is_made = |name: &str| {
        let method = class.class.methods.iter().find(|method| &*method.name == name);
        method.and_then(|method| method.code.as_ref()).is_some_and(|code| {
            code.instructions.len() <= 4
                && code.instructions.iter().any(|part| matches!(part, Instruction::InvokeDynamic(_)))
        })
    };
    let is_record = class.superclass.as_ref().is_some_and(|above| &**above.name() == "java/lang/Record");
    is_record && is_made("hashCode") && is_made("equals")
}

impl Run<'_> {
    pub(super) fn record_method(
        &mut self,
        name: &str,
        bootstrap: &Bootstrap,
        arguments: &[Value],
    ) -> Step<Value> {
        let [Constant::Class(class), Constant::String(names), getters @ ..] = bootstrap.arguments.as_slice()
        else {
            return broken("a record without its class");
        };
        let mut fields = Vec::new();
        for getter in getters {
            let Constant::Handle(Handle::Field { field, .. }) = getter else {
                return broken("a record without its fields");
            };
            fields.push((**field).clone());
        }
        let Some(record) = arguments.first() else { return broken("a record is expected") };
        match name {
            "equals" => self.records_equal(class, &fields, record, &arguments[1..]),
            "toString" => self.record_text(class, &String::from_utf16_lossy(names), &fields, record),
            _ => self.record_hash(&fields, record),
        }
    }

    fn records_equal(
        &mut self,
        class: &str,
        fields: &[FieldRef],
        record: &Value,
        other: &[Value],
    ) -> Step<Value> {
        let [other] = other else { return broken("another record is expected") };
        let Value::Object(id) = other else { return Ok(Value::Int(0)) };
        if &*self.class_name(*id) != class {
            return Ok(Value::Int(0));
        }
        self.components_equal(fields, record, other)
    }

    /// Are two records of one class equal, whose methods the compiler has made?
    pub(crate) fn plain_records_equal(&mut self, left: &Value, right: &Value) -> Step<Value> {
        let fields = self.components(left)?;
        self.components_equal(&fields, left, right)
    }

    /// The fields of a record.
    pub(crate) fn components(&mut self, record: &Value) -> Step<Vec<FieldRef>> {
        let id = self.object(record)?;
        let class = self.load(&self.class_name(id))?;
        let component = |slot: &Slot| FieldRef {
            class: slot.class.clone(),
            name: slot.name.clone(),
            descriptor: slot.type_.to_string().as_str().into(),
        };
        Ok(class.layout.iter().map(component).collect())
    }

    fn components_equal(&mut self, fields: &[FieldRef], record: &Value, other: &Value) -> Step<Value> {
        for field in fields {
            let (left, right) = (self.get_field(record, field)?, self.get_field(other, field)?);
            let same = self.component_equal(&left, &right)?;
            if !self.decide_value(&same)? {
                return Ok(Value::Int(0));
            }
        }
        Ok(Value::Int(1))
    }

    /// Each component counts 31 times what comes behind it; the library of all known versions does it so.
    fn record_hash(&mut self, fields: &[FieldRef], record: &Value) -> Step<Value> {
        if let Some(hash) = self.known_record_hash(fields, record)? {
            return Ok(Value::Int(hash));
        }
        let mut hash = Value::Int(0);
        for field in fields {
            let value = self.get_field(record, field)?;
            let own = match self.context.library.known_hash(self, &value, &field.descriptor)? {
                Some(own) => Value::Int(own),
                // Numbers that are kept as an `int` are their own hash.
                None if matches!(&*field.descriptor, "I" | "C" | "S" | "B") => value,
                None => self.any_int()?,
            };
            let rest = self.whole(Width::Int, Arithmetic::Multiply, &hash, &Value::Int(31))?;
            hash = self.whole(Width::Int, Arithmetic::Add, &rest, &own)?;
        }
        Ok(hash)
    }

    /// The hash of a record, when those of all components are known.
    pub(crate) fn known_record_hash(&mut self, fields: &[FieldRef], record: &Value) -> Step<Option<i32>> {
        let mut hash = 0_i32;
        for field in fields {
            let value = self.get_field(record, field)?;
            let Some(own) = self.context.library.known_hash(self, &value, &field.descriptor)? else {
                return Ok(None);
            };
            hash = hash.wrapping_mul(31).wrapping_add(own);
        }
        Ok(Some(hash))
    }

    fn component_equal(&mut self, left: &Value, right: &Value) -> Step<Value> {
        match (left, right) {
            (Value::Int(left), Value::Int(right)) => Ok(Value::truth(left == right)),
            (Value::Long(left), Value::Long(right)) => Ok(Value::truth(left == right)),
            (Value::Null, Value::Null) => Ok(Value::Int(1)),
            (Value::Null, Value::Object(_)) | (Value::Object(_), Value::Null) => Ok(Value::Int(0)),
            (Value::Object(left), Value::Object(right)) => {
                self.context.library.equal_objects(self, *left, *right)
            }
            (Value::Float(_) | Value::Double(_), _) => unsupported("a record with a number with a point"),
            _ => Ok(Value::Truth(self.number_term(left)?.eq(self.number_term(right)?))),
        }
    }

    fn record_text(&mut self, class: &str, names: &str, fields: &[FieldRef], record: &Value) -> Step<Value> {
        let short = class.rsplit(['/', '$']).next().unwrap_or(class);
        let mut parts = vec![Str::known(&format!("{short}["))];
        for (index, (field, name)) in fields.iter().zip(names.split(';')).enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            parts.push(Str::known(&format!("{comma}{name}=")));
            let value = self.get_field(record, field)?;
            let Some(type_) = Type::parse(&field.descriptor) else { return broken("no type of a field") };
            parts.push(self.text_of(&value, &type_)?);
        }
        parts.push(Str::known("]"));
        let whole = self.joined(&parts)?;
        Ok(self.string(whole))
    }

    /// A string argument; null throws.
    pub(crate) fn text_argument(&mut self, value: &Value) -> Step<Str> {
        let id = self.object(value)?;
        match self.state.heap.get(id) {
            Object::String(_) => self.string_content(id),
            _ => self.text_of_object(id),
        }
    }
}
