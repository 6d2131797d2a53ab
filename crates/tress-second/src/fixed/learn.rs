//! What strings teach the integers: clauses that every solution satisfies and the present guess does not.

use std::collections::BTreeSet;

use tress_base::Int;

use crate::graphs::{Clause, Linear, NumberId, StringId};

use super::instance::Guess;

/// The edges, by their indices, and the strings that a failure rests on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Blame {
    pub(super) edges: BTreeSet<usize>,
    pub(super) strings: BTreeSet<StringId>,
}

impl Blame {
    /// Both together.
    pub(super) fn add(&mut self, other: &Blame) {
        self.edges.extend(&other.edges);
        self.strings.extend(&other.strings);
    }
}

/// A sum for a number that is less than this value, and one for a number that is greater.
pub(super) fn beside(number: NumberId, value: &Int) -> [Linear; 2] {
    let one = Int::ONE;
    let mut less = Linear::constant(Int::ONE - value.clone());
    less.add(number, &one);
    let mut greater = Linear::constant(value + &one);
    greater.add(number, &Int::MINUS_ONE);
    [less, greater]
}

/// A number of an edge: the index of the edge, and that of the number in it.
pub(super) type Slot = (usize, usize);

/// Some integer that the failure rests on has another value than now. What only one slot names can be left
/// out: the caller adds something for it instead.
pub(super) fn guard(guess: Guess<'_>, blame: &Blame, except: Option<Slot>) -> Vec<Linear> {
    let graph = guess.graph;
    let mut numbers: BTreeSet<NumberId> = blame.strings.iter().map(|string| graph.length(*string)).collect();
    for at in &blame.edges {
        let edge = &graph.edges[*at];
        let own = edge.numbers.iter().enumerate().filter(|(slot, _)| Some((*at, *slot)) != except);
        numbers.extend(own.map(|(_, number)| *number));
        numbers.extend(edge.strings.iter().map(|string| graph.length(*string)));
    }
    let open = numbers.into_iter().filter(|number| graph.value(*number).is_none());
    open.flat_map(|number| beside(number, &guess.values[number.index()])).collect()
}

/// The code of an edge lies outside of the gap around its present value, or the guard holds. Codes at the
/// borders are possible; none means that nothing lies on that side but "no character".
pub(super) fn gap(guess: Guess<'_>, blame: &Blame, slot: Slot, borders: [Option<u32>; 2]) -> Clause {
    let code = guess.graph.edges[slot.0].numbers[slot.1];
    let mut sums = guard(guess, blame, Some(slot));
    let mut low = Linear::constant(Int::ZERO - borders[0].map_or(Int::MINUS_ONE, Int::from));
    low.add(code, &Int::ONE);
    sums.push(low);
    if let Some(border) = borders[1] {
        let mut high = Linear::constant(border);
        high.add(code, &Int::MINUS_ONE);
        sums.push(high);
    }
    Clause(sums)
}

/// Nothing is found, or the guard holds.
pub(super) fn not_found(guess: Guess<'_>, blame: &Blame, edge: usize) -> Clause {
    let slot = guess.graph.edges[edge].numbers.len() - 1;
    let mut sums = guard(guess, blame, Some((edge, slot)));
    sums.push(crate::graphs::up_to(guess.graph.edges[edge].numbers[slot], -1));
    Clause(sums)
}
