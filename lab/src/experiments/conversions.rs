//! `conversions`: generated problems about strings as numbers and numbers as strings, against brute
//! force and other solvers.

use std::io;

use crate::lab::{Experiment, Lab, Verdict};
use tress_testing::brute::Bounds;
use tress_testing::generate::{CONVERSIONS, Strings};

use super::against_short::{self, Source};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "conversions",
    about: "numerals, code points and lengths: answers against all short inputs and other solvers, by conversions",
    count: 10_000,
    run,
};

/// How far the oracle looks: words of three characters, numbers up to those of code points.
const BOUNDS: Bounds = Bounds { length: 3, letters: 3, number: 13, assignments: 3000 };

/// Problems by the number of different conversions in them.
const SOURCE: Source = Source {
    name: EXPERIMENT.name,
    title: "conversions",
    kinds: |kind| format!("{kind} of them"),
    count: CONVERSIONS.len() + 1,
    draw: Strings::conversions,
    bounds: |_| BOUNDS,
    steps: 300_000,
    peers: true,
    alone: false,
};

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    against_short::run(lab, &SOURCE)
}
