//! Loops: those that do not end are found, with an input.

use std::path::Path;

use tress_classes::ClassPath;
use tress_exec::{Alphabet, Conclusion, Options, Outcome, Replay, Report, explore};

fn explored(method: &str, options: &Options) -> Report {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/java/classes");
    explore(ClassPath::open(folder).expect("the folder is there"), method, options)
        .expect("the method is there")
}

/// Some input goes round for ever, and every path was confirmed.
fn check_hangs(method: &str, options: &Options) -> Report {
    let report = explored(method, options);
    let hangs = report.complete().filter(|path| path.outcome == Outcome::Hangs).count();
    assert!(hangs > 0, "{report}");
    assert_eq!(report.verdict(), Conclusion::Fails, "{report}");
    report
}

#[test]
fn a_search_that_finds_nothing_goes_round_for_ever() {
    let report =
        check_hangs("Loops.sanitize", &Options { max_length: 18, max_paths: 12, ..Options::default() });
    let shown = report.to_string();
    assert!(
        shown.contains("does not terminate")
            && shown.contains("for page = \"<")
            && shown.contains("without an end"),
        "{report}"
    );
}

#[test]
fn numbers_that_stay_are_found() {
    let report = check_hangs("Loops.halve", &Options::default());
    assert!(report.to_string().contains("does not terminate  for n = -"), "{report}");
}

#[test]
fn texts_that_stay_are_found() {
    check_hangs("Loops.unquoted", &Options { max_length: 8, ..Options::default() });
}

#[test]
fn new_objects_are_no_progress() {
    let report = check_hangs("Loops.spinning", &Options::default());
    assert!(report.to_string().contains("does not terminate  for n = 7\n"), "{report}");
    assert_eq!(report.paths.len(), 2, "{report}");
    assert!(report.junit(true).expect("a test").matches("@Test").count() == 1, "no test waits for ever");
}

#[test]
fn loops_that_end_are_not_called_endless() {
    let report = explored("Loops.countdown", &Options::default());
    assert!(report.paths.iter().all(|path| path.replay == Replay::Same), "{report}");
    assert!(report.complete().all(|path| path.outcome != Outcome::Hangs), "{report}");
    assert_eq!(report.verdict(), Conclusion::Holds, "{report}");
}

/// Texts of any length, of all units.
fn of_any_length() -> Options {
    Options { max_length: 0, alphabet: Alphabet::Utf16, ..Options::default() }
}

/// No string fails, whatever its length, and there are this many paths.
fn check_holds(method: &str, paths: usize) {
    let report = explored(method, &of_any_length());
    assert_eq!(report.verdict(), Conclusion::Holds, "{report}");
    assert_eq!(report.paths.len(), paths, "{report}");
    assert!(report.to_string().ends_with("all were explored (all strings)\n"), "{report}");
}

#[test]
fn scans_are_passed_over_whatever_the_length() {
    check_holds("Loops.isNumber", 3);
    check_holds("Loops.numbersHaveNoLetters", 4);
    check_holds("Loops.colon", 2);
    check_holds("Loops.withoutIndent", 2);
    check_holds("Loops.balance", 3);
}

#[test]
fn what_scans_leave_can_fail() {
    let report = explored("Loops.firstDigit", &of_any_length());
    let failing: Vec<_> =
        report.complete().filter(|path| matches!(path.outcome, Outcome::Threw(_))).collect();
    assert_eq!(failing.len(), 1, "{report}");
    assert_eq!(failing[0].inputs[0].1, "\"\"", "{report}");
    assert_eq!(report.cut, None, "{report}");
    let report = explored("Loops.sevenTabs", &of_any_length());
    assert_eq!(report.verdict(), Conclusion::Fails, "{report}");
    assert_eq!(report.cut, None, "{report}");
    let report = explored("Loops.value", &Options { max_length: 0, ..Options::default() });
    assert!(report.paths.iter().all(|path| path.replay == Replay::Same), "{report}");
    assert_eq!(report.verdict(), Conclusion::Fails, "{report}");
    assert_eq!(report.cut, None, "{report}");
}

#[test]
fn what_is_no_scan_is_followed_round_by_round() {
    let short = Options { max_length: 3, ..Options::default() };
    let report = explored("Loops.hasPair", &short);
    assert_eq!(report.verdict(), Conclusion::Holds, "{report}");
    assert!(report.paths.len() > 4, "{report}");
    let each = Options { unroll: true, ..short };
    let report = explored("Parsing.digits", &each);
    assert_eq!(report.paths.len(), 15, "each unit is a digit or not: {report}");
    let any = Options { max_paths: 20, ..of_any_length() };
    assert_eq!(explored("Loops.hasPair", &any).verdict(), Conclusion::Unknown);
}
