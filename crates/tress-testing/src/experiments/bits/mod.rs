//! `bits`: random problems about bit-vectors of up to eight bits, with numbers and short words.
//!
//! Plain machine numbers tell the truth: every model is looked at, and `unsat` is compared with all values. Other
//! solvers are asked about some of them.

mod draw;
mod plain;

use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use tress::internals::options::{Opt, Options};
use tress::internals::session::{Session, run as run_session};
use tress::internals::term::Value;
use tress_base::Random;

use crate::lab::{Experiment, Lab, Verdict};
use crate::table::{Table, seconds_text};

use draw::{Drawn, KINDS, draw};
use plain::{Plain, Values};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "bits",
    about: "--count problems with bit-vectors, numbers and codes: answers agree with all values, and with z3 and cvc5",
    count: 20_000,
    run,
};

/// What a check may take.
const LIMIT: Duration = Duration::from_secs(1);
/// So many problems are given to other solvers, and what they may take for one and for all of a process.
const COMPARED: usize = 300;
const PEER_LIMIT: Duration = Duration::from_secs(2);
const BATCH_LIMIT: Duration = Duration::from_secs(600);
/// Fewer decided problems than this are a failure, in percent.
const LEAST_DECIDED: usize = 98;

#[derive(Default)]
struct Tally {
    answers: [usize; 3],
    wrong: usize,
    time: Duration,
    slowest: Duration,
}

/// The names of answers, by their places.
const ANSWERS: [&str; 3] = ["sat", "unsat", "unknown"];

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let peers = super::installed_peers(lab, PEER_LIMIT)?;
    let mut tallies: [Tally; KINDS.len()] = Default::default();
    let mut asked: Vec<(String, usize)> = Vec::new();
    let limit = lab.setting.timeout.unwrap_or(LIMIT);
    for number in 0..lab.count {
        lab.progress(number, lab.count);
        let seed = lab.setting.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number as u64;
        let problem = draw(&mut Random::new(seed));
        let script = script(&problem);
        let started = lab.elapsed();
        let (answer, model) = solve(&script, limit);
        let time = lab.elapsed().saturating_sub(started);
        let tally = &mut tallies[problem.kind];
        tally.answers[answer] += 1;
        tally.time += time;
        tally.slowest = tally.slowest.max(time);
        if let Some(wrong) = judged(&problem, answer, &model) {
            tally.wrong += 1;
            lab.print(&format!("problem {number}, WRONG: {wrong}"))?;
            lab.save(&format!("bits-wrong-{number}.smt2"), &script)?;
        } else if answer == 2 {
            lab.save(&format!("bits-unknown-{number}.smt2"), &script)?;
        }
        if number < COMPARED {
            asked.push((script, answer));
        }
    }
    let mut wrong = tallies.iter().map(|tally| tally.wrong).sum::<usize>();
    for peer in &peers {
        let questions: Vec<String> =
            asked.iter().map(|(text, _)| format!("(reset)\n(set-logic ALL)\n{text}")).collect();
        let replies = peer.ask(&questions, BATCH_LIMIT, |_| {})?.texts;
        let (mut agreed, mut open) = (0, 0);
        for (number, ((_, answer), reply)) in asked.iter().zip(replies).enumerate() {
            let said = ANSWERS[..2].iter().position(|word| reply.as_deref().map(str::trim) == Some(*word));
            match said {
                Some(said) if *answer < 2 && said != *answer => {
                    wrong += 1;
                    let tress = ANSWERS[*answer];
                    lab.print(&format!("problem {number}: tress {tress}, {} {reply:?}", peer.name))?;
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
    show(lab, &tallies)?;
    let unknown: usize = tallies.iter().map(|tally| tally.answers[2]).sum();
    Ok(Verdict::wrong_if(wrong > 0 || unknown * 100 > lab.count * (100 - LEAST_DECIDED)))
}

/// The problem in SMT-LIB.
fn script(problem: &Drawn) -> String {
    let mut text = String::new();
    for (name, sort) in &problem.names {
        let _ = writeln!(text, "(declare-const {name} {sort})");
    }
    let assertions = problem.assertions.iter().map(plain::Tree::text);
    for assertion in problem.bounds.iter().cloned().chain(assertions) {
        let _ = writeln!(text, "(assert {assertion})");
    }
    text.push_str("(check-sat)\n");
    text
}

/// The place of the answer, and the values of the model.
fn solve(script: &str, limit: Duration) -> (usize, Vec<(String, Value)>) {
    let mut options = Options::default();
    options.set_number(Opt::Timeout, limit.as_millis() as u64);
    let mut session = Session::new(options);
    let mut output = Vec::new();
    let ran = run_session(&mut session, script.as_bytes(), &mut output);
    let reply = String::from_utf8_lossy(&output);
    let answer = ANSWERS.iter().position(|word| *word == reply.trim());
    assert!(ran.is_ok() && answer.is_some(), "{script}: {reply}");
    let solver = &session.solver;
    let mut values = Vec::new();
    if let Ok(model) = solver.model() {
        for symbol in solver.declared() {
            if let Some(value) = model.get(*symbol) {
                values.push((solver.terms.symbol(*symbol).name.to_string(), value.clone()));
            }
        }
    }
    (answer.unwrap_or(2), values)
}

/// What is wrong with an answer.
fn judged(problem: &Drawn, answer: usize, model: &[(String, Value)]) -> Option<String> {
    match answer {
        0 => {
            let mut values = Values::new();
            for (name, _) in &problem.names {
                let value = model.iter().find(|(known, _)| known == name).and_then(|(_, value)| plain(value));
                let Some(value) = value else { return Some(format!("{name} has no value")) };
                values.insert(name, value);
            }
            let holds = problem.assertions.iter().all(|tree| tree.holds(&values));
            (!holds).then(|| format!("an assertion is false under {values:?}"))
        }
        1 => problem.solution(0, &mut Values::new()).map(|values| format!("unsat, and yet {values:?} fit")),
        _ => None,
    }
}

fn plain(value: &Value) -> Option<Plain> {
    match value {
        Value::Bool(value) => Some(Plain::Bool(*value)),
        Value::Int(value) => Some(Plain::Int(value.to_string().parse().ok()?)),
        Value::Bits(width, number) => Some(Plain::Bits(*width, number.to_string().parse().ok()?)),
        Value::Str(word) => {
            let letters: Option<String> = word.iter().map(|code| char::from_u32(*code)).collect();
            Some(Plain::Text(letters?))
        }
        _ => None,
    }
}

fn show(lab: &mut Lab<'_>, tallies: &[Tally]) -> io::Result<()> {
    let mut table =
        Table::new(&["problems", "sat", "unsat", "unknown", "wrong", "decided", "time", "slowest"]);
    for ((_, name), tally) in KINDS.iter().zip(tallies) {
        let [sat, unsat, unknown] = tally.answers;
        let numbers = [sat, unsat, unknown, tally.wrong].map(|number| number.to_string());
        let all = (sat + unsat + unknown).max(1);
        let decided = format!("{:.2} %", 100.0 * (sat + unsat) as f64 / all as f64);
        let times = [tally.time, tally.slowest].map(|time| seconds_text(time.as_secs_f64()));
        let cells = std::iter::once((*name).to_owned()).chain(numbers).chain([decided]).chain(times);
        table.row(cells);
    }
    lab.print(&table.text())
}
