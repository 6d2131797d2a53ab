//! Is there a word? The questions about one or two languages that come down to this: emptiness,
//! inclusion, disjointness, universality, each with a witness.
//!
//! Enters: expressions. Leaves: a word or the proof, by exhaustion, that there is none. The search
//! runs over the states of `machine.rs`, best first by the word length a state still needs at
//! least, drops states that the antichain makes superfluous, and stops at the first state that is
//! seen to be live: a classical expression needs no search at all.
//!
//! When the first turns find nothing, the lengths of the parts are compared: `(a{1000})+` and
//! `(a{1001})+` agree only on lengths that a search would take long to reach.
//!
//! Some languages explode when read forwards and not backwards (`.*a.{k}` has 2^k forward states
//! and k backward ones). So both directions take turns, with shares of steps that grow.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use crate::antichain::{Antichain, Verdict};
use crate::charset::CharSet;
use crate::lengths::{self, LengthSet};
use crate::machine::{self, MachineState};
use crate::regex::{Regex, RegexStore};

/// Steps of the first attempt in each direction.
const FIRST_SHARE: u64 = 20_000;
/// How much larger the next attempt is.
const SHARE_GROWTH: u64 = 2;

/// Which word is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Any word.
    Any,
    /// A word of the least length.
    Shortest,
}

/// What earlier searches have found out: machine states whose language is empty, and some whose
/// language is not. Grows with every search, so that later ones stop where earlier ones have been.
#[derive(Debug, Default)]
pub(crate) struct Verdicts(FxHashMap<MachineState, bool>);

/// Verdicts kept at most.
const MAX_VERDICTS: usize = 1 << 20;

/// A word of `r`, or nothing when the language is empty.
///
/// # Errors
/// When the budget ends.
pub fn find_word(
    store: &mut RegexStore,
    r: Regex,
    goal: Goal,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, Stop> {
    if r == Regex::NONE {
        return Ok(None);
    }
    if store.is_classical(r) {
        return shortest_classical_word(store, r, budget).map(Some);
    }
    let hunt = if goal == Goal::Any { Hunt::Any } else { Hunt::Shortest };
    let found = search_in_turns(store, r, hunt, FIRST_SHARE, budget)?;
    found.map(|found| found.word(store, budget)).transpose()
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

/// A search that ended at a node with a word.
struct Found {
    search: Search,
    node: u32,
    backwards: bool,
}

impl Found {
    fn word(&self, store: &mut RegexStore, budget: &Budget) -> Result<Vec<u32>, Stop> {
        let mut word = self.search.word_through(store, self.node, budget)?;
        if self.backwards {
            word.reverse();
        }
        Ok(word)
    }
}

/// Searches forwards and backwards in turns; the first turns have `share` steps.
fn search_in_turns(
    store: &mut RegexStore,
    r: Regex,
    hunt: Hunt,
    mut share: u64,
    budget: &Budget,
) -> Result<Option<Found>, Stop> {
    let backwards = store.reverse(r);
    let mut searches = [Search::new(r, hunt), Search::new(backwards, hunt)];
    let mut lengths_checked = false;
    loop {
        for direction in 0..searches.len() {
            let search = &mut searches[direction];
            // Forwards is right more often: most texts fix their beginning.
            let turn = if direction == 0 { share } else { share.div_ceil(2) };
            match budget.within(turn, || search.run(store, budget)) {
                Err(Stop::Steps) => budget.poll()?,
                Err(stop) => return Err(stop),
                Ok(None) => {
                    search.remember_dead(store);
                    return Ok(None);
                }
                Ok(Some(node)) => {
                    search.remember_live(store, node);
                    let [forward, backward] = searches;
                    let search = if direction == 0 { forward } else { backward };
                    return Ok(Some(Found { search, node, backwards: direction == 1 }));
                }
            }
        }
        if !lengths_checked && lengths::of_regex(store, r, budget)?.is_empty() {
            return Ok(None);
        }
        lengths_checked = true;
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
    Ok(search_in_turns(store, r, Hunt::Existence, FIRST_SHARE, budget)?.is_none())
}

/// A shortest word of `a` that is not in `b`; nothing when `a` is included in `b`.
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

/// Is every word in `r`?
///
/// # Errors
/// When the budget ends.
pub fn is_universal(store: &mut RegexStore, r: Regex, budget: &Budget) -> Result<bool, Stop> {
    let outside = store.complement(r);
    is_empty(store, outside, budget)
}

/// A shortest word of a classical expression other than the empty language. Its least length is
/// known at every step, so the way down needs no search.
///
/// # Errors
/// When the budget ends.
pub(crate) fn shortest_classical_word(
    store: &mut RegexStore,
    r: Regex,
    budget: &Budget,
) -> Result<Vec<u32>, Stop> {
    let mut word = Vec::new();
    let mut at = r;
    let mut members = Vec::new();
    while store.min_length(at) > 0 {
        budget.poll()?;
        store.transitions(at, budget)?;
        let wanted = store.min_length(at) - 1;
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        let mut next = None;
        for transition in store.known_transitions(at) {
            if store.min_length(transition.target) == wanted
                && next.is_none_or(|next| next == transition.target)
            {
                next = Some(transition.target);
                ranges.push((transition.low, transition.high));
            }
        }
        let (Some(next), Some(c)) = (next, CharSet::from_ranges(ranges).representative()) else { break };
        word.push(c);
        members.clear();
        store.push_alternatives(next, &mut members);
        at = members.iter().copied().find(|&member| store.min_length(member) == wanted).unwrap_or(next);
    }
    Ok(word)
}

/// A state met by the search and how it was reached.
#[derive(Clone, Copy)]
struct Node {
    state: MachineState,
    parent: u32,
    via: u32,
    depth: u64,
    superfluous: bool,
}

const NO_PARENT: u32 = u32::MAX;

/// A search that can be interrupted by its budget and taken up again.
struct Search {
    root: Regex,
    started: bool,
    hunt: Hunt,
    nodes: Vec<Node>,
    /// Nodes to expand, by the least length of a word through them.
    open: BTreeMap<u64, Vec<u32>>,
    known: FxHashMap<MachineState, u32>,
    antichain: Antichain,
}

impl Search {
    fn new(root: Regex, hunt: Hunt) -> Self {
        Self {
            root,
            started: false,
            hunt,
            nodes: Vec::new(),
            open: BTreeMap::new(),
            known: FxHashMap::default(),
            antichain: Antichain::default(),
        }
    }

    /// Gives a node through which an accepted word is known, or nothing when there is no word.
    fn run(&mut self, store: &mut RegexStore, budget: &Budget) -> Result<Option<u32>, Stop> {
        if !self.started {
            let states = machine::start_states(store, self.root, budget)?;
            self.started = true;
            for state in states {
                if let Some(node) = self.meet(store, state, NO_PARENT, 0) {
                    return Ok(Some(node));
                }
            }
        }
        while let Some((rank, node)) = self.next_open() {
            let answer = self.expand(store, node, budget);
            if answer.is_err() {
                self.open.entry(rank).or_default().push(node);
            }
            if let Some(found) = answer? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Meets the successors of a node. Gives a node through which an accepted word is known. When
    /// the budget ends, nothing has changed.
    fn expand(&mut self, store: &mut RegexStore, node: u32, budget: &Budget) -> Result<Option<u32>, Stop> {
        budget.poll()?;
        let Node { state, superfluous, .. } = self.nodes[node as usize];
        if superfluous {
            return Ok(None);
        }
        if state.accepts(store) || state.is_surely_live(store) {
            return Ok(Some(node));
        }
        for step in machine::steps(store, state, budget)? {
            let c = CharSet::from_ranges(step.ranges).representative().unwrap_or(0);
            if let Some(found) = self.meet(store, step.target, node, c) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The most promising node; among equals the newest.
    fn next_open(&mut self) -> Option<(u64, u32)> {
        let mut entry = self.open.first_entry()?;
        let rank = *entry.key();
        let node = entry.get_mut().pop();
        if entry.get().is_empty() {
            entry.remove();
        }
        Some((rank, node?))
    }

    /// Enters a state reached from `parent` by `via`. Gives the node when any word will do and this
    /// state has one.
    fn meet(&mut self, store: &RegexStore, state: MachineState, parent: u32, via: u32) -> Option<u32> {
        let depth = if parent == NO_PARENT { 0 } else { self.nodes[parent as usize].depth + 1 };
        let by_depth = self.hunt == Hunt::Shortest;
        if let Some(&old) = self.known.get(&state)
            && (!by_depth || self.nodes[old as usize].depth <= depth)
        {
            return None;
        }
        let verdict = store.verdicts.0.get(&state).copied();
        if verdict == Some(false) {
            return None;
        }
        let node = self.nodes.len() as u32;
        if state.must_not != Regex::NONE || !store.is_classical(state.must) {
            match self.antichain.enter(store, state, depth, node, by_depth) {
                Verdict::Superfluous => return None,
                Verdict::Kept(removed) => {
                    removed.iter().for_each(|&old| self.nodes[old as usize].superfluous = true);
                }
            }
        }
        self.known.insert(state, node);
        self.nodes.push(Node { state, parent, via, depth, superfluous: false });
        let known_live = self.hunt == Hunt::Existence && verdict == Some(true);
        if known_live || (!by_depth && (state.accepts(store) || state.is_surely_live(store))) {
            return Some(node);
        }
        let needed = store.min_length(state.must);
        let rank = if by_depth { needed.saturating_add(depth) } else { needed };
        self.open.entry(rank).or_default().push(node);
        None
    }

    /// After a search that found nothing: every state it met is empty.
    fn remember_dead(&self, store: &mut RegexStore) {
        if store.verdicts.0.len() + self.nodes.len() <= MAX_VERDICTS {
            store.verdicts.0.extend(self.nodes.iter().map(|node| (node.state, false)));
        }
    }

    /// The states on the way to a state with a word have words.
    fn remember_live(&self, store: &mut RegexStore, node: u32) {
        let mut at = node;
        while at != NO_PARENT && store.verdicts.0.len() < MAX_VERDICTS {
            store.verdicts.0.insert(self.nodes[at as usize].state, true);
            at = self.nodes[at as usize].parent;
        }
    }

    /// The word that leads to `node`, and from there to acceptance.
    fn word_through(&self, store: &mut RegexStore, node: u32, budget: &Budget) -> Result<Vec<u32>, Stop> {
        let state = self.nodes[node as usize].state;
        let mut word = Vec::new();
        let mut at = node;
        while self.nodes[at as usize].parent != NO_PARENT {
            word.push(self.nodes[at as usize].via);
            at = self.nodes[at as usize].parent;
        }
        word.reverse();
        if !state.accepts(store) {
            word.extend(shortest_classical_word(store, state.must, budget)?);
        }
        Ok(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{Ast, Dfa};
    use tress_base::Random;

    /// Interrupting a search at any place must not lose a word.
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
                let found = search_in_turns(&mut store, r, hunt, share, &budget).unwrap();
                assert_eq!(found.is_none(), dfa.is_empty(), "{ast:?}");
                if hunt == Hunt::Shortest {
                    let word = found.map(|found| found.word(&mut store, &budget).unwrap());
                    assert_eq!(word.map(|word| word.len()), dfa.shortest(), "{ast:?}");
                }
            }
        }
    }
}
