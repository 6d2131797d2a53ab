//! What holds of arrays as soon as they are written down.

use tress_term::term::{ArrayValue, Op, Term};

use super::super::context::Context;
use super::super::inferences::Rule;
use super::limits::ENTRIES;

/// What was written is read.
const READ_WRITTEN: Rule = Rule::new(
    "array-read-written",
    "de Moura, Bjørner 2009",
    "reading at the index that was written gives the element that was written",
);
/// A literal is its elements, written one by one.
const UNPACK: Rule =
    Rule::new("array-literal", "SMT-LIB", "an array value is a constant array with finitely many stores");

/// `(select (store a i v) i) = v`.
pub(crate) fn define_array(cx: &mut Context<'_>, term: Term) {
    if cx.env.store.op(term) != Some(Op::Store) {
        return;
    }
    let [_, index, element] = cx.env.store.args(term) else { return };
    let (index, element) = (*index, *element);
    let read = cx.env.app(Op::Select, &[term, index]);
    let equal = cx.tie(read, element);
    cx.state(READ_WRITTEN, &[equal]);
}

/// A literal equals a constant array with its entries put in.
pub(crate) fn unpack(cx: &mut Context<'_>, term: Term, array: &ArrayValue) {
    if ENTRIES.is_exceeded(array.entries().len(), cx.env.budget) {
        return;
    }
    let default = cx.env.store.value(array.default_element().clone());
    let mut whole =
        cx.env.store.const_array(array.sort(), default).expect("the element has the array's sort");
    for (index, element) in array.entries() {
        let [index, element] = [index, element].map(|part| cx.env.store.value(part.clone()));
        whole = cx.env.app(Op::Store, &[whole, index, element]);
    }
    let equal = cx.tie(term, whole);
    cx.state(UNPACK, &[equal]);
}
