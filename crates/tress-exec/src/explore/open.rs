//! Paths that have yet to be followed, in the order that was asked for.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tress::Branch;
use tress_base::Random;

use super::options::Order;
use super::shapes::Shape;
use crate::report::Decision;
use crate::state::State;

/// A path that has yet to be followed.
pub(super) struct Pending {
    pub(super) state: State,
    pub(super) branch: Branch,
    /// What arguments are: null, and of which length.
    pub(super) shapes: Vec<Shape>,
    pub(super) decisions: Decisions,
    /// The names of parts of texts, which are fresh unknowns.
    pub(super) parts: Vec<String>,
}

/// The questions of a path with their answers, the last one first; paths share what they have in common.
#[derive(Clone, Default)]
pub(super) struct Decisions(Option<Arc<Link>>);

struct Link {
    decision: Decision,
    depth: usize,
    before: Decisions,
}

impl Decisions {
    pub(super) fn with(&self, decision: Decision) -> Decisions {
        // A question with one answer is no branch.
        let depth = self.depth() + usize::from(!decision.is_forced);
        Decisions(Some(Arc::new(Link { decision, depth, before: self.clone() })))
    }

    pub(super) fn depth(&self) -> usize {
        self.0.as_ref().map_or(0, |link| link.depth)
    }

    /// All of them, the first one first.
    pub(super) fn list(&self) -> Vec<Decision> {
        let mut list = Vec::with_capacity(self.depth());
        let mut at = self;
        while let Some(link) = &at.0 {
            list.push(link.decision.clone());
            at = &link.before;
        }
        list.reverse();
        list
    }

    fn last(&self) -> Option<&Decision> {
        self.0.as_ref().map(|link| &link.decision)
    }
}

impl Drop for Decisions {
    /// Long lists end one by one: a call inside of a call for each would overflow the stack.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(link) = next {
            next = Arc::into_inner(link).and_then(|mut link| link.before.0.take());
        }
    }
}

/// Open paths.
pub(super) struct Open {
    paths: VecDeque<Pending>,
    order: Order,
    random: Random,
    branches: Branches,
}

impl Open {
    pub(super) fn new(order: Order) -> Open {
        let seed = if let Order::Random(seed) = order { seed } else { 0 };
        Open { paths: VecDeque::new(), order, random: Random::new(seed), branches: Branches::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.paths.len() + self.branches.count
    }

    pub(super) fn push(&mut self, path: Pending) {
        match self.order {
            Order::Coverage => self.branches.push(path),
            _ => self.paths.push_back(path),
        }
    }

    /// The path that comes next.
    pub(super) fn pop(&mut self) -> Option<Pending> {
        match self.order {
            Order::DepthFirst => self.paths.pop_back(),
            Order::BreadthFirst => self.paths.pop_front(),
            Order::Random(_) => match self.paths.len() {
                0 => None,
                count => self.paths.swap_remove_back(self.random.below(count)),
            },
            Order::Coverage => self.branches.pop(),
        }
    }
}

/// Open paths by the branch that they leave, so that one whose branch was taken least often is found at once.
#[derive(Default)]
struct Branches {
    rows: Vec<Row>,
    indices: FxHashMap<(String, u32, bool), usize>,
    /// All open paths.
    count: usize,
    /// All paths that ever were.
    pushed: u64,
}

#[derive(Default)]
struct Row {
    /// How often the branch was followed.
    taken: usize,
    /// Its open paths, with when each was opened.
    paths: Vec<(u64, Pending)>,
}

impl Branches {
    fn push(&mut self, path: Pending) {
        let key = path.decisions.last().map(key).unwrap_or_default();
        let fresh = self.rows.len();
        let index = *self.indices.entry(key).or_insert(fresh);
        if index == fresh {
            self.rows.push(Row::default());
        }
        self.pushed += 1;
        self.count += 1;
        self.rows[index].paths.push((self.pushed, path));
    }

    /// Of branches that were taken equally often, the one that was opened last.
    fn pop(&mut self) -> Option<Pending> {
        let open = self.rows.iter_mut().filter(|row| !row.paths.is_empty());
        let least = open.min_by_key(|row| {
            let newest = row.paths.last().map_or(0, |(time, _)| *time);
            (row.taken, std::cmp::Reverse(newest))
        })?;
        let (_, path) = least.paths.pop()?;
        if path.decisions.last().is_some() {
            least.taken += 1;
        }
        self.count -= 1;
        Some(path)
    }
}

fn key(decision: &Decision) -> (String, u32, bool) {
    (decision.method.clone(), decision.offset, decision.taken)
}
