//! `backends`: the path conditions of a thesis' programs, given to several solvers: table 4.1 of
//! Redelinghuys' thesis (2012).
//!
//! Strings have 1 to 30 printable characters, and each condition three seconds, as there. Only conditions on
//! which no back-end ran out of time are measured. `--engines` names others than automata, bits and all
//! engines of tress, with `smt:COMMAND` for a solver over a pipe.

use std::io;
use std::path::Path;
use std::time::Duration;

use tress_classes::ClassPath;
use tress_exec::{Alphabet, Backend, Comparison, Options, compare, explore};

use crate::lab::{Experiment, Lab, Verdict};
use crate::plot::{Mark, Plot};
use crate::table::Table;

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "backends",
    about: "path conditions of Java programs by automata, bits and other solvers: table 4.1 of a thesis",
    count: 2_000,
    run,
};

/// The programs of the thesis, in our words.
const PROGRAMS: [(&str, &str); 4] = [
    ("EasyChair", "Urls.check"),
    ("WU_FTPD", "Ftp.execute"),
    ("running example", "Running.walk"),
    ("Mystery", "Mystery.strip"),
];

/// Time for one condition.
const TIME: Duration = Duration::from_secs(3);

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let tress = lab.tress()?;
    let tress = Path::new(&tress);
    let mut names = lab.setting.engines.clone();
    if names.is_empty() {
        names = ["fixed-automata", "fixed-bits", "auto"].map(str::to_owned).to_vec();
        let z3 = lab.setting.peers.join("bin/z3");
        names.extend(z3.exists().then(|| format!("smt:{} -in", z3.display())));
    }
    let mut backends = Vec::new();
    for name in &names {
        let mut backend = Backend::new(name, tress).map_err(io::Error::other)?;
        backend.name = shown(name);
        backends.push(backend);
    }
    let mut table = Table::new(&[["program"].as_slice(), &Comparison::columns()].concat());
    let mut plot =
        Plot::new("Path conditions, one after the other", "conditions", "seconds").logarithmic(false, true);
    let (mut alarms, mut times) = (Vec::new(), vec![Vec::new(); backends.len()]);
    for (program, method) in PROGRAMS {
        let Some(comparison) = measured(lab, method, &backends, tress)? else {
            lab.print(&format!("{program}: there is no {method}"))?;
            continue;
        };
        for row in &comparison.rows {
            table.row(std::iter::once(program.to_owned()).chain(row.cells()));
        }
        for row in &comparison.times {
            for (all, time) in times.iter_mut().zip(row) {
                all.push(time / 1000.0);
            }
        }
        alarms.extend(comparison.alarms.iter().map(|alarm| format!("{program}: {alarm}")));
    }
    for (backend, times) in backends.iter().zip(&mut times) {
        times.sort_by(f64::total_cmp);
        let points = times.iter().enumerate().map(|(place, time)| ((place + 1) as f64, *time));
        plot.add(&backend.name, Mark::Line, points);
    }
    let head = ("backends", "Path conditions of Java programs by several back-ends");
    lab.save_page(head, "cargo lab backends --out lab", &table, Some(&plot))?;
    for alarm in &alarms {
        lab.print(&format!("WRONG: {alarm}"))?;
    }
    Ok(Verdict::wrong_if(!alarms.is_empty()))
}

/// The name of a solver without its folders and flags.
fn shown(name: &str) -> String {
    match name.strip_prefix("smt:") {
        Some(command) => {
            let program = command.split_whitespace().next().unwrap_or(command);
            program.rsplit('/').next().unwrap_or(program).to_owned()
        }
        None => name.to_owned(),
    }
}

/// What back-ends take for the conditions of a method, if it is there.
fn measured(
    lab: &Lab<'_>,
    method: &str,
    backends: &[Backend],
    tress: &Path,
) -> io::Result<Option<Comparison>> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/java/classes");
    let path = ClassPath::open(fixtures).map_err(io::Error::other)?;
    let class = method.split('.').next().unwrap_or_default();
    if path.class(class).map_err(io::Error::other)?.is_none() {
        return Ok(None);
    }
    let options = Options {
        max_length: 30,
        alphabet: Alphabet::Printable,
        max_paths: lab.count,
        keeps_questions: true,
        ..Options::default()
    };
    let report = explore(path, method, &options).map_err(io::Error::other)?;
    let time = lab.setting.timeout.unwrap_or(TIME);
    compare(&report.questions, backends, tress, time).map(Some).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_shown_by_their_programs() {
        assert_eq!(shown("smt:tools/bin/z3 -in"), "z3");
        assert_eq!(shown("fixed-bits"), "fixed-bits");
    }
}
