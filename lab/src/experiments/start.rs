//! `start`: the CPU time of a trivial file, from the start of the process to its end.
//!
//! One run is too short for the system's clock, so runs of one solver are counted together, in
//! rounds that change from solver to solver so that a busy machine treats all alike.

use std::fs;
use std::io;
use std::time::Duration;

use crate::lab::{Experiment, Lab, Verdict};
use crate::peers::{Peer, children_cpu};
use crate::plot::{Mark, Plot};
use crate::table::{Table, seconds_text};

/// The row in the list of experiments.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "start",
    about: "CPU time of a trivial file, over --count runs each: tress must need no more than z3",
    count: 200,
    run,
};

const TRIVIAL: &str =
    "(set-logic QF_SLIA)\n(declare-const x String)\n(assert (= (str.len x) 3))\n(check-sat)\n";
/// Runs of one solver before the next one has its turn.
const ROUND: usize = 20;
/// Real time after which a run is ended.
const LIMIT: Duration = Duration::from_secs(20);

/// A solver with what its runs took.
struct Contestant {
    peer: Peer,
    input: &'static str,
    note: &'static str,
    rounds: Vec<f64>,
    runs: usize,
    cpu: Duration,
    time: Duration,
    failures: usize,
}

impl Contestant {
    fn new(peer: Peer, input: &'static str, note: &'static str) -> Self {
        let (cpu, time) = (Duration::ZERO, Duration::ZERO);
        Self { peer, input, note, rounds: Vec::new(), runs: 0, cpu, time, failures: 0 }
    }

    fn round(&mut self, runs: usize) -> io::Result<()> {
        let before = children_cpu();
        for _ in 0..runs {
            let run = self.peer.run(self.input, LIMIT)?;
            self.time += run.time;
            self.failures += usize::from(run.output.trim() != "sat");
        }
        let cpu = children_cpu().saturating_sub(before);
        self.rounds.push(cpu.as_secs_f64() / runs as f64);
        self.cpu += cpu;
        self.runs += runs;
        Ok(())
    }

    fn cpu_per_run(&self) -> f64 {
        self.cpu.as_secs_f64() / self.runs.max(1) as f64
    }
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let tress = lab.tress()?;
    let file = std::env::temp_dir().join(format!("tress-lab-start-{}.smt2", std::process::id()));
    fs::write(&file, TRIVIAL)?;
    let path = file.to_string_lossy().into_owned();
    let peers = super::installed_peers(lab, LIMIT)?;
    let z3 = lab.setting.peers.join("bin/z3").to_string_lossy().into_owned();
    let mut contestants = vec![Contestant::new(Peer::program("tress", vec![tress, path.clone()]), "", "")];
    for peer in peers {
        contestants.push(match peer.name {
            "z3" => Contestant::new(Peer::program("z3", vec![z3.clone(), path.clone()]), "", ""),
            _ => Contestant::new(peer, TRIVIAL, "includes Python, its only front end here"),
        });
    }
    let mut done = 0;
    while done < lab.count {
        let runs = ROUND.min(lab.count - done);
        for contestant in &mut contestants {
            contestant.round(runs)?;
        }
        done += runs;
        lab.progress(done, lab.count);
    }
    fs::remove_file(&file)?;
    report(lab, &contestants)
}

fn report(lab: &mut Lab<'_>, contestants: &[Contestant]) -> io::Result<Verdict> {
    let own = contestants[0].cpu_per_run();
    let mut table = Table::new(&[
        "solver",
        "runs",
        "CPU per run",
        "real time per run",
        "times tress",
        "failures",
        "note",
    ]);
    let mut plot = Plot::new("CPU time of a trivial file", "round", "milliseconds");
    for contestant in contestants {
        let time = contestant.time.as_secs_f64() / contestant.runs.max(1) as f64;
        table.row([
            contestant.peer.name.to_owned(),
            contestant.runs.to_string(),
            seconds_text(contestant.cpu_per_run()),
            seconds_text(time),
            format!("{:.1}", contestant.cpu_per_run() / own),
            contestant.failures.to_string(),
            contestant.note.to_owned(),
        ]);
        let points = contestant.rounds.iter().enumerate().map(|(round, cpu)| ((round + 1) as f64, cpu * 1e3));
        plot.add(contestant.peer.name, Mark::Line, points);
    }
    lab.print(&table.text())?;
    lab.save("start.svg", &plot.svg())?;
    let z3 = contestants.iter().find(|contestant| contestant.peer.name == "z3");
    let slower = z3.is_some_and(|z3| own > z3.cpu_per_run());
    Ok(Verdict::wrong_if(slower || contestants[0].failures > 0))
}
