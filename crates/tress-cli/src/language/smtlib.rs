//! SMT-LIB: the assertions of a file as constraints on languages.
//!
//! Enters: a script. Leaves: the [`Posed`] problem of its first `check-sat`, or of its end; or the command
//! that is wrong, or the assertion that says something else. `(get-language x)` is about the same form.

use tress_base::Budget;
use tress_dialects::Dialect;
use tress_languages::systems::Failure;
use tress_session::Session;
use tress_smtlib::{Cut, Cutter, Position};
use tress_solver::options::Options;
use tress_term::term::{Sort, SymbolId};

use super::lexer::Problem;
use super::posed::{Posed, Shown};
use super::statements::Unread;

/// What a file begins with on some systems: a mark that it is UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Is it SMT-LIB rather than the text format? Then it begins with a command or with a comment.
pub(super) fn is_script(text: &str) -> bool {
    text.trim_start_matches(BYTE_ORDER_MARK).trim_start().starts_with(['(', ';'])
}

/// A script whose commands were executed, and where its assertions stand.
struct Script {
    session: Session,
    assertions: Vec<Position>,
    /// Were there commands behind the first check?
    goes_on: bool,
}

/// Reads a script.
pub(super) fn read(text: &str, budget: &Budget) -> Result<Posed, Unread> {
    let mut script = execute(text.trim_start_matches(BYTE_ORDER_MARK), budget)?;
    let session = &mut script.session;
    let mut problem = match session.language_problem(budget) {
        Ok(problem) => problem,
        Err(Failure::Stopped(stop)) => return Err(stop.into()),
        Err(Failure::Alphabet) => {
            let message = "the problem has no languages over a smaller alphabet".to_owned();
            return Err(Problem { position: None, message }.into());
        }
        Err(Failure::Misfit(number, misfit)) => {
            let message = session.misfit_text(number, misfit);
            let position = script.assertions.get(number).copied();
            return Err(Problem { position, message }.into());
        }
    };
    let store = &session.solver.terms;
    let is_string = |symbol: &&SymbolId| {
        let symbol = store.symbol(**symbol);
        symbol.result == Sort::String && symbol.arguments.is_empty()
    };
    let mut shown = Vec::new();
    for symbol in session.solver.declared().iter().filter(is_string) {
        let name = store.symbol(*symbol).name.to_string();
        shown.push(Shown { name, parts: problem.parts(store, *symbol, budget)? });
    }
    let more = "only the assertions before the first check-sat count".to_owned();
    let notes = script.goes_on.then_some(more).into_iter().collect();
    Ok(Posed { system: problem.system, shown, dialect: Dialect::Smtlib, notes })
}

/// Executes commands up to the first check. The first error ends it.
fn execute(text: &str, budget: &Budget) -> Result<Script, Unread> {
    let bytes = text.as_bytes();
    let session = Session::read_only(Options::default());
    let mut script = Script { session, assertions: Vec::new(), goes_on: false };
    let mut cutter = Cutter::new();
    let (mut read, mut at, mut checked) = (0, Position::START, false);
    loop {
        budget.poll()?;
        let unread = &bytes[read..];
        let (start, end, is_command) = match cutter.next(unread) {
            Cut::Command { start, end } => (start, end, true),
            Cut::Stray { start, end } => (start, end, false),
            Cut::Incomplete => break,
        };
        let position = at.after(&unread[..start]);
        let piece = &unread[start..end];
        at = position.after(piece);
        read += end;
        if checked {
            script.goes_on |= is_check(piece) || adds(piece);
            continue;
        }
        checked = is_check(piece);
        let reply = match is_command {
            true => script.session.execute(piece, position),
            false => script.session.stray(piece, position),
        };
        if reply.is_error {
            return Err(said(&reply.text).into());
        }
        script.assertions.resize(script.session.solver.assertions().len(), position);
        if reply.is_exit {
            return Ok(script);
        }
    }
    match cutter.unfinished() {
        Some(start) => {
            let position = at.after(&bytes[read..read + start]);
            Err(Problem::new(position, "the input ends inside of this command").into())
        }
        None => Ok(script),
    }
}

/// Does the command begin with this name?
fn is_named(command: &[u8], name: &str) -> bool {
    let text = String::from_utf8_lossy(command);
    let inside = text.trim_start_matches('(').trim_start();
    inside.strip_prefix(name).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
}

fn is_check(command: &[u8]) -> bool {
    is_named(command, "check-sat")
}

fn adds(command: &[u8]) -> bool {
    is_named(command, "assert")
}

/// What an error reply says, and where.
fn said(reply: &str) -> Problem {
    let inside = reply.trim().trim_start_matches("(error \"").trim_end_matches("\")").replace("\"\"", "\"");
    let mut parts = inside.splitn(3, ':');
    let mut number = || parts.next().and_then(|text| text.parse().ok());
    match (number(), number(), parts.next()) {
        (Some(line), Some(column), Some(message)) => {
            Problem::new(Position { line, column }, message.trim_start())
        }
        _ => Problem { position: None, message: inside },
    }
}
