//! Loops that scan an unknown string until a character stops them. A round is tried with each character:
//! those that leave everything but the position unchanged are skipped. So the loop stops at the first other
//! character or at the end of the string, which takes one step whatever the length.

use std::sync::Arc;

use tress::{Sort, Term};

use super::limits::ROUND_STEPS;
use super::{End, Event, Run, Signal, Step};
use crate::loops::{Passed, Scan, Units};
use crate::state::{Cut, Frame, Memory, Object, State, Str, Value, Width};

impl Run<'_> {
    /// Before the head of a loop: if the loop is a scan, moves the position to where it stops.
    pub(super) fn pass_over(&mut self) -> Option<Event> {
        self.state.steps += 1;
        self.begin();
        let event = match self.scan() {
            Ok(()) => {
                self.commit();
                self.state.script.clear();
                self.frame_mut().is_settled = true;
                return None;
            }
            Err(Signal::Fork(condition)) => Event::Fork(condition),
            Err(Signal::Assume(condition)) => {
                Event::Assume(condition, std::mem::take(&mut self.attempt.made))
            }
            Err(other) => {
                self.commit();
                return Some(Self::failed(other));
            }
        };
        self.retract();
        self.state.steps -= 1;
        Some(event)
    }

    fn scan(&mut self) -> Step {
        let frame = self.frame().clone();
        let Some(scan) = frame.scans.iter().find(|scan| scan.head == frame.at) else { return Ok(()) };
        let Some((text, position)) = self.scanned(&frame, scan) else { return Ok(()) };
        let top = if text.is_ascii() { 0x7f } else { 0xffff };
        let Some(passed) = self.passed_units(&frame, scan, top) else { return Ok(()) };
        if passed.units.is_empty() {
            return Ok(());
        }
        let (term, at) = (text.term(self.solver()), self.number_term(&position)?);
        let is_start = matches!(position, Value::Int(0));
        if !is_start && !self.decide(at.le(term.len()))? {
            return Ok(());
        }
        let stopping = others(&passed.units, top);
        let rest = if is_start { term.clone() } else { term.substr(&at, term.len() - &at) };
        let all = self.one_of(&passed.units).star();
        let (end, part) = match stopping.is_empty() || self.decide(rest.matches(all.clone()))? {
            true => (term.len(), rest),
            false => {
                let (before, after) = (self.fresh(Sort::String)?, self.fresh(Sort::String)?);
                let any = self.solver().apply("re.all", Vec::<Term>::new());
                let is_stopped = after.matches(self.one_of(&stopping) + any) & before.matches(all);
                let (whole, is_split) = match is_start {
                    true => (before.clone(), term.eq(&before + &after)),
                    false => {
                        let front = self.fresh(Sort::String)?;
                        let is_split = front.len().eq(&at) & term.eq(&front + &before + &after);
                        (front + &before, is_split)
                    }
                };
                self.assume(is_split & is_stopped)?;
                let end = if is_start { before.len() } else { &at + before.len() };
                let passed = before.clone();
                self.add_cut(Cut {
                    text: term,
                    start: at,
                    position: end.clone(),
                    before: whole,
                    passed,
                    after,
                });
                (end, before)
            }
        };
        let (low, _) = self.bounds(&position)?;
        let end = Value::number(end, low.into(), text.longest().max(low).into(), Width::Int);
        let counts = self.counts(&frame, scan, &passed, &part, text.longest())?;
        let frame = self.frame_mut();
        set(frame, scan, end);
        for (counter, count) in counts {
            frame.locals[usize::from(counter)] = count;
        }
        self.note_summary();
        Ok(())
    }

    /// What counters are after a part of the text was passed.
    fn counts(
        &self,
        frame: &Frame,
        scan: &Scan,
        passed: &Passed,
        part: &Term,
        longest: i64,
    ) -> Step<Vec<(u16, Value)>> {
        let mut counts = Vec::new();
        for counter in &scan.counters {
            let Some(value) = frame.locals.get(usize::from(*counter)) else { continue };
            let (low, high) = self.bounds(value)?;
            let (mut low, mut high, mut sum) = (i128::from(low), i128::from(high), self.number_term(value)?);
            for counted in passed.counted.iter().filter(|one| one.counter == *counter) {
                let others = match counted.units == passed.units {
                    true => None,
                    false => Some(part.replace_all_matches(self.one_of(&counted.units), "").len()),
                };
                let count = others.map_or_else(|| part.len(), |others| part.len() - others);
                let most = i128::from(counted.by) * i128::from(longest);
                (low, high) = (low + most.min(0), high + most.max(0));
                sum = sum + count * counted.by;
            }
            counts.push((*counter, Value::number(sum, low, high, Width::Int)));
        }
        Ok(counts)
    }

    /// The unknown string of a scan and the position at which it begins, which is not negative.
    fn scanned(&self, frame: &Frame, scan: &Scan) -> Option<(Str, Value)> {
        let local = |variable: u16| frame.locals.get(usize::from(variable));
        let Some(Value::Object(id)) = local(scan.text) else { return None };
        let Object::String(text @ Str::Unknown { term, .. }) = self.state.heap.get(*id) else { return None };
        if let Some(length) = scan.length {
            match local(length) {
                Some(Value::Number(number)) if number.term.is_same(&term.len()) => {}
                _ => return None,
            }
        }
        let is_number = |counter: &u16| local(*counter).is_some_and(|value| self.bounds(value).is_ok());
        let position = local(scan.position).filter(|_| scan.counters.iter().all(is_number))?;
        (self.bounds(position).ok()?.0 >= 0).then(|| (text.clone(), position.clone()))
    }

    /// The characters after which a round leaves everything but the position unchanged. Returns `None` if
    /// some round does something else, or depends on unknowns.
    fn passed_units(&self, frame: &Frame, scan: &Scan, top: u32) -> Option<Arc<Passed>> {
        let program = self.context.program;
        let key = (Arc::as_ptr(&frame.method) as usize, scan.head, top);
        if scan.is_pure
            && let Some(known) = program.passed_units(key)
        {
            return known;
        }
        let found = self.try_units(scan, top).map(Arc::new);
        if scan.is_pure {
            program.keep_passed_units(key, found.clone());
        }
        found
    }

    fn try_units(&self, scan: &Scan, top: u32) -> Option<Passed> {
        let mut passed = Passed::default();
        for unit in 0..=top {
            if self.context.budget.poll().is_err() {
                return None;
            }
            if let Some(added) = self.round(scan, unit as u16)? {
                passed.add(unit, &scan.counters, &added);
            }
        }
        Some(passed)
    }

    /// Runs one round on a string of one character. Returns what it adds to counters, or `Some(None)` if it
    /// leaves the loop.
    fn round(&self, scan: &Scan, unit: u16) -> Option<Option<Vec<i32>>> {
        let mut state = State { memory: None, script: Vec::new(), ..self.state.clone() };
        let text = state.heap.add(Object::String(Str::Known([unit].into())));
        let depth = state.frames.len();
        let frame = Arc::make_mut(state.frames.last_mut()?);
        reset(frame, scan);
        frame.is_settled = true;
        *frame.locals.get_mut(usize::from(scan.text))? = Value::Object(text);
        if let Some(length) = scan.length {
            *frame.locals.get_mut(usize::from(length))? = Value::Int(1);
        }
        let start = Memory::of(&state);
        let mut run = Run::new(self.context, &mut state);
        for _ in 0..ROUND_STEPS.most(self.context.budget) {
            match run.step() {
                None => {}
                Some(Event::End(End::Returned(_) | End::Threw(_))) => return Some(None),
                Some(_) => return None,
            }
            if run.state.frames.len() < depth {
                return Some(None);
            }
            let frame = run.frame();
            if run.state.frames.len() > depth || (scan.has(frame.at) && !frame.came_back) {
                continue;
            }
            if frame.at != scan.head {
                return if scan.has(frame.at) { None } else { Some(None) };
            }
            if !matches!(frame.locals.get(usize::from(scan.position)), Some(Value::Int(1))) {
                return None;
            }
            let added = scan.counters.iter().map(|counter| match frame.locals.get(usize::from(*counter)) {
                Some(Value::Int(added)) => Some(*added),
                _ => None,
            });
            let added = added.collect::<Option<Vec<i32>>>()?;
            reset(run.frame_mut(), scan);
            let same = start.same_if(run.state, self.context.solver)?;
            return same.is_empty().then_some(Some(added));
        }
        self.context.budget.hit(ROUND_STEPS.name());
        None
    }

    /// One unit of some ranges.
    fn one_of(&self, units: &[(u32, u32)]) -> Term {
        let solver = self.context.solver;
        let end = |code: u32| solver.literal(tress::Value::CodePoints(vec![code]));
        let ranges = units.iter().map(|(low, high)| solver.apply("re.range", [end(*low), end(*high)]));
        ranges.reduce(|one, other| one | other).unwrap_or_else(|| solver.apply("re.none", Vec::<Term>::new()))
    }
}

/// Sets the position and clears temporary variables, which are dead.
fn set(frame: &mut Frame, scan: &Scan, position: Value) {
    for temporary in &scan.temporary {
        if let Some(variable) = frame.locals.get_mut(usize::from(*temporary)) {
            *variable = Value::Null;
        }
    }
    if let Some(variable) = frame.locals.get_mut(usize::from(scan.position)) {
        *variable = position;
    }
}

/// Everything as it is before a round that is tried.
fn reset(frame: &mut Frame, scan: &Scan) {
    set(frame, scan, Value::Int(0));
    for counter in &scan.counters {
        if let Some(variable) = frame.locals.get_mut(usize::from(*counter)) {
            *variable = Value::Int(0);
        }
    }
}

/// The units that are in none of the ranges.
fn others(units: &[(u32, u32)], top: u32) -> Units {
    let mut others = Vec::new();
    let mut next = 0;
    for (low, high) in units {
        if *low > next {
            others.push((next, low - 1));
        }
        next = high + 1;
    }
    if next <= top {
        others.push((next, top));
    }
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_other_units_are_those_between() {
        assert_eq!(others(&[(48, 57)], 127), [(0, 47), (58, 127)]);
        assert_eq!(others(&[(0, 9), (20, 127)], 127), [(10, 19)]);
        assert_eq!(others(&[(0, 127)], 127), []);
        assert_eq!(others(&[], 127), [(0, 127)]);
    }
}
