//! The base case: two variables, one concatenation.
//!
//! Enters: languages `c1`, `c2`, `c3`, which represent `v1 ⊆ c1`, `v2 ⊆ c2` and `v1∘v2 ⊆ c3`. Leaves: pairs
//! of languages for `v1` and `v2` (`concat_intersect`, figure 2.2 of Hooimeijer 2012).

use tress_base::{Budget, Stop};

use super::walk::{Ending, Walk};
use tress_automata::nfa::Nfa;

/// The disjunctive solutions of `v1 ⊆ first`, `v2 ⊆ second` and `v1∘v2 ⊆ whole`.
///
/// Both languages of a pair are regular and not empty, and satisfy the three constraints. Every word of
/// `first∘second` in `whole` is a word of the first language of some pair followed by one of its second.
/// There are no more pairs than states of the smallest deterministic automaton of `whole`: the pair of a
/// state is made of the words that lead to it and those that are accepted from it. The pairs need not be
/// maximal; the solutions of a [`System`](super::System) are.
///
/// # Errors
/// When the budget ends.
pub fn concat_intersect(
    first: &Nfa,
    second: &Nfa,
    whole: &Nfa,
    budget: &Budget,
) -> Result<Vec<(Nfa, Nfa)>, Stop> {
    let machine = whole.minimize(usize::MAX, budget)?.unwrap_or_default();
    let mut pairs = Vec::new();
    if machine.states() == 0 {
        return Ok(pairs);
    }
    let left = Walk::new(first, &machine, machine.initial(), budget)?;
    let mut nothing = Ending::new(&machine, &Nfa::word(&[]));
    for (states, nodes) in left.ends() {
        let right = Walk::new(second, &machine, &states, budget)?.words_before(&mut nothing, budget)?;
        if !right.is_empty() {
            pairs.push((left.words_to(&nodes), right));
        }
    }
    Ok(pairs)
}
