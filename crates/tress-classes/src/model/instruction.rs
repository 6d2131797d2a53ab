//! Instructions. Short, wide and constant forms of one instruction are one here.

use std::sync::Arc;

use super::constant::{Constant, Dynamic, FieldRef, MethodRef, Name};
use super::descriptor::Type;

/// One instruction; targets are numbers of instructions.
#[derive(Clone, Debug, PartialEq)]
pub enum Instruction {
    /// Nothing.
    Nop,
    /// Pushes a constant.
    Push(Constant),
    /// Pushes a local variable.
    Load(Kind, u16),
    /// Pops into a local variable.
    Store(Kind, u16),
    /// Pushes an element of an array.
    ArrayLoad(ArrayKind),
    /// Pops into an element of an array.
    ArrayStore(ArrayKind),
    /// Moves values of the stack.
    Stack(StackMove),
    /// Two numbers become one.
    Arithmetic(Kind, Arithmetic),
    /// The negative of a number.
    Negate(Kind),
    /// Adds a constant to a local variable.
    Increment(u16, i16),
    /// A number of another kind.
    Convert(Conversion),
    /// Compares two numbers that are no `int`: -1, 0 or 1.
    Compare(Comparison),
    /// Jumps if an `int` relates to zero so.
    IfZero(Relation, u32),
    /// Jumps if two `int` relate so.
    IfInt(Relation, u32),
    /// Jumps if two references are the same, or if they are not.
    IfSame(bool, u32),
    /// Jumps if a reference is null, or if it is not.
    IfNull(bool, u32),
    /// Jumps.
    Goto(u32),
    /// Jumps and pushes where to return to: only before Java 7.
    Jsr(u32),
    /// Returns from such a jump, to the address in a variable.
    Ret(u16),
    /// Jumps by an `int`.
    Switch(Arc<Switch>),
    /// Leaves the method, with a value if there is a kind.
    Return(Option<Kind>),
    /// Reads or writes a field.
    Field(FieldAccess, Arc<FieldRef>),
    /// Calls a method.
    Invoke(InvokeKind, Arc<MethodRef>),
    /// Calls what a bootstrap method has made.
    InvokeDynamic(Arc<Dynamic>),
    /// Makes an object.
    New(Name),
    /// Makes an array of numbers or truth values.
    NewArray(Type),
    /// Makes an array of references to a class or array.
    NewReferences(Name),
    /// Makes an array of arrays, with this number of dimensions.
    NewArrays(Name, u8),
    /// The length of an array.
    ArrayLength,
    /// Throws an exception.
    Throw,
    /// Throws unless the reference has this class.
    CheckCast(Name),
    /// Does the reference have this class?
    InstanceOf(Name),
    /// Enters the monitor of an object.
    MonitorEnter,
    /// Leaves the monitor of an object.
    MonitorExit,
}

/// The kinds of values that instructions distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `int`, and what is kept as one.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// Objects, arrays and null.
    Reference,
}

/// The kinds of elements that instructions distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayKind {
    /// Of one of the kinds of values.
    Of(Kind),
    /// `byte` or `boolean`.
    Byte,
    /// `char`.
    Char,
    /// `short`.
    Short,
}

/// How values of the stack move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the Java virtual machine")]
pub enum StackMove {
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
}

/// Operations on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    And,
    Or,
    Xor,
}

/// From one kind of number to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Conversion {
    IntToLong,
    IntToFloat,
    IntToDouble,
    LongToInt,
    LongToFloat,
    LongToDouble,
    FloatToInt,
    FloatToLong,
    FloatToDouble,
    DoubleToInt,
    DoubleToLong,
    DoubleToFloat,
    IntToByte,
    IntToChar,
    IntToShort,
}

/// Comparisons with three results. Those of floating-point numbers name the result for NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Comparison {
    Long,
    FloatOrLess,
    FloatOrGreater,
    DoubleOrLess,
    DoubleOrGreater,
}

/// How two numbers relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Relation {
    Equal,
    NotEqual,
    Less,
    GreaterOrEqual,
    Greater,
    LessOrEqual,
}

impl Relation {
    /// Do these numbers relate so?
    #[must_use]
    pub fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::NotEqual => left != right,
            Relation::Less => left < right,
            Relation::GreaterOrEqual => left >= right,
            Relation::Greater => left > right,
            Relation::LessOrEqual => left <= right,
        }
    }
}

/// A jump with many targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Values with their targets, by rising value.
    pub cases: Vec<(i32, u32)>,
    /// The target of all other values.
    pub default: u32,
    /// Was it written as a table without gaps?
    pub is_table: bool,
}

/// What is done with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum FieldAccess {
    GetStatic,
    PutStatic,
    Get,
    Put,
}

/// How the method that runs is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvokeKind {
    /// By the class of the receiver.
    Virtual,
    /// As named, with a receiver: constructors, private methods and those of a superclass.
    Special,
    /// As named, without a receiver.
    Static,
    /// By the class of the receiver, from an interface.
    Interface,
}
