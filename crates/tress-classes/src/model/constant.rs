//! Constants of a class, resolved.

use std::fmt;
use std::sync::Arc;

use super::descriptor::MethodType;

/// A name in a class file: of classes with slashes, of members as they are, or a descriptor.
pub type Name = Arc<str>;

/// A string constant: units of UTF-16, which need not form pairs.
pub type Text = Arc<[u16]>;

/// A value that code can load, and that bootstrap methods are given.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// The reference to nothing; only code has it.
    Null,
    /// An `int`, and what is kept as one.
    Int(i32),
    /// A `long`.
    Long(i64),
    /// A `float`.
    Float(f32),
    /// A `double`.
    Double(f64),
    /// A string.
    String(Text),
    /// A class, as an object.
    Class(Name),
    /// The type of a method, as an object.
    MethodType(Name),
    /// A method or field, as an object that can be called.
    Handle(Handle),
    /// A value that a bootstrap method computes.
    Dynamic(Arc<Dynamic>),
}

/// A call site or constant that a bootstrap method makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dynamic {
    /// Which bootstrap method of the class.
    pub bootstrap: u16,
    /// The name it is given.
    pub name: Name,
    /// The descriptor it is given: of a method for call sites, of a field for constants.
    pub descriptor: Name,
    /// The descriptor of a call site as types.
    pub type_: Option<MethodType>,
}

/// A field that code names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldRef {
    /// Where the search for it begins.
    pub class: Name,
    /// Its name.
    pub name: Name,
    /// Its descriptor.
    pub descriptor: Name,
}

/// A method that code names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodRef {
    /// Where the search for it begins: a class, or the descriptor of an array.
    pub class: Name,
    /// Its name.
    pub name: Name,
    /// Its descriptor.
    pub descriptor: Name,
    /// Its descriptor as types.
    pub type_: MethodType,
    /// Is the class an interface?
    pub of_interface: bool,
}

/// What a method handle does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Handle {
    /// Reads or writes a field, static or not.
    Field {
        /// The kind, 1 to 4: get, get static, put, put static.
        kind: u8,
        /// The field.
        field: Arc<FieldRef>,
    },
    /// Calls a method.
    Method {
        /// The kind, 5 to 9: virtual, static, special, constructor, interface.
        kind: u8,
        /// The method.
        method: Arc<MethodRef>,
    },
}

impl fmt::Display for FieldRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{} {}", self.class, self.name, self.descriptor)
    }
}

impl fmt::Display for MethodRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}{}", self.class, self.name, self.descriptor)
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Handle::Field { kind, field } => write!(f, "handle {kind} {field}"),
            Handle::Method { kind, method } => write!(f, "handle {kind} {method}"),
        }
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constant::Null => f.write_str("null"),
            Constant::Int(value) => write!(f, "{value}"),
            Constant::Long(value) => write!(f, "{value}L"),
            Constant::Float(value) => write!(f, "{value}f"),
            Constant::Double(value) => write!(f, "{value}d"),
            Constant::String(text) => write_text(f, text),
            Constant::Class(name) => write!(f, "class {name}"),
            Constant::MethodType(descriptor) => write!(f, "type {descriptor}"),
            Constant::Handle(handle) => handle.fmt(f),
            Constant::Dynamic(dynamic) => dynamic.fmt(f),
        }
    }
}

impl fmt::Display for Dynamic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bootstrap {} {}:{}", self.bootstrap, self.name, self.descriptor)
    }
}

/// A text as a Java literal, with everything beyond printable ASCII escaped.
fn write_text(f: &mut fmt::Formatter<'_>, text: &[u16]) -> fmt::Result {
    f.write_str("\"")?;
    for unit in text {
        match u8::try_from(*unit) {
            Ok(b'"') => f.write_str("\\\"")?,
            Ok(b'\\') => f.write_str("\\\\")?,
            Ok(plain @ 0x20..0x7f) => write!(f, "{}", char::from(plain))?,
            _ => write!(f, "\\u{unit:04x}")?,
        }
    }
    f.write_str("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_shown_as_java_writes_them() {
        let units: Vec<u16> = "a\"\\\n€".encode_utf16().chain([0xd800]).collect();
        assert_eq!(Constant::String(units.into()).to_string(), r#""a\"\\\u000a\u20ac\ud800""#);
    }
}
