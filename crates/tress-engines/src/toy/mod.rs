//! A toy engine: equations between symbols and constants, and nothing else.
//!
//! It shows what an engine needs: this folder and its row in the table. Classes of equal terms are
//! joined one equation after the other; two constants in one class are a conflict.

use std::collections::BTreeMap;

use tress_base::Stop;

use tress_rewrite::env::Env;
use tress_rewrite::problem::{Outcome, Reason};
use tress_term::model::Model;
use tress_term::term::{Term, Value};

use super::{Claims, Conjunction, Conjunctive, Constraint, Driver, Engine, Task};

pub(super) static TOY: &dyn Engine = &Toy;

struct Toy;

impl Engine for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn help(&self) -> &'static str {
        "only equations between symbols and constants"
    }

    fn claims(&self) -> Claims {
        Claims::Both
    }

    fn solve(&self, env: &mut Env<'_>, task: &Task<'_>) -> Result<Outcome, Stop> {
        Driver::solve(self, env, task)
    }
}

impl Conjunctive for Toy {
    fn solve(&self, env: &mut Env<'_>, conjunction: &Conjunction) -> Result<Outcome, Stop> {
        let mut classes: BTreeMap<Term, Term> = BTreeMap::new();
        let find = |classes: &BTreeMap<Term, Term>, mut term: Term| {
            while let Some(next) = classes.get(&term) {
                term = *next;
            }
            term
        };
        for literal in &conjunction.literals {
            env.budget.poll()?;
            env.stats.add("toy-literals", 1);
            let Constraint::Equation(a, b) = literal.constraint else {
                return Ok(Outcome::GaveUp(Reason::Incomplete));
            };
            if [a, b].iter().any(|side| !env.store.args(*side).is_empty()) {
                return Ok(Outcome::GaveUp(Reason::Incomplete));
            }
            let [a, b] = [a, b].map(|side| find(&classes, side));
            match [a, b].map(|side| env.store.as_value(side).is_some()) {
                _ if a == b => {}
                [true, true] => {
                    return Ok(Outcome::Conflict(
                        conjunction.literals.iter().map(|any| any.origin).collect(),
                    ));
                }
                [true, false] => drop(classes.insert(b, a)),
                _ => drop(classes.insert(a, b)),
            }
        }
        let mut model = Model::new();
        for term in classes.keys() {
            let value = env.store.as_value(find(&classes, *term)).cloned();
            if let Some(symbol) = env.store.as_constant(*term) {
                model.set(symbol, value.unwrap_or_else(|| Value::text("")));
            }
        }
        Ok(Outcome::Model(Box::new(model)))
    }
}

/// Decides facts with the toy.
fn decide(facts: &[&str]) -> Outcome {
    crate::testing::ask("toy", facts, None).0.expect("no limit")
}

#[test]
fn a_toy_decides_what_it_knows() {
    let problem = ["(or (= x \"a\") (= x \"b\"))", "(= x y)", "(= y \"b\")"];
    assert!(matches!(decide(&problem), Outcome::Model(_)));
    let refuted = decide(&["(= x y)", "(= x \"a\")", "(= y \"b\")"]);
    assert!(matches!(refuted, Outcome::Conflict(core) if core == [0, 1, 2]));
    // What it does not know it does not refute.
    assert!(!matches!(decide(&["(= x (str.++ y \"a\"))", "(= x \"b\")"]), Outcome::Conflict(_)));
}
