//! Unknown arguments.

use std::sync::Arc;

use tress::{Model, Solver};
use tress_classes::Type;

use super::known::value;
use super::names::java_name;
use super::shapes::Shape;
use super::show::{char_text, integer_text, known_text, string_text};
use super::stand_ins::{Sample, Wrapper, one_of};
use super::target::Target;
use super::{Alphabet, ExecError, Options};
use crate::machine::boxed_type;
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
    /// One of a few values.
    Samples(Vec<Sample>),
    /// An object that is made of an array.
    Wrapped(Box<Input>, Wrapper),
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
        bounds += &format!("; arrays of up to {} elements", options.most_elements());
    }
    let mut restrictions: Vec<String> = inputs.iter().filter_map(Input::restriction).collect();
    restrictions.sort_unstable();
    restrictions.dedup();
    for restriction in restrictions {
        bounds += "; ";
        bounds += &restriction;
    }
    // Two scripts have digits since, and one character is no space any more.
    if release == Some(8) && high > 0xff {
        bounds += "; digits and spaces are those of Java 9";
    }
    bounds
}

/// What can be unknown, for those who have something else.
const CAN_BE_UNKNOWN: &str = "strings, CharSequence, Object, numbers, characters, truth values, their boxes, arrays of them, List, Collection, Iterable, Iterator, Charset and Locale";

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
        if !input.can_be_unknown() && !input.may_be_null(options) && known.is_none() {
            let (type_, advice) = (java_name(type_), advice(type_));
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

/// What helps with a parameter that cannot be unknown.
fn advice(type_: &Type) -> &'static str {
    if type_.is_reference() { " (--null-strings follows the paths where it is null)" } else { "" }
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
        let make = |solver: &mut Solver, name: String, type_: &Type| {
            Input::new(solver, program, options, name, type_)
        };
        let content = if let Some(samples) = Sample::all(program, type_) {
            Content::Samples(samples)
        } else if let Some((array, wrapper)) = Wrapper::of(program, type_) {
            Content::Wrapped(Box::new(make(solver, name.clone(), &array)?), wrapper)
        } else if let Some((inside, class)) = box_of(program, type_) {
            Content::Boxed(Box::new(make(solver, name.clone(), &inside)?), class)
        } else if let Some(element) = element_of(type_) {
            let mut elements = Vec::new();
            for index in 0..options.most_elements() {
                let mut input = make(solver, format!("{name}.{index}"), &element)?;
                if let Content::Samples(samples) = &mut input.content {
                    let count = samples.len();
                    samples.rotate_left(index % count);
                }
                elements.push(input);
            }
            Content::Elements(elements)
        } else {
            let (unknown, holds) = Unknown::new(solver, name.clone(), type_, options.texts())?.unzip();
            if let Some(holds) = holds.flatten() {
                solver.assert(holds)?;
            }
            Content::One(unknown)
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
            Content::Boxed(inside, _) | Content::Wrapped(inside, _) => inside.can_be_unknown(),
            Content::Samples(samples) => !samples.is_empty(),
        }
    }

    /// Which objects of its type are tried, where these are not all.
    fn restriction(&self) -> Option<String> {
        if self.fixed.is_some() {
            return None;
        }
        let name = java_name(&self.type_);
        match &self.content {
            _ if !self.can_be_unknown() => Some(format!("every {name} is null")),
            Content::Elements(elements) => elements.first()?.restriction(),
            Content::Boxed(inside, _) => inside.restriction(),
            Content::Samples(samples) => Some(one_of(&self.type_, samples)),
            Content::Wrapped(_, wrapper) => Some(format!("every {name} is {}", wrapper.java("..."))),
            Content::One(unknown) => {
                let is_text = unknown.as_ref().is_some_and(Unknown::is_string);
                (is_text && name != "String").then(|| format!("every {name} is a String"))
            }
        }
    }

    /// Are there values of its type that it cannot be?
    pub(super) fn is_bounded(&self, options: &Options) -> bool {
        let is_bounded_text = self.is_string() && !options.texts().are_all();
        self.fixed.is_none() && (self.is_array() || is_bounded_text || self.restriction().is_some())
    }

    pub(super) fn may_be_null(&self, options: &Options) -> bool {
        options.null_strings && self.type_.is_reference() && self.fixed.is_none()
    }

    fn is_string(&self) -> bool {
        let Content::One(unknown) = &self.content else { return false };
        self.fixed.is_none() && unknown.as_ref().is_some_and(Unknown::is_string)
    }

    pub(super) fn is_array(&self) -> bool {
        self.fixed.is_none() && matches!(self.content, Content::Elements(_) | Content::Wrapped(..))
    }

    /// Can it be anything but null?
    pub(super) fn can_be_made(&self) -> bool {
        self.fixed.is_some() || self.can_be_unknown()
    }

    /// The values that are tried for its type.
    pub(super) fn samples(&self) -> &[Sample] {
        match &self.content {
            _ if self.fixed.is_some() => &[],
            Content::Samples(samples) => samples,
            Content::Boxed(inside, _) => inside.samples(),
            _ => &[],
        }
    }

    /// Its unknowns.
    pub(super) fn unknowns(&self) -> Vec<&Unknown> {
        match &self.content {
            Content::One(unknown) => unknown.iter().collect(),
            Content::Elements(elements) => elements.iter().flat_map(Input::unknowns).collect(),
            Content::Boxed(inside, _) | Content::Wrapped(inside, _) => inside.unknowns(),
            Content::Samples(_) => Vec::new(),
        }
    }

    /// The value of an argument that is known.
    fn fixed(&self, state: &mut State) -> Option<Value> {
        value(state, self.fixed.as_ref()?, &self.type_).ok()
    }

    /// The argument at the beginning of a path.
    pub(super) fn make(&self, state: &mut State, shape: Shape) -> Value {
        if let Some(known) = self.fixed(state) {
            return known;
        }
        match (&self.content, shape) {
            (_, Shape::Null) | (Content::One(None), _) => Value::Null,
            (Content::Elements(elements), shape) => {
                let used = elements.iter().take(shape.count());
                let elements = used.map(|element| element.make(state, Shape::Plain)).collect();
                self.array(state, elements)
            }
            (Content::Boxed(inside, class), shape) => {
                let value = inside.make(state, shape);
                boxed(state, class, value)
            }
            (Content::Wrapped(inside, wrapper), shape) => {
                let array = inside.make(state, shape);
                wrapper.make(state, array)
            }
            (Content::Samples(samples), shape) => samples[shape.sample()].make(state),
            (Content::One(Some(unknown)), _) => unknown.make(state),
        }
    }

    fn array(&self, state: &mut State, elements: Vec<Value>) -> Value {
        let type_ = self.type_.to_string().into();
        Value::Object(state.heap.add(Object::Array { type_, elements }))
    }

    /// Asserts that the argument has its known value.
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
            (Content::Boxed(inside, class), shape) => {
                let value = inside.known(state, model, shape)?;
                Ok(boxed(state, class, value))
            }
            (Content::Wrapped(inside, wrapper), shape) => {
                let array = inside.known(state, model, shape)?;
                Ok(wrapper.make(state, array))
            }
            (Content::Samples(samples), shape) => Ok(samples[shape.sample()].make(state)),
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
            (Content::Boxed(inside, _), shape) => inside.show(model, shape),
            (Content::Wrapped(inside, wrapper), shape) => Ok(wrapper.java(&inside.show(model, shape)?)),
            (Content::Samples(samples), shape) => Ok(samples[shape.sample()].java()),
            (Content::One(unknown), _) => show_unknown(unknown.as_ref().ok_or_else(only_known)?, model),
        }
    }
}

/// What a box holds, and the class of the box.
fn box_of(program: &Program, type_: &Type) -> Option<(Type, Arc<Loaded>)> {
    let Type::Object(class) = type_ else { return None };
    boxed_type(class).zip(program.load(class).ok().flatten())
}

/// What an array of one dimension holds.
fn element_of(type_: &Type) -> Option<Type> {
    let Type::Array(descriptor) = type_ else { return None };
    Type::parse(&descriptor[1..]).filter(|one| !matches!(one, Type::Array(_)))
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
