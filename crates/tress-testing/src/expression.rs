//! Scripts as trees of text, for those who change them without knowing what they mean.
//!
//! Enters: the text of commands. Leaves: [`Expression`]s, and text again. This reader is apart
//! from the one of tress on purpose: what judges tress should not lean on it.

use std::fmt;

/// How deep a tree may be. Functions over trees call themselves once for each level.
const DEEPEST: usize = 200;

/// An atom (with its quotes or bars) or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A name, a number or a string, as written.
    Atom(String),
    /// What stands between two parentheses.
    List(Vec<Expression>),
}

impl Expression {
    /// All expressions of a text; `None` when parentheses or quotes do not match, or when it is
    /// nested too deeply.
    #[must_use]
    pub fn parse_all(text: &str) -> Option<Vec<Expression>> {
        let mut open: Vec<Vec<Expression>> = vec![Vec::new()];
        for token in tokens(text)? {
            match token {
                "(" if open.len() > DEEPEST => return None,
                "(" => open.push(Vec::new()),
                ")" if open.len() == 1 => return None,
                ")" => {
                    let list = Expression::List(open.pop()?);
                    open.last_mut()?.push(list);
                }
                atom => open.last_mut()?.push(Expression::Atom(atom.to_owned())),
            }
        }
        if open.len() == 1 { open.pop() } else { None }
    }

    /// The only expression of a text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Expression> {
        let mut all = Self::parse_all(text)?;
        if all.len() == 1 { all.pop() } else { None }
    }

    /// The parts of a list; none for an atom.
    #[must_use]
    pub fn parts(&self) -> &[Expression] {
        match self {
            Expression::Atom(_) => &[],
            Expression::List(parts) => parts,
        }
    }

    /// The text of an atom, and nothing for a list.
    #[must_use]
    pub fn atom(&self) -> &str {
        match self {
            Expression::Atom(text) => text,
            Expression::List(_) => "",
        }
    }

    /// How many atoms and lists there are, this one included.
    #[must_use]
    pub fn size(&self) -> usize {
        1 + self.parts().iter().map(Expression::size).sum::<usize>()
    }

    /// The part with this number, counting this expression as 0 and going down and right.
    #[must_use]
    pub fn part(&self, number: usize) -> Option<&Expression> {
        if number == 0 {
            return Some(self);
        }
        let mut left = number - 1;
        for part in self.parts() {
            let size = part.size();
            if left < size {
                return part.part(left);
            }
            left -= size;
        }
        None
    }

    /// The same expression with other text in place of the part with this number; nothing stands
    /// there when there are no new parts.
    #[must_use]
    pub fn with_part(&self, number: usize, new: &[Expression]) -> Vec<Expression> {
        if number == 0 {
            return new.to_vec();
        }
        let mut left = number - 1;
        let mut parts = Vec::new();
        let mut done = false;
        for part in self.parts() {
            let size = part.size();
            if !done && left < size {
                parts.extend(part.with_part(left, new));
                done = true;
            } else {
                parts.push(part.clone());
                left = left.saturating_sub(size);
            }
        }
        vec![Expression::List(parts)]
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expression::Atom(text) => f.write_str(text),
            Expression::List(parts) => {
                f.write_str("(")?;
                for (place, part) in parts.iter().enumerate() {
                    let space = if place == 0 { "" } else { " " };
                    write!(f, "{space}{part}")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Parentheses and atoms; comments and spaces are left out.
#[must_use]
pub fn tokens(text: &str) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' | ')' => 1,
            '"' => string_length(rest)?,
            '|' => rest[1..].find('|')? + 2,
            ';' => {
                rest = rest.find('\n').map_or("", |end| &rest[end..]).trim_start();
                continue;
            }
            _ => rest.find(|c: char| c.is_whitespace() || "()\";|".contains(c)).unwrap_or(rest.len()),
        };
        found.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    Some(found)
}

/// The length of the string literal at the front, in which two quotes represent one.
fn string_length(text: &str) -> Option<usize> {
    let mut at = 1;
    loop {
        at += text[at..].find('"')? + 1;
        if !text[at..].starts_with('"') {
            return Some(at);
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_comes_back_without_comments() {
        let text = "(a |b (| \"c \"\") d\" ; )\n (e 1.5) ())";
        let tree = Expression::parse(text).expect("balanced");
        assert_eq!(tree.to_string(), "(a |b (| \"c \"\") d\" (e 1.5) ())");
        assert_eq!(Expression::parse(&tree.to_string()), Some(tree));
    }

    #[test]
    fn unbalanced_text_is_refused() {
        for text in ["(a", "a)", "(\"b)", "(|c)", ")("] {
            assert_eq!(Expression::parse_all(text), None, "{text}");
        }
        assert_eq!(Expression::parse(&"(".repeat(1000)), None);
    }

    #[test]
    fn parts_are_numbered_and_replaced() {
        let tree = Expression::parse("(f (g x) y)").expect("balanced");
        let texts: Vec<String> =
            (0..tree.size()).filter_map(|n| tree.part(n)).map(ToString::to_string).collect();
        assert_eq!(texts, ["(f (g x) y)", "f", "(g x)", "g", "x", "y"]);
        let one = [Expression::Atom("z".into())];
        assert_eq!(tree.with_part(2, &one)[0].to_string(), "(f z y)");
        assert_eq!(tree.with_part(4, &one)[0].to_string(), "(f (g z) y)");
        assert_eq!(tree.with_part(4, &[])[0].to_string(), "(f (g) y)");
        assert_eq!(tree.with_part(5, &one)[0].to_string(), "(f (g x) z)");
        assert_eq!(tree.with_part(0, &one)[0].to_string(), "z");
    }
}
