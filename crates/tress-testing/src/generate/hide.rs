//! Equal terms that look different.
//!
//! Enters: a term. Leaves: a term with the same value under every model. Each step is an equation that can be
//! read off the definitions of the operators; none of them comes from tress's rewriter, which is what
//! problems made with this test.

use tress_base::Random;
use tress_term::term::{Op, Sort, Term, TermMap, TermStore, post_order};

/// Rewrites some of the parts of `root`, each in about one of `rarity` cases, to equal ones.
pub fn hide(store: &mut TermStore, random: &mut Random, root: Term, rarity: usize) -> Term {
    let mut known: TermMap<Term> = TermMap::new();
    for part in post_order(store, &[root]) {
        let args: Vec<Term> =
            store.args(part).iter().map(|arg| known.get(*arg).copied().unwrap_or(*arg)).collect();
        let mut new = store.with_args(part, &args).unwrap_or(part);
        if random.chance(1, rarity) {
            new = disguised(store, random, new).unwrap_or(new);
        }
        known.set(part, new);
    }
    known.get(root).copied().unwrap_or(root)
}

/// An equal term; `None` if no equation fits.
fn disguised(store: &mut TermStore, random: &mut Random, term: Term) -> Option<Term> {
    if random.chance(1, 2)
        && let Some(other) = by_operator(store, term)
    {
        return Some(other);
    }
    match store.sort(term) {
        Sort::Bool => bool_law(store, random, term),
        Sort::Int => {
            let zero = store.int(0);
            match random.below(3) {
                0 => app(store, Op::Add, &[term, zero]),
                1 => app(store, Op::Sub, &[term]).and_then(|minus| app(store, Op::Sub, &[minus])),
                _ => app(store, Op::Ite, &[TermStore::FALSE, zero, term]),
            }
        }
        Sort::String => word_law(store, random, term),
        Sort::RegLan => {
            let none = app(store, Op::ReNone, &[])?;
            match random.below(3) {
                0 => app(store, Op::ReUnion, &[none, term]),
                1 => app(store, Op::ReComp, &[term]).and_then(|other| app(store, Op::ReComp, &[other])),
                _ => app(store, Op::ReInter, &[term, term]),
            }
        }
        _ => None,
    }
}

fn bool_law(store: &mut TermStore, random: &mut Random, term: Term) -> Option<Term> {
    match random.below(4) {
        0 => app(store, Op::Not, &[term]).and_then(|not| app(store, Op::Not, &[not])),
        1 => app(store, Op::And, &[TermStore::TRUE, term]),
        2 => app(store, Op::Eq, &[term, TermStore::TRUE]),
        _ => app(store, Op::Ite, &[term, TermStore::TRUE, TermStore::FALSE]),
    }
}

fn word_law(store: &mut TermStore, random: &mut Random, term: Term) -> Option<Term> {
    let empty = store.word([]);
    match random.below(4) {
        0 => app(store, Op::Concat, &[term, empty]),
        1 => app(store, Op::Replace, &[term, empty, empty]),
        2 => {
            let zero = store.int(0);
            let length = app(store, Op::Length, &[term])?;
            app(store, Op::Substr, &[term, zero, length])
        }
        _ => app(store, Op::ReplaceAll, &[term, empty, term]),
    }
}

/// Equations of one operator.
fn by_operator(store: &mut TermStore, term: Term) -> Option<Term> {
    let op = store.op(term)?;
    let args = store.args(term).to_vec();
    match (op, args.as_slice()) {
        (Op::Eq | Op::Add | Op::Mul | Op::And | Op::Or | Op::ReUnion | Op::ReInter, _) => {
            let reversed: Vec<Term> = args.iter().rev().copied().collect();
            app(store, op, &reversed)
        }
        (Op::InRe, [word, regex]) => {
            let others = app(store, Op::ReComp, &[*regex])?;
            let outside = app(store, Op::InRe, &[*word, others])?;
            app(store, Op::Not, &[outside])
        }
        (Op::PrefixOf, [prefix, word]) => {
            let (zero, length) = (store.int(0), app(store, Op::Length, &[*prefix])?);
            let start = app(store, Op::Substr, &[*word, zero, length])?;
            app(store, Op::Eq, &[start, *prefix])
        }
        (Op::Contains, [word, part]) => {
            let zero = store.int(0);
            let place = app(store, Op::IndexOf, &[*word, *part, zero])?;
            app(store, Op::Ge, &[place, zero])
        }
        (Op::At, [word, place]) => {
            let one = store.int(1);
            app(store, Op::Substr, &[*word, *place, one])
        }
        (Op::Le | Op::Ge, [left, right]) => {
            app(store, if op == Op::Le { Op::Ge } else { Op::Le }, &[*right, *left])
        }
        (Op::Length, [word]) if store.op(*word) == Some(Op::Concat) => {
            let parts = store.args(*word).to_vec();
            let lengths: Option<Vec<Term>> =
                parts.into_iter().map(|part| app(store, Op::Length, &[part])).collect();
            app(store, Op::Add, &lengths?)
        }
        _ => None,
    }
}

fn app(store: &mut TermStore, op: Op, args: &[Term]) -> Option<Term> {
    store.app(op, args).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Generator, Knobs};
    use tress_base::Budget;
    use tress_term::eval::Evaluator;
    use tress_term::model::Model;

    #[test]
    fn hidden_terms_have_the_same_value() {
        let generator = Generator::new(Knobs::default());
        let (mut store, mut random) = (TermStore::new(), Random::new(11));
        let (mut evaluator, model) = (Evaluator::new(), Model::new());
        let budget = Budget::unlimited();
        let mut changed = 0;
        for case in 0..3000 {
            let sort = [Sort::Bool, Sort::Int, Sort::String][case % 3];
            let term = generator.term(&mut store, &mut random, sort);
            let hidden = hide(&mut store, &mut random, term, 3);
            changed += usize::from(hidden != term);
            let value = evaluator.eval(&store, term, &model, &budget);
            if value.is_ok() {
                assert_eq!(evaluator.eval(&store, hidden, &model, &budget), value);
            }
        }
        assert!(changed > 1500, "{changed}");
    }
}
