//! The study as a whole: all columns give the recorded answers.

use super::alphabet::Alphabet;
use super::automata::Mode;
use super::columns::{Column, Limits};
use super::instance::{Instance, Judge, Operation};
use super::regexes::{Inputs, LARGE};
use super::{LIMIT, MEMORY};

/// TV-37: 26 of 55 products and 90 of 100 differences are not empty; without the large automata 15 of 36
/// and 56 of 64.
#[test]
fn tv37_counts_of_the_records() {
    let count = |operation, few: bool| {
        let all =
            Instance::all(10).into_iter().filter(|at| at.operation == operation && at.mode == Mode::Lazy);
        let asked: Vec<Instance> = all.filter(|at| !few || !at.uses(&LARGE)).collect();
        (asked.iter().filter(|at| at.known().is_some()).count(), asked.len())
    };
    assert_eq!(count(Operation::Product, false), (26, 55));
    assert_eq!(count(Operation::Difference, false), (90, 100));
    assert_eq!(count(Operation::Product, true), (15, 36));
    assert_eq!(count(Operation::Difference, true), (56, 64));
}

/// Emptiness, shortest lengths and words of everything but the large automata are those of the records, whatever
/// represents the sets.
#[test]
fn every_column_has_the_recorded_answers() {
    let inputs = Inputs::new(10);
    let mut judge = Judge::new(&inputs);
    let limits = Limits { time: LIMIT * 100, memory: MEMORY };
    for column in Column::all() {
        for instance in Instance::all(10) {
            // The slow representations get a part of the questions.
            let is_large = instance.uses(&[6, 7, 8]);
            if !column.takes(instance) || is_large || (column.is_slow() && instance.uses(&[0, 9])) {
                continue;
            }
            let point = column.ask(&inputs, instance, limits);
            assert!(point.result.is_ok(), "{} {instance:?}", column.name());
            assert_eq!(judge.problem(column.alphabet, &point), None, "{} {instance:?}", column.name());
        }
    }
}

/// The large automata, with the sets of the product.
#[test]
fn large_automata_have_the_recorded_answers() {
    let inputs = Inputs::new(10);
    let mut judge = Judge::new(&inputs);
    let limits = Limits { time: LIMIT * 100, memory: MEMORY };
    let columns = Column::all();
    let column = columns.iter().find(|column| column.name() == "CharSet-ASCII").expect("a column");
    for instance in Instance::all(10).into_iter().filter(|at| at.mode == Mode::Lazy && at.uses(&[6, 7, 8])) {
        let point = column.ask(&inputs, instance, limits);
        assert!(point.result.is_ok(), "{instance:?}");
        assert_eq!(judge.problem(Alphabet::ASCII, &point), None, "{instance:?}");
    }
}

/// A wrong answer is noticed.
#[test]
fn the_judge_can_say_no() {
    let inputs = Inputs::new(2);
    let mut judge = Judge::new(&inputs);
    let limits = Limits { time: LIMIT, memory: MEMORY };
    let instance = Instance { operation: Operation::Difference, mode: Mode::Eager, i: 0, j: 1 };
    let right = Column::all()[0].ask(&inputs, instance, limits);
    assert_eq!(judge.problem(Alphabet::ASCII, &right), None);
    let mut check = |change: fn(&mut super::instance::Solved), expected: &str| {
        let mut point = right.clone();
        change(point.result.as_mut().expect("it was answered"));
        let problem = judge.problem(Alphabet::ASCII, &point).expect("it is wrong");
        assert!(problem.contains(expected), "{problem}");
    };
    check(|solved| solved.empty = true, "empty: true");
    check(|solved| solved.shortest = Some(4), "shortest length Some(4), known Some(5)");
    check(|solved| solved.word = Some(vec![0x31]), "no word of the result");
}
