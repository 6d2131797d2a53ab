//! The theories' part in the search: assigned literals in, implications and conflicts out.

use tress_base::Stop;
use tress_lia::{Bound, Implied, Outcome, Reason, Relation, Side};
use tress_sat::{Check, Lit, Search, Theory, Var};

use super::egraph::Clash;
use super::rules::Rule;
use super::theories::{Cause, Mark, Theories};

impl Theory for Theories {
    fn assign(&mut self, literals: &[Lit]) {
        for literal in literals {
            self.assert_literal(*literal);
        }
    }

    fn push(&mut self) {
        self.lia.push();
        self.graph.push();
        self.contents.push();
        self.marks.push(Mark { unequal: self.unequal.len(), merges: self.merges.len() });
    }

    fn backtrack(&mut self, level: u32) {
        let level = level as usize;
        if let Some(mark) = self.marks.get(level).copied() {
            self.lia.pop(self.marks.len() - level);
            self.unequal.truncate(mark.unequal);
            self.merges.truncate(mark.merges);
            self.marks.truncate(level);
        }
        self.graph.backtrack(level);
        self.contents.backtrack(level);
        self.new_members.clear();
        self.conflict = None;
        self.bounds_changed = true;
    }

    fn propagate(&mut self, search: &mut Search<'_>) -> Result<(), Stop> {
        if !self.propagate_equalities(search)? {
            return Ok(());
        }
        if std::mem::replace(&mut self.bounds_changed, false) || self.conflict.is_some() {
            self.propagate_numbers(search)?;
        }
        Ok(())
    }

    fn explain(&mut self, literal: Lit, others: &mut Vec<Lit>) {
        let mut premises = Vec::new();
        match self.atoms[literal.var().index()].implied_by {
            Some(Cause::Bounds(atom)) => {
                let reasons = self.lia.explain_atom(atom).expect("the atom was implied");
                others.extend(self.clause_against(&reasons));
                return;
            }
            Some(Cause::Graph(node)) => {
                let constant = if literal.is_positive() { self.graph.yes() } else { self.graph.no() };
                self.graph.explain(node, constant, &mut premises);
            }
            None => debug_assert!(false, "only implied literals are explained"),
        }
        premises.sort_unstable();
        premises.dedup();
        others.extend(premises.into_iter().map(|premise| !premise));
    }

    fn final_check(&mut self, search: &mut Search<'_>) -> Result<Check, Stop> {
        self.check_everything(search)
    }

    fn decide(&mut self, _search: &mut Search<'_>) -> Option<Lit> {
        None
    }

    /// A comparison is tried the way it is in the present solution: then deciding it costs the
    /// arithmetic nothing.
    fn phase(&mut self, var: Var) -> Option<bool> {
        let atom = self.atoms.get(var.index())?;
        if let Some((number, value)) = &atom.equation {
            return Some(self.lia.value(*number) == value);
        }
        let bound = self.lia.atom(atom.bound?);
        let value = self.lia.value(bound.var);
        let is_int = self.lia.kind(bound.var) == tress_lia::Kind::Int;
        let holds = |bound: &Bound| match bound.side {
            Side::Upper => *value <= bound.value,
            Side::Lower => *value >= bound.value,
        };
        // Between two whole numbers neither way fits.
        holds(bound).then_some(true).or_else(|| holds(&bound.negated(is_int)).then_some(false))
    }
}

impl Theories {
    /// Tells a true literal to the theories that know its variable.
    fn assert_literal(&mut self, literal: Lit) {
        let positive = literal.is_positive();
        let Some(atom) = self.atoms.get(literal.var().index()) else { return };
        if let Some(node) = atom.node {
            match atom.sides {
                Some((a, b)) if positive => self.graph.merge(a, b, literal),
                _ => {
                    let constant = if positive { self.graph.yes() } else { self.graph.no() };
                    self.graph.merge(node, constant, literal);
                }
            }
        }
        if positive {
            self.new_members.extend(atom.membership);
        }
        if let Some(id) = atom.bound {
            let bound = self.lia.atom(id);
            let is_int = self.lia.kind(bound.var) == tress_lia::Kind::Int;
            let bound = if positive { bound.clone() } else { bound.negated(is_int) };
            let outcome = self.lia.assert_bound(&bound, Self::reason(literal));
            self.note_outcome(outcome);
        }
        match (&self.atoms[literal.var().index()].equation, positive) {
            (Some((var, value)), true) => {
                let equation = tress_lia::Constraint::Fixed(*var, value.clone());
                let outcome = self.lia.assert_constraint(&equation, Self::reason(literal));
                self.note_outcome(outcome);
            }
            (Some(_), false) => self.unequal.push(literal),
            (None, _) => {}
        }
    }

    fn note_outcome(&mut self, outcome: Outcome) {
        self.bounds_changed = true;
        if let Outcome::Conflict(reasons) = outcome {
            self.conflict.get_or_insert(reasons);
        }
    }

    /// A-Conflict: the arithmetic has no solution. Adds the clause that excludes its reasons.
    pub(super) fn a_conflict(&mut self, reasons: &[Reason], search: &mut Search<'_>) {
        self.applied.add(Rule::AConflict);
        let clause = self.clause_against(reasons);
        search.add_temporary(&clause);
    }

    /// S-Conflict: what is equal must differ. Adds the clause that excludes its reasons.
    fn s_conflict(&mut self, Clash(one, other): Clash, search: &mut Search<'_>) {
        self.applied.add(Rule::SConflict);
        let mut literals = Vec::new();
        self.graph.explain(one, other, &mut literals);
        literals.sort_unstable();
        literals.dedup();
        literals.iter_mut().for_each(|literal| *literal = !*literal);
        search.add_temporary(&literals);
    }

    /// A-Prop: numbers that are equal by congruence, such as the lengths of equal strings, are
    /// equal to the arithmetic.
    fn a_prop(&mut self) {
        for (a, b) in std::mem::take(&mut self.graph.equal_numbers) {
            let (Some(left), Some(right)) =
                (self.term_of_node[a.0 as usize], self.term_of_node[b.0 as usize])
            else {
                continue;
            };
            let difference = self.difference(left, right);
            let reason = self.merge_reason(a, b);
            self.applied.add(Rule::AProp);
            let outcome = self.lia.assert_linear(&difference, Relation::Eq, reason);
            self.note_outcome(outcome);
        }
    }

    /// Closes the graph, tells the arithmetic which numbers became equal, and the search which
    /// literals follow. False when there was a conflict.
    pub(super) fn propagate_equalities(&mut self, search: &mut Search<'_>) -> Result<bool, Stop> {
        loop {
            if let Err(clash) = self.graph.close() {
                self.s_conflict(clash, search);
                return Ok(false);
            }
            if !self.conclude_eagerly(search)? {
                return Ok(false);
            }
            if !self.graph.is_open() {
                break;
            }
        }
        self.a_prop();
        for node in std::mem::take(&mut self.graph.settled) {
            let Some(var) = self.var_of_node.get(node.0 as usize).copied().flatten() else { continue };
            let literal = var.literal(self.graph.are_equal(node, self.graph.yes()));
            if search.value(literal) == Some(true) {
                continue;
            }
            self.atom_mut(var).implied_by = Some(Cause::Graph(node));
            if !search.imply(literal) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Looks for a rational solution and tells the search which bounds follow.
    pub(super) fn propagate_numbers(&mut self, search: &mut Search<'_>) -> Result<bool, Stop> {
        let outcome = match self.conflict.take() {
            Some(reasons) => Outcome::Conflict(reasons),
            None => self.lia.check_rational(search.budget())?,
        };
        if let Outcome::Conflict(reasons) = outcome {
            self.a_conflict(&reasons, search);
            return Ok(false);
        }
        let mut implied = Vec::new();
        self.lia.take_implied(&mut implied);
        for Implied { atom, holds } in implied {
            let literal = self.var_of_bound[atom.0 as usize].literal(holds);
            if search.value(literal) == Some(true) {
                continue;
            }
            self.atom_mut(literal.var()).implied_by = Some(Cause::Bounds(atom));
            if !search.imply(literal) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
