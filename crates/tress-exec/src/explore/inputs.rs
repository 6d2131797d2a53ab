//! Unknown arguments.

use tress::{Model, Solver};
use tress_classes::Type;

use super::known::value;
use super::open::Decisions;
use super::show::{char_text, integer_text, known_text, string_text};
use super::target::Target;
use super::{ExecError, Options};
use crate::report::Decision;
use crate::state::{Object, State, Unknown, Value, units_of};

/// An argument that is not known.
pub(super) struct Input {
    pub(super) name: String,
    type_: Type,
    /// Not there for types that can only be known.
    pub(super) unknown: Option<Unknown>,
    /// The value of an argument that is known, as text.
    fixed: Option<String>,
}

/// The ways in which strings can be null: none of them, and all others where that was asked for.
pub(super) fn choices_of_null(inputs: &[Input], options: &Options) -> Vec<Vec<bool>> {
    let mut choices = vec![Vec::new()];
    for input in inputs {
        let ways: &[bool] = if input.may_be_null(options) { &[true, false] } else { &[false] };
        let longer = |choice: &Vec<bool>| {
            let choice = choice.clone();
            ways.iter().map(move |null| choice.iter().copied().chain([*null]).collect::<Vec<bool>>())
        };
        choices = choices.iter().flat_map(longer).collect();
    }
    choices
}

/// Makes an unknown for each parameter.
pub(super) fn unknown(
    solver: &mut Solver,
    target: &Target,
    options: &Options,
) -> Result<Vec<Input>, ExecError> {
    let mut inputs = Vec::new();
    for (number, type_) in target.parameters().iter().enumerate() {
        let name = format!("arg{number}");
        let fixed = options.known.iter().find(|(known, _)| *known == name).map(|(_, text)| text.clone());
        if let Some(text) = &fixed {
            value(&mut State::default(), text, type_)?;
        }
        let made = Unknown::new(solver, name.clone(), type_, options.texts())?;
        if made.is_none() && fixed.is_none() {
            return Err(ExecError::new(format!("parameter {number} of {target} cannot be unknown: {type_}")));
        }
        let (unknown, holds) = made.unzip();
        if let Some(holds) = holds.flatten() {
            solver.assert(holds)?;
        }
        inputs.push(Input { name, type_: type_.clone(), unknown, fixed });
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

/// Which strings are null is decided before the method begins.
pub(super) fn decisions_on_null(inputs: &[Input], nulls: &[bool], options: &Options) -> Decisions {
    let asked = inputs.iter().zip(nulls).filter(|(input, _)| input.may_be_null(options));
    asked.fold(Decisions::default(), |decisions, (input, null)| {
        let condition = format!("{} is null", input.name);
        let method = condition.clone();
        decisions.with(Decision { method, offset: 0, line: None, taken: *null, is_forced: false, condition })
    })
}

impl Input {
    /// Are there strings that it cannot be?
    pub(super) fn is_bounded(&self, options: &Options) -> bool {
        self.is_string() && !options.texts().are_all()
    }

    fn is_string(&self) -> bool {
        self.fixed.is_none() && self.unknown.as_ref().is_some_and(Unknown::is_string)
    }

    fn asked(&self) -> Result<&Unknown, ExecError> {
        self.unknown.as_ref().ok_or_else(|| ExecError::new("an argument that cannot be unknown"))
    }

    fn may_be_null(&self, options: &Options) -> bool {
        options.null_strings && self.is_string()
    }

    /// The value of an argument that is known.
    fn fixed(&self, state: &mut State) -> Option<Value> {
        value(state, self.fixed.as_ref()?, &self.type_).ok()
    }

    /// The argument at the beginning of a path.
    pub(super) fn place(&self, state: &mut State, null: bool) -> Value {
        if let Some(known) = self.fixed(state) {
            return known;
        }
        if null {
            return Value::Null;
        }
        self.unknown.as_ref().map_or(Value::Null, |unknown| unknown.place(state))
    }

    /// Says that the argument has a known value.
    pub(super) fn pin(&self, solver: &mut Solver, state: &State, value: &Value) -> Result<(), ExecError> {
        let term = &self.asked()?.term;
        let is_so = match value {
            Value::Int(value) if self.type_ == Type::Boolean => {
                if *value != 0 {
                    term.clone()
                } else {
                    !term
                }
            }
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
    pub(super) fn known(&self, state: &mut State, model: &Model, null: bool) -> Result<Value, ExecError> {
        if let Some(known) = self.fixed(state) {
            return Ok(known);
        }
        if null {
            return Ok(Value::Null);
        }
        let unknown = self.asked()?;
        let found = model.value(&unknown.term)?;
        unknown.known(state, &found).ok_or_else(|| ExecError::new("a value beyond its type"))
    }

    /// The value in a model, as Java writes it.
    pub(super) fn show(&self, model: &Model, null: bool) -> Result<String, ExecError> {
        let mut state = State::default();
        if let Some(known) = self.fixed(&mut state) {
            return Ok(known_text(&state, &known, &self.type_).unwrap_or_default());
        }
        if null {
            return Ok("null".to_owned());
        }
        show_unknown(self.asked()?, model)
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
