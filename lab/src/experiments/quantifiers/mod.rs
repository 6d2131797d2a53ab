//! `quantifiers`: small quantified formulas over words of two characters and small numbers.
//!
//! Where every bound symbol is restricted to few values, trying all of them gives the truth: the
//! answer, the values of a model and the assertions of a core are held against it. The others are
//! held against z3 where it answers.

mod generate;
mod truth;

use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use tress_base::Random;
use tress_solver::{Answer, Solver};
use tress_term::eval::Evaluator;
use tress_term::model::Model;
use tress_term::print::{symbol_text, term_text};

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::{Table, seconds_text};

use generate::{Formula, Quantified};
use truth::Oracle;

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "quantifiers",
    about: "--count small quantified formulas: answers, models and cores agree with trying all values, and with z3",
    count: 4000,
    run,
};

/// One problem in this many has bound symbols without restrictions.
const ONE_OPEN: usize = 4;
/// What z3 may take for one problem, and for all problems of one process.
const PEER_LIMIT: Duration = Duration::from_secs(2);
const BATCH_LIMIT: Duration = Duration::from_secs(600);

#[derive(Default)]
struct Tally {
    problems: usize,
    answers: [usize; 3],
    wrong: usize,
    time: Duration,
    slowest: Duration,
    z3: [usize; 3],
}

fn problem(seed: u64, number: usize) -> Quantified {
    let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number as u64);
    Quantified::new(&mut random, !number.is_multiple_of(ONE_OPEN))
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let peers = super::installed_peers(lab, PEER_LIMIT)?;
    let z3 = peers.iter().find(|peer| peer.name == "z3");
    let mut tallies: [Tally; 2] = Default::default();
    let mut asked: Vec<(usize, String, Answer)> = Vec::new();
    for number in 0..lab.count {
        lab.progress(number, lab.count);
        let mut problem = problem(lab.setting.seed, number);
        let text = problem_text(&problem);
        let started = lab.elapsed();
        let answer = problem.solver.check(&[]);
        let time = lab.elapsed().saturating_sub(started);
        let wrong = if problem.is_guarded { against_truth(&mut problem, &answer) } else { None };
        let tally = &mut tallies[usize::from(!problem.is_guarded)];
        tally.problems += 1;
        tally.time += time;
        tally.slowest = tally.slowest.max(time);
        tally.answers[place(&answer)] += 1;
        if let Some(wrong) = wrong {
            tally.wrong += 1;
            complain(lab, number, &wrong, &text)?;
        } else if let Answer::Unknown(reason) = &answer {
            complain(lab, number, &format!("unknown: {reason}"), &text)?;
        } else if time > Duration::from_secs(1) {
            complain(lab, number, &format!("slow: {}", seconds_text(time.as_secs_f64())), &text)?;
        }
        asked.push((number, text, answer));
    }
    if let Some(z3) = z3 {
        let questions: Vec<String> = asked.iter().map(|(_, text, _)| format!("(reset)\n{text}")).collect();
        let replies = z3.ask(&questions, BATCH_LIMIT, |_| {})?.texts;
        for ((number, text, answer), reply) in asked.iter().zip(replies) {
            let tally = &mut tallies[usize::from(number.is_multiple_of(ONE_OPEN))];
            let other = ["sat", "unsat"].iter().position(|word| reply.as_deref() == Some(*word)).unwrap_or(2);
            tally.z3[other] += 1;
            if other < 2 && place(answer) < 2 && other != place(answer) {
                tally.wrong += 1;
                complain(lab, *number, &format!("tress {answer:?}, z3 {reply:?}"), text)?;
            }
        }
    }
    show(lab, &tallies)
}

fn place(answer: &Answer) -> usize {
    match answer {
        Answer::Sat => 0,
        Answer::Unsat => 1,
        Answer::Unknown(_) => 2,
    }
}

/// The problem as SMT-LIB.
fn problem_text(problem: &Quantified) -> String {
    let store = &problem.solver.terms;
    let mut text = String::new();
    for variable in &problem.free {
        let symbol = store.symbol(variable.symbol);
        let _ = writeln!(
            text,
            "(declare-const {} {})",
            symbol_text(&symbol.name),
            store.sort_text(symbol.result)
        );
    }
    for assertion in &problem.assertions {
        let _ = writeln!(text, "(assert {})", term_text(store, *assertion, Default::default()));
    }
    text.push_str("(check-sat)");
    text
}

/// What is wrong with an answer, going by all values.
fn against_truth(problem: &mut Quantified, answer: &Answer) -> Option<String> {
    let all: Vec<usize> = (0..problem.formulas.len()).collect();
    match answer {
        Answer::Unknown(_) => None,
        Answer::Sat => {
            let mut model = problem.solver.model().ok()?.clone();
            let outside = problem.free.iter().find(|variable| {
                model.get(variable.symbol).is_none_or(|value| !variable.values.contains(value))
            });
            if outside.is_some() {
                return Some("wrong: a value of the model breaks its guard".to_owned());
            }
            let mut oracle = Oracle { store: &problem.solver.terms, evaluator: Evaluator::new() };
            let fails = problem.formulas.iter().position(|formula| !oracle.holds(formula, &mut model));
            fails.map(|number| format!("wrong: formula {number} is false under the model"))
        }
        Answer::Unsat => {
            if can_hold(problem, &all) {
                return Some("wrong: unsat, and yet some values fit".to_owned());
            }
            let core = problem.solver.unsat_core().ok()?;
            let count = problem.free.len();
            let named: Vec<usize> = core.iter().filter_map(|number| number.checked_sub(count)).collect();
            if can_hold(problem, &named) {
                return Some(format!("wrong: the core {core:?} can hold"));
            }
            let mut again = std::mem::replace(&mut problem.solver, Solver::new());
            again.reset_assertions(true);
            for number in &core {
                again.assert(problem.assertions[*number]);
            }
            let second = again.check(&[]);
            problem.solver = again;
            (second == Answer::Sat).then(|| format!("wrong: the core {core:?} is sat when it stands alone"))
        }
    }
}

/// Can the guards and these formulas hold together?
fn can_hold(problem: &Quantified, formulas: &[usize]) -> bool {
    let mut oracle = Oracle { store: &problem.solver.terms, evaluator: Evaluator::new() };
    let chosen: Vec<&Formula> = formulas.iter().map(|number| &problem.formulas[*number]).collect();
    oracle.some(&problem.free, &mut Model::new(), &mut |oracle, model| {
        chosen.iter().all(|formula| oracle.holds(formula, model))
    })
}

/// Prints and writes out a problem that is worth looking at.
fn complain(lab: &mut Lab<'_>, number: usize, why: &str, text: &str) -> io::Result<()> {
    lab.print(&format!("problem {number}, {why}"))?;
    let text = format!("; {why}\n(set-logic ALL)\n{text}\n");
    lab.save(&format!("quantifiers-{}-{number}.smt2", lab.setting.seed), &text)
}

fn show(lab: &mut Lab<'_>, tallies: &[Tally; 2]) -> io::Result<Verdict> {
    let titles = [
        "bound symbols",
        "problems",
        "sat",
        "unsat",
        "unknown",
        "wrong",
        "time",
        "slowest",
        "z3 sat",
        "z3 unsat",
        "z3 open",
    ];
    let mut table = Table::new(&titles);
    for (name, tally) in ["restricted", "any"].into_iter().zip(tallies) {
        let [sat, unsat, unknown] = tally.answers;
        let numbers = [tally.problems, sat, unsat, unknown, tally.wrong];
        let times = [tally.time, tally.slowest].map(|time| seconds_text(time.as_secs_f64()));
        let cells = std::iter::once(name.to_owned()).chain(numbers.iter().map(usize::to_string));
        table.row(cells.chain(times).chain(tally.z3.iter().map(usize::to_string)));
    }
    lab.print(&table.text())?;
    Ok(Verdict::wrong_if(tallies.iter().any(|tally| tally.wrong > 0)))
}
