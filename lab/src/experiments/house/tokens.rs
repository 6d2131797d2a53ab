//! Source text as tokens.
//!
//! Enters: the text of a Rust file. Leaves: its words, marks, literals and documentation comments.
//! Other comments, spaces and lifetimes are gone: nothing that is counted here depends on them.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name, a keyword or a number.
    Word,
    /// One character of punctuation, or `::`, `->`, `=>`.
    Mark,
    /// A string or a character.
    Literal,
    /// A line of documentation of the item that follows, without its slashes.
    Documentation,
}

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'text> {
    pub(super) kind: Kind,
    pub(super) text: &'text str,
    /// Where it begins, in bytes.
    pub(super) start: usize,
}

impl Token<'_> {
    /// Is it this word or mark?
    pub(super) fn is(&self, text: &str) -> bool {
        matches!(self.kind, Kind::Word | Kind::Mark) && self.text == text
    }

    /// Is it a word that can name something?
    pub(super) fn is_name(&self) -> bool {
        self.kind == Kind::Word && !self.text.starts_with(|c: char| c.is_ascii_digit())
    }
}

/// Marks of two characters. `->` and `=>` must not be taken for the end of an angle bracket.
const PAIRS: [&str; 3] = ["::", "->", "=>"];

/// The tokens of a text.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (kind, length) = piece(rest, first);
        if let Some(kind) = kind {
            let words = if kind == Kind::Documentation { rest[3..length].trim() } else { &rest[..length] };
            found.push(Token { kind, text: words, start: at });
        }
        at += length;
    }
    found
}

/// What stands at the beginning of a text, and how long it is; `None` for what is left out.
fn piece(rest: &str, first: char) -> (Option<Kind>, usize) {
    if rest.starts_with("//") {
        let documents = rest.starts_with("///") && !rest.starts_with("////");
        return (documents.then_some(Kind::Documentation), rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return (None, block_comment(rest));
    }
    if let Some(length) = string(rest) {
        return (Some(Kind::Literal), length);
    }
    if first == '\'' {
        return quote(rest);
    }
    if first.is_alphanumeric() || first == '_' {
        return (Some(Kind::Word), word(rest));
    }
    if first.is_whitespace() {
        return (None, first.len_utf8());
    }
    let pair = PAIRS.iter().any(|pair| rest.starts_with(pair));
    (Some(Kind::Mark), if pair { 2 } else { first.len_utf8() })
}

/// The length of a comment in which others may nest.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < rest.len() {
        let (step, deeper, done) = match &rest.as_bytes()[at..] {
            [b'/', b'*', ..] => (2, depth + 1, false),
            [b'*', b'/', ..] => (2, depth.saturating_sub(1), depth == 1),
            _ => (1, depth, false),
        };
        (at, depth) = (at + step, deeper);
        if done {
            break;
        }
    }
    at
}

/// The length of a string that begins here, raw or not.
fn string(rest: &str) -> Option<usize> {
    let plain = ["", "b", "c"]
        .iter()
        .find(|prefix| rest.strip_prefix(**prefix).is_some_and(|rest| rest.starts_with('"')));
    if let Some(prefix) = plain {
        return Some(plain_string(rest, prefix.len()));
    }
    let prefix = ["r", "br", "cr"].iter().find(|prefix| {
        rest.strip_prefix(**prefix).is_some_and(|rest| rest.trim_start_matches('#').starts_with('"'))
    })?;
    let open = rest[prefix.len()..].find('"')?;
    let end = format!("\"{}", "#".repeat(open));
    let inside = prefix.len() + open + 1;
    Some(rest[inside..].find(&end).map_or(rest.len(), |length| inside + length + end.len()))
}

/// The length of a string with escapes, whose quote stands at `open`.
fn plain_string(rest: &str, open: usize) -> usize {
    let bytes = rest.as_bytes();
    let mut at = open + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    let mut end = (at + 1).min(rest.len());
    while !rest.is_char_boundary(end) {
        end += 1;
    }
    end
}

/// A character or a lifetime.
fn quote(rest: &str) -> (Option<Kind>, usize) {
    let mut inside = rest.char_indices().skip(1);
    let (first, second) = (inside.next(), inside.next());
    if first.is_some_and(|(_, c)| c == '\\') {
        // The escaped character may itself be a quote.
        let length = rest[3.min(rest.len())..].find('\'').map_or(rest.len(), |length| 3 + length + 1);
        return (Some(Kind::Literal), length);
    }
    match second {
        Some((place, '\'')) => (Some(Kind::Literal), place + 1),
        _ => (None, 1 + word(&rest[1..])),
    }
}

/// The length of a name or a number.
fn word(rest: &str) -> usize {
    let raw = if rest.starts_with("r#") { 2 } else { 0 };
    let inside = |from: usize| {
        let text = &rest[from..];
        from + text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())
    };
    let end = inside(raw);
    let is_number = rest.starts_with(|c: char| c.is_ascii_digit());
    let mut after = rest[end..].chars();
    let fraction = after.next() == Some('.') && after.next().is_some_and(|c| c.is_ascii_digit());
    if is_number && fraction { inside(end + 1) } else { end }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = tokens(text).iter().map(|token| token.text).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn words_and_marks_are_told_apart() {
        check(
            "fn a_b(x: &'a u32) -> A<B>",
            &["fn", "a_b", "(", "x", ":", "&", "u32", ")", "->", "A", "<", "B", ">"],
        );
        check("a::b => 1.5 + 0..3", &["a", "::", "b", "=>", "1.5", "+", "0", ".", ".", "3"]);
        check("r#type", &["r#type"]);
    }

    #[test]
    fn comments_are_gone_but_documentation_stays() {
        check("a // b\nc /* d /* e */ f */ g", &["a", "c", "g"]);
        check("//! room\n//// rule\n/// A part.\nx", &["A part.", "x"]);
        assert_eq!(tokens("/// A part.")[0].kind, Kind::Documentation);
    }

    #[test]
    fn strings_hide_what_they_hold() {
        check(r#"a("} // \" ", b)"#, &["a", "(", r#""} // \" ""#, ",", "b", ")"]);
        check("r#\"a \" b\"# c b\"x\" r\"\\\" d", &["r#\"a \" b\"#", "c", "b\"x\"", "r\"\\\"", "d"]);
        check("\"ä\\ä\" x", &["\"ä\\ä\"", "x"]);
    }

    #[test]
    fn characters_are_not_lifetimes() {
        check(r"'a' '\'' '\u{41}' 'ä' x", &["'a'", r"'\''", r"'\u{41}'", "'ä'", "x"]);
        check("<'a, '_> 'outer: loop", &["<", ",", ">", ":", "loop"]);
    }

    #[test]
    fn text_that_ends_early_is_no_problem() {
        for text in ["\"a", "r#\"a", "'", "'\\", "/* a", "b", "\"\\"] {
            assert!(tokens(text).len() <= 1, "{text}");
        }
    }
}
