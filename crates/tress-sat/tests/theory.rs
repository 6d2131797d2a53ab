//! Search with a theory: a hidden set of clauses must give the same answers as one in the open.

mod support;

#[path = "support/hidden.rs"]
mod hidden;

use hidden::HiddenClauses;
use support::{Clause, brute_force, random_clause, random_literal};
use tress_base::{Budget, Random, Stop};
use tress_sat::{Check, Checker, Lit, NoTheory, Outcome, Search, Solver, Theory, Unknown, Var};

/// Visible clauses range over the shared variables, hidden ones over all.
struct Problem {
    shared: usize,
    vars: usize,
    visible: Vec<Clause>,
    hidden: Vec<Clause>,
}

impl Problem {
    fn random(random: &mut Random) -> Self {
        let shared = 3 + random.below(6);
        let vars = shared + random.below(4);
        let visible = (0..random.below(2 * shared)).map(|_| random_clause(shared, random)).collect();
        let hidden = (0..1 + random.below(3 * vars)).map(|_| random_clause(vars, random)).collect();
        Self { shared, vars, visible, hidden }
    }

    fn is_sat(&self, facts: &[Lit]) -> bool {
        let all: Vec<Clause> = self.visible.iter().chain(&self.hidden).cloned().collect();
        brute_force(self.vars, &all, facts)
    }

    fn check(&self, outcome: Outcome, solver: &Solver<Checker>, assumptions: &[Lit]) {
        assert_eq!(solver.tracer().verdict(), Ok(()), "the checker rejects a clause");
        assert_eq!(solver.check_invariants(), Ok(()));
        match outcome {
            Outcome::Sat => {
                support::assert_model(solver, &self.visible, assumptions);
                let shared = (0..self.shared as u32).map(Var::new);
                let values: Vec<Lit> =
                    shared.filter_map(|var| Some(var.literal(solver.value(var.positive())?))).collect();
                assert!(self.is_sat(&values), "the model breaks a hidden clause");
            }
            Outcome::Unsat => {
                assert!(!self.is_sat(assumptions), "unsat, but there is a model");
                assert!(solver.failed().iter().all(|literal| assumptions.contains(literal)));
                assert!(!self.is_sat(solver.failed()), "the core has a model");
            }
            Outcome::Unknown(_) => {}
        }
    }
}

#[test]
fn hidden_clauses_give_the_same_answers() {
    let mut random = Random::new(21);
    let (mut explained, mut implications, mut answers) = (0, 0, [0; 2]);
    for round in 0..3000 {
        let mut problem = Problem::random(&mut random);
        let own = problem.vars - problem.shared;
        let mut theory = HiddenClauses::new(problem.shared, own, problem.hidden.clone(), round);
        let mut solver = Solver::with_tracer(round % 2, Checker::new());
        (0..problem.shared).for_each(|_| {
            solver.new_var();
        });
        for clause in &problem.visible {
            solver.add_clause(clause);
        }
        for _ in 0..3 {
            let count = random.below(4);
            let assumptions: Vec<Lit> =
                (0..count).map(|_| random_literal(problem.shared, &mut random)).collect();
            let outcome = loop {
                match solver.solve(&mut theory, &assumptions, &Budget::unlimited()) {
                    Outcome::Unknown(why) => assert_eq!(why, Unknown::Theory),
                    outcome => break outcome,
                }
            };
            problem.check(outcome, &solver, &assumptions);
            answers[usize::from(outcome == Outcome::Sat)] += 1;
            let clause = random_clause(problem.shared, &mut random);
            solver.add_clause(&clause);
            problem.visible.push(clause);
            let clause = random_clause(problem.vars, &mut random);
            theory.add_clause(clause.clone());
            problem.hidden.push(clause);
        }
        explained += theory.explained;
        implications += theory.implications;
    }
    assert!(answers.iter().all(|&count| count > 1000), "one answer is rare: {answers:?}");
    assert!(explained > 0 && explained < implications, "explanations are asked for on demand");
}

/// Problems hard enough for restarts and forgetting; the oracle is a solver that sees everything.
#[test]
fn large_hidden_problems_agree_with_the_open_ones() {
    let mut random = Random::new(23);
    let (mut restarts, mut forgotten) = (0, 0);
    for round in 0..6 {
        let vars = 120 + random.below(40);
        let mut open = Solver::new(0);
        let mut solver = Solver::with_tracer(round, Checker::new());
        let mut hidden = Vec::new();
        (0..vars).for_each(|_| {
            solver.new_var();
        });
        for _ in 0..vars * 44 / 10 {
            let clause: Clause = (0..3).map(|_| random_literal(vars, &mut random)).collect();
            open.add_clause(&clause);
            if random.chance(1, 3) {
                hidden.push(clause);
            } else {
                solver.add_clause(&clause);
            }
        }
        let mut theory = HiddenClauses::new(vars, 0, hidden, round);
        for _ in 0..3 {
            let count = random.below(4);
            let assumptions: Vec<Lit> = (0..count).map(|_| random_literal(vars, &mut random)).collect();
            let outcome = loop {
                match solver.solve(&mut theory, &assumptions, &Budget::unlimited()) {
                    Outcome::Unknown(why) => assert_eq!(why, Unknown::Theory),
                    outcome => break outcome,
                }
            };
            assert_eq!(solver.tracer().verdict(), Ok(()));
            assert_eq!(open.solve(&mut NoTheory, &assumptions, &Budget::unlimited()), outcome);
            let core = solver.failed().to_vec();
            if outcome == Outcome::Unsat {
                assert_eq!(open.solve(&mut NoTheory, &core, &Budget::unlimited()), Outcome::Unsat);
            }
        }
        restarts += solver.statistics().restarts;
        forgotten += solver.statistics().forgotten;
    }
    assert!(
        restarts > 0 && forgotten > 0,
        "the test is too easy: {restarts} restarts, {forgotten} forgotten"
    );
}

#[test]
fn stops_and_surrenders_lose_nothing() {
    let mut random = Random::new(22);
    let (mut stopped, mut gave_up) = (0, 0);
    for round in 0..600 {
        let problem = Problem::random(&mut random);
        let own = problem.vars - problem.shared;
        let mut theory = HiddenClauses::new(problem.shared, own, problem.hidden.clone(), round);
        theory.gives_up = true;
        let mut solver = Solver::with_tracer(0, Checker::new());
        for clause in &problem.visible {
            solver.add_clause(clause);
        }
        (solver.var_count()..problem.shared).for_each(|_| {
            solver.new_var();
        });
        let assumptions = [random_literal(problem.shared, &mut random)];
        for _ in 0..200 {
            let budget = Budget::unlimited().with_steps(Some(1 + random.below(200) as u64));
            let outcome = solver.solve(&mut theory, &assumptions, &budget);
            problem.check(outcome, &solver, &assumptions);
            match outcome {
                Outcome::Unknown(Unknown::Stopped(_)) => stopped += 1,
                Outcome::Unknown(Unknown::Theory) => gave_up += 1,
                _ => break,
            }
        }
    }
    assert!(stopped > 100 && gave_up > 100, "{stopped} stops, {gave_up} surrenders");
}

/// Sends prepared clauses at its first final check.
struct Script {
    clauses: Vec<Vec<Lit>>,
    verdict: Check,
}

impl Theory for Script {
    fn assign(&mut self, _literals: &[Lit]) {}

    fn push(&mut self) {}

    fn backtrack(&mut self, _level: u32) {}

    fn propagate(&mut self, _search: &mut Search<'_>) -> Result<(), Stop> {
        Ok(())
    }

    fn explain(&mut self, _literal: Lit, _others: &mut Vec<Lit>) {}

    fn final_check(&mut self, search: &mut Search<'_>) -> Result<Check, Stop> {
        for clause in self.clauses.drain(..) {
            search.add_lemma(&clause);
        }
        Ok(self.verdict)
    }

    fn decide(&mut self, _search: &mut Search<'_>) -> Option<Lit> {
        None
    }
}

fn solver_with(count: usize) -> (Solver<Checker>, Vec<Lit>) {
    let mut solver = Solver::with_tracer(0, Checker::new());
    let literals = (0..count).map(|_| solver.new_var().positive()).collect();
    (solver, literals)
}

#[test]
fn a_lemma_may_be_empty() {
    let (mut solver, _) = solver_with(2);
    let mut theory = Script { clauses: vec![vec![]], verdict: Check::Consistent };
    assert_eq!(solver.solve(&mut theory, &[], &Budget::unlimited()), Outcome::Unsat);
    assert!(!solver.is_consistent());
}

#[test]
fn unit_lemmas_reach_level_zero() {
    let (mut solver, x) = solver_with(3);
    let mut theory = Script { clauses: vec![vec![x[2]], vec![x[1], !x[2]]], verdict: Check::Consistent };
    assert_eq!(solver.solve(&mut theory, &[], &Budget::unlimited()), Outcome::Sat);
    assert_eq!((solver.root_value(x[2]), solver.root_value(x[1])), (Some(true), Some(true)));
    assert_eq!(solver.value(x[0]), Some(false));
}

#[test]
fn a_lemma_that_contradicts_an_assumption_blames_it() {
    let (mut solver, x) = solver_with(3);
    let mut theory = Script { clauses: vec![vec![!x[0]]], verdict: Check::Consistent };
    let outcome = solver.solve(&mut theory, &[x[1], x[0]], &Budget::unlimited());
    assert_eq!((outcome, solver.failed()), (Outcome::Unsat, &x[..1]));
    assert_eq!(solver.solve(&mut NoTheory, &[x[1]], &Budget::unlimited()), Outcome::Sat);
}

#[test]
fn a_lemma_with_unknown_variables_creates_them() {
    let (mut solver, x) = solver_with(1);
    let new = Var::new(7).positive();
    let mut theory = Script { clauses: vec![vec![x[0], new], vec![x[0], !new]], verdict: Check::Consistent };
    assert_eq!(solver.solve(&mut theory, &[], &Budget::unlimited()), Outcome::Sat);
    assert_eq!((solver.var_count(), solver.value(x[0])), (8, Some(true)));
}

#[test]
fn giving_up_is_never_unsat() {
    let (mut solver, x) = solver_with(2);
    let mut theory = Script { clauses: vec![vec![x[0], x[1]]], verdict: Check::GiveUp };
    let outcome = solver.solve(&mut theory, &[], &Budget::unlimited());
    assert_eq!(outcome, Outcome::Unknown(Unknown::Theory));
    assert_eq!(solver.value(x[0]), None);
}
