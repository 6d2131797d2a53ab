//! `Matcher`: a pattern on its way through a text.

use std::sync::Arc;

use tress::{Match, Mode, Shape, Sort};

use super::known::{self, Word};
use super::parts::{self, Parts, Tail};
use super::{Compiled, membership, replaced_by};
use crate::machine::{Run, Step, broken, unsupported};
use crate::natives::string;
use crate::state::{Hidden, Id, Object, Str, Value};

/// A matcher.
#[derive(Clone, Debug)]
pub(crate) struct Matching {
    pattern: Arc<Compiled>,
    text: Str,
    last: Last,
    /// Up to where `appendReplacement` has written the text.
    written: usize,
}

/// What the last operation has found.
#[derive(Clone, Debug)]
enum Last {
    /// Nothing was asked yet.
    Begun,
    Failed,
    Known(Match),
    Unknown(Box<Found>),
}

/// A match in an unknown text.
#[derive(Clone, Debug)]
struct Found {
    way: Way,
    /// What was looked at before.
    before: Vec<Str>,
    /// Where it was looked for.
    text: Str,
    /// The parts, if they were requested; what precedes them is then in `before`.
    parts: Option<Parts>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Whole,
    Start,
    Search,
}

impl Matching {
    pub(super) fn new(pattern: Arc<Compiled>, text: Str) -> Matching {
        Matching { pattern, text, last: Last::Begun, written: 0 }
    }
}

fn state(run: &Run<'_>, id: Id) -> Step<Matching> {
    let matching = match run.state.heap.get(id) {
        Object::Instance { hidden: Hidden::Model(model), .. } => model.downcast_ref::<Matching>(),
        _ => None,
    };
    matching.cloned().map_or_else(|| broken("a matcher is expected"), Ok)
}

fn set(run: &mut Run<'_>, id: Id, matching: Matching) {
    if let Object::Instance { hidden, .. } = run.state.heap.get_mut(id) {
        *hidden = Hidden::Model(Arc::new(matching));
    }
}

pub(crate) fn call(
    run: &mut Run<'_>,
    name: &str,
    descriptor: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    let id = run.object(&arguments[0])?;
    let mut matching = state(run, id)?;
    let result = match (name, descriptor) {
        ("matches", "()Z") => asked(run, &mut matching, Way::Whole)?,
        ("lookingAt", "()Z") => asked(run, &mut matching, Way::Start)?,
        ("find", "()Z") => next(run, &mut matching)?,
        ("find", "(I)Z") => from(run, &mut matching, &arguments[1])?,
        ("groupCount", _) => Value::Int(matching.pattern.pattern(true)?.group_count() as i32),
        ("group" | "start" | "end", _) => {
            let number = group_number(run, &matching, descriptor, &arguments[1])?;
            position(run, &mut matching, name, number)?
        }
        ("reset", _) => {
            if descriptor.starts_with("(L") {
                matching.text = run.text_argument(&arguments[1])?;
            }
            matching = Matching::new(matching.pattern, matching.text);
            arguments[0].clone()
        }
        ("replaceAll" | "replaceFirst", "(Ljava/lang/String;)Ljava/lang/String;") => {
            let with = run.text_argument(&arguments[1])?;
            let text = replaced_by(run, &matching.pattern, &matching.text, &with, name == "replaceAll")?;
            matching = Matching::new(matching.pattern, matching.text);
            run.string(text)
        }
        ("pattern", _) => {
            super::made(run, "java/util/regex/Pattern", Hidden::Model(matching.pattern.clone()))?
        }
        ("appendReplacement" | "appendTail", _) => return append(run, id, matching, name, arguments),
        ("toMatchResult" | "hitEnd" | "requireEnd" | "results" | "region", _) => {
            return unsupported(format!("Matcher.{name}"));
        }
        _ => return Ok(None),
    };
    set(run, id, matching);
    Ok(Some(Some(result)))
}

/// `matches` and `lookingAt`.
fn asked(run: &mut Run<'_>, matching: &mut Matching, way: Way) -> Step<Value> {
    if let Some(units) = matching.text.units() {
        let word = Word::new(&matching.pattern, units)?;
        let found = word.match_at(run, &matching.pattern, way == Way::Whole)?;
        return Ok(settled(matching, found));
    }
    let mode = if way == Way::Search { Mode::Search } else { Mode::Full };
    let mut regex = membership(run, &matching.pattern, &matching.text, (mode, way == Way::Whole))?;
    if way == Way::Start {
        let shape = matching.pattern.pattern(matching.text.is_ascii())?.shape();
        if shape.is_none_or(|shape| parts::has(&shape, |part| *part == Shape::End)) {
            return unsupported("lookingAt with a pattern that looks around in an unknown text");
        }
        regex = regex + parts::anything(run.solver());
    }
    let condition = matching.text.term(run.solver()).matches(regex);
    let is_found = run.decide(condition)?;
    matching.last = match is_found {
        true => Last::Unknown(Box::new(Found {
            way,
            before: Vec::new(),
            text: matching.text.clone(),
            parts: None,
        })),
        false => Last::Failed,
    };
    Ok(Value::truth(is_found))
}

fn settled(matching: &mut Matching, found: Option<Match>) -> Value {
    let is_found = found.is_some();
    matching.last = found.map_or(Last::Failed, Last::Known);
    Value::truth(is_found)
}

/// `find`: behind the last match.
fn next(run: &mut Run<'_>, matching: &mut Matching) -> Step<Value> {
    if let Some(units) = matching.text.units() {
        let word = Word::new(&matching.pattern, units)?;
        let from = match &matching.last {
            Last::Begun => 0,
            Last::Known(found) => known::behind(found),
            _ => return unsupported("find after a match has failed"),
        };
        let found = word.find(run, &matching.pattern, from)?;
        return Ok(settled(matching, found));
    }
    let (before, text) = match &mut matching.last {
        Last::Begun => return asked(run, matching, Way::Search),
        Last::Unknown(found) => {
            let found = taken(run, &matching.pattern, found)?;
            let Some(parts) = found.parts else { return broken("a match has parts") };
            let whole = run.joined(&parts.pieces)?;
            let is_empty = run.equal_texts(&whole, &Str::known(""));
            let before = [found.before, parts.pieces].concat();
            match run.decide_value(&is_empty)? {
                false => (before, parts.after),
                // The search goes on one character behind an empty match.
                true => match skipped(run, &parts.after)? {
                    Some((unit, rest)) => ([before, vec![unit]].concat(), rest),
                    None => {
                        matching.last = Last::Failed;
                        return Ok(Value::Int(0));
                    }
                },
            }
        }
        _ => return unsupported("find after a match has failed"),
    };
    let shape = matching.pattern.pattern(text.is_ascii())?.shape();
    if shape.is_none_or(|shape| parts::has_anchors(&shape)) {
        return unsupported("a second match of a pattern that looks around in an unknown text");
    }
    let regex = membership(run, &matching.pattern, &text, (Mode::Search, false))?;
    let condition = text.term(run.solver()).matches(regex);
    let is_found = run.decide(condition)?;
    matching.last = match is_found {
        true => Last::Unknown(Box::new(Found { way: Way::Search, before, text, parts: None })),
        false => Last::Failed,
    };
    Ok(Value::truth(is_found))
}

/// A text with its matches replaced one by one; each one may be the last.
pub(super) fn replaced(
    run: &mut Run<'_>,
    pattern: &Arc<Compiled>,
    text: &Str,
    with: &[u16],
    all: bool,
) -> Step<Str> {
    let mut matching = Matching::new(pattern.clone(), text.clone());
    // What was looked at, as the matcher counts it, and what has become of it.
    let (mut seen, mut result, mut after) = (0, Vec::new(), text.clone());
    while !matches!(next(run, &mut matching)?, Value::Int(0)) {
        let parts = known::replacement(run, pattern, with)?;
        let Last::Unknown(found) = &matching.last else { return broken("a match of an unknown text") };
        let found = taken(run, pattern, found)?;
        let Some(Parts { pieces, groups, after: rest }) = found.parts.clone() else {
            return broken("a match has parts");
        };
        result.extend_from_slice(&found.before[seen..]);
        seen = found.before.len() + pieces.len();
        for part in parts {
            match part {
                known::Part::Text(units) => result.push(Str::Known(units.into())),
                known::Part::Group(number) => {
                    let (start, end) = groups[number].unwrap_or_default();
                    result.extend_from_slice(&pieces[start..end]);
                }
            }
        }
        after = rest;
        matching.last = Last::Unknown(Box::new(found));
        if !all {
            break;
        }
    }
    result.push(after);
    run.joined(&result)
}

/// The first character of a text and the others, if there are any.
fn skipped(run: &mut Run<'_>, text: &Str) -> Step<Option<(Str, Str)>> {
    let term = text.term(run.solver());
    if run.decide(term.eq(""))? {
        return Ok(None);
    }
    let (longest, is_ascii) = ((text.longest() - 1).max(0), text.is_ascii());
    let first = Str::Unknown { term: term.at(0), longest: 1, is_ascii };
    Ok(Some((first, Str::Unknown { term: term.substr(1, term.len()), longest, is_ascii })))
}

/// `find` from a position, after a reset.
fn from(run: &mut Run<'_>, matching: &mut Matching, position: &Value) -> Step<Value> {
    let (Some(units), Value::Int(position)) = (matching.text.units(), position) else {
        return unsupported("find from a place in an unknown text");
    };
    let Some(position) = usize::try_from(*position).ok().filter(|position| *position <= units.len()) else {
        return run.throw("IndexOutOfBoundsException");
    };
    let found = Word::new(&matching.pattern, units)?.find(run, &matching.pattern, position)?;
    matching.written = 0;
    Ok(settled(matching, found))
}

/// The number of the group that is asked for.
fn group_number(run: &mut Run<'_>, matching: &Matching, descriptor: &str, value: &Value) -> Step<usize> {
    match (descriptor.starts_with("()"), value) {
        (true, _) => Ok(0),
        (false, Value::Int(number)) => {
            if matches!(matching.last, Last::Begun | Last::Failed) {
                return run.throw("IllegalStateException");
            }
            let count = matching.pattern.pattern(true)?.group_count();
            match usize::try_from(*number).ok().filter(|number| *number <= count) {
                Some(number) => Ok(number),
                None => run.throw("IndexOutOfBoundsException"),
            }
        }
        (false, Value::Object(_)) => {
            let name = run.text_argument(value)?;
            let Some(units) = name.units() else { return unsupported("a group of unknown name") };
            match matching.pattern.pattern(true)?.group_number(&String::from_utf16_lossy(units)) {
                Some(number) => Ok(number),
                // Which of two mistakes comes first differs between methods.
                None if matches!(matching.last, Last::Begun | Last::Failed) => {
                    unsupported("two mistakes in a call")
                }
                None => run.throw("IllegalArgumentException"),
            }
        }
        (false, Value::Null) => run.throw("NullPointerException"),
        _ => unsupported("a group of unknown number"),
    }
}

/// `group`, `start` and `end`.
fn position(run: &mut Run<'_>, matching: &mut Matching, name: &str, number: usize) -> Step<Value> {
    match matching.last.clone() {
        Last::Begun | Last::Failed => run.throw("IllegalStateException"),
        Last::Known(found) => {
            let Some(units) = matching.text.units() else { return broken("a known text is expected") };
            Ok(match (name, found.groups[number]) {
                ("group", None) => Value::Null,
                (_, None) => Value::Int(-1),
                ("group", Some((start, end))) => {
                    let part = Str::Known(units[start..end].into());
                    run.string(part)
                }
                ("start", Some((start, _))) => Value::Int(start as i32),
                (_, Some((_, end))) => Value::Int(end as i32),
            })
        }
        Last::Unknown(found) => {
            // The whole of a match of the whole text needs no parts.
            if found.way == Way::Whole && number == 0 {
                return match name {
                    "group" => Ok(run.string(found.text)),
                    "start" => Ok(Value::Int(0)),
                    _ => Ok(string::length(run, &found.text)),
                };
            }
            let found = taken(run, &matching.pattern, &found)?;
            let Some(parts) = &found.parts else { return broken("a match has parts") };
            let result = match (name, parts.groups[number]) {
                ("group", None) => Value::Null,
                (_, None) => Value::Int(-1),
                ("group", Some((start, end))) => {
                    let group = run.joined(&parts.pieces[start..end])?;
                    run.string(group)
                }
                (_, Some((start, end))) => {
                    let last = if name == "start" { start } else { end };
                    let before = run.joined(&[&found.before, &parts.pieces[..last]].concat())?;
                    string::length(run, &bounded(before, &matching.text))
                }
            };
            matching.last = Last::Unknown(Box::new(found));
            Ok(result)
        }
    }
}

/// A part of a text is not longer than the text.
fn bounded(part: Str, whole: &Str) -> Str {
    match part {
        Str::Unknown { term, longest, is_ascii } => {
            Str::Unknown { term, longest: longest.min(whole.longest()), is_ascii }
        }
        known => known,
    }
}

/// A match with its parts.
fn taken(run: &mut Run<'_>, pattern: &Compiled, found: &Found) -> Step<Found> {
    if found.parts.is_some() {
        return Ok(found.clone());
    }
    let Some(shape) = pattern.pattern(found.text.is_ascii())?.shape() else {
        return unsupported(format!("the parts of a match of {} in an unknown text", pattern.source));
    };
    let (mut before, mut text) = (found.before.clone(), found.text.clone());
    let is_anchored = matches!(&shape, Shape::Concat(items) if items.first() == Some(&Shape::Start));
    if found.way == Way::Search && !is_anchored && !pattern.takes_nothing(run)? {
        if parts::has_anchors(&shape) {
            return unsupported(format!("the parts of a match of {} in an unknown text", pattern.source));
        }
        let (skipped, rest) = first(run, pattern, &text)?;
        before.push(skipped);
        text = rest;
    }
    let tail = if found.way == Way::Whole { Tail::Nothing } else { Tail::Anything };
    let parts = parts::take(run, &shape, pattern.pattern(true)?.group_count(), &text, tail)?;
    Ok(Found { before, parts: Some(parts), ..found.clone() })
}

/// The part before the first match, and the rest, which begins with it.
fn first(run: &mut Run<'_>, pattern: &Compiled, text: &Str) -> Step<(Str, Str)> {
    let (skipped, rest) = (run.fresh(Sort::String)?, run.fresh(Sort::String)?);
    let (own, somewhere) = (
        pattern.regex(run, Mode::Full, text.is_ascii())?,
        pattern.regex(run, Mode::Search, text.is_ascii())?,
    );
    let solver = run.solver();
    let term = text.term(solver);
    let position = solver.apply("str.indexof_re", [&term, &own, &solver.literal(0)]);
    let condition = term.eq(solver.concat([&skipped, &rest]))
        & position.eq(skipped.len())
        & rest.matches(own + parts::anything(solver))
        & !skipped.matches(somewhere);
    run.assume(condition)?;
    let part = |term| Str::Unknown { term, longest: text.longest(), is_ascii: text.is_ascii() };
    Ok((part(skipped), part(rest)))
}

/// `appendReplacement` and `appendTail`, for known texts.
fn append(
    run: &mut Run<'_>,
    id: Id,
    mut matching: Matching,
    name: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    let Some(units) = matching.text.units().cloned() else {
        return unsupported("replacing match by match in an unknown text");
    };
    let builder = run.object(&arguments[1])?;
    let added = match (name, &matching.last) {
        ("appendTail", _) => units[matching.written..].to_vec(),
        (_, Last::Known(found)) => {
            let found = found.clone();
            let with = run.text_argument(&arguments[2])?;
            let Some(with) = with.units() else { return unsupported("an unknown replacement") };
            let parts = known::replacement(run, &matching.pattern, with)?;
            let (start, end) = known::span(&found);
            let mut added = units[matching.written..start].to_vec();
            added.extend(known::filled(&parts, &found, &units));
            matching.written = end;
            added
        }
        _ => return run.throw("IllegalStateException"),
    };
    crate::natives::builder::append(run, builder, &Str::Known(added.into()))?;
    set(run, id, matching);
    Ok(Some(Some(arguments[if name == "appendTail" { 1 } else { 0 }].clone())))
}
