//! Boolean combinations as a nondeterministic machine whose states are made on demand.
//!
//! Enters: an expression with intersections and complements at the top. Leaves: states of the form
//! "all of `must`, none of `must_not`" with their successors. The positive part is followed
//! nondeterministically (a union becomes a choice, as in a product of automata), the negative part
//! deterministically (a union stays one set, as in a subset construction). So intersection,
//! difference and inclusion are the same machine, and nothing is complemented up front.
//!
//! States that cannot accept for a reason that is cheap to see are never made.

use smallvec::SmallVec;
use tress_base::{Budget, Stop};

use crate::charset::{CharRange, MAX_CHAR};
use crate::regex::{Regex, RegexStore, View};

/// Words in `must` that are not in `must_not`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct MachineState {
    /// An intersection of terms, none of which is a complement.
    pub(crate) must: Regex,
    /// A union of terms.
    pub(crate) must_not: Regex,
}

/// A step of the machine: a character of any of these ranges.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) ranges: Vec<CharRange>,
    pub(crate) target: MachineState,
}

impl MachineState {
    /// Is the empty word accepted here?
    pub(crate) fn accepts(self, store: &RegexStore) -> bool {
        store.is_nullable(self.must) && !store.is_nullable(self.must_not)
    }

    /// Is there certainly an accepted word?
    pub(crate) fn is_surely_live(self, store: &RegexStore) -> bool {
        self.must_not == Regex::NONE && self.must != Regex::NONE && store.is_classical(self.must)
    }
}

/// The states in which a run over words of `r` can begin.
pub(crate) fn start_states(
    store: &mut RegexStore,
    r: Regex,
    budget: &Budget,
) -> Result<Vec<MachineState>, Stop> {
    let mut found = Vec::new();
    expand(store, &[r], Regex::NONE, budget, &mut found)?;
    Ok(found)
}

/// A choice that is still being taken apart.
struct Branch {
    pending: Vec<Regex>,
    must: Vec<Regex>,
    must_not: Vec<Regex>,
}

/// Takes the intersection of `parts` without `excluded` apart into states: unions become
/// choices, complements move to the negative side.
fn expand(
    store: &mut RegexStore,
    parts: &[Regex],
    excluded: Regex,
    budget: &Budget,
    found: &mut Vec<MachineState>,
) -> Result<(), Stop> {
    let is_plain =
        |&part: &Regex| !matches!(store.view(part), View::Union(_) | View::Inter(_) | View::Complement(_));
    if parts.iter().all(is_plain) {
        let must = store.inter(parts);
        found.extend(prune(store, must, excluded, budget)?);
        return Ok(());
    }
    let first = Branch { pending: parts.to_vec(), must: Vec::new(), must_not: vec![excluded] };
    let mut branches = vec![first];
    while let Some(mut branch) = branches.pop() {
        budget.poll()?;
        let Some(part) = branch.pending.pop() else {
            let must = store.inter(&branch.must);
            let must_not = store.union(&branch.must_not);
            found.extend(prune(store, must, must_not, budget)?);
            continue;
        };
        match store.view(part) {
            View::None => {}
            View::Inter(members) => {
                branch.pending.extend_from_slice(members);
                branches.push(branch);
            }
            View::Complement(inner) => {
                branch.must_not.push(inner);
                branches.push(branch);
            }
            View::Union(members) => {
                for &member in members.iter().rev() {
                    let mut pending = branch.pending.clone();
                    pending.push(member);
                    let (must, must_not) = (branch.must.clone(), branch.must_not.clone());
                    branches.push(Branch { pending, must, must_not });
                }
            }
            _ => {
                branch.must.push(part);
                branches.push(branch);
            }
        }
    }
    Ok(())
}

/// The state, unless it is seen to be empty. Exclusions that no word of `must` can meet, because
/// of its length or its characters, are dropped.
fn prune(
    store: &mut RegexStore,
    must: Regex,
    must_not: Regex,
    budget: &Budget,
) -> Result<Option<MachineState>, Stop> {
    if must == Regex::NONE || must_not == Regex::ALL {
        return Ok(None);
    }
    let parts = conjuncts(store, must);
    if must_not == Regex::NONE && parts.len() == 1 {
        return Ok(Some(MachineState { must, must_not }));
    }
    let allowed = store.alphabet(must);
    if parts.len() > 1 && parts.iter().any(|&part| store.needs_outside(part, allowed)) {
        return Ok(None);
    }
    let mut excluded = Vec::new();
    store.push_alternatives(must_not, &mut excluded);
    let before = excluded.len();
    budget.poll_many(before as u64)?;
    excluded.retain(|&other| may_meet_by_length(store, must, other) && !store.needs_outside(other, allowed));
    for part in parts {
        if excluded.iter().any(|&other| is_plainly_included(store, part, other)) {
            return Ok(None);
        }
    }
    let must_not = if excluded.len() == before { must_not } else { store.union_of_flat(excluded) };
    Ok(Some(MachineState { must, must_not }))
}

/// Can a word of one have a length that words of the other have?
fn may_meet_by_length(store: &RegexStore, r: Regex, other: Regex) -> bool {
    store.max_length(r).is_none_or(|max| store.min_length(other) <= max)
        && store.max_length(other).is_none_or(|max| store.min_length(r) <= max)
}

/// The members of an intersection, or the expression alone.
pub(crate) fn conjuncts(store: &RegexStore, r: Regex) -> SmallVec<[Regex; 4]> {
    match store.view(r) {
        View::Inter(members) => members.into(),
        _ => SmallVec::from_slice(&[r]),
    }
}

/// Is inclusion seen from the outermost shape: the same term, the same term with narrower counter
/// bounds, or lengths that `.{l,h}` allows?
fn is_plainly_included(store: &RegexStore, r: Regex, other: Regex) -> bool {
    if r == other {
        return true;
    }
    let outer = store.as_run(other);
    if outer.body == Regex::ANY_CHAR && outer.tail == Regex::EPSILON {
        let longest = store.max_length(r).unwrap_or(u64::MAX);
        return outer.low <= store.min_length(r) && longest <= outer.high;
    }
    store.as_run(r).is_within(&outer)
}

/// All steps that leave `state`, grouped by target; a target may occur more than once.
pub(crate) fn steps(store: &mut RegexStore, state: MachineState, budget: &Budget) -> Result<Vec<Step>, Stop> {
    let mut parts = conjuncts(store, state.must);
    for &part in &parts {
        store.transitions(part, budget)?;
    }
    store.transitions(state.must_not, budget)?;
    parts.push(state.must_not);
    let mut result = Vec::new();
    let mut found = Vec::new();
    for (targets, ranges) in joint_targets(store, &parts, budget)? {
        let (excluded, required) = targets.split_last().map_or((Regex::NONE, &[][..]), |(&e, r)| (e, r));
        found.clear();
        expand(store, required, excluded, budget, &mut found)?;
        result.extend(found.iter().map(|&target| Step { ranges: ranges.clone(), target }));
    }
    Ok(result)
}

pub(crate) type Targets = SmallVec<[Regex; 4]>;

/// The number of newest groups that are compared with a new range. Classes with hundreds of ranges alternate
/// between few targets, so this finds nearly all repetitions.
const COMPARED: usize = 8;

/// Sweeps over the transitions of all `parts` at once. Gives combinations of targets with their
/// ranges; a combination seldom occurs twice. All parts but the last must have a target; the last
/// is the negative one and may have none.
pub(crate) fn joint_targets(
    store: &RegexStore,
    parts: &[Regex],
    budget: &Budget,
) -> Result<Vec<(Targets, Vec<CharRange>)>, Stop> {
    let last = parts.len() - 1;
    let mut groups: Vec<(Targets, Vec<CharRange>)> = Vec::new();
    let mut positions: SmallVec<[usize; 4]> = SmallVec::from_elem(0, parts.len());
    let mut low = 0;
    'sweep: while low <= MAX_CHAR {
        budget.poll_many(parts.len() as u64)?;
        let mut high = MAX_CHAR;
        let mut targets = Targets::new();
        for (index, part) in parts.iter().enumerate() {
            let list = store.known_transitions(*part);
            while list.get(positions[index]).is_some_and(|transition| transition.high < low) {
                positions[index] += 1;
            }
            match list.get(positions[index]) {
                Some(transition) if transition.low <= low => {
                    high = high.min(transition.high);
                    targets.push(transition.target);
                }
                Some(transition) if index == last => {
                    high = high.min(transition.low - 1);
                    targets.push(Regex::NONE);
                }
                Some(transition) => {
                    low = transition.low;
                    continue 'sweep;
                }
                None if index == last => targets.push(Regex::NONE),
                None => break 'sweep,
            }
        }
        match groups.iter_mut().rev().take(COMPARED).find(|group| group.0 == targets) {
            Some(group) => group.1.push((low, high)),
            None => groups.push((targets, vec![(low, high)])),
        }
        low = high + 1;
    }
    Ok(groups)
}
