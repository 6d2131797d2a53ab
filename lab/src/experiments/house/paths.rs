//! Paths: what `use` brings into a file, and what its code names in full.

use super::source::{close, parts};
use super::tokens::Token;

/// A name that `use` brings in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Import<'text> {
    /// The path behind it, as it is written; for all names of a module, the module's path.
    pub(super) path: Vec<&'text str>,
    /// The name in this file; `*` for all names of a module.
    pub(super) name: &'text str,
    /// Do others see it through this file?
    pub(super) passed_on: bool,
}

/// The imports of a file, and the tokens outside of them.
pub(super) fn imports<'text>(all: &[Token<'text>]) -> (Vec<Import<'text>>, Vec<Token<'text>>) {
    let (mut found, mut rest) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < all.len() {
        // `use<…>` in a type is no import.
        if !all[at].is("use") || all.get(at + 1).is_some_and(|token| token.is("<")) {
            rest.push(all[at]);
            at += 1;
            continue;
        }
        let end = (at..all.len()).find(|place| all[*place].is(";")).unwrap_or(all.len());
        let passed_on = at > 0 && (all[at - 1].is("pub") || all[at - 1].is(")"));
        read_tree(&all[at + 1..end], passed_on, &mut found);
        at = end + 1;
    }
    (found, rest)
}

/// Reads what stands between `use` and its semicolon.
fn read_tree<'text>(tree: &[Token<'text>], passed_on: bool, found: &mut Vec<Import<'text>>) {
    // Each open piece of the tree with the path before it.
    let mut open = vec![(Vec::new(), tree)];
    while let Some((mut path, piece)) = open.pop() {
        let mut at = 0;
        while at < piece.len() && (piece[at].is_name() || piece[at].is("::")) && !piece[at].is("as") {
            if piece[at].is_name() {
                path.push(piece[at].text);
            }
            at += 1;
        }
        match piece.get(at) {
            Some(token) if token.is("{") => {
                let inside = parts(&piece[at + 1..close(piece, at)]);
                open.extend(inside.into_iter().rev().map(|part| (path.clone(), part)));
            }
            Some(token) if token.is("*") => found.push(Import { path, name: "*", passed_on }),
            other => {
                // `a::{self}` is `a`.
                if path.len() > 1 && path.last() == Some(&"self") {
                    path.pop();
                }
                let renamed = other.and(piece.get(at + 1)).map(|token| token.text);
                let Some(name) = renamed.or(path.last().copied()) else { continue };
                found.push(Import { path, name, passed_on });
            }
        }
    }
}

/// The paths of at least two parts in code, as they are written.
pub(super) fn paths<'text>(code: &[Token<'text>]) -> Vec<Vec<&'text str>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let mut path = Vec::new();
        // Who may see an item is not what it uses.
        let is_visibility = at > 1 && code[at - 1].is("in") && code[at - 2].is("(");
        while code.get(at).is_some_and(Token::is_name) {
            path.push(code[at].text);
            let goes_on = code.get(at + 1).is_some_and(|token| token.is("::"));
            at += if goes_on { 2 } else { 1 };
            if !goes_on {
                break;
            }
        }
        if path.is_empty() {
            at += 1;
        } else if path.len() > 1 && !is_visibility {
            found.push(path);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;

    fn check(text: &str, expected: &[(&str, &str, bool)]) {
        let found: Vec<(String, &str, bool)> = imports(&tokens(text))
            .0
            .iter()
            .map(|import| (import.path.join("::"), import.name, import.passed_on))
            .collect();
        let found: Vec<(&str, &str, bool)> =
            found.iter().map(|(path, name, passed_on)| (path.as_str(), *name, *passed_on)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn trees_are_spread_out() {
        check("use a::b;", &[("a::b", "b", false)]);
        check(
            "use a::{b, c::{self, D as E}};",
            &[("a::b", "b", false), ("a::c", "c", false), ("a::c::D", "E", false)],
        );
        check("pub(super) use a::*; pub use b::C;", &[("a", "*", true), ("b::C", "C", true)]);
        check("use a::Trait as _;", &[("a::Trait", "_", false)]);
    }

    #[test]
    fn code_is_no_import() {
        let all = tokens("use a::b; fn c() { user::d() }");
        let (_, rest) = imports(&all);
        assert_eq!(rest.len(), all.len() - 5);
        check("fn used() {}", &[]);
    }

    #[test]
    fn paths_have_two_parts_at_least() {
        let found = paths(&tokens("a(super::super::b::C::<D>::e(), f) == g::h"));
        assert_eq!(found, [vec!["super", "super", "b", "C"], vec!["g", "h"]]);
        assert!(paths(&tokens("pub(in super::a) b: c")).is_empty());
    }
}
