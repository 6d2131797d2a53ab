//! Runs of a method with known arguments.

use tress::Solver;
use tress_base::Budget;
use tress_classes::{ClassPath, Type};

use super::show;
use super::target::Target;
use super::{ExecError, Options, advance};
use crate::machine::Event;
use crate::program::Program;
use crate::report::Outcome;
use crate::state::{Object, State, Str, Value};

/// Runs a static method with arguments as text: numbers, `true`, `false`, and strings as they are.
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
    let budget = Budget::unlimited().with_time(options.time);
    match advance(&program, &Solver::new(), &budget, options, &mut state) {
        Event::End(end) => show::outcome(&state, &end, target.result(), None),
        Event::Fork(condition) => Ok(Outcome::Unsupported(format!("a question for the solver: {condition}"))),
    }
}

fn value(state: &mut State, text: &str, type_: &Type) -> Result<Value, ExecError> {
    let wrong = || ExecError::new(format!("{text} is no argument of type {type_}"));
    Ok(match type_ {
        Type::Boolean => Value::truth(text.parse().map_err(|_| wrong())?),
        Type::Byte | Type::Short | Type::Int => Value::Int(text.parse().map_err(|_| wrong())?),
        Type::Long => Value::Long(text.parse().map_err(|_| wrong())?),
        Type::Float => Value::Float(text.parse().map_err(|_| wrong())?),
        Type::Double => Value::Double(text.parse().map_err(|_| wrong())?),
        Type::Char => match text.encode_utf16().collect::<Vec<u16>>().as_slice() {
            [unit] => Value::Int((*unit).into()),
            _ => return Err(wrong()),
        },
        Type::Object(class) if &**class == "java/lang/String" => {
            Value::Object(state.heap.add(Object::String(Str::known(text))))
        }
        _ => return Err(wrong()),
    })
}
