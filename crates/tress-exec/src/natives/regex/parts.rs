//! The parts of a match in an unknown text.
//!
//! Takes the shape of a pattern and a string that is known to begin with a match. Returns a term for every
//! part of the match, and between which parts the groups lie. Each choice is that of Java: an alternative or
//! an optional part is taken if the rest can still match, which is a question to the path; a greedy
//! repetition is the longest after which the rest matches. If a choice cannot be expressed by memberships,
//! the path ends.

use tress::{Shape, Solver, Sort, Term};

use crate::machine::{Run, Step, unsupported};
use crate::state::Str;

use super::units;
use crate::natives::limits::PATTERN_COPIES;

/// A character that is no unit, so that no text has it.
const END: u32 = 0x1_0000;

/// A match with names for its parts.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// What the match consists of.
    pub(super) pieces: Vec<Str>,
    /// From which piece to which one a group goes; none for groups that took no part.
    pub(super) groups: Vec<Option<(usize, usize)>>,
    /// The rest of the string after the match.
    pub(super) after: Str,
}

/// What a match is followed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tail {
    Nothing,
    Anything,
}

impl Tail {
    fn regex(self, solver: &Solver) -> Term {
        match self {
            Tail::Nothing => solver.literal("").to_regex(),
            Tail::Anything => anything(solver),
        }
    }
}

/// All texts.
pub(super) fn anything(solver: &Solver) -> Term {
    solver.char_range('\0', '\u{ffff}').star()
}

/// What is still to be taken.
#[derive(Clone, Copy)]
enum Task<'shape> {
    Shape(&'shape Shape),
    Close(u32),
}

struct Taking<'shape> {
    /// The next one is the last.
    todo: Vec<Task<'shape>>,
    pieces: Vec<Str>,
    groups: Vec<Option<(usize, usize)>>,
    begun: Vec<usize>,
    rest: Str,
    tail: Tail,
}

/// Splits the match at the start of a string into parts.
pub(super) fn take(run: &mut Run<'_>, shape: &Shape, groups: usize, text: &Str, tail: Tail) -> Step<Parts> {
    let mut taking = Taking {
        todo: vec![Task::Shape(shape)],
        pieces: Vec::new(),
        groups: vec![None; groups + 1],
        begun: vec![0; groups + 1],
        rest: text.clone(),
        tail,
    };
    while let Some(task) = taking.todo.pop() {
        match task {
            Task::Close(number) => {
                let number = number as usize;
                taking.groups[number] = Some((taking.begun[number], taking.pieces.len()));
            }
            Task::Shape(shape) => taking.shape(run, shape)?,
        }
    }
    taking.groups[0] = Some((0, taking.pieces.len()));
    Ok(Parts { pieces: taking.pieces, groups: taking.groups, after: taking.rest })
}

impl<'shape> Taking<'shape> {
    fn shape(&mut self, run: &mut Run<'_>, shape: &'shape Shape) -> Step {
        match shape {
            Shape::Empty => Ok(()),
            Shape::Start if self.pieces.is_empty() => Ok(()),
            Shape::End if self.tail == Tail::Nothing && self.is_last() => Ok(()),
            Shape::Start | Shape::End => unsupported("taking a match with anchors inside apart"),
            Shape::Group(number, body) => {
                self.begun[*number as usize] = self.pieces.len();
                self.todo.extend([Task::Close(*number), Task::Shape(body)]);
                Ok(())
            }
            Shape::Concat(items) => {
                self.todo.extend(items.iter().rev().map(Task::Shape));
                Ok(())
            }
            Shape::Set(ranges) => match single(ranges) {
                Some(_) => self.word(run, shape),
                None => self.piece(run, shape, None),
            },
            Shape::Alternate(items) => match width(shape) {
                Some(_) if !has_groups(shape) => self.piece(run, shape, None),
                _ => self.alternative(run, items),
            },
            Shape::Repeat { body, low, high, greedy } => {
                self.repeat(run, shape, body, (*low, *high), *greedy)
            }
        }
    }

    fn is_last(&self) -> bool {
        self.todo.iter().all(|task| matches!(task, Task::Close(_)))
    }

    /// The texts that may follow.
    fn following(&self, run: &Run<'_>) -> Step<Term> {
        Ok(self.behind(run)? + self.tail.regex(run.solver()))
    }

    /// The texts of the rest of the pattern.
    fn behind(&self, run: &Run<'_>) -> Step<Term> {
        let mut parts = Vec::new();
        for task in self.todo.iter().rev() {
            if let Task::Shape(shape) = task {
                parts.push(regex(run, shape)?);
            }
        }
        Ok(chain(run.solver(), parts))
    }

    /// The first alternative with which the rest matches.
    fn alternative(&mut self, run: &mut Run<'_>, items: &'shape [Shape]) -> Step {
        let Some((last, others)) = items.split_last() else { return unsupported("a choice of nothing") };
        for item in others {
            if self.can_be(run, item)? {
                self.todo.push(Task::Shape(item));
                return Ok(());
            }
        }
        self.todo.push(Task::Shape(last));
        Ok(())
    }

    /// Does the rest match with this before it?
    fn can_be(&self, run: &mut Run<'_>, item: &Shape) -> Step<bool> {
        let solver = run.solver();
        let whole = regex(run, item)? + self.following(run)?;
        let condition = self.rest.term(solver).matches(whole);
        run.decide(condition)
    }

    fn repeat(
        &mut self,
        run: &mut Run<'_>,
        shape: &'shape Shape,
        body: &'shape Shape,
        (low, high): (u64, Option<u64>),
        greedy: bool,
    ) -> Step {
        let is_run = width(body).is_some_and(|width| width > 0) && !has_groups(body);
        let budget = run.context.budget;
        let is_written = |copies: u64| !PATTERN_COPIES.is_exceeded(copies as usize, budget);
        match (low, high) {
            _ if high == Some(low) && is_run => self.piece(run, shape, None),
            (low, high) if high == Some(low) && is_written(low) => {
                self.todo.extend((0..low).map(|_| Task::Shape(body)));
                Ok(())
            }
            (0, Some(1)) => {
                let is_there = match greedy {
                    true => self.can_be(run, body)?,
                    false => !self.can_be(run, &Shape::Empty)?,
                };
                self.todo.extend(is_there.then_some(Task::Shape(body)));
                Ok(())
            }
            (_, None) if is_run && greedy => self.piece(run, shape, Some(body)),
            (low, Some(high)) if is_run && is_written(high) => {
                self.counted(run, shape, body, (low, high), greedy)
            }
            (low, None) if is_run && width(body) == Some(1) => self.shortest(run, shape, low),
            _ => unsupported("taking a match of such a repetition apart"),
        }
    }

    /// A part of the match: as long as it can be when it is a repetition of `body`, else of one length.
    fn piece(&mut self, run: &mut Run<'_>, shape: &Shape, body: Option<&Shape>) -> Step {
        let (part, after) = (run.fresh(Sort::String)?, run.fresh(Sort::String)?);
        let solver = run.solver();
        let (own, following) = (regex(run, shape)?, self.following(run)?);
        let whole = self.rest.term(solver).eq(solver.concat([&part, &after]));
        let mut conditions = vec![whole, part.matches(own), after.matches(&following)];
        if let Some(body) = body {
            conditions.push(!after.matches(regex(run, body)?.plus() + following));
        }
        let condition = solver.all(conditions);
        run.assume(condition)?;
        self.pieces.push(self.unknown(part));
        self.rest = self.unknown(after);
        Ok(())
    }

    /// A bounded repetition: no count that Java tries earlier leaves a rest that matches.
    fn counted(
        &mut self,
        run: &mut Run<'_>,
        shape: &Shape,
        body: &Shape,
        (low, high): (u64, u64),
        greedy: bool,
    ) -> Step {
        let (part, after) = (run.fresh(Sort::String)?, run.fresh(Sort::String)?);
        let solver = run.solver();
        let (own, following) = (regex(run, shape)?, self.following(run)?);
        let (rest, body_width) = (self.rest.term(solver), width(body).unwrap_or(1));
        let copies = regex(run, body)?;
        let mut conditions =
            vec![rest.eq(solver.concat([&part, &after])), part.matches(own), after.matches(&following)];
        for count in low..=high {
            let better = if greedy { (count + 1, high) } else { (low, count.saturating_sub(1)) };
            if better.0 > better.1 || (!greedy && count == low) {
                continue;
            }
            let better = copies.repeat(better.0 as u32..=better.1 as u32) + &following;
            let is_count = part.len().eq((count * body_width) as i64);
            conditions.push(is_count.implies(!rest.matches(better)));
        }
        let condition = solver.all(conditions);
        run.assume(condition)?;
        self.pieces.push(self.unknown(part));
        self.rest = self.unknown(after);
        Ok(())
    }

    fn unknown(&self, term: Term) -> Str {
        Str::Unknown { term, longest: self.rest.longest(), is_ascii: self.rest.is_ascii() }
    }

    /// Characters that are known.
    fn word(&mut self, run: &mut Run<'_>, first: &Shape) -> Step {
        let known = |shape: &Shape| match shape {
            Shape::Set(ranges) => single(ranges),
            _ => None,
        };
        let mut units: Vec<u16> = known(first).into_iter().collect();
        while let Some(Task::Shape(next)) = self.todo.last()
            && let Some(unit) = known(next)
        {
            units.push(unit);
            self.todo.pop();
        }
        let after = run.fresh(Sort::String)?;
        let solver = run.solver();
        let word = Str::Known(units.into());
        let whole = self.rest.term(solver).eq(solver.concat([&word.term(solver), &after]));
        let condition = whole & after.matches(self.following(run)?);
        run.assume(condition)?;
        self.pieces.push(word);
        self.rest = self.unknown(after);
        Ok(())
    }

    /// The string that the rest of the pattern matches, if it is only one.
    fn word_behind(&self) -> Option<Vec<u16>> {
        let mut units = Vec::new();
        for task in self.todo.iter().rev() {
            if let Task::Shape(shape) = task {
                units.extend(only_word(shape)?);
            }
        }
        (!units.is_empty()).then_some(units)
    }

    /// A lazy repetition of characters: it ends at the first position where the rest matches.
    fn shortest(&mut self, run: &mut Run<'_>, shape: &Shape, low: u64) -> Step {
        let (part, after) = (run.fresh(Sort::String)?, run.fresh(Sort::String)?);
        let solver = run.solver();
        let (term, low) = (self.rest.term(solver), solver.literal(low as i64));
        let first = match (self.tail, self.word_behind()) {
            (Tail::Anything, Some(units)) => term.index_of(Str::Known(units.into()).term(solver), low),
            (Tail::Anything, None) => solver.apply("str.indexof_re", [&term, &self.behind(run)?, &low]),
            // A character that no text of this kind has marks the end.
            (Tail::Nothing, _) => {
                let mark = solver.literal(tress::Value::CodePoints(vec![END]));
                let (text, rest) = (solver.concat([&term, &mark]), self.behind(run)? + mark.to_regex());
                solver.apply("str.indexof_re", [&text, &rest, &low])
            }
        };
        let condition = term.eq(solver.concat([&part, &after]))
            & part.matches(regex(run, shape)?)
            & after.matches(self.following(run)?)
            & first.eq(part.len());
        run.assume(condition)?;
        self.pieces.push(self.unknown(part));
        self.rest = self.unknown(after);
        Ok(())
    }
}

/// The only string that a shape matches.
fn only_word(shape: &Shape) -> Option<Vec<u16>> {
    match shape {
        Shape::Empty => Some(Vec::new()),
        Shape::Set(ranges) => single(ranges).map(|unit| vec![unit]),
        Shape::Concat(items) => Some(items.iter().map(only_word).collect::<Option<Vec<_>>>()?.concat()),
        _ => None,
    }
}

/// The only character of a set.
fn single(ranges: &[(u32, u32)]) -> Option<u16> {
    match ranges {
        [(low, high)] if low == high && *low < 128 => Some(*low as u16),
        _ => None,
    }
}

/// Is there such a part?
pub(super) fn has(shape: &Shape, test: fn(&Shape) -> bool) -> bool {
    test(shape)
        || match shape {
            Shape::Group(_, body) | Shape::Repeat { body, .. } => has(body, test),
            Shape::Concat(items) | Shape::Alternate(items) => items.iter().any(|item| has(item, test)),
            Shape::Empty | Shape::Start | Shape::End | Shape::Set(_) => false,
        }
}

fn has_groups(shape: &Shape) -> bool {
    has(shape, |part| matches!(part, Shape::Group(..)))
}

/// Are there anchors?
pub(super) fn has_anchors(shape: &Shape) -> bool {
    has(shape, |part| matches!(part, Shape::Start | Shape::End))
}

/// The length of all words of the language, if it is the same.
fn width(shape: &Shape) -> Option<u64> {
    match shape {
        Shape::Empty | Shape::Start | Shape::End => Some(0),
        Shape::Set(_) => Some(1),
        Shape::Group(_, body) => width(body),
        Shape::Concat(items) => items.iter().map(width).try_fold(0, |sum: u64, one| sum.checked_add(one?)),
        Shape::Alternate(items) => {
            let mut widths = items.iter().map(width);
            let first = widths.next()??;
            widths.all(|other| other == Some(first)).then_some(first)
        }
        Shape::Repeat { body, low, high, .. } => {
            (*high == Some(*low)).then(|| width(body)?.checked_mul(*low)).flatten()
        }
    }
}

fn chain(solver: &Solver, parts: Vec<Term>) -> Term {
    parts.into_iter().reduce(|one, other| one + other).unwrap_or_else(|| solver.literal("").to_regex())
}

/// The language of a shape, over units.
fn regex(run: &Run<'_>, shape: &Shape) -> Step<Term> {
    let solver = run.solver();
    Ok(match shape {
        // Anchors are met where they hold.
        Shape::Empty | Shape::Start | Shape::End => solver.literal("").to_regex(),
        Shape::Set(ranges) => {
            let parts = ranges.iter().filter_map(|range| units::of_range(*range));
            let parts = parts.map(|(low, high)| solver.char_range(low, high));
            parts.reduce(|one, other| one | other).unwrap_or_else(|| solver.char_range('b', 'a'))
        }
        Shape::Group(_, body) => regex(run, body)?,
        Shape::Concat(items) => {
            chain(solver, items.iter().map(|item| regex(run, item)).collect::<Step<_>>()?)
        }
        Shape::Alternate(items) => {
            let parts: Vec<Term> = items.iter().map(|item| regex(run, item)).collect::<Step<_>>()?;
            parts.into_iter().reduce(|one, other| one | other).unwrap_or_else(|| solver.char_range('b', 'a'))
        }
        Shape::Repeat { body, low, high, .. } => {
            let body = regex(run, body)?;
            match (*low, *high) {
                (low, high)
                    if PATTERN_COPIES
                        .is_exceeded(low.max(high.unwrap_or(0)) as usize, run.context.budget) =>
                {
                    return unsupported("taking a match of so many copies apart");
                }
                (0, None) => body.star(),
                (1, None) => body.plus(),
                (low, None) => body.repeat(low as u32..=low as u32) + body.star(),
                (low, Some(high)) => body.repeat(low as u32..=high as u32),
            }
        }
    })
}
