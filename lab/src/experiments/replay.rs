//! `replay`: path conditions from files, as a symbolic execution would ask about them.
//!
//! The conjuncts of a file's assertions become steps. At every step its negation is tried and
//! taken back, then it is asserted on a new level, all in one session; at the end every level is
//! popped and the first step is asked once more. Each check is also made alone, in a session of
//! its own. No two answers may contradict each other, and the one session should not cost more
//! than the many.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use tress_session::{Session, run as run_session};
use tress_solver::options::{Opt, Options};
use tress_term::print::{Style, term_text};
use tress_term::term::{Op, Sort, Term, TermStore};

use super::timed::{Timed, execute};
use crate::lab::{Experiment, Lab, Verdict};
use crate::table::{Table, seconds_text};

/// The row of this experiment. Its count is the number of steps a file is cut into.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "replay",
    about: "path conditions of the given files: one session with push and pop against each check alone",
    count: 10,
    run,
};

/// What a check may take, unless the command line says otherwise.
const LIMIT: Duration = Duration::from_secs(2);

/// A file as a path: what it declares, and what holds after each of its steps.
struct Trail {
    declarations: String,
    steps: Vec<String>,
}

/// The checks of one file, both ways.
#[derive(Clone, Debug, Default)]
struct Outcome {
    together: Vec<Timed>,
    alone: Vec<Timed>,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let files = lab.setting.files.clone();
    if files.is_empty() {
        return Err(io::Error::other("replay needs files: lab replay FILE..."));
    }
    let mut options = Options::default();
    let limit = lab.setting.timeout.unwrap_or(LIMIT).as_millis();
    options.set_number(Opt::Timeout, u64::try_from(limit).unwrap_or(u64::MAX));
    if let Some(engine) = &lab.setting.engine {
        options
            .set("engine", engine)
            .map_err(|_| io::Error::other(format!("no engine is called {engine}")))?;
    }
    let titles =
        ["file", "checks", "sat", "unsat", "unknown", "alone unknown", "wrong", "session", "alone", "ratio"];
    let (mut table, mut all) = (Table::new(&titles), Outcome::default());
    for (place, file) in files.iter().enumerate() {
        let trail = Trail::read(file, lab.count)?;
        let outcome = Outcome { together: trail.together(&options)?, alone: trail.alone(&options)? };
        table.row(outcome.cells(&name(file)));
        all.together.extend(outcome.together);
        all.alone.extend(outcome.alone);
        lab.progress(place + 1, files.len());
    }
    table.row(all.cells("all"));
    lab.print(&table.text())?;
    if all.contradictions() == 0 && all.time(true) > all.time(false) {
        lab.print("NOT WITHIN THE BAR: one session must not cost more")?;
    }
    Ok(Verdict::wrong_if(all.contradictions() > 0))
}

fn name(file: &Path) -> String {
    file.file_stem().map(|name| name.to_string_lossy().chars().take(24).collect()).unwrap_or_default()
}

impl Trail {
    /// Reads a file and cuts its conjuncts into at most `most` steps.
    fn read(file: &Path, most: usize) -> io::Result<Trail> {
        let text = fs::read_to_string(file)?;
        // What the file asks is not asked here.
        let text = text.replace("(check-sat)", "").replace("(get-model)", "");
        let mut session = Session::new(Options::default());
        run_session(&mut session, text.as_bytes(), io::sink())?;
        let terms = &session.solver.terms;
        let conjuncts = conjuncts(terms, session.solver.assertions());
        let length = conjuncts.len().div_ceil(most.max(1)).max(1);
        let texts: Vec<String> =
            conjuncts.iter().map(|term| term_text(terms, *term, Style::Standard)).collect();
        let steps = texts.chunks(length).map(|step| format!("(and {} true)", step.join(" "))).collect();
        Ok(Trail { declarations: declarations(&session), steps })
    }

    /// All checks in one session.
    fn together(&self, options: &Options) -> io::Result<Vec<Timed>> {
        let mut session = Session::new(options.clone());
        run_session(&mut session, self.declarations.as_bytes(), io::sink())?;
        let mut timed = Vec::new();
        for step in &self.steps {
            let turned = format!("(push 1)\n(assert (not {step}))\n(check-sat)\n(pop 1)\n");
            timed.push(execute(&mut session, &turned)?);
            timed.push(execute(&mut session, &format!("(push 1)\n(assert {step})\n(check-sat)\n"))?);
        }
        if let Some(first) = self.steps.first() {
            let back = format!("(pop {})\n(assert {first})\n(check-sat)\n", self.steps.len());
            timed.push(execute(&mut session, &back)?);
        }
        Ok(timed)
    }

    /// The same checks, each in a session of its own.
    fn alone(&self, options: &Options) -> io::Result<Vec<Timed>> {
        let mut timed = Vec::new();
        let mut text = self.declarations.clone();
        let ask = |text: &str| execute(&mut Session::new(options.clone()), text);
        for step in &self.steps {
            timed.push(ask(&format!("{text}(assert (not {step}))\n(check-sat)\n"))?);
            text.push_str(&format!("(assert {step})\n"));
            timed.push(ask(&format!("{text}(check-sat)\n"))?);
        }
        if let Some(first) = self.steps.first() {
            timed.push(ask(&format!("{}(assert {first})\n(check-sat)\n", self.declarations))?);
        }
        Ok(timed)
    }
}

/// The parts of nested conjunctions, in order.
fn conjuncts(terms: &TermStore, assertions: &[Term]) -> Vec<Term> {
    let mut open: Vec<Term> = assertions.iter().rev().copied().collect();
    let mut found = Vec::new();
    while let Some(term) = open.pop() {
        if terms.op(term) == Some(Op::And) {
            open.extend(terms.args(term).iter().rev());
        } else {
            found.push(term);
        }
    }
    found
}

/// Declarations of what the session declared, one command a line.
fn declarations(session: &Session) -> String {
    let terms = &session.solver.terms;
    let (mut sorts, mut text) = (Vec::new(), String::new());
    for symbol in session.solver.declared() {
        let symbol = terms.symbol(*symbol);
        for sort in symbol.arguments.iter().chain([&symbol.result]) {
            if matches!(sort, Sort::Declared(_)) && !sorts.contains(sort) {
                sorts.push(*sort);
                text.push_str(&format!("(declare-sort {} 0)\n", terms.sort_text(*sort)));
            }
        }
        let arguments: Vec<_> = symbol.arguments.iter().map(|sort| terms.sort_text(*sort)).collect();
        let (name, result) = (&symbol.name, terms.sort_text(symbol.result));
        text.push_str(&format!("(declare-fun |{name}| ({}) {result})\n", arguments.join(" ")));
    }
    text
}

impl Outcome {
    /// How often one way says sat and the other unsat, or something is no answer at all.
    fn contradictions(&self) -> usize {
        let answers = ["sat", "unsat", "unknown"];
        let pairs = self.together.iter().zip(&self.alone);
        let wrong = |(one, other): &(&Timed, &Timed)| {
            let readable = [one, other].iter().all(|timed| answers.contains(&timed.answer.as_str()));
            let unknown = [one, other].iter().any(|timed| timed.answer == "unknown");
            !readable || (one.answer != other.answer && !unknown)
        };
        pairs.filter(wrong).count()
    }

    fn time(&self, together: bool) -> f64 {
        let timed = if together { &self.together } else { &self.alone };
        timed.iter().map(|check| check.time).sum::<Duration>().as_secs_f64()
    }

    fn cells(&self, name: &str) -> Vec<String> {
        let count =
            |timed: &[Timed], answer: &str| timed.iter().filter(|check| check.answer == answer).count();
        let numbers = [
            self.together.len(),
            count(&self.together, "sat"),
            count(&self.together, "unsat"),
            count(&self.together, "unknown"),
            count(&self.alone, "unknown"),
            self.contradictions(),
        ];
        let (session, alone) = (self.time(true), self.time(false));
        let times = [seconds_text(session), seconds_text(alone), format!("{:.2}", session / alone)];
        std::iter::once(name.to_owned()).chain(numbers.iter().map(usize::to_string)).chain(times).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timed(answer: &str) -> Timed {
        Timed { answer: answer.into(), time: Duration::ZERO }
    }

    #[test]
    fn contradictions_are_counted() {
        let together = ["sat", "sat", "unknown", "unsat"].map(timed).to_vec();
        let alone = ["sat", "unsat", "unsat", "(error \"x\")"].map(timed).to_vec();
        assert_eq!(Outcome { together, alone }.contradictions(), 2);
    }
}
