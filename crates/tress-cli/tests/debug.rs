//! `tress debug`: what it prints, and that other programs can read it.

use std::fs;
use std::process::Command;

/// What the program prints, given a file that holds the script.
fn tress(flags: &[&str], name: &str, script: &str) -> String {
    let file = std::env::temp_dir().join(format!("tress-debug-{}-{name}.smt2", std::process::id()));
    fs::write(&file, script).expect("a file");
    let run =
        Command::new(env!("CARGO_BIN_EXE_tress")).args(flags).arg(&file).output().expect("tress starts");
    fs::remove_file(&file).expect("the file is ours");
    assert!(run.stderr.is_empty() && run.status.success());
    String::from_utf8(run.stdout).expect("text")
}

/// What is printed for a script.
fn rewritten(name: &str, script: &str) -> String {
    tress(&["debug", "rewritten"], name, script)
}

#[test]
fn what_is_left_is_printed_with_its_declarations() {
    let text = rewritten(
        "one",
        "(declare-const x String)(declare-const y String)(declare-const n Int)(assert (= y (str.++ \"a\" x)))
         (assert (and (= n 3) (= (str.len y) n)))(assert (str.in_re x (re.+ (re.range \"b\" \"d\"))))(check-sat)",
    );
    let expected = "(set-logic ALL)\n(declare-fun x () String)\n; y is (str.++ \"a\" x)\n; n is 3\n\
                    (assert (= (str.len x) 2))\n(assert (str.in_re x (re.+ (re.range \"b\" \"d\"))))\n(check-sat)\n";
    assert_eq!(text, expected);
    assert_eq!(tress(&[], "one-again", &text), "sat\n");
}

#[test]
fn every_check_is_a_problem_of_its_own() {
    let text = rewritten(
        "two",
        "(declare-sort S 0)(declare-fun f (S) Int)(declare-const |a b| S)(assert (= (* 2 (f |a b|)) (f |a b|)))
         (push 1)(assert (> (f |a b|) 0))(check-sat)(pop 1)(check-sat)(get-model)(exit)",
    );
    assert_eq!(text.matches("(check-sat)").count(), 2);
    assert!(
        text.contains("(reset)\n(set-logic ALL)\n(declare-sort S 0)\n(declare-fun f (S) Int)\n"),
        "{text}"
    );
    assert_eq!(tress(&[], "two-again", &text), "unsat\nsat\n");
}

/// Other solvers know only what the standard has: the rest is defined.
#[test]
fn what_is_left_has_operators_of_the_standard_only() {
    let own = [
        ("(= (str.trim x) (str.to_lower y))", ["str.trim", "str.to_lower"]),
        ("(= (str.rev x) (str.++ y (str.to_upper y)))", ["str.rev", "str.to_upper"]),
        ("(> (str.count x y) (str.last_indexof x y))", ["str.count", "str.last_indexof"]),
        ("(= (str.repeat x 3) (str.update y 1 x))", ["str.repeat", "str.update"]),
    ];
    for (place, (formula, operators)) in own.into_iter().enumerate() {
        let script = format!(
            "(declare-const x String)(declare-const y String)(assert {formula})(assert (= x \"aab\"))(assert (= y \"aa\"))(check-sat)"
        );
        let answer = tress(&[], &format!("own-{place}"), &script);
        for flags in [&["debug", "rewritten"][..], &["debug", "rewritten", "--preprocess=false"]] {
            let text = tress(flags, &format!("own-{place}-left"), &script);
            let commands = text.lines().filter(|line| !line.starts_with(';'));
            for operator in operators {
                let used = |line: &str| {
                    line.contains(&format!("({operator} ")) || line.contains(&format!(" {operator} "))
                };
                assert!(!commands.clone().any(used), "{operator} in {text}");
            }
            assert_eq!(tress(&["--timeout", "20"], &format!("own-{place}-again"), &text), answer, "{text}");
        }
    }
}

/// Path B of the running example of the thesis on string graphs.
const RUNNING: &str =
    "(declare-const s1 String)(declare-const s2 String)(assert (str.prefixof \" \" s1))(assert (= s1 s2))
     (assert (str.suffixof \"ab\" (str.trim s1)))(assert (= (str.indexof s1 \"a\" 0) 5))(check-sat)";

#[test]
fn a_graph_is_drawn() {
    let text = tress(&["debug", "graph"], "graph", RUNNING);
    assert!(text.starts_with("digraph strings {\n") && text.ends_with("}\n"), "{text}");
    for label in ["startsWith", "equal", "endsWith", "trim", "indexOf"] {
        assert_eq!(text.matches(&format!("label=\"{label}\"")).count(), 1, "{text}");
    }
}

#[test]
fn arrays_are_printed_with_their_quantifiers() {
    let problem = |word: &str| {
        format!(
            "(declare-const s String)(assert (= (str.++ s s) \"{word}\"))(check-sat)(push)(assert (= s \"b\"))(check-sat)"
        )
    };
    let text = tress(&["debug", "arrays"], "arrays", &problem("aa"));
    assert!(text.contains("(forall (("), "{text}");
    // What the engine does with quantifiers, the room of quantifiers does too.
    let replies = tress(&["--timeout", "5"], "arrays-again", &text);
    assert_eq!(replies.lines().nth(1), Some("unsat"), "{replies}");
    assert_ne!(replies.lines().next(), Some("unsat"), "{replies}");
    let odd = tress(&["debug", "arrays"], "arrays-odd", &problem("aba"));
    assert_eq!(tress(&["--timeout", "5"], "arrays-odd-again", &odd), "unsat\nunsat\n");
}

#[test]
fn guesses_are_printed_as_bit_vectors() {
    let text = tress(&["debug", "bits"], "bits", RUNNING);
    let told: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("(set-info :status ")).collect();
    let told: Vec<&str> = told.iter().map(|status| status.trim_end_matches(')')).collect();
    assert!(told.len() > 1 && told.last() == Some(&"sat"), "{text}");
    assert!(told[..told.len() - 1].iter().all(|status| *status == "unsat"), "{text}");
    assert_eq!(text.matches("(check-sat)").count(), told.len());
    // Another solver says the same, where there is one.
    let file = std::env::temp_dir().join(format!("tress-bits-{}.smt2", std::process::id()));
    fs::write(&file, &text).expect("a file");
    let peers = std::env::home_dir().unwrap_or_default().join(".cache/tress-peers/bin/z3");
    if let Ok(run) = Command::new(peers).arg(&file).output() {
        assert_eq!(String::from_utf8_lossy(&run.stdout).lines().collect::<Vec<_>>(), told);
    }
    fs::remove_file(&file).expect("the file is ours");
}
