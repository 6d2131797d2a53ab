//! Types of fields and methods.

use std::fmt;
use std::sync::Arc;

use super::constant::Name;

/// The most dimensions an array can have.
const MAX_DIMENSIONS: usize = 255;

/// The type of a field, an argument or a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// A truth value.
    Boolean,
    /// A whole number of 8 bits.
    Byte,
    /// A unit of UTF-16.
    Char,
    /// A whole number of 16 bits.
    Short,
    /// A whole number of 32 bits.
    Int,
    /// A whole number of 64 bits.
    Long,
    /// A number of 32 bits with a point.
    Float,
    /// A number of 64 bits with a point.
    Double,
    /// An object of a class, by its name with slashes.
    Object(Name),
    /// An array, by its whole descriptor: `[[I`.
    Array(Name),
}

/// The arguments and the result of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodType {
    /// The arguments, without the receiver.
    pub parameters: Arc<[Type]>,
    /// `None` for `void`.
    pub result: Option<Type>,
}

impl Type {
    /// Reads a whole descriptor.
    #[must_use]
    pub fn parse(descriptor: &str) -> Option<Type> {
        let (type_, rest) = Self::front(descriptor)?;
        rest.is_empty().then_some(type_)
    }

    /// The type at the front, and what follows it.
    fn front(text: &str) -> Option<(Type, &str)> {
        let first = *text.as_bytes().first()?;
        let simple = match first {
            b'Z' => Type::Boolean,
            b'B' => Type::Byte,
            b'C' => Type::Char,
            b'S' => Type::Short,
            b'I' => Type::Int,
            b'J' => Type::Long,
            b'F' => Type::Float,
            b'D' => Type::Double,
            b'L' => {
                let end = text.find(';').filter(|end| *end > 1)?;
                return Some((Type::Object(text[1..end].into()), &text[end + 1..]));
            }
            b'[' => {
                let dimensions = text.bytes().take_while(|byte| *byte == b'[').count();
                let inside = &text[dimensions..];
                let (_, rest) = (!inside.starts_with('[')).then(|| Self::front(inside))??;
                let whole = &text[..text.len() - rest.len()];
                return (dimensions <= MAX_DIMENSIONS).then(|| (Type::Array(whole.into()), rest));
            }
            _ => return None,
        };
        Some((simple, &text[1..]))
    }

    /// Does it take two slots on the stack and among the variables?
    #[must_use]
    pub fn is_wide(&self) -> bool {
        matches!(self, Type::Long | Type::Double)
    }

    /// Is it an object or an array?
    #[must_use]
    pub fn is_reference(&self) -> bool {
        matches!(self, Type::Object(_) | Type::Array(_))
    }
}

impl MethodType {
    /// Reads the descriptor of a method.
    #[must_use]
    pub fn parse(descriptor: &str) -> Option<MethodType> {
        let mut rest = descriptor.strip_prefix('(')?;
        let mut parameters = Vec::new();
        while !rest.starts_with(')') {
            let (parameter, after) = Type::front(rest)?;
            parameters.push(parameter);
            rest = after;
        }
        let result = match &rest[1..] {
            "V" => None,
            other => Some(Type::parse(other)?),
        };
        Some(MethodType { parameters: parameters.into(), result })
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Boolean => f.write_str("Z"),
            Type::Byte => f.write_str("B"),
            Type::Char => f.write_str("C"),
            Type::Short => f.write_str("S"),
            Type::Int => f.write_str("I"),
            Type::Long => f.write_str("J"),
            Type::Float => f.write_str("F"),
            Type::Double => f.write_str("D"),
            Type::Object(name) => write!(f, "L{name};"),
            Type::Array(descriptor) => f.write_str(descriptor),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_read() {
        let read = MethodType::parse("(I[[JLjava/lang/String;Z)[C").expect("it is right");
        let parameters =
            [Type::Int, Type::Array("[[J".into()), Type::Object("java/lang/String".into()), Type::Boolean];
        assert_eq!(*read.parameters, parameters);
        assert_eq!(read.result, Some(Type::Array("[C".into())));
        assert_eq!(MethodType::parse("()V").map(|read| read.result), Some(None));
    }

    #[test]
    fn wrong_descriptors_are_refused() {
        for wrong in ["", "(", "()", "(V)V", "()VV", "I", "(L;)V", "(Lx)V", "([)V", "()[V", "(é)V"] {
            assert_eq!(MethodType::parse(wrong), None, "{wrong}");
        }
        let deep = |count: usize| format!("{}I", "[".repeat(count));
        assert!(Type::parse(&deep(255)).is_some());
        assert!(Type::parse(&deep(256)).is_none());
    }
}
