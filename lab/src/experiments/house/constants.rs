//! The constants that tune: every constant number, with its value and the first sentence about it.

use super::source::Source;
use super::tokens::{Kind, Token};

/// A constant number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Constant<'text> {
    pub(super) name: &'text str,
    /// The value as it is written.
    pub(super) value: &'text str,
    /// The first sentence of its documentation; empty when there is none.
    pub(super) about: String,
}

const NUMBERS: [&str; 14] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64"];

/// The constant numbers of a file.
pub(super) fn constants<'text>(source: &Source<'text>) -> Vec<Constant<'text>> {
    let all = &source.tokens;
    let mut found = Vec::new();
    for (place, window) in all.windows(5).enumerate() {
        let [keyword, name, colon, sort, equals] = window else { continue };
        let is_number = NUMBERS.iter().any(|number| sort.is(number));
        if !(keyword.is("const") && name.is_name() && colon.is(":") && is_number && equals.is("=")) {
            continue;
        }
        let Some(end) = all[place..].iter().find(|token| token.is(";")) else { continue };
        let value = source.text[equals.start + 1..end.start].trim();
        found.push(Constant { name: name.text, value, about: first_sentence(&about(&all[..place])) });
    }
    found
}

/// The documentation before an item whose other tokens are not read yet.
fn about(before: &[Token<'_>]) -> String {
    let mut lines = Vec::new();
    for token in before.iter().rev() {
        match token.kind {
            Kind::Documentation => lines.push(token.text),
            // The end of the item before; attributes and visibility stand between.
            Kind::Mark if [";", "{", "}", ","].contains(&token.text) => break,
            _ => {}
        }
    }
    lines.reverse();
    lines.join(" ")
}

fn first_sentence(text: &str) -> String {
    let end = text.find(". ").unwrap_or(text.len());
    text[..end].trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::source::{Text, sources};
    use super::*;

    fn check(text: &str, expected: &[(&str, &str, &str)]) {
        let texts = Text::files(&[("a.rs", text)]);
        let sources = sources(&texts);
        let found = constants(&sources[0]);
        let found: Vec<_> =
            found.iter().map(|constant| (constant.name, constant.value, constant.about.as_str())).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn numbers_are_found_with_their_sentence() {
        check(
            "/// How many\n/// there are. More.\n#[x]\npub(super) const A: usize = 1 << 3;",
            &[("A", "1 << 3", "How many there are")],
        );
        check("/// Of b.\nstruct B; const C: f64 = 1.5;", &[("C", "1.5", "")]);
        check("fn a() { const B: i64 = -1; }", &[("B", "-1", "")]);
    }

    #[test]
    fn other_constants_are_left_out() {
        check("const A: &str = \"a\"; const fn b(c: *const u8) {} static D: u8 = 1;", &[]);
        check("#[cfg(test)]\nmod tests { const A: u8 = 1; }", &[]);
        check("fn a<const N: usize>() {}", &[]);
    }
}
