//! `long`: words that must be long, and how the time grows with their length.
//!
//! A word that has an `a` at one position counted from its end and a `b` at the next, with anything
//! before, is as long as the positions require (section 8.1 of Hooimeijer's dissertation). The problem for
//! n has a shortest word of n + 2 characters. The deterministic automaton of one language alone has
//! 2^n states.

use std::io;
use std::time::Duration;

use crate::lab::{Experiment, Lab, Verdict};
use crate::peers::Peer;
use crate::plot::{Mark, Plot};
use crate::table::{Table, seconds_text};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "long",
    about: "words that must be long: how the time of tress, z3 and cvc5 grows up to --count characters",
    count: 10_000,
    run,
};

/// What a problem may take.
const LIMIT: Duration = Duration::from_secs(10);

fn problem(size: usize) -> String {
    let any = "(re.range \"a\" \"c\")";
    let place = |letter: char, behind: usize| {
        format!("(str.in_re x (re.++ (re.* {any}) (str.to_re \"{letter}\") ((_ re.^ {behind}) {any})))")
    };
    let (first, second) = (place('a', size + 1), place('b', size));
    format!(
        "(set-logic QF_SLIA)\n(declare-const x String)\n(assert {first})\n(assert {second})\n\
         (check-sat)\n(get-value ((str.len x)))\n"
    )
}

/// 10, 20, 50, 100 and so on up to `last`.
fn sizes(last: usize) -> Vec<usize> {
    let scales = std::iter::successors(Some(10), |scale: &usize| scale.checked_mul(10));
    let sizes = scales.flat_map(|scale| [scale, 2 * scale, 5 * scale]);
    sizes.take_while(|size| *size <= last).collect()
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let mut solvers = vec![Peer::program("tress", vec![lab.tress()?, "--timeout".into(), "10".into()])];
    solvers.extend(super::installed_peers(lab, LIMIT)?);
    let mut titles = vec!["n"];
    titles.extend(solvers.iter().map(|solver| solver.name));
    let mut table = Table::new(&titles);
    let mut times: Vec<Vec<(f64, f64)>> = vec![Vec::new(); solvers.len()];
    let mut wrong = false;
    for size in sizes(lab.count) {
        let text = problem(size);
        let mut cells = vec![size.to_string()];
        for (solver, times) in solvers.iter().zip(&mut times) {
            let run = solver.run(&text, LIMIT + LIMIT / 5)?;
            let right = run.output.starts_with("sat");
            if solver.name == "tress" {
                let length = format!("((str.len x) {})", size + 2);
                wrong |= !right || !run.output.contains(&length);
            }
            let seconds = run.time.as_secs_f64();
            times.push((size as f64, seconds * 1e3));
            cells.push(if right { seconds_text(seconds) } else { "-".to_owned() });
        }
        table.row(cells);
    }
    lab.print(&table.text())?;
    let mut plot = Plot::new("Words that must be long", "characters", "milliseconds");
    for (solver, times) in solvers.iter().zip(times) {
        plot.add(solver.name, Mark::Line, times);
    }
    lab.save("long.svg", &plot.svg())?;
    Ok(Verdict::wrong_if(wrong))
}
