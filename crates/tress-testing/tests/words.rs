//! One word for one thing: comments and pages use the words of `docs/internals/glossary.md`.

use std::fs;
use std::path::{Path, PathBuf};

/// Words that the glossary replaces, in lower case, with the one that it prefers.
const REPLACED: &[(&str, &str)] = &[
    ("so many", "at most n, the number of"),
    ("hang together", "connected"),
    ("hangs together", "connected"),
    ("told apart", "distinguished"),
    ("tell apart", "distinguish"),
    ("tells apart", "distinguishes"),
    ("speaks of", "mentions"),
    ("speak of", "mention"),
    ("stands for", "represents, denotes"),
    ("stand for", "represent, denote"),
    ("nothing when", "returns `None` if"),
    ("nothing if", "returns `None` if"),
    ("by chance", "random"),
    ("beside", "next to, besides, with"),
    ("spells", "is equivalent to, defines"),
    ("spelled", "equivalent, defined"),
    ("blame", "core"),
    ("blames", "core"),
    ("wish", "soft bound"),
    ("wishes", "soft bounds"),
    ("wished", "soft bound"),
    ("mend", "repair"),
    ("mends", "repairs"),
    ("mended", "repaired"),
    ("letters", "characters"),
    ("letter", "character"),
    ("places", "positions, indices"),
    ("laws", "lemmas, invariants"),
    ("law", "lemma, invariant"),
    ("rooms", "crates, modules"),
    ("workshop", "context"),
];

/// Texts in which one of these words has its usual meaning.
const USUAL: &[&str] = &[
    // Letters of scripts: what case mappings, classes of dialects and Java's `Character` are about.
    "a letter or",
    "letter or digit",
    "letters and digits",
    "letters or digits",
    "capital letter",
    "small letter",
    "ascii letter",
    "latin letter",
    "cased letter",
    "letters of one case",
    "decimal places",
    "takes place",
    "changes places",
    "change places",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(folder) else { continue };
        for path in entries.map(|entry| entry.expect("readable").path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && !name.starts_with("target") {
                open.push(path);
            } else if name.ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Is the text between these bytes a word of its own?
fn is_whole(line: &str, start: usize, end: usize) -> bool {
    let is_inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    !is_inside(line[..start].chars().next_back()) && !is_inside(line[end..].chars().next())
}

/// The replaced words of a line, with the better ones.
fn replaced(line: &str) -> Vec<(&'static str, &'static str)> {
    let mut line = line.to_lowercase();
    for usual in USUAL {
        line = line.replace(usual, "");
    }
    let is_used = |word: &str| {
        let mut found = line.match_indices(word);
        found.any(|(start, _)| is_whole(&line, start, start + word.len()))
    };
    REPLACED.iter().copied().filter(|(word, _)| is_used(word)).collect()
}

/// The comment of a line of Rust, without what stands between backquotes: code keeps its names.
fn comment(line: &str) -> Option<String> {
    let text = line.trim_start().strip_prefix("//")?;
    Some(text.split('`').step_by(2).collect::<Vec<_>>().join(" "))
}

#[test]
fn comments_use_the_words_of_the_glossary() {
    let mut problems = Vec::new();
    for path in ["crates", "lab", "python/src"].iter().flat_map(|folder| files(&root().join(folder), ".rs")) {
        if path.ends_with("tests/words.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("sources are text");
        for (number, line) in text.lines().enumerate() {
            for (word, better) in comment(line).iter().flat_map(|comment| replaced(comment)) {
                problems.push(format!("{}:{}: {word}, better: {better}", path.display(), number + 1));
            }
        }
    }
    assert!(problems.is_empty(), "{} words:\n{}\n", problems.len(), problems.join("\n"));
}

#[test]
fn words_are_found() {
    let words = |line: &str| replaced(line).into_iter().map(|(word, _)| word).collect::<Vec<_>>();
    assert_eq!(words("So many letters beside it"), ["so many", "beside", "letters"]);
    assert!(words("besides, a LETTER or digit; replaces places_of").is_empty());
    assert_eq!(comment("    /// A `letter` of").as_deref(), Some("/ A   of"));
    assert_eq!(comment("let letter = 1; // no comment of its own"), None);
}

/// The widest line of a comment.
const WIDEST: usize = 110;

#[test]
fn comments_are_as_wide_as_code() {
    let mut problems = Vec::new();
    for path in ["crates", "lab", "python/src"].iter().flat_map(|folder| files(&root().join(folder), ".rs")) {
        let text = fs::read_to_string(&path).expect("sources are text");
        for (number, line) in text.lines().enumerate() {
            let comment = line.trim_start();
            // Rows of tables and addresses cannot be wrapped.
            let is_free =
                ["//! |", "/// |"].iter().any(|row| comment.starts_with(row)) || line.contains("http");
            if comment.starts_with("//") && !is_free && line.chars().count() > WIDEST {
                problems.push(format!("{}:{}", path.display(), number + 1));
            }
        }
    }
    assert!(problems.is_empty(), "{} lines:\n{}\n", problems.len(), problems.join("\n"));
}
