//! Words as text that a terminal shows and a person can type again.

use std::fmt::Write as _;

/// The word in double quotes; what is not printable is written as an escape. Surrogate pairs are
/// shown as the character that they stand for.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_readable() {
        let codes = |text: &str| text.chars().map(u32::from).collect::<Vec<u32>>();
        assert_eq!(readable(&codes("ab é")), "\"ab é\"");
        assert_eq!(readable(&codes("\n\"\\\u{1}")), "\"\\n\\\"\\\\\\u{1}\"");
        assert_eq!(readable(&[0xD83D, 0xDE00]), readable(&[0x1F600]));
        assert_eq!(readable(&[0xD800]), "\"\\u{d800}\"");
    }
}
