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
    let failure =
        "throws java.lang.AssertionError: more than everything (Coupon.java:12)  for code = \"SAVE-";
    assert!(text.contains(failure), "{text}");
    assert!(text.starts_with("int shop.Coupon.percent(String code)\n"), "{text}");
    assert_eq!(run("testdata/java/classes Texts.padded --max-depth 1 --max-paths 1").0, 20);
    assert_eq!(run("testdata/java/classes Points.points --jdk none").0, 3);
}

#[test]
fn mistakes_are_told() {
    for (line, told) in [
        ("testdata/java/classes Texts.paded", "there is no such method Texts.paded; there is "),
        ("testdata/java/nowhere Texts.padded", "nowhere"),
        ("testdata/java/classes Texts.padded --con arg1=x", "has no parameter arg1; it has arg0"),
        ("testdata/java/classes Texts.padded --con arg0", "--con arg0 is not NAME=VALUE"),
        ("testdata/java/classes Texts.between --sym arg0", "parameter arg1 is neither unknown nor known"),
        ("testdata/java/classes Texts.padded --search widest", "--search widest is none of dfs"),
        (
            "testdata/java/classes Texts.padded --backend widest",
            "--backend widest is neither smt:'COMMAND' nor an engine: auto, ",
        ),
        ("testdata/java/classes Texts.padded --backend smt:", "smt: needs the command of a solver"),
        ("testdata/java/classes Texts.padded --backend smt:nowhere", "nowhere: "),
        ("testdata/java/classes Texts.padded --max-len few", "--max-len"),
        ("testdata/java/classes Texts.padded --timeout soon", "--timeout"),
        ("testdata/java/classes Texts.padded --alphabet greek", "printable, ascii, latin1, utf16"),
        ("testdata/java/classes Texts.padded --search random:x", "x is no seed"),
        ("testdata/java/classes Texts.padded --stop sometimes", "first-error, never"),
        ("testdata/java/classes Texts.padded --source .", "--html"),
        ("testdata/java/classes Texts.padded --prop valid-assert", "--svcomp"),
        ("testdata/java/classes Text.padded", "there is no class Text; there is Texts"),
        ("testdata/java/classes Coupon.percent", "there is no class Coupon; there is shop.Coupon"),
        ("testdata/java/classes Texts.padded(I)V", "there is no such method Texts.padded; there is "),
        (
            "testdata/java/classes Texts",
            "Texts is a class; name one of its methods, as Texts.method:\n  static ",
        ),
        ("testdata/java/named demo.Contact.over", "write 'demo.Contact.over(int number)'"),
        ("testdata/java/named demo.Contact.any", "cannot be unknown: Thread"),
        ("testdata/java/named demo.Contac.any", "there is no class demo.Contac; there is demo.Contact"),
        (
            "testdata/java/named demo.Contact.host --jdk crates",
            "there is no JDK here; --jdk or JAVA_HOME names",
        ),
        ("testdata/java/classes", "METHOD"),
        ("testdata/java/classes Texts.padded --sink x", "--sink: x is not of the form"),
        ("testdata/java/classes Texts.padded --junit nowhere/x/T.java", "nowhere/x/T.java: "),
    ] {
        let (code, _, errors) = run(line);
        assert_eq!(code, 2, "{line}: {errors}");
        assert!(errors.contains(told), "{line}: {errors}");
    }
}

/// Every option is told, with what it takes.
#[test]
fn help_names_all_options() {
    let (code, text, errors) = run("--help");
    assert_eq!((code, errors.as_str()), (0, ""));
    for option in [
        "CLASSPATH",
        "METHOD",
        "jdk",
        "max-len",
        "alphabet",
        "sym",
        "con",
        "null-strings",
        "search",
        "max-depth",
        "max-paths",
        "max-steps",
        "timeout",
        "pc-timeout",
        "junit",
        "all-tests",
        "all-paths",
        "json",
        "dot",
        "svg",
        "html",
        "source",
        "lcov",
        "smt2-dir",
        "sink",
        "svcomp",
        "prop",
        "backend",
        "stop",
        "stats",
        "no-assert",
        "disasm",
    ] {
        assert!(text.contains(option), "{option}: {text}");
    }
    assert!(text.contains("tress exec --svcomp TASK.yml --prop FILE.prp"), "{text}");
}

#[test]
fn arguments_are_known_on_demand() {
    let (code, text, _) = run("testdata/java/classes Texts.between --sym arg1 --con arg0=b --con arg2=c");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("returns true  for arg0 = \"b\", arg1 = \"b"), "{text}");
    let (code, text, _) = run("testdata/java/classes Texts.padded --null-strings --search random:7");
    assert_eq!(code, 10, "{text}");
    assert!(text.contains("throws java.lang.NullPointerException (Texts.java:"), "{text}");
    assert!(text.contains("  for arg0 = null"), "{text}");
}

#[test]
fn files_are_written() {
    let folder = std::env::temp_dir().join(format!("tress-exec-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let place = |name: &str| folder.join(name).display().to_string();
    let line = format!(
        "testdata/java/classes Urls.check --max-len 40 --all-tests --junit {} --json {} --dot {} --lcov {} --smt2-dir {}",
        place("T.java"),
        place("t.json"),
        place("t.dot"),
        place("t.info"),
        place("smt")
    );
    let (code, text, errors) = run(&line);
    assert_eq!(code, 10, "{errors}");
    assert!(text.contains(" Urls.check(String arg0)\n"), "{text}");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("it was written");
    assert_eq!(read("T.java").matches("@Test").count(), 10);
    let json = read("t.json");
    assert!(
        json.starts_with("{\"command\":\"exec\",\"method\":\"") && json.contains(" Urls.check("),
        "{json}"
    );
    assert!(json.contains("\"place\":\"Urls.java:"), "{json}");
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
fn pictures_and_pages_stand_alone() {
    let (code, svg, errors) = run("testdata/java/classes Urls.check --svg -");
    assert_eq!(code, 10, "{errors}");
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"), "{svg}");
    // Ends by their colours: nine paths within 30 characters, one of which throws; all others return.
    let colour = |name: &str| svg.matches(&format!("fill=\"{name}\" stroke=\"#555\"")).count();
    assert_eq!((colour("#98e098"), colour("#f08080"), colour("#d3d3d3")), (8, 1, 0), "{svg}");
    assert_eq!(svg.matches("<path ").count(), svg.matches("<title>").count() - 1, "a tree has one edge less");
    assert!(svg.contains("stroke-dasharray=\"4 3\""), "one path needs more letters: {svg}");
    let (_, dot, _) = run("testdata/java/classes Urls.check --dot -");
    assert_eq!(dot.matches(" -> ").count(), svg.matches("<path ").count(), "{dot}");
    assert!(dot.contains("style=dashed"), "{dot}");
    let (code, html, errors) = run("testdata/java/classes Urls.check --html - --source testdata/java/src");
    assert_eq!(code, 10, "{errors}");
    assert!(html.starts_with("<!DOCTYPE html>") && html.ends_with("</html>\n"), "{html}");
    assert!(html.contains("<svg ") && html.contains("class=\"ran\""), "{html}");
    assert_eq!(html.matches("<tr class=\"fine\">").count(), 8, "{html}");
    assert!(!html.contains("src=") && !html.contains("href="), "it needs no other file: {html}");
    let (_, html, _) = run("testdata/java/classes Urls.check --html -");
    assert!(!html.contains("class=\"ran\""), "without sources there are no lines");
}

#[test]
fn back_ends_are_asked_again() {
    let line = "testdata/java/classes Urls.check --backend fixed-automata,fixed-bits,auto";
    let (code, text, errors) = run(line);
    assert_eq!(code, 10, "{text}{errors}");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    let row = |name: &str| rows.iter().find(|row| row.first() == Some(&name)).expect("a row for each");
    assert_eq!(row("back-end").len(), 8, "{text}");
    let common = row("auto")[4];
    for name in ["fixed-automata", "fixed-bits"] {
        assert_eq!(row(name)[4], common, "all are measured on the same conditions: {text}");
        assert_ne!(row(name)[3], "-", "they tell how often they take turns: {text}");
    }
    assert_eq!(row("auto")[2..4], ["-", "-"], "{text}");
    assert!(!text.contains("ALARM"), "{text}");
}

#[test]
fn work_is_told_and_one_failure_can_be_enough() {
    let (code, text, _) = run("testdata/java/classes shop.Coupon.percent --stats --stop first-error");
    assert_eq!(code, 10, "{text}");
    assert!(text.contains("cut: one failure is enough"), "{text}");
    for told in ["questions: ", "time: ", "instructions: ", "open paths: at most "] {
        assert!(text.contains(&format!("\n{told}")), "{told}: {text}");
    }
    let (_, text, _) = run("testdata/java/classes shop.Coupon.percent");
    assert!(!text.contains("instructions: "), "{text}");
}

#[test]
fn sinks_are_reached_or_not() {
    let sink = "--sink 'shop.Orders.query=.*; DROP.*'";
    let (code, text, _) = run(&format!("testdata/java/classes shop.Orders.show {sink}"));
    assert_eq!(code, 10, "{text}");
    assert!(
        text.contains("reaches shop.Orders.query with what matches .*; DROP.*  for number = \""),
        "{text}"
    );
    assert!(text.contains(", 1 at a sink; "), "{text}");
    let (code, text, _) = run(&format!("testdata/java/classes shop.Orders.showChecked {sink}"));
    assert_eq!(code, 0, "{text}");
}

/// What other solvers read has the operators of the standard only.
#[test]
fn conditions_are_standard() {
    let folder = std::env::temp_dir().join(format!("tress-exec-standard-{}", std::process::id()));
    let place = folder.display().to_string();
    let (code, text, errors) =
        run(&format!("testdata/java/named demo.Limit.shout --max-len 8 --jdk none --smt2-dir {place}"));
    assert_eq!(code, 0, "{text}{errors}");
    let mut all = String::new();
    for number in 1..=4 {
        let file = folder.join(format!("path{number}.smt2"));
        let script = fs::read_to_string(&file).expect("it was written");
        for operator in ["str.replace_re_longest_all", "str.rev", "str.to_upper"] {
            assert!(!script.contains(&format!("({operator} ")), "{script}");
        }
        let (text, code) = pages::run(&[file.display().to_string()], "");
        assert_eq!((code, text.lines().next()), (0, Some("sat")), "{script}{text}");
        all += &script;
    }
    for function in
        ["(tress.str.to_upper arg0)", "(tress.str.rev arg0)", "(tress.str.replace_re_longest_all arg0 "]
    {
        assert!(all.contains(function), "{function}: {all}");
    }
    fs::remove_dir_all(folder).expect("the folder is ours");
}

/// A reply that is no answer is an error, never unknown.
#[cfg(unix)]
#[test]
fn replies_that_cannot_be_read_are_errors() {
    use std::os::unix::fs::PermissionsExt;
    let place = std::env::temp_dir().join(format!("tress-exec-solver-{}", std::process::id()));
    let script = "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n*ready*) echo ready ;;\n\
                  *check-sat*) echo '(error \"unknown operator\")' ;;\nesac; done\n";
    fs::write(&place, script).expect("a program");
    fs::set_permissions(&place, fs::Permissions::from_mode(0o755)).expect("it can be run");
    let (code, text, errors) =
        run(&format!("testdata/java/classes Urls.check --backend 'smt:{}'", place.display()));
    fs::remove_file(&place).expect("the file is ours");
    assert_eq!(code, 2, "{text}{errors}");
    assert!(
        text.contains("\nerror: question 1: smt:") && text.contains("(error \"unknown operator\")"),
        "{text}"
    );
    let row = text.lines().find(|line| line.starts_with("smt:")).expect("a row");
    assert!(row.trim_end().ends_with(" 0"), "none is unknown: {text}");
}

/// Without JAVA_HOME the library is that of the `java` on the path; without any it is said what to do.
#[test]
fn the_library_is_found_or_asked_for() {
    let (code, text, _) = run("testdata/java/classes Maps.size --jdk none");
    assert_eq!(code, 3, "{text}");
    assert!(
        text.contains("class java.util.HashMap of the library: name a JDK by --jdk DIR or JAVA_HOME"),
        "{text}"
    );
    let installed = std::process::Command::new("java").arg("-version").output();
    if installed.is_ok_and(|output| output.status.success()) {
        let (code, text, _) = run("testdata/java/named demo.Contact.lengths");
        assert_eq!(code, 0, "{text}");
        assert!(text.contains("returns {"), "{text}");
    }
}
