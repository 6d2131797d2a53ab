//! The rule `rup`: propagation over named clauses.
//!
//! Side condition: with all literals of the clause false, each named clause but the last has in turn exactly
//! one literal that is not false; that one becomes true. The last one has none. A clause with a literal and
//! its negation, or `true`, needs no other.

use std::collections::HashMap;
use std::rc::Rc;

use crate::budget::{Checked, refuse};
use crate::clause::{Context, Literal};
use crate::term::Term;

/// Accepts a clause that the named ones imply by propagation.
pub(crate) fn check(cx: &mut Context, clause: &[Literal], named: &[Rc<[Literal]>]) -> Checked<()> {
    let mut truths: HashMap<Term, bool> = HashMap::new();
    let mut always = false;
    for literal in clause {
        let truth = !literal.positive;
        always |= truths.insert(literal.atom, truth) == Some(!truth);
        always |= literal.constant(&cx.terms) == Some(true);
    }
    let Some((last, before)) = named.split_last() else {
        return if always { Ok(()) } else { refuse("no named clause is false") };
    };
    for premise in before {
        match open_literal(cx, premise, &truths)? {
            Some(literal) => truths.insert(literal.atom, literal.positive),
            None => return refuse("a named clause before the last is false"),
        };
    }
    match open_literal(cx, last, &truths)? {
        None => Ok(()),
        Some(_) => refuse("the last named clause is not false"),
    }
}

/// The literal of a clause that is not false; there may be no second one, and none that is true.
fn open_literal(
    cx: &mut Context,
    clause: &[Literal],
    truths: &HashMap<Term, bool>,
) -> Checked<Option<Literal>> {
    cx.budget.spend(clause.len())?;
    let mut open = None;
    for literal in clause {
        let truth = truths.get(&literal.atom).map(|truth| *truth == literal.positive);
        match truth.or_else(|| literal.constant(&cx.terms)) {
            Some(true) => return refuse("a named clause is true"),
            Some(false) => {}
            None if open.is_some_and(|other| other != *literal) => {
                return refuse("a named clause is not unit");
            }
            None => open = Some(*literal),
        }
    }
    Ok(open)
}
