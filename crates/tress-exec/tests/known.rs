//! Methods with known arguments do what Java did: `known.tsv` was written by a JVM.

use std::fs;
use std::path::{Path, PathBuf};

use tress_classes::ClassPath;
use tress_exec::{Options, Outcome, run_known};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/java")
}

#[test]
fn known_arguments_give_what_java_gave() {
    let table = fs::read_to_string(fixtures().join("known.tsv")).expect("the table is there");
    let mut wrong = Vec::new();
    let mut unsupported = Vec::new();
    for line in table.lines() {
        let [method, arguments, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("a line of three columns: {line:?}");
        };
        let arguments: Vec<&str> = arguments.split('|').collect();
        let path = ClassPath::open(fixtures().join("classes")).expect("the folder is there");
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
