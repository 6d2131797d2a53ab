//! Values that are made of other values: arrays, constructor applications, sequences.
//!
//! Parts are shared. Lists may be 100,000 long, so nothing here recurses: hashes are computed when a
//! value is made, comparing and dropping walk with a stack.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::sort::Sort;
use super::value::Value;

/// A sort, a number and values, cheap to share.
#[derive(Clone)]
pub(super) struct Compound(Arc<Node>);

struct Node {
    sort: Sort,
    tag: u32,
    hash: u64,
    weight: u64,
    has_elements: bool,
    parts: Vec<Value>,
}

impl Compound {
    pub(super) fn new(sort: Sort, tag: u32, parts: Vec<Value>) -> Self {
        let mut hasher = FxHasher::default();
        (sort, tag, parts.len()).hash(&mut hasher);
        let (mut weight, mut has_elements) = (1_u64, false);
        for part in &parts {
            part.hash(&mut hasher);
            weight = weight.saturating_add(part.weight());
            has_elements |= part.has_elements();
        }
        Self(Arc::new(Node { sort, tag, hash: hasher.finish(), weight, has_elements, parts }))
    }

    pub(super) fn sort(&self) -> Sort {
        self.0.sort
    }

    pub(super) fn tag(&self) -> u32 {
        self.0.tag
    }

    pub(super) fn parts(&self) -> &[Value] {
        &self.0.parts
    }

    /// How many values it is made of, itself included, counted as often as they occur.
    pub(super) fn weight(&self) -> u64 {
        self.0.weight
    }

    /// Does an element of a declared sort occur in it?
    pub(super) fn has_elements(&self) -> bool {
        self.0.has_elements
    }

    /// What is compared before the parts.
    fn outside(&self) -> (Sort, u32, usize) {
        (self.0.sort, self.0.tag, self.0.parts.len())
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let mut parts = std::mem::take(&mut self.parts);
        while let Some(part) = parts.pop() {
            if let Some(Compound(node)) = part.into_compound()
                && let Some(mut node) = Arc::into_inner(node)
            {
                parts.append(&mut node.parts);
            }
        }
    }
}

impl PartialEq for Compound {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = vec![(self, other)];
        while let Some((a, b)) = pairs.pop() {
            if Arc::ptr_eq(&a.0, &b.0) {
                continue;
            }
            if a.0.hash != b.0.hash || a.outside() != b.outside() {
                return false;
            }
            for (a, b) in a.parts().iter().zip(b.parts()) {
                match (a.compound(), b.compound()) {
                    (Some(a), Some(b)) => pairs.push((a, b)),
                    _ if a != b => return false,
                    _ => {}
                }
            }
        }
        true
    }
}

impl Eq for Compound {}

impl Hash for Compound {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl Ord for Compound {
    /// By sort, number and how many parts there are, then part by part.
    fn cmp(&self, other: &Self) -> Ordering {
        if Arc::ptr_eq(&self.0, &other.0) {
            return Ordering::Equal;
        }
        let mut order = self.outside().cmp(&other.outside());
        let mut open = vec![(self.parts().iter(), other.parts().iter())];
        while order.is_eq() {
            let Some((left, right)) = open.last_mut() else { break };
            let (Some(a), Some(b)) = (left.next(), right.next()) else {
                open.pop();
                continue;
            };
            match (a.compound(), b.compound()) {
                (Some(a), Some(b)) if Arc::ptr_eq(&a.0, &b.0) => {}
                (Some(a), Some(b)) => {
                    order = a.outside().cmp(&b.outside());
                    open.push((a.parts().iter(), b.parts().iter()));
                }
                _ => order = a.cmp(b),
            }
        }
        order
    }
}

impl PartialOrd for Compound {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Compound {
    /// Only what is on the outside: values may be deep.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}/{}(", self.0.sort, self.0.tag)?;
        for (place, part) in self.parts().iter().enumerate().take(16) {
            let comma = if place > 0 { ", " } else { "" };
            match part.compound() {
                Some(_) => write!(f, "{comma}…")?,
                None => write!(f, "{comma}{part:?}")?,
            }
        }
        write!(f, "{})", if self.parts().len() > 16 { ", …" } else { "" })
    }
}

/// A constructor applied to values.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DataValue(pub(super) Compound);

impl DataValue {
    /// The constructor with this number in the datatype, applied to fields of its sorts.
    #[must_use]
    pub fn new(sort: Sort, constructor: u32, fields: Vec<Value>) -> Self {
        debug_assert!(matches!(sort, Sort::Datatype(_)), "constructors make values of datatypes");
        Self(Compound::new(sort, constructor, fields))
    }

    /// The datatype.
    #[must_use]
    pub fn sort(&self) -> Sort {
        self.0.sort()
    }

    /// The number of the constructor in its datatype.
    #[must_use]
    pub fn constructor(&self) -> u32 {
        self.0.tag()
    }

    /// The values of the fields.
    #[must_use]
    pub fn fields(&self) -> &[Value] {
        self.0.parts()
    }
}

/// A sequence of values of one sort.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SeqValue(pub(super) Compound);

impl SeqValue {
    /// The most elements a sequence may have.
    pub const MAX_LENGTH: usize = 1 << 24;

    /// These elements, as a value of this sort of sequences.
    #[must_use]
    pub fn new(sort: Sort, elements: Vec<Value>) -> Self {
        debug_assert!(matches!(sort, Sort::Seq(_)), "a sort of sequences");
        Self(Compound::new(sort, 0, elements))
    }

    /// The sort of the sequence.
    #[must_use]
    pub fn sort(&self) -> Sort {
        self.0.sort()
    }

    /// The elements.
    #[must_use]
    pub fn elements(&self) -> &[Value] {
        self.0.parts()
    }
}
