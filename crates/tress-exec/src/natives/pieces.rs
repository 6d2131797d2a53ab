//! Texts taken to pieces and put together: `split`, `replaceAll`, `strip`, `repeat`, `join`, arrays of characters.

use tress::Sort;
use tress_classes::{Arithmetic, Type};

use super::pattern::{Pattern, Set, Shape};
use crate::machine::{Run, Signal, Step, broken, unsupported};
use crate::state::{Object, Str, Value, Width};

/// The methods of a text that this room has.
pub(super) fn call(
    run: &mut Run<'_>,
    name: &str,
    text: &Str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    let changed = match name {
        "split" => {
            let limit = match &arguments[2] {
                Value::Null => Value::Int(0),
                limit => limit.clone(),
            };
            return split(run, text, arguments, &limit).map(|pieces| Some(Some(pieces)));
        }
        "toCharArray" => return chars(run, text).map(|chars| Some(Some(chars))),
        "formatted" => {
            let arguments = elements(run, &arguments[1])?;
            return super::formats::formatted(run, text, &arguments).map(|text| Some(Some(text)));
        }
        "strip" => stripped(run, text, true, true)?,
        "stripLeading" => stripped(run, text, true, false)?,
        "stripTrailing" => stripped(run, text, false, true)?,
        "repeat" => repeated(run, text, &arguments[1])?,
        "replaceAll" => replaced(run, text, arguments, true)?,
        "replaceFirst" => replaced(run, text, arguments, false)?,
        _ => return Ok(None),
    };
    Ok(Some(Some(run.string(changed))))
}

/// A pattern that is known and has one way to match.
fn pattern(run: &mut Run<'_>, value: &Value, text: &Str) -> Step<Pattern> {
    let given = run.text_argument(value)?;
    let Some(units) = given.units() else { return unsupported("an unknown regular expression") };
    let Some(pattern) = Pattern::read(units) else {
        return unsupported(format!("taking matches of {} apart", String::from_utf16_lossy(units)));
    };
    let has_surrogates = match text.units() {
        Some(units) => units.iter().any(|unit| (0xd800..0xe000).contains(unit)),
        None => !text.is_ascii(),
    };
    match has_surrogates && pattern.takes_surrogates() {
        true => unsupported("matching texts that may have surrogate pairs"),
        false => Ok(pattern),
    }
}

/// `replaceAll` and `replaceFirst`.
pub(super) fn replaced(run: &mut Run<'_>, text: &Str, arguments: &[Value], all: bool) -> Step<Str> {
    let pattern = pattern(run, &arguments[1], text)?;
    let with = run.text_argument(&arguments[2])?;
    let Some(with) = with.units() else { return unsupported("an unknown replacement") };
    let with = replacement(with)?;
    if let Some(units) = text.units() {
        run.room_for(units.len().saturating_mul(with.len().max(1)))?;
        let (mut result, mut at) = (Vec::new(), 0);
        while let Some((start, end)) = pattern.find(units, at) {
            result.extend_from_slice(&units[at..start]);
            result.extend_from_slice(&with);
            at = end;
            if !all {
                break;
            }
        }
        result.extend_from_slice(&units[at..]);
        return Ok(Str::Known(result.into()));
    }
    let grows = i64::try_from(with.len()).unwrap_or(i64::MAX).max(1);
    let with = Str::Known(with.into());
    let solver = run.solver();
    let name = if all { "str.replace_re_longest_all" } else { "str.replace_re_longest" };
    let term = solver.apply(name, [text.term(solver), pattern.regex(solver), with.term(solver)]);
    let longest = text.longest().saturating_mul(grows).min(i64::from(i32::MAX));
    Ok(Str::Unknown { term, longest, is_ascii: text.is_ascii() && with.is_ascii() })
}

/// What a replacement puts in: a backslash stands before a character that has no meaning then.
fn replacement(units: &[u16]) -> Step<Vec<u16>> {
    let mut result = Vec::new();
    let mut rest = units.iter();
    while let Some(unit) = rest.next() {
        match u8::try_from(*unit) {
            Ok(b'$') => return unsupported("a replacement with groups"),
            Ok(b'\\') => match rest.next() {
                Some(unit) => result.push(*unit),
                None => return unsupported("a replacement that ends with a backslash"),
            },
            _ => result.push(*unit),
        }
    }
    Ok(result)
}

/// `split`, with a limit or without.
pub(super) fn split(run: &mut Run<'_>, text: &Str, arguments: &[Value], limit: &Value) -> Step<Value> {
    let pattern = pattern(run, &arguments[1], text)?;
    let Value::Int(limit) = *limit else { return unsupported("split with an unknown limit") };
    let mut pieces = match text.units() {
        Some(units) => known_pieces(&pattern, units, limit),
        None => unknown_pieces(run, &pattern, text, limit)?,
    };
    if limit == 0 && pieces.len() > 1 {
        while let Some(last) = pieces.last() {
            let is_empty = super::string::equal(run, last, &Str::known(""));
            if !run.decide_value(&is_empty)? {
                break;
            }
            pieces.pop();
        }
    }
    let elements = pieces.into_iter().map(|piece| run.string(piece)).collect();
    run.array(&Type::Object("java/lang/String".into()), elements)
}

fn known_pieces(pattern: &Pattern, units: &[u16], limit: i32) -> Vec<Str> {
    let (mut pieces, mut at) = (Vec::new(), 0);
    while let Some((start, end)) = pattern.find(units, at).filter(|_| may_go_on(limit, pieces.len())) {
        pieces.push(Str::Known(units[at..start].into()));
        at = end;
    }
    pieces.push(Str::Known(units[at..].into()));
    pieces
}

/// May there be two more pieces?
fn may_go_on(limit: i32, pieces: usize) -> bool {
    limit <= 0 || pieces as i64 + 1 < i64::from(limit)
}

/// Asks at each piece whether there is another one. Each is named: the rest of the text is a piece, a match and a rest.
fn unknown_pieces(run: &mut Run<'_>, pattern: &Pattern, text: &Str, limit: i32) -> Step<Vec<Str>> {
    let Some(shape) = pattern.shape() else {
        return unsupported("splitting an unknown text at such a pattern");
    };
    let (mut pieces, mut rest) = (Vec::new(), text.clone());
    while may_go_on(limit, pieces.len()) && rest.longest() > 0 {
        let term = rest.term(run.solver());
        let has_match = match &shape {
            Shape::Word(word) => term.contains(Str::Known(word.as_slice().into()).term(run.solver())),
            Shape::One(set) | Shape::Run(set) => !term.matches(set.without().regex(run.solver()).star()),
        };
        if !run.decide(has_match)? {
            break;
        }
        let (piece, after) = cut(run, &shape, &rest)?;
        pieces.push(piece);
        rest = after;
    }
    pieces.push(rest);
    Ok(pieces)
}

/// What stands before the first match, and behind it.
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

/// White space as `strip` and `isBlank` have it, below 128.
fn white() -> Set {
    let pattern = [b'[', 9, b'-', 13, 28, b'-', 32, b']'].map(u16::from);
    match Pattern::read(&pattern).and_then(|pattern| pattern.shape()) {
        Some(Shape::One(set)) => set,
        _ => unreachable!("the pattern is a set"),
    }
}

/// `strip` and its halves.
pub(super) fn stripped(run: &mut Run<'_>, text: &Str, leading: bool, trailing: bool) -> Step<Str> {
    if !text.is_ascii() {
        return unsupported("white space beyond ASCII");
    }
    if let Some(units) = text.units() {
        let is_white = |unit: &u16| matches!(unit, 9..=13 | 28..=32);
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
    let (inside, outside) = (white().regex(solver), white().without().regex(solver));
    let any = || solver.char_range('\0', '\u{ffff}').star();
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
    Ok(Str::Unknown { term: middle, longest: text.longest(), is_ascii: true })
}

/// `repeat`.
pub(super) fn repeated(run: &mut Run<'_>, text: &Str, count: &Value) -> Step<Str> {
    if let Value::Int(count) = count {
        let Ok(count) = usize::try_from(*count) else { return run.throw("IllegalArgumentException") };
        let longest = usize::try_from(text.longest()).unwrap_or(usize::MAX);
        if longest == 0 {
            return Ok(Str::known(""));
        }
        run.room_for(longest.saturating_mul(count))?;
        return Ok(Str::concat(run.solver(), &vec![text.clone(); count]));
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
    let mut texts = Vec::new();
    for element in &elements[range] {
        texts.push(run.text_of(element, &Type::Char)?);
    }
    run.joined(&texts)
}

/// `toCharArray`: the length must be known.
pub(super) fn chars(run: &mut Run<'_>, text: &Str) -> Step<Value> {
    let elements = match text.units() {
        Some(units) => units.iter().map(|unit| Value::Int((*unit).into())).collect(),
        None => {
            let term = text.term(run.solver());
            let mut length = 0;
            while length < text.longest() && !run.decide(term.len().eq(length))? {
                length += 1;
            }
            let highest = if text.is_ascii() { 127 } else { 0xffff };
            let unit = |place: i64| Value::number(term.at(place).to_code(), 0, highest, Width::Int);
            (0..length).map(unit).collect()
        }
    };
    run.array(&Type::Char, elements)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_texts_are_split_up_to_a_limit() {
        let comma = Pattern::read(&[u16::from(b',')]).expect("a comma");
        let count =
            |text: &str, limit| known_pieces(&comma, &text.encode_utf16().collect::<Vec<_>>(), limit).len();
        assert_eq!(count("a,b,,", 0), 4);
        assert_eq!(count("a,b,,", 2), 2);
        assert_eq!(count("a,b", 1), 1);
        assert_eq!(count("", -1), 1);
    }
}
