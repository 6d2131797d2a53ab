//! First contact: names, truth values, groups of failures, small suites, and the release of the JDK.

use std::path::{Path, PathBuf};

use tress_classes::{ClassPath, Source};
use tress_exec::{Alphabet, Conclusion, Options, Outcome, Report, explore};

fn fixtures() -> ClassPath {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/java/named");
    ClassPath::open(folder).expect("the folder is there")
}

/// JDKs that are installed, with their releases.
fn jdks() -> Vec<(PathBuf, u8)> {
    let named = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let installed =
        std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<(PathBuf, u8)> = Vec::new();
    for folder in named.into_iter().chain(installed).filter(|folder| folder.join("lib/modules").is_file()) {
        let mut path = ClassPath::default();
        path.add(Source::open(&folder).expect("a JDK"));
        let release = path.release().expect("every JDK has a release");
        if !found.iter().any(|(_, known)| *known == release) {
            found.push((folder, release));
        }
    }
    found
}

fn with_jdk(jdk: &Path) -> ClassPath {
    let mut path = fixtures();
    path.add(Source::open(jdk).expect("a JDK"));
    path
}

fn explored(path: ClassPath, method: &str) -> Report {
    explore(path, method, &Options::default()).expect("the method is there")
}

fn refused(method: &str) -> String {
    explore(fixtures(), method, &Options::default()).expect_err("it is refused").to_string()
}

fn outcomes(report: &Report) -> Vec<String> {
    let mut outcomes: Vec<String> = report.paths.iter().map(|path| path.outcome.to_string()).collect();
    outcomes.sort_unstable();
    outcomes
}

#[test]
fn both_truth_values_are_shown() {
    for method in ["demo.Contact.isYes", "demo.Contact.isMail"] {
        let Some((jdk, _)) = jdks().into_iter().next() else { return };
        let report = explored(with_jdk(&jdk), method);
        assert_eq!(outcomes(&report), ["returns false", "returns true"], "{report}");
        assert_eq!(report.verdict(), Conclusion::Holds, "{report}");
        let tests = report.junit(false).expect("a test");
        assert_eq!(tests.matches("@Test").count(), 2, "{tests}");
    }
}

#[test]
fn methods_are_named_as_people_write_them() {
    for (method, shown) in [
        ("demo.Limit.Half.of", "int demo.Limit.Half.of(int number)"),
        ("demo.Limit.allows(java.lang.String)", "boolean demo.Limit.allows(String text)"),
        ("boolean demo.Limit.allows(String whatever)", "boolean demo.Limit.allows(String text)"),
        ("demo.Limit.allows(Ljava/lang/String;)Z", "boolean demo.Limit.allows(String text)"),
    ] {
        assert_eq!(explored(fixtures(), method).method, shown, "{method}");
    }
    let Some((jdk, _)) = jdks().into_iter().next() else { return };
    for (method, shown) in [
        ("demo.Contact.over(int)", "int demo.Contact.over(int number)"),
        ("demo.Contact.over( String )", "int demo.Contact.over(String text)"),
        ("String demo.Contact.host(String url)", "String demo.Contact.host(String url)"),
    ] {
        assert_eq!(explored(with_jdk(&jdk), method).method, shown, "{method}");
    }
}

#[test]
fn names_that_are_not_there_are_answered_with_those_that_are() {
    let told = refused("demo.Limit");
    assert_eq!(
        told,
        "demo.Limit is a class; name one of its methods, as demo.Limit.method:\n  boolean allows(String text)\n  static int shout(String text)"
    );
    assert!(refused("demo.Contact.over").contains("may be int over(int number) or int over(String text)"));
    assert!(
        refused("demo.Contact.over(long)").contains("there is int over(int number), int over(String text)")
    );
    assert_eq!(refused("demo.Limits.allows"), "there is no class demo.Limits; there is demo.Limit");
    assert_eq!(refused("demo.allows"), "there is no class demo.allows");
    let told = refused("demo.Contact.any");
    assert!(
        told.starts_with(
            "the parameter value of int demo.Contact.any(Thread value) cannot be unknown: Thread"
        )
    );
    assert!(!told.contains("Ljava"), "{told}");
}

#[test]
fn objects_are_made_with_unknown_arguments() {
    let report = explored(fixtures(), "demo.Limit.allows");
    assert_eq!(outcomes(&report), ["returns false", "returns true"], "{report}");
    let names: Vec<&str> = report.paths[0].inputs.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["most", "text"], "{report}");
    let tests = report.junit(false).expect("a test");
    assert!(tests.contains("(new Limit(") && tests.contains(").allows(\""), "{tests}");
}

#[test]
fn failures_are_reported_once_with_their_location() {
    let report = explored(fixtures(), "demo.Limit.Half.of");
    let shown = report.to_string();
    assert!(
        shown.contains("throws java.lang.ArithmeticException (Limit.java:17)  for number = 1\n"),
        "{shown}"
    );
    let Some((jdk, _)) = jdks().into_iter().next() else { return };
    let options = Options { max_paths: 60, ..Options::default() };
    let report = explore(with_jdk(&jdk), "demo.Contact.compare", &options).expect("the method is there");
    let shown = report.to_string();
    let faults =
        shown.lines().filter(|line| line.contains("throws java.lang.ArrayIndexOutOfBoundsException"));
    assert!(faults.count() <= 2, "one for each place: {shown}");
    assert!(shown.contains("Contact.java:43") && shown.contains(" paths, as for "), "{shown}");
    let (few, all) = (report.junit(false).expect("tests"), report.junit(true).expect("tests"));
    let count = |tests: &str| tests.matches("@Test").count();
    assert!(count(&few) * 3 < count(&all), "{} of {}", count(&few), count(&all));
    for kind in [
        "assertThrows(java.lang.ArrayIndexOutOfBoundsException",
        "assertThrows(java.lang.NumberFormatException",
    ] {
        assert!(few.contains(kind), "{few}");
    }
    let report = explored(with_jdk(&jdk), "demo.Contact.host");
    assert!(report.to_string().contains("IllegalArgumentException: no scheme in "), "{report}");
}

#[test]
fn collections_are_values() {
    let Some((jdk, _)) = jdks().into_iter().next() else { return };
    let tests = |method: &str| explored(with_jdk(&jdk), method).junit(true).expect("tests");
    let words = tests("demo.Contact.words");
    assert!(words.contains("assertEquals(java.util.List.of(), Contact.words(\"\"))"), "{words}");
    assert!(words.contains("assertEquals(java.util.List.of(\""), "{words}");
    let lengths = explored(with_jdk(&jdk), "demo.Contact.lengths");
    assert!(lengths.to_string().contains("returns {"), "{lengths}");
    assert!(lengths.junit(true).expect("tests").contains("assertEquals(java.util.Map.of(\""), "{lengths}");
    let twice = tests("demo.Contact.twice");
    assert!(twice.contains("assertArrayEquals(new int[] {6, 6}, "), "{twice}");
}

#[test]
fn sequences_boxes_and_bytes_can_be_unknown() {
    let Some((jdk, _)) = jdks().into_iter().next() else { return };
    let report = explored(with_jdk(&jdk), "demo.Contact.first");
    assert_eq!(report.verdict(), Conclusion::Fails, "{report}");
    assert!(report.to_string().contains("every CharSequence is a String"), "{report}");
    let report = explored(with_jdk(&jdk), "demo.Contact.isBig");
    assert_eq!(outcomes(&report), ["returns false", "returns true"], "{report}");
    let report = explored(with_jdk(&jdk), "demo.Contact.bytes");
    assert_eq!(report.verdict(), Conclusion::Holds, "{report}");
    let mut different = outcomes(&report);
    different.dedup();
    assert_eq!(different, ["returns 0", "returns 1"], "{report}");
}

/// An unsupported pattern does not end a path unless it is used; then it is named.
#[test]
fn a_pattern_is_refused_where_it_is_used() {
    let Some((jdk, _)) = jdks().into_iter().next() else { return };
    let report = explored(with_jdk(&jdk), "demo.Contact.marks");
    let told = "the pattern \\p{InCombiningDiacriticalMarks}+: at 0: \\p: this property is not supported";
    assert!(outcomes(&report).iter().all(|one| one.ends_with(told)), "{report}");
    assert_eq!(explored(with_jdk(&jdk), "demo.Contact.over(int)").verdict(), Conclusion::Holds);
}

/// `\b` matches between an ASCII letter and one beyond ASCII in Java 19 and later only.
#[test]
fn boundaries_are_those_of_the_jdk() {
    let options = Options { max_length: 6, alphabet: Alphabet::Utf16, ..Options::default() };
    for (jdk, release) in jdks() {
        let report = explore(with_jdk(&jdk), "demo.Contact.behind", &options).expect("the method is there");
        let fails = report.complete().any(|path| matches!(path.outcome, Outcome::Threw(_)));
        assert_eq!(fails, release >= 19, "Java {release}: {report}");
    }
}

#[test]
fn a_few_values_stand_for_types_without_unknowns() {
    let Some((jdk, _)) = jdks().into_iter().next() else { return };
    for (method, said, ends) in [
        ("isText", "every Object is a String", &["returns true"][..]),
        ("has", "every java.util.List is java.util.Arrays.asList(...)", &["returns false", "returns true"]),
        ("least", "every double is one of 0.0, 1.5, -2.0, Double.NaN", &["returns -2.0", "returns 0.0"]),
        ("size", "StandardCharsets.ISO_8859_1", &["returns 1", "returns 2"]),
        ("lower", "every java.util.Locale is one of java.util.Locale.ROOT", &["returns \"a\""]),
    ] {
        let report = explored(with_jdk(&jdk), &format!("demo.Contact.{method}"));
        let shown = report.to_string();
        assert!(shown.contains(said) && report.is_bounded, "{shown}");
        for end in ends {
            assert!(outcomes(&report).iter().any(|one| one == end), "{end}: {shown}");
        }
    }
    let report = explored(with_jdk(&jdk), "demo.Contact.joined");
    let tests = report.junit(true).expect("tests");
    assert!(tests.contains("new Object[] {\"") && tests.contains("new Object[] {}"), "{tests}");
    let tests = explored(with_jdk(&jdk), "demo.Contact.next").junit(true).expect("tests");
    assert!(tests.contains("java.util.Arrays.asList(new String[] {\"\"}).iterator()"), "{tests}");
}

#[test]
fn what_cannot_be_unknown_can_be_null() {
    let told = refused("demo.Contact.supplied");
    assert!(told.contains("(--null-strings follows the paths where it is null)"), "{told}");
    let Some((jdk, _)) = jdks().into_iter().next() else { return };
    let options = Options { null_strings: true, ..Options::default() };
    let report = explore(with_jdk(&jdk), "demo.Contact.supplied", &options).expect("it is there");
    assert_eq!(outcomes(&report), ["returns \"none\""], "{report}");
    assert!(report.to_string().contains("every java.util.function.Supplier is null"), "{report}");
    assert!(report.is_bounded, "{report}");
}
