//! Optional variables: those that matter only while a clause is open.
//!
//! A lemma brings atoms that nothing else mentions. While its clauses are true without them,
//! deciding them is work for nothing. Enters: the clauses that hold optional variables. Leaves:
//! whether some of them is not true at present.

use crate::literal::{Lit, Var};
use crate::trail::{Trail, Value};

/// Clauses by the optional variables in them.
///
/// Invariants: for each permanent clause with optional variables, the literals that were optional
/// when it came list it. `resting` stands in rising order of levels.
#[derive(Debug, Default)]
pub(crate) struct Needs {
    is_optional: Vec<bool>,
    clauses: Vec<Box<[Lit]>>,
    occurrences: Vec<Vec<u32>>,
    /// Variables that no clause needed, and the level at which that was found. All their clauses stay
    /// true until that level is undone.
    resting: Vec<(Var, u32)>,
}

impl Needs {
    /// A new variable, not optional.
    pub(crate) fn add_var(&mut self) {
        self.is_optional.push(false);
        self.occurrences.push(Vec::new());
    }

    /// Says whether the variable is optional from now on; clauses that came before do not count.
    pub(crate) fn set_optional(&mut self, var: Var, optional: bool) {
        self.is_optional[var.index()] = optional;
    }

    pub(crate) fn is_optional(&self, var: Var) -> bool {
        self.is_optional[var.index()]
    }

    /// Takes note of a permanent clause. True when it has optional variables.
    pub(crate) fn add_clause(&mut self, clause: &[Lit]) -> bool {
        let number = self.clauses.len() as u32;
        let mut found = false;
        for literal in clause {
            if self.is_optional[literal.var().index()] {
                self.occurrences[literal.var().index()].push(number);
                found = true;
            }
        }
        if found {
            self.clauses.push(clause.into());
        }
        found
    }

    /// Must the variable be decided? An open clause and a true literal are remembered in front,
    /// where the next question finds them first.
    pub(crate) fn needs(&mut self, var: Var, trail: &Trail) -> bool {
        if !self.is_optional[var.index()] {
            return true;
        }
        let occurrences = &mut self.occurrences[var.index()];
        let clauses = &mut self.clauses;
        let open = occurrences.iter().position(|&number| {
            let clause = &mut clauses[number as usize];
            match clause.iter().position(|&literal| trail.value(literal) == Value::True) {
                Some(index) => clause.swap(0, index),
                None => return true,
            }
            false
        });
        match open {
            Some(index) => {
                occurrences.swap(0, index);
                true
            }
            None => false,
        }
    }

    /// Lets a variable rest that is not needed at this level.
    pub(crate) fn rest(&mut self, var: Var, level: u32) {
        self.resting.push((var, level));
    }

    /// The next variable whose rest ends when everything above `level` is undone.
    pub(crate) fn wake(&mut self, level: u32) -> Option<Var> {
        self.resting.pop_if(|(_, since)| *since > level).map(|(var, _)| var)
    }

    /// Does the variable rest, and rightly so?
    pub(crate) fn rests(&self, var: Var, trail: &Trail) -> bool {
        let is_true = |number: &u32| {
            self.clauses[*number as usize].iter().any(|&literal| trail.value(literal) == Value::True)
        };
        self.is_optional[var.index()] && self.occurrences[var.index()].iter().all(is_true)
    }
}
