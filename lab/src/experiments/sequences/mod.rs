//! `sequences`: random problems about sequences of numbers, truth values and strings, also in arrays and
//! records.
//!
//! An unsat is wrong when short sequences of few values make the assertions true, or when another solver has
//! a model. Models were evaluated; what another solver says against one is printed as well.

mod generate;

use std::io;
use std::time::Duration;

use tress_base::Budget;
use tress_session::Session;

use crate::lab::{Experiment, Lab, Verdict};
use tress_testing::brute::{Bounds, Found, brute_force};

use super::judged::{self, Said, Solved, Source};
use generate::{KINDS, problem};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "sequences",
    about: "problems about sequences of numbers, truth values and strings: answers against all short sequences and other solvers",
    count: 20_000,
    run,
};

/// How far the oracle looks, and the steps it may take.
const BOUNDS: Bounds = Bounds { length: 3, letters: 2, number: 3, assignments: 4000 };
const STEPS: u64 = 2_000_000;

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let source = Source {
        name: EXPERIMENT.name,
        title: "elements",
        kinds: KINDS.to_vec(),
        draw: &|random, number| {
            let kind = number % KINDS.len();
            (problem(random, kind), kind)
        },
        is_counted: &|_| true,
        text: &|text: &String| text.clone(),
        judge: &|_, solved| judged(solved),
        compared: 1_000,
        peer_limit: Duration::from_millis(500),
        least_decided: 98,
    };
    judged::run(lab, &source)
}

fn judged(solved: &Solved) -> Option<String> {
    let is_wrong = solved.said == Said::Unsat && has_short_model(&solved.session);
    is_wrong.then(|| "unsat, and yet short sequences fit".to_owned())
}

/// Do short sequences of few values make all assertions true?
fn has_short_model(session: &Session) -> bool {
    let solver = &session.solver;
    let budget = Budget::unlimited().with_steps(Some(STEPS));
    let found = brute_force(&solver.terms, solver.declared(), solver.assertions(), BOUNDS, &budget);
    matches!(found, Ok(Found::Sat(_)))
}
