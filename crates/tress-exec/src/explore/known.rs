//! Runs of a method with known arguments.

use tress::{Answer, Solver};
use tress_base::Budget;
use tress_classes::{ClassPath, Type};

use super::names::java_name;
use super::replay::settled;
use super::show;
use super::target::Target;
use super::{ExecError, Options, advance, explore_where};
use crate::machine::Event;
use crate::program::Program;
use crate::report::{Outcome, Report};
use crate::state::{Object, State, Str, Value, is_string};

/// Runs a static method with arguments as text: numbers, `true`, `false`, and strings and characters, in
/// which `\u` with four digits denotes a unit, as in Java.
///
/// # Errors
/// When there is no such method, or an argument does not fit.
pub fn run_known(
    path: ClassPath,
    method: &str,
    arguments: &[&str],
    options: &Options,
) -> Result<Outcome, ExecError> {
    let program = Program::new(path);
    let target = Target::find(&program, method)?;
    if target.parameters().len() != arguments.len() {
        return Err(ExecError::new(format!("{target} takes {} arguments", target.parameters().len())));
    }
    let mut state = State::default();
    let mut values = Vec::new();
    for (text, type_) in arguments.iter().zip(target.parameters()) {
        values.push(value(&mut state, text, type_)?);
    }
    target.begin(&mut state, values)?;
    let budget = Budget::unlimited().with_time(options.time).with_caps(&options.caps);
    let mut solver = Solver::new();
    solver.set_timeout(options.check_time);
    loop {
        match advance(&program, &solver, &budget, options, &mut state, None) {
            Event::End(end) => {
                // Texts may be terms without unknowns: any model has their values.
                let model = (solver.check() == Answer::Sat).then(|| solver.model()).transpose()?;
                return show::outcome(&state, &end, target.result(), model.as_ref(), &budget);
            }
            Event::Fork(condition) | Event::Assume(condition, _) => match settled(&mut solver, &condition)? {
                Some(answer) => state.script.push(answer),
                None => return Ok(Outcome::Unsupported(format!("a question that stays open: {condition}"))),
            },
        }
    }
}

/// Explores a static method whose arguments are unknown, but restricted to these values, to compare the
/// models of unknown values with [`run_known`]. A path with a second result is reported as different when it
/// is run again.
///
/// # Errors
/// When there is no such method, or an argument does not fit.
pub fn explore_pinned(
    path: ClassPath,
    method: &str,
    arguments: &[&str],
    options: &Options,
) -> Result<Report, ExecError> {
    explore_where(path, method, options, true, |solver, target, inputs| {
        let mut state = State::default();
        for ((text, type_), input) in arguments.iter().zip(target.parameters()).zip(inputs) {
            let value = value(&mut state, text, type_)?;
            input.pin(solver, &state, &value)?;
        }
        Ok(())
    })
}

pub(super) fn value(state: &mut State, text: &str, type_: &Type) -> Result<Value, ExecError> {
    let wrong = || ExecError::new(format!("{text} is no argument of type {}", java_name(type_)));
    Ok(match type_ {
        Type::Boolean => Value::truth(text.parse().map_err(|_| wrong())?),
        Type::Byte | Type::Short | Type::Int => Value::Int(text.parse().map_err(|_| wrong())?),
        Type::Long => Value::Long(text.parse().map_err(|_| wrong())?),
        Type::Float => Value::Float(text.parse().map_err(|_| wrong())?),
        Type::Double => Value::Double(text.parse().map_err(|_| wrong())?),
        Type::Char => match units(text).as_slice() {
            [unit] => Value::Int((*unit).into()),
            _ => return Err(wrong()),
        },
        _ if is_string(type_) => {
            Value::Object(state.heap.add(Object::String(Str::Known(units(text).into()))))
        }
        // The arguments of a program, of which there are none.
        Type::Array(class) if &**class == "[Ljava/lang/String;" && text == "{}" => {
            Value::Object(state.heap.add(Object::Array { type_: class.clone(), elements: Vec::new() }))
        }
        _ => return Err(wrong()),
    })
}

/// The units of a text, in which `\u` with four digits denotes one.
fn units(text: &str) -> Vec<u16> {
    let mut parts = text.split("\\u");
    let mut units: Vec<u16> = parts.next().unwrap_or_default().encode_utf16().collect();
    for part in parts {
        let digits = part.get(..4).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        match digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()) {
            Some(unit) => {
                units.push(unit);
                units.extend(part[4..].encode_utf16());
            }
            None => units.extend("\\u".encode_utf16().chain(part.encode_utf16())),
        }
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_written_as_in_java() {
        assert_eq!(units("a\\u0009b\\ud83d"), [97, 9, 98, 0xd83d]);
        assert_eq!(units("\\u12"), "\\u12".encode_utf16().collect::<Vec<_>>());
        assert_eq!(units("\\u+123"), "\\u+123".encode_utf16().collect::<Vec<_>>());
        assert_eq!(units("é"), [0xe9]);
    }
}
