//! How far a match goes.
//!
//! Enters: a pattern of a dialect. Leaves: which of the matches that begin at one position its engine takes,
//! as far as the shape of the pattern shows. A language alone does not: `a+` and `a+?` have the same words.

use crate::ast::{Ast, Greed, Node, NodeId};
use crate::{Dialect, DialectError, Flags, glob, perl, posix, rust, smtlib};
use tress_automata::RegexStore;

/// Which of the matches that begin at one position is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// The shortest.
    Shortest,
    /// The longest.
    Longest,
    /// What the engine tries first, which is neither for certain. When no match begins another one, it
    /// does not matter.
    FirstTried,
    /// What stands around the match, or a choice that is never taken back, has a say too.
    Surroundings,
}

/// Which of the matches that begin at one position the engine takes.
///
/// # Errors
/// Names the construct that is wrong.
pub fn extent(dialect: Dialect, pattern: &str, flags: Flags) -> Result<Extent, DialectError> {
    let (ast, root) = match dialect {
        Dialect::Smtlib => {
            smtlib::parse(pattern, &mut RegexStore::new())?;
            return Ok(Extent::Shortest);
        }
        Dialect::Glob => {
            glob::parse(pattern, flags, &mut RegexStore::new())?;
            return Ok(Extent::Surroundings);
        }
        Dialect::Rust => rust::parse(pattern, flags)?,
        Dialect::Posix => posix::parse(pattern, flags)?,
        _ => perl::parse(dialect, pattern, flags)?,
    };
    let widths = widths(&ast);
    Ok(match widths[root as usize] {
        Width::Surroundings => Extent::Surroundings,
        Width::Fixed(_) => Extent::Shortest,
        _ if dialect == Dialect::Posix => Extent::Longest,
        _ if may_swap_greed(dialect, pattern, flags) => Extent::FirstTried,
        Width::Growing(Greed::Greedy) => Extent::Longest,
        Width::Growing(Greed::Lazy) => Extent::Shortest,
        Width::Open => Extent::FirstTried,
    })
}

/// Can the flag be set that exchanges lazy and greedy? It leaves no trace in the trees of these dialects.
pub(crate) fn may_swap_greed(dialect: Dialect, pattern: &str, flags: Flags) -> bool {
    let inline = pattern.contains("(?") && pattern.contains('U');
    matches!(dialect, Dialect::Re2 | Dialect::Pcre) && (flags.has(Flags::SWAP_GREED) || inline)
}

/// The lengths of what a node matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Width {
    /// Always this length.
    Fixed(u64),
    /// One repetition decides it, and is tried in this order.
    Growing(Greed),
    /// Something else.
    Open,
    /// It depends on what stands around.
    Surroundings,
}

/// The widths of all nodes; children come first.
fn widths(ast: &Ast) -> Vec<Width> {
    let mut widths: Vec<Width> = Vec::with_capacity(ast.len());
    for id in 0..ast.len() as NodeId {
        let of = |child: &NodeId| widths[*child as usize];
        let below: Vec<Width> = ast.children(id).iter().map(of).collect();
        let width = match ast.node(id) {
            Node::Look { .. } | Node::Atomic(_) => Width::Surroundings,
            _ if below.contains(&Width::Surroundings) => Width::Surroundings,
            Node::Empty => Width::Fixed(0),
            Node::Set(_) => Width::Fixed(1),
            Node::Concat(_) => joined(&below),
            Node::Alternate(_) => match below[..] {
                [first @ Width::Fixed(_), ref rest @ ..] if rest.iter().all(|other| *other == first) => first,
                _ => Width::Open,
            },
            Node::Repeat { low, high, greed, .. } => match below[..] {
                [Width::Fixed(width)] if *high == Some(*low) => Width::Fixed(width.saturating_mul(*low)),
                [Width::Fixed(_)] => Width::Growing(*greed),
                _ => Width::Open,
            },
        };
        widths.push(width);
    }
    widths
}

/// The width of nodes one after the other.
fn joined(parts: &[Width]) -> Width {
    parts.iter().fold(Width::Fixed(0), |sum, part| match (sum, *part) {
        (Width::Fixed(a), Width::Fixed(b)) => Width::Fixed(a.saturating_add(b)),
        (Width::Fixed(_), Width::Growing(greed)) | (Width::Growing(greed), Width::Fixed(_)) => {
            Width::Growing(greed)
        }
        _ => Width::Open,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(dialect: Dialect, pattern: &str, expected: Extent) {
        let found = extent(dialect, pattern, Flags::NONE).expect("a pattern");
        assert_eq!(found, expected, "{} {pattern}", dialect.name());
    }

    #[test]
    fn one_repetition_decides() {
        check(Dialect::Python, "<.+>", Extent::Longest);
        check(Dialect::Python, "<.+?>", Extent::Shortest);
        check(Dialect::Rust, "a{2,}", Extent::Longest);
        check(Dialect::Rust, "(?U)a{2,}", Extent::Shortest);
        check(Dialect::Java, "abc|de[fg]", Extent::Shortest);
        check(Dialect::Ecma, "(?:ab){3}", Extent::Shortest);
    }

    #[test]
    fn choices_are_open_but_for_the_longest_match() {
        check(Dialect::Pcre, "a|ab", Extent::FirstTried);
        check(Dialect::Pcre, "a*(ab)?", Extent::FirstTried);
        check(Dialect::Re2, "(?U)a+", Extent::FirstTried);
        check(Dialect::Posix, "a|ab", Extent::Longest);
        check(Dialect::Smtlib, "(re.+ (str.to_re \"a\"))", Extent::Shortest);
    }

    #[test]
    fn surroundings_are_seen() {
        check(Dialect::Java, "^a", Extent::Surroundings);
        check(Dialect::Java, "a(?=b)|ab", Extent::Surroundings);
        check(Dialect::Java, "(?>a*)", Extent::Surroundings);
        check(Dialect::Posix, "a$", Extent::Surroundings);
        check(Dialect::Glob, "*.txt", Extent::Surroundings);
        assert!(extent(Dialect::Java, "(", Flags::NONE).is_err());
    }
}
