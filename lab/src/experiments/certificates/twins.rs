//! `twins`: the checker's reader and evaluator next to those of tress.
//!
//! Enters: problems of a corpus, or of `testdata`, and drawn ground terms. Leaves: how many assertions both
//! read as the same term, and how many terms have the same value. What one of them does not know is counted
//! apart; what they know differently fails the experiment.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tress_base::{Budget, Random};
use tress_certificates::Twin;
use tress_session::{Session, run as run_session};
use tress_solver::options::Options;
use tress_term::eval::Evaluator;
use tress_term::model::Model;
use tress_term::print::{Style, term_text};
use tress_term::term::{Op, Sort, TermStore};
use tress_testing::generate::{Generator, Knobs};

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::Table;

/// The row of this experiment. Its count is that of ground terms.
pub(in crate::experiments) const EXPERIMENT: Experiment = Experiment {
    name: "twins",
    about: "the checker of certificates reads the files of --corpus and evaluates ground terms as tress does",
    count: 100_000,
    run,
};

/// Larger files are left out.
const MOST_BYTES: u64 = 2_000_000;
/// Terms of one store.
const ROUND: usize = 500;
/// Steps for the value of a term.
const STEPS: u64 = 200_000;

#[derive(Default)]
struct Read {
    files: usize,
    assertions: usize,
    same: usize,
    refused: BTreeMap<String, usize>,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let folder = lab.setting.corpus.clone();
    let folders: Vec<PathBuf> = folder.into_iter().chain([PathBuf::from("testdata")]).collect();
    let (mut read, mut is_wrong) = (Read::default(), false);
    for path in folders.iter().map(|folder| problems(folder)).collect::<io::Result<Vec<_>>>()?.concat() {
        if let Some(problem) = compare_file(&path, &mut read)? {
            is_wrong = true;
            lab.print(&format!("{}: {problem}", path.display()))?;
        }
    }
    let Read { files, assertions, same, refused } = read;
    let left: usize = refused.values().sum();
    lab.print(&format!(
        "{files} files, {left} not understood; {assertions} assertions, {same} are the same terms"
    ))?;
    let mut table = Table::new(&["not understood", "files"]);
    for (why, count) in refused {
        table.row([why, count.to_string()]);
    }
    lab.print(&table.text())?;
    is_wrong |= ground(lab)?;
    Ok(Verdict::wrong_if(is_wrong))
}

/// All problems below a folder, by name.
fn problems(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "smt2")
                && path.metadata()?.len() <= MOST_BYTES
            {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Compares how both read a file; what differs, if anything.
fn compare_file(path: &Path, read: &mut Read) -> io::Result<Option<String>> {
    let bytes = fs::read(path)?;
    let text = String::from_utf8_lossy(&bytes);
    // What is active at the last check.
    let Some(end) = text.rfind("(check-sat") else { return Ok(None) };
    let mut session = Session::read_only(Options::default());
    let summary = run_session(&mut session, &bytes[..end], io::sink())?;
    if summary.errors > 0 {
        return Ok(None);
    }
    read.files += 1;
    let problem = [&bytes[..end], b"(check-sat)"].concat();
    let mut twin = match Twin::new(&problem) {
        Ok(twin) => twin,
        Err(why) => {
            let why = why.chars().filter(|c| !c.is_ascii_digit()).take(60).collect();
            *read.refused.entry(why).or_default() += 1;
            return Ok(None);
        }
    };
    let solver = &session.solver;
    for (number, assertion) in solver.assertions().iter().enumerate() {
        read.assertions += 1;
        if twin.reads(&solver.terms, number, *assertion) {
            read.same += 1;
        } else {
            let text = term_text(&solver.terms, *assertion, Style::Standard);
            return Ok(Some(format!(
                "assertion {number} is read differently: {}",
                text.chars().take(300).collect::<String>()
            )));
        }
    }
    if twin.reads(&solver.terms, solver.assertions().len(), TermStore::TRUE) {
        return Ok(Some("the checker reads more assertions".to_owned()));
    }
    Ok(None)
}

/// Compares values of drawn terms; true if some differ.
fn ground(lab: &mut Lab<'_>) -> io::Result<bool> {
    let mut random = Random::new(lab.setting.seed);
    let sorts = [Sort::Bool, Sort::Int, Sort::Real, Sort::String];
    let mut counts: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    let (mut is_wrong, mut done) = (false, 0);
    while done < lab.count {
        let mut knobs = if (done / ROUND).is_multiple_of(4) { Knobs::default() } else { Knobs::standard() };
        knobs.operators.retain(|op| *op != Op::Repeat);
        let generator = Generator::new(knobs);
        let mut store = TermStore::new();
        let mut twin = Twin::new(b"(check-sat)").map_err(io::Error::other)?;
        for _ in 0..ROUND.min(lab.count - done) {
            done += 1;
            let op = *random.pick(&generator.knobs.operators);
            let wanted = generator.sort_of(&mut random, op);
            let sort = if sorts.contains(&wanted) { wanted } else { *random.pick(&sorts) };
            let term = generator.with_top(&mut store, &mut random, op, sort);
            let name = store.op(term).map_or("value", Op::name);
            let counts = counts.entry(name).or_default();
            counts[0] += 1;
            let budget = Budget::unlimited().with_steps(Some(STEPS));
            let Ok(value) = Evaluator::new().eval(&store, term, &Model::new(), &budget) else {
                counts[2] += 1;
                continue;
            };
            let value = store.value(value);
            let equation = store
                .app(Op::Eq, &[term, value])
                .map_err(|problem| io::Error::other(format!("{problem:?}")))?;
            if twin.evaluates(&store, equation, true) {
                counts[1] += 1;
            } else if twin.evaluates(&store, equation, false) {
                counts[3] += 1;
                is_wrong = true;
                lab.print(&format!("another value: {}", term_text(&store, equation, Style::Standard)))?;
            } else {
                counts[2] += 1;
            }
        }
        lab.progress(done, lab.count);
    }
    let mut table = Table::new(&["operator", "terms", "same value", "no value", "another value"]);
    let mut whole = [0; 4];
    for (name, counts) in &counts {
        whole.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        table.row([(*name).to_owned()].into_iter().chain(counts.map(|count| count.to_string())));
    }
    table.row(["all".to_owned()].into_iter().chain(whole.map(|count| count.to_string())));
    lab.print(&table.text())?;
    Ok(is_wrong)
}
