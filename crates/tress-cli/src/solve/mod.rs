//! Commands from files, pipes and terminals, with what people asked for besides the replies.

mod certificates;
pub(crate) mod parse;
pub(crate) mod portfolio;
mod stats;

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use tress_rewrite::env::Log;
use tress_rewrite::problem::Reason;
use tress_session::{Reply, Session, Stream, Summary, open_file};
use tress_solver::Confirmation;
use tress_solver::options::Options;

use crate::arguments::Arguments;
use crate::arguments::help;
use crate::ending::{CONTRADICTED, fail};
use crate::process::interrupts::{Interrupts, end_by};
use crate::prompt;
use crate::watch::{Watch, is_answer};
use stats::Meter;

/// A session that is at work, with those who look after it.
struct Work<'a> {
    arguments: &'a Arguments,
    interrupts: &'a Interrupts,
    watch: &'a Watch,
    meter: Meter,
    session: Session,
    /// Has a second engine contradicted an answer?
    contradicted: bool,
}

/// Those who look after all sessions of a run.
pub(crate) struct Guards {
    interrupts: Interrupts,
    watch: Watch,
}

impl Guards {
    /// Signals are heard and checks are watched from now on.
    pub(crate) fn start(arguments: &Arguments) -> io::Result<Self> {
        let interrupts = Interrupts::new();
        interrupts.listen()?;
        Ok(Self { interrupts, watch: Watch::start(arguments.verbosity) })
    }
}

/// Commands from standard input. Errors have been reported in replies; the exit status shows that there
/// were some, except to a person at a prompt.
pub(crate) fn session(arguments: &Arguments, guards: &Guards) -> io::Result<ExitCode> {
    let mut work = Work::open(arguments, guards, Session::new)?;
    if arguments.prompt && io::stdin().is_terminal() && io::stdout().is_terminal() {
        let Work { session, meter, watch, interrupts, .. } = &mut work;
        prompt::run(session, interrupts, |session, reply| replied(session, meter, watch, reply))?;
        work.finish()?;
        return Ok(ExitCode::SUCCESS);
    }
    let input = io::stdin().lock();
    if let Some(path) = &arguments.certificate {
        let Summary { errors, .. } = work.run_with_certificate(input, path)?;
        work.finish()?;
        return Ok(status(errors, work.contradicted));
    }
    let redirected = std::fs::metadata("/dev/stdin").is_ok_and(|stdin| stdin.is_file());
    let Summary { errors, .. } = if redirected { work.run_file(input)? } else { work.run(input)? };
    work.finish()?;
    Ok(status(errors, work.contradicted))
}

/// Files, one after the other, each in a session of its own.
pub(crate) fn solve(
    files: &[PathBuf],
    arguments: &Arguments,
    guards: &Guards,
    open: fn(Options) -> Session,
) -> io::Result<ExitCode> {
    let (mut errors, mut contradicted) = (0, false);
    for file in files {
        let input = match File::open(file) {
            Ok(input) => input,
            Err(problem) => return Ok(fail(&help::unopened(file, &problem))),
        };
        let mut work = Work::open(arguments, guards, open)?;
        let Summary { errors: more, .. } = match &arguments.certificate {
            Some(path) => work.run_with_certificate(input, path)?,
            None => work.run_file(input)?,
        };
        work.finish()?;
        errors += more;
        contradicted |= work.contradicted;
    }
    Ok(status(errors, contradicted))
}

/// The exit status of sessions with this number of errors.
fn status(errors: usize, contradicted: bool) -> ExitCode {
    match errors {
        _ if contradicted => ExitCode::from(CONTRADICTED),
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// What a second engine answers. `None` if none was asked.
fn second_opinion(session: &Session, answer: &str) -> Option<String> {
    if let Some(Reason::Contradiction { sat, unsat }) = session.solver.reason_unknown() {
        return Some(format!("CONTRADICTION: {sat} says sat, {unsat} says unsat"));
    }
    match session.solver.trail().confirmation {
        Confirmation::NotAsked => None,
        Confirmation::By(engine) => Some(format!("{answer}, confirmed by {engine}")),
        Confirmation::Missing => Some(format!("{answer}, not confirmed in the time left")),
    }
}

/// A reply was made: those who count and watch hear of it.
fn replied(session: &mut Session, meter: &mut Meter, watch: &Watch, reply: &Reply) {
    if is_answer(reply) {
        meter.add_check(session.solver.progress_handle().last_time());
    }
    watch.replied(session, reply);
    for note in session.take_notes() {
        // When it cannot be written, nobody wants to know.
        let _ = writeln!(io::stderr(), "tress: note: {note}");
    }
}

impl<'a> Work<'a> {
    /// A session with the options that were given, and its log if one was asked for: those of
    /// several files stand one after the other.
    fn open(arguments: &'a Arguments, guards: &'a Guards, open: fn(Options) -> Session) -> io::Result<Self> {
        let mut session = open(arguments.options.clone());
        if let Some(path) = &arguments.inferences {
            let file = File::options().create(true).append(true).open(path)?;
            session.solver.log = Log::to(Box::new(BufWriter::new(file)));
        }
        let Guards { interrupts, watch } = guards;
        interrupts.watch(session.solver.cancel_handle());
        interrupts.look_through(session.solver.progress_handle());
        watch.look_at(&session);
        Ok(Self { arguments, interrupts, watch, meter: Meter::start(), session, contradicted: false })
    }

    /// Reads commands until the input ends, one of them is `exit`, or a signal comes. Each reply is
    /// flushed before the next command is looked at.
    fn run(&mut self, mut input: impl Read) -> io::Result<Summary> {
        let mut stream = Stream::new();
        let mut summary = Summary::default();
        let mut chunk = vec![0; 1 << 16];
        loop {
            if self.answer(&mut stream, &mut summary)? {
                return Ok(summary);
            }
            match self.read(&mut input, &mut chunk)? {
                0 => break,
                count => stream.add(&chunk[..count]),
            }
        }
        if let Some(reply) = stream.end() {
            self.write(&reply, &mut summary)?;
        }
        Ok(summary)
    }

    /// Answers the commands that have arrived. Is that all?
    fn answer(&mut self, stream: &mut Stream, summary: &mut Summary) -> io::Result<bool> {
        while let Some(reply) = stream.next_reply(&mut self.session) {
            self.write(&reply, summary)?;
            if reply.is_exit || self.interrupts.came().is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The same for a file, which may turn out to be something else.
    fn run_file(&mut self, input: impl Read) -> io::Result<Summary> {
        self.interrupts.wait(Some(String::new()));
        let opened = open_file(input)?;
        self.interrupts.wait(None);
        let mut summary = Summary::default();
        match opened {
            Ok(commands) => self.run(commands),
            Err(reply) => self.write(&reply, &mut summary).map(|()| summary),
        }
    }

    /// Waits for more input; a signal ends the program meanwhile.
    fn read(&self, input: &mut impl Read, chunk: &mut [u8]) -> io::Result<usize> {
        let last_words = self.arguments.stats.map(|form| self.meter.text(&self.session, form));
        self.interrupts.wait(Some(last_words.unwrap_or_default()));
        let count = loop {
            match input.read(chunk) {
                Err(problem) if problem.kind() == io::ErrorKind::Interrupted => {}
                done => break done,
            }
        };
        self.interrupts.wait(None);
        count
    }

    fn write(&mut self, reply: &Reply, summary: &mut Summary) -> io::Result<()> {
        summary.commands += 1;
        summary.errors += usize::from(reply.is_error);
        if !reply.text.is_empty() {
            let mut output = io::stdout();
            output.write_all(reply.text.as_bytes())?;
            output.flush()?;
        }
        replied(&mut self.session, &mut self.meter, self.watch, reply);
        if is_answer(reply)
            && let Some(opinion) = second_opinion(&self.session, reply.text.trim_end())
        {
            self.contradicted |= opinion.starts_with("CONTRADICTION");
            // When it cannot be written, the exit code still says it.
            let _ = writeln!(io::stderr(), "tress: {opinion}");
        }
        Ok(())
    }

    /// What `--model` and `--stats` add at the end. A signal that came ends the program then.
    fn finish(&mut self) -> io::Result<()> {
        let mut output = io::stdout();
        if self.arguments.model && self.session.solver.model().is_ok() {
            let reply = self.session.execute(b"(get-model)", tress_smtlib::Position::START);
            output.write_all(reply.text.as_bytes())?;
        }
        if let Some(form) = self.arguments.stats {
            output.write_all(self.meter.text(&self.session, form).as_bytes())?;
        }
        output.flush()?;
        // The log is flushed when the session goes.
        self.session.solver.log = Log::default();
        if let Some(signal) = self.interrupts.came() {
            end_by(signal);
        }
        Ok(())
    }
}
