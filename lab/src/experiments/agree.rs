//! `agree`: every engine on the same problems, generated or from files. No two of them may contradict each
//! other.
//!
//! A problem on which two do is made small and written out.

use std::fs;
use std::io;
use std::time::Duration;

use tress_base::Random;
use tress_session::agreement::{Contradiction, Said, Testimony, ask, contradiction};
use tress_solver::options::{Opt, Options};
use tress_solver::registry;

use super::strings::judge::smaller;
use super::tables::problems;
use crate::lab::{Experiment, Lab, Verdict};
use crate::table::{Table, seconds_text};
use tress_testing::generate::{Strings, membership_problem};

/// The row of this experiment. With files or a corpus, its count is that of files of each family.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "agree",
    about: "every engine on drawn problems, files, or files of --corpus DIR: no two answers contradict; what does is made small",
    count: 10_000,
    run,
};

/// Steps of a check on a generated problem, so that every run is the same.
const STEPS: u64 = 50_000;
/// What a check may take on a file, unless the command line says otherwise.
const LIMIT: Duration = Duration::from_secs(2);
/// Mebibytes that a check may hold.
const MEMORY: u64 = 2000;
/// A generated problem on which an engine takes longer, whatever its steps, is written out.
const SLOW: Duration = Duration::from_secs(5);

/// What became of the checks of one engine.
#[derive(Clone, Default)]
struct Score {
    sat: usize,
    unsat: usize,
    unknown: usize,
    /// Answers that no other engine gave.
    alone: usize,
    time: Duration,
}

/// A run: all engines, what they said so far, and how many problems have a contradiction.
struct Run {
    engines: Vec<&'static str>,
    options: Options,
    scores: Vec<Score>,
    checks: usize,
    confirmed: usize,
    contradictions: usize,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let named = &lab.setting.engines;
    let wanted = |name: &&str| named.is_empty() || named.iter().any(|one| one == name);
    let engines: Vec<&'static str> = registry::NAMES.iter().copied().filter(wanted).collect();
    let is_drawn = lab.setting.files.is_empty() && lab.setting.corpus.is_none();
    let mut options = Options::default();
    if is_drawn {
        options.set_number(Opt::Steps, STEPS);
    } else {
        let limit = lab.setting.timeout.unwrap_or(LIMIT);
        options.set_number(Opt::Timeout, u64::try_from(limit.as_millis()).unwrap_or(u64::MAX));
    }
    options.set_number(Opt::Memory, MEMORY);
    let scores = vec![Score::default(); engines.len()];
    let mut run = Run { engines, options, scores, checks: 0, confirmed: 0, contradictions: 0 };
    if is_drawn {
        run.draw(lab)?;
    } else {
        run.read(lab)?;
    }
    run.show(lab)?;
    Ok(Verdict::wrong_if(run.contradictions > 0))
}

impl Run {
    /// Asks about generated problems: all operators, conversions, memberships.
    fn draw(&mut self, lab: &mut Lab<'_>) -> io::Result<()> {
        let mut random = Random::new(lab.setting.seed);
        for number in 0..lab.count {
            let text = match random.below(3) {
                0 => Strings::new(&mut random).text() + "(check-sat)\n",
                1 => Strings::conversions(&mut random).0.text() + "(check-sat)\n",
                _ => membership_problem(&mut random),
            };
            let name = format!("{number}");
            // Half of the problems reach the engines as they are written.
            let preprocess = number % 2 == 0;
            self.options
                .set("preprocess", if preprocess { "true" } else { "false" })
                .map_err(io::Error::other)?;
            self.ask(lab, &name, &text)?;
            lab.progress(number + 1, lab.count);
        }
        Ok(())
    }

    /// Asks about files.
    fn read(&mut self, lab: &mut Lab<'_>) -> io::Result<()> {
        let mut files: Vec<(String, String)> = Vec::new();
        match lab.setting.corpus.clone() {
            Some(corpus) => {
                for problem in problems(&corpus, &lab.setting.files, lab.count, lab.setting.seed)? {
                    files.push((problem.file, fs::read_to_string(&problem.path)?));
                }
            }
            None => {
                for file in lab.setting.files.clone() {
                    files.push((file.to_string_lossy().into_owned(), fs::read_to_string(&file)?));
                }
            }
        }
        let count = files.len();
        for (done, (name, text)) in files.into_iter().enumerate() {
            self.ask(lab, &name, &text)?;
            lab.progress(done + 1, count);
        }
        Ok(())
    }

    /// Asks every engine about one script.
    fn ask(&mut self, lab: &mut Lab<'_>, name: &str, text: &str) -> io::Result<()> {
        let said = testimonies(&self.engines, &self.options, text);
        self.count(&said);
        for slow in said.iter().filter(|one| one.time > SLOW) {
            lab.print(&format!(
                "slow: {name}: {} takes {}",
                slow.engine,
                seconds_text(slow.time.as_secs_f64())
            ))?;
            lab.save(&format!("agree-slow-{}-{}.smt2", slow.engine, name.replace('/', "-")), text)?;
        }
        let Some(Contradiction { check, sat, unsat }) = contradiction(&said) else { return Ok(()) };
        self.contradictions += 1;
        lab.print(&format!(
            "CONTRADICTION: {name}: check {}: {sat} says sat, {unsat} says unsat",
            check + 1
        ))?;
        let both = [sat, unsat];
        let options = &self.options;
        let small = smaller(text, |text| contradiction(&testimonies(&both, options, text)).is_some());
        lab.save(&format!("agree-{}-{sat}-{unsat}.smt2", self.contradictions), &small)
    }

    fn count(&mut self, said: &[Testimony]) {
        let checks = said.iter().map(|one| one.answers.len()).max().unwrap_or(0);
        self.checks += checks;
        for check in 0..checks {
            let is_answered =
                |one: &&Testimony| !matches!(one.answers.get(check), None | Some(Said::Unknown));
            let answered = said.iter().filter(is_answered).count();
            self.confirmed += usize::from(answered > 1);
            for (score, one) in self.scores.iter_mut().zip(said) {
                match one.answers.get(check) {
                    Some(Said::Sat) => score.sat += 1,
                    Some(Said::Unsat) => score.unsat += 1,
                    _ => score.unknown += 1,
                }
                score.alone += usize::from(answered == 1 && is_answered(&one));
            }
        }
        for (score, one) in self.scores.iter_mut().zip(said) {
            score.time += one.time;
        }
    }

    fn show(&self, lab: &mut Lab<'_>) -> io::Result<()> {
        let mut table = Table::new(&["engine", "sat", "unsat", "unknown", "alone", "time"]);
        for (engine, score) in self.engines.iter().zip(&self.scores) {
            let numbers =
                [score.sat, score.unsat, score.unknown, score.alone].map(|number| number.to_string());
            let time = seconds_text(score.time.as_secs_f64());
            table.row([(*engine).to_owned()].into_iter().chain(numbers).chain([time]));
        }
        let (names, command) = match lab.setting.corpus {
            Some(_) => (
                ("agree-corpus", "Every engine on the same files"),
                "cargo lab agree --corpus DIR --out docs",
            ),
            None => (("agree", "Every engine on the same problems"), "cargo lab agree --out docs"),
        };
        lab.save_page(names, command, &table, None)?;
        lab.print(&format!(
            "{} checks, {} answered by two engines or more, {} contradictions",
            self.checks, self.confirmed, self.contradictions
        ))
    }
}

fn testimonies(engines: &[&'static str], options: &Options, text: &str) -> Vec<Testimony> {
    engines.iter().map(|engine| ask(text.as_bytes(), engine, options, |_| ())).collect()
}
