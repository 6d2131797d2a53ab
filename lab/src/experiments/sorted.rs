//! `sorted`: random problems over arrays, datatypes, bit-vectors and sequences, each for every engine. No
//! engine may stumble over a sort it does not know, none may contradict another, or z3 and cvc5.

use std::io;
use std::time::Duration;

use tress_base::Random;
use tress_session::{Session, run as run_script};
use tress_solver::options::Options;
use tress_solver::registry;

use crate::lab::{Experiment, Lab, Verdict};
use crate::plot::{Mark, Plot};
use crate::table::Table;
use tress_testing::generate::{CONSTANTS, DATATYPES, compound_formula};

/// The row in the list of experiments.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "sorted",
    about: "random problems over arrays, datatypes, bit-vectors and sequences: every engine against z3 and cvc5; --engine asks one",
    count: 300,
    run,
};

/// Real time for a batch of questions.
const LIMIT: Duration = Duration::from_secs(60);
/// Steps for each engine.
const STEPS: &str = "200000";
/// Operators nest so deep.
const DEPTH: usize = 2;
fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let mut random = Random::new(lab.setting.seed);
    let problems: Vec<String> = (0..lab.count).map(|_| problem(&mut random)).collect();
    let mut answers: Vec<(String, Vec<String>)> = Vec::new();
    for engine in engines(lab) {
        let mut said = Vec::with_capacity(problems.len());
        for (place, problem) in problems.iter().enumerate() {
            lab.progress(place, problems.len());
            // Every second problem is seen as it is written.
            let options = format!(
                "(set-option :engine {engine})(set-option :rlimit {STEPS})(set-option :preprocess {})",
                place % 2 == 0
            );
            said.push(reply(&format!("{options}{problem}")));
        }
        answers.push((engine, said));
    }
    for peer in super::installed_peers(lab, Duration::from_secs(5))? {
        let questions: Vec<String> =
            problems.iter().map(|problem| format!("(push 1)\n{problem}\n(pop 1)")).collect();
        let progress = |done| lab.progress(done, questions.len());
        let texts = peer.ask(&questions, LIMIT, progress)?.texts;
        answers.push((peer.name.to_owned(), texts.into_iter().map(Option::unwrap_or_default).collect()));
    }
    let mut wrong = 0;
    for (place, problem) in problems.iter().enumerate() {
        let said = |word: &str| answers.iter().find(|(_, all)| all[place] == word).map(|(name, _)| name);
        let strange = answers.iter().find(|(_, all)| all[place].contains("internal error"));
        if let (Some(sat), Some(unsat)) = (said("sat"), said("unsat")) {
            lab.print(&format!("WRONG: sat says {sat}, unsat says {unsat}: {problem}"))?;
            wrong += 1;
        } else if let Some((name, all)) = strange {
            lab.print(&format!("WRONG: {name} says {}: {problem}", all[place]))?;
            wrong += 1;
        }
    }
    let mut table = Table::new(&["who", "sat", "unsat", "else"]);
    let mut plot = Plot::new("Problems over other sorts", "who", "answers")
        .with_categories(answers.iter().map(|(name, _)| name));
    let mut points = Vec::new();
    for (place, (name, all)) in answers.iter().enumerate() {
        let [sat, unsat] = ["sat", "unsat"].map(|word| all.iter().filter(|text| *text == word).count());
        let cells = [name.clone(), sat.to_string(), unsat.to_string(), (all.len() - sat - unsat).to_string()];
        table.row(cells);
        points.push((place as f64, (sat + unsat) as f64));
    }
    plot.add("answered", Mark::Bars, points);
    lab.print(&table.text())?;
    lab.save("sorted.svg", &plot.svg())?;
    lab.print(&format!("{} problems, {wrong} wrong", problems.len()))?;
    Ok(Verdict::wrong_if(wrong > 0))
}

fn engines(lab: &Lab<'_>) -> Vec<String> {
    match &lab.setting.engine {
        Some(engine) => vec![engine.clone()],
        None => registry::NAMES.iter().map(|name| (*name).to_owned()).collect(),
    }
}

/// Declarations, a few assertions and a check.
fn problem(random: &mut Random) -> String {
    let count = 1 + random.below(4);
    let formula = |_| format!("(assert {})", compound_formula(random, DEPTH));
    let formulas: Vec<String> = (0..count).map(formula).collect();
    format!("{DATATYPES}{CONSTANTS}{}(check-sat)", formulas.concat())
}

/// What a new session replies to a script.
fn reply(script: &str) -> String {
    let mut output = Vec::new();
    match run_script(&mut Session::new(Options::default()), script.as_bytes(), &mut output) {
        Ok(_) => String::from_utf8_lossy(&output).trim().to_owned(),
        Err(problem) => problem.to_string(),
    }
}
