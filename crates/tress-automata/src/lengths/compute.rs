//! The lengths of an expression: from its structure, or exactly by following machine states.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::LengthSet;
use super::limits::{FOLLOWED_LENGTHS, FOLLOWED_STATES};
use super::term::LengthTerm;
use crate::machine::{self, MachineState};
use crate::regex::{Regex, RegexStore, View};

/// Lengths of the words of `r`, computed from its structure. Exact for classical expressions unless
/// the set needs too many progressions; for others a set that contains all lengths.
///
/// # Errors
/// When the budget ends.
pub fn of_regex(store: &RegexStore, r: Regex, budget: &Budget) -> Result<LengthSet, Stop> {
    let mut sets = by_structure(store, r, FxHashMap::default(), budget)?;
    Ok(sets.remove(&r).unwrap_or_else(LengthSet::empty))
}

/// [`of_regex`] for all parts, where some are known already. Of concatenations inside of others only the
/// factors are parts.
fn by_structure(
    store: &RegexStore,
    r: Regex,
    mut done: FxHashMap<Regex, LengthSet>,
    budget: &Budget,
) -> Result<FxHashMap<Regex, LengthSet>, Stop> {
    let mut stack = vec![(r, false)];
    while let Some((at, parts_done)) = stack.pop() {
        budget.poll()?;
        if done.contains_key(&at) {
            continue;
        }
        let parts = store.parts(at);
        if !parts_done && !parts.is_empty() {
            stack.push((at, true));
            stack.extend(parts.into_iter().map(|part| (part, false)));
            continue;
        }
        let set = combine(store, at, &parts, &done, budget)?;
        done.insert(at, set);
    }
    Ok(done)
}

/// The lengths of the parts of `r`. Intersections and complements are followed, so that most sets are exact.
///
/// # Errors
/// When the budget ends.
pub(crate) fn lengths_of_parts(
    store: &mut RegexStore,
    r: Regex,
    budget: &Budget,
) -> Result<FxHashMap<Regex, LengthSet>, Stop> {
    let mut known = FxHashMap::default();
    for part in store.searched_parts(r) {
        let lengths = followed_lengths(store, part, budget)?;
        known.extend(lengths.map(|lengths| (part, lengths)));
    }
    by_structure(store, r, known, budget)
}

fn combine(
    store: &RegexStore,
    r: Regex,
    parts: &[Regex],
    done: &FxHashMap<Regex, LengthSet>,
    budget: &Budget,
) -> Result<LengthSet, Stop> {
    let mut sets = parts.iter().map(|part| &done[part]);
    let bounds = LengthSet::range(store.min_length(r), store.max_length(r));
    Ok(match store.view(r) {
        View::None => LengthSet::empty(),
        View::Epsilon => LengthSet::single(0),
        View::Chars(_) => LengthSet::single(1),
        View::Complement(_) | View::Followed => bounds.inexact(),
        View::Repeat { low, high, .. } => {
            sets.next().map_or_else(LengthSet::empty, |set| set.repeat(low, high))
        }
        View::Concat(..) => {
            let mut total = LengthSet::single(0);
            for set in sets {
                budget.poll()?;
                total = total.sum(set);
            }
            total
        }
        View::Union(_) => {
            let exact = sets.clone().all(LengthSet::is_exact);
            let lost = usize::from(tress_base::is_planted("lengths-union"));
            let terms: Vec<_> = sets.flat_map(|set| set.terms().iter().copied()).collect();
            let terms = terms[..terms.len().saturating_sub(lost).max(1)].to_vec();
            let union = LengthSet::from_terms(terms);
            if exact { union } else { union.inexact() }
        }
        View::Inter(_) => sets.fold(bounds, |both, set| both.intersection(set)).inexact(),
    })
}

/// The lengths of the words of `r`, for all operators. Follows the sets of machine states that
/// words of each length reach, until a set repeats: in the intersections and complements of `r`, and when
/// the structure around them does not determine the rest, in all of it. Falls back to [`of_regex`] when that
/// takes too long, as [`LengthSet::is_exact`] shows.
///
/// # Errors
/// When the budget ends.
pub fn exact_lengths(store: &mut RegexStore, r: Regex, budget: &Budget) -> Result<LengthSet, Stop> {
    let structural = of_regex(store, r, budget)?;
    if structural.is_empty() {
        return Ok(LengthSet::empty());
    }
    if structural.is_exact() {
        return Ok(structural);
    }
    if store.searched_parts(r) != [r]
        && let Some(lengths) = lengths_of_parts(store, r, budget)?.remove(&r)
        && lengths.is_exact()
    {
        return Ok(lengths);
    }
    Ok(followed_lengths(store, r, budget)?.unwrap_or(structural))
}

/// The lengths of the words of `r` by following states. Returns `None` if that takes too long.
fn followed_lengths(store: &mut RegexStore, r: Regex, budget: &Budget) -> Result<Option<LengthSet>, Stop> {
    let mut follower = Follower::default();
    let start = follower.start(store, r, budget)?;
    let mut machine = (follower, store);
    let accepts = |(follower, store): &(Follower, &mut RegexStore), at: &[u32]| {
        at.iter().any(|&state| follower.states[state as usize].accepts(store))
    };
    let step =
        |(follower, store): &mut (Follower, &mut RegexStore), at: &[u32]| follower.step(store, at, budget);
    Ok(follow(&mut machine, start, accepts, step, budget)?.ok())
}

/// The lengths of walks through a graph from one node to those of which `ends` holds; the graph is the list
/// of targets of each node. When sets of nodes do not repeat soon, all lengths from the shortest on, and that
/// is not exact.
///
/// # Errors
/// When the budget ends.
pub fn walk_lengths(
    graph: &[Vec<u32>],
    from: u32,
    ends: impl Fn(u32) -> bool,
    budget: &Budget,
) -> Result<LengthSet, Stop> {
    let accepts = |(): &(), at: &[u32]| at.iter().any(|&node| ends(node));
    let step = |(): &mut (), at: &[u32]| {
        let mut next: Vec<u32> = Vec::new();
        for node in at {
            let targets = &graph[*node as usize];
            budget.poll_many(targets.len() as u64 + 1)?;
            next.extend_from_slice(targets);
        }
        next.sort_unstable();
        next.dedup();
        Ok(next)
    };
    let followed = follow(&mut (), vec![from], accepts, step, budget)?;
    Ok(followed.unwrap_or_else(|accepted| {
        let first = accepted.iter().position(|accepted| *accepted).unwrap_or(accepted.len());
        LengthSet::range(first as u64, None).inexact()
    }))
}

/// Follows sets of states until one repeats: the lengths after which one accepts. When that takes too long,
/// which of the first lengths do.
fn follow<M>(
    machine: &mut M,
    mut current: Vec<u32>,
    accepts: impl Fn(&M, &[u32]) -> bool,
    step: impl Fn(&mut M, &[u32]) -> Result<Vec<u32>, Stop>,
    budget: &Budget,
) -> Result<Result<LengthSet, Vec<bool>>, Stop> {
    let mut seen: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
    let mut accepted: Vec<bool> = Vec::new();
    let mut members = 0;
    loop {
        if let Some(&from) = seen.get(&current) {
            return Ok(Ok(lasso(&accepted, from)));
        }
        members += current.len();
        if FOLLOWED_LENGTHS.is_exceeded(accepted.len() + 1, budget)
            || FOLLOWED_STATES.is_exceeded(members, budget)
        {
            return Ok(Err(accepted));
        }
        accepted.push(accepts(machine, &current));
        let next = step(machine, &current)?;
        seen.insert(current, accepted.len() - 1);
        current = next;
    }
}

/// The set in which `accepted` repeats for ever from index `from` on.
fn lasso(accepted: &[bool], from: usize) -> LengthSet {
    let period = (accepted.len() - from) as u64;
    let terms = accepted.iter().enumerate().filter(|(_, accepted)| **accepted).map(|(length, _)| {
        let low = length as u64;
        if length < from {
            LengthTerm { low, high: low, period: 0, repeats: Some(0) }
        } else {
            LengthTerm { low, high: low, period, repeats: None }
        }
    });
    let set = LengthSet::from_terms(terms.collect());
    debug_assert!(!set.is_exact() || (0..accepted.len()).all(|n| set.contains(n as u64) == accepted[n]));
    set
}

/// Numbers machine states and remembers their successors, whatever the character.
#[derive(Default)]
struct Follower {
    states: Vec<MachineState>,
    numbers: FxHashMap<MachineState, u32>,
    successors: Vec<Option<Vec<u32>>>,
}

impl Follower {
    fn number(&mut self, state: MachineState) -> u32 {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let number = self.states.len() as u32;
        self.states.push(state);
        self.successors.push(None);
        self.numbers.insert(state, number);
        number
    }

    fn start(&mut self, store: &mut RegexStore, r: Regex, budget: &Budget) -> Result<Vec<u32>, Stop> {
        let states = machine::start_states(store, r, budget)?;
        let mut numbers: Vec<u32> = states.into_iter().map(|state| self.number(state)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }

    fn step(&mut self, store: &mut RegexStore, from: &[u32], budget: &Budget) -> Result<Vec<u32>, Stop> {
        let mut next = Vec::new();
        for &state in from {
            budget.poll()?;
            if self.successors[state as usize].is_none() {
                let steps = machine::steps(store, self.states[state as usize], budget)?;
                let mut targets: Vec<u32> = steps.into_iter().map(|step| self.number(step.target)).collect();
                targets.sort_unstable();
                targets.dedup();
                self.successors[state as usize] = Some(targets);
            }
            if let Some(targets) = &self.successors[state as usize] {
                budget.poll_many(targets.len() as u64)?;
                next.extend_from_slice(targets);
            }
        }
        next.sort_unstable();
        next.dedup();
        Ok(next)
    }
}
