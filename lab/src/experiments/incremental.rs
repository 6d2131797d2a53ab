//! `incremental`: one growing problem, checked after every step.
//!
//! A thousand steps of push, assert, check and pop run in one session; every check is also made
//! alone, in a session of its own, and for some of them in a process of its own. The answers must
//! be the same, and the one session must not cost more than the many.

use std::fmt::Write;
use std::io;
use std::time::Duration;

use tress_base::Random;
use tress_session::{Session, run as run_session};
use tress_solver::options::Options;

use super::timed::{Timed, execute};
use crate::lab::{Experiment, Lab, Verdict};
use crate::peers::Peer;
use crate::plot::{Mark, Plot};
use crate::table::{Table, seconds_text};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "incremental",
    about: "push, assert, check, pop in one session against the same checks alone",
    count: 1000,
    run,
};

/// Steps at this interval are also run in a process of their own.
const SAMPLE: usize = 20;
/// Numbers in the problem.
const NUMBERS: usize = 40;

/// One step: what stays asserted from now on, and what holds for this check only.
struct Step {
    lasting: String,
    passing: String,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let steps = steps(lab.setting.seed, lab.count);
    let together = together(&steps)?;
    let mut alone = Vec::with_capacity(steps.len());
    for place in 0..steps.len() {
        alone.push(in_session(&alone_text(&steps, place))?);
        lab.progress(place + 1, steps.len());
    }
    let program = lab.setting.tress.clone();
    let processes = if program.exists() {
        let tress = Peer::program("tress", vec![program.to_string_lossy().into_owned(), "-".into()]);
        in_processes(&tress, &steps)?
    } else {
        lab.print(&format!("NOT COMPARED with processes: there is no {}", program.display()))?;
        Vec::new()
    };
    show(lab, &together, &alone, &processes)
}

/// A problem that grows: bounds on differences, choices between them, equations with functions.
fn steps(seed: u64, count: usize) -> Vec<Step> {
    let mut random = Random::new(seed);
    // Lasting assertions hold for these values, so that most checks are worth their work.
    let values: Vec<i64> = (0..NUMBERS).map(|_| random.between(0, 100)).collect();
    let mut steps = Vec::with_capacity(count);
    for place in 0..count {
        let [a, b, c] = [0, 1, 2].map(|_| random.below(NUMBERS));
        let gap = values[a] - values[b];
        let slack = random.between(0, 9);
        let lasting = match place % 4 {
            0 => format!("(<= (- x{a} x{b}) {})", number(gap + slack)),
            1 => format!("(or (<= (- x{a} x{b}) {}) (= x{c} {}))", number(gap), values[c] + 1 + slack),
            2 => format!("(= (mod (+ x{a} x{b}) 3) {})", (values[a] + values[b]).rem_euclid(3)),
            _ => format!("(=> (< x{a} x{b}) (<= (f x{a}) (f x{b})))"),
        };
        let passing = match random.below(3) {
            0 => format!("(>= (+ x{a} x{b} x{c}) {})", number(values[a] + values[b] + values[c] - 5)),
            1 => format!("(and (> x{a} x{b}) (> x{b} x{c}) (< x{a} {}))", random.between(0, 40)),
            _ => format!("(distinct (f x{a}) (f x{b}) (f x{c}))"),
        };
        steps.push(Step { lasting, passing });
    }
    steps
}

fn number(n: i64) -> String {
    if n < 0 { format!("(- {})", n.unsigned_abs()) } else { n.to_string() }
}

fn declarations() -> String {
    let mut text = "(set-logic QF_UFLIA)\n(declare-fun f (Int) Int)\n".to_owned();
    for place in 0..NUMBERS {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "(declare-const x{place} Int)\n(assert (<= 0 x{place} 120))");
    }
    text
}

/// All checks in one session.
fn together(steps: &[Step]) -> io::Result<Vec<Timed>> {
    let mut session = Session::new(Options::default());
    run_session(&mut session, declarations().as_bytes(), io::sink())?;
    let mut timed = Vec::with_capacity(steps.len());
    for Step { lasting, passing } in steps {
        let text = format!("(assert {lasting})\n(push 1)\n(assert {passing})\n(check-sat)\n(pop 1)\n");
        timed.push(execute(&mut session, &text)?);
    }
    Ok(timed)
}

fn in_session(text: &str) -> io::Result<Timed> {
    execute(&mut Session::new(Options::default()), text)
}

/// The check of one step, without the others.
fn alone_text(steps: &[Step], place: usize) -> String {
    let mut text = declarations();
    for step in &steps[..=place] {
        let _ = writeln!(text, "(assert {})", step.lasting);
    }
    let _ = writeln!(text, "(assert {})\n(check-sat)", steps[place].passing);
    text
}

/// Some of the checks, each in a process of its own.
fn in_processes(tress: &Peer, steps: &[Step]) -> io::Result<Vec<(usize, Timed)>> {
    let mut timed = Vec::new();
    for place in (0..steps.len()).step_by(SAMPLE) {
        let run = tress.run(&alone_text(steps, place), Duration::from_secs(60))?;
        let answer = run.output.trim().to_owned();
        timed.push((place, Timed { answer, time: run.time }));
    }
    Ok(timed)
}

fn show(
    lab: &mut Lab<'_>,
    together: &[Timed],
    alone: &[Timed],
    processes: &[(usize, Timed)],
) -> io::Result<Verdict> {
    let mut differing = 0;
    for (place, (one, other)) in together.iter().zip(alone).enumerate() {
        if one.answer != other.answer {
            differing += 1;
            lab.print(&format!("step {place}: {} in one session, {} alone", one.answer, other.answer))?;
        }
    }
    differing += processes.iter().filter(|(place, timed)| together[*place].answer != timed.answer).count();
    let sum = |timed: &[Timed]| timed.iter().map(|step| step.time).sum::<Duration>().as_secs_f64();
    let (one, many) = (sum(together), sum(alone));
    let mut table = Table::new(&["way", "checks", "sat", "unsat", "time", "a check"]);
    let row = |table: &mut Table, way: &str, timed: &[&Timed]| {
        let count = |answer: &str| timed.iter().filter(|step| step.answer == answer).count();
        let time = timed.iter().map(|step| step.time).sum::<Duration>().as_secs_f64();
        let each = seconds_text(time / timed.len().max(1) as f64);
        let numbers = [timed.len(), count("sat"), count("unsat")].map(|n| n.to_string());
        table.row(std::iter::once(way.to_owned()).chain(numbers).chain([seconds_text(time), each]));
    };
    row(&mut table, "one session", &together.iter().collect::<Vec<_>>());
    row(&mut table, "sessions", &alone.iter().collect::<Vec<_>>());
    row(&mut table, "processes", &processes.iter().map(|(_, timed)| timed).collect::<Vec<_>>());
    lab.print(&table.text())?;
    lab.print(&format!("one session takes {:.2} of the time of separate sessions", one / many))?;
    save_plot(lab, together, alone)?;
    if one > many {
        lab.print("NOT WITHIN THE BAR: one session must not cost more")?;
    }
    Ok(Verdict::wrong_if(differing > 0))
}

fn save_plot(lab: &mut Lab<'_>, together: &[Timed], alone: &[Timed]) -> io::Result<()> {
    let mut plot = Plot::new("One session and many", "step", "seconds so far");
    for (name, timed) in [("one session", together), ("a session each", alone)] {
        let mut whole = 0.0;
        let mut points = Vec::with_capacity(timed.len());
        for (place, step) in timed.iter().enumerate() {
            whole += step.time.as_secs_f64();
            points.push((place as f64, whole));
        }
        plot.add(name, Mark::Line, points);
    }
    lab.save("incremental.svg", &plot.svg())
}
