//! What a theory must be able to do, and what it may do to the search.
//!
//! The search reports to the theory which observed literals are true; the theory answers with
//! implications, clauses and decisions through a [`Search`] handle. Everything it requests takes
//! effect when its call returns, except implications, which are visible at once.
//!
//! Order of calls: `assign` delivers literals at the current level; `push` opens a level and comes
//! only when everything before it has been delivered and propagated; `backtrack` undoes
//! levels, also in the middle of handling the theory's own lemmas.

use crate::clause::Kind;
use crate::core::Core;
use crate::literal::{Lit, Var};
use crate::trail::{Reason, Value};
use tress_base::{Budget, Stop};

/// The verdict of a theory on a complete assignment, when it has nothing to add.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// The assignment has a model. If the theory wants to keep that model, now is the time:
    /// the search backtracks before it returns.
    Consistent,
    /// The theory drew conclusions of its own: it wants to propagate and to be asked again.
    Again,
    /// The theory does not know. The search ends with [`crate::Unknown::Theory`].
    ///
    /// To go on with other assignments instead, add a clause that excludes this one, guarded by a
    /// literal that is assumed true: when the failed core contains the guard, the answer is
    /// unknown, not unsat.
    GiveUp,
}

/// A theory that takes part in the search.
pub trait Theory {
    /// These observed literals have become true, in this order, at the current level.
    fn assign(&mut self, literals: &[Lit]);

    /// A new decision level begins.
    fn push(&mut self);

    /// Everything that was assigned above `level` is undone.
    fn backtrack(&mut self, level: u32);

    /// Looks for consequences of what was assigned. Called after each unit propagation that ended
    /// without conflict, and again until neither side adds anything.
    ///
    /// # Errors
    /// The reason to stop; what was requested before remains valid.
    fn propagate(&mut self, search: &mut Search<'_>) -> Result<(), Stop>;

    /// Appends the other literals of the clause from which `literal` followed when it was implied.
    /// They must be false and must have been assigned before `literal`. Asked only when
    /// the analysis of a conflict needs it, and only until the literal is undone.
    fn explain(&mut self, literal: Lit, others: &mut Vec<Lit>);

    /// All decidable variables have values and propagation is complete. The verdict counts only
    /// when nothing was requested during the call; otherwise the search goes on.
    ///
    /// # Errors
    /// The reason to stop.
    fn final_check(&mut self, search: &mut Search<'_>) -> Result<Check, Stop>;

    /// The literal to decide next. An assigned one is ignored; `None` leaves the choice to the search.
    fn decide(&mut self, search: &mut Search<'_>) -> Option<Lit>;

    /// The value to try first for a variable that the search is about to decide; `None` leaves it
    /// to the value the variable had before.
    fn phase(&mut self, _var: Var) -> Option<bool> {
        None
    }
}

/// The theory that says nothing: plain propositional logic.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTheory;

impl Theory for NoTheory {
    fn assign(&mut self, _literals: &[Lit]) {}

    fn push(&mut self) {}

    fn backtrack(&mut self, _level: u32) {}

    fn propagate(&mut self, _search: &mut Search<'_>) -> Result<(), Stop> {
        Ok(())
    }

    fn explain(&mut self, _literal: Lit, _others: &mut Vec<Lit>) {}

    fn final_check(&mut self, _search: &mut Search<'_>) -> Result<Check, Stop> {
        Ok(Check::Consistent)
    }

    fn decide(&mut self, _search: &mut Search<'_>) -> Option<Lit> {
        None
    }
}

/// The view of the search that a theory gets.
#[derive(Debug)]
pub struct Search<'a> {
    pub(crate) core: &'a mut Core,
    pub(crate) budget: &'a Budget,
}

impl Search<'_> {
    /// The limits of the running call.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        self.budget
    }

    /// The current decision level.
    #[must_use]
    pub fn level(&self) -> u32 {
        self.core.trail.level()
    }

    /// The current value of a literal.
    #[must_use]
    pub fn value(&self, literal: Lit) -> Option<bool> {
        to_bool(self.core.trail.value(literal))
    }

    /// The value of a literal at level 0, where nothing is ever undone.
    #[must_use]
    pub fn root_value(&self, literal: Lit) -> Option<bool> {
        to_bool(self.core.trail.root_value(literal))
    }

    /// The level at which the variable got its value.
    #[must_use]
    pub fn level_of(&self, var: Var) -> Option<u32> {
        (!self.core.trail.is_unset(var)).then(|| self.core.trail.level_of(var))
    }

    /// Recomputes all invariants of the search from scratch; for tests.
    ///
    /// # Errors
    /// A description of the broken invariant.
    pub fn check_invariants(&self) -> Result<(), String> {
        self.core.check_invariants()
    }

    /// A new variable, decidable and not observed.
    pub fn new_var(&mut self) -> Var {
        self.core.new_var()
    }

    /// Asks for the values of this variable, the present one included.
    pub fn observe(&mut self, var: Var) {
        self.core.observe(var);
    }

    /// Says whether the search may decide the variable.
    pub fn set_decidable(&mut self, var: Var, decidable: bool) {
        self.core.order.set_decidable(var, decidable);
    }

    /// Says that the variable is to be decided only while a lemma or clause that holds it is not
    /// true without it. Clauses that came before do not count.
    pub fn set_optional(&mut self, var: Var) {
        self.core.order.set_optional(var, true);
    }

    /// Says which value of the variable to try first.
    pub fn set_phase(&mut self, var: Var, phase: bool) {
        self.core.order.set_phase(var, phase);
    }

    /// Asks the search to decide the variable of a literal, whatever clauses it stands in, and to try
    /// this value first.
    pub fn suggest(&mut self, literal: Lit) {
        self.core.order.set_optional(literal.var(), false);
        self.set_decidable(literal.var(), true);
        self.set_phase(literal.var(), literal.is_positive());
    }

    /// The literal follows from what was assigned; [`Theory::explain`] can say why. Returns
    /// false when it is false already: then the theory is asked for the explanation as soon as
    /// its call returns, and should say no more.
    pub fn imply(&mut self, literal: Lit) -> bool {
        match self.core.trail.value(literal) {
            Value::True => {}
            Value::Unset => {
                self.core.statistics.implications += 1;
                self.core.trail.assign(literal, Reason::Theory);
            }
            Value::False => {
                self.core.requests.refuted.get_or_insert(literal);
                return false;
            }
        }
        true
    }

    /// Adds a clause that holds for ever: a definition, a split, an axiom. Its literals may
    /// have any values, and none.
    pub fn add_lemma(&mut self, clause: &[Lit]) {
        self.core.requests.add_clause(clause, Kind::Problem);
    }

    /// Adds a valid clause that may be forgotten, since the theory would find it again:
    /// a conflict when all its literals are false, else an eager implication.
    pub fn add_temporary(&mut self, clause: &[Lit]) {
        self.core.requests.add_clause(clause, Kind::Learned);
    }
}

pub(crate) fn to_bool(value: Value) -> Option<bool> {
    match value {
        Value::Unset => None,
        Value::True => Some(true),
        Value::False => Some(false),
    }
}
