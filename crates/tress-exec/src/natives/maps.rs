//! Hash maps and sets, whose code runs from the JDK, with keys that are not known.
//!
//! Where an entry lies in a table changes nothing but the order of iteration. So the hash of an unknown key
//! is chosen: that of the entry with an equal key, which is a question for each entry, or a new one. Maps
//! whose order of iteration would depend on such a hash are not iterated.

use tress_classes::{FieldRef, Name, Type};

use super::{boxes, object, string};
use crate::machine::{Run, Step, box_class, is_plain_record, unsupported};
use crate::state::{Hidden, Id, Object, Value};

const MAP: &str = "java/util/HashMap";
const NODE: &str = "java/util/HashMap$Node";
const IMMUTABLE: &str = "java/util/ImmutableCollections$";

/// Code of the library that is asked here before it runs.
pub(super) fn is_guarded(class: &str, method: &str) -> bool {
    match class.strip_prefix(MAP) {
        Some("") => {
            matches!(
                method,
                "hash" | "treeifyBin" | "forEach" | "replaceAll" | "keysToArray" | "valuesToArray"
            )
        }
        Some("$HashIterator" | "$HashMapSpliterator") => method == "<init>",
        Some("$KeySet" | "$Values" | "$EntrySet") => method == "forEach",
        Some(_) => false,
        None => match class.strip_prefix(IMMUTABLE) {
            Some("MapN" | "SetN") => method == "probe",
            Some("Set12") => matches!(method, "iterator" | "toArray"),
            Some("MapN$MapNIterator" | "SetN$SetNIterator") => method == "<init>",
            _ => false,
        },
    }
}

/// Does the control flow of the code depend on hashes and identities only? These differ between unknown keys
/// and their values, and have no effect that a program observes.
pub(super) fn is_private(class: &str) -> bool {
    class.starts_with(MAP) || class.starts_with(IMMUTABLE) || class == "java/util/Objects"
}

pub(super) fn call(
    run: &mut Run<'_>,
    class: &str,
    name: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    match (class.strip_prefix(MAP), name) {
        (Some(""), "hash") => hash(run, &arguments[0]),
        // Long lists of entries stay lists.
        (Some(""), "treeifyBin") => Ok(Some(None)),
        (Some(""), _) => {
            let map = run.object(&arguments[0])?;
            ordered(run, map)
        }
        (Some("$HashIterator" | "$HashMapSpliterator"), _) => {
            let map = run.object(&arguments[1])?;
            ordered(run, map)
        }
        (Some(_), _) => {
            let field = field("java/util/HashMap", "this$0");
            let view = Value::Object(run.object(&arguments[0])?);
            let outer = FieldRef { class: class.into(), ..field };
            let map = run.get_field(&view, &outer)?;
            let map = run.object(&map)?;
            ordered(run, map)
        }
        (None, "iterator" | "toArray") => pair_order(run, class, &arguments[0]),
        (None, "probe") => probe(run, class, &arguments[0], &arguments[1]),
        (None, _) => immutable_order(run, class, &arguments[1]),
    }
}

fn field(class: &str, name: &str) -> FieldRef {
    FieldRef { class: class.into(), name: name.into(), descriptor: "Ljava/lang/Object;".into() }
}

/// The entries of a map: keys with the hashes they lie at.
fn entries(run: &mut Run<'_>, map: Id) -> Step<Vec<(Value, Value)>> {
    let table = run.get_field(&Value::Object(map), &field(MAP, "table"))?;
    let Value::Object(table) = table else { return Ok(Vec::new()) };
    let Object::Array { elements, .. } = run.state.heap.get(table) else { return Ok(Vec::new()) };
    let mut entries = Vec::new();
    for bin in elements.clone() {
        let mut at = bin;
        while let Value::Object(_) = at {
            let key = run.get_field(&at, &field(NODE, "key"))?;
            let hash = run.get_field(&at, &field(NODE, "hash"))?;
            entries.push((key, hash));
            at = run.get_field(&at, &field(NODE, "next"))?;
        }
    }
    Ok(entries)
}

/// What is known of the hash of a key.
enum Hash {
    Known(i32),
    /// That of an unknown string or box, or of a record with such a component.
    Unknown(Id),
    /// That of an object with code of its own.
    Own,
    /// That of an object that has no other than its identity.
    Identity,
}

fn hash_of(run: &mut Run<'_>, key: &Value) -> Step<Hash> {
    let Value::Object(id) = key else { return Ok(Hash::Known(0)) };
    Ok(match run.state.heap.get(*id) {
        Object::String(text) => {
            text.units().map_or(Hash::Unknown(*id), |units| Hash::Known(string::hash(units)))
        }
        Object::Instance { hidden: Hidden::Box(value), class, .. } => {
            boxes::hash(class.name(), value).map_or(Hash::Unknown(*id), Hash::Known)
        }
        Object::Instance { class, .. } if is_plain_record(class) => {
            let fields = run.components(key)?;
            run.known_record_hash(&fields, key)?.map_or(Hash::Unknown(*id), Hash::Known)
        }
        Object::Instance { class, .. } => {
            let found = run.context.program.method(class, "hashCode", "()I").or_else(unsupported)?;
            match found {
                Some((owner, _)) if !matches!(&**owner.name(), "java/lang/Object" | "java/lang/Enum") => {
                    Hash::Own
                }
                _ => Hash::Identity,
            }
        }
        _ => Hash::Identity,
    })
}

/// The hash of a value of a type, when it is known and the same in all runs.
pub(super) fn known_hash(run: &mut Run<'_>, value: &Value, descriptor: &str) -> Step<Option<i32>> {
    let class = Type::parse(descriptor).as_ref().and_then(box_class);
    if let Some(class) = class {
        return Ok(boxes::hash(class, value));
    }
    Ok(match hash_of(run, value)? {
        Hash::Known(hash) => Some(hash),
        _ => None,
    })
}

/// `HashMap.hash`, for the map whose method calls it.
fn hash(run: &mut Run<'_>, key: &Value) -> Step<Option<Option<Value>>> {
    let own = hash_of(run, key)?;
    let spread = |hash: i32| hash ^ ((hash as u32 >> 16) as i32);
    let map = match run.frame().locals.first() {
        Some(Value::Object(map)) if is_map(run, *map) => *map,
        _ => {
            return match own {
                Hash::Unknown(_) => unsupported("the hash of an unknown key"),
                _ => Ok(None),
            };
        }
    };
    let (all, fallback) = match own {
        Hash::Own | Hash::Identity => return Ok(None),
        Hash::Known(hash) => (false, spread(hash)),
        // Keys may share it by coincidence, which changes nothing.
        Hash::Unknown(id) => (true, 0x4000_0000 | (id.number() & 0x3fff_ffff) as i32),
    };
    for (other, hash) in entries(run, map)? {
        let is_candidate = all || matches!(hash_of(run, &other)?, Hash::Unknown(_));
        if is_candidate && equal_keys(run, key, &other)? {
            return Ok(Some(Some(hash)));
        }
    }
    Ok(Some(Some(Value::Int(fallback))))
}

fn is_map(run: &Run<'_>, id: Id) -> bool {
    match run.state.heap.get(id) {
        Object::Instance { class, .. } => class.chain().any(|above| &**above.name() == MAP),
        _ => false,
    }
}

/// Are two keys equal, of which one is a string, a box or a record?
fn equal_keys(run: &mut Run<'_>, key: &Value, other: &Value) -> Step<bool> {
    let (Value::Object(key), Value::Object(other)) = (key, other) else { return Ok(false) };
    if run.class_name(*key) != run.class_name(*other) {
        return Ok(false);
    }
    let same = object::equal_objects(run, *key, *other)?;
    run.decide_value(&same)
}

/// Lets the code run that goes through a map where the order is that of Java.
fn ordered(run: &mut Run<'_>, map: Id) -> Step<Option<Option<Value>>> {
    // A map that keeps the order of insertion has an order whatever the hashes are.
    let is_linked = matches!(run.state.heap.get(map), Object::Instance { class, .. }
        if class.chain().any(|above| &**above.name() == "java/util/LinkedHashMap"));
    let keys = entries(run, map)?;
    if is_linked || keys.len() < 2 {
        return Ok(None);
    }
    for (key, _) in keys {
        if matches!(hash_of(run, &key)?, Hash::Unknown(_) | Hash::Identity) {
            return unsupported("the order of the entries of a hash map with such keys");
        }
    }
    Ok(None)
}

/// The keys of `Map.of` or the elements of `Set.of`, by their slots in the table.
fn slots(run: &mut Run<'_>, class: &str, owner: &Value) -> Step<(Vec<(usize, Value)>, usize)> {
    let is_map = class.contains("MapN");
    let (short, name) = if is_map { ("MapN", "table") } else { ("SetN", "elements") };
    let owner = Value::Object(run.object(owner)?);
    let table = run.get_field(&owner, &field(&format!("{IMMUTABLE}{short}"), name))?;
    let table = run.object(&table)?;
    let Object::Array { elements, .. } = run.state.heap.get(table) else { return Ok((Vec::new(), 0)) };
    let step = if is_map { 2 } else { 1 };
    let slots = elements.iter().enumerate().step_by(step).map(|(slot, key)| (slot, key.clone()));
    Ok((slots.collect(), elements.len()))
}

/// Where a key lies, or where it could: the table of `Map.of` has an order of its own in every run.
fn probe(run: &mut Run<'_>, class: &str, owner: &Value, key: &Value) -> Step<Option<Option<Value>>> {
    run.object(key)?;
    if matches!(hash_of(run, key)?, Hash::Own) {
        return Ok(None);
    }
    let (slots, _) = slots(run, class, owner)?;
    let mut free = None;
    for (slot, other) in slots {
        match other {
            Value::Null => free = free.or(Some(slot)),
            other if matches!(hash_of(run, &other)?, Hash::Own) => {
                return unsupported("keys of different kinds in an immutable map");
            }
            Value::Object(other) if *key_id(key) == other => return Ok(Some(Some(Value::Int(slot as i32)))),
            other => {
                if equal_keys(run, key, &other)? {
                    return Ok(Some(Some(Value::Int(slot as i32))));
                }
            }
        }
    }
    match free {
        Some(free) => Ok(Some(Some(Value::Int(-(free as i32) - 1)))),
        None => unsupported("an immutable map without room"),
    }
}

fn key_id(key: &Value) -> &Id {
    match key {
        Value::Object(id) => id,
        _ => unreachable!("null has thrown"),
    }
}

/// A set of two has another order in every run. One of one element has a mark for the second.
fn pair_order(run: &mut Run<'_>, class: &str, owner: &Value) -> Step<Option<Option<Value>>> {
    let owner = Value::Object(run.object(owner)?);
    let second = run.get_field(&owner, &field(class, "e1"))?;
    match second {
        Value::Object(id) if &*run.class_name(id) == "java/lang/Object" => Ok(None),
        _ => unsupported("the order of an immutable set or map"),
    }
}

/// Immutable maps and sets have another order in every run. Copied to a hash map they have the order of that
/// map, unless two keys share a slot.
fn immutable_order(run: &mut Run<'_>, class: &str, owner: &Value) -> Step<Option<Option<Value>>> {
    let (slots, _) = slots(run, class, owner)?;
    let keys: Vec<Value> =
        slots.into_iter().map(|(_, key)| key).filter(|key| !matches!(key, Value::Null)).collect();
    if keys.len() < 2 {
        return Ok(None);
    }
    let copies: [Name; 2] = ["putMapEntries".into(), "addAll".into()];
    let is_copied = run.state.frames.iter().rev().take(3).any(|frame| {
        copies.contains(&frame.method.name)
            && matches!(&**frame.class.name(), MAP | "java/util/HashSet" | "java/util/AbstractCollection")
    });
    let mut buckets = Vec::new();
    for key in &keys {
        match hash_of(run, key)? {
            Hash::Known(hash) => buckets.push((hash ^ ((hash as u32 >> 16) as i32)) & 15),
            _ => return unsupported("the order of an immutable set or map"),
        }
    }
    buckets.sort_unstable();
    buckets.dedup();
    match is_copied && buckets.len() == keys.len() {
        true => Ok(None),
        false => unsupported("the order of an immutable set or map"),
    }
}
