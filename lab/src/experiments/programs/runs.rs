//! One task: what the program `tress` says, and what one fixed run finds.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use tress_base::Clock;

use super::tasks::Task;

/// What the executor may take beyond its limit before it is ended.
const GRACE: Duration = Duration::from_secs(3);
/// What a fixed run may take, with the compiler.
const FIXED: Duration = Duration::from_secs(20);
/// Time between two looks at a process.
const LOOK: Duration = Duration::from_millis(2);

/// What was said of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Right,
    Wrong(String),
    Unknown(String),
}

/// What a process left.
struct Ended {
    output: String,
    complaints: String,
    is_late: bool,
}

/// The executor's word on a task, and how long it took.
pub(super) fn asked(tress: &str, task: &Task, limit: Duration) -> io::Result<(Said, Duration)> {
    let mut command = Command::new(tress);
    command.args(["exec", "--svcomp"]).arg(&task.file).arg("--prop").arg(&task.property);
    command.args(["--timeout", &limit.as_secs().max(1).to_string()]);
    if let Some(classes) = task.classes() {
        command.arg("--classes").arg(std::env::join_paths(classes).map_err(io::Error::other)?);
    }
    let clock = Clock::start();
    let ended = watch(command, limit + GRACE)?;
    Ok((judge(task, &ended), clock.elapsed()))
}

fn judge(task: &Task, ended: &Ended) -> Said {
    let why = || ended.complaints.trim().trim_start_matches("tress exec: ").replace('\n', "; ");
    let said = ended.output.trim();
    match (said == "TRUE", said.starts_with("FALSE")) {
        (true, _) if task.expected => Said::Right,
        (_, true) if !task.expected => Said::Right,
        (true, _) | (_, true) => Said::Wrong(format!("{said} {}", why())),
        _ if ended.is_late => Said::Unknown("it did not end in time".to_owned()),
        _ if said == "UNKNOWN" => Said::Unknown(why()),
        _ => Said::Wrong(format!("no answer: {said} {}", why())),
    }
}

/// Which exception ends one run in which every unknown value is zero or empty; `None` without a JDK.
pub(super) fn fixed_run(task: &Task, verifier: &Path) -> io::Result<Option<String>> {
    let folder = std::env::temp_dir().join(format!("tress-fixed-{}-{}", std::process::id(), task.name));
    let found = run_in(task, verifier, &folder);
    // What cannot be removed is left to the system.
    let _ = fs::remove_dir_all(&folder);
    found
}

fn run_in(task: &Task, verifier: &Path, folder: &Path) -> io::Result<Option<String>> {
    let classes = match task.classes() {
        Some(classes) => classes,
        None => {
            fs::create_dir_all(folder)?;
            let mut sources = Vec::new();
            task.inputs.iter().for_each(|input| java_files(input, &mut sources));
            let mut command = Command::new("javac");
            command.args(["-nowarn", "-g", "-d"]).arg(folder).args(sources);
            match watch(command, FIXED) {
                Ok(_) => vec![folder.to_owned()],
                Err(_) => return Ok(None),
            }
        }
    };
    let path = std::iter::once(verifier.to_owned()).chain(classes);
    let path = std::env::join_paths(path).map_err(io::Error::other)?;
    let mut command = Command::new("java");
    command.args(["-ea", "-XX:TieredStopAtLevel=1", "-cp"]).arg(path).arg("Main");
    let Ok(ended) = watch(command, FIXED) else { return Ok(None) };
    let thrown = ended.complaints.lines().find_map(|line| line.strip_prefix("Exception in thread \"main\" "));
    let class = thrown.and_then(|text| text.split([':', ' ']).next()).unwrap_or_default();
    Ok(Some(class.to_owned()))
}

/// Does the exception break the property?
pub(super) fn breaks(class: &str, property: &str) -> bool {
    match class {
        "" => false,
        "java.lang.AssertionError" => property.contains("assert"),
        _ => property.contains("exception") && !class.ends_with("Error"),
    }
}

fn java_files(place: &Path, found: &mut Vec<PathBuf>) {
    if place.extension().is_some_and(|end| end == "java") {
        found.push(place.to_owned());
    }
    // A path that is no folder has nothing inside.
    let inside = fs::read_dir(place).into_iter().flatten().filter_map(Result::ok);
    inside.for_each(|entry| java_files(&entry.path(), found));
}

/// Runs a process to its end, or ends it when its time is up.
fn watch(mut command: Command, limit: Duration) -> io::Result<Ended> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        let output = scope.spawn(|| text_of(stdout));
        let complaints = scope.spawn(|| text_of(stderr));
        let is_late = is_late(&mut child, limit)?;
        let (output, complaints) = (output.join().unwrap_or_default(), complaints.join().unwrap_or_default());
        Ok(Ended { output, complaints, is_late })
    })
}

fn text_of(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    // What was read before an error is still worth having.
    let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

fn is_late(child: &mut Child, limit: Duration) -> io::Result<bool> {
    let clock = Clock::start();
    loop {
        if child.try_wait()?.is_some() {
            return Ok(false);
        }
        if clock.has_passed(limit) {
            child.kill()?;
            child.wait()?;
            return Ok(true);
        }
        thread::sleep(LOOK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(expected: bool, output: &str) -> Said {
        let task = Task {
            file: "s/a.yml".into(),
            suite: "s".into(),
            name: "a".into(),
            inputs: Vec::new(),
            property: "p.prp".into(),
            expected,
        };
        judge(&task, &Ended { output: output.into(), complaints: "tress exec: why".into(), is_late: false })
    }

    #[test]
    fn answers_are_judged() {
        assert_eq!(said(true, "TRUE\n"), Said::Right);
        assert_eq!(said(false, "FALSE(valid-assert)\n"), Said::Right);
        assert_eq!(said(false, "TRUE\n"), Said::Wrong("TRUE why".into()));
        assert_eq!(said(true, "FALSE(x)"), Said::Wrong("FALSE(x) why".into()));
        assert_eq!(said(true, "UNKNOWN\n"), Said::Unknown("why".into()));
        assert!(matches!(said(true, ""), Said::Wrong(_)));
    }

    #[test]
    fn exceptions_break_their_property() {
        assert!(breaks("java.lang.AssertionError", "valid-assert"));
        assert!(!breaks("java.lang.AssertionError", "no-runtime-exception"));
        assert!(breaks("java.lang.NullPointerException", "no-runtime-exception"));
        assert!(
            !breaks("", "no-runtime-exception")
                && !breaks("java.lang.StackOverflowError", "no-runtime-exception")
        );
    }
}
