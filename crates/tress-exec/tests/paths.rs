//! Paths of small programs: how many there are, how they end, and that every input was confirmed.

use std::path::Path;

use tress_classes::ClassPath;
use tress_exec::{Conclusion, Options, Order, Outcome, Replay, Report, explore};

fn explored(method: &str) -> Report {
    within(method, 40)
}

/// The paths for strings up to a length.
fn within(method: &str, max_length: u32) -> Report {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/java/classes");
    let path = ClassPath::open(folder).expect("the folder is there");
    let options = Options { max_length, ..Options::default() };
    explore(path, method, &options).expect("the method is there")
}

/// All paths are complete: this number of them return, and the others throw exceptions of these classes.
fn check(method: &str, returning: usize, throwing: &[&str]) {
    let report = explored(method);
    for path in &report.paths {
        assert_eq!(path.replay, Replay::Same, "{report}");
    }
    let mut classes: Vec<&str> = report
        .complete()
        .filter_map(|path| match &path.outcome {
            Outcome::Threw(class) => Some(class.trim_start_matches("java.lang.")),
            _ => None,
        })
        .collect();
    classes.sort_unstable();
    assert_eq!(classes, throwing, "{report}");
    assert_eq!(report.complete().count(), returning + throwing.len(), "{report}");
    assert_eq!(report.paths.len(), returning + throwing.len(), "{report}");
    assert_eq!(report.cut, None, "{report}");
    let verdict = if throwing.is_empty() { Conclusion::Holds } else { Conclusion::Fails };
    assert_eq!(report.verdict(), verdict, "{report}");
}

#[test]
fn addresses_have_ten_paths() {
    check("Urls.check", 9, &["StringIndexOutOfBoundsException"]);
    let report = within("Urls.check", 30);
    assert_eq!(report.paths.len(), 9, "one path needs 31 characters: {report}");
}

#[test]
fn commands_have_eight_paths_with_two_threats() {
    let (threat, fault) = ("IllegalStateException", "StringIndexOutOfBoundsException");
    check("Ftp.execute", 4, &[threat, threat, fault, fault]);
}

#[test]
fn the_running_example_has_ten_ways_of_which_eight_are_possible() {
    check("Running.walk", 8, &[]);
}

#[test]
fn numbers_are_compared_and_overflow() {
    check("Numbers.classify", 4, &[]);
    check("Numbers.overflow", 2, &[]);
    check("Numbers.choose", 5, &[]);
    check("Numbers.sparse", 4, &[]);
}

/// The range of the number ends at cases, so that an answer narrows it for the next question.
#[test]
fn a_switch_at_the_ends_of_a_range_has_all_its_paths() {
    let report = within("Questions.length", 30);
    assert!(report.paths.iter().all(|path| path.replay == Replay::Same), "{report}");
    let mut outcomes: Vec<String> = report.paths.iter().map(|path| path.outcome.to_string()).collect();
    outcomes.sort_unstable();
    assert_eq!(outcomes, ["returns 0", "returns 10", "returns 13", "returns 40"], "{report}");
    check("Questions.length", 4, &[]);
    check("Questions.bits", 4, &[]);
    check("Questions.remainder", 5, &[]);
}

/// An instruction that waits for a call keeps what it has asked, and what its unknowns are.
#[test]
fn an_instruction_that_waits_keeps_its_unknowns() {
    check("Questions.joined", 2, &[]);
    check("Questions.boxed", 2, &[]);
    check("Questions.unboxed", 2, &[]);
}

#[test]
fn strings_of_a_switch_are_distinguished() {
    check("Modern.command", 5, &[]);
}

#[test]
fn a_switch_on_hashes_is_no_switch_on_strings() {
    let report = explored("Hashes.pick");
    assert_eq!(report.verdict(), Conclusion::Unsupported, "{report}");
}

#[test]
fn enums_are_found_by_name() {
    check("Modern.named", 3, &["IllegalArgumentException"]);
}

#[test]
fn a_failing_assertion_is_found() {
    check("Modern.checked", 1, &["AssertionError"]);
    let report = explored("Parsing.secret");
    assert_eq!(report.verdict(), Conclusion::Fails, "{report}");
}

#[test]
fn ports_are_parsed() {
    check("Parsing.port", 2, &["NumberFormatException"]);
}

#[test]
fn what_is_not_modelled_makes_the_verdict_unknown() {
    let report = explored("Points.points");
    assert_eq!(report.verdict(), Conclusion::Unsupported, "{report}");
    assert!(report.to_string().contains("an unknown number with a point"), "{report}");
}

#[test]
fn numbers_are_divided_and_split_into_bits() {
    check("Numbers.divide", 2, &[]);
    check("Whole.quotient", 1, &["ArithmeticException"]);
    check("Whole.longRemainder", 1, &["ArithmeticException"]);
    check("Whole.power", 3, &[]);
    check("Whole.flag", 1, &[]);
    check("Whole.order", 4, &[]);
}

#[test]
fn unknown_indices_and_lengths_of_arrays() {
    let outside = "ArrayIndexOutOfBoundsException";
    check("Rows.days", 1, &[outside]);
    check("Rows.isLong", 4, &[]);
    check("Rows.counted", 5, &[]);
    check("Rows.sized", 7, &["NegativeArraySizeException"]);
    check("Rows.named", 3, &[outside]);
}

#[test]
fn arrays_can_be_unknown_arguments() {
    let report = explored("Rows.total");
    assert_eq!(report.verdict(), Conclusion::Fails, "{report}");
    assert_eq!(outcomes(&report)[..4], ["returns 0", "returns 1", "returns 2", "returns 3"], "{report}");
    assert!(report.to_string().contains("arrays of up to 3 elements"), "{report}");
    let report = explored("Rows.main");
    let failing =
        report.complete().find(|path| path.outcome.to_string() == "throws java.lang.AssertionError");
    let inputs = &failing.expect("the port is found").inputs;
    assert!(
        inputs[0].1.starts_with("new String[] {\"--port\", \"") && inputs[0].1.contains("4711"),
        "{report}"
    );
    assert!(report.junit(true).expect("main is public").contains("Rows.main(new String[] {})"), "{report}");
}

#[test]
fn references_that_are_wrong_throw() {
    let report = explored("Rows.wrong");
    let expected = [
        "returns 1",
        "throws java.lang.ArrayStoreException",
        "throws java.lang.ClassCastException",
        "throws java.lang.ExceptionInInitializerError",
        "throws java.lang.NegativeArraySizeException",
    ];
    let outcomes = outcomes(&report);
    assert_eq!(outcomes[..5], expected, "{report}");
    assert!(outcomes[5..].iter().all(|one| one == "throws java.lang.NullPointerException"), "{report}");
    assert_eq!(outcomes.len(), 10, "{report}");
}

#[test]
fn exceptions_are_caught_on_their_way() {
    check("Rows.inherited", 3, &[]);
    check("Rows.closed", 4, &[]);
}

#[test]
fn deep_calls_end_at_a_bound() {
    let known = vec![("arg0".to_owned(), "100000".to_owned())];
    let report = with("Rows.deep", &Options { known, ..Options::default() });
    assert_eq!(report.verdict(), Conclusion::Unknown, "{report}");
    assert!(report.to_string().contains("cut at the bound on calls inside of calls"), "{report}");
}

#[test]
fn texts_of_any_length_can_be_asked_for() {
    let any = Options { max_length: 0, ..Options::default() };
    let report = with("Parsing.port", &any);
    let bounds = "verdict: fails (strings of any length with characters from U+0000 to U+007F)\n";
    assert!(report.to_string().ends_with(bounds), "{report}");
    assert_eq!(report.complete().count(), 3, "{report}");
    let report = with("Running.walk", &Options { alphabet: tress_exec::Alphabet::Utf16, ..any });
    assert!(report.to_string().ends_with("all were explored (all strings)\n"), "{report}");
    assert_eq!(report.verdict(), Conclusion::Holds, "{report}");
    assert_eq!(report.paths.len(), 8, "{report}");
}

#[test]
fn missing_names_come_with_candidates() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/java/classes");
    let problem = |method: &str| {
        let path = ClassPath::open(&folder).expect("the folder is there");
        explore(path, method, &Options::default()).expect_err("there is no such method").to_string()
    };
    assert_eq!(problem("ftp.run"), "there is no class ftp; there is Ftp");
    assert!(
        problem("Ftp.run").contains("there is no such method Ftp.run; there is String execute(String arg0)")
    );
    assert!(problem("Ftp").starts_with("Ftp is a class; name one of its methods, as Ftp.method:\n  static "));
}

#[test]
fn texts_are_split_stripped_and_matched() {
    let fault = "IllegalArgumentException";
    check("Texts.setting", 3, &[fault, "NumberFormatException"]);
    check("Texts.padded", 2, &[]);
    check("Texts.between", 3, &[]);
    check("Texts.sanitized", 1, &[]);
}

#[test]
fn a_second_comment_is_found() {
    let report = within("Texts.comment", 12);
    assert_eq!(report.verdict(), Conclusion::Fails, "{report}");
}

#[test]
fn words_are_counted_up_to_the_bound() {
    let report = within("Texts.middle", 7);
    assert_eq!(report.cut, None, "{report}");
    assert!(report.paths.iter().all(|path| path.replay == Replay::Same), "{report}");
    let middle =
        |path: &&tress_exec::Path| matches!(&path.outcome, Outcome::Returned(Some(word)) if word != "\"\"");
    assert!(report.complete().any(|path| middle(&path)), "{report}");
}

fn with(method: &str, options: &Options) -> Report {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/java/classes");
    explore(ClassPath::open(folder).expect("the folder is there"), method, options)
        .expect("the method is there")
}

/// What can happen, in order.
fn outcomes(report: &Report) -> Vec<String> {
    let mut outcomes: Vec<String> = report.paths.iter().map(|path| path.outcome.to_string()).collect();
    outcomes.sort_unstable();
    outcomes
}

#[test]
fn objects_are_made_by_their_constructor() {
    let report = with("bank.Account.open", &Options::default());
    // A name of control characters is not blank, but trimmed to nothing.
    let thrown = ["java.lang.ArithmeticException", "java.lang.IllegalStateException"];
    for class in thrown {
        assert!(outcomes(&report).contains(&format!("throws {class}")), "{report}");
    }
    assert!(report.paths.iter().all(|path| path.replay == Replay::Same), "{report}");
}

#[test]
fn arguments_can_be_known_or_null() {
    let known = vec![("arg0".to_owned(), "x=1".to_owned())];
    let report = with("Texts.setting", &Options { known, ..Options::default() });
    assert_eq!(outcomes(&report), ["returns 1"], "{report}");
    let report = with("Texts.setting", &Options { null_strings: true, ..Options::default() });
    assert_eq!(report.paths.len(), 6, "{report}");
    assert!(outcomes(&report).contains(&"throws java.lang.NullPointerException".to_owned()), "{report}");
}

#[test]
fn every_order_finds_the_same_paths() {
    let expected = outcomes(&with("Urls.check", &Options { max_length: 40, ..Options::default() }));
    assert_eq!(expected.len(), 10);
    for order in [Order::BreadthFirst, Order::Random(1), Order::Random(2), Order::DepthFirst] {
        let report = with("Urls.check", &Options { max_length: 40, order, ..Options::default() });
        assert_eq!(outcomes(&report), expected, "{order:?}: {report}");
    }
}

#[test]
fn bounds_that_cut_are_reported() {
    let report = with("Urls.check", &Options { max_paths: 3, ..Options::default() });
    assert_eq!(report.paths.len(), 3, "{report}");
    assert!(report.cut.is_some(), "{report}");
    let report = with("Urls.check", &Options { max_depth: 2, ..Options::default() });
    assert!(report.to_string().contains("cut at the bound on questions of a path"), "{report}");
    assert_eq!(report.verdict(), Conclusion::Unknown, "{report}");
}

#[test]
fn conditions_are_files_that_the_solver_reads() {
    let report = with("Texts.setting", &Options { conditions: true, ..Options::default() });
    for path in &report.paths {
        let script = path.script.as_ref().expect("it was asked for");
        let mut solver = tress::Solver::new();
        let body = script.replace("(check-sat)\n(get-model)\n", "");
        solver.parse(&body).expect("it is SMT-LIB");
        assert_eq!(solver.check(), tress::Answer::Sat, "{script}");
    }
}

#[test]
fn paths_are_tests_trees_and_lines() {
    let report = with("bank.Account.open", &Options::default());
    let tests = report.junit(true).expect("the method is public");
    assert!(tests.contains("package bank;\n") && tests.contains("class AccountOpenTest {"), "{tests}");
    assert_eq!(tests.matches("@Test").count(), report.complete().count(), "{tests}");
    let thrown = "assertThrows(java.lang.IllegalStateException.class, () -> new Account().open(";
    assert!(tests.contains(thrown), "{tests}");
    let tree = report.dot();
    assert_eq!(tree.matches("fillcolor").count(), report.paths.len(), "{tree}");
    let nodes = tree.lines().filter(|line| line.contains(" [label") && !line.contains("->")).count();
    assert_eq!(tree.matches(" -> ").count(), nodes - 1, "a tree has one edge less than nodes: {tree}");
    let lines = report.lcov();
    assert!(lines.starts_with("TN:\nSF:bank/Account.java\n"), "{lines}");
    assert!(lines.contains("\nLF:") && !lines.contains(",0\n"), "all lines ran: {lines}");
}

#[test]
fn an_unanchored_check_lets_an_attack_through() {
    let sink = r"shop.Orders.query=.*'.*' OR '1'='1.*".parse().expect("a sink");
    let options = Options { sinks: vec![sink], ..Options::default() };
    let report = with("shop.Orders.show", &options);
    assert_eq!(report.verdict(), Conclusion::Fails, "{report}");
    assert!(report.complete().any(|path| matches!(path.outcome, Outcome::Reached(_))), "{report}");
    let report = with("shop.Orders.showChecked", &options);
    assert_eq!(report.verdict(), Conclusion::Holds, "{report}");
}
