//! `Pattern`, and what strings do with patterns.
//!
//! Known texts are matched as Java does it (`known.rs`). For unknown ones a match is a membership; its groups
//! are names for the parts of the text (`parts.rs`).

mod compiled;
mod known;
mod matcher;
pub(super) mod one_way;
mod parts;
mod units;

use std::sync::Arc;

use tress::{Dialect, Mode, Term, Units};
use tress_classes::{Handle, MethodRef, MethodType, Type};

use super::beyond;
use super::pieces::Pieces;
use crate::machine::{Run, Step, broken, unsupported};
use crate::state::{Closure, Hidden, Object, Str, Value, Width};
use compiled::Wrong;
use matcher::Matching;

pub(crate) use compiled::Compiled;
pub(super) use matcher::call as matcher_call;

/// The flags of Java, as numbers and as in a pattern.
const LETTERS: [(i32, char); 7] =
    [(1, 'd'), (2, 'i'), (4, 'x'), (8, 'm'), (0x20, 's'), (0x40, 'u'), (0x100, 'U')];
/// The flag under which no character is special.
const LITERAL: i32 = 0x10;

/// Reads a pattern that is known.
fn compiled(run: &mut Run<'_>, source: &Str, flags: i32) -> Step<Arc<Compiled>> {
    let Some(units) = source.units() else { return unsupported("an unknown regular expression") };
    let Ok(source) = String::from_utf16(units) else { return unsupported("a pattern with half a pair") };
    let known = LETTERS.iter().fold(LITERAL, |known, (flag, _)| known | flag);
    if flags & !known != 0 {
        return unsupported("the flags of a pattern");
    }
    let letters: String =
        LETTERS.iter().filter(|(flag, _)| flags & flag != 0).map(|(_, letter)| *letter).collect();
    let read = if flags & LITERAL != 0 { quoted(&source) } else { source.clone() };
    match Compiled::read(run, source, read, (flags, letters)) {
        Ok(compiled) => Ok(Arc::new(compiled)),
        Err(Wrong::Mistake) => run.throw_named("java/util/regex/PatternSyntaxException"),
        Err(Wrong::Unknown(problem)) => unsupported(problem),
    }
}

/// The pattern that matches a text only.
fn quoted(text: &str) -> String {
    format!("\\Q{}\\E", text.replace("\\E", "\\E\\\\E\\Q"))
}

/// A pattern given as an argument.
fn pattern_argument(run: &mut Run<'_>, value: &Value) -> Step<Arc<Compiled>> {
    let source = run.text_argument(value)?;
    compiled(run, &source, 0)
}

/// Does a text match as a whole?
fn matches_whole(run: &mut Run<'_>, pattern: &Compiled, text: &Str) -> Step<Value> {
    if let Some(units) = text.units() {
        let word = known::characters(units);
        return known::match_at(run, pattern, &word, true).map(|found| Value::truth(found.is_some()));
    }
    is_in(run, pattern, text, Mode::Full)
}

/// Is an unknown text in the language of a pattern?
fn is_in(run: &mut Run<'_>, pattern: &Compiled, text: &Str, mode: Mode) -> Step<Value> {
    if !reads_units(run, pattern, text, is_same_language)? {
        return beyond::some_truth(run);
    }
    let regex = pattern.regex(run, mode, text.is_ascii())?;
    Ok(Value::Truth(text.term(run.solver()).matches(regex)))
}

/// The language of a pattern for an unknown text, whose matches, or that of the whole, are asked for.
fn membership(
    run: &mut Run<'_>,
    pattern: &Compiled,
    text: &Str,
    (mode, is_whole): (Mode, bool),
) -> Step<Term> {
    let shape = pattern.pattern(text.is_ascii())?.shape();
    let keeps_pairs = || is_whole && shape.as_ref().is_some_and(units::keeps_pairs);
    let is_enough = |units| units == Units::Matches || (is_same_language(units) && keeps_pairs());
    match reads_units(run, pattern, text, is_enough)? {
        true => pattern.regex(run, mode, text.is_ascii()),
        false => unsupported("matches in texts that have surrogate pairs"),
    }
}

fn is_same_language(units: Units) -> bool {
    matches!(units, Units::Matches | Units::Whole | Units::Taken { as_run: true })
}

/// May the units of a string be read as its characters? If the pattern does not allow that, the string must
/// have no surrogate pairs.
fn reads_units(
    run: &mut Run<'_>,
    pattern: &Compiled,
    text: &Str,
    is_enough: impl Fn(Units) -> bool,
) -> Step<bool> {
    if text.is_ascii() || is_enough(pattern.units(false)) {
        return Ok(true);
    }
    let term = text.term(run.solver());
    run.decide(beyond::has_no_halves(run, &term))
}

/// `String.matches`.
pub(super) fn matches(run: &mut Run<'_>, text: &Str, pattern: &Value) -> Step<Value> {
    let source = run.text_argument(pattern)?;
    // What the engine of known texts does not have, languages may have.
    let letters = compiled::letters("", text.is_ascii(), run.context.program.release());
    if let (None, Some(units)) = (text.units(), source.units())
        && let Ok(source) = String::from_utf16(units)
        && (text.is_ascii() || is_same_language(Dialect::Java.units(&source, &letters)))
        && let Ok(regex) = run.solver().regex_with(Dialect::Java, &source, &letters, Mode::Full)
    {
        return Ok(Value::Truth(text.term(run.solver()).matches(regex)));
    }
    let pattern = compiled(run, &source, 0)?;
    matches_whole(run, &pattern, text)
}

/// `String.replaceAll` and `String.replaceFirst`.
pub(super) fn replaced(run: &mut Run<'_>, text: &Str, arguments: &[Value], all: bool) -> Step<Str> {
    let pattern = pattern_argument(run, &arguments[1])?;
    let with = run.text_argument(&arguments[2])?;
    replaced_by(run, &pattern, text, &with, all)
}

fn replaced_by(run: &mut Run<'_>, pattern: &Arc<Compiled>, text: &Str, with: &Str, all: bool) -> Step<Str> {
    let Some(with) = with.units().cloned() else { return unsupported("an unknown replacement") };
    if let Some(units) = text.units() {
        return known::replaced(run, pattern, &units.clone(), &with, !all);
    }
    let has_longest = pattern.pattern(text.is_ascii())?.takes_longest() || one_way(pattern).is_some();
    if !has_longest || pattern.takes_nothing(run)? {
        return matcher::replaced(run, pattern, text, &with, all);
    }
    let parts = known::replacement(run, pattern, &with)?;
    let [known::Part::Text(plain)] = parts.as_slice() else {
        return matcher::replaced(run, pattern, text, &with, all);
    };
    let is_removal = plain.is_empty() && all;
    let is_enough = |units| match units {
        Units::Matches | Units::Taken { as_run: true } => true,
        Units::Taken { as_run: false } => is_removal,
        Units::Whole | Units::Nothing => false,
    };
    if !reads_units(run, pattern, text, is_enough)? {
        return unsupported("matches in texts that have surrogate pairs");
    }
    let regex = pattern.regex(run, Mode::Full, text.is_ascii())?;
    let grows = i64::try_from(plain.len()).unwrap_or(i64::MAX).max(1);
    let with = Str::Known(plain.as_slice().into());
    let solver = run.solver();
    let name = if all { "str.replace_re_longest_all" } else { "str.replace_re_longest" };
    let term = solver.apply(name, [text.term(solver), regex, with.term(solver)]);
    let longest = text.longest().saturating_mul(grows).min(i64::from(i32::MAX));
    Ok(Str::Unknown { term, longest, is_ascii: text.is_ascii() && with.is_ascii() })
}

/// The pattern as one that has one way to match.
fn one_way(pattern: &Compiled) -> Option<one_way::Pattern> {
    let units: Vec<u16> = pattern.read.encode_utf16().collect();
    one_way::Pattern::read(&units).filter(|_| pattern.letters.is_empty())
}

/// `String.split`.
pub(super) fn split_string(run: &mut Run<'_>, text: &Str, pattern: &Value, limit: &Value) -> Step<Value> {
    let pattern = pattern_argument(run, pattern)?;
    split(run, &pattern, text, limit)
}

fn split(run: &mut Run<'_>, pattern: &Compiled, text: &Str, limit: &Value) -> Step<Value> {
    let limit = match limit {
        Value::Null => 0,
        Value::Int(limit) => *limit,
        _ => return unsupported("split with an unknown limit"),
    };
    let mut pieces = match text.units() {
        Some(units) => known::pieces(run, pattern, &units.clone(), limit)?,
        None => {
            let Pieces { pieces, has_more } = unknown_pieces(run, pattern, text, limit)?;
            if has_more {
                let most = if limit > 0 { limit.into() } else { text.longest() + 1 };
                return first_of_many(run, pieces, most);
            }
            pieces
        }
    };
    if limit == 0 && pieces.len() > 1 {
        while let Some(last) = pieces.last() {
            let is_empty = run.equal_texts(last, &Str::known(""));
            if !run.decide_value(&is_empty)? {
                break;
            }
            pieces.pop();
        }
    }
    let elements = pieces.into_iter().map(|piece| run.string(piece)).collect();
    run.array(&Type::Object("java/lang/String".into()), elements)
}

/// An array that begins with these pieces and has more.
fn first_of_many(run: &mut Run<'_>, pieces: Vec<Str>, most: i64) -> Step<Value> {
    let least = pieces.len() as i64 + 1;
    let length =
        beyond::some_number(run, least.into(), most.clamp(least, i32::MAX.into()).into(), Width::Int)?;
    let first = pieces.into_iter().map(|piece| run.string(piece)).collect();
    Ok(Value::Object(run.state.heap.add(Object::Many { first, length })))
}

fn unknown_pieces(run: &mut Run<'_>, pattern: &Compiled, text: &Str, limit: i32) -> Step<Pieces> {
    let shape = match one_way(pattern) {
        Some(one_way) if one_way.takes_surrogates() && !text.is_ascii() => {
            return unsupported("matching texts that may have surrogate pairs");
        }
        Some(one_way) => one_way.shape(),
        None => None,
    };
    match shape {
        Some(shape) => super::pieces::split_first(run, &shape, text, limit),
        None => unsupported(format!("splitting an unknown text at {}", pattern.source)),
    }
}

/// What predicates of a pattern call; no name of a method in Java has a space.
const FOUND_IN: &str = "found in";
const MATCHES_ALL_OF: &str = "matches all of";

/// A predicate on texts.
fn predicate(run: &mut Run<'_>, name: &str, pattern: &Value) -> Step<Value> {
    let method_type = |descriptor: &str| match MethodType::parse(descriptor) {
        Some(type_) => Ok(type_),
        None => broken("a predicate without a type"),
    };
    let descriptor = "(Ljava/lang/String;)Z";
    let method = MethodRef {
        class: "java/util/regex/Pattern".into(),
        name: name.into(),
        descriptor: descriptor.into(),
        type_: method_type(descriptor)?,
        of_interface: false,
    };
    let closure = Closure {
        interface: "java/util/function/Predicate".into(),
        markers: Vec::new(),
        method: "test".into(),
        type_: method_type("(Ljava/lang/Object;)Z")?,
        target: Handle::Method { kind: VIRTUAL, method: Arc::new(method) },
        captured: vec![pattern.clone()],
    };
    Ok(Value::Object(run.state.heap.add(Object::Closure(Arc::new(closure)))))
}

/// The kind of handle that calls a method of an object.
const VIRTUAL: u8 = 5;

/// Does a text have a match somewhere?
fn found_in(run: &mut Run<'_>, pattern: &Compiled, text: &Str) -> Step<Value> {
    if let Some(units) = text.units() {
        let found = known::Word::new(pattern, units)?.find(run, pattern, 0)?;
        return Ok(Value::truth(found.is_some()));
    }
    is_in(run, pattern, text, Mode::Search)
}

/// An object of a class of this module.
fn made(run: &mut Run<'_>, class: &str, hidden: Hidden) -> Step<Value> {
    let class = run.load(&class.into())?;
    let fields = class.layout.iter().map(|_| Value::Null).collect();
    Ok(Value::Object(run.state.heap.add(Object::Instance { class, fields, hidden })))
}

fn pattern_of(run: &mut Run<'_>, value: &Value) -> Step<Arc<Compiled>> {
    let id = run.object(value)?;
    match run.state.heap.get(id) {
        Object::Instance { hidden: Hidden::Model(model), .. } => {
            model.clone().downcast().or_else(|_| broken("a pattern is expected"))
        }
        _ => broken("a pattern is expected"),
    }
}

/// Methods of `Pattern`.
pub(super) fn call(
    run: &mut Run<'_>,
    name: &str,
    descriptor: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    let result = match (name, descriptor) {
        ("compile", _) => {
            let source = run.text_argument(&arguments[0])?;
            let flags = match &arguments[1] {
                Value::Int(flags) => *flags,
                Value::Null => 0,
                _ => return unsupported("unknown flags of a pattern"),
            };
            let pattern = compiled(run, &source, flags)?;
            made(run, "java/util/regex/Pattern", Hidden::Model(pattern))?
        }
        ("matches", _) => {
            let text = run.text_argument(&arguments[1])?;
            matches(run, &text, &arguments[0])?
        }
        ("quote", _) => {
            let text = run.text_argument(&arguments[0])?;
            let Some(Ok(text)) = text.units().map(|units| String::from_utf16(units)) else {
                return unsupported("an unknown regular expression");
            };
            run.string(Str::known(&quoted(&text)))
        }
        _ => {
            let pattern = pattern_of(run, &arguments[0])?;
            match (name, descriptor) {
                ("pattern" | "toString", _) => run.string(Str::known(&pattern.source)),
                ("flags", _) => Value::Int(pattern.flags),
                ("matcher", _) => {
                    let text = run.text_argument(&arguments[1])?;
                    made(
                        run,
                        "java/util/regex/Matcher",
                        Hidden::Model(Arc::new(Matching::new(pattern, text))),
                    )?
                }
                ("split", _) => {
                    let text = run.text_argument(&arguments[1])?;
                    split(run, &pattern, &text, &arguments[2])?
                }
                ("asPredicate", _) => predicate(run, FOUND_IN, &arguments[0])?,
                ("asMatchPredicate", _) => predicate(run, MATCHES_ALL_OF, &arguments[0])?,
                (FOUND_IN | MATCHES_ALL_OF, _) => {
                    let text = run.text_argument(&arguments[1])?;
                    match name == FOUND_IN {
                        true => found_in(run, &pattern, &text)?,
                        false => matches_whole(run, &pattern, &text)?,
                    }
                }
                _ => return Ok(None),
            }
        }
    };
    Ok(Some(Some(result)))
}
