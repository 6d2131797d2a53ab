//! `sequences`: random problems about sequences of numbers, truth values and strings.
//!
//! An unsat is wrong when short sequences of few values make the assertions true, or when another solver has a model.
//! Models were evaluated; what another solver says against one is printed as well.

mod draw;

use std::io;
use std::time::Duration;

use tress::internals::Budget;
use tress::internals::options::{Opt, Options};
use tress::internals::session::{Session, run as run_session};
use tress_base::Random;

use crate::brute::{Bounds, Found, brute_force};
use crate::lab::{Experiment, Lab, Verdict};
use crate::plot::{Mark, Plot};
use crate::table::{Table, seconds_text};

use draw::{ELEMENTS, problem};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "sequences",
    about: "problems about sequences of numbers, truth values and strings: answers against all short sequences and other solvers",
    count: 20_000,
    run,
};

/// What a check may take.
const LIMIT: Duration = Duration::from_secs(1);
/// How far the oracle looks, and the steps it may take.
const BOUNDS: Bounds = Bounds { length: 3, letters: 2, number: 3, assignments: 4000 };
const STEPS: u64 = 2_000_000;
/// So many problems are given to other solvers, and what they may take for one and for all of a process.
const COMPARED: usize = 2_000;
const PEER_LIMIT: Duration = Duration::from_millis(500);
const BATCH_LIMIT: Duration = Duration::from_secs(600);

/// The names of answers, by their places.
const ANSWERS: [&str; 3] = ["sat", "unsat", "unknown"];

#[derive(Clone, Default)]
struct Tally {
    answers: [usize; 3],
    wrong: usize,
    time: Duration,
    slowest: Duration,
}

struct Asked {
    script: String,
    answer: usize,
}

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let peers = super::installed_peers(lab, PEER_LIMIT)?;
    let mut tallies = vec![Tally::default(); ELEMENTS.len()];
    let mut asked = Vec::new();
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    for number in 0..lab.count {
        lab.progress(number, lab.count);
        let seed = lab.setting.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number as u64;
        let kind = number % ELEMENTS.len();
        let script = problem(&mut Random::new(seed), ELEMENTS[kind]);
        let started = lab.elapsed();
        let (session, answer) = solve(&script, limit);
        let time = lab.elapsed().saturating_sub(started);
        let tally = &mut tallies[kind];
        tally.answers[answer] += 1;
        tally.time += time;
        tally.slowest = tally.slowest.max(time);
        if answer == 1 && has_short_model(&session) {
            tally.wrong += 1;
            lab.print(&format!("problem {number}, WRONG: unsat, and yet short sequences fit"))?;
            lab.save(&format!("sequences-wrong-{number}.smt2"), &script)?;
        } else if answer == 2 {
            lab.save(&format!("sequences-unknown-{number}.smt2"), &script)?;
        }
        if number < COMPARED {
            asked.push(Asked { script, answer });
        }
    }
    for peer in &peers {
        let questions: Vec<String> = asked.iter().map(|asked| reset(&asked.script)).collect();
        let replies = peer.ask(&questions, BATCH_LIMIT, |_| {})?.texts;
        let mut counts = [0; 3];
        for (number, (Asked { script, answer }, reply)) in asked.iter().zip(replies).enumerate() {
            let said = ANSWERS[..2].iter().position(|word| reply.as_deref().map(str::trim) == Some(*word));
            let Some(said) = said else {
                counts[2] += 1;
                continue;
            };
            counts[usize::from(*answer < 2 && said != *answer)] += 1;
            if *answer < 2 && said != *answer {
                // A model was evaluated; who says that there is none is wrong.
                tallies[number % ELEMENTS.len()].wrong += usize::from(*answer == 1);
                let (ours, theirs) = (ANSWERS[*answer], ANSWERS[said]);
                lab.print(&format!("problem {number}: tress {ours}, {} {theirs}", peer.name))?;
                lab.save(&format!("sequences-{}-{number}.smt2", peer.name), script)?;
            }
        }
        let [agreed, against, open] = counts;
        lab.print(&format!("{}: {agreed} not contradicted, {against} contradicted, {open} open", peer.name))?;
    }
    show(lab, &tallies)
}

/// Other solvers forget everything first.
fn reset(script: &str) -> String {
    format!("(reset)\n(set-logic ALL)\n{script}")
}

/// The session after the script, and the place of its answer.
fn solve(script: &str, limit: Duration) -> (Session, usize) {
    let mut options = Options::default();
    options.set_number(Opt::Timeout, limit.as_millis() as u64);
    let mut session = Session::new(options);
    let mut output = Vec::new();
    let ran = run_session(&mut session, script.as_bytes(), &mut output);
    let reply = String::from_utf8_lossy(&output);
    let answer = ANSWERS.iter().position(|word| *word == reply.trim());
    assert!(ran.is_ok() && answer.is_some(), "{script}: {reply}");
    (session, answer.unwrap_or(2))
}

/// Do short sequences of few values make all assertions true?
fn has_short_model(session: &Session) -> bool {
    let solver = &session.solver;
    let budget = Budget::unlimited().with_steps(Some(STEPS));
    let found = brute_force(&solver.terms, solver.declared(), solver.assertions(), BOUNDS, &budget);
    matches!(found, Ok(Found::Sat(_)))
}

fn show(lab: &mut Lab<'_>, tallies: &[Tally]) -> io::Result<Verdict> {
    let mut table =
        Table::new(&["elements", "sat", "unsat", "unknown", "wrong", "decided", "time", "slowest"]);
    let mut plot = Plot::new("Problems about sequences that were decided", "elements", "percent")
        .with_categories(ELEMENTS);
    let mut points = Vec::new();
    for (place, (name, tally)) in ELEMENTS.iter().zip(tallies).enumerate() {
        let [sat, unsat, unknown] = tally.answers;
        let numbers = [sat, unsat, unknown, tally.wrong].map(|number| number.to_string());
        let share = 100.0 * (sat + unsat) as f64 / (sat + unsat + unknown).max(1) as f64;
        let times = [tally.time, tally.slowest].map(|time| seconds_text(time.as_secs_f64()));
        let cells = std::iter::once((*name).to_owned()).chain(numbers);
        table.row(cells.chain([format!("{share:.2} %")]).chain(times));
        points.push((place as f64, share));
    }
    plot.add("tress", Mark::Bars, points);
    lab.print(&table.text())?;
    lab.save("sequences.svg", &plot.svg())?;
    Ok(Verdict::wrong_if(tallies.iter().any(|tally| tally.wrong > 0)))
}
