//! The meaning of every operator, as data: each assertion in `testdata/eval` evaluates to true, and every
//! operator of the table occurs in one.

use std::fs;
use std::path::{Path, PathBuf};

use tress_base::Budget;
use tress_smtlib::{Command, Cut, Cutter, Escapes, Names, Reader};
use tress_term::eval::Evaluator;
use tress_term::model::Model;
use tress_term::term::{Op, Term, TermStore, Value, post_order};

/// An assertion with its position.
struct Case {
    position: String,
    text: String,
    term: Term,
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/eval");
    let entries = fs::read_dir(folder).expect("the folder of cases");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "smt2"));
    files.sort();
    files
}

/// The assertions of one file.
fn read(store: &mut TermStore, name: &str, text: &[u8]) -> Vec<Case> {
    let mut names = Names::new();
    let mut cutter = Cutter::new();
    let mut rest = text;
    let mut line = 1;
    let mut cases = Vec::new();
    loop {
        let (start, end) = match cutter.next(rest) {
            Cut::Command { start, end } => (start, end),
            Cut::Stray { start, .. } => panic!("{name}: stray text {start} bytes behind line {line}"),
            Cut::Incomplete => return cases,
        };
        let lines = |text: &[u8]| text.iter().filter(|byte| **byte == b'\n').count();
        let position = format!("{name}:{}", line + lines(&rest[..start]));
        let command = Reader::new(&rest[start..end], store, &mut names, Escapes::Standard).command();
        match command.unwrap_or_else(|error| panic!("{position}: {}", error.message)) {
            Command::Assert(term, _) => {
                let text = String::from_utf8_lossy(&rest[start..end]).into_owned();
                cases.push(Case { position, text, term });
            }
            Command::DeclareDatatypes(datatypes) => names.add_datatypes(datatypes),
            Command::Define(name, meaning) => names.declare(&name, meaning),
            Command::SetLogic(_) | Command::CheckSat => {}
            other => panic!("{position}: {other:?} is not expected here"),
        }
        line += lines(&rest[..end]);
        rest = &rest[end..];
    }
}

fn all_cases(store: &mut TermStore) -> Vec<Case> {
    let mut cases = Vec::new();
    for file in files() {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        cases.extend(read(store, &name, &fs::read(&file).expect("a readable file")));
    }
    cases
}

/// The cases that do not evaluate to true, with their values.
fn failures(store: &TermStore, cases: &[Case]) -> Vec<String> {
    let mut evaluator = Evaluator::new();
    let budget = Budget::unlimited();
    let mut failures = Vec::new();
    for case in cases {
        let value = evaluator.eval(store, case.term, &Model::new(), &budget);
        if value != Ok(Value::Bool(true)) {
            failures.push(format!("{}: {} is {value:?}", case.position, case.text));
        }
    }
    failures
}

#[test]
fn every_case_holds() {
    let mut store = TermStore::new();
    let cases = all_cases(&mut store);
    let failures = failures(&store, &cases);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_operator_has_a_case() {
    let mut store = TermStore::new();
    let cases = all_cases(&mut store);
    let roots: Vec<Term> = cases.iter().map(|case| case.term).collect();
    let used: Vec<Op> = post_order(&store, &roots).into_iter().filter_map(|term| store.op(term)).collect();
    let missing: Vec<&str> = Op::all().filter(|op| !used.contains(op)).map(Op::name).collect();
    assert!(missing.is_empty(), "without a case: {missing:?}");
}

#[test]
fn a_wrong_case_is_found() {
    let mut store = TermStore::new();
    let text = b"(assert (= (str.len \"\") 0))\n; a comment\n(assert (= (str.len \"a\") 2))";
    let cases = read(&mut store, "wrong", text);
    let failures = failures(&store, &cases);
    assert_eq!(failures, ["wrong:3: (assert (= (str.len \"a\") 2)) is Ok(Bool(false))"]);
}
