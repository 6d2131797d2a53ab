//! The values of a sort, one after the other.

use rustc_hash::FxHashMap;
use tress_base::{Int, Rational};

use super::array::ArrayValue;
use super::compound::{DataValue, SeqValue};
use super::size::Size;
use super::sort::{Sort, SortId};
use super::sorts::Constructor;
use super::store::TermStore;
use super::value::{ElementId, Value};
use super::word::Word;

// These numbers are no caps: which value has which number must not depend on who asks.

/// Sorts with at most this number of values are listed as a whole.
const FEW: u64 = 1 << 12;
/// A value that is not the default of its sort has at most this number of fields, nested ones included.
const MOST_FIELDS: u64 = 1 << 17;
/// Levels of nested sorts at which the search for a value stops.
const DEEPEST: usize = 64;

impl TermStore {
    /// A value of the sort for each number: different numbers give different values. Returns `None` if the
    /// sort has fewer values, or if finding one takes too long.
    #[must_use]
    pub fn nth_value(&self, sort: Sort, number: u32) -> Option<Value> {
        self.nth_within(sort, u64::from(number), DEEPEST)
    }

    fn nth_within(&self, sort: Sort, number: u64, depth: usize) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        if number == 0 && sort.id().is_some() {
            return Some(self.default_value(sort));
        }
        match sort {
            Sort::Bool => (number < 2).then_some(Value::Bool(number == 1)),
            Sort::Int => Some(Value::Int(Int::from(number))),
            Sort::Real => Some(Value::Real(Rational::from(Int::from(number)))),
            Sort::String => Some(Value::Str(nth_word(number))),
            Sort::RegLan => None,
            Sort::Declared(id) => Some(Value::Element(id, ElementId(u32::try_from(number).ok()?))),
            Sort::BitVec(width) => {
                self.size_of(sort).at_least(number + 1).then(|| Value::Bits(width, Int::from(number)))
            }
            Sort::Seq(_) => {
                let count = usize::try_from(number).ok().filter(|count| *count <= SeqValue::MAX_LENGTH)?;
                let element = self.default_value(self.seq_element(sort)?);
                Some(Value::Seq(SeqValue::new(sort, vec![element; count])))
            }
            Sort::Datatype(_) if self.is_enumeration(sort) => {
                let Value::Data(default) = self.default_value(sort) else { return None };
                // The default comes first, so those before it move by one place.
                let number = u32::try_from(number).ok()?;
                let constructor = if number <= default.constructor() { number - 1 } else { number };
                let exists = self.size_of(sort).at_least(u64::from(constructor) + 1);
                exists.then(|| Value::Data(DataValue::new(sort, constructor, Vec::new())))
            }
            Sort::Array(_) | Sort::Datatype(_) if matches!(self.size_of(sort), Size::Finite(n) if n <= FEW) =>
            {
                // The default comes first, so it is left out where it stands.
                let default = self.default_value(sort);
                let mut others = self.all_values(sort).into_iter().filter(|value| *value != default);
                others.nth(usize::try_from(number - 1).ok()?)
            }
            Sort::Array(_) => self.nth_array(sort, number, depth),
            Sort::Datatype(_) => self.nth_data(sort, number, depth),
        }
    }

    /// One element everywhere, or the digits of the number as elements of the first indices.
    fn nth_array(&self, sort: Sort, number: u64, depth: usize) -> Option<Value> {
        let (index, element) = self.array_parts(sort)?;
        if self.size_of(element).at_least(number + 1) {
            let element = self.nth_within(element, number, depth)?;
            return Some(Value::Array(ArrayValue::new(self, sort, element, Vec::new())));
        }
        let Size::Finite(base @ 2..) = self.size_of(element) else { return None };
        let (mut rest, mut entries) = (number, Vec::new());
        while rest > 0 {
            let place = self.nth_within(index, entries.len() as u64, depth)?;
            entries.push((place, self.nth_within(element, rest % base, depth)?));
            rest /= base;
        }
        let zero = self.nth_within(element, 0, depth)?;
        Some(Value::Array(ArrayValue::new(self, sort, zero, entries)))
    }

    /// A constructor around the default, around that, and so on; or one field that is varied.
    fn nth_data(&self, sort: Sort, number: u64, depth: usize) -> Option<Value> {
        if let Some(path) = self.way_around(sort) {
            let fields = |(sort, constructor, _): &(Sort, u32, usize)| {
                let constructors = &self.datatype(*sort)?.constructors;
                Some(constructors.get(*constructor as usize)?.fields.len() as u64)
            };
            let fields = path.iter().map(fields).sum::<Option<u64>>()?;
            if fields.saturating_mul(number) > MOST_FIELDS {
                return None;
            }
            let mut value = self.default_value(sort);
            for _ in 0..number {
                for (around, constructor, field) in path.iter().rev() {
                    value = self.around(*around, *constructor, *field, value)?;
                }
            }
            return Some(value);
        }
        for (constructor, at) in self.datatype(sort)?.constructors.iter().zip(0..) {
            for (field, place) in constructor.fields.iter().zip(0..) {
                if self.size_of(field.sort).at_least(number + 1)
                    && let Some(part) = self.nth_within(field.sort, number, depth)
                {
                    // Number zero is the default, which has its own constructor.
                    return self
                        .around(sort, at, place, part)
                        .filter(|value| *value != self.default_value(sort));
                }
            }
        }
        None
    }

    /// The constructor with this value in one field and defaults in the others.
    fn around(&self, sort: Sort, constructor: u32, field: usize, part: Value) -> Option<Value> {
        let Constructor { fields, .. } = self.datatype(sort)?.constructors.get(constructor as usize)?;
        let mut values: Vec<Value> = fields.iter().map(|field| self.default_value(field.sort)).collect();
        *values.get_mut(field)? = part;
        Some(Value::Data(DataValue::new(sort, constructor, values)))
    }

    /// Fields that lead from a datatype through others back to it: the shortest such way.
    fn way_around(&self, sort: Sort) -> Option<Vec<(Sort, u32, usize)>> {
        let mut from: FxHashMap<Sort, (Sort, u32, usize)> = FxHashMap::default();
        let mut queue = std::collections::VecDeque::from([sort]);
        while let Some(next) = queue.pop_front() {
            for (constructor, number) in self.datatype(next)?.constructors.iter().zip(0..) {
                for (field, place) in constructor.fields.iter().zip(0..) {
                    if field.sort == sort {
                        let mut way = vec![(next, number, place)];
                        let mut at = next;
                        while at != sort {
                            way.push(from[&at]);
                            at = from[&at].0;
                        }
                        way.reverse();
                        return Some(way);
                    }
                    if matches!(field.sort, Sort::Datatype(_)) && !from.contains_key(&field.sort) {
                        from.insert(field.sort, (next, number, place));
                        queue.push_back(field.sort);
                    }
                }
            }
        }
        None
    }

    /// All values of a finite sort, each once. For those who know that there are few.
    ///
    /// # Panics
    /// When the sort is infinite, or its values are too many to be counted with 64 bits.
    #[must_use]
    pub fn all_values(&self, sort: Sort) -> Vec<Value> {
        assert!(matches!(self.size_of(sort), Size::Finite(_)), "finitely many values");
        let mut known: FxHashMap<Sort, Vec<Value>> = FxHashMap::default();
        let mut stack = vec![sort];
        while let Some(next) = stack.last().copied() {
            let missing: Vec<Sort> =
                self.finite_parts(next).into_iter().filter(|part| !known.contains_key(part)).collect();
            if missing.is_empty() {
                let values = self.listed(next, &known);
                known.insert(next, values);
                stack.pop();
            } else {
                stack.extend(missing);
            }
        }
        known.remove(&sort).unwrap_or_default()
    }

    /// The sorts whose values are needed to list those of a finite sort.
    fn finite_parts(&self, sort: Sort) -> Vec<Sort> {
        if self.size_of(sort) == Size::Finite(1) {
            return Vec::new();
        }
        if let Some((index, element)) = self.array_parts(sort) {
            return vec![index, element];
        }
        let constructors = self.datatype(sort).into_iter().flat_map(|datatype| &datatype.constructors);
        constructors.flat_map(|constructor| constructor.fields.iter().map(|field| field.sort)).collect()
    }

    fn listed(&self, sort: Sort, known: &FxHashMap<Sort, Vec<Value>>) -> Vec<Value> {
        let Size::Finite(size) = self.size_of(sort) else { return Vec::new() };
        if size == 1 {
            return vec![self.default_value(sort)];
        }
        if let Some((index, element)) = self.array_parts(sort) {
            let indices = &known[&index];
            let rows = products(&vec![known[&element].as_slice(); indices.len()]);
            let array = |row: Vec<Value>| {
                let entries = indices.iter().cloned().zip(row).collect();
                Value::Array(ArrayValue::new(self, sort, self.default_value(element), entries))
            };
            return rows.into_iter().map(array).collect();
        }
        if let Some(datatype) = self.datatype(sort) {
            let mut values = Vec::new();
            for (constructor, number) in datatype.constructors.iter().zip(0..) {
                let columns: Vec<&[Value]> =
                    constructor.fields.iter().map(|field| known[&field.sort].as_slice()).collect();
                let data = |fields| Value::Data(DataValue::new(sort, number, fields));
                values.extend(products(&columns).into_iter().map(data));
            }
            return values;
        }
        (0..size).filter_map(|number| self.nth_within(sort, number, DEEPEST)).collect()
    }

    /// Is a declared sort among those it is made of? Then its values have no name in other models.
    #[must_use]
    pub fn has_elements(&self, sort: Sort) -> bool {
        let mut seen: Vec<SortId> = Vec::new();
        let mut stack = vec![sort];
        while let Some(next) = stack.pop() {
            match next.id() {
                Some(_) if matches!(next, Sort::Declared(_)) => return true,
                Some(id) if !seen.contains(&id) => {
                    seen.push(id);
                    stack.extend(self.sort_parts(next));
                }
                _ => {}
            }
        }
        false
    }

    /// The sorts that a sort is made of: index and element, element, or fields.
    #[must_use]
    pub fn sort_parts(&self, sort: Sort) -> Vec<Sort> {
        if let Some((index, element)) = self.array_parts(sort) {
            return vec![index, element];
        }
        let constructors = self.datatype(sort).into_iter().flat_map(|datatype| &datatype.constructors);
        let fields = constructors.flat_map(|constructor| constructor.fields.iter().map(|field| field.sort));
        self.seq_element(sort).into_iter().chain(fields).collect()
    }
}

/// All rows with one value of each column.
fn products(columns: &[&[Value]]) -> Vec<Vec<Value>> {
    let mut rows = vec![Vec::new()];
    for column in columns {
        let longer = |row: &Vec<Value>| {
            let row = row.clone();
            column.iter().map(move |value| row.iter().cloned().chain([value.clone()]).collect())
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    rows
}

/// Words over small letters, by length.
fn nth_word(number: u64) -> Word {
    let mut word = Vec::new();
    let mut rest = number;
    while rest > 0 {
        rest -= 1;
        word.push(u32::from('a') + (rest % 26) as u32);
        rest /= 26;
    }
    word.reverse();
    Word::from(word)
}
