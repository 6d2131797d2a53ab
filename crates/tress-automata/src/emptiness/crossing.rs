//! A loop under other conditions: where can its words lead?
//!
//! Enters: an intersection in which one member repeats something often. Leaves: whether it has a word, or
//! `None` if this method cannot decide it. The other members, complements among them, are a machine with few
//! states. A part of the member that repeats takes a set of these states to another one, and a set is taken
//! nowhere else the next time: so after few rounds the sets of a loop repeat, and all its rounds are known.

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};
use tress_base::{Budget, Stop};

use super::limits::{CROSSING_DEPTH, CROSSING_STATES, CROSSING_STEPS};
use crate::charset::CharSet;
use crate::machine::{self, MachineState, conjuncts};
use crate::regex::{Regex, RegexStore, View};

/// Smaller bounds are searched.
pub(super) const WORTH_CROSSING: u64 = 64;

/// Has `r` a word?
pub(super) fn has_word(store: &mut RegexStore, r: Regex, budget: &Budget) -> Result<Option<bool>, Stop> {
    let Some((counted, rest)) = take_apart(store, r) else { return Ok(None) };
    let answer = CROSSING_STEPS.share(budget, || have_common_word(store, counted, rest, budget))?;
    Ok(answer.flatten())
}

/// Is there a word of `counted` that is in `rest`, whose states are gone through?
fn have_common_word(
    store: &mut RegexStore,
    counted: Regex,
    rest: Regex,
    budget: &Budget,
) -> Result<Option<bool>, Stop> {
    let Some(mut crossing) = Crossing::new(store, rest, budget)? else { return Ok(None) };
    let start = crossing.start.clone();
    let reached = crossing.cross(store, counted, &start, 0, budget)?;
    Ok(reached.map(|reached| !reached.is_disjoint(&crossing.accepting)))
}

/// The member with the largest bound, and the intersection of the others.
fn take_apart(store: &mut RegexStore, r: Regex) -> Option<(Regex, Regex)> {
    let members = conjuncts(store, r);
    let bounds = members.iter().map(|&member| (largest_bound(store, member), member));
    let (bound, counted) = bounds.filter(|(_, member)| !store.is_searched(*member)).max()?;
    if members.len() < 2 || bound < WORTH_CROSSING {
        return None;
    }
    let others: Vec<Regex> = members.into_iter().filter(|member| *member != counted).collect();
    Some((counted, store.inter(&others)))
}

/// The largest bound of a loop inside of `r`; a loop without end counts by its least number of rounds.
pub(super) fn largest_bound(store: &RegexStore, r: Regex) -> u64 {
    let mut seen = FxHashSet::default();
    let mut stack = vec![r];
    let mut largest = 0;
    while let Some(at) = stack.pop() {
        if seen.insert(at) {
            if let View::Repeat { low, high, .. } = store.view(at) {
                largest = largest.max(high.unwrap_or(low));
            }
            stack.extend(store.children(at));
        }
    }
    largest
}

/// The machine of the other members.
struct Crossing {
    /// The steps of each state.
    steps: Vec<Vec<(CharSet, u32)>>,
    start: FixedBitSet,
    accepting: FixedBitSet,
    /// Where a loop, or a part that is followed, leads from a set.
    known: FxHashMap<(Regex, FixedBitSet), FixedBitSet>,
}

impl Crossing {
    /// The machine of `r`. Returns `None` if it has too many states.
    fn new(store: &mut RegexStore, r: Regex, budget: &Budget) -> Result<Option<Self>, Stop> {
        let mut states: Vec<MachineState> = Vec::new();
        let mut numbers: FxHashMap<MachineState, u32> = FxHashMap::default();
        let mut number = |states: &mut Vec<MachineState>, state: MachineState| {
            *numbers.entry(state).or_insert_with(|| {
                states.push(state);
                states.len() as u32 - 1
            })
        };
        for state in machine::start_states(store, r, budget)? {
            number(&mut states, state);
        }
        let starts = states.len();
        let mut steps = Vec::new();
        while let Some(&state) = states.get(steps.len()) {
            if CROSSING_STATES.is_exceeded(states.len(), budget) {
                return Ok(None);
            }
            let found = machine::steps(store, state, budget)?.into_iter();
            let found =
                found.map(|step| (CharSet::from_ranges(step.ranges), number(&mut states, step.target)));
            steps.push(found.collect());
        }
        let mut start = FixedBitSet::with_capacity(states.len());
        start.insert_range(..starts);
        let mut accepting = FixedBitSet::with_capacity(states.len());
        states.iter().enumerate().for_each(|(at, state)| accepting.set(at, state.accepts(store)));
        Ok(Some(Self { steps, start, accepting, known: FxHashMap::default() }))
    }

    /// The states that words of `part` lead to. Returns `None` if it nests too deep.
    fn cross(
        &mut self,
        store: &mut RegexStore,
        part: Regex,
        from: &FixedBitSet,
        depth: usize,
        budget: &Budget,
    ) -> Result<Option<FixedBitSet>, Stop> {
        budget.poll_many(1 + from.as_slice().len() as u64)?;
        if CROSSING_DEPTH.is_exceeded(depth, budget) {
            return Ok(None);
        }
        let nowhere = || FixedBitSet::with_capacity(from.len());
        if store.is_searched(part) {
            return self.follow(store, part, from, budget).map(Some);
        }
        match store.view(part) {
            View::Epsilon => Ok(Some(from.clone())),
            View::Chars(set) => self.read(set, from, budget).map(Some),
            View::Concat(..) => {
                let mut reached = from.clone();
                for factor in store.parts(part) {
                    let Some(next) = self.cross(store, factor, &reached, depth + 1, budget)? else {
                        return Ok(None);
                    };
                    reached = next;
                }
                Ok(Some(reached))
            }
            View::Union(_) => {
                let mut reached = nowhere();
                for member in store.parts(part) {
                    let Some(next) = self.cross(store, member, from, depth + 1, budget)? else {
                        return Ok(None);
                    };
                    reached.union_with(&next);
                }
                Ok(Some(reached))
            }
            View::Repeat { body, low, high } => {
                let key = (part, from.clone());
                if let Some(known) = self.known.get(&key) {
                    return Ok(Some(known.clone()));
                }
                let reached = rounds((low, high.unwrap_or(u64::MAX)), from, |from| {
                    self.cross(store, body, from, depth + 1, budget)
                })?;
                self.known.extend(reached.clone().map(|reached| (key, reached)));
                Ok(reached)
            }
            _ => Ok(Some(nowhere())),
        }
    }

    /// The states that a character leads to.
    fn read(&self, set: &CharSet, from: &FixedBitSet, budget: &Budget) -> Result<FixedBitSet, Stop> {
        let mut reached = FixedBitSet::with_capacity(from.len());
        for state in from.ones() {
            budget.poll_many(self.steps[state].len() as u64)?;
            for (characters, target) in &self.steps[state] {
                if !reached.contains(*target as usize) && characters.intersects(set) {
                    reached.insert(*target as usize);
                }
            }
        }
        Ok(reached)
    }

    /// The states that words of an intersection or complement lead to.
    fn follow(
        &mut self,
        store: &mut RegexStore,
        part: Regex,
        from: &FixedBitSet,
        budget: &Budget,
    ) -> Result<FixedBitSet, Stop> {
        if let Some(known) = self.known.get(&(part, from.clone())) {
            return Ok(known.clone());
        }
        let mut reached = FixedBitSet::with_capacity(from.len());
        let mut open: Vec<(Regex, u32)> = from.ones().map(|state| (part, state as u32)).collect();
        let mut seen: FxHashSet<(Regex, u32)> = open.iter().copied().collect();
        while let Some((left, state)) = open.pop() {
            if store.is_nullable(left) {
                reached.insert(state as usize);
            }
            let transitions = store.transitions(left, budget)?;
            for (characters, target) in &self.steps[state as usize] {
                budget.poll_many(1 + transitions.len() as u64)?;
                for transition in transitions {
                    let pair = (transition.target, *target);
                    if !seen.contains(&pair)
                        && characters.first_within(transition.low, transition.high).is_some()
                    {
                        seen.insert(pair);
                        open.push(pair);
                    }
                }
            }
        }
        self.known.insert((part, from.clone()), reached.clone());
        Ok(reached)
    }
}

/// The states after between `low` and `high` rounds. When a set comes up again, all sets that follow do.
fn rounds(
    (low, high): (u64, u64),
    from: &FixedBitSet,
    mut round: impl FnMut(&FixedBitSet) -> Result<Option<FixedBitSet>, Stop>,
) -> Result<Option<FixedBitSet>, Stop> {
    let mut reached = FixedBitSet::with_capacity(from.len());
    let mut sets: Vec<FixedBitSet> = Vec::new();
    let mut counts: FxHashMap<FixedBitSet, u64> = FxHashMap::default();
    let mut now = from.clone();
    loop {
        let done = sets.len() as u64;
        if let Some(&first) = counts.get(&now) {
            let next = done.max(low);
            let period = done - first;
            let end = high.min(next.saturating_add(period - 1));
            let last = |count: u64| &sets[(first + (count - first) % period) as usize];
            (next..=end).for_each(|count| reached.union_with(last(count)));
            return Ok(Some(reached));
        }
        if done >= low {
            reached.union_with(&now);
        }
        if done == high {
            return Ok(Some(reached));
        }
        let Some(next) = round(&now)? else { return Ok(None) };
        counts.insert(now.clone(), done);
        sets.push(std::mem::replace(&mut now, next));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{Ast, Dfa};
    use tress_base::Random;

    /// Random loops with random conditions agree with the textbook.
    #[test]
    fn crossings_agree_with_the_textbook() {
        let mut random = Random::new(23);
        let budget = Budget::unlimited();
        let mut empty = 0;
        for _ in 0..1500 {
            let mut part = |size: usize| {
                let size = random.below(size);
                Box::new(Ast::random(&mut random, size))
            };
            let (prefix, body, suffix, other) = (part(3), part(5), part(3), part(7));
            let low = random.below(8) as u64;
            let high = random.chance(3, 4).then_some(low + random.below(4) as u64);
            let rounds = Box::new(Ast::Repeat(body, low, high));
            let counted = Ast::Concat(prefix, Box::new(Ast::Concat(rounds, suffix)));
            let mut store = RegexStore::new();
            let [one, two] = [&counted, &other].map(|ast| ast.build(&mut store));
            let found = have_common_word(&mut store, one, two, &budget).unwrap();
            let both = Ast::Inter(Box::new(counted), other);
            let expected = !Dfa::new(&both).is_empty();
            assert_eq!(found, Some(expected), "{both:?}");
            empty += usize::from(!expected);
        }
        assert!((200..1300).contains(&empty), "{empty} without words");
    }

    /// Sets of rounds repeat: a thousand million rounds are no more than a few.
    #[test]
    fn rounds_are_known_when_sets_repeat() {
        for (low, high) in [(0, 3), (5, 5), (7, 9), (1_000_000_007, 1_000_000_008), (4, u64::MAX)] {
            // State 0 leads to 1, then round and round through 1, 2 and 3.
            let step = |from: &FixedBitSet| {
                let mut next = FixedBitSet::with_capacity(4);
                from.ones().for_each(|state| next.insert(if state == 3 { 1 } else { state + 1 }));
                Ok(Some(next))
            };
            let mut start = FixedBitSet::with_capacity(4);
            start.insert(0);
            let reached = rounds((low, high), &start, step).unwrap().unwrap();
            let after = |count: u64| if count == 0 { 0 } else { 1 + (count - 1) % 3 };
            let expected: FxHashSet<usize> =
                (low..=high.min(low + 4)).map(|count| after(count) as usize).collect();
            assert_eq!(reached.ones().collect::<FxHashSet<_>>(), expected, "{low} to {high}");
        }
    }

    #[test]
    fn small_bounds_and_single_languages_are_searched() {
        let budget = Budget::unlimited();
        let mut store = RegexStore::new();
        let characters = store.range(97, 99);
        let words = ["ab", "ba"].map(|word| store.word(&word.chars().map(u32::from).collect::<Vec<_>>()));
        let both = store.union(&words);
        let some = store.repeat(characters, 1, None);
        for (bound, expected) in [(63, None), (64, Some(true))] {
            let loops = store.repeat(both, bound, Some(bound));
            let r = store.diff(loops, words[0]);
            let r = store.inter(&[r, some]);
            assert_eq!(has_word(&mut store, r, &budget), Ok(expected));
            assert_eq!(has_word(&mut store, loops, &budget), Ok(None));
        }
    }
}
