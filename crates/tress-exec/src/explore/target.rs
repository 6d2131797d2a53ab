//! The method that is explored.

use std::fmt;
use std::sync::Arc;

use tress_classes::{Method, Name, Type};

use super::ExecError;
use crate::program::{Loaded, Program};
use crate::state::{Frame, OnReturn, State, Value};

/// How many candidates an error names.
const MOST_NAMED: usize = 8;

/// A static method with code.
pub(super) struct Target {
    class: Arc<Loaded>,
    method: Arc<Method>,
}

impl Target {
    /// Finds `package.Class.method`, with or without a descriptor.
    pub(super) fn find(program: &Program, text: &str) -> Result<Target, ExecError> {
        let (names, descriptor) = match text.find('(') {
            Some(place) => (&text[..place], Some(&text[place..])),
            None => (text, None),
        };
        let wrong = || ExecError::new(format!("{text} is not of the form package.Class.method"));
        let (class, name) = names.rsplit_once('.').ok_or_else(wrong)?;
        let class_name: Name = class.replace('.', "/").into();
        let class = match program.load(&class_name).map_err(ExecError::new)? {
            Some(class) => class,
            None => return Err(no_class(program, class)),
        };
        let fits = |method: &&Arc<Method>| {
            *method.name == *name && descriptor.is_none_or(|wanted| *method.descriptor == *wanted)
        };
        let found: Vec<&Arc<Method>> = class.class.methods.iter().filter(fits).collect();
        let method = match found.as_slice() {
            [] => return Err(no_method(&class, text)),
            [one] => Arc::clone(one),
            several => {
                let several: Vec<String> = several.iter().map(|method| method.to_string()).collect();
                return Err(ExecError::new(format!("{text} may be {}", several.join(" or "))));
            }
        };
        if !method.access.is_static() || method.code.is_none() {
            return Err(ExecError::new(format!("{text} is not a static method with code")));
        }
        Ok(Target { class, method })
    }

    pub(super) fn parameters(&self) -> &[Type] {
        &self.method.type_.parameters
    }

    pub(super) fn result(&self) -> Option<&Type> {
        self.method.type_.result.as_ref()
    }

    /// A path at the beginning of the method; the static initialisers of its class run first.
    pub(super) fn begin(&self, state: &mut State, arguments: Vec<Value>) -> Result<(), ExecError> {
        let code = self.method.code.as_ref().ok_or_else(|| ExecError::new("a method without code"))?;
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
        let (class, method) = (self.class.clone(), self.method.clone());
        let (stack, texts) = (Vec::new(), Vec::new());
        let frame = Frame { class, method, at: 0, stack, locals, on_return: OnReturn::Push, texts };
        state.frames.push(Arc::new(frame));
        Ok(())
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.class.name().replace('/', "."), self.method)
    }
}

fn no_class(program: &Program, class: &str) -> ExecError {
    let short = class.rsplit('.').next().unwrap_or(class).to_lowercase();
    let mut near = Vec::new();
    for source in program.path().sources() {
        let names = source.names().unwrap_or_default();
        let is_near = |name: &String| name.to_lowercase().rsplit('/').next() == Some(&short);
        near.extend(names.into_iter().filter(is_near).map(|name| name.replace('/', ".")));
    }
    near.truncate(MOST_NAMED);
    ExecError::new(match near.is_empty() {
        true => format!("there is no class {class}"),
        false => format!("there is no class {class}; there is {}", near.join(", ")),
    })
}

fn no_method(class: &Loaded, text: &str) -> ExecError {
    let with_code =
        class.class.methods.iter().filter(|method| method.access.is_static() && method.code.is_some());
    let own = with_code.filter(|method| &*method.name != "<clinit>").map(|method| method.to_string());
    let own: Vec<String> = own.take(MOST_NAMED).collect();
    ExecError::new(format!("there is no method {text}; {} has {}", class.name(), own.join(", ")))
}
