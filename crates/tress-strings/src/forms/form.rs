//! What a class of strings is made of.

use tress_kernel::Node;
use tress_term::term::Word;

/// A part of a normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// A known word, not empty.
    Word(Word),
    /// A class without concatenations.
    Class(Node),
}

/// An equality of two nodes, and the first and last item of a form that rest on it.
#[derive(Clone, Copy, Debug)]
struct Premise {
    pair: (Node, Node),
    first: usize,
    last: usize,
}

/// What a class is made of, and the equalities between nodes that this rests on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form {
    pub(crate) items: Vec<Item>,
    premises: Vec<Premise>,
}

/// A form to which others are appended, one after the other.
///
/// Invariant: when `word` is not empty, it is what the last item of the form has become; the item is brought
/// up to date by [`Concatenation::close_word`]. Thus a row of constants costs no more than its length.
#[derive(Default)]
pub(super) struct Concatenation {
    form: Form,
    word: Vec<u32>,
}

impl Concatenation {
    /// How many items and premises there are.
    pub(super) fn size(&self) -> usize {
        self.form.size()
    }

    /// What lists will take that have to grow when another form is appended; 0 if none has to.
    pub(super) fn growth(&self, other: &Form) -> u64 {
        grown(&self.form.items, other.items.len()) + grown(&self.form.premises, other.premises.len() + 1)
    }

    /// Appends another form, which stands here because of an equality; neighbouring words become one.
    pub(super) fn append(&mut self, other: &Form, because: (Node, Node)) {
        let end = self.form.items.len();
        let premises = other.premises.iter().copied().chain([other.premise_of_all(because)]);
        if other.items.is_empty() {
            // Both neighbours meet here because this part is empty.
            let first = end.saturating_sub(1);
            let moved = premises.map(|premise| Premise { first, last: end, ..premise });
            self.form.premises.extend(moved);
            return;
        }
        let mut items = other.items.as_slice();
        let mut start = end;
        if let (Some(Item::Word(last)), [Item::Word(first), rest @ ..]) = (self.form.items.last(), items) {
            if self.word.is_empty() {
                self.word.extend_from_slice(last);
            }
            self.word.extend_from_slice(first);
            items = rest;
            start -= 1;
        }
        if !items.is_empty() {
            self.close_word();
            self.form.items.extend(items.iter().cloned());
        }
        let moved = premises.map(|premise| Premise {
            first: premise.first + start,
            last: premise.last + start,
            ..premise
        });
        self.form.premises.extend(moved);
    }

    fn close_word(&mut self) {
        if let (false, Some(Item::Word(last))) = (self.word.is_empty(), self.form.items.last_mut()) {
            *last = std::mem::take(&mut self.word).into();
        }
    }

    /// The form of all that was appended.
    pub(super) fn finish(mut self) -> Form {
        self.close_word();
        self.form
    }
}

/// The bytes of a list after this number of further elements, if it has to be moved for them.
fn grown<T>(list: &Vec<T>, more: usize) -> u64 {
    let needed = list.len() + more;
    if needed <= list.capacity() { 0 } else { (needed.max(2 * list.capacity()) * size_of::<T>()) as u64 }
}

/// A concatenation whose class holds a constant.
#[derive(Clone, Debug)]
pub(crate) struct Spelling {
    pub(crate) form: Form,
    pub(crate) word: Word,
}

impl Form {
    /// F-Form2: the flat form of a constant is that constant. The pair says why the class equals it.
    pub(super) fn f_form2(word: Word, pair: (Node, Node)) -> Self {
        let items = if word.is_empty() { Vec::new() } else { vec![Item::Word(word)] };
        Self { items, premises: vec![Premise { pair, first: 0, last: 0 }] }
    }

    /// N-Form2: a class without concatenations or constants has itself as its normal form.
    pub(super) fn n_form2(class: Node, pair: (Node, Node)) -> Self {
        Self { items: vec![Item::Class(class)], premises: vec![Premise { pair, first: 0, last: 0 }] }
    }

    /// Adds an equality that the whole form rests on.
    pub(crate) fn rest_on(&mut self, pair: (Node, Node)) {
        let premise = self.premise_of_all(pair);
        // Seldom more than one is added, and forms may be large.
        self.premises.reserve_exact(1);
        self.premises.push(premise);
    }

    fn premise_of_all(&self, pair: (Node, Node)) -> Premise {
        Premise { pair, first: 0, last: self.items.len().saturating_sub(1) }
    }

    /// How many items and premises it has.
    pub(super) fn size(&self) -> usize {
        self.items.len() + self.premises.len()
    }

    /// The characters of its words.
    pub(super) fn character_count(&self) -> usize {
        let length = |item: &Item| if let Item::Word(word) = item { word.len() } else { 0 };
        self.items.iter().map(length).sum()
    }

    /// All equalities behind the form.
    pub(crate) fn premises(&self) -> impl Iterator<Item = (Node, Node)> {
        self.premises.iter().map(|premise| premise.pair)
    }

    /// The equalities behind the items up to this one.
    pub(super) fn premises_up_to(&self, item: usize) -> impl Iterator<Item = (Node, Node)> {
        self.premises.iter().filter(move |premise| premise.first <= item).map(|premise| premise.pair)
    }

    /// The equalities behind the items from this one on.
    pub(super) fn premises_from(&self, item: usize) -> impl Iterator<Item = (Node, Node)> {
        self.premises.iter().filter(move |premise| premise.last >= item).map(|premise| premise.pair)
    }

    /// Is a concatenation of a class just that class, because its other parts are empty?
    pub(super) fn is_cycle(&self, representative: Node) -> bool {
        self.items == [Item::Class(representative)]
    }
}
