//! One instruction with its operands; targets are still bytes of the code.

use std::sync::Arc;

use crate::bytes::Bytes;
use crate::error::ClassError;
use crate::model::{
    Arithmetic, ArrayKind, Comparison, Constant, Conversion, FieldAccess, Instruction, InvokeKind, Kind,
    Relation, StackMove, Switch, Type,
};
use crate::pool::Pool;

/// The kinds in the order of their opcodes.
const KINDS: [Kind; 5] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double, Kind::Reference];

/// The kinds of elements in the order of their opcodes.
const ARRAYS: [ArrayKind; 8] = [
    ArrayKind::Of(Kind::Int),
    ArrayKind::Of(Kind::Long),
    ArrayKind::Of(Kind::Float),
    ArrayKind::Of(Kind::Double),
    ArrayKind::Of(Kind::Reference),
    ArrayKind::Byte,
    ArrayKind::Char,
    ArrayKind::Short,
];

const MOVES: [StackMove; 9] = [
    StackMove::Pop,
    StackMove::Pop2,
    StackMove::Dup,
    StackMove::DupX1,
    StackMove::DupX2,
    StackMove::Dup2,
    StackMove::Dup2X1,
    StackMove::Dup2X2,
    StackMove::Swap,
];

/// The operations that all numbers have.
const NUMERIC: [Arithmetic; 5] =
    [Arithmetic::Add, Arithmetic::Subtract, Arithmetic::Multiply, Arithmetic::Divide, Arithmetic::Remainder];

/// The operations that whole numbers have.
const BITS: [Arithmetic; 6] = [
    Arithmetic::ShiftLeft,
    Arithmetic::ShiftRight,
    Arithmetic::ShiftRightUnsigned,
    Arithmetic::And,
    Arithmetic::Or,
    Arithmetic::Xor,
];

const CONVERSIONS: [Conversion; 15] = [
    Conversion::IntToLong,
    Conversion::IntToFloat,
    Conversion::IntToDouble,
    Conversion::LongToInt,
    Conversion::LongToFloat,
    Conversion::LongToDouble,
    Conversion::FloatToInt,
    Conversion::FloatToLong,
    Conversion::FloatToDouble,
    Conversion::DoubleToInt,
    Conversion::DoubleToLong,
    Conversion::DoubleToFloat,
    Conversion::IntToByte,
    Conversion::IntToChar,
    Conversion::IntToShort,
];

const COMPARISONS: [Comparison; 5] = [
    Comparison::Long,
    Comparison::FloatOrLess,
    Comparison::FloatOrGreater,
    Comparison::DoubleOrLess,
    Comparison::DoubleOrGreater,
];

const RELATIONS: [Relation; 6] = [
    Relation::Equal,
    Relation::NotEqual,
    Relation::Less,
    Relation::GreaterOrEqual,
    Relation::Greater,
    Relation::LessOrEqual,
];

const ACCESSES: [FieldAccess; 4] =
    [FieldAccess::GetStatic, FieldAccess::PutStatic, FieldAccess::Get, FieldAccess::Put];

/// The next instruction.
pub(super) fn instruction(pool: &mut Pool<'_>, code: &mut Bytes<'_>) -> Result<Instruction, ClassError> {
    let (position, start) = (code.position(), code.offset());
    let opcode = code.u8()?;
    Ok(match opcode {
        0x00 => Instruction::Nop,
        0x01..=0x14 => Instruction::Push(constant(pool, code, opcode)?),
        0x15..=0x19 => Instruction::Load(kind(opcode - 0x15), code.u8()?.into()),
        0x1a..=0x2d => Instruction::Load(kind((opcode - 0x1a) / 4), u16::from((opcode - 0x1a) % 4)),
        0x2e..=0x35 => Instruction::ArrayLoad(ARRAYS[usize::from(opcode - 0x2e)]),
        0x36..=0x3a => Instruction::Store(kind(opcode - 0x36), code.u8()?.into()),
        0x3b..=0x4e => Instruction::Store(kind((opcode - 0x3b) / 4), u16::from((opcode - 0x3b) % 4)),
        0x4f..=0x56 => Instruction::ArrayStore(ARRAYS[usize::from(opcode - 0x4f)]),
        0x57..=0x5f => Instruction::Stack(MOVES[usize::from(opcode - 0x57)]),
        0x60..=0x73 => {
            let operation = NUMERIC[usize::from((opcode - 0x60) / 4)];
            Instruction::Arithmetic(kind((opcode - 0x60) % 4), operation)
        }
        0x74..=0x77 => Instruction::Negate(kind(opcode - 0x74)),
        0x78..=0x83 => {
            let operation = BITS[usize::from((opcode - 0x78) / 2)];
            Instruction::Arithmetic(kind((opcode - 0x78) % 2), operation)
        }
        0x84 => Instruction::Increment(code.u8()?.into(), code.i8()?.into()),
        0x85..=0x93 => Instruction::Convert(CONVERSIONS[usize::from(opcode - 0x85)]),
        0x94..=0x98 => Instruction::Compare(COMPARISONS[usize::from(opcode - 0x94)]),
        0x99..=0x9e => Instruction::IfZero(relation(opcode - 0x99), short_target(code, start)?),
        0x9f..=0xa4 => Instruction::IfInt(relation(opcode - 0x9f), short_target(code, start)?),
        0xa5 | 0xa6 => Instruction::IfSame(opcode == 0xa5, short_target(code, start)?),
        0xa7 => Instruction::Goto(short_target(code, start)?),
        0xa8 => Instruction::Jsr(short_target(code, start)?),
        0xa9 => Instruction::Ret(code.u8()?.into()),
        0xaa => table_switch(code, start)?,
        0xab => lookup_switch(code, start)?,
        0xac..=0xb0 => Instruction::Return(Some(kind(opcode - 0xac))),
        0xb1 => Instruction::Return(None),
        0xb2..=0xb5 => {
            Instruction::Field(ACCESSES[usize::from(opcode - 0xb2)], pool.field_ref(code.u16()?, position)?)
        }
        0xb6..=0xba => invoke(pool, code, opcode, position)?,
        0xbb => Instruction::New(pool.class_name(code.u16()?, position)?),
        0xbc => Instruction::NewArray(element(code.u8()?, position)?),
        0xbd => Instruction::NewReferences(pool.class_name(code.u16()?, position)?),
        0xbe => Instruction::ArrayLength,
        0xbf => Instruction::Throw,
        0xc0 => Instruction::CheckCast(pool.class_name(code.u16()?, position)?),
        0xc1 => Instruction::InstanceOf(pool.class_name(code.u16()?, position)?),
        0xc2 => Instruction::MonitorEnter,
        0xc3 => Instruction::MonitorExit,
        0xc4 => wide(code, position)?,
        0xc5 => arrays(pool, code, position)?,
        0xc6 | 0xc7 => Instruction::IfNull(opcode == 0xc6, short_target(code, start)?),
        0xc8 => Instruction::Goto(long_target(code, start)?),
        0xc9 => Instruction::Jsr(long_target(code, start)?),
        _ => return Err(ClassError::new(position, format!("{opcode:#04x} is no instruction"))),
    })
}

fn kind(number: u8) -> Kind {
    KINDS[usize::from(number)]
}

fn relation(number: u8) -> Relation {
    RELATIONS[usize::from(number)]
}

/// The constant that an opcode from 0x01 to 0x14 pushes.
fn constant(pool: &mut Pool<'_>, code: &mut Bytes<'_>, opcode: u8) -> Result<Constant, ClassError> {
    let position = code.position();
    Ok(match opcode {
        0x01 => Constant::Null,
        0x02..=0x08 => Constant::Int(i32::from(opcode) - 3),
        0x09 | 0x0a => Constant::Long(i64::from(opcode) - 9),
        0x0b..=0x0d => Constant::Float(f32::from(opcode - 0x0b)),
        0x0e | 0x0f => Constant::Double(f64::from(opcode - 0x0e)),
        0x10 => Constant::Int(code.i8()?.into()),
        0x11 => Constant::Int(code.i16()?.into()),
        0x12 => pool.constant(code.u8()?.into(), position)?,
        _ => pool.constant(code.u16()?, position)?,
    })
}

/// A target as a byte of the code.
fn target(code: &Bytes<'_>, start: usize, distance: i64) -> Result<u32, ClassError> {
    let start_of_code = i64::try_from(start).unwrap_or(i64::MAX);
    u32::try_from(start_of_code.saturating_add(distance))
        .map_err(|_| ClassError::new(code.position(), format!("a jump of {distance} bytes leaves the code")))
}

fn short_target(code: &mut Bytes<'_>, start: usize) -> Result<u32, ClassError> {
    let distance = code.i16()?;
    target(code, start, distance.into())
}

fn long_target(code: &mut Bytes<'_>, start: usize) -> Result<u32, ClassError> {
    let distance = code.i32()?;
    target(code, start, distance.into())
}

/// Skips to the next multiple of four.
fn align(code: &mut Bytes<'_>) -> Result<(), ClassError> {
    let padding = code.offset().next_multiple_of(4) - code.offset();
    code.take(padding).map(|_| ())
}

fn table_switch(code: &mut Bytes<'_>, start: usize) -> Result<Instruction, ClassError> {
    align(code)?;
    let default = long_target(code, start)?;
    let (low, high) = (code.i32()?, code.i32()?);
    if low > high {
        return Err(ClassError::new(code.position(), format!("a switch from {low} to {high}")));
    }
    let mut cases = Vec::new();
    for value in low..=high {
        cases.push((value, long_target(code, start)?));
    }
    Ok(Instruction::Switch(Arc::new(Switch { cases, default, is_table: true })))
}

fn lookup_switch(code: &mut Bytes<'_>, start: usize) -> Result<Instruction, ClassError> {
    align(code)?;
    let default = long_target(code, start)?;
    let count = code.i32()?;
    if count < 0 {
        return Err(ClassError::new(code.position(), format!("a switch of {count} cases")));
    }
    let mut cases: Vec<(i32, u32)> = Vec::new();
    for _ in 0..count {
        let value = code.i32()?;
        if cases.last().is_some_and(|(before, _)| *before >= value) {
            return Err(ClassError::new(code.position(), "the cases of a switch do not rise"));
        }
        cases.push((value, long_target(code, start)?));
    }
    Ok(Instruction::Switch(Arc::new(Switch { cases, default, is_table: false })))
}

fn invoke(
    pool: &mut Pool<'_>,
    code: &mut Bytes<'_>,
    opcode: u8,
    position: usize,
) -> Result<Instruction, ClassError> {
    let index = code.u16()?;
    let kind = match opcode {
        0xb6 => InvokeKind::Virtual,
        0xb7 => InvokeKind::Special,
        0xb8 => InvokeKind::Static,
        _ => {
            // Two redundant bytes follow.
            code.u16()?;
            if opcode == 0xba {
                return Ok(Instruction::InvokeDynamic(pool.call_site(index, position)?));
            }
            InvokeKind::Interface
        }
    };
    Ok(Instruction::Invoke(kind, pool.method_ref(index, position)?))
}

/// The elements of an array that `newarray` makes.
fn element(code: u8, position: usize) -> Result<Type, ClassError> {
    Ok(match code {
        4 => Type::Boolean,
        5 => Type::Char,
        6 => Type::Float,
        7 => Type::Double,
        8 => Type::Byte,
        9 => Type::Short,
        10 => Type::Int,
        11 => Type::Long,
        _ => return Err(ClassError::new(position, format!("there are no arrays of kind {code}"))),
    })
}

/// An array of arrays: its descriptor has at least as many dimensions as are made.
fn arrays(pool: &mut Pool<'_>, code: &mut Bytes<'_>, position: usize) -> Result<Instruction, ClassError> {
    let (class, dimensions) = (pool.class_name(code.u16()?, position)?, code.u8()?);
    let possible = class.bytes().take_while(|byte| *byte == b'[').count();
    if dimensions == 0 || usize::from(dimensions) > possible || Type::parse(&class).is_none() {
        return Err(ClassError::new(position, format!("{class} has not {dimensions} dimensions")));
    }
    Ok(Instruction::NewArrays(class, dimensions))
}

fn wide(code: &mut Bytes<'_>, position: usize) -> Result<Instruction, ClassError> {
    let opcode = code.u8()?;
    let variable = code.u16()?;
    Ok(match opcode {
        0x15..=0x19 => Instruction::Load(kind(opcode - 0x15), variable),
        0x36..=0x3a => Instruction::Store(kind(opcode - 0x36), variable),
        0x84 => Instruction::Increment(variable, code.i16()?),
        0xa9 => Instruction::Ret(variable),
        _ => return Err(ClassError::new(position, format!("{opcode:#04x} has no wide form"))),
    })
}
