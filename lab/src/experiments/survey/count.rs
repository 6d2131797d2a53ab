//! Calls of operations of strings in compiled classes.

use std::collections::BTreeMap;

use tress_classes::{Class, Instruction, InvokeKind, MethodRef};

/// Concatenation: appending to a builder, `concat`, and what `+` is compiled to.
pub(super) const CONCAT: &str = "concat";

/// How often each operation is called.
#[derive(Default)]
pub(super) struct Calls(BTreeMap<String, u64>);

impl Calls {
    pub(super) fn add(&mut self, class: &Class) {
        let codes = class.methods.iter().filter_map(|method| method.code.as_ref());
        for instruction in codes.flat_map(|code| &code.instructions) {
            let operation = match instruction {
                Instruction::Invoke(kind, method) => operation(*kind, method),
                Instruction::InvokeDynamic(dynamic) if &*dynamic.name == "makeConcatWithConstants" => {
                    Some(CONCAT.to_owned())
                }
                _ => None,
            };
            if let Some(operation) = operation {
                *self.0.entry(operation).or_default() += 1;
            }
        }
    }

    pub(super) fn join(&mut self, other: &Calls) {
        for (name, count) in &other.0 {
            *self.0.entry(name.clone()).or_default() += count;
        }
    }

    pub(super) fn total(&self) -> u64 {
        self.0.values().sum()
    }

    pub(super) fn count_of(&self, operation: &str) -> u64 {
        self.0.get(operation).copied().unwrap_or(0)
    }

    pub(super) fn counts(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(name, count)| (name.as_str(), *count))
    }

    pub(super) fn operations(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// The operation that a call denotes. As in the thesis, `toString` and `format` say nothing of strings, and
/// parsing of numbers counts.
fn operation(kind: InvokeKind, method: &MethodRef) -> Option<String> {
    let name = &*method.name;
    let is_text =
        matches!(&*method.class, "java/lang/String" | "java/lang/StringBuilder" | "java/lang/StringBuffer");
    if !is_text {
        let parses = kind == InvokeKind::Static
            && matches!(name, "parseInt" | "parseLong" | "parseDouble" | "parseFloat");
        let is_box = matches!(
            &*method.class,
            "java/lang/Integer" | "java/lang/Long" | "java/lang/Double" | "java/lang/Float"
        );
        return (parses && is_box).then(|| name.to_owned());
    }
    match name {
        "<init>" | "toString" | "format" => None,
        "append" => Some(CONCAT.to_owned()),
        other => Some(other.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_of_a_fixture_are_counted() {
        let place = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/java/classes/Urls.class");
        let class =
            tress_classes::read_class(&std::fs::read(place).expect("it is there")).expect("it is read");
        let mut calls = Calls::default();
        calls.add(&class);
        assert_eq!(calls.count_of("lastIndexOf"), 1);
        assert_eq!(calls.count_of("startsWith"), 2);
        assert_eq!(calls.count_of("toString"), 0);
        assert_eq!(calls.total(), calls.counts().map(|(_, count)| count).sum::<u64>());
    }
}
