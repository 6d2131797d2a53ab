//! Which variable to decide next, and which value to try first.
//!
//! Enters: the variables met by conflict analysis, values undone by backtracking, requests of the
//! caller. Leaves: the next decision.
//!
//! Variables are ranked by exponentially decaying activity (VSIDS; Moskewicz et al. 2001, in the
//! form of `MiniSat`). Values are those a variable had last (Pipatsrisawat and Darwiche 2007). In
//! the stable mode of the search the values of the longest assignment without conflict go first
//! (target phases; Biere and Fleury 2020).

use crate::heap::Heap;
use crate::literal::{Lit, Var};
use crate::needs::Needs;
use crate::trail::Trail;
use tress_base::Random;

/// Activities are scaled down when one passes this limit.
const ACTIVITY_LIMIT: f64 = 1e100;

/// Activity fades by this factor with each conflict.
const DECAY: f64 = 0.95;

/// The values tried first for one variable.
#[derive(Clone, Copy, Debug)]
struct Phases {
    /// Set by the caller.
    initial: bool,
    /// The last value.
    saved: bool,
    /// The value in the longest assignment without conflict since the last reset.
    target: Option<bool>,
    /// The same, since the last rephasing.
    best: Option<bool>,
}

/// The order of decisions.
///
/// Invariant: every unassigned decidable variable is in the heap, or it is optional and no clause
/// needs it.
#[derive(Debug)]
pub(crate) struct Order {
    heap: Heap,
    activity: Vec<f64>,
    increment: f64,
    decidable: Vec<bool>,
    needs: Needs,
    phases: Vec<Phases>,
    target_size: usize,
    best_size: usize,
    random: Random,
    jitter: bool,
}

impl Order {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            heap: Heap::default(),
            activity: Vec::new(),
            increment: 1.0,
            decidable: Vec::new(),
            needs: Needs::default(),
            phases: Vec::new(),
            target_size: 0,
            best_size: 0,
            random: Random::new(seed),
            jitter: seed != 0,
        }
    }

    /// Adds a decidable variable. Seeds other than 0 give it a tiny random activity.
    pub(crate) fn add_var(&mut self, var: Var) {
        let activity = if self.jitter { self.random.below(1000) as f64 * 1e-9 } else { 0.0 };
        self.activity.push(activity * self.increment);
        self.decidable.push(true);
        self.needs.add_var();
        self.phases.push(Phases { initial: false, saved: false, target: None, best: None });
        self.heap.add_var();
        self.heap.insert(var, &self.activity);
    }

    pub(crate) fn is_decidable(&self, var: Var) -> bool {
        self.decidable[var.index()]
    }

    /// Says whether the variable may be decided.
    pub(crate) fn set_decidable(&mut self, var: Var, decidable: bool) {
        self.decidable[var.index()] = decidable;
        if decidable {
            self.heap.insert(var, &self.activity);
        }
    }

    /// Says whether the variable may be decided only while a permanent clause with it is not true.
    pub(crate) fn set_optional(&mut self, var: Var, optional: bool) {
        self.needs.set_optional(var, optional);
        if self.decidable[var.index()] {
            self.heap.insert(var, &self.activity);
        }
    }

    /// Takes note of a permanent clause.
    pub(crate) fn add_clause(&mut self, clause: &[Lit]) {
        if self.needs.add_clause(clause) {
            for literal in clause {
                let var = literal.var();
                if self.decidable[var.index()] && self.needs.is_optional(var) {
                    self.heap.insert(var, &self.activity);
                }
            }
        }
    }

    /// Everything above `level` is undone.
    pub(crate) fn backtrack(&mut self, level: u32) {
        while let Some(var) = self.needs.wake(level) {
            if self.decidable[var.index()] {
                self.heap.insert(var, &self.activity);
            }
        }
    }

    /// Says which value to try first from now on.
    pub(crate) fn set_phase(&mut self, var: Var, phase: bool) {
        self.phases[var.index()] = Phases { initial: phase, saved: phase, target: None, best: None };
    }

    /// The variable took part in a conflict.
    #[inline]
    pub(crate) fn bump(&mut self, var: Var) {
        let activity = &mut self.activity[var.index()];
        *activity += self.increment;
        if *activity > ACTIVITY_LIMIT {
            self.rescale();
        }
        self.heap.grown(var, &self.activity);
    }

    /// A conflict is over: what is bumped from now on counts more.
    pub(crate) fn fade(&mut self) {
        self.increment /= DECAY;
    }

    /// Scales all activities down. Tiny ones become equal, and equal ones are ordered by number, so
    /// that the heap has to be built anew.
    fn rescale(&mut self) {
        for activity in &mut self.activity {
            *activity /= ACTIVITY_LIMIT;
        }
        self.increment /= ACTIVITY_LIMIT;
        let mut rebuilt = Heap::default();
        for number in 0..self.activity.len() {
            rebuilt.add_var();
            let var = Var::new(number as u32);
            if self.heap.contains(var) {
                rebuilt.insert(var, &self.activity);
            }
        }
        self.heap = rebuilt;
    }

    /// The literal has lost its value.
    #[inline]
    pub(crate) fn undone(&mut self, literal: Lit) {
        let var = literal.var();
        self.phases[var.index()].saved = literal.is_positive();
        if self.decidable[var.index()] {
            self.heap.insert(var, &self.activity);
        }
    }

    /// The best unassigned variable that may be decided; it stays in the heap.
    pub(crate) fn next_var(&mut self, trail: &Trail) -> Option<Var> {
        while let Some(var) = self.heap.peek() {
            if trail.is_unset(var) && self.decidable[var.index()] {
                if self.needs.needs(var, trail) {
                    return Some(var);
                }
                self.needs.rest(var, trail.level());
            }
            self.heap.pop(&self.activity);
        }
        None
    }

    /// Is `a` before `b` in the order of decisions?
    pub(crate) fn is_before(&self, a: Var, b: Var) -> bool {
        self.activity[a.index()] > self.activity[b.index()]
    }

    /// The literal to decide for this variable.
    pub(crate) fn phase(&self, var: Var, use_target: bool) -> Lit {
        let phases = &self.phases[var.index()];
        let target = if use_target { phases.target } else { None };
        var.literal(target.unwrap_or(phases.saved))
    }

    /// An assignment without conflict: remembered as target and as best when it is the longest.
    pub(crate) fn remember_assignment(&mut self, literals: &[Lit]) {
        if literals.len() > self.target_size {
            self.target_size = literals.len();
            for literal in literals {
                self.phases[literal.var().index()].target = Some(literal.is_positive());
            }
        }
        if literals.len() > self.best_size {
            self.best_size = literals.len();
            for literal in literals {
                self.phases[literal.var().index()].best = Some(literal.is_positive());
            }
        }
    }

    /// Starts the hunt for a longest assignment anew, from values that `plan` chooses.
    pub(crate) fn rephase(&mut self, plan: Rephase) {
        for phases in &mut self.phases {
            phases.saved = match plan {
                Rephase::Initial => phases.initial,
                Rephase::Inverted => !phases.initial,
                Rephase::Best => phases.best.unwrap_or(phases.saved),
                Rephase::Random => phases.saved ^ self.random.chance(1, 8),
            };
            phases.target = None;
        }
        if plan == Rephase::Best {
            self.best_size = 0;
        }
        self.target_size = 0;
    }

    /// Recomputes the invariant from scratch.
    pub(crate) fn check_invariants(&self, trail: &Trail) -> Result<(), String> {
        let is_lost = |var: &Var| {
            let matters = self.decidable[var.index()] && trail.is_unset(*var);
            matters && !self.heap.contains(*var) && !self.needs.rests(*var, trail)
        };
        let lost = (0..self.decidable.len() as u32).map(Var::new).find(is_lost);
        lost.map_or(Ok(()), |var| Err(format!("{var:?} is unassigned and not in the heap")))
    }
}

/// Where the values of a rephasing come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rephase {
    /// What the caller set.
    Initial,
    /// The opposite.
    Inverted,
    /// The longest assignment seen.
    Best,
    /// The saved values, one in eight flipped.
    Random,
}
