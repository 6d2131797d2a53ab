//! Values taken apart and put together again.

use tress_term::term::{ArrayValue, DataValue, Sort, TermStore, Value};

/// The values that a value is made of: fields, elements, or the default of an array with its indices and
/// elements.
pub(super) fn parts_of(value: &Value) -> Vec<Value> {
    match value {
        Value::Seq(seq) => seq.elements().to_vec(),
        Value::Data(data) => data.fields().to_vec(),
        Value::Array(array) => {
            let entries = array.entries().flat_map(|(index, element)| [index, element]);
            std::iter::once(array.default_element()).chain(entries).cloned().collect()
        }
        _ => Vec::new(),
    }
}

/// A constructor application or an array of this sort, with other parts, in the order of [`parts_of`].
pub(super) fn with_parts(store: &TermStore, value: &Value, sort: Sort, parts: Vec<Value>) -> Value {
    match value {
        Value::Data(data) => Value::Data(DataValue::new(sort, data.constructor(), parts)),
        Value::Array(_) => {
            let mut parts = parts.into_iter();
            let default = parts.next().expect("an array has a default");
            let mut entries = Vec::new();
            while let (Some(index), Some(element)) = (parts.next(), parts.next()) {
                entries.push((index, element));
            }
            Value::Array(ArrayValue::new(store, sort, default, entries))
        }
        other => other.clone(),
    }
}
