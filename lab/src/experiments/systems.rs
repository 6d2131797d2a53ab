//! `systems`: random systems of equations, differences, memberships and lengths through several engines,
//! against all short inputs and against each other.

use std::io;
use std::time::Duration;

use tress_base::Random;

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::{Table, seconds_text};
use tress_testing::brute::Bounds;
use tress_testing::generate::random_system;

use super::strings::judge::{judge, minimised};
use super::strings::solve::{Answer, Solved, Way, solve};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "systems",
    about: "random systems of one to four variables through engines, against short inputs and each other",
    count: 5000,
    run,
};

/// The engines, unless the command line names some.
const ENGINES: [&str; 5] = ["auto", "nielsen", "calculus", "lazy", "position-constraints"];
/// Steps of one check, so that every run is the same.
const STEPS: u64 = 60_000;
/// What a check may take.
const LIMIT: Duration = Duration::from_secs(20);
/// How far the oracle looks.
const BOUNDS: Bounds = Bounds { length: 4, letters: 2, number: 6, assignments: 6000 };

/// What became of the checks of one engine.
#[derive(Clone, Default)]
struct Score {
    answers: [usize; 3],
    wrong: usize,
    time: Duration,
    slowest: (Duration, usize),
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let engines: Vec<String> = match lab.setting.engines.as_slice() {
        [] => ENGINES.map(str::to_owned).to_vec(),
        named => named.to_vec(),
    };
    let mut scores = vec![Score::default(); engines.len()];
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    for number in 0..lab.count {
        let seed = lab.setting.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number as u64;
        let problem = random_system(&mut Random::new(seed));
        let text = problem.text();
        let way = |engine| Way {
            engine,
            limit,
            steps: STEPS,
            cores: number.is_multiple_of(2),
            alone: number.is_multiple_of(3),
        };
        let solved: Vec<Solved> = engines.iter().map(|engine| solve(&text, way(engine))).collect();
        let models: Vec<_> = solved
            .iter()
            .filter_map(|solved| match &solved.answer {
                Answer::Sat(witness) => Some(witness.clone()),
                _ => None,
            })
            .collect();
        for ((engine, solved), score) in engines.iter().zip(&solved).zip(&mut scores) {
            score.add(number, solved);
            if let Some(wrong) = judge(&problem, &solved.answer, &models, (way(engine), BOUNDS)) {
                score.wrong += 1;
                let small = minimised(&problem, &wrong, way(engine));
                lab.print(&format!("problem {number}, {engine}, WRONG: {}", wrong.why))?;
                let file = format!("systems-wrong-{}-{number}-{engine}.smt2", lab.setting.seed);
                lab.save(&file, &format!("(set-logic ALL)\n{small}(check-sat)\n"))?;
            }
        }
        lab.progress(number + 1, lab.count);
    }
    let mut table = Table::new(&["engine", "sat", "unsat", "unknown", "wrong", "time", "slowest", "number"]);
    for (engine, score) in engines.iter().zip(&scores) {
        table.row(score.cells(engine));
    }
    lab.print(&table.text())?;
    Ok(Verdict::wrong_if(scores.iter().any(|score| score.wrong > 0)))
}

impl Score {
    fn add(&mut self, number: usize, solved: &Solved) {
        let kind = match solved.answer {
            Answer::Sat(_) => 0,
            Answer::Unsat(_) => 1,
            Answer::Unknown(_) | Answer::Refused => 2,
        };
        self.answers[kind] += 1;
        self.time += solved.time;
        self.slowest = self.slowest.max((solved.time, number));
    }

    fn cells(&self, engine: &str) -> Vec<String> {
        let mut cells = vec![engine.to_owned()];
        cells.extend(self.answers.iter().map(usize::to_string));
        cells.push(self.wrong.to_string());
        cells.extend([self.time, self.slowest.0].map(|time| seconds_text(time.as_secs_f64())));
        cells.push(self.slowest.1.to_string());
        cells
    }
}
