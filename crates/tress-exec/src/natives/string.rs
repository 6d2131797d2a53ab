//! `String`. The meaning of each method was checked against a JDK; texts have one character for each unit.

use tress_classes::{MethodType, Type};

use super::{beyond, charsets, compare, formats, pieces, search};
use crate::machine::{Run, Step, broken, unsupported};
use crate::state::{Object, Str, Value, Width};

pub(super) fn length(run: &Run<'_>, text: &Str) -> Value {
    match text.units() {
        Some(units) => Value::Int(i32::try_from(units.len()).unwrap_or(i32::MAX)),
        // Java has no longer ones: what would make one runs out of memory.
        None => {
            let longest = text.longest().min(i32::MAX.into());
            Value::number(text.term(run.solver()).len(), 0, longest.into(), Width::Int)
        }
    }
}

/// The position after one that is inside of a string.
pub(super) fn plus_one(run: &mut Run<'_>, position: &Value) -> Step<Value> {
    run.whole(Width::Int, tress_classes::Arithmetic::Add, position, &Value::Int(1))
}

/// The character at a position; throws if it is out of bounds.
pub(super) fn unit_at(run: &mut Run<'_>, text: &Str, position: &Value) -> Step<Value> {
    if let (Some(units), Value::Int(position)) = (text.units(), position) {
        return match usize::try_from(*position).ok().and_then(|position| units.get(position)) {
            Some(unit) => Ok(Value::Int((*unit).into())),
            None => run.throw("StringIndexOutOfBoundsException"),
        };
    }
    let highest = if text.is_ascii() { 127 } else { 0xffff };
    if let Some((rest, offset)) = run.behind_cut(text, position) {
        // The text behind a cut is not empty.
        if offset > 0 && !run.decide(rest.len().gt(offset))? {
            return run.throw("StringIndexOutOfBoundsException");
        }
        return Ok(Value::unit(rest.at(offset), highest));
    }
    let (term, at) = (text.term(run.solver()), run.number_term(position)?);
    let (low, _) = run.bounds(position)?;
    let below = at.lt(term.len());
    let is_inside = if low >= 0 { below } else { at.ge(0) & below };
    if !run.decide(is_inside)? {
        return run.throw("StringIndexOutOfBoundsException");
    }
    Ok(Value::unit(term.at(at), highest))
}

/// A substring; throws if the positions are out of bounds or out of order.
pub(super) fn piece(run: &mut Run<'_>, text: &Str, start: &Value, end: Option<&Value>) -> Step<Str> {
    if let (Some(units), Value::Int(start), None | Some(Value::Int(_))) = (text.units(), start, end) {
        let length = units.len() as i64;
        let end = match end {
            Some(Value::Int(end)) => i64::from(*end),
            _ => length,
        };
        if *start < 0 || end > length || i64::from(*start) > end {
            return run.throw("StringIndexOutOfBoundsException");
        }
        return Ok(Str::Known(units[*start as usize..end as usize].into()));
    }
    if matches!((start, end), (Value::Int(0), None)) {
        return Ok(text.clone());
    }
    if let (None, Some((rest, 0))) = (end, run.behind_cut(text, start)) {
        return Ok(Str::Unknown { term: rest, longest: text.longest(), is_ascii: text.is_ascii() });
    }
    if let Some(end) = end
        && let Some(between) = run.between_cuts(text, start, end)
    {
        return Ok(Str::Unknown { term: between, longest: text.longest(), is_ascii: text.is_ascii() });
    }
    let term = text.term(run.solver());
    let (from, (low, _)) = (run.number_term(start)?, run.bounds(start)?);
    let (to, longest) = match end {
        Some(end) => (run.number_term(end)?, text.longest().min(run.bounds(end)?.1 - low.max(0)).max(0)),
        None => (term.len(), (text.longest() - low.max(0)).max(0)),
    };
    let mut conditions = vec![from.le(&to)];
    if low < 0 {
        conditions.push(from.ge(0));
    }
    if end.is_some() {
        conditions.push(to.le(term.len()));
    }
    let is_right = run.solver().all(conditions);
    if !run.decide(is_right)? {
        return run.throw("StringIndexOutOfBoundsException");
    }
    Ok(Str::Unknown { term: term.substr(&from, &to - &from), longest, is_ascii: text.is_ascii() })
}

/// The units in reverse order; Java keeps surrogate pairs as they are.
pub(super) fn reversed(run: &mut Run<'_>, text: &Str) -> Step<Str> {
    match text {
        Str::Known(units) => Ok(Str::Known(known_reverse(units).into())),
        Str::Unknown { .. } => beyond::reversed(run, text),
    }
}

fn known_reverse(units: &[u16]) -> Vec<u16> {
    let mut reversed: Vec<u16> = units.iter().rev().copied().collect();
    let mut at = 0;
    while at + 1 < reversed.len() {
        let is_pair =
            (0xdc00..0xe000).contains(&reversed[at]) && (0xd800..0xdc00).contains(&reversed[at + 1]);
        if is_pair {
            reversed.swap(at, at + 1);
        }
        at += if is_pair { 2 } else { 1 };
    }
    reversed
}

/// May there be halves of characters of two units?
fn has_surrogates(text: &Str) -> bool {
    match text.units() {
        Some(units) => units.iter().any(|unit| (0xd800..0xe000).contains(unit)),
        None => !text.is_ascii(),
    }
}

/// The hash of a text.
pub(super) fn hash(units: &[u16]) -> i32 {
    units.iter().fold(0, |hash: i32, unit| hash.wrapping_mul(31).wrapping_add((*unit).into()))
}

/// Methods of `String`, static ones included.
pub(super) fn call(
    run: &mut Run<'_>,
    name: &str,
    descriptor: &str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    match (name, descriptor) {
        ("valueOf" | "copyValueOf", "([CII)Ljava/lang/String;") => {
            let text = pieces::text_of_chars(run, &arguments[0], Some((&arguments[1], &arguments[2])))?;
            Ok(Some(Some(run.string(text))))
        }
        ("valueOf" | "copyValueOf", _) => value_of(run, descriptor, &arguments[0]),
        ("join", "(Ljava/lang/CharSequence;[Ljava/lang/CharSequence;)Ljava/lang/String;") => {
            pieces::joined(run, &arguments[0], &arguments[1]).map(|whole| Some(Some(whole)))
        }
        ("format", "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;") => {
            formats::call(run, &arguments[0], &arguments[1]).map(|whole| Some(Some(whole)))
        }
        // What the library's code for iterables and joiners calls.
        (
            "join",
            "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;[Ljava/lang/String;I)Ljava/lang/String;",
        ) => pieces::joined_between(run, arguments).map(|whole| Some(Some(whole))),
        ("format", "(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;") => {
            formats::call(run, &arguments[1], &arguments[2]).map(|whole| Some(Some(whole)))
        }
        ("join" | "format", _) => Ok(None),
        ("<init>", "()V") => Ok(Some(None)),
        ("<init>", _) => {
            let text = match descriptor {
                "(Ljava/lang/String;)V" => run.text_argument(&arguments[1])?,
                "([C)V" => pieces::text_of_chars(run, &arguments[1], None)?,
                "([CII)V" => pieces::text_of_chars(run, &arguments[1], Some((&arguments[2], &arguments[3])))?,
                "([III)V" => pieces::text_of_points(run, &arguments[1], (&arguments[2], &arguments[3]))?,
                _ => match charsets::text(run, descriptor, arguments)? {
                    Some(text) => text,
                    None => return Ok(None),
                },
            };
            let id = run.object(&arguments[0])?;
            *run.state.heap.get_mut(id) = Object::String(text);
            Ok(Some(None))
        }
        _ => {
            let id = run.object(&arguments[0])?;
            let Object::String(text) = run.state.heap.get(id) else { return broken("a string is expected") };
            let text = text.clone();
            match (name, descriptor) {
                ("toString", _) => Ok(Some(Some(arguments[0].clone()))),
                ("hashCode", "()I") => Ok(Some(Some(match text.units() {
                    Some(units) => Value::Int(hash(units)),
                    None => Value::Hash(id),
                }))),
                ("intern", _) => match text.units() {
                    Some(units) => {
                        let units = units.clone();
                        Ok(Some(Some(Value::Object(run.state.heap.literal(&units)))))
                    }
                    None => unsupported("intern of an unknown string"),
                },
                _ => on_text(run, name, descriptor, &text, arguments),
            }
        }
    }
}

fn value_of(run: &mut Run<'_>, descriptor: &str, value: &Value) -> Step<Option<Option<Value>>> {
    let Some(parameter) = MethodType::parse(descriptor).and_then(|type_| type_.parameters.first().cloned())
    else {
        return Ok(None);
    };
    let text = match parameter {
        Type::Array(_) if descriptor.starts_with("([C)") => pieces::text_of_chars(run, value, None)?,
        Type::Array(_) => return Ok(None),
        parameter => run.text_of(value, &parameter)?,
    };
    Ok(Some(Some(run.string(text))))
}

/// The methods that read a text, with their parameters.
const ON_TEXT: &[(&str, &str)] = &[
    ("length", "()"),
    ("isEmpty", "()"),
    ("isBlank", "()"),
    ("trim", "()"),
    ("toUpperCase", "()"),
    ("toLowerCase", "()"),
    ("charAt", "(I)"),
    ("codePointAt", "(I)"),
    ("getChars", "(II[CI)"),
    ("getBytes", "()"),
    ("getBytes", "(Ljava/nio/charset/Charset;)"),
    ("getBytes", "(Ljava/lang/String;)"),
    ("toUpperCase", "(Ljava/util/Locale;)"),
    ("toLowerCase", "(Ljava/util/Locale;)"),
    ("substring", "(I)"),
    ("substring", "(II)"),
    ("subSequence", "(II)"),
    ("equals", "(Ljava/lang/Object;)"),
    ("equalsIgnoreCase", "(Ljava/lang/String;)"),
    ("concat", "(Ljava/lang/String;)"),
    ("matches", "(Ljava/lang/String;)"),
    ("contentEquals", "(Ljava/lang/CharSequence;)"),
    ("contains", "(Ljava/lang/CharSequence;)"),
    ("startsWith", "(Ljava/lang/String;)"),
    ("startsWith", "(Ljava/lang/String;I)"),
    ("compareTo", "(Ljava/lang/String;)"),
    ("compareTo", "(Ljava/lang/Object;)"),
    ("compareToIgnoreCase", "(Ljava/lang/String;)"),
    ("regionMatches", "(ILjava/lang/String;II)"),
    ("regionMatches", "(ZILjava/lang/String;II)"),
    ("strip", "()"),
    ("stripLeading", "()"),
    ("stripTrailing", "()"),
    ("repeat", "(I)"),
    ("split", "(Ljava/lang/String;)"),
    ("split", "(Ljava/lang/String;I)"),
    ("replaceAll", "(Ljava/lang/String;Ljava/lang/String;)"),
    ("replaceFirst", "(Ljava/lang/String;Ljava/lang/String;)"),
    ("toCharArray", "()"),
    ("formatted", "([Ljava/lang/Object;)"),
    ("endsWith", "(Ljava/lang/String;)"),
    ("indexOf", "(I)"),
    ("indexOf", "(II)"),
    ("indexOf", "(Ljava/lang/String;)"),
    ("indexOf", "(Ljava/lang/String;I)"),
    ("lastIndexOf", "(I)"),
    ("lastIndexOf", "(II)"),
    ("lastIndexOf", "(Ljava/lang/String;)"),
    ("lastIndexOf", "(Ljava/lang/String;I)"),
    ("replace", "(CC)"),
    ("replace", "(Ljava/lang/CharSequence;Ljava/lang/CharSequence;)"),
];

/// Methods that read a text, of strings and builders.
pub(super) fn on_text(
    run: &mut Run<'_>,
    name: &str,
    descriptor: &str,
    text: &Str,
    arguments: &[Value],
) -> Step<Option<Option<Value>>> {
    let parameters = descriptor.find(')').map_or("", |end| &descriptor[..=end]);
    if !ON_TEXT.contains(&(name, parameters)) {
        return Ok(None);
    }
    let result = match (name, descriptor) {
        ("length", _) => length(run, text),
        ("isEmpty", _) => run.equal_texts(text, &Str::known("")),
        ("charAt", _) => unit_at(run, text, &arguments[1])?,
        ("codePointAt", _) => match has_surrogates(text) {
            false => unit_at(run, text, &arguments[1])?,
            true => return unsupported("characters of two units"),
        },
        ("getChars", _) => return pieces::copied(run, text, &arguments[1..5]).map(|()| Some(None)),
        ("getBytes", _) => charsets::bytes(run, descriptor, text, &arguments[1])?,
        ("equals", _) => match arguments[1] {
            Value::Object(other) => match run.state.heap.get(other) {
                Object::String(other) => run.equal_texts(text, &other.clone()),
                _ => Value::Int(0),
            },
            _ => Value::Int(0),
        },
        ("substring" | "subSequence", "(I)Ljava/lang/String;") => {
            let part = piece(run, text, &arguments[1], None)?;
            run.string(part)
        }
        ("substring" | "subSequence", _) => {
            let part = piece(run, text, &arguments[1], Some(&arguments[2]))?;
            run.string(part)
        }
        ("concat", _) => {
            let other = run.text_argument(&arguments[1])?;
            let whole = run.joined(&[text.clone(), other])?;
            run.string(whole)
        }
        ("startsWith", "(Ljava/lang/String;I)Z")
        | ("compareTo" | "compareToIgnoreCase" | "equalsIgnoreCase" | "regionMatches", _) => {
            compare::call(run, name, descriptor, text, arguments)?
        }
        ("contains" | "startsWith" | "endsWith" | "indexOf" | "lastIndexOf", _) => {
            return search::call(run, name, descriptor, text, arguments);
        }
        ("contentEquals", _) => {
            let other = run.text_argument(&arguments[1])?;
            run.equal_texts(text, &other)
        }
        ("toUpperCase" | "toLowerCase", _) => {
            if !descriptor.starts_with("()") {
                run.object(&arguments[1])?;
            }
            let other = in_case(run, text, name == "toUpperCase")?;
            run.string(other)
        }
        ("replace", _) => {
            let replaced = replaced(run, descriptor, text, arguments)?;
            run.string(replaced)
        }
        ("matches", _) => super::regex::matches(run, text, &arguments[1])?,
        ("isBlank", _) => match text.units() {
            Some(units) => Value::truth(units.iter().all(|unit| beyond::is_white(*unit))),
            None => Value::Truth(text.term(run.solver()).matches(beyond::white(run).star())),
        },
        _ => return pieces::call(run, name, text, arguments),
    };
    Ok(Some(Some(result)))
}

/// The text in upper or lower case.
pub(super) fn in_case(run: &mut Run<'_>, text: &Str, upper: bool) -> Step<Str> {
    match text {
        Str::Known(units) if !text.is_ascii() => {
            // Java and Rust do not agree on which of these characters end a word.
            let has_sigma = !upper && units.len() > 1 && units.contains(&0x3a3);
            if has_sigma || !units.iter().all(|unit| beyond::has_old_case(*unit)) {
                return unsupported("upper and lower case of such characters");
            }
            let known = String::from_utf16_lossy(units);
            Ok(Str::known(&if upper { known.to_uppercase() } else { known.to_lowercase() }))
        }
        Str::Known(units) => Ok(Str::Known(
            units
                .iter()
                .map(|unit| {
                    let byte = *unit as u8;
                    u16::from(if upper { byte.to_ascii_uppercase() } else { byte.to_ascii_lowercase() })
                })
                .collect(),
        )),
        Str::Unknown { .. } => beyond::in_case(run, text, upper),
    }
}

fn replaced(run: &mut Run<'_>, descriptor: &str, text: &Str, arguments: &[Value]) -> Step<Str> {
    let (part, with) = match descriptor.starts_with("(CC)") {
        true => (run.text_of(&arguments[1], &Type::Char)?, run.text_of(&arguments[2], &Type::Char)?),
        false => (run.text_argument(&arguments[1])?, run.text_argument(&arguments[2])?),
    };
    let is_char = descriptor.starts_with("(CC)");
    if !is_char && part.units().is_none_or(|units| units.is_empty()) {
        return unsupported("replacing an empty or unknown text");
    }
    if let (Some(units), Some(part), Some(with)) = (text.units(), part.units(), with.units()) {
        let mut result = Vec::new();
        run.room_for(units.len().saturating_mul(with.len().max(1)))?;
        let mut at = 0;
        while at < units.len() {
            match units[at..].starts_with(part) {
                true => {
                    result.extend_from_slice(with);
                    at += part.len();
                }
                false => {
                    result.push(units[at]);
                    at += 1;
                }
            }
        }
        return Ok(Str::Known(result.into()));
    }
    let grows = with.longest().max(1);
    let solver = run.solver();
    let term = text.term(solver).replace_all(part.term(solver), with.term(solver));
    let longest = text.longest().saturating_mul(grows).min(i64::from(i32::MAX));
    Ok(Str::Unknown { term, longest, is_ascii: text.is_ascii() && with.is_ascii() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_keep_their_order_in_reverse() {
        assert_eq!(known_reverse(&[97, 0xd83d, 0xde00, 98]), [98, 0xd83d, 0xde00, 97]);
        assert_eq!(known_reverse(&[0xde00, 0xd83d]), [0xd83d, 0xde00]);
        assert_eq!(known_reverse(&[0xd83d, 97, 0xde00]), [0xde00, 97, 0xd83d]);
    }
}
