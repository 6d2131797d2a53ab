//! A forward checker: every clause the search derives must follow by unit propagation
//! (reverse unit propagation; Goldberg and Novikov 2003).
//!
//! Enters: the clauses a [`Tracer`] sees. Input clauses and lemmas of the theory are axioms; whoever
//! knows the theory checks those. Leaves: the first clause that was not accepted, if any.
//!
//! This is on purpose a second, plain implementation: it shares nothing with the search but the
//! type of literals, and it forgets a clause when the search does, so that a clause deleted by
//! mistake is missed here too.

use crate::literal::Lit;
use crate::trace::Tracer;
use std::collections::HashMap;

/// A clause that watches a literal, and another literal of it: when that is true, the clause
/// need not be looked at.
#[derive(Clone, Copy, Debug)]
struct Watch {
    name: usize,
    other: Lit,
}

/// What the checker has seen.
///
/// Invariants: between checks `trail` holds what is true for ever. A stored clause watches its first
/// two literals, unless it came with all but one of its literals false for ever. Watches of deleted
/// clauses, which are empty, are dropped when they are met.
#[derive(Debug, Default)]
pub struct Checker {
    clauses: Vec<Box<[Lit]>>,
    names: HashMap<Box<[Lit]>, Vec<usize>>,
    watches: Vec<Vec<Watch>>,
    values: Vec<Option<bool>>,
    trail: Vec<Lit>,
    head: usize,
    contradictory: bool,
    accepted: u64,
    refutations: u64,
    rejected: Option<Vec<Lit>>,
}

impl Checker {
    /// A checker that has seen nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many derived clauses and refutations were accepted.
    #[must_use]
    pub fn accepted(&self) -> u64 {
        self.accepted
    }

    /// How many refutations were seen.
    #[must_use]
    pub fn refutations(&self) -> u64 {
        self.refutations
    }

    /// Were all derived clauses accepted?
    ///
    /// # Errors
    /// The first clause that was not.
    pub fn verdict(&self) -> Result<(), &[Lit]> {
        self.rejected.as_deref().map_or(Ok(()), Err)
    }

    fn value(&self, literal: Lit) -> Option<bool> {
        self.values[literal.var().index()].map(|value| value == literal.is_positive())
    }

    fn assign(&mut self, literal: Lit) {
        self.values[literal.var().index()] = Some(literal.is_positive());
        self.trail.push(literal);
    }

    fn make_room(&mut self, clause: &[Lit]) {
        let needed = clause.iter().map(|literal| literal.var().index() + 1).max().unwrap_or(0);
        if needed > self.values.len() {
            self.values.resize(needed, None);
            self.watches.resize(2 * needed, Vec::new());
        }
    }

    /// The clause as a sorted set.
    fn key(clause: &[Lit]) -> Box<[Lit]> {
        let mut key = clause.to_vec();
        key.sort_unstable();
        key.dedup();
        key.into()
    }

    fn add(&mut self, clause: &[Lit]) {
        self.make_room(clause);
        let key = Self::key(clause);
        let name = self.clauses.len();
        let mut literals = key.clone();
        self.names.entry(key).or_default().push(name);
        literals.sort_by_key(|&literal| self.value(literal) == Some(false));
        let open = literals.iter().filter(|&&literal| self.value(literal) != Some(false)).count();
        match open {
            0 => self.contradictory = true,
            1 if self.value(literals[0]).is_none() => {
                self.assign(literals[0]);
                self.contradictory |= self.propagate();
            }
            1 => {}
            _ => {
                self.watches[literals[0].index()].push(Watch { name, other: literals[1] });
                self.watches[literals[1].index()].push(Watch { name, other: literals[0] });
            }
        }
        self.clauses.push(literals);
    }

    /// Propagates the trail to its end; true when a clause is false.
    fn propagate(&mut self) -> bool {
        while let Some(&literal) = self.trail.get(self.head) {
            self.head += 1;
            let mut watching = std::mem::take(&mut self.watches[(!literal).index()]);
            let (mut kept, mut next, mut conflict) = (0, 0, false);
            while next < watching.len() && !conflict {
                let watch = watching[next];
                next += 1;
                match self.visit(watch, !literal) {
                    Visit::Gone => {}
                    Visit::Stays(watch, is_false) => {
                        watching[kept] = watch;
                        kept += 1;
                        conflict = is_false;
                    }
                }
            }
            watching.drain(kept..next);
            self.watches[(!literal).index()] = watching;
            if conflict {
                return true;
            }
        }
        false
    }

    /// Looks at a clause that watches a literal which has become false.
    fn visit(&mut self, watch: Watch, falsified: Lit) -> Visit {
        if self.value(watch.other) == Some(true) {
            return Visit::Stays(watch, false);
        }
        let mut clause = std::mem::take(&mut self.clauses[watch.name]);
        if clause.is_empty() {
            return Visit::Gone;
        }
        if clause[0] == falsified {
            clause.swap(0, 1);
        }
        let (first, here) = (clause[0], Watch { name: watch.name, other: clause[0] });
        let value = self.value(first);
        let free = (2..clause.len()).find(|&index| self.value(clause[index]) != Some(false));
        let visit = match free {
            Some(index) if value != Some(true) => {
                clause.swap(1, index);
                self.watches[clause[1].index()].push(here);
                Visit::Gone
            }
            // The second watch is false and all behind it: the first decides.
            _ => Visit::Stays(here, value == Some(false)),
        };
        self.clauses[watch.name] = clause;
        if matches!(visit, Visit::Stays(..)) && value.is_none() {
            self.assign(first);
        }
        visit
    }

    /// Does the clause follow by unit propagation?
    fn follows(&mut self, clause: &[Lit]) -> bool {
        if self.contradictory {
            return true;
        }
        self.make_room(clause);
        let (root, head) = (self.trail.len(), self.head);
        let mut follows = false;
        for &literal in clause {
            match self.value(literal) {
                Some(true) => follows = true,
                Some(false) => {}
                None => self.assign(!literal),
            }
        }
        follows = follows || self.propagate();
        for literal in self.trail.drain(root..) {
            self.values[literal.var().index()] = None;
        }
        self.head = head;
        follows
    }

    fn check(&mut self, clause: &[Lit]) {
        if self.follows(clause) {
            self.accepted += 1;
        } else if self.rejected.is_none() {
            self.rejected = Some(clause.to_vec());
        }
    }
}

/// What became of a watch.
enum Visit {
    /// The clause watches another literal now, or is deleted.
    Gone,
    /// It stays; the flag says that the clause is false.
    Stays(Watch, bool),
}

impl Tracer for Checker {
    fn input(&mut self, clause: &[Lit]) {
        self.add(clause);
    }

    fn lemma(&mut self, clause: &[Lit]) {
        self.add(clause);
    }

    fn derived(&mut self, clause: &[Lit]) {
        self.check(clause);
        self.add(clause);
    }

    fn deleted(&mut self, clause: &[Lit]) {
        let Some(name) = self.names.get_mut(&Self::key(clause)).and_then(Vec::pop) else {
            // The search deleted what it never had.
            self.rejected.get_or_insert_with(|| clause.to_vec());
            return;
        };
        self.clauses[name] = Box::default();
    }

    fn refuted(&mut self, assumptions: &[Lit]) {
        self.refutations += 1;
        let clause: Vec<Lit> = assumptions.iter().map(|&literal| !literal).collect();
        self.check(&clause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::literal::Var;

    fn clause(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&n| Var::new(n.unsigned_abs()).literal(n > 0)).collect()
    }

    fn checker(clauses: &[&[i32]]) -> Checker {
        let mut checker = Checker::new();
        for numbers in clauses {
            checker.input(&clause(numbers));
        }
        checker
    }

    #[test]
    fn what_follows_is_accepted() {
        let mut checker = checker(&[&[1, 2], &[-1, 2, 3], &[-3, 4]]);
        checker.derived(&clause(&[2, 4]));
        checker.refuted(&clause(&[-2, -4]));
        assert_eq!((checker.verdict(), checker.accepted()), (Ok(()), 2));
    }

    #[test]
    fn what_does_not_follow_is_rejected() {
        let mut checker = checker(&[&[1, 2], &[-1, 2, 3]]);
        checker.derived(&clause(&[2]));
        assert_eq!(checker.verdict(), Err(&clause(&[2])[..]));
    }

    #[test]
    fn a_deleted_clause_is_not_used() {
        let mut checker = checker(&[&[1, 2], &[-1, 2]]);
        checker.deleted(&clause(&[2, 1]));
        checker.derived(&clause(&[2]));
        assert!(checker.verdict().is_err());
    }

    #[test]
    fn deleting_an_unknown_clause_is_an_error() {
        let mut checker = checker(&[&[1, 2]]);
        checker.deleted(&clause(&[1, 3]));
        assert!(checker.verdict().is_err());
    }

    #[test]
    fn an_empty_refutation_needs_a_contradiction() {
        let mut wrong = checker(&[&[1, 2]]);
        wrong.refuted(&[]);
        assert!(wrong.verdict().is_err());
        let mut right = checker(&[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]]);
        right.derived(&clause(&[1]));
        right.refuted(&[]);
        assert_eq!(right.verdict(), Ok(()));
    }
}
