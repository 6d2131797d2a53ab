//! `tress regex` between other programs: JSON, files, standard input, and questions about one language.

#[path = "common/json.rs"]
mod json;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use json::Json;

/// What a run left: standard output, standard error, exit code.
struct Run {
    out: String,
    err: String,
    code: i32,
}

fn run_with(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tress"))
        .arg("regex")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tress runs");
    // A program that ends early does not read its input.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let done = child.wait_with_output().expect("tress ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Run { out: text(&done.stdout), err: text(&done.stderr), code: done.status.code().unwrap_or(-1) }
}

fn run(arguments: &[&str]) -> Run {
    run_with(arguments, b"")
}

fn objects(arguments: &[&str]) -> Vec<Json> {
    let arguments: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
    run(&arguments).out.lines().map(Json::read).collect()
}

fn file(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a temporary file");
    path.to_string_lossy().into_owned()
}

#[test]
fn every_question_answers_in_json() {
    let cases: &[(&[&str], &str, &str)] = &[
        (&["check", "a\"b|\\n", "a\"b"], "word", "a\"b"),
        (&["equal", "a", "b"], "only_second", "b"),
        (&["equal", "a", "a"], "only_first", "null"),
        (&["diff", "a", "[ab]"], "holds", "false"),
        (&["subset", "a", "[ab]"], "holds", "true"),
        (&["disjoint", "a", "[ab]"], "in_both", "a"),
        (&["info", "a{2}"], "words", "1"),
        (&["enumerate", "a{3}"], "word", "aaa"),
        // 95 printable characters, in full.
        (
            &["count", ".{40}", "--len", "40"],
            "total",
            "12851215656510336328601947580441059706644450107625752934836782515048980712890625",
        ),
        (&["show", "a", "--dot"], "format", "dot"),
        (&["translate", "a", "--to", "java"], "translation", "a"),
        (&["check", "(", "a"], "position", "0"),
        (&["sample", "\\n", "--alphabet", "ascii", "-n", "1"], "uniform", "true"),
    ];
    for (arguments, key, expected) in cases {
        let found = objects(arguments);
        // Behind the words stands how many there were.
        let expected_count = if arguments[0] == "enumerate" { 2 } else { 1 };
        assert_eq!(found.len(), expected_count, "{arguments:?}");
        assert_eq!(found[0].get("command").text(), arguments[0]);
        assert_eq!(found[0].get(key).text(), *expected, "{arguments:?}");
    }
    let sampled = &objects(&["sample", "\\n", "--alphabet", "ascii", "-n", "2"])[0];
    assert_eq!(sampled.get("words").items().iter().map(Json::text).collect::<Vec<_>>(), ["\n", "\n"]);
}

#[test]
fn words_come_from_files_and_standard_input() {
    let input = "ab\n\nb\r\nab";
    let expected = "match \"ab\"\nno match \"\"\nno match \"b\\r\"\nmatch \"ab\"\n";
    let path = file("words", input);
    for found in [
        run_with(&["check", "ab", "--words", "-"], input.as_bytes()),
        run(&["check", "ab", "--words", &path]),
    ] {
        assert_eq!((found.out.as_str(), found.code), (expected, 1));
    }
    let found = run_with(&["check", "ab", "--json", "--words", "-"], input.as_bytes());
    let words: Vec<Json> = found.out.lines().map(Json::read).collect();
    assert_eq!(
        words.iter().map(|word| word.get("match").text()).collect::<Vec<_>>(),
        ["true", "false", "false", "true"]
    );
    let found = run_with(&["check", "ab", "--words", "-"], b"ab\n\xff\n");
    assert!(found.code == 2 && found.err.contains("-:2: the line is not UTF-8"), "{}", found.err);
    assert_eq!(run(&["check", "ab", "--words", "/no/such/file"]).code, 2);
}

#[test]
fn patterns_come_from_files_and_standard_input() {
    let path = file("patterns", "[a-c]{2}\n(\na*\n");
    let found = run(&["count", "-f", &path, "--len", "2"]);
    assert_eq!((found.out.as_str(), found.code), ("==> [a-c]{2} <==\n2 9\n==> ( <==\n==> a* <==\n2 1\n", 2));
    assert!(found.err.contains("at 0: unclosed group"));
    let found = run_with(&["subset", "--json", "-f", "-", "[a-z]*"], b"[a-c]\nA\n");
    let answers: Vec<Json> = found.out.lines().map(Json::read).collect();
    assert_eq!(answers.iter().map(|answer| answer.get("first").text()).collect::<Vec<_>>(), ["[a-c]", "A"]);
    assert_eq!(
        answers.iter().map(|answer| answer.get("holds").text()).collect::<Vec<_>>(),
        ["true", "false"]
    );
    assert_eq!(run_with(&["equal", "-f", "-"], b"a|b\n[ab]\n").out, "equal\n");
    assert_eq!(run_with(&["check", "-f", "-", "ab"], b"ab\n").out, "match \"ab\"\n");
    let found = run_with(&["check", "-f", "-", "--words", "-"], b"ab\n");
    assert!(found.code == 2 && found.err.contains("only once"));
    assert_eq!(run_with(&["equal", "-f", "-"], b"a\nb\nc\n").code, 2);
}

/// `info` against all words, one by one.
#[test]
fn info_agrees_with_enumeration() {
    for pattern in ["[a-c]{2,3}", "a?b?c?", "(ab|cd|abcd)?x", "[a&&b]", "", "(a|aa){3}", "(?:ab){2}|c{7}"] {
        let info = &objects(&["info", pattern])[0];
        let mut words = objects(&["enumerate", pattern, "--all"]);
        let end = words.pop().expect("how many there were");
        assert_eq!(end.get("words").text(), words.len().to_string(), "{pattern}");
        assert_eq!(end.get("complete").text(), "true", "{pattern}");
        assert_eq!(info.get("finite").text(), "true", "{pattern}");
        assert_eq!(info.get("words").text(), words.len().to_string(), "{pattern}");
        assert_eq!(info.get("empty").text(), words.is_empty().to_string(), "{pattern}");
        let length = |word: &Json| word.get("word").text().len();
        if let (Some(first), Some(last)) = (words.first(), words.last()) {
            assert_eq!(info.get("shortest").text().len(), length(first), "{pattern}");
            assert_eq!(info.get("longest").text().len(), length(last), "{pattern}");
            assert_eq!(info.get("lengths").get("min").text(), length(first).to_string(), "{pattern}");
            assert_eq!(info.get("lengths").get("max").text(), length(last).to_string(), "{pattern}");
        }
    }
    let info = &objects(&["info", "a(?:bcd)*"])[0];
    assert_eq!((info.get("finite").text(), info.get("words").text()), ("false", "null"));
    assert_eq!(
        (info.get("lengths").get("max").text(), info.get("lengths").get("period").text()),
        ("null", "3")
    );
    assert_eq!(info.get("states").text(), "4");
    for (pattern, dialect, universal) in
        [("(?s).*", "rust", "true"), (".*", "rust", "false"), ("[^]*", "js", "true")]
    {
        let info = &objects(&["info", "--dialect", dialect, pattern])[0];
        assert_eq!(info.get("universal").text(), universal, "{pattern}");
    }
}

/// Words in order, each once, and none left out: compared with trying all words of two characters.
#[test]
fn enumeration_is_in_order_and_complete() {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..5 {
        last = last.iter().flat_map(|word| ["a", "b"].map(|letter| format!("{word}{letter}"))).collect();
        all.extend(last.iter().cloned());
    }
    for pattern in ["(?:a|bb)*", "[ab]*a[ab]{2}", "(?:ab?)*b|"] {
        let mut arguments = vec!["check", pattern];
        arguments.extend(all.iter().map(String::as_str));
        let matching = run(&arguments).out;
        let expected: Vec<&str> = matching.lines().filter_map(|line| line.strip_prefix("match ")).collect();
        let count = expected.len().to_string();
        let found = run(&["enumerate", pattern, "-n", &count]);
        assert_eq!(found.out.lines().collect::<Vec<_>>(), expected, "{pattern}");
    }
    assert_eq!(run(&["enumerate", "[a&&b]"]).code, 1);
}

#[test]
fn pictures_for_graphviz() {
    let found = run(&["show", "--format", "dot", "a(?:b|\")"]);
    assert!(found.out.starts_with("digraph") && found.code == 0);
    assert_eq!(found.out.matches(" -> ").count(), 3, "{}", found.out);
    assert_eq!(run(&["show", "--dot", "a(?:b|\")"]).out, found.out);
    assert_eq!(run(&["show", "--format", "png", "a"]).code, 2);
    let path = file("picture.svg", "");
    let object = &objects(&["show", "ab", "--out", &path])[0];
    assert_eq!((object.get("states").text(), object.get("out").text()), ("3", path.as_str()));
    assert!(std::fs::read_to_string(path).expect("the picture").starts_with("<svg"));
}

#[test]
fn dialects_have_the_names_people_use() {
    for (name, first) in [("js", "ecma"), ("go", "re2"), ("perl", "pcre"), ("pcre2", "pcre")] {
        let found = &objects(&["translate", "--from", name, "\\d", "--to", name])[0];
        assert_eq!(found.get("to").text(), first);
    }
}

#[test]
fn delimiters_are_warned_of() {
    let found = run(&["check", "--json", "/x/i", "X"]);
    assert!(found.err.contains("slashes are part of the pattern"), "{}", found.err);
    let object = Json::read(&found.out);
    assert!(object.get("warnings").items()[0].text().contains("--flags i"));
    assert_eq!(object.get("match").text(), "false");
    assert!(!Json::read(&run(&["check", "--json", "x", "X"]).out).has("warnings"));
    assert_eq!(run(&["check", "--dialect", "glob", "/x/", "/x/"]).err, "");
}

/// Card numbers somewhere in a text: the deterministic automaton has far more than 20,000 states.
#[test]
fn samples_do_without_the_automaton() {
    let pattern = r"\b(?:\d[ -]*?){13,16}\b";
    for dialect in ["rust", "re2", "pcre", "java", "python", "ecma"] {
        for lengths in ["0..16", "20..60", "150"] {
            let arguments = [
                "sample",
                "--search",
                "--dialect",
                dialect,
                pattern,
                "-n",
                "5",
                "--seed",
                "3",
                "--len",
                lengths,
            ];
            let clock = tress_base::Budget::unlimited();
            let found = &objects(&arguments)[0];
            let time = clock.elapsed();
            // Built without much optimisation, and run next to other tests.
            assert!(time < Duration::from_secs(4), "{dialect} {lengths}: {time:?}");
            let words: Vec<&str> = found.get("words").items().iter().map(Json::text).collect();
            assert_eq!(words.len(), 5, "{dialect} {lengths}");
            assert_eq!(found.get("uniform").text(), (lengths == "0..16").to_string(), "{dialect} {lengths}");
            let check = ["check", "--search", "--dialect", dialect, pattern, "--"];
            let check: Vec<&str> = check.iter().copied().chain(words).collect();
            assert_eq!(run(&check).code, 0, "{dialect} {lengths}");
        }
    }
}
