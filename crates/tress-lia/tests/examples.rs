//! Small problems by hand: one for each thing the solver must know.

use Relation::{Eq, Ge, Gt, Le, Lt};
use tress_base::{Budget, Int, Rational, Stop};
use tress_lia::{
    Bound, Goal, IntegerOutcome, Kind, Linear, Methods, Optimum, Outcome, Reason, Relation, Side, Solver,
    Value, Var,
};

/// `Σ terms - constant`
fn linear(terms: &[(i64, Var)], constant: i64) -> Linear {
    let terms = terms.iter().map(|(c, var)| (*var, Rational::from(*c))).collect();
    Linear::from_terms(terms, Rational::from(-constant))
}

fn ints(solver: &mut Solver, count: usize) -> Vec<Var> {
    (0..count).map(|_| solver.new_var(Kind::Int)).collect()
}

fn reasons(numbers: &[u32]) -> Outcome {
    Outcome::Conflict(numbers.iter().map(|n| Reason(*n)).collect())
}

fn check(solver: &mut Solver) -> Outcome {
    let outcome = solver.check(&Budget::unlimited().with_steps(Some(1_000_000))).expect("it ends");
    solver.check_invariants().expect("invariants");
    outcome
}

#[test]
fn one_equation_without_whole_solutions() {
    let mut solver = Solver::new();
    let x = ints(&mut solver, 3);
    let outcome = solver.assert_linear(&linear(&[(2, x[0]), (4, x[1])], 1), Eq, Reason(7));
    assert_eq!(outcome, reasons(&[7]));
    let mut solver = Solver::new();
    let x = ints(&mut solver, 3);
    solver.assert_linear(&linear(&[(3, x[0]), (-6, x[1]), (9, x[2])], 2), Eq, Reason(1));
    assert_eq!(check(&mut solver), reasons(&[1]));
}

#[test]
fn two_equations_without_whole_solutions_and_without_bounds() {
    let mut solver = Solver::new();
    let x = ints(&mut solver, 4);
    // x + y and x - y have the same parity; z is not involved.
    solver.assert_linear(&linear(&[(1, x[0]), (1, x[1])], 10), Eq, Reason(0));
    solver.assert_linear(&linear(&[(1, x[2]), (5, x[3])], 3), Eq, Reason(1));
    assert_eq!(check(&mut solver), Outcome::Sat);
    solver.assert_linear(&linear(&[(1, x[0]), (-1, x[1])], 3), Eq, Reason(2));
    assert_eq!(check(&mut solver), reasons(&[0, 2]));
}

#[test]
fn residues_meet_bounds() {
    let mut solver = Solver::new();
    let x = ints(&mut solver, 3);
    // x = 3 mod 7 and x = 5 mod 11: 38 is the first, 115 the next.
    solver.assert_linear(&linear(&[(1, x[0]), (-7, x[1])], 3), Eq, Reason(0));
    solver.assert_linear(&linear(&[(1, x[0]), (-11, x[2])], 5), Eq, Reason(1));
    solver.assert_linear(&linear(&[(1, x[0])], 39), Ge, Reason(2));
    solver.push();
    solver.assert_linear(&linear(&[(1, x[0])], 114), Le, Reason(3));
    assert_eq!(check(&mut solver), reasons(&[0, 1, 2, 3]));
    solver.pop(1);
    assert_eq!(check(&mut solver), Outcome::Sat);
    let least = solver.optimise(&Linear::var(x[0]), Goal::Minimum, &Budget::unlimited());
    assert_eq!(least, Ok(Optimum::Value(Value::from(115))));
    assert_eq!(solver.model().value(x[0]), &Rational::from(115));
}

#[test]
fn numbers_of_three_hundred_digits() {
    let huge: Int = "7".repeat(300).parse().expect("digits");
    let big = Rational::from(huge.clone());
    let mut solver = Solver::new();
    let x = ints(&mut solver, 3);
    let times = |var: Var| Linear::term(var, big.clone());
    // huge·x + huge·y = huge·huge, x - y = 1: huge is odd, so there is a whole solution.
    let sum = &(&times(x[0]) + &times(x[1])) - &Linear::constant(&big * &big);
    solver.assert_linear(&sum, Eq, Reason(0));
    solver.assert_linear(&linear(&[(1, x[0]), (-1, x[1])], 1), Eq, Reason(1));
    assert_eq!(check(&mut solver), Outcome::Sat);
    let half = (&huge + &Int::ONE).div_floor(&Int::from(2));
    assert_eq!(solver.model().value(x[0]), &Rational::from(half));
    // huge·z strictly between two neighbouring multiples.
    let above = &times(x[2]) - &times(x[0]);
    solver.assert_linear(&above, Gt, Reason(2));
    let below = &(&times(x[2]) - &times(x[0])) - &Linear::constant(big);
    solver.assert_linear(&below, Lt, Reason(3));
    assert_eq!(check(&mut solver), reasons(&[2, 3]));
}

#[test]
fn machine_words_overflow_into_big_numbers() {
    let mut solver = Solver::new();
    let x = ints(&mut solver, 12);
    // Each variable is more than three billion times the one before.
    for pair in x.windows(2) {
        solver.assert_linear(&linear(&[(1, pair[1]), (-3_000_000_019, pair[0])], 1), Ge, Reason(0));
    }
    solver.assert_linear(&linear(&[(1, x[0])], 1), Ge, Reason(1));
    assert_eq!(check(&mut solver), Outcome::Sat);
    assert!(solver.model().value(x[11]).numerator().bit_len() > 340);
    solver.assert_linear(&linear(&[(1, x[11]), (-1, x[0])], i64::MAX), Le, Reason(2));
    assert_eq!(check(&mut solver), reasons(&[0, 1, 2]));
}

#[test]
fn strict_bounds_of_rationals() {
    let mut solver = Solver::new();
    let (x, y) = (solver.new_var(Kind::Real), solver.new_var(Kind::Real));
    solver.assert_linear(&linear(&[(1, x)], 3), Gt, Reason(0));
    solver.assert_linear(&linear(&[(1, x), (1, y)], 4), Lt, Reason(1));
    solver.assert_linear(&linear(&[(1, y)], 1), Ge, Reason(2));
    assert_eq!(check(&mut solver), reasons(&[0, 1, 2]));
    let mut solver = Solver::new();
    let (x, y) = (solver.new_var(Kind::Real), solver.new_var(Kind::Real));
    solver.assert_linear(&linear(&[(1, x)], 3), Gt, Reason(0));
    solver.assert_linear(&linear(&[(1, x), (1, y)], 4), Lt, Reason(1));
    solver.assert_linear(&linear(&[(1000, y)], 999), Gt, Reason(2));
    assert_eq!(check(&mut solver), Outcome::Sat);
    let model = solver.model();
    assert!(*model.value(x) > Rational::from(3));
    assert!(model.value(x) + model.value(y) < Rational::from(4));
    let sup = solver.optimise(&Linear::var(x), Goal::Maximum, &Budget::unlimited()).expect("it ends");
    let limit = Rational::new(3001.into(), 1000.into()).expect("not zero");
    assert!(matches!(sup, Optimum::Value(v) if v.main == limit && v.delta.is_negative()));
}

#[test]
fn a_conflict_stays_until_its_level_is_closed() {
    let mut solver = Solver::new();
    let x = ints(&mut solver, 1)[0];
    solver.assert_linear(&linear(&[(1, x)], 5), Ge, Reason(0));
    solver.push();
    solver.push();
    assert_eq!(solver.assert_linear(&linear(&[(1, x)], 4), Le, Reason(1)), reasons(&[0, 1]));
    assert_eq!(check(&mut solver), reasons(&[0, 1]));
    assert_eq!(
        solver.check_integer(&Budget::unlimited()),
        Ok(IntegerOutcome::Conflict(vec![Reason(0), Reason(1)]))
    );
    solver.pop(1);
    assert_eq!(check(&mut solver), Outcome::Sat);
    assert_eq!(solver.level(), 1);
}

#[test]
fn a_stop_leaves_a_usable_solver() {
    let mut solver = Solver::with_methods(Methods { propagation: false, ..Methods::default() });
    let x = ints(&mut solver, 30);
    for pair in x.windows(3) {
        solver.assert_linear(&linear(&[(3, pair[0]), (-5, pair[1]), (7, pair[2])], 11), Ge, Reason(0));
        solver.assert_linear(&linear(&[(2, pair[0]), (3, pair[1]), (-4, pair[2])], 1), Ge, Reason(1));
    }
    for steps in 0..40 {
        let stopped = solver.check(&Budget::unlimited().with_steps(Some(steps)));
        assert!(matches!(stopped, Err(Stop::Steps) | Ok(Outcome::Sat)));
        solver.check_invariants().expect("invariants");
        assert_eq!(solver.level(), 0);
    }
    assert_eq!(check(&mut solver), Outcome::Sat);
}

#[test]
fn a_thin_strip_without_whole_points_needs_cuts_or_branches() {
    // 1 <= 3x - 3y + z <= 2 with z = 0 has none; nor has 2x = 2y + 1 hidden in inequalities.
    for methods in [Methods::default(), Methods { cuts: false, elimination: false, ..Methods::default() }] {
        let mut solver = Solver::with_methods(methods);
        let x = ints(&mut solver, 3);
        solver.assert_linear(&linear(&[(3, x[0]), (-3, x[1]), (1, x[2])], 1), Ge, Reason(0));
        solver.assert_linear(&linear(&[(3, x[0]), (-3, x[1]), (1, x[2])], 2), Le, Reason(1));
        for (number, var) in x.iter().enumerate() {
            solver.assert_linear(&linear(&[(1, *var)], 0), Ge, Reason(10 + number as u32));
            let most = if number == 2 { 0 } else { 20 };
            solver.assert_linear(&linear(&[(1, *var)], most), Le, Reason(20 + number as u32));
        }
        let Outcome::Conflict(reasons) = check(&mut solver) else { panic!("there is no solution") };
        assert!([0, 1, 12, 22].iter().all(|needed| reasons.contains(&Reason(*needed))), "{reasons:?}");
    }
}

#[test]
fn unbounded_expressions_have_no_optimum() {
    let mut solver = Solver::new();
    let x = ints(&mut solver, 2);
    solver.assert_linear(&linear(&[(1, x[0]), (-2, x[1])], 3), Ge, Reason(0));
    let up = solver.optimise(&Linear::var(x[0]), Goal::Maximum, &Budget::unlimited());
    assert_eq!(up, Ok(Optimum::Unbounded));
    assert_eq!(check(&mut solver), Outcome::Sat);
    let strip = solver.optimise(&linear(&[(2, x[0]), (-4, x[1])], 1), Goal::Minimum, &Budget::unlimited());
    assert_eq!(strip, Ok(Optimum::Value(Value::from(5))));
}

#[test]
fn offset_equalities_through_concatenated_lengths() {
    let mut solver = Solver::new();
    let x = ints(&mut solver, 5);
    // |u| = |a| + |c| and |v| = |b| + |c| with |a| = |b| + 2: |u| = |v| + 2.
    solver.assert_linear(&linear(&[(1, x[0]), (-1, x[2]), (-1, x[4])], 0), Eq, Reason(0));
    solver.assert_linear(&linear(&[(1, x[1]), (-1, x[3]), (-1, x[4])], 0), Eq, Reason(1));
    solver.assert_linear(&linear(&[(1, x[2]), (-1, x[3])], 2), Eq, Reason(2));
    for var in &x {
        solver.assert_linear(&linear(&[(1, *var)], 0), Ge, Reason(9));
    }
    assert_eq!(check(&mut solver), Outcome::Sat);
    let found = solver.implied_equalities(&[x[0], x[1]], &Budget::unlimited()).expect("it ends");
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].left, found[0].right), (x[1], x[0]));
    assert_eq!(found[0].offset, Rational::from(-2));
    assert_eq!(solver.explain_equality(&found[0]), [0, 1, 2].map(Reason));
}

#[test]
fn entailment_names_what_it_used() {
    let mut solver = Solver::new();
    let x = ints(&mut solver, 4);
    solver.assert_linear(&linear(&[(1, x[0]), (-1, x[1])], 2), Ge, Reason(0));
    solver.assert_linear(&linear(&[(1, x[1]), (-1, x[2])], 0), Gt, Reason(1));
    solver.assert_linear(&linear(&[(1, x[3])], 5), Ge, Reason(2));
    let budget = Budget::unlimited();
    let longer = solver.entails(&linear(&[(1, x[0]), (-1, x[2])], 3), Ge, &budget);
    assert_eq!(longer, Ok(Some(vec![Reason(0), Reason(1)])));
    assert_eq!(solver.entails(&linear(&[(1, x[0]), (-1, x[2])], 4), Ge, &budget), Ok(None));
    assert_eq!(solver.entails(&linear(&[(1, x[3])], 4), Gt, &budget), Ok(Some(vec![Reason(2)])));
    assert_eq!(solver.entails(&linear(&[], -1), Ge, &budget), Ok(Some(vec![])));
}

#[test]
fn many_questions_do_not_pile_up_rows() {
    let mut solver = Solver::new();
    let x = ints(&mut solver, 6);
    for pair in x.windows(2) {
        solver.assert_linear(&linear(&[(1, pair[1]), (-2, pair[0])], 1), Ge, Reason(0));
    }
    for number in 0..500 {
        let question = linear(&[(number, x[0]), (1 - number, x[3]), (2 * number + 1, x[5])], 4);
        solver.entails(&question, Ge, &Budget::unlimited()).expect("it ends");
        solver.optimise_rational(&question, Goal::Minimum, &Budget::unlimited()).expect("it ends");
    }
    assert!(solver.var_count() < 100, "{} variables", solver.var_count());
    assert_eq!(check(&mut solver), Outcome::Sat);
}

#[test]
fn an_implied_atom_is_explained_by_older_bounds() {
    let mut solver = Solver::new();
    let x = ints(&mut solver, 2);
    let atom = Bound { var: x[1], side: Side::Lower, value: Value::from(3) };
    let id = solver.register_atom(&atom);
    solver.assert_linear(&linear(&[(1, x[1]), (-1, x[0])], 1), Ge, Reason(0));
    solver.push();
    solver.assert_linear(&linear(&[(1, x[0])], 2), Ge, Reason(1));
    assert_eq!(solver.propagate(&Budget::unlimited()), Ok(Outcome::Sat));
    let mut implied = Vec::new();
    solver.take_implied(&mut implied);
    assert_eq!(implied.iter().map(|i| (i.atom, i.holds)).collect::<Vec<_>>(), [(id, true)]);
    // The client asserts what was implied; the explanation must not rest on that.
    solver.assert_bound(&atom, Reason(2));
    assert_eq!(solver.explain_atom(id), Some(vec![Reason(0), Reason(1)]));
    solver.pop(1);
    assert_eq!(solver.atom_value(id), None);
}

/// `x > 3` follows from `2x >= y` and `y > 6` as a bound that passes `x <= 3` by half of an infinitesimal.
#[test]
fn a_strict_bound_decides_an_atom_next_to_it() {
    let mut solver = Solver::new();
    let (x, y) = (solver.new_var(Kind::Real), solver.new_var(Kind::Real));
    let id = solver.register_atom(&Bound { var: x, side: Side::Upper, value: Value::from(3) });
    solver.assert_linear(&linear(&[(2, x), (-1, y)], 0), Ge, Reason(0));
    solver.assert_linear(&linear(&[(1, y)], 6), Gt, Reason(1));
    assert_eq!(solver.propagate(&Budget::unlimited()), Ok(Outcome::Sat));
    let mut implied = Vec::new();
    solver.take_implied(&mut implied);
    assert_eq!(implied.iter().map(|i| (i.atom, i.holds)).collect::<Vec<_>>(), [(id, false)]);
    assert_eq!(solver.explain_atom(id), Some(vec![Reason(0), Reason(1)]));
}

/// Numbers that need not be whole, given by whole ones: `r = i`, `s = j` and `6r + 10s = 3`.
#[test]
fn equations_lead_through_rationals_to_whole_numbers() {
    let mut solver = Solver::new();
    let (r, s) = (solver.new_var(Kind::Real), solver.new_var(Kind::Real));
    let whole = ints(&mut solver, 2);
    solver.assert_linear(&linear(&[(1, r), (-1, whole[0])], 0), Eq, Reason(0));
    solver.assert_linear(&linear(&[(1, s), (-1, whole[1])], 0), Eq, Reason(1));
    solver.push();
    solver.assert_linear(&linear(&[(6, r), (10, s)], 3), Eq, Reason(2));
    assert_eq!(check(&mut solver), reasons(&[0, 1, 2]));
    solver.pop(1);
    // Between two neighbours of the residues that the equations allow.
    solver.push();
    solver.assert_linear(&linear(&[(6, r), (10, s)], 4), Gt, Reason(3));
    solver.assert_linear(&linear(&[(6, r), (10, s)], 6), Lt, Reason(4));
    assert_eq!(check(&mut solver), reasons(&[0, 1, 3, 4]));
    solver.pop(1);
    solver.assert_linear(&linear(&[(6, r), (10, s)], 4), Eq, Reason(5));
    assert_eq!(check(&mut solver), Outcome::Sat);
}

/// A cube of whole points lies in the plane of an equation, though none lies in the whole space.
#[test]
fn equations_leave_room_for_cubes() {
    let methods = Methods { patching: false, cuts: false, repair: false, ..Methods::default() };
    let mut solver = Solver::with_methods(methods);
    let r = solver.new_var(Kind::Real);
    let x = ints(&mut solver, 3);
    solver.assert_linear(&linear(&[(2, r), (-3, x[0])], 1), Eq, Reason(0));
    solver.assert_linear(&linear(&[(7, x[0]), (5, x[1]), (-11, x[2])], 3), Eq, Reason(1));
    solver.assert_linear(&linear(&[(13, x[1]), (-8, x[2]), (2, r)], 1001), Ge, Reason(2));
    solver.assert_linear(&linear(&[(3, x[1]), (-29, x[2])], 17), Le, Reason(3));
    assert_eq!(solver.check_integer(&Budget::unlimited()), Ok(IntegerOutcome::Sat));
}
