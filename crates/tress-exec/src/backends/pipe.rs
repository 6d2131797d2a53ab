//! Solvers at the other end of a pipe.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use tress_base::Budget;

use crate::report::Question;

/// Time for a program to start.
const START: Duration = Duration::from_secs(10);
/// Time for a model or for counters once an answer is there.
const AFTERWARDS: Duration = Duration::from_secs(2);

/// A solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backend {
    /// How it is named in tables.
    pub name: String,
    program: String,
    arguments: Vec<String>,
    /// Does it report the time in strings and in integers?
    tells_parts: bool,
    /// Does it know the operators of tress?
    is_tress: bool,
}

impl Backend {
    /// Reads the name of an engine of `tress`, or `smt:` and a command line.
    ///
    /// # Errors
    /// When the command line is empty. Names of engines are checked when it is started.
    pub fn new(text: &str, tress: &Path) -> Result<Backend, String> {
        let name = text.to_owned();
        if let Some(command) = text.strip_prefix("smt:") {
            let mut words = command.split_whitespace().map(str::to_owned);
            let program = words.next().ok_or("smt: needs the command of a solver")?;
            let arguments = words.collect();
            return Ok(Backend { name, program, arguments, tells_parts: false, is_tress: false });
        }
        let arguments = vec!["--engine".to_owned(), name.clone(), "-in".to_owned()];
        let program = tress.display().to_string();
        let tells_parts = name.starts_with("fixed-");
        Ok(Backend { tells_parts, name, program, arguments, is_tress: true })
    }

    /// Asks a question.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub(super) fn ask(&self, question: &Question, time: Duration) -> Result<Measured, String> {
        let mut talk = Talk::start(&self.program, &self.arguments)?;
        let begun = talk.budget.elapsed();
        let script = if self.is_tress { &question.script } else { &question.standard };
        let reply = talk.send(&format!("{script}(check-sat)\n"), time);
        let took = talk.budget.elapsed().saturating_sub(begun);
        let mut error = None;
        let said = match &reply {
            Reply::Line(line) => match line.as_str() {
                "sat" => Said::Sat,
                "unsat" => Said::Unsat,
                "unknown" => Said::Unknown,
                "timeout" => Said::TimeOut,
                other => {
                    error = Some(other.to_owned());
                    Said::Error
                }
            },
            Reply::Late => Said::TimeOut,
            Reply::Ended => {
                error = Some("it ended without an answer".to_owned());
                Said::Error
            }
        };
        let parts = match self.tells_parts && !matches!(said, Said::TimeOut | Said::Error) {
            true => talk.send_all("(get-info :all-statistics)\n").map(|text| Parts::read(&text, said)),
            false => None,
        };
        let asks_model = said == Said::Sat && !question.inputs.is_empty();
        let model = match asks_model {
            true => talk.send_all(&format!("(get-value ({}))\n", question.inputs.join(" "))),
            false => None,
        };
        Ok(Measured { said, time: took, parts, model, error })
    }
}

/// What came back.
enum Reply {
    Line(String),
    /// Nothing in time.
    Late,
    /// Nothing, and the program has ended.
    Ended,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Sat,
    Unsat,
    /// Given up.
    Unknown,
    TimeOut,
    /// Not understood, or not to be understood.
    Error,
}

/// What an answer took.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    pub(super) said: Said,
    pub(super) time: Duration,
    pub(super) parts: Option<Parts>,
    /// The values of inputs, as the solver wrote them.
    pub(super) model: Option<String>,
    /// The reply that is no answer.
    pub(super) error: Option<String>,
}

/// What is reported of the parts of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    pub(super) string: Duration,
    pub(super) integer: Duration,
    pub(super) iterate: u64,
    pub(super) is_preprocessed: bool,
}

impl Parts {
    fn read(text: &str, said: Said) -> Parts {
        let words: Vec<&str> =
            text.split(|character: char| character.is_whitespace() || "()".contains(character)).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let counter = |name: &str| {
            let index = words.iter().position(|word| word.trim_start_matches(':') == name)?;
            words.get(index + 1)?.parse::<u64>().ok()
        };
        let time = |name: &str| Duration::from_micros(counter(name).unwrap_or(0));
        Parts {
            string: time("fixed-string-microseconds"),
            integer: time("fixed-integer-microseconds"),
            iterate: counter("fixed-interchanges").unwrap_or(0),
            is_preprocessed: said == Said::Unsat && counter("fixed-constraints").unwrap_or(0) == 0,
        }
    }
}

/// Does `tress` refute these values of inputs? Returns `None` if the values cannot be read.
pub(super) fn refutes(
    tress: &Path,
    question: &Question,
    model: &str,
    time: Duration,
) -> Result<Option<bool>, String> {
    let Some(values) = values(model) else { return Ok(None) };
    let equalities = values.iter().map(|(name, value)| format!("(assert (= {name} {value}))\n"));
    let script = format!("{}{}(check-sat)\n", question.script, equalities.collect::<String>());
    let mut talk = Talk::start(&tress.display().to_string(), &["-in".to_owned()])?;
    Ok(Some(matches!(talk.send(&script, time), Reply::Line(line) if line == "unsat")))
}

/// The pairs of an answer to `get-value`.
fn values(text: &str) -> Option<Vec<(String, String)>> {
    let inside = text.trim().strip_prefix('(')?.strip_suffix(')')?;
    let mut pairs = Vec::new();
    let (mut depth, mut is_quoted, mut start) = (0_usize, false, 0);
    for (index, character) in inside.char_indices() {
        match character {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' => {
                if depth == 0 {
                    start = index + 1;
                }
                depth += 1;
            }
            ')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    let (name, value) = inside[start..index].trim().split_once(char::is_whitespace)?;
                    pairs.push((name.to_owned(), value.trim().to_owned()));
                }
            }
            _ => {}
        }
    }
    Some(pairs)
}

/// A running solver. It is stopped when this ends.
struct Talk {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    budget: Budget,
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Talk {
    fn start(program: &str, arguments: &[String]) -> Result<Talk, String> {
        let error = |what: &str| format!("{program}: {what}");
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|problem| error(&problem.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(error("it has no pipes"));
        };
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut talk = Talk { child, input, lines, budget: Budget::unlimited() };
        match talk.send("(set-option :produce-models true)\n(echo \"ready\")\n", START) {
            Reply::Line(line) if line.trim_matches('"') == "ready" => Ok(talk),
            Reply::Line(line) => Err(error(&line)),
            Reply::Late | Reply::Ended => Err(error("it does not answer")),
        }
    }

    /// Sends commands; the first line of the answer that is no confirmation, if one comes in time.
    fn send(&mut self, text: &str, time: Duration) -> Reply {
        // What a program that ends has written before is still read.
        let _ = self.input.write_all(text.as_bytes()).and_then(|()| self.input.flush());
        let begun = self.budget.elapsed();
        loop {
            let left = (begun + time).saturating_sub(self.budget.elapsed());
            let line = match self.lines.recv_timeout(left) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Reply::Late,
                Err(RecvTimeoutError::Disconnected) => return Reply::Ended,
            };
            let line = line.trim();
            if !matches!(line, "" | "success" | "unsupported") {
                return Reply::Line(line.to_owned());
            }
        }
    }

    /// Sends a command whose answer has any number of lines.
    fn send_all(&mut self, text: &str) -> Option<String> {
        let Reply::Line(mut all) = self.send(&format!("{text}(echo \"done\")\n"), AFTERWARDS) else {
            return None;
        };
        while let Ok(line) = self.lines.recv_timeout(AFTERWARDS) {
            if line.trim().trim_matches('"') == "done" {
                return Some(all);
            }
            all.push('\n');
            all.push_str(&line);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backends_are_engines_or_commands() {
        let tress = Path::new("tress");
        let engine = Backend::new("fixed-bits", tress).expect("an engine");
        assert_eq!((engine.program.as_str(), engine.tells_parts), ("tress", true));
        let other = Backend::new("smt:z3 -in", tress).expect("a command");
        assert_eq!(
            (other.program.as_str(), other.arguments.as_slice()),
            ("z3", ["-in".to_owned()].as_slice())
        );
        assert!(Backend::new("smt:", tress).is_err());
    }

    #[test]
    fn values_are_distinguished() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let found = values("((a \"x) (\"\"\")\n (n (- 5)) (b true))");
        assert_eq!(found, Some(vec![pair("a", "\"x) (\"\"\""), pair("n", "(- 5)"), pair("b", "true")]));
        assert_eq!(values("(error \"x\""), None);
    }

    #[test]
    fn counters_are_read() {
        let text = "(:fixed-constraints 3 :fixed-interchanges 7\n :fixed-string-microseconds 1500)";
        let parts = Parts::read(text, Said::Unsat);
        assert_eq!(
            (parts.iterate, parts.string, parts.is_preprocessed),
            (7, Duration::from_micros(1500), false)
        );
        assert!(Parts::read("(:checks 1)", Said::Unsat).is_preprocessed);
        assert!(!Parts::read("(:checks 1)", Said::Sat).is_preprocessed);
    }
}
