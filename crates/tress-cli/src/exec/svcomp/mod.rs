//! Tasks of SV-COMP: does a program have a property?
//!
//! Enters: a file of a task and one of a property. Leaves: TRUE, FALSE with the property, or UNKNOWN on
//! standard output, and why on standard error. TRUE is said only when all paths were followed to their end
//! without any bound, and all was modelled.

mod compile;
mod task;

use std::path::{Path, PathBuf};
use std::time::Duration;

use tress_base::Budget;
use tress_classes::{ClassPath, Source};
use tress_exec::{
    Alphabet, Conclusion, Failure, Options, Order, Outcome, Replay, Report, explore, try_inputs,
};

use compile::Compiled;
use task::{Property, Task};

/// The method that a task is about.
const MAIN: &str = "Main.main([Ljava/lang/String;)V";
/// Time for all, where nobody says how much.
const TIME: Duration = Duration::from_secs(60);
/// Time that is kept for the end, after which an answer must be there.
const SLACK: Duration = Duration::from_millis(200);

/// How paths are looked for. Short strings of plain characters come first: most failures have such an input,
/// and it is found fast. The last attempt has all strings.
struct Attempt {
    order: Order,
    longest: u32,
    alphabet: Alphabet,
    /// Of the time that is left, in hundredths.
    share: u32,
}

const ATTEMPTS: [Attempt; 3] = [
    Attempt { order: Order::DepthFirst, longest: 12, alphabet: Alphabet::Ascii, share: 25 },
    Attempt { order: Order::Coverage, longest: 40, alphabet: Alphabet::Ascii, share: 45 },
    Attempt { order: Order::DepthFirst, longest: 0, alphabet: Alphabet::Utf16, share: 90 },
];
/// The part of the time, in hundredths, for random runs if an attempt leaves it open.
const TRIALS: u32 = 10;

/// What is said of a task, and why.
struct Answer {
    text: String,
    status: u8,
    why: String,
}

impl Answer {
    fn unknown(why: impl Into<String>) -> Answer {
        Answer { text: "UNKNOWN".to_owned(), status: 20, why: why.into() }
    }
}

/// Answers a task: the text for standard output and the exit status.
pub(super) fn answer(
    file: &Path,
    property: &Path,
    classes: Option<&String>,
    jdk: Option<PathBuf>,
    time: Option<Duration>,
) -> Result<(String, u8), String> {
    let budget = Budget::unlimited().with_time(Some(time.unwrap_or(TIME)));
    let task = Task::read(file)?;
    let property = Property::read(property)?;
    let compiled = match classes {
        Some(classes) => Ok(compile::compiled(classes, jdk.as_deref())),
        None => compile::compile(&task, jdk.as_deref(), &budget),
    };
    let answer = match compiled {
        Ok(compiled) => judge(&compiled, property, &budget, time.unwrap_or(TIME)),
        Err(why) => Answer::unknown(why),
    };
    if !answer.why.is_empty() {
        crate::ending::complain("exec", &answer.why);
    }
    Ok((format!("{}\n", answer.text), answer.status))
}

fn judge(compiled: &Compiled, property: Property, budget: &Budget, time: Duration) -> Answer {
    let (mut why, mut needs_all, mut is_tried) = (Vec::new(), false, false);
    for (number, attempt) in ATTEMPTS.iter().enumerate() {
        if needs_all && number + 1 < ATTEMPTS.len() {
            continue;
        }
        let left = time.saturating_sub(budget.elapsed()).saturating_sub(SLACK);
        if left.is_zero() {
            why.push("time is up".to_owned());
            break;
        }
        let report = match run(compiled, property, attempt, left * attempt.share / 100) {
            Ok(report) => report,
            Err(problem) => return Answer::unknown(problem),
        };
        match report.verdict() {
            Conclusion::Fails => return failed(report.paths.iter().find(|path| path.is_failure()), property),
            Conclusion::Holds if !report.is_bounded => {
                return Answer { text: "TRUE".to_owned(), status: 0, why: String::new() };
            }
            // Nothing but longer strings and other characters can make a difference.
            Conclusion::Holds => needs_all = true,
            Conclusion::Unknown | Conclusion::Unsupported => {
                why = reasons(&report);
                let left = time.saturating_sub(budget.elapsed()).saturating_sub(SLACK);
                let share = (time * TRIALS / 100).min(left);
                if !std::mem::replace(&mut is_tried, true)
                    && let Some(path) = run_by_chance(compiled, property, share)
                {
                    return failed(Some(&path), property);
                }
            }
        }
    }
    Answer::unknown(why.join("; "))
}

/// A run with random inputs that fails, if one is found.
fn run_by_chance(compiled: &Compiled, property: Property, time: Duration) -> Option<tress_exec::Path> {
    let all = ATTEMPTS.last()?;
    // Whatever is wrong with the program was reported by the attempts before.
    try_inputs(classes(compiled).ok()?, MAIN, &options(property, all, time)).ok().flatten()
}

fn run(compiled: &Compiled, property: Property, attempt: &Attempt, time: Duration) -> Result<Report, String> {
    explore(classes(compiled)?, MAIN, &options(property, attempt, time))
        .map_err(|problem| problem.to_string())
}

fn classes(compiled: &Compiled) -> Result<ClassPath, String> {
    let mut path = ClassPath::default();
    for location in &compiled.class_path {
        path.add(Source::open(location).map_err(|problem| problem.to_string())?);
    }
    Ok(path)
}

fn options(property: Property, attempt: &Attempt, time: Duration) -> Options {
    Options {
        order: attempt.order,
        max_length: attempt.longest,
        alphabet: attempt.alphabet,
        time: Some(time),
        max_paths: usize::MAX,
        max_depth: usize::MAX,
        max_steps: u64::MAX,
        known: vec![("arg0".to_owned(), "{}".to_owned())],
        failure: property.failure(),
        stops_at_failure: true,
        ..Options::default()
    }
}

fn failed(path: Option<&tress_exec::Path>, property: Property) -> Answer {
    let why = path.map(|path| {
        let inputs = path.inputs.iter().skip(1).map(|(name, value)| format!("{name} = {value}"));
        let inputs: Vec<String> = inputs.collect();
        match inputs.is_empty() {
            true => path.outcome.to_string(),
            false => format!("{} for {}", path.outcome, inputs.join(", ")),
        }
    });
    Answer { text: format!("FALSE({property})"), status: 10, why: why.unwrap_or_default() }
}

/// Why nothing is known, each reason once.
fn reasons(report: &Report) -> Vec<String> {
    let mut found: Vec<String> = report.cut.iter().cloned().collect();
    for path in report.paths.iter().filter(|path| !path.is_settled()) {
        let reason = match (&path.replay, &path.outcome) {
            (Replay::Different(what), _) => format!("an input is not confirmed: {what}"),
            (Replay::NoInput(what), _) => format!("no input is found: {what}"),
            (_, outcome @ (Outcome::Unsupported(_) | Outcome::Bound(_))) => outcome.to_string(),
            _ => continue,
        };
        if !found.contains(&reason) {
            found.push(reason);
        }
    }
    found
}

impl Property {
    fn failure(self) -> Failure {
        match self {
            Property::ValidAssert => Failure::Assertion,
            Property::NoRuntimeException => Failure::RuntimeException,
        }
    }
}
