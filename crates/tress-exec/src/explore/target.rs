//! The method that is explored.

use std::fmt;
use std::sync::Arc;

use tress_classes::{Method, Name, Type};

use super::ExecError;
use crate::machine::new_object;
use crate::program::{Loaded, Program};
use crate::report::Signature;
use crate::state::{Frame, OnReturn, State, Value};

/// How many candidates an error names.
const MOST_NAMED: usize = 8;
/// In how many letters the name of a class may differ from the one that was given.
const MOST_DIFFERENT: usize = 2;

/// A method with code, and how its receiver is made if it has one.
pub(super) struct Target {
    class: Arc<Loaded>,
    method: Arc<Method>,
    constructor: Option<Arc<Method>>,
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
        if method.code.is_none() {
            return Err(ExecError::new(format!("{text} has no code")));
        }
        let constructor = match method.access.is_static() {
            true => None,
            false => Some(default_constructor(&class).ok_or_else(|| {
                ExecError::new(format!(
                    "{text} needs an object, and {names} has no constructor without parameters"
                ))
            })?),
        };
        Ok(Target { class, method, constructor })
    }

    /// What tests must know to call the method.
    pub(super) fn signature(&self) -> Signature {
        Signature {
            class: self.class.name().replace('/', "."),
            method: self.method.name.to_string(),
            parameters: self.parameters().iter().map(java_name).collect(),
            exceptions: self.exceptions(),
            is_static: self.constructor.is_none(),
            is_private: self.method.access.is_private(),
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

    pub(super) fn parameters(&self) -> &[Type] {
        &self.method.type_.parameters
    }

    pub(super) fn result(&self) -> Option<&Type> {
        self.method.type_.result.as_ref()
    }

    /// A path at the beginning of the method; the static initialisers of its class run first.
    pub(super) fn begin(&self, state: &mut State, arguments: Vec<Value>) -> Result<(), ExecError> {
        let receiver = self.constructor.as_ref().map(|_| new_object(state, &self.class));
        let arguments = receiver.iter().cloned().chain(arguments);
        let frame = self.frame(&self.method, arguments, OnReturn::Push)?;
        state.frames.push(Arc::new(frame));
        if let Some(constructor) = &self.constructor {
            let frame = self.frame(constructor, receiver.into_iter(), OnReturn::Begun)?;
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
        let (stack, texts, answers) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Frame {
            class,
            method,
            at: 0,
            came_back,
            is_settled,
            scans,
            stack,
            locals,
            on_return,
            texts,
            answers,
        })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.class.name().replace('/', "."), self.method)
    }
}

/// The constructor without parameters of a class that has objects.
fn default_constructor(class: &Loaded) -> Option<Arc<Method>> {
    let constructor = class.class.method("<init>", "()V").filter(|_| !class.class.access.is_abstract())?;
    constructor.code.is_some().then(|| constructor.clone())
}

/// The name of a type in Java's source.
pub(super) fn java_name(type_: &Type) -> String {
    let name = match type_ {
        Type::Boolean => "boolean",
        Type::Byte => "byte",
        Type::Char => "char",
        Type::Short => "short",
        Type::Int => "int",
        Type::Long => "long",
        Type::Float => "float",
        Type::Double => "double",
        Type::Object(class) => return class.trim_start_matches("java/lang/").replace(['/', '$'], "."),
        Type::Array(descriptor) => {
            let element = Type::parse(&descriptor[1..]);
            return format!("{}[]", element.as_ref().map(java_name).unwrap_or_default());
        }
    };
    name.to_owned()
}

fn no_class(program: &Program, class: &str) -> ExecError {
    let short = class.rsplit('.').next().unwrap_or(class).to_lowercase();
    let mut near: Vec<(usize, String)> = Vec::new();
    for source in program.path().sources() {
        for name in source.names().unwrap_or_default() {
            let own = name.rsplit('/').next().unwrap_or(&name).to_lowercase();
            let distance = distance(&short, &own);
            if distance <= MOST_DIFFERENT {
                near.push((distance, name.replace('/', ".")));
            }
        }
    }
    near.sort_unstable();
    let near: Vec<String> = near.into_iter().map(|(_, name)| name).take(MOST_NAMED).collect();
    ExecError::new(match near.is_empty() {
        true => format!("there is no class {class}"),
        false => format!("there is no class {class}; there is {}", near.join(", ")),
    })
}

/// Those of the same name come first, then those whose names differ least.
fn no_method(class: &Loaded, text: &str) -> ExecError {
    let wanted = text.split('(').next().unwrap_or(text).rsplit('.').next().unwrap_or(text);
    let with_code = class.class.methods.iter().filter(|method| method.code.is_some());
    let own: Vec<&Arc<Method>> = with_code.filter(|method| !method.name.starts_with('<')).collect();
    let same: Vec<String> =
        own.iter().filter(|method| *method.name == *wanted).map(|method| method.to_string()).collect();
    if !same.is_empty() {
        return ExecError::new(format!("there is no method {text}; there is {}", same.join(", ")));
    }
    let mut own: Vec<(usize, String)> =
        own.iter().map(|method| (distance(wanted, &method.name), method.to_string())).collect();
    own.sort_by_key(|(distance, _)| *distance);
    let own: Vec<String> = own.into_iter().map(|(_, name)| name).take(MOST_NAMED).collect();
    ExecError::new(format!("there is no method {text}; {} has {}", class.name(), own.join(", ")))
}

/// How many letters must be put in, left out or changed to make one word of the other: Levenshtein's distance.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (place, letter) in one.chars().enumerate() {
        let mut before = row[0];
        row[0] = place + 1;
        for column in 0..other.len() {
            let changed = before + usize::from(other[column] != letter);
            before = row[column + 1];
            row[column + 1] = changed.min(before + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_levenshtein() {
        for (one, other, wanted) in
            [("", "abc", 3), ("paded", "padded", 1), ("kitten", "sitting", 3), ("same", "same", 0)]
        {
            assert_eq!(distance(one, other), wanted, "{one} {other}");
            assert_eq!(distance(other, one), wanted, "{other} {one}");
        }
    }
}
