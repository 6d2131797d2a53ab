//! `pass`: what the parts of `--engine parray` do, as in the paper on PASS: the programs of its table 1, and its
//! comparison of methods on 70 and 30 conditions, made in kind.

mod drawn;
mod programs;

use std::io;
use std::time::Duration;

use tress::internals::options::Options;
use tress::internals::session::Session;

use crate::lab::{Experiment, Lab, Verdict};
use crate::plot::Plot;
use crate::table::{Table, seconds_text};

use super::timed::{Timed, execute};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "pass",
    about: "parameterized arrays and automata: programs by path conditions, and methods compared; the count is that of drawn conditions",
    count: 100,
    run,
};

/// What a condition may take, unless the command line says otherwise.
const LIMIT: Duration = Duration::from_secs(5);
/// Methods: how they are called, the engine, and its parts.
const METHODS: [(&str, &str, &str); 7] = [
    ("pure", "parray", "pure"),
    ("qelim", "parray", "qelim"),
    ("automaton", "parray", "automaton"),
    ("mixed", "parray", "mixed"),
    ("both", "parray", "both"),
    ("circuits", "circuits", "both"),
    ("calculus", "calculus", "both"),
];

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let wrong = table_one(lab)? + figure_four(lab)?;
    Ok(Verdict::wrong_if(wrong > 0))
}

/// Asks one method.
fn ask(text: &str, (_, engine, parts): (&str, &str, &str), limit: Duration) -> io::Result<Timed> {
    let mut options = Options::default();
    let limit = limit.as_millis().to_string();
    for (name, value) in [("engine", engine), ("parray", parts), ("timeout", &limit)] {
        options.set(name, value).map_err(io::Error::other)?;
    }
    execute(&mut Session::new(options), &format!("{text}(check-sat)\n"))
}

/// What methods say of one condition, and whether two of them disagree.
fn ask_all(lab: &Lab<'_>, text: &str) -> io::Result<(Vec<Timed>, bool)> {
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    let answers =
        METHODS.iter().map(|method| ask(text, *method, limit)).collect::<io::Result<Vec<Timed>>>()?;
    let said = |word: &str| answers.iter().any(|answer| answer.answer == word);
    let disagree = said("sat") && said("unsat");
    Ok((answers, disagree))
}

fn is_solved(timed: &Timed) -> bool {
    matches!(timed.answer.as_str(), "sat" | "unsat")
}

/// Each program: conditions that were solved and the time for them, by method.
fn table_one(lab: &mut Lab<'_>) -> io::Result<usize> {
    let titles = ["program", "conditions"].into_iter().chain(METHODS.iter().map(|method| method.0));
    let mut table = Table::new(&titles.collect::<Vec<_>>());
    let mut wrong = 0;
    for program in programs::all() {
        let mut rows: Vec<Vec<Timed>> = Vec::new();
        for (number, text) in program.conditions.iter().enumerate() {
            let (answers, disagree) = ask_all(lab, text)?;
            if disagree {
                wrong += 1;
                lab.save(&format!("pass-wrong-{}-{number}.smt2", rows.len()), text)?;
            }
            rows.push(answers);
        }
        let cells = (0..METHODS.len()).map(|method| summary(rows.iter().map(|row| &row[method])));
        table.row([program.name.to_owned(), program.conditions.len().to_string()].into_iter().chain(cells));
    }
    lab.print(&table.text())?;
    Ok(wrong)
}

/// How many were solved, and in which time.
fn summary<'a>(answers: impl Iterator<Item = &'a Timed>) -> String {
    let solved: Vec<&Timed> = answers.filter(|timed| is_solved(timed)).collect();
    let time: Duration = solved.iter().map(|timed| timed.time).sum();
    format!("{} in {}", solved.len(), seconds_text(time.as_secs_f64()))
}

/// The drawn conditions: seven of ten are of the first set.
fn figure_four(lab: &mut Lab<'_>) -> io::Result<usize> {
    let titles = ["method", "set 1", "set 2"];
    let first = lab.count * 7 / 10;
    let mut answers: Vec<Vec<Timed>> = Vec::new();
    let mut wrong = 0;
    for number in 0..lab.count {
        let text = drawn::condition(lab.setting.seed, number >= first, number);
        let (said, disagree) = ask_all(lab, &text)?;
        if disagree {
            wrong += 1;
            lab.save(&format!("pass-wrong-{number}.smt2"), &text)?;
        }
        answers.push(said);
        lab.progress(number + 1, lab.count);
    }
    let mut table = Table::new(&titles);
    let mut plot = Plot::new("Methods on drawn conditions", "conditions solved", "seconds for each")
        .logarithmic(false, true);
    for (method, (name, ..)) in METHODS.iter().enumerate() {
        let of = |rows: &[Vec<Timed>]| summary(rows.iter().map(|row| &row[method]));
        table.row([(*name).to_owned(), of(&answers[..first]), of(&answers[first..])]);
        let solved = answers.iter().map(|row| &row[method]).filter(|timed| is_solved(timed));
        plot.add_cactus(name, &solved.map(|timed| timed.time.as_secs_f64()).collect::<Vec<_>>());
    }
    lab.print(&table.text())?;
    lab.save("pass.svg", &plot.svg())?;
    Ok(wrong)
}
