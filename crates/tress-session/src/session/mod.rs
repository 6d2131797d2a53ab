//! Sessions: SMT-LIB commands, one by one, on a solver.
//!
//! Enters: the text of a command. Leaves: its [`Reply`]. Everything a client can see is decided
//! here and in [`tress_term::print`]: one reply for each command, errors on one line, and the
//! session goes on after them. After a refused assertion it answers no `sat`.

mod block;
mod characters;
mod file;
mod graphs;
mod info;
mod language;
mod notes;
mod proofs;
mod reading;
mod refusals;
mod replies;
mod rewritten;
mod run;

use tress_rewrite::problem::Reason;
use tress_smtlib::{Command, Escapes, Lost, Meaning, Names, Position, Reader, Source};
use tress_solver::options::{Effect, Opt, OptionError, Options, effect};
use tress_solver::{Answer, Misuse, Solver};
use tress_term::print::{Style, message_text, symbol_text};
use tress_term::term::{Mark, Sort, Term};

pub use file::{Opened, end_of_last_check, open_file, run_file};
pub use graphs::View;
use info::{is_always_on, is_known_logic};
pub use run::{Stream, Summary, run};

/// What a command answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// The text with its line end; empty when there is nothing to say.
    pub text: String,
    /// Is it an error?
    pub is_error: bool,
    /// Was it the last command?
    pub is_exit: bool,
}

/// What went wrong with a command that was read.
pub(crate) struct Refused(String);

impl From<Misuse> for Refused {
    fn from(misuse: Misuse) -> Self {
        Refused(misuse.to_string())
    }
}

/// A name given by `:named`, and the assertion that carries it as a whole, if one does.
#[derive(Clone, Debug)]
struct Label {
    name: String,
    term: Term,
    /// The number of the assertion in which it stands.
    within: usize,
    /// The same, if it is the whole assertion.
    assertion: Option<usize>,
}

/// A level that is open.
#[derive(Clone, Copy, Debug)]
struct Level {
    labels: usize,
    characters: usize,
    /// What the terms go back to when it is closed; `None` when declarations outlive it.
    mark: Option<Mark>,
    /// The length of the script when it was opened.
    script: usize,
}

/// Why a limit on memory is refused.
const NO_MEMORY: &str = "memory cannot be limited here: this system does not tell how much a program holds";

/// What is done with commands that ask something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// They are answered.
    Answer,
    /// They are read and checked, and that is all.
    Read,
    /// Checks are answered with the problem that is left after preprocessing.
    Rewrite,
    /// Checks are answered with a view of string graphs.
    View(View),
}

/// A session: a solver and the names its client uses.
pub struct Session {
    /// The solver behind the session.
    pub solver: Solver,
    names: Names,
    labels: Vec<Label>,
    characters: Vec<characters::Declared>,
    levels: Vec<Level>,
    assumptions: Vec<Source>,
    answer: Option<Answer>,
    started_with: Options,
    mode: Mode,
    /// How many problems were printed.
    printed: usize,
    /// What was not understood, the oldest first.
    refusals: Vec<refusals::Refusal>,
    /// What is to be reported besides the replies.
    notes: notes::Notes,
    /// Did a command end with an internal error?
    broken: bool,
    reading: reading::Reading,
    script: proofs::Script,
}

impl Session {
    /// A session with these options.
    #[must_use]
    pub fn new(options: Options) -> Self {
        let mut session = Self {
            solver: Solver::with_options(options.clone()),
            names: Names::new(),
            labels: Vec::new(),
            characters: Vec::new(),
            levels: Vec::new(),
            assumptions: Vec::new(),
            answer: None,
            started_with: options,
            mode: Mode::Answer,
            printed: 0,
            refusals: Vec::new(),
            notes: notes::Notes::default(),
            broken: false,
            reading: reading::Reading::default(),
            script: proofs::Script::default(),
        };
        session.begin_names();
        session
    }

    /// Only the names that every session knows.
    fn begin_names(&mut self) {
        self.names = Names::new();
        self.names.global = self.options().flag(Opt::GlobalDeclarations);
        self.names.characters = Some(characters::introduce(&mut self.solver));
        self.solver.begin();
    }

    /// A session that reads commands and checks their sorts, and solves nothing.
    #[must_use]
    pub fn read_only(options: Options) -> Self {
        Self { mode: Mode::Read, ..Self::new(options) }
    }

    /// A session that answers each check with the problem that preprocessing leaves, as SMT-LIB,
    /// and nothing else.
    #[must_use]
    pub fn rewriting(options: Options) -> Self {
        Self { mode: Mode::Rewrite, ..Self::new(options) }
    }

    /// Executes the text of one command, which began at `at`.
    pub fn execute(&mut self, text: &[u8], at: Position) -> Reply {
        let escapes =
            if self.options().flag(Opt::LenientEscapes) { Escapes::Lenient } else { Escapes::Standard };
        if escapes == Escapes::Standard {
            self.notice_escapes(text, at);
        }
        if self.reading.leaves_out(text) && !self.options().flag(Opt::PrintSuccess) {
            return Reply::default();
        }
        self.reading.resume(&self.solver);
        let last = self.solver.last_character();
        let reader = Reader::new(text, &mut self.solver.terms, &mut self.names, escapes).with_last(last);
        let command = reader.under(self.reading.budget()).command();
        self.reading.pause();
        if self.broken && !matches!(command, Ok(Command::Reset | Command::Exit)) {
            return error_reply(at, "after an internal error only reset and exit are possible");
        }
        let command = match command {
            Ok(command) => command,
            Err(error) => {
                let position = at.after(&text[..error.offset.min(text.len())]);
                self.note_lost(error.lost, position);
                return match error.stop {
                    Some(stop) => self.cut_short(stop, &error, position),
                    None => error_reply(position, &error.message),
                };
            }
        };
        let is_exit = matches!(command, Command::Exit);
        let blocks = matches!(command, Command::BlockModel(_) | Command::BlockValues(_));
        let role = proofs::Role::of(&command);
        if role == proofs::Role::Check {
            self.keep(role, text);
        }
        let outcome = self.dispatch(command);
        if outcome.is_ok() && role == proofs::Role::Problem {
            self.keep(role, text);
        }
        match outcome {
            Ok(Some(mut text)) => {
                text.push('\n');
                Reply { text, is_error: false, is_exit }
            }
            Ok(None) if self.options().flag(Opt::PrintSuccess) && self.mode == Mode::Answer => {
                Reply { text: "success\n".into(), is_error: false, is_exit }
            }
            Ok(None) => Reply { is_exit, ..Reply::default() },
            Err(Refused(message)) => {
                self.note_lost(if blocks { Lost::Assertion } else { Lost::Nothing }, at);
                error_reply(at, &message)
            }
        }
    }

    /// Answers text between commands, which began at `at`.
    pub fn stray(&mut self, text: &[u8], at: Position) -> Reply {
        // A parenthesis too many says nothing that could be lost.
        if text != b")" {
            self.note_lost(Lost::Text, at);
        }
        error_reply(at, "expected a command, which begins with (")
    }

    fn options(&self) -> &Options {
        &self.solver.options
    }

    fn style(&self) -> Style {
        match self.options().word(Opt::StringEscape) {
            "safe" => Style::Safe,
            _ => Style::Standard,
        }
    }

    /// The reply to a command; `None` means success.
    fn dispatch(&mut self, command: Command) -> Result<Option<String>, Refused> {
        match command {
            Command::Assert(term, named) => {
                self.assert(term, named);
                Ok(None)
            }
            Command::AssertSoft(formula, weight, group) => {
                let group = if group.is_empty() { group } else { symbol_text(&group) };
                self.solver.assert_soft(formula, weight, group);
                self.answer = None;
                Ok(None)
            }
            Command::Optimise(source, goal) => {
                self.solver.add_objective(source.term, goal, source.text);
                self.answer = None;
                Ok(None)
            }
            Command::Declare(name, arguments, result) => {
                self.declare(&name, &arguments, result);
                Ok(None)
            }
            Command::DeclareDatatypes(datatypes) => {
                self.names.add_datatypes(datatypes);
                Ok(None)
            }
            Command::DeclareSort(name, arity) => {
                self.names.add_sort(&name, arity);
                Ok(None)
            }
            Command::Define(name, meaning) => {
                self.names.declare(&name, meaning);
                Ok(None)
            }
            Command::DefineGroup(functions) => {
                functions.into_iter().for_each(|(name, meaning)| self.names.declare(&name, meaning));
                Ok(None)
            }
            Command::DefineSort(name, sort) => {
                self.names.define_sort(&name, sort);
                Ok(None)
            }
            // Nothing changes, so the last answer stays.
            Command::Push(0) | Command::Pop(0) => Ok(None),
            Command::Push(levels) => {
                (0..levels).for_each(|_| self.push());
                Ok(None)
            }
            Command::Pop(levels) => self.pop(levels).map(|()| None),
            Command::SetOption(name, value) => self.set_option(&name, &value),
            Command::SetLogic(name) => Ok(self.set_logic(&name)),
            Command::SetInfo(..) | Command::Exit => Ok(None),
            Command::Reset => {
                self.reset();
                Ok(None)
            }
            Command::ResetAssertions => {
                self.reset_assertions();
                Ok(None)
            }
            query => match self.mode {
                Mode::Answer => self.query(query),
                Mode::Read => Ok(None),
                Mode::Rewrite => self.rewritten(query),
                Mode::View(view) => self.viewed(query, view),
            },
        }
    }

    /// Commands that ask something.
    fn query(&mut self, command: Command) -> Result<Option<String>, Refused> {
        match command {
            Command::CheckSat => Ok(Some(self.check(Vec::new()))),
            Command::CheckSatAssuming(assumptions) => Ok(Some(self.check(assumptions))),
            Command::Eval(term) => self.value_of(term).map(Some),
            Command::Echo(text) => Ok(Some(format!("\"{text}\""))),
            Command::GetAssertions => Ok(Some(self.assertions_text())),
            Command::GetAssignment => self.assignment_text().map(Some),
            Command::GetInfo(flag) => Ok(Some(self.info_text(&flag))),
            Command::GetLanguage(term) => self.language_text(term).map(Some),
            Command::GetModel => self.model_text().map(Some),
            Command::GetProof => self.proof_text().map(Some),
            Command::GetObjectives => self.objectives_text().map(Some),
            Command::GetOption(name) => Ok(Some(self.option_text(&name))),
            Command::GetUnsatAssumptions => self.unsat_assumptions_text().map(Some),
            Command::GetUnsatCore => self.unsat_core_text().map(Some),
            Command::GetValue(terms) => self.values_text(&terms).map(Some),
            Command::BlockModel(what) => self.block_model(what).map(|()| None),
            Command::BlockValues(terms) => self.block_values(&terms).map(|()| None),
            Command::Simplify(term) => {
                let word = self.word_of(term);
                let simpler = self.solver.simplify(word);
                Ok(Some(tress_term::print::term_text(&self.solver.terms, simpler, self.style())))
            }
            _ => Ok(None),
        }
    }

    fn declare(&mut self, name: &str, arguments: &[Sort], result: Sort) {
        let global = self.options().flag(Opt::GlobalDeclarations);
        let meaning = if self.is_character_sort(result) {
            Meaning::Term(self.declare_character(name, global))
        } else {
            Meaning::Symbol(self.solver.declare(name, arguments, result, global))
        };
        self.names.declare(name, meaning);
    }

    fn assert(&mut self, term: Term, named: Vec<(String, Term)>) {
        let number = self.solver.assertions().len();
        for (name, labelled) in named {
            self.names.declare(&name, Meaning::Term(labelled));
            let assertion = (labelled == term).then_some(number);
            self.labels.push(Label { name, term: labelled, within: number, assertion });
        }
        self.solver.assert(term);
        self.answer = None;
    }

    fn check(&mut self, assumptions: Vec<Source>) -> String {
        let terms = self.assumed(&assumptions);
        let answer = match self.reading.end() {
            (time, None) => {
                let answer = self.solver.check_after(time, &terms);
                let answer = self.about_all(answer);
                self.certified(answer)
            }
            (_, Some(stop)) => self.solver.withhold(Reason::Stopped(stop)),
        };
        self.assumptions = assumptions;
        let text = match answer {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown(_) => "unknown",
        };
        self.answer = Some(answer);
        text.to_owned()
    }

    fn push(&mut self) {
        self.reading.enter_level();
        self.names.push();
        self.solver.push();
        let mark = (!self.names.global).then(|| self.solver.terms.mark());
        let script = self.keep_push();
        self.levels.push(Level {
            labels: self.labels.len(),
            characters: self.characters.len(),
            mark,
            script,
        });
        self.answer = None;
    }

    fn pop(&mut self, levels: usize) -> Result<(), Refused> {
        self.solver.pop(levels)?;
        self.reading.enter_level();
        let mut last = None;
        for _ in 0..levels {
            self.names.pop();
            last = self.levels.pop();
        }
        if let Some(level) = last {
            self.keep_pop(levels, level.mark.is_some().then_some(level.script));
            self.labels.truncate(level.labels);
            self.assumptions.clear();
            self.close_characters(level.characters);
            self.close_refusals();
            if self.refusals.is_empty() {
                self.reading = reading::Reading::default();
            }
            if let Some(mark) = level.mark {
                self.solver.release(mark);
            }
        }
        self.answer = None;
        Ok(())
    }

    /// Everything as at the start, except that a client which waits for `success` keeps getting
    /// it.
    fn reset(&mut self) {
        let print_success = self.options().text(Opt::PrintSuccess);
        let mut fresh = Session::new(self.started_with.clone());
        (fresh.mode, fresh.printed) = (self.mode, self.printed);
        fresh.notes = std::mem::take(&mut self.notes);
        fresh.solver.take_handles(&self.solver);
        fresh.solver.log = std::mem::take(&mut self.solver.log);
        // The option exists and holds this kind of value.
        let _ = fresh.solver.options.set("print-success", &print_success);
        *self = fresh;
    }

    /// Forgets everything after an internal error, and answers nothing until a reset.
    fn give_up(&mut self) {
        self.reset();
        self.broken = true;
    }

    fn reset_assertions(&mut self) {
        let keep = self.options().flag(Opt::GlobalDeclarations);
        self.reading = reading::Reading::default();
        self.solver.reset_assertions(keep);
        while self.levels.pop().is_some() {
            self.names.pop();
        }
        if !keep {
            self.characters.clear();
            self.begin_names();
        }
        self.keep_reset_assertions(keep);
        self.labels.clear();
        self.forget_refusals(keep);
        self.answer = None;
    }

    /// Every logic is the same to us; `strict` wants to hear of those that are not.
    fn set_logic(&self, name: &str) -> Option<String> {
        let is_strange = self.options().flag(Opt::Strict) && !is_known_logic(name);
        is_strange.then(|| "unsupported".to_owned())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<Option<String>, Refused> {
        match self.solver.set_option(name, value) {
            Ok(Opt::GlobalDeclarations) => {
                self.names.global = self.options().flag(Opt::GlobalDeclarations);
                // What is declared from now on may outlive the levels that are open.
                self.levels.iter_mut().for_each(|level| level.mark = None);
                Ok(None)
            }
            Ok(Opt::Memory) if tress_base::resident_bytes().is_none() => {
                let asked = self.options().limit(Opt::Memory);
                self.solver.options.set_number(Opt::Memory, 0);
                asked.map_or(Ok(None), |_| Err(Refused(NO_MEMORY.to_owned())))
            }
            Ok(_) => Ok(None),
            Err(OptionError::Unknown) if is_always_on(name) => Ok(None),
            Err(OptionError::Unknown) => match effect(name, value) {
                Some(Effect::Refused(why)) => Err(Refused(format!("{name} {value} is not supported: {why}"))),
                Some(Effect::Harmless) if !self.options().flag(Opt::Strict) => Ok(None),
                Some(Effect::Harmless) | None => Ok(Some("unsupported".into())),
            },
            Err(error) => Err(Refused(error.to_string())),
        }
    }
}

/// An error on one line, with its position.
pub(crate) fn error_reply(at: Position, message: &str) -> Reply {
    let text = format!("(error \"{at}: {}\")\n", message_text(message));
    Reply { text, is_error: true, is_exit: false }
}
