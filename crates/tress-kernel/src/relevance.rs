//! Which atoms the truth of the assertions rests on.
//!
//! Under a complete assignment many atoms have a value that nothing depends on: the other side
//! of an `or`, the branch that was not taken. Starting from the formulas that matter, one reason
//! is followed for each value; what is never reached needs no costly check.

use rustc_hash::FxHashSet;
use tress_sat::Var;

use tress_term::term::{Op, Sort, Term, TermSet};

use super::context::Context;

/// Formulas whose value matters.
#[derive(Default)]
pub struct Relevance {
    /// The formulas of the problem.
    pub facts: Vec<Term>,
    /// Formulas of inferences, conditions of choices, arguments of functions.
    roots: Vec<Term>,
    is_root: TermSet,
    /// Formulas that stand in the definitions of terms.
    pub(crate) defining: Vec<Term>,
}

impl Relevance {
    /// From now on the value of this formula matters.
    pub fn add_root(&mut self, formula: Term) {
        if self.is_root.add(formula) {
            self.roots.push(formula);
        }
    }
}

impl Context<'_> {
    /// The variables of the atoms that justify the value of every formula that matters.
    pub fn relevant(&self) -> FxHashSet<Var> {
        let (store, atoms, relevance) = (&*self.env.store, &self.kernel.atoms, &self.kernel.relevance);
        let mut found = FxHashSet::default();
        let mut seen = TermSet::new();
        let mut stack = [relevance.roots.as_slice(), &relevance.facts].concat();
        while let Some(term) = stack.pop() {
            if !seen.add(term) {
                continue;
            }
            let args = store.args(term);
            match store.op(term) {
                Some(Op::Not | Op::Xor) => stack.extend_from_slice(args),
                Some(Op::Eq) if store.sort(args[0]) == Sort::Bool => stack.extend_from_slice(args),
                Some(op @ (Op::And | Op::Or)) => {
                    // A true conjunction needs all its parts, a false one needs one false part.
                    let deciding = op == Op::Or;
                    match args.iter().find(|arg| self.truth_of(**arg) == Some(deciding)) {
                        Some(part) if self.truth_of(term) != Some(!deciding) => stack.push(*part),
                        _ => stack.extend_from_slice(args),
                    }
                }
                Some(Op::Ite) if store.sort(term) == Sort::Bool => {
                    stack.push(args[0]);
                    stack.push(if self.truth_of(args[0]) == Some(true) { args[1] } else { args[2] });
                }
                _ => match atoms.links.get(term) {
                    Some(links) => stack.extend_from_slice(links),
                    None => found.extend(atoms.literals.get(term).map(|literal| literal.var())),
                },
            }
        }
        found
    }
}
