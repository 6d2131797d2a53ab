//! Exceptions of the library.

use crate::machine::{Run, Signal, Step, unsupported};
use crate::state::{Hidden, Object, Value};

pub(super) fn call(
    run: &mut Run<'_>,
    name: &str,
    descriptor: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    match name {
        "<init>" => {
            let (message, cause) = parts(run, descriptor, arguments)?;
            let id = run.object(&arguments[0])?;
            if let Object::Instance { hidden, .. } = run.state.heap.get_mut(id) {
                *hidden = Hidden::Throwable { message, cause };
            }
            Ok(Some(None))
        }
        "getMessage" if descriptor == "()Ljava/lang/String;" => {
            let id = run.object(&arguments[0])?;
            match run.state.heap.get(id) {
                Object::Instance { hidden: Hidden::Throwable { message: Some(message), .. }, .. } => {
                    Ok(Some(Some(message.clone())))
                }
                _ => unsupported("the message of an exception of the library"),
            }
        }
        "getLocalizedMessage" if descriptor == "()Ljava/lang/String;" => {
            call(run, "getMessage", descriptor, arguments)
        }
        "getCause" => {
            let id = run.object(&arguments[0])?;
            match run.state.heap.get(id) {
                Object::Instance { hidden: Hidden::Throwable { cause, .. }, .. } => {
                    Ok(Some(Some(cause.clone())))
                }
                _ => unsupported("the cause of an exception"),
            }
        }
        "initCause" => {
            let id = run.object(&arguments[0])?;
            match run.state.heap.get_mut(id) {
                Object::Instance { hidden: Hidden::Throwable { cause, .. }, .. }
                    if matches!(cause, Value::Null) =>
                {
                    *cause = arguments[1].clone();
                    Ok(Some(Some(arguments[0].clone())))
                }
                _ => unsupported("a second cause of an exception"),
            }
        }
        "toString" if descriptor == "()Ljava/lang/String;" => {
            let id = run.object(&arguments[0])?;
            let text = run.text_of_object(id)?;
            Ok(Some(Some(run.string(text))))
        }
        "getStackTrace" => unsupported("the calls that led to an exception"),
        "fillInStackTrace" => Ok(Some(Some(arguments[0].clone()))),
        "addSuppressed" | "printStackTrace" => Ok(Some(None)),
        _ => Ok(None),
    }
}

/// The message and the cause of a new exception. A missing message is built when it is requested, or not
/// known.
fn parts(run: &mut Run<'_>, descriptor: &str, arguments: &[Value]) -> Step<(Option<Value>, Value)> {
    Ok(match descriptor {
        "()V" => (Some(Value::Null), Value::Null),
        "(Ljava/lang/String;)V" => (Some(arguments[1].clone()), Value::Null),
        "(Ljava/lang/String;Ljava/lang/Throwable;)V" | "(Ljava/lang/String;Ljava/lang/Throwable;ZZ)V" => {
            (Some(arguments[1].clone()), arguments[2].clone())
        }
        "(Ljava/lang/Throwable;)V" => {
            // The message is the text of the cause.
            let message = match &arguments[1] {
                Value::Object(cause) => match run.text_of_object(*cause) {
                    Ok(text) => Some(run.string(text)),
                    Err(Signal::Unsupported(_)) => None,
                    Err(signal) => return Err(signal),
                },
                _ => Some(Value::Null),
            };
            (message, arguments[1].clone())
        }
        // The message of an assertion is any value; its text is built when it is requested, and an exception
        // is the cause, too.
        "(Ljava/lang/Object;)V" => {
            let is_cause = match &arguments[1] {
                Value::Object(id) if matches!(run.state.heap.get(*id), Object::String(_)) => {
                    return Ok((Some(arguments[1].clone()), Value::Null));
                }
                Value::Object(id) => {
                    let class = run.class_name(*id);
                    run.context.program.is_a(&class, "java/lang/Throwable").or_else(unsupported)?
                }
                _ => false,
            };
            (None, if is_cause { arguments[1].clone() } else { Value::Null })
        }
        _ => (None, Value::Null),
    })
}
