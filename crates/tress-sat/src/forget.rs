//! Which learned clauses stay, and the collection of the arena.
//!
//! Clauses of glue 2 or less stay for ever, those of glue up to 6 as long as one of the last two
//! rounds used them, the others as long as the last round did (the three tiers of Oh 2015). Of the
//! unused rest three quarters go, the worst first by glue and then by length.

use crate::analyze::GLUE_CORE;
use crate::clause::ClauseRef;
use crate::core::Core;
use crate::trail::Reason;

impl Core {
    /// Is the clause the reason of a literal?
    fn is_locked(&self, clause: ClauseRef) -> bool {
        let first = self.clauses.literal(clause, 0);
        !self.trail.is_unset(first.var()) && self.trail.reason_of(first.var()) == Reason::Clause(clause)
    }

    /// The learned clauses to forget now, worst first. Ages the others.
    pub(crate) fn choose_forgettable(&mut self) -> Vec<ClauseRef> {
        let mut unused = Vec::new();
        for &clause in &self.learned {
            let used = self.clauses.used(clause);
            if used > 0 {
                self.clauses.set_used(clause, used - 1);
            } else if self.clauses.glue(clause) > GLUE_CORE && self.clauses.len(clause) > 2 {
                unused.push(clause);
            }
        }
        let clauses = &self.clauses;
        unused.sort_by_key(|&clause| std::cmp::Reverse((clauses.glue(clause), clauses.len(clause))));
        unused.truncate(unused.len() * 3 / 4);
        unused.retain(|&clause| !self.is_locked(clause));
        unused
    }

    /// Removes clauses that were marked as deleted from lists and watches, and collects the
    /// arena when that is worth it.
    pub(crate) fn sweep(&mut self) {
        let clauses = &self.clauses;
        self.problem.retain(|&clause| !clauses.is_deleted(clause));
        self.learned.retain(|&clause| !clauses.is_deleted(clause));
        for list in &mut self.watches {
            list.retain(|watch| watch.is_binary() || !clauses.is_deleted(watch.clause()));
        }
        if self.clauses.wants_collection() {
            self.collect();
        }
    }

    /// Moves the living clauses together and renames them everywhere.
    pub(crate) fn collect(&mut self) {
        self.statistics.collections += 1;
        let Self { clauses, watches, problem, learned, trail, late, .. } = self;
        let mut collection = clauses.collect();
        for list in [problem, learned] {
            for clause in list {
                *clause = collection.relocate(*clause);
            }
        }
        for list in watches {
            for watch in list {
                *watch = watch.moved_to(collection.relocate(watch.clause()));
            }
        }
        for index in 0..trail.literals().len() {
            let var = trail.literals()[index].var();
            if let Reason::Clause(clause) = trail.reason_of(var) {
                trail.set_reason(var, Reason::Clause(collection.relocate(clause)));
            }
        }
        for clause in late.iter_mut().filter_map(|late| late.clause.as_mut()) {
            *clause = collection.relocate(*clause);
        }
        collection.finish();
    }
}
