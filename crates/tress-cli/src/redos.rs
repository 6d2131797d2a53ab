//! `tress regex redos`: is there a word for which a backtracking matcher takes far too long?
//!
//! Enters: a question. Leaves: the verdict, where in the pattern it comes from, words that show it and, with `--confirm`,
//! the time that an installed engine takes for them.

use std::fmt::Write as _;

use tress_dialects::Mode;
use tress_dialects::redos::{Attack, Report, Verdict, analyse};

use crate::json::{self, Object};
use crate::redos_confirm::{self, Measured};
use crate::regex::{Answer, Asker, Failure, explain};
use crate::regex_words::readable;

impl Asker<'_> {
    /// Safe patterns are a yes, vulnerable ones a no; not to know is a failure.
    pub(crate) fn redos(&mut self) -> Answer {
        let pattern = self.pattern().to_owned();
        let request = self.request;
        let side = &request.first;
        let mode = if request.full { Mode::Full } else { Mode::Search };
        let report = analyse(side.dialect, &pattern, side.flags, mode, &self.budget)
            .map_err(|error| explain(&pattern, &error))?;
        if let Verdict::Unknown(why) = &report.verdict {
            return Err(Failure::Refused(format!("unknown ({why})"), None));
        }
        let mut text = tell_report(&pattern, &report);
        let mut object = report_object(&report);
        if let (Some(rounds), Some(attack)) = (request.attack, &report.attack) {
            let word = attack.word(rounds);
            let _ = writeln!(text, "word: {}", readable(&word));
            object = object.with("word", json::word(&word));
        }
        if let (true, Some(attack)) = (request.confirm, &report.attack) {
            let exponential = report.verdict == Verdict::Exponential;
            let case = redos_confirm::Case {
                pattern: &pattern,
                dialect: side.dialect,
                flags: request.flag_letters.as_str(),
                full: request.full,
                exponential,
                attack,
            };
            let measured = redos_confirm::measure(&case);
            let _ = writeln!(text, "{measured}");
            object = object.with("confirmed", measured_object(&measured));
        }
        self.tell(&text, &object)?;
        Ok(!report.verdict.is_vulnerable())
    }
}

/// The report for people.
fn tell_report(pattern: &str, report: &Report) -> String {
    let mut text = format!("{}\n", report.verdict);
    if !report.positions.is_empty() && !pattern.chars().any(char::is_control) {
        let last = report.positions.iter().max().copied().unwrap_or(0);
        let marks: String =
            (0..=last).map(|place| if report.positions.contains(&place) { '^' } else { ' ' }).collect();
        let _ = writeln!(text, "  {pattern}\n  {marks}");
    }
    if report.by_search {
        text += "because the search begins at every place\n";
    }
    if let Some(attack) = &report.attack {
        let _ = writeln!(text, "attack: {}", formula(attack));
        let steps = report.steps.iter().map(|(rounds, steps)| format!("n = {rounds}: {}", figure(*steps)));
        let _ = writeln!(text, "steps: {}", steps.collect::<Vec<_>>().join(", "));
    }
    text
}

/// The words of an attack as a sum, such as `"x" + "ab" * n + "!"`.
fn formula(attack: &Attack) -> String {
    let mut parts = Vec::new();
    for (fixed, pump) in &attack.parts {
        if !fixed.is_empty() {
            parts.push(readable(fixed));
        }
        parts.push(format!("{} * n", readable(pump)));
    }
    if !attack.suffix.is_empty() {
        parts.push(readable(&attack.suffix));
    }
    parts.join(" + ")
}

/// A number of steps; large ones are rounded.
fn figure(steps: f64) -> String {
    if steps < 1e7 { format!("{steps:.0}") } else { format!("{steps:.1e}") }
}

fn report_object(report: &Report) -> Object {
    let degree = match report.verdict {
        Verdict::Polynomial(degree) => Some(degree),
        _ => None,
    };
    let reason = match &report.verdict {
        Verdict::Safe(why) | Verdict::Unknown(why) => Some(json::escape(why)),
        _ => None,
    };
    let attack = report.attack.as_ref().map(|attack| {
        let part = |(fixed, pump): &(Vec<u32>, Vec<u32>)| {
            Object::new().with("fixed", json::word(fixed)).with("pump", json::word(pump)).to_string()
        };
        Object::new()
            .with("parts", json::list(attack.parts.iter().map(part)))
            .with("suffix", json::word(&attack.suffix))
    });
    let steps = report.steps.iter().map(|(rounds, steps)| {
        Object::new().with("n", rounds).with("steps", format!("{steps:e}")).to_string()
    });
    Object::new()
        .with_text("verdict", report.verdict.name())
        .with_maybe("degree", degree)
        .with_maybe("reason", reason)
        .with("positions", json::list(report.positions.iter().map(usize::to_string)))
        .with("by_search", report.by_search)
        .with_maybe("attack", attack)
        .with("steps", json::list(steps))
}

fn measured_object(measured: &Measured) -> Object {
    let times = measured
        .times
        .iter()
        .map(|(rounds, seconds)| Object::new().with("n", rounds).with_maybe("seconds", *seconds).to_string());
    Object::new()
        .with_text("engine", measured.engine)
        .with_maybe("skipped", measured.skipped.as_deref().map(json::escape))
        .with("times", json::list(times))
        .with("slow", measured.is_slow())
}
