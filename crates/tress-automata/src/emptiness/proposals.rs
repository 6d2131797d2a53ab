//! Words of one member of an intersection that may be words of all.
//!
//! Enters: an intersection in which one member repeats something often. Leaves: a word, or `None`. The
//! shortest word of such a member comes from its structure, and reading it is cheap whatever the other
//! members are. When all of them have it, it is a shortest word of the intersection, too.

use tress_base::{Budget, Stop};

use super::crossing::{WORTH_CROSSING, largest_bound};
use super::limits::PROPOSAL_STEPS;
use super::{Goal, find_runs};
use crate::machine::conjuncts;
use crate::matching::matches_runs;
use crate::regex::{Regex, RegexStore};
use crate::runs::Runs;

/// Which members may propose a word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Proposers {
    All,
    /// Those that need no search, for parts of an expression: otherwise the work would nest as deep as that
    /// does.
    Classical,
}

impl Proposers {
    /// The members that repeat something often and whose structure gives a word.
    pub(super) fn of(self, store: &RegexStore, r: Regex) -> Vec<Regex> {
        let gives = |member: &Regex| match self {
            Proposers::All => !store.is_searched(*member),
            Proposers::Classical => store.is_classical(*member),
        };
        let loops = |member: &Regex| largest_bound(store, *member) >= WORTH_CROSSING;
        conjuncts(store, r).into_iter().filter(|member| gives(member) && loops(member)).collect()
    }
}

/// A shortest word of `r`, when a member gives one.
pub(super) fn find(
    store: &mut RegexStore,
    r: Regex,
    proposers: Proposers,
    budget: &Budget,
) -> Result<Option<Runs>, Stop> {
    for member in proposers.of(store, r) {
        let word = PROPOSAL_STEPS.share(budget, || {
            let Some(word) = find_runs(store, member, Goal::Shortest, budget)? else { return Ok(None) };
            Ok(matches_runs(store, r, &word, budget)?.then_some(word))
        })?;
        if let Some(Some(word)) = word {
            return Ok(Some(word));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of `(.+x){100}`, without what the other patterns hold.
    fn ask(without: &[&str]) -> Option<u64> {
        let budget = Budget::unlimited();
        let mut store = RegexStore::new();
        let x = store.word(&[120]);
        let some = store.plus(Regex::ANY_CHAR);
        let round = store.concat(&[some, x]);
        let mut members = vec![store.repeat(round, 100, Some(100))];
        for text in without {
            let text: Vec<u32> = text.chars().map(u32::from).collect();
            let text = store.word(&text);
            let holding = store.concat(&[Regex::ALL, text, Regex::ALL]);
            members.push(store.complement(holding));
        }
        let r = store.inter(&members);
        find(&mut store, r, Proposers::All, &budget).unwrap().map(|word| word.len())
    }

    #[test]
    fn the_shortest_word_of_the_loop_is_tried() {
        assert_eq!(ask(&["xx", "yy"]), Some(200));
        assert_eq!(ask(&["ax", "yy"]), None);
    }
}
