//! Inclusion, universality and equivalence of automata without determinising them first.
//!
//! Inclusion explores pairs of a state of the left and a set of states of the right automaton and keeps
//! only pairs with smallest sets (antichains; De Wulf, Doyen, Henzinger and Raskin 2006). A pair
//! whose left state accepts a shorter word than any state of the set proves the difference at once.
//! Equivalence merges sets that must be equal (Hopcroft and Karp 1971).

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::determinize::for_subset_steps;
use super::{Edge, Nfa};

/// A left state with the set of right states that the same word reaches.
struct Pair {
    left: u32,
    right: Arc<[u32]>,
    parent: usize,
    via: u32,
}

/// A word of `a` that `b` does not accept. Returns `None` if `a` is included in `b`. The word need not be the
/// shortest.
///
/// # Errors
/// When the budget ends.
pub fn find_difference(a: &Nfa, b: &Nfa, budget: &Budget) -> Result<Option<Vec<u32>>, Stop> {
    let mut search = Inclusion {
        a,
        distances: (a.distances(), b.distances()),
        pairs: Vec::new(),
        kept: FxHashMap::default(),
    };
    let start: Arc<[u32]> = b.initial().into();
    for &state in a.initial() {
        search.meet(Pair { left: state, right: start.clone(), parent: usize::MAX, via: 0 });
    }
    let mut at = 0;
    while at < search.pairs.len() {
        let (left, right) = (search.pairs[at].left, search.pairs[at].right.clone());
        budget.poll_many(1 + right.len() as u64)?;
        if search.differs(left, &right) {
            return Ok(Some(search.word(at)));
        }
        let edges: &[Edge] = a.edges(left);
        let mut found: Vec<(u32, Arc<[u32]>, u32)> = Vec::new();
        for_subset_steps(b, &right, true, |(low, high), targets| {
            let targets: Arc<[u32]> = targets.into();
            for edge in edges.iter().filter(|edge| edge.low <= high && low <= edge.high) {
                found.push((edge.target, targets.clone(), edge.low.max(low)));
            }
        });
        for (left, right, via) in found {
            budget.poll()?;
            search.meet(Pair { left, right, parent: at, via });
        }
        at += 1;
    }
    Ok(None)
}

struct Inclusion<'a> {
    a: &'a Nfa,
    distances: (Vec<u32>, Vec<u32>),
    pairs: Vec<Pair>,
    /// For each left state the smallest right sets met.
    kept: FxHashMap<u32, Vec<Arc<[u32]>>>,
}

impl Inclusion<'_> {
    fn meet(&mut self, pair: Pair) {
        if self.distances.0[pair.left as usize] == u32::MAX {
            return;
        }
        let kept = self.kept.entry(pair.left).or_default();
        if kept.iter().any(|old| is_subset(old, &pair.right)) {
            return;
        }
        kept.retain(|old| !is_subset(&pair.right, old));
        kept.push(pair.right.clone());
        self.pairs.push(pair);
    }

    /// Is the shortest word from `left` too short for all of `right`?
    fn differs(&self, left: u32, right: &[u32]) -> bool {
        let shortest = right.iter().map(|&state| self.distances.1[state as usize]).min();
        self.distances.0[left as usize] < shortest.unwrap_or(u32::MAX)
    }

    fn word(&self, at: usize) -> Vec<u32> {
        let mut word = Vec::new();
        let mut pair = &self.pairs[at];
        while pair.parent != usize::MAX {
            word.push(pair.via);
            pair = &self.pairs[pair.parent];
        }
        word.reverse();
        let mut state = self.pairs[at].left;
        while self.distances.0[state as usize] > 0 {
            let wanted = self.distances.0[state as usize] - 1;
            let Some(edge) =
                self.a.edges(state).iter().find(|edge| self.distances.0[edge.target as usize] == wanted)
            else {
                break;
            };
            word.push(edge.low);
            state = edge.target;
        }
        word
    }
}

/// Is every member of one sorted list in the other?
fn is_subset(small: &[u32], large: &[u32]) -> bool {
    small.len() <= large.len() && small.iter().all(|state| large.binary_search(state).is_ok())
}

/// A word that exactly one of the automata accepts. Returns `None` if they are equal.
///
/// # Errors
/// When the budget ends.
pub fn find_distinction(a: &Nfa, b: &Nfa, budget: &Budget) -> Result<Option<Vec<u32>>, Stop> {
    let both = a.union(b);
    let mut sets = Sets::default();
    let left = sets.number(a.initial().to_vec());
    let right = sets.number(b.initial().iter().map(|&state| state + a.states()).collect());
    let accepts = |set: &[u32]| set.iter().any(|&state| both.is_accepting(state));
    let mut pairs = vec![(left, right, usize::MAX, 0)];
    let mut at = 0;
    while at < pairs.len() {
        let (p, q, ..) = pairs[at];
        let (left, right) = (sets.members[p].clone(), sets.members[q].clone());
        budget.poll_many(1 + (left.len() + right.len()) as u64)?;
        if sets.merge(p, q) {
            if accepts(&left) != accepts(&right) {
                return Ok(Some(word_to(&pairs, at)));
            }
            let mut steps = Vec::new();
            for_subset_steps(&both, &right, true, |range, targets| steps.push((range, sets.number(targets))));
            let mut next = 0;
            for_subset_steps(&both, &left, true, |(low, high), targets| {
                let x = sets.number(targets);
                while steps[next].0.1 < low {
                    next += 1;
                }
                for &((from, _), y) in steps[next..].iter().take_while(|step| step.0.0 <= high) {
                    pairs.push((x, y, at, from.max(low)));
                }
            });
        }
        at += 1;
    }
    Ok(None)
}

fn word_to(pairs: &[(usize, usize, usize, u32)], mut at: usize) -> Vec<u32> {
    let mut word = Vec::new();
    while pairs[at].2 != usize::MAX {
        word.push(pairs[at].3);
        at = pairs[at].2;
    }
    word.reverse();
    word
}

/// Numbered sets of states in a union-find structure.
#[derive(Default)]
struct Sets {
    members: Vec<Arc<[u32]>>,
    numbers: FxHashMap<Arc<[u32]>, usize>,
    parent: Vec<usize>,
}

impl Sets {
    fn number(&mut self, set: Vec<u32>) -> usize {
        let set: Arc<[u32]> = set.into();
        if let Some(&number) = self.numbers.get(&set) {
            return number;
        }
        let number = self.members.len();
        self.members.push(set.clone());
        self.parent.push(number);
        self.numbers.insert(set, number);
        number
    }

    fn find(&mut self, mut at: usize) -> usize {
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }

    /// Merges two classes; false when they were one already.
    fn merge(&mut self, p: usize, q: usize) -> bool {
        let (p, q) = (self.find(p), self.find(q));
        self.parent[p.max(q)] = p.min(q);
        p != q
    }
}
