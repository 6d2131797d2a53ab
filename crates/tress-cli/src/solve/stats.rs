//! `--stats`: counters, time and memory of a session, as text or JSON.

use std::fmt::Write;
use std::time::Duration;

use tress_base::Clock;
use tress_session::Session;

use crate::arguments::StatsForm;

/// The clock of a session.
pub(crate) struct Meter {
    clock: Clock,
    in_checks: Duration,
}

impl Meter {
    /// The session begins.
    pub(crate) fn start() -> Self {
        Self { clock: Clock::start(), in_checks: Duration::ZERO }
    }

    /// A check took this long.
    pub(crate) fn add_check(&mut self, time: Duration) {
        self.in_checks += time;
    }

    /// Everything that is known, in one line: counters by name, then seconds and mebibytes.
    pub(crate) fn text(&self, session: &Session, form: StatsForm) -> String {
        let counters = session.solver.stats.iter().map(|(name, count)| (name, count.to_string()));
        let mut rows: Vec<(&str, String)> = counters.collect();
        let trail = session.solver.trail();
        rows.push(("decided-by", names(trail.decided_by.names(), form)));
        rows.push(("capped", counts(&trail.caps, form)));
        rows.push(("check-time", format!("{:.3}", self.in_checks.as_secs_f64())));
        rows.push(("time", format!("{:.3}", self.clock.elapsed().as_secs_f64())));
        rows.extend(tress_base::resident_bytes().map(|bytes| ("memory", mebibytes(bytes))));
        rows.extend(peak_bytes().map(|bytes| ("max-memory", mebibytes(bytes))));
        written(&rows, form)
    }
}

/// A list of plain names.
fn names(names: &[&str], form: StatsForm) -> String {
    match form {
        StatsForm::Text => format!("({})", names.join(" ")),
        StatsForm::Json if names.is_empty() => "[]".to_owned(),
        StatsForm::Json => format!("[\"{}\"]", names.join("\", \"")),
    }
}

/// Plain names with numbers.
fn counts(counts: &[(&str, u64)], form: StatsForm) -> String {
    let one = |(name, count): &(&str, u64)| match form {
        StatsForm::Text => format!("({name} {count})"),
        StatsForm::Json => format!("\"{name}\": {count}"),
    };
    let rows: Vec<String> = counts.iter().map(one).collect();
    match form {
        StatsForm::Text => format!("({})", rows.join(" ")),
        StatsForm::Json => format!("{{{}}}", rows.join(", ")),
    }
}

/// Rows of names and values. Names are plain: they need no escapes in either form.
fn written(rows: &[(&str, String)], form: StatsForm) -> String {
    let (open, close) = match form {
        StatsForm::Text => ("(:all-statistics (", "))\n"),
        StatsForm::Json => ("{", "}\n"),
    };
    let mut text = open.to_owned();
    for (index, (name, number)) in rows.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = match (form, index) {
            (StatsForm::Text, 0) => write!(text, ":{name} {number}"),
            (StatsForm::Text, _) => write!(text, " :{name} {number}"),
            (StatsForm::Json, 0) => write!(text, "\"{name}\": {number}"),
            (StatsForm::Json, _) => write!(text, ", \"{name}\": {number}"),
        };
    }
    text + close
}

fn mebibytes(bytes: u64) -> String {
    let kibibytes = bytes >> 10;
    format!("{}.{:02}", kibibytes >> 10, (kibibytes % 1024) * 100 / 1024)
}

/// The most memory this process ever held, if the system reports that.
fn peak_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_hold_the_same_rows() {
        let rows = [("checks", "2".to_owned()), ("time", "0.100".to_owned())];
        assert_eq!(written(&rows, StatsForm::Text), "(:all-statistics (:checks 2 :time 0.100))\n");
        assert_eq!(written(&rows, StatsForm::Json), "{\"checks\": 2, \"time\": 0.100}\n");
        assert_eq!(written(&[], StatsForm::Json), "{}\n");
    }

    #[test]
    fn lists_are_s_expressions_or_json() {
        assert_eq!(names(&["calculus", "guess"], StatsForm::Text), "(calculus guess)");
        assert_eq!(names(&["calculus", "guess"], StatsForm::Json), "[\"calculus\", \"guess\"]");
        assert_eq!(names(&[], StatsForm::Json), "[]");
        assert_eq!(counts(&[("states", 2), ("parts", 1)], StatsForm::Text), "((states 2) (parts 1))");
        assert_eq!(counts(&[("states", 2), ("parts", 1)], StatsForm::Json), "{\"states\": 2, \"parts\": 1}");
    }

    #[test]
    fn mebibytes_have_two_digits() {
        assert_eq!(
            (mebibytes(0), mebibytes(3 << 19), mebibytes(1 << 30)),
            ("0.00".into(), "1.50".into(), "1024.00".into())
        );
    }
}
