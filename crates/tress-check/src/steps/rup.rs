//! The rule `rup`: propagation over named clauses.
//!
//! Side condition: with all literals of the clause false, each named clause in turn has at most one literal
//! that is not false; that one becomes true; some clause has none.

use std::collections::HashMap;
use std::rc::Rc;

use crate::budget::{Checked, refuse};
use crate::clause::{Context, Literal};
use crate::term::Term;

/// Accepts a clause that the named ones imply by propagation.
pub(crate) fn check(cx: &mut Context, clause: &[Literal], named: &[Rc<[Literal]>]) -> Checked<()> {
    let mut truths: HashMap<Term, bool> = HashMap::new();
    for literal in clause {
        let truth = !literal.positive;
        if truths.insert(literal.atom, truth) == Some(!truth) || literal.constant(&cx.terms) == Some(true) {
            return Ok(());
        }
    }
    for premise in named {
        cx.budget.spend(premise.len())?;
        let (mut open, mut is_true) = (None, false);
        for literal in premise.iter() {
            let truth = truths.get(&literal.atom).map(|truth| *truth == literal.positive);
            match truth.or_else(|| literal.constant(&cx.terms)) {
                Some(true) => is_true = true,
                Some(false) => {}
                None if open.is_some_and(|other| other != *literal) => {
                    return refuse("a named clause is not unit");
                }
                None => open = Some(*literal),
            }
        }
        match open {
            // A clause that is true already adds nothing.
            _ if is_true => {}
            None => return Ok(()),
            Some(literal) => {
                truths.insert(literal.atom, literal.positive);
            }
        }
    }
    refuse("no named clause is false")
}
