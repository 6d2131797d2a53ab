//! The real engines, each in one process that answers line by line.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use tress_dialects::Dialect;
use tress_dialects::sanitize::Function;

/// An engine that runs.
pub(super) struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// What an engine makes of a word: the output and whether what is forbidden matches in it; `None` if it
/// throws.
pub(super) type Outcome = Option<(Vec<u16>, bool)>;

impl Engine {
    /// Starts the engine of a dialect. Returns `None` if it is not installed.
    pub(super) fn start(dialect: Dialect, folder: &Path) -> io::Result<Option<Engine>> {
        let (name, text, program) = match dialect {
            Dialect::Ecma => ("engine.js", include_str!("engine.js"), "node"),
            Dialect::Python => ("engine.py", include_str!("engine.py"), "python3"),
            _ => ("Engine.java", include_str!("Engine.java"), "java"),
        };
        let version = if dialect == Dialect::Java { "-version" } else { "--version" };
        let known = Command::new(program).arg(version).stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !known.is_ok_and(|status| status.success()) {
            return Ok(None);
        }
        std::fs::create_dir_all(folder)?;
        let path = folder.join(name);
        std::fs::write(&path, text)?;
        let mut command = Command::new(program);
        if dialect == Dialect::Java {
            // Its patterns nest as deep as outputs are long.
            command.arg("-Xss512m");
        }
        let mut child = command.arg(&path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let missing = || io::Error::other("an engine without pipes");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        Ok(Some(Engine { child, input, output }))
    }

    /// What a chain makes of words; the message when the engine does not take the chain.
    pub(super) fn run(
        &mut self,
        flags: &str,
        functions: &[Function],
        forbidden: &str,
        words: &[Vec<u16>],
    ) -> io::Result<Result<Vec<Outcome>, String>> {
        let list: Vec<String> = words.iter().map(|word| hex(word)).collect();
        let line = format!("{flags}\t{}\t{}\t{}\n", written(functions), text(forbidden), list.join(" "));
        self.input.write_all(line.as_bytes())?;
        self.input.flush()?;
        let mut answer = String::new();
        self.output.read_line(&mut answer)?;
        let answer = answer.trim_end();
        if let Some(message) = answer.strip_prefix("error") {
            return Ok(Err(message.trim().to_owned()));
        }
        let outcomes: Vec<Outcome> = answer.split(' ').map(outcome).collect();
        if outcomes.len() != words.len() {
            return Err(io::Error::other(format!("an engine answered {answer:?}")));
        }
        Ok(Ok(outcomes))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn outcome(word: &str) -> Outcome {
    if word == "!" {
        return None;
    }
    let (digits, bad) = word.strip_suffix('+').map_or((word, false), |digits| (digits, true));
    let digits = if digits == "-" { "" } else { digits };
    let units = digits.as_bytes().chunks(4).filter_map(|unit| {
        std::str::from_utf8(unit).ok().and_then(|unit| u16::from_str_radix(unit, 16).ok())
    });
    Some((units.collect(), bad))
}

/// A word for an engine.
fn hex(word: &[u16]) -> String {
    if word.is_empty() { "-".to_owned() } else { word.iter().map(|unit| format!("{unit:04x}")).collect() }
}

fn text(text: &str) -> String {
    hex(&text.encode_utf16().collect::<Vec<u16>>())
}

/// A chain for an engine.
fn written(functions: &[Function]) -> String {
    let items = functions.iter().map(|function| match function {
        Function::Named(name) => name.clone(),
        Function::Replace(old, new) => format!("replace:{}:{}", text(old), text(new)),
        Function::ReplaceFirst(old, new) => format!("first:{}:{}", text(old), text(new)),
        Function::ReplaceMatches(pattern, new) => format!("match:{}:{}", text(pattern), text(new)),
        Function::UntilStable(inner) => format!("( {} )", written(inner)),
        Function::Table(_) => String::new(),
    });
    items.collect::<Vec<String>>().join(" ")
}
