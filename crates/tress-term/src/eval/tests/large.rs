//! Large inputs: a million characters, deep nests, many models. A quadratic method would take
//! minutes on any of these, so the tests bound the steps and the time of the whole.

use std::time::Duration;

use super::super::Plan;
use super::*;
use crate::model::Model;
use crate::term::{Sort, Term, TermStore};

const MILLION: usize = 1_000_000;

/// A bench that gives up long before a quadratic method would be done.
fn quick() -> Bench {
    let budget = Budget::unlimited().with_time(Some(Duration::from_secs(20)));
    Bench { evaluator: Evaluator::new(), budget: budget.with_steps(Some(200_000_000)) }
}

/// `a…ab`: the text on which a naive search starts again and again.
fn nearly(count: usize) -> Vec<u32> {
    let mut characters = vec![97; count];
    characters.push(98);
    characters
}

#[test]
fn searching_a_million_characters() {
    let mut bench = quick();
    let text = word(&nearly(MILLION));
    let pattern = word(&nearly(MILLION / 2));
    let missing = word(&[nearly(MILLION / 2), vec![99]].concat());
    let two = [text.clone(), pattern.clone()];
    assert_eq!(bench.apply(Op::Contains, &two), Value::Bool(true));
    assert_eq!(bench.apply(Op::Contains, &[text.clone(), missing]), Value::Bool(false));
    assert_eq!(bench.apply(Op::LastIndexOf, &two), int(MILLION / 2));
    assert_eq!(bench.apply(Op::IndexOf, &[text.clone(), pattern, int(7)]), int(MILLION / 2));
    let a = word(&[97]);
    assert_eq!(bench.apply(Op::Count, &[text.clone(), a.clone()]), int(MILLION));
    let doubled = bench.apply(Op::ReplaceAll, &[text.clone(), a, word(&[98, 98])]);
    assert_eq!(bench.apply(Op::Length, &[doubled]), int(2 * MILLION + 1));
    let back = bench.apply(Op::Rev, std::slice::from_ref(&text));
    let forth = bench.apply(Op::Rev, &[back]);
    assert_eq!(bench.apply(Op::Compare, &[forth, text]), int(0));
}

#[test]
fn tables_in_a_million_characters() {
    let mut bench = quick();
    let text = word(&nearly(MILLION));
    // At every place a long pattern looks hopeful, and a short one is taken.
    let hopeful = word(&[vec![97; MILLION / 2], vec![99]].concat());
    let args = [text.clone(), hopeful, word(&[]), word(&[97]), word(&[100, 100]), word(&[98]), word(&[])];
    let written = bench.apply(Op::ReplaceTable, &args);
    assert_eq!(bench.apply(Op::Length, &[written]), int(2 * MILLION));
    let growing = [text, word(&[97]), word(&vec![98; MILLION / 10]), word(&[98]), word(&[])];
    bench.budget = Budget::unlimited().with_steps(Some(100));
    let refused = bench.apply_indexed(Op::ReplaceTable, &[], &growing);
    assert!(refused.is_err(), "too few steps");
    let mut bench = quick();
    let refused = bench.apply_indexed(Op::ReplaceTable, &[], &growing);
    assert!(refused.is_err(), "too long");
}

#[test]
fn matching_a_million_characters() {
    let mut bench = quick();
    let text = word(&nearly(MILLION));
    let a = bench.apply(Op::StrToRe, &[word(&[97])]);
    let a_star = bench.apply(Op::ReStar, std::slice::from_ref(&a));
    let c = bench.apply(Op::StrToRe, &[word(&[99])]);
    // Never matches, but every start looks hopeful until the end.
    let hopeful = bench.apply(Op::ReConcat, &[a_star.clone(), c]);
    // After each match, reading on for a longer one is in vain.
    let greedy = bench.apply(Op::ReUnion, &[a, hopeful.clone()]);
    let x = word(&[120]);
    for op in [Op::ReplaceRe, Op::ReplaceReAll, Op::ReplaceReLongest, Op::ReplaceReLongestAll] {
        let unchanged = bench.apply(op, &[text.clone(), hopeful.clone(), x.clone()]) == text;
        assert!(unchanged, "{}", op.name());
        let replaced = bench.apply(op, &[text.clone(), greedy.clone(), x.clone()]);
        let Value::Str(replaced) = replaced else { panic!("a word") };
        let all = matches!(op, Op::ReplaceReAll | Op::ReplaceReLongestAll);
        let count = replaced.iter().filter(|code| **code == 120).count();
        assert_eq!(count, if all { MILLION } else { 1 }, "{}", op.name());
    }
    assert_eq!(bench.apply(Op::IndexOfRe, &[text.clone(), hopeful, int(0)]), int(-1));
    assert_eq!(bench.apply(Op::InRe, &[text, a_star]), Value::Bool(false));
}

#[test]
fn a_million_digits() {
    let mut bench = quick();
    let digits: Vec<u32> = (0..MILLION).map(|place| 49 + (place % 9) as u32).collect();
    let n = bench.apply(Op::StrToInt, &[word(&digits)]);
    assert!(bench.apply(Op::StrFromInt, &[n]) == word(&digits), "the digits come back");
}

/// `f` applied to a start and then again and again to its result and an argument.
fn nest(store: &mut TermStore, op: Op, start: Term, other: Term, left: bool) -> Term {
    (0..100_000).fold(start, |term, _| {
        let args = if left { [term, other] } else { [other, term] };
        store.app(op, &args).expect("the sorts fit")
    })
}

#[test]
fn a_hundred_thousand_levels() {
    let mut store = TermStore::new();
    let symbol = store.declare("x", &[], Sort::String);
    let x = store.constant(symbol);
    let (a, b) = (store.word([97; 10]), store.word([98]));
    let [a_re, b_re] = [a, b].map(|word| store.app(Op::StrToRe, &[word]).expect("a word"));
    let x_re = store.app(Op::StrToRe, &[x]).expect("a word");
    let mut model = Model::new();
    model.set(symbol, Value::text("ab"));
    let mut bench = quick();
    for left in [true, false] {
        for start in [x, b] {
            let term = nest(&mut store, Op::Concat, start, a, left);
            let length = store.app(Op::Length, &[term]).expect("a word");
            let value = bench.evaluator.eval(&store, length, &model, &bench.budget);
            assert_eq!(value, Ok(int(MILLION + if start == x { 2 } else { 1 })));
        }
        for start in [x_re, b_re] {
            for op in [Op::ReConcat, Op::ReUnion, Op::ReInter] {
                let term = nest(&mut store, op, start, a_re, left);
                let root = store.app(Op::InRe, &[b, term]).expect("fits");
                let value = bench.evaluator.eval(&store, root, &model, &bench.budget);
                assert_eq!(value, Ok(Value::Bool(start == b_re && op == Op::ReUnion)));
            }
        }
        let truth = nest(&mut store, Op::And, TermStore::TRUE, TermStore::TRUE, left);
        assert_eq!(bench.evaluator.eval(&store, truth, &model, &bench.budget), Ok(Value::Bool(true)));
    }
}

#[test]
fn many_different_parts_are_joined_once() {
    let mut store = TermStore::new();
    let mut term = store.word([0]);
    let mut re = store.app(Op::StrToRe, &[term]).expect("a word");
    for code in 1..=100_000_u32 {
        let other = store.word([code]);
        term = store.app(Op::Concat, &[term, other]).expect("words");
        let other = store.app(Op::StrToRe, &[other]).expect("a word");
        re = store.app(Op::ReConcat, &[re, other]).expect("regexes");
    }
    let root = store.app(Op::InRe, &[term, re]).expect("fits");
    let mut bench = quick();
    let value = bench.evaluator.eval(&store, root, &Model::new(), &bench.budget);
    assert_eq!(value, Ok(Value::Bool(true)));
}

#[test]
fn a_hundred_thousand_models() {
    let mut store = TermStore::new();
    let symbol = store.declare("x", &[], Sort::String);
    let x = store.constant(symbol);
    let a = store.word([97]);
    let a_re = store.app(Op::StrToRe, &[a]).expect("a word");
    let star = store.app(Op::ReStar, &[a_re]).expect("a regex");
    let xa = store.app(Op::Concat, &[x, a]).expect("words");
    let inside = store.app(Op::InRe, &[xa, star]).expect("fits");
    let length = store.app(Op::Length, &[xa]).expect("a word");
    let three = store.int(3);
    let longer = store.app(Op::Gt, &[length, three]).expect("numbers");
    let root = store.app(Op::And, &[inside, longer]).expect("formulas");
    let plan = Plan::new(&store, &[root]);
    let mut bench = quick();
    let mut model = Model::new();
    let mut count = 0;
    for number in 0..100_000_u32 {
        let letters: Vec<u32> = (0..4).map(|bit| 97 + (number >> bit & 1)).collect();
        model.set(symbol, word(&letters));
        let values = bench.evaluator.run(&store, &plan, &model, &bench.budget);
        count += u32::from(values == Ok(vec![Value::Bool(true)]));
    }
    assert_eq!(count, 100_000 / 16);
}
