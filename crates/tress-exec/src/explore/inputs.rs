//! Unknown arguments.

use std::sync::Arc;

use tress::{Model, Solver};
use tress_classes::Type;

use super::known::value;
use super::names::java_name;
use super::shapes::{MOST_ELEMENTS, Shape};
use super::show::{char_text, integer_text, known_text, string_text};
use super::target::Target;
use super::{Alphabet, ExecError, Options};
use crate::natives::boxed_type;
use crate::program::{Loaded, Program};
use crate::state::{Hidden, Object, State, Unknown, Value, units_of};

/// An argument that is not known.
pub(super) struct Input {
    /// As the source has it.
    pub(super) name: String,
    /// By its number, as the solver knows it.
    number: String,
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
    /// A value in a box of a class.
    Boxed(Box<Input>, Arc<Loaded>),
}

/// Within which bounds inputs are looked for.
pub(super) fn bounds(inputs: &[Input], options: &Options, release: Option<u8>) -> String {
    let (low, high) = options.alphabet.range();
    let strings = match (options.max_length, options.alphabet) {
        (0, Alphabet::Utf16) => "all strings".to_owned(),
        (0, _) => format!("strings of any length with characters from U+{low:04X} to U+{high:04X}"),
        (length, _) => format!("strings of up to {length} characters from U+{low:04X} to U+{high:04X}"),
    };
    let mut bounds = strings;
    if inputs.iter().any(Input::is_array) {
        bounds += &format!("; arrays of up to {MOST_ELEMENTS} elements");
    }
    if inputs.iter().any(Input::stands_for_more) {
        bounds += "; every CharSequence is a String";
    }
    // Two scripts have digits since, and one character is no space any more.
    if release == Some(8) && high > 0xff {
        bounds += "; digits and spaces are those of Java 9";
    }
    bounds
}

/// What can be unknown, for those who have something else.
const CAN_BE_UNKNOWN: &str =
    "strings, CharSequence, whole numbers, characters, truth values, their boxes, and arrays of them";

/// Makes an unknown for each parameter.
pub(super) fn unknown(
    solver: &mut Solver,
    program: &Program,
    target: &Target,
    options: &Options,
) -> Result<Vec<Input>, ExecError> {
    let mut inputs: Vec<Input> = Vec::new();
    for (number, type_) in target.parameters().iter().enumerate() {
        let name = target.parameter_name(number);
        let number = format!("arg{number}");
        let known = options.known.iter().find(|(known, _)| *known == name || *known == number);
        let mut input = Input::new(solver, program, options, number, type_)?;
        if !input.can_be_unknown() && known.is_none() {
            let (type_, advice) = (java_name(type_), advice(type_, &name));
            return Err(ExecError::new(format!(
                "the parameter {name} of {target} cannot be unknown: {type_}{advice}; what can are {CAN_BE_UNKNOWN}"
            )));
        }
        if let Some((_, text)) = known {
            value(&mut State::default(), text, type_)?;
            input.fixed = Some(text.clone());
        }
        input.name = name;
        inputs.push(input);
    }
    let is_called = |input: &Input, name: &String| input.name == *name || input.number == *name;
    if let Some(unknown) = &options.unknown {
        let is_open =
            |input: &&Input| !unknown.iter().any(|name| is_called(input, name)) && input.fixed.is_none();
        if let Some(input) = inputs.iter().find(is_open) {
            return Err(ExecError::new(format!("parameter {} is neither unknown nor known", input.name)));
        }
    }
    let is_missing = |name: &&String| !inputs.iter().any(|input| is_called(input, name));
    let mut named = options.known.iter().map(|(name, _)| name).chain(options.unknown.iter().flatten());
    if let Some(name) = named.find(is_missing) {
        let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
        return Err(ExecError::new(format!("{target} has no parameter {name}; it has {}", names.join(", "))));
    }
    Ok(inputs)
}

/// How a parameter that cannot be unknown can be known.
fn advice(type_: &Type, name: &str) -> String {
    match type_ {
        Type::Float | Type::Double => format!(" (--con {name}=VALUE gives it a value)"),
        _ => String::new(),
    }
}

fn only_known() -> ExecError {
    ExecError::new("an argument that cannot be unknown")
}

impl Input {
    /// An unknown of a type, with what holds for all of its type. Some types can only be known.
    fn new(
        solver: &mut Solver,
        program: &Program,
        options: &Options,
        name: String,
        type_: &Type,
    ) -> Result<Input, ExecError> {
        let element = match type_ {
            Type::Array(descriptor) => {
                Type::parse(&descriptor[1..]).filter(|one| !matches!(one, Type::Array(_)))
            }
            _ => None,
        };
        let inside = match type_ {
            Type::Object(class) => boxed_type(class).zip(program.load(class).ok().flatten()),
            _ => None,
        };
        let content = match (element, inside) {
            (_, Some((inside, class))) => {
                let inside = Input::new(solver, program, options, name.clone(), &inside)?;
                Content::Boxed(Box::new(inside), class)
            }
            (Some(element), _) => {
                let names = (0..MOST_ELEMENTS).map(|place| format!("{name}.{place}"));
                let elements: Result<Vec<Input>, ExecError> =
                    names.map(|name| Input::new(solver, program, options, name, &element)).collect();
                Content::Elements(elements?)
            }
            (None, None) => {
                let (unknown, holds) = Unknown::new(solver, name.clone(), type_, options.texts())?.unzip();
                if let Some(holds) = holds.flatten() {
                    solver.assert(holds)?;
                }
                Content::One(unknown)
            }
        };
        Ok(Input { number: name.clone(), name, type_: type_.clone(), content, fixed: None })
    }

    /// How the solver knows it, and its name, where these differ.
    pub(super) fn other_name(&self) -> Option<(&str, &str)> {
        (self.number != self.name).then_some((&self.number, &self.name))
    }

    fn can_be_unknown(&self) -> bool {
        match &self.content {
            Content::One(unknown) => unknown.is_some(),
            Content::Elements(elements) => elements.iter().all(Input::can_be_unknown),
            Content::Boxed(inside, _) => inside.can_be_unknown(),
        }
    }

    /// Are there objects of its type that are none of those that are tried?
    fn stands_for_more(&self) -> bool {
        let is_sequence =
            |type_: &Type| matches!(type_, Type::Object(class) if &**class == "java/lang/CharSequence");
        let is_more = match &self.content {
            Content::Elements(elements) => elements.iter().any(Input::stands_for_more),
            _ => is_sequence(&self.type_),
        };
        self.fixed.is_none() && is_more
    }

    /// Are there values of its type that it cannot be?
    pub(super) fn is_bounded(&self, options: &Options) -> bool {
        let is_bounded_text = self.is_string() && !options.texts().are_all();
        self.fixed.is_none() && (self.is_array() || is_bounded_text || self.stands_for_more())
    }

    pub(super) fn may_be_null(&self, options: &Options) -> bool {
        let is_reference = self.is_string() || self.is_array() || matches!(self.content, Content::Boxed(..));
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
            Content::Boxed(inside, _) => inside.unknowns(),
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
            (Content::Boxed(inside, class), _) => {
                let value = inside.place(state, Shape::Plain);
                boxed(state, class, value)
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
            (Content::Boxed(inside, class), _) => {
                let value = inside.known(state, model, Shape::Plain)?;
                Ok(boxed(state, class, value))
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
            (Content::Boxed(inside, _), _) => inside.show(model, Shape::Plain),
            (Content::One(unknown), _) => show_unknown(unknown.as_ref().ok_or_else(only_known)?, model),
        }
    }
}

/// A value in a box, as `valueOf` makes it.
fn boxed(state: &mut State, class: &Arc<Loaded>, value: Value) -> Value {
    let fields = class.layout.iter().map(|_| Value::Null).collect();
    let small = match &value {
        Value::Int(value) => Some(i64::from(*value)),
        Value::Long(value) => Some(*value),
        _ => None,
    };
    let object = Object::Instance { class: class.clone(), fields, hidden: Hidden::Box(value) };
    Value::Object(match small.filter(|small| (-128..=127).contains(small)) {
        Some(small) => state.heap.shared(class.name(), small, || object),
        None => state.heap.add(object),
    })
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
