//! A class file from its first byte to its last.

use std::sync::Arc;

use crate::bytes::Bytes;
use crate::error::ClassError;
use crate::model::{Access, Bootstrap, Class, Version};
use crate::pool::Pool;

use super::members::{self, attributes};

/// What every class file begins with.
const MAGIC: u32 = 0xcafe_babe;

/// The versions that are read: Java 1.1 to 25.
const MAJORS: std::ops::RangeInclusive<u16> = 45..=69;

pub(super) fn read(data: &[u8]) -> Result<Class, ClassError> {
    let bytes = &mut Bytes::new(data, 0);
    let version = version(bytes)?;
    let pool = &mut Pool::read(bytes)?;
    let access = Access(bytes.u16()?);
    let position = bytes.position();
    let name = pool.class_name(bytes.u16()?, position)?;
    let superclass = match bytes.u16()? {
        0 => None,
        index => Some(pool.class_name(index, position)?),
    };
    let mut interfaces = Vec::new();
    for _ in 0..bytes.u16()? {
        interfaces.push(pool.class_name(bytes.u16()?, position)?);
    }
    let mut fields = Vec::new();
    for _ in 0..bytes.u16()? {
        fields.push(members::field(pool, bytes)?);
    }
    let mut methods = Vec::new();
    for _ in 0..bytes.u16()? {
        methods.push(Arc::new(members::method(pool, bytes)?));
    }
    let (mut bootstraps, mut source_file) = (Vec::new(), None);
    attributes(pool, bytes, |pool, name, mut content| {
        match name {
            b"BootstrapMethods" => bootstraps = read_bootstraps(pool, &mut content)?,
            b"SourceFile" => source_file = Some(pool.name(content.u16()?, content.position())?),
            _ => {}
        }
        Ok(())
    })?;
    if bytes.left() > 0 {
        return Err(ClassError::new(bytes.position(), format!("{} bytes follow the class", bytes.left())));
    }
    Ok(Class { version, access, name, superclass, interfaces, fields, methods, bootstraps, source_file })
}

fn version(bytes: &mut Bytes<'_>) -> Result<Version, ClassError> {
    let found = bytes.u32()?;
    if found != MAGIC {
        return Err(ClassError::new(0, format!("a class file begins with {MAGIC:x}, not with {found:08x}")));
    }
    let position = bytes.position();
    let (minor, major) = (bytes.u16()?, bytes.u16()?);
    if !MAJORS.contains(&major) {
        let known = format!("{} to {}", MAJORS.start(), MAJORS.end());
        return Err(ClassError::new(position, format!("version {major} is not one of {known}")));
    }
    Ok(Version { major, minor })
}

fn read_bootstraps(pool: &mut Pool<'_>, bytes: &mut Bytes<'_>) -> Result<Vec<Bootstrap>, ClassError> {
    let mut bootstraps = Vec::new();
    for _ in 0..bytes.u16()? {
        let position = bytes.position();
        let method = pool.handle(bytes.u16()?, position)?;
        let mut arguments = Vec::new();
        for _ in 0..bytes.u16()? {
            arguments.push(pool.constant(bytes.u16()?, position)?);
        }
        bootstraps.push(Bootstrap { method, arguments });
    }
    Ok(bootstraps)
}
