//! What the library's own code asks of the JVM: nothing is archived, there is one thread, fields have
//! offsets.

use std::sync::Arc;

use tress_classes::Name;

use super::object;
use crate::machine::{Run, Step, broken, unsupported};
use crate::program::Loaded;
use crate::state::{Hidden, Id, Object, Value};

/// Methods of classes of the JDK that belong to the JVM.
pub(super) fn call(
    run: &mut Run<'_>,
    class: &str,
    name: &str,
    descriptor: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    let result = match (class, name) {
        ("jdk/internal/misc/CDS", "getRandomSeedForDumping") => Some(Value::Long(1)),
        ("jdk/internal/misc/CDS", _) => (!descriptor.ends_with('V')).then_some(Value::Int(0)),
        ("jdk/internal/misc/VM", "initLevel") => Some(Value::Int(4)),
        ("jdk/internal/misc/VM", "isBooted" | "isJavaLangInvokeInited") => Some(Value::Int(1)),
        ("jdk/internal/access/SharedSecrets", "getJavaLangAccess") => {
            let class = access(run)?;
            let name = class.name().clone();
            let object = || Object::Instance { class, fields: Vec::new(), hidden: Hidden::Nothing };
            Some(Value::Object(run.state.heap.shared(&name, 0, object)))
        }
        ("jdk/internal/reflect/Reflection", "getCallerClass") => Some(Value::Null),
        ("java/lang/Runtime", "getRuntime") => {
            let class = run.load(&"java/lang/Runtime".into())?;
            let object =
                || Object::Instance { class: class.clone(), fields: Vec::new(), hidden: Hidden::Nothing };
            Some(Value::Object(run.state.heap.shared(&"java/lang/Runtime".into(), 0, object)))
        }
        // The library asks to share work; a program would see how many there are.
        ("java/lang/Runtime", "availableProcessors") if run.frame().class.name().starts_with("java/") => {
            Some(Value::Int(1))
        }
        ("java/lang/Thread", "currentThread") => {
            let class = run.load(&"java/lang/Thread".into())?;
            let fields = class.layout.iter().map(|slot| crate::machine::default_of(&slot.type_)).collect();
            let object = || Object::Instance { class: class.clone(), fields, hidden: Hidden::Nothing };
            Some(Value::Object(run.state.heap.shared(&"java/lang/Thread".into(), 0, object)))
        }
        ("jdk/internal/misc/Unsafe", _) => return unsafe_call(run, name, descriptor, arguments),
        _ => return Ok(None),
    };
    Ok(Some(result))
}

/// The class by which the library reaches into `java.lang`; its number differs between releases.
fn access(run: &Run<'_>) -> Step<Arc<Loaded>> {
    for number in 1..=4 {
        let name: Name = format!("java/lang/System${number}").as_str().into();
        let is_access = run.context.program.is_a(&name, "jdk/internal/access/JavaLangAccess");
        if is_access.unwrap_or(false) {
            return run.load(&name);
        }
    }
    unsupported("the library's access to java.lang")
}

/// Fields and elements by offset. The offset of a field is its slot, that of an element its index.
fn unsafe_call(
    run: &mut Run<'_>,
    name: &str,
    descriptor: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    let result = match name {
        "getUnsafe" => {
            let class = run.load(&"jdk/internal/misc/Unsafe".into())?;
            let object =
                || Object::Instance { class: class.clone(), fields: Vec::new(), hidden: Hidden::Nothing };
            Some(Value::Object(run.state.heap.shared(&"jdk/internal/misc/Unsafe".into(), 0, object)))
        }
        "registerNatives" | "fullFence" | "loadFence" | "storeFence" | "ensureClassInitialized" => None,
        "arrayBaseOffset" => Some(Value::Int(0)),
        "arrayIndexScale" => Some(Value::Int(1)),
        "objectFieldOffset" if descriptor == "(Ljava/lang/Class;Ljava/lang/String;)J" => {
            Some(Value::Long(field_index(run, &arguments[1], &arguments[2])?))
        }
        // An invalid offset: using it ends the path.
        "objectFieldOffset" if descriptor == "(Ljava/lang/reflect/Field;)J" => Some(Value::Long(-1)),
        _ if name.starts_with("compareAndSet") || name.starts_with("weakCompareAndSet") => {
            let (id, index) = target(run, arguments)?;
            let old = read(run, id, index)?;
            let same = object::same_values(run, &old, &arguments[3])?;
            if same {
                write(run, id, index, arguments[4].clone())?;
            }
            Some(Value::truth(same))
        }
        _ if name.starts_with("getAndAdd") || name.starts_with("getAndSet") => {
            let (id, index) = target(run, arguments)?;
            let old = read(run, id, index)?;
            let new = match name.starts_with("getAndSet") {
                true => arguments[3].clone(),
                false => {
                    let width =
                        if old.is_wide() { crate::state::Width::Long } else { crate::state::Width::Int };
                    run.whole(width, tress_classes::Arithmetic::Add, &old, &arguments[3])?
                }
            };
            write(run, id, index, new)?;
            Some(old)
        }
        _ if name.starts_with("get") => {
            let (id, index) = target(run, arguments)?;
            Some(read(run, id, index)?)
        }
        _ if name.starts_with("put") => {
            let (id, index) = target(run, arguments)?;
            write(run, id, index, arguments[3].clone())?;
            None
        }
        _ => return Ok(None),
    };
    Ok(Some(result))
}

fn field_index(run: &mut Run<'_>, class: &Value, name: &Value) -> Step<i64> {
    let class = run.object(class)?;
    let Object::Class(class) = run.state.heap.get(class) else { return broken("a class is expected") };
    let class = run.load(&class.clone())?;
    let name = run.text_argument(name)?;
    let Some(units) = name.units() else { return unsupported("a field of unknown name") };
    let name = String::from_utf16_lossy(units);
    match class.layout.iter().rposition(|slot| *slot.name == *name) {
        Some(index) => Ok(index as i64),
        None => unsupported(format!("the field {name} of {}", class.name())),
    }
}

fn target(run: &mut Run<'_>, arguments: &[Value]) -> Step<(Id, usize)> {
    let Value::Long(index) = arguments[2] else { return unsupported("an unknown place in memory") };
    let id = run.object(&arguments[1])?;
    match usize::try_from(index) {
        Ok(index) => Ok((id, index)),
        Err(_) => unsupported("a place in memory"),
    }
}

fn read(run: &Run<'_>, id: Id, index: usize) -> Step<Value> {
    let values = match run.state.heap.get(id) {
        Object::Instance { fields, .. } => fields,
        Object::Array { elements, .. } => elements,
        _ => return unsupported("the memory of such an object"),
    };
    values.get(index).cloned().map_or_else(|| unsupported("a place in memory"), Ok)
}

fn write(run: &mut Run<'_>, id: Id, index: usize, value: Value) -> Step {
    let values = match run.state.heap.get_mut(id) {
        Object::Instance { fields, .. } => fields,
        Object::Array { elements, .. } => elements,
        _ => return unsupported("the memory of such an object"),
    };
    match values.get_mut(index) {
        Some(slot) => {
            *slot = value;
            Ok(())
        }
        None => unsupported("a place in memory"),
    }
}
