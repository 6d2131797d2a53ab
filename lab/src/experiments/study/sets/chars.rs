//! Hash sets of single characters.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use tress_automata::CharSet;
use tress_base::{Budget, Stop};

use super::Algebra;
use crate::experiments::study::alphabet::Alphabet;

type Chars = Rc<FxHashSet<u32>>;

/// Sets as hash sets of characters.
pub(crate) struct CharSets {
    alphabet: Alphabet,
}

impl CharSets {
    pub(crate) fn new(alphabet: Alphabet) -> Self {
        Self { alphabet }
    }
}

impl Algebra for CharSets {
    type Set = Chars;

    fn of(&mut self, set: &CharSet) -> Chars {
        let inside = set.intersection(&self.alphabet.all());
        Rc::new(inside.ranges().iter().flat_map(|&(low, high)| low..=high).collect())
    }

    fn union(&mut self, a: &Chars, b: &Chars) -> Chars {
        Rc::new(a.union(b).copied().collect())
    }

    fn intersection(&mut self, a: &Chars, b: &Chars) -> Chars {
        Rc::new(a.intersection(b).copied().collect())
    }

    fn complement(&mut self, a: &Chars) -> Chars {
        Rc::new((0..=self.alphabet.last()).filter(|c| !a.contains(c)).collect())
    }

    fn is_empty(&mut self, a: &Chars, _: &Budget) -> Result<bool, Stop> {
        Ok(a.is_empty())
    }

    fn member(&mut self, a: &Chars, _: &Budget) -> Result<Option<u32>, Stop> {
        Ok(a.iter().min().copied())
    }

    fn contains(&self, a: &Chars, c: u32) -> bool {
        a.contains(&c)
    }

    fn same(&self, a: &Chars, b: &Chars) -> bool {
        Rc::ptr_eq(a, b) || a == b
    }
}
