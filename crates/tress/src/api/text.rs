//! Reading and writing SMT-LIB.

use std::sync::Arc;

use tress_base::{Budget, Cancel};

use tress_smtlib::{Command, Cut, Cutter, Escapes, Meaning, Position, Reader, mark_length};
use tress_solver::options::{Effect, OptionError, effect};
use tress_term::print::Style;
use tress_term::standard::{StandardText, standard_text};
use tress_term::term::{self, SymbolId};

use super::error::{Error, Result};
use super::shared::Inner;
use super::solver::Solver;
use super::term::{Operand, Term};

/// What remains to be done once all commands of a text were read.
#[derive(Default)]
struct Read {
    assertions: Vec<term::Term>,
    declared: Vec<SymbolId>,
}

impl Solver {
    /// Reads SMT-LIB: declarations, definitions and assertions. The text can use the constants of this solver
    /// by their names, and [`Solver::constant`] finds those that the text declares.
    ///
    /// `set-logic`, `set-info` and unknown options have no effect. Queries and commands that change levels
    /// are refused: they are methods here.
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
    /// The first error and its position. Then nothing of the text is declared or asserted.
    pub fn parse(&mut self, text: &str) -> Result<()> {
        let inner = &mut *self.shared.lock();
        // If the text is refused, all its names are removed.
        inner.names.push();
        inner.names.global = false;
        let read = inner.read_all(text.as_bytes());
        inner.names.global = true;
        match read {
            Ok(Read { assertions, declared }) => {
                declared.into_iter().for_each(|symbol| inner.core.enlist(symbol, true));
                assertions.into_iter().for_each(|term| inner.core.assert(term));
                Ok(())
            }
            Err(error) => {
                inner.names.pop();
                Err(error)
            }
        }
    }

    /// Reads a term from SMT-LIB: the inverse of `Display`.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn parse_term(&self, text: &str) -> Result<Term> {
        const BEFORE: &str = "(simplify ";
        let Inner { core, names } = &mut *self.shared.lock();
        let whole = format!("{BEFORE}{text})");
        let last = core.last_character();
        let reader = Reader::new(whole.as_bytes(), &mut core.terms, names, Escapes::Standard);
        let read = reader.with_last(last).command();
        match read {
            Ok(Command::Simplify(id)) => Ok(Term { shared: self.shared.clone(), id: Ok(id) }),
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
    /// Writes terms as SMT-LIB for other solvers: only with operators of the standard, and with definitions
    /// of functions for all others. `Display` writes a term as it is.
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
    /// If a term is ill-sorted or from another solver.
    pub fn standard_text(&self, terms: &[Term]) -> Result<StandardText> {
        let store = &mut self.shared.lock().core.terms;
        let enter = |term: &Term| Operand::from(term).enter(&self.shared, store);
        let roots: std::result::Result<Vec<term::Term>, Arc<Error>> = terms.iter().map(enter).collect();
        let roots = roots.map_err(|problem| Error::clone(&problem))?;
        Ok(standard_text(store, &roots, Style::Standard))
    }
}

impl Inner {
    /// Reads all commands. Declares their names and has no other effect.
    fn read_all(&mut self, text: &[u8]) -> Result<Read> {
        let (mut read, mut cutter, mut begin) = (Read::default(), Cutter::new(), mark_length(text));
        // Cancellation concerns checks only.
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
        let Inner { core, names } = self;
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
