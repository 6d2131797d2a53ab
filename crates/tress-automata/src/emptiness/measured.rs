//! Long words of a given length, by structure.
//!
//! Enters: an intersection with `.{low,high}`. Leaves: its shortest word, the proof that there is none, or
//! `None` if the structure does not determine it. The lengths of all parts are known as sets; from the
//! outside in, each part gets the length that its word has to have. A loop halves its rounds and its length
//! until single rounds are left, so a body is asked for few words, however often it is repeated. The word is
//! read before it counts.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::limits::{MEASURED_ROUNDS, MEASURED_STEPS};
use super::{Goal, find_runs, words_of_length};
use crate::lengths::{LengthSet, lengths_of_parts};
use crate::matching::matches_runs;
use crate::regex::{Regex, RegexStore, UNBOUNDED, View};
use crate::runs::Runs;

/// Shorter words are searched.
const LONG: u64 = 256;
/// Steps for each character, besides those that every word gets.
const STEPS_PER_CHAR: u64 = 16;
/// Words that are longer than this get no more steps.
const MOST_CHARS: u64 = 1 << 24;

/// What the structure determines.
pub(super) enum Measured {
    /// There is no word.
    None,
    /// There is one.
    Some,
    /// This is one.
    Word(Runs),
}

/// Decides whether `r` has a word, and finds it if that is asked.
pub(super) fn find(
    store: &mut RegexStore,
    r: Regex,
    wants_word: bool,
    budget: &Budget,
) -> Result<Option<Measured>, Stop> {
    let Some((rest, range)) = cut_range(store, r) else { return Ok(None) };
    let steps = MEASURED_STEPS.most(budget).saturating_add(range.0.min(MOST_CHARS) * STEPS_PER_CHAR);
    let found = budget.share(steps, || decide(store, rest, range, wants_word, budget))?;
    if found.is_none() {
        budget.hit(MEASURED_STEPS.name());
    }
    Ok(found.flatten())
}

/// The expression without `.{low,high}`, when that asks for long words of a structure.
fn cut_range(store: &mut RegexStore, r: Regex) -> Option<(Regex, (u64, u64))> {
    let View::Inter(members) = store.view(r) else { return None };
    let bounds = |member: &Regex| store.as_length_range(*member);
    let index = members.iter().position(|member| bounds(member).is_some_and(|(low, _)| low >= LONG))?;
    let range = bounds(&members[index])?;
    let mut others = members.to_vec();
    others.remove(index);
    let rest = store.inter(&others);
    (!store.is_searched(rest)).then_some((rest, range))
}

fn decide(
    store: &mut RegexStore,
    rest: Regex,
    (low, high): (u64, u64),
    wants_word: bool,
    budget: &Budget,
) -> Result<Option<Measured>, Stop> {
    let sets = lengths_of_parts(store, rest, budget)?;
    let Some(all) = sets.get(&rest) else { return Ok(None) };
    let Some(length) = all.next_from(low).filter(|length| *length <= high || high == UNBOUNDED) else {
        return Ok(Some(Measured::None));
    };
    if !all.is_exact() {
        return Ok(None);
    }
    if !wants_word {
        return Ok(Some(Measured::Some));
    }
    let writer = Writer { sets, words: vec![Runs::new()], tasks: Vec::new() };
    let Some(word) = writer.write(store, rest, length, budget)? else { return Ok(None) };
    let right = word.len() == length && matches_runs(store, rest, &word, budget)?;
    Ok(right.then_some(Measured::Word(word)))
}

enum Task {
    /// A word of the expression with this length is added to the newest word.
    Write(Regex, u64),
    /// A new word begins.
    Begin,
    /// The newest word is added to the one before, this many times.
    Copy(u64),
}

/// Writes a word of a known length.
///
/// Invariant: every task asks for a length that its expression has.
struct Writer {
    sets: FxHashMap<Regex, LengthSet>,
    words: Vec<Runs>,
    tasks: Vec<Task>,
}

impl Writer {
    /// The word. Returns `None` if some set of lengths is not exact or too many numbers must be tried.
    fn write(
        mut self,
        store: &mut RegexStore,
        r: Regex,
        length: u64,
        budget: &Budget,
    ) -> Result<Option<Runs>, Stop> {
        self.tasks.push(Task::Write(r, length));
        while let Some(task) = self.tasks.pop() {
            budget.poll()?;
            let done = match task {
                Task::Begin => {
                    self.words.push(Runs::new());
                    true
                }
                Task::Copy(times) => {
                    let copied = self.words.pop().unwrap_or_default();
                    if let Some(word) = self.words.last_mut() {
                        word.push_copies(&copied, times, budget)?;
                    }
                    true
                }
                Task::Write(part, length) => self.part(store, part, length, budget)?,
            };
            if !done {
                return Ok(None);
            }
        }
        Ok(self.words.pop())
    }

    /// Writes a part, or makes tasks of its own parts. False when that cannot be done.
    fn part(
        &mut self,
        store: &mut RegexStore,
        part: Regex,
        length: u64,
        budget: &Budget,
    ) -> Result<bool, Stop> {
        if length == 0 {
            return Ok(store.is_nullable(part));
        }
        if store.is_searched(part) {
            let allowed = words_of_length(store, &LengthSet::single(length));
            let both = store.inter(&[part, allowed]);
            let Some(found) = find_runs(store, both, Goal::Any, budget)? else { return Ok(false) };
            if let Some(word) = self.words.last_mut() {
                word.push_copies(&found, 1, budget)?;
            }
            return Ok(true);
        }
        match store.view(part) {
            View::Chars(set) => {
                if let Some((word, character)) = self.words.last_mut().zip(set.representative()) {
                    word.push(character, 1);
                }
                Ok(true)
            }
            View::Concat(..) => self.concat(&store.parts(part), length, budget),
            View::Repeat { body, low, high } => self.rounds(body, (low, high), length, budget),
            View::Union(members) => {
                let fits = |member: &&Regex| self.exact(**member).is_some_and(|set| set.contains(length));
                let member = members.iter().find(fits);
                self.tasks.extend(member.map(|member| Task::Write(*member, length)));
                Ok(member.is_some())
            }
            _ => Ok(false),
        }
    }

    /// The lengths of a part, when they are exact.
    fn exact(&self, part: Regex) -> Option<&LengthSet> {
        self.sets.get(&part).filter(|set| set.is_exact())
    }

    /// Shares a length out to factors.
    fn concat(&mut self, factors: &[Regex], length: u64, budget: &Budget) -> Result<bool, Stop> {
        let mut rests = vec![LengthSet::single(0)];
        for factor in factors.iter().rev() {
            budget.poll()?;
            let Some(set) = self.exact(*factor) else { return Ok(false) };
            let rest = set.sum(&rests[rests.len() - 1]);
            rests.push(rest);
        }
        let mut left = length;
        let mut tasks = Vec::new();
        rests.pop();
        for factor in factors {
            let (Some(rest), Some(set)) = (rests.pop(), self.exact(*factor)) else { return Ok(false) };
            let Some(own) = split((set, &rest), left, (0, 0), budget)? else { return Ok(false) };
            tasks.push(Task::Write(*factor, own));
            left -= own;
        }
        self.tasks.extend(tasks.into_iter().rev());
        Ok(true)
    }

    /// Shares a length out to rounds.
    fn rounds(
        &mut self,
        body: Regex,
        (low, high): (u64, Option<u64>),
        length: u64,
        budget: &Budget,
    ) -> Result<bool, Stop> {
        let Some(set) = self.exact(body) else { return Ok(false) };
        let fewest = set.max().map_or(1, |longest| length.div_ceil(longest.max(1))).max(low).max(1);
        let most = high.unwrap_or(u64::MAX).min(fewest.saturating_add(MEASURED_ROUNDS.most(budget)));
        let mut shares = Shares { one: set.clone(), many: FxHashMap::default(), known: FxHashMap::default() };
        for rounds in fewest..=most {
            budget.poll()?;
            if shares.of(rounds).is_some_and(|set| set.contains(length)) {
                let Some(parts) = shares.plan(rounds, length, budget)? else { return Ok(false) };
                for (own, times) in parts {
                    self.tasks.extend([Task::Copy(times), Task::Write(body, own), Task::Begin]);
                }
                return Ok(true);
            }
        }
        if high.is_none_or(|high| most < high) {
            budget.hit(MEASURED_ROUNDS.name());
        }
        Ok(false)
    }
}

/// Lengths of rounds with how often they occur.
type Plan = Vec<(u64, u64)>;

/// How lengths are shared out to the rounds of one loop.
struct Shares {
    /// The lengths of one round.
    one: LengthSet,
    /// The lengths of each number of rounds.
    many: FxHashMap<u64, LengthSet>,
    known: FxHashMap<(u64, u64), Plan>,
}

impl Shares {
    /// The lengths of `rounds` rounds, when they are exact.
    fn of(&mut self, rounds: u64) -> Option<&LengthSet> {
        let one = &self.one;
        let set = self.many.entry(rounds).or_insert_with(|| one.repeat(rounds, Some(rounds)));
        Some(&*set).filter(|set| set.is_exact())
    }

    /// Distributes `length` over rounds, which have it. The depth is the number of halvings.
    fn plan(&mut self, rounds: u64, length: u64, budget: &Budget) -> Result<Option<Plan>, Stop> {
        budget.poll()?;
        if rounds == 1 {
            return Ok(Some(vec![(length, 1)]));
        }
        if let Some(plan) = self.known.get(&(rounds, length)) {
            return Ok(Some(plan.clone()));
        }
        let halves = [rounds / 2, rounds - rounds / 2];
        let (Some(first), Some(second)) = (self.of(halves[0]).cloned(), self.of(halves[1])) else {
            return Ok(None);
        };
        // As even as it can be, so that few different shares come up.
        let middle = u128::from(length) * u128::from(halves[0]) / u128::from(rounds);
        let middle = u64::try_from(middle).unwrap_or(length);
        let begin = (middle, length - middle);
        let Some(own) = split((&first, second), length, begin, budget)? else { return Ok(None) };
        let mut plan = Plan::new();
        for (rounds, length) in halves.into_iter().zip([own, length - own]) {
            let Some(part) = self.plan(rounds, length, budget)? else { return Ok(None) };
            plan.extend(part);
        }
        plan.sort_unstable();
        plan.dedup_by(|next, last| {
            let same = next.0 == last.0;
            last.1 += if same { next.1 } else { 0 };
            same
        });
        self.known.insert((rounds, length), plan.clone());
        Ok(Some(plan))
    }
}

/// A length of the first set that leaves a length of the second of `total`. Both are tried upwards from where
/// they begin; what the one has behind it, the other has before it.
fn split(
    (first, second): (&LengthSet, &LengthSet),
    total: u64,
    begin: (u64, u64),
    budget: &Budget,
) -> Result<Option<u64>, Stop> {
    let (mut one, mut other) = (Some(begin.0), Some(begin.1));
    while one.is_some() || other.is_some() {
        budget.poll()?;
        one = one.and_then(|from| first.next_from(from)).filter(|own| *own <= total);
        if let Some(own) = one.filter(|own| second.contains(total - own)) {
            return Ok(Some(own));
        }
        other = other.and_then(|from| second.next_from(from)).filter(|rest| *rest <= total);
        if let Some(rest) = other.filter(|rest| first.contains(total - rest)) {
            return Ok(Some(total - rest));
        }
        (one, other) = (one.map(|own| own + 1), other.map(|rest| rest + 1));
    }
    Ok(None)
}
