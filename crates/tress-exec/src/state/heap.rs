//! Objects by number. Pages of objects are shared between paths until one writes to them.

use std::any::Any;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tress_classes::Name;

use super::text::Str;
use super::value::Value;
use crate::program::Loaded;

/// Objects of a page.
const PAGE: usize = 64;

/// The number of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Id(u32);

impl Id {
    pub(crate) fn number(self) -> u32 {
        self.0
    }
}

/// What a reference leads to.
#[derive(Clone, Debug)]
pub(crate) enum Object {
    String(Str),
    Instance {
        class: Arc<Loaded>,
        fields: Vec<Value>,
        hidden: Hidden,
    },
    /// With its descriptor.
    Array {
        type_: Name,
        elements: Vec<Value>,
    },
    /// An array of strings of which only the first are known; the length is that of all.
    Many {
        first: Vec<Value>,
        length: Value,
    },
    /// The object of a class, by its name or the descriptor of an array.
    Class(Name),
    Closure(Arc<Closure>),
}

/// The part of an object that Java code does not see.
#[derive(Clone, Debug)]
pub(crate) enum Hidden {
    Nothing,
    /// Without a message where the machine has thrown: those of Java differ between versions.
    Throwable {
        message: Option<Value>,
        /// Null where there is none.
        cause: Value,
    },
    Enum {
        name: Value,
        ordinal: i32,
    },
    Box(Value),
    Builder(Str),
    /// What a model of a class of the library keeps.
    Model(Model),
}

/// What a model of a class of the library keeps in an object. Only that model knows its type.
pub(crate) type Model = Arc<dyn Any + Send + Sync>;

impl Hidden {
    /// That of a new object.
    pub(crate) fn of(class: &Loaded) -> Hidden {
        match &**class.name() {
            "java/lang/StringBuilder" | "java/lang/StringBuffer" => Hidden::Builder(Str::known("")),
            _ if class.is_throwable() => Hidden::Throwable { message: Some(Value::Null), cause: Value::Null },
            _ => Hidden::Nothing,
        }
    }
}

/// What a lambda expression has made.
#[derive(Debug)]
pub(crate) struct Closure {
    pub(crate) interface: Name,
    /// Further interfaces, without methods to call.
    pub(crate) markers: Vec<Name>,
    pub(crate) method: Name,
    /// The types that callers use.
    pub(crate) type_: tress_classes::MethodType,
    pub(crate) target: tress_classes::Handle,
    pub(crate) captured: Vec<Value>,
}

/// All objects of a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heap {
    pages: Vec<Arc<Vec<Arc<Object>>>>,
    /// String constants: equal ones are one object.
    literals: Arc<FxHashMap<Arc<[u16]>, Id>>,
    /// Objects that Java promises to be one for equal values: small boxes, classes.
    shared: Arc<FxHashMap<(Name, i64), Id>>,
    /// Boxes that constructors have made: nothing else is the same object.
    constructed: Arc<FxHashSet<Id>>,
}

/// How many objects there were at some time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mark(usize);

impl Heap {
    /// The objects that there are now.
    pub(crate) fn mark(&self) -> Mark {
        let last = self.pages.last().map_or(0, |page| page.len());
        Mark(self.pages.len().saturating_sub(1) * PAGE + last)
    }

    /// Drops all objects that were added after a mark.
    pub(crate) fn release(&mut self, mark: Mark) {
        let Mark(count) = mark;
        if self.mark().0 <= count {
            return;
        }
        self.pages.truncate(count.div_ceil(PAGE));
        if let (Some(page), rest @ 1..) = (self.pages.last_mut(), count % PAGE) {
            Arc::make_mut(page).truncate(rest);
        }
        let is_kept = |id: &Id| (id.0 as usize) < count;
        if !self.literals.values().all(is_kept) {
            Arc::make_mut(&mut self.literals).retain(|_, id| is_kept(id));
        }
        if !self.shared.values().all(is_kept) {
            Arc::make_mut(&mut self.shared).retain(|_, id| is_kept(id));
        }
        if !self.constructed.iter().all(is_kept) {
            Arc::make_mut(&mut self.constructed).retain(is_kept);
        }
    }

    /// Are these the same objects, none of which was written to?
    pub(super) fn is_same(&self, other: &Heap) -> bool {
        let same_page = |one: &Arc<Vec<Arc<Object>>>, other: &Arc<Vec<Arc<Object>>>| {
            Arc::ptr_eq(one, other)
                || (one.len() == other.len()
                    && one.iter().zip(&**other).all(|(one, other)| Arc::ptr_eq(one, other)))
        };
        self.pages.len() == other.pages.len()
            && self.pages.iter().zip(&other.pages).all(|(one, other)| same_page(one, other))
            && self.literals == other.literals
            && self.shared == other.shared
            && self.constructed == other.constructed
    }

    pub(crate) fn add(&mut self, object: Object) -> Id {
        if self.pages.last().is_none_or(|page| page.len() == PAGE) {
            self.pages.push(Arc::new(Vec::with_capacity(PAGE)));
        }
        let page = self.pages.len() - 1;
        let objects = Arc::make_mut(&mut self.pages[page]);
        objects.push(Arc::new(object));
        Id((page * PAGE + objects.len() - 1) as u32)
    }

    pub(crate) fn get(&self, id: Id) -> &Object {
        &self.pages[id.0 as usize / PAGE][id.0 as usize % PAGE]
    }

    pub(crate) fn get_mut(&mut self, id: Id) -> &mut Object {
        let page = Arc::make_mut(&mut self.pages[id.0 as usize / PAGE]);
        Arc::make_mut(&mut page[id.0 as usize % PAGE])
    }

    pub(crate) fn literal(&mut self, text: &Arc<[u16]>) -> Id {
        if let Some(id) = self.literals.get(text) {
            return *id;
        }
        let id = self.add(Object::String(Str::Known(text.clone())));
        Arc::make_mut(&mut self.literals).insert(text.clone(), id);
        id
    }

    /// Is it a constant or another object that Java promises to be one for equal values?
    pub(super) fn is_one_of_its_kind(&self, id: Id) -> bool {
        self.literals.values().chain(self.shared.values()).any(|one| *one == id)
    }

    /// Notes that a constructor has made this box.
    pub(crate) fn set_constructed(&mut self, id: Id) {
        Arc::make_mut(&mut self.constructed).insert(id);
    }

    pub(crate) fn is_constructed(&self, id: Id) -> bool {
        self.constructed.contains(&id)
    }

    /// The one object of a key, made when it is first asked for.
    pub(crate) fn shared(&mut self, name: &Name, number: i64, make: impl FnOnce() -> Object) -> Id {
        let key = (name.clone(), number);
        if let Some(id) = self.shared.get(&key) {
            return *id;
        }
        let id = self.add(make());
        Arc::make_mut(&mut self.shared).insert(key, id);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_does_not_see_later_writes() {
        let mut one = Heap::default();
        let ids: Vec<Id> = (0..200).map(|_| one.add(Object::String(Str::known("a")))).collect();
        let mut other = one.clone();
        *other.get_mut(ids[150]) = Object::Class("changed".into());
        assert!(matches!(one.get(ids[150]), Object::String(_)));
        assert!(matches!(other.get(ids[150]), Object::Class(_)));
        assert!(Arc::ptr_eq(&one.pages[0], &other.pages[0]), "pages without writes are shared");
    }

    #[test]
    fn a_release_drops_what_was_added_after_the_mark() {
        for count in [0, 1, PAGE - 1, PAGE, PAGE + 1, 3 * PAGE] {
            let mut heap = Heap::default();
            for _ in 0..count {
                heap.add(Object::String(Str::known("a")));
            }
            let before = heap.clone();
            let mark = heap.mark();
            for added in [0, 1, PAGE, 2 * PAGE + 1] {
                for _ in 0..added {
                    heap.add(Object::String(Str::known("b")));
                }
                let text: Arc<[u16]> = [97].into();
                heap.literal(&text);
                let id = heap.shared(&"box".into(), 1, || Object::Class("box".into()));
                heap.set_constructed(id);
                assert!(!heap.is_same(&before), "{count} and {added} more");
                heap.release(mark);
                assert!(heap.is_same(&before), "{count} and {added} more");
            }
        }
    }

    #[test]
    fn equal_literals_are_one_object() {
        let mut heap = Heap::default();
        let text: Arc<[u16]> = [97, 98].into();
        assert_eq!(heap.literal(&text), heap.literal(&[97, 98].into()));
        assert_ne!(heap.literal(&text), heap.literal(&[98].into()));
    }
}
