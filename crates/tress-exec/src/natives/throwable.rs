//! Exceptions of the library.

use crate::machine::{Run, Step, unsupported};
use crate::state::{Hidden, Object, Value};

pub(super) fn call(
    run: &mut Run<'_>,
    name: &str,
    descriptor: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    match name {
        "<init>" => {
            let message = match descriptor {
                "()V" => Some(Value::Null),
                "(Ljava/lang/String;)V" | "(Ljava/lang/String;Ljava/lang/Throwable;)V" => {
                    Some(arguments[1].clone())
                }
                // An assertion has its message as any value; the text is made when somebody asks.
                _ => None,
            };
            let id = run.object(&arguments[0])?;
            if let Object::Instance { hidden, .. } = run.state.heap.get_mut(id) {
                *hidden = Hidden::Throwable { message };
            }
            Ok(Some(None))
        }
        "getMessage" if descriptor == "()Ljava/lang/String;" => {
            let id = run.object(&arguments[0])?;
            match run.state.heap.get(id) {
                Object::Instance { hidden: Hidden::Throwable { message: Some(message) }, .. } => {
                    Ok(Some(Some(message.clone())))
                }
                _ => unsupported("the message of an exception of the library"),
            }
        }
        "getLocalizedMessage" if descriptor == "()Ljava/lang/String;" => {
            call(run, "getMessage", descriptor, arguments)
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
