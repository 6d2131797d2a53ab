//! The rules by which clients talk to a solver over a pipe, each as a test.
//!
//! The clients of other solvers depend on these details: how many lines a reply has, when it is
//! flushed, what an error looks like, what survives a reset.

mod common;

use std::time::Duration;

use common::{Talk, run, session};
use tress_base::Budget;

/// Runs a session and compares all of its replies.
fn check(input: &str, replies: &str) {
    assert_eq!(session(input), replies, "replies to {input}");
}

#[test]
fn every_reply_is_flushed_before_the_next_command_arrives() {
    let mut talk = Talk::start(&[]);
    talk.send("(declare-const x Int)(assert (= x 3))");
    assert_eq!(talk.ask("(check-sat)"), "sat");
    assert_eq!(talk.ask("(get-value (x))"), "((x 3))");
    // The reply comes at the last parenthesis, without a line end after it.
    talk.send("(echo \"here\")");
    assert_eq!(talk.line(), "\"here\"");
    assert_eq!(talk.end(), (0, String::new()));
}

#[test]
fn a_command_in_pieces_is_answered_when_it_is_whole() {
    let mut talk = Talk::start(&[]);
    for piece in ["(ec", "ho\n ", "\"a ) ", "b\"", " ; )\n"] {
        talk.send(piece);
        assert!(talk.is_silent(), "nothing is said before the end of the command");
    }
    talk.send(")");
    assert_eq!(talk.line(), "\"a ) b\"");
    assert_eq!(talk.end(), (0, String::new()));
}

#[test]
fn without_print_success_only_queries_are_answered() {
    check(
        "(set-logic QF_S)(set-info :status sat)(set-option :produce-models true)(declare-fun x () String)
         (define-fun f ((a Int)) Int a)(declare-sort S 0)(define-sort T () S)(push 1)(assert true)(pop 1)
         (reset-assertions)(reset)(exit)",
        "",
    );
}

#[test]
fn print_success_answers_every_command_and_itself() {
    let commands = [
        "(set-option :print-success true)",
        "(set-logic ALL)",
        "(set-info :source |any (text|)",
        "(declare-sort S 0)",
        "(define-sort T () S)",
        "(declare-const x Int)",
        "(declare-fun f (Int) Int)",
        "(define-fun g ((a Int)) Int a)",
        "(define-const k Int 4)",
        "(push 1)",
        "(assert (= x 1))",
        "(pop 1)",
        "(reset-assertions)",
        "(reset)",
        "(exit)",
    ];
    let mut talk = Talk::start(&[]);
    for command in commands {
        assert_eq!(talk.ask(command), "success", "{command}");
    }
    assert_eq!(talk.end(), (0, String::new()));
    check("(set-option :print-success true)(set-option :print-success false)(push 1)", "success\n");
    assert_eq!(run(&["--print-success"], "(push 1)").output, "success\n");
}

#[test]
fn options_of_others_and_unknown_logics_succeed() {
    let mut talk = Talk::start(&["--print-success"]);
    for command in [
        "(set-logic QF_SOMETHING)",
        "(set-logic HO_ALL)",
        "(set-option :diagnostic-output-channel \"stdout\")",
        "(set-option :smt.mbqi false)",
        "(set-option :model.v2 true)",
        "(set-option :pp.max_depth 12)",
        "(set-option :tactic.solve_eqs.context_solve false)",
        "(set-option :produce-abducts true)",
        "(set-option :strings-exp true)",
        "(set-option :parse-transducers true)",
        "(set-option :random-seed 7)",
        "(set-option :global-decls false)",
    ] {
        assert_eq!(talk.ask(command), "success", "{command}");
    }
    assert_eq!(talk.ask("(set-option :no-such-option (a b \"c\"))"), "unsupported");
    assert!(talk.ask("(set-option :regular-output-channel \"replies.txt\")").starts_with("(error "));
    assert_eq!(talk.end().1, "");
}

#[test]
fn strict_says_unsupported() {
    let strict = run(&["--strict"], "(set-option :no-such-option 1)(set-option :strict false)");
    assert_eq!(strict.output, "unsupported\n");
    check("(set-option :strict true)(set-option :smt.mbqi false)", "unsupported\n");
    check("(set-option :strict true)(set-logic QF_FP)(set-logic QF_SLIA)(set-logic ALL)", "unsupported\n");
    check("(set-option :strict true)(set-option :produce-models true)(set-option :timeout 9)", "");
    check("(set-option :strict true)(set-option :strict false)(set-logic QF_FP)", "");
}

#[test]
fn errors_are_one_plain_line_with_a_place() {
    let bad = [
        ("(assert (= x 1))", "1:12:"),
        ("(assert\n  (str.foo \"a\"))", "2:4:"),
        ("(declare-const x Int)\n(assert (+ x \"a\"))", "2:9:"),
        ("; a comment\n\n   (no-such-command)", "3:5:"),
        ("(assert \"\\u{41}\n\"\" \\ é\")", "1:"),
        ("(echo)", "1:6:"),
        ("(assert |a\nb|)", "1:"),
        ("(get-model)", "1:1:"),
        ("(assert (let ((x 1) (y \"é\")) (+ x y)))", "1:30:"),
        ("(set-option :print-success \"\\\")", "1:1:"),
        ("(pop 3)", "1:1:"),
    ];
    for (input, place) in bad {
        let output = session(input);
        let message = output.strip_prefix("(error \"").and_then(|rest| rest.strip_suffix("\")\n"));
        let message = message.unwrap_or_else(|| panic!("{input} answers {output}"));
        assert!(message.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{message} is plain ASCII");
        assert!(!message.contains(['"', '\\']), "{message} has no quotes and no backslashes");
        assert!(message.starts_with(place), "{message} begins with {place}");
    }
}

#[test]
fn the_session_goes_on_after_errors() {
    check(
        "(declare-const x Int)(assert (= x 3)) (assert (= x ))) foo (bar (baz \")\")) (check-sat)
         (get-value (y)) (get-value (x))",
        "(error \"1:47: = takes at least 2 arguments, not 1\")\n\
         (error \"1:54: expected a command, which begins with (\")\n\
         (error \"1:56: expected a command, which begins with (\")\n\
         (error \"1:61: unknown command bar\")\n\
         unknown\n\
         (error \"2:22: unknown symbol y\")\n\
         (error \"2:26: model is not available\")\n",
    );
    check(
        "(declare-const x Int)(assert (= x 3)) (check-sat) (get-value (y)) ) (get-value (x))",
        "sat\n(error \"1:63: unknown symbol y\")\n(error \"1:67: expected a command, which begins with (\")\n\
         ((x 3))\n",
    );
}

#[test]
fn a_failed_command_changes_nothing() {
    check(
        "(declare-const x Int)(define-fun f ((a Int)) Bool (= a))(declare-const f Int)(declare-const a Int)
         (assert (! (= x 1 :named n)))(declare-const n Int)(pop 2)(assert (= f a n x 1))(check-sat)",
        "(error \"1:51: = takes at least 2 arguments, not 1\")\n\
         (error \"2:28: expected a term, found a keyword\")\n\
         (error \"2:60: pop goes below the first level\")\n\
         unknown\n",
    );
}

#[test]
fn an_input_that_ends_too_early_is_one_error() {
    check("(check-sat", "(error \"1:1: the input ends inside of this command\")\n");
    check("(check-sat)\n  (echo \"", "sat\n(error \"2:3: the input ends inside of this command\")\n");
    check("", "");
    check("; nothing", "");
    check("\n\n   \t\r\n", "");
}

#[test]
fn exit_ends_the_session_and_the_rest_is_not_read() {
    check("(check-sat)(exit)(check-sat) (", "sat\n");
    check("(set-option :print-success true)(exit)(check-sat)", "success\nsuccess\n");
}

#[test]
fn exit_codes() {
    assert_eq!(run(&[], "(check-sat)").code, 0);
    assert_eq!(run(&[], "(bad)(check-sat)").code, 1, "errors in a session fail it");
    assert_eq!(run(&[], "(get-model)(exit)(check-sat)").code, 1, "also before an exit");
    assert_eq!(run(&[], "(check-sat").code, 1, "also at the end");
    let folder = std::env::temp_dir().join(format!("tress-protocol-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_str().expect("plain").to_owned()
    };
    let good = write("good.smt2", "(check-sat)");
    let bad = write("bad.smt2", "(bad)(check-sat)");
    let done = run(&[&good], "");
    assert_eq!((done.output.as_str(), done.code), ("sat\n", 0));
    let done = run(&[&bad], "");
    assert_eq!(done.output, "(error \"1:2: unknown command bad\")\nunknown\n");
    assert_eq!((done.complaints.as_str(), done.code), ("", 1));
    assert_eq!(run(&["parse", &good], "").code, 0);
    assert_eq!(run(&["parse", &bad], "").code, 1);
    let program = write("main.c", "#include <a.h>\nint main(void) {\n  return f(\"x\") + (1);\n}\n");
    let foreign = run(&[&program], "");
    let one = "(error \"1:1: this is no SMT-LIB: expected a command such as (declare-const x String)\")\n";
    assert_eq!((foreign.output.as_str(), foreign.complaints.as_str(), foreign.code), (one, "", 1));
    assert_eq!(run(&["parse", &program], "").output.lines().count(), 2, "one error and the summary");
    let redirected = std::process::Command::new(env!("CARGO_BIN_EXE_tress"))
        .stdin(std::fs::File::open(&program).expect("written"))
        .output()
        .expect("tress ends");
    assert_eq!(
        (String::from_utf8_lossy(&redirected.stdout).as_ref(), redirected.status.code()),
        (one, Some(1))
    );
    let missing = run(&["no-such-file.smt2"], "");
    assert_eq!((missing.output.as_str(), missing.code), ("", 2));
    assert!(missing.complaints.starts_with("tress: no-such-file.smt2: "));
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn push_and_pop_with_and_without_numbers() {
    check(
        "(declare-const x Int)(push)(assert (= x 1))(push 2)(assert (= x 2))(push 0)(check-sat)(pop 2)
         (check-sat)(get-info :assertion-stack-levels)(pop)(pop 0)(get-info :assertion-stack-levels)(pop)",
        "unsat\nsat\n(:assertion-stack-levels 1)\n(:assertion-stack-levels 0)\n\
         (error \"2:101: pop goes below the first level\")\n",
    );
}

#[test]
fn declarations_live_as_long_as_their_level() {
    check(
        "(push)(declare-const x Int)(pop)(declare-const x String)(assert (= x \"a\"))(check-sat)
         (set-option :global-declarations true)(push)(declare-const y Int)(pop)(assert (= y 1))(check-sat)",
        "sat\nsat\n",
    );
    let global = run(&["--global-declarations=true"], "(push)(declare-const y Int)(pop)(assert (= y 1))");
    assert_eq!(global.output, "", "the flag and the option are the same");
}

#[test]
fn options_are_taken_after_checks_too() {
    check(
        "(set-option :print-success true)(check-sat)(set-option :produce-models true)
         (set-option :timeout 1000)(set-logic QF_S)(check-sat)(set-logic ALL)(get-option :timeout)
         (get-option :print-success)(get-option :produce-models)(get-option :no-such)",
        "success\nsat\nsuccess\nsuccess\nsuccess\nsat\nsuccess\n1000\ntrue\ntrue\nunsupported\n",
    );
}

#[test]
fn reset_keeps_print_success_and_nothing_else() {
    check(
        "(set-option :print-success true)(declare-const x Int)(push)(assert false)(reset)
         (declare-const x String)(assert (= x \"b\"))(check-sat)(get-value (x))",
        "success\nsuccess\nsuccess\nsuccess\nsuccess\nsuccess\nsuccess\nsat\n((x \"b\"))\n",
    );
    check("(set-option :timeout 5)(reset)(get-option :timeout)", "0\n");
    check("(declare-const x Int)(assert false)(reset-assertions)(check-sat)(declare-const x Int)", "sat\n");
}

#[test]
fn layout_and_comments_do_not_matter() {
    check(
        "(declare-const\n x ; (\n Int)(assert(= x 5))(check-sat)(echo \"a\")\t(get-value\r\n(x)) #| ( |# (echo \"b\")",
        "sat\n\"a\"\n((x 5))\n\"b\"\n",
    );
}

#[test]
fn all_kinds_of_symbols() {
    check(
        "(declare-const |a b (| Int)(declare-const .def_0 Int)(declare-const |plain| Int)
         (declare-const || Int)(declare-const @x!~$ Int)
         (assert (= |a b (| .def_0 plain || |@x!~$| 4))(check-sat)
         (get-value (|a b (| |.def_0| plain || |plain|))(get-model)",
        "sat\n((|a b (| 4) (|.def_0| 4) (plain 4) (|| 4) (|plain| 4))\n\
         (\n(define-fun |a b (| () Int 4)\n(define-fun .def_0 () Int 4)\n(define-fun plain () Int 4)\n\
         (define-fun || () Int 4)\n(define-fun @x!~$ () Int 4)\n)\n",
    );
}

#[test]
fn a_hash_in_a_name_begins_no_comment() {
    check("(declare-const a#|b| Int)(echo \"next\")", "(error \"1:18: unknown sort b\")\n\"next\"\n");
}

#[test]
fn older_names_are_read() {
    let terms = [
        "(= (str.to.int \"12\") 12)",
        "(= (int.to.str 12) \"12\")",
        "(str.in.re \"a\" (str.to.re \"a\"))",
        "(not (str.in_re \"a\" re.nostr))",
        "(str.in_re \"b\" (re.complement (str.to.re \"a\")))",
        "(= (str.tolower \"A\") \"a\")",
        "(= (str.replaceall \"aa\" \"a\" \"b\") \"bb\")",
        "(str.in_re \"aa\" (re.loop (str.to_re \"a\") 1 3))",
        "(= (str.substr \"abc\" 1 1) \"b\")",
        "(= -5 (- 5))",
    ];
    for term in terms {
        check(&format!("(assert {term})(check-sat)"), "sat\n");
        check(&format!("(assert (not {term}))(check-sat)"), "unsat\n");
    }
    check("(declare-sort S)(declare-const s S)(check-sat)", "sat\n");
}

#[test]
fn string_values_are_printed_in_ascii() {
    let declared = "(declare-const x String)(assert (= x \"a\"\"\\u{a}\\u{5c}(;|é\\u{2ffff}\"))(check-sat)";
    check(&format!("{declared}(get-value (x))"), "sat\n((x \"a\"\"\\u{a}\\u{5c}(;|\\u{e9}\\u{2ffff}\"))\n");
    check(
        &format!("{declared}(set-option :string-escape safe)(get-value (x))"),
        "sat\n((x \"a\\u{22}\\u{a}\\u{5c}\\u{28}\\u{3b}\\u{7c}\\u{e9}\\u{2ffff}\"))\n",
    );
}

#[test]
fn get_value_repeats_terms_exactly_as_sent() {
    check(
        "(declare-const x Int)(declare-const s String)(assert (= x 2))(assert (= s \"a b\"))(check-sat)
         (get-value (x(+ x   1) (let ((y x))\n y)\"q\"1|x|(! x :a b) -3 2.50 (str.++ s \"\"\"\")))",
        "sat\n((x 2) ((+ x   1) 3) ((let ((y x))\n y) 2) (\"q\" \"q\") (1 1) (|x| 2) ((! x :a b) 2) \
         (-3 (- 3)) (2.50 (/ 5.0 2.0)) ((str.++ s \"\"\"\") \"a b\"\"\"))\n",
    );
}

#[test]
fn values_of_every_sort() {
    check(
        "(declare-sort S 0)(declare-const s S)(declare-const r Real)(declare-const i Int)
         (declare-const b Bool)(assert (= r (/ (- 1.0) 4.0)))(assert (= i (- 7)))(assert b)(check-sat)
         (get-value (s r i b (to_real i)))",
        "sat\n((s (as @S_0 S)) (r (- (/ 1.0 4.0))) (i (- 7)) (b true) ((to_real i) (- 7.0)))\n",
    );
}

#[test]
fn models_have_one_definition_a_line_and_no_labels() {
    check(
        "(declare-const x Int)(declare-fun f (Int String) Bool)(assert (! (= x 1) :named label))
         (define-fun d () Int 4)(check-sat)(get-model)(get-assignment)",
        "sat\n(\n(define-fun x () Int 1)\n(define-fun f ((x!0 Int) (x!1 String)) Bool false)\n)\n((label true))\n",
    );
    check("(check-sat)(get-model)", "sat\n(\n)\n");
}

#[test]
fn models_and_cores_are_there_only_after_their_answer() {
    check(
        "(get-model)(get-value (1))(get-unsat-core)(check-sat)(get-unsat-core)(assert false)(get-model)
         (check-sat)(get-model)(get-unsat-assumptions)",
        "(error \"1:1: model is not available\")\n(error \"1:12: model is not available\")\n\
         (error \"1:27: unsat core is not available\")\nsat\n(error \"1:54: unsat core is not available\")\n\
         (error \"1:84: model is not available\")\nunsat\n(error \"2:21: model is not available\")\n()\n",
    );
}

#[test]
fn cores_and_failed_assumptions_are_on_one_line() {
    check(
        "(declare-const x Int)(declare-const a Bool)(assert (! (= x 1) :named |n 1|))
         (assert (! (> x (- 5)) :named n2))(assert (! (= x 2) :named n3))(check-sat)(get-unsat-core)",
        "unsat\n(|n 1| n3)\n",
    );
    check(
        "(declare-const a Bool)(declare-const b Bool)(assert (= a b))
         (check-sat-assuming (a (not b)))(get-unsat-assumptions)(check-sat-assuming (a b))(check-sat)",
        "unsat\n(a (not b))\nsat\nsat\n",
    );
}

#[test]
fn echo_keeps_its_quotes() {
    check("(echo \"\")(echo \"a \"\"b\"\" \\n (\")", "\"\"\n\"a \"\"b\"\" \\n (\"\n");
}

#[test]
fn information_verbatim() {
    let version = env!("CARGO_PKG_VERSION");
    check(
        "(get-info :name)(get-info :version)(get-info :error-behavior)(get-info :assertion-stack-levels)
         (get-info :reason-unknown)(get-info :no-such-key)(get-info :rlimit)",
        &format!(
            "(:name \"tress\")\n(:version \"{version}\")\n(:error-behavior continued-execution)\n\
             (:assertion-stack-levels 0)\n(:reason-unknown \"\")\nunsupported\n(:rlimit 0)\n"
        ),
    );
    let authors = session("(get-info :authors)");
    assert!(authors.starts_with("(:authors \"") && authors.ends_with("\")\n"), "{authors}");
    let statistics = session("(check-sat)(get-info :all-statistics)");
    assert!(statistics.starts_with("sat\n(:all-statistics (:"), "{statistics}");
    assert_eq!(statistics.lines().count(), 2);
    let told = run(&["--version"], "").output;
    assert_eq!(told, format!("tress {version}{}\n", commit()));
    assert_eq!(run(&["-version"], "").output, told);
}

/// The commit in parentheses, when these sources lie in their own repository.
fn commit() -> String {
    let git = |arguments: &[&str]| {
        let folder = env!("CARGO_MANIFEST_DIR");
        let done = std::process::Command::new("git").arg("-C").arg(folder).args(arguments).output().ok()?;
        done.status.success().then(|| String::from_utf8_lossy(&done.stdout).trim().to_owned())
    };
    let own = git(&["ls-files", "--error-unmatch", "build.rs"]);
    own.and_then(|_| git(&["rev-parse", "HEAD"])).map_or_else(String::new, |id| format!(" ({})", &id[..12]))
}

/// Nobody knows whether three cubes have this sum.
const OUT_OF_REACH: &str = "(declare-const x Int)(declare-const y Int)(declare-const z Int)
    (assert (= (+ (* x x x) (* y y y) (* z z z)) 114))";

#[test]
fn an_unknown_answer_has_a_reason() {
    let output = session(&format!("{OUT_OF_REACH}(check-sat)(get-info :reason-unknown)(get-model)"));
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines[0], "unknown");
    assert!(
        lines[1].starts_with("(:reason-unknown ") && lines[1] != "(:reason-unknown \"\")",
        "{}",
        lines[1]
    );
    assert!(lines[2].contains("model is not available"), "{}", lines[2]);
    let output = session(
        "(declare-const x Int)(assert (= (* x x x) 7777))(set-option :rlimit 100)(check-sat)
         (get-info :reason-unknown)(set-option :rlimit 0)(assert (= x 1))(check-sat)",
    );
    assert!(output.starts_with("unknown\n(:reason-unknown "), "{output}");
    assert!(!output.ends_with("unknown\n"), "the session goes on: {output}");
}

#[test]
fn flags_of_z3_and_cvc5_are_taken() {
    let lines: [&[&str]; 14] = [
        &["-in", "-smt2"],
        &["-smt2", "-in", "-v:0"],
        &["-nw", "-in", "-smt2"],
        &["-t:120000", "-memory:8192", "-smt2", "-in"],
        &["-T:50", "-in"],
        &["smtlib2_compliant=true", "-in"],
        &["smt.random_seed=3", "model.compact=false", "-in"],
        &["-smt2", "-in", "-m"],
        &["--quiet", "--lang=smt2", "--incremental"],
        &["-q", "--no-interactive", "--lang", "smt2", "--produce-models", "--incremental"],
        &["--lang=smt", "--no-strict-parsing", "--no-condense-function-values", "--incremental"],
        &["--lang", "smt2.6", "--strings-exp", "--fp-exp", "--tlimit-per=5000", "--nl-cov"],
        &["-L", "smt2", "-i", "--tlimit=60000", "--rlimit=1000000", "--seed", "4", "-s", "3"],
        &["--produce-unsat-cores", "--check-models", "--no-cegqi", "--nl-ext=full", "--decision", "internal"],
    ];
    for flags in lines {
        let done = run(flags, "(check-sat)");
        let told = (done.output.as_str(), done.complaints.as_str(), done.code);
        assert_eq!(told, ("sat\n", "", 0), "{flags:?}");
    }
}

#[test]
fn flags_that_cannot_be_read_fail_with_one_complaint() {
    for flags in [
        &["--timeout", "soon"][..],
        &["-T:x"],
        &["--engine", "warp"],
        &["-x"],
        &["--seed"],
        &["--tmeout=3"],
        &["--no-such-flag"],
        &["--no-such-flag=3"],
        &["no-such-parameter=3"],
        &["--strict", "--fp-exp"],
        &["--fp-exp", "--strict"],
    ] {
        let done = run(flags, "(check-sat)");
        assert_eq!((done.output.as_str(), done.code), ("", 2), "{flags:?}");
        assert_eq!(done.complaints.lines().count(), 1, "{flags:?}: {}", done.complaints);
    }
}

#[test]
fn model_and_statistics_flags_add_to_the_end() {
    let done = run(&["--model"], "(declare-const x Int)(assert (= x 2))(check-sat)");
    assert_eq!(done.output, "sat\n(\n(define-fun x () Int 2)\n)\n");
    let done = run(&["-st"], "(check-sat)");
    assert!(done.output.starts_with("sat\n(:all-statistics ("), "{}", done.output);
    for name in [":time ", ":check-time ", ":checks 1 "] {
        assert!(done.output.contains(name), "{name} in {}", done.output);
    }
    let done = run(&["--stats=json"], "(check-sat)");
    let json = done.output.strip_prefix("sat\n{").and_then(|rest| rest.strip_suffix("}\n"));
    let rows = json.expect("one object on one line").split(", ");
    for row in rows {
        let (name, value) = row.split_once(": ").expect("a name and a value");
        let fits = match name {
            "\"decided-by\"" => value == "[\"kernel\"]",
            "\"capped\"" => value == "{}",
            _ => value.parse::<f64>().is_ok(),
        };
        assert!(name.starts_with('"') && name.ends_with('"') && fits, "{row}");
    }
    assert!(done.output.contains("\"checks\": 1,") && done.output.contains("\"time\": "));
}

#[test]
fn the_hard_limit_says_timeout_and_ends_well() {
    let mut talk = Talk::start(&["-T:1"]);
    assert_eq!(talk.ask("(check-sat)"), "sat");
    // Nothing more is asked; the limit holds for the whole program.
    assert_eq!(talk.line(), "timeout");
    assert_eq!(talk.end(), (0, String::new()));
}

/// Problems that keep a solver busy, each in another part of it.
fn hard_problems() -> Vec<String> {
    let deep = |open: &str, core: &str, close: &str, depth: usize| {
        format!("{}{core}{}", open.repeat(depth), close.repeat(depth))
    };
    let letters = deep("(re.++ (re.union (str.to_re \"a\") (str.to_re \"ab\")) ", "re.all", ")", 300);
    vec![
        "(declare-const x Int)(declare-const y Int)(declare-const z Int)
         (assert (= (+ (* x x x) (* y y y) (* z z z)) 114))(check-sat)"
            .into(),
        format!(
            "(declare-const x String)(assert (str.in_re x (re.inter (re.comp {letters}) {letters})))(check-sat)"
        ),
        "(declare-const x String)(declare-const y String)(declare-const z String)
         (assert (= (str.++ x \"ab\" y z) (str.++ y \"ba\" z x)))(assert (> (str.len x) 40))(check-sat)"
            .into(),
        "(declare-const x String)(assert (str.in_re x ((_ re.loop 1000 3000) (re.union ((_ re.loop 500 900) \
         (re.range \"a\" \"c\")) (re.comp ((_ re.^ 700) re.allchar))))))(check-sat)"
            .into(),
        "(declare-const x Int)(assert (= 7 (str.to_int (str.replace_all (str.from_int (* x x)) \"1\" \
         (str.repeat \"2\" 1000000)))))(check-sat)"
            .into(),
        "(simplify (str.in_re (str.repeat \"ab\" 200000) (re.++ re.all ((_ re.^ 3000) re.allchar) \
         (re.comp (re.++ re.all (str.to_re \"bb\") re.all)))))"
            .into(),
        format!(
            "(declare-const x String)(simplify (str.in_re x {}))",
            deep("(re.++ ", "re.all", " (str.to_re \"a\"))", 40_000)
        ),
    ]
}

/// A measurement on a busy machine may fail by bad luck; three times in a row is no bad luck.
#[test]
fn a_second_is_a_second() {
    for problem in hard_problems() {
        let time = (0..3)
            .map(|_| {
                let clock = Budget::unlimited();
                let done = run(&["--timeout", "1"], &problem);
                assert_eq!((done.complaints.as_str(), done.code), ("", 0), "{problem}");
                assert_eq!(done.output.lines().count(), 1, "{problem}: {}", done.output);
                clock.elapsed()
            })
            .find(|time| *time <= Duration::from_millis(1200));
        assert!(time.is_some(), "answered within 1.2 s: {problem}");
    }
}

/// `open` and `close` around `core`, a hundred thousand times.
fn nested(open: &str, core: &str, close: &str) -> String {
    const DEPTH: usize = 100_000;
    format!("{}{core}{}", open.repeat(DEPTH), close.repeat(DEPTH))
}

/// Asserts a deep formula, asks everything that walks over it, and expects one reply each.
fn check_deep(declarations: &str, formula: &str) {
    let input = format!(
        "(set-option :timeout 5000){declarations}(assert {formula})(check-sat)(get-info :name)
         (simplify {formula})(get-info :name)(get-assertions)(echo \"end\")"
    );
    let done = run(&[], &input);
    assert_eq!((done.complaints.as_str(), done.code), ("", 0));
    let lines: Vec<&str> = done.output.lines().collect();
    assert!(["sat", "unsat", "unknown"].contains(&lines[0]), "{}", lines[0]);
    let names = lines.iter().filter(|line| **line == "(:name \"tress\")").count();
    assert_eq!(names, 2, "the session goes on");
    assert_eq!(lines.last(), Some(&"\"end\""));
    assert!(!done.output.contains("(error"), "no error");
}

#[test]
fn a_hundred_thousand_negations() {
    check_deep("(declare-const b Bool)", &nested("(not ", "b", ")"));
}

#[test]
fn a_hundred_thousand_conjunctions() {
    check_deep("(declare-const b Bool)(declare-const c Bool)", &nested("(and c ", "b", ")"));
    check_deep("(declare-const b Bool)(declare-const c Bool)", &nested("(or (and c ", "b", ") b)"));
}

#[test]
fn a_hundred_thousand_concatenations() {
    let left = nested("(str.++ ", "x", " \"a\")");
    check_deep("(declare-const x String)", &format!("(= x {left})"));
    let right = nested("(str.++ \"a\" ", "x", ")");
    check_deep("(declare-const x String)", &format!("(= (str.len {right}) 100001)"));
}

#[test]
fn a_hundred_thousand_lets() {
    check_deep("(declare-const b Bool)", &nested("(let ((b (not b))) ", "b", ")"));
    check_deep("(declare-const b Bool)", &nested("(let ((c ", "b", ")) c)"));
}

#[test]
fn a_hundred_thousand_regular_concatenations() {
    let left = nested("(re.++ ", "re.all", " (str.to_re \"a\"))");
    check_deep("(declare-const x String)", &format!("(str.in_re x {left})"));
    let right = nested("(re.++ (str.to_re \"a\") ", "re.all", ")");
    check_deep("(declare-const x String)", &format!("(str.in_re x {right})"));
    check_deep("(declare-const x String)", &format!("(str.in_re x {})", nested("(re.* ", "re.all", ")")));
}

#[test]
fn deep_nonsense_is_refused() {
    for (open, close) in
        [("(", ")"), ("(assert ", ")"), ("(! ", " :a b)"), ("(let ((x ", ")) x)"), ("((_ ", " 1))")]
    {
        let output = session(&format!("(assert {})(echo \"next\")", nested(open, "x", close)));
        assert!(output.starts_with("(error \"1:"), "{}", &output[..output.len().min(200)]);
        assert!(output.ends_with(")\n\"next\"\n") && output.lines().count() == 2, "{open} {close}");
    }
}
