//! Texts at the places where loops have stopped: the unit there is the first of the rest, which the solver need not find out by
//! lengths.

use tress::Term;

use super::Run;
use crate::state::{Str, Value};

/// Places behind a cut that are looked for.
const MOST_OFFSET: i64 = 2;

impl Run<'_> {
    /// What stands behind a cut of a text, and how far behind it a place is.
    pub(crate) fn behind_cut(&self, text: &Str, place: &Value) -> Option<(Term, i64)> {
        let Value::Number(place) = place else { return None };
        let Str::Unknown { term, .. } = text else { return None };
        let cuts = self.state.cuts.iter().rev().filter(|cut| cut.text.is_same(term));
        cuts.flat_map(|cut| (0..=MOST_OFFSET).map(move |offset| (cut, offset)))
            .find(|(cut, offset)| match offset {
                0 => cut.place.is_same(&place.term),
                _ => (&cut.place + *offset).is_same(&place.term),
            })
            .map(|(cut, offset)| (cut.after.clone(), offset))
    }

    /// What stands before a cut of a text, if the place is one.
    pub(crate) fn before_cut(&self, text: &Str, place: &Value) -> Option<Term> {
        let Value::Number(place) = place else { return None };
        let Str::Unknown { term, .. } = text else { return None };
        let is_there = |cut: &&crate::state::Cut| cut.text.is_same(term) && cut.place.is_same(&place.term);
        self.state.cuts.iter().rev().find(is_there).map(|cut| cut.before.clone())
    }
}
