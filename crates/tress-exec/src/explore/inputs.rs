//! Unknown arguments.

use tress::{Model, Solver};
use tress_classes::Type;

use super::known::value;
use super::shapes::{MOST_ELEMENTS, Shape};
use super::show::{char_text, integer_text, known_text, string_text};
use super::target::{Target, java_name};
use super::{Alphabet, ExecError, Options};
use crate::state::{Object, State, Unknown, Value, units_of};

/// An argument that is not known.
pub(super) struct Input {
    pub(super) name: String,
    type_: Type,
    content: Content,
    /// The value of an argument that is known, as text.
    fixed: Option<String>,
}

/// What an unknown argument is made of.
enum Content {
    /// One value; not there for types that can only be known.
    One(Option<Unknown>),
    /// An array: as many as the longest one has.
    Elements(Vec<Input>),
}

/// Within which bounds inputs are looked for.
pub(super) fn bounds(inputs: &[Input], options: &Options) -> String {
    let (low, high) = options.alphabet.range();
    let strings = match (options.max_length, options.alphabet) {
        (0, Alphabet::Utf16) => "all strings".to_owned(),
        (0, _) => format!("strings of any length with characters from U+{low:04X} to U+{high:04X}"),
        (length, _) => format!("strings of up to {length} characters from U+{low:04X} to U+{high:04X}"),
    };
    match inputs.iter().any(Input::is_array) {
        true => format!("{strings}; arrays of up to {MOST_ELEMENTS} elements"),
        false => strings,
    }
}

/// Makes an unknown for each parameter.
pub(super) fn unknown(
    solver: &mut Solver,
    target: &Target,
    options: &Options,
) -> Result<Vec<Input>, ExecError> {
    let mut inputs = Vec::new();
    for (number, type_) in target.parameters().iter().enumerate() {
        let wrong = || ExecError::new(format!("parameter {number} of {target} cannot be unknown: {type_}"));
        let name = format!("arg{number}");
        let known = options.known.iter().find(|(known, _)| *known == name);
        let mut input = Input::new(solver, options, name, type_)?;
        if !input.can_be_unknown() && known.is_none() {
            return Err(wrong());
        }
        if let Some((_, text)) = known {
            value(&mut State::default(), text, type_)?;
            input.fixed = Some(text.clone());
        }
        inputs.push(input);
    }
    if let Some(unknown) = &options.unknown {
        let is_open = |input: &&Input| !unknown.contains(&input.name) && input.fixed.is_none();
        if let Some(input) = inputs.iter().find(is_open) {
            return Err(ExecError::new(format!("parameter {} is neither unknown nor known", input.name)));
        }
    }
    let is_missing = |name: &&String| !inputs.iter().any(|input| input.name == **name);
    let mut named = options.known.iter().map(|(name, _)| name).chain(options.unknown.iter().flatten());
    if let Some(name) = named.find(is_missing) {
        let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
        return Err(ExecError::new(format!("{target} has no parameter {name}; it has {}", names.join(", "))));
    }
    Ok(inputs)
}

fn only_known() -> ExecError {
    ExecError::new("an argument that cannot be unknown")
}

impl Input {
    /// An unknown of a type, with what holds for all of its type. Some types can only be known.
    fn new(solver: &mut Solver, options: &Options, name: String, type_: &Type) -> Result<Input, ExecError> {
        let element = match type_ {
            Type::Array(descriptor) => {
                Type::parse(&descriptor[1..]).filter(|one| !matches!(one, Type::Array(_)))
            }
            _ => None,
        };
        let content = match element {
            Some(element) => {
                let names = (0..MOST_ELEMENTS).map(|place| format!("{name}.{place}"));
                let elements: Result<Vec<Input>, ExecError> =
                    names.map(|name| Input::new(solver, options, name, &element)).collect();
                Content::Elements(elements?)
            }
            None => {
                let (unknown, holds) = Unknown::new(solver, name.clone(), type_, options.texts())?.unzip();
                if let Some(holds) = holds.flatten() {
                    solver.assert(holds)?;
                }
                Content::One(unknown)
            }
        };
        Ok(Input { name, type_: type_.clone(), content, fixed: None })
    }

    fn can_be_unknown(&self) -> bool {
        match &self.content {
            Content::One(unknown) => unknown.is_some(),
            Content::Elements(elements) => elements.iter().all(Input::can_be_unknown),
        }
    }

    /// Are there values of its type that it cannot be?
    pub(super) fn is_bounded(&self, options: &Options) -> bool {
        self.fixed.is_none() && (self.is_array() || self.is_string() && !options.texts().are_all())
    }

    pub(super) fn may_be_null(&self, options: &Options) -> bool {
        let is_reference = self.is_string() || self.is_array();
        options.null_strings && is_reference && self.fixed.is_none()
    }

    fn is_string(&self) -> bool {
        let Content::One(unknown) = &self.content else { return false };
        self.fixed.is_none() && unknown.as_ref().is_some_and(Unknown::is_string)
    }

    pub(super) fn is_array(&self) -> bool {
        self.fixed.is_none() && matches!(self.content, Content::Elements(_))
    }

    /// Its unknowns.
    pub(super) fn unknowns(&self) -> Vec<&Unknown> {
        match &self.content {
            Content::One(unknown) => unknown.iter().collect(),
            Content::Elements(elements) => elements.iter().flat_map(Input::unknowns).collect(),
        }
    }

    /// The value of an argument that is known.
    fn fixed(&self, state: &mut State) -> Option<Value> {
        value(state, self.fixed.as_ref()?, &self.type_).ok()
    }

    /// The argument at the beginning of a path.
    pub(super) fn place(&self, state: &mut State, shape: Shape) -> Value {
        if let Some(known) = self.fixed(state) {
            return known;
        }
        match (&self.content, shape) {
            (_, Shape::Null) | (Content::One(None), _) => Value::Null,
            (Content::Elements(elements), shape) => {
                let used = elements.iter().take(shape.count());
                let elements = used.map(|element| element.place(state, Shape::Plain)).collect();
                self.array(state, elements)
            }
            (Content::One(Some(unknown)), _) => unknown.place(state),
        }
    }

    fn array(&self, state: &mut State, elements: Vec<Value>) -> Value {
        let type_ = self.type_.to_string().into();
        Value::Object(state.heap.add(Object::Array { type_, elements }))
    }

    /// Says that the argument has a known value.
    pub(super) fn pin(&self, solver: &mut Solver, state: &State, value: &Value) -> Result<(), ExecError> {
        let Content::One(Some(Unknown { term, .. })) = &self.content else {
            return Err(ExecError::new("an argument that cannot be pinned"));
        };
        let is_so = match value {
            Value::Int(0) if self.type_ == Type::Boolean => !term,
            Value::Int(_) if self.type_ == Type::Boolean => term.clone(),
            Value::Int(value) => term.eq(*value),
            Value::Long(value) => term.eq(*value),
            Value::Object(id) => match state.heap.get(*id) {
                Object::String(text) => term.eq(text.term(solver)),
                _ => return Err(ExecError::new("an argument that is no string")),
            },
            _ => return Err(ExecError::new("an argument that cannot be unknown")),
        };
        Ok(solver.assert(is_so)?)
    }

    /// The argument with its value in a model.
    pub(super) fn known(&self, state: &mut State, model: &Model, shape: Shape) -> Result<Value, ExecError> {
        if let Some(known) = self.fixed(state) {
            return Ok(known);
        }
        match (&self.content, shape) {
            (_, Shape::Null) => Ok(Value::Null),
            (Content::Elements(elements), shape) => {
                let mut known = Vec::new();
                for element in elements.iter().take(shape.count()) {
                    known.push(element.known(state, model, Shape::Plain)?);
                }
                Ok(self.array(state, known))
            }
            (Content::One(unknown), _) => {
                let unknown = unknown.as_ref().ok_or_else(only_known)?;
                let found = model.value(&unknown.term)?;
                unknown.known(state, &found).ok_or_else(|| ExecError::new("a value beyond its type"))
            }
        }
    }

    /// The value in a model, as Java writes it.
    pub(super) fn show(&self, model: &Model, shape: Shape) -> Result<String, ExecError> {
        let mut state = State::default();
        if let Some(known) = self.fixed(&mut state) {
            return Ok(known_text(&state, &known, &self.type_).unwrap_or_default());
        }
        match (&self.content, shape) {
            (_, Shape::Null) => Ok("null".to_owned()),
            (Content::Elements(elements), shape) => {
                let used = elements.iter().take(shape.count());
                let shown: Result<Vec<_>, _> =
                    used.map(|element| element.show(model, Shape::Plain)).collect();
                Ok(format!("new {} {{{}}}", java_name(&self.type_), shown?.join(", ")))
            }
            (Content::One(unknown), _) => show_unknown(unknown.as_ref().ok_or_else(only_known)?, model),
        }
    }
}

/// The value of an unknown in a model, as Java writes it.
pub(super) fn show_unknown(unknown: &Unknown, model: &Model) -> Result<String, ExecError> {
    Ok(match model.value(&unknown.term)? {
        tress::Value::Bool(value) => value.to_string(),
        tress::Value::Int(value) if unknown.type_ == Type::Char => char_text(&value),
        tress::Value::Int(value) => integer_text(&value, &unknown.type_),
        text => string_text(&units_of(&text).unwrap_or_default()),
    })
}
