//! Constructors for union, intersection, complement and difference.
//!
//! Enters: members in any order. Leaves: sorted lists without duplicates in which character sets,
//! counters over the same body and length ranges are merged. The merging of counters is what keeps
//! the states of `.*a.{1,5000}` few: the sets of counter values that occur are ranges.

use std::sync::Arc;

use super::{Counter, Node, Regex, RegexStore, UNBOUNDED, View};
use crate::charset::CharSet;

/// A list with more members than this stays one member of the list around it.
const LONG_LIST: usize = 64;

/// A member of a union, read as `body{low,high} tail`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Run {
    pub(crate) tail: Regex,
    pub(crate) body: Regex,
    pub(crate) low: u64,
    pub(crate) high: u64,
}

impl Run {
    /// Does `other` allow at least the counts of this run, with the same body and tail?
    pub(crate) fn is_within(&self, other: &Run) -> bool {
        self.tail == other.tail && self.body == other.body && other.low <= self.low && self.high <= other.high
    }
}

impl RegexStore {
    /// A word of any of `members`.
    pub fn union(&mut self, members: &[Regex]) -> Regex {
        let mut flat = Vec::with_capacity(members.len());
        for &member in members {
            match self.view(member) {
                View::None => {}
                View::Union(inner) if inner.len() <= LONG_LIST => flat.extend_from_slice(inner),
                _ => flat.push(member),
            }
        }
        self.union_of_flat(flat)
    }

    /// The union of members none of which needs to be taken apart.
    pub(crate) fn union_of_flat(&mut self, mut flat: Vec<Regex>) -> Regex {
        flat.retain(|&member| member != Regex::NONE);
        flat.sort_unstable();
        flat.dedup();
        if flat.len() >= 2 {
            self.merge_runs(&mut flat);
            self.absorb_by_length(&mut flat);
        }
        if flat.contains(&Regex::ALL) || self.has_complementary_pair(&flat) {
            return Regex::ALL;
        }
        if flat.first() == Some(&Regex::EPSILON) && flat[1..].iter().any(|&member| self.is_nullable(member)) {
            flat.remove(0);
        }
        match flat[..] {
            [] => Regex::NONE,
            [only] => only,
            [Regex::EPSILON, other] => self.counter_with_zero(other),
            _ => {
                let list = self.lists.intern(Arc::from(flat));
                self.add(Node::Union(list))
            }
        }
    }

    /// `ε ∪ r` for an `r` without the empty word.
    fn counter_with_zero(&mut self, r: Regex) -> Regex {
        let counter = self.as_counter(r);
        if counter.low == 1 {
            return self.counter(Counter { low: 0, ..counter });
        }
        self.counter(Counter { body: r, low: 0, high: 1 })
    }

    /// Merges members that differ only in their first factor, when that is a character set or a
    /// counter. Keeps the list sorted and free of duplicates.
    fn merge_runs(&mut self, members: &mut Vec<Regex>) {
        let mut runs: Vec<Run> = members.iter().map(|&member| self.as_run(member)).collect();
        runs.sort_unstable();
        let before = runs.len();
        let mut merged: Vec<Run> = Vec::with_capacity(before);
        for run in runs {
            match merged.last_mut() {
                Some(last)
                    if last.tail == run.tail
                        && last.body == run.body
                        && run.low <= last.high.saturating_add(1) =>
                {
                    last.high = last.high.max(run.high);
                }
                _ => merged.push(run),
            }
        }
        self.merge_char_runs(&mut merged);
        if merged.len() == before {
            return;
        }
        members.clear();
        for run in merged {
            let factor = self.counter(Counter { body: run.body, low: run.low, high: run.high });
            members.push(self.concat_two(factor, run.tail));
        }
        members.sort_unstable();
        members.dedup();
    }

    /// `[ab]t ∪ [bc]t = [abc]t`. The runs with one tail stand next to each other.
    fn merge_char_runs(&mut self, runs: &mut Vec<Run>) {
        let is_char = |store: &Self, run: &Run| {
            run.low == 1 && run.high == 1 && matches!(store.view(run.body), View::Chars(_))
        };
        let mut kept: Vec<Run> = Vec::with_capacity(runs.len());
        let mut at = 0;
        while at < runs.len() {
            let end = at + runs[at..].iter().take_while(|run| run.tail == runs[at].tail).count();
            let group = &runs[at..end];
            at = end;
            let ranges: Vec<(u32, u32)> = group
                .iter()
                .filter(|run| is_char(self, run))
                .filter_map(|run| match self.view(run.body) {
                    View::Chars(set) => Some(set.ranges()),
                    _ => None,
                })
                .flatten()
                .copied()
                .collect();
            if group.iter().filter(|run| is_char(self, run)).count() < 2 {
                kept.extend_from_slice(group);
                continue;
            }
            let tail = group[0].tail;
            kept.extend(group.iter().filter(|run| !is_char(self, run)));
            let body = self.chars(CharSet::from_ranges(ranges));
            kept.push(Run { tail, body, low: 1, high: 1 });
        }
        *runs = kept;
    }

    /// `r` read as a run; everything is a run of one copy of its first factor.
    pub(crate) fn as_run(&self, r: Regex) -> Run {
        let (head, tail) = match self.nodes[r.index()] {
            Node::Concat(head, tail) => (head, tail),
            _ => (r, Regex::EPSILON),
        };
        let Counter { body, low, high } = self.as_counter(head);
        Run { tail, body, low, high }
    }

    /// Drops members whose words all have a length that a member `.{l,h}` allows.
    fn absorb_by_length(&self, members: &mut Vec<Regex>) {
        let widest = members
            .iter()
            .filter_map(|&member| self.as_length_range(member).map(|(low, high)| (high - low, member)))
            .max();
        let Some((_, keeper)) = widest else { return };
        let Some((low, high)) = self.as_length_range(keeper) else { return };
        members.retain(|&member| {
            let info = self.info(member);
            member == keeper || info.min < low || info.max > high
        });
    }

    /// The bounds of `.{low,high}`.
    pub(crate) fn as_length_range(&self, r: Regex) -> Option<(u64, u64)> {
        let counter = self.as_counter(r);
        (counter.body == Regex::ANY_CHAR).then_some((counter.low, counter.high))
    }

    /// Does the sorted list hold some `x` and its complement?
    fn has_complementary_pair(&self, members: &[Regex]) -> bool {
        members.iter().any(|&member| match self.nodes[member.index()] {
            Node::Complement(inner) => members.binary_search(&inner).is_ok(),
            _ => false,
        })
    }

    /// The words that are in all of `members`.
    pub fn inter(&mut self, members: &[Regex]) -> Regex {
        let mut flat = Vec::with_capacity(members.len());
        for &member in members {
            match self.view(member) {
                View::None => return Regex::NONE,
                View::Inter(inner) if inner.len() <= LONG_LIST => flat.extend_from_slice(inner),
                _ => flat.push(member),
            }
        }
        self.merge_char_counters(&mut flat);
        flat.sort_unstable();
        flat.dedup();
        flat.retain(|&member| member != Regex::ALL);
        self.drop_implied_length(&mut flat);
        match flat[..] {
            [] => return Regex::ALL,
            [only] => return only,
            _ => {}
        }
        if flat.contains(&Regex::NONE) || self.has_complementary_pair(&flat) || self.lengths_clash(&flat) {
            return Regex::NONE;
        }
        if flat.iter().any(|&member| self.info(member).max == 0) {
            let nullable = flat.iter().all(|&member| self.is_nullable(member));
            return if nullable { Regex::EPSILON } else { Regex::NONE };
        }
        let list = self.lists.intern(Arc::from(flat));
        self.add(Node::Inter(list))
    }

    /// Is there a member all of whose words are longer than all words of another?
    fn lengths_clash(&self, members: &[Regex]) -> bool {
        let min = members.iter().map(|&member| self.info(member).min).max().unwrap_or(0);
        let max = members.iter().map(|&member| self.info(member).max).min().unwrap_or(UNBOUNDED);
        min > max
    }

    /// `A{a,b} ∩ B{c,d} = (A ∩ B){max(a,c),min(b,d)}` for character sets: the length is the count.
    fn merge_char_counters(&mut self, members: &mut Vec<Regex>) {
        let is_run =
            |store: &Self, member: Regex| matches!(store.view(store.as_counter(member).body), View::Chars(_));
        if members.iter().filter(|&&member| is_run(self, member)).count() < 2 {
            return;
        }
        let (mut set, mut low, mut high) = (CharSet::full(), 0, UNBOUNDED);
        for &member in members.iter() {
            let counter = self.as_counter(member);
            if let View::Chars(chars) = self.view(counter.body) {
                set = set.intersection(chars);
                low = low.max(counter.low);
                high = high.min(counter.high);
            }
        }
        members.retain(|&member| !is_run(self, member));
        let body = self.chars(set);
        members.push(if low > high { Regex::NONE } else { self.counter(Counter { body, low, high }) });
    }

    /// Drops a member `.{l,h}` when the lengths of another member already imply it.
    fn drop_implied_length(&self, members: &mut Vec<Regex>) {
        let Some(at) = members.iter().position(|&member| self.as_length_range(member).is_some()) else {
            return;
        };
        let Some((low, high)) = self.as_length_range(members[at]) else { return };
        let others = members.iter().enumerate().filter(|&(index, _)| index != at);
        let min = others.clone().map(|(_, &member)| self.info(member).min).max().unwrap_or(0);
        let max = others.map(|(_, &member)| self.info(member).max).min().unwrap_or(UNBOUNDED);
        if low <= min && max <= high {
            members.remove(at);
        }
    }

    /// The words that are not in `r`.
    pub fn complement(&mut self, r: Regex) -> Regex {
        if r == Regex::NONE {
            return Regex::ALL;
        }
        if let Node::Complement(inner) = self.nodes[r.index()] {
            return inner;
        }
        let lengths = if r == Regex::EPSILON { Some((0, 0)) } else { self.as_length_range(r) };
        let Some((low, high)) = lengths else { return self.add(Node::Complement(r)) };
        let shorter = match low.checked_sub(1) {
            Some(below) => self.counter(Counter { body: Regex::ANY_CHAR, low: 0, high: below }),
            None => Regex::NONE,
        };
        let longer = match high {
            UNBOUNDED => Regex::NONE,
            _ => self.counter(Counter { body: Regex::ANY_CHAR, low: high + 1, high: UNBOUNDED }),
        };
        self.union(&[shorter, longer])
    }

    /// The words of `a` that are not in `b`.
    pub fn diff(&mut self, a: Regex, b: Regex) -> Regex {
        let outside = self.complement(b);
        self.inter(&[a, outside])
    }
}
