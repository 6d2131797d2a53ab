//! The rule `rup`: propagation over named clauses.
//!
//! Side condition: with all literals of the clause false, each named clause but the last has in turn exactly
//! one literal that is not false; that one becomes true. The last one has none. A clause with a literal and
//! its negation, or `true`, needs no other.

use std::rc::Rc;

use crate::budget::{Checked, refuse, require};
use crate::clause::{Context, Literal};
use crate::hash::FastMap;
use crate::term::Term;

/// Accepts a clause that the named ones imply by propagation.
pub(crate) fn check(cx: &mut Context, clause: &[Literal], named: &[Rc<[Literal]>]) -> Checked<()> {
    let mut truths: FastMap<Term, bool> = FastMap::default();
    let mut always = false;
    for literal in clause {
        let truth = !literal.positive;
        always |= truths.insert(literal.atom, truth) == Some(!truth);
        always |= literal.constant(&cx.terms) == Some(true);
    }
    for (place, premise) in named.iter().enumerate() {
        match (open_literal(cx, premise, &truths)?, place + 1 == named.len()) {
            (Some(literal), false) => truths.insert(literal.atom, literal.positive),
            (None, true) => return Ok(()),
            (Some(_), true) => return refuse("the last named clause is not false"),
            (None, false) => return refuse("a named clause before the last is false"),
        };
    }
    require(always && named.is_empty(), "no named clause is false")
}

/// The literal of a clause that is not false; there may be no second one, and none that is true.
fn open_literal(
    cx: &mut Context,
    clause: &[Literal],
    truths: &FastMap<Term, bool>,
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
