//! Words by structure: what is put together of parts has a word when the parts have.
//!
//! Enters: an expression. Leaves: a word or the proof that there is none. Concatenations, unions and
//! repetitions are decided from their parts, so that a body that is repeated 5,000 times is asked for a word
//! once. Only intersections, complements and what is known by following it are searched. They are searched in
//! rounds with shares of steps that grow: one that is easily seen to be empty, or one alternative with a
//! word, makes the others not matter.

use rustc_hash::{FxHashMap, FxHashSet};
use tress_base::{Budget, Stop};

use super::measured::{self, Measured};
use super::proposals::Proposers;
use super::{Goal, search_emptiness, search_runs};
use crate::regex::{Regex, RegexStore, View};
use crate::runs::Runs;

/// Steps of the first search for each part.
const FIRST_SHARE: u64 = 50_000;
/// How much larger the next share is: each search begins anew.
const SHARE_GROWTH: u64 = 8;

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
    Parts::new(Ask::Word(Goal::Shortest)).write(store, r, budget)
}

/// A word of `r`. Returns `None` if there is none.
pub(super) fn find_runs(
    store: &mut RegexStore,
    r: Regex,
    goal: Goal,
    budget: &Budget,
) -> Result<Option<Runs>, Stop> {
    if store.is_searched(r) {
        return match measured::find(store, r, true, budget)? {
            Some(Measured::None) => Ok(None),
            Some(Measured::Word(word)) => Ok(Some(word)),
            _ => search_runs(store, r, goal, Proposers::All, budget),
        };
    }
    let mut parts = Parts::new(Ask::Word(goal));
    match parts.settle(store, r, budget)? {
        Length::None => Ok(None),
        Length::Least(_) => parts.write(store, r, budget).map(Some),
    }
}

/// Has `r` no word?
pub(super) fn is_empty(store: &mut RegexStore, r: Regex, budget: &Budget) -> Result<bool, Stop> {
    if store.is_searched(r) {
        return match measured::find(store, r, false, budget)? {
            Some(answer) => Ok(matches!(answer, Measured::None)),
            None => search_emptiness(store, r, Proposers::All, budget),
        };
    }
    Ok(Parts::new(Ask::Existence).settle(store, r, budget)? == Length::None)
}

/// What is asked of the parts that are searched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ask {
    Word(Goal),
    Existence,
}

/// How long the words are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Length {
    /// There is no word.
    None,
    /// A word has this length, and none is shorter when the shortest is asked for.
    Least(u64),
}

/// What is known of the parts of an expression.
struct Parts {
    ask: Ask,
    /// Of parts that are not classical.
    lengths: FxHashMap<Regex, Length>,
    /// The words of parts that were searched.
    words: FxHashMap<Regex, Runs>,
    /// Parts for which the present share did not do.
    postponed: FxHashSet<Regex>,
}

impl Parts {
    fn new(ask: Ask) -> Self {
        let (lengths, words, postponed) = Default::default();
        Self { ask, lengths, words, postponed }
    }

    /// Has `r` a word, and how long is it?
    fn settle(&mut self, store: &mut RegexStore, r: Regex, budget: &Budget) -> Result<Length, Stop> {
        // The only one always matters.
        let mut share = if store.searched_parts(r).len() == 1 { u64::MAX } else { FIRST_SHARE };
        loop {
            if let Some(length) = self.round(store, r, share, budget)? {
                return Ok(length);
            }
            self.postponed.clear();
            share = share.saturating_mul(SHARE_GROWTH);
        }
    }

    /// Asks the parts of `r` that matter, each with a share of steps.
    fn round(
        &mut self,
        store: &mut RegexStore,
        r: Regex,
        share: u64,
        budget: &Budget,
    ) -> Result<Option<Length>, Stop> {
        let mut way = vec![r];
        while let Some(&at) = way.last() {
            budget.poll()?;
            if self.length(store, at).is_some() || self.postponed.contains(&at) {
                way.pop();
            } else if store.is_searched(at) {
                let asked = budget.share(share, || self.search(store, at, budget))?;
                if asked.is_none() {
                    self.postponed.insert(at);
                }
            } else if let Some(length) = self.combine(store, at) {
                self.lengths.insert(at, length);
            } else if let Some(part) = self.open_part(store, at) {
                way.push(part);
            } else {
                self.postponed.insert(at);
            }
        }
        Ok(self.length(store, r))
    }

    fn search(&mut self, store: &mut RegexStore, r: Regex, budget: &Budget) -> Result<(), Stop> {
        let length = match self.ask {
            Ask::Existence if search_emptiness(store, r, Proposers::Classical, budget)? => Length::None,
            Ask::Existence => Length::Least(store.min_length(r)),
            Ask::Word(goal) => match search_runs(store, r, goal, Proposers::Classical, budget)? {
                None => Length::None,
                Some(word) => {
                    let length = word.len();
                    self.words.insert(r, word);
                    Length::Least(length)
                }
            },
        };
        self.lengths.insert(r, length);
        Ok(())
    }

    /// What is known of a part.
    fn length(&self, store: &RegexStore, r: Regex) -> Option<Length> {
        if r == Regex::NONE {
            Some(Length::None)
        } else if store.is_nullable(r) || store.is_classical(r) {
            Some(Length::Least(store.min_length(r)))
        } else {
            self.lengths.get(&r).copied()
        }
    }

    /// What follows from the parts for the whole, which is not searched and not nullable.
    fn combine(&self, store: &RegexStore, r: Regex) -> Option<Length> {
        match store.view(r) {
            View::Concat(first, rest) => match (self.length(store, first), self.length(store, rest)) {
                (Some(Length::None), _) | (_, Some(Length::None)) => Some(Length::None),
                (Some(Length::Least(a)), Some(Length::Least(b))) => Some(Length::Least(a.saturating_add(b))),
                _ => None,
            },
            View::Repeat { body, low, .. } => Some(match self.length(store, body)? {
                Length::Least(length) => Length::Least(length.saturating_mul(low)),
                Length::None => Length::None,
            }),
            View::Union(members) => {
                let shortest = self.shortest_member(store, members).map(|(_, length)| length);
                let is_open = |member: &&Regex| self.matters(store, **member, shortest);
                match shortest {
                    _ if members.iter().any(|member| is_open(&member)) => None,
                    Some(length) => Some(Length::Least(length)),
                    None => Some(Length::None),
                }
            }
            _ => None,
        }
    }

    /// The alternative with the shortest word that is known, and the length of that.
    fn shortest_member(&self, store: &RegexStore, members: &[Regex]) -> Option<(Regex, u64)> {
        let known = members.iter().filter_map(|&member| match self.length(store, member)? {
            Length::Least(length) => Some((member, length)),
            Length::None => None,
        });
        known.min_by_key(|&(_, length)| length)
    }

    /// Is nothing known of an alternative that could be better than the best one?
    fn matters(&self, store: &RegexStore, member: Regex, best: Option<u64>) -> bool {
        self.length(store, member).is_none()
            && best
                .is_none_or(|best| self.ask == Ask::Word(Goal::Shortest) && store.min_length(member) < best)
    }

    /// A part to ask next: those that could have the shortest words come first.
    fn open_part(&self, store: &RegexStore, r: Regex) -> Option<Regex> {
        let best = match store.view(r) {
            View::Union(members) => self.shortest_member(store, members).map(|(_, length)| length),
            _ => None,
        };
        let is_open = |part: &Regex| self.matters(store, *part, best) && !self.postponed.contains(part);
        store.children(r).filter(is_open).min_by_key(|part| store.min_length(*part))
    }

    /// The word of `r`, of which all that matters is known.
    fn write(&self, store: &RegexStore, r: Regex, budget: &Budget) -> Result<Runs, Stop> {
        enum Task {
            Write(Regex),
            /// The newest word is added to the one before, this many times.
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
                Task::Write(part) if store.is_nullable(part) => {}
                Task::Write(part) => match store.view(part) {
                    View::Chars(set) => {
                        if let Some((word, character)) = words.last_mut().zip(set.representative()) {
                            word.push(character, 1);
                        }
                    }
                    View::Concat(first, rest) => tasks.extend([Task::Write(rest), Task::Write(first)]),
                    View::Repeat { body, low, .. } => {
                        words.push(Runs::new());
                        tasks.extend([Task::Copy(low), Task::Write(body)]);
                    }
                    View::Union(members) => {
                        let shortest = self.shortest_member(store, members);
                        tasks.extend(shortest.map(|(member, _)| Task::Write(member)));
                    }
                    _ => {
                        if let Some((word, part)) = words.last_mut().zip(self.words.get(&part)) {
                            word.push_copies(part, 1, budget)?;
                        }
                    }
                },
            }
        }
        Ok(words.pop().unwrap_or_default())
    }
}
