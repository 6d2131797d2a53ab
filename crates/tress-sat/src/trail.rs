//! The assignment: which literals are true, since which decision level, and why.
//!
//! Literals enter by decision or with a reason and leave by backtracking, last in first out.
//!
//! A literal always stands at the level that was current when it entered, even when its reason
//! already held at a lower one (a theory may find an implication late). Nothing in the search
//! needs more than: the literals of a reason stand earlier on the trail, at the same level or a
//! lower one.

use crate::clause::ClauseRef;
use crate::literal::{Lit, Var};

/// The value of a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Unset,
    True,
    False,
}

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// A decision, an assumption, or a fact of level 0 whose reason nobody will ask for.
    None,
    /// All other literals of the clause are false.
    Clause(ClauseRef),
    /// The other literal of a clause of two is this one, and it is false.
    Binary(Lit),
    /// The theory said so and can explain it.
    Theory,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    level: u32,
    position: u32,
    reason: Reason,
}

/// The assignment with its history.
///
/// Invariants: `literals` holds exactly the true literals; `starts[k]` is the length of the trail
/// when level `k + 1` began; `head` never passes the end of the trail.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    values: Vec<Value>,
    entries: Vec<Entry>,
    literals: Vec<Lit>,
    starts: Vec<u32>,
    head: usize,
}

impl Trail {
    /// Adds a variable.
    pub(crate) fn add_var(&mut self) {
        self.values.extend([Value::Unset; 2]);
        self.entries.push(Entry { level: 0, position: 0, reason: Reason::None });
    }

    #[inline]
    pub(crate) fn value(&self, literal: Lit) -> Value {
        self.values[literal.index()]
    }

    /// The value of the literal with this code.
    #[inline]
    pub(crate) fn value_of_code(&self, code: u32) -> Value {
        self.values[code as usize]
    }

    #[inline]
    pub(crate) fn is_unset(&self, var: Var) -> bool {
        self.values[var.positive().index()] == Value::Unset
    }

    /// The value of a literal, counting only what holds at level 0.
    pub(crate) fn root_value(&self, literal: Lit) -> Value {
        let value = self.value(literal);
        if value != Value::Unset && self.level_of(literal.var()) > 0 { Value::Unset } else { value }
    }

    /// The current decision level.
    #[inline]
    pub(crate) fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The level at which an assigned variable got its value.
    #[inline]
    pub(crate) fn level_of(&self, var: Var) -> u32 {
        self.entries[var.index()].level
    }

    /// The position of an assigned variable on the trail.
    #[inline]
    pub(crate) fn position_of(&self, var: Var) -> u32 {
        self.entries[var.index()].position
    }

    #[inline]
    pub(crate) fn reason_of(&self, var: Var) -> Reason {
        self.entries[var.index()].reason
    }

    pub(crate) fn set_reason(&mut self, var: Var, reason: Reason) {
        self.entries[var.index()].reason = reason;
    }

    /// The true literals in the order in which they became true.
    #[inline]
    pub(crate) fn literals(&self) -> &[Lit] {
        &self.literals
    }

    /// Where on the trail this level begins.
    pub(crate) fn start_of_level(&self, level: u32) -> usize {
        if level == 0 { 0 } else { self.starts[level as usize - 1] as usize }
    }

    /// The decision that opened this level, unless the level is empty.
    pub(crate) fn decision_of_level(&self, level: u32) -> Option<Lit> {
        let start = self.start_of_level(level);
        let end = self.starts.get(level as usize).map_or(self.literals.len(), |&end| end as usize);
        (start < end).then(|| self.literals[start])
    }

    /// Opens a decision level.
    pub(crate) fn open_level(&mut self) {
        self.starts.push(self.literals.len() as u32);
    }

    /// Makes an unassigned literal true at the current level.
    #[inline]
    pub(crate) fn assign(&mut self, literal: Lit, reason: Reason) {
        debug_assert!(self.value(literal) == Value::Unset, "{literal:?} has a value already");
        self.values[literal.index()] = Value::True;
        self.values[(!literal).index()] = Value::False;
        let level = self.starts.len() as u32;
        let reason = if level == 0 && reason != Reason::Theory { Reason::None } else { reason };
        let position = self.literals.len() as u32;
        self.entries[literal.var().index()] = Entry { level, position, reason };
        self.literals.push(literal);
    }

    /// The next true literal whose clauses have not been visited.
    #[inline]
    pub(crate) fn next_to_propagate(&mut self) -> Option<Lit> {
        let literal = self.literals.get(self.head).copied()?;
        self.head += 1;
        Some(literal)
    }

    /// Have the clauses of all true literals been visited?
    pub(crate) fn is_propagated(&self) -> bool {
        self.head == self.literals.len()
    }

    /// Undoes everything above `level`, handing each undone literal to `undo`, newest first.
    pub(crate) fn backtrack(&mut self, level: u32, mut undo: impl FnMut(Lit)) {
        let Some(&start) = self.starts.get(level as usize) else { return };
        for &literal in self.literals[start as usize..].iter().rev() {
            self.values[literal.index()] = Value::Unset;
            self.values[(!literal).index()] = Value::Unset;
            undo(literal);
        }
        self.literals.truncate(start as usize);
        self.starts.truncate(level as usize);
        self.head = self.head.min(start as usize);
    }

    /// Recomputes the invariants from scratch.
    pub(crate) fn check_invariants(&self) -> Result<(), String> {
        let assigned = self.values.iter().filter(|&&value| value == Value::True).count();
        if assigned != self.literals.len() || self.head > self.literals.len() {
            return Err(format!("{assigned} true literals, {} on the trail", self.literals.len()));
        }
        for (position, &literal) in self.literals.iter().enumerate() {
            let level = self.starts.iter().filter(|&&start| start as usize <= position).count();
            let entry = &self.entries[literal.var().index()];
            if entry.level as usize != level || entry.position as usize != position {
                return Err(format!("{literal:?} stands at the wrong position"));
            }
            if self.value(literal) != Value::True || self.value(!literal) != Value::False {
                return Err(format!("{literal:?} is on the trail and not true"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backtracking_restores_what_was() {
        let mut trail = Trail::default();
        let lits: Vec<Lit> = (0..4).map(|number| Var::new(number).negative()).collect();
        lits.iter().for_each(|_| trail.add_var());
        trail.assign(lits[0], Reason::None);
        trail.open_level();
        trail.assign(lits[1], Reason::None);
        trail.assign(lits[2], Reason::Binary(lits[1]));
        trail.open_level();
        trail.assign(lits[3], Reason::Theory);
        assert_eq!(trail.check_invariants(), Ok(()));
        assert_eq!(trail.decision_of_level(1), Some(lits[1]));
        while trail.next_to_propagate().is_some() {}
        let mut undone = Vec::new();
        trail.backtrack(0, |literal| undone.push(literal));
        assert_eq!(undone, [lits[3], lits[2], lits[1]]);
        assert_eq!(trail.literals(), &lits[..1]);
        assert!(trail.is_propagated() && trail.level() == 0 && trail.is_unset(lits[3].var()));
        assert_eq!(trail.check_invariants(), Ok(()));
    }
}
