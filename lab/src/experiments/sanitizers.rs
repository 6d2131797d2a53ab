//! `sanitizers`: generated problems about chains of functions, against brute force.

use std::io;

use crate::lab::{Experiment, Lab, Verdict};
use tress_testing::brute::Bounds;
use tress_testing::generate::{LONGEST_CHAIN, Strings};

use super::against_short::{self, Source};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "sanitizers",
    about: "chains of replacements and other functions: answers against all short inputs, by length of chain",
    count: 10_000,
    run,
};

/// How far the oracle looks when there is one input, and when there are two.
const BOUNDS: [Bounds; 2] = [
    Bounds { length: 5, letters: 3, number: 4, assignments: 1500 },
    Bounds { length: 3, letters: 2, number: 4, assignments: 1700 },
];

/// Problems by the length of their longest chain, less one.
const SOURCE: Source = Source {
    name: EXPERIMENT.name,
    title: "chain",
    kinds: |kind| format!("up to {}", kind + 1),
    count: LONGEST_CHAIN,
    draw: |random| {
        let (problem, longest) = Strings::chains(random);
        (problem, longest - 1)
    },
    bounds: |problem| BOUNDS[problem.symbols.len() - 1],
    steps: 1_000_000,
    peers: false,
    alone: false,
};

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    against_short::run(lab, &SOURCE)
}
