//! Many strings that must differ.

use tress_solver::{Answer, Solver};
use tress_term::term::{Op, Sort, Term, Value};

fn asked(count: usize, facts: impl Fn(&mut Solver, &[Term]) -> Vec<Term>) -> Answer {
    let mut solver = Solver::new();
    let names: Vec<Term> = (0..count).map(|n| solver.constant(&format!("x{n}"), Sort::String)).collect();
    let distinct = solver.terms.app(Op::Distinct, &names).unwrap();
    solver.assert(distinct);
    for fact in facts(&mut solver, &names) {
        solver.assert(fact);
    }
    solver.check(&[])
}

fn app(solver: &mut Solver, op: Op, args: &[Term]) -> Term {
    solver.terms.app(op, args).unwrap()
}

/// Two thousand names differ, also where two of them may be equal by another fact.
#[test]
fn many_strings_differ() {
    assert_eq!(asked(2000, |_, _| Vec::new()), Answer::Sat);
    assert_eq!(asked(200, |solver, names| vec![app(solver, Op::Eq, &[names[3], names[150]])]), Answer::Unsat);
    let either = |solver: &mut Solver, names: &[Term]| {
        let equal = app(solver, Op::Eq, &[names[3], names[150]]);
        let word = solver.terms.value(Value::text("a"));
        let known = app(solver, Op::Eq, &[names[4], word]);
        vec![app(solver, Op::Or, &[equal, known])]
    };
    assert_eq!(asked(200, either), Answer::Sat);
}

/// A check that ends while pairs are made leaves nothing wrong behind for the next one.
#[test]
fn a_stop_between_pairs_is_forgotten() {
    for steps in (20..1500).step_by(20) {
        let mut solver = Solver::new();
        let names: Vec<Term> = (0..40).map(|n| solver.constant(&format!("x{n}"), Sort::String)).collect();
        for pair in names.windows(2).take(20) {
            let equal = app(&mut solver, Op::Eq, pair);
            let differ = app(&mut solver, Op::Not, &[equal]);
            solver.assert(differ);
        }
        let last = app(&mut solver, Op::Eq, &names[38..]);
        let alike = app(&mut solver, Op::Distinct, &names);
        let alike = app(&mut solver, Op::Not, &[alike]);
        assert_eq!(solver.check(&[last]), Answer::Sat);
        assert_eq!(solver.check(&[]), Answer::Sat);
        solver.options.set("rlimit", &steps.to_string()).unwrap();
        let _ = solver.check(&[alike, last]);
        solver.options.set("rlimit", "0").unwrap();
        let word = solver.terms.value(Value::text("a"));
        let known = app(&mut solver, Op::Eq, &[names[30], word]);
        assert_eq!(solver.check(&[alike, last, known]), Answer::Sat, "after {steps} steps");
    }
}

/// Strings of one length that must differ are distinguished.
#[test]
fn many_words_of_one_length_differ() {
    let short = |solver: &mut Solver, names: &[Term]| {
        let one = solver.terms.int(1);
        let mut facts = Vec::new();
        for name in names {
            let length = app(solver, Op::Length, &[*name]);
            facts.push(app(solver, Op::Eq, &[length, one]));
        }
        facts
    };
    assert_eq!(asked(70, short), Answer::Sat);
}
