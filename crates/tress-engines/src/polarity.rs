//! On which sides the truth values of atoms matter.

use rustc_hash::FxHashSet;

use tress_term::term::{Op, Sort, Term, TermStore};

/// Formulas that must hold, or fail, for the problem to hold.
#[derive(Debug, Default)]
pub struct Polarity {
    needed: FxHashSet<(Term, bool)>,
}

impl Polarity {
    /// From the facts down.
    pub fn of(store: &TermStore, roots: &[Term]) -> Self {
        let mut polarity = Self::default();
        let mut open: Vec<(Term, bool)> = roots.iter().map(|root| (*root, true)).collect();
        while let Some((term, side)) = open.pop() {
            if !polarity.needed.insert((term, side)) {
                continue;
            }
            let args = store.args(term);
            match store.op(term) {
                Some(Op::Not) => open.extend(args.iter().map(|arg| (*arg, !side))),
                Some(Op::And | Op::Or) => open.extend(args.iter().map(|arg| (*arg, side))),
                Some(Op::Implies) => {
                    let (last, first) = args.split_last().expect("it has a conclusion");
                    open.push((*last, side));
                    open.extend(first.iter().map(|arg| (*arg, !side)));
                }
                // Numbers and strings may hold conditions.
                _ => open.extend(args.iter().flat_map(|arg| [(*arg, true), (*arg, false)])),
            }
        }
        polarity.needed.retain(|(term, _)| store.sort(*term) == Sort::Bool);
        polarity
    }

    /// Does anything follow from the term being true (or false)?
    pub fn matters(&self, term: Term, side: bool) -> bool {
        self.needed.contains(&(term, side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_rewrite::testing::Terms;

    #[test]
    fn sides_turn_with_negations() {
        let mut terms = Terms::new();
        let root = terms.term("(=> (= x y) (or (not (= y z)) (ite (= x z) a b)))");
        let polarity = Polarity::of(&terms.context.store, &[root]);
        let mut sides = |text| {
            let atom = terms.term(text);
            [true, false].map(|side| polarity.matters(atom, side))
        };
        assert_eq!(sides("(= x y)"), [false, true]);
        assert_eq!(sides("(= y z)"), [false, true]);
        assert_eq!(sides("(= x z)"), [true, true]);
    }
}
