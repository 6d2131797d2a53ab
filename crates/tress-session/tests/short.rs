//! Short problems that users meet first, in `testdata/short`: each is answered, rightly and soon.

mod answer;

use std::fs;
use std::path::{Path, PathBuf};

use answer::answer;

/// Milliseconds for one problem. They take a few on a usual machine; a slow one may be busy.
const LIMIT: u64 = 5_000;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/short");
    let entries = fs::read_dir(folder).expect("the folder exists");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.sort();
    files
}

#[test]
fn short_problems_are_answered() {
    let files = files();
    assert_eq!(files.len(), 13);
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("problems are text");
        let status = text.split("(set-info :status ").nth(1).and_then(|rest| rest.split(')').next());
        let answer = answer(&text, LIMIT);
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if Some(answer.as_str()) != status {
            wrong.push(format!("{name}: {answer}, not {}", status.unwrap_or("stated")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the README shows is what happens.
#[test]
fn the_readme_shows_what_happens() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(root.join("README.md")).expect("the README is there");
    let block = |kind: &str| {
        let rest = readme.split(&format!("```{kind}\n")).nth(1).expect("the block is there");
        rest.split("```").next().unwrap_or_default().trim().to_owned()
    };
    assert_eq!(answer(&block("smt2"), LIMIT), block("text"));
    let example = fs::read_to_string(root.join("examples/login.smt2")).expect("the example is there");
    assert_eq!(answer(&example, LIMIT), block("text"));
}
