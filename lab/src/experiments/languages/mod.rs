//! `languages`: maximal solutions of random systems, against all short words.
//!
//! Every solution must satisfy the constraints, must not be enlarged by any short word, and must differ from
//! the others; whatever short words satisfy the constraints must lie in some solution. Systems that take too
//! many steps are counted, and are no answer.

mod generate;
mod judge;

use std::io;

use tress_base::{Budget, Random, Stop};

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::{Table, seconds_text};

use generate::Drawn;
use judge::{Judge, Languages};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "languages",
    about: "maximal solutions of random systems of languages: satisfying, not to be enlarged, covering all short words",
    count: 20_000,
    run,
};

/// Steps for all solutions of one system.
const STEPS: u64 = 20_000_000;

/// What was seen of the systems with one number of variables.
#[derive(Clone, Default)]
struct Score {
    systems: usize,
    solvable: usize,
    several: usize,
    most: usize,
    open: usize,
    wrong: usize,
    seconds: f64,
    slowest: f64,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let mut scores = vec![Score::default(); 3];
    let mut wrong = String::new();
    for place in 0..lab.count {
        let seed = lab.setting.seed.wrapping_mul(1_000_003).wrapping_add(place as u64);
        let drawn = Drawn::random(&mut Random::new(seed));
        let score = &mut scores[drawn.wanted.len() - 1];
        if let Some(complaint) = judged(&drawn, score) {
            score.wrong += 1;
            wrong += &format!("seed {seed}: {complaint}\n{drawn:#?}\n\n");
        }
        lab.progress(place + 1, lab.count);
    }
    lab.print(&table(&scores))?;
    if !wrong.is_empty() {
        lab.save("languages-wrong.txt", &wrong)?;
    }
    Ok(Verdict::wrong_if(!wrong.is_empty()))
}

/// Solves one system and judges it.
fn judged(drawn: &Drawn, score: &mut Score) -> Option<String> {
    let budget = Budget::unlimited().with_steps(Some(STEPS));
    let solved = drawn.system(&budget).and_then(|system| {
        let solutions: Result<Vec<Languages>, Stop> = (system.solutions(&budget))
            .map(|solution| {
                Ok(solution?.languages().iter().map(|language| language.automaton().clone()).collect())
            })
            .collect();
        solutions.map(|solutions| (system, solutions))
    });
    let seconds = budget.elapsed().as_secs_f64();
    score.systems += 1;
    score.seconds += seconds;
    score.slowest = score.slowest.max(seconds);
    let Ok((system, solutions)) = solved else {
        score.open += 1;
        return None;
    };
    score.solvable += usize::from(!solutions.is_empty());
    score.several += usize::from(solutions.len() > 1);
    score.most = score.most.max(solutions.len());
    let unlimited = Budget::unlimited();
    Judge::new(drawn, &system).complaint(&solutions, &unlimited).unwrap_or(None)
}

fn table(scores: &[Score]) -> String {
    let titles = ["variables", "systems", "solvable", "several", "most", "open", "wrong", "time", "slowest"];
    let mut table = Table::new(&titles);
    for (place, score) in scores.iter().enumerate() {
        let numbers =
            [place + 1, score.systems, score.solvable, score.several, score.most, score.open, score.wrong];
        let times = [score.seconds, score.slowest].map(seconds_text);
        table.row(numbers.iter().map(ToString::to_string).chain(times));
    }
    table.text()
}
