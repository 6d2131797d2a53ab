//! `traces`: random sessions, every reply judged.

use std::io;

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::Table;
use tress_testing::trace::{Tally, generate, judge, script, smallest};

/// The row in the list of experiments.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "traces",
    about: "random sessions: every reply against the oracle and a fresh solver; failures are made small and saved",
    count: 1000,
    run,
};

/// How many failures are made small and saved.
const MOST_SAVED: usize = 10;

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let mut all = Tally::default();
    let mut failures = 0;
    for number in 0..lab.count {
        lab.progress(number, lab.count);
        let seed = lab.setting.seed.wrapping_add(number as u64);
        let commands = generate(seed);
        match judge(&commands) {
            Ok(tally) => all.add(&tally),
            Err(failure) => {
                failures += 1;
                lab.print(&format!("seed {seed}: {failure}"))?;
                if failures <= MOST_SAVED {
                    lab.save(&format!("trace-{seed}.smt2"), &script(&smallest(&commands, &failure)))?;
                }
            }
        }
    }
    lab.progress(lab.count, lab.count);
    let mut table = Table::new(&["sessions", "commands", "sat", "unsat", "by oracle", "unknown", "wrong"]);
    let counts = [lab.count, all.commands, all.sat, all.unsat, all.refuted, all.unknown, failures];
    table.row(counts);
    lab.print(&table.text())?;
    Ok(Verdict::wrong_if(failures > 0))
}
