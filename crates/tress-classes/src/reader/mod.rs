//! From the bytes of a class file to a [`Class`].

mod class;
mod members;

use crate::error::ClassError;
use crate::model::Class;

/// Reads a class file of Java 1.1 to 25.
///
/// # Errors
/// What is wrong with the file, and at which byte.
pub fn read_class(bytes: &[u8]) -> Result<Class, ClassError> {
    class::read(bytes)
}
