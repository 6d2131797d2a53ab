//! Every operation on all small numbers, against the numbers themselves.

use tress_base::{Budget, Int};
use tress_sat::Lit;

use super::*;

const LOW: i64 = -5;
const HIGH: i64 = 6;

/// Holds the inputs at two values and compares what the circuit computes of them.
fn check_all(
    build: impl Fn(&mut Gates<'_>, &Number, &Number) -> Vec<Number>,
    expected: impl Fn(i64, i64) -> Vec<i64>,
) {
    let budget = Budget::unlimited();
    let mut gates = Gates::new(0, &budget);
    let inputs = [(); 2].map(|()| gates.number(Int::from(LOW), Int::from(HIGH)));
    let outputs = build(&mut gates, &inputs[0], &inputs[1]);
    for a in LOW..=HIGH {
        for b in LOW..=HIGH {
            let held = [(&inputs[0], a), (&inputs[1], b)]
                .map(|(input, value)| gates.equal(input, &Number::constant(value)));
            assert!(gates.solve(&held).expect("no limit"), "{a} {b}");
            let values: Vec<Int> = outputs.iter().map(|output| gates.number_value(output)).collect();
            assert_eq!(values, expected(a, b).into_iter().map(Int::from).collect::<Vec<_>>(), "{a} {b}");
            // Constants give constants.
            let constants = [a, b].map(Number::constant);
            let folded = build(&mut gates, &constants[0], &constants[1]);
            let values: Vec<Int> = folded.iter().map(|output| gates.number_value(output)).collect();
            assert_eq!(values, expected(a, b).into_iter().map(Int::from).collect::<Vec<_>>(), "{a} {b}");
        }
    }
}

#[test]
fn inputs_stay_within_their_bounds() {
    let budget = Budget::unlimited();
    let mut gates = Gates::new(0, &budget);
    let number = gates.number(Int::from(LOW), Int::from(HIGH));
    for value in -8_i64..8 {
        let held: Vec<Lit> = (0..number.width())
            .map(|place| if value >> place & 1 == 1 { number.bit(place) } else { !number.bit(place) })
            .collect();
        assert_eq!(gates.solve(&held).expect("no limit"), (LOW..=HIGH).contains(&value), "{value}");
    }
}

#[test]
fn sums_and_products_are_exact() {
    check_all(
        |gates, a, b| {
            vec![
                gates.add(a, b),
                gates.subtract(a, b),
                gates.multiply(a, b),
                gates.scale(a, &Int::from(-13)),
                gates.scale(b, &Int::from(10)),
                gates.absolute(a),
            ]
        },
        |a, b| vec![a + b, a - b, a * b, a * -13, b * 10, a.abs()],
    );
}

#[test]
fn comparisons_and_choices_are_exact() {
    check_all(
        |gates, a, b| {
            let (less, most, equal) = (gates.less(a, b), gates.at_most(a, b), gates.equal(a, b));
            let (first, second) = (gates.choose(less, a, b), gates.choose(!most, a, b));
            let truths = [less, most, equal].map(Number::of);
            truths.into_iter().chain([first, second]).collect()
        },
        |a, b| vec![i64::from(a < b), i64::from(a <= b), i64::from(a == b), a.min(b), a.max(b)],
    );
}

#[test]
fn quotients_are_euclidean() {
    for divisor in [-3_i64, -1, 1, 2, 4] {
        let budget = Budget::unlimited();
        let mut gates = Gates::new(0, &budget);
        let a = gates.number(Int::from(LOW), Int::from(HIGH));
        let (quotient, remainder) = gates.divide(&a, &Int::from(divisor));
        for value in LOW..=HIGH {
            let held = gates.equal(&a, &Number::constant(value));
            assert!(gates.solve(&[held]).expect("no limit"));
            let found = [&quotient, &remainder].map(|number| gates.number_value(number));
            let expected = [value.div_euclid(divisor), value.rem_euclid(divisor)].map(Int::from);
            assert_eq!(found, expected, "{value} by {divisor}");
        }
    }
}

/// All gates of two and three inputs, constants and equal inputs among them.
#[test]
fn gates_compute_their_tables() {
    let budget = Budget::unlimited();
    let mut gates = Gates::new(0, &budget);
    let inputs = [(); 3].map(|()| gates.input(false));
    let mut wires: Vec<Lit> = inputs.iter().flat_map(|input| [*input, !*input]).collect();
    wires.extend([Gates::TRUE, Gates::FALSE]);
    let mut rows = Vec::new();
    for &a in &wires {
        for &b in &wires {
            rows.push((gates.and(a, b), a, b, b, 0));
            rows.push((gates.or(a, b), a, b, b, 1));
            rows.push((gates.xor(a, b), a, b, b, 2));
            for &c in &wires {
                rows.push((gates.choice(a, b, c), a, b, c, 3));
            }
        }
    }
    let size = gates.size();
    assert_eq!(gates.xor(inputs[0], inputs[1]), !gates.xor(!inputs[1], inputs[0]));
    assert_eq!(gates.size(), size, "equal gates are one");
    for case in 0..8 {
        let held: Vec<Lit> =
            (0..3).map(|at| if case >> at & 1 == 1 { inputs[at] } else { !inputs[at] }).collect();
        assert!(gates.solve(&held).expect("no limit"));
        for (out, a, b, c, kind) in &rows {
            let [x, y, z] = [a, b, c].map(|wire| gates.value(*wire));
            let expected = match kind {
                0 => x && y,
                1 => x || y,
                2 => x != y,
                _ => {
                    if x {
                        y
                    } else {
                        z
                    }
                }
            };
            assert_eq!(gates.value(*out), expected);
        }
    }
}
