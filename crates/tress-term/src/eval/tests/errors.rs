//! Where there is no value, and where that does not matter.

use tress_base::Stop;

use super::super::Plan;
use super::*;
use crate::model::{FunctionValue, Model, ZeroDivision};
use crate::term::{Sort, Term, TermStore};

/// A formula that has no value: a quantified one.
fn quantified(store: &mut TermStore) -> Term {
    let bound = store.declare("q", &[], Sort::Bool);
    let body = store.constant(bound);
    store.quantifier(true, &[bound], body).expect("a formula")
}

fn eval(store: &TermStore, term: Term) -> Outcome {
    Evaluator::new().eval(store, term, &Model::new(), &Budget::unlimited())
}

#[test]
fn connectives_that_are_decided_already_have_a_value() {
    let mut store = TermStore::new();
    let unknown = quantified(&mut store);
    let (yes, no) = (TermStore::TRUE, TermStore::FALSE);
    let none = Err(EvalError::Quantifier);
    let known = |value| Ok(Value::Bool(value));
    for (op, args, expected) in [
        (Op::And, vec![unknown, no], known(false)),
        (Op::And, vec![unknown, yes], none.clone()),
        (Op::Or, vec![unknown, yes], known(true)),
        (Op::Or, vec![unknown, no], none.clone()),
        (Op::Implies, vec![unknown, yes], known(true)),
        (Op::Implies, vec![no, unknown], known(true)),
        (Op::Implies, vec![yes, unknown], none.clone()),
        (Op::Implies, vec![unknown, no], none.clone()),
        (Op::Ite, vec![yes, no, unknown], known(false)),
        (Op::Ite, vec![no, unknown, yes], known(true)),
        (Op::Ite, vec![no, yes, unknown], none.clone()),
        (Op::Ite, vec![unknown, yes, yes], known(true)),
        (Op::Ite, vec![unknown, yes, no], none.clone()),
        (Op::Xor, vec![unknown, no], none.clone()),
        (Op::Eq, vec![unknown, unknown], none.clone()),
        (Op::Not, vec![unknown], none.clone()),
    ] {
        let term = store.app(op, &args).expect("formulas");
        assert_eq!(eval(&store, term), expected, "{} {args:?}", op.name());
    }
}

#[test]
fn each_root_has_its_own_outcome() {
    let mut store = TermStore::new();
    let x = store.declare("x", &[], Sort::String);
    let term = store.constant(x);
    let unknown = quantified(&mut store);
    let plan = Plan::new(&store, &[unknown, TermStore::TRUE, term]);
    let mut evaluator = Evaluator::new();
    let outcomes = evaluator.run_each(&store, &plan, &Model::new(), &Budget::unlimited());
    let expected = vec![Err(EvalError::Quantifier), Ok(Value::Bool(true)), Err(EvalError::NoValue(x))];
    assert_eq!(outcomes, Ok(expected));
    let all = evaluator.run(&store, &plan, &Model::new(), &Budget::unlimited());
    assert_eq!(all, Err(EvalError::Quantifier));
}

#[test]
fn the_model_says_what_division_by_zero_is() {
    let mut store = TermStore::new();
    let (seven, zero, two) = (store.int(7), store.int(0), store.int(2));
    let mut model = Model::new();
    model.zero_division_mut(ZeroDivision::IntDiv).set(&[int(7)], int(100));
    let div = store.app(Op::IntDiv, &[seven, zero, two]).expect("numbers");
    let other = store.app(Op::IntDiv, &[two, zero]).expect("numbers");
    let rest = store.app(Op::Mod, &[seven, zero]).expect("numbers");
    let plan = Plan::new(&store, &[div, other, rest]);
    let values = Evaluator::new().run(&store, &plan, &model, &Budget::unlimited());
    assert_eq!(values, Ok(vec![int(50), int(0), int(0)]));
    assert_eq!(Bench::new().error(Op::IntDiv, &[int(7), int(0)]), EvalError::DivisionByZero);
}

#[test]
fn a_regex_over_a_division_by_zero_follows_the_model() {
    let mut store = TermStore::new();
    let (seven, zero) = (store.int(7), store.int(0));
    let div = store.app(Op::IntDiv, &[seven, zero]).expect("numbers");
    let digits = store.app(Op::StrFromInt, &[div]).expect("a number");
    let re = store.app(Op::StrToRe, &[digits]).expect("a word");
    let five = store.word([u32::from('5')]);
    let root = store.app(Op::InRe, &[five, re]).expect("word and regex");
    let plan = Plan::new(&store, &[root]);
    let mut evaluator = Evaluator::new();
    for value in [0, 5, 1] {
        let mut model = Model::new();
        model.zero_division_mut(ZeroDivision::IntDiv).set(&[int(7)], int(value));
        let values = evaluator.run(&store, &plan, &model, &Budget::unlimited());
        assert_eq!(values, Ok(vec![Value::Bool(value == 5)]));
    }
}

#[test]
fn functions_are_looked_up() {
    let mut store = TermStore::new();
    let f = store.declare("f", &[Sort::Int, Sort::String], Sort::String);
    let (one, a) = (store.int(1), store.word([97]));
    let inner = store.apply(f, &[one, a]).expect("fits");
    let outer = store.apply(f, &[one, inner]).expect("fits");
    let mut function = FunctionValue::new(Value::text("else"));
    function.set(&[int(1), Value::text("a")], Value::text("b"));
    let mut model = Model::new();
    assert_eq!(eval(&store, outer), Err(EvalError::NoValue(f)));
    model.set_function(f, function);
    let plan = Plan::new(&store, &[inner, outer]);
    let values = Evaluator::new().run(&store, &plan, &model, &Budget::unlimited());
    assert_eq!(values, Ok(vec![Value::text("b"), Value::text("else")]));
}

#[test]
fn sizes_have_honest_limits() {
    let mut bench = Bench::new();
    let repeat = |count: i64| [Value::text("ab"), int(count)];
    assert_eq!(bench.error(Op::Repeat, &repeat(1 << 27 | 1)), EvalError::TooLong);
    assert_eq!(bench.error(Op::Repeat, &repeat(i64::MAX)), EvalError::TooLong);
    let huge: Int = "1".repeat(40).parse().expect("digits");
    assert_eq!(bench.error(Op::Repeat, &[Value::text("ab"), int(huge.clone())]), EvalError::TooLong);
    assert_eq!(bench.apply(Op::Repeat, &[word(&[]), int(huge.clone())]), word(&[]));
    let star = bench.apply(Op::ReAll, &[]);
    let mut power = |indices: &[Int], op| bench.apply_indexed(op, indices, std::slice::from_ref(&star));
    assert_eq!(power(std::slice::from_ref(&huge), Op::RePower), Err(EvalError::TooLarge));
    assert!(power(&[huge.clone(), Int::ONE], Op::ReLoop).is_ok(), "no words, whatever the numbers");
    let mut square = int(10);
    for _ in 0..20 {
        square = bench.apply(Op::Mul, &[square.clone(), square]);
    }
    assert_eq!(bench.error(Op::Mul, &[square.clone(), square]), EvalError::TooLarge);
}

#[test]
fn doubling_ends_at_the_limit() {
    let mut store = TermStore::new();
    let mut term = store.word([97]);
    for _ in 0..60 {
        term = store.app(Op::Concat, &[term, term]).expect("strings");
    }
    // The limit is on words; without a memory limit 2^28 characters are a gigabyte.
    let steps = Budget::unlimited().with_steps(Some(100_000));
    let stopped = Evaluator::new().eval(&store, term, &Model::new(), &steps);
    assert_eq!(stopped, Err(EvalError::Stop(Stop::Steps)));
}

#[test]
fn wrong_arguments_are_refused() {
    let mut bench = Bench::new();
    let values = [Value::Bool(true), int(1), Value::text("a"), Value::Real(tress_base::Rational::ONE)];
    for op in Op::all() {
        let wrong = &[values[1].clone(), values[2].clone(), values[0].clone(), values[3].clone()];
        if !matches!(op, Op::Eq | Op::Distinct) {
            assert_eq!(bench.try_apply(op, wrong), Err(EvalError::Mismatch), "{}", op.name());
        }
        for first in &values {
            for second in &values {
                let _ = bench.try_apply(op, &[]);
                let _ = bench.try_apply(op, std::slice::from_ref(first));
                let _ = bench.try_apply(op, &[first.clone(), second.clone()]);
                let _ = bench.try_apply(op, &[first.clone(), second.clone(), first.clone()]);
            }
        }
    }
}
