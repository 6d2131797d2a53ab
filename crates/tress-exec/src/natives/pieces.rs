//! Splitting and joining strings: `split`, `replaceAll`, `strip`, `repeat`, `join`, arrays of characters.

use tress::Sort;
use tress_classes::{Arithmetic, Type};

use super::limits::{COPY_OFFSETS, SPLIT_CHARACTERS, SPLIT_PIECES};
use super::regex::one_way::Shape;
use super::{beyond, regex};
use crate::machine::{Run, Signal, Step, broken, unsupported};
use crate::state::{Object, Str, Value, Width};

/// The methods of strings in this module.
pub(super) fn call(
    run: &mut Run<'_>,
    name: &str,
    text: &Str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    let changed = match name {
        "split" => {
            return regex::split_string(run, text, &arguments[1], &arguments[2])
                .map(|pieces| Some(Some(pieces)));
        }
        "toCharArray" => return chars(run, text).map(|chars| Some(Some(chars))),
        "formatted" => {
            let arguments = elements(run, &arguments[1])?;
            return super::formats::formatted(run, text, &arguments).map(|text| Some(Some(text)));
        }
        "trim" => stripped(run, text, Taken::Low, (true, true))?,
        "strip" => stripped(run, text, Taken::White, (true, true))?,
        "stripLeading" => stripped(run, text, Taken::White, (true, false))?,
        "stripTrailing" => stripped(run, text, Taken::White, (false, true))?,
        "repeat" => repeated(run, text, &arguments[1])?,
        "replaceAll" => regex::replaced(run, text, arguments, true)?,
        "replaceFirst" => regex::replaced(run, text, arguments, false)?,
        _ => return Ok(None),
    };
    Ok(Some(Some(run.string(changed))))
}

/// May there be two more pieces?
fn may_go_on(limit: i32, pieces: usize) -> bool {
    limit <= 0 || pieces as i64 + 1 < i64::from(limit)
}

/// A text that was split.
pub(super) struct Pieces {
    pub(super) pieces: Vec<Str>,
    /// Are there more, of which nothing is known?
    pub(super) has_more: bool,
}

/// Splits a string of any length, first piece by piece. If there are more than a few pieces, and one of the
/// rest is not empty or empty ones count, only the first ones are known.
pub(super) fn split_first(run: &mut Run<'_>, shape: &Shape, text: &Str, limit: i32) -> Step<Pieces> {
    let budget = run.context.budget;
    let most = SPLIT_PIECES.most(budget) as usize;
    let is_limited = usize::try_from(limit).is_ok_and(|limit| (1..=most).contains(&limit));
    let length = usize::try_from(text.longest()).unwrap_or(usize::MAX);
    if is_limited || !SPLIT_CHARACTERS.is_exceeded(length, budget) {
        return split_at(run, shape, text, limit).map(|pieces| Pieces { pieces, has_more: false });
    }
    let mut pieces = split_at(run, shape, text, i32::try_from(most + 1).unwrap_or(i32::MAX))?;
    if !SPLIT_PIECES.is_exceeded(pieces.len(), budget) {
        return Ok(Pieces { pieces, has_more: false });
    }
    let Some(rest) = pieces.pop() else { return broken("a text has pieces") };
    let solver = run.solver();
    let found = match shape {
        Shape::Word(word) => Str::Known(word.as_slice().into()).term(solver).to_regex(),
        Shape::One(set) | Shape::Run(set) => set.regex(solver),
    };
    // Empty pieces at the end are no pieces.
    let are_empty = limit == 0 && run.decide(rest.term(run.solver()).matches(found.star()))?;
    Ok(Pieces { pieces, has_more: !are_empty })
}

/// Asks at each piece whether there is another one. Each piece is a fresh unknown: the rest of the string is
/// a piece, a match and a rest.
pub(super) fn split_at(run: &mut Run<'_>, shape: &Shape, text: &Str, limit: i32) -> Step<Vec<Str>> {
    let (mut pieces, mut rest) = (Vec::new(), text.clone());
    while may_go_on(limit, pieces.len()) && rest.longest() > 0 {
        let term = rest.term(run.solver());
        let has_match = match shape {
            Shape::Word(word) => term.contains(Str::Known(word.as_slice().into()).term(run.solver())),
            Shape::One(set) | Shape::Run(set) => !term.matches(set.without().regex(run.solver()).star()),
        };
        if !run.decide(has_match)? {
            break;
        }
        let (piece, after) = cut(run, shape, &rest)?;
        pieces.push(piece);
        rest = after;
    }
    pieces.push(rest);
    Ok(pieces)
}

/// The parts before and after the first match.
fn cut(run: &mut Run<'_>, shape: &Shape, text: &Str) -> Step<(Str, Str)> {
    let (before, after) = (run.fresh(Sort::String)?, run.fresh(Sort::String)?);
    let term = text.term(run.solver());
    let condition = match shape {
        Shape::Word(word) => {
            let word = Str::Known(word.as_slice().into()).term(run.solver());
            let whole = run.solver().concat([&before, &word, &after]);
            term.eq(whole) & term.index_of(&word, 0).eq(before.len())
        }
        Shape::One(set) | Shape::Run(set) => {
            let found = run.fresh(Sort::String)?;
            let solver = run.solver();
            let (inside, outside) = (set.regex(solver), set.without().regex(solver));
            let whole = solver.concat([&before, &found, &after]);
            let parts = term.eq(whole) & before.matches(outside.star());
            match shape {
                Shape::One(_) => parts & found.matches(inside),
                _ => {
                    let any = solver.char_range('\0', '\u{ffff}').star();
                    parts & found.matches(inside.plus()) & after.matches((outside + any).optional())
                }
            }
        }
    };
    run.assume(condition)?;
    let (longest, is_ascii) = (text.longest() - 1, text.is_ascii());
    let part = |term| Str::Unknown { term, longest, is_ascii };
    Ok((part(before), part(after)))
}

/// What is taken from the ends of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// White space.
    White,
    /// Up to the space, as `trim` does.
    Low,
}

/// `strip` and its halves, and `trim`.
pub(super) fn stripped(
    run: &mut Run<'_>,
    text: &Str,
    taken: Taken,
    (leading, trailing): (bool, bool),
) -> Step<Str> {
    if let Some(units) = text.units() {
        let is_white = |unit: &u16| match taken {
            Taken::White => beyond::is_white(*unit),
            Taken::Low => *unit <= 0x20,
        };
        let start = units.iter().position(|unit| !is_white(unit)).unwrap_or(units.len());
        let end = units.iter().rposition(|unit| !is_white(unit)).map_or(start, |last| last + 1);
        let (start, end) = match (leading, trailing) {
            (true, true) => (start, end),
            (true, false) => (start, units.len()),
            _ => (0, if start == units.len() { 0 } else { end }),
        };
        return Ok(Str::Known(units[start..end].into()));
    }
    let term = text.term(run.solver());
    let (before, middle, after) =
        (run.fresh(Sort::String)?, run.fresh(Sort::String)?, run.fresh(Sort::String)?);
    let solver = run.solver();
    let inside = match taken {
        Taken::White => beyond::white(run),
        Taken::Low => solver.char_range('\0', ' '),
    };
    let outside = solver.apply("re.diff", [beyond::any_unit(run), inside.clone()]);
    let any = || beyond::any_unit(run).star();
    // The middle is empty, or begins and ends with what is kept; an empty one has all white space before it.
    let kept = match (leading, trailing) {
        (true, true) => outside.clone() | (outside.clone() + any() + outside),
        (true, false) => outside + any(),
        _ => any() + outside,
    };
    let mut conditions = vec![
        term.eq(solver.concat([&before, &middle, &after])),
        before.matches(inside.star()),
        after.matches(inside.star()),
        middle.matches(kept.optional()),
    ];
    match (leading, trailing) {
        (true, true) => conditions.push(middle.eq("").implies(after.eq(""))),
        (true, false) => conditions.push(after.eq("")),
        _ => conditions.push(before.eq("")),
    }
    let condition = solver.all(conditions);
    run.assume(condition)?;
    Ok(Str::Unknown { term: middle, longest: text.longest(), is_ascii: text.is_ascii() })
}

/// `repeat`.
pub(super) fn repeated(run: &mut Run<'_>, text: &Str, count: &Value) -> Step<Str> {
    if let Value::Int(count) = count {
        let Ok(count) = usize::try_from(*count) else { return run.throw("IllegalArgumentException") };
        let longest = usize::try_from(text.longest()).unwrap_or(usize::MAX);
        if longest == 0 {
            return Ok(Str::known(""));
        }
        let known = text.units().map_or(1, |units| units.len());
        run.room_for(known.saturating_mul(count))?;
        return run.joined(&vec![text.clone(); count]);
    }
    let (low, high) = run.bounds(count)?;
    let term = run.number_term(count)?;
    if low < 0 && run.decide(term.lt(0))? {
        return run.throw("IllegalArgumentException");
    }
    if text.longest() == 0 {
        return Ok(Str::known(""));
    }
    let most = (run.room() / text.longest()).max(0);
    if high > most && !run.decide(term.le(most))? {
        return Err(Signal::Bound("elements and characters"));
    }
    let longest = text.longest() * high.min(most);
    let is_ascii = text.is_ascii();
    let solver = run.solver();
    Ok(Str::Unknown { term: solver.apply("str.repeat", [text.term(solver), term]), longest, is_ascii })
}

/// `String.join` of an array.
pub(super) fn joined(run: &mut Run<'_>, between: &Value, parts: &Value) -> Step<Value> {
    let between = run.text_argument(between)?;
    let elements = elements(run, parts)?;
    let mut texts = Vec::new();
    for element in &elements {
        if !texts.is_empty() {
            texts.push(between.clone());
        }
        texts.push(run.text_of(element, &Type::Object("java/lang/Object".into()))?);
    }
    let whole = run.joined(&texts)?;
    Ok(run.string(whole))
}

/// The first elements of an array with a text between them, one before and one behind.
pub(super) fn joined_between(run: &mut Run<'_>, arguments: &[Value]) -> Step<Value> {
    let (before, behind) = (run.text_argument(&arguments[0])?, run.text_argument(&arguments[1])?);
    let between = run.text_argument(&arguments[2])?;
    let Value::Int(count) = arguments[4] else { return unsupported("an unknown number of elements") };
    let count = usize::try_from(count).unwrap_or(0);
    let mut texts = vec![before];
    for (position, element) in elements(run, &arguments[3])?.iter().take(count).enumerate() {
        if position > 0 {
            texts.push(between.clone());
        }
        texts.push(run.text_of(element, &Type::Object("java/lang/Object".into()))?);
    }
    texts.push(behind);
    let whole = run.joined(&texts)?;
    Ok(run.string(whole))
}

/// The elements of an array; null throws.
pub(super) fn elements(run: &mut Run<'_>, array: &Value) -> Step<Vec<Value>> {
    let id = run.object(array)?;
    match run.state.heap.get(id) {
        Object::Array { elements, .. } => Ok(elements.clone()),
        _ => broken("an array is expected"),
    }
}

/// The text of an array of characters, or of a part of it.
pub(super) fn text_of_chars(run: &mut Run<'_>, array: &Value, part: Option<(&Value, &Value)>) -> Step<Str> {
    let mut texts = Vec::new();
    for element in &part_of(run, array, part)? {
        texts.push(run.text_of(element, &Type::Char)?);
    }
    run.joined(&texts)
}

/// The text of characters by their codes, which may have two units.
pub(super) fn text_of_points(
    run: &mut Run<'_>,
    array: &Value,
    (start, count): (&Value, &Value),
) -> Step<Str> {
    let mut texts = Vec::new();
    for element in &part_of(run, array, Some((start, count)))? {
        if let Value::Int(code) = element {
            let units = match u32::try_from(*code) {
                Ok(code @ 0x1_0000..=0x10_ffff) => {
                    let rest = code - 0x1_0000;
                    vec![0xd800 + (rest >> 10) as u16, 0xdc00 + (rest & 0x3ff) as u16]
                }
                Ok(code @ 0..=0xffff) => vec![code as u16],
                _ => return run.throw("IllegalArgumentException"),
            };
            texts.push(Str::Known(units.into()));
            continue;
        }
        let is_unit = run.in_ranges(element, &[(0, 0xffff)])?;
        if !run.decide(is_unit)? {
            return unsupported("an unknown character of two units");
        }
        texts.push(run.text_of(element, &Type::Char)?);
    }
    run.joined(&texts)
}

/// The elements of an array, or of a part of it: where it begins, and how many.
pub(super) fn part_of(run: &mut Run<'_>, array: &Value, part: Option<(&Value, &Value)>) -> Step<Vec<Value>> {
    let elements = elements(run, array)?;
    let range = match part {
        None => 0..elements.len(),
        Some((Value::Int(start), Value::Int(count))) => {
            let end = i64::from(*start) + i64::from(*count);
            if *start < 0 || *count < 0 || end > elements.len() as i64 {
                return run.throw("StringIndexOutOfBoundsException");
            }
            *start as usize..end as usize
        }
        Some(_) => return unsupported("an unknown part of an array"),
    };
    Ok(elements[range].to_vec())
}

/// `toCharArray`: the length must be known.
pub(super) fn chars(run: &mut Run<'_>, text: &Str) -> Step<Value> {
    let elements = units(run, text)?;
    run.array(&Type::Char, elements)
}

/// A number that has few values, each on a path of its own.
fn chosen(run: &mut Run<'_>, value: &Value) -> Step<i32> {
    if let Value::Int(known) = value {
        return Ok(*known);
    }
    let ((low, high), term) = (run.bounds(value)?, run.number_term(value)?);
    if COPY_OFFSETS.is_exceeded(high.saturating_sub(low) as usize, run.context.budget) {
        return unsupported("an unknown part of a text for an array");
    }
    let mut chosen = low;
    while chosen < high && !run.decide(term.eq(chosen))? {
        chosen += 1;
    }
    Ok(chosen as i32)
}

/// `getChars`: units of a text go to an array.
pub(super) fn copied(run: &mut Run<'_>, text: &Str, arguments: &[Value]) -> Step {
    let (start, end) = (chosen(run, &arguments[0])?, chosen(run, &arguments[1])?);
    let target = chosen(run, &arguments[3])?;
    let part = super::string::piece(run, text, &Value::Int(start), Some(&Value::Int(end)))?;
    let count = i64::from(end) - i64::from(start);
    let array = run.object(&arguments[2])?;
    let Object::Array { elements, .. } = run.state.heap.get(array) else {
        return broken("an array is expected");
    };
    if target < 0 || i64::from(target) + count > elements.len() as i64 {
        return run.throw("ArrayIndexOutOfBoundsException");
    }
    let mut units = Vec::new();
    for position in 0..count {
        units.push(super::string::unit_at(run, &part, &Value::Int(position as i32))?);
    }
    if let Object::Array { elements, .. } = run.state.heap.get_mut(array) {
        elements[target as usize..target as usize + units.len()].clone_from_slice(&units);
    }
    Ok(())
}

/// `getBytes` of a text of characters below 128.
pub(super) fn bytes(run: &mut Run<'_>, text: &Str) -> Step<Value> {
    let elements = units(run, text)?;
    run.array(&Type::Byte, elements)
}

/// The units of a text whose length is asked for.
fn units(run: &mut Run<'_>, text: &Str) -> Step<Vec<Value>> {
    Ok(match text.units() {
        Some(units) => units.iter().map(|unit| Value::Int((*unit).into())).collect(),
        None => {
            let term = text.term(run.solver());
            let mut length = 0;
            while length < text.longest() && !run.decide(term.len().eq(length))? {
                length += 1;
            }
            let highest = if text.is_ascii() { 127 } else { 0xffff };
            let unit = |position: i64| Value::unit(term.at(position), highest);
            (0..length).map(unit).collect()
        }
    })
}

/// The least of an end and the length of a text.
pub(super) fn end_within(run: &mut Run<'_>, text: &Str, end: &Value) -> Step<Value> {
    let length = super::string::length(run, text);
    super::numerals::extreme(run, true, end, &length)
}

/// `setLength`: the text is cut, or gets zeros.
pub(super) fn of_length(run: &mut Run<'_>, text: &Str, wanted: &Value) -> Step<Str> {
    let (low, high) = run.bounds(wanted)?;
    let term = run.number_term(wanted)?;
    if low < 0 && (high < 0 || run.decide(term.lt(0))?) {
        return run.throw("StringIndexOutOfBoundsException");
    }
    let length = super::string::length(run, text);
    let length_term = run.number_term(&length)?;
    let is_cut = match (wanted, &length) {
        (Value::Int(wanted), Value::Int(length)) => wanted <= length,
        _ => run.decide(term.le(length_term))?,
    };
    if is_cut {
        return super::string::piece(run, text, &Value::Int(0), Some(wanted));
    }
    let missing = run.whole(Width::Int, Arithmetic::Subtract, wanted, &length)?;
    let zeros = repeated(run, &Str::Known([0].into()), &missing)?;
    run.joined(&[text.clone(), zeros])
}

/// The lines of a text, without what ends them.
pub(super) fn lines(run: &mut Run<'_>, text: &Str) -> Step<Vec<Str>> {
    let mut pieces = match text.units() {
        Some(units) => {
            // A carriage return and a line feed end one line.
            let mut pieces = vec![Vec::new()];
            for (position, unit) in units.iter().enumerate() {
                match unit {
                    10 if position > 0 && units[position - 1] == 13 => {}
                    10 | 13 => pieces.push(Vec::new()),
                    _ => pieces.last_mut().into_iter().for_each(|piece| piece.push(*unit)),
                }
            }
            pieces.into_iter().map(|piece| Str::Known(piece.into())).collect()
        }
        None => {
            let term = text.term(run.solver());
            match run.decide(term.contains("\r"))? {
                true => unknown_lines(run, text)?,
                false => split_at(run, &Shape::Word(vec![10]), text, 0)?,
            }
        }
    };
    // What follows the last line end is a line if it is not empty.
    if let Some(last) = pieces.last() {
        let is_empty = run.equal_texts(last, &Str::known(""));
        if run.decide_value(&is_empty)? {
            pieces.pop();
        }
    }
    Ok(pieces)
}

/// The lines of an unknown text, each of which may end in two ways, or in both.
fn unknown_lines(run: &mut Run<'_>, text: &Str) -> Step<Vec<Str>> {
    let (mut pieces, mut rest) = (Vec::new(), text.clone());
    while rest.longest() > 0 {
        let term = rest.term(run.solver());
        if !run.decide(term.contains("\n") | term.contains("\r"))? {
            break;
        }
        let [line, end, after] =
            [run.fresh(Sort::String)?, run.fresh(Sort::String)?, run.fresh(Sort::String)?];
        let whole = run.solver().concat([&line, &end, &after]);
        let is_end = end.eq("\n") | end.eq("\r\n") | (end.eq("\r") & !after.starts_with("\n"));
        let condition = term.eq(whole) & !line.contains("\n") & !line.contains("\r") & is_end;
        run.assume(condition)?;
        let (longest, is_ascii) = (rest.longest() - 1, rest.is_ascii());
        let part = |term| Str::Unknown { term, longest, is_ascii };
        pieces.push(part(line));
        rest = part(after);
    }
    pieces.push(rest);
    Ok(pieces)
}
