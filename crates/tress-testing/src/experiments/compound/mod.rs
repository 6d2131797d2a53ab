//! `arrays` and `datatypes`: random problems, against all values of finite sorts, some values of others, and other
//! solvers.

mod draw;
mod truth;

use std::io;
use std::time::Duration;

use tress::internals::options::{Opt, Options};
use tress::internals::session::{Session, run as run_session};
use tress_base::Random;

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::{Table, seconds_text};

use draw::{ARRAYS, DATATYPES, Family, draw};
use truth::tried;

/// The rows of these experiments.
pub(super) const ARRAY_EXPERIMENT: Experiment = Experiment {
    name: "arrays",
    about: "--count problems over arrays: answers agree with values that are tried, and with z3 and cvc5",
    count: 20_000,
    run: |lab| run(lab, &ARRAYS),
};
pub(super) const DATATYPE_EXPERIMENT: Experiment = Experiment {
    name: "datatypes",
    about: "--count problems over datatypes: answers agree with values that are tried, and with z3 and cvc5",
    count: 20_000,
    run: |lab| run(lab, &DATATYPES),
};

/// What a check may take.
const LIMIT: Duration = Duration::from_secs(1);
/// So many problems are given to other solvers, and what they may take for one and for all of a process.
const COMPARED: usize = 300;
const PEER_LIMIT: Duration = Duration::from_secs(1);
const BATCH_LIMIT: Duration = Duration::from_secs(600);
/// The names of answers, by their places.
const ANSWERS: [&str; 3] = ["sat", "unsat", "unknown"];

#[derive(Clone, Default)]
struct Tally {
    answers: [usize; 3],
    wrong: usize,
    time: Duration,
    slowest: (Duration, usize),
}

fn run(lab: &mut Lab<'_>, families: &[Family]) -> io::Result<Verdict> {
    let peers = super::installed_peers(lab, PEER_LIMIT)?;
    let name = if families.len() == ARRAYS.len() { ARRAY_EXPERIMENT.name } else { DATATYPE_EXPERIMENT.name };
    let mut tallies = vec![Tally::default(); families.len()];
    let mut asked: Vec<(String, usize)> = Vec::new();
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    for number in 0..lab.count {
        lab.progress(number, lab.count);
        let kind = number % families.len();
        let seed = lab.setting.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number as u64;
        let text = draw(&mut Random::new(seed), &families[kind]).text;
        let started = lab.elapsed();
        let answer = solve(&text, limit);
        tallies[kind].add(number, answer, lab.elapsed().saturating_sub(started));
        let truth = tried(&text).filter(|holds| *holds || families[kind].is_finite);
        if truth.is_some_and(|holds| answer == usize::from(holds)) {
            tallies[kind].wrong += 1;
            lab.print(&format!("problem {number}, WRONG: {}", ANSWERS[answer]))?;
            lab.save(&format!("{name}-wrong-{number}.smt2"), &format!("{text}(check-sat)\n"))?;
        } else if answer == 2 {
            lab.save(&format!("{name}-unknown-{number}.smt2"), &format!("{text}(check-sat)\n"))?;
        }
        if number < COMPARED {
            asked.push((text, answer));
        }
    }
    let mut wrong = tallies.iter().map(|tally| tally.wrong).sum::<usize>();
    for peer in &peers {
        let script = |text: &str| format!("(reset)\n(set-logic ALL)\n{text}(check-sat)\n");
        let questions: Vec<String> = asked.iter().map(|(text, _)| script(text)).collect();
        let replies = peer.ask(&questions, BATCH_LIMIT, |_| {})?.texts;
        let (mut agreed, mut open) = (0, 0);
        for (number, ((text, answer), reply)) in asked.iter().zip(replies).enumerate() {
            let said = ANSWERS[..2].iter().position(|word| reply.as_deref().map(str::trim) == Some(*word));
            match said {
                Some(said) if *answer < 2 && said != *answer => {
                    wrong += 1;
                    let own = ANSWERS[*answer];
                    lab.print(&format!("problem {number}: tress {own}, {} {reply:?}", peer.name))?;
                    lab.save(&format!("{name}-differs-{number}.smt2"), &format!("{text}(check-sat)\n"))?;
                }
                Some(_) => agreed += 1,
                None => open += 1,
            }
        }
        let name = peer.name;
        lab.print(&format!(
            "{name}: {agreed} answers that tress does not contradict, {open} without answer"
        ))?;
    }
    show(lab, families, &tallies)?;
    Ok(Verdict::wrong_if(wrong > 0))
}

/// The place of the answer to the assertions.
fn solve(text: &str, limit: Duration) -> usize {
    let mut options = Options::default();
    options.set_number(Opt::Timeout, limit.as_millis() as u64);
    let mut output = Vec::new();
    let script = format!("{text}(check-sat)\n");
    let ran = run_session(&mut Session::new(options), script.as_bytes(), &mut output);
    let reply = String::from_utf8_lossy(&output);
    let answer = ANSWERS.iter().position(|word| *word == reply.trim());
    assert!(ran.is_ok() && answer.is_some(), "{script}: {reply}");
    answer.unwrap_or(2)
}

impl Tally {
    fn add(&mut self, number: usize, answer: usize, time: Duration) {
        self.answers[answer] += 1;
        self.time += time;
        self.slowest = self.slowest.max((time, number));
    }
}

fn show(lab: &mut Lab<'_>, families: &[Family], tallies: &[Tally]) -> io::Result<()> {
    let titles = ["problems", "sat", "unsat", "unknown", "WRONG", "seconds", "slowest", "which"];
    let mut table = Table::new(&titles);
    let mut decided = [0, 0];
    for (family, tally) in families.iter().zip(tallies) {
        let [sat, unsat, unknown] = tally.answers;
        decided = [decided[0] + sat + unsat, decided[1] + sat + unsat + unknown];
        table.row([
            family.name.to_owned(),
            sat.to_string(),
            unsat.to_string(),
            unknown.to_string(),
            tally.wrong.to_string(),
            seconds_text(tally.time.as_secs_f64()),
            seconds_text(tally.slowest.0.as_secs_f64()),
            tally.slowest.1.to_string(),
        ]);
    }
    lab.print(&table.text())?;
    lab.print(&format!("{} of {} decided", decided[0], decided[1]))
}
