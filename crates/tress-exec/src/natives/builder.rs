//! `StringBuilder` and `StringBuffer`: a text that is replaced by every change.

use tress_classes::{MethodRef, Type};

use super::limits::BUILDER_CAPACITY;
use super::{pieces, string};
use crate::machine::{Run, Signal, Step, broken, unsupported};
use crate::state::{Hidden, Id, Object, Str, Value};

fn content(run: &Run<'_>, id: Id) -> Step<Str> {
    match run.state.heap.get(id) {
        Object::Instance { hidden: Hidden::Builder(text), .. } => Ok(text.clone()),
        _ => broken("a builder is expected"),
    }
}

fn set(run: &mut Run<'_>, id: Id, text: Str) {
    if let Object::Instance { hidden, .. } = run.state.heap.get_mut(id) {
        *hidden = Hidden::Builder(text);
    }
}

/// Appends a text.
pub(super) fn append(run: &mut Run<'_>, id: Id, added: &Str) -> Step {
    let text = content(run, id)?;
    let whole = run.joined(&[text, added.clone()])?;
    set(run, id, whole);
    Ok(())
}

pub(super) fn call(
    run: &mut Run<'_>,
    method: &MethodRef,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    let (name, descriptor) = (&*method.name, &*method.descriptor);
    let id = run.object(&arguments[0])?;
    let text = content(run, id)?;
    if let Some(changed) = changed(run, method, &text, arguments)? {
        set(run, id, changed);
        return Ok(Some((!descriptor.ends_with(")V")).then(|| arguments[0].clone())));
    }
    match name {
        "toString" => Ok(Some(Some(run.string(text)))),
        "length" | "charAt" | "indexOf" | "lastIndexOf" | "substring" | "subSequence" | "isEmpty" => {
            string::on_text(run, name, descriptor, &text, arguments)
        }
        _ => Ok(None),
    }
}

/// The text after a method that changes it.
fn changed(run: &mut Run<'_>, method: &MethodRef, text: &Str, arguments: &[Value]) -> Step<Option<Str>> {
    let parameters = &method.type_.parameters[..];
    Ok(Some(match (&*method.name, parameters) {
        ("<init>", _) => begun(run, &method.descriptor, &arguments[1])?,
        ("append", [type_]) => {
            let added = text_of(run, &arguments[1], type_)?;
            run.joined(&[text.clone(), added])?
        }
        ("append", [type_ @ Type::Object(_), Type::Int, Type::Int]) => {
            let added = run.text_of(&arguments[1], type_)?;
            let added = match string::piece(run, &added, &arguments[2], Some(&arguments[3])) {
                // The class is another one than that of a string.
                Err(Signal::Throw(_)) => return run.throw("IndexOutOfBoundsException"),
                added => added?,
            };
            run.joined(&[text.clone(), added])?
        }
        ("insert", [Type::Int, type_]) => {
            let added = text_of(run, &arguments[2], type_)?;
            let before = string::piece(run, text, &Value::Int(0), Some(&arguments[1]))?;
            let after = string::piece(run, text, &arguments[1], None)?;
            let most = text.longest() + added.longest();
            run.joined_within(&[before, added, after], most)?
        }
        ("deleteCharAt" | "setCharAt", _) => {
            string::unit_at(run, text, &arguments[1])?;
            let next = string::plus_one(run, &arguments[1])?;
            let before = string::piece(run, text, &Value::Int(0), Some(&arguments[1]))?;
            let unit = match &*method.name {
                "setCharAt" => run.text_of(&arguments[2], &Type::Char)?,
                _ => Str::known(""),
            };
            let after = string::piece(run, text, &next, None)?;
            run.joined_within(&[before, unit, after], text.longest())?
        }
        ("reverse", _) => string::reversed(run, text)?,
        ("setLength", _) => pieces::of_length(run, text, &arguments[1])?,
        ("delete", _) => spliced(run, text, arguments, Str::known(""))?,
        ("replace", _) => {
            let with = run.text_argument(&arguments[3])?;
            spliced(run, text, arguments, with)?
        }
        _ => return Ok(None),
    }))
}

/// The text of a new builder.
fn begun(run: &mut Run<'_>, descriptor: &str, argument: &Value) -> Step<Str> {
    match (descriptor, argument) {
        ("()V", _) => Ok(Str::known("")),
        ("(I)V", Value::Int(capacity)) if *capacity < 0 => run.throw("NegativeArraySizeException"),
        ("(I)V", Value::Int(_)) => Ok(Str::known("")),
        ("(I)V", _) => {
            let ((low, high), capacity) = (run.bounds(argument)?, run.number_term(argument)?);
            if low < 0 && run.decide(capacity.lt(0))? {
                return run.throw("NegativeArraySizeException");
            }
            // Those that are too large for the memory end the program.
            let sure = i64::try_from(BUILDER_CAPACITY.most(run.context.budget)).unwrap_or(i64::MAX);
            if high <= sure || run.decide(capacity.le(sure))? {
                return Ok(Str::known(""));
            }
            run.context.budget.hit(BUILDER_CAPACITY.name());
            unsupported("a builder of unknown capacity")
        }
        _ => run.text_argument(argument),
    }
}

/// The text of a value, or of an array of characters.
fn text_of(run: &mut Run<'_>, value: &Value, type_: &Type) -> Step<Str> {
    match type_ {
        Type::Array(name) if &**name == "[C" => pieces::text_of_chars(run, value, None),
        type_ => run.text_of(value, type_),
    }
}

/// The string with a part replaced. An end beyond the string means its end.
fn spliced(run: &mut Run<'_>, text: &Str, arguments: &[Value], with: Str) -> Step<Str> {
    let (start, end) = (&arguments[1], pieces::end_within(run, text, &arguments[2])?);
    string::piece(run, text, start, Some(&end))?;
    let before = string::piece(run, text, &Value::Int(0), Some(start))?;
    let after = string::piece(run, text, &end, None)?;
    let most = text.longest() + with.longest();
    run.joined_within(&[before, with, after], most)
}
