//! Laws of the connectives, of choice and of equality.

use crate::term::{Op, Sort, Term, TermSet, TermStore};

/// Simplifies the top of a term by the laws of its operator.
pub(super) fn simplify(store: &mut TermStore, term: Term) -> Term {
    match store.op(term) {
        Some(Op::Not) => {
            let arg = store.args(term)[0];
            store.not(arg)
        }
        Some(Op::And) => junction(store, term, TermStore::FALSE),
        Some(Op::Or) => junction(store, term, TermStore::TRUE),
        Some(Op::Implies) => implication(store, term),
        Some(Op::Ite) => choice(store, term),
        Some(Op::Eq) => equality(store, term),
        Some(Op::Distinct) => distinct(store, term),
        _ => term,
    }
}

/// `and` and `or`. `strong` is the literal that decides the whole, the other one is dropped.
///
/// match: `(and a true a b)`; result: `(and a b)`; why: conjunction is idempotent with unit true.
/// match: `(and a (not a))`; result: `false`.
fn junction(store: &mut TermStore, term: Term, strong: Term) -> Term {
    let op = store.op(term).expect("called on and, or");
    let weak = store.not(strong);
    let mut seen = TermSet::new();
    let mut kept: Vec<Term> = Vec::new();
    let args = store.args(term).to_vec();
    for arg in &args {
        if *arg == strong {
            return strong;
        }
        if *arg != weak && seen.add(*arg) {
            kept.push(*arg);
        }
    }
    for arg in &kept {
        if store.op(*arg) == Some(Op::Not) && seen.has(store.args(*arg)[0]) {
            return strong;
        }
    }
    match kept.as_slice() {
        [] => weak,
        [only] => *only,
        _ if kept.len() == args.len() => term,
        _ => store.app(op, &kept).expect("Bool arguments"),
    }
}

/// match: `(=> a b c)`; result: `(or (not a) (not b) c)`; why: implication groups to the right.
fn implication(store: &mut TermStore, term: Term) -> Term {
    let mut args = store.args(term).to_vec();
    let last = args.len() - 1;
    for arg in &mut args[..last] {
        *arg = store.not(*arg);
    }
    let or = store.app(Op::Or, &args).expect("Bool arguments");
    junction(store, or, TermStore::TRUE)
}

/// match: `(ite true a b)`, `(ite c a a)`, `(ite c true false)`, `(ite c false true)`; result: the
/// branch, the common branch, the condition, its negation.
fn choice(store: &mut TermStore, term: Term) -> Term {
    let [condition, yes, no] = store.args(term) else { return term };
    let (condition, yes, no) = (*condition, *yes, *no);
    match condition {
        TermStore::TRUE => yes,
        TermStore::FALSE => no,
        _ if yes == no => yes,
        _ if yes == TermStore::TRUE && no == TermStore::FALSE => condition,
        _ if yes == TermStore::FALSE && no == TermStore::TRUE => store.not(condition),
        _ => term,
    }
}

/// match: `(= a a)`; result: `true`. match: `(= true a)`; result: `a`. match: `(= 1 2)`; result:
/// `false`; why: different literals of one sort are different. match: `(= a b c)`; result:
/// `(and (= a b) (= b c))`.
fn equality(store: &mut TermStore, term: Term) -> Term {
    let args = store.args(term).to_vec();
    if let [left, right] = args.as_slice() {
        return pair(store, *left, *right).unwrap_or(term);
    }
    let mut links = Vec::with_capacity(args.len() - 1);
    for two in args.windows(2) {
        let link = store.app(Op::Eq, two).expect("arguments of one sort");
        links.push(pair(store, two[0], two[1]).unwrap_or(link));
    }
    let and = store.app(Op::And, &links).expect("Bool arguments");
    junction(store, and, TermStore::FALSE)
}

/// A simpler term for `(= left right)`, if there is one.
fn pair(store: &mut TermStore, left: Term, right: Term) -> Option<Term> {
    if left == right {
        return Some(TermStore::TRUE);
    }
    if store.as_value(left).is_some() && store.as_value(right).is_some() {
        return Some(TermStore::FALSE);
    }
    if store.sort(left) != Sort::Bool {
        return None;
    }
    let other =
        |literal: Term| (left == literal).then_some(right).or_else(|| (right == literal).then_some(left));
    if let Some(term) = other(TermStore::TRUE) {
        return Some(term);
    }
    if let Some(term) = other(TermStore::FALSE) {
        return Some(store.not(term));
    }
    (store.not(left) == right).then_some(TermStore::FALSE)
}

/// match: `(distinct a b)`; result: `(not (= a b))`. match: `(distinct a b a)`; result: `false`.
fn distinct(store: &mut TermStore, term: Term) -> Term {
    let args = store.args(term).to_vec();
    if let [left, right] = args.as_slice() {
        let equal = store.app(Op::Eq, &[*left, *right]).expect("arguments of one sort");
        let equal = pair(store, *left, *right).unwrap_or(equal);
        return store.not(equal);
    }
    let mut seen = TermSet::new();
    if args.iter().all(|arg| seen.add(*arg)) { term } else { TermStore::FALSE }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads both sides and compares what the rule makes of the first with the second.
    fn check(before: &str, after: &str) {
        let mut session = crate::testing::Terms::new();
        let (before, after) = (session.term(before), session.term(after));
        let got = simplify(&mut session.store, before);
        let text = |term| crate::smtlib::print::term_text(&session.store, term, Default::default());
        assert_eq!(text(got), text(after));
    }

    #[test]
    fn junctions() {
        check("(and a true a b)", "(and a b)");
        check("(and a false)", "false");
        check("(and a (not a) b)", "false");
        check("(and a a)", "a");
        check("(and true true)", "true");
        check("(or a true)", "true");
        check("(or a false)", "a");
        check("(or a (not a))", "true");
        check("(and a b)", "(and a b)");
    }

    #[test]
    fn implications() {
        check("(=> a b c)", "(or (not a) (not b) c)");
        check("(=> false b)", "true");
        check("(=> a a)", "true");
    }

    #[test]
    fn choices() {
        check("(ite true x y)", "x");
        check("(ite false x y)", "y");
        check("(ite a x x)", "x");
        check("(ite a true false)", "a");
        check("(ite a false true)", "(not a)");
        check("(ite a x y)", "(ite a x y)");
    }

    #[test]
    fn equalities() {
        check("(= x x)", "true");
        check("(= 1 2)", "false");
        check("(= true a)", "a");
        check("(= a false)", "(not a)");
        check("(= a (not a))", "false");
        check("(= x y)", "(= x y)");
        check("(= x x y)", "(= x y)");
        check("(= m n m)", "(and (= m n) (= n m))");
        check("(distinct x y)", "(not (= x y))");
        check("(distinct x y x)", "false");
        check("(distinct x x)", "false");
    }
}
