//! `random`: one engine alone on small problems over all operators on strings, against brute force.
//!
//! Nothing is simplified before the engine sees a problem, so what is wrong is its own. `--engine` names it.

use std::io;

use tress_base::Random;

use crate::lab::{Experiment, Lab, Verdict};
use tress_testing::brute::Bounds;
use tress_testing::generate::Strings;

use super::against_short::{self, Source};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "random",
    about: "one engine alone, nothing simplified before: answers against all short inputs, over all operators on strings",
    count: 50_000,
    run,
};

/// How far the oracle looks: words of three characters, numbers of two digits.
const BOUNDS: Bounds = Bounds { length: 3, letters: 3, number: 13, assignments: 3000 };
/// How the kinds of problems are called.
const KINDS: [&str; 2] = ["operators", "conversions"];

const SOURCE: Source = Source {
    name: EXPERIMENT.name,
    title: "problems",
    kinds: |kind| KINDS[kind].to_owned(),
    count: KINDS.len(),
    draw,
    bounds: |_| BOUNDS,
    steps: 200_000,
    peers: false,
    alone: true,
};

/// Two of three problems are over all operators.
fn draw(random: &mut Random) -> (Strings, usize) {
    if random.chance(2, 3) { (Strings::new(random), 0) } else { (Strings::conversions(random).0, 1) }
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    against_short::run(lab, &SOURCE)
}
