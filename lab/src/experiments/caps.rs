//! `caps`: each cap of the solver at 0 and at 1, on problems whose answers are known.
//!
//! Enters: nothing, or FILES that state their answers. Leaves: the caps that were never hit, and a line for
//! each answer that is wrong, each panic and each limit of memory that nobody set.

use std::io;

use tress_solver::caps;
use tress_testing::caps::{Survey, ask_each, of_files, problems};

use crate::lab::{Experiment, Lab, Verdict};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "caps",
    about: "each cap at 0 and at 1, on known problems or FILES: no cap may become a conclusion; one of --count problems",
    count: 1,
    run,
};

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let problems = if lab.setting.files.is_empty() { problems() } else { of_files(&lab.setting.files) };
    let Survey { faults, hit } = ask_each(&problems, lab.count.max(1));
    let silent: Vec<&str> = caps().map(|cap| cap.name()).filter(|name| !hit.contains(name)).collect();
    lab.print(&format!("{} problems, {} of {} caps hit", problems.len(), hit.len(), caps().count()))?;
    lab.print(&format!("never hit: {}", silent.join(" ")))?;
    for fault in &faults {
        lab.print(&format!("WRONG {fault}"))?;
    }
    Ok(Verdict::wrong_if(!faults.is_empty()))
}
