//! The characters of one sort of sequences.
//!
//! Values that the question names have characters of their own, one after the other from the first on. Which
//! character represents which value is free, as long as no two values share one. The element of every other
//! term has a symbol for its character, and two elements are equal exactly when their characters are.

use rustc_hash::FxHashMap;

use super::limits::PAIRS;
use tress_rewrite::env::Env;
use tress_term::term::{Op, Size, Sort, SymbolId, Term, TermStore, Value, Word};

/// The character of the first value that is named.
pub(super) const FIRST_CHARACTER: u32 = 'a' as u32;
/// The number of characters from the first on.
pub(super) const MOST_CHARACTERS: u32 = tress_automata::MAX_CHAR - FIRST_CHARACTER + 1;

/// A term whose value is an element, and its character.
#[derive(Clone, Copy)]
pub(super) struct Element {
    pub(super) term: Term,
    pub(super) character: Term,
}

/// `seq.nth`, as a term of its own.
#[derive(Clone, Copy)]
pub(super) struct Read {
    pub(super) string: Term,
    pub(super) position: Term,
    /// The value, inside and outside of the sequence.
    pub(super) element: Term,
}

/// The characters of a sort of sequences. Terms and values are those of the translation.
pub(super) struct Alphabet {
    /// The sort of sequences.
    pub(super) sort: Sort,
    /// The sort of its elements, in the question.
    pub(super) element: Sort,
    /// And in the translation.
    pub(super) image: Sort,
    /// How many values elements have, when there are characters for all.
    pub(super) size: Option<u32>,
    /// The values that are named; their characters follow each other.
    pub(super) named: Vec<Value>,
    indices: FxHashMap<Value, u32>,
    pub(super) elements: Vec<Element>,
    characters: FxHashMap<Term, Term>,
    pub(super) reads: Vec<Read>,
    /// Where elements are read so often that pairs are too many: the function that reads.
    pub(super) reader: Option<SymbolId>,
}

impl Alphabet {
    pub(super) fn new(store: &TermStore, sort: Sort, element: Sort, image: Sort) -> Self {
        let size = match store.size_of(element) {
            Size::Finite(size) => u32::try_from(size).ok().filter(|size| *size <= MOST_CHARACTERS),
            Size::Huge | Size::Infinite => None,
        };
        let mut alphabet = Self {
            sort,
            element,
            image,
            size,
            named: Vec::new(),
            indices: FxHashMap::default(),
            elements: Vec::new(),
            characters: FxHashMap::default(),
            reads: Vec::new(),
            reader: None,
        };
        if element == Sort::Bool {
            alphabet.character_of_value(Value::Bool(false));
            alphabet.character_of_value(Value::Bool(true));
        }
        alphabet
    }

    /// The character of a value. Returns `None` if there are none left.
    pub(super) fn character_of_value(&mut self, value: Value) -> Option<u32> {
        let next = u32::try_from(self.named.len()).ok()?;
        if let Some(index) = self.indices.get(&value) {
            return Some(FIRST_CHARACTER + index);
        }
        if next >= self.size.unwrap_or(MOST_CHARACTERS) {
            return None;
        }
        self.indices.insert(value.clone(), next);
        self.named.push(value);
        Some(FIRST_CHARACTER + next)
    }

    /// The string of one character that represents an element. Adds what holds of the character alone.
    pub(super) fn character_of(
        &mut self,
        env: &mut Env<'_>,
        term: Term,
        axioms: &mut Vec<Term>,
    ) -> Option<Term> {
        if let Some(value) = env.store.as_value(term) {
            let character = self.character_of_value(value.clone())?;
            return Some(env.store.word(Word::from([character])));
        }
        if let Some(known) = self.characters.get(&term) {
            return Some(*known);
        }
        let character = if self.image == Sort::Bool && self.element == Sort::Bool {
            let [no, yes] = [0, 1].map(|index| env.store.word(Word::from([FIRST_CHARACTER + index])));
            env.app(Op::Ite, &[term, yes, no])
        } else {
            let symbol =
                env.store.declare(&format!("letter!{}", env.store.symbol_count()), &[], Sort::String);
            let character = env.store.constant(symbol);
            let one = env.store.int(1);
            let length = env.length(character);
            axioms.push(env.equal(length, one));
            axioms.extend(self.range(env).map(|range| env.app(Op::InRe, &[character, range])));
            character
        };
        self.elements.push(Element { term, character });
        self.characters.insert(term, character);
        Some(character)
    }

    /// The language of single characters, where not all characters have a value.
    fn range(&self, env: &mut Env<'_>) -> Option<Term> {
        let last = FIRST_CHARACTER + self.size?.checked_sub(1)?;
        let ends = [FIRST_CHARACTER, last].map(|character| env.store.word(Word::from([character])));
        Some(env.app(Op::ReRange, &ends))
    }

    /// Adds that a string is made of characters that have a value.
    pub(super) fn confine(&self, env: &mut Env<'_>, string: Term, axioms: &mut Vec<Term>) {
        if let Some(range) = self.range(env) {
            let strings = env.app(Op::ReStar, &[range]);
            axioms.push(env.app(Op::InRe, &[string, strings]));
        }
    }

    /// Elements are equal exactly when their characters are; what is read at one position is one element.
    pub(super) fn relate(&self, env: &mut Env<'_>, axioms: &mut Vec<Term>) {
        for (index, one) in self.reads.iter().enumerate().filter(|_| self.reader.is_none()) {
            for other in &self.reads[..index] {
                let strings = env.equal(one.string, other.string);
                let positions = env.equal(one.position, other.position);
                let same = env.app(Op::And, &[strings, positions]);
                let equal = env.equal(one.element, other.element);
                axioms.push(env.app(Op::Implies, &[same, equal]));
            }
        }
        if self.element == Sort::Bool || self.elements.is_empty() {
            return;
        }
        let mut all: Vec<Element> = Vec::with_capacity(self.named.len() + self.elements.len());
        for (value, index) in self.named.iter().zip(0..) {
            let term = env.store.value(value.clone());
            all.push(Element { term, character: env.store.word(Word::from([FIRST_CHARACTER + index])) });
        }
        all.extend(&self.elements);
        if PAIRS.is_exceeded(self.elements.len() * all.len(), env.budget) {
            return self.relate_by_functions(env, &all, axioms);
        }
        for (index, one) in all.iter().enumerate().skip(self.named.len()) {
            for other in &all[..index] {
                let (elements, characters) =
                    (env.equal(one.term, other.term), env.equal(one.character, other.character));
                axioms.push(env.equal(elements, characters));
            }
        }
    }

    /// The same for many elements: the character is a function of the element, and the other way round.
    fn relate_by_functions(&self, env: &mut Env<'_>, all: &[Element], axioms: &mut Vec<Term>) {
        let number = env.store.symbol_count();
        let there = env.store.declare(&format!("letter-of!{number}"), &[self.image], Sort::String);
        let back = env.store.declare(&format!("element-of!{number}"), &[Sort::String], self.image);
        for element in all {
            for (function, argument, value) in
                [(there, element.term, element.character), (back, element.character, element.term)]
            {
                let applied = env.store.apply(function, &[argument]).expect("the sorts are its own");
                axioms.push(env.equal(applied, value));
            }
        }
    }
}
