//! Small random problems against all assignments; every derived clause is checked.

mod support;

use support::{Clause, assert_answer, random_clause, random_clauses, random_literal};
use tress_base::{Budget, Random, Stop};
use tress_sat::{Check, Checker, Lit, NoTheory, Outcome, Search, Solver, Theory, Unknown, Var};

fn checked_solver(seed: u64, vars: usize, clauses: &[Clause]) -> Solver<Checker> {
    let mut solver = Solver::with_tracer(seed, Checker::new());
    (0..vars).for_each(|_| {
        solver.new_var();
    });
    for clause in clauses {
        solver.add_clause(clause);
    }
    solver
}

/// Says nothing, but recomputes the invariants at every propagation.
struct Inspector;

impl Theory for Inspector {
    fn assign(&mut self, literals: &[Lit]) {
        assert!(literals.is_empty(), "nothing is observed");
    }

    fn push(&mut self) {}

    fn backtrack(&mut self, _level: u32) {}

    fn propagate(&mut self, search: &mut Search<'_>) -> Result<(), Stop> {
        assert_eq!(search.check_invariants(), Ok(()));
        Ok(())
    }

    fn explain(&mut self, literal: Lit, _others: &mut Vec<Lit>) {
        panic!("{literal:?} was never implied");
    }

    fn final_check(&mut self, _search: &mut Search<'_>) -> Result<Check, Stop> {
        Ok(Check::Consistent)
    }

    fn decide(&mut self, _search: &mut Search<'_>) -> Option<Lit> {
        None
    }
}

#[test]
fn answers_agree_with_all_assignments() {
    let mut random = Random::new(11);
    for round in 0..4000 {
        let vars = 1 + random.below(10);
        let clauses = random_clauses(vars, &mut random);
        let mut solver = checked_solver(round % 3, vars, &clauses);
        let assumptions: Vec<Lit> = (0..random.below(5)).map(|_| random_literal(vars, &mut random)).collect();
        let outcome = solver.solve(&mut Inspector, &assumptions, &Budget::unlimited());
        assert_answer(outcome, &solver, vars, &clauses, &assumptions);
    }
}

#[test]
fn sequences_agree_with_all_assignments() {
    let mut random = Random::new(12);
    for round in 0..400 {
        let vars = 3 + random.below(9);
        let mut clauses: Vec<Clause> = Vec::new();
        let mut solver = checked_solver(round, vars, &[]);
        for _ in 0..8 {
            for _ in 0..random.below(vars) + 1 {
                let clause = random_clause(vars, &mut random);
                solver.add_clause(&clause);
                clauses.push(clause);
            }
            if random.chance(1, 3) {
                solver.set_phase(Var::new(random.below(vars) as u32), random.chance(1, 2));
            }
            let assumptions: Vec<Lit> =
                (0..random.below(6)).map(|_| random_literal(vars, &mut random)).collect();
            let outcome = solver.solve(&mut Inspector, &assumptions, &Budget::unlimited());
            assert_answer(outcome, &solver, vars, &clauses, &assumptions);
        }
    }
}

/// A model leaves optional variables open, and every clause has a true literal all the same.
#[test]
fn optional_variables_are_decided_when_a_clause_needs_them() {
    let mut random = Random::new(17);
    let (mut models, mut open) = (0, 0);
    for round in 0..1500 {
        let vars = 3 + random.below(9);
        let mut clauses: Vec<Clause> = Vec::new();
        let mut solver = checked_solver(round, vars, &[]);
        let optional: Vec<Var> = (0..vars as u32).map(Var::new).filter(|_| random.chance(2, 3)).collect();
        optional.iter().for_each(|var| solver.set_optional(*var));
        for _ in 0..4 {
            for _ in 0..random.below(vars) + 1 {
                let clause = random_clause(vars, &mut random);
                solver.add_clause(&clause);
                // What is true whatever happens needs no true literal.
                if !clause.iter().any(|literal| clause.contains(&!*literal)) {
                    clauses.push(clause);
                }
            }
            let assumptions: Vec<Lit> =
                (0..random.below(3)).map(|_| random_literal(vars, &mut random)).collect();
            let outcome = solver.solve(&mut Inspector, &assumptions, &Budget::unlimited());
            assert_answer(outcome, &solver, vars, &clauses, &assumptions);
            if outcome == Outcome::Sat {
                models += 1;
                open += optional.iter().filter(|var| solver.value(var.positive()).is_none()).count();
            }
        }
    }
    assert!(open > models / 2, "only {open} variables stayed open in {models} models");
}

#[test]
fn a_variable_rests_while_its_clauses_are_true() {
    let mut solver = Solver::new(0);
    let [x, y] = [solver.new_var(), solver.new_var()];
    solver.set_optional(y);
    solver.add_clause(&[x.positive(), y.positive()]);
    for (phase, expected) in [(true, None), (false, Some(true)), (true, None)] {
        solver.set_phase(x, phase);
        solver.set_phase(y, true);
        assert_eq!(solver.solve(&mut NoTheory, &[], &Budget::unlimited()), Outcome::Sat);
        assert_eq!(solver.value(y.positive()), expected);
    }
    solver.add_clause(&[x.negative(), y.negative()]);
    assert_eq!(solver.solve(&mut NoTheory, &[], &Budget::unlimited()), Outcome::Sat);
    assert_eq!(solver.value(y.positive()), Some(false));
}

/// Larger problems: oracle is a second solver that starts afresh each time.
#[test]
fn sequences_agree_with_fresh_solvers() {
    let mut random = Random::new(13);
    for round in 0..12 {
        let vars = 60 + random.below(40);
        let mut clauses: Vec<Clause> = Vec::new();
        let mut solver = checked_solver(round, vars, &[]);
        for step in 0..12 {
            let count = if step == 0 { vars * 36 / 10 } else { vars / 12 };
            for _ in 0..count {
                let clause: Clause = (0..3).map(|_| random_literal(vars, &mut random)).collect();
                solver.add_clause(&clause);
                clauses.push(clause);
            }
            let assumptions: Vec<Lit> =
                (0..random.below(6)).map(|_| random_literal(vars, &mut random)).collect();
            let outcome = solver.solve(&mut NoTheory, &assumptions, &Budget::unlimited());
            let mut fresh = checked_solver(0, vars, &clauses);
            assert_eq!(outcome, fresh.solve(&mut NoTheory, &assumptions, &Budget::unlimited()));
            assert_eq!(solver.tracer().verdict(), Ok(()));
            assert_eq!(solver.check_invariants(), Ok(()));
            if outcome == Outcome::Sat {
                support::assert_model(&solver, &clauses, &assumptions);
            } else {
                let core = solver.failed().to_vec();
                assert!(core.iter().all(|literal| assumptions.contains(literal)));
                assert_eq!(fresh.solve(&mut NoTheory, &core, &Budget::unlimited()), Outcome::Unsat);
            }
        }
    }
}

/// Problems hard enough for restarts, forgetting, collection and rephasing.
#[test]
fn long_searches_are_accepted_by_the_checker() {
    let mut random = Random::new(14);
    let mut forgotten = 0;
    for round in 0..4 {
        let vars = 170;
        let clauses: Vec<Clause> = (0..vars * 43 / 10)
            .map(|_| (0..3).map(|_| random_literal(vars, &mut random)).collect())
            .collect();
        let mut solver = checked_solver(round, vars, &clauses);
        let outcome = solver.solve(&mut NoTheory, &[], &Budget::unlimited());
        assert_eq!(solver.tracer().verdict(), Ok(()));
        if outcome == Outcome::Sat {
            support::assert_model(&solver, &clauses, &[]);
        }
        forgotten += solver.statistics().forgotten;
    }
    assert!(forgotten > 0, "the test is too easy");
}

#[test]
fn retired_clauses_do_not_hold_any_more() {
    let mut solver = checked_solver(0, 3, &[]);
    let [x, y, active] = [0, 1, 2].map(|number| Var::new(number).positive());
    solver.add_clause(&[x, !active]);
    solver.add_clause(&[!x, y, !active]);
    let budget = Budget::unlimited();
    assert_eq!(solver.solve(&mut NoTheory, &[active, !y], &budget), Outcome::Unsat);
    assert_eq!(solver.failed().len(), 2);
    solver.add_clause(&[!active]);
    assert_eq!(solver.solve(&mut NoTheory, &[!x, !y], &budget), Outcome::Sat);
    assert_eq!(solver.root_value(active), Some(false));
}

#[test]
fn contradictory_assumptions_are_both_to_blame() {
    let mut solver = checked_solver(0, 2, &[]);
    let x = Var::new(0).positive();
    assert_eq!(
        solver.solve(&mut NoTheory, &[Var::new(1).positive(), x, !x], &Budget::unlimited()),
        Outcome::Unsat
    );
    let mut core = solver.failed().to_vec();
    core.sort_unstable();
    assert_eq!(core, [x, !x]);
    assert!(solver.is_consistent());
}

#[test]
fn the_empty_clause_ends_everything() {
    let mut solver = Solver::new(0);
    assert!(!solver.add_clause(&[]));
    assert_eq!(solver.solve(&mut NoTheory, &[Var::new(3).positive()], &Budget::unlimited()), Outcome::Unsat);
    assert!(solver.failed().is_empty() && !solver.is_consistent());
}

#[test]
fn phases_decide_what_clauses_leave_open() {
    let mut solver = Solver::new(0);
    let x = solver.new_var();
    assert_eq!(solver.solve(&mut NoTheory, &[], &Budget::unlimited()), Outcome::Sat);
    assert_eq!(solver.value(x.positive()), Some(false));
    solver.set_phase(x, true);
    assert_eq!(solver.solve(&mut NoTheory, &[], &Budget::unlimited()), Outcome::Sat);
    assert_eq!(solver.value(x.positive()), Some(true));
    solver.set_decidable(x, false);
    assert_eq!(solver.solve(&mut NoTheory, &[], &Budget::unlimited()), Outcome::Sat);
    assert_eq!(solver.value(x.positive()), None);
    solver.set_decidable(x, true);
    assert_eq!(solver.solve(&mut NoTheory, &[], &Budget::unlimited()), Outcome::Sat);
    assert_eq!(solver.value(x.negative()), Some(false));
}

#[test]
fn a_stopped_search_can_go_on() {
    let mut random = Random::new(15);
    let vars = 120;
    let clauses: Vec<Clause> =
        (0..vars * 43 / 10).map(|_| (0..3).map(|_| random_literal(vars, &mut random)).collect()).collect();
    let mut fresh = checked_solver(0, vars, &clauses);
    let expected = fresh.solve(&mut NoTheory, &[], &Budget::unlimited());
    let mut solver = checked_solver(0, vars, &clauses);
    let mut stops = 0;
    let outcome = loop {
        let budget = Budget::unlimited().with_steps(Some(500));
        match solver.solve(&mut NoTheory, &[], &budget) {
            Outcome::Unknown(Unknown::Stopped(stop)) => assert_eq!(stop, Stop::Steps),
            outcome => break outcome,
        }
        stops += 1;
        assert_eq!(solver.check_invariants(), Ok(()));
    };
    assert!(stops > 3, "the test is too easy");
    assert_eq!(outcome, expected);
    assert_eq!(solver.tracer().verdict(), Ok(()));
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let mut random = Random::new(16);
    let vars = 100;
    let clauses: Vec<Clause> =
        (0..vars * 42 / 10).map(|_| (0..3).map(|_| random_literal(vars, &mut random)).collect()).collect();
    let run = |seed| {
        let mut solver = checked_solver(seed, vars, &clauses);
        solver.solve(&mut NoTheory, &[], &Budget::unlimited());
        solver.statistics()
    };
    assert_eq!(run(5), run(5));
    assert_ne!(run(5), run(6));
}
