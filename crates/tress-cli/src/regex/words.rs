//! Words as text that a terminal shows and a person can type again, and patterns that look like something
//! else.

use std::fmt::Write as _;

/// The word in double quotes; what is not printable is written as an escape. Surrogate pairs are
/// shown as the character that they denote.
pub(crate) fn readable(word: &[u32]) -> String {
    let mut text = String::from("\"");
    let mut at = 0;
    while at < word.len() {
        let (c, used) = match word[at..] {
            [high @ 0xD800..=0xDBFF, low @ 0xDC00..=0xDFFF, ..] => {
                (0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00), 2)
            }
            [c, ..] => (c, 1),
            [] => break,
        };
        at += used;
        match char::from_u32(c) {
            Some('"') => text.push_str("\\\""),
            Some('\\') => text.push_str("\\\\"),
            Some('\n') => text.push_str("\\n"),
            Some('\r') => text.push_str("\\r"),
            Some('\t') => text.push_str("\\t"),
            Some(c) if c == ' ' || c.is_ascii_graphic() || c.is_alphanumeric() => text.push(c),
            _ => {
                let _ = write!(text, "\\u{{{c:x}}}");
            }
        }
    }
    text.push('"');
    text
}

/// A warning when a pattern looks like `/x/i`: delimiters and flags of a programming language, which are
/// part of the pattern here.
pub(crate) fn slashes(pattern: &str) -> Option<String> {
    let (body, flags) = pattern.strip_prefix('/')?.rsplit_once('/')?;
    let is_flag = |(at, c): (usize, char)| "dgimsuvxy".contains(c) && !flags[..at].contains(c);
    // Between delimiters a slash is escaped, or stands in a set.
    let is_plain_path = body.replace("\\/", "").split('[').next().is_some_and(|start| start.contains('/'));
    if body.is_empty() || is_plain_path || !flags.char_indices().all(is_flag) {
        return None;
    }
    let flags: String = flags.chars().filter(|c| !"dgy".contains(*c)).collect();
    let option = if flags.is_empty() { String::new() } else { format!(" with --flags {flags}") };
    Some(format!("the slashes are part of the pattern; if they are delimiters, write {body}{option}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_are_suspected() {
        let warned =
            |pattern: &str| slashes(pattern).map(|text| text.rsplit_once("write ").unwrap().1.to_owned());
        assert_eq!(warned("/x/i").as_deref(), Some("x with --flags i"));
        assert_eq!(warned("/a\\/b/g").as_deref(), Some("a\\/b"));
        assert_eq!(warned("/[/]/").as_deref(), Some("[/]"));
        for pattern in ["x", "/x", "//", "/usr/bin/", "/usr/bin", "/x/ii", "x/i", "/etc/passwd"] {
            assert_eq!(warned(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn words_are_readable() {
        let codes = |text: &str| text.chars().map(u32::from).collect::<Vec<u32>>();
        assert_eq!(readable(&codes("ab é")), "\"ab é\"");
        assert_eq!(readable(&codes("\n\"\\\u{1}")), "\"\\n\\\"\\\\\\u{1}\"");
        assert_eq!(readable(&[0xD83D, 0xDE00]), readable(&[0x1F600]));
        assert_eq!(readable(&[0xD800]), "\"\\u{d800}\"");
    }
}
