//! Sets of elements of a monoid, as numbers: each is a regular language.
//!
//! Enters: sets. Leaves: numbers of sets; what was computed once is kept.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::{EMPTY, Monoid};

/// The number of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetId(u32);

/// A question about two sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Question {
    Both,
    Product,
    /// What may stand behind the first to be in the second.
    Behind,
    /// What may stand before the first to be in the second.
    Before,
}

/// A way to cut words of a set: those that begin a word of the other set, and what may follow them.
pub type Cut = (SetId, SetId);

/// Sets of elements, each once.
#[derive(Debug)]
pub struct Sets {
    monoid: Monoid,
    sets: Vec<FixedBitSet>,
    numbers: FxHashMap<FixedBitSet, SetId>,
    known: FxHashMap<(Question, SetId, SetId), SetId>,
    cuts: FxHashMap<(bool, SetId, SetId), Vec<Cut>>,
}

impl Sets {
    /// No word.
    pub const NONE: SetId = SetId(0);
    /// All words.
    pub const ALL: SetId = SetId(1);
    /// The empty word.
    pub const EMPTY_WORD: SetId = SetId(2);
    /// All words that are not empty.
    pub const SOME: SetId = SetId(3);

    /// The sets of a monoid.
    #[must_use]
    pub fn new(monoid: Monoid) -> Self {
        let count = monoid.elements();
        let mut sets = Self {
            monoid,
            sets: Vec::new(),
            numbers: FxHashMap::default(),
            known: FxHashMap::default(),
            cuts: FxHashMap::default(),
        };
        let none = FixedBitSet::with_capacity(count);
        let mut empty = none.clone();
        empty.insert(EMPTY as usize);
        let mut all = none.clone();
        all.insert_range(..);
        let mut some = all.clone();
        some.remove(EMPTY as usize);
        for set in [none, all, empty, some] {
            sets.add(set);
        }
        sets
    }

    /// The monoid.
    #[must_use]
    pub fn monoid(&self) -> &Monoid {
        &self.monoid
    }

    /// The number of a set. Only the first four may be equal to each other, in a monoid without characters.
    pub fn add(&mut self, set: FixedBitSet) -> SetId {
        let next = SetId(self.sets.len() as u32);
        let number = *self.numbers.entry(set.clone()).or_insert(next);
        if number == next || self.sets.len() < 4 {
            self.sets.push(set);
        }
        number
    }

    /// The language with this number.
    pub fn language(&mut self, number: usize) -> SetId {
        self.add(self.monoid.language(number).clone())
    }

    /// The words of one element.
    pub fn element(&mut self, element: u32) -> SetId {
        let mut set = FixedBitSet::with_capacity(self.monoid.elements());
        set.insert(element as usize);
        self.add(set)
    }

    /// The elements of a set.
    #[must_use]
    pub fn get(&self, set: SetId) -> &FixedBitSet {
        &self.sets[set.0 as usize]
    }

    /// Is there no word?
    #[must_use]
    pub fn is_none(&self, set: SetId) -> bool {
        self.get(set).is_clear()
    }

    /// May the word be empty?
    #[must_use]
    pub fn has_empty(&self, set: SetId) -> bool {
        self.get(set).contains(EMPTY as usize)
    }

    /// Must the word be empty?
    #[must_use]
    pub fn is_empty_word(&self, set: SetId) -> bool {
        self.has_empty(set) && self.get(set).count_ones(..) == 1
    }

    /// Words of both sets.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn both(&mut self, a: SetId, b: SetId, budget: &Budget) -> Result<SetId, Stop> {
        if a == b {
            return Ok(a);
        }
        self.answer(Question::Both, a.min(b), a.max(b), budget)
    }

    /// Words of the first set with one of the second behind them.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn product(&mut self, a: SetId, b: SetId, budget: &Budget) -> Result<SetId, Stop> {
        self.answer(Question::Product, a, b, budget)
    }

    /// Words that make a word of `whole` behind some word of `part`.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn behind(&mut self, part: SetId, whole: SetId, budget: &Budget) -> Result<SetId, Stop> {
        self.answer(Question::Behind, part, whole, budget)
    }

    /// Words that make a word of `whole` before some word of `part`.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn before(&mut self, part: SetId, whole: SetId, budget: &Budget) -> Result<SetId, Stop> {
        self.answer(Question::Before, part, whole, budget)
    }

    fn answer(&mut self, question: Question, a: SetId, b: SetId, budget: &Budget) -> Result<SetId, Stop> {
        if let Some(known) = self.known.get(&(question, a, b)) {
            return Ok(*known);
        }
        let (first, second) = (&self.sets[a.0 as usize], &self.sets[b.0 as usize]);
        let mut found = FixedBitSet::with_capacity(self.monoid.elements());
        match question {
            Question::Both => {
                found.union_with(first);
                found.intersect_with(second);
            }
            Question::Product => {
                for x in first.ones() {
                    budget.poll_many(second.len() as u64 / 8 + 1)?;
                    found.extend(second.ones().map(|y| self.monoid.product(x as u32, y as u32) as usize));
                }
            }
            Question::Behind | Question::Before => {
                for x in first.ones() {
                    budget.poll_many(self.monoid.elements() as u64 / 8 + 1)?;
                    found.union_with(&self.quotient(x as u32, second, question == Question::Behind));
                }
            }
        }
        let number = self.add(found);
        self.known.insert((question, a, b), number);
        Ok(number)
    }

    /// The elements that give one of `whole` behind (or before) an element.
    fn quotient(&self, part: u32, whole: &FixedBitSet, is_behind: bool) -> FixedBitSet {
        let count = self.monoid.elements();
        let mut found = FixedBitSet::with_capacity(count);
        for other in 0..count as u32 {
            let product =
                if is_behind { self.monoid.product(part, other) } else { self.monoid.product(other, part) };
            found.set(other as usize, whole.contains(product as usize));
        }
        found
    }

    /// Every way in which a word of `part` that is not empty begins (or ends) a longer word of `whole`: words
    /// of `part` that leave the same rest go together. Rests are not empty.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn cuts(
        &mut self,
        part: SetId,
        whole: SetId,
        is_behind: bool,
        budget: &Budget,
    ) -> Result<Vec<Cut>, Stop> {
        if let Some(known) = self.cuts.get(&(is_behind, part, whole)) {
            return Ok(known.clone());
        }
        let mut groups: Vec<(FixedBitSet, FixedBitSet)> = Vec::new();
        for element in self.get(part).clone().ones().filter(|element| *element != EMPTY as usize) {
            budget.poll_many(self.monoid.elements() as u64 / 8 + 1)?;
            let mut rest = self.quotient(element as u32, self.get(whole), is_behind);
            rest.remove(EMPTY as usize);
            if rest.is_clear() {
                continue;
            }
            match groups.iter_mut().find(|group| group.1 == rest) {
                Some(group) => group.0.insert(element),
                None => {
                    let mut own = FixedBitSet::with_capacity(self.monoid.elements());
                    own.insert(element);
                    groups.push((own, rest));
                }
            }
        }
        let cuts: Vec<Cut> = groups.into_iter().map(|(own, rest)| (self.add(own), self.add(rest))).collect();
        self.cuts.insert((is_behind, part, whole), cuts.clone());
        Ok(cuts)
    }

    /// How long the shortest word of a set is.
    #[must_use]
    pub fn least(&self, set: SetId) -> Option<usize> {
        self.get(set).ones().next().map(|element| self.monoid.length(element as u32))
    }

    /// A shortest word of a set, as classes.
    #[must_use]
    pub fn shortest(&self, set: SetId) -> Option<Vec<usize>> {
        // Elements are numbered by the length of their words.
        self.get(set).ones().next().map(|element| self.monoid.word(element as u32))
    }
}
