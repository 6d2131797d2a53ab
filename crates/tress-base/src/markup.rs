//! Text in XML and HTML.

/// Escapes a text so that it contains no markup, neither between tags nor in an attribute with double quotes.
#[must_use]
pub fn markup(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_tag_and_no_reference_begins_in_a_text() {
        assert_eq!(markup("a<b> & \"c\" é"), "a&lt;b&gt; &amp; &quot;c&quot; é");
    }
}
