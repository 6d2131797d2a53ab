//! Reads compiled Java. From the bytes of a class file, a folder, a jar or a JDK to a [`Class`], with
//! constants resolved, descriptors parsed and jumps that point at instructions.
//!
//! | module | input | output |
//! |---|---|---|
//! | `model` | | the nouns: class, method, code, instruction, constant, descriptor |
//! | `pool` | the table of constants | constants, resolved when they are asked for |
//! | `decode` | the bytes of a method and the constants | instructions |
//! | `reader` | the bytes of a class file | a [`Class`], or a [`ClassError`] with its position |
//! | `disasm` | a [`Class`] | text |
//! | `sources` | paths | the bytes of a class by its name |
//!
//! Counts in a file are not trusted: a list grows as its elements are read, so that memory stays proportional
//! to the file. There are no caps; what is refused is malformed, or larger than any class file.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod bytes;
mod decode;
mod disasm;
mod error;
mod model;
mod pool;
mod reader;
mod sources;

pub use disasm::disassemble;
pub use error::{ClassError, SourceError};
pub use model::{
    Access, Arithmetic, ArrayKind, Bootstrap, Class, Code, Comparison, Constant, Conversion, Dynamic, Field,
    FieldAccess, FieldRef, Handle, Handler, Instruction, InvokeKind, Kind, Method, MethodRef, MethodType,
    Name, Relation, StackMove, Switch, Text, Type, Version,
};
pub use reader::read_class;
pub use sources::{Archive, ClassPath, Image, Source};
