//! `--jobs`, as its users run it.

#[path = "common/pages.rs"]
#[expect(dead_code, reason = "no page is run here")]
mod pages;

use std::fs;

use pages::{run_apart, shell_words};

/// Exit code, standard output and standard error.
fn run(line: &str, input: &str) -> (i32, String, String) {
    run_apart(&shell_words(line), input)
}

fn script(name: &str, text: &str) -> String {
    let path = std::env::temp_dir().join(format!("tress-jobs-{}-{name}.smt2", std::process::id()));
    fs::write(&path, text).expect("a file can be written");
    path.to_string_lossy().into_owned()
}

#[test]
fn answers_are_those_of_one_job() {
    let text = "(declare-const x String)(assert (str.in_re x (re.+ (str.to_re \"ab\"))))(check-sat)\
        (assert (= (str.len x) 3))(check-sat)(echo \"end\")";
    let files = format!("{} {}", script("one", text), script("two", text));
    let (code, text, told) = run(&format!("--jobs 3 {files}"), "");
    assert_eq!((code, text.as_str(), told.as_str()), (0, "sat\nunsat\n\"end\"\nsat\nunsat\n\"end\"\n", ""));
    assert_eq!(run(&format!("--jobs 1 {files}"), ""), run(&files, ""));
    let (_, _, told) = run(&format!("--jobs 2 -v {files}"), "");
    assert_eq!(told.lines().filter(|line| line.contains(": answered by ")).count(), 2, "{told}");
}

#[test]
fn models_are_printed_once() {
    let file = script("model", "(declare-const x String)(assert (= (str.len x) 2))(check-sat)");
    let (code, text, _) = run(&format!("--jobs 2 --model --timeout 20 --memory 1000 {file}"), "");
    assert_eq!((code, text.matches("define-fun x").count()), (0, 1), "{text}");
}

#[test]
fn limits_hold_for_every_member() {
    let file = script("limit", "(declare-const x String)(assert (= (str.len x) 2))(check-sat)");
    let (code, text, _) = run(&format!("--jobs 2 --rlimit 1 {file}"), "");
    let (usual_code, usual, _) = run(&format!("--rlimit 1 {file}"), "");
    assert_eq!((code, text), (usual_code, usual));
}

#[test]
fn mistakes_are_told_as_without_it() {
    let file = script("wrong", "(declare-const x String)(assert y)(check-sat)");
    assert_eq!(run(&format!("--jobs 2 {file}"), ""), run(&file, ""));
    let (code, _, told) = run("--jobs 2 no-such-file.smt2", "");
    assert!(code == 2 && told.contains("no-such-file.smt2"), "{told}");
    let (code, text, told) = run("--jobs 2", "(check-sat)");
    assert!(code == 2 && text.is_empty() && told.contains("--jobs works on files"), "{told}");
}

#[test]
fn another_engine_wins_where_it_is_much_faster() {
    let (code, text, told) = run("--jobs 2 -v --timeout 60 testdata/jobs/places.smt2", "");
    assert_eq!((code, text.as_str()), (0, "unsat\n"), "{told}");
    assert!(told.contains("answered by parray"), "{told}");
}
