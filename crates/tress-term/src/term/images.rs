//! Sorts with strings in the place of sequences.
//!
//! Enters: arrays and datatypes of the table that hold sequences. Leaves: for each its image, the same with
//! strings. Like all sorts, images are made in the client's store, as soon as the sort is complete: checks
//! only look them up.

use tress_base::Int;

use super::sort::{Sort, SortId};
use super::sorts::Datatype;
use super::store::TermStore;

impl TermStore {
    /// Is the sort one of sequences, or are its values made of some?
    #[must_use]
    pub fn holds_sequences(&self, sort: Sort) -> bool {
        self.has_seq_sorts() && self.sorts_inside(sort).into_iter().any(|part| matches!(part, Sort::Seq(_)))
    }

    /// The sort and all sorts that it is made of.
    pub fn sorts_inside(&self, sort: Sort) -> Vec<Sort> {
        let mut seen = vec![sort];
        let mut next = 0;
        while let Some(part) = seen.get(next).copied() {
            next += 1;
            for part in self.sort_parts(part) {
                if !seen.contains(&part) {
                    seen.push(part);
                }
            }
        }
        seen
    }

    /// The same sort with strings in the place of sequences: itself where there are none. Returns `None` for
    /// sequences whose elements are made of such sequences, and for datatypes that were given up.
    #[must_use]
    pub fn word_image(&self, sort: Sort) -> Option<Sort> {
        if let Sort::Seq(_) = sort {
            let element = self.seq_element(sort)?;
            return (!self.sorts_inside(element).contains(&sort)).then_some(Sort::String);
        }
        match self.sorts.images.get(&sort) {
            Some(image) => *image,
            None => (!self.holds_sequences(sort)).then_some(sort),
        }
    }

    /// Datatypes that are new have no image: they were given up. Arrays of sequences that came with them
    /// stay.
    pub(super) fn give_up_images(&mut self) {
        for place in self.sorts.imaged..self.sort_count() {
            let sort = self.sort_at_place(SortId::new(place));
            if matches!(sort, Sort::Datatype(_)) {
                self.sorts.images.insert(sort, None);
            }
        }
        self.make_images();
    }

    /// The sort that the first index of an operator names.
    pub fn sort_named(&self, indices: &[Int]) -> Option<Sort> {
        let place = indices.first()?.to_usize().filter(|place| *place < self.sort_count())?;
        Some(self.sort_at_place(SortId::new(place)))
    }

    /// Makes the images of all sorts that have none yet.
    pub(super) fn make_images(&mut self) {
        if !self.has_seq_sorts() {
            return;
        }
        let first = self.sorts.imaged;
        let last = self.sort_count();
        self.sorts.imaged = last;
        let new: Vec<Sort> = (first..last)
            .map(|place| self.sort_at_place(SortId::new(place)))
            .filter(|sort| !matches!(sort, Sort::Seq(_)) && self.holds_sequences(*sort))
            .collect();
        let mut twins: Vec<(Sort, Sort)> = Vec::new();
        let is_new = |sort: &Sort| matches!(sort, Sort::Datatype(_)) && !self.sorts.images.contains_key(sort);
        let datatypes: Vec<Sort> = new.iter().copied().filter(is_new).collect();
        for sort in datatypes {
            let is_circle = self.sorts_inside(sort).into_iter().any(|part| match part {
                Sort::Seq(_) => self.word_image(part).is_none(),
                part => self.sorts.images.get(&part) == Some(&None),
            });
            let text = format!("{}!words", self.sort_text(sort));
            let twin = if is_circle { None } else { self.declare_datatype(&text).ok() };
            self.sorts.images.insert(sort, twin);
            twins.extend(twin.map(|twin| (sort, twin)));
        }
        // Index and element of an array stand before it in the table.
        for sort in new.iter().copied() {
            if let Some((index, element)) = self.array_parts(sort) {
                let parts = self.word_image(index).zip(self.word_image(element));
                let image = parts.and_then(|(index, element)| self.array_sort(index, element).ok());
                self.sorts.images.insert(sort, image);
            }
        }
        let definitions: Option<Vec<(Sort, Datatype)>> =
            twins.iter().map(|(sort, twin)| Some((*twin, self.word_datatype(*sort)?))).collect();
        let is_defined = definitions.is_some_and(|all| all.is_empty() || self.define_datatypes(all).is_ok());
        if !is_defined {
            for sort in new {
                self.sorts.images.insert(sort, None);
            }
            self.abandon_datatypes();
        }
    }

    /// The constructors with the images of their fields.
    fn word_datatype(&self, sort: Sort) -> Option<Datatype> {
        let mut datatype = self.datatype(sort)?.clone();
        for field in datatype.constructors.iter_mut().flat_map(|constructor| &mut constructor.fields) {
            field.sort = self.word_image(field.sort)?;
        }
        Some(datatype)
    }
}

#[cfg(test)]
mod tests {
    use super::super::sorts::{Constructor, Field};
    use super::*;

    fn constructor(name: &str, fields: &[(&str, Sort)]) -> Constructor {
        let fields = fields.iter().map(|(name, sort)| Field { name: (*name).into(), sort: *sort }).collect();
        Constructor { name: name.into(), fields, needs_sort: false }
    }

    #[test]
    fn arrays_and_datatypes_of_sequences_have_images() {
        let mut store = TermStore::new();
        let plain = store.array_sort(Sort::Int, Sort::Bool).expect("a sort");
        assert_eq!(store.word_image(plain), Some(plain));
        let numbers = store.seq_sort(Sort::Int).expect("a sort");
        let array = store.array_sort(Sort::Int, numbers).expect("a sort");
        let words = store.array_sort(Sort::Int, Sort::String).expect("a sort");
        assert_eq!(store.word_image(array), Some(words));
        let list = store.declare_datatype("List").expect("a sort");
        let constructors =
            vec![constructor("nil", &[]), constructor("cons", &[("head", array), ("tail", list)])];
        store.define_datatypes(vec![(list, Datatype { constructors })]).expect("it has values");
        let image = store.word_image(list).expect("no circle");
        let fields = &store.datatype(image).expect("a datatype").constructors[1].fields;
        assert_eq!([fields[0].sort, fields[1].sort], [words, image]);
        assert_eq!(store.word_image(image), Some(image));
    }

    #[test]
    fn sequences_of_what_holds_them_have_none() {
        let mut store = TermStore::new();
        let tree = store.declare_datatype("Tree").expect("a sort");
        let children = store.seq_sort(tree).expect("a sort");
        let constructors = vec![constructor("leaf", &[]), constructor("node", &[("children", children)])];
        store.define_datatypes(vec![(tree, Datatype { constructors })]).expect("it has values");
        assert_eq!(store.word_image(tree), None);
        assert_eq!(store.word_image(children), None);
        let forest = store.array_sort(Sort::Int, tree).expect("a sort");
        assert_eq!(store.word_image(forest), None);
    }
}
