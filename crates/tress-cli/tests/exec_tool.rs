//! `tress exec`, as its users run it.
#![cfg(feature = "exec")]

#[path = "common/pages.rs"]
#[expect(dead_code, reason = "no page is run here")]
mod pages;

use std::fs;

use pages::{run_apart, shell_words};

/// Exit code, standard output and standard error.
fn run(line: &str) -> (i32, String, String) {
    run_apart(&shell_words(&format!("exec {line}")), "")
}

#[test]
fn exit_codes_tell_the_verdict() {
    let (code, text, _) = run("testdata/java/classes Texts.padded");
    assert_eq!(code, 0, "{text}");
    assert!(
        text.ends_with(
            "no path fails; all were explored (strings of up to 30 characters from U+0000 to U+007F)\n"
        ),
        "{text}"
    );
    let (code, text, _) = run("testdata/java/classes shop.Coupon.percent");
    assert_eq!(code, 10, "{text}");
    assert!(text.contains("throws java.lang.AssertionError  for arg0 = \"SAVE-"), "{text}");
    assert_eq!(run("testdata/java/classes Texts.padded --max-depth 1 --max-paths 1").0, 20);
    assert_eq!(run("testdata/java/classes Numbers.bits").0, 3);
}

#[test]
fn mistakes_are_told() {
    for (line, told) in [
        ("testdata/java/classes Texts.paded", "there is no method Texts.paded; Texts has "),
        ("testdata/java/nowhere Texts.padded", "nowhere"),
        ("testdata/java/classes Texts.padded --con arg1=x", "has no parameter arg1; it has arg0"),
        ("testdata/java/classes Texts.padded --con arg0", "--con arg0 is not NAME=VALUE"),
        ("testdata/java/classes Texts.between --sym arg0", "parameter arg1 is neither unknown nor known"),
        ("testdata/java/classes Texts.padded --search widest", "--search widest is none of dfs"),
        ("testdata/java/classes Texts.padded --sink x", "--sink: x is not of the form"),
        ("testdata/java/classes Texts.padded --junit nowhere/x/T.java", "nowhere/x/T.java: "),
    ] {
        let (code, _, errors) = run(line);
        assert_eq!(code, 2, "{line}: {errors}");
        assert!(errors.contains(told), "{line}: {errors}");
    }
}

#[test]
fn arguments_are_known_on_demand() {
    let (code, text, _) = run("testdata/java/classes Texts.between --sym arg1 --con arg0=b --con arg2=c");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("returns true  for arg0 = \"b\", arg1 = \"b"), "{text}");
    let (code, text, _) = run("testdata/java/classes Texts.padded --null-strings --search random:7");
    assert_eq!(code, 10, "{text}");
    assert!(text.contains("throws java.lang.NullPointerException  for arg0 = null"), "{text}");
}

#[test]
fn files_are_written() {
    let folder = std::env::temp_dir().join(format!("tress-exec-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let place = |name: &str| folder.join(name).display().to_string();
    let line = format!(
        "testdata/java/classes Urls.check --max-len 40 --junit {} --json {} --dot {} --lcov {} --smt2-dir {}",
        place("T.java"),
        place("t.json"),
        place("t.dot"),
        place("t.info"),
        place("smt")
    );
    let (code, text, errors) = run(&line);
    assert_eq!(code, 10, "{errors}");
    assert!(text.starts_with("Urls.check("), "{text}");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("it was written");
    assert_eq!(read("T.java").matches("@Test").count(), 10);
    let json = read("t.json");
    assert!(json.starts_with("{\"command\":\"exec\",\"method\":\"Urls.check("), "{json}");
    assert_eq!(json.matches("\"replay\":\"same\"").count(), 10, "{json}");
    assert!(
        json.contains("\"outcome\":\"exception\",\"value\":\"java.lang.StringIndexOutOfBoundsException\""),
        "{json}"
    );
    assert!(read("t.dot").starts_with("digraph paths {"));
    assert!(read("t.info").contains("SF:Urls.java\n"));
    for number in 1..=10 {
        let (text, code) = pages::run(&[place(&format!("smt/path{number}.smt2"))], "");
        assert_eq!((code, text.lines().next()), (0, Some("sat")), "path {number}: {text}");
    }
    fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
fn sinks_are_reached_or_not() {
    let sink = "--sink 'shop.Orders.query=.*; DROP.*'";
    let (code, text, _) = run(&format!("testdata/java/classes shop.Orders.show {sink}"));
    assert_eq!(code, 10, "{text}");
    assert!(text.contains("reaches shop.Orders.query with what matches .*; DROP.*  for arg0 = \""), "{text}");
    assert!(text.contains(", 1 at a sink; "), "{text}");
    let (code, text, _) = run(&format!("testdata/java/classes shop.Orders.showChecked {sink}"));
    assert_eq!(code, 0, "{text}");
}
