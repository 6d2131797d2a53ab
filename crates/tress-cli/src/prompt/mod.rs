//! The prompt: reads lines from a terminal, with history and completion.

pub(crate) mod repl;

use std::io::{self, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};
use tress_session::{Reply, Session, Summary};

use crate::process::interrupts::Interrupts;
use crate::version::VERSION;
use repl::{Repl, completions};

/// Completes names; the rest is as plain as a terminal.
struct Names;

impl Completer for Names {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let (start, names) = completions(&line[..position]);
        Ok((start, names.into_iter().map(str::to_owned).collect()))
    }
}

impl Hinter for Names {
    type Hint = String;
}

impl Highlighter for Names {}
impl Validator for Names {}
impl Helper for Names {}

/// Reads and answers lines until the person leaves. `after` hears of each reply.
pub(crate) fn run(
    session: &mut Session,
    interrupts: &Interrupts,
    mut after: impl FnMut(&mut Session, &Reply),
) -> io::Result<Summary> {
    let config = Config::builder().completion_type(rustyline::CompletionType::List).build();
    let mut editor: Editor<Names, DefaultHistory> = Editor::with_config(config).map_err(io::Error::other)?;
    editor.set_helper(Some(Names));
    let mut output = io::stdout();
    writeln!(output, "tress {VERSION}. Type SMT-LIB commands; help lists them, Ctrl-D leaves.")?;
    let mut repl = Repl::new();
    // A command over many lines is one entry of the history.
    let mut typed = String::new();
    let mut summary = Summary::default();
    interrupts.at_prompt();
    loop {
        interrupts.wait(Some(String::new()));
        let line = editor.readline(repl.prompt());
        interrupts.wait(None);
        match line {
            Ok(line) => {
                let answered = repl.line(session, &line, |session, reply| {
                    after(session, reply);
                    interrupts.forget();
                });
                typed.push_str(&line);
                if repl.is_open() {
                    typed.push('\n');
                } else {
                    // A history that is full forgets; nothing else is lost.
                    let _ = editor.add_history_entry(std::mem::take(&mut typed));
                }
                summary.errors += answered.errors;
                output.write_all(answered.text.as_bytes())?;
                output.flush()?;
                if answered.is_exit {
                    return Ok(summary);
                }
            }
            Err(ReadlineError::Interrupted) => {
                repl.drop_command();
                typed.clear();
            }
            Err(ReadlineError::Eof) => return Ok(summary),
            Err(ReadlineError::Io(problem)) => return Err(problem),
            Err(problem) => return Err(io::Error::other(problem)),
        }
    }
}
