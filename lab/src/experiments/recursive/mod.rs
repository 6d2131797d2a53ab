//! `recursive`: random recursive functions over small numbers and short words.
//!
//! A plain interpreter gives the truth: it tries all small values, and it looks at every model. One problem
//! in four has variables without restrictions; there only models, and `unsat` where small values fit, can be
//! wrong. Other solvers are asked about some of them. Where calls need not end, a question may have no answer
//! that evaluation could show: such problems must not be answered wrongly, but need not be decided.

mod generate;
mod plain;

use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use tress_term::term::Value;

use crate::lab::{Experiment, Lab, Verdict};

use super::judged::{self, Said, Solved, Source};
use generate::{Drawn, LONGEST, MOST, bound, draw, sort};
use plain::{Plain, Tree, Values};

/// The row of this experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "recursive",
    about: "--count problems with recursive functions: answers agree with a plain interpreter, and with z3 and cvc5",
    count: 20_000,
    run,
};

fn run(lab: &mut Lab<'_>) -> io::Result<Verdict> {
    let source = Source {
        name: EXPERIMENT.name,
        title: "variables",
        kinds: vec!["restricted", "any", "endless calls"],
        draw: &|random, _| {
            let problem = draw(random);
            let kind = if problem.is_endless { 2 } else { usize::from(!problem.is_bounded) };
            (problem, kind)
        },
        is_counted: &|kind| kind < 2,
        text: &script,
        judge: &judged,
        compared: 300,
        peer_limit: Duration::from_secs(2),
        least_decided: 98,
    };
    judged::run(lab, &source)
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
    text
}

/// What is wrong with an answer.
fn judged(problem: &Drawn, solved: &Solved) -> Option<String> {
    match solved.said {
        Said::Sat => {
            let mut values = Values::new();
            for (name, value) in &solved.values() {
                let name = problem.names.iter().find(|known| **known == name)?;
                values.insert(name, plain(value)?);
            }
            let holds = |tree: &Tree| tree.value(&problem.functions, &values, 0) != Some(Plain::Bool(false));
            (!problem.assertions.iter().all(holds)).then(|| format!("an assertion is false under {values:?}"))
        }
        Said::Unsat => {
            small(problem, 0, &mut Values::new()).map(|values| format!("unsat, and yet {values:?} fit"))
        }
        Said::Unknown => None,
    }
}

/// Words are ASCII to the interpreter; models with other characters are not looked at.
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
