//! The method that is explored.

use std::fmt;
use std::sync::Arc;

use tress_classes::{Method, Type};

use super::ExecError;
use super::names::{self, java_name};
use super::stand_ins::has_stand_ins;
use crate::machine::{boxed_type, new_object};
use crate::program::{Loaded, Program};
use crate::report::Signature;
use crate::state::{Frame, OnReturn, State, Value, Waiting};

/// A method with code, and how its receiver is made if it has one.
pub(super) struct Target {
    class: Arc<Loaded>,
    method: Arc<Method>,
    constructor: Option<Arc<Method>>,
    /// Those of the constructor, then those of the method.
    parameters: Vec<Type>,
}

impl Target {
    /// Finds a method by what people write.
    pub(super) fn find(program: &Program, text: &str) -> Result<Target, ExecError> {
        let (class, method) = names::find(program, text)?;
        let constructor = match method.access.is_static() {
            true => None,
            false => Some(constructor(&class, &method)?),
        };
        let made_with = constructor.as_ref().map_or(&[][..], |one| &one.type_.parameters);
        let parameters = made_with.iter().chain(method.type_.parameters.iter()).cloned().collect();
        Ok(Target { class, method, constructor, parameters })
    }

    /// How many of the parameters are those of the constructor.
    fn made_with(&self) -> usize {
        self.constructor.as_ref().map_or(0, |constructor| constructor.type_.parameters.len())
    }

    /// What tests must know to call the method.
    pub(super) fn signature(&self) -> Signature {
        Signature {
            class: self.class.name().replace('/', "."),
            method: self.method.name.to_string(),
            parameters: self.parameters().iter().map(java_name).collect(),
            made_with: self.made_with(),
            exceptions: self.exceptions(),
            is_static: self.constructor.is_none(),
            is_private: std::iter::once(&self.method)
                .chain(&self.constructor)
                .any(|one| one.access.is_private()),
        }
    }

    /// What a call may throw that Java wants to be declared: that of the method and of the constructor.
    fn exceptions(&self) -> Vec<String> {
        let methods = std::iter::once(&self.method).chain(&self.constructor);
        let mut names: Vec<String> =
            methods.flat_map(|method| &method.exceptions).map(|name| name.replace(['/', '$'], ".")).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The name of a parameter. If a parameter of the constructor has the same name as one of the method, it
    /// is qualified by the class.
    pub(super) fn parameter_name(&self, number: usize) -> String {
        let own = |number: usize| names::parameter_name(&self.method, number);
        let Some(constructor) = self.constructor.as_ref().filter(|_| number < self.made_with()) else {
            return own(number - self.made_with());
        };
        let name = names::parameter_name(constructor, number);
        match (0..self.method.type_.parameters.len()).any(|other| own(other) == name) {
            true => format!("{}.{name}", self.class.name().rsplit(['/', '$']).next().unwrap_or_default()),
            false => name,
        }
    }

    pub(super) fn parameters(&self) -> &[Type] {
        &self.parameters
    }

    pub(super) fn result(&self) -> Option<&Type> {
        self.method.type_.result.as_ref()
    }

    /// A path at the beginning of the method; the static initialisers of its class run first.
    pub(super) fn begin(&self, state: &mut State, mut made_with: Vec<Value>) -> Result<(), ExecError> {
        let arguments = made_with.split_off(self.made_with().min(made_with.len()));
        let receiver = self.constructor.as_ref().map(|_| new_object(state, &self.class));
        let frame = self.frame(&self.method, receiver.iter().cloned().chain(arguments), OnReturn::Push)?;
        state.frames.push(Arc::new(frame));
        if let Some(constructor) = &self.constructor {
            let frame = self.frame(constructor, receiver.into_iter().chain(made_with), OnReturn::Begun)?;
            state.frames.push(Arc::new(frame));
        }
        Ok(())
    }

    fn frame(
        &self,
        method: &Arc<Method>,
        arguments: impl Iterator<Item = Value>,
        on_return: OnReturn,
    ) -> Result<Frame, ExecError> {
        let code = method.code.as_ref().ok_or_else(|| ExecError::new("a method without code"))?;
        let mut locals = Vec::new();
        for argument in arguments {
            let is_wide = argument.is_wide();
            locals.push(argument);
            locals.extend(is_wide.then_some(Value::Null));
        }
        let size = usize::from(code.max_locals);
        if locals.len() > size {
            return Err(ExecError::new(format!("{self} has fewer variables than parameters")));
        }
        locals.resize(size, Value::Null);
        let (class, method) = (self.class.clone(), method.clone());
        let (came_back, is_settled, scans) = (false, false, crate::loops::scans(code).into());
        let (stack, waiting) = (Vec::new(), Waiting::default());
        Ok(Frame { class, method, at: 0, came_back, is_settled, scans, stack, locals, on_return, waiting })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&names::declared(Some(&self.class.name().replace(['/', '$'], ".")), &self.method))
    }
}

/// The constructor that makes an object for a method: the one with the fewest parameters, all of which can be
/// unknown.
fn constructor(class: &Loaded, method: &Method) -> Result<Arc<Method>, ExecError> {
    let name = class.name().replace(['/', '$'], ".");
    let wrong = |why: &str| ExecError::new(format!("{} needs an object, and {name} {why}", method.name));
    if class.class.access.is_abstract() {
        return Err(wrong("is abstract"));
    }
    let is_usable = |method: &&Arc<Method>| {
        let access = method.access;
        &*method.name == "<init>" && method.code.is_some() && !access.is_synthetic()
    };
    let all: Vec<&Arc<Method>> = class.class.methods.iter().filter(is_usable).collect();
    let without = |method: &&&Arc<Method>| method.type_.parameters.is_empty();
    if let Some(one) = all.iter().find(without) {
        return Ok(Arc::clone(one));
    }
    let fewest = |can_be: fn(&Type) -> bool| {
        let fits = |method: &&&Arc<Method>| {
            !method.access.is_private() && method.type_.parameters.iter().all(can_be)
        };
        all.iter().filter(fits).min_by_key(|method| method.type_.parameters.len())
    };
    // One whose arguments can be anything is better than one of which a few are tried.
    fewest(can_be_unknown)
        .or_else(|| fewest(|type_| can_be_unknown(type_) || has_stand_ins(type_)))
        .map(|one| Arc::clone(one))
        .ok_or_else(|| wrong("has no constructor whose parameters can be unknown"))
}

/// Can a value of this type be unknown?
fn can_be_unknown(type_: &Type) -> bool {
    match type_ {
        Type::Float | Type::Double => false,
        Type::Object(class) => {
            let boxed = boxed_type(class).is_some_and(|inside| can_be_unknown(&inside));
            boxed || matches!(&**class, "java/lang/String" | "java/lang/CharSequence")
        }
        Type::Array(descriptor) => Type::parse(&descriptor[1..])
            .is_some_and(|one| !matches!(one, Type::Array(_)) && can_be_unknown(&one)),
        _ => true,
    }
}
