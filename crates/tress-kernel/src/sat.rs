//! What the kernel asks of the SAT solver: the same between searches and in the middle of one.

use tress_sat::{Lit, Search, Solver, Tracer, Var};

/// How long a clause is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// As long as the solver.
    Permanent,
    /// As long as it is of use: whoever found it would find it again.
    Removable,
}

/// Takes new variables and clauses, and tells values.
pub trait Sat {
    /// A new variable that the search may decide; in the middle of a search, only while a clause
    /// needs it.
    fn new_var(&mut self) -> Var;

    /// Makes the theories hear of the variable's value.
    fn observe(&mut self, var: Var);

    /// Adds a clause.
    fn add(&mut self, clause: &[Lit], lifetime: Lifetime);

    /// Says whether the search may decide the variable.
    fn set_decidable(&mut self, var: Var, decidable: bool);

    /// Says which value of the variable to try first.
    fn set_phase(&mut self, var: Var, phase: bool);

    /// Asks the search to decide a variable, whatever clauses need, and to try this value first.
    fn suggest(&mut self, literal: Lit);

    /// The present value of a literal.
    fn value(&self, literal: Lit) -> Option<bool>;
}

impl<R: Tracer> Sat for Solver<R> {
    fn new_var(&mut self) -> Var {
        Solver::new_var(self)
    }

    fn observe(&mut self, var: Var) {
        Solver::observe(self, var);
    }

    fn add(&mut self, clause: &[Lit], _lasting: Lifetime) {
        self.add_clause(clause);
    }

    fn set_decidable(&mut self, var: Var, decidable: bool) {
        Solver::set_decidable(self, var, decidable);
    }

    fn set_phase(&mut self, var: Var, phase: bool) {
        Solver::set_phase(self, var, phase);
    }

    fn suggest(&mut self, literal: Lit) {
        Solver::set_decidable(self, literal.var(), true);
        Solver::set_phase(self, literal.var(), literal.is_positive());
    }

    fn value(&self, literal: Lit) -> Option<bool> {
        self.root_value(literal)
    }
}

impl Sat for Search<'_> {
    fn new_var(&mut self) -> Var {
        let var = Search::new_var(self);
        self.set_optional(var);
        var
    }

    fn observe(&mut self, var: Var) {
        Search::observe(self, var);
    }

    fn add(&mut self, clause: &[Lit], lifetime: Lifetime) {
        match lifetime {
            Lifetime::Permanent => self.add_lemma(clause),
            Lifetime::Removable => self.add_temporary(clause),
        }
    }

    fn set_decidable(&mut self, var: Var, decidable: bool) {
        Search::set_decidable(self, var, decidable);
    }

    fn set_phase(&mut self, var: Var, phase: bool) {
        Search::set_phase(self, var, phase);
    }

    fn suggest(&mut self, literal: Lit) {
        Search::suggest(self, literal);
    }

    fn value(&self, literal: Lit) -> Option<bool> {
        Search::value(self, literal)
    }
}
