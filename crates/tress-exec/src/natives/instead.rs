//! Methods of modelled classes that are other methods of the library, on what is modelled.

use std::sync::Arc;

use tress_classes::{InvokeKind, MethodRef, MethodType, Type};

use super::pieces;
use crate::machine::{Call, Run, Step};
use crate::program::Loaded;
use crate::state::{Object, Value};

/// The call that does what a method without a model does.
pub(super) fn other_call(
    run: &mut Run<'_>,
    class: &Loaded,
    method: &MethodRef,
    arguments: &[Value],
) -> Step<Option<Call>> {
    let name = &*method.name;
    Ok(match (&**class.name(), name) {
        (
            "java/lang/String" | "java/lang/StringBuilder" | "java/lang/StringBuffer",
            "chars" | "codePoints",
        ) => {
            let class = "java/lang/CharSequence";
            Some((InvokeKind::Special, reference(class, name, &method.descriptor), arguments.to_vec()))
        }
        ("java/security/AccessController", "doPrivileged") => {
            let action = "java/security/PrivilegedAction";
            let run = reference(action, "run", "()Ljava/lang/Object;");
            Some((InvokeKind::Interface, run, vec![arguments[0].clone()]))
        }
        ("java/lang/String", "lines") => {
            let id = run.object(&arguments[0])?;
            let Object::String(text) = run.state.heap.get(id) else { return Ok(None) };
            let text = text.clone();
            let lines = pieces::lines(run, &text)?;
            let elements = lines.into_iter().map(|line| run.string(line)).collect();
            let array = run.array(&Type::Object("java/lang/String".into()), elements)?;
            let stream = "([Ljava/lang/Object;)Ljava/util/stream/Stream;";
            Some((InvokeKind::Static, reference("java/util/Arrays", "stream", stream), vec![array]))
        }
        _ => None,
    })
}

fn reference(class: &str, name: &str, descriptor: &str) -> Arc<MethodRef> {
    let type_ = MethodType::parse(descriptor).unwrap_or_else(|| unreachable!("descriptors here are right"));
    Arc::new(MethodRef {
        class: class.into(),
        name: name.into(),
        descriptor: descriptor.into(),
        type_,
        of_interface: false,
    })
}
