//! The program `tress` as a library: arguments in, replies and an exit code out. The program and the Python
//! package call it.
//!
//! Without a file it reads commands from standard input and answers each one at once; to a person
//! at a terminal it shows a prompt. Flags of z3 and cvc5 are understood, so that their clients can
//! run tress instead.

mod agree;
mod arguments;
mod batch;
mod caps;
mod ending;
#[cfg(feature = "exec")]
mod exec;
mod json;
mod language;
mod paths;
mod process;
mod prompt;
mod regex;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod values;
mod version;
mod watch;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::process::ExitCode;

use arguments::{Arguments, Task, flags, help};
use ending::fail;
use process::hard_limit;
pub use process::own::set_own_program;
use solve::{Guards, parse, portfolio};
use tress_session::{Session, View};

/// Runs the program with these arguments, without its own name in front.
pub fn run_program(arguments: impl IntoIterator<Item = impl Into<OsString>>) -> ExitCode {
    let given: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    match help::asked(given) {
        Ok(given) => run_command(given),
        Err(message) => fail(&message),
    }
}

/// Runs the command whose name stands first.
fn run_command(given: Vec<OsString>) -> ExitCode {
    let mut given = given.into_iter().peekable();
    if given.next_if(|first| first == "regex").is_some() {
        return regex::run(given.collect());
    }
    if given.next_if(|first| first == "language").is_some() {
        return language::run(given.collect());
    }
    if given.next_if(|first| first == "batch").is_some() {
        return batch::run(given.collect());
    }
    #[cfg(feature = "serve")]
    if given.next_if(|first| first == "serve").is_some() {
        return serve::run(given.collect(), flags::command);
    }
    #[cfg(feature = "exec")]
    if given.next_if(|first| first == "exec").is_some() {
        return exec::run(given.collect());
    }
    #[cfg(not(feature = "serve"))]
    if given.next_if(|first| first == "serve").is_some() {
        return fail("this program was built without the page: build it with --features serve");
    }
    #[cfg(not(feature = "exec"))]
    if given.next_if(|first| first == "exec").is_some() {
        return fail("this program was built without Java: build it with --features exec");
    }
    let arguments = match Arguments::read(given) {
        Ok(arguments) => arguments,
        Err(message) => return fail(&message),
    };
    hard_limit::watch(arguments.hard_limit);
    if let Err(problem) = arguments.inferences.as_ref().map_or(Ok(()), |path| File::create(path).map(drop)) {
        return fail(&problem.to_string());
    }
    match run(&arguments) {
        Ok(code) => code,
        // The reader of our output is gone; there is nobody left to report that to.
        Err(problem) if problem.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(problem) => fail(&problem.to_string()),
    }
}

fn run(arguments: &Arguments) -> io::Result<ExitCode> {
    match &arguments.task {
        Task::Print(text) => print(text.as_bytes()),
        Task::Completions(shell) => print(&arguments::completions(*shell)),
        Task::Manual(names) => match arguments::manual(names) {
            Ok(page) => print(&page),
            Err(message) => Ok(fail(&message)),
        },
        Task::Parse(files) => parse::parse(files, &arguments.options),
        Task::Agree(request) => agree::run(request, &arguments.options, arguments.verbosity),
        Task::Race(files, jobs) => portfolio::run(files, arguments, *jobs),
        Task::Session => solve::session(arguments, &Guards::start(arguments)?),
        Task::Solve(files) => solve::solve(files, arguments, &Guards::start(arguments)?, Session::new),
        Task::Rewritten(files) => {
            solve::solve(files, arguments, &Guards::start(arguments)?, Session::rewriting)
        }
        Task::View(view, files) => {
            let open = match view {
                View::Graph => |options| Session::viewing(options, View::Graph),
                View::Bits => |options| Session::viewing(options, View::Bits),
                View::Arrays => |options| Session::viewing(options, View::Arrays),
                View::Profile => |options| Session::viewing(options, View::Profile),
            };
            solve::solve(files, arguments, &Guards::start(arguments)?, open)
        }
    }
}

/// Text on standard output, as the whole result.
fn print(text: &[u8]) -> io::Result<ExitCode> {
    io::stdout().write_all(text)?;
    Ok(ExitCode::SUCCESS)
}
