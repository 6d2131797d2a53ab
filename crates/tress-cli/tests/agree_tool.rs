//! `tress agree` and `--cross-check`, as their users run them.

#[path = "common/pages.rs"]
#[expect(dead_code, reason = "no page is run here")]
mod pages;

use std::fs;

use pages::{run_apart, shell_words};

/// Exit code, standard output and standard error.
fn run(line: &str, input: &str) -> (i32, String, String) {
    run_apart(&shell_words(line), input)
}

/// A file with two checks.
fn script(name: &str) -> String {
    let path = std::env::temp_dir().join(format!("tress-agree-{}-{name}.smt2", std::process::id()));
    let text = "(declare-const x String)(assert (str.in_re x (re.+ (str.to_re \"ab\"))))(check-sat)\
        (assert (= (str.len x) 3))(check-sat)";
    fs::write(&path, text).expect("a file can be written");
    path.to_string_lossy().into_owned()
}

#[test]
fn engines_stand_below_each_other() {
    let file = script("one");
    let (code, text, _) = run(&format!("agree --engines calculus,lazy,numerals {file}"), "");
    assert_eq!(code, 0, "{text}");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["engine", "answers", "time"]);
    assert_eq!(lines[1][..5], ["calculus", "1", "sat", "1", "unsat"]);
    assert_eq!(lines[2][0], "lazy");
    assert!(
        text.ends_with("no contradiction; 2 of 2 checks were answered by two engines or more\n"),
        "{text}"
    );
    let (_, text, _) = run(&format!("agree --engines calculus --json {file}"), "");
    let begin = format!(
        "{{\"command\":\"agree\",\"file\":\"{file}\",\"engines\":[{{\"engine\":\"calculus\",\"answers\":[\"sat\",\"unsat\"],"
    );
    assert!(text.starts_with(&begin) && text.ends_with("\"contradiction\":false}\n"), "{text}");
}

#[test]
fn files_stand_below_each_other() {
    let files = [script("two"), script("three")];
    let (code, text, told) = run(&format!("agree -v --engines auto,guess {} {}", files[0], files[1]), "");
    assert_eq!((code, text.lines().count()), (0, 4), "{text}");
    assert!(text.starts_with("file "), "{text}");
    assert!(told.contains("1 of 2: ") && told.contains("2 of 2: "), "{told}");
}

#[test]
fn mistakes_are_told() {
    let (code, _, told) = run("agree", "");
    assert!(code == 2 && told.contains("missing"), "{told}");
    let (code, _, told) = run("agree no-such-file.smt2", "");
    assert!(code == 2 && told.contains("no-such-file.smt2"), "{told}");
    let (code, _, told) = run(&format!("agree --engines nobody {}", script("four")), "");
    assert!(code == 2 && told.contains("fixed-bits"), "{told}");
}

#[test]
fn a_second_engine_confirms() {
    let input =
        "(declare-const x String)(assert (= (str.len x) 2))(check-sat)(assert (= x \"a\"))(check-sat)";
    let (code, text, told) = run("--cross-check", input);
    assert_eq!((code, text.as_str()), (0, "sat\nunsat\n"), "{told}");
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines.len() == 2 && lines[0].starts_with("tress: sat, confirmed by "), "{told}");
    assert!(lines[1].starts_with("tress: unsat, confirmed by "), "{told}");
    let (_, _, told) = run("", input);
    assert_eq!(told, "");
}
