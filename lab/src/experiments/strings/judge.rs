//! Are the answers right?
//!
//! A model is evaluated over the terms the problem was made of. An unsat is wrong when somebody
//! has values that evaluate to true: the plant, the oracle, another engine, another solver. Of a
//! core, nothing but the core is solved again.

use std::io;
use std::time::Duration;

use tress_base::Budget;
use tress_term::model::Model;

use crate::peers::Peer;
use tress_testing::brute::{Bounds, Found, brute_force};
use tress_testing::expression::Expression;
use tress_testing::generate::Strings;
use tress_testing::shrink::shrink;

use super::solve::{Answer, Way, Witness, read, satisfies, solve};

/// What is wrong with an answer.
#[derive(Clone, Debug)]
pub(in crate::experiments) struct Wrong {
    pub(in crate::experiments) why: String,
    /// Values that show it.
    witness: Option<Witness>,
}

/// What another solver may take for a batch of problems.
const BATCH_LIMIT: Duration = Duration::from_secs(300);
/// How far the oracle looks.
pub(in crate::experiments) const BOUNDS: Bounds =
    Bounds { length: 3, letters: 2, number: 4, assignments: 3000 };
/// What the oracle may take for each assignment.
const STEPS: u64 = 100;

/// What is wrong with an answer, as far as this process can know. `others` are values that other
/// engines found.
pub(in crate::experiments) fn judge(
    problem: &Strings,
    answer: &Answer,
    others: &[Witness],
    (way, bounds): (Way<'_>, Bounds),
) -> Option<Wrong> {
    match answer {
        Answer::Sat(witness) => {
            let holds = satisfies(&problem.store, &problem.symbols, &problem.assertions, witness);
            (!holds).then(|| Wrong { why: "the model does not satisfy the problem".into(), witness: None })
        }
        Answer::Unsat(core) => against_plant(problem)
            .or_else(|| others.first().map(|found| unsat("another engine found a model", found.clone())))
            .or_else(|| against_oracle(problem, bounds))
            .or_else(|| against_core(problem, core, way)),
        Answer::Unknown(_) => None,
        Answer::Refused => Some(Wrong { why: "the text is not read".into(), witness: None }),
    }
}

fn unsat(why: &str, witness: Witness) -> Wrong {
    Wrong { why: format!("unsat, but {why}"), witness: Some(witness) }
}

fn against_plant(problem: &Strings) -> Option<Wrong> {
    let planted = problem.planted.as_ref()?;
    Some(unsat("there is a planted model", of_model(problem, planted)))
}

fn against_oracle(problem: &Strings, bounds: Bounds) -> Option<Wrong> {
    Some(unsat("the oracle found a model", oracle(problem, bounds)?))
}

fn of_model(problem: &Strings, model: &Model) -> Witness {
    Witness::of(&problem.store, model)
}

/// Values that the oracle finds.
pub(in crate::experiments) fn oracle(problem: &Strings, bounds: Bounds) -> Option<Witness> {
    let budget = Budget::unlimited().with_steps(Some(STEPS * bounds.assignments));
    match brute_force(&problem.store, &problem.symbols, &problem.assertions, bounds, &budget) {
        Ok(Found::Sat(model)) => Some(of_model(problem, &model)),
        _ => None,
    }
}

fn against_core(problem: &Strings, core: &[usize], way: Way<'_>) -> Option<Wrong> {
    let texts = problem.assertion_texts();
    let mut text = problem.declarations();
    for number in core {
        text.push_str(&format!("(assert {})\n", texts[*number]));
    }
    let is_sat = matches!(solve(&text, way).answer, Answer::Sat(_));
    is_sat.then(|| Wrong { why: format!("the core {core:?} is satisfiable"), witness: None })
}

/// Holds unsat answers against another solver, in one conversation. Its sat counts only when its
/// values make our assertions true.
pub(in crate::experiments) fn ask_peer(
    peer: &Peer,
    problems: &[&Strings],
    way: Way<'_>,
) -> io::Result<Vec<Option<Wrong>>> {
    let questions: Vec<String> =
        problems.iter().map(|problem| format!("(reset)\n{}", question(&problem.text()))).collect();
    let replies = peer.ask(&questions, BATCH_LIMIT, |_| {})?;
    let judged = problems.iter().zip(replies.texts).map(|(problem, reply)| {
        let definitions = reply.as_deref().and_then(definitions)?;
        let mut text = definitions;
        for assertion in problem.assertion_texts() {
            text.push_str(&format!("(assert {assertion})\n"));
        }
        let is_true = matches!(solve(&text, way).answer, Answer::Sat(_));
        is_true
            .then(|| Wrong { why: format!("unsat, but {} found a model:\n{text}", peer.name), witness: None })
    });
    Ok(judged.collect())
}

fn question(text: &str) -> String {
    format!("(set-option :produce-models true)\n(set-logic ALL)\n{text}(check-sat)\n(get-model)")
}

/// The definitions of a model that follows the answer sat.
fn definitions(reply: &str) -> Option<String> {
    let model = reply.strip_prefix("sat")?;
    let mut text = String::new();
    for list in Expression::parse_all(model)? {
        for definition in list.parts() {
            text.push_str(&format!("{definition}\n"));
        }
    }
    Some(text)
}

/// What another solver says of a text, in a word.
pub(in crate::experiments) fn opinion(peer: &Peer, text: &str) -> io::Result<String> {
    let replies = peer.ask(&[format!("(reset)\n{}", question(text))], BATCH_LIMIT, |_| {})?;
    let reply = replies.texts.into_iter().next().flatten().unwrap_or_default();
    Ok(reply.lines().next().unwrap_or("no answer").to_owned())
}

/// The smallest commands found that go wrong in the same way.
pub(in crate::experiments) fn minimised(problem: &Strings, wrong: &Wrong, way: Way<'_>) -> String {
    let text = problem.text();
    let still_wrong = |text: &str| match (&wrong.witness, solve(text, way).answer) {
        (Some(witness), Answer::Unsat(_)) => read(text, way).is_some_and(|session| {
            let solver = &session.solver;
            satisfies(&solver.terms, solver.declared(), solver.assertions(), witness)
        }),
        _ => false,
    };
    if still_wrong(&text) { smaller(&text, still_wrong) } else { text }
}

/// The smallest commands found of which the test still holds.
pub(in crate::experiments) fn smaller(text: &str, test: impl Fn(&str) -> bool) -> String {
    let Some(commands) = Expression::parse_all(text) else { return text.to_owned() };
    let joined = |commands: &[Expression]| commands.iter().map(|c| format!("{c}\n")).collect::<String>();
    joined(&shrink(&commands, |commands| test(&joined(commands))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_base::Random;

    const WAY: Way<'static> =
        Way { engine: "auto", limit: Duration::from_secs(1), steps: 0, cores: true, alone: false };

    #[test]
    fn lies_are_found_out() {
        let mut random = Random::new(3);
        let (mut unsat, mut models) = (0, 0);
        for _ in 0..200 {
            let problem = Strings::new(&mut random);
            if problem.planted.is_none() {
                continue;
            }
            let all: Vec<usize> = (0..problem.assertions.len()).collect();
            assert!(judge(&problem, &Answer::Unsat(all), &[], (WAY, BOUNDS)).is_some());
            unsat += 1;
            let no_values = Witness::of(&problem.store, &Model::new());
            let nothing = judge(&problem, &Answer::Sat(no_values), &[], (WAY, BOUNDS));
            models += usize::from(nothing.is_some());
        }
        assert!(unsat > 50 && models > 50, "{unsat} {models}");
    }

    #[test]
    fn a_core_that_is_too_small_is_found_out() {
        let mut random = Random::new(5);
        let mut problem = Strings::new(&mut random);
        problem.planted = None;
        problem.assertions = vec![tress_term::term::TermStore::FALSE];
        assert!(judge(&problem, &Answer::Unsat(vec![0]), &[], (WAY, BOUNDS)).is_none());
        assert!(judge(&problem, &Answer::Unsat(vec![]), &[], (WAY, BOUNDS)).is_some());
    }

    #[test]
    fn models_of_others_are_read() {
        let reply = "sat\n(\n  (define-fun x () String\n    \"a\")\n)";
        assert_eq!(definitions(reply).as_deref(), Some("(define-fun x () String \"a\")\n"));
        assert_eq!(definitions("unsat\n(error \"no model\")"), None);
    }

    #[test]
    fn small_texts_keep_what_matters() {
        assert_eq!(smaller("(a b)\n(c (d e))", |text| text.contains('e')), "(e)\n");
    }
}
