//! Texts at the places where loops have stopped: the unit there is the first of the rest, which the solver need not find out by
//! lengths.

use tress::{Sort, Term};

use super::{Run, Step};
use crate::state::{Cut, Str, Value, Width};

/// Programs look at the unit where a loop has stopped, at the next one, and behind that.
const MOST_OFFSET: i64 = 2;

impl Run<'_> {
    /// What stands behind a cut of a text, and how far behind it a place is.
    pub(crate) fn behind_cut(&self, text: &Str, place: &Value) -> Option<(Term, i64)> {
        let Value::Number(place) = place else { return None };
        let Str::Unknown { term, .. } = text else { return None };
        let cuts = self.cuts().filter(|cut| cut.text.is_same(term));
        cuts.flat_map(|cut| (0..=MOST_OFFSET).map(move |offset| (cut, offset)))
            .find(|(cut, offset)| match offset {
                0 => cut.place.is_same(&place.term),
                _ => (&cut.place + *offset).is_same(&place.term),
            })
            .map(|(cut, offset)| (cut.after.clone(), offset))
    }

    /// The part of a text between two places, the second one a cut: all before it, or what was passed from the first one on.
    pub(crate) fn between_cuts(&self, text: &Str, start: &Value, end: &Value) -> Option<Term> {
        let Value::Number(place) = end else { return None };
        let Str::Unknown { term, .. } = text else { return None };
        if place.term.is_same(&term.len()) {
            return self.behind_cut(text, start).filter(|(_, offset)| *offset == 0).map(|(rest, _)| rest);
        }
        let cuts = || self.cuts().filter(|cut| cut.text.is_same(term));
        let cut = cuts().find(|cut| cut.place.is_same(&place.term))?;
        match start {
            Value::Int(0) => Some(cut.before.clone()),
            Value::Number(from) if cut.start.is_same(&from.term) => Some(cut.passed.clone()),
            _ => None,
        }
    }

    /// Goes past units of a set, from a place that is inside of a text or at its end, and says where others begin.
    pub(crate) fn past(&mut self, text: &Str, start: &Value, inside: &Term, outside: &Term) -> Step<Value> {
        let (term, at) = (text.term(self.solver()), self.number_term(start)?);
        let rest = match (start, self.behind_cut(text, start)) {
            (Value::Int(0), _) => term.clone(),
            (_, Some((rest, 0))) => rest,
            _ => term.substr(&at, term.len() - &at),
        };
        let low = self.bounds(start)?.0.max(0);
        self.note_summary();
        if self.decide(rest.matches(inside.star()))? {
            return Ok(Value::number(term.len(), low.into(), text.longest().into(), Width::Int));
        }
        let (passed, after) = (self.fresh(Sort::String)?, self.fresh(Sort::String)?);
        let any = self.solver().char_range('\0', '\u{ffff}').star();
        let is_split =
            rest.eq(&passed + &after) & passed.matches(inside.star()) & after.matches(outside + any);
        self.assume(is_split)?;
        let front = match start {
            Value::Int(0) => passed.clone(),
            _ => term.substr(0, &at) + &passed,
        };
        let place = if matches!(start, Value::Int(0)) { passed.len() } else { &at + passed.len() };
        self.add_cut(Cut { text: term, start: at, place: place.clone(), before: front, passed, after });
        Ok(Value::number(place, low.into(), text.longest().max(low).into(), Width::Int))
    }
}
