//! `products`: generated problems about products and quotients of unknowns, against brute force and
//! other solvers.

use std::io;

use crate::lab::{Experiment, Lab, Verdict};
use tress_testing::brute::Bounds;
use tress_testing::generate::{PRODUCT_KINDS, Strings};

use super::against_short::{self, Source};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "products",
    about: "products, squares, quotients by unknowns, lengths: answers against all small numbers and other solvers",
    count: 20_000,
    run,
};

/// How far the oracle looks.
const BOUNDS: Bounds = Bounds { length: 6, letters: 1, number: 13, assignments: 20_000 };

const SOURCE: Source = Source {
    name: EXPERIMENT.name,
    title: "problems",
    kinds: |kind| PRODUCT_KINDS[kind].to_owned(),
    count: PRODUCT_KINDS.len(),
    draw: Strings::products,
    bounds: |_| BOUNDS,
    steps: 2_000_000,
    peers: true,
    alone: false,
};

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    against_short::run(lab, &SOURCE)
}
