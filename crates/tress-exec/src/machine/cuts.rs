//! Strings that are cut where a loop has stopped. The character at the cut is the first one of the rest, so
//! that the solver need not derive it from lengths.

use tress::{Sort, Term};

use super::{Run, Step};
use crate::state::{Cut, Str, Value, Width};

/// Programs look at the unit where a loop has stopped, at the next one, and behind that.
const MOST_OFFSET: i64 = 2;

impl Run<'_> {
    /// The rest of a string after a cut, and the distance of a position from that cut.
    pub(crate) fn behind_cut(&self, text: &Str, position: &Value) -> Option<(Term, i64)> {
        let Value::Number(position) = position else { return None };
        let Str::Unknown { term, .. } = text else { return None };
        let cuts = self.cuts().filter(|cut| cut.text.is_same(term));
        cuts.flat_map(|cut| (0..=MOST_OFFSET).map(move |offset| (cut, offset)))
            .find(|(cut, offset)| match offset {
                0 => cut.position.is_same(&position.term),
                _ => (&cut.position + *offset).is_same(&position.term),
            })
            .map(|(cut, offset)| (cut.after.clone(), offset))
    }

    /// The part of a string between two positions of which the second one is a cut: everything before it, or
    /// what was passed since the first one.
    pub(crate) fn between_cuts(&self, text: &Str, start: &Value, end: &Value) -> Option<Term> {
        let Value::Number(position) = end else { return None };
        let Str::Unknown { term, .. } = text else { return None };
        if position.term.is_same(&term.len()) {
            return self.behind_cut(text, start).filter(|(_, offset)| *offset == 0).map(|(rest, _)| rest);
        }
        let cuts = || self.cuts().filter(|cut| cut.text.is_same(term));
        let cut = cuts().find(|cut| cut.position.is_same(&position.term))?;
        match start {
            Value::Int(0) => Some(cut.before.clone()),
            Value::Number(from) if cut.start.is_same(&from.term) => Some(cut.passed.clone()),
            _ => None,
        }
    }

    /// Skips characters of a set, from a position within a string or at its end. Returns the position of the
    /// first other character.
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
        let position = if matches!(start, Value::Int(0)) { passed.len() } else { &at + passed.len() };
        self.add_cut(Cut { text: term, start: at, position: position.clone(), before: front, passed, after });
        Ok(Value::number(position, low.into(), text.longest().max(low).into(), Width::Int))
    }
}
