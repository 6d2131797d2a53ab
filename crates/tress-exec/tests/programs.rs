//! Some of the programs with verdicts, for all strings of UTF-16, without a JDK.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use tress_classes::{ClassPath, Source};
use tress_exec::{Alphabet, Conclusion, Failure, Options, Report, explore};

/// Programs that need nothing of the library but what is modelled.
const SAMPLE: [&str; 44] = [
    "text/KeyValue01",
    "text/KeyValue02",
    "text/EscapeHtml01",
    "text/ShellQuote01",
    "text/ShellQuote02",
    "text/Trim02",
    "text/Hex01",
    "text/Path01",
    "text/Path02",
    "text/Email01",
    "text/Email02",
    "text/Command01",
    "text/Builder01",
    "text/ParseInt01",
    "text/ParseInt03",
    "text/LogLine01",
    "text/Substring01",
    "text/Template01",
    "text/Template02",
    "text/IgnoreCase01",
    "numbers/Overflow01",
    "numbers/Binary01",
    "machines/Account01",
    "machines/Finally03",
    "text/Trim01",
    "text/CompareTo02",
    "text/Format02",
    "text/Base01",
    "numbers/Bits01",
    "numbers/Bits02",
    "numbers/Boxes01",
    "numbers/Division01",
    "numbers/Long01",
    "numbers/Radix01",
    "numbers/Radix02",
    "regex/Assignment02",
    "regex/Groups02",
    "regex/Swap01",
    "text/Pieces01",
    "text/Pieces02",
    "text/Region02",
    "text/Switch01",
    "numbers/Binary02",
    "machines/Tries02",
];

fn programs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/java/programs")
}

fn report(program: &str, property: &str) -> Report {
    let classes = programs().join("classes");
    let mut path = ClassPath::default();
    for folder in [classes.join(program), classes.join("common")] {
        path.add(Source::open(folder).expect("the classes are there"));
    }
    let options = Options {
        max_length: i32::MAX as u32,
        alphabet: Alphabet::Utf16,
        time: Some(Duration::from_secs(120)),
        check_time: Some(Duration::from_secs(20)),
        known: vec![("arg0".to_owned(), "{}".to_owned())],
        failure: match property {
            "valid-assert" => Failure::Assertion,
            _ => Failure::RuntimeException,
        },
        stops_at_failure: true,
        ..Options::default()
    };
    explore(path, "Main.main([Ljava/lang/String;)V", &options).expect("the program is there")
}

/// The lines of the table: program, property, verdict, witness.
fn verdicts() -> Vec<Vec<String>> {
    let text = fs::read_to_string(programs().join("verdicts.tsv")).expect("the table is there");
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

#[test]
fn a_sample_of_programs_has_the_expected_verdicts() {
    let mut seen = HashMap::new();
    for row in verdicts() {
        if !SAMPLE.contains(&row[0].as_str()) {
            continue;
        }
        let report = report(&row[0], &row[1]);
        let expected = if row[2] == "true" { Conclusion::Holds } else { Conclusion::Fails };
        assert_eq!(report.verdict(), expected, "{} {}: {report}", row[0], row[1]);
        assert!(!report.is_bounded, "{} {}", row[0], row[1]);
        *seen.entry(row[0].clone()).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), SAMPLE.len(), "every program of the sample is in the table");
}

#[test]
fn the_table_has_a_witness_for_each_violation_and_the_files_of_each_program() {
    for row in verdicts() {
        assert_eq!(row[2] == "false", !row[3].is_empty(), "{row:?}");
        let file = |name: String| programs().join(name).exists();
        assert!(
            file(format!("{}/Main.java", row[0])) && file(format!("classes/{}/Main.class", row[0])),
            "{row:?}"
        );
        let task = fs::read_to_string(programs().join(format!("{}.yml", row[0]))).expect("a task");
        assert!(task.contains(&format!("{}.prp\n    expected_verdict: {}\n", row[1], row[2])), "{row:?}");
    }
}
