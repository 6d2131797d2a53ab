//! Removes literals of a learned clause that follow from its others.
//!
//! A literal may go when every path back through its reasons ends in other literals of the clause
//! or at level 0 (Sörensson and Biere 2009). The walk over reasons uses its own stack, since chains
//! of implications are as long as the input likes. Implications that the theory has not explained
//! count as ends of a path: minimisation never asks for an explanation.

use crate::analyze::Mark;
use crate::core::Core;
use crate::literal::Lit;
use crate::trail::Reason;

/// Short clauses of low glue are also resolved with clauses of two literals (as in Glucose).
const STRENGTHEN_LENGTH: usize = 30;
const STRENGTHEN_GLUE: u32 = 6;

impl Core {
    /// Removes redundant literals from the clause under construction.
    pub(crate) fn minimize(&mut self) {
        let mut learned = std::mem::take(&mut self.analysis.learned);
        self.analysis.stamp += 1;
        for literal in &learned {
            self.analysis.stamp_level(self.trail.level_of(literal.var()));
        }
        let before = learned.len();
        let mut kept = 1;
        for index in 1..before {
            let literal = learned[index];
            if !self.is_redundant(literal) {
                learned[kept] = literal;
                kept += 1;
            }
        }
        learned.truncate(kept);
        self.statistics.minimized_literals += (before - kept) as u64;
        self.analysis.learned = learned;
    }

    /// Does this false literal follow from the negations of others in the clause?
    fn is_redundant(&mut self, literal: Lit) -> bool {
        if !self.has_readable_reason(literal) {
            return false;
        }
        self.analysis.stack.clear();
        self.analysis.stack.push((!literal, 0));
        while let Some(&(implied, index)) = self.analysis.stack.last() {
            let Some(cause) = self.cause(implied, index) else {
                self.analysis.stack.pop();
                if self.analysis.marks[implied.var().index()] == Mark::None {
                    self.analysis.mark(implied.var(), Mark::Implied);
                }
                continue;
            };
            if let Some(top) = self.analysis.stack.last_mut() {
                top.1 += 1;
            }
            let level = self.trail.level_of(cause.var());
            match self.analysis.marks[cause.var().index()] {
                Mark::Seen | Mark::Implied => {}
                Mark::None if level == 0 => {}
                Mark::None if self.analysis.has_level(level) && self.has_readable_reason(cause) => {
                    self.analysis.stack.push((!cause, 0));
                }
                Mark::None | Mark::Free => {
                    self.mark_stack_free();
                    return false;
                }
            }
        }
        true
    }

    /// Everything on the stack leads to a literal that does not follow.
    fn mark_stack_free(&mut self) {
        while let Some((literal, _)) = self.analysis.stack.pop() {
            if self.analysis.marks[literal.var().index()] == Mark::None {
                self.analysis.mark(literal.var(), Mark::Free);
            }
        }
    }

    fn has_readable_reason(&self, literal: Lit) -> bool {
        matches!(self.trail.reason_of(literal.var()), Reason::Clause(_) | Reason::Binary(_))
    }

    /// The false literal at this index in the reason of a true one.
    fn cause(&self, implied: Lit, index: usize) -> Option<Lit> {
        match self.trail.reason_of(implied.var()) {
            Reason::Clause(clause) => {
                (index + 1 < self.clauses.len(clause)).then(|| self.clauses.literal(clause, index + 1))
            }
            Reason::Binary(other) => (index == 0).then_some(other),
            Reason::None | Reason::Theory => None,
        }
    }

    /// Drops `-q` when there is a clause of two literals with `q` and the first literal.
    pub(crate) fn strengthen_by_binaries(&mut self, learned: &mut Vec<Lit>, glue: u32) {
        if learned.len() > STRENGTHEN_LENGTH || learned.len() < 2 || glue > STRENGTHEN_GLUE {
            return;
        }
        let before = learned.len();
        for watch in &self.watches[learned[0].index()] {
            if !watch.is_binary() {
                continue;
            }
            let dropped = !watch.blocker();
            if self.analysis.marks[dropped.var().index()] == Mark::Seen {
                learned.retain(|&literal| literal != dropped);
            }
        }
        self.statistics.minimized_literals += (before - learned.len()) as u64;
    }
}
