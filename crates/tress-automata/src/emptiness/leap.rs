//! Leaps: where a search goes round while counters run down, it can go round many times at once.
//!
//! Enters: machine states. Leaves: the outline of a state, which is the state without the values
//! of its counters, and the state that a whole number of further rounds would lead to. When a
//! path leads from a state to another with the same outline and smaller counters, reading the
//! same word again makes the counters smaller by the same amount. That is so as long as no
//! counter runs out on the way, which is not looked at here: whoever leaps must check the word
//! that comes out of it.

use smallvec::SmallVec;

use crate::machine::{MachineState, conjuncts};
use crate::regex::{Regex, RegexStore, Run, UNBOUNDED};

/// Counters below this are not worth a leap.
const WORTH: u64 = 16;
/// The number of factors of a term that are looked at.
const MOST_FACTORS: usize = 4;
/// States with more terms have no outline.
const MOST_TERMS: usize = 8;

/// A term without the bounds of its first counters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Term {
    excluded: bool,
    bodies: SmallVec<[Regex; MOST_FACTORS]>,
    tail: Regex,
}

/// The least and the largest count of a counter.
type Bounds = (u64, u64);

/// What a state looks like apart from the values of its counters.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Shape(Vec<Term>);

/// A state as its shape and the values of its counters.
pub(crate) struct Outline {
    pub(crate) shape: Shape,
    counters: Vec<Bounds>,
}

/// The outline of a state with large counters.
pub(crate) fn outline(store: &RegexStore, state: MachineState) -> Option<Outline> {
    let mut excluded = Vec::new();
    store.push_alternatives(state.must_not, &mut excluded);
    let required = conjuncts(store, state.must);
    if required.len() + excluded.len() > MOST_TERMS {
        return None;
    }
    let required = required.into_iter().map(|part| (part, false));
    let parts = required.chain(excluded.into_iter().map(|part| (part, true)));
    let mut terms: Vec<(Term, SmallVec<[Bounds; MOST_FACTORS]>)> =
        parts.map(|(part, excluded)| take_apart(store, part, excluded)).collect();
    let is_large = |&(low, high): &Bounds| low >= WORTH || (high >= WORTH && high != UNBOUNDED);
    if !terms.iter().any(|(_, counters)| counters.iter().any(is_large)) {
        return None;
    }
    terms.sort_unstable();
    let counters = terms.iter().flat_map(|(_, counters)| counters.iter().copied()).collect();
    let shape = Shape(terms.into_iter().map(|(term, _)| term).collect());
    Some(Outline { shape, counters })
}

fn take_apart(store: &RegexStore, part: Regex, excluded: bool) -> (Term, SmallVec<[Bounds; MOST_FACTORS]>) {
    let mut term = Term { excluded, bodies: SmallVec::new(), tail: part };
    let mut counters = SmallVec::new();
    while term.tail != Regex::EPSILON && counters.len() < MOST_FACTORS {
        let Run { tail, body, low, high } = store.as_run(term.tail);
        term.bodies.push(body);
        counters.push((low, high));
        term.tail = tail;
    }
    (term, counters)
}

impl Outline {
    /// How often the way from `before` to here can be gone again before a counter gets too small;
    /// Returns `None` if no counter ran down or one ran up.
    pub(crate) fn rounds_since(&self, before: &Outline) -> Option<u64> {
        let mut rounds: Option<u64> = None;
        for (old, new) in before.counters.iter().zip(&self.counters) {
            for (old, new) in [(old.0, new.0), (old.1, new.1)] {
                let step = old.checked_sub(new)?;
                if let Some(most) = new.saturating_sub(1).checked_div(step) {
                    rounds = Some(rounds.map_or(most, |rounds| rounds.min(most)));
                }
            }
        }
        rounds.filter(|rounds| *rounds > 0)
    }

    /// The state after `rounds` more rounds like the one from `before` to here. What they have
    /// taken off each counter must be left on it.
    pub(crate) fn after(&self, store: &mut RegexStore, before: &Outline, rounds: u64) -> MachineState {
        let mut left = before.counters.iter().zip(&self.counters).map(|(old, new)| {
            let less = |old: u64, new: u64| new - (old - new) * rounds;
            (less(old.0, new.0), less(old.1, new.1))
        });
        let (mut required, mut excluded) = (Vec::new(), Vec::new());
        for term in &self.shape.0 {
            let mut factors: SmallVec<[Regex; 8]> = SmallVec::new();
            for body in &term.bodies {
                let (low, high) = left.next().unwrap_or((1, 1));
                factors.push(store.repeat(*body, low, (high != UNBOUNDED).then_some(high)));
            }
            factors.push(term.tail);
            let whole = store.concat(&factors);
            if term.excluded { excluded.push(whole) } else { required.push(whole) }
        }
        MachineState { must: store.inter(&required), must_not: store.union(&excluded) }
    }
}
