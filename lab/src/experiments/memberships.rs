//! `memberships`: random Boolean combinations of memberships and lengths, next to z3 and cvc5.
//!
//! Two different answers to one problem fail the experiment, and the problem is saved.

use std::io;
use std::time::Duration;

use tress_base::Random;

use crate::lab::{Experiment, Lab, Verdict};
use crate::peers::Peer;
use crate::table::{Table, seconds_text};
use tress_testing::generate::membership_problem;

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "memberships",
    about: "random memberships and lengths with large counters: answers and times of tress, z3 and cvc5",
    count: 100,
    run,
};

/// What a problem may take.
const LIMIT: Duration = Duration::from_secs(5);
/// Problems that take tress longer are listed.
const SLOW: f64 = 1.0;

/// What one solver did.
#[derive(Default)]
struct Score {
    solved: usize,
    cpu: f64,
    slow: usize,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let limit = LIMIT.as_secs().to_string();
    let mut solvers = vec![Peer::program("tress", vec![lab.tress()?, "--timeout".into(), limit])];
    solvers.extend(super::installed_peers(lab, LIMIT)?);
    let mut scores: Vec<Score> = solvers.iter().map(|_| Score::default()).collect();
    let mut wrong = 0;
    for place in 0..lab.count {
        let mut random = Random::new(lab.setting.seed.wrapping_mul(1_000_003).wrapping_add(place as u64));
        let text = membership_problem(&mut random);
        let mut answers: Vec<String> = Vec::new();
        for (solver, score) in solvers.iter().zip(&mut scores) {
            let run = solver.run(&text, LIMIT * 2)?;
            let answer = run.output.lines().next().unwrap_or("nothing").to_owned();
            let seconds = run.cpu.as_secs_f64();
            score.cpu += seconds;
            let solved = answer == "sat" || answer == "unsat";
            score.solved += usize::from(solved);
            score.slow += usize::from(seconds > SLOW);
            let is_ours = answers.is_empty();
            if is_ours && (!solved || seconds > SLOW) {
                lab.print(&format!("problem {place}: {answer} after {}", seconds_text(seconds)))?;
                lab.save(&format!("memberships-{place}.smt2"), &text)?;
            }
            answers.push(answer);
        }
        if answers.iter().any(|answer| answer == "sat") && answers.iter().any(|answer| answer == "unsat") {
            wrong += 1;
            lab.print(&format!("problem {place}: different answers: {}", answers.join(", ")))?;
            lab.save(&format!("memberships-{place}.smt2"), &text)?;
        }
        lab.progress(place + 1, lab.count);
    }
    let mut table = Table::new(&["solver", "solved", "of", "CPU", "longer than a second"]);
    for (solver, score) in solvers.iter().zip(&scores) {
        table.row([
            solver.name.to_owned(),
            score.solved.to_string(),
            lab.count.to_string(),
            seconds_text(score.cpu),
            score.slow.to_string(),
        ]);
    }
    lab.print(&table.text())?;
    Ok(Verdict::wrong_if(wrong > 0))
}
