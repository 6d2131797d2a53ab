//! `StringBuilder` and `StringBuffer`: a text that is replaced by every change.

use tress_classes::{MethodRef, Type};

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

pub(super) fn call(
    run: &mut Run<'_>,
    method: &MethodRef,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    let (name, descriptor) = (&*method.name, &*method.descriptor);
    let id = run.object(&arguments[0])?;
    let text = content(run, id)?;
    let myself = Some(arguments[0].clone());
    let result = match name {
        "<init>" => {
            let begun = match descriptor {
                "()V" => Str::known(""),
                "(I)V" => match arguments[1] {
                    Value::Int(capacity) if capacity < 0 => return run.throw("NegativeArraySizeException"),
                    Value::Int(_) => Str::known(""),
                    _ => return unsupported("a builder of unknown capacity"),
                },
                _ => run.text_argument(&arguments[1])?,
            };
            set(run, id, begun);
            None
        }
        "append" if method.type_.parameters.len() == 1 => {
            let Some(type_) = method.type_.parameters.first() else { return Ok(None) };
            let added = match type_ {
                Type::Array(_) => pieces::text_of_chars(run, &arguments[1], None)?,
                type_ => run.text_of(&arguments[1], type_)?,
            };
            let whole = run.joined(&[text, added])?;
            set(run, id, whole);
            myself
        }
        "append" if descriptor.starts_with("(Ljava/lang/CharSequence;II)") => {
            let added = run.text_of(&arguments[1], &method.type_.parameters[0])?;
            let added = match string::piece(run, &added, &arguments[2], Some(&arguments[3])) {
                // The class is another one than that of a string.
                Err(Signal::Throw(_)) => return run.throw("IndexOutOfBoundsException"),
                added => added?,
            };
            let whole = run.joined(&[text, added])?;
            set(run, id, whole);
            myself
        }
        "insert" if method.type_.parameters.len() == 2 => {
            let Some(type_) = method.type_.parameters.get(1) else { return Ok(None) };
            if matches!(type_, Type::Array(_)) {
                return Ok(None);
            }
            let added = run.text_of(&arguments[2], type_)?;
            let before = string::piece(run, &text, &Value::Int(0), Some(&arguments[1]))?;
            let after = string::piece(run, &text, &arguments[1], None)?;
            let whole = run.joined(&[before, added, after])?;
            set(run, id, whole);
            myself
        }
        "deleteCharAt" => {
            string::unit_at(run, &text, &arguments[1])?;
            let next = string::plus_one(run, &arguments[1])?;
            let before = string::piece(run, &text, &Value::Int(0), Some(&arguments[1]))?;
            let after = string::piece(run, &text, &next, None)?;
            let whole = run.joined(&[before, after])?;
            set(run, id, whole);
            myself
        }
        "setCharAt" => {
            string::unit_at(run, &text, &arguments[1])?;
            let next = string::plus_one(run, &arguments[1])?;
            let before = string::piece(run, &text, &Value::Int(0), Some(&arguments[1]))?;
            let unit = run.text_of(&arguments[2], &Type::Char)?;
            let after = string::piece(run, &text, &next, None)?;
            let whole = run.joined(&[before, unit, after])?;
            set(run, id, whole);
            None
        }
        "reverse" => {
            let reversed = string::reversed(&text)?;
            set(run, id, reversed);
            myself
        }
        "setLength" => {
            let changed = pieces::of_length(run, &text, &arguments[1])?;
            set(run, id, changed);
            None
        }
        "delete" => {
            let changed = spliced(run, &text, arguments, Str::known(""))?;
            set(run, id, changed);
            myself
        }
        "replace" => {
            let with = run.text_argument(&arguments[3])?;
            let changed = spliced(run, &text, arguments, with)?;
            set(run, id, changed);
            myself
        }
        "toString" => Some(run.string(text)),
        "length" | "charAt" | "indexOf" | "lastIndexOf" | "substring" | "subSequence" | "isEmpty" => {
            return string::on_text(run, name, descriptor, &text, arguments);
        }
        _ => return Ok(None),
    };
    Ok(Some(result))
}

/// The text with another one in place of a part. An end behind the text stands for its end.
fn spliced(run: &mut Run<'_>, text: &Str, arguments: &[Value], with: Str) -> Step<Str> {
    let (start, end) = (&arguments[1], pieces::end_within(run, text, &arguments[2])?);
    string::piece(run, text, start, Some(&end))?;
    let before = string::piece(run, text, &Value::Int(0), Some(start))?;
    let after = string::piece(run, text, &end, None)?;
    run.joined(&[before, with, after])
}
