//! Collections and arrays as values: what they hold, as Java's `toString` writes it, and an expression that
//! equals them.
//!
//! The parts of a collection lie in the fields of the library's own classes. One that is not known here, or
//! holds what cannot be written, is shown as an object.

use tress::Model;
use tress_base::Budget;
use tress_classes::Type;

use super::limits::{SHOWN_DEPTH, SHOWN_ELEMENTS};
use super::show::{char_text, string_text};
use crate::state::{Hidden, Id, Object, State, Str, Value, units_of};

/// Entries of the longest `Map.of`.
const MOST_PAIRS: usize = 10;

/// A value as people read it.
pub(super) struct Shown {
    /// As `toString` writes it.
    pub(super) text: String,
    /// An expression of Java that equals it, with the names of classes in full.
    pub(super) java: Option<String>,
}

/// What an object holds.
enum Content {
    List(Vec<Value>),
    Set(Vec<Value>, bool),
    Map(Vec<(Value, Value)>, bool),
    Optional(Value),
}

/// A collection or an array; `None` for everything else.
pub(super) fn shown(state: &State, id: Id, model: Option<&Model>, budget: &Budget) -> Option<Shown> {
    Reader { state, model, budget }.object(id, 0)
}

/// A text, a box or what else a collection may hold.
pub(super) fn element(state: &State, value: &Value, model: &Model, budget: &Budget) -> Option<Shown> {
    Reader { state, model: Some(model), budget }.value(value, 0)
}

struct Reader<'path> {
    state: &'path State,
    model: Option<&'path Model>,
    budget: &'path Budget,
}

impl Reader<'_> {
    fn is_long(&self, elements: usize) -> bool {
        SHOWN_ELEMENTS.is_exceeded(elements, self.budget)
    }

    fn object(&self, id: Id, depth: usize) -> Option<Shown> {
        if SHOWN_DEPTH.is_exceeded(depth, self.budget) {
            return None;
        }
        if let Object::Array { type_, elements } = self.state.heap.get(id) {
            return self.array(type_, elements, depth);
        }
        match self.content(id)? {
            Content::List(elements) => {
                let parts = self.all(&elements, depth)?;
                let has_null = elements.iter().any(|element| matches!(element, Value::Null));
                let java = expressions(&parts).map(|parts| match has_null {
                    true => format!("java.util.Arrays.asList(new Object[] {{{parts}}})"),
                    false => format!("java.util.List.of({parts})"),
                });
                Some(Shown { text: bracketed(&parts), java })
            }
            Content::Set(elements, is_ordered) => {
                let mut parts = self.all(&elements, depth)?;
                if !is_ordered {
                    parts.sort_by(|one, other| one.text.cmp(&other.text));
                }
                let has_null = elements.iter().any(|element| matches!(element, Value::Null));
                let java = expressions(&parts).filter(|_| !has_null);
                Some(Shown {
                    text: bracketed(&parts),
                    java: java.map(|parts| format!("java.util.Set.of({parts})")),
                })
            }
            Content::Map(entries, is_ordered) => self.map(&entries, is_ordered, depth),
            Content::Optional(Value::Null) => Some(Shown {
                text: "Optional.empty".to_owned(),
                java: Some("java.util.Optional.empty()".to_owned()),
            }),
            Content::Optional(value) => {
                let inside = self.value(&value, depth)?;
                let java = inside.java.map(|java| format!("java.util.Optional.of({java})"));
                Some(Shown { text: format!("Optional[{}]", inside.text), java })
            }
        }
    }

    fn all(&self, elements: &[Value], depth: usize) -> Option<Vec<Shown>> {
        if self.is_long(elements.len()) {
            return None;
        }
        elements.iter().map(|element| self.value(element, depth)).collect()
    }

    fn array(&self, type_: &str, elements: &[Value], depth: usize) -> Option<Shown> {
        let element = Type::parse(type_.strip_prefix('[')?)?;
        let parts: Option<Vec<Shown>> = elements.iter().map(|one| self.typed(one, &element, depth)).collect();
        let parts = parts.filter(|parts| !self.is_long(parts.len()))?;
        let java = expressions(&parts)
            .map(|parts| format!("new {} {{{parts}}}", super::names::java_name(&Type::Array(type_.into()))));
        Some(Shown { text: bracketed(&parts), java })
    }

    fn map(&self, entries: &[(Value, Value)], is_ordered: bool, depth: usize) -> Option<Shown> {
        if self.is_long(entries.len()) {
            return None;
        }
        let mut parts = Vec::new();
        for (key, value) in entries {
            parts.push((self.value(key, depth)?, self.value(value, depth)?));
        }
        if !is_ordered {
            parts.sort_by(|one, other| one.0.text.cmp(&other.0.text));
        }
        let text: Vec<String> =
            parts.iter().map(|(key, value)| format!("{}={}", key.text, value.text)).collect();
        let has_null =
            entries.iter().any(|(key, value)| matches!(key, Value::Null) || matches!(value, Value::Null));
        let pairs: Option<Vec<(&String, &String)>> =
            parts.iter().map(|(key, value)| Some((key.java.as_ref()?, value.java.as_ref()?))).collect();
        let java = pairs.filter(|_| !has_null).map(|pairs| match pairs.len() <= MOST_PAIRS {
            true => {
                let pairs: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}, {value}")).collect();
                format!("java.util.Map.of({})", pairs.join(", "))
            }
            false => {
                let entry =
                    |(key, value): &(&String, &String)| format!("java.util.Map.entry({key}, {value})");
                let pairs: Vec<String> = pairs.iter().map(entry).collect();
                format!("java.util.Map.ofEntries({})", pairs.join(", "))
            }
        });
        Some(Shown { text: format!("{{{}}}", text.join(", ")), java })
    }

    /// A value of a known type.
    fn typed(&self, value: &Value, type_: &Type, depth: usize) -> Option<Shown> {
        if type_.is_reference() {
            return self.value(value, depth);
        }
        let number = match value {
            Value::Int(value) => i64::from(*value),
            Value::Long(value) => *value,
            Value::Number(number) => match self.model?.value(&number.term).ok()? {
                tress::Value::Int(value) => value.to_i64()?,
                _ => return None,
            },
            Value::Truth(term) => match self.model?.value(term).ok()? {
                tress::Value::Bool(value) => value.into(),
                _ => return None,
            },
            Value::Float(value) if value.is_finite() => {
                return Some(Shown { text: format!("{value:?}"), java: None });
            }
            Value::Double(value) if value.is_finite() => {
                return Some(Shown { text: format!("{value:?}"), java: None });
            }
            _ => return None,
        };
        let (text, java) = match type_ {
            Type::Boolean => ((number != 0).to_string(), (number != 0).to_string()),
            Type::Char => {
                let unit = u16::try_from(number).ok()?;
                (String::from_utf16_lossy(&[unit]), char_text(&tress::Int::from(number)))
            }
            Type::Byte => (number.to_string(), format!("(byte) {number}")),
            Type::Short => (number.to_string(), format!("(short) {number}")),
            Type::Long => (number.to_string(), format!("{number}L")),
            _ => (number.to_string(), number.to_string()),
        };
        Some(Shown { text, java: Some(java) })
    }

    /// An element: a text, a box, a constant of an enum, or a collection.
    fn value(&self, value: &Value, depth: usize) -> Option<Shown> {
        let id = match value {
            Value::Null => return Some(Shown { text: "null".to_owned(), java: Some("null".to_owned()) }),
            Value::Object(id) => *id,
            _ => return None,
        };
        match self.state.heap.get(id) {
            Object::String(text) => {
                let units = self.units(text)?;
                Some(Shown { text: String::from_utf16_lossy(&units), java: Some(string_text(&units)) })
            }
            Object::Instance { class, hidden: Hidden::Box(inside), .. } => {
                let type_ = crate::machine::boxed_type(class.name())?;
                self.typed(inside, &type_, depth)
            }
            Object::Instance { class, hidden: Hidden::Enum { name: Value::Object(name), .. }, .. } => {
                let Object::String(name) = self.state.heap.get(*name) else { return None };
                let name = String::from_utf16_lossy(&self.units(name)?);
                let java = format!("{}.{name}", class.name().replace(['/', '$'], "."));
                Some(Shown { text: name, java: Some(java) })
            }
            _ => self.object(id, depth + 1),
        }
    }

    fn units(&self, text: &Str) -> Option<Vec<u16>> {
        match text {
            Str::Known(units) => Some(units.to_vec()),
            Str::Unknown { term, .. } => units_of(&self.model?.value(term).ok()?),
        }
    }

    fn content(&self, id: Id) -> Option<Content> {
        let Object::Instance { class, .. } = self.state.heap.get(id) else { return None };
        let name = class.name().strip_prefix("java/util/")?;
        let inside = |name: &str| match self.field(id, name)? {
            Value::Object(inner) => self.content(inner),
            _ => None,
        };
        Some(match name {
            "ArrayList" => {
                Content::List(self.first(self.field(id, "elementData")?, &self.field(id, "size")?)?)
            }
            "Vector" | "Stack" => {
                Content::List(self.first(self.field(id, "elementData")?, &self.field(id, "elementCount")?)?)
            }
            "Arrays$ArrayList" => Content::List(self.elements(&self.field(id, "a")?)?),
            "ImmutableCollections$ListN" => Content::List(self.elements(&self.field(id, "elements")?)?),
            "ImmutableCollections$List12" => Content::List(self.one_or_two(id)?),
            "LinkedList" => Content::List(self.chain(self.field(id, "first")?, "item", "next")?),
            "Collections$EmptyList" => Content::List(Vec::new()),
            "Collections$SingletonList" => Content::List(vec![self.field(id, "element")?]),
            "Collections$UnmodifiableList" | "Collections$UnmodifiableRandomAccessList" => inside("list")?,
            "HashSet" | "LinkedHashSet" => keys(inside("map")?),
            "TreeSet" | "Collections$UnmodifiableMap" | "Collections$UnmodifiableSortedMap" => {
                match inside("m")? {
                    map if name == "TreeSet" => keys(map),
                    map => map,
                }
            }
            "ImmutableCollections$SetN" => {
                let elements = self.elements(&self.field(id, "elements")?)?;
                Content::Set(elements.into_iter().filter(|one| !matches!(one, Value::Null)).collect(), false)
            }
            "ImmutableCollections$Set12" => Content::Set(self.one_or_two(id)?, false),
            "Collections$EmptySet" => Content::Set(Vec::new(), true),
            "Collections$SingletonSet" => Content::Set(vec![self.field(id, "element")?], true),
            "Collections$UnmodifiableSet" | "Collections$UnmodifiableSortedSet" => inside("c")?,
            "HashMap" => Content::Map(self.table(id)?, false),
            "LinkedHashMap" => Content::Map(self.linked(id)?, true),
            "TreeMap" => Content::Map(self.sorted(id)?, true),
            "ImmutableCollections$Map1" => {
                Content::Map(vec![(self.field(id, "k0")?, self.field(id, "v0")?)], true)
            }
            "ImmutableCollections$MapN" => {
                let table = self.elements(&self.field(id, "table")?)?;
                let pairs = table.chunks_exact(2).filter(|pair| !matches!(pair[0], Value::Null));
                Content::Map(pairs.map(|pair| (pair[0].clone(), pair[1].clone())).collect(), false)
            }
            "Collections$EmptyMap" => Content::Map(Vec::new(), true),
            "Collections$SingletonMap" => {
                Content::Map(vec![(self.field(id, "k")?, self.field(id, "v")?)], true)
            }
            "Optional" => Content::Optional(self.field(id, "value")?),
            _ => return None,
        })
    }

    /// The value of a field, of the class or one above it.
    fn field(&self, id: Id, name: &str) -> Option<Value> {
        let Object::Instance { class, fields, .. } = self.state.heap.get(id) else { return None };
        let index = class.layout.iter().rposition(|slot| &*slot.name == name)?;
        fields.get(index).cloned()
    }

    fn elements(&self, array: &Value) -> Option<Vec<Value>> {
        let Value::Object(id) = array else { return None };
        match self.state.heap.get(*id) {
            Object::Array { elements, .. } => Some(elements.clone()),
            _ => None,
        }
    }

    fn first(&self, array: Value, count: &Value) -> Option<Vec<Value>> {
        let Value::Int(count) = count else { return None };
        let mut elements = self.elements(&array)?;
        elements.truncate(usize::try_from(*count).ok()?);
        Some(elements)
    }

    /// One element, or two; a plain `Object` marks a missing one.
    fn one_or_two(&self, id: Id) -> Option<Vec<Value>> {
        let second = self.field(id, "e1")?;
        let is_none = match &second {
            Value::Object(second) => matches!(
                self.state.heap.get(*second),
                Object::Instance { class, .. } if &**class.name() == "java/lang/Object"
            ),
            _ => true,
        };
        let first = self.field(id, "e0")?;
        Some(if is_none { vec![first] } else { vec![first, second] })
    }

    /// The values of a list of nodes.
    fn chain(&self, mut node: Value, item: &str, next: &str) -> Option<Vec<Value>> {
        let mut items = Vec::new();
        while let Value::Object(id) = node {
            items.push(self.field(id, item)?);
            node = self.field(id, next)?;
            if self.is_long(items.len()) {
                return None;
            }
        }
        Some(items)
    }

    fn table(&self, id: Id) -> Option<Vec<(Value, Value)>> {
        let table = self.field(id, "table")?;
        if matches!(table, Value::Null) {
            return Some(Vec::new());
        }
        let mut entries = Vec::new();
        for node in self.elements(&table)? {
            let keys = self.chain(node.clone(), "key", "next")?;
            entries.extend(keys.into_iter().zip(self.chain(node, "value", "next")?));
        }
        Some(entries)
    }

    fn linked(&self, id: Id) -> Option<Vec<(Value, Value)>> {
        let head = self.field(id, "head")?;
        let keys = self.chain(head.clone(), "key", "after")?;
        Some(keys.into_iter().zip(self.chain(head, "value", "after")?).collect())
    }

    /// The entries of a tree, from the left.
    fn sorted(&self, id: Id) -> Option<Vec<(Value, Value)>> {
        let (mut open, mut entries) = (Vec::new(), Vec::new());
        let mut node = self.field(id, "root")?;
        loop {
            while let Value::Object(at) = node {
                open.push(at);
                node = self.field(at, "left")?;
                if self.is_long(open.len()) {
                    return None;
                }
            }
            let Some(at) = open.pop() else { return Some(entries) };
            entries.push((self.field(at, "key")?, self.field(at, "value")?));
            node = self.field(at, "right")?;
            if self.is_long(entries.len()) {
                return None;
            }
        }
    }
}

fn keys(content: Content) -> Content {
    match content {
        Content::Map(entries, is_ordered) => {
            Content::Set(entries.into_iter().map(|(key, _)| key).collect(), is_ordered)
        }
        other => other,
    }
}

fn bracketed(parts: &[Shown]) -> String {
    let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
    format!("[{}]", texts.join(", "))
}

fn expressions(parts: &[Shown]) -> Option<String> {
    let all: Option<Vec<&str>> = parts.iter().map(|part| part.java.as_deref()).collect();
    all.map(|all| all.join(", "))
}
