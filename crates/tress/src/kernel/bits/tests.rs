//! Every operator, and how vectors meet the rest.

use tress_base::Int;

use crate::model::Model;
use crate::solver::{Answer, Solver};
use crate::term::{Op, Sort, Term, Theory, Value};

const WIDTH: u32 = 3;

/// Indices for an operator, each list to be tried.
fn indices(op: Op) -> Vec<Vec<i64>> {
    match op {
        Op::BvExtract => vec![vec![2, 0], vec![1, 1], vec![2, 1]],
        Op::BvZeroExtend | Op::BvSignExtend => vec![vec![0], vec![2]],
        Op::BvRotateLeft | Op::BvRotateRight => vec![vec![0], vec![1], vec![2], vec![4]],
        Op::BvRepeat => vec![vec![1], vec![3]],
        Op::IntToBv => vec![vec![3], vec![1]],
        _ => vec![vec![]],
    }
}

/// Says that the value of a term under some values of symbols is what the evaluator says, and no other.
fn told(solver: &mut Solver, symbols: &[(Term, Term)], term: Term, expected: &Value) {
    let value = solver.terms.value(expected.clone());
    let equal = solver.terms.app(Op::Eq, &[term, value]).unwrap();
    let differ = solver.terms.app(Op::Not, &[equal]).unwrap();
    let held: Vec<Term> =
        symbols.iter().map(|(symbol, value)| solver.terms.app(Op::Eq, &[*symbol, *value]).unwrap()).collect();
    assert_eq!(solver.check(&[held.as_slice(), &[equal]].concat()), Answer::Sat, "{symbols:?} {expected:?}");
    assert_eq!(
        solver.check(&[held.as_slice(), &[differ]].concat()),
        Answer::Unsat,
        "{symbols:?} {expected:?}"
    );
}

/// All operators on all values of width 3, both ways, without rewriting values into them.
#[test]
fn operators_agree_with_the_evaluator() {
    for op in Op::all().filter(|op| op.info().theory == Theory::Bits) {
        for list in indices(op) {
            let indices: Vec<Int> = list.iter().map(|index| Int::from(*index)).collect();
            let is_number = op == Op::IntToBv;
            let sort = if is_number { Sort::Int } else { Sort::BitVec(WIDTH) };
            let mut solver = Solver::new();
            solver.options.set("preprocess", "false").unwrap();
            let [x, y] = ["x", "y"].map(|name| solver.constant(name, sort));
            let build = |solver: &mut Solver, args: &[Term]| solver.terms.indexed(op, &indices, args).ok();
            let (term, count) = match build(&mut solver, &[x, y]) {
                Some(term) => (term, 2),
                None => (build(&mut solver, &[x]).expect("one or two arguments fit"), 1),
            };
            for a in 0..8_i64 {
                for b in 0..if count == 2 { 8_i64 } else { 1 } {
                    let make = |number: i64| {
                        if is_number {
                            Value::Int(Int::from(number - 9))
                        } else {
                            Value::bits(WIDTH, &Int::from(number))
                        }
                    };
                    let values = [make(a), make(b)];
                    let terms = values.clone().map(|value| solver.terms.value(value));
                    let known = build(&mut solver, &terms[..count]).unwrap();
                    let expected = solver.value_under(known, &Model::new()).unwrap();
                    let symbols = [(x, terms[0]), (y, terms[1])];
                    told(&mut solver, &symbols[..count], term, &expected);
                }
            }
        }
    }
}
