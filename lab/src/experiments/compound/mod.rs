//! `arrays` and `datatypes`: random problems, against all values of finite sorts, some values of others, and
//! other solvers.

mod generate;

use std::io;
use std::time::Duration;

use crate::lab::{Experiment, Lab, Verdict};

use super::judged::{self, Said, Solved, Source, tried};
use generate::{ARRAYS, DATATYPES, Drawn, Family, draw};

/// The rows of these experiments.
pub(super) const ARRAY_EXPERIMENT: Experiment = Experiment {
    name: "arrays",
    about: "--count problems over arrays: answers agree with values that are tried, and with z3 and cvc5",
    count: 20_000,
    run: |lab| run(lab, "arrays", &ARRAYS),
};
pub(super) const DATATYPE_EXPERIMENT: Experiment = Experiment {
    name: "datatypes",
    about: "--count problems over datatypes: answers agree with values that are tried, and with z3 and cvc5",
    count: 20_000,
    run: |lab| run(lab, "datatypes", &DATATYPES),
};

fn run(lab: &mut Lab<'_>, name: &'static str, families: &'static [Family]) -> io::Result<Verdict> {
    let source = Source {
        name,
        title: "problems",
        kinds: families.iter().map(|family| family.name).collect(),
        draw: &|random, number| {
            let kind = number % families.len();
            (draw(random, &families[kind]), kind)
        },
        is_counted: &|_| true,
        text: &|problem: &Drawn| problem.text.clone(),
        judge: &judged,
        compared: 500,
        peer_limit: Duration::from_secs(1),
        least_decided: 98,
    };
    judged::run(lab, &source)
}

/// What is wrong with an answer. Models are evaluated by the frame, so values are tried against an unsat
/// only, and where trying all of them decides. Trying takes longer than most checks.
fn judged(problem: &Drawn, solved: &Solved) -> Option<String> {
    let holds = || tried(&solved.session);
    match solved.said {
        Said::Unsat if holds() == Some(true) => Some("unsat, and yet values fit".to_owned()),
        Said::Sat if problem.is_finite && holds() == Some(false) => {
            Some("sat, and yet no values fit".to_owned())
        }
        _ => None,
    }
}
