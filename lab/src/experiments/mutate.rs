//! `mutate`: damaged scripts, of which none may panic, hang or break the form of a reply.
//!
//! A run of one script saves it before it is tried, so that a script that hangs can be looked at.

use std::io;
use std::time::Duration;

use tress_base::Random;

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::{Table, seconds_text};
use tress_testing::mutate::{check, mutated};

/// The row in the list of experiments.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "mutate",
    about: "scripts with changed bytes, tokens and trees: no panic, and one well-formed reply for each command",
    count: 200_000,
    run,
};

/// How many failing scripts are saved.
const MOST_SAVED: usize = 20;

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let (mut commands, mut errors, mut failures) = (0, 0, 0);
    let mut slowest = Duration::ZERO;
    for number in 0..lab.count {
        lab.progress(number, lab.count);
        // Each script has a seed of its own, so that one of them can be made again alone.
        let seed = lab.setting.seed.wrapping_add(number as u64);
        let mut random = Random::new(seed);
        let script = mutated(&mut random);
        if lab.count == 1 {
            lab.save(&format!("mutate-{seed}.smt2"), &String::from_utf8_lossy(&script))?;
        }
        match check(&script, &mut random) {
            Ok(counts) => {
                commands += counts.commands;
                errors += counts.errors;
                if counts.time > slowest {
                    slowest = counts.time;
                    lab.print(&format!(
                        "slowest so far: seed {seed}, {}",
                        seconds_text(slowest.as_secs_f64())
                    ))?;
                }
            }
            Err(problem) => {
                failures += 1;
                lab.print(&format!("seed {seed}: {problem}"))?;
                if failures <= MOST_SAVED {
                    lab.save(&format!("mutate-{seed}.smt2"), &String::from_utf8_lossy(&script))?;
                }
            }
        }
    }
    lab.progress(lab.count, lab.count);
    let mut table = Table::new(&["scripts", "commands", "errors", "slowest", "wrong"]);
    let time = seconds_text(slowest.as_secs_f64());
    table.row([lab.count.to_string(), commands.to_string(), errors.to_string(), time, failures.to_string()]);
    lab.print(&table.text())?;
    Ok(Verdict::wrong_if(failures > 0))
}
