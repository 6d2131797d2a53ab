//! Fields, methods and code.

use crate::bytes::Bytes;
use crate::decode::{Decoded, decode};
use crate::error::ClassError;
use crate::model::{Access, Code, Field, Handler, Method, MethodType, Name, Type};
use crate::pool::Pool;

/// The most bytes that the code of a method may have.
const MAX_CODE: u32 = 65_535;

/// Hands every attribute to `use_it`, with its name.
pub(super) fn attributes<'file>(
    pool: &mut Pool<'file>,
    bytes: &mut Bytes<'file>,
    mut use_it: impl FnMut(&mut Pool<'file>, &[u8], Bytes<'file>) -> Result<(), ClassError>,
) -> Result<(), ClassError> {
    for _ in 0..bytes.u16()? {
        let position = bytes.position();
        let name = pool.bytes(bytes.u16()?, position)?;
        let length = bytes.u32()?;
        let content = bytes.part(usize::try_from(length).unwrap_or(usize::MAX))?;
        use_it(pool, name, content)?;
    }
    Ok(())
}

pub(super) fn field<'file>(pool: &mut Pool<'file>, bytes: &mut Bytes<'file>) -> Result<Field, ClassError> {
    let position = bytes.position();
    let access = Access(bytes.u16()?);
    let name = pool.name(bytes.u16()?, position)?;
    let descriptor = pool.name(bytes.u16()?, position)?;
    let type_ = pool.field_type(&descriptor, position)?;
    let mut constant = None;
    attributes(pool, bytes, |pool, name, mut content| {
        if name == b"ConstantValue" {
            let position = content.position();
            constant = Some(pool.constant(content.u16()?, position)?);
        }
        Ok(())
    })?;
    Ok(Field { access, name, descriptor, type_, constant })
}

pub(super) fn method<'file>(pool: &mut Pool<'file>, bytes: &mut Bytes<'file>) -> Result<Method, ClassError> {
    let position = bytes.position();
    let access = Access(bytes.u16()?);
    let name = pool.name(bytes.u16()?, position)?;
    let descriptor = pool.name(bytes.u16()?, position)?;
    let type_ = pool.method_type(&descriptor, position)?;
    let (mut found, mut exceptions) = (None, Vec::new());
    let (mut variables, mut declared) = (Vec::new(), Vec::new());
    attributes(pool, bytes, |pool, name, mut content| {
        match name {
            b"Code" => found = Some(code(pool, &mut content, &mut variables)?),
            b"MethodParameters" => {
                for _ in 0..content.u8()? {
                    let position = content.position();
                    let (name, _flags) = (content.u16()?, content.u16()?);
                    declared.push(if name == 0 { None } else { Some(pool.name(name, position)?) });
                }
            }
            b"Exceptions" => {
                for _ in 0..content.u16()? {
                    let position = content.position();
                    exceptions.push(pool.class_name(content.u16()?, position)?);
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    let is_without = access.is_abstract() || access.is_native();
    if is_without == found.is_some() {
        let what = if is_without { "has code, but is abstract or native" } else { "has no code" };
        return Err(ClassError::new(position, format!("the method {name}{descriptor} {what}")));
    }
    let parameter_names = parameter_names(&type_, access.is_static(), &variables, declared);
    Ok(Method { access, name, descriptor, type_, exceptions, parameter_names, code: found })
}

/// The names of parameters: from the attribute of the method, or those of the variables that hold them at the
/// beginning.
fn parameter_names(
    type_: &MethodType,
    is_static: bool,
    variables: &[(u16, Name)],
    declared: Vec<Option<Name>>,
) -> Vec<Option<Name>> {
    if declared.len() == type_.parameters.len() && declared.iter().all(Option::is_some) {
        return declared;
    }
    let mut slot = u16::from(!is_static);
    let name = |parameter: &Type| {
        let found = variables.iter().find(|(variable, _)| *variable == slot);
        slot = slot.saturating_add(if parameter.is_wide() { 2 } else { 1 });
        found.map(|(_, name)| name.clone())
    };
    type_.parameters.iter().map(name).collect()
}

fn code<'file>(
    pool: &mut Pool<'file>,
    bytes: &mut Bytes<'file>,
    variables: &mut Vec<(u16, Name)>,
) -> Result<Code, ClassError> {
    let (max_stack, max_locals) = (bytes.u16()?, bytes.u16()?);
    let position = bytes.position();
    let length = bytes.u32()?;
    if length == 0 || length > MAX_CODE {
        return Err(ClassError::new(position, format!("code of {length} bytes")));
    }
    let decoded = decode(pool, bytes.part(length as usize)?)?;
    let handlers = handlers(pool, bytes, &decoded)?;
    let mut lines = Vec::new();
    attributes(pool, bytes, |pool, name, mut content| match name {
        b"LineNumberTable" => read_lines(&mut content, &decoded, &mut lines),
        b"LocalVariableTable" => first_variables(pool, &mut content, variables),
        _ => Ok(()),
    })?;
    lines.sort_by_key(|(first, _)| *first);
    let Decoded { instructions, offsets, .. } = decoded;
    Ok(Code { max_stack, max_locals, instructions, offsets, handlers, lines })
}

fn handlers(
    pool: &mut Pool<'_>,
    bytes: &mut Bytes<'_>,
    decoded: &Decoded,
) -> Result<Vec<Handler>, ClassError> {
    let mut handlers = Vec::new();
    for _ in 0..bytes.u16()? {
        let position = bytes.position();
        let mut instruction = |or_end: bool| {
            let offset = bytes.u16()?;
            let wrong =
                || ClassError::new(position, format!("there is no instruction at byte {offset} of the code"));
            decoded.at(offset.into(), or_end).ok_or_else(wrong)
        };
        let (start, end, target) = (instruction(false)?, instruction(true)?, instruction(false)?);
        let class = match bytes.u16()? {
            0 => None,
            index => Some(pool.class_name(index, position)?),
        };
        handlers.push(Handler { start, end, target, class });
    }
    Ok(handlers)
}

/// The variables that hold something when the method begins, by number.
fn first_variables(
    pool: &mut Pool<'_>,
    bytes: &mut Bytes<'_>,
    variables: &mut Vec<(u16, Name)>,
) -> Result<(), ClassError> {
    for _ in 0..bytes.u16()? {
        let position = bytes.position();
        let (start, _length) = (bytes.u16()?, bytes.u16()?);
        let (name, _descriptor, number) = (bytes.u16()?, bytes.u16()?, bytes.u16()?);
        // Names are for people: those that cannot be read are left out.
        if start == 0
            && let Ok(name) = pool.name(name, position)
        {
            variables.push((number, name));
        }
    }
    Ok(())
}

fn read_lines(
    bytes: &mut Bytes<'_>,
    decoded: &Decoded,
    lines: &mut Vec<(u32, u16)>,
) -> Result<(), ClassError> {
    for _ in 0..bytes.u16()? {
        let (offset, line) = (bytes.u16()?, bytes.u16()?);
        // A table that points elsewhere is of no use, but the code is what it is.
        lines.extend(decoded.at(offset.into(), false).map(|first| (first, line)));
    }
    Ok(())
}
