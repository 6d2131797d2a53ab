//! Intersection of automata: the whole product, or only as much as one common word needs.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::{Capped, Edge, Nfa, NfaBuilder, fits};
use crate::charset::CharRange;

/// Calls `visit` for every pair of edges that share characters. The lists are sorted by their first
/// character, so edges that begin behind the end of the other need not be looked at.
pub(super) fn for_common_edges(left: &[Edge], right: &[Edge], mut visit: impl FnMut(CharRange, u32, u32)) {
    for a in left {
        for b in right.iter().take_while(|b| b.low <= a.high) {
            let (low, high) = (a.low.max(b.low), a.high.min(b.high));
            if low <= high {
                visit((low, high), a.target, b.target);
            }
        }
    }
}

impl Nfa {
    /// Words of both automata. Returns `None` if the product has more than `cap` states.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn intersect(&self, other: &Nfa, cap: usize, budget: &Budget) -> Capped {
        let mut numbers: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        let mut builder = NfaBuilder::new();
        for &p in self.initial() {
            for &q in other.initial() {
                numbers.insert((p, q), pairs.len() as u32);
                builder.set_initial(pairs.len() as u32);
                pairs.push((p, q));
            }
        }
        let mut at = 0;
        while at < pairs.len() {
            if !fits(pairs.len(), cap, budget)? {
                return Ok(None);
            }
            let (p, q) = pairs[at];
            budget.poll_many((self.edges(p).len() * other.edges(q).len()) as u64)?;
            if self.is_accepting(p) && other.is_accepting(q) {
                builder.set_accepting(at as u32);
            }
            for_common_edges(self.edges(p), other.edges(q), |range, x, y| {
                let target = *numbers.entry((x, y)).or_insert_with(|| {
                    pairs.push((x, y));
                    pairs.len() as u32 - 1
                });
                builder.add_edge(at as u32, range, target);
            });
            at += 1;
        }
        Ok(Some(builder.build().trim()))
    }
}

/// For each pair of states the pair and the character from which it was first reached.
type Origins = FxHashMap<(u32, u32), Option<((u32, u32), u32)>>;

/// A shortest word that both automata accept; looks at no more of the product than it must.
///
/// # Errors
/// When the budget ends.
pub fn find_common_word(a: &Nfa, b: &Nfa, budget: &Budget) -> Result<Option<Vec<u32>>, Stop> {
    let (live_a, live_b) = (a.live(), b.live());
    let mut came_from = Origins::default();
    let mut queue: VecDeque<(u32, u32)> = VecDeque::new();
    for &p in a.initial() {
        for &q in b.initial() {
            came_from.insert((p, q), None);
            queue.push_back((p, q));
        }
    }
    while let Some((p, q)) = queue.pop_front() {
        budget.poll_many(1 + (a.edges(p).len() * b.edges(q).len()) as u64)?;
        if a.is_accepting(p) && b.is_accepting(q) {
            return Ok(Some(word_to(&came_from, (p, q))));
        }
        for_common_edges(a.edges(p), b.edges(q), |range, x, y| {
            let useful = live_a.contains(x as usize) && live_b.contains(y as usize);
            if useful && !came_from.contains_key(&(x, y)) {
                came_from.insert((x, y), Some(((p, q), range.0)));
                queue.push_back((x, y));
            }
        });
    }
    Ok(None)
}

fn word_to(came_from: &Origins, mut at: (u32, u32)) -> Vec<u32> {
    let mut word = Vec::new();
    while let Some(Some((before, c))) = came_from.get(&at) {
        word.push(*c);
        at = *before;
    }
    word.reverse();
    word
}
