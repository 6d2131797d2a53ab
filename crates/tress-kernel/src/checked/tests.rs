//! A rule that is wrong is found, one that is right passes.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tress_base::{Budget, Stop};
use tress_rewrite::problem::{Fact, Problem};
use tress_rewrite::testing::Terms;
use tress_sat::{Lit, Var};
use tress_term::model::Model;
use tress_term::term::{Op, Term};

use crate::context::Context;
use crate::egraph::Node;
use crate::inferences::Rule;
use crate::theory::{Progress, Theory};
use crate::values::Choices;
use crate::{NoTheory, decide};

const RULE: Rule = Rule::new("test-length", "own", "a length is at least this, says a test");

/// Asserts that strings have at least this many characters.
struct AtLeast(i64);

impl Theory for AtLeast {
    fn push(&mut self) {}

    fn backtrack(&mut self, _level: usize) {}

    fn define(&mut self, term: Term, cx: &mut Context<'_>) -> Result<(), Stop> {
        if cx.env.store.op(term) == Some(Op::Length) {
            let least = cx.env.store.int(self.0);
            let long = cx.env.app(Op::Ge, &[term, least]);
            cx.axiom(RULE, &[long]);
        }
        Ok(())
    }

    fn note_node(&mut self, _term: Term, _node: Node, _cx: &mut Context<'_>) -> Result<(), Stop> {
        Ok(())
    }

    fn note_atom(&mut self, _term: Term, _var: Var, _cx: &mut Context<'_>) -> Result<bool, Stop> {
        Ok(false)
    }

    fn assign(&mut self, _tag: u32, _literal: Lit) {}

    fn propagate(&mut self, _cx: &mut Context<'_>) -> Result<bool, Stop> {
        Ok(true)
    }

    fn final_check(&mut self, _cx: &mut Context<'_>) -> Result<Progress, Stop> {
        Ok(Progress::Fine)
    }

    fn choose(&mut self, _model: &mut Model, _choices: &mut Choices, _cx: &mut Context<'_>) {}

    fn refine(&mut self, _: &[Term], _: &mut Choices, _: &mut Context<'_>) -> Result<Progress, Stop> {
        Ok(Progress::Stuck)
    }
}

/// Decides the facts; gives the counters, or the message of the check that failed.
fn checked(theory: impl Theory, facts: &[&str]) -> Result<[u64; 3], String> {
    let mut terms = Terms::new();
    let formulas: Vec<Term> = facts.iter().map(|fact| terms.term(fact)).collect();
    let facts = formulas.iter().zip(0..).map(|(term, origin)| Fact { term: *term, origin });
    let problem = Problem::new(&terms.context.store, facts.collect());
    let budget = Budget::unlimited();
    let run = || decide(&mut terms.context.env(&budget, 0), theory, &problem, |_| true).map(drop);
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(outcome) => outcome.expect("no limit"),
        Err(panic) => return Err(*panic.downcast::<String>().expect("a message")),
    }
    let stats = &terms.context.stats;
    Ok(["checked-clauses", "checked-clauses-open", "checked-rup"].map(|name| stats.get(name)))
}

#[test]
fn a_wrong_clause_is_found_under_random_models() {
    let facts = ["(or (= (str.len x) 1) (= (str.len x) 2))"];
    let message = checked(AtLeast(3), &facts).expect_err("strings can be short");
    assert!(message.contains("test-length") && message.contains("random model"), "{message}");
}

#[test]
fn a_wrong_clause_is_found_with_its_rule() {
    let message = checked(AtLeast(1), &["(= (str.len x) (str.len y))", "(= y \"\")"]);
    let message = message.expect_err("strings can be empty");
    assert!(message.contains("test-length (own: a length is at least this, says a test)"), "{message}");
}

#[test]
fn clauses_that_hold_are_counted() {
    let facts = ["(or (= (str.len x) 1) (= (str.len x) 2))"];
    let [checked, open, _] = checked(AtLeast(0), &facts).expect("lengths are not negative");
    assert!(checked > 0 && open == 0, "{checked} {open}");
}

#[test]
fn what_is_learned_is_checked() {
    let facts = ["(or a b)", "(or a (not b))", "(or (not a) b)", "(or (not a) (not b))"];
    let [_, _, learned] = checked(NoTheory, &facts).expect("everything follows");
    assert!(learned > 0);
}
