//! Is there a word? The questions about one or two languages that come down to this: emptiness,
//! inclusion, disjointness, universality, each with a witness.
//!
//! Enters: expressions. Leaves: a word or the proof, by exhaustion, that there is none. The search
//! runs over the states of `machine.rs`, best first by the word length a state still needs at
//! least, drops states that the antichain makes superfluous, and stops at the first state that is
//! seen to be live: a classical expression needs no search at all, and of others only their
//! intersections and complements do (`structure.rs`). Nor does a long word of a given length (`measured.rs`).
//!
//! When the first rounds find nothing, the lengths of the parts are compared: `(a{1000})+` and `(a{1001})+`
//! agree only on lengths that a search would take long to reach. Then loops next to each other are compared
//! (`pairs.rs`), and a loop is led through the states of the other members (`crossing.rs`). Where loops are
//! large, a brief search comes first, then words of single members (`proposals.rs`).
//!
//! Where counters run down round by round, the search leaps over the rounds (`leap.rs`). A leap may
//! only add to what is searched, and a word that was found by one is read again before it counts.
//!
//! Some languages explode when read forwards and not backwards (`.*a.{k}` has 2^k forward states
//! and k backward ones). So both directions alternate, with shares of steps that grow. What is known by
//! following it (`regex/followed.rs`) is read forwards only.

mod crossing;
mod leap;
pub(crate) mod limits;
mod measured;
mod pairs;
mod proposals;
mod search;
mod structure;
mod unary;

use tress_base::{Budget, Stop};

use crate::lengths::{self, LengthSet};
use crate::regex::{Regex, RegexStore};
use crate::runs::Runs;
use pairs::Outcome;
use proposals::Proposers;
use search::Search;
use structure::shortest_classical_word;
use unary::Unary;

/// Steps of the first attempt in each direction.
const FIRST_SHARE: u64 = 20_000;
/// Steps of the search that comes before loops are looked at.
const BRIEF: u64 = 500;
/// How much larger the next attempt is.
const SHARE_GROWTH: u64 = 2;
/// The number of states that are met before the search looks for leaps.
const NODES_BEFORE_LEAPS: usize = 256;

/// Which word is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Any word.
    Any,
    /// A word of the least length.
    Shortest,
}

/// A word of `r`, or `None` if the language is empty.
///
/// # Errors
/// When the budget ends, or the word is too long for memory.
pub fn find_word(
    store: &mut RegexStore,
    r: Regex,
    goal: Goal,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, Stop> {
    find_runs(store, r, goal, budget)?.map(|word| word.spell(budget)).transpose()
}

/// [`find_word`] without writing the word out.
///
/// # Errors
/// When the budget ends.
pub fn find_runs(
    store: &mut RegexStore,
    r: Regex,
    goal: Goal,
    budget: &Budget,
) -> Result<Option<Runs>, Stop> {
    if r == Regex::NONE {
        return Ok(None);
    }
    if store.is_classical(r) {
        return shortest_classical_word(store, r, budget).map(Some);
    }
    structure::find_runs(store, r, goal, budget)
}

/// [`find_runs`] of what is searched.
fn search_runs(
    store: &mut RegexStore,
    r: Regex,
    goal: Goal,
    proposers: Proposers,
    budget: &Budget,
) -> Result<Option<Runs>, Stop> {
    let hunt = if goal == Goal::Any { Hunt::Any } else { Hunt::Shortest };
    let found = search(store, r, hunt, proposers, budget)?;
    found.map(|found| found.word(store, budget)).transpose()
}

/// [`is_empty`] of what is searched.
fn search_emptiness(
    store: &mut RegexStore,
    r: Regex,
    proposers: Proposers,
    budget: &Budget,
) -> Result<bool, Stop> {
    Ok(search(store, r, Hunt::Existence, proposers, budget)?.is_none())
}

/// Searches. What is seen soon comes before comparing loops.
fn search(
    store: &mut RegexStore,
    r: Regex,
    hunt: Hunt,
    proposers: Proposers,
    budget: &Budget,
) -> Result<Option<Found>, Stop> {
    if proposers.of(store, r).is_empty() {
        return search_alternately(store, r, hunt, Pace::USUAL, budget);
    }
    let soon = budget.share(BRIEF, || search_alternately(store, r, hunt, Pace::BRIEF, budget))?;
    if let Some(found) = soon {
        return Ok(found);
    }
    if let Some(word) = proposals::find(store, r, proposers, budget)? {
        return Ok(Some(Found::Word(word)));
    }
    let pace = Pace { compares_loops: proposers == Proposers::All, ..Pace::USUAL };
    search_alternately(store, r, hunt, pace, budget)
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hunt {
    /// Any word.
    Any,
    /// A word of the least length.
    Shortest,
    /// Only whether there is a word.
    Existence,
}

/// A word that was found.
enum Found {
    /// A search ended at this node; it may have read the word backwards.
    Path(Box<Search>, u32, bool),
    /// The same character, this many times.
    Characters(u32, u64),
    /// This word.
    Word(Runs),
    /// There is one. Only for [`Hunt::Existence`].
    Somewhere,
}

impl Found {
    fn word(&self, store: &mut RegexStore, budget: &Budget) -> Result<Runs, Stop> {
        match self {
            Found::Somewhere => panic!("only whether there is a word was asked"),
            Found::Characters(character, length) => {
                let mut word = Runs::new();
                word.push(*character, *length);
                Ok(word)
            }
            Found::Word(word) => Ok(word.clone()),
            Found::Path(search, node, backwards) => {
                let mut word = search.word_through(store, *node, budget)?;
                if *backwards {
                    word.reverse();
                }
                Ok(word)
            }
        }
    }
}

/// How long a search goes on before it tries something else.
#[derive(Clone, Copy)]
struct Pace {
    /// Steps of the first attempt in each direction.
    share: u64,
    /// Nodes that are met before leaps are looked for.
    leap_after: usize,
    /// Are loops next to each other compared when the first rounds find nothing?
    compares_loops: bool,
}

impl Pace {
    const USUAL: Pace = Pace { share: FIRST_SHARE, leap_after: NODES_BEFORE_LEAPS, compares_loops: false };
    const BRIEF: Pace = Pace { share: BRIEF / 4, ..Pace::USUAL };
}

/// Searches forwards and backwards alternately.
fn search_alternately(
    store: &mut RegexStore,
    r: Regex,
    hunt: Hunt,
    Pace { mut share, leap_after, compares_loops }: Pace,
    budget: &Budget,
) -> Result<Option<Found>, Stop> {
    let mut roots = vec![r];
    let mut searches = vec![Search::new(r, hunt, leap_after)];
    let mut lengths_checked = false;
    loop {
        for direction in 0..2 {
            if direction == searches.len() {
                if store.is_followed(r) {
                    break;
                }
                // Many questions are answered before the language must be turned around.
                roots.push(store.reverse_within(r, budget)?);
                searches.push(Search::new(roots[direction], hunt, leap_after));
            }
            let search = &mut searches[direction];
            // Forwards is right more often: most texts fix their beginning.
            let steps = if direction == 0 { share } else { share.div_ceil(2) };
            match budget.share(steps, || search.run(store, budget))? {
                None => {}
                Some(None) => {
                    search.remember_dead(store, budget);
                    return Ok(None);
                }
                Some(Some(node)) => {
                    if search.leaps_to(node) && !search.is_right(store, node, budget)? {
                        let begin = |root: &Regex| Search::new(*root, hunt, usize::MAX);
                        searches = roots.iter().map(begin).collect();
                        continue;
                    }
                    search.remember_live(store, node, budget);
                    let search = searches.swap_remove(direction);
                    return Ok(Some(Found::Path(Box::new(search), node, direction == 1)));
                }
            }
        }
        if !lengths_checked {
            lengths_checked = true;
            if lengths::of_regex(store, r, budget)?.is_empty() {
                return Ok(None);
            }
            if compares_loops && let Some(outcome) = pairs::find(store, r, hunt, budget)? {
                return Ok(match outcome {
                    Outcome::Empty => None,
                    Outcome::Word(found) => Some(found),
                });
            }
            match crossing::has_word(store, r, budget)? {
                Some(false) => return Ok(None),
                Some(true) if hunt == Hunt::Existence => return Ok(Some(Found::Somewhere)),
                _ => {}
            }
            match unary::decide(store, r, budget)? {
                Unary::Unknown => {}
                Unary::Empty => return Ok(None),
                Unary::Word(character, length) => return Ok(Some(Found::Characters(character, length))),
            }
        }
        share = share.saturating_mul(SHARE_GROWTH);
    }
}

/// A word of `r` whose length is in `lengths`, the shortest such.
///
/// # Errors
/// When the budget ends.
pub fn find_word_of_length(
    store: &mut RegexStore,
    r: Regex,
    lengths: &LengthSet,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, Stop> {
    let allowed = words_of_length(store, lengths);
    let both = store.inter(&[r, allowed]);
    find_word(store, both, Goal::Shortest, budget)
}

/// All words with a length in `lengths`.
pub fn words_of_length(store: &mut RegexStore, lengths: &LengthSet) -> Regex {
    let mut members = Vec::new();
    for term in lengths.terms() {
        let first = store.repeat(Regex::ANY_CHAR, term.low, Some(term.high));
        let period = store.repeat(Regex::ANY_CHAR, term.period, Some(term.period));
        let rest = store.repeat(period, 0, term.repeats);
        members.push(store.concat_two(first, rest));
    }
    store.union(&members)
}

/// Is the language of `r` empty?
///
/// # Errors
/// When the budget ends.
pub fn is_empty(store: &mut RegexStore, r: Regex, budget: &Budget) -> Result<bool, Stop> {
    if store.is_classical(r) {
        return Ok(r == Regex::NONE);
    }
    structure::is_empty(store, r, budget)
}

/// A shortest word of `a` that is not in `b`. Returns `None` if `a` is included in `b`.
///
/// # Errors
/// When the budget ends.
pub fn find_difference(
    store: &mut RegexStore,
    a: Regex,
    b: Regex,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, Stop> {
    let difference = store.diff(a, b);
    find_word(store, difference, Goal::Shortest, budget)
}

/// Is every word of `a` in `b`?
///
/// # Errors
/// When the budget ends.
pub fn is_included(store: &mut RegexStore, a: Regex, b: Regex, budget: &Budget) -> Result<bool, Stop> {
    let difference = store.diff(a, b);
    is_empty(store, difference, budget)
}

/// Do `a` and `b` share no word?
///
/// # Errors
/// When the budget ends.
pub fn are_disjoint(store: &mut RegexStore, a: Regex, b: Regex, budget: &Budget) -> Result<bool, Stop> {
    let both = store.inter(&[a, b]);
    is_empty(store, both, budget)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matching::matches_runs;
    use crate::naive::{Ast, Dfa};
    use tress_base::Random;

    /// Interrupting a search at any point must not lose a word.
    #[test]
    fn interrupted_searches_agree_with_the_textbook() {
        let mut random = Random::new(5);
        let budget = Budget::unlimited();
        for _ in 0..1500 {
            let size = 2 + random.below(8);
            let ast = Ast::random(&mut random, size);
            let mut store = RegexStore::new();
            let r = ast.build(&mut store);
            let share = 1 + random.below(6) as u64;
            let dfa = Dfa::new(&ast);
            for hunt in [Hunt::Any, Hunt::Existence, Hunt::Shortest] {
                let pace = Pace { share, leap_after: random.below(3), compares_loops: false };
                let found = search_alternately(&mut store, r, hunt, pace, &budget).unwrap();
                assert_eq!(found.is_none(), dfa.is_empty(), "{ast:?}");
                if hunt == Hunt::Shortest {
                    let word = found.map(|found| found.word(&mut store, &budget).unwrap());
                    assert_eq!(word.map(|word| word.len() as usize), dfa.shortest(), "{ast:?}");
                }
            }
        }
    }

    /// Searches that leap find words exactly when searches that do not find some, and equally short
    /// ones.
    #[test]
    fn leaping_searches_agree_with_walking_ones() {
        let mut random = Random::new(6);
        let budget = Budget::unlimited();
        let (mut words, mut leaps) = (0, 0);
        for _ in 0..600 {
            let mut counted = |store: &mut RegexStore| {
                let size = random.below(3);
                let body = Ast::random(&mut random, size).build(store);
                let (low, more) = (random.below(40) as u64, random.below(40) as u64);
                let high = random.chance(3, 4).then_some(low + more);
                store.repeat(body, low, high)
            };
            let mut store = RegexStore::new();
            let [a, b, c, d, e] = [(); 5].map(|()| counted(&mut store));
            let one = store.concat(&[a, b]);
            let other = store.concat(&[c, d]);
            let e = store.complement(e);
            let both =
                if random.chance(1, 2) { store.inter(&[one, other]) } else { store.inter(&[one, other, e]) };
            for hunt in [Hunt::Any, Hunt::Shortest, Hunt::Existence] {
                let [walked, leapt] = [usize::MAX, 0].map(|leap_after| {
                    store.verdicts.clear();
                    let pace = Pace { share: 1 << 40, leap_after, compares_loops: false };
                    let found = search_alternately(&mut store, both, hunt, pace, &budget).unwrap();
                    if let Some(Found::Path(search, node, _)) = &found {
                        leaps += usize::from(search.leaps_to(*node));
                    }
                    found.map(|found| found.word(&mut store, &budget).unwrap())
                });
                assert_eq!(walked.is_some(), leapt.is_some());
                let Some((walked, leapt)) = walked.zip(leapt) else { continue };
                words += 1;
                assert!(hunt == Hunt::Existence || matches_runs(&mut store, both, &leapt, &budget).unwrap());
                assert!(hunt != Hunt::Shortest || walked.len() == leapt.len());
            }
        }
        assert!(words > 200 && leaps > 50, "{words} words, {leaps} of them by leaps");
    }
}
