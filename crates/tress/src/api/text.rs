//! SMT-LIB text into a solver.

use std::sync::Arc;

use tress_base::{Budget, Cancel};

use tress_smtlib::{Command, Cut, Cutter, Escapes, Meaning, Position, Reader, mark_length};
use tress_solver::options::{Effect, OptionError, effect};
use tress_term::print::Style;
use tress_term::standard::{StandardText, standard_text};
use tress_term::term::{self, SymbolId};

use super::error::{Error, Result};
use super::home::Desk;
use super::solver::Solver;
use super::term::{Operand, Term};

/// What the commands of a text leave to be done when all of them were understood.
#[derive(Default)]
struct Read {
    assertions: Vec<term::Term>,
    declared: Vec<SymbolId>,
}

impl Solver {
    /// Reads SMT-LIB: declarations, definitions and assertions. Constants of this solver are known there by
    /// their names, and [`Solver::constant`] finds those that the text declares.
    ///
    /// `set-logic`, `set-info` and options that are not known are read and change nothing. Commands that
    /// ask something or change levels are refused: these are methods here.
    ///
    /// ```
    /// use tress::{Answer, Solver, Sort};
    ///
    /// let mut s = Solver::new();
    /// let x = s.constant("x", Sort::String)?;
    /// s.parse(r#"(assert (str.in_re x (re.+ (str.to_re "ab"))))"#)?;
    /// s.assert(x.len().gt(3))?;
    /// assert_eq!(s.check(), Answer::Sat);
    /// assert_eq!(s.value(&x)?, "abab");
    /// # Ok::<(), tress::Error>(())
    /// ```
    ///
    /// # Errors
    /// Tells the first place that was not understood. Nothing of the text is declared or asserted then.
    pub fn parse(&mut self, text: &str) -> Result<()> {
        let desk = &mut *self.home.lock();
        // Names of the text are taken back together when it is refused.
        desk.names.push();
        desk.names.global = false;
        let read = desk.read_all(text.as_bytes());
        desk.names.global = true;
        match read {
            Ok(Read { assertions, declared }) => {
                declared.into_iter().for_each(|symbol| desk.core.enlist(symbol, true));
                assertions.into_iter().for_each(|term| desk.core.assert(term));
                Ok(())
            }
            Err(error) => {
                desk.names.pop();
                Err(error)
            }
        }
    }

    /// A term from SMT-LIB: the way back from `Display`.
    ///
    /// # Errors
    /// Tells what was not understood, and where.
    pub fn parse_term(&self, text: &str) -> Result<Term> {
        const BEFORE: &str = "(simplify ";
        let Desk { core, names } = &mut *self.home.lock();
        let whole = format!("{BEFORE}{text})");
        let last = core.last_character();
        let reader = Reader::new(whole.as_bytes(), &mut core.terms, names, Escapes::Standard);
        let read = reader.with_last(last).command();
        match read {
            Ok(Command::Simplify(id)) => Ok(Term { home: self.home.clone(), id: Ok(id) }),
            Ok(_) => Err(Error::syntax(Position::START, "expected a term")),
            Err(problem) => {
                let offset = problem.offset.saturating_sub(BEFORE.len()).min(text.len());
                let at = Position::START.after(&text.as_bytes()[..offset]);
                Err(Error::syntax(at, problem.message))
            }
        }
    }
}

impl Solver {
    /// Terms as SMT-LIB for other solvers: with the operators of the standard only, and definitions of functions for all others.
    /// `Display` writes a term as it is.
    ///
    /// ```
    /// use tress::{Solver, Sort};
    ///
    /// let s = Solver::new();
    /// let x = s.constant("x", Sort::String)?;
    /// let text = s.standard_text(&[x.reverse().eq("ab")])?;
    /// assert_eq!(text.terms, ["(= (tress.str.rev x) \"ab\")"]);
    /// assert!(text.definitions.starts_with("(define-fun-rec tress.str.rev ((s String)) String "));
    /// # Ok::<(), tress::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a term does not fit together or is another solver's.
    pub fn standard_text(&self, terms: &[Term]) -> Result<StandardText> {
        let store = &mut self.home.lock().core.terms;
        let enter = |term: &Term| Operand::from(term).enter(&self.home, store);
        let roots: std::result::Result<Vec<term::Term>, Arc<Error>> = terms.iter().map(enter).collect();
        let roots = roots.map_err(|problem| Error::clone(&problem))?;
        Ok(standard_text(store, &roots, Style::Standard))
    }
}

impl Desk {
    /// Reads all commands. Their names are known afterwards, and nothing else has happened.
    fn read_all(&mut self, text: &[u8]) -> Result<Read> {
        let (mut read, mut cutter, mut begin) = (Read::default(), Cutter::new(), mark_length(text));
        // Interrupts are for checks.
        let budget = self.core.reading_budget().with_cancel(&Cancel::new());
        loop {
            let unread = &text[begin..];
            let at = |offset: usize| Position::START.after(&text[..begin + offset]);
            match cutter.next(unread) {
                Cut::Command { start, end } => {
                    self.read_command(&unread[start..end], at(start), &mut read, &budget)?;
                    begin += end;
                }
                Cut::Stray { start, .. } => {
                    return Err(Error::syntax(at(start), "expected a command, which begins with ("));
                }
                Cut::Incomplete => match cutter.unfinished() {
                    Some(start) => {
                        return Err(Error::syntax(at(start), "the input ends inside of this command"));
                    }
                    None => return Ok(read),
                },
            }
        }
    }

    fn read_command(&mut self, text: &[u8], at: Position, read: &mut Read, budget: &Budget) -> Result<()> {
        let Desk { core, names } = self;
        let last = core.last_character();
        let reader = Reader::new(text, &mut core.terms, names, Escapes::Standard).with_last(last);
        let command = reader.under(budget).command();
        let command = command.map_err(|problem| {
            Error::syntax(at.after(&text[..problem.offset.min(text.len())]), problem.message)
        })?;
        match command {
            Command::Assert(term, named) => {
                for (name, labelled) in named {
                    names.declare(&name, Meaning::Term(labelled));
                }
                read.assertions.push(term);
            }
            Command::Declare(name, arguments, result) => {
                let symbol = core.terms.declare(&name, &arguments, result);
                names.declare(&name, Meaning::Symbol(symbol));
                read.declared.push(symbol);
            }
            Command::DeclareDatatypes(datatypes) => names.add_datatypes(datatypes),
            Command::DeclareSort(name, arity) => names.add_sort(&name, arity),
            Command::Define(name, meaning) => names.declare(&name, meaning),
            Command::DefineGroup(functions) => {
                functions.into_iter().for_each(|(name, meaning)| names.declare(&name, meaning));
            }
            Command::DefineSort(name, sort) => names.define_sort(&name, sort),
            Command::SetOption(name, value) => match core.set_option(&name, &value) {
                Ok(_) => {}
                Err(OptionError::Unknown) => {
                    if let Some(Effect::Refused(why)) = effect(&name, &value) {
                        let message = format!("{name} {value} is not supported: {why}");
                        return Err(Error::syntax(at, message));
                    }
                }
                Err(problem) => return Err(Error::syntax(at, problem.to_string())),
            },
            Command::SetLogic(_) | Command::SetInfo(..) => {}
            _ => {
                let message = "only declarations, definitions and assertions can be read here";
                return Err(Error::syntax(at, message));
            }
        }
        Ok(())
    }
}
