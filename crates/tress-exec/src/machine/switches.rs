//! Switches over types, texts and constants of enums, which bootstrap methods make from labels.

use std::sync::Arc;

use tress_classes::{Bootstrap, Constant, Dynamic, Handle, Name};

use super::{Run, Step, broken, unsupported};
use crate::program::Loaded;
use crate::state::{Hidden, Id, Object, Str, Value};

impl Run<'_> {
    /// The index of the first matching label from `start` on: -1 for null, and the number of labels if none
    /// matches.
    pub(super) fn label_of(
        &mut self,
        class: &Arc<Loaded>,
        bootstrap: &Bootstrap,
        arguments: &[Value],
    ) -> Step<Value> {
        let [subject, Value::Int(start)] = arguments else { return broken("a switch without a subject") };
        let Value::Object(subject) = subject else { return Ok(Value::Int(-1)) };
        for (index, label) in bootstrap.arguments.iter().enumerate().skip((*start).max(0) as usize) {
            if self.fits(class, *subject, label)? {
                return Ok(Value::Int(index as i32));
            }
        }
        Ok(Value::Int(bootstrap.arguments.len() as i32))
    }

    fn fits(&mut self, class: &Arc<Loaded>, subject: Id, label: &Constant) -> Step<bool> {
        match label {
            Constant::Class(wanted) => {
                let name = self.class_name(subject);
                self.context.program.is_a(&name, wanted).or_else(unsupported)
            }
            Constant::String(word) => match self.state.heap.get(subject) {
                Object::String(text) => {
                    let text = text.clone();
                    let same = self.equal_texts(&text, &Str::Known(word.clone()));
                    self.decide_value(&same)
                }
                // The constant of an enum, by its name.
                _ => Ok(self.enum_name(subject).is_some_and(|name| name == *word)),
            },
            Constant::Int(number) => match self.state.heap.get(subject) {
                Object::Instance { hidden: Hidden::Box(value), class, .. }
                    if matches!(&**class.name(), "java/lang/Integer" | "java/lang/Character") =>
                {
                    let value = value.clone();
                    let term = self.number_term(&value)?;
                    match value {
                        Value::Int(known) => Ok(known == *number),
                        _ => self.decide(term.eq(*number)),
                    }
                }
                _ => Ok(false),
            },
            Constant::Dynamic(dynamic) => {
                let Some((wanted, constant)) = described_constant(class, dynamic) else {
                    return unsupported("the label of a switch");
                };
                let name = self.class_name(subject);
                let is_one = self.context.program.is_a(&name, &wanted).or_else(unsupported)?;
                Ok(is_one && self.enum_name(subject).is_some_and(|name| name == *constant))
            }
            _ => unsupported("the label of a switch"),
        }
    }

    /// The name of the constant of an enum.
    fn enum_name(&self, id: Id) -> Option<Arc<[u16]>> {
        let Object::Instance { hidden: Hidden::Enum { name: Value::Object(name), .. }, .. } =
            self.state.heap.get(id)
        else {
            return None;
        };
        match self.state.heap.get(*name) {
            Object::String(text) => text.units().cloned(),
            _ => None,
        }
    }
}

/// The class and the name of the constant that `EnumDesc.of(ClassDesc.of(CLASS), NAME)` describes.
fn described_constant<'class>(
    class: &'class Loaded,
    dynamic: &Dynamic,
) -> Option<(Name, &'class Arc<[u16]>)> {
    let [described, Constant::String(name)] = call_of(class, dynamic, "java/lang/Enum$EnumDesc")? else {
        return None;
    };
    let Constant::Dynamic(described) = described else { return None };
    let [Constant::String(owner)] = call_of(class, described, "java/lang/constant/ClassDesc")? else {
        return None;
    };
    Some((String::from_utf16_lossy(owner).replace('.', "/").into(), name))
}

/// The arguments of a constant that the method `of` of a class makes.
fn call_of<'class>(class: &'class Loaded, dynamic: &Dynamic, owner: &str) -> Option<&'class [Constant]> {
    let bootstrap = class.class.bootstraps.get(usize::from(dynamic.bootstrap))?;
    let [Constant::Handle(Handle::Method { method, .. }), arguments @ ..] = bootstrap.arguments.as_slice()
    else {
        return None;
    };
    (&*method.class == owner && &*method.name == "of").then_some(arguments)
}
