//! The sources of the workspace, without their tests.
//!
//! Enters: the folder of crates. Leaves: every file as tokens, with the crate and the module it
//! is. What only tests see is gone: items behind `#[cfg(test)]`, `tests.rs`, folders `tests`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::tokens::{Kind, Token, tokens};

/// A file as it was read.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// The name of its crate.
    pub(super) package: String,
    /// Its place below the crate's `src`.
    pub(super) path: String,
    pub(super) text: String,
}

/// A file without its tests.
#[derive(Clone, Debug)]
pub(super) struct Source<'text> {
    pub(super) package: &'text str,
    pub(super) path: &'text str,
    pub(super) text: &'text str,
    /// The module that the file is, from the crate's root.
    pub(super) module: Vec<String>,
    pub(super) tokens: Vec<Token<'text>>,
}

impl Source<'_> {
    /// The first part of its module; the root of the crate has none.
    pub(super) fn room(&self) -> &str {
        self.module.first().map_or("", String::as_str)
    }
}

/// All files of all crates, by name.
///
/// # Errors
/// When a file cannot be read.
pub(super) fn read(crates: &Path) -> io::Result<Vec<Text>> {
    let mut found = Vec::new();
    for package in entries(crates)? {
        let root = package.join("src");
        let mut open = vec![root.clone()];
        while let Some(path) = open.pop() {
            if path.is_dir() {
                open.extend(entries(&path)?);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let inside = path.strip_prefix(&root).unwrap_or(&path);
                let package = package.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let path_text = inside.to_string_lossy().replace('\\', "/");
                found.push(Text { package, path: path_text, text: fs::read_to_string(&path)? });
            }
        }
    }
    found.sort_by(|one, other| (&one.package, &one.path).cmp(&(&other.package, &other.path)));
    Ok(found)
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}

/// The files that are no tests, without the tests inside of them.
pub(super) fn sources(texts: &[Text]) -> Vec<Source<'_>> {
    let (mut sources, mut hidden) = (Vec::new(), Vec::new());
    for Text { package, path, text } in texts {
        let module = module(path);
        let (tokens, modules) = without_tests(&tokens(text));
        for name in modules {
            let mut inside = module.clone();
            inside.push(name.to_owned());
            hidden.push((package.as_str(), inside));
        }
        sources.push(Source { package, path, text, module, tokens });
    }
    sources.retain(|source| {
        let named_so = source.module.iter().any(|part| part == "tests");
        let behind = |(package, inside): &(&str, Vec<String>)| {
            *package == source.package && source.module.starts_with(inside)
        };
        !named_so && !hidden.iter().any(behind)
    });
    sources
}

/// The module that a file is.
fn module(path: &str) -> Vec<String> {
    let mut parts: Vec<String> = path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if parts.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        parts.pop();
    }
    parts
}

/// The tokens of items that tests are not needed for, and the names of modules that are tests in
/// files of their own.
fn without_tests<'text>(all: &[Token<'text>]) -> (Vec<Token<'text>>, Vec<&'text str>) {
    const MARKER: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let (mut kept, mut modules) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < all.len() {
        let marked = all.len() - at >= MARKER.len()
            && all[at..].iter().zip(MARKER).all(|(token, expected)| token.is(expected));
        if !marked {
            kept.push(all[at]);
            at += 1;
            continue;
        }
        let from = at + MARKER.len();
        at = item_end(all, from);
        let item = &all[from..at];
        if let Some(place) = item.iter().position(|token| token.is("mod"))
            && let [name, end] = &item[place + 1..]
            && end.is(";")
        {
            modules.push(name.text);
        }
    }
    (kept, modules)
}

/// Where the item that begins at `from` ends: behind its semicolon or its last brace.
fn item_end(all: &[Token<'_>], from: usize) -> usize {
    let mut at = from;
    while at < all.len() {
        match all[at].text {
            ";" if all[at].kind == Kind::Mark => return at + 1,
            "{" if all[at].kind == Kind::Mark => return close(all, at) + 1,
            "(" | "[" if all[at].kind == Kind::Mark => at = close(all, at) + 1,
            _ => at += 1,
        }
    }
    all.len()
}

/// Where the bracket that opens at `open` is closed; the last token when nothing closes it. Angle
/// brackets only count when `open` is one: elsewhere they may be comparisons.
pub(super) fn close(all: &[Token<'_>], open: usize) -> usize {
    let angles = all[open].is("<");
    let mut depth = 0_usize;
    for (place, token) in all.iter().enumerate().skip(open) {
        if token.kind != Kind::Mark {
            continue;
        }
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            "<" if angles => depth += 1,
            ">" if angles => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if depth == 0 {
            return place;
        }
    }
    all.len() - 1
}

/// What stands between commas, outside of all brackets; empty parts are left out.
pub(super) fn parts<'all, 'text>(all: &'all [Token<'text>]) -> Vec<&'all [Token<'text>]> {
    let mut found = Vec::new();
    let (mut from, mut depth) = (0, 0_usize);
    for (place, token) in all.iter().enumerate().filter(|(_, token)| token.kind == Kind::Mark) {
        match token.text {
            "(" | "[" | "{" | "<" => depth += 1,
            ")" | "]" | "}" | ">" => depth = depth.saturating_sub(1),
            "," if depth == 0 => {
                found.push(&all[from..place]);
                from = place + 1;
            }
            _ => {}
        }
    }
    found.push(&all[from..]);
    found.retain(|part| part.iter().any(|token| token.kind != Kind::Documentation));
    found
}

#[cfg(test)]
impl Text {
    /// Files of one crate, from paths and texts.
    pub(super) fn files(files: &[(&str, &str)]) -> Vec<Text> {
        let text = |(path, text): &(&str, &str)| Text {
            package: "tress".to_owned(),
            path: (*path).to_owned(),
            text: (*text).to_owned(),
        };
        files.iter().map(text).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let (kept, _) = without_tests(&tokens(text));
        assert_eq!(kept.iter().map(|token| token.text).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn what_tests_see_is_gone() {
        check("a; #[cfg(test)] mod tests { fn b() { c } } d", &["a", ";", "d"]);
        check("#[cfg(test)] #[allow(x)] pub(crate) fn b(c: [u8; 2]) { c } d", &["d"]);
        check("#[cfg(test)] mod tests; d", &["d"]);
    }

    #[test]
    fn what_others_see_stays() {
        check(
            "#[cfg(unix)] fn b() {}",
            &["#", "[", "cfg", "(", "unix", ")", "]", "fn", "b", "(", ")", "{", "}"],
        );
    }

    #[test]
    fn files_of_tests_are_no_sources() {
        let texts = Text::files(&[
            ("lib.rs", "mod a; #[cfg(test)] mod testing;"),
            ("a/mod.rs", "mod b;"),
            ("a/b.rs", ""),
            ("a/tests/c.rs", ""),
            ("a/tests.rs", ""),
            ("testing.rs", ""),
            ("testing/more.rs", ""),
        ]);
        let found: Vec<&str> = sources(&texts).iter().map(|source| source.path).collect();
        assert_eq!(found, ["lib.rs", "a/mod.rs", "a/b.rs"]);
    }

    #[test]
    fn files_are_modules() {
        assert_eq!(module("lib.rs"), Vec::<String>::new());
        assert_eq!(module("a/mod.rs"), ["a"]);
        assert_eq!(module("a/b.rs"), ["a", "b"]);
    }

    #[test]
    fn parts_are_cut_outside_of_brackets() {
        let all = tokens("a: A<B, C>, /// Last.\n b: fn(D, E) -> F<G>, /// None.\n");
        assert_eq!(parts(&all).len(), 2);
        assert!(parts(&[]).is_empty());
    }
}
