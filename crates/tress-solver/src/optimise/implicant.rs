//! Which atoms make formulas true, under values that are known.

use rustc_hash::FxHashSet;

use tress_term::term::{Op, Sort, Term, TermStore};

/// Literals that hold, and that together make all of these formulas true. `truth` decides whether a formula
/// holds.
///
/// # Errors
/// Those of `truth`.
pub(crate) fn implicant<E>(
    store: &TermStore,
    formulas: &[Term],
    mut truth: impl FnMut(Term) -> Result<bool, E>,
) -> Result<Vec<(Term, bool)>, E> {
    let mut open: Vec<(Term, bool)> = formulas.iter().map(|term| (*term, true)).collect();
    let mut seen: FxHashSet<(Term, bool)> = open.iter().copied().collect();
    let mut literals = Vec::new();
    while let Some((term, holds)) = open.pop() {
        match parts(store, term, holds, &mut truth)? {
            Some(parts) => open.extend(parts.into_iter().filter(|part| seen.insert(*part))),
            None => literals.push((term, holds)),
        }
    }
    Ok(literals)
}

/// Parts of a formula whose truth makes it as true as it is; `None` for an atom.
fn parts<E>(
    store: &TermStore,
    term: Term,
    holds: bool,
    truth: &mut impl FnMut(Term) -> Result<bool, E>,
) -> Result<Option<Vec<(Term, bool)>>, E> {
    let args = store.args(term);
    let boolean = args.last().is_some_and(|arg| store.sort(*arg) == Sort::Bool);
    let all = |truth: bool| args.iter().map(|arg| (*arg, truth)).collect::<Vec<_>>();
    Ok(Some(match (store.op(term), holds) {
        (Some(Op::Not), _) => vec![(args[0], !holds)],
        (Some(Op::And), true) => all(true),
        (Some(Op::Or), false) => all(false),
        (Some(Op::And | Op::Or), _) => {
            let mut deciding = Vec::new();
            for arg in args {
                if truth(*arg)? == holds {
                    deciding.push((*arg, holds));
                    break;
                }
            }
            deciding
        }
        (Some(Op::Ite), _) if boolean => {
            let condition = truth(args[0])?;
            vec![(args[0], condition), (args[if condition { 1 } else { 2 }], holds)]
        }
        (Some(Op::Eq | Op::Distinct | Op::Xor | Op::Implies), _) if boolean => {
            let mut parts = Vec::with_capacity(args.len());
            for arg in args {
                parts.push((*arg, truth(*arg)?));
            }
            parts
        }
        _ if matches!(term, TermStore::TRUE | TermStore::FALSE) => Vec::new(),
        _ => return Ok(None),
    }))
}
