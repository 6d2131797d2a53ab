//! Which atoms the truth of the assertions rests on.
//!
//! Under a complete assignment many atoms have a value that nothing depends on: the other side
//! of an `or`, the branch that was not taken. Starting from the formulas that matter, one reason
//! is followed for each value; what is never reached needs no costly check.

use rustc_hash::FxHashSet;
use tress_sat::{Lit, Var};

use crate::term::{Op, Sort, Term, TermSet};

use super::theories::Theories;

impl Theories {
    /// The variables of the atoms that justify the value of every root.
    pub(super) fn relevant(&self, value: impl Fn(Lit) -> Option<bool>) -> FxHashSet<Var> {
        let mut found = FxHashSet::default();
        let mut seen = TermSet::new();
        let mut stack = self.roots.clone();
        let truth = |term: Term| self.literals.get(term).and_then(|literal| value(*literal));
        while let Some(term) = stack.pop() {
            if !seen.add(term) {
                continue;
            }
            let args = self.store.args(term);
            match self.store.op(term) {
                Some(Op::Not | Op::Xor) => stack.extend_from_slice(args),
                Some(Op::Eq) if self.store.sort(args[0]) == Sort::Bool => stack.extend_from_slice(args),
                Some(op @ (Op::And | Op::Or)) => {
                    // A true conjunction needs all its parts, a false one needs one false part.
                    let deciding = op == Op::Or;
                    match args.iter().find(|arg| truth(**arg) == Some(deciding)) {
                        Some(part) if truth(term) != Some(!deciding) => stack.push(*part),
                        _ => stack.extend_from_slice(args),
                    }
                }
                Some(Op::Ite) if self.store.sort(term) == Sort::Bool => {
                    stack.push(args[0]);
                    stack.push(if truth(args[0]) == Some(true) { args[1] } else { args[2] });
                }
                _ => match self.links.get(term) {
                    Some(links) => stack.extend_from_slice(links),
                    None => found.extend(self.literals.get(term).map(|literal| literal.var())),
                },
            }
        }
        found
    }
}
