//! Methods of the library with unknown arguments: patterns with groups, and maps that run from a JDK where
//! one is installed.

use std::path::{Path, PathBuf};

use tress_classes::{ClassPath, Source};
use tress_exec::{Conclusion, Options, Outcome, Replay, Report, explore};

fn fixtures() -> ClassPath {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/java/classes");
    ClassPath::open(folder).expect("the folder is there")
}

/// The JDK that is installed, if there is one.
fn jdk() -> Option<PathBuf> {
    let named = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let found = named
        .into_iter()
        .chain(["/usr/lib/jvm/default-java".into(), "/usr/lib/jvm/java-17-openjdk-amd64".into()]);
    found.into_iter().find(|folder: &PathBuf| folder.join("lib/modules").is_file())
}

fn explored(path: ClassPath, method: &str) -> Report {
    explore(path, method, &Options { max_length: 12, ..Options::default() }).expect("the method is there")
}

/// Every path was run again, and they do this.
fn check(report: &Report, expected: &[&str]) {
    for path in &report.paths {
        assert_eq!(path.replay, Replay::Same, "{report}");
    }
    let mut outcomes: Vec<String> = report.paths.iter().map(|path| path.outcome.to_string()).collect();
    outcomes.sort_unstable();
    assert_eq!(outcomes, expected, "{report}");
}

#[test]
fn groups_of_unknown_texts_have_names() {
    let report = explored(fixtures(), "Regexes.setting");
    assert_eq!(report.verdict(), Conclusion::Fails, "{report}");
    let thrown: Vec<&Outcome> = report
        .complete()
        .map(|path| &path.outcome)
        .filter(|outcome| matches!(outcome, Outcome::Threw(_)))
        .collect();
    assert!(thrown.contains(&&Outcome::Threw("java.lang.IllegalStateException".to_owned())), "{report}");
    assert!(report.paths.iter().all(|path| path.replay == Replay::Same), "{report}");
}

/// In the JDK, where there is one.
fn check_with_jdk(method: &str, expected: &[&str]) {
    let Some(jdk) = jdk() else { return };
    let mut path = fixtures();
    path.add(Source::open(&jdk).expect("a JDK"));
    check(&explored(path, method), expected);
}

#[test]
fn unknown_keys_are_compared_with_all_others() {
    check_with_jdk("Maps.size", &["returns 21", "returns 23", "returns 31"]);
    check_with_jdk(
        "Maps.looked",
        &["returns \"none\"", "returns \"one\"", "returns \"three\"", "returns \"two\""],
    );
    check_with_jdk("Maps.counted", &["returns 1", "returns 1", "returns 2", "returns 2", "returns 3"]);
    check_with_jdk("Maps.grouped", &["returns 11", "returns 2"]);
    check_with_jdk("Maps.isNew", &["returns false", "returns true"]);
    check_with_jdk("Maps.recorded", &["returns 10", "returns 10", "returns 20"]);
    check_with_jdk("Maps.numbered", &["returns 0", "returns 3", "returns 4"]);
}

#[test]
fn the_order_of_known_keys_is_that_of_java() {
    let words = "{all=1, over=1, quick=1, away=1, lazy=1, jumps=1, them=1, brown=1, fox=1, the=2, and=1, of=1, from=1, runs=1, dog=1}";
    let expected = format!("returns \"{words}\"");
    check_with_jdk("Maps.ordered", &[&expected]);
}

#[test]
fn the_order_of_unknown_keys_is_not_made_up() {
    let Some(jdk) = jdk() else { return };
    let mut path = fixtures();
    path.add(Source::open(&jdk).expect("a JDK"));
    let report = explored(path, "Maps.unordered");
    assert_eq!(report.verdict(), Conclusion::Unknown, "{report}");
    assert!(
        report.complete().any(|path| path.outcome == Outcome::Returned(Some("\"{a=2}\"".to_owned()))),
        "{report}"
    );
}
