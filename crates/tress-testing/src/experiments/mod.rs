//! The list of experiments. Adding one means adding its file and its row.

use crate::lab::Experiment;

/// Every experiment, in the order in which they are listed.
pub static ALL: &[Experiment] = &[];

/// The experiment with this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Experiment> {
    ALL.iter().find(|experiment| experiment.name == name)
}
