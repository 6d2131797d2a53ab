//! Bounds with their reasons, in the order in which they were learned.
//!
//! Enters: bounds on single variables, each asserted with a [`Reason`], assumed by a branch, or
//! derived from earlier ones. Leaves: the tightest bound on each side, and for any set of bounds
//! the reasons below it. A derived bound does not store its premises when they can be found
//! again: a bound that follows from a defining row names the row, and its premises are the bounds
//! of the other variables of the row that were in force at that moment.

use tress_base::Rational;

use crate::linear::Var;
use crate::value::Value;

/// The tag of an asserted bound, chosen by the client; conflicts are sets of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reason(pub u32);

/// Which side of a variable a bound limits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The variable is at least the value.
    Lower,
    /// The variable is at most the value.
    Upper,
}

impl Side {
    /// The other side.
    #[must_use]
    #[inline]
    pub fn opposite(self) -> Side {
        match self {
            Side::Lower => Side::Upper,
            Side::Upper => Side::Lower,
        }
    }

    /// Is `a` a tighter bound than `b` on this side?
    #[inline]
    pub(crate) fn is_tighter(self, a: &Value, b: &Value) -> bool {
        match self {
            Side::Lower => a > b,
            Side::Upper => a < b,
        }
    }
}

/// `var <= value` or `var >= value`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bound {
    /// The limited variable.
    pub var: Var,
    /// The limited side.
    pub side: Side,
    /// The limit; strict limits carry an infinitesimal.
    pub value: Value,
}

impl Bound {
    /// The bound that holds exactly when this one does not.
    #[must_use]
    pub fn negated(&self, is_int: bool) -> Bound {
        let side = self.side.opposite();
        let value = if is_int {
            let step = Rational::from(if side == Side::Lower { 1 } else { -1 });
            Value::from(&self.value.main + &step)
        } else if self.value.delta.is_zero() {
            Value::next_to(self.value.main.clone(), side == Side::Lower)
        } else {
            Value::from(self.value.main.clone())
        };
        Bound { var: self.var, side, value }
    }
}

/// The number of a record in [`Bounds`]. Later records have larger numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct BoundId(pub(crate) u32);

impl BoundId {
    const NONE: BoundId = BoundId(u32::MAX);

    #[inline]
    fn known(self) -> Option<BoundId> {
        (self != BoundId::NONE).then_some(self)
    }
}

/// Where a bound comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Why {
    /// The client asserted it.
    Asserted(Reason),
    /// A branch of the search assumes it.
    Assumed,
    /// It follows from the defining row of this slack variable and the bounds of the others.
    Row(u32),
    /// It follows from a stored set of bounds.
    Set { start: u32, end: u32 },
}

/// One learned bound.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) var: u32,
    pub(crate) side: Side,
    pub(crate) value: Value,
    pub(crate) why: Why,
    /// The bound it replaced.
    previous: BoundId,
}

/// All bounds in force.
///
/// Invariant: for each variable and side the chain of records gets strictly looser towards the
/// past, and no lower bound exceeds the upper bound of its variable.
#[derive(Default, Debug)]
pub(crate) struct Bounds {
    records: Vec<Record>,
    current: Vec<[BoundId; 2]>,
    premises: Vec<BoundId>,
    levels: Vec<(u32, u32)>,
}

impl Bounds {
    pub(crate) fn add_var(&mut self) {
        self.current.push([BoundId::NONE; 2]);
    }

    /// The tightest bound on one side.
    #[inline]
    pub(crate) fn current(&self, var: u32, side: Side) -> Option<BoundId> {
        self.current[var as usize][side as usize].known()
    }

    /// The value of the tightest bound on one side.
    #[inline]
    pub(crate) fn value(&self, var: u32, side: Side) -> Option<&Value> {
        self.current(var, side).map(|id| &self.records[id.0 as usize].value)
    }

    #[inline]
    pub(crate) fn record(&self, id: BoundId) -> &Record {
        &self.records[id.0 as usize]
    }

    /// The looser bound that `id` replaced.
    pub(crate) fn previous(&self, id: BoundId) -> Option<BoundId> {
        self.records[id.0 as usize].previous.known()
    }

    /// The tightest bound that was known before record `limit` was made.
    pub(crate) fn before(&self, var: u32, side: Side, limit: BoundId) -> Option<BoundId> {
        let mut id = self.current(var, side);
        while let Some(found) = id
            && found >= limit
        {
            id = self.previous(found);
        }
        id
    }

    /// Are both bounds known and equal?
    #[inline]
    pub(crate) fn is_fixed(&self, var: u32) -> bool {
        match (self.value(var, Side::Lower), self.value(var, Side::Upper)) {
            (Some(lower), Some(upper)) => lower == upper,
            _ => false,
        }
    }

    /// Has the variable no bound at all?
    pub(crate) fn is_free(&self, var: u32) -> bool {
        self.current[var as usize] == [BoundId::NONE; 2]
    }

    /// How many records there are; the next one gets this number.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    /// Records a bound that the caller has found to be tighter than the current one and not to
    /// cross the opposite one.
    pub(crate) fn push(&mut self, var: u32, side: Side, value: Value, why: Why) -> BoundId {
        debug_assert!(self.value(var, side).is_none_or(|old| side.is_tighter(&value, old)));
        let id = BoundId(self.records.len() as u32);
        let slot = &mut self.current[var as usize][side as usize];
        self.records.push(Record { var, side, value, why, previous: *slot });
        *slot = id;
        id
    }

    /// Stores premises for a record that is about to be pushed.
    pub(crate) fn store(&mut self, premises: &[BoundId]) -> Why {
        let start = self.premises.len() as u32;
        self.premises.extend_from_slice(premises);
        Why::Set { start, end: self.premises.len() as u32 }
    }

    /// The stored premises.
    pub(crate) fn stored(&self, start: u32, end: u32) -> &[BoundId] {
        &self.premises[start as usize..end as usize]
    }

    /// How many levels are open.
    pub(crate) fn level(&self) -> usize {
        self.levels.len()
    }

    pub(crate) fn push_level(&mut self) {
        self.levels.push((self.records.len() as u32, self.premises.len() as u32));
    }

    /// Forgets every bound learned since the level was opened.
    pub(crate) fn pop_level(&mut self) {
        let Some((records, premises)) = self.levels.pop() else { return };
        for record in self.records.drain(records as usize..).rev() {
            self.current[record.var as usize][record.side as usize] = record.previous;
        }
        self.premises.truncate(premises as usize);
    }

    /// Recomputes the invariant of the type from scratch.
    pub(crate) fn check_invariants(&self) -> Result<(), String> {
        let mut last = vec![[BoundId::NONE; 2]; self.current.len()];
        for (number, record) in self.records.iter().enumerate() {
            let slot = &mut last[record.var as usize][record.side as usize];
            if record.previous != *slot {
                return Err(format!("record {number} forgot what it replaced"));
            }
            if let Some(old) = slot.known()
                && !record.side.is_tighter(&record.value, &self.record(old).value)
            {
                return Err(format!("record {number} is not tighter than the one before"));
            }
            *slot = BoundId(number as u32);
        }
        if last != self.current {
            return Err("the current bounds are not the last ones".into());
        }
        for var in 0..self.current.len() as u32 {
            if let (Some(lower), Some(upper)) = (self.value(var, Side::Lower), self.value(var, Side::Upper))
                && lower > upper
            {
                return Err(format!("the bounds of x{var} cross"));
            }
        }
        Ok(())
    }
}
