//! The states met by a search, kept as an antichain: no kept state's language is seen to be
//! contained in another's.
//!
//! Enters: machine states with their depth. Leaves: whether a new state can be skipped, and which
//! old ones it makes superfluous. A state is contained in another when it excludes at least as much
//! (De Wulf, Doyen, Henzinger and Raskin 2006) and its counters range within the other's. The
//! second part is what makes `.{1,5000}@.{1,5000}` cost thousands of states and not millions.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::machine::{MachineState, conjuncts};
use crate::regex::{Regex, RegexStore, Run};

/// The number of newest entries that are compared; older ones are only kept in order. Comparing is an
/// optimisation, so this bounds its cost without harm.
const COMPARED: usize = 32;

/// The terms of a state without the bounds of their leading counters.
type Skeleton = SmallVec<[(Regex, Regex); 4]>;
type Bounds = SmallVec<[(u64, u64); 4]>;

struct Entry {
    bounds: Bounds,
    excluded: Arc<[Run]>,
    depth: u64,
    node: u32,
}

impl Entry {
    /// Is the language of this entry seen to be contained in that of `other`?
    fn is_within(&self, other: &Entry) -> bool {
        self.bounds.iter().zip(&other.bounds).all(|(mine, wide)| wide.0 <= mine.0 && mine.1 <= wide.1)
            && other.excluded.iter().all(|run| has_wider(&self.excluded, run))
    }
}

/// Does the sorted list hold a run that allows all counts of `run`?
fn has_wider(list: &[Run], run: &Run) -> bool {
    let at = list.partition_point(|other| (other.tail, other.body) < (run.tail, run.body));
    list[at..]
        .iter()
        .take_while(|other| (other.tail, other.body) == (run.tail, run.body))
        .any(|other| run.is_within(other))
}

/// What became of a new state.
pub(crate) enum Insertion {
    /// Its words are among those of a state that is already kept.
    Superfluous,
    /// It is kept; the nodes in the list need not be expanded any more.
    Kept(SmallVec<[u32; 4]>),
}

/// The kept states.
#[derive(Default)]
pub(crate) struct Antichain {
    entries: FxHashMap<Skeleton, Vec<Entry>>,
    runs: FxHashMap<Regex, Arc<[Run]>>,
}

impl Antichain {
    /// Enters a state that the search met as `node` at `depth`. With `by_depth`, a state stands in
    /// for another only when it was not met later, so that shortest words survive.
    pub(crate) fn enter(
        &mut self,
        store: &RegexStore,
        state: MachineState,
        depth: u64,
        node: u32,
        by_depth: bool,
    ) -> Insertion {
        let mut runs: SmallVec<[Run; 4]> =
            conjuncts(store, state.must).into_iter().map(|part| store.as_run(part)).collect();
        runs.sort_unstable();
        let skeleton = runs.iter().map(|run| (run.tail, run.body)).collect();
        let bounds = runs.iter().map(|run| (run.low, run.high)).collect();
        let entry = Entry { bounds, excluded: self.excluded_runs(store, state.must_not), depth, node };
        let list: &mut Vec<Entry> = self.entries.entry(skeleton).or_default();
        let from = list.len().saturating_sub(COMPARED);
        let stands_in = |old: &Entry| (!by_depth || old.depth <= depth) && entry.is_within(old);
        if list[from..].iter().any(stands_in) {
            return Insertion::Superfluous;
        }
        let mut removed = SmallVec::new();
        let mut at = from;
        while at < list.len() {
            if (!by_depth || depth <= list[at].depth) && list[at].is_within(&entry) {
                removed.push(list.swap_remove(at).node);
            } else {
                at += 1;
            }
        }
        list.push(entry);
        Insertion::Kept(removed)
    }

    fn excluded_runs(&mut self, store: &RegexStore, must_not: Regex) -> Arc<[Run]> {
        let runs = self.runs.entry(must_not).or_insert_with(|| {
            let mut members = Vec::new();
            store.push_alternatives(must_not, &mut members);
            let mut runs: Vec<Run> = members.into_iter().map(|member| store.as_run(member)).collect();
            runs.sort_unstable();
            runs.into()
        });
        Arc::clone(runs)
    }
}
