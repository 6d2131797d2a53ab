//! Reading with sets: everything that may be left of a language, with the counters taken out.
//!
//! Enters: an expression, then characters. Leaves: whether the word so far is in the language. What is left
//! is a union of terms. Where a body that is repeated often can end in many ways, those terms differ in a
//! counter only: `b' b{4998} s`, `b' b{4999} s` and so on. Such terms share one slot, which is the term
//! without its count, and the counts are a set of intervals. So a character costs no more than the slots
//! that the word has reached, whatever the bounds. (Turoňová et al., "Regex matching with counting-set
//! automata", 2020, do the same with automata.)

use rustc_hash::{FxHashMap, FxHashSet};
use tress_base::{Budget, Stop};

use super::counts::{Counts, Interval};
use crate::regex::{Regex, RegexStore, View};

/// Counters below this are read step by step.
const WORTH_COUNTING: u64 = 16;

/// A loop without its count: copies of `body` are followed by a word of `tail`. When it is endless, a count
/// is the least number of copies, otherwise the number of copies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Loop {
    body: Regex,
    endless: bool,
    tail: Regex,
}

/// What may be left: a word of `head`, then the loop if there is one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Slot {
    head: Regex,
    counted: Option<Loop>,
}

/// What becomes of the counts on the way to another slot.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// They stay.
    Along,
    /// A copy begins.
    Enter,
    /// The loop is left, where that is possible, and another one has these counts.
    Leave(Interval),
}

/// The slots of one expression that were met, and those that the word has reached.
///
/// Invariant: `live` lists the slots whose counts are not empty, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    slots: Vec<Slot>,
    numbers: FxHashMap<Slot, u32>,
    /// Where the ways for a character from a slot stand in `ways`.
    rows: FxHashMap<(u32, u32), (u32, u32)>,
    ways: Vec<(u32, Way)>,
    counts: Vec<Counts>,
    live: Vec<u32>,
    /// The counts and slots before the last character.
    old_counts: Vec<Counts>,
    old_live: Vec<u32>,
    spare: Counts,
}

impl Slots {
    /// Goes where `r` is what is left.
    pub(super) fn begin(&mut self, store: &mut RegexStore, r: Regex) {
        for slot in self.live.drain(..) {
            self.counts[slot as usize].clear();
        }
        let mut terms = Vec::new();
        store.push_alternatives(r, &mut terms);
        for term in terms {
            let (slot, interval) = self.slot_of(store, term);
            self.reach(slot, |counts, spare| counts.insert(interval, spare));
        }
    }

    /// What is left, when that is one loop.
    pub(super) fn single(&self, store: &mut RegexStore) -> Option<Regex> {
        let [only] = self.live[..] else { return None };
        let Slot { head: Regex::EPSILON, counted: Some(counted) } = self.slots[only as usize] else {
            return None;
        };
        let (low, high) = self.counts[only as usize].single()?;
        let copies = store.repeat(counted.body, low, (!counted.endless).then_some(high));
        Some(store.concat_two(copies, counted.tail))
    }

    /// Reads a character. When the budget ends, nothing has been read.
    pub(super) fn step(&mut self, store: &mut RegexStore, c: u32, budget: &Budget) -> Result<(), Stop> {
        for at in 0..self.live.len() {
            let slot = self.live[at];
            budget.poll_many(self.counts[slot as usize].pieces() as u64)?;
            if !self.rows.contains_key(&(slot, c)) {
                self.make_row(store, slot, c, budget)?;
            }
        }
        for slot in self.old_live.drain(..) {
            self.old_counts[slot as usize].clear();
        }
        std::mem::swap(&mut self.live, &mut self.old_live);
        std::mem::swap(&mut self.counts, &mut self.old_counts);
        self.counts.resize(self.slots.len(), Counts::default());
        let (old_live, old_counts) =
            (std::mem::take(&mut self.old_live), std::mem::take(&mut self.old_counts));
        for &slot in &old_live {
            self.follow(slot, c, &old_counts[slot as usize]);
        }
        (self.old_live, self.old_counts) = (old_live, old_counts);
        self.old_counts.resize(self.slots.len(), Counts::default());
        Ok(())
    }

    /// Goes all ways for a character from a slot.
    fn follow(&mut self, slot: u32, c: u32, from: &Counts) {
        let (start, end) = self.rows[&(slot, c)];
        let counted = self.slots[slot as usize].counted;
        let endless = counted.is_some_and(|counted| counted.endless);
        for at in start as usize..end as usize {
            let (target, way) = self.ways[at];
            match way {
                Way::Along => self.reach(target, |counts, spare| counts.add(from, spare)),
                Way::Enter if endless => {
                    let least = from.min().unwrap_or(0).saturating_sub(1);
                    self.reach(target, |counts, spare| counts.insert((least, least), spare));
                }
                Way::Enter => self.reach(target, |counts, spare| counts.add_less_one(from, spare)),
                Way::Leave(interval) if may_leave(counted, from) => {
                    self.reach(target, |counts, spare| counts.insert(interval, spare));
                }
                Way::Leave(_) => {}
            }
        }
    }

    /// Adds counts to a slot.
    fn reach(&mut self, slot: u32, add: impl FnOnce(&mut Counts, &mut Counts)) {
        let counts = &mut self.counts[slot as usize];
        let was_empty = counts.is_empty();
        add(counts, &mut self.spare);
        // `b{2,}` holds all that `b{3,}` holds.
        if self.slots[slot as usize].counted.is_some_and(|counted| counted.endless) {
            counts.keep_least();
        }
        if was_empty && !counts.is_empty() {
            self.live.push(slot);
        }
    }

    /// Finds the ways for a character from a slot.
    fn make_row(&mut self, store: &mut RegexStore, from: u32, c: u32, budget: &Budget) -> Result<(), Stop> {
        let Slot { head, counted } = self.slots[from as usize];
        let mut ways = Vec::new();
        let mut terms = Vec::new();
        for head in derivatives(store, head, c, &mut terms, budget)? {
            ways.push(match counted {
                Some(_) => (self.number(Slot { head: *head, counted }), Way::Along),
                None => self.fresh(store, *head),
            });
        }
        if let Some(Loop { body, tail, .. }) = counted.filter(|_| store.is_nullable(head)) {
            for head in derivatives(store, body, c, &mut terms, budget)? {
                ways.push((self.number(Slot { head: *head, counted }), Way::Enter));
            }
            for term in derivatives(store, tail, c, &mut terms, budget)? {
                ways.push(self.fresh(store, *term));
            }
        }
        let start = self.ways.len() as u32;
        self.ways.extend(ways);
        self.rows.insert((from, c), (start, self.ways.len() as u32));
        Ok(())
    }

    /// The way to a term that is not in the present loop.
    fn fresh(&mut self, store: &mut RegexStore, term: Regex) -> (u32, Way) {
        let (slot, interval) = self.slot_of(store, term);
        (slot, Way::Leave(interval))
    }

    /// The slot and the counts of a term: its first large counter is taken out.
    fn slot_of(&mut self, store: &mut RegexStore, term: Regex) -> (u32, Interval) {
        let mut before = Vec::new();
        let mut rest = term;
        loop {
            let (first, tail) = match store.view(rest) {
                View::Concat(first, tail) => (first, tail),
                _ => (rest, Regex::EPSILON),
            };
            if let View::Repeat { body, low, high } = store.view(first)
                && high.unwrap_or(low) >= WORTH_COUNTING
                && !counts_further(store, body, high.unwrap_or(low))
            {
                let counted = Some(Loop { body, endless: high.is_none(), tail });
                let head = store.concat(&before);
                return (self.number(Slot { head, counted }), (low, high.unwrap_or(low)));
            }
            before.push(first);
            rest = tail;
            if rest == Regex::EPSILON {
                return (self.number(Slot { head: term, counted: None }), (0, 0));
            }
        }
    }

    fn number(&mut self, slot: Slot) -> u32 {
        let Self { slots, numbers, counts, old_counts, .. } = self;
        *numbers.entry(slot).or_insert_with(|| {
            slots.push(slot);
            counts.resize(slots.len(), Counts::default());
            old_counts.resize(slots.len(), Counts::default());
            slots.len() as u32 - 1
        })
    }

    /// Did the last character change nothing?
    pub(super) fn are_unchanged(&self) -> bool {
        self.live.len() == self.old_live.len()
            && self.live.iter().all(|&slot| self.counts[slot as usize] == self.old_counts[slot as usize])
    }

    /// Is the word that was read in the language?
    pub(super) fn accept(&self, store: &RegexStore) -> bool {
        self.live.iter().any(|&at| {
            let Slot { head, counted } = self.slots[at as usize];
            let behind = counted.is_none_or(|counted| store.is_nullable(counted.tail));
            store.is_nullable(head) && behind && may_leave(counted, &self.counts[at as usize])
        })
    }

    /// Is nothing left?
    pub(super) fn are_none(&self) -> bool {
        self.live.is_empty()
    }

    /// Are all words left?
    pub(super) fn are_all(&self) -> bool {
        let all = Slot { head: Regex::ALL, counted: None };
        self.live.iter().any(|&slot| self.slots[slot as usize] == all)
    }
}

/// May a loop with one of these counts end here? What is no loop may always.
fn may_leave(counted: Option<Loop>, counts: &Counts) -> bool {
    counted.is_none() || counts.min() == Some(0)
}

/// The terms that may be left of `r` after a character.
fn derivatives<'a>(
    store: &mut RegexStore,
    r: Regex,
    c: u32,
    terms: &'a mut Vec<Regex>,
    budget: &Budget,
) -> Result<&'a [Regex], Stop> {
    terms.clear();
    let target = store.derivative(r, c, budget)?;
    store.push_alternatives(target, terms);
    Ok(terms)
}

/// Is there a counter inside of `body` with a larger bound? That one is worth more.
fn counts_further(store: &RegexStore, body: Regex, bound: u64) -> bool {
    let mut seen = FxHashSet::default();
    let mut stack = vec![body];
    while let Some(at) = stack.pop() {
        if !seen.insert(at) {
            continue;
        }
        if let View::Repeat { low, high, .. } = store.view(at)
            && high.unwrap_or(low) > bound
        {
            return true;
        }
        stack.extend(store.children(at));
    }
    false
}
