//! `tress language`, as its users run it.

#[path = "common/pages.rs"]
#[expect(dead_code, reason = "no page is run here")]
mod pages;

use std::fs;

use pages::{run_apart, shell_words};

/// Exit code, standard output and standard error.
fn run(line: &str, input: &str) -> (i32, String, String) {
    run_apart(&shell_words(&format!("language {line}")), input)
}

/// Example 2.3 of Hooimeijer (2012), which has two solutions.
const TWO: &str = "variable v1 v2\nv1 <= /x(yy)+/\nv2 <= /(yy)*z/\nv1 . v2 <= /xyyz|xyyyyz/\n";

#[test]
fn solutions_one_after_the_other() {
    let (code, text, _) = run("- -n 0 --len 5", TWO);
    let expected =
        "solution 1\nv1 = xy{2}\n  such as \"xyy\"\n  printable words of length 5..5: 0; 1 in all\n";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("\nsolution 2\n") && text.ends_with("no other solutions\n"), "{text}");
    assert_eq!(code, 0);
    let (code, text, _) = run("- --first", TWO);
    assert!(text.contains("solution 1\n") && !text.contains("solution 2"), "{text}");
    assert_eq!(code, 0);
    let (_, text, _) = run("- --first --json", TWO);
    assert!(text.ends_with("\"solutions\":1,\"complete\":false}\n"), "{text}");
    let (_, text, _) = run("- --max 1", TWO);
    assert_eq!(text.matches("solution ").count(), 1, "{text}");
}

#[test]
fn nothing_fits() {
    let (code, text, _) = run("-", "variable x\nx <= /a/\nx <= /b/\n");
    assert_eq!((code, text.as_str()), (1, "no solution\n"));
    let (code, text, _) = run("- --json", "variable x\nx <= /a/\nx <= /b/\n");
    assert_eq!((code, text.as_str()), (1, "{\"command\":\"language\",\"solutions\":0,\"complete\":true}\n"));
}

#[test]
fn objects() {
    let (code, text, _) = run("- --json --len 0..3 -n 1 --to smtlib --automaton text", TWO);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((code, lines.len()), (0, 3), "{text}");
    assert!(
        lines[0].starts_with("{\"command\":\"language\",\"solution\":1,\"variables\":[{\"name\":\"v1\""),
        "{text}"
    );
    assert!(lines[1].contains("\"expression\":\"(str.to_re \\\"z\\\")\""), "{text}");
    assert!(lines[0].contains("\"counts\":[{\"length\":0,\"words\":0}"), "{text}");
    assert!(lines[0].contains("\"automaton\":\"nfa 4\\ninitial 0\\n"), "{text}");
    assert_eq!(lines[2], "{\"command\":\"language\",\"solutions\":2,\"complete\":true}");
}

#[test]
fn errors_have_a_place() {
    let (code, text, told) = run("-", "variable x\nx <= /a/\ny <= /b/\n");
    assert_eq!((code, text.as_str()), (2, ""));
    assert!(told.starts_with("tress language: -:3:1: y means nothing"), "{told}");
    let (code, text, _) = run("- --json", "variable x\nx <= /a(/\n");
    assert!(text.contains("\"line\":2,\"column\":8"), "{text}");
    assert_eq!(code, 2);
    let script = "(declare-const x String)\n(assert (str.in_re x re.all))\n  (assert (str.< x \"a\"))\n";
    let (code, _, told) = run("-", script);
    assert!(told.contains("-:3:3: ") && told.contains("(str.< x \"a\")"), "{told}");
    assert_eq!(code, 2);
    let (code, _, told) = run("-", "(declare-const x String)\n(assert (str.in_re x\n  y))\n");
    assert!(told.contains("-:3:3: "), "{told}");
    assert_eq!(code, 2);
    for line in ["no-such-file", "- --wanted z", "- --to perl6"] {
        let (code, _, told) = run(line, TWO);
        assert!(code == 2 && told.starts_with("tress language: "), "{line}: {told}");
    }
}

#[test]
fn scripts_define_strings_and_stop_at_their_first_check() {
    let script = "(declare-const x String)(declare-const y String)(declare-const n Int)\n\
                  (assert (= y (str.++ x \"b\")))(assert (str.in_re y (re.+ (str.to_re \"ab\"))))\n\
                  (assert (= (str.len x) 3))(check-sat)(assert (> n 3))(check-sat)";
    let (code, text, told) = run("- --to rust -n 0", script);
    assert!(text.contains("x = aba\n") && text.contains("y = abab\n"), "{text}");
    assert!(told.contains("before the first check-sat"), "{told}");
    assert_eq!(code, 0);
}

#[test]
fn only_what_is_wanted() {
    let text = "variable x y\nx <= /a/\ny <= /a/\ny <= /b/\n";
    assert_eq!(run("-", text).0, 1);
    let (code, text, _) = run("- --wanted x -n 0", text);
    assert!(text.contains("x = a\n") && !text.contains("y ="), "{text}");
    assert_eq!(code, 0);
}

/// Each bit of a shifted register is a state of the complement.
const LARGE: &str = "variable x y z\nx . y . z <= /(a|b)*a(a|b){24}/\nnot z . x . y <= /(a|b)*b(a|b){23}/\n";

#[test]
fn limits_are_held_and_told() {
    for limit in ["--timeout 0.3", "--memory 60 --timeout 0"] {
        let (code, _, told) = run(&format!("- {limit}"), LARGE);
        assert_eq!(code, 2, "{told}");
        assert!(
            told.contains("unknown (") && told.contains("0 solutions so far, and perhaps more"),
            "{told}"
        );
    }
}

#[test]
fn automata_in_files() {
    let folder = std::env::temp_dir().join(format!("tress-language-{}", std::process::id()));
    let folder = folder.to_str().expect("a plain name");
    let line = format!("- --first --automaton text --automaton dot --automaton svg --out {folder}");
    let (code, _, told) = run(&line, TWO);
    assert_eq!(code, 0, "{told}");
    let read = |name: &str| fs::read_to_string(format!("{folder}/{name}")).expect("a file");
    assert!(read("v1-1.dot").starts_with("digraph") && read("v2-1.svg").starts_with("<svg"));
    // What was written is a constant again.
    let (_, text, _) = run("- -n 0", &format!("variable x\nx <= automaton \"{folder}/v1-1.nfa\"\n"));
    assert!(text.contains("x = xy{2}\n"), "{text}");
    fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
fn help_has_an_example() {
    let (code, text, _) = run("--help", "");
    assert!(code == 0 && text.contains("\"nid_\" . id <= unsafe"), "{text}");
}

#[test]
fn grammars_are_compared_up_to_a_length() {
    let lists = "List -> \"(\" Items? \")\" Items -> Item | Items \",\" Items Item -> [a-b] | List";
    let (code, text, _) = run("grammar ambiguous --len 7 -", lists);
    assert_eq!(code, 0);
    assert!(text.ends_with("Items derives \"a,a,a\" in two ways\n"), "{text}");
    let (code, text, _) = run("grammar ambiguous --len 6 -", lists);
    assert_eq!((code, text.as_str()), (1, "no word of length 0..6\n"));
    let (_, text, _) = run("grammar words --len 0..4 -", lists);
    assert_eq!(text, "words of length 0..4: 0 0 1 2 1\nsuch as \"()\"\n");
    let (_, text, _) = run("grammar words --len 2 --json -", lists);
    assert!(text.ends_with("\"longest\":2,\"counts\":[1],\"word\":\"()\"}\n"), "{text}");
    for (question, expected) in
        [("common", (0, "\"if x else x\"\n")), ("outside", (1, "no word of length 11..20\n"))]
    {
        let files = "docs/languages/if.grammar docs/languages/if-fixed.grammar";
        let (code, text, _) = run(&format!("grammar {question} --len 11..20 {files}"), "");
        assert_eq!((code, text.as_str()), expected);
    }
    let (code, _, complaint) = run("grammar words -", "S -> T");
    assert_eq!((code, complaint.as_str()), (2, "tress language grammar: -:1:6: no rule for T\n"));
}
