//! The constant pool: numbered entries that refer to each other, resolved when they are asked for.

mod utf8;

use std::sync::Arc;

use crate::bytes::Bytes;
use crate::error::ClassError;
use crate::model::{Constant, Dynamic, FieldRef, Handle, MethodRef, MethodType, Name, Text, Type};

/// An entry as it is written in the file.
#[derive(Clone, Copy)]
enum Raw<'file> {
    /// The number after a `long` or `double`, and zero.
    Unused,
    Utf8(&'file [u8]),
    Int(i32),
    Float(f32),
    Long(i64),
    Double(f64),
    Class(u16),
    String(u16),
    Field(u16, u16),
    Method {
        class: u16,
        name_type: u16,
        of_interface: bool,
    },
    NameType(u16, u16),
    Handle(u8, u16),
    MethodType(u16),
    Dynamic {
        bootstrap: u16,
        name_type: u16,
        is_call_site: bool,
    },
    /// Modules and packages, which no code refers to.
    Other,
}

/// What an entry was resolved to before.
#[derive(Clone)]
enum Known {
    Name(Name),
    Text(Text),
    Field(Arc<FieldRef>),
    Method(Arc<MethodRef>),
    Dynamic(Arc<Dynamic>),
}

/// The entries with their positions, and what is known of them. Equal numbers give shared values.
pub(crate) struct Pool<'file> {
    entries: Vec<(Raw<'file>, usize)>,
    known: Vec<Option<Known>>,
}

impl<'file> Pool<'file> {
    pub(crate) fn read(bytes: &mut Bytes<'file>) -> Result<Self, ClassError> {
        let count = bytes.u16()?;
        let mut entries = vec![(Raw::Unused, bytes.position())];
        while entries.len() < usize::from(count) {
            let position = bytes.position();
            let entry = entry(bytes)?;
            let is_wide = matches!(entry, Raw::Long(_) | Raw::Double(_));
            entries.push((entry, position));
            if is_wide {
                entries.push((Raw::Unused, position));
            }
        }
        let known = vec![None; entries.len()];
        Ok(Pool { entries, known })
    }

    /// The entry; `from` is where it is referred to.
    fn raw(&self, index: u16, from: usize) -> Result<Raw<'file>, ClassError> {
        match self.entries.get(usize::from(index)) {
            Some((raw, _)) => Ok(*raw),
            None => Err(ClassError::new(from, format!("there is no constant {index}"))),
        }
    }

    fn position(&self, index: u16) -> usize {
        self.entries.get(usize::from(index)).map_or(0, |(_, position)| *position)
    }

    fn wrong<T>(index: u16, from: usize, wanted: &str) -> Result<T, ClassError> {
        Err(ClassError::new(from, format!("constant {index} is no {wanted}")))
    }

    fn known(&self, index: u16) -> Option<Known> {
        self.known.get(usize::from(index)).cloned().flatten()
    }

    fn learn(&mut self, index: u16, known: Known) {
        self.known[usize::from(index)] = Some(known);
    }

    fn units(&self, index: u16, from: usize) -> Result<Vec<u16>, ClassError> {
        let Raw::Utf8(bytes) = self.raw(index, from)? else { return Self::wrong(index, from, "text") };
        let position =
            |at: usize| ClassError::new(self.position(index) + 3 + at, "this is no text of a class file");
        utf8::units(bytes).map_err(position)
    }

    /// A name or descriptor.
    pub(crate) fn name(&mut self, index: u16, from: usize) -> Result<Name, ClassError> {
        if let Some(Known::Name(name)) = self.known(index) {
            return Ok(name);
        }
        let units = self.units(index, from)?;
        let halved = |_| ClassError::new(self.position(index), "a name holds half of a surrogate pair");
        let name: Name = String::from_utf16(&units).map_err(halved)?.into();
        self.learn(index, Known::Name(name.clone()));
        Ok(name)
    }

    /// The bytes of a text, for names that are compared only.
    pub(crate) fn bytes(&self, index: u16, from: usize) -> Result<&'file [u8], ClassError> {
        let Raw::Utf8(bytes) = self.raw(index, from)? else { return Self::wrong(index, from, "text") };
        Ok(bytes)
    }

    pub(crate) fn class_name(&mut self, index: u16, from: usize) -> Result<Name, ClassError> {
        let Raw::Class(name) = self.raw(index, from)? else { return Self::wrong(index, from, "class") };
        let found = self.name(name, self.position(index))?;
        if found.is_empty() || (found.starts_with('[') && Type::parse(&found).is_none()) {
            return Err(ClassError::new(self.position(index), format!("{found:?} is no name of a class")));
        }
        Ok(found)
    }

    fn text(&mut self, index: u16, from: usize) -> Result<Text, ClassError> {
        if let Some(Known::Text(text)) = self.known(index) {
            return Ok(text);
        }
        let Raw::String(units) = self.raw(index, from)? else { return Self::wrong(index, from, "string") };
        let text: Text = self.units(units, self.position(index))?.into();
        self.learn(index, Known::Text(text.clone()));
        Ok(text)
    }

    fn name_type(&mut self, index: u16, from: usize) -> Result<(Name, Name), ClassError> {
        let Raw::NameType(name, type_) = self.raw(index, from)? else {
            return Self::wrong(index, from, "name with a type");
        };
        let position = self.position(index);
        Ok((self.name(name, position)?, self.name(type_, position)?))
    }

    /// The type of a method, which must be one.
    pub(crate) fn method_type(&self, descriptor: &str, from: usize) -> Result<MethodType, ClassError> {
        MethodType::parse(descriptor)
            .ok_or_else(|| ClassError::new(from, format!("{descriptor:?} is no type of a method")))
    }

    /// The type of a field, which must be one.
    pub(crate) fn field_type(&self, descriptor: &str, from: usize) -> Result<Type, ClassError> {
        Type::parse(descriptor)
            .ok_or_else(|| ClassError::new(from, format!("{descriptor:?} is no type of a field")))
    }

    pub(crate) fn field_ref(&mut self, index: u16, from: usize) -> Result<Arc<FieldRef>, ClassError> {
        if let Some(Known::Field(field)) = self.known(index) {
            return Ok(field);
        }
        let Raw::Field(class, name_type) = self.raw(index, from)? else {
            return Self::wrong(index, from, "field");
        };
        let position = self.position(index);
        let class = self.class_name(class, position)?;
        let (name, descriptor) = self.name_type(name_type, position)?;
        self.field_type(&descriptor, position)?;
        let field = Arc::new(FieldRef { class, name, descriptor });
        self.learn(index, Known::Field(field.clone()));
        Ok(field)
    }

    pub(crate) fn method_ref(&mut self, index: u16, from: usize) -> Result<Arc<MethodRef>, ClassError> {
        if let Some(Known::Method(method)) = self.known(index) {
            return Ok(method);
        }
        let Raw::Method { class, name_type, of_interface } = self.raw(index, from)? else {
            return Self::wrong(index, from, "method");
        };
        let position = self.position(index);
        let class = self.class_name(class, position)?;
        let (name, descriptor) = self.name_type(name_type, position)?;
        let type_ = self.method_type(&descriptor, position)?;
        let method = Arc::new(MethodRef { class, name, descriptor, type_, of_interface });
        self.learn(index, Known::Method(method.clone()));
        Ok(method)
    }

    fn dynamic(&mut self, index: u16, from: usize) -> Result<Arc<Dynamic>, ClassError> {
        if let Some(Known::Dynamic(dynamic)) = self.known(index) {
            return Ok(dynamic);
        }
        let Raw::Dynamic { bootstrap, name_type, is_call_site } = self.raw(index, from)? else {
            return Self::wrong(index, from, "dynamic constant or call site");
        };
        let position = self.position(index);
        let (name, descriptor) = self.name_type(name_type, position)?;
        let type_ = match is_call_site {
            true => Some(self.method_type(&descriptor, position)?),
            false => self.field_type(&descriptor, position).map(|_| None)?,
        };
        let dynamic = Arc::new(Dynamic { bootstrap, name, descriptor, type_ });
        self.learn(index, Known::Dynamic(dynamic.clone()));
        Ok(dynamic)
    }

    /// What `invokedynamic` refers to.
    pub(crate) fn call_site(&mut self, index: u16, from: usize) -> Result<Arc<Dynamic>, ClassError> {
        let found = self.dynamic(index, from)?;
        match found.type_ {
            Some(_) => Ok(found),
            None => Self::wrong(index, from, "call site"),
        }
    }

    pub(crate) fn handle(&mut self, index: u16, from: usize) -> Result<Handle, ClassError> {
        let Raw::Handle(kind, target) = self.raw(index, from)? else {
            return Self::wrong(index, from, "method handle");
        };
        let position = self.position(index);
        match kind {
            1..=4 => Ok(Handle::Field { kind, field: self.field_ref(target, position)? }),
            5..=9 => Ok(Handle::Method { kind, method: self.method_ref(target, position)? }),
            _ => Err(ClassError::new(position, format!("there is no method handle of kind {kind}"))),
        }
    }

    /// A constant that can be loaded.
    pub(crate) fn constant(&mut self, index: u16, from: usize) -> Result<Constant, ClassError> {
        let position = self.position(index);
        Ok(match self.raw(index, from)? {
            Raw::Int(value) => Constant::Int(value),
            Raw::Float(value) => Constant::Float(value),
            Raw::Long(value) => Constant::Long(value),
            Raw::Double(value) => Constant::Double(value),
            Raw::String(_) => Constant::String(self.text(index, from)?),
            Raw::Class(_) => Constant::Class(self.class_name(index, from)?),
            Raw::MethodType(descriptor) => {
                let descriptor = self.name(descriptor, position)?;
                self.method_type(&descriptor, position)?;
                Constant::MethodType(descriptor)
            }
            Raw::Handle(..) => Constant::Handle(self.handle(index, from)?),
            Raw::Dynamic { is_call_site: false, .. } => Constant::Dynamic(self.dynamic(index, from)?),
            _ => return Self::wrong(index, from, "constant that can be loaded"),
        })
    }
}

/// The next entry.
fn entry<'file>(bytes: &mut Bytes<'file>) -> Result<Raw<'file>, ClassError> {
    let position = bytes.position();
    Ok(match bytes.u8()? {
        1 => {
            let length = bytes.u16()?;
            Raw::Utf8(bytes.take(length.into())?)
        }
        3 => Raw::Int(bytes.i32()?),
        4 => Raw::Float(f32::from_bits(bytes.u32()?)),
        5 => Raw::Long(bytes.u64()?.cast_signed()),
        6 => Raw::Double(f64::from_bits(bytes.u64()?)),
        7 => Raw::Class(bytes.u16()?),
        8 => Raw::String(bytes.u16()?),
        9 => Raw::Field(bytes.u16()?, bytes.u16()?),
        tag @ (10 | 11) => {
            Raw::Method { class: bytes.u16()?, name_type: bytes.u16()?, of_interface: tag == 11 }
        }
        12 => Raw::NameType(bytes.u16()?, bytes.u16()?),
        15 => Raw::Handle(bytes.u8()?, bytes.u16()?),
        16 => Raw::MethodType(bytes.u16()?),
        tag @ (17 | 18) => {
            Raw::Dynamic { bootstrap: bytes.u16()?, name_type: bytes.u16()?, is_call_site: tag == 18 }
        }
        19 | 20 => bytes.u16().map(|_| Raw::Other)?,
        tag => return Err(ClassError::new(position, format!("there are no constants of kind {tag}"))),
    })
}
