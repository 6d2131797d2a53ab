//! Classes with their fields and methods.

use std::fmt;
use std::sync::Arc;

use super::code::Code;
use super::constant::{Constant, Handle, Name};
use super::descriptor::{MethodType, Type};

/// The version of the class file format: 52 is Java 8, 69 is Java 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// The number that grows with every Java.
    pub major: u16,
    /// 65535 marks features in preview.
    pub minor: u16,
}

/// The flags of a class, field or method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access(pub u16);

impl Access {
    /// Belongs to the class, not to an object.
    #[must_use]
    pub fn is_static(self) -> bool {
        self.0 & 0x0008 != 0
    }

    /// Has no code of its own.
    #[must_use]
    pub fn is_abstract(self) -> bool {
        self.0 & 0x0400 != 0
    }

    /// Has its code outside of Java.
    #[must_use]
    pub fn is_native(self) -> bool {
        self.0 & 0x0100 != 0
    }

    /// Is an interface.
    #[must_use]
    pub fn is_interface(self) -> bool {
        self.0 & 0x0200 != 0
    }

    /// Can be seen from the class only.
    #[must_use]
    pub fn is_private(self) -> bool {
        self.0 & 0x0002 != 0
    }

    /// Describes a module: there is nothing to run.
    #[must_use]
    pub fn is_module(self) -> bool {
        self.0 & 0x8000 != 0
    }

    /// Was made by the compiler.
    #[must_use]
    pub fn is_synthetic(self) -> bool {
        self.0 & 0x1000 != 0
    }
}

/// A class, an interface, or the description of a module.
#[derive(Clone, Debug)]
pub struct Class {
    /// The version of the file's format.
    pub version: Version,
    /// Its flags.
    pub access: Access,
    /// The name with slashes: `java/lang/String`.
    pub name: Name,
    /// The class it extends; only `java/lang/Object` and modules have none.
    pub superclass: Option<Name>,
    /// The interfaces it names.
    pub interfaces: Vec<Name>,
    /// Its own fields.
    pub fields: Vec<Field>,
    /// Its own methods.
    pub methods: Vec<Arc<Method>>,
    /// What [`Dynamic`](super::Dynamic) refers to by number.
    pub bootstraps: Vec<Bootstrap>,
    /// The file it was compiled from, as the compiler noted.
    pub source_file: Option<Name>,
}

impl Class {
    /// The own method of this name and descriptor.
    #[must_use]
    pub fn method(&self, name: &str, descriptor: &str) -> Option<&Arc<Method>> {
        self.methods.iter().find(|method| *method.name == *name && *method.descriptor == *descriptor)
    }
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its flags.
    pub access: Access,
    /// Its name.
    pub name: Name,
    /// Its descriptor as written.
    pub descriptor: Name,
    /// Its descriptor as a type.
    pub type_: Type,
    /// The value of a constant.
    pub constant: Option<Constant>,
}

/// A method.
#[derive(Clone, Debug)]
pub struct Method {
    /// Its flags.
    pub access: Access,
    /// Its name.
    pub name: Name,
    /// Its descriptor as written.
    pub descriptor: Name,
    /// Its descriptor as types.
    pub type_: MethodType,
    /// The exceptions that it declares.
    pub exceptions: Vec<Name>,
    /// The names of its parameters, as far as the compiler noted them.
    pub parameter_names: Vec<Option<Name>>,
    /// What it does; abstract and native methods have none.
    pub code: Option<Code>,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, self.descriptor)
    }
}

/// A method that makes call sites and constants, with the arguments it gets.
#[derive(Clone, Debug)]
pub struct Bootstrap {
    /// The method.
    pub method: Handle,
    /// What it is given besides the name and the type.
    pub arguments: Vec<Constant>,
}
