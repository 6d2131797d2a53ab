//! Texts as bytes: `Charset`, `StandardCharsets`, `getBytes` and strings made of bytes.
//!
//! Known strings and bytes are exact in all charsets that are modelled. Of unknown ones only ASCII is
//! modelled, whose bytes are the same in all of them.

use std::sync::Arc;

use tress_classes::Type;

use super::{beyond, pieces};
use crate::machine::{Run, Step, unsupported};
use crate::program::Loaded;
use crate::state::{Hidden, Object, State, Str, Value};

pub(super) const CHARSET: &str = "java/nio/charset/Charset";
pub(super) const STANDARD: &str = "java/nio/charset/StandardCharsets";

/// A way to write characters as bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Charset {
    Utf8,
    Ascii,
    Latin1,
}

/// Charsets with their names: that of the constant, that of the charset, and others that are known for it.
const CHARSETS: [(Charset, &str, &str, &[&str]); 3] = [
    (Charset::Utf8, "UTF_8", "UTF-8", &["UTF8", "unicode-1-1-utf-8"]),
    (Charset::Ascii, "US_ASCII", "US-ASCII", &["ASCII", "ISO646-US", "cp367", "646"]),
    (
        Charset::Latin1,
        "ISO_8859_1",
        "ISO-8859-1",
        &["ISO8859_1", "latin1", "l1", "cp819", "8859_1", "ISO8859-1"],
    ),
];

/// The first release whose default does not depend on the machine.
const FIXED_DEFAULT: u8 = 18;

/// A constant of `StandardCharsets`.
pub(super) fn constant(state: &mut State, class: &Arc<Loaded>, name: &str) -> Option<Value> {
    let (charset, ..) = CHARSETS.iter().find(|(_, constant, ..)| *constant == name)?;
    Some(shared(state, class, *charset))
}

/// The one object of a charset.
fn object(run: &mut Run<'_>, charset: Charset) -> Step<Value> {
    let class = run.load(&CHARSET.into())?;
    Ok(shared(run.state, &class, charset))
}

fn shared(state: &mut State, class: &Arc<Loaded>, charset: Charset) -> Value {
    let fields = class.layout.iter().map(|_| Value::Null).collect();
    let make = || Object::Instance { class: class.clone(), fields, hidden: Hidden::Nothing };
    Value::Object(state.heap.shared(&CHARSET.into(), charset as i64, make))
}

fn of_object(run: &mut Run<'_>, value: &Value) -> Step<Charset> {
    let id = run.object(value)?;
    for (charset, ..) in CHARSETS {
        if let Value::Object(known) = object(run, charset)?
            && known == id
        {
            return Ok(charset);
        }
    }
    unsupported("a charset that is none of UTF-8, US-ASCII and ISO-8859-1")
}

fn of_name(run: &mut Run<'_>, value: &Value) -> Step<Charset> {
    let text = run.text_argument(value)?;
    let Some(units) = text.units() else { return unsupported("a charset of unknown name") };
    let wanted = String::from_utf16_lossy(units);
    let is_called = |name: &&str| name.eq_ignore_ascii_case(&wanted);
    match CHARSETS.iter().find(|(_, _, name, others)| is_called(name) || others.iter().any(is_called)) {
        Some((charset, ..)) => Ok(*charset),
        None => unsupported(format!("the charset {wanted}")),
    }
}

fn default(run: &Run<'_>) -> Step<Charset> {
    match run.context.program.release() {
        Some(release) if release < FIXED_DEFAULT => unsupported(format!(
            "the default charset, which depends on the machine before Java {FIXED_DEFAULT}"
        )),
        _ => Ok(Charset::Utf8),
    }
}

/// Methods of `Charset`.
pub(super) fn call(run: &mut Run<'_>, name: &str, arguments: &[Value]) -> Step<Option<Option<Value>>> {
    let result = match name {
        "forName" => {
            let charset = of_name(run, &arguments[0])?;
            object(run, charset)?
        }
        "defaultCharset" => {
            let charset = default(run)?;
            object(run, charset)?
        }
        "name" | "toString" | "displayName" => {
            let charset = of_object(run, &arguments[0])?;
            let name = CHARSETS.iter().find(|row| row.0 == charset).map_or("", |row| row.2);
            let units: Vec<u16> = name.encode_utf16().collect();
            Value::Object(run.state.heap.literal(&units.into()))
        }
        _ => return Ok(None),
    };
    Ok(Some(Some(result)))
}

/// `getBytes`.
pub(super) fn bytes(run: &mut Run<'_>, descriptor: &str, text: &Str, charset: &Value) -> Step<Value> {
    let charset = match descriptor {
        "(Ljava/nio/charset/Charset;)[B" => Some(of_object(run, charset)?),
        "(Ljava/lang/String;)[B" => Some(of_name(run, charset)?),
        // Characters below 128 have the same bytes in every default.
        _ if text.is_ascii() => None,
        _ => Some(default(run)?),
    };
    if let (Some(units), Some(charset)) = (text.units(), charset) {
        let elements = encoded(charset, units).into_iter().map(|byte| Value::Int((byte as i8).into()));
        return run.array(&Type::Byte, elements.collect());
    }
    if text.is_ascii() {
        return pieces::bytes(run, text);
    }
    match beyond::ascii_part(run, text)? {
        Some(ascii) => pieces::bytes(run, &ascii),
        None => unsupported("the bytes of an unknown text beyond ASCII"),
    }
}

/// What Java writes for what a charset does not have.
const OTHER: u8 = b'?';

fn encoded(charset: Charset, units: &[u16]) -> Vec<u8> {
    let last = match charset {
        Charset::Utf8 => u32::MAX,
        Charset::Ascii => 0x7f,
        Charset::Latin1 => 0xff,
    };
    let mut bytes = Vec::new();
    for character in char::decode_utf16(units.iter().copied()) {
        match character {
            Ok(character) if charset == Charset::Utf8 => {
                bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
            Ok(character) if u32::from(character) <= last => bytes.push(u32::from(character) as u8),
            _ => bytes.push(OTHER),
        }
    }
    bytes
}

/// The text of bytes: `new String` of an array, a part of it, and a charset.
pub(super) fn text(run: &mut Run<'_>, descriptor: &str, arguments: &[Value]) -> Step<Option<Str>> {
    let (part, charset) = match descriptor {
        "([B)V" => (None, None),
        "([BLjava/nio/charset/Charset;)V" => (None, Some(of_object(run, &arguments[2])?)),
        "([BLjava/lang/String;)V" => (None, Some(of_name(run, &arguments[2])?)),
        "([BII)V" => (Some((&arguments[2], &arguments[3])), None),
        "([BIILjava/nio/charset/Charset;)V" => {
            (Some((&arguments[2], &arguments[3])), Some(of_object(run, &arguments[4])?))
        }
        "([BIILjava/lang/String;)V" => {
            (Some((&arguments[2], &arguments[3])), Some(of_name(run, &arguments[4])?))
        }
        // The high byte of each unit is given; the library builds Latin-1 strings this way.
        "([BIII)V" if matches!(arguments[2], Value::Int(0)) => {
            (Some((&arguments[3], &arguments[4])), Some(Charset::Latin1))
        }
        _ => return Ok(None),
    };
    let bytes = pieces::part_of(run, &arguments[1], part)?;
    let known: Option<Vec<u8>> = bytes
        .iter()
        .map(|byte| match byte {
            Value::Int(byte) => Some(*byte as u8),
            _ => None,
        })
        .collect();
    if let Some(known) = known {
        let charset = match charset {
            None if known.is_ascii() => Charset::Ascii,
            None => default(run)?,
            Some(charset) => charset,
        };
        return decoded(charset, &known).map(Some);
    }
    let mut texts = Vec::new();
    for byte in &bytes {
        let is_plain = run.in_ranges(byte, &[(0, 127)])?;
        if !run.decide(is_plain)? {
            return unsupported("a text of unknown bytes beyond ASCII");
        }
        texts.push(run.text_of(byte, &Type::Char)?);
    }
    run.joined(&texts).map(Some)
}

fn decoded(charset: Charset, bytes: &[u8]) -> Step<Str> {
    match charset {
        Charset::Latin1 => Ok(Str::Known(bytes.iter().map(|byte| u16::from(*byte)).collect())),
        Charset::Ascii => {
            let unit = |byte: &u8| if *byte < 128 { u16::from(*byte) } else { 0xfffd };
            Ok(Str::Known(bytes.iter().map(unit).collect()))
        }
        Charset::Utf8 => match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Str::known(text)),
            Err(_) => unsupported("bytes that are no UTF-8"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a JDK 17 encodes them.
    #[test]
    fn what_a_charset_does_not_have_is_a_question_mark() {
        let units: Vec<u16> = "aé€😀".encode_utf16().chain([0xd800, 98]).collect();
        assert_eq!(encoded(Charset::Ascii, &units), b"a????b");
        assert_eq!(encoded(Charset::Latin1, &units), b"a\xe9???b");
        assert_eq!(encoded(Charset::Utf8, &units), "aé€😀?b".as_bytes());
    }
}
