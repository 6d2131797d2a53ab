//! Patterns of the shapes that advisories are about, and safe rewrites of them, in `testdata/redos/`.

use std::path::Path;
use std::time::Duration;

use tress_base::Budget;
use tress_dialects::redos::{Verdict, analyse};
use tress_dialects::{Dialect, Flags, Mode};

struct Case {
    position: String,
    dialect: Dialect,
    flags: Flags,
    mode: Mode,
    expected: String,
    pattern: String,
}

fn cases(name: &str) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/redos").join(name);
    let text = std::fs::read_to_string(path).expect("the file is there");
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    let cases = lines.map(|(index, line)| {
        let fields: Vec<&str> = line.splitn(4, ' ').collect();
        let (dialect, flags) = fields[0].split_once('/').unwrap_or((fields[0], ""));
        let dialect = Dialect::from_name(dialect).expect("a dialect");
        Case {
            position: format!("{name}:{}", index + 1),
            dialect,
            flags: dialect.read_flags(flags).expect("flags"),
            mode: if fields[1] == "full" { Mode::Full } else { Mode::Search },
            expected: fields[2].to_owned(),
            pattern: fields[3].to_owned(),
        }
    });
    cases.collect()
}

/// Judges every pattern of a file; gives the mistakes.
fn judge(name: &str) -> Vec<String> {
    let mut mistakes = Vec::new();
    let cases = cases(name);
    assert!(cases.len() >= 100, "{name} has {} patterns", cases.len());
    for case in cases {
        let budget = Budget::unlimited().with_time(Some(Duration::from_secs(20)));
        let before = budget.elapsed();
        let report = analyse(case.dialect, &case.pattern, case.flags, case.mode, &budget)
            .unwrap_or_else(|error| panic!("{}: {}: {error}", case.position, case.pattern));
        let found = match &report.verdict {
            Verdict::Polynomial(degree) => format!("polynomial:{degree}"),
            other => other.name().to_owned(),
        };
        let time = budget.elapsed() - before;
        if found != case.expected || time > Duration::from_secs(1) {
            let told = format!(
                "{}: {} is {}, not {} ({time:?})",
                case.position, case.pattern, report.verdict, case.expected
            );
            mistakes.push(told);
        }
        assert_eq!(report.verdict.is_vulnerable(), report.attack.is_some(), "{}", case.position);
    }
    mistakes
}

#[test]
fn none_is_missed() {
    let mistakes = judge("vulnerable.txt");
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

#[test]
fn none_is_wrongly_accused() {
    let mistakes = judge("safe.txt");
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}
