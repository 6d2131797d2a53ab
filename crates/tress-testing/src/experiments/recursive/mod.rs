//! `recursive`: random recursive functions over small numbers and short words.
//!
//! A plain interpreter tells the truth: it tries all small values, and it looks at every model. Of so many
//! problems one has variables without restrictions; there only models, and `unsat` where small values fit, can
//! be wrong. Other solvers are asked about some of them.

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

use draw::{Drawn, LONGEST, MOST, bound, draw, sort};
use plain::{Plain, Tree, Values};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "recursive",
    about: "--count problems with recursive functions: answers agree with a plain interpreter, and with z3 and cvc5",
    count: 20_000,
    run,
};

/// What a check may take.
const LIMIT: Duration = Duration::from_secs(1);
/// So many problems are given to other solvers, and what they may take for one and for all of a process.
const COMPARED: usize = 300;
const PEER_LIMIT: Duration = Duration::from_secs(2);
const BATCH_LIMIT: Duration = Duration::from_secs(600);

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
    let mut tallies: [Tally; 2] = Default::default();
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
        let tally = &mut tallies[usize::from(!problem.is_bounded)];
        tally.answers[answer] += 1;
        tally.time += time;
        tally.slowest = tally.slowest.max(time);
        if let Some(wrong) = judged(&problem, answer, &model) {
            tally.wrong += 1;
            lab.print(&format!("problem {number}, WRONG: {wrong}"))?;
            lab.save(&format!("recursive-wrong-{number}.smt2"), &script)?;
        } else if answer == 2 {
            lab.save(&format!("recursive-unknown-{number}.smt2"), &script)?;
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
                    lab.print(&format!(
                        "problem {number}: tress {}, {} {reply:?}",
                        ANSWERS[*answer], peer.name
                    ))?;
                }
                Some(_) => agreed += 1,
                None => open += 1,
            }
        }
        lab.print(&format!(
            "{}: {agreed} answers that tress does not contradict, {open} without answer",
            peer.name
        ))?;
    }
    show(lab, &tallies)?;
    Ok(Verdict::wrong_if(wrong > 0))
}

/// The problem in SMT-LIB.
fn script(problem: &Drawn) -> String {
    let functions = &problem.functions;
    let (mut heads, mut bodies) = (Vec::new(), Vec::new());
    for function in functions {
        let parameters: Vec<String> =
            function.parameters.iter().map(|(name, sort)| format!("({name} {sort})")).collect();
        heads.push(format!("({} ({}) {})", function.name, parameters.join(" "), function.result));
        bodies.push(function.body.text(functions));
    }
    let mut text = format!("(define-funs-rec ({}) ({}))\n", heads.join(" "), bodies.join(" "));
    for name in &problem.names {
        let _ = writeln!(text, "(declare-const {name} {})", sort(name));
    }
    if problem.is_bounded {
        for name in &problem.names {
            let _ = writeln!(text, "(assert {})", bound(name));
        }
    }
    for assertion in &problem.assertions {
        let _ = writeln!(text, "(assert {})", assertion.text(functions));
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
            for (name, value) in model {
                let name = problem.names.iter().find(|known| **known == name)?;
                values.insert(name, plain(value)?);
            }
            let holds = |tree: &Tree| tree.value(&problem.functions, &values, 0) != Some(Plain::Bool(false));
            (!problem.assertions.iter().all(holds)).then(|| format!("an assertion is false under {values:?}"))
        }
        1 => small(problem, 0, &mut Values::new()).map(|values| format!("unsat, and yet {values:?} fit")),
        _ => None,
    }
}

/// Words are ASCII to the interpreter; models with other letters are not looked at.
fn plain(value: &Value) -> Option<Plain> {
    match value {
        Value::Int(value) => Some(Plain::Int(value.to_string().parse().ok()?)),
        Value::Str(word) => {
            let letters: Option<String> =
                word.iter().map(|code| char::from_u32(*code).filter(char::is_ascii)).collect();
            Some(Plain::Text(letters?))
        }
        Value::Bool(value) => Some(Plain::Bool(*value)),
        _ => None,
    }
}

/// Small values under which all assertions hold.
fn small(problem: &Drawn, place: usize, values: &mut Values) -> Option<Values> {
    let Some(name) = problem.names.get(place) else {
        let holds = |tree: &Tree| tree.value(&problem.functions, values, 0) == Some(Plain::Bool(true));
        return problem.assertions.iter().all(holds).then(|| values.clone());
    };
    let choices: Vec<Plain> =
        if sort(name) == "Int" { (0..=MOST).map(Plain::Int).collect() } else { words() };
    for choice in choices {
        values.insert(name, choice);
        if let Some(found) = small(problem, place + 1, values) {
            return Some(found);
        }
    }
    None
}

/// All words that restricted variables may be.
fn words() -> Vec<Plain> {
    let mut all = vec![String::new()];
    let mut longest = all.clone();
    for _ in 0..LONGEST {
        longest =
            longest.iter().flat_map(|word| ["a", "b", "c"].map(|letter| format!("{word}{letter}"))).collect();
        all.extend(longest.iter().cloned());
    }
    all.into_iter().map(Plain::Text).collect()
}

fn show(lab: &mut Lab<'_>, tallies: &[Tally; 2]) -> io::Result<()> {
    let mut table =
        Table::new(&["variables", "sat", "unsat", "unknown", "wrong", "decided", "time", "slowest"]);
    for (name, tally) in ["restricted", "any"].into_iter().zip(tallies) {
        let [sat, unsat, unknown] = tally.answers;
        let numbers = [sat, unsat, unknown, tally.wrong].map(|number| number.to_string());
        let all = (sat + unsat + unknown).max(1);
        let decided = format!("{:.2} %", 100.0 * (sat + unsat) as f64 / all as f64);
        let times = [tally.time, tally.slowest].map(|time| seconds_text(time.as_secs_f64()));
        let cells = std::iter::once(name.to_owned()).chain(numbers).chain([decided]).chain(times);
        table.row(cells);
    }
    lab.print(&table.text())
}
