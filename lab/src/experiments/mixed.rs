//! `mixed`: random problems about strings, arrays, records and bit-vectors together.
//!
//! Half of them are planted: random values make their formulas true, so an unsat is wrong. All are held
//! against values that are tried, and some against z3 and cvc5.

use std::io;
use std::time::Duration;

use tress_base::Random;

use crate::lab::{Experiment, Lab, Verdict};
use tress_testing::generate::{MIXED_DECLARATIONS, mixed_formula};

use super::judged::{self, Said, Solved, Source, planted, tried};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "mixed",
    about: "--count problems with strings, arrays, records and bit-vectors together: answers agree with values, z3 and cvc5",
    count: 5_000,
    run,
};

/// Operators nest so deep.
const DEPTH: usize = 3;

/// A problem as text.
struct Drawn {
    text: String,
    is_planted: bool,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let source = Source {
        name: EXPERIMENT.name,
        title: "problems",
        kinds: vec!["drawn", "planted"],
        draw: &|random, number| {
            let problem = draw(random, number % 2 == 1);
            let kind = usize::from(problem.is_planted);
            (problem, kind)
        },
        is_counted: &|_| true,
        text: &|problem: &Drawn| problem.text.clone(),
        judge: &judged,
        compared: 1_000,
        peer_limit: Duration::from_secs(1),
        least_decided: 98,
    };
    judged::run(lab, &source)
}

/// Declarations and a few assertions.
fn draw(random: &mut Random, should_hold: bool) -> Drawn {
    let count = 2 + random.below(5);
    let mut formulas: Vec<String> = (0..count).map(|_| mixed_formula(random, DEPTH)).collect();
    let turned = if should_hold { planted(random, MIXED_DECLARATIONS, &formulas) } else { None };
    let is_planted = turned.is_some();
    formulas = turned.unwrap_or(formulas);
    let asserted: String = formulas.iter().map(|formula| format!("(assert {formula})\n")).collect();
    Drawn { text: format!("{MIXED_DECLARATIONS}{asserted}"), is_planted }
}

/// What is wrong with an answer; models are evaluated by the frame.
fn judged(problem: &Drawn, solved: &Solved) -> Option<String> {
    let holds = || problem.is_planted || tried(&solved.session) == Some(true);
    (solved.said == Said::Unsat && holds()).then(|| "unsat, and yet values fit".to_owned())
}
