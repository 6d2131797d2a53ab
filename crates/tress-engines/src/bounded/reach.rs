//! How far the inputs of a circuit reach.

use tress_base::Int;

use tress_rewrite::env::Env;
use tress_rewrite::problem::Problem;
use tress_rewrite::rewrite::Bounds;
use tress_term::term::{Sort, Term, TermMap};

use super::limits::CHARACTERS;
use super::ranges::Ranges;

/// How large inputs are where nothing is known of them.
#[derive(Clone, Copy)]
pub(super) struct Size {
    /// Characters of a word.
    pub(super) length: usize,
    /// Bits of a number without the sign.
    pub(super) bits: u32,
}

/// The numbers, or the lengths, of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    pub(super) low: Int,
    pub(super) high: Int,
    /// Are these all that the facts leave?
    pub(super) is_whole: bool,
}

/// The reaches of all inputs.
pub(super) struct Reaches {
    by_input: TermMap<Reach>,
    /// How many characters words have together, at most.
    cells: usize,
    /// How many characters one word has, at most.
    longest: usize,
    are_whole: bool,
}

impl Reaches {
    /// What the facts leave of inputs, cut to these sizes.
    pub(super) fn new(
        env: &mut Env<'_>,
        problem: &Problem,
        ranges: &Ranges,
        size: impl Fn(Term) -> Size,
    ) -> Self {
        let most_characters = CHARACTERS.most(env.budget) as usize;
        let mut reaches = Self { by_input: TermMap::new(), cells: 0, longest: 0, are_whole: true };
        for symbol in &problem.symbols {
            let term = env.store.constant(*symbol);
            let reach = match env.store.sort(term) {
                Sort::Int => number_reach(&ranges.of(term), size(term).bits),
                Sort::String => {
                    let reach = word_reach(&ranges.of(term), size(term).length, most_characters);
                    let most = reach.high.to_usize().unwrap_or(most_characters);
                    reaches.cells += most;
                    reaches.longest = reaches.longest.max(most);
                    reach
                }
                _ => continue,
            };
            reaches.are_whole &= reach.is_whole;
            reaches.by_input.set(term, reach);
        }
        reaches
    }

    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    pub(super) fn longest(&self) -> usize {
        self.longest
    }

    /// Is no input cut?
    pub(super) fn are_whole(&self) -> bool {
        self.are_whole
    }

    /// The reach of an input of numbers or words.
    pub(super) fn of(&self, term: Term) -> Option<&Reach> {
        self.by_input.get(term)
    }
}

/// Numbers near zero, or near the end that is nearest to it.
fn number_reach(bounds: &Bounds, bits: u32) -> Reach {
    let limit = Int::from(2).pow(bits);
    let (mut low, mut high) = (-&limit, &limit - &Int::ONE);
    if let Some(least) = bounds.low.as_ref().filter(|least| **least > low) {
        low = least.clone();
        high = high.max(least + &limit);
    }
    if let Some(most) = bounds.high.as_ref().filter(|most| **most < high) {
        high = most.clone();
        if low > high {
            low = high.clone();
        } else if bounds.low.is_none() {
            low = low.min(most - &limit);
        }
    }
    let is_whole = bounds.low.as_ref() == Some(&low) && bounds.high.as_ref() == Some(&high);
    Reach { low, high, is_whole }
}

/// Words that are short, or as short as they can be.
fn word_reach(bounds: &Bounds, length: usize, most: usize) -> Reach {
    let low = bounds.low.clone().unwrap_or_default().max(Int::ZERO);
    let mut high = Int::from(length).max(&low + &Int::ONE).min(Int::from(most).max(low.clone()));
    let is_whole = bounds.high.as_ref().is_some_and(|most| *most <= high);
    if is_whole {
        high = bounds.high.clone().unwrap_or(high);
    }
    Reach { low, high, is_whole }
}
