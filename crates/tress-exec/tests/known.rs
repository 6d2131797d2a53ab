//! Methods with known arguments do what Java did: `known.tsv` was written by a JVM.

use std::fs;
use std::path::{Path, PathBuf};

use tress_classes::ClassPath;
use tress_exec::{Alphabet, Options, Outcome, Replay, explore_pinned, run_known};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/java")
}

#[test]
fn known_arguments_give_what_java_gave() {
    check_known("known.tsv", "classes");
}

/// Switches over types come with Java 21.
#[test]
fn newer_classes_do_what_java_did() {
    check_known("known25.tsv", "classes25");
}

fn check_known(table: &str, classes: &str) {
    let table = fs::read_to_string(fixtures().join(table)).expect("the table is there");
    let mut wrong = Vec::new();
    let mut unsupported = Vec::new();
    for line in table.lines() {
        let [method, arguments, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("a line of three columns: {line:?}");
        };
        let arguments: Vec<&str> = arguments.split('|').collect();
        let path = ClassPath::open(fixtures().join(classes)).expect("the folder is there");
        let outcome = run_known(path, method, &arguments, &Options::default()).expect("the method is there");
        match outcome {
            Outcome::Unsupported(what) => unsupported.push(format!("{line}: {what}")),
            outcome if outcome.to_string() == expected => {}
            outcome => wrong.push(format!("{line}: {outcome}")),
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(unsupported.is_empty(), "{} not supported:\n{}", unsupported.len(), unsupported.join("\n"));
}

/// The result for unknowns that can have only one value is that of Java for this value.
#[test]
fn unknowns_of_one_value_do_what_java_did() {
    let table = fs::read_to_string(fixtures().join("known.tsv")).expect("the table is there");
    let (mut wrong, mut open) = (Vec::new(), Vec::new());
    let is_meant = |line: &&str| {
        ["Operations.", "Whole.", "Rows.", "Loops."].iter().any(|class| line.starts_with(class))
    };
    for line in table.lines().filter(is_meant) {
        let [method, arguments, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("a line of three columns: {line:?}");
        };
        let arguments: Vec<&str> = arguments.split('|').collect();
        let path = ClassPath::open(fixtures().join("classes")).expect("the folder is there");
        let options = Options { alphabet: alphabet_of(&arguments), ..Options::default() };
        let report = explore_pinned(path, method, &arguments, &options).expect("the method is there");
        match report.paths.as_slice() {
            [one] if one.replay == Replay::Same && one.outcome.to_string() == expected => {}
            [one] if !matches!(one.outcome, Outcome::Returned(_) | Outcome::Threw(_)) => {
                open.push(format!("{line}: {}", one.outcome));
            }
            _ => wrong.push(format!("{line}: {report}")),
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(open.is_empty(), "{} open:\n{}", open.len(), open.join("\n"));
}

fn alphabet_of(arguments: &[&str]) -> Alphabet {
    let has_pairs = arguments.iter().any(|argument| argument.contains("\\ud8"));
    match arguments.iter().all(|argument| argument.is_ascii()) {
        true if has_pairs => Alphabet::Utf16,
        true => Alphabet::Ascii,
        false => Alphabet::Latin1,
    }
}
