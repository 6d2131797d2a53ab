//! Problems that once went wrong, each with the answer it must get.

use std::fs;
use std::path::{Path, PathBuf};

use tress_session::{Session, run};
use tress_solver::options::{Opt, Options};

/// Milliseconds for one problem.
const LIMIT: u64 = 20_000;

/// The problems below `testdata/regress` that state their answer, by name. Sessions there are
/// replayed by another test.
fn problems() -> Vec<(PathBuf, String)> {
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/regress")];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("the folder exists") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "smt2") {
                let text = fs::read_to_string(&path).expect("problems are text");
                if text.contains("(set-info :status ") {
                    found.push((path, text));
                }
            }
        }
    }
    found.sort();
    found
}

/// The words after `:status`, one for each check.
fn expected(text: &str) -> Vec<&str> {
    text.split("(set-info :status ").skip(1).filter_map(|rest| rest.split(')').next()).collect()
}

#[test]
fn every_problem_gets_its_answer() {
    let problems = problems();
    assert!(!problems.is_empty());
    let mut wrong = Vec::new();
    for (path, text) in problems {
        let mut options = Options::default();
        options.set_number(Opt::Timeout, LIMIT);
        let mut output = Vec::new();
        run(&mut Session::new(options), text.as_bytes(), &mut output).expect("memory can be written");
        let output = String::from_utf8_lossy(&output).into_owned();
        let answers: Vec<&str> =
            output.lines().filter(|line| ["sat", "unsat", "unknown"].contains(line)).collect();
        if answers != expected(&text) {
            wrong.push(format!("{}: {answers:?}, not {:?}", path.display(), expected(&text)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
