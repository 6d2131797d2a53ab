//! `structure`: small systems of equations that only their structure decides, each with a twin that has a
//! solution.
//!
//! An answer that is not the known one fails the experiment. Other solvers are asked when they are installed.

mod growth;
mod notation;

pub(super) use growth::EXPERIMENT as GROWTH;

use std::io;
use std::time::Duration;

use crate::lab::{Experiment, Lab, Verdict};
use crate::peers::Peer;
use crate::table::{Table, seconds_text};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "structure",
    about: "commuting words, conjugates, powers and cycles without a solution, and their twins: tress, z3 and cvc5",
    count: 200,
    run,
};

/// What a problem may take, unless the command line says otherwise.
const LIMIT: Duration = Duration::from_secs(10);
/// Problems that take tress longer are counted.
const SLOW: f64 = 1.0;

/// A pair of problems.
struct Pair {
    family: &'static str,
    /// Without a solution, and with one.
    facts: [&'static str; 2],
}

/// The answers of a pair.
const STATUSES: [&str; 2] = ["unsat", "sat"];

fn pairs() -> Vec<Pair> {
    let lines = include_str!("problems.txt").lines().filter(|line| !line.starts_with('#'));
    let pair = |line: &'static str| {
        let mut parts = line.splitn(3, " | ").map(str::trim);
        let mut next = || parts.next().unwrap_or_default();
        Pair { family: next(), facts: [next(), next()] }
    };
    lines.map(pair).collect()
}

/// What a solver did in a family.
#[derive(Clone, Default)]
struct Score {
    solved: [usize; 2],
    cpu: f64,
    slow: usize,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    let mut tress = vec![lab.tress()?, format!("--tlimit-per={}", limit.as_millis())];
    tress.extend(lab.setting.engine.iter().map(|engine| format!("--engine={engine}")));
    let mut solvers = vec![Peer::program("tress", tress)];
    solvers.extend(super::installed_peers(lab, limit)?);
    let pairs = pairs();
    let mut families: Vec<(&str, usize, Vec<Score>)> = Vec::new();
    let (mut wrong, mut only_here) = (0, 0);
    for (place, pair) in pairs.iter().take(lab.count).enumerate() {
        if families.last().is_none_or(|family| family.0 != pair.family) {
            families.push((pair.family, 0, vec![Score::default(); solvers.len()]));
        }
        let (_, count, scores) = families.last_mut().expect("just begun");
        *count += 1;
        for (kind, status) in STATUSES.into_iter().enumerate() {
            let text = notation::problem(pair.facts[kind], status);
            let mut answers = Vec::new();
            for (solver, score) in solvers.iter().zip(scores.iter_mut()) {
                let run = solver.run(&text, limit * 2)?;
                let answer = run.output.lines().next().unwrap_or("nothing").to_owned();
                score.solved[kind] += usize::from(answer == status);
                score.cpu += run.cpu.as_secs_f64();
                score.slow += usize::from(run.cpu.as_secs_f64() > SLOW);
                wrong += usize::from(answer != status && STATUSES.contains(&answer.as_str()));
                answers.push(answer);
            }
            if answers[0] != status {
                lab.print(&format!("{}: {}, not {status}", pair.facts[kind], answers[0]))?;
            } else if kind == 0 && answers[1..].iter().all(|answer| answer != status) {
                only_here += 1;
            }
        }
        lab.progress(place + 1, pairs.len().min(lab.count));
    }
    show(lab, &solvers, &families)?;
    if solvers.len() > 1 {
        lab.print(&format!("without a solution, and refuted by tress alone: {only_here}"))?;
    }
    Ok(Verdict::wrong_if(wrong > 0))
}

fn show(lab: &mut Lab<'_>, solvers: &[Peer], families: &[(&str, usize, Vec<Score>)]) -> io::Result<()> {
    let mut titles = vec!["family".to_owned(), "pairs".to_owned()];
    for solver in solvers {
        titles.extend(["unsat", "sat", "CPU", "> 1 s"].map(|title| format!("{} {title}", solver.name)));
    }
    let mut table = Table::new(&titles);
    let mut all = ("all", 0, vec![Score::default(); solvers.len()]);
    for (family, count, scores) in families {
        table.row(cells(family, *count, scores));
        all.1 += count;
        for (sum, score) in all.2.iter_mut().zip(scores) {
            sum.cpu += score.cpu;
            sum.slow += score.slow;
            sum.solved.iter_mut().zip(score.solved).for_each(|(sum, own)| *sum += own);
        }
    }
    table.row(cells(all.0, all.1, &all.2));
    lab.print(&table.text())?;
    lab.save("structure.md", &table.markdown())
}

fn cells(family: &str, count: usize, scores: &[Score]) -> Vec<String> {
    let mut cells = vec![family.to_owned(), count.to_string()];
    for score in scores {
        let [unsat, sat] = score.solved.map(|solved| solved.to_string());
        cells.extend([unsat, sat, seconds_text(score.cpu), score.slow.to_string()]);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_session::{Session, run};
    use tress_solver::options::Options;

    #[test]
    fn every_problem_is_read() {
        let pairs = pairs();
        assert!(pairs.len() >= 90);
        for text in pairs
            .iter()
            .flat_map(|pair| pair.facts.iter().zip(STATUSES))
            .map(|(facts, status)| notation::problem(facts, status).replace("(check-sat)", ""))
        {
            let mut session = Session::new(Options::default());
            let summary = run(&mut session, text.as_bytes(), io::sink()).expect("written to nowhere");
            assert_eq!(summary.errors, 0, "{text}");
        }
    }
}
