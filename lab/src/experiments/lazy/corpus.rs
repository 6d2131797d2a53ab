//! Files of memberships with known answers: what `--engine lazy` says alone, and how many states it makes.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::super::grid::Answer;
use super::super::saved::Saved;
use super::super::statistics::numbers;
use super::percentiles;
use crate::lab::{Lab, Verdict};
use crate::peers::Peer;
use crate::table::{Table, seconds_text};

/// What a file may take, unless the command line says otherwise.
const LIMIT: Duration = Duration::from_secs(10);
/// The families that are asked about when no folder is named behind `corpus`.
const FAMILIES: [&str; 4] = ["automatark", "fuzzregex", "regexbool", "sygus_qgen"];

/// What became of a family's files.
#[derive(Default)]
struct Family {
    answers: BTreeMap<&'static str, usize>,
    wrong: usize,
    late: usize,
    states: Vec<f64>,
    backtracks: f64,
    seconds: f64,
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "smt2"));
    files.sort();
    Ok(files)
}

pub(super) fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let Some(corpus) = lab.setting.corpus.clone() else {
        return Err(io::Error::other(
            "corpus needs --corpus DIR, and --reference FILE.csv for known answers",
        ));
    };
    let known = lab.setting.reference.as_deref().map(Saved::load).transpose()?.unwrap_or_default().known;
    let named: Vec<String> =
        lab.setting.files[1..].iter().map(|file| file.to_string_lossy().into_owned()).collect();
    let families = if named.is_empty() { FAMILIES.map(str::to_owned).to_vec() } else { named };
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    let mut command = vec![lab.tress()?, "--engine=lazy".into(), "--stats".into()];
    command.push(format!("--tlimit-per={}", limit.as_millis()));
    let solver = Peer::program("tress", command);
    let mut table = Table::new(&[
        "family",
        "files",
        "sat",
        "unsat",
        "unknown",
        "wrong",
        "late",
        "states 50%",
        "75%",
        "95%",
        "most",
        "backtracks",
        "time",
    ]);
    let mut wrong = 0;
    for name in &families {
        let mut family = Family::default();
        let all = files(&corpus.join(name))?;
        let count = all.len().min(lab.count);
        for (done, path) in all.into_iter().take(count).enumerate() {
            let file = format!("{name}/{}", path.file_name().unwrap_or_default().to_string_lossy());
            family.add(&solver, &fs::read_to_string(&path)?, known.get(&file).copied(), limit)?;
            lab.progress(done + 1, count);
        }
        wrong += family.wrong;
        table.row(family.cells(name, count));
    }
    let command = "cargo lab lazy corpus --corpus DIR --reference FILE.csv --out lab";
    lab.save_page(("lazy-corpus", "Files of memberships by the lazy search alone"), command, &table, None)?;
    Ok(Verdict::wrong_if(wrong > 0))
}

impl Family {
    fn add(&mut self, solver: &Peer, text: &str, known: Option<Answer>, limit: Duration) -> io::Result<()> {
        let run = solver.run(text, limit * 2)?;
        let answer = Answer::read(run.output.lines().next().unwrap_or_default());
        *self.answers.entry(answer.word()).or_default() += 1;
        self.wrong += usize::from(answer.is_solved() && known.is_some_and(|known| known != answer));
        self.late += usize::from(run.time > limit + limit / 10);
        let numbers = numbers(&run.output);
        let number = |name: &str| numbers.get(name).copied().unwrap_or_default();
        self.states.push(number(":lazy-states"));
        self.backtracks += number(":lazy-backtracks");
        self.seconds += run.cpu.as_secs_f64();
        Ok(())
    }

    fn cells(self, name: &str, count: usize) -> Vec<String> {
        let answered = |word: &str| self.answers.get(word).copied().unwrap_or_default();
        let most = self.states.iter().copied().fold(0.0, f64::max);
        let [sat, unsat] = ["sat", "unsat"].map(answered);
        let [_, _, half, more, nearly] = percentiles(self.states.clone());
        let mut cells = vec![name.to_owned()];
        cells.extend([count, sat, unsat, count - sat - unsat, self.wrong, self.late].map(|n| n.to_string()));
        cells.extend([half, more, nearly, most, self.backtracks].map(|n| n.to_string()));
        cells.push(seconds_text(self.seconds));
        cells
    }
}
