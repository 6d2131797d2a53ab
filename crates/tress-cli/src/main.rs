//! The program `tress`: arguments in, replies and an exit code out.
//!
//! Without a file it reads commands from standard input and answers each one at once. Flags of
//! z3 and cvc5 are understood, so that their clients can run tress in their place.

mod arguments;
mod json;
mod limits;
mod parse;
mod regex;
mod regex_arguments;
mod regex_inputs;
mod regex_languages;
mod regex_words;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use arguments::{Arguments, Task};
use tress::internals::env::Log;
use tress::internals::options::Options;
use tress::internals::session::{Session, Summary, run, run_file};

fn main() -> ExitCode {
    let mut given = std::env::args().skip(1).peekable();
    if given.next_if(|first| first == "regex").is_some() {
        return regex::run(given.collect());
    }
    let arguments = match Arguments::read(given) {
        Ok(arguments) => arguments,
        Err(message) => return complain(&message),
    };
    limits::watch(arguments.hard_limit);
    if let Err(problem) = arguments.inferences.as_ref().map_or(Ok(()), |path| File::create(path).map(drop)) {
        return complain(&problem.to_string());
    }
    let done = match &arguments.task {
        Task::Help => print(&arguments::help()),
        Task::Version => print(&format!("tress {}\n", env!("CARGO_PKG_VERSION"))),
        Task::Parse(files) => parse::parse(files, &arguments.options),
        Task::Session => session(&arguments),
        Task::Solve(files) => solve(files, &arguments, Session::new),
        Task::Rewritten(files) => solve(files, &arguments, Session::rewriting),
    };
    match done {
        Ok(code) => code,
        // The reader of our output is gone; there is nobody left to tell.
        Err(problem) if problem.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(problem) => complain(&problem.to_string()),
    }
}

/// Text on standard output, as the whole result.
fn print(text: &str) -> io::Result<ExitCode> {
    io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// A message on standard error; the program fails.
fn complain(message: &str) -> ExitCode {
    // When even that cannot be written, the exit code still says it.
    let _ = writeln!(io::stderr(), "tress: {message}");
    ExitCode::from(2)
}

/// Commands from standard input. Errors have been told in replies; the exit status tells that there were some.
fn session(arguments: &Arguments) -> io::Result<ExitCode> {
    let mut session = open_session(arguments, Session::new)?;
    let input = io::stdin().lock();
    let redirected = std::fs::metadata("/dev/stdin").is_ok_and(|stdin| stdin.is_file());
    let Summary { errors, .. } = match redirected {
        true => run_file(&mut session, input, io::stdout())?,
        false => run(&mut session, input, io::stdout())?,
    };
    finish(&mut session, arguments)?;
    Ok(status(errors))
}

/// A session with the options that were given, and its log if one was asked for: those of several
/// files stand one after the other.
fn open_session(arguments: &Arguments, open: fn(Options) -> Session) -> io::Result<Session> {
    let mut session = open(arguments.options.clone());
    if let Some(path) = &arguments.inferences {
        let file = File::options().create(true).append(true).open(path)?;
        session.solver.log = Log::to(Box::new(BufWriter::new(file)));
    }
    Ok(session)
}

/// Files, one after the other, each in a session of its own.
fn solve(files: &[String], arguments: &Arguments, open: fn(Options) -> Session) -> io::Result<ExitCode> {
    let mut errors = 0;
    for file in files {
        let input = match File::open(file) {
            Ok(input) => input,
            Err(problem) => return Ok(complain(&format!("{file}: {problem}"))),
        };
        let mut session = open_session(arguments, open)?;
        let Summary { errors: more, .. } = run_file(&mut session, input, io::stdout())?;
        finish(&mut session, arguments)?;
        errors += more;
    }
    Ok(status(errors))
}

/// The exit status of sessions with so many errors.
fn status(errors: usize) -> ExitCode {
    if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What `--model` and `--stats` add at the end.
fn finish(session: &mut Session, arguments: &Arguments) -> io::Result<()> {
    let mut output = io::stdout();
    if arguments.model && session.solver.model().is_ok() {
        let reply = session.execute(b"(get-model)", tress::internals::smtlib::Position::START);
        output.write_all(reply.text.as_bytes())?;
    }
    if arguments.stats {
        writeln!(output, "{}", session.statistics_text())?;
    }
    output.flush()
}
