//! Conflict analysis: from a false clause to a learned one (first unique implication point;
//! Marques-Silva and Sakallah 1999, Zhang et al. 2001).
//!
//! Enters: a clause whose literals are all false, at least one of them at the current level.
//! Leaves: a clause that follows from the others, in which one literal is of the current level.
//!
//! The steps are separate so that the solver can ask the theory for an explanation between two
//! of them: [`Core::start_analysis`], then [`Core::next_to_resolve`] and [`Core::resolve`] in
//! turn, then [`Core::finish_analysis`].

use crate::clause::ClauseRef;
use crate::core::Core;
use crate::literal::{Lit, Var};
use crate::trail::Reason;

/// Clauses of at most this glue are kept for ever.
pub(crate) const GLUE_CORE: u32 = 2;
/// Clauses of at most this glue are kept while they are in use.
pub(crate) const GLUE_MIDDLE: u32 = 6;

/// What analysis knows about a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// Nothing.
    None,
    /// It is in the clause, or was resolved away.
    Seen,
    /// It follows from literals of the clause.
    Implied,
    /// It is known not to follow.
    Free,
}

/// Scratch memory of the analysis.
///
/// Invariant: between analyses every mark is [`Mark::None`]; `touched` lists the others.
#[derive(Debug, Default)]
pub(crate) struct Analysis {
    pub(crate) marks: Vec<Mark>,
    pub(crate) touched: Vec<Var>,
    /// The clause under construction. The first one is the literal of the current level.
    pub(crate) learned: Vec<Lit>,
    pub(crate) stack: Vec<(Lit, usize)>,
    /// Levels and literals met in the current count carry the current stamp.
    pub(crate) level_stamps: Vec<u64>,
    pub(crate) stamp: u64,
    /// Marked literals of the current level not resolved yet.
    open: usize,
    cursor: usize,
}

impl Analysis {
    pub(crate) fn add_var(&mut self) {
        self.marks.push(Mark::None);
        self.level_stamps.push(0);
        if self.level_stamps.len() == 1 {
            self.level_stamps.push(0);
        }
    }

    pub(crate) fn mark(&mut self, var: Var, mark: Mark) {
        if self.marks[var.index()] == Mark::None {
            self.touched.push(var);
        }
        self.marks[var.index()] = mark;
    }

    pub(crate) fn clear_marks(&mut self) {
        for var in self.touched.drain(..) {
            self.marks[var.index()] = Mark::None;
        }
    }

    /// Stamps a level; says whether it is new in this count.
    pub(crate) fn stamp_level(&mut self, level: u32) -> bool {
        let index = level as usize;
        if index >= self.level_stamps.len() {
            self.level_stamps.resize(index + 1, 0);
        }
        let fresh = self.level_stamps[index] != self.stamp;
        self.level_stamps[index] = self.stamp;
        fresh
    }

    /// Does the current count contain this level?
    pub(crate) fn has_level(&self, level: u32) -> bool {
        self.level_stamps.get(level as usize) == Some(&self.stamp)
    }
}

/// A learned clause, ready to be stored; its literals are in [`Analysis::learned`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Learned {
    /// The level at which the first literal follows from the others.
    pub(crate) level: u32,
    /// The number of levels in the clause (Audemard and Simon 2009).
    pub(crate) glue: u32,
}

impl Core {
    /// Begins with a clause that is false.
    pub(crate) fn start_analysis(&mut self, conflict: ClauseRef) {
        self.analysis.learned.clear();
        self.analysis.learned.push(Lit::from_code(0));
        self.analysis.open = 0;
        self.analysis.cursor = self.trail.literals().len();
        self.absorb_clause(conflict, 0);
    }

    /// The newest literal of the current level that is still to be resolved away. Returns `None`
    /// if only one is left: that one is the unique implication point.
    pub(crate) fn next_to_resolve(&mut self) -> Option<Lit> {
        let analysis = &mut self.analysis;
        let trail = self.trail.literals();
        let newest = loop {
            analysis.cursor -= 1;
            let literal = trail[analysis.cursor];
            if analysis.marks[literal.var().index()] == Mark::Seen {
                break literal;
            }
        };
        analysis.open -= 1;
        if analysis.open > 0 {
            return Some(newest);
        }
        analysis.learned[0] = !newest;
        None
    }

    /// Replaces a literal by its reason. The theory has explained it before.
    pub(crate) fn resolve(&mut self, literal: Lit) {
        match self.trail.reason_of(literal.var()) {
            Reason::Clause(clause) => self.absorb_clause(clause, 1),
            Reason::Binary(other) => self.absorb(other),
            Reason::None | Reason::Theory => {
                debug_assert!(false, "{literal:?} has no reason to resolve with")
            }
        }
    }

    fn absorb_clause(&mut self, clause: ClauseRef, from: usize) {
        if self.clauses.is_learned(clause) {
            self.note_use(clause);
        }
        for index in from..self.clauses.len(clause) {
            self.absorb(self.clauses.literal(clause, index));
        }
    }

    #[inline]
    fn absorb(&mut self, literal: Lit) {
        let var = literal.var();
        if self.analysis.marks[var.index()] != Mark::None {
            return;
        }
        let level = self.trail.level_of(var);
        if level == 0 {
            return;
        }
        self.analysis.mark(var, Mark::Seen);
        self.order.bump(var);
        if level == self.trail.level() {
            self.analysis.open += 1;
        } else {
            self.analysis.learned.push(literal);
        }
    }

    /// A learned clause took part in a conflict: it survives, and its glue may have become better.
    fn note_use(&mut self, clause: ClauseRef) {
        let mut glue = self.clauses.glue(clause);
        if glue > GLUE_CORE {
            let now = self.count_levels(clause);
            if now < glue {
                glue = now;
                self.clauses.set_glue(clause, glue);
            }
        }
        self.clauses.set_used(clause, if glue <= GLUE_MIDDLE { 2 } else { 1 });
    }

    fn count_levels(&mut self, clause: ClauseRef) -> u32 {
        let Self { analysis, clauses, trail, .. } = self;
        analysis.stamp += 1;
        clauses
            .literals(clause)
            .map(|literal| u32::from(analysis.stamp_level(trail.level_of(literal.var()))))
            .sum()
    }

    /// The number of levels among these false literals.
    pub(crate) fn glue_of(&mut self, literals: &[Lit]) -> u32 {
        let Self { analysis, trail, .. } = self;
        analysis.stamp += 1;
        literals.iter().map(|literal| u32::from(analysis.stamp_level(trail.level_of(literal.var())))).sum()
    }

    /// Makes the learned clause short and puts the literal of the second highest level second.
    pub(crate) fn finish_analysis(&mut self) -> Learned {
        self.minimize();
        let mut learned = std::mem::take(&mut self.analysis.learned);
        let glue = self.glue_of(&learned);
        self.strengthen_by_binaries(&mut learned, glue);
        self.analysis.clear_marks();
        let mut level = 0;
        for index in 1..learned.len() {
            let here = self.trail.level_of(learned[index].var());
            if here > level {
                level = here;
                learned.swap(1, index);
            }
        }
        self.order.fade();
        self.statistics.learned_literals += learned.len() as u64;
        self.analysis.learned = learned;
        Learned { level, glue }
    }
}

/// Marks for the walk from a failed assumption back to the others.
impl Core {
    pub(crate) fn mark_cause(&mut self, literal: Lit) {
        if self.trail.level_of(literal.var()) > 0 {
            self.analysis.mark(literal.var(), Mark::Seen);
        }
    }

    pub(crate) fn is_cause(&self, literal: Lit) -> bool {
        self.analysis.marks[literal.var().index()] == Mark::Seen
    }

    /// Marks the reason of a true literal; false when it was decided.
    pub(crate) fn mark_causes_of(&mut self, literal: Lit) -> bool {
        match self.trail.reason_of(literal.var()) {
            Reason::None | Reason::Theory => return false,
            Reason::Binary(other) => self.mark_cause(other),
            Reason::Clause(clause) => {
                for index in 1..self.clauses.len(clause) {
                    self.mark_cause(self.clauses.literal(clause, index));
                }
            }
        }
        true
    }
}
