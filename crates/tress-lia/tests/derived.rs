//! What the solver derives for its clients, checked by brute force: implied atoms, implied
//! equalities, entailments and optima, with their reasons.

mod common;

use common::{Problem, RELATIONS, as_bound, holds, random_methods, steps};
use tress_base::{Int, Random, Rational};
use tress_lia::{Goal, Implied, Kind, Linear, Methods, Optimum, Outcome, Reason, Relation, Side, Value, Var};

fn rows_of(reasons: &[Reason]) -> Vec<usize> {
    reasons.iter().map(|reason| reason.0 as usize).collect()
}

fn at(linear: &Linear, point: &[i64]) -> Rational {
    linear.evaluate(|var| Rational::from(point[var.index()]))
}

fn small_problem(random: &mut Random) -> Problem {
    let kinds = vec![Kind::Int; 2 + random.below(3)];
    small_problem_over(&kinds, random)
}

/// Some of its variables need not be whole.
fn mixed_problem(random: &mut Random) -> Problem {
    let kind = |random: &mut Random| if random.chance(1, 3) { Kind::Real } else { Kind::Int };
    let kinds: Vec<Kind> = (0..2 + random.below(3)).map(|_| kind(random)).collect();
    small_problem_over(&kinds, random)
}

fn small_problem_over(kinds: &[Kind], random: &mut Random) -> Problem {
    let count = 1 + random.below(4);
    Problem::random(random, kinds, count, 9)
}

fn random_linear(random: &mut Random, vars: usize) -> Linear {
    let terms = (0..vars).map(|var| (Var(var as u32), Rational::from(random.between(-4, 4)))).collect();
    Linear::from_terms(terms, Rational::from(random.between(-9, 9)))
}

#[test]
fn implied_atoms_hold_in_every_solution() {
    let mut random = Random::new(31);
    let mut count = 0;
    for _ in 0..1200 {
        let problem = mixed_problem(&mut random);
        let mut solver = problem.solver();
        let mut atoms = Vec::new();
        for _ in 0..12 {
            let linear = random_linear(&mut random, problem.kinds.len());
            let relation = *random.pick(&[Relation::Le, Relation::Lt, Relation::Ge, Relation::Gt]);
            if let Some(bound) = as_bound(solver.constraint(&linear, relation)) {
                atoms.push((solver.register_atom(&bound), linear, relation));
            }
        }
        let mut implied: Vec<Implied> = Vec::new();
        let mut asserted = Vec::new();
        for (index, row) in problem.rows.iter().enumerate() {
            let outcome = solver.assert_linear(&row.linear(), row.relation, Reason(index as u32));
            asserted.push(index);
            if outcome != Outcome::Sat || solver.check_rational(&steps()).expect("ends") != Outcome::Sat {
                break;
            }
            implied.clear();
            solver.take_implied(&mut implied);
            for news in &implied {
                let (_, linear, relation) =
                    atoms.iter().find(|(id, ..)| *id == news.atom).expect("registered");
                assert_eq!(solver.atom_value(news.atom), Some(news.holds));
                let reasons = rows_of(&solver.explain_atom(news.atom).expect("implied"));
                assert!(reasons.iter().all(|row| asserted.contains(row)));
                for point in problem.solutions(&reasons, 1) {
                    assert_eq!(holds(&at(linear, &point), *relation), news.holds, "{problem:?}");
                }
                count += 1;
            }
        }
        // Everything decided was reported: the values agree with a full look.
        for (id, ..) in &atoms {
            assert_eq!(solver.atom_value(*id).is_some(), solver.explain_atom(*id).is_some());
        }
    }
    assert!(count > 2000, "only {count} atoms were implied");
}

#[test]
fn every_decided_atom_is_reported_once_per_branch() {
    let mut random = Random::new(32);
    for _ in 0..300 {
        let problem = mixed_problem(&mut random);
        let mut solver = problem.solver();
        let mut atoms = Vec::new();
        for value in -6..6 {
            for side in [Side::Lower, Side::Upper] {
                let var = Var(random.below(problem.kinds.len()) as u32);
                atoms.push(solver.register_atom(&tress_lia::Bound { var, side, value: Value::from(value) }));
            }
        }
        let mut known: Vec<Vec<Implied>> = vec![Vec::new()];
        for _ in 0..20 {
            if random.chance(1, 4) && known.len() > 1 {
                solver.pop(1);
                known.pop();
            } else {
                solver.push();
                known.push(Vec::new());
                let index = random.below(problem.rows.len());
                let row = &problem.rows[index];
                solver.assert_linear(&row.linear(), row.relation, Reason(index as u32));
                if solver.check_rational(&steps()) != Ok(Outcome::Sat) {
                    solver.pop(1);
                    known.pop();
                    continue;
                }
            }
            solver.take_implied(known.last_mut().expect("a level"));
            for atom in &atoms {
                let reports: Vec<bool> =
                    known.iter().flatten().filter(|i| i.atom == *atom).map(|i| i.holds).collect();
                assert_eq!(reports, Vec::from_iter(solver.atom_value(*atom)), "{problem:?}");
            }
        }
    }
}

#[test]
fn implied_equalities_hold_in_every_solution() {
    let mut random = Random::new(33);
    let mut count = 0;
    for _ in 0..1500 {
        let mut problem = small_problem(&mut random);
        let vars = problem.kinds.len();
        // Offset rows between two variables make equalities likely.
        for row in problem.rows.iter_mut().take(2) {
            let (a, b) = (random.below(vars), random.below(vars));
            row.coefficients = (0..vars).map(|v| i64::from(v == a) - i64::from(v == b)).collect();
            row.relation = Relation::Eq;
            row.constant = random.between(-2, 2);
        }
        let all: Vec<usize> = (0..problem.rows.len()).collect();
        let mut solver = problem.solver_with(random_methods(&mut random));
        if problem.solve(&mut solver, all.iter().copied()) != Outcome::Sat {
            continue;
        }
        let wanted: Vec<Var> = (0..vars as u32).map(Var).collect();
        for equality in solver.implied_equalities(&wanted, &steps()).expect("ends") {
            let reasons = rows_of(&solver.explain_equality(&equality));
            for point in problem.solutions(&reasons, 2) {
                let (x, y) = (point[equality.left.index()], point[equality.right.index()]);
                assert_eq!(Rational::from(x - y), equality.offset, "{problem:?}");
            }
            count += 1;
        }
        solver.check_invariants().expect("invariants");
    }
    assert!(count > 500, "only {count} equalities were found");
}

#[test]
fn entailments_hold_and_rational_ones_are_found() {
    let mut random = Random::new(34);
    let mut count = 0;
    for _ in 0..1000 {
        let problem = small_problem(&mut random);
        let all: Vec<usize> = (0..problem.rows.len()).collect();
        let mut solver = problem.solver_with(random_methods(&mut random));
        let outcome = problem.solve(&mut solver, all.iter().copied());
        for _ in 0..4 {
            let linear = random_linear(&mut random, problem.kinds.len());
            let relation = *random.pick(&RELATIONS);
            let reasons = solver.entails(&linear, relation, &steps()).expect("ends");
            solver.check_invariants().expect("invariants");
            if let Some(reasons) = reasons {
                for point in problem.solutions(&rows_of(&reasons), 1) {
                    assert!(holds(&at(&linear, &point), relation), "{problem:?}");
                }
                count += 1;
            }
        }
        assert_eq!(solver.check(&steps()), Ok(outcome.clone()), "a question changes nothing");
        if outcome == Outcome::Sat {
            problem.check_model(&solver, all.into_iter());
        }
    }
    assert!(count > 500, "only {count} entailments were found");
}

#[test]
fn optima_agree_with_brute_force() {
    let mut random = Random::new(35);
    for _ in 0..1200 {
        let problem = small_problem(&mut random);
        let all: Vec<usize> = (0..problem.rows.len()).collect();
        let mut solver = problem.solver_with(random_methods(&mut random));
        problem.solve(&mut solver, all.iter().copied());
        let linear = random_linear(&mut random, problem.kinds.len());
        let values = problem.solutions(&all, 0).map(|point| at(&linear, &point));
        let (goal, best) =
            if random.chance(1, 2) { (Goal::Minimum, values.min()) } else { (Goal::Maximum, values.max()) };
        let optimum = solver.optimise(&linear, goal, &steps()).expect("ends");
        solver.check_invariants().expect("invariants");
        match best {
            None => assert!(matches!(optimum, Optimum::Conflict(_)), "{problem:?}"),
            Some(best) => {
                assert_eq!(optimum, Optimum::Value(best.clone().into()), "{problem:?}");
                assert_eq!(solver.model().evaluate(&linear), best);
                problem.check_model(&solver, all.into_iter());
            }
        }
    }
}

/// Mixed optima: the answer is reached, and nothing better is satisfiable.
#[test]
fn mixed_optima_cannot_be_improved() {
    let mut random = Random::new(36);
    let mut strict = 0;
    for _ in 0..600 {
        let kinds = [Kind::Int, Kind::Real, Kind::Real];
        let problem = Problem::random(&mut random, &kinds, 3, 9);
        let all: Vec<usize> = (0..problem.rows.len()).collect();
        let mut solver = problem.solver();
        if problem.solve(&mut solver, all.iter().copied()) != Outcome::Sat {
            continue;
        }
        let linear = random_linear(&mut random, 3);
        let Optimum::Value(best) = solver.optimise(&linear, Goal::Maximum, &steps()).expect("ends") else {
            panic!("the box limits everything: {problem:?}");
        };
        strict += usize::from(!best.delta.is_zero());
        let beyond = &linear - &Linear::constant(best.main.clone());
        let relation = if best.delta.is_zero() { Relation::Gt } else { Relation::Ge };
        solver.push();
        solver.assert_linear(&beyond, relation, Reason(999));
        assert_ne!(solver.check(&steps()).expect("ends"), Outcome::Sat, "{problem:?}: {linear:?}");
        solver.pop(1);
        let near = &best.main - &Rational::new(Int::ONE, Int::from(1000)).expect("not zero");
        solver.assert_linear(&(&linear - &Linear::constant(near)), Relation::Ge, Reason(999));
        assert_eq!(solver.check(&steps()).expect("ends"), Outcome::Sat, "{problem:?}: {linear:?}");
    }
    assert!(strict > 20, "only {strict} optima were not reached");
}

#[test]
fn rational_optima_bound_whole_ones() {
    let mut random = Random::new(37);
    for _ in 0..400 {
        let problem = small_problem(&mut random);
        let all: Vec<usize> = (0..problem.rows.len()).collect();
        let mut solver = problem.solver_with(Methods { propagation: false, ..Methods::default() });
        problem.solve(&mut solver, all.iter().copied());
        let linear = random_linear(&mut random, problem.kinds.len());
        let optimum = solver.optimise_rational(&linear, Goal::Maximum, &steps()).expect("ends");
        if let Optimum::Value(value) = optimum {
            for point in problem.solutions(&all, 0) {
                assert!(Value::from(at(&linear, &point)) <= value, "{problem:?}");
            }
        }
        solver.check_invariants().expect("invariants");
    }
}
