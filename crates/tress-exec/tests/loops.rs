//! Loops: those that do not end are found, with an input.

use std::path::Path;

use tress_classes::ClassPath;
use tress_exec::{Options, Outcome, Replay, Report, Verdict, explore};

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
    assert_eq!(report.verdict(), Verdict::Fails, "{report}");
    report
}

#[test]
fn a_search_that_finds_nothing_goes_round_for_ever() {
    let report =
        check_hangs("Loops.sanitize", &Options { max_length: 18, max_paths: 12, ..Options::default() });
    let shown = report.to_string();
    assert!(
        shown.contains("does not terminate  for arg0 = \"<") && shown.contains("without an end"),
        "{report}"
    );
}

#[test]
fn numbers_that_stay_are_found() {
    let report = check_hangs("Loops.halve", &Options::default());
    assert!(report.to_string().contains("does not terminate  for arg0 = -"), "{report}");
}

#[test]
fn texts_that_stay_are_found() {
    check_hangs("Loops.unquoted", &Options { max_length: 8, ..Options::default() });
}

#[test]
fn new_objects_are_no_progress() {
    let report = check_hangs("Loops.spinning", &Options::default());
    assert!(report.to_string().contains("does not terminate  for arg0 = 7\n"), "{report}");
    assert_eq!(report.paths.len(), 2, "{report}");
    assert!(report.junit().expect("a test").matches("@Test").count() == 1, "no test waits for ever");
}

#[test]
fn loops_that_end_are_not_called_endless() {
    let report = explored("Loops.countdown", &Options::default());
    assert!(report.paths.iter().all(|path| path.replay == Replay::Same), "{report}");
    assert!(report.complete().all(|path| path.outcome != Outcome::Hangs), "{report}");
    assert_eq!(report.verdict(), Verdict::Holds, "{report}");
}
