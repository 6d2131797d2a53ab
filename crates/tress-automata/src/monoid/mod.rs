//! A finite monoid that recognises several languages: words that do the same to all their automata are one
//! element.
//!
//! Enters: deterministic automata, and characters that are distinguished anyway. Leaves: a [`Monoid`], its
//! multiplication, and the elements of each language. The empty word is an element of its own, whatever
//! longer words do, so that a set of elements determines whether its word may be empty.

mod sets;
#[cfg(test)]
mod tests;

pub use sets::{Cut, SetId, Sets};

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use crate::charset::{CharSet, minterms};
use crate::nfa::Nfa;

/// No state.
const OUT: u32 = u32::MAX;

/// The element of the empty word.
pub const EMPTY: u32 = 0;

/// A finite monoid.
///
/// Invariant: element 0 is the empty word alone; every other one is the product of an earlier one and a
/// character.
#[derive(Debug)]
pub struct Monoid {
    /// Classes of characters: disjoint, together all characters, and every member of one does the same.
    classes: Vec<CharSet>,
    /// For each element the one that it continues, and the class of its last character.
    last: Vec<(u32, u32)>,
    /// For each element and class the product.
    steps: Vec<u32>,
    /// For each two elements the product.
    products: Vec<u32>,
    /// For each language its elements.
    languages: Vec<FixedBitSet>,
}

impl Monoid {
    /// The monoid of deterministic automata; `characters` are classes of their own. Returns `None` if it has
    /// more than `cap` elements.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn new(
        automata: &[Nfa],
        characters: impl IntoIterator<Item = u32>,
        cap: usize,
        budget: &Budget,
    ) -> Result<Option<Self>, Stop> {
        let mut sets: Vec<CharSet> = automata
            .iter()
            .flat_map(|nfa| (0..nfa.states()).flat_map(|state| nfa.edges_by_target(state)))
            .map(|(_, characters)| characters)
            .collect();
        sets.extend(characters.into_iter().map(CharSet::single));
        let classes: Vec<CharSet> = minterms(&sets).into_iter().map(|(class, _)| class).collect();
        let maps: Vec<Vec<u32>> = classes.iter().map(|class| step_map(automata, class)).collect();
        let Some((vectors, last, steps)) = close(&maps, cap, budget)? else { return Ok(None) };
        let products = multiply(&last, &steps, classes.len(), budget)?;
        let languages = accepted(automata, &vectors);
        Ok(Some(Self { classes, last, steps, products, languages }))
    }

    /// How many elements there are.
    #[must_use]
    pub fn elements(&self) -> usize {
        self.last.len()
    }

    /// The classes of characters.
    #[must_use]
    pub fn classes(&self) -> &[CharSet] {
        &self.classes
    }

    /// The class of a character.
    #[must_use]
    pub fn class_of(&self, character: u32) -> Option<usize> {
        self.classes.iter().position(|class| class.contains(character))
    }

    /// The element of an element and a character of a class behind it.
    #[must_use]
    #[inline]
    pub fn step(&self, element: u32, class: usize) -> u32 {
        self.steps[element as usize * self.classes.len() + class]
    }

    /// The product of two elements.
    #[must_use]
    #[inline]
    pub fn product(&self, a: u32, b: u32) -> u32 {
        self.products[a as usize * self.elements() + b as usize]
    }

    /// The elements of the language with this number.
    #[must_use]
    pub fn language(&self, number: usize) -> &FixedBitSet {
        &self.languages[number]
    }

    /// How long the shortest word of an element is.
    #[must_use]
    pub fn length(&self, mut element: u32) -> usize {
        let mut length = 0;
        while element != EMPTY {
            element = self.last[element as usize].0;
            length += 1;
        }
        length
    }

    /// A shortest word of an element, as classes.
    #[must_use]
    pub fn word(&self, mut element: u32) -> Vec<usize> {
        let mut word = Vec::new();
        while element != EMPTY {
            let (before, class) = self.last[element as usize];
            word.push(class as usize);
            element = before;
        }
        word.reverse();
        word
    }
}

/// Where the characters of a class lead from every state of all automata, which are numbered one after the
/// other.
fn step_map(automata: &[Nfa], class: &CharSet) -> Vec<u32> {
    let character = class.first().unwrap_or(0);
    let (mut map, mut base) = (Vec::new(), 0);
    for nfa in automata {
        for state in 0..nfa.states() {
            let edge = nfa.edges(state).iter().find(|edge| edge.low <= character && character <= edge.high);
            map.push(edge.map_or(OUT, |edge| base + edge.target));
        }
        base += nfa.states();
    }
    map
}

/// What words do, the words they continue, and the products with classes.
type Closed = (Vec<Vec<u32>>, Vec<(u32, u32)>, Vec<u32>);

/// All that words do to the states, shortest words first.
fn close(maps: &[Vec<u32>], cap: usize, budget: &Budget) -> Result<Option<Closed>, Stop> {
    let states = maps.first().map_or(0, Vec::len) as u32;
    let mut vectors: Vec<Vec<u32>> = vec![(0..states).collect()];
    let (mut last, mut steps) = (vec![(0, 0)], Vec::new());
    let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
    let mut at = 0;
    while at < vectors.len() {
        for (class, map) in maps.iter().enumerate() {
            budget.poll_many(1 + u64::from(states))?;
            let lead = |state: &u32| if *state == OUT { OUT } else { map[*state as usize] };
            let next: Vec<u32> = vectors[at].iter().map(lead).collect();
            let number = *numbers.entry(next).or_insert_with_key(|next| {
                vectors.push(next.clone());
                last.push((at as u32, class as u32));
                vectors.len() as u32 - 1
            });
            steps.push(number);
        }
        if vectors.len() > cap {
            return Ok(None);
        }
        at += 1;
    }
    Ok(Some((vectors, last, steps)))
}

/// The table of products: an element is an earlier one and a character.
fn multiply(last: &[(u32, u32)], steps: &[u32], classes: usize, budget: &Budget) -> Result<Vec<u32>, Stop> {
    let count = last.len();
    let mut products = vec![0; count * count];
    for a in 0..count {
        budget.poll_many(count as u64 / 8 + 1)?;
        products[a * count] = a as u32;
        for b in 1..count {
            let (before, class) = last[b];
            let first = products[a * count + before as usize] as usize;
            products[a * count + b] = steps[first * classes + class as usize];
        }
    }
    Ok(products)
}

/// For each automaton the elements whose words it accepts.
fn accepted(automata: &[Nfa], vectors: &[Vec<u32>]) -> Vec<FixedBitSet> {
    let mut base = 0;
    let mut languages = Vec::new();
    for nfa in automata {
        let mut elements = FixedBitSet::with_capacity(vectors.len());
        if let Some(&start) = nfa.initial().first() {
            for (element, vector) in vectors.iter().enumerate() {
                let state = vector[(base + start) as usize];
                elements.set(element, state != OUT && nfa.is_accepting(state - base));
            }
        }
        languages.push(elements);
        base += nfa.states();
    }
    languages
}
