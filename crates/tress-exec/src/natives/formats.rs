//! `String.format` with the plain conversions, widths, precisions and the flags `-`, `0`, `+`, space and
//! comma.

use tress::{Sort, Term};
use tress_base::Budget;
use tress_classes::Type;

use super::limits::FORMAT_WIDTH;
use super::pieces;
use crate::machine::{Run, Step, boxed_type, decimals, unsupported};
use crate::state::{Hidden, Object, Str, Value};

/// Conversions without anything before them.
const SIMPLE: &[u8] = b"sd%ncbx";

/// Characters that a conversion may begin with, besides letters and digits.
const FLAGS: &str = "-#+ ,(<.%";

pub(super) fn call(run: &mut Run<'_>, format: &Value, arguments: &Value) -> Step<Value> {
    let format = run.text_argument(format)?;
    let arguments = match arguments {
        // Java takes no array for one null.
        Value::Null => vec![Value::Null],
        array => pieces::elements(run, array)?,
    };
    formatted(run, &format, &arguments)
}

/// One conversion.
#[derive(Debug, Default, PartialEq, Eq)]
struct Spec {
    /// Which argument; the next one when there is no number.
    index: Option<usize>,
    flags: Vec<u8>,
    width: Option<usize>,
    precision: Option<usize>,
    conversion: u8,
}

impl Spec {
    /// Reads what follows a percent sign; also gives how many units it has.
    fn read(units: &[u16]) -> Option<(Spec, usize)> {
        let byte = |at: usize| units.get(at).and_then(|unit| u8::try_from(*unit).ok()).unwrap_or(0);
        let number = |at: &mut usize| {
            let start = *at;
            let mut value = 0_usize;
            while byte(*at).is_ascii_digit() {
                value = value.saturating_mul(10).saturating_add(usize::from(byte(*at) - b'0'));
                *at += 1;
            }
            (*at > start).then_some(value)
        };
        let (mut spec, mut at) = (Spec::default(), 0);
        let mut ahead = 0;
        if let Some(index) = number(&mut ahead).filter(|_| byte(0) != b'0')
            && byte(ahead) == b'$'
        {
            (spec.index, at) = (Some(index), ahead + 1);
        }
        while matches!(byte(at), b'-' | b'0' | b'+' | b' ' | b',') {
            spec.flags.push(byte(at));
            at += 1;
        }
        spec.width = number(&mut at);
        if byte(at) == b'.' {
            at += 1;
            spec.precision = Some(number(&mut at)?);
        }
        spec.conversion = byte(at);
        Some((spec, at + 1))
    }

    fn has(&self, flag: u8) -> bool {
        self.flags.contains(&flag)
    }

    /// Are the width and the precision within the cap?
    fn fits(&self, budget: &Budget) -> bool {
        let width = self.width.unwrap_or(0).max(self.precision.unwrap_or(0));
        !FORMAT_WIDTH.is_exceeded(width, budget)
    }

    /// Java throws for many other combinations; those are not modelled.
    fn is_plain(&self) -> bool {
        let is_number = matches!(self.conversion, b'd' | b'x' | b'X' | b'o' | b'f');
        let fits = |flag: &u8| match flag {
            b'-' => true,
            b'0' => is_number,
            _ => matches!(self.conversion, b'd' | b'f'),
        };
        let is_once = |flag: &u8| self.flags.iter().filter(|other| *other == flag).count() == 1;
        let needs_width = self.has(b'-') || self.has(b'0');
        self.flags.iter().all(|flag| fits(flag) && is_once(flag))
            && (!needs_width || self.width.is_some())
            && !(self.has(b'-') && self.has(b'0'))
            && !(self.has(b'+') && self.has(b' '))
            && (self.precision.is_none() || matches!(self.conversion, b's' | b'S' | b'b' | b'B' | b'f'))
            && self.width != Some(0)
    }
}

/// A part of a format.
enum Part {
    Plain(Str),
    Converted(Spec),
}

/// The text that a format and its arguments make.
pub(super) fn formatted(run: &mut Run<'_>, format: &Str, arguments: &[Value]) -> Step<Value> {
    let parts = match format.units() {
        Some(units) => known_parts(run, &units.clone())?,
        None => unknown_parts(run, format)?,
    };
    let (mut texts, mut next) = (Vec::new(), 0);
    for part in parts {
        let spec = match part {
            Part::Plain(text) => {
                texts.push(text);
                continue;
            }
            Part::Converted(spec) => spec,
        };
        let position = spec.index.map_or(next, |index| index - 1);
        next += usize::from(spec.index.is_none());
        let Some(argument) = arguments.get(position) else {
            return run.throw_named("java/util/MissingFormatArgumentException");
        };
        let text = converted(run, &spec, argument)?;
        texts.push(padded(run, &spec, text));
    }
    let whole = run.joined(&texts)?;
    Ok(run.string(whole))
}

/// The meaning of a conversion, if it is modelled.
fn part_of(spec: Spec) -> Step<Part> {
    match spec.conversion {
        b'%' if spec.width.is_none() && spec.index.is_none() => Ok(Part::Plain(Str::known("%"))),
        b'n' if spec.width.is_none() && spec.index.is_none() => Ok(Part::Plain(Str::known("\n"))),
        b's' | b'S' | b'd' | b'c' | b'C' | b'b' | b'B' | b'x' | b'X' | b'o' | b'f' => {
            Ok(Part::Converted(spec))
        }
        _ => unsupported("a format with other conversions"),
    }
}

/// May this unit follow a percent sign? Java throws for others.
fn begins_conversion(unit: u16) -> bool {
    u8::try_from(unit).is_ok_and(|unit| unit.is_ascii_alphanumeric() || FLAGS.contains(char::from(unit)))
}

fn known_parts(run: &mut Run<'_>, units: &[u16]) -> Step<Vec<Part>> {
    let (mut parts, mut at) = (Vec::new(), 0);
    while at < units.len() {
        let plain = units[at..].iter().take_while(|unit| **unit != u16::from(b'%')).count();
        parts.push(Part::Plain(Str::Known(units[at..at + plain].into())));
        at += plain;
        if at == units.len() {
            break;
        }
        if !units.get(at + 1).is_some_and(|unit| begins_conversion(*unit)) {
            return run.throw_named("java/util/UnknownFormatConversionException");
        }
        let Some((spec, length)) =
            Spec::read(&units[at + 1..]).filter(|(spec, _)| spec.is_plain() && spec.fits(run.context.budget))
        else {
            return unsupported("a format with such flags, widths or precisions");
        };
        at += 1 + length;
        parts.push(part_of(spec)?);
    }
    Ok(parts)
}

/// The parts of an unknown format: the part before a percent sign is a fresh unknown, and each character
/// after it that is a conversion is a path.
fn unknown_parts(run: &mut Run<'_>, format: &Str) -> Step<Vec<Part>> {
    let (mut parts, mut rest) = (Vec::new(), format.clone());
    loop {
        let term = rest.term(run.solver());
        if !run.decide(term.contains("%"))? {
            parts.push(Part::Plain(rest));
            return Ok(parts);
        }
        let [plain, after] = [run.fresh(Sort::String)?, run.fresh(Sort::String)?];
        let whole = run.solver().concat([plain.clone(), run.solver().literal("%"), after.clone()]);
        run.assume(term.eq(whole) & !plain.contains("%"))?;
        let part = |term: Term| Str::Unknown { term, longest: rest.longest(), is_ascii: rest.is_ascii() };
        parts.push(Part::Plain(part(plain)));
        rest = match conversion(run, &after)? {
            Some(character) => {
                parts.push(part_of(Spec { conversion: character, ..Spec::default() })?);
                part(after.substr(1, after.len()))
            }
            None => return unsupported("an unknown format with flags, widths or other conversions"),
        };
    }
}

/// The conversion that a string begins with; throws if it is empty or begins with another character.
fn conversion(run: &mut Run<'_>, text: &Term) -> Step<Option<u8>> {
    let solver = run.solver();
    let range = |low: char, high: char| solver.char_range(low, high);
    let flags = FLAGS.chars().map(|flag| range(flag, flag));
    let begins = flags.fold(range('0', '9') | range('a', 'z') | range('A', 'Z'), |all, flag| all | flag);
    if !run.decide(text.at(0).matches(begins))? {
        return run.throw_named("java/util/UnknownFormatConversionException");
    }
    for character in SIMPLE {
        if run.decide(text.at(0).eq(char::from(*character).to_string()))? {
            return Ok(Some(*character));
        }
    }
    Ok(None)
}

/// As many of these units as are missing for a width, with some that are there already.
fn missing(run: &Run<'_>, unit: u8, width: usize, there: &Str) -> Str {
    if let Some(units) = there.units() {
        return Str::Known(vec![u16::from(unit); width.saturating_sub(units.len())].into());
    }
    let all = Str::Known(vec![u16::from(unit); width].into());
    let solver = run.solver();
    let count = solver.literal(width as i64) - there.term(solver).len();
    Str::Unknown { term: all.term(solver).substr(0, count), longest: width as i64, is_ascii: true }
}

fn padded(run: &Run<'_>, spec: &Spec, text: Str) -> Str {
    let Some(width) = spec.width else { return text };
    let spaces = missing(run, b' ', width, &text);
    match spec.has(b'-') {
        true => Str::concat(run.solver(), &[text, spaces]),
        false => Str::concat(run.solver(), &[spaces, text]),
    }
}

/// The value in a box with its type.
fn held(run: &Run<'_>, argument: &Value) -> Option<(Value, Type)> {
    let Value::Object(id) = argument else { return None };
    match run.state.heap.get(*id) {
        Object::Instance { hidden: Hidden::Box(value), class, .. } => {
            boxed_type(class.name()).map(|type_| (value.clone(), type_))
        }
        _ => None,
    }
}

fn converted(run: &mut Run<'_>, spec: &Spec, argument: &Value) -> Step<Str> {
    let is_null = matches!(argument, Value::Null);
    let text = match (spec.conversion.to_ascii_lowercase(), held(run, argument)) {
        (b's', _) => cut(run, spec, argument, None)?,
        (b'b', Some((value, Type::Boolean))) => cut(run, spec, &value, Some(Type::Boolean))?,
        (b'b', _) => {
            let text = run.string(Str::known(if is_null { "false" } else { "true" }));
            cut(run, spec, &text, None)?
        }
        _ if is_null && spec.precision.is_none() => Str::known("null"),
        (b'd', Some((value, Type::Byte | Type::Short | Type::Int | Type::Long))) => {
            decimal(run, spec, &value)?
        }
        (b'x' | b'o', Some((value, type_ @ (Type::Byte | Type::Short | Type::Int | Type::Long)))) => {
            bits(spec, &value, &type_)?
        }
        (b'f', Some((value, Type::Float | Type::Double))) => point(spec, &value)?,
        (b'c', Some((value, Type::Char))) => run.text_of(&value, &Type::Char)?,
        (b'c', Some((_, Type::Byte | Type::Short | Type::Int))) => {
            return unsupported("a format that makes a character of a number");
        }
        // Numbers of other classes have digits, too.
        (b'd' | b'x' | b'o' | b'f', None) if is_big(run, argument) => {
            return unsupported("a format of a number of another class");
        }
        _ => return run.throw_named("java/util/IllegalFormatConversionException"),
    };
    match spec.conversion.is_ascii_uppercase() {
        true => super::string::in_case(run, &text, true),
        false => Ok(text),
    }
}

/// The text of a value, up to a precision.
fn cut(run: &mut Run<'_>, spec: &Spec, value: &Value, type_: Option<Type>) -> Step<Str> {
    let text = run.text_of(value, &type_.unwrap_or_else(|| Type::Object("java/lang/Object".into())))?;
    let Some(precision) = spec.precision else { return Ok(text) };
    Ok(match text {
        Str::Known(units) => Str::Known(units[..precision.min(units.len())].into()),
        Str::Unknown { term, longest, is_ascii } => Str::Unknown {
            term: term.substr(0, precision as i64),
            longest: longest.min(precision as i64),
            is_ascii,
        },
    })
}

fn decimal(run: &mut Run<'_>, spec: &Spec, value: &Value) -> Step<Str> {
    let plus = if spec.has(b'+') {
        "+"
    } else if spec.has(b' ') {
        " "
    } else {
        ""
    };
    let width = spec.width.filter(|_| spec.has(b'0')).unwrap_or(0);
    let known = match value {
        Value::Int(value) => Some(i64::from(*value)),
        Value::Long(value) => Some(*value),
        _ => None,
    };
    if let Some(value) = known {
        let digits = value.unsigned_abs().to_string();
        return Ok(signed(if value < 0 { "-" } else { plus }, &grouped(spec, &digits), width));
    }
    if spec.has(b',') {
        return unsupported("groups of digits of an unknown number");
    }
    let term = run.number_term(value)?;
    let size = Str::Unknown { term: term.ge(0).ite(&term, -&term).to_text(), longest: 20, is_ascii: true };
    let with = |sign: &str| {
        let zeros = missing(run, b'0', width.saturating_sub(sign.len()), &size);
        Str::concat(run.solver(), &[Str::known(sign), zeros, size.clone()]).term(run.solver())
    };
    let longest = 21_i64.max(width as i64);
    Ok(Str::Unknown { term: term.ge(0).ite(with(plus), with("-")), longest, is_ascii: true })
}

/// Digits with a sign before them, and zeros between.
fn signed(sign: &str, digits: &str, width: usize) -> Str {
    let zeros = width.saturating_sub(sign.len() + digits.len());
    Str::known(&format!("{sign}{}{digits}", "0".repeat(zeros)))
}

/// Digits with a comma between groups of three.
fn grouped(spec: &Spec, digits: &str) -> String {
    if !spec.has(b',') {
        return digits.to_owned();
    }
    let mut result = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            result.push(',');
        }
        result.push(digit);
    }
    result
}

fn bits(spec: &Spec, value: &Value, type_: &Type) -> Step<Str> {
    let bits = match (value, type_) {
        (Value::Int(value), Type::Byte) => u64::from(*value as u8),
        (Value::Int(value), Type::Short) => u64::from(*value as u16),
        (Value::Int(value), _) => u64::from(*value as u32),
        (Value::Long(value), _) => *value as u64,
        _ => return unsupported("the bits of unknown numbers"),
    };
    let digits = if spec.conversion == b'o' { format!("{bits:o}") } else { format!("{bits:x}") };
    Ok(signed("", &digits, spec.width.filter(|_| spec.has(b'0')).unwrap_or(0)))
}

fn point(spec: &Spec, value: &Value) -> Step<Str> {
    let Some(text) = decimals::fixed(value, spec.precision.unwrap_or(6)) else {
        return unsupported("a format of such a number with a point");
    };
    let (is_negative, text) = text.strip_prefix('-').map_or((false, text.as_str()), |text| (true, text));
    let plus = if spec.has(b'+') {
        "+"
    } else if spec.has(b' ') {
        " "
    } else {
        ""
    };
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let digits = grouped(spec, whole) + rest;
    let width = spec.width.filter(|_| spec.has(b'0')).unwrap_or(0);
    Ok(signed(if is_negative { "-" } else { plus }, &digits, width))
}

fn is_big(run: &Run<'_>, value: &Value) -> bool {
    matches!(value, Value::Object(id) if run.class_name(*id).starts_with("java/math/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(Spec, usize)> {
        Spec::read(&text.encode_utf16().collect::<Vec<_>>())
    }

    #[test]
    fn conversions_are_read() {
        let (spec, length) = read("2$-08.3f rest").expect("a conversion");
        assert_eq!(
            (spec.index, spec.width, spec.precision, spec.conversion, length),
            (Some(2), Some(8), Some(3), b'f', 8)
        );
        assert!(spec.has(b'-') && spec.has(b'0') && !spec.is_plain());
        assert!(
            read("05d").is_some_and(|(spec, _)| spec.has(b'0') && spec.width == Some(5) && spec.is_plain())
        );
        assert!(read("-d").is_some_and(|(spec, _)| !spec.is_plain()), "there is no width");
        assert!(read("0s").is_some_and(|(spec, _)| !spec.is_plain()));
        assert!(read(".d").is_none());
    }
}
