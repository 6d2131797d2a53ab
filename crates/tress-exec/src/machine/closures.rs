//! Call sites that bootstrap methods make: concatenation, lambdas, methods of records.

use std::sync::Arc;

use tress_classes::{Bootstrap, Constant, Dynamic, Handle, InvokeKind, MethodType, Name, Type};

use super::boxes::{box_class, boxed, unboxed};
use super::{Run, Step, broken, unsupported};
use crate::program::Loaded;
use crate::state::{Closure, Object, OnReturn, Value};

/// Additional interfaces of a lambda that was created with flags: 1 for a serializable one, 2 for a list of
/// interfaces.
fn markers(arguments: &[Constant]) -> Vec<Name> {
    let [_, Constant::Int(flags), rest @ ..] = arguments else { return Vec::new() };
    let mut markers: Vec<Name> = Vec::new();
    if flags & 1 != 0 {
        markers.push("java/io/Serializable".into());
    }
    if let (2, [Constant::Int(count), listed @ ..]) = (flags & 2, rest) {
        let count = usize::try_from(*count).unwrap_or(0);
        markers.extend(listed.iter().take(count).filter_map(|marker| match marker {
            Constant::Class(name) => Some(name.clone()),
            _ => None,
        }));
    }
    markers
}

impl Run<'_> {
    pub(super) fn invoke_dynamic(&mut self, class: &Arc<Loaded>, dynamic: &Dynamic) -> Step {
        let Some(bootstrap) = class.class.bootstraps.get(usize::from(dynamic.bootstrap)) else {
            return broken("there is no such bootstrap method");
        };
        let (Handle::Method { method, .. }, Some(type_)) = (&bootstrap.method, &dynamic.type_) else {
            return broken("a call site without a method");
        };
        let mut arguments = Vec::new();
        for _ in 0..type_.parameters.len() {
            arguments.push(self.pop()?);
        }
        arguments.reverse();
        let result = match (&*method.class, &*method.name) {
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants") => {
                self.concatenate(bootstrap, &type_.parameters, &arguments)?
            }
            ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => {
                self.make_closure(dynamic, bootstrap, arguments)?
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => {
                self.record_method(&dynamic.name, bootstrap, &arguments)?
            }
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch" | "enumSwitch") => {
                self.label_of(class, bootstrap, &arguments)?
            }
            _ => return unsupported(format!("call sites of {method}")),
        };
        self.push(result);
        self.advance();
        Ok(())
    }

    fn make_closure(
        &mut self,
        dynamic: &Dynamic,
        bootstrap: &Bootstrap,
        captured: Vec<Value>,
    ) -> Step<Value> {
        let (Some(Type::Object(interface)), [Constant::MethodType(erased), Constant::Handle(target), ..]) =
            (dynamic.type_.as_ref().and_then(|type_| type_.result.clone()), bootstrap.arguments.as_slice())
        else {
            return broken("a lambda without a method");
        };
        let Some(type_) = MethodType::parse(erased) else { return broken("a lambda without a type") };
        let (method, target) = (dynamic.name.clone(), target.clone());
        let markers = markers(&bootstrap.arguments[2..]);
        let closure = Closure { interface, markers, method, type_, target, captured };
        Ok(Value::Object(self.state.heap.add(Object::Closure(Arc::new(closure)))))
    }

    /// Calls the method of a closure.
    pub(super) fn call_closure(&mut self, closure: &Closure, arguments: &[Value]) -> Step {
        let Handle::Method { kind, method } = &closure.target else {
            return unsupported("a closure that reads a field");
        };
        let mut given: Vec<Value> = closure.captured.iter().chain(arguments).cloned().collect();
        let is_new = *kind == 8;
        // What was captured has the types of the method already.
        let first = closure.captured.len();
        let receivers = usize::from(!matches!(kind, 6 | 8));
        for (index, from) in closure.type_.parameters.iter().enumerate() {
            let Some(index) = (first + index).checked_sub(receivers) else { continue };
            let Some(wanted) = method.type_.parameters.get(index) else {
                return broken("too many arguments");
            };
            let value = given[index + receivers].clone();
            given[index + receivers] = self.converted_value(value, from, wanted)?;
        }
        let invoke = match kind {
            5 => InvokeKind::Virtual,
            6 => InvokeKind::Static,
            9 => InvokeKind::Interface,
            _ => InvokeKind::Special,
        };
        let mut on_return = OnReturn::Convert(method.type_.result.clone(), closure.type_.result.clone());
        if is_new {
            let class = self.load(&method.class)?;
            self.require(&class)?;
            let made = self.instance(&class);
            given.insert(0, made.clone());
            on_return = OnReturn::Instead(made);
        }
        self.call(invoke, method, given, on_return)
    }

    /// A result as a caller expects it: boxed, taken out of its box, or left out.
    pub(super) fn converted(
        &mut self,
        value: Option<Value>,
        from: Option<&Type>,
        wanted: Option<&Type>,
    ) -> Step<Option<Value>> {
        match (value, from, wanted) {
            (Some(value), Some(from), Some(wanted)) => self.converted_value(value, from, wanted).map(Some),
            (_, _, None) => Ok(None),
            _ => broken("a closure without a result"),
        }
    }

    fn converted_value(&mut self, value: Value, from: &Type, wanted: &Type) -> Step<Value> {
        match (from.is_reference(), wanted.is_reference()) {
            (true, false) => {
                let value = unboxed(self, &value)?;
                match value.is_wide() == wanted.is_wide() {
                    true => Ok(value),
                    false => unsupported("a closure that widens a number"),
                }
            }
            (false, true) => match box_class(from) {
                Some(class) => boxed(self, &value, class),
                None => unsupported("the box of a number with a point"),
            },
            (false, false) if from != wanted && from.is_wide() != wanted.is_wide() => {
                unsupported("a closure that widens a number")
            }
            _ => Ok(value),
        }
    }
}
