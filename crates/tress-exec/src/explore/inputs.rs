//! Unknown arguments.

use tress::{Model, Solver, Sort, Term};
use tress_classes::Type;

use super::known::value;
use super::open::Decisions;
use super::show::{char_text, integer_text, known_text, string_text};
use super::target::Target;
use super::{ExecError, Options};
use crate::report::Decision;
use crate::state::{Object, State, Str, Value, Width};

/// An argument that is not known.
pub(super) struct Input {
    pub(super) name: String,
    type_: Type,
    term: Term,
    longest: i64,
    is_ascii: bool,
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
        let (term, longest) = match type_ {
            Type::Boolean => (solver.constant(&name, Sort::Bool)?, 0),
            Type::Object(class) if &**class == "java/lang/String" => {
                let term = solver.constant(&name, Sort::String)?;
                let (low, high) = options.alphabet.range();
                let end = |code: u32| char::from_u32(code).unwrap_or('\u{ffff}');
                let letters = solver.char_range(end(low), end(high)).star();
                solver.assert(term.matches(letters) & term.len().le(options.max_length))?;
                (term, i64::from(options.max_length))
            }
            _ => {
                let Some((low, high)) = range(type_) else {
                    return Err(ExecError::new(format!(
                        "parameter {number} of {target} cannot be unknown: {type_}"
                    )));
                };
                let term = solver.constant(&name, Sort::Int)?;
                solver.assert(term.ge(low) & term.le(high))?;
                (term, 0)
            }
        };
        let is_ascii = options.alphabet.range().1 < 128;
        let fixed = options.known.iter().find(|(known, _)| *known == name).map(|(_, text)| text.clone());
        if let Some(text) = &fixed {
            value(&mut State::default(), text, type_)?;
        }
        inputs.push(Input { name, type_: type_.clone(), term, longest, is_ascii, fixed });
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

/// The least and the greatest number of a type.
fn range(type_: &Type) -> Option<(i64, i64)> {
    Some(match type_ {
        Type::Byte => (-128, 127),
        Type::Char => (0, 0xffff),
        Type::Short => (-32_768, 32_767),
        Type::Int => (i32::MIN.into(), i32::MAX.into()),
        Type::Long => (i64::MIN, i64::MAX),
        _ => return None,
    })
}

/// Which strings are null is decided before the method begins.
pub(super) fn decisions_on_null(inputs: &[Input], nulls: &[bool], options: &Options) -> Decisions {
    let asked = inputs.iter().zip(nulls).filter(|(input, _)| input.may_be_null(options));
    asked.fold(Decisions::default(), |decisions, (input, null)| {
        let condition = format!("{} is null", input.name);
        let method = condition.clone();
        decisions.with(Decision { method, offset: 0, line: None, taken: *null, condition })
    })
}

impl Input {
    fn may_be_null(&self, options: &Options) -> bool {
        options.null_strings && self.is_string() && self.fixed.is_none()
    }

    fn is_string(&self) -> bool {
        matches!(&self.type_, Type::Object(class) if &**class == "java/lang/String")
    }

    /// The sort of its unknown.
    pub(super) fn sort(&self) -> Sort {
        match self.type_ {
            Type::Boolean => Sort::Bool,
            Type::Object(_) => Sort::String,
            _ => Sort::Int,
        }
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
        match (&self.type_, range(&self.type_)) {
            (Type::Boolean, _) => Value::Truth(self.term.clone()),
            (Type::Long, Some((low, high))) => {
                Value::number(self.term.clone(), low.into(), high.into(), Width::Long)
            }
            (_, Some((low, high))) => Value::number(self.term.clone(), low.into(), high.into(), Width::Int),
            _ => {
                let (term, longest, is_ascii) = (self.term.clone(), self.longest, self.is_ascii);
                Value::Object(state.heap.add(Object::String(Str::Unknown { term, longest, is_ascii })))
            }
        }
    }

    /// Says that the argument has a known value.
    pub(super) fn pin(&self, solver: &mut Solver, state: &State, value: &Value) -> Result<(), ExecError> {
        let is_so = match value {
            Value::Int(value) if self.type_ == Type::Boolean => {
                if *value != 0 {
                    self.term.clone()
                } else {
                    !&self.term
                }
            }
            Value::Int(value) => self.term.eq(*value),
            Value::Long(value) => self.term.eq(*value),
            Value::Object(id) => match state.heap.get(*id) {
                Object::String(text) => self.term.eq(text.term(solver)),
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
        Ok(match model.value(&self.term)? {
            tress::Value::Bool(value) => Value::truth(value),
            tress::Value::Int(value) => {
                let value = value.to_i64().ok_or_else(|| ExecError::new("a number beyond its type"))?;
                match self.type_ {
                    Type::Long => Value::Long(value),
                    _ => Value::Int(value as i32),
                }
            }
            text => {
                let units = units_of(&text).ok_or_else(|| ExecError::new("a value of another sort"))?;
                Value::Object(state.heap.add(Object::String(Str::Known(units.into()))))
            }
        })
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
        Ok(match model.value(&self.term)? {
            tress::Value::Bool(value) => value.to_string(),
            tress::Value::Int(value) if self.type_ == Type::Char => char_text(&value),
            tress::Value::Int(value) => integer_text(&value, &self.type_),
            text => string_text(&units_of(&text).unwrap_or_default()),
        })
    }
}

/// The units of a text whose characters are units.
pub(super) fn units_of(value: &tress::Value) -> Option<Vec<u16>> {
    match value {
        tress::Value::String(text) => {
            text.chars().map(|found| u16::try_from(u32::from(found)).ok()).collect()
        }
        tress::Value::CodePoints(codes) => codes.iter().map(|code| u16::try_from(*code).ok()).collect(),
        _ => None,
    }
}
