//! `giants`: problems that are much too large, under small limits, by every engine alone.
//!
//! Reading and the check together may take 100 ms of processor time more than the limit, and hold a tenth
//! more memory.

#[path = "../../../crates/tress-cli/tests/limits/giants.rs"]
mod generator;
#[path = "../../../crates/tress-cli/tests/limits/session.rs"]
mod session;

use std::io;
use std::process::Command;

use generator::Giant;
use tress_base::Random;
use tress_solver::registry;

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::Table;

/// The row in the list of experiments.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "giants",
    about: "--count problems that are much too large, under small limits, by every engine of --tress alone (or --engines): none may take more",
    count: 500,
    run,
};

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let (program, count) = (lab.tress()?, lab.count);
    let mut engines = lab.setting.engines.clone();
    engines.extend(lab.setting.engine.clone());
    if let Some(name) = engines.iter().find(|name| !registry::NAMES.contains(&name.as_str())) {
        return Err(io::Error::other(format!("no engine is called {name}")));
    }
    if engines.is_empty() {
        engines = registry::NAMES.iter().map(|name| (*name).to_owned()).collect();
    }
    // Another build than the present one would be measured without a word.
    let version = Command::new(&program).arg("--version").output()?;
    lab.print(String::from_utf8_lossy(&version.stdout).trim_end())?;
    let mut table = Table::new(&["engine", "giants", "over the limits"]);
    let mut wrong = 0;
    for engine in &engines {
        let mut random = Random::new(lab.setting.seed);
        let mut over = 0;
        for number in 0..count {
            let giant: Giant = generator::random(&mut random);
            lab.progress(number, count);
            if let Some(complaint) = session::lasting_complaint(&program, engine, &giant) {
                over += 1;
                lab.save(
                    &format!("giants/{engine}-{number}.smt2"),
                    &format!("{}\n(check-sat)\n", giant.text),
                )?;
                lab.print(&format!("number {number}: {complaint}"))?;
            }
        }
        wrong += over;
        table.row([engine.clone(), count.to_string(), over.to_string()]);
    }
    lab.print(&table.text())?;
    Ok(Verdict::wrong_if(wrong > 0))
}
