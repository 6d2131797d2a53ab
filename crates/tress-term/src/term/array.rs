//! Arrays as values: one value almost everywhere, and finitely many others.

use std::collections::BTreeMap;

use super::compound::Compound;
use super::size::Size;
use super::sort::Sort;
use super::store::TermStore;
use super::value::Value;

/// A function from indices to elements.
///
/// Invariant: equal functions look equal. Entries are sorted by index and differ from the default. Over
/// finitely many indices the default is the element that occurs most often, and the least of several such.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArrayValue(pub(super) Compound);

impl ArrayValue {
    /// The array that is `default` but for these entries, of which the last counts where several
    /// have one index.
    #[must_use]
    pub fn new(store: &TermStore, sort: Sort, default: Value, entries: Vec<(Value, Value)>) -> Self {
        debug_assert!(matches!(sort, Sort::Array(_)), "a sort of arrays");
        let (mut default, mut entries) = (default, last_of_each(entries));
        entries.retain(|(_, element)| *element != default);
        if let Some((index, _)) = store.array_parts(sort)
            && let Size::Finite(count) = store.size_of(index)
            && count / 2 <= entries.len() as u64
        {
            (default, entries) = over_few(store, index, count, default, entries);
        }
        let mut parts = Vec::with_capacity(1 + 2 * entries.len());
        parts.push(default);
        parts.extend(entries.into_iter().flat_map(|(index, element)| [index, element]));
        Self(Compound::new(sort, 0, parts))
    }

    /// The sort of the array.
    #[must_use]
    pub fn sort(&self) -> Sort {
        self.0.sort()
    }

    /// The element at all indices without an entry.
    #[must_use]
    pub fn default_element(&self) -> &Value {
        &self.0.parts()[0]
    }

    /// The other elements with their indices, in the order of indices.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (&Value, &Value)> + DoubleEndedIterator {
        self.0.parts()[1..].chunks_exact(2).map(|pair| (&pair[0], &pair[1]))
    }

    /// The element at an index.
    #[must_use]
    pub fn get(&self, index: &Value) -> &Value {
        let pairs = &self.0.parts()[1..];
        let (mut low, mut high) = (0, pairs.len() / 2);
        while low < high {
            let middle = (low + high) / 2;
            match pairs[2 * middle].cmp(index) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return &pairs[2 * middle + 1],
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        self.default_element()
    }

    /// The array with another element at an index.
    #[must_use]
    pub fn with(&self, store: &TermStore, changes: Vec<(Value, Value)>) -> Self {
        let entries = self.entries().map(|(index, element)| (index.clone(), element.clone()));
        Self::new(store, self.sort(), self.default_element().clone(), entries.chain(changes).collect())
    }
}

/// Sorted by index, the last of those with one index.
fn last_of_each(mut entries: Vec<(Value, Value)>) -> Vec<(Value, Value)> {
    // The sort is stable.
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    let mut kept: Vec<(Value, Value)> = Vec::with_capacity(entries.len());
    for entry in entries {
        match kept.last_mut() {
            Some(last) if last.0 == entry.0 => *last = entry,
            _ => kept.push(entry),
        }
    }
    kept
}

/// The default and the entries when at least half of the indices may have an entry.
fn over_few(
    store: &TermStore,
    index: Sort,
    count: u64,
    default: Value,
    entries: Vec<(Value, Value)>,
) -> (Value, Vec<(Value, Value)>) {
    let mut occurs: BTreeMap<&Value, u64> = BTreeMap::new();
    for (_, element) in &entries {
        *occurs.entry(element).or_default() += 1;
    }
    let others = count - entries.len() as u64;
    if others > 0 {
        occurs.insert(&default, others);
    }
    let most = occurs.values().copied().max().unwrap_or_default();
    let usual =
        occurs.iter().find(|(_, count)| **count == most).map_or(&default, |(value, _)| *value).clone();
    if usual == default {
        return (default, entries);
    }
    let mut all: Vec<(Value, Value)> = match others {
        0 => Vec::new(),
        _ => store.all_values(index).into_iter().map(|index| (index, default.clone())).collect(),
    };
    all.extend(entries);
    let mut all = last_of_each(all);
    all.retain(|(_, element)| *element != usual);
    (usual, all)
}
