//! Terms of sort `RegLan` in SMT-LIB syntax.
//!
//! Constant terms only: strings, numerals and the operators of the theory. Open terms stand on a stack.

use tress_automata::{Regex, RegexStore};

use crate::DialectError;
use crate::reader::Reader;

enum Value {
    Language(Regex),
    Text(Vec<u32>),
    Number(u64),
}

/// A term whose closing parenthesis has not been seen.
struct Open {
    position: usize,
    operator: String,
    /// The numbers of an indexed operator such as `(_ re.^ 3)`.
    indices: Vec<u64>,
    arguments: Vec<Value>,
}

/// The language of a term.
pub(crate) fn parse(text: &str, store: &mut RegexStore) -> Result<Regex, DialectError> {
    let mut reader = Reader::new(text.chars().map(u32::from).collect());
    let mut open: Vec<Open> = Vec::new();
    loop {
        skip_space(&mut reader);
        let position = reader.position();
        let value = match reader.peek_ascii() {
            b'(' => {
                reader.take();
                open.push(operator(&mut reader, position)?);
                continue;
            }
            b')' => {
                reader.take();
                match open.pop() {
                    Some(term) => Value::Language(apply(&term, store)?),
                    None => return reader.error(position, "this parenthesis closes nothing"),
                }
            }
            b'"' => Value::Text(string(&mut reader)?),
            b'0'..=b'9' => Value::Number(number(&mut reader)?),
            0 if reader.is_done() => return reader.error(position, "the term is not complete"),
            _ => Value::Language(constant(&mut reader)?),
        };
        match open.last_mut() {
            Some(term) => term.arguments.push(value),
            None => {
                skip_space(&mut reader);
                return match value {
                    _ if !reader.is_done() => reader.error(reader.position(), "text after the term"),
                    Value::Language(language) => Ok(language),
                    _ => reader.error(position, "this is no regular expression; write (str.to_re \"...\")"),
                };
            }
        }
    }
}

fn skip_space(reader: &mut Reader) {
    reader.take_while(usize::MAX, |c| c.is_ascii_whitespace());
}

fn symbol(reader: &mut Reader) -> String {
    reader.take_while(64, |c| c.is_ascii_alphanumeric() || b"._+*^-!?<>=/~&%$@".contains(&c))
}

fn number(reader: &mut Reader) -> Result<u64, DialectError> {
    let position = reader.position();
    match reader.take_while(usize::MAX, |c| c.is_ascii_digit()).parse() {
        Ok(number) => Ok(number),
        Err(_) => reader.error(position, "expected a number of at most 64 bits"),
    }
}

/// The operator after an opening parenthesis, plain or indexed.
fn operator(reader: &mut Reader, position: usize) -> Result<Open, DialectError> {
    skip_space(reader);
    let indexed = reader.eat("(");
    skip_space(reader);
    if indexed && !reader.eat("_") {
        return reader.error(position, "expected an indexed operator such as (_ re.^ 3)");
    }
    skip_space(reader);
    let name = symbol(reader);
    let mut indices = Vec::new();
    if indexed {
        skip_space(reader);
        while !reader.eat(")") {
            indices.push(number(reader)?);
            skip_space(reader);
        }
    }
    Ok(Open { position, operator: name, indices, arguments: Vec::new() })
}

fn constant(reader: &mut Reader) -> Result<Regex, DialectError> {
    let position = reader.position();
    match symbol(reader).as_str() {
        "re.none" | "re.nostr" => Ok(Regex::NONE),
        "re.all" => Ok(Regex::ALL),
        "re.allchar" => Ok(Regex::ANY_CHAR),
        name => reader.error(position, format!("unknown constant {name}")),
    }
}

/// A string with its escapes `""`, `\uXXXX` and `\u{X}`.
fn string(reader: &mut Reader) -> Result<Vec<u32>, DialectError> {
    let start = reader.position();
    reader.take();
    let mut word = Vec::new();
    loop {
        let position = reader.position();
        if reader.eat("\"\"") {
            word.push(0x22);
        } else if reader.eat("\"") {
            return Ok(word);
        } else if let Some(c) = unicode_escape(reader) {
            word.push(c);
        } else {
            match reader.take() {
                Some(c) if c <= tress_automata::MAX_CHAR => word.push(c),
                Some(_) => {
                    return reader.error(position, "a character above U+2FFFF is outside the alphabet");
                }
                None => return reader.error(start, "this string is not closed"),
            }
        }
    }
}

/// `\uXXXX` or `\u{X}`; anything else is taken as it stands.
fn unicode_escape(reader: &mut Reader) -> Option<u32> {
    let start = reader.position();
    let hex = |c: u8| c.is_ascii_hexdigit();
    let digits = if reader.eat("\\u{") {
        let digits = reader.take_while(5, hex);
        if reader.eat("}") { digits } else { String::new() }
    } else if reader.eat("\\u") {
        let digits = reader.take_while(4, hex);
        if digits.len() == 4 { digits } else { String::new() }
    } else {
        String::new()
    };
    let c = u32::from_str_radix(&digits, 16).ok().filter(|&c| c <= tress_automata::MAX_CHAR);
    if c.is_none() {
        reader.return_to(start);
    }
    c
}

fn apply(term: &Open, store: &mut RegexStore) -> Result<Regex, DialectError> {
    let refuse = |message: String| Err(DialectError::new(term.position, message));
    let languages: Option<Vec<Regex>> = term
        .arguments
        .iter()
        .map(|value| match value {
            Value::Language(language) => Some(*language),
            _ => None,
        })
        .collect();
    let name = term.operator.as_str();
    match (name, &term.arguments[..], &term.indices[..]) {
        ("str.to_re" | "str.to.re", [Value::Text(word)], []) => return Ok(store.word(word)),
        ("re.range", [Value::Text(low), Value::Text(high)], []) => {
            return Ok(match (&low[..], &high[..]) {
                (&[low], &[high]) => store.range(low, high),
                _ => Regex::NONE,
            });
        }
        ("re.loop", [Value::Language(body), Value::Number(low), Value::Number(high)], []) => {
            return Ok(store.repeat(*body, *low, Some(*high)));
        }
        _ => {}
    }
    let Some(languages) = languages else {
        return refuse(format!("{name} cannot be applied to these arguments"));
    };
    Ok(match (name, &languages[..], &term.indices[..]) {
        ("re.++", [_, _, ..], []) => store.concat(&languages),
        ("re.union", [_, _, ..], []) => store.union(&languages),
        ("re.inter", [_, _, ..], []) => store.inter(&languages),
        ("re.*", &[body], []) => store.star(body),
        ("re.+", &[body], []) => store.plus(body),
        ("re.opt", &[body], []) => store.opt(body),
        ("re.comp", &[body], []) => store.complement(body),
        ("re.diff", &[first, ref rest @ ..], []) if !rest.is_empty() => {
            rest.iter().fold(first, |all, &one| store.diff(all, one))
        }
        ("re.^", &[body], &[count]) => store.repeat(body, count, Some(count)),
        ("re.loop", &[body], &[low, high]) => store.repeat(body, low, Some(high)),
        _ => return refuse(format!("no operator {name} with {} such arguments", languages.len())),
    })
}
