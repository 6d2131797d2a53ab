//! `certificates`: how much of what is unsatisfiable has a certificate.
//!
//! Enters: a corpus with known answers. Leaves: tables by family and by missing rule, with sizes and times. A
//! certificate that the checker refuses fails the experiment.

mod alarm;
mod attempt;
mod change;
mod lemmas;
#[cfg(feature = "mistakes")]
mod mistakes;
mod schemas;
mod twins;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::grid::Answer;
use super::saved::Saved;
use super::tables::problems;
use crate::lab::{Experiment, Lab, Verdict};
use crate::table::{Table, seconds_text};
use attempt::{Attempt, Limits, Outcome, attempt};

pub(super) use alarm::{EXPERIMENT as ALARM, MUTANTS};
pub(super) use lemmas::EXPERIMENT as LEMMAS;
#[cfg(feature = "mistakes")]
pub(super) use mistakes::EXPERIMENT as MISTAKES;
pub(super) use schemas::EXPERIMENT as SCHEMAS;
pub(super) use twins::EXPERIMENT as TWINS;

/// The row of this experiment. Its count is that of files of each family.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "certificates",
    about: "unsatisfiable files of --corpus: certified or the missing rules, sizes and times; none refused by the checker",
    count: usize::MAX,
    run,
};

/// What solving, and then certifying, may take.
const LIMIT: Duration = Duration::from_secs(10);
/// Checking may take this long, whatever solving took.
const FREE_CHECK: f64 = 0.005;

/// What was seen of a family.
#[derive(Clone, Default)]
struct Score {
    files: usize,
    unsat: usize,
    certified: usize,
    refused: usize,
    sizes: Vec<usize>,
    solving: f64,
    certifying: f64,
    checking: f64,
    slow_checks: usize,
}

impl Score {
    fn add(&mut self, attempt: &Attempt) {
        self.files += 1;
        if matches!(attempt.outcome, Outcome::Other(_)) {
            return;
        }
        self.unsat += 1;
        self.refused += usize::from(matches!(attempt.outcome, Outcome::Refused(_)));
        let Outcome::Certified(text) = &attempt.outcome else { return };
        self.certified += 1;
        self.sizes.push(text.len());
        self.solving += attempt.solving;
        self.certifying += attempt.certifying;
        self.checking += attempt.checking;
        self.slow_checks += usize::from(attempt.checking > attempt.solving.max(FREE_CHECK));
    }

    /// The size of which this share of certificates is at most as large.
    fn size(&self, part: usize, whole: usize) -> String {
        let mut sizes = self.sizes.clone();
        sizes.sort_unstable();
        let place = (sizes.len() * part).div_ceil(whole).max(1) - 1;
        sizes.get(place).map_or_else(String::new, usize::to_string)
    }
}

/// The files of a corpus with a known answer: families, names and texts.
fn known_files(lab: &Lab<'_>, wanted: Answer) -> io::Result<Vec<(String, String, Vec<u8>)>> {
    let Some(corpus) = &lab.setting.corpus else {
        return Err(io::Error::other(
            "a folder of families with a file reference.csv is needed: --corpus DIR",
        ));
    };
    let known = Saved::load(&corpus.join("reference.csv"))?.known;
    let mut found = Vec::new();
    for problem in problems(corpus, &lab.setting.files, usize::MAX, lab.setting.seed)? {
        if known.get(&problem.file) == Some(&wanted) {
            found.push((problem.family, problem.file, fs::read(&problem.path)?));
        }
    }
    Ok(found)
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let files = known_files(lab, Answer::Unsat)?;
    let limits = Limits { time: lab.setting.timeout.unwrap_or(LIMIT), steps: None };
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..lab.setting.jobs {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some((_, _, text)) = files.get(place) else { return };
                    let attempt = attempt(text, limits);
                    done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((place, attempt));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_by_key(|(place, _)| *place);
    let mut attempts = Vec::new();
    for (place, attempt) in done {
        let (family, file, _) = &files[place];
        attempts.push((family.clone(), file.clone(), attempt?));
    }
    show(lab, &attempts)
}

fn show(lab: &mut Lab<'_>, attempts: &[(String, String, Attempt)]) -> io::Result<Verdict> {
    let (mut scores, mut whole) = (BTreeMap::<&str, Score>::new(), Score::default());
    let mut is_wrong = false;
    let mut list = "file,outcome,bytes,solving,certifying,checking,missing\n".to_owned();
    for (family, file, attempt) in attempts {
        scores.entry(family).or_default().add(attempt);
        whole.add(attempt);
        let (outcome, bytes, missing) = match &attempt.outcome {
            Outcome::Other(answer) => {
                is_wrong |= answer == "sat";
                (answer.clone(), 0, String::new())
            }
            Outcome::Certified(text) => ("certified".to_owned(), text.len(), String::new()),
            Outcome::Refused(why) => {
                lab.print(&format!("REFUSED {file}: {why}"))?;
                ("refused".to_owned(), 0, why.clone())
            }
            Outcome::Missing(rules) => {
                let rules: Vec<&str> = rules.keys().map(String::as_str).collect();
                ("missing".to_owned(), 0, rules.join("; "))
            }
        };
        let Attempt { solving, certifying, checking, .. } = attempt;
        let times = format!("{solving:.4},{certifying:.4},{checking:.4}");
        list.push_str(&format!("{file},{outcome},{bytes},{times},\"{}\"\n", missing.replace('"', "'")));
    }
    lab.print(&families(&scores, &whole).text())?;
    lab.print("")?;
    lab.print(&missing(attempts).text())?;
    lab.save("certificates.csv", &list)?;
    let Score { unsat, certified, refused, slow_checks, .. } = whole;
    lab.print(&format!(
        "certified {certified} of {unsat}, refused {refused}, checks slower than solving {slow_checks}"
    ))?;
    Ok(Verdict::wrong_if(is_wrong || whole.refused > 0))
}

fn families(scores: &BTreeMap<&str, Score>, whole: &Score) -> Table {
    let titles = [
        "family",
        "files",
        "unsat",
        "certified",
        "refused",
        "median",
        "90 %",
        "largest",
        "solving",
        "certifying",
        "checking",
        "slow checks",
    ];
    let mut table = Table::new(&titles);
    for (family, score) in scores.iter().map(|(name, score)| (*name, score)).chain([("all", whole)]) {
        let mut row = vec![family.to_owned()];
        row.extend([score.files, score.unsat, score.certified, score.refused].map(|count| count.to_string()));
        row.extend([score.size(1, 2), score.size(9, 10), score.size(1, 1)]);
        row.extend([score.solving, score.certifying, score.checking].map(seconds_text));
        row.push(score.slow_checks.to_string());
        table.row(row);
    }
    table
}

/// The rules that are missing: in how many files, in how many of them alone, how often.
fn missing(attempts: &[(String, String, Attempt)]) -> Table {
    let mut rules: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for (_, _, attempt) in attempts {
        let Outcome::Missing(found) = &attempt.outcome else { continue };
        for (rule, times) in found {
            let counts = rules.entry(rule).or_default();
            counts[0] += 1;
            counts[1] += usize::from(found.len() == 1);
            counts[2] += times;
        }
    }
    let mut rules: Vec<_> = rules.into_iter().collect();
    rules.sort_by_key(|(_, counts)| std::cmp::Reverse(*counts));
    let mut table = Table::new(&["missing", "files", "alone", "clauses"]);
    for (rule, counts) in rules {
        table.row([rule.to_owned()].into_iter().chain(counts.map(|count| count.to_string())));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_shares() {
        let score = Score { sizes: vec![30, 10, 20, 40], ..Score::default() };
        assert_eq!([score.size(1, 2), score.size(9, 10), score.size(1, 1)], ["20", "40", "40"]);
        assert_eq!(Score::default().size(1, 2), "");
    }
}
