//! The table of sorts that a problem declares or makes of others.
//!
//! Enters: names, parts, constructors. Leaves: [`Sort`]s; equal parts give equal sorts. For each the
//! table knows its text, a value and how many values it has, found out once when the sort is
//! complete. Sorts are never given back.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use tress_automata::Regex;
use tress_base::{Int, Rational};

use super::array::ArrayValue;
use super::compound::{DataValue, SeqValue};
use super::size::Size;
use super::sort::{Sort, SortId};
use super::store::{SortError, TermStore};
use super::value::{ElementId, Value};
use super::word::Word;

/// The longest text of a sort. Sorts that double at every level would otherwise grow without bound.
const MOST_TEXT: usize = 1 << 16;

/// A datatype: what its values are built by.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Datatype {
    /// The constructors, by number.
    pub constructors: Vec<Constructor>,
}

/// A way to build a value of a datatype.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constructor {
    /// The name, without SMT-LIB's bars.
    pub name: Box<str>,
    /// What it is applied to.
    pub fields: Vec<Field>,
    /// Must its sort be written, because its arguments do not tell it?
    pub needs_sort: bool,
}

/// A field of a constructor, and the selector that reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name of the selector, without SMT-LIB's bars.
    pub name: Box<str>,
    /// The sort of the field.
    pub sort: Sort,
}

impl Datatype {
    /// The number of the constructor with this name.
    #[must_use]
    pub fn constructor(&self, name: &str) -> Option<u32> {
        let place = self.constructors.iter().position(|constructor| &*constructor.name == name)?;
        u32::try_from(place).ok()
    }

    /// Constructor and field that a selector reads.
    #[must_use]
    pub fn selector(&self, name: &str) -> Option<(u32, u32)> {
        self.constructors.iter().zip(0..).find_map(|(constructor, number)| {
            let place = constructor.fields.iter().position(|field| &*field.name == name)?;
            Some((number, u32::try_from(place).ok()?))
        })
    }
}

/// What a sort of the table is.
#[derive(Clone, Debug)]
enum Kind {
    Declared,
    Array(Sort, Sort),
    Seq(Sort),
    Datatype(Datatype),
}

#[derive(Clone, Debug)]
struct Entry {
    text: Box<str>,
    kind: Kind,
    /// Nothing as long as a datatype it is made of has no constructors.
    default: Option<Value>,
    size: Option<Size>,
}

/// All sorts of a store that have a place.
#[derive(Clone, Debug, Default)]
pub(super) struct SortTable {
    entries: Vec<Entry>,
    arrays: FxHashMap<(Sort, Sort), SortId>,
    seqs: FxHashMap<Sort, SortId>,
    /// Sorts whose value or size is not known yet.
    open: Vec<SortId>,
    /// Sorts that hold sequences, with strings in their place, where that is possible.
    pub(super) images: FxHashMap<Sort, Option<Sort>>,
    /// How many sorts were looked at for that.
    pub(super) imaged: usize,
}

impl SortTable {
    fn add(&mut self, text: Box<str>, kind: Kind) -> SortId {
        let id = SortId::new(self.entries.len());
        self.entries.push(Entry { text, kind, default: None, size: None });
        id
    }

    fn entry(&self, id: SortId) -> &Entry {
        &self.entries[id.place()]
    }
}

/// Why datatypes cannot be defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatatypeError {
    /// The datatype it is about.
    pub sort: Sort,
    /// What is wrong with it.
    pub message: String,
}

/// Sorts: making them, and what is known of them.
impl TermStore {
    /// How many sorts have a place in the table.
    #[must_use]
    pub fn sort_count(&self) -> usize {
        self.sorts.entries.len()
    }

    /// The text of a sort of the table.
    #[must_use]
    pub fn sort_name(&self, sort: SortId) -> &str {
        &self.sorts.entry(sort).text
    }

    /// The text of any sort, as SMT-LIB writes it.
    #[must_use]
    pub fn sort_text(&self, sort: Sort) -> Cow<'_, str> {
        match (sort, sort.id()) {
            (_, Some(id)) => Cow::Borrowed(self.sort_name(id)),
            (Sort::BitVec(width), _) => Cow::Owned(format!("(_ BitVec {width})")),
            _ => Cow::Borrowed(sort.builtin_name().unwrap_or("?")),
        }
    }

    /// A new sort.
    pub fn declare_sort(&mut self, name: &str) -> Sort {
        let id = self.sorts.add(name.into(), Kind::Declared);
        let entry = &mut self.sorts.entries[id.place()];
        entry.default = Some(Value::Element(id, ElementId(0)));
        entry.size = Some(Size::Infinite);
        Sort::Declared(id)
    }

    /// The sort of arrays with these indices and elements.
    ///
    /// # Errors
    /// When one of them is RegLan, or the sort is too large.
    pub fn array_sort(&mut self, index: Sort, element: Sort) -> Result<Sort, SortError> {
        if let Some(known) = self.sorts.arrays.get(&(index, element)) {
            return Ok(Sort::Array(*known));
        }
        let text = self.parts_text("Array", &[index, element])?;
        let id = self.sorts.add(text, Kind::Array(index, element));
        self.sorts.arrays.insert((index, element), id);
        self.complete(id);
        if self.sorts.open.is_empty() {
            self.make_images();
        }
        Ok(Sort::Array(id))
    }

    /// The sort of sequences of these elements.
    ///
    /// # Errors
    /// When it is RegLan, or the sort is too large.
    pub fn seq_sort(&mut self, element: Sort) -> Result<Sort, SortError> {
        if let Some(known) = self.sorts.seqs.get(&element) {
            return Ok(Sort::Seq(*known));
        }
        let text = self.parts_text("Seq", &[element])?;
        let id = self.sorts.add(text, Kind::Seq(element));
        self.sorts.seqs.insert(element, id);
        self.complete(id);
        Ok(Sort::Seq(id))
    }

    /// Was any sort of sequences made?
    #[must_use]
    pub fn has_seq_sorts(&self) -> bool {
        !self.sorts.seqs.is_empty()
    }

    /// The sort of sequences of these elements, when it was made before.
    #[must_use]
    pub fn known_seq_sort(&self, element: Sort) -> Option<Sort> {
        self.sorts.seqs.get(&element).map(|id| Sort::Seq(*id))
    }

    /// The sort of bit-vectors of this width.
    ///
    /// # Errors
    /// When there is none.
    pub fn bit_vec_sort(width: &Int) -> Result<Sort, SortError> {
        match width.to_u32() {
            Some(width @ 1..=Sort::MOST_BITS) => Ok(Sort::BitVec(width)),
            Some(0) => Err(SortError("a bit-vector has at least 1 bit".to_owned())),
            _ => {
                Err(SortError(format!("a bit-vector of more than {} bits is not supported", Sort::MOST_BITS)))
            }
        }
    }

    fn parts_text(&self, name: &str, parts: &[Sort]) -> Result<Box<str>, SortError> {
        if parts.contains(&Sort::RegLan) {
            return Err(SortError(format!("RegLan cannot be a part of the sort {name}")));
        }
        let parts: Vec<Cow<'_, str>> = parts.iter().map(|sort| self.sort_text(*sort)).collect();
        let text = format!("({name} {})", parts.join(" "));
        if text.len() > MOST_TEXT {
            return Err(SortError(format!("this sort of {name} is too large")));
        }
        Ok(text.into())
    }

    /// Index and element of a sort of arrays.
    #[must_use]
    pub fn array_parts(&self, sort: Sort) -> Option<(Sort, Sort)> {
        match (sort, &self.sorts.entry(sort.id()?).kind) {
            (Sort::Array(_), Kind::Array(index, element)) => Some((*index, *element)),
            _ => None,
        }
    }

    /// The elements of a sort of sequences.
    #[must_use]
    pub fn seq_element(&self, sort: Sort) -> Option<Sort> {
        match (sort, &self.sorts.entry(sort.id()?).kind) {
            (Sort::Seq(_), Kind::Seq(element)) => Some(*element),
            _ => None,
        }
    }

    /// The constructors of a datatype.
    #[must_use]
    pub fn datatype(&self, sort: Sort) -> Option<&Datatype> {
        match (sort, &self.sorts.entry(sort.id()?).kind) {
            (Sort::Datatype(_), Kind::Datatype(datatype)) => Some(datatype),
            _ => None,
        }
    }

    /// Are all values of the sort constants: constructors without fields?
    #[must_use]
    pub fn is_enumeration(&self, sort: Sort) -> bool {
        let constructors = self.datatype(sort).map_or(&[][..], |datatype| &datatype.constructors);
        !constructors.is_empty() && constructors.iter().all(|constructor| constructor.fields.is_empty())
    }

    /// A new datatype with this text. No term may have it before [`TermStore::define_datatypes`] gave
    /// it constructors.
    ///
    /// # Errors
    /// When the text is too long.
    pub fn declare_datatype(&mut self, text: &str) -> Result<Sort, SortError> {
        if text.len() > MOST_TEXT {
            return Err(SortError("this datatype is too large".to_owned()));
        }
        let id = self.sorts.add(text.into(), Kind::Datatype(Datatype::default()));
        self.sorts.open.push(id);
        Ok(Sort::Datatype(id))
    }

    /// Gives datatypes their constructors: all that were declared and have none.
    ///
    /// # Errors
    /// When one has no value, holds languages, or is in the index of an array that it is made of. Then none
    /// of them may be used.
    pub fn define_datatypes(&mut self, definitions: Vec<(Sort, Datatype)>) -> Result<(), DatatypeError> {
        for (sort, datatype) in definitions {
            let fields = datatype.constructors.iter().flat_map(|constructor| &constructor.fields);
            if let Some(field) = fields.into_iter().find(|field| field.sort == Sort::RegLan) {
                self.abandon_datatypes();
                let message = format!("the field {} has sort RegLan, which is not supported", field.name);
                return Err(DatatypeError { sort, message });
            }
            if let Some(id) = sort.id() {
                self.sorts.entries[id.place()].kind = Kind::Datatype(datatype);
            }
        }
        match self.settle() {
            Ok(()) => {
                self.sorts.open.clear();
                self.make_images();
                Ok(())
            }
            Err(error) => {
                self.abandon_datatypes();
                Err(error)
            }
        }
    }

    /// Gives up on datatypes that were declared and not defined. None of them may be used.
    pub fn abandon_datatypes(&mut self) {
        self.sorts.open.clear();
        self.give_up_images();
    }

    /// The value that an unconstrained symbol of the sort gets.
    ///
    /// # Panics
    /// When a datatype was declared and not defined.
    #[must_use]
    pub fn default_value(&self, sort: Sort) -> Value {
        self.known_default(sort).expect("datatypes are defined before they are used")
    }

    /// How many values the sort has. Declared sorts count as infinite.
    #[must_use]
    pub fn size_of(&self, sort: Sort) -> Size {
        self.known_size(sort).unwrap_or(Size::Infinite)
    }

    /// Takes over the sorts of another store whose table begins with this one's. Terms are carried between
    /// stores with the numbers of their sorts, so new ones may only be made in the client's store.
    pub fn copy_sorts(&mut self, from: &TermStore) {
        let (own, other) = (&mut self.sorts, &from.sorts);
        for place in own.entries.len()..other.entries.len() {
            let entry = other.entries[place].clone();
            match entry.kind {
                Kind::Array(index, element) => {
                    own.arrays.insert((index, element), SortId::new(place));
                }
                Kind::Seq(element) => {
                    own.seqs.insert(element, SortId::new(place));
                }
                Kind::Declared | Kind::Datatype(_) => {}
            }
            own.entries.push(entry);
        }
        own.images.clone_from(&other.images);
        own.imaged = other.imaged;
    }

    /// The sort at a place of the table.
    pub(super) fn sort_at_place(&self, id: SortId) -> Sort {
        match self.sorts.entry(id).kind {
            Kind::Declared => Sort::Declared(id),
            Kind::Array(..) => Sort::Array(id),
            Kind::Seq(_) => Sort::Seq(id),
            Kind::Datatype(_) => Sort::Datatype(id),
        }
    }
}

/// Values and sizes.
impl TermStore {
    fn known_default(&self, sort: Sort) -> Option<Value> {
        Some(match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(Int::ZERO),
            Sort::Real => Value::Real(Rational::ZERO),
            Sort::String => Value::Str(Word::default()),
            Sort::RegLan => Value::Regex(Regex::NONE),
            Sort::BitVec(width) => Value::Bits(width, Int::ZERO),
            Sort::Declared(id) | Sort::Array(id) | Sort::Datatype(id) | Sort::Seq(id) => {
                return self.sorts.entry(id).default.clone();
            }
        })
    }

    fn known_size(&self, sort: Sort) -> Option<Size> {
        match (sort, sort.id()) {
            (Sort::Bool, _) => Some(Size::Finite(2)),
            (Sort::BitVec(width), _) => Some(Size::of_bits(width)),
            (_, Some(id)) => self.sorts.entry(id).size,
            _ => Some(Size::Infinite),
        }
    }

    /// Finds value and size of a new sort, or leaves that for later.
    fn complete(&mut self, id: SortId) {
        let (default, size) = (self.find_default(id), self.find_size(id));
        if default.is_none() || size.is_none() {
            self.sorts.open.push(id);
        }
        let entry = &mut self.sorts.entries[id.place()];
        (entry.default, entry.size) = (default, size);
    }

    /// A value, when the parts have theirs.
    fn find_default(&self, id: SortId) -> Option<Value> {
        match &self.sorts.entry(id).kind {
            Kind::Declared => Some(Value::Element(id, ElementId(0))),
            Kind::Array(_, element) => {
                let element = self.known_default(*element)?;
                Some(Value::Array(ArrayValue::new(self, Sort::Array(id), element, Vec::new())))
            }
            Kind::Seq(_) => Some(Value::Seq(SeqValue::new(Sort::Seq(id), Vec::new()))),
            Kind::Datatype(datatype) => {
                datatype.constructors.iter().zip(0..).find_map(|(constructor, number)| {
                    let fields = constructor.fields.iter().map(|field| self.known_default(field.sort));
                    let fields = fields.collect::<Option<Vec<Value>>>()?;
                    Some(Value::Data(DataValue::new(Sort::Datatype(id), number, fields)))
                })
            }
        }
    }

    /// The size, when the parts have theirs.
    fn find_size(&self, id: SortId) -> Option<Size> {
        match &self.sorts.entry(id).kind {
            Kind::Declared | Kind::Seq(_) => Some(Size::Infinite),
            Kind::Array(index, element) => match self.known_size(*element)? {
                Size::Finite(1) => Some(Size::Finite(1)),
                values => Some(values.power(self.known_size(*index)?)),
            },
            Kind::Datatype(datatype) => {
                let mut sum: Option<Size> = None;
                for constructor in &datatype.constructors {
                    let mut product = Size::Finite(1);
                    for field in &constructor.fields {
                        product = product.times(self.known_size(field.sort)?);
                    }
                    sum = Some(sum.map_or(product, |sum| sum.plus(product)));
                }
                sum
            }
        }
    }

    /// Finds values and sizes of all sorts that wait for them.
    fn settle(&mut self) -> Result<(), DatatypeError> {
        let open = self.sorts.open.clone();
        self.until_nothing_changes(&open, |store, id| {
            let found = store.find_default(id).filter(|_| store.sorts.entry(id).default.is_none());
            let changed = found.is_some();
            if changed {
                store.sorts.entries[id.place()].default = found;
            }
            changed
        });
        for id in &open {
            let entry = self.sorts.entry(*id);
            if let (Kind::Datatype(_), None) = (&entry.kind, &entry.default) {
                let message = format!(
                    "the datatype {} has no value: each of its constructors needs one first",
                    entry.text
                );
                return Err(DatatypeError { sort: Sort::Datatype(*id), message });
            }
        }
        self.until_nothing_changes(&open, |store, id| {
            let found = store.find_size(id).filter(|_| store.sorts.entry(id).size.is_none());
            let changed = found.is_some();
            if changed {
                store.sorts.entries[id.place()].size = found;
            }
            changed
        });
        self.check_indices(&open)?;
        // What is left goes round in a circle, or holds something that does.
        for id in &open {
            self.sorts.entries[id.place()].size.get_or_insert(Size::Infinite);
        }
        Ok(())
    }

    fn until_nothing_changes(&mut self, open: &[SortId], step: impl Fn(&mut Self, SortId) -> bool) {
        while open.iter().fold(false, |changed, id| step(self, *id) | changed) {}
    }

    /// An array over indices that are made of the array itself has no meaning.
    fn check_indices(&self, open: &[SortId]) -> Result<(), DatatypeError> {
        for id in open {
            let entry = self.sorts.entry(*id);
            let (Kind::Array(index, _), None) = (&entry.kind, entry.size) else { continue };
            let mut seen = vec![false; self.sort_count()];
            let mut stack: Vec<SortId> = index.id().into_iter().collect();
            while let Some(part) = stack.pop() {
                if part == *id {
                    let sort = index.id().map_or(Sort::Array(*id), Sort::Datatype);
                    let message =
                        format!("a datatype cannot be made of {}, whose index is made of it", entry.text);
                    return Err(DatatypeError { sort, message });
                }
                if !std::mem::replace(&mut seen[part.place()], true) {
                    self.parts_of(part, &mut stack);
                }
            }
        }
        Ok(())
    }

    fn parts_of(&self, id: SortId, parts: &mut Vec<SortId>) {
        match &self.sorts.entry(id).kind {
            Kind::Declared => {}
            Kind::Array(index, element) => {
                parts.extend([index, element].into_iter().filter_map(|sort| sort.id()))
            }
            Kind::Seq(element) => parts.extend(element.id()),
            Kind::Datatype(datatype) => {
                let fields = datatype.constructors.iter().flat_map(|constructor| &constructor.fields);
                parts.extend(fields.filter_map(|field| field.sort.id()));
            }
        }
    }
}
