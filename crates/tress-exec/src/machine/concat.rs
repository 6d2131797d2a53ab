//! Concatenation by recipe.

use tress_classes::{Bootstrap, Constant, Type};

use super::{Run, Step, broken, unsupported};
use crate::state::{Str, Value};

/// Marks the next argument in a recipe.
const ARGUMENT: u16 = 1;
/// Marks the next constant in a recipe.
const CONSTANT: u16 = 2;

impl Run<'_> {
    pub(super) fn concatenate(
        &mut self,
        bootstrap: &Bootstrap,
        types: &[Type],
        arguments: &[Value],
    ) -> Step<Value> {
        let Some(Constant::String(recipe)) = bootstrap.arguments.first() else {
            return broken("a concatenation without a recipe");
        };
        let mut constants = bootstrap.arguments[1..].iter();
        let mut arguments = arguments.iter().zip(types);
        let mut parts = Vec::new();
        let mut plain = Vec::new();
        for unit in recipe.iter() {
            let part = match *unit {
                ARGUMENT => match arguments.next() {
                    Some((value, type_)) => self.text_of(value, type_)?,
                    None => return broken("a recipe for more arguments"),
                },
                CONSTANT => match constants.next() {
                    Some(Constant::String(text)) => Str::Known(text.clone()),
                    Some(Constant::Int(value)) => Str::known(&value.to_string()),
                    _ => return unsupported("a constant of a concatenation"),
                },
                unit => {
                    plain.push(unit);
                    continue;
                }
            };
            parts.push(Str::Known(std::mem::take(&mut plain).into()));
            parts.push(part);
        }
        parts.push(Str::Known(plain.into()));
        let whole = self.joined(&parts)?;
        Ok(self.string(whole))
    }
}
