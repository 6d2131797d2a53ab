//! `tress language`: languages that satisfy subset constraints, as large as possible.
//!
//! Enters: the arguments after `language`. Leaves: solutions as text or JSON on standard output and an exit
//! code: 0 when there is a solution, 1 when there is none, 2 for an error or a limit.
//! `tress_languages::maximal` solves; here problems are read (`statements`, `smtlib`) and languages described
//! (`show`).

mod arguments;
mod grammar;
mod lexer;
pub(crate) mod limits;
mod posed;
mod show;
mod smtlib;
mod statements;

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use tress_automata::RegexStore;
use tress_base::Progress;
use tress_base::{Budget, Stop};
use tress_languages::maximal::Language;

use crate::ending::exit_code;
use crate::json::{self, Object};
use crate::paths::shown;
use crate::watch::Watch;
pub(crate) use arguments::command;
use arguments::{Asked, Request, read};
use lexer::Problem;
use posed::{Posed, Shown};
use show::Portrait;
use statements::Unread;

/// Why there is no answer.
enum Failure {
    /// The file is wrong, or something else that was asked for.
    Problem(Problem),
    /// A limit was reached after this number of solutions.
    Stopped(Stop, usize),
    /// The answer cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(problem: io::Error) -> Self {
        Failure::Output(problem)
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Failure::Problem(Problem { position: None, message })
    }
}

impl From<Unread> for Failure {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::Problem(problem) => Failure::Problem(problem),
            Unread::Stopped(stop) => Failure::Stopped(stop, 0),
        }
    }
}

/// Runs the command in `arguments`.
pub(crate) fn run(mut arguments: Vec<OsString>) -> ExitCode {
    if arguments.first().is_some_and(|first| first == "grammar") {
        return grammar::run(arguments.split_off(1));
    }
    exit_code(match read(arguments) {
        Ok(Asked::Solutions(request)) => answer(&request, &mut io::stdout().lock()),
        Ok(Asked::Help(page)) => io::stdout().write_all(page.as_bytes()).map(|()| 0),
        Err(message) => {
            complain(&message);
            Ok(2)
        }
    })
}

/// A message on standard error.
fn complain(message: &str) {
    crate::ending::complain("language", message);
}

/// Shows the solutions; gives the exit code.
fn answer(request: &Request, out: &mut dyn Write) -> io::Result<u8> {
    let progress = Progress::new();
    Watch::start(request.verbosity).look_through(progress.clone());
    progress.begin();
    progress.enter("languages");
    let budget = Budget::unlimited()
        .with_time(request.timeout)
        .with_memory(request.memory.map(|mebibytes| mebibytes << 20))
        .with_progress(&progress);
    let mut asker = Asker { request, budget: &budget, out };
    let done = asker.solve();
    progress.end();
    match done {
        Ok(found) => Ok(u8::from(!found)),
        Err(Failure::Output(problem)) => Err(problem),
        Err(failure) => {
            asker.report_failure(&failure)?;
            Ok(2)
        }
    }
}

/// The text in a file, or on standard input.
fn text_of(path: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let done = match path.to_str() {
        Some("-") => io::stdin().lock().read_to_end(&mut bytes).map(drop),
        _ => std::fs::read(path).map(|read| bytes = read),
    };
    done.map_err(|problem| problem.to_string())?;
    String::from_utf8(bytes).map_err(|_| "the file is not UTF-8".to_owned())
}

/// One problem and what is needed to answer it.
struct Asker<'a> {
    request: &'a Request,
    budget: &'a Budget,
    out: &'a mut dyn Write,
}

impl Asker<'_> {
    /// Shows the solutions; is there one?
    fn solve(&mut self) -> Result<bool, Failure> {
        let mut posed = self.read()?;
        if let Some(names) = &self.request.wanted {
            posed.want(names)?;
        }
        posed.notes.iter().for_each(|note| complain(&format!("note: {note}")));
        let mut store = RegexStore::new();
        let mut found = 0;
        for solution in posed.system.solutions(self.budget) {
            let solution = solution.map_err(|stop| Failure::Stopped(stop, found))?;
            if self.request.most == Some(found) {
                self.report_end(found, false)?;
                return Ok(true);
            }
            found += 1;
            self.report(&posed, &mut store, found, solution.languages())?;
            if self.request.most == Some(1) {
                // Whether there are more was not looked at.
                if self.request.details.json {
                    self.report_end(found, false)?;
                }
                return Ok(true);
            }
        }
        self.report_end(found, true)?;
        Ok(found > 0)
    }

    /// The problem in the file.
    fn read(&self) -> Result<Posed, Failure> {
        let path = &self.request.file;
        let text = text_of(path)?;
        if smtlib::is_script(&text) {
            return Ok(smtlib::read(&text, self.budget)?);
        }
        let folder = path.parent().filter(|_| path.as_os_str() != "-").unwrap_or(Path::new("."));
        Ok(statements::read(&text, folder, self.request.dialect, self.budget)?)
    }

    /// One solution.
    fn report(
        &mut self,
        posed: &Posed,
        store: &mut RegexStore,
        number: usize,
        languages: &[Language],
    ) -> Result<(), Failure> {
        let details = &self.request.details;
        let dialect = details.target.unwrap_or(posed.dialect);
        let mut objects = Vec::new();
        if !details.json {
            writeln!(self.out, "solution {number}")?;
        }
        let system = &posed.system;
        for (position, Shown { name, parts }) in posed.shown.iter().enumerate() {
            let language = system.concatenation(parts, languages);
            let written = |store: &mut RegexStore| {
                system.concatenation_expression(parts, languages, store, self.budget)
            };
            let portrait = Portrait::new(&language, written, details, dialect, store, self.budget)
                .map_err(|stop| Failure::Stopped(stop, number - 1))?;
            if details.json {
                objects.push(portrait.object(name, dialect, details.out.is_some()).to_string());
            } else {
                self.out.write_all(portrait.text(name, details).as_bytes())?;
            }
            self.report_automata(&portrait, position, name, number)?;
        }
        if details.json {
            let object = Object::new().with_text("command", "language").with("solution", number);
            writeln!(self.out, "{}", object.with("variables", json::list(objects)))?;
        }
        Ok(())
    }

    /// The automata of a language, into files or behind the rest of the text.
    fn report_automata(
        &mut self,
        portrait: &Portrait,
        position: usize,
        name: &str,
        number: usize,
    ) -> Result<(), Failure> {
        for (form, text) in portrait.pictures() {
            let Some(folder) = &self.request.details.out else {
                if !self.request.details.json {
                    self.out.write_all(text.as_bytes())?;
                }
                continue;
            };
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
            let stem = if name.chars().all(is_plain) {
                name.to_owned()
            } else {
                format!("variable{}", position + 1)
            };
            let path = folder.join(format!("{stem}-{number}.{}", form.names().0));
            let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
            written.map_err(|problem| format!("{}: {problem}", shown(&path)))?;
        }
        Ok(())
    }

    /// How many solutions there were, and whether these are all.
    fn report_end(&mut self, found: usize, complete: bool) -> io::Result<()> {
        if self.request.details.json {
            let object = Object::new().with_text("command", "language").with("solutions", found);
            return writeln!(self.out, "{}", object.with("complete", complete));
        }
        match (found, complete) {
            (0, _) => writeln!(self.out, "no solution"),
            (1, true) => writeln!(self.out, "no other solution"),
            (_, true) => writeln!(self.out, "no other solutions"),
            (_, false) => writeln!(self.out, "and more; --all shows them"),
        }
    }

    /// A failure, on standard error and for those who read objects.
    fn report_failure(&mut self, failure: &Failure) -> io::Result<()> {
        let (message, position, found) = match failure {
            Failure::Problem(problem) => (problem.message.clone(), problem.position, 0),
            Failure::Stopped(stop, found) => (format!("unknown ({stop})"), None, *found),
            Failure::Output(_) => return Ok(()),
        };
        let file = shown(&self.request.file);
        match (position, failure) {
            (Some(position), _) => complain(&format!("{file}:{position}: {message}")),
            (None, Failure::Stopped(..)) => {
                let so_far = if found == 1 { "1 solution".to_owned() } else { format!("{found} solutions") };
                complain(&format!("{file}: {message}; {so_far} so far, and perhaps more"));
            }
            _ => complain(&format!("{file}: {message}")),
        }
        if !self.request.details.json {
            return Ok(());
        }
        let object = Object::new().with_text("command", "language").with_text("error", &message);
        let object = object.with_maybe("line", position.map(|position| position.line));
        let object =
            object.with_maybe("column", position.map(|position| position.column)).with("solutions", found);
        writeln!(self.out, "{object}")
    }
}
