//! Inputs that programs ask for, what a failure is, and how programs end.

use std::path::Path;

use tress_classes::ClassPath;
use tress_exec::{Alphabet, Conclusion, Failure, Options, Outcome, Report, explore};

fn explored(method: &str, options: &Options) -> Report {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/java/classes");
    let path = ClassPath::open(folder).expect("the folder is there");
    explore(path, method, options).expect("the method is there")
}

fn outcomes(report: &Report) -> Vec<String> {
    let mut shown: Vec<String> = report.complete().map(|path| path.outcome.to_string()).collect();
    assert_eq!(shown.len(), report.paths.len(), "{report}");
    shown.sort_unstable();
    shown
}

#[test]
fn inputs_have_an_order_and_assumptions() {
    let report = explored("Draws.sum", &Options::default());
    // Inputs that are excluded are no paths.
    assert_eq!(report.paths.len(), 2, "{report}");
    assert_eq!(report.verdict(), Conclusion::Holds, "{report}");
    let exit = report.complete().find(|path| path.outcome == Outcome::Exited).expect("it exits");
    let told = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(exit.inputs, [told("byte1", "127"), told("byte2", "127")], "{report}");
    assert!(!report.is_bounded, "{report}");
}

#[test]
fn strings_are_bounded_only_where_they_are_asked_for() {
    let with =
        |wanted: &str| Options { known: vec![("arg0".to_owned(), wanted.to_owned())], ..Options::default() };
    let report = explored("Draws.length", &with("true"));
    assert_eq!(outcomes(&report).len(), 3, "{report}");
    assert!(report.is_bounded, "{report}");
    let all = Options { max_length: i32::MAX as u32, alphabet: Alphabet::Utf16, ..with("true") };
    assert!(!explored("Draws.length", &all).is_bounded);
    let report = explored("Draws.length", &with("false"));
    assert_eq!(outcomes(&report), ["returns 0"], "{report}");
    assert!(!report.is_bounded, "{report}");
}

#[test]
fn failures_are_what_was_asked_for() {
    for (failure, wanted, fails) in [
        (
            Failure::Exception,
            ["returns \"fine\"", "throws java.lang.Exception", "throws java.lang.IllegalStateException"],
            2,
        ),
        (
            Failure::Assertion,
            ["returns \"fine\"", "throws java.lang.AssertionError", "throws java.lang.Exception"],
            1,
        ),
        (
            Failure::RuntimeException,
            ["returns \"fine\"", "throws java.lang.Exception", "throws java.lang.IllegalStateException"],
            1,
        ),
    ] {
        let report = explored("Draws.caught", &Options { failure, ..Options::default() });
        assert_eq!(outcomes(&report), wanted, "{failure:?}: {report}");
        assert_eq!(
            report.paths.iter().filter(|path| path.is_failure()).count(),
            fails,
            "{failure:?}: {report}"
        );
    }
}

#[test]
fn one_failure_is_enough_where_that_is_asked_for() {
    let options = Options { stops_at_failure: true, ..Options::default() };
    let report = explored("Draws.caught", &options);
    assert_eq!(report.verdict(), Conclusion::Fails, "{report}");
    assert!(report.cut.is_some() && report.paths.last().is_some_and(|path| path.is_failure()), "{report}");
}

#[test]
fn a_program_has_no_arguments_where_that_is_said() {
    let known = vec![("arg0".to_owned(), "{}".to_owned())];
    let report = explored("Draws.main", &Options { known, ..Options::default() });
    assert_eq!(outcomes(&report), ["returns"], "{report}");
}
