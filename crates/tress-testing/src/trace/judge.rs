//! Executes the commands of a session and judges every reply.
//!
//! Enters: commands. Leaves: what was counted, or the first [`Failure`]. Besides the replies to
//! the commands themselves, each check is followed by questions of the judge: for the model after
//! `sat`, for the core after `unsat`.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tress_base::Budget;
use tress_rewrite::problem::{Fact, Problem};
use tress_session::{Reply, Session};
use tress_smtlib::Position;
use tress_solver::options::Options;

use super::book::{Asserted, Book};
use super::witness::Witness;
use crate::brute::{Bounds, Found, brute_force};
use crate::expression::Expression;

/// Steps for one check of the session, so that hard formulas are given up soon.
const STEPS: &str = "300000";
/// How far the oracle looks.
const BOUNDS: Bounds = Bounds { length: 2, letters: 2, number: 3, assignments: 3000 };

/// What kind of failure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The session panicked.
    Panic,
    /// A legal command was answered with an error.
    Refused,
    /// A reply has the wrong form, or does not fit the state of the session.
    Reply,
    /// The model after `sat` does not make the assertions true.
    Model,
    /// The oracle found a model after `unsat`.
    Unsat,
    /// The core after `unsat` has a model, or names what is not asserted.
    Core,
    /// A value differs from what the model says.
    Value,
    /// A fresh solver on the same assertions says something else.
    Fresh,
}

/// What is wrong with a reply.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What kind it is.
    pub kind: Kind,
    /// The number of the command, from 0.
    pub at: usize,
    /// The command, its reply and what was expected.
    pub what: String,
}

impl Failure {
    /// Is it the same failure, as far as one can tell when commands may have gone? Where a reply
    /// is an error its message counts, because taking away a declaration makes new errors.
    #[must_use]
    pub fn is_like(&self, other: &Failure) -> bool {
        // The message stands behind its place.
        let message = |failure: &Failure| {
            let (_, error) = failure.what.split_once("(error \"")?;
            error.split_once(": ").map(|(_, message)| message.to_owned())
        };
        self.kind == other.kind && message(self) == message(other)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at command {}: {}", self.kind, self.at, self.what)
    }
}

/// What was counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Commands executed.
    pub commands: usize,
    /// Checks answered `sat`, each with a model that was read back and holds.
    pub sat: usize,
    /// Checks answered `unsat`.
    pub unsat: usize,
    /// Checks answered `unknown`.
    pub unknown: usize,
    /// Of the `unsat` ones, those where the oracle tried everything within its bounds.
    pub refuted: usize,
}

impl Tally {
    /// Adds the counts of another session.
    pub fn add(&mut self, other: &Tally) {
        self.commands += other.commands;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.refuted += other.refuted;
    }
}

/// What the last check left behind.
enum Last {
    Nothing,
    /// A definition changes no assertion; whether the answer stays is the session's choice.
    Open,
    Sat(Box<Witness>, String),
    Unsat(String, String),
    Unknown,
}

/// A wrong reply, before it is known at which command.
type Wrong = (Kind, String);

struct Judge {
    session: Session,
    book: Book,
    last: Last,
    tally: Tally,
}

/// Executes the commands and judges the replies.
///
/// # Errors
/// The first thing that is wrong.
pub fn judge(commands: &[Expression]) -> Result<Tally, Failure> {
    let session = Session::new(options());
    let mut judge = Judge { session, book: Book::default(), last: Last::Nothing, tally: Tally::default() };
    for (at, command) in commands.iter().enumerate() {
        judge.command(command).map_err(|(kind, what)| Failure {
            kind,
            at,
            what: format!("{command}: {what}"),
        })?;
    }
    Ok(judge.tally)
}

fn options() -> Options {
    let mut options = Options::default();
    // The option exists and takes a number.
    let _ = options.set("rlimit", STEPS);
    options
}

impl Judge {
    fn command(&mut self, command: &Expression) -> Result<(), Wrong> {
        self.tally.commands += 1;
        let name = command.parts().first().map_or("", Expression::atom).to_owned();
        let reply = self.ask(&command.to_string())?;
        match name.as_str() {
            "check-sat" => self.check(&reply, &[]),
            "check-sat-assuming" => self.check(&reply, command.parts().get(1).map_or(&[], Expression::parts)),
            "get-model" | "get-value" | "get-assignment" => self.model_query(&name, &reply),
            "get-unsat-core" | "get-unsat-assumptions" => self.core_query(&name, &reply),
            "get-assertions" => self.assertions_query(&reply),
            "get-info" => {
                let wanted = format!("(:assertion-stack-levels {})\n", self.book.level);
                expect(reply.text == wanted, Kind::Reply, &reply.text)
            }
            _ => self.plain(command, &reply),
        }
    }

    /// Executes a command; a panic is a failure and not the end.
    fn ask(&mut self, command: &str) -> Result<Reply, Wrong> {
        let run = AssertUnwindSafe(|| self.session.execute(command.as_bytes(), Position::START));
        catch_unwind(run).map_err(|_| (Kind::Panic, "panic".to_owned()))
    }

    /// A command that changes something and has nothing else to say.
    fn plain(&mut self, command: &Expression, reply: &Reply) -> Result<(), Wrong> {
        expect(!reply.is_error, Kind::Refused, reply.text.trim_end())?;
        self.book.note(command);
        let word = |place: usize| command.parts().get(place).map_or("", Expression::atom);
        match (word(0), word(1)) {
            // What changes no assertion keeps the last answer.
            ("set-option", _) | ("push" | "pop", "0") => {}
            ("define-fun", _) => self.last = Last::Open,
            _ => self.last = Last::Nothing,
        }
        let wanted = if self.book.print_success { "success\n" } else { "" };
        expect(reply.text == wanted, Kind::Reply, &reply.text)
    }

    fn check(&mut self, reply: &Reply, assumptions: &[Expression]) -> Result<(), Wrong> {
        let assumed = |formula: &Expression| Asserted { formula: formula.clone(), label: None };
        let asserted: Vec<Asserted> =
            self.book.assertions().cloned().chain(assumptions.iter().map(assumed)).collect();
        let mut fresh = self.fresh(&asserted)?;
        let again = catch_unwind(AssertUnwindSafe(|| fresh.execute(b"(check-sat)", Position::START)))
            .map_err(|_| (Kind::Panic, "panic of a fresh solver".to_owned()))?;
        let told = format!("{} here, {} there", reply.text.trim_end(), again.text.trim_end());
        expect(reply.text == again.text, Kind::Fresh, &told)?;
        match reply.text.as_str() {
            "sat\n" => self.judge_sat(&asserted),
            "unsat\n" => {
                let found = oracle(&fresh);
                expect(!matches!(found, Found::Sat(_)), Kind::Unsat, &format!("{found:?}"))?;
                self.tally.refuted += usize::from(found == Found::NoneWithinBounds);
                self.judge_unsat(assumptions)
            }
            "unknown\n" => {
                self.tally.unknown += 1;
                self.last = Last::Unknown;
                Ok(())
            }
            other => Err((Kind::Refused, other.trim_end().to_owned())),
        }
    }

    /// A session of its own with the same declarations and only these assertions.
    fn fresh(&self, asserted: &[Asserted]) -> Result<Session, Wrong> {
        let mut session = Session::new(options());
        let assertions = asserted.iter().map(|one| format!("(assert {})", one.formula));
        for command in self.book.declarations().map(ToString::to_string).chain(assertions) {
            let reply = session.execute(command.as_bytes(), Position::START);
            expect(!reply.is_error, Kind::Refused, reply.text.trim_end())?;
        }
        Ok(session)
    }

    fn judge_sat(&mut self, asserted: &[Asserted]) -> Result<(), Wrong> {
        let model = self.ask("(get-model)")?.text;
        let witness = Witness::new(self.book.declarations(), &model);
        let mut witness = witness.map_err(|problem| (Kind::Model, problem))?;
        for one in asserted {
            let formula = one.formula.to_string();
            let holds = witness.holds(&formula).map_err(|problem| (Kind::Model, problem))?;
            let holds = holds != Some(false) || self.holds_by_division(&formula)?;
            expect(holds, Kind::Model, &format!("{formula} is false under {model}"))?;
        }
        self.tally.sat += 1;
        self.last = Last::Sat(Box::new(witness), model);
        Ok(())
    }

    /// What a division by zero gives is part of a model, but has no place in its text. A formula
    /// with a division, perhaps inside of a defined function, that is false by the text is asked of
    /// the session itself.
    fn holds_by_division(&mut self, formula: &str) -> Result<bool, Wrong> {
        let divides = |text: &str| ["(div ", "(mod ", "(/ "].iter().any(|op| text.contains(op));
        let divides = divides(formula) || self.book.declarations().any(|one| divides(&one.to_string()));
        Ok(divides && self.ask(&format!("(eval {formula})"))?.text == "true\n")
    }

    fn judge_unsat(&mut self, assumptions: &[Expression]) -> Result<(), Wrong> {
        let core = self.ask("(get-unsat-core)")?.text;
        let failed = self.ask("(get-unsat-assumptions)")?.text;
        let [labels, used] = [&core, &failed].map(|text| Expression::parse(text));
        let (Some(labels), Some(used)) = (labels, used) else {
            return Err((Kind::Core, format!("{core}{failed}")));
        };
        let is_active =
            |label: &Expression| self.book.assertions().any(|one| one.label.as_deref() == Some(label.atom()));
        let known = labels.parts().iter().all(is_active);
        let given = used.parts().iter().all(|assumption| assumptions.contains(assumption));
        expect(known && given, Kind::Core, &format!("{core}{failed}"))?;
        // Assertions without a label cannot be named and may all be needed.
        let in_core = |one: &&Asserted| match &one.label {
            Some(label) => labels.parts().iter().any(|part| part.atom() == label),
            None => true,
        };
        let mut needed: Vec<Asserted> = self.book.assertions().filter(in_core).cloned().collect();
        needed.extend(used.parts().iter().map(|formula| Asserted { formula: formula.clone(), label: None }));
        let found = oracle(&self.fresh(&needed)?);
        let is_sat = matches!(found, Found::Sat(_));
        expect(!is_sat, Kind::Core, &format!("the core {core}{failed} has a model: {found:?}"))?;
        self.tally.unsat += 1;
        self.last = Last::Unsat(core, failed);
        Ok(())
    }

    fn model_query(&mut self, name: &str, reply: &Reply) -> Result<(), Wrong> {
        let Last::Sat(witness, model) = &mut self.last else {
            if matches!(self.last, Last::Open) {
                return Ok(());
            }
            return expect(reply.text.contains("model is not available"), Kind::Reply, &reply.text);
        };
        if name == "get-model" {
            return expect(reply.text == *model, Kind::Value, &reply.text);
        }
        let pairs = Expression::parse(&reply.text).filter(|_| !reply.is_error);
        let pairs = pairs.ok_or_else(|| (Kind::Reply, reply.text.clone()))?;
        let mut wrong = Vec::new();
        for pair in pairs.parts() {
            let [term, value] = pair.parts() else { return Err((Kind::Reply, reply.text.clone())) };
            // Only whole assertions carry labels here, and those are true.
            let formula = match name {
                "get-value" => format!("(= {term} {value})"),
                _ => format!("(= true {value})"),
            };
            let holds = witness.holds(&formula).map_err(|problem| (Kind::Value, problem))?;
            if holds == Some(false) {
                wrong.push((pair.to_string(), formula));
            }
        }
        let shown = model.clone();
        for (pair, formula) in wrong {
            let holds = self.holds_by_division(&formula)?;
            expect(holds, Kind::Value, &format!("{pair} is wrong under {shown}"))?;
        }
        Ok(())
    }

    fn core_query(&mut self, name: &str, reply: &Reply) -> Result<(), Wrong> {
        let Last::Unsat(core, failed) = &self.last else {
            if matches!(self.last, Last::Open) {
                return Ok(());
            }
            return expect(reply.text.contains("unsat core is not available"), Kind::Reply, &reply.text);
        };
        let wanted = if name == "get-unsat-core" { core } else { failed };
        expect(reply.text == *wanted, Kind::Reply, &reply.text)
    }

    fn assertions_query(&mut self, reply: &Reply) -> Result<(), Wrong> {
        let count = Expression::parse(&reply.text).map(|list| list.parts().len());
        expect(count == Some(self.book.assertions().count()), Kind::Reply, &reply.text)
    }
}

fn expect(holds: bool, kind: Kind, what: &str) -> Result<(), Wrong> {
    if holds { Ok(()) } else { Err((kind, what.to_owned())) }
}

/// Asks the oracle about the assertions of a session.
fn oracle(session: &Session) -> Found {
    let solver = &session.solver;
    let facts = solver.assertions().iter().map(|term| Fact { term: *term, origin: 0 }).collect();
    let problem = Problem::new(&solver.terms, facts);
    let budget = Budget::unlimited().with_steps(Some(3_000_000));
    brute_force(&solver.terms, &problem.symbols, solver.assertions(), BOUNDS, &budget)
        .unwrap_or(Found::GaveUp)
}
