//! The modelled classes of the library, one row each: how much of the class is modelled, and what runs its
//! methods.
//!
//! Two kinds of models are not here, because they do not belong to whole classes: exceptions of the library,
//! and methods of collections and writers that are modelled although the other methods of their class run the
//! library's code (`is_guarded`).

use tress_classes::MethodRef;

use super::{
    boxes, builder, character, charsets, internals, numerals, object, points, regex, string, throwable,
    verifier,
};
use crate::machine::{Run, Step};
use crate::state::Value;

/// How much of a class is modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Objects and state are those of the model, so none of the library's code runs.
    All,
    /// The same, but static methods without a model run the library's code, which needs no object.
    AllButStaticCode,
    /// Methods that have no code, or none without a JDK. The library's code runs.
    MethodsWithoutCode,
}

use Extent::{All, AllButStaticCode, MethodsWithoutCode};

/// What a model answers. `None`: there is no such method; `Some(None)`: it has no result.
pub(super) type Answer = Step<Option<Option<Value>>>;

/// Runs a method of the class of this name.
type Runner = fn(&mut Run<'_>, &str, &MethodRef, &[Value]) -> Answer;

/// A modelled class.
pub(super) struct Row {
    class: &'static str,
    pub(super) extent: Extent,
    call: Runner,
}

impl Row {
    pub(super) fn call(&self, run: &mut Run<'_>, method: &MethodRef, arguments: &[Value]) -> Answer {
        (self.call)(run, self.class, method, arguments)
    }
}

/// The row of a class.
pub(super) fn find(class: &str) -> Option<&'static Row> {
    TABLE.binary_search_by(|row| row.class.cmp(class)).ok().map(|index| &TABLE[index])
}

const fn row(class: &'static str, extent: Extent, call: Runner) -> Row {
    Row { class, extent, call }
}

/// Sorted by name.
static TABLE: &[Row] = &[
    row("java/io/PrintStream", All, |run, _, method, arguments| object::print(run, method, arguments)),
    row("java/lang/AbstractStringBuilder", All, nothing),
    row("java/lang/Boolean", AllButStaticCode, number_box),
    row("java/lang/Byte", AllButStaticCode, number_box),
    row("java/lang/Character", AllButStaticCode, character_box),
    row("java/lang/Class", All, |run, _, method, arguments| object::class_call(run, &method.name, arguments)),
    row("java/lang/Double", AllButStaticCode, point_box),
    row("java/lang/Enum", All, |run, _, method, arguments| {
        object::enum_call(run, &method.name, &method.descriptor, arguments)
    }),
    row("java/lang/Float", AllButStaticCode, point_box),
    row("java/lang/Integer", AllButStaticCode, number_box),
    row("java/lang/Long", AllButStaticCode, number_box),
    row("java/lang/Math", AllButStaticCode, |run, _, method, arguments| {
        numerals::math(run, &method.name, &method.descriptor, arguments)
    }),
    row("java/lang/Object", All, |run, _, method, arguments| {
        object::call(run, &method.name, &method.descriptor, arguments)
    }),
    row("java/lang/Record", All, |_, _, method, _| Ok((&*method.name == "<init>").then_some(None))),
    row("java/lang/Runtime", All, runtime),
    row("java/lang/Short", AllButStaticCode, number_box),
    row("java/lang/String", All, |run, _, method, arguments| {
        string::call(run, &method.name, &method.descriptor, arguments)
    }),
    row("java/lang/StringBuffer", All, |run, _, method, arguments| builder::call(run, method, arguments)),
    row("java/lang/StringBuilder", All, |run, _, method, arguments| builder::call(run, method, arguments)),
    row("java/lang/System", All, |run, _, method, arguments| {
        object::system_call(run, &method.name, arguments)
    }),
    row("java/lang/Thread", All, internal),
    row("java/lang/Throwable", All, |run, _, method, arguments| {
        throwable::call(run, &method.name, &method.descriptor, arguments)
    }),
    row("java/lang/reflect/Array", MethodsWithoutCode, |run, _, method, arguments| {
        object::array_call(run, &method.name, &method.descriptor, arguments)
    }),
    row(charsets::CHARSET, All, |run, _, method, arguments| charsets::call(run, &method.name, arguments)),
    row(charsets::STANDARD, All, nothing),
    row("java/security/AccessController", AllButStaticCode, internal),
    row("java/util/Objects", MethodsWithoutCode, require_non_null),
    row("java/util/concurrent/atomic/AtomicLong", MethodsWithoutCode, |_, _, method, _| {
        Ok((&*method.name == "VMSupportsCS8").then_some(Some(Value::Int(1))))
    }),
    row("java/util/regex/Matcher", All, |run, _, method, arguments| {
        regex::matcher_call(run, &method.name, &method.descriptor, arguments)
    }),
    row("java/util/regex/Pattern", All, |run, _, method, arguments| {
        regex::call(run, &method.name, &method.descriptor, arguments)
    }),
    row("jdk/internal/access/SharedSecrets", All, internal),
    row("jdk/internal/misc/CDS", All, internal),
    row("jdk/internal/misc/Unsafe", AllButStaticCode, internal),
    row("jdk/internal/misc/VM", All, internal),
    row("jdk/internal/reflect/Reflection", All, internal),
    row("jdk/internal/util/ArraysSupport", AllButStaticCode, nothing),
    row("jdk/internal/util/Preconditions", All, |run, _, method, arguments| {
        object::check_index(run, &method.name, arguments)
    }),
    row(verifier::CLASS, All, |run, _, method, arguments| {
        verifier::call(run, &method.name, &method.descriptor, arguments)
    }),
];

/// A class of which no method is modelled.
fn nothing(_: &mut Run<'_>, _: &str, _: &MethodRef, _: &[Value]) -> Answer {
    Ok(None)
}

fn number_box(run: &mut Run<'_>, class: &str, method: &MethodRef, arguments: &[Value]) -> Answer {
    boxes::call(run, class, &method.name, &method.descriptor, arguments)
}

fn character_box(run: &mut Run<'_>, class: &str, method: &MethodRef, arguments: &[Value]) -> Answer {
    match character::call(run, &method.name, &method.descriptor, arguments)? {
        None => number_box(run, class, method, arguments),
        done => Ok(done),
    }
}

fn point_box(run: &mut Run<'_>, class: &str, method: &MethodRef, arguments: &[Value]) -> Answer {
    points::call(run, class, &method.name, &method.descriptor, arguments)
}

fn internal(run: &mut Run<'_>, class: &str, method: &MethodRef, arguments: &[Value]) -> Answer {
    internals::call(run, class, &method.name, &method.descriptor, arguments)
}

fn runtime(run: &mut Run<'_>, class: &str, method: &MethodRef, arguments: &[Value]) -> Answer {
    match &*method.name {
        "availableProcessors" => internal(run, class, method, arguments),
        name => object::runtime_call(run, name),
    }
}

/// The method of `Objects` that compilers call.
fn require_non_null(run: &mut Run<'_>, _: &str, method: &MethodRef, arguments: &[Value]) -> Answer {
    if (&*method.name, &*method.descriptor) != ("requireNonNull", "(Ljava/lang/Object;)Ljava/lang/Object;") {
        return Ok(None);
    }
    run.object(&arguments[0])?;
    Ok(Some(Some(arguments[0].clone())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_every_class_is_found() {
        assert!(TABLE.is_sorted_by(|one, other| one.class < other.class));
        assert!(TABLE.iter().all(|row| find(row.class).is_some_and(|found| found.class == row.class)));
        assert!(find("java/util/HashMap").is_none());
    }
}
