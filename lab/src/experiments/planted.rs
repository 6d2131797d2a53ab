//! `planted`: problems whose answer is known, through the solver, the oracle and the peers.
//!
//! A wrong answer of tress fails the experiment. An answer of a peer or of the oracle against the
//! planted one is listed: then either the plant or the peer is wrong, and somebody must look.

use std::io;
use std::time::Duration;

use tress_base::Budget;
use tress_base::Random;
use tress_session::{Session, run as run_session};
use tress_solver::Answer;
use tress_solver::options::Options;
use tress_term::eval::Evaluator;
use tress_term::model::Model;
use tress_term::term::Value;

use crate::lab::{Experiment, Lab, Verdict};
use crate::plot::{Mark, Plot};
use crate::table::Table;
use tress_testing::brute::{Bounds, Found, brute_force};
use tress_testing::generate::{Expected, Knobs, Planted, constants};

/// The row in the list of experiments.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "planted",
    about: "problems with planted answers: tress must never answer wrongly, beside brute force, z3 and cvc5",
    count: 400,
    run,
};

/// Steps of work for tress on one problem, so that every run is the same.
const STEPS: &str = "2000000";
/// Real time for another solver on one problem.
const CHECK_LIMIT: Duration = Duration::from_millis(500);
/// Real time for a batch of problems.
const BATCH_LIMIT: Duration = Duration::from_secs(300);

/// What somebody says of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Sat,
    Unsat,
    Unknown,
}

/// Everybody's answers, in the order of the problems.
struct Column {
    name: &'static str,
    answers: Vec<Said>,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let problems = problems(lab.setting.seed, lab.count);
    let mut columns = vec![
        Column { name: "tress", answers: Vec::new() },
        Column { name: "brute force", answers: Vec::new() },
    ];
    let mut false_models = 0;
    for (place, problem) in problems.iter().enumerate() {
        let (said, model_holds) = ask_tress(problem);
        false_models += usize::from(!model_holds);
        columns[0].answers.push(said);
        columns[1].answers.push(ask_oracle(problem));
        lab.progress(place + 1, problems.len());
    }
    for peer in super::installed_peers(lab, CHECK_LIMIT)? {
        let questions: Vec<String> = problems
            .iter()
            .map(|problem| format!("(reset)\n(set-logic ALL)\n{}(check-sat)", problem.text()))
            .collect();
        let replies = peer.ask(&questions, BATCH_LIMIT, |done| lab.progress(done, questions.len()))?;
        let answers = replies.texts.iter().map(|text| read_answer(text.as_deref().unwrap_or_default()));
        columns.push(Column { name: peer.name, answers: answers.collect() });
    }
    let wrong = report(lab, &problems, &columns)?;
    if false_models > 0 {
        lab.print(&format!("WRONG: {false_models} models of tress do not satisfy their problem"))?;
    }
    Ok(Verdict::wrong_if(wrong > 0 || false_models > 0))
}

/// Small problems over all operators, small and rich ones over those that every solver knows.
fn problems(seed: u64, count: usize) -> Vec<Planted> {
    let mut random = Random::new(seed);
    let standard = Knobs::standard();
    let small = Knobs { operators: standard.operators.clone(), ..Knobs::small() };
    let knobs = [Knobs::small(), small, Knobs { depth: 2, ..standard }];
    (0..count).map(|place| Planted::new(&knobs[place % 3], &mut random, 1 + place % 5)).collect()
}

/// tress's answer, and whether its model, if it gave one, satisfies the problem.
fn ask_tress(problem: &Planted) -> (Said, bool) {
    let mut options = Options::default();
    if options.set("rlimit", STEPS).is_err() {
        return (Said::Unknown, false);
    }
    let mut session = Session::new(options);
    let is_read = run_session(&mut session, problem.text().as_bytes(), io::sink());
    if !is_read.is_ok_and(|summary| summary.errors == 0) {
        return (Said::Unknown, false);
    }
    match session.solver.check(&[]) {
        Answer::Unsat => (Said::Unsat, true),
        Answer::Unknown(_) => (Said::Unknown, true),
        Answer::Sat => {
            let mut own = Model::new();
            let Ok(model) = session.solver.model() else { return (Said::Sat, false) };
            for (symbol, declared) in problem.symbols.iter().zip(constants(&session.solver)) {
                if let Some(value) = model.get(declared) {
                    own.set(*symbol, value.clone());
                }
            }
            for division in tress_term::model::ZeroDivision::ALL {
                *own.zero_division_mut(division) = model.zero_division(division).clone();
            }
            (Said::Sat, holds(problem, &own))
        }
    }
}

/// Does the model make all assertions of the problem true?
fn holds(problem: &Planted, model: &Model) -> bool {
    let mut evaluator = Evaluator::new();
    problem.assertions.iter().all(|assertion| {
        evaluator.eval(&problem.store, *assertion, model, &Budget::unlimited()) == Ok(Value::Bool(true))
    })
}

fn ask_oracle(problem: &Planted) -> Said {
    let bounds = Bounds { assignments: 20_000, ..Bounds::default() };
    let budget = Budget::unlimited().with_steps(Some(3_000_000));
    match brute_force(&problem.store, &problem.symbols, &problem.assertions, bounds, &budget) {
        Ok(Found::Sat(_)) => Said::Sat,
        _ => Said::Unknown,
    }
}

fn read_answer(text: &str) -> Said {
    match text.lines().next().unwrap_or_default().trim() {
        "sat" => Said::Sat,
        "unsat" => Said::Unsat,
        _ => Said::Unknown,
    }
}

/// Prints everything; returns how often tress was wrong.
fn report(lab: &mut Lab<'_>, problems: &[Planted], columns: &[Column]) -> io::Result<usize> {
    let is_sat = |problem: &Planted| matches!(problem.expected, Expected::Sat(_));
    let truth: Vec<Said> =
        problems.iter().map(|problem| if is_sat(problem) { Said::Sat } else { Said::Unsat }).collect();
    let mut table = Table::new(&["solver", "sat found", "of", "unsat found", "of", "unknown", "wrong"]);
    let mut plot =
        Plot::new("Planted problems solved", "planted answer", "problems").with_categories(["sat", "unsat"]);
    let of = |wanted: Said| truth.iter().filter(|truth| **truth == wanted).count();
    for column in columns {
        let pairs = || column.answers.iter().zip(&truth);
        let found = |wanted: Said| pairs().filter(|(said, truth)| said == truth && **said == wanted).count();
        let unknown = pairs().filter(|(said, _)| **said == Said::Unknown).count();
        let right = found(Said::Sat) + found(Said::Unsat);
        let numbers = [found(Said::Sat), of(Said::Sat), found(Said::Unsat), of(Said::Unsat), unknown];
        let mut row = vec![column.name.to_owned()];
        row.extend(numbers.iter().map(ToString::to_string));
        row.push((truth.len() - right - unknown).to_string());
        table.row(row);
        plot.add(column.name, Mark::Bars, [(0.0, numbers[0] as f64), (1.0, numbers[2] as f64)]);
    }
    lab.print(&table.text())?;
    for column in columns {
        for (place, (said, truth)) in column.answers.iter().zip(&truth).enumerate() {
            if said != truth && *said != Said::Unknown {
                let why = match problems[place].expected {
                    Expected::Sat(_) => "planted sat",
                    Expected::Unsat(why) => why,
                };
                lab.print(&format!(
                    "{} says {said:?} against: {why}\n{}",
                    column.name,
                    problems[place].text()
                ))?;
            }
        }
    }
    lab.save("planted.svg", &plot.svg())?;
    let own = columns[0].answers.iter().zip(&truth);
    Ok(own.filter(|(said, truth)| said != truth && **said != Said::Unknown).count())
}
