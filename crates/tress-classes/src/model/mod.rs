//! The types of compiled Java. All references are resolved; nothing here points into a constant pool.

mod class;
mod code;
mod constant;
mod descriptor;
mod instruction;

pub use class::{Access, Bootstrap, Class, Field, Method, Version};
pub use code::{Code, Handler};
pub use constant::{Constant, Dynamic, FieldRef, Handle, MethodRef, Name, Text};
pub use descriptor::{MethodType, Type};
pub use instruction::{
    Arithmetic, ArrayKind, Comparison, Conversion, FieldAccess, Instruction, InvokeKind, Kind, Relation,
    StackMove, Switch,
};
