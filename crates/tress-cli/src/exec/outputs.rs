//! The files that `tress exec` writes.

use std::fs;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use tress_exec::{Conclusion, Decision, Outcome, Replay, Report};

use crate::json::{self, Object};

/// Writes the files that were asked for; what is shown is left. The name `-` prints one instead of the
/// summary.
pub(super) fn write(given: &ArgMatches, report: &Report) -> Result<String, String> {
    let file = |name: &str| given.get_one::<PathBuf>(name);
    let mut shown = String::new();
    let mut put = |location: &PathBuf, text: &str| match location.as_os_str() == "-" {
        true => {
            shown.push_str(text);
            Ok(())
        }
        false => save(location, text),
    };
    if let Some(location) = file("junit") {
        put(location, &report.junit(given.get_flag("all-tests"))?)?;
    }
    if let Some(location) = file("dot") {
        put(location, &report.dot())?;
    }
    if let Some(location) = file("svg") {
        put(location, &report.svg())?;
    }
    if let Some(location) = file("html") {
        let folders: Vec<&PathBuf> = given.get_many("source").into_iter().flatten().collect();
        let source =
            |name: &str| folders.iter().find_map(|folder| fs::read_to_string(folder.join(name)).ok());
        put(location, &report.html(source))?;
    }
    if let Some(location) = file("lcov") {
        put(location, &report.lcov())?;
    }
    if let Some(location) = file("json") {
        put(location, &objects(report))?;
    }
    if let Some(folder) = file("smt2-dir") {
        fs::create_dir_all(folder).map_err(|problem| failed(folder, &problem))?;
        for (number, path) in report.paths.iter().enumerate() {
            let location = folder.join(format!("path{}.smt2", number + 1));
            save(&location, path.script.as_deref().unwrap_or_default())?;
        }
    }
    if shown.is_empty() {
        shown = report.to_string();
    }
    if given.get_flag("stats") {
        shown.push_str(&report.work.to_string());
    }
    Ok(shown)
}

fn failed(location: &Path, problem: &std::io::Error) -> String {
    format!("{}: {problem}", location.display())
}

fn save(location: &Path, text: &str) -> Result<(), String> {
    fs::write(location, text).map_err(|problem| failed(location, &problem))
}

/// The report as one object of JSON.
fn objects(report: &Report) -> String {
    let paths = report.paths.iter().enumerate().map(|(number, path)| {
        let (kind, detail) = outcome(&path.outcome);
        let thrown = path.thrown.as_ref();
        let inputs =
            path.inputs.iter().fold(Object::new(), |object, (name, value)| object.with_text(name, value));
        let (replay, why) = match &path.replay {
            Replay::Same => ("same", None),
            Replay::Different(what) => ("different", Some(what)),
            Replay::NoInput(why) => ("no input", Some(why)),
        };
        Object::new()
            .with("id", number + 1)
            .with_text("outcome", kind)
            .with_maybe("value", detail.map(json::escape))
            .with_maybe("message", thrown.and_then(|thrown| thrown.message.as_deref()).map(json::escape))
            .with_maybe("place", thrown.and_then(|thrown| thrown.location.as_deref()).map(json::escape))
            .with("inputs", inputs)
            .with_text("replay", replay)
            .with_maybe("why", why.map(|why| json::escape(why)))
            .with("decisions", json::list(path.decisions.iter().map(decision)))
            .to_string()
    });
    let verdict = match report.verdict() {
        Conclusion::Holds => "holds",
        Conclusion::Fails => "fails",
        Conclusion::Unknown | Conclusion::Unsupported => "unknown",
    };
    let object = Object::new()
        .with_text("command", "exec")
        .with_text("method", &report.method)
        .with_text("verdict", verdict)
        .with_text("bounds", &report.bounds)
        .with_maybe("cut", report.cut.as_deref().map(json::escape))
        .with("questions", report.work.questions)
        .with("paths", json::list(paths));
    format!("{object}\n")
}

fn outcome(outcome: &Outcome) -> (&'static str, Option<&str>) {
    match outcome {
        Outcome::Returned(value) => ("return", value.as_deref()),
        Outcome::Threw(class) if class == "java.lang.AssertionError" => ("assert", Some(class)),
        Outcome::Threw(class) => ("exception", Some(class)),
        Outcome::Exited => ("exit", None),
        Outcome::Reached(what) => ("sink", Some(what)),
        Outcome::Hangs => ("hang", None),
        Outcome::Unsupported(what) => ("unsupported", Some(what)),
        Outcome::Bound(what) => ("bound", Some(what)),
    }
}

fn decision(decision: &Decision) -> String {
    Object::new()
        .with_text("method", &decision.method)
        .with("offset", decision.offset)
        .with_maybe("line", decision.line)
        .with("taken", decision.taken)
        .with_maybe("forced", decision.is_forced.then_some(true))
        .with_text("smt", &decision.condition)
        .to_string()
}
