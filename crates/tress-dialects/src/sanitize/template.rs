//! Replacement texts as the dialects read them.
//!
//! Enters: the text, the dialect, and the groups of the pattern. Leaves: fixed words and references to
//! groups, where group 0 is the whole match. A text that the engine of the dialect does not take is an error
//! with the engine's message. What stands before or behind the match (`` $` ``, `$'`) is refused by name.

use super::Trouble;
use crate::{Dialect, Flags};

/// A part of a replacement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// Characters that are written as they are.
    Text(Vec<u32>),
    /// What a group has matched; the empty word if it took no part.
    Group(u32),
}

/// The groups of a pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Groups<'a> {
    pub(super) count: u32,
    pub(super) names: &'a [(String, u32)],
}

impl Groups<'_> {
    fn named(&self, name: &str) -> Option<u32> {
        self.names.iter().find(|(known, _)| known == name).map(|(_, number)| *number)
    }
}

/// The parts read so far.
struct Reader<'a> {
    dialect: Dialect,
    flags: Flags,
    groups: Groups<'a>,
    chars: Vec<char>,
    at: usize,
    parts: Vec<Part>,
    text: String,
}

/// The parts of a replacement text.
///
/// # Errors
/// What the engine says of a wrong text, and what is not exact here.
pub(super) fn read(
    dialect: Dialect,
    flags: Flags,
    text: &str,
    groups: Groups<'_>,
) -> Result<Vec<Part>, Trouble> {
    let chars = text.chars().collect();
    let mut reader = Reader { dialect, flags, groups, chars, at: 0, parts: Vec::new(), text: String::new() };
    match dialect {
        Dialect::Ecma => reader.ecma()?,
        Dialect::Python => reader.python()?,
        Dialect::Java => reader.java()?,
        Dialect::Pcre => reader.php(),
        Dialect::Rust | Dialect::Re2 => reader.expand(),
        Dialect::Posix => reader.sed()?,
        Dialect::Smtlib | Dialect::Glob => reader.text = text.to_owned(),
    }
    reader.flush();
    Ok(reader.parts)
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            let word = self.dialect.word(self.flags, &self.text);
            self.parts.push(Part::Text(word));
            self.text.clear();
        }
    }

    fn group(&mut self, number: u32) {
        self.flush();
        self.parts.push(Part::Group(number));
    }

    fn wrong(&self, message: &str) -> Trouble {
        let text: String = self.chars.iter().collect();
        Trouble::Wrong(format!("the replacement {text:?}: {message}"))
    }

    fn not_exact(&self, what: &str) -> Trouble {
        let text: String = self.chars.iter().collect();
        Trouble::NotExact(format!("the replacement {text:?}: {what}"))
    }

    /// Digits from `ahead` on, at most `most`.
    fn digits(&self, ahead: usize, most: usize) -> String {
        let rest = self.chars.get(self.at + ahead..).unwrap_or_default();
        rest.iter().take(most).take_while(|c| c.is_ascii_digit()).collect()
    }

    /// `GetSubstitution` of ECMAScript: what is no reference denotes itself.
    fn ecma(&mut self) -> Result<(), Trouble> {
        while let Some(c) = self.peek(0) {
            let next = if c == '$' { self.peek(1) } else { None };
            match next {
                Some('$') => self.take("$", 2),
                Some('&') => {
                    self.group(0);
                    self.at += 2;
                }
                Some('`') => return Err(self.not_exact("$` (what stands before the match) is not supported")),
                Some('\'') => {
                    return Err(self.not_exact("$' (what stands behind the match) is not supported"));
                }
                Some('0'..='9') => self.ecma_number(),
                Some('<') if !self.groups.names.is_empty() => {
                    let rest = &self.chars[self.at + 2..];
                    match rest.iter().position(|c| *c == '>') {
                        Some(end) => {
                            let name: String = rest[..end].iter().collect();
                            // A name that the pattern does not have denotes the empty word.
                            if let Some(number) = self.groups.named(&name) {
                                self.group(number);
                            }
                            self.at += end + 3;
                        }
                        None => self.take("$", 1),
                    }
                }
                _ => {
                    self.text.push(c);
                    self.at += 1;
                }
            }
        }
        Ok(())
    }

    /// Two digits when there is such a group, else one.
    fn ecma_number(&mut self) {
        for count in [2, 1] {
            let digits = self.digits(1, count);
            let number = digits.parse().unwrap_or(0);
            if digits.len() == count && (1..=self.groups.count).contains(&number) {
                self.group(number);
                self.at += 1 + count;
                return;
            }
        }
        self.take("$", 1);
    }

    fn take(&mut self, text: &str, read: usize) {
        self.text.push_str(text);
        self.at += read;
    }

    /// Templates of `re.sub`.
    fn python(&mut self) -> Result<(), Trouble> {
        while let Some(c) = self.peek(0) {
            if c != '\\' {
                self.text.push(c);
                self.at += 1;
                continue;
            }
            let position = self.at;
            match self.peek(1) {
                None => {
                    return Err(self.wrong(&format!("bad escape (end of pattern) at position {position}")));
                }
                Some('g') => self.python_group()?,
                Some('0'..='9') => self.python_number()?,
                Some(letter) => {
                    let known = "a\x07b\x08f\x0cn\nr\rt\tv\x0b\\\\";
                    let pairs: Vec<char> = known.chars().collect();
                    match pairs.chunks(2).find(|pair| pair[0] == letter) {
                        Some(pair) => self.text.push(pair[1]),
                        None if letter.is_ascii_alphabetic() => {
                            return Err(self.wrong(&format!("bad escape \\{letter} at position {position}")));
                        }
                        None => self.text.extend(['\\', letter]),
                    }
                    self.at += 2;
                }
            }
        }
        Ok(())
    }

    /// `\g<1>` or `\g<name>`.
    fn python_group(&mut self) -> Result<(), Trouble> {
        let at = self.at + 2;
        if self.peek(2) != Some('<') {
            return Err(self.wrong(&format!("missing < at position {at}")));
        }
        let rest = &self.chars[self.at + 3..];
        let Some(end) = rest.iter().position(|c| *c == '>') else {
            let what = if rest.is_empty() { "missing group name" } else { "missing >, unterminated name" };
            return Err(self.wrong(&format!("{what} at position {}", at + 1)));
        };
        let name: String = rest[..end].iter().collect();
        if name.is_empty() {
            return Err(self.wrong(&format!("missing group name at position {}", at + 1)));
        }
        let number = if name.bytes().all(|c| c.is_ascii_digit()) {
            name.parse().ok().filter(|number| *number <= self.groups.count).ok_or_else(|| {
                self.wrong(&format!("invalid group reference {name} at position {}", at + 1))
            })?
        } else if name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            self.groups.named(&name).ok_or_else(|| self.wrong(&format!("unknown group name '{name}'")))?
        } else {
            let what = format!("bad character in group name '{name}' at position {}", at + 1);
            return Err(self.wrong(&what));
        };
        self.group(number);
        self.at += 4 + end;
        Ok(())
    }

    /// `\0` and three octal digits are characters, other digits are groups.
    fn python_number(&mut self) -> Result<(), Trouble> {
        let octal: String = self.digits(1, 3).chars().take_while(|c| *c < '8').collect();
        let first = self.peek(1).unwrap_or('0');
        if first == '0' || octal.len() == 3 {
            let value = u32::from_str_radix(&octal, 8).unwrap_or(0);
            if value > 0o377 {
                let what =
                    format!("octal escape value \\{octal} outside of range 0-0o377 at position {}", self.at);
                return Err(self.wrong(&what));
            }
            self.text.extend(char::from_u32(value));
            self.at += 1 + octal.len();
            return Ok(());
        }
        let digits = self.digits(1, 2);
        let number = digits.parse().unwrap_or(u32::MAX);
        if number > self.groups.count {
            let what = format!("invalid group reference {digits} at position {}", self.at + 1);
            return Err(self.wrong(&what));
        }
        self.group(number);
        self.at += 1 + digits.len();
        Ok(())
    }

    /// `Matcher.appendReplacement`.
    fn java(&mut self) -> Result<(), Trouble> {
        while let Some(c) = self.peek(0) {
            match (c, self.peek(1)) {
                ('\\', None) => {
                    return Err(self.wrong("IllegalArgumentException: character to be escaped is missing"));
                }
                ('\\', Some(next)) => {
                    self.text.push(next);
                    self.at += 2;
                }
                ('$', None) => {
                    let what = "IllegalArgumentException: Illegal group reference: group index is missing";
                    return Err(self.wrong(what));
                }
                ('$', Some('{')) => self.java_name()?,
                ('$', Some('0'..='9')) => self.java_number()?,
                ('$', Some(_)) => {
                    return Err(self.wrong("IllegalArgumentException: Illegal group reference"));
                }
                _ => {
                    self.text.push(c);
                    self.at += 1;
                }
            }
        }
        Ok(())
    }

    fn java_name(&mut self) -> Result<(), Trouble> {
        let rest = &self.chars[self.at + 2..];
        let name: String = rest.iter().take_while(|c| c.is_ascii_alphanumeric()).collect();
        let wrong = |what: String| Err(self.wrong(&format!("IllegalArgumentException: {what}")));
        if name.is_empty() {
            return wrong("named capturing group has 0 length name".to_owned());
        }
        if rest.get(name.len()) != Some(&'}') {
            return wrong("named capturing group is missing trailing '}'".to_owned());
        }
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            return wrong(format!("capturing group name {{{name}}} starts with digit character"));
        }
        let Some(number) = self.groups.named(&name) else {
            return wrong(format!("No group with name {{{name}}}"));
        };
        self.group(number);
        self.at += 3 + name.len();
        Ok(())
    }

    /// As many digits as make the number of a group.
    fn java_number(&mut self) -> Result<(), Trouble> {
        let digits = self.digits(1, usize::MAX);
        let mut number = 0;
        let mut read = 0;
        for digit in digits.bytes().map(|digit| u32::from(digit - b'0')) {
            let longer = u32::saturating_add(u32::saturating_mul(number, 10), digit);
            if read > 0 && longer > self.groups.count {
                break;
            }
            (number, read) = (longer, read + 1);
        }
        if number > self.groups.count {
            return Err(self.wrong(&format!("IndexOutOfBoundsException: No group {number}")));
        }
        self.group(number);
        self.at += 1 + read;
        Ok(())
    }

    /// `preg_replace` of PHP: `\1`, `$1`, `${1}` with one or two digits; a group that there is not denotes
    /// the empty word.
    fn php(&mut self) {
        let mut last = '\0';
        while let Some(c) = self.peek(0) {
            if matches!(c, '\\' | '$') {
                if last == '\\' {
                    self.text.pop();
                    self.text.push(c);
                    (last, self.at) = ('\0', self.at + 1);
                    continue;
                }
                let brace = c == '$' && self.peek(1) == Some('{');
                let begin = 1 + usize::from(brace);
                let digits = self.digits(begin, 2);
                let closed = !brace || self.peek(begin + digits.len()) == Some('}');
                if !digits.is_empty() && closed {
                    let number = digits.parse().unwrap_or(0);
                    if number <= self.groups.count {
                        self.group(number);
                    }
                    self.at += begin + digits.len() + usize::from(brace);
                    last = self.chars[self.at - 1];
                    continue;
                }
            }
            self.text.push(c);
            (last, self.at) = (c, self.at + 1);
        }
    }

    /// The `regex` crate and Go: `$name`, `${name}`, `$$`; a name that the pattern does not have denotes the
    /// empty word.
    fn expand(&mut self) {
        while let Some(c) = self.peek(0) {
            if c != '$' {
                self.text.push(c);
                self.at += 1;
                continue;
            }
            if self.peek(1) == Some('$') {
                self.take("$", 2);
                continue;
            }
            let brace = self.peek(1) == Some('{');
            let rest = &self.chars[self.at + 1 + usize::from(brace)..];
            let is_word = |c: &char| *c == '_' || c.is_ascii_alphanumeric();
            let name: String = match (brace, self.dialect) {
                (true, Dialect::Rust) => rest.iter().take_while(|c| **c != '}').collect(),
                _ => rest.iter().take_while(|c| is_word(c)).collect(),
            };
            let length = name.chars().count();
            let closed = !brace || rest.get(length) == Some(&'}');
            if name.is_empty() || !closed {
                self.take("$", 1);
                continue;
            }
            let number = name.parse().ok().or_else(|| self.groups.named(&name));
            if let Some(number) = number.filter(|number| *number <= self.groups.count) {
                self.group(number);
            }
            self.at += 1 + length + 2 * usize::from(brace);
        }
    }

    /// `s` of `sed`: `&` and `\1` are references, a backslash takes the meaning of other characters.
    fn sed(&mut self) -> Result<(), Trouble> {
        while let Some(c) = self.peek(0) {
            match (c, self.peek(1)) {
                ('&', _) => return Err(self.not_exact("& (the match) is not supported in POSIX patterns")),
                ('\\', Some(digit @ '0'..='9')) => {
                    return Err(self.not_exact(&format!("\\{digit} is not supported in POSIX patterns")));
                }
                ('\\', Some('n')) => self.take("\n", 2),
                ('\\', Some(next)) => {
                    self.text.push(next);
                    self.at += 2;
                }
                _ => {
                    self.text.push(c);
                    self.at += 1;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(dialect: Dialect, text: &str) -> Result<String, Trouble> {
        let names = [("n".to_owned(), 1)];
        let groups = Groups { count: 2, names: &names };
        let parts = read(dialect, Flags::NONE, text, groups)?;
        Ok(parts
            .iter()
            .map(|part| match part {
                Part::Text(word) => word.iter().filter_map(|c| char::from_u32(*c)).collect(),
                Part::Group(number) => format!("<{number}>"),
            })
            .collect())
    }

    fn check(dialect: Dialect, cases: &[(&str, &str)]) {
        for (text, expected) in cases {
            assert_eq!(parts(dialect, text), Ok((*expected).to_owned()), "{text}");
        }
    }

    #[test]
    fn each_dialect_reads_its_own_references() {
        let ecma = [("a$1b$&$$", "a<1>b<0>$"), ("$3$10$02$00$", "$3<1>0<2>$00$"), ("$<n>$<m>$<n", "<1>$<n")];
        check(Dialect::Ecma, &ecma);
        let python =
            [(r"a\1\g<2>\g<n>\g<0>", "a<1><2><1><0>"), (r"\n\\\-\0\101\1a", "\n\\\\-\0A<1>a"), ("$1", "$1")];
        check(Dialect::Python, &python);
        check(Dialect::Java, &[("$1${n}$0", "<1><1><0>"), (r"\$1\\\q$23", r"$1\q<2>3")]);
        check(Dialect::Pcre, &[(r"\1$2${1}\\1\$1$9", r"<1><2><1>\1$1"), ("$x${1", "$x${1")]);
        check(Dialect::Rust, &[("$1 ${1}x $1x $$ $n $", "<1> <1>x  $ <1> $")]);
        check(Dialect::Re2, &[("${1}x$1x${a b}", "<1>x${a b}")]);
        check(Dialect::Smtlib, &[(r"$1\1&", r"$1\1&")]);
        check(Dialect::Posix, &[(r"a\&\n", "a&\n")]);
    }

    #[test]
    fn wrong_texts_have_the_message_of_the_engine() {
        for (dialect, text, message) in [
            (Dialect::Python, r"\3", "invalid group reference 3 at position 1"),
            (Dialect::Python, r"\q", r"bad escape \q at position 0"),
            (Dialect::Python, r"\g<m>", "unknown group name 'm'"),
            (Dialect::Java, "$3", "No group 3"),
            (Dialect::Java, "a$", "group index is missing"),
        ] {
            match parts(dialect, text) {
                Err(Trouble::Wrong(found)) => assert!(found.contains(message), "{found}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        for (dialect, text) in [(Dialect::Ecma, "$`"), (Dialect::Ecma, "$'"), (Dialect::Posix, "&")] {
            assert!(matches!(parts(dialect, text), Err(Trouble::NotExact(_))), "{text}");
        }
    }
}
