//! All clauses of a run, and those that its refutation needs.
//!
//! Enters: what a [`Tracer`] sees. Leaves: the clauses that a refutation rests on, each derived one with the
//! clauses that make it follow by unit propagation, in the order in which they become unit (the hints of
//! LRAT, Cruz-Filipe et al. 2017). The walk goes back from the refutation: what nobody needed is never looked
//! at.

use tress_base::{Budget, Stop};

use crate::literal::Lit;
use crate::trace::Tracer;

/// Where a clause comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// From the caller.
    Input,
    /// From the theory.
    Lemma,
    /// By unit propagation from the clauses before it.
    Derived,
}

/// All clauses of a run. Nothing is forgotten.
#[derive(Debug, Default)]
pub struct Trace {
    clauses: Vec<(Box<[Lit]>, Source)>,
    refutation: Option<usize>,
}

/// A clause that a refutation needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needed {
    /// Its literals, each once.
    pub literals: Box<[Lit]>,
    /// Where it comes from.
    pub source: Source,
    /// For a derived clause: positions in the list of needed clauses. With the clause false, each becomes
    /// unit in turn, and the last is false.
    pub hints: Vec<usize>,
}

impl Trace {
    fn keep(&mut self, clause: &[Lit], source: Source) {
        let mut literals = clause.to_vec();
        literals.sort_unstable();
        literals.dedup();
        self.clauses.push((literals.into(), source));
    }

    /// The clauses that the last refutation needs, itself the last of them. `None` if there was no
    /// refutation, or it does not follow.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn trimmed(&self, budget: &Budget) -> Result<Option<Vec<Needed>>, Stop> {
        let Some(last) = self.refutation else { return Ok(None) };
        let mut propagation = Propagation::new(&self.clauses[..=last]);
        let mut needed = vec![false; last + 1];
        let mut hints: Vec<Vec<usize>> = vec![Vec::new(); last + 1];
        needed[last] = true;
        for index in (0..=last).rev() {
            budget.poll()?;
            let (literals, source) = &self.clauses[index];
            if !needed[index] || *source != Source::Derived {
                continue;
            }
            let Some(found) = propagation.hints(literals, index, budget)? else { return Ok(None) };
            found.iter().for_each(|hint| needed[*hint] = true);
            hints[index] = found;
        }
        let mut places = vec![0; last + 1];
        let mut kept = Vec::new();
        for index in (0..=last).filter(|index| needed[*index]) {
            places[index] = kept.len();
            let (literals, source) = &self.clauses[index];
            let hints = hints[index].iter().map(|hint| places[*hint]).collect();
            kept.push(Needed { literals: literals.clone(), source: *source, hints });
        }
        Ok(Some(kept))
    }
}

impl Tracer for Trace {
    fn input(&mut self, clause: &[Lit]) {
        self.keep(clause, Source::Input);
    }

    fn lemma(&mut self, clause: &[Lit]) {
        self.keep(clause, Source::Lemma);
    }

    fn derived(&mut self, clause: &[Lit]) {
        self.keep(clause, Source::Derived);
    }

    fn deleted(&mut self, _clause: &[Lit]) {}

    fn refuted(&mut self, assumptions: &[Lit]) {
        let clause: Vec<Lit> = assumptions.iter().map(|literal| !*literal).collect();
        self.keep(&clause, Source::Derived);
        self.refutation = Some(self.clauses.len() - 1);
    }
}

/// Unit propagation over the clauses before a given one.
///
/// Invariant: between calls nothing is assigned, and each clause of two literals and more watches its first
/// two.
struct Propagation {
    clauses: Vec<Box<[Lit]>>,
    watches: Vec<Vec<usize>>,
    units: Vec<usize>,
    values: Vec<Option<bool>>,
    /// The clause that made a variable true, if one did.
    reasons: Vec<Option<usize>>,
    trail: Vec<Lit>,
}

impl Propagation {
    fn new(clauses: &[(Box<[Lit]>, Source)]) -> Self {
        let literals = clauses.iter().flat_map(|(literals, _)| literals.iter());
        let vars = literals.map(|literal| literal.var().index() + 1).max().unwrap_or(0);
        let mut watches = vec![Vec::new(); 2 * vars];
        let mut units = Vec::new();
        for (index, (literals, _)) in clauses.iter().enumerate() {
            match &**literals {
                [] | [_] => units.push(index),
                [first, second, ..] => {
                    watches[first.index()].push(index);
                    watches[second.index()].push(index);
                }
            }
        }
        let clauses = clauses.iter().map(|(literals, _)| literals.clone()).collect();
        Self {
            clauses,
            watches,
            units,
            values: vec![None; vars],
            reasons: vec![None; vars],
            trail: Vec::new(),
        }
    }

    fn value(&self, literal: Lit) -> Option<bool> {
        self.values[literal.var().index()].map(|value| value == literal.is_positive())
    }

    fn assign(&mut self, literal: Lit, reason: Option<usize>) {
        self.values[literal.var().index()] = Some(literal.is_positive());
        self.reasons[literal.var().index()] = reason;
        self.trail.push(literal);
    }

    /// The clauses before `end` by which a clause follows. `None` if it does not.
    fn hints(&mut self, clause: &[Lit], end: usize, budget: &Budget) -> Result<Option<Vec<usize>>, Stop> {
        for literal in clause {
            match self.value(*literal) {
                None => self.assign(!*literal, None),
                // A clause with a literal and its negation.
                Some(true) => {
                    self.undo();
                    return Ok(Some(Vec::new()));
                }
                Some(false) => {}
            }
        }
        let conflict = self.conflict(end, budget);
        let hints = conflict.map(|conflict| conflict.map(|conflict| self.behind(conflict)));
        self.undo();
        hints
    }

    fn undo(&mut self) {
        for literal in self.trail.drain(..) {
            self.values[literal.var().index()] = None;
        }
    }

    /// A clause before `end` that propagation makes false.
    fn conflict(&mut self, end: usize, budget: &Budget) -> Result<Option<usize>, Stop> {
        self.units.retain(|index| *index < end);
        for place in 0..self.units.len() {
            let index = self.units[place];
            let Some(literal) = self.clauses[index].first().copied() else { return Ok(Some(index)) };
            match self.value(literal) {
                None => self.assign(literal, Some(index)),
                Some(true) => {}
                Some(false) => return Ok(Some(index)),
            }
        }
        let mut head = 0;
        while let Some(literal) = self.trail.get(head).copied() {
            head += 1;
            if let Some(conflict) = self.visit(!literal, end, budget)? {
                return Ok(Some(conflict));
            }
        }
        Ok(None)
    }

    /// Looks at the clauses that watch a literal which became false.
    fn visit(&mut self, falsified: Lit, end: usize, budget: &Budget) -> Result<Option<usize>, Stop> {
        let mut watching = std::mem::take(&mut self.watches[falsified.index()]);
        budget.poll_many(watching.len() as u64)?;
        let mut conflict = None;
        let mut kept = 0;
        for place in 0..watching.len() {
            let index = watching[place];
            // The walk goes backwards: what is not before the end now never will be.
            let moved = index >= end || (conflict.is_none() && self.moves(index, falsified));
            if moved {
                continue;
            }
            watching[kept] = index;
            kept += 1;
            let first = self.clauses[index][0];
            match self.value(first) {
                _ if conflict.is_some() => {}
                None => self.assign(first, Some(index)),
                Some(true) => {}
                Some(false) => conflict = Some(index),
            }
        }
        watching.truncate(kept);
        self.watches[falsified.index()] = watching;
        Ok(conflict)
    }

    /// Lets a clause watch another literal, if one is not false. Otherwise its first literal decides.
    fn moves(&mut self, index: usize, falsified: Lit) -> bool {
        let mut clause = std::mem::take(&mut self.clauses[index]);
        if clause[0] == falsified {
            clause.swap(0, 1);
        }
        let is_true = self.value(clause[0]) == Some(true);
        let free = (2..clause.len()).find(|place| !is_true && self.value(clause[*place]) != Some(false));
        if let Some(place) = free {
            clause.swap(1, place);
            self.watches[clause[1].index()].push(index);
        }
        self.clauses[index] = clause;
        free.is_some()
    }

    /// A conflict and all clauses behind it, in the order in which they became unit.
    fn behind(&self, conflict: usize) -> Vec<usize> {
        let mut is_needed = vec![false; self.values.len()];
        let mark = |is_needed: &mut Vec<bool>, clause: usize| {
            self.clauses[clause].iter().for_each(|literal| is_needed[literal.var().index()] = true);
        };
        mark(&mut is_needed, conflict);
        let mut hints = vec![conflict];
        for literal in self.trail.iter().rev() {
            let var = literal.var().index();
            if is_needed[var]
                && let Some(reason) = self.reasons[var]
            {
                mark(&mut is_needed, reason);
                hints.push(reason);
            }
        }
        hints.reverse();
        hints
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::literal::Var;

    fn clause(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&n| Var::new(n.unsigned_abs()).literal(n > 0)).collect()
    }

    #[test]
    fn only_what_a_refutation_needs_is_kept() {
        let mut trace = Trace::default();
        for numbers in [&[1, 2][..], &[-1, 2], &[3, 4], &[-2, 5], &[-2, -5]] {
            trace.input(&clause(numbers));
        }
        trace.derived(&clause(&[3, 4, 5]));
        trace.derived(&clause(&[2]));
        trace.refuted(&[]);
        let needed = trace.trimmed(&Budget::unlimited()).expect("no limit").expect("a refutation");
        let inputs = needed.iter().filter(|needed| needed.source == Source::Input).count();
        assert_eq!((inputs, needed.len()), (4, 6));
        assert_eq!(*needed[4].literals, clause(&[2]));
        assert_eq!(needed[4].hints, [0, 1]);
        assert_eq!(needed[5].hints, [4, 2, 3]);
    }

    #[test]
    fn a_refutation_that_does_not_follow_is_none() {
        let mut trace = Trace::default();
        assert_eq!(trace.trimmed(&Budget::unlimited()), Ok(None));
        trace.input(&clause(&[1, 2]));
        trace.refuted(&[]);
        assert_eq!(trace.trimmed(&Budget::unlimited()), Ok(None));
    }

    #[test]
    fn assumptions_are_the_negation_of_the_last_clause() {
        let mut trace = Trace::default();
        trace.input(&clause(&[-1, 2]));
        trace.refuted(&clause(&[1, -2]));
        let needed = trace.trimmed(&Budget::unlimited()).expect("no limit").expect("a refutation");
        assert_eq!(*needed[1].literals, clause(&[-1, 2]));
    }
}
