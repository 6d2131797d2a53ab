//! `tress regex redos`: is there a word for which a backtracking matcher takes far too long?
//!
//! Enters: a question. Leaves: the verdict, where in the pattern it comes from, words that show it and, with
//! `--confirm`, the time that an installed engine takes for them.

mod confirm;

use std::fmt::Write as _;

use tress_dialects::Mode;
use tress_dialects::redos::{Attack, Report, Rounds, Verdict, analyse};

use crate::json::{self, Object};
use crate::regex::arguments::Redos;
use crate::regex::modes::name;
use crate::regex::words::readable;
use crate::regex::{Answer, Asker, Failure, explain};
use confirm::Measured;

impl Redos {
    /// Safe patterns are a yes, vulnerable ones a no; not to know is a failure.
    pub(super) fn answer(&self, asker: &mut Asker<'_>) -> Answer {
        let pattern = asker.pattern().to_owned();
        let side = &asker.request.side;
        let mode = if self.full { Mode::Full } else { Mode::Search };
        let report = analyse(side.dialect, &pattern, side.flags, mode, &asker.budget)
            .map_err(|error| explain(&pattern, &error))?;
        if let Verdict::Unknown(why) = &report.verdict {
            return Err(Failure::Refused(format!("unknown ({why})"), None));
        }
        let mut text = report_text(&pattern, &report);
        let mut object = report_object(&report).with_text("mode", name(mode));
        if let (Mode::Full, Verdict::Safe(_)) = (mode, &report.verdict) {
            let search = analyse(side.dialect, &pattern, side.flags, Mode::Search, &asker.budget);
            let slow = search.ok().filter(|search| search.verdict.is_vulnerable());
            if let Some(search) = slow {
                let _ = writeln!(text, "for matches of the whole word; in a search it is {}", search.verdict);
                object = object.with_text("in_search", search.verdict.name());
            }
        }
        if let (Some(rounds), Some(attack)) = (self.attack, &report.attack) {
            let word = attack.word(rounds);
            let _ = writeln!(text, "word: {}", readable(&word));
            object = object.with("word", json::word(&word));
        }
        if let (true, Some(attack)) = (self.confirm, &report.attack) {
            let exponential = report.verdict == Verdict::Exponential;
            let case = confirm::Case {
                pattern: &pattern,
                dialect: side.dialect,
                flags: self.flags.as_str(),
                full: self.full,
                // Words with a fixed number of rounds grow slowly, from a high start.
                exponential: exponential && !has_fixed_rounds(&report),
                attack,
            };
            let measured = confirm::measure(&case);
            let _ = writeln!(text, "{measured}");
            object = object.with("confirmed", measured_object(&measured));
        }
        asker.report(&text, &object)?;
        Ok(!report.verdict.is_vulnerable())
    }
}

/// The report for people.
fn report_text(pattern: &str, report: &Report) -> String {
    let mut text = format!("{}\n", report.verdict);
    if !report.positions.is_empty() && !pattern.chars().any(char::is_control) {
        let last = report.positions.iter().max().copied().unwrap_or(0);
        let marks: String =
            (0..=last).map(|position| if report.positions.contains(&position) { '^' } else { ' ' }).collect();
        let _ = writeln!(text, "  {pattern}\n  {marks}");
    }
    if report.by_search {
        text += "because the search begins at every place\n";
    }
    if let Some(attack) = &report.attack {
        let _ = writeln!(text, "attack: {}", formula(attack));
        match report.rounds {
            Rounds::Any if has_fixed_rounds(report) => {
                text += "for every n: the loop is bounded, and its rounds stand in front\n";
            }
            Rounds::Any => {}
            Rounds::UpTo(last) => {
                let _ = writeln!(
                    text,
                    "for n up to {last}: the loop is bounded, and with more the word matches or is fast"
                );
            }
        }
        let steps = report.steps.iter().map(|(rounds, steps)| format!("n = {rounds}: {}", figure(*steps)));
        let _ = writeln!(text, "steps: {}", steps.collect::<Vec<_>>().join(", "));
    }
    text
}

/// The words of an attack as a sum, such as `"x" + "ab" * n + "!"`.
fn formula(attack: &Attack) -> String {
    let mut parts = Vec::new();
    for (fixed, pump) in &attack.parts {
        let (front, rounds) = rounds_at_end(fixed);
        if !front.is_empty() {
            parts.push(readable(front));
        }
        if let Some((round, count)) = rounds {
            parts.push(format!("{} * {count}", readable(round)));
        }
        parts.push(format!("{} * n", readable(pump)));
    }
    if !attack.suffix.is_empty() {
        parts.push(readable(&attack.suffix));
    }
    parts.join(" + ")
}

/// Rounds of a word that are worth a number.
const MANY_ROUNDS: usize = 6;

/// A word as what stands in front and, when its end repeats something often, that and how often.
fn rounds_at_end(word: &[u32]) -> (&[u32], Option<(&[u32], usize)>) {
    for length in 1..=word.len() / MANY_ROUNDS {
        let round = &word[word.len() - length..];
        let count = word.rchunks(length).take_while(|chunk| *chunk == round).count();
        if count >= MANY_ROUNDS {
            return (&word[..word.len() - count * length], Some((round, count)));
        }
    }
    (word, None)
}

/// Stands a fixed number of rounds in front of what is repeated?
fn has_fixed_rounds(report: &Report) -> bool {
    let attack = report.attack.iter().flat_map(|attack| &attack.parts);
    report.verdict == Verdict::Exponential
        && attack.into_iter().any(|(fixed, _)| rounds_at_end(fixed).1.is_some())
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
            .with_text("formula", &formula(attack))
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
        .with_maybe("rounds", report.attack.as_ref().map(|_| rounds_object(report.rounds)))
}

/// The numbers of rounds for which the words are slow.
fn rounds_object(rounds: Rounds) -> Object {
    let most = match rounds {
        Rounds::Any => None,
        Rounds::UpTo(most) => Some(most),
    };
    Object::new().with("min", 1).with_maybe("max", most)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_counted() {
        let codes = |text: &str| text.chars().map(u32::from).collect::<Vec<u32>>();
        let attack = Attack {
            parts: vec![(codes("xabababababababab"), codes("b")), (codes("yy"), codes("z"))],
            suffix: codes("!"),
        };
        assert_eq!(formula(&attack), "\"x\" + \"ab\" * 8 + \"b\" * n + \"yy\" + \"z\" * n + \"!\"");
    }
}
