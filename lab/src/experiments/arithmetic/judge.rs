//! Are the answers right?
//!
//! For each answer there is one question whose reply would show it wrong: are the assertions
//! false under the definitions of the printed model, are the assertions of the core satisfiable.
//! z3 is asked where it is installed; tress itself, in a session that knows nothing of the first,
//! always.

use std::io;
use std::time::Duration;

use tress_base::Budget;
use tress_term::term::SymbolId;

use crate::peers::Peer;
use tress_testing::brute::{Bounds, Found, brute_force};
use tress_testing::generate::{Arithmetic, Logic, MOST_DIVISOR, PlantedNumbers};

use super::solve::{Answer, Solved, replies};

/// What is wrong with an answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Judgement {
    pub(super) wrong: Option<String>,
    /// z3 did not decide the question, or was not there.
    pub(super) unchecked: bool,
}

/// What a second opinion may take.
const LIMIT: Duration = Duration::from_secs(10);
/// What z3 may take for all questions of one process.
const BATCH_LIMIT: Duration = Duration::from_secs(300);

/// Judges answers, with one conversation with z3.
pub(super) fn judge(cases: &[(Arithmetic, Solved)], z3: Option<&Peer>) -> io::Result<Vec<Judgement>> {
    let questions: Vec<String> =
        cases.iter().map(|(problem, solved)| format!("(reset)\n{}", question(problem, solved))).collect();
    let texts = match z3 {
        Some(z3) => {
            let spelled: Vec<String> = questions.iter().map(|question| without_divisible(question)).collect();
            z3.ask(&spelled, BATCH_LIMIT, |_| {})?.texts
        }
        None => vec![None; cases.len()],
    };
    let judged = cases.iter().zip(questions).zip(texts);
    Ok(judged
        .map(|(((problem, solved), question), reply)| {
            let reply = reply.unwrap_or_default();
            let wrong = from_planting(problem, &solved.answer)
                .or_else(|| from_reply("z3", &solved.answer, &reply))
                .or_else(|| from_reply("tress", &solved.answer, &replies(&question, LIMIT)))
                .or_else(|| from_oracle(problem, &solved.answer));
            let decided = matches!(reply.lines().last(), Some("sat" | "unsat"));
            Judgement { wrong, unchecked: !decided }
        })
        .collect())
}

/// The same commands for z3, which has no `divisible`.
fn without_divisible(question: &str) -> String {
    let mut text = question.to_owned();
    for divisor in 1..=MOST_DIVISOR {
        let indexed = format!("(_ divisible {divisor})");
        if text.contains(&indexed) {
            let name = format!("divisible{divisor}");
            let meaning = format!("(define-fun {name} ((n Int)) Bool (= (mod n {divisor}) 0))\n");
            text = text.replacen("(reset)\n", &format!("(reset)\n{meaning}"), 1).replace(&indexed, &name);
        }
    }
    text
}

/// The commands whose reply may show that the answer is wrong.
fn question(problem: &Arithmetic, solved: &Solved) -> String {
    let texts = problem.assertion_texts();
    let all: Vec<usize> = (0..texts.len()).collect();
    let (mut text, asserted) = match &solved.answer {
        Answer::Sat(definitions) => (definitions_of(problem, definitions), &all),
        Answer::Unsat(core) => (problem.declarations(), core),
        Answer::Unknown(_) => (problem.declarations(), &all),
    };
    for number in asserted {
        text.push_str(&format!("(assert {})\n", texts[*number]));
    }
    text.push_str("(check-sat)");
    text
}

/// The definitions, with constants instead of the elements of the declared sort.
fn definitions_of(problem: &Arithmetic, definitions: &str) -> String {
    let mut text = String::new();
    if problem.logic == Logic::Uflia {
        text.push_str("(declare-sort U 0)\n");
    }
    let mut elements: Vec<&str> = Vec::new();
    for piece in definitions.split("(as @U_").skip(1) {
        elements.extend(piece.split_once(' ').map(|(number, _)| number));
    }
    elements.sort_unstable();
    elements.dedup();
    let mut definitions = definitions.to_owned();
    for number in &elements {
        text.push_str(&format!("(declare-const element{number} U)\n"));
        definitions = definitions.replace(&format!("(as @U_{number} U)"), &format!("element{number}"));
    }
    if elements.len() > 1 {
        let names: Vec<String> = elements.iter().map(|number| format!("element{number}")).collect();
        text.push_str(&format!("(assert (distinct {}))\n", names.join(" ")));
    }
    text + &definitions + "\n"
}

fn from_planting(problem: &Arithmetic, answer: &Answer) -> Option<String> {
    match (answer, &problem.planted) {
        (Answer::Sat(_), PlantedNumbers::Unsat(reason)) => Some(format!("sat, and holds {reason}")),
        (Answer::Unsat(_), PlantedNumbers::Sat(_)) => Some("unsat, and has a planted model".to_owned()),
        _ => None,
    }
}

fn from_reply(who: &str, answer: &Answer, reply: &str) -> Option<String> {
    if let Some(error) = reply.lines().find(|line| line.contains("(error")) {
        return Some(format!("{who} does not read it back: {error}"));
    }
    match (answer, reply.lines().last()) {
        (Answer::Sat(_), Some("unsat")) => Some(format!("{who} refutes the printed model")),
        (Answer::Unsat(_), Some("sat")) => Some(format!("{who} satisfies the core")),
        _ => None,
    }
}

/// Looks for small values when the answer was unsat.
fn from_oracle(problem: &Arithmetic, answer: &Answer) -> Option<String> {
    let Answer::Unsat(core) = answer else { return None };
    let assertions: Vec<_> = core.iter().map(|number| problem.assertions[*number]).collect();
    let symbols: Vec<SymbolId> = problem.symbols.clone();
    let bounds = Bounds { number: 3, assignments: 2000, ..Bounds::default() };
    let found = brute_force(&problem.store, &symbols, &assertions, bounds, &Budget::unlimited());
    matches!(found, Ok(Found::Sat(_))).then(|| "small values satisfy the core".to_owned())
}
