//! What has been found out about terms, whatever is asserted.

use rustc_hash::FxHashMap;
use tress_base::Int;
use tress_lia::Linear;

use tress_term::term::{Term, TermMap};

/// What has been found out so far.
#[derive(Default)]
pub(super) struct Knowledge {
    /// Least and largest length of words, least and largest value of numbers.
    pub(super) bounds: TermMap<Bounds>,
    /// Is this sum never negative?
    pub(super) positive: FxHashMap<Linear, bool>,
    /// Which term a variable of a sum represents.
    pub(super) atoms: FxHashMap<u32, Term>,
    /// Does the second word always (true) or never (false) occur in the first?
    pub(super) contains: FxHashMap<(Term, Term), Option<bool>>,
    /// Is the first language certainly within the second?
    pub(super) within: FxHashMap<(Term, Term), bool>,
    /// How many parts nested concatenations have when they are written flat; where the arguments
    /// are of another operator this counts one, so one map serves all operators.
    pub(super) widths: TermMap<usize>,
}

/// An interval of whole numbers; a missing end is unbounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The smallest number, if there is one.
    pub low: Option<Int>,
    /// The largest number, if there is one.
    pub high: Option<Int>,
}

impl Bounds {
    /// From `low` to `high`, or without an end.
    #[must_use]
    pub fn new(low: i64, high: Option<i64>) -> Self {
        Self { low: Some(Int::from(low)), high: high.map(Int::from) }
    }

    pub(crate) fn exactly(n: Int) -> Self {
        Self { low: Some(n.clone()), high: Some(n) }
    }

    /// All numbers.
    #[must_use]
    pub fn unbounded() -> Self {
        Self { low: None, high: None }
    }

    /// What lies in both intervals.
    pub fn meet(&self, other: &Bounds) -> Bounds {
        let tighter = |a: &Option<Int>, b: &Option<Int>, pick: fn(Int, Int) -> Int| match (a, b) {
            (Some(a), Some(b)) => Some(pick(a.clone(), b.clone())),
            _ => a.clone().or_else(|| b.clone()),
        };
        Bounds {
            low: tighter(&self.low, &other.low, Int::max),
            high: tighter(&self.high, &other.high, Int::min),
        }
    }

    /// Does no number lie in it?
    pub fn is_empty(&self) -> bool {
        self.low.as_ref().zip(self.high.as_ref()).is_some_and(|(low, high)| low > high)
    }

    /// Both intervals and what lies between.
    pub fn join(&self, other: &Bounds) -> Bounds {
        let both = |a: &Option<Int>, b: &Option<Int>, pick: fn(Int, Int) -> Int| {
            a.clone().zip(b.clone()).map(|(a, b)| pick(a, b))
        };
        Bounds { low: both(&self.low, &other.low, Int::min), high: both(&self.high, &other.high, Int::max) }
    }

    /// The sums of a number of each.
    #[must_use]
    pub fn plus(&self, other: &Bounds) -> Bounds {
        let both = |a: &Option<Int>, b: &Option<Int>| a.as_ref().zip(b.as_ref()).map(|(a, b)| a + b);
        Bounds { low: both(&self.low, &other.low), high: both(&self.high, &other.high) }
    }
}
