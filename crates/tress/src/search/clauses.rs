//! Where clauses go: into the solver between searches, or into the running search.

use tress_sat::{Lit, Search, Solver, Var};

/// Takes new variables and clauses.
pub(crate) trait Clauses {
    /// A new variable that the search may decide; in the middle of a search, only while a clause
    /// needs it.
    fn new_var(&mut self) -> Var;

    /// Makes the theories hear of the variable's value.
    fn observe(&mut self, var: Var);

    /// Adds a clause that always holds.
    fn add(&mut self, clause: &[Lit]);

    /// Says whether the search may decide the variable.
    fn set_decidable(&mut self, var: Var, decidable: bool);
}

impl Clauses for Solver {
    fn new_var(&mut self) -> Var {
        Solver::new_var(self)
    }

    fn observe(&mut self, var: Var) {
        Solver::observe(self, var);
    }

    fn add(&mut self, clause: &[Lit]) {
        self.add_clause(clause);
    }

    fn set_decidable(&mut self, var: Var, decidable: bool) {
        Solver::set_decidable(self, var, decidable);
    }
}

impl Clauses for Search<'_> {
    fn new_var(&mut self) -> Var {
        let var = Search::new_var(self);
        self.set_optional(var);
        var
    }

    fn observe(&mut self, var: Var) {
        Search::observe(self, var);
    }

    fn add(&mut self, clause: &[Lit]) {
        self.add_lemma(clause);
    }

    fn set_decidable(&mut self, var: Var, decidable: bool) {
        Search::set_decidable(self, var, decidable);
    }
}
