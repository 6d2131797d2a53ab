//! `preprocessing-cost`: how long preprocessing takes, by the size of the problem.
//!
//! Problems are chains of equations that grow, and the files of a folder of families (`--corpus`).
//! A problem that takes more than a second fails the experiment.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tress_session::{Session, run as run_session};
use tress_solver::options::Options;

use crate::lab::{Experiment, Lab, Verdict};
use crate::plot::{Mark, Plot};
use crate::table::{Table, seconds_text};

/// The row in the list of experiments.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "preprocessing-cost",
    about: "time of preprocessing by size: chains of up to --count equations, and each family of --corpus DIR",
    count: 5_000,
    run,
};

/// Seconds that no problem may take.
const ALLOWED: f64 = 1.0;
/// Families in the picture.
const MOST_DRAWN: usize = 6;

/// A chain of equations: the name, the sort, and the definition of a symbol by the one before it.
struct Chain {
    name: &'static str,
    sort: &'static str,
    link: &'static str,
}

const CHAINS: &[Chain] = &[
    Chain { name: "equal words", sort: "String", link: "BEFORE" },
    Chain { name: "longer words", sort: "String", link: "(str.++ BEFORE \"a\")" },
    Chain { name: "words around words", sort: "String", link: "(str.++ in BEFORE in)" },
    Chain { name: "sums", sort: "Int", link: "(+ BEFORE 1)" },
    Chain { name: "truth values", sort: "Bool", link: "(not BEFORE)" },
    Chain { name: "conjunctions", sort: "Bool", link: "(and BEFORE (= in \"NUMBER\"))" },
    Chain { name: "replacements", sort: "String", link: "(str.replace BEFORE \"a\" in)" },
];

impl Chain {
    /// A chain of this many equations, in which the last symbols are used.
    fn text(&self, count: usize) -> String {
        let mut text = "(set-logic ALL)(declare-const in String)".to_owned();
        for place in 0..=count {
            text.push_str(&format!("(declare-const v{place} {})", self.sort));
        }
        for place in 1..=count {
            let before = format!("v{}", place - 1);
            let link = self.link.replace("BEFORE", &before).replace("NUMBER", &place.to_string());
            text.push_str(&format!("(assert (= v{place} {link}))\n"));
        }
        text.push_str(&format!("(assert (not (= v{count} v0)))"));
        text
    }
}

/// Seconds that preprocessing takes, the least of three times; 0 facts mean that nothing was left.
fn measure(text: &[u8]) -> io::Result<(f64, usize)> {
    let mut best = (f64::INFINITY, 0);
    for _ in 0..3 {
        let mut session = Session::read_only(Options::default());
        run_session(&mut session, text, io::sink())?;
        let clock = tress_base::Clock::start();
        let facts = session.solver.reduced(&[]).map_or(0, |reduced| reduced.problem.facts.len());
        let seconds = clock.elapsed().as_secs_f64();
        if seconds < best.0 {
            best = (seconds, facts);
        }
        if seconds > 2.0 {
            break;
        }
    }
    Ok(best)
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let mut slow = chains(lab)?;
    if let Some(corpus) = lab.setting.corpus.clone() {
        slow |= families(lab, &corpus)?;
    }
    Ok(Verdict::wrong_if(slow))
}

/// Chains of growing length; true when one took too long.
fn chains(lab: &mut Lab<'_>) -> io::Result<bool> {
    let sizes: Vec<usize> = [16, 8, 4, 2, 1].iter().map(|part| (lab.count / part).max(1)).collect();
    let mut titles = vec!["chain".to_owned()];
    titles.extend(sizes.iter().map(|size| format!("{size} equations")));
    let mut table = Table::new(&titles.iter().map(String::as_str).collect::<Vec<_>>());
    let mut slow = false;
    for chain in CHAINS {
        let mut row = vec![chain.name.to_owned()];
        for size in &sizes {
            let (seconds, _) = measure(chain.text(*size).as_bytes())?;
            slow |= seconds > ALLOWED;
            row.push(seconds_text(seconds));
        }
        table.row(row);
    }
    lab.print(&table.text())?;
    Ok(slow)
}

/// All files of all families; true when one took too long.
fn families(lab: &mut Lab<'_>, corpus: &Path) -> io::Result<bool> {
    let mut table = Table::new(&[
        "family",
        "files",
        "kilobytes",
        "whole",
        "slowest",
        "largest file",
        "it takes",
        "facts left",
    ]);
    let mut plot = Plot::new("Preprocessing by size", "bytes", "seconds").logarithmic(true, true);
    let (mut slow, mut whole, mut drawn) = (false, 0.0, Vec::new());
    let folders: Vec<PathBuf> = sorted(corpus)?.into_iter().filter(|path| path.is_dir()).collect();
    for (place, folder) in folders.iter().enumerate() {
        lab.progress(place, folders.len());
        let mut rows: Vec<(usize, f64, usize)> = Vec::new();
        for file in
            sorted(folder)?.into_iter().filter(|path| path.extension().is_some_and(|end| end == "smt2"))
        {
            let text = fs::read(&file)?;
            let (seconds, facts) = measure(&text)?;
            rows.push((text.len(), seconds, facts));
        }
        rows.sort_by_key(|row| row.0);
        let Some((size, seconds, facts)) = rows.last().copied() else { continue };
        let sum: f64 = rows.iter().map(|row| row.1).sum();
        let slowest = rows.iter().map(|row| row.1).fold(0.0, f64::max);
        let bytes: usize = rows.iter().map(|row| row.0).sum();
        (whole, slow) = (whole + sum, slow || slowest > ALLOWED);
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        table.row([
            name.clone(),
            rows.len().to_string(),
            (bytes / 1000).to_string(),
            seconds_text(sum),
            seconds_text(slowest),
            format!("{size} bytes"),
            seconds_text(seconds),
            facts.to_string(),
        ]);
        drawn.push((size, name, rows));
    }
    // The picture has colours for few families: those with the largest files.
    drawn.sort_by_key(|(size, ..)| usize::MAX - size);
    for (_, name, rows) in drawn.iter().take(MOST_DRAWN) {
        plot.add(name, Mark::Points, rows.iter().map(|row| (row.0 as f64, row.1)));
    }
    lab.print(&table.text())?;
    lab.print(&format!("all files: {}", seconds_text(whole)))?;
    lab.save("preprocessing-cost.svg", &plot.svg())?;
    Ok(slow)
}

/// What a folder holds, by name.
fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    Ok(paths)
}
