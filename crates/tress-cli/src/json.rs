//! JSON as text: what programs that read our output ask for.
//!
//! Enters: texts, words, numbers. Leaves: one line of JSON. An [`Object`] keeps the order in which its
//! members were put in.

use std::fmt::{Display, Write as _};

/// The text as a JSON string, in its quotes.
pub(crate) fn escape(text: &str) -> String {
    let codes: Vec<u32> = text.chars().map(u32::from).collect();
    word(&codes)
}

/// A word of code points as a JSON string. Surrogates, which no text has, are written as escapes; a pair of
/// them reads as the character that it denotes.
pub(crate) fn word(codes: &[u32]) -> String {
    let mut text = String::with_capacity(codes.len() + 2);
    text.push('"');
    for &code in codes {
        match char::from_u32(code) {
            Some('"') => text.push_str("\\\""),
            Some('\\') => text.push_str("\\\\"),
            Some('\n') => text.push_str("\\n"),
            Some('\r') => text.push_str("\\r"),
            Some('\t') => text.push_str("\\t"),
            Some(c) if !c.is_control() => text.push(c),
            _ => {
                let _ = write!(text, "\\u{code:04x}");
            }
        }
    }
    text.push('"');
    text
}

/// A list of values that are JSON already.
pub(crate) fn list(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().collect();
    format!("[{}]", items.join(","))
}

/// An object under construction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Object(String);

impl Object {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// One more member, whose value is JSON already: a number, a list, an object.
    #[must_use]
    pub(crate) fn with(mut self, key: &str, value: impl Display) -> Self {
        if !self.0.is_empty() {
            self.0.push(',');
        }
        let _ = write!(self.0, "{}:{value}", escape(key));
        self
    }

    /// One more member that is a text.
    #[must_use]
    pub(crate) fn with_text(self, key: &str, value: &str) -> Self {
        self.with(key, escape(value))
    }

    /// One more member; `null` when there is no value.
    #[must_use]
    pub(crate) fn with_maybe(self, key: &str, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self.with(key, "null"),
        }
    }

    /// These members, then those of `other`.
    #[must_use]
    pub(crate) fn and(mut self, other: &Object) -> Self {
        if !self.0.is_empty() && !other.0.is_empty() {
            self.0.push(',');
        }
        self.0.push_str(&other.0);
        self
    }
}

impl Display for Object {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{{{}}}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(escape("a\"b\\c\nd\u{1}é\u{7f}"), "\"a\\\"b\\\\c\\nd\\u0001é\\u007f\"");
        assert_eq!(word(&[0xD800, 97, 0x1F600]), "\"\\ud800a😀\"");
    }

    #[test]
    fn objects_keep_their_order() {
        let inner = Object::new().with("n", 1).with_maybe("m", None::<u32>);
        let object =
            Object::new().with_text("b", "x").with("a", list(["1".into(), "2".into()])).with("o", &inner);
        assert_eq!(object.to_string(), r#"{"b":"x","a":[1,2],"o":{"n":1,"m":null}}"#);
        assert_eq!(Object::new().and(&inner).and(&Object::new()).to_string(), r#"{"n":1,"m":null}"#);
    }
}
