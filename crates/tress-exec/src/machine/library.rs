//! What the interpreter asks of the models of the library. The interpreter defines the interface; the models
//! know the interpreter, and implement it.

use std::sync::Arc;

use tress_classes::{FieldRef, InvokeKind, Method, MethodRef};

use super::{Run, Step};
use crate::program::Loaded;
use crate::state::{Id, Value};

/// A call: how, of what, with what.
pub(crate) type Call = (InvokeKind, Arc<MethodRef>, Vec<Value>);

/// Models of classes and methods of the library.
pub(crate) trait Library {
    /// Are the objects or the state of a class not those of the library's code?
    fn is_modelled(&self, class: &str) -> bool;

    /// Is there a model for a method of a class that is not modelled as a whole?
    fn is_guarded(&self, class: &str, method: &str) -> bool;

    /// May the library's code for a method run?
    fn may_run(&self, owner: &Loaded, method: &Method) -> bool;

    /// Does the control flow of a class depend on hashes and identities only? Then it is ignored when two
    /// runs are compared.
    fn is_private(&self, class: &str) -> bool;

    /// The value of a static field of a modelled class; `None` for all others.
    fn static_field(&self, run: &mut Run<'_>, field: &FieldRef) -> Step<Option<Value>>;

    /// Runs a modelled method of exactly this class. `None`: there is none; `Some(None)`: it has no result.
    fn call(
        &self,
        run: &mut Run<'_>,
        class: &Loaded,
        method: &MethodRef,
        arguments: &[Value],
    ) -> Step<Option<Option<Value>>>;

    /// The call that does what a method without a model does.
    fn other_call(
        &self,
        run: &mut Run<'_>,
        class: &Loaded,
        method: &MethodRef,
        arguments: &[Value],
    ) -> Step<Option<Call>>;

    /// The hash of a value of a type, if it is known and the same in all runs.
    fn known_hash(&self, run: &mut Run<'_>, value: &Value, descriptor: &str) -> Step<Option<i32>>;

    /// `equals` of objects that are modelled; of all others only where it is identity.
    fn equal_objects(&self, run: &mut Run<'_>, left: Id, right: Id) -> Step<Value>;
}
