//! The rule `bool`: clauses that define one connective.
//!
//! Side condition: when all literals of the clause are false, the truth values that they give to the
//! connective and to its arguments contradict its truth table. Nothing else is known of the arguments.

use crate::budget::{Checked, require};
use crate::clause::{Context, Literal};
use crate::hash::FastMap;
use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Term, Terms};

/// What the false literals say.
struct Given {
    truths: FastMap<Term, bool>,
    /// Pairs, the smaller term first, that are said to be equal or not.
    pairs: FastMap<(Term, Term), bool>,
}

impl Given {
    fn truth(&self, terms: &Terms, term: Term) -> Option<bool> {
        let literal = Literal::new(terms, term, true);
        let truth = terms.truth(literal.atom).or_else(|| self.truths.get(&literal.atom).copied());
        truth.map(|truth| truth == literal.positive)
    }

    fn equal(&self, a: Term, b: Term) -> Option<bool> {
        if a == b { Some(true) } else { self.pairs.get(&(a.min(b), a.max(b))).copied() }
    }
}

/// Accepts a clause that follows from the meaning of `connective`.
pub(crate) fn check(cx: &mut Context, clause: &[Literal], connective: Term) -> Checked<()> {
    let mut given = Given { truths: FastMap::default(), pairs: FastMap::default() };
    for literal in clause {
        let truth = !literal.positive;
        let other = given.truths.insert(literal.atom, truth);
        // A literal and its negation, or a constant that is true.
        if other == Some(!truth) || literal.constant(&cx.terms) == Some(true) {
            return Ok(());
        }
        for (op, sign) in [(Op::Eq, true), (Op::Distinct, false)] {
            if let Some((a, b)) = cx.terms.pair(literal.atom, op) {
                let equal = truth == sign;
                if given.pairs.insert((a.min(b), a.max(b)), equal) == Some(!equal) {
                    return Ok(());
                }
            }
        }
    }
    if chosen(cx, &given, connective) {
        return Ok(());
    }
    let wanted = given.truth(&cx.terms, connective);
    require(wanted.is_some(), "the clause does not mention the connective")?;
    let found = table(cx, &given, connective)?;
    require(found.is_some() && found != wanted, "not a clause of the connective")
}

/// Is `(ite c a b)` said to differ from the branch that is chosen?
fn chosen(cx: &Context, given: &Given, term: Term) -> bool {
    let (Some(Op::Ite), [condition, yes, no]) = (cx.terms.op(term), cx.terms.args(term)) else {
        return false;
    };
    let branch = match given.truth(&cx.terms, *condition) {
        Some(true) => yes,
        Some(false) => no,
        None => return false,
    };
    given.equal(term, *branch) == Some(false)
}

/// All of the truth values, some of which may be unknown.
fn all(truths: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(true);
    for truth in truths {
        match truth {
            Some(false) => return Some(false),
            None => result = None,
            Some(true) => {}
        }
    }
    result
}

/// The truth value of a connective, as far as its arguments decide it.
fn table(cx: &mut Context, given: &Given, term: Term) -> Checked<Option<bool>> {
    let args = cx.terms.args(term).to_vec();
    cx.budget.spend(args.len())?;
    let terms = &cx.terms;
    let truth = |arg: &Term| given.truth(terms, *arg);
    let flipped = |arg: &Term| truth(arg).map(|truth| !truth);
    let Some(op) = terms.op(term) else { return Ok(None) };
    Ok(match (op, args.as_slice()) {
        (Op::And, _) => all(args.iter().map(truth)),
        (Op::Or, _) => all(args.iter().map(flipped)).map(|none| !none),
        (Op::Implies, [before @ .., last]) => {
            all(before.iter().map(truth).chain([flipped(last)])).map(|failed| !failed)
        }
        (Op::Xor, _) => {
            let known: Option<Vec<bool>> = args.iter().map(truth).collect();
            known.map(|known| known.iter().filter(|truth| **truth).count() % 2 == 1)
        }
        (Op::Ite, [condition, yes, no]) => match truth(condition) {
            Some(true) => truth(yes),
            Some(false) => truth(no),
            None => truth(yes).filter(|_| truth(yes) == truth(no)),
        },
        (Op::Eq, _) => equality(cx, given, &args)?,
        (Op::Distinct, _) => distinct(cx, given, &args)?,
        (op, _) if (op.is_comparison() || op == Op::StrLt || op == Op::StrLe) && args.len() > 2 => {
            let mut links = Vec::new();
            for pair in args.windows(2) {
                let link = cx.terms.app(op, pair)?;
                links.push(given.truth(&cx.terms, link));
            }
            all(links.into_iter())
        }
        _ => None,
    })
}

/// Is it known whether all are equal?
fn equality(cx: &mut Context, given: &Given, args: &[Term]) -> Checked<Option<bool>> {
    let is_bool = args.first().is_some_and(|arg| cx.terms.sort(*arg) == Sort::Bool);
    let links = |a: &Term, b: &Term| {
        let (x, y) = (given.truth(&cx.terms, *a), given.truth(&cx.terms, *b));
        let by_truth = if is_bool { x.zip(y).map(|(x, y)| x == y) } else { None };
        // Two arguments are the atom itself, whose truth is what is asked for.
        by_truth.or_else(|| if args.len() > 2 { given.equal(*a, *b) } else { (a == b).then_some(true) })
    };
    let neighbours = all(args.windows(2).map(|pair| links(&pair[0], &pair[1])));
    if neighbours.is_some() {
        return Ok(neighbours);
    }
    cx.budget.spend(args.len().saturating_mul(args.len()))?;
    let differ = args
        .iter()
        .enumerate()
        .any(|(index, a)| args.iter().skip(index + 1).any(|b| links(a, b) == Some(false)));
    Ok(differ.then_some(false))
}

/// Is it known whether all differ?
fn distinct(cx: &mut Context, given: &Given, args: &[Term]) -> Checked<Option<bool>> {
    cx.budget.spend(args.len().saturating_mul(args.len()))?;
    let mut is_known = true;
    for (index, a) in args.iter().enumerate() {
        for b in args.iter().skip(index + 1) {
            let (x, y) = (given.truth(&cx.terms, *a), given.truth(&cx.terms, *b));
            let equal = given.equal(*a, *b).or_else(|| x.zip(y).map(|(x, y)| x == y));
            match equal {
                Some(true) => return Ok(Some(false)),
                Some(false) => {}
                None => is_known = false,
            }
        }
    }
    Ok(is_known.then_some(true))
}
