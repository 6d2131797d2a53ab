//! `bits`: random problems about bit-vectors of up to eight bits, with numbers and short words.
//!
//! Plain machine numbers give the truth: every model is looked at, and `unsat` is compared with all values.
//! Other solvers are asked about some of them.

mod generate;
mod plain;

use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use tress_term::term::Value;

use crate::lab::{Experiment, Lab, Verdict};

use super::judged::{self, Said, Solved, Source};
use generate::{Drawn, KINDS, draw};
use plain::{Plain, Values};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "bits",
    about: "--count problems with bit-vectors, numbers and codes: answers agree with all values, and with z3 and cvc5",
    count: 20_000,
    run,
};

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let source = Source {
        name: EXPERIMENT.name,
        title: "problems",
        kinds: KINDS.iter().map(|(_, name)| *name).collect(),
        draw: &|random, _| {
            let problem = draw(random);
            let kind = problem.kind;
            (problem, kind)
        },
        is_counted: &|_| true,
        text: &script,
        judge: &judged,
        compared: 500,
        peer_limit: Duration::from_secs(2),
        least_decided: 98,
    };
    judged::run(lab, &source)
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
    text
}

/// What is wrong with an answer.
fn judged(problem: &Drawn, solved: &Solved) -> Option<String> {
    match solved.said {
        Said::Sat => {
            let model = solved.values();
            let mut values = Values::new();
            for (name, _) in &problem.names {
                let value = model.iter().find(|(known, _)| known == name).and_then(|(_, value)| plain(value));
                let Some(value) = value else { return Some(format!("{name} has no value")) };
                values.insert(name, value);
            }
            let holds = problem.assertions.iter().all(|tree| tree.holds(&values));
            (!holds).then(|| format!("an assertion is false under {values:?}"))
        }
        Said::Unsat => {
            problem.solution(0, &mut Values::new()).map(|values| format!("unsat, and yet {values:?} fit"))
        }
        Said::Unknown => None,
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
