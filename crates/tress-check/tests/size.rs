//! The checker stays small enough to be read, and alone.

use std::fs;
use std::path::{Path, PathBuf};

/// Lines of code, without tests, comments and empty lines.
const MOST: usize = 5_000;

fn sources(folder: &Path) -> Vec<PathBuf> {
    let (mut open, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
                found.push(path);
            }
        }
    }
    found
}

#[test]
fn five_thousand_lines_at_most() {
    let is_code = |line: &str| {
        let line = line.trim();
        !(line.is_empty() || line.starts_with("//") || line == "#[cfg(test)]" || line.ends_with("mod tests;"))
    };
    let count = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("sources are text");
        text.lines().filter(|line| is_code(line)).count()
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let lines: usize = sources(&folder).iter().map(count).sum();
    assert!(lines <= MOST, "{lines} lines, {MOST} at most");
}

#[test]
fn it_depends_on_nothing() {
    let manifest =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).expect("a manifest");
    assert!(!manifest.contains("dependencies"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for path in sources(&folder) {
        let text = fs::read_to_string(&path).expect("sources are text");
        assert!(!text.contains("tress_") || path.ends_with("lib.rs") || path.ends_with("main.rs"));
        assert!(!text.contains("unsafe {"));
    }
}
