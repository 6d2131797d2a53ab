//! A reader for flat JSON objects, such as the rows of a journal. Nothing is nested, so nothing recurses.

use std::iter::Peekable;
use std::str::Chars;

/// A value of a member.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Truth,
    Number(f64),
    Text(String),
}

/// The members of the object that is the whole line.
pub(crate) fn read_object(line: &str) -> Result<Vec<(String, Value)>, String> {
    let mut reader = Reader(line.chars().peekable());
    let mut members = Vec::new();
    reader.expect('{')?;
    if !reader.eat('}') {
        loop {
            let key = reader.text()?;
            reader.expect(':')?;
            members.push((key, reader.value()?));
            if !reader.eat(',') {
                break;
            }
        }
        reader.expect('}')?;
    }
    reader.skip_space();
    match reader.0.next() {
        None => Ok(members),
        Some(c) => Err(format!("{c} after the object")),
    }
}

struct Reader<'a>(Peekable<Chars<'a>>);

impl Reader<'_> {
    fn skip_space(&mut self) {
        while self.0.next_if(|c| c.is_ascii_whitespace()).is_some() {}
    }

    fn eat(&mut self, wanted: char) -> bool {
        self.skip_space();
        self.0.next_if_eq(&wanted).is_some()
    }

    fn expect(&mut self, wanted: char) -> Result<(), String> {
        if self.eat(wanted) { Ok(()) } else { Err(format!("{wanted} is missing")) }
    }

    fn value(&mut self) -> Result<Value, String> {
        self.skip_space();
        if self.0.peek() == Some(&'"') {
            return self.text().map(Value::Text);
        }
        let mut word = String::new();
        while let Some(c) = self.0.next_if(|c| c.is_ascii_alphanumeric() || "+-.".contains(*c)) {
            word.push(c);
        }
        match word.as_str() {
            "null" => Ok(Value::Null),
            "true" | "false" => Ok(Value::Truth),
            _ if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                word.parse().map(Value::Number).map_err(|_| format!("{word} is not a number"))
            }
            _ => Err("a text, a number or null is missing".to_owned()),
        }
    }

    fn text(&mut self) -> Result<String, String> {
        self.expect('"')?;
        let mut units: Vec<u16> = Vec::new();
        loop {
            let c = self.0.next().ok_or("a text has no end")?;
            let plain = match c {
                '"' => return Ok(String::from_utf16_lossy(&units)),
                '\\' => match self.0.next().ok_or("a text has no end")? {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'u' => {
                        units.push(self.unit()?);
                        continue;
                    }
                    other => other,
                },
                other => other,
            };
            units.extend_from_slice(plain.encode_utf16(&mut [0; 2]));
        }
    }

    /// Four hexadecimal digits.
    fn unit(&mut self) -> Result<u16, String> {
        let digits: String = self.0.by_ref().take(4).collect();
        let is_whole = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let unit = u16::from_str_radix(&digits, 16).ok().filter(|_| is_whole);
        unit.ok_or_else(|| format!("\\u{digits} is not an escape"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_read() {
        assert_eq!(read_object("{}"), Ok(Vec::new()));
        let read = read_object(r#"{"a\"\\\/\n":null,"b":-1.5e2,"c":false}"#).expect("an object");
        let expected = [("a\"\\/\n", Value::Null), ("b", Value::Number(-150.0)), ("c", Value::Truth)];
        assert_eq!(read, expected.map(|(key, value)| (key.to_owned(), value)));
    }

    #[test]
    fn nonsense_is_refused() {
        let nonsense = [
            "{",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":[]}",
            "{\"a\":nan}",
            "{\"a\":\"\\u12\"}",
            "{\"a\":\"\\u+123\"}",
        ];
        for line in nonsense {
            assert!(read_object(line).is_err(), "{line}");
        }
    }
}
