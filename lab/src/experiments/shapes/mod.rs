//! `shapes`: the linear problems that string constraints leave behind, timed next to z3.
//!
//! Each shape comes satisfiable and unsatisfiable, in several sizes ([`problems`]). tress and z3
//! read the same text from a pipe; the time is CPU time of the process, the median of three
//! measurements. Every shape should take tress at most three times as long as z3, and all of them
//! together at most one and a half times.

mod problems;

use std::io;
use std::time::Duration;

use crate::lab::{Experiment, Lab, Verdict};
use crate::peers::Peer;
use crate::plot::{Mark, Plot};
use crate::table::{Table, seconds_text};

use problems::Problem;

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "shapes",
    about: "linear problems as strings make them: CPU time of tress and z3; the count is the largest size",
    count: 5000,
    run,
};

/// What a problem may take.
const LIMIT: Duration = Duration::from_secs(60);
/// How often each problem is measured.
const MEASUREMENTS: usize = 3;
/// CPU time is reported in hundredths of a second, so short runs are repeated until they sum up to
/// this.
const ENOUGH: Duration = Duration::from_millis(300);
/// The most repetitions of a short run.
const REPETITIONS: u32 = 10;
/// How many times z3's time each shape may take.
const SHAPE_BAR: f64 = 3.0;
/// How many times z3's time all shapes together may take.
const TOTAL_BAR: f64 = 1.5;

/// A time and the answer that came with it.
struct Measured {
    seconds: f64,
    answer: String,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let peers = super::installed_peers(lab, LIMIT)?;
    let z3 = peers.into_iter().find(|peer| peer.name == "z3");
    let tress = Peer::program(
        "tress",
        vec![
            lab.setting.tress.to_string_lossy().into_owned(),
            "--timeout".into(),
            LIMIT.as_secs().to_string(),
            "-".into(),
        ],
    );
    let problems = problems::all(lab.count);
    let mut rows: Vec<(Problem, Measured, Option<Measured>)> = Vec::new();
    let count = problems.len();
    for problem in problems {
        let ours = measure(&tress, &problem.text)?;
        let theirs = z3.as_ref().map(|z3| measure(z3, &problem.text)).transpose()?;
        rows.push((problem, ours, theirs));
        lab.progress(rows.len(), count);
    }
    show(lab, &rows)
}

/// The median time of a solver on a text.
fn measure(solver: &Peer, text: &str) -> io::Result<Measured> {
    let mut times = Vec::new();
    let mut answer = String::new();
    for _ in 0..MEASUREMENTS {
        let (mut cpu, mut runs) = (Duration::ZERO, 0);
        while runs < REPETITIONS && cpu < ENOUGH {
            let run = solver.run(text, LIMIT * 2)?;
            cpu += run.cpu;
            runs += 1;
            answer = run.output.lines().next().unwrap_or("none").to_owned();
        }
        times.push(cpu.as_secs_f64() / f64::from(runs));
        // A long run needs no second measurement to be long.
        if cpu > LIMIT / 4 {
            break;
        }
    }
    times.sort_by(f64::total_cmp);
    Ok(Measured { seconds: times[times.len() / 2], answer })
}

fn show(lab: &mut Lab<'_>, rows: &[(Problem, Measured, Option<Measured>)]) -> io::Result<Verdict> {
    let mut table = Table::new(&["shape", "size", "status", "tress", "tress says", "z3", "z3 says", "ratio"]);
    let mut wrong = false;
    for (problem, ours, theirs) in rows {
        wrong |= ours.answer != problem.status;
        let theirs_cells = theirs.as_ref().map_or(["-".to_owned(), "-".to_owned(), "-".to_owned()], |z3| {
            [seconds_text(z3.seconds), z3.answer.clone(), ratio_text(ours.seconds, z3.seconds)]
        });
        let own = [
            problem.shape.to_owned(),
            problem.size.to_string(),
            problem.status.to_owned(),
            seconds_text(ours.seconds),
            ours.answer.clone(),
        ];
        table.row(own.into_iter().chain(theirs_cells));
    }
    lab.print(&table.text())?;
    save_plot(lab, rows)?;
    let within = compare(lab, rows)?;
    if !within {
        lab.print("NOT WITHIN THE BARS: three times for each shape, one and a half times for all")?;
    }
    Ok(Verdict::wrong_if(wrong))
}

/// The sums by shape; true when they are within the bars.
fn compare(lab: &mut Lab<'_>, rows: &[(Problem, Measured, Option<Measured>)]) -> io::Result<bool> {
    let mut table = Table::new(&["shape", "tress", "z3", "ratio"]);
    let mut within = true;
    let mut whole = (0.0, 0.0);
    let mut shapes: Vec<&str> = rows.iter().map(|row| row.0.shape).collect();
    shapes.dedup();
    for shape in shapes {
        let (mut ours, mut theirs) = (0.0, 0.0);
        for (_, tress, z3) in rows.iter().filter(|row| row.0.shape == shape) {
            let Some(z3) = z3 else { return Ok(true) };
            ours += tress.seconds;
            theirs += z3.seconds;
        }
        within &= ours <= SHAPE_BAR * theirs;
        whole = (whole.0 + ours, whole.1 + theirs);
        table.row([shape.to_owned(), seconds_text(ours), seconds_text(theirs), ratio_text(ours, theirs)]);
    }
    within &= whole.0 <= TOTAL_BAR * whole.1;
    let total =
        ["all".to_owned(), seconds_text(whole.0), seconds_text(whole.1), ratio_text(whole.0, whole.1)];
    table.row(total);
    lab.print(&table.text())?;
    Ok(within)
}

fn ratio_text(ours: f64, theirs: f64) -> String {
    if theirs > 0.0 { format!("{:.2}", ours / theirs) } else { "-".to_owned() }
}

fn save_plot(lab: &mut Lab<'_>, rows: &[(Problem, Measured, Option<Measured>)]) -> io::Result<()> {
    let mut plot = Plot::new("Linear problems from strings", "z3, CPU seconds", "tress, CPU seconds")
        .logarithmic(true, true)
        .with_diagonal();
    for status in ["sat", "unsat"] {
        let of_status = rows.iter().filter(|row| row.0.status == status);
        let points = of_status.filter_map(|(_, ours, theirs)| {
            theirs.as_ref().map(|z3| (z3.seconds.max(0.001), ours.seconds.max(0.001)))
        });
        plot.add(status, Mark::Points, points);
    }
    lab.save("shapes.svg", &plot.svg())
}
