//! String literals: escapes in, escapes out.

use tress_base::MAX_CHAR;
use tress_term::term::Word;

use super::error::Error;

/// Which escapes a string literal may hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Escapes {
    /// `\u{…}` and `\u` with four digits, as in the standard; everything else denotes itself.
    #[default]
    Standard,
    /// Also the escapes of older solvers: `\x41`, `\n`, `\t`, `\\` and similar.
    Lenient,
}

/// The string value that a literal denotes. `offset` is the position of its first character, `last` the last
/// character of the alphabet.
///
/// # Errors
/// If a character is outside of the alphabet.
pub fn read_escapes(text: &str, escapes: Escapes, last: u32, offset: usize) -> Result<Word, Error> {
    let mut word = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (character, length) = match first {
            '"' => (u32::from('"'), 2),
            '\\' => escape(rest, escapes).unwrap_or((u32::from('\\'), 1)),
            _ => (u32::from(first), first.len_utf8()),
        };
        if character > last {
            let position = offset + text.len() - rest.len();
            let message =
                format!("character U+{character:X} is outside of the alphabet, which ends at U+{last:X}");
            return Err(Error::new(position, message));
        }
        word.push(character);
        rest = &rest[length.min(rest.len())..];
    }
    Ok(word.into())
}

/// The character and the length of the escape at the front of `text`, if there is one.
fn escape(text: &str, escapes: Escapes) -> Option<(u32, usize)> {
    standard_escape(text).or_else(|| match escapes {
        Escapes::Standard => None,
        Escapes::Lenient => lenient_escape(text),
    })
}

fn standard_escape(text: &str) -> Option<(u32, usize)> {
    let after = text.strip_prefix("\\u")?;
    if let Some(braced) = after.strip_prefix('{') {
        // At most five digits precede the brace.
        let digits = &braced[..braced.bytes().take(6).position(|byte| byte == b'}')?];
        let valid = (1..=5).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let character = valid.then(|| u32::from_str_radix(digits, 16).ok())??;
        return (character <= MAX_CHAR).then_some((character, digits.len() + 4));
    }
    let digits = after.get(..4)?;
    let valid = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    valid.then(|| u32::from_str_radix(digits, 16).ok().map(|character| (character, 6)))?
}

fn lenient_escape(text: &str) -> Option<(u32, usize)> {
    let kind = text[1..].chars().next()?;
    let character = match kind {
        'x' => {
            let digits = text.get(2..4)?;
            let valid = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            return valid.then(|| u32::from_str_radix(digits, 16).ok().map(|character| (character, 4)))?;
        }
        'a' => 7,
        'b' => 8,
        'e' => 27,
        'f' => 12,
        'n' => 10,
        'r' => 13,
        't' => 9,
        'v' => 11,
        '\\' => 92,
        _ => return None,
    };
    Some((character, 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, escapes: Escapes) -> Vec<u32> {
        read_escapes(text, escapes, MAX_CHAR, 0).expect("a literal").to_vec()
    }

    fn standard(text: &str) -> Vec<u32> {
        read(text, Escapes::Standard)
    }

    #[test]
    fn standard_escapes() {
        assert_eq!(standard(r"\u{41}b"), [0x41, 0x62]);
        assert_eq!(standard(r"\u00e9"), [0xE9]);
        assert_eq!(standard(r"\u{2FFFF}"), [0x2_FFFF]);
        assert_eq!(standard("é\"\"x"), [0xE9, 0x22, 0x78]);
    }

    #[test]
    fn what_is_no_escape_denotes_itself() {
        for text in [
            r"\u{}",
            r"\u{30000}",
            r"\u{000041}",
            r"\u{4g}",
            r"\u12",
            r"\x41",
            r"\n",
            r"\",
            r"\u{41",
            r"\uabcé",
        ] {
            let plain: Vec<u32> = text.chars().map(u32::from).collect();
            assert_eq!(standard(text), plain, "{text}");
        }
    }

    #[test]
    fn older_escapes_only_when_lenient() {
        assert_eq!(read(r"\x41\n\\\u{42}\q", Escapes::Lenient), [0x41, 10, 92, 0x42, 92, 113]);
    }

    #[test]
    fn characters_outside_of_the_alphabet_are_refused() {
        let error = read_escapes("a\u{E0001}", Escapes::Standard, MAX_CHAR, 5).expect_err("outside");
        assert_eq!(error.offset, 6);
    }
}
