//! `counters`: repetitions with large bounds, timed next to z3 and cvc5.
//!
//! Each problem has a known answer ([`problems`]). All solvers read the same text from a pipe. A
//! solver that takes longer than the limit, or gives up, is shown with that.

mod problems;

use std::io;
use std::time::Duration;

use crate::lab::{Experiment, Lab, Verdict};
use crate::peers::Peer;
use crate::table::{Table, seconds_text};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "counters",
    about: "large repetition bounds: times of tress, z3 and cvc5; tress must be right and take below a second",
    count: usize::MAX,
    run,
};

/// What a problem may take.
const LIMIT: Duration = Duration::from_secs(10);
/// What tress may take.
const BAR: f64 = 1.0;

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let mut solvers = vec![Peer::program("tress", vec![lab.tress()?, "--timeout".into(), "10".into()])];
    solvers.extend(super::installed_peers(lab, LIMIT)?);
    let mut titles = vec!["problem", "answer"];
    for solver in &solvers {
        titles.push(solver.name);
    }
    let mut table = Table::new(&titles);
    let problems = problems::all();
    let whole = problems.len().min(lab.count);
    let (mut wrong, mut slow) = (0, 0);
    for (done, problem) in problems.iter().take(whole).enumerate() {
        let mut cells = vec![problem.name.to_owned(), problem.status.to_owned()];
        for solver in &solvers {
            let run = solver.run(&problem.text, LIMIT + LIMIT / 5)?;
            let seconds = run.time.as_secs_f64();
            let answer =
                run.output.lines().next().unwrap_or(if run.timed_out { "too long" } else { "nothing" });
            let right = answer == problem.status;
            if solver.name == "tress" {
                wrong += usize::from(!right);
                slow += usize::from(seconds > BAR);
            }
            let note = if right { String::new() } else { format!(", {answer}") };
            cells.push(format!("{}{note}", seconds_text(seconds)));
        }
        table.row(cells);
        lab.progress(done + 1, whole);
    }
    lab.print(&table.text())?;
    lab.print(&format!("tress: {wrong} without the right answer, {slow} slower than {BAR} s"))?;
    Ok(Verdict::wrong_if(wrong > 0))
}
