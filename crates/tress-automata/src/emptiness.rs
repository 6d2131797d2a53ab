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
//! Where counters run down round by round, the search leaps over the rounds (`leap.rs`). A leap may
//! only add to what is searched, and a word that was found by one is read again before it counts.
//!
//! Some languages explode when read forwards and not backwards (`.*a.{k}` has 2^k forward states
//! and k backward ones). So both directions take turns, with shares of steps that grow. What is known by
//! following it (`regex/followed.rs`) is read forwards only.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use crate::antichain::{Antichain, Verdict};
use crate::charset::CharSet;
use crate::leap::{self, Outline, Shape};
use crate::lengths::{self, LengthSet};
use crate::machine::{self, MachineState};
use crate::matching::matches_runs;
use crate::regex::{Regex, RegexStore, View};
use crate::runs::Runs;
use crate::unary::{self, Unary};

/// Steps of the first attempt in each direction.
const FIRST_SHARE: u64 = 20_000;
/// How much larger the next attempt is.
const SHARE_GROWTH: u64 = 2;
/// So many states are met before the search looks for leaps.
const NODES_BEFORE_LEAPS: usize = 256;

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
/// When the budget ends, or the word is too long for memory.
pub fn find_word(
    store: &mut RegexStore,
    r: Regex,
    goal: Goal,
    budget: &Budget,
) -> Result<Option<Vec<u32>>, Stop> {
    find_runs(store, r, goal, budget)?.map(|word| word.spell(budget)).transpose()
}

/// [`find_word`] without spelling the word out.
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
    let hunt = if goal == Goal::Any { Hunt::Any } else { Hunt::Shortest };
    let found = search_in_turns(store, r, hunt, Pace::USUAL, budget)?;
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

/// A word that was found.
enum Found {
    /// A search ended at this node; it may have read the word backwards.
    Path(Box<Search>, u32, bool),
    /// The same character, so often.
    Letters(u32, u64),
}

impl Found {
    fn word(&self, store: &mut RegexStore, budget: &Budget) -> Result<Runs, Stop> {
        match self {
            Found::Letters(letter, length) => {
                let mut word = Runs::new();
                word.push(*letter, *length);
                Ok(word)
            }
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
}

impl Pace {
    const USUAL: Pace = Pace { share: FIRST_SHARE, leap_after: NODES_BEFORE_LEAPS };
}

/// Searches forwards and backwards in turns.
fn search_in_turns(
    store: &mut RegexStore,
    r: Regex,
    hunt: Hunt,
    Pace { mut share, leap_after }: Pace,
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
            let turn = if direction == 0 { share } else { share.div_ceil(2) };
            match budget.share(turn, || search.run(store, budget))? {
                None => {}
                Some(None) => {
                    search.remember_dead(store);
                    return Ok(None);
                }
                Some(Some(node)) => {
                    if search.leaps_to(node) && !search.is_right(store, node, budget)? {
                        let begin = |root: &Regex| Search::new(*root, hunt, usize::MAX);
                        searches = roots.iter().map(begin).collect();
                        continue;
                    }
                    search.remember_live(store, node);
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
            match unary::decide(store, r, budget)? {
                Unary::Unknown => {}
                Unary::Empty => return Ok(None),
                Unary::Word(letter, length) => return Ok(Some(Found::Letters(letter, length))),
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
    Ok(search_in_turns(store, r, Hunt::Existence, Pace::USUAL, budget)?.is_none())
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

/// A shortest word of a classical expression other than the empty language. The least length of
/// every part is known, so the word is put together without a search.
///
/// # Errors
/// When the budget ends.
pub(crate) fn shortest_classical_word(
    store: &mut RegexStore,
    r: Regex,
    budget: &Budget,
) -> Result<Runs, Stop> {
    enum Task {
        Write(Regex),
        /// The newest word is added to the one before, so many times.
        Copy(u64),
    }
    let mut words = vec![Runs::new()];
    let mut tasks = vec![Task::Write(r)];
    while let Some(task) = tasks.pop() {
        budget.poll()?;
        match task {
            Task::Copy(times) => {
                let copied = words.pop().unwrap_or_default();
                if let Some(word) = words.last_mut() {
                    word.push_copies(&copied, times, budget)?;
                }
            }
            Task::Write(part) if store.min_length(part) == 0 => {}
            Task::Write(part) => match store.view(part) {
                View::Chars(set) => {
                    if let Some((word, letter)) = words.last_mut().zip(set.representative()) {
                        word.push(letter, 1);
                    }
                }
                View::Concat(first, rest) => tasks.extend([Task::Write(rest), Task::Write(first)]),
                View::Repeat { body, low, .. } => {
                    words.push(Runs::new());
                    tasks.extend([Task::Copy(low), Task::Write(body)]);
                }
                View::Union(members) => {
                    let shortest = members.iter().min_by_key(|member| store.min_length(**member));
                    tasks.extend(shortest.map(|member| Task::Write(*member)));
                }
                _ => {}
            },
        }
    }
    Ok(words.pop().unwrap_or_default())
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

/// Stands for a character: the word since a node that the search keeps is repeated.
const LEAP: u32 = u32::MAX;

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
    leap_after: usize,
    /// The newest node of each shape.
    shapes: FxHashMap<Shape, (u32, Outline)>,
    /// Where the word that a leap repeats begins.
    leaps: FxHashMap<u32, u64>,
}

impl Search {
    fn new(root: Regex, hunt: Hunt, leap_after: usize) -> Self {
        Self {
            root,
            started: false,
            hunt,
            nodes: Vec::new(),
            open: BTreeMap::new(),
            known: FxHashMap::default(),
            antichain: Antichain::default(),
            leap_after,
            shapes: FxHashMap::default(),
            leaps: FxHashMap::default(),
        }
    }

    /// Gives a node through which an accepted word is known, or nothing when there is no word.
    fn run(&mut self, store: &mut RegexStore, budget: &Budget) -> Result<Option<u32>, Stop> {
        if !self.started {
            let states = machine::start_states(store, self.root, budget)?;
            self.started = true;
            for state in states {
                if let Some(node) = self.meet(store, state, (NO_PARENT, 0), 0) {
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
        let Node { state, superfluous, depth, .. } = self.nodes[node as usize];
        if superfluous {
            return Ok(None);
        }
        if state.accepts(store) || state.is_surely_live(store) {
            return Ok(Some(node));
        }
        for step in machine::steps(store, state, budget)? {
            let c = CharSet::from_ranges(step.ranges).representative().unwrap_or(0);
            let before = self.nodes.len();
            if let Some(found) = self.meet(store, step.target, (node, c), depth + 1) {
                return Ok(Some(found));
            }
            if before >= self.leap_after && self.nodes.len() > before {
                let met = before as u32;
                if let Some(found) = self.leap(store, met) {
                    return Ok(Some(found));
                }
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
    fn meet(
        &mut self,
        store: &RegexStore,
        state: MachineState,
        (parent, via): (u32, u32),
        depth: u64,
    ) -> Option<u32> {
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
        // Behind a leap only a word that can be written down counts.
        let known_live = self.hunt == Hunt::Existence && verdict == Some(true) && self.leaps.is_empty();
        if known_live || (!by_depth && (state.accepts(store) || state.is_surely_live(store))) {
            return Some(node);
        }
        let needed = store.min_length(state.must);
        let rank = if by_depth { needed.saturating_add(depth) } else { needed };
        self.open.entry(rank).or_default().push(node);
        None
    }

    /// Goes on from a node as often as the way from the last node of its shape can be repeated.
    /// Gives the node that [`Search::meet`] gives.
    fn leap(&mut self, store: &mut RegexStore, node: u32) -> Option<u32> {
        let Node { state, depth, .. } = self.nodes[node as usize];
        let now = leap::outline(store, state)?;
        let target = self.shapes.get(&now.shape).and_then(|(last, before)| {
            let rounds = now.rounds_since(before).filter(|_| self.is_above(*last, node))?;
            let start = self.nodes[*last as usize].depth;
            let depth = (depth - start).checked_mul(rounds)?.checked_add(depth)?;
            Some((now.after(store, before, rounds), start, depth))
        });
        self.shapes.insert(now.shape.clone(), (node, now));
        let (target, start, depth) = target?;
        let place = self.nodes.len() as u32;
        let found = self.meet(store, target, (node, LEAP), depth);
        if self.nodes.len() as u32 > place {
            self.leaps.insert(place, start);
        }
        found
    }

    /// Does the way to `node` lead through `other`?
    fn is_above(&self, other: u32, node: u32) -> bool {
        let depth = self.nodes[other as usize].depth;
        let mut at = node;
        while at != NO_PARENT && self.nodes[at as usize].depth > depth {
            at = self.nodes[at as usize].parent;
        }
        at == other
    }

    /// Is there a leap on the way to `node`?
    fn leaps_to(&self, node: u32) -> bool {
        let mut at = node;
        while at != NO_PARENT && self.nodes[at as usize].via != LEAP {
            at = self.nodes[at as usize].parent;
        }
        at != NO_PARENT
    }

    /// Is the word through `node` accepted? A word that is too long to be read is taken for wrong.
    fn is_right(&self, store: &mut RegexStore, node: u32, budget: &Budget) -> Result<bool, Stop> {
        match self.word_through(store, node, budget) {
            Err(Stop::Memory) => budget.look().map(|()| false),
            word => matches_runs(store, self.root, &word?, budget),
        }
    }

    /// After a search that found nothing: every state it met is empty.
    fn remember_dead(&self, store: &mut RegexStore) {
        if store.verdicts.0.len() + self.nodes.len() <= MAX_VERDICTS {
            store.verdicts.0.extend(self.nodes.iter().map(|node| (node.state, false)));
        }
    }

    /// The states on the way to a state with a word have words, as far back as single steps lead.
    fn remember_live(&self, store: &mut RegexStore, node: u32) {
        let mut at = node;
        while at != NO_PARENT && store.verdicts.0.len() < MAX_VERDICTS {
            let Node { state, parent, via, .. } = self.nodes[at as usize];
            store.verdicts.0.insert(state, true);
            at = if via == LEAP { NO_PARENT } else { parent };
        }
    }

    /// The word that leads to `node`, and from there to acceptance.
    fn word_through(&self, store: &mut RegexStore, node: u32, budget: &Budget) -> Result<Runs, Stop> {
        let mut way = Vec::new();
        let mut at = node;
        while self.nodes[at as usize].parent != NO_PARENT {
            way.push(at);
            at = self.nodes[at as usize].parent;
        }
        let mut word = Runs::new();
        for at in way.into_iter().rev() {
            let Node { via, depth, .. } = self.nodes[at as usize];
            if via != LEAP {
                word.push(via, 1);
                continue;
            }
            let round = word.part(self.leaps[&at], u64::MAX);
            let times = (depth - word.len()) / round.len().max(1);
            word.push_copies(&round, times, budget)?;
        }
        let state = self.nodes[node as usize].state;
        if !state.accepts(store) {
            let rest = shortest_classical_word(store, state.must, budget)?;
            word.push_copies(&rest, 1, budget)?;
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
                let pace = Pace { share, leap_after: random.below(3) };
                let found = search_in_turns(&mut store, r, hunt, pace, &budget).unwrap();
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
                    store.verdicts = Verdicts::default();
                    let pace = Pace { share: 1 << 40, leap_after };
                    let found = search_in_turns(&mut store, both, hunt, pace, &budget).unwrap();
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
