//! The solver against its slow twins on generated problems: answers, models, conflicts.

mod common;

use common::{Problem, random_methods, steps};
use tress_base::Random;
use tress_lia::{IntegerOutcome, Kind, Methods, Outcome, Reason, Relation};

fn agree(problem: &Problem, methods: Methods) -> bool {
    let all: Vec<usize> = (0..problem.rows.len()).collect();
    let mut solver = problem.solver_with(methods);
    let outcome = problem.solve(&mut solver, all.iter().copied());
    solver.check_invariants().unwrap_or_else(|wrong| panic!("{wrong}: {problem:?}"));
    let expected = problem.has_solution(&all, 0);
    match outcome {
        Outcome::Sat => {
            assert!(expected, "there is no solution: {problem:?}");
            problem.check_model(&solver, all.into_iter());
        }
        Outcome::Conflict(reasons) => {
            assert!(!expected, "there is a solution: {problem:?}");
            problem.check_conflict(&reasons);
        }
    }
    expected
}

fn agree_on_many(seed: u64, count: usize, most_vars: usize, kind: impl Fn(&mut Random) -> Kind) {
    let mut random = Random::new(seed);
    let mut solvable = 0;
    for _ in 0..count {
        let vars = 1 + random.below(most_vars);
        let kinds: Vec<Kind> = (0..vars).map(|_| kind(&mut random)).collect();
        let rows = 1 + random.below(6);
        let problem = Problem::random(&mut random, &kinds, rows, 50);
        solvable += usize::from(agree(&problem, random_methods(&mut random)));
    }
    assert!(solvable > count / 5 && solvable < count * 4 / 5, "{solvable} of {count} are solvable");
}

#[test]
fn integers_agree_with_brute_force() {
    agree_on_many(11, 5000, 6, |_| Kind::Int);
}

#[test]
fn rationals_agree_with_fourier_motzkin() {
    agree_on_many(12, 1500, 3, |_| Kind::Real);
}

#[test]
fn mixed_problems_agree_with_both() {
    agree_on_many(13, 1500, 4, |random| if random.chance(1, 3) { Kind::Real } else { Kind::Int });
}

/// Enough differences for the graph to be used, with and without the box, with and without sums.
#[test]
fn differences_agree_with_brute_force() {
    let mut random = Random::new(15);
    let (mut solvable, count) = (0, 1500);
    for _ in 0..count {
        let kind = if random.chance(1, 4) { Kind::Real } else { Kind::Int };
        let vars = if kind == Kind::Real { 3 } else { 4 };
        let rows = if kind == Kind::Real { 9 } else { 14 };
        let mut problem = Problem::random(&mut random, &vec![kind; vars], rows, 2);
        let sums = random.below(2);
        for row in problem.rows.iter_mut().take(rows - sums) {
            let x = random.below(vars);
            let y = (x + 1 + random.below(vars - 1)) % vars;
            row.coefficients = (0..vars).map(|v| i64::from(v == x) - i64::from(v == y)).collect();
            row.relation = *random.pick(&[Relation::Le, Relation::Le, Relation::Lt]);
            row.constant = random.between(-7, 2);
        }
        let methods = Methods { propagation: random.chance(1, 2), ..Methods::default() };
        solvable += usize::from(agree(&problem, methods));
        let free: Vec<usize> = (0..rows).collect();
        if let Outcome::Conflict(reasons) = problem.solve(&mut problem.solver_with(methods), free.into_iter())
        {
            problem.check_conflict(&reasons);
        }
    }
    assert!(solvable > count / 5 && solvable < count * 4 / 5, "{solvable} of {count} are solvable");
}

/// A client that branches itself reaches the same answers.
#[test]
fn splits_offered_to_the_client_suffice() {
    let mut random = Random::new(14);
    let mut splits = 0;
    let methods = Methods {
        propagation: false,
        differences: false,
        repair: false,
        patching: false,
        elimination: false,
        cube: false,
        cuts: false,
    };
    for _ in 0..1500 {
        let vars = 2 + random.below(3);
        let count = 1 + random.below(4);
        let problem = Problem::random(&mut random, &vec![Kind::Int; vars], count, 50);
        let all: Vec<usize> = (0..problem.rows.len()).collect();
        let mut solver = problem.solver_with(methods);
        for index in &all {
            let row = &problem.rows[*index];
            solver.assert_linear(&row.linear(), row.relation, Reason(*index as u32));
        }
        let found = client_search(&mut solver, &mut splits);
        assert_eq!(found, problem.has_solution(&all, 0), "{problem:?}");
        solver.check_invariants().expect("invariants");
    }
    assert!(splits > 100, "only {splits} splits were offered");
}

/// Depth-first search over the offered splits; reasons from 1000 on represent them.
fn client_search(solver: &mut tress_lia::Solver, splits: &mut u32) -> bool {
    let mut open: Vec<Option<(tress_lia::Var, tress_base::Int)>> = Vec::new();
    loop {
        match solver.check_integer(&steps()).expect("small problems end soon") {
            IntegerOutcome::Sat => return true,
            IntegerOutcome::Branch { var, floor } => {
                *splits += 1;
                solver.push();
                bound(solver, var, &floor, Relation::Le, open.len());
                open.push(Some((var, floor)));
            }
            IntegerOutcome::Conflict(_) => loop {
                let Some(split) = open.pop() else { return false };
                solver.pop(1);
                if let Some((var, floor)) = split {
                    solver.push();
                    let above = &floor + &tress_base::Int::ONE;
                    bound(solver, var, &above, Relation::Ge, open.len());
                    open.push(None);
                    break;
                }
            },
        }
    }
}

fn bound(
    solver: &mut tress_lia::Solver,
    var: tress_lia::Var,
    value: &tress_base::Int,
    relation: Relation,
    depth: usize,
) {
    let value = tress_base::Rational::from(value.clone());
    let linear = &tress_lia::Linear::var(var) - &tress_lia::Linear::constant(value);
    solver.assert_linear(&linear, relation, Reason(1000 + depth as u32));
}
