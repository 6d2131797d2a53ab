//! Random problems and the slow oracle: all assignments of a few variables.

#![allow(dead_code, reason = "each test file uses a part of this")]

use tress_base::Random;
use tress_sat::{Checker, Lit, Outcome, Solver, Var};

pub(crate) type Clause = Vec<Lit>;

/// A literal over the first `vars` variables.
pub(crate) fn random_literal(vars: usize, random: &mut Random) -> Lit {
    Var::new(random.below(vars) as u32).literal(random.chance(1, 2))
}

/// A clause of one to four literals, which may repeat or contradict each other; units are rare.
pub(crate) fn random_clause(vars: usize, random: &mut Random) -> Clause {
    let width = if random.chance(1, 20) { 1 } else { 2 + random.below(3) };
    (0..width).map(|_| random_literal(vars, random)).collect()
}

/// Clauses in a number near the border between sat and unsat.
pub(crate) fn random_clauses(vars: usize, random: &mut Random) -> Vec<Clause> {
    let count = vars * (20 + random.below(30)) / 10;
    (0..count).map(|_| random_clause(vars, random)).collect()
}

/// Is the clause true under the assignment whose bits are the variables?
pub(crate) fn holds(clause: &[Lit], assignment: u32) -> bool {
    clause.iter().any(|literal| (assignment >> literal.var().index() & 1 == 1) == literal.is_positive())
}

/// Is there an assignment under which all clauses and all facts hold?
pub(crate) fn brute_force(vars: usize, clauses: &[Clause], facts: &[Lit]) -> bool {
    assert!(vars <= 20, "too many variables for the oracle");
    (0..1_u32 << vars).any(|assignment| {
        facts.iter().all(|&fact| holds(&[fact], assignment))
            && clauses.iter().all(|clause| holds(clause, assignment))
    })
}

/// The model of the last search satisfies the clauses and the assumptions.
pub(crate) fn assert_model(solver: &Solver<Checker>, clauses: &[Clause], assumptions: &[Lit]) {
    let is_true = |literal: &Lit| solver.value(*literal) == Some(true);
    assert!(assumptions.iter().all(is_true), "the model breaks an assumption");
    for clause in clauses {
        assert!(clause.iter().any(is_true), "the model breaks {clause:?}");
    }
}

/// The answer agrees with the oracle, and so do the model or the core that come with it.
pub(crate) fn assert_answer(
    outcome: Outcome,
    solver: &Solver<Checker>,
    vars: usize,
    clauses: &[Clause],
    assumptions: &[Lit],
) {
    assert_eq!(solver.tracer().verdict(), Ok(()), "the checker rejects a clause");
    assert_eq!(solver.check_invariants(), Ok(()));
    let expected = brute_force(vars, clauses, assumptions);
    match outcome {
        Outcome::Sat => {
            assert!(expected, "sat, but there is no model");
            assert_model(solver, clauses, assumptions);
        }
        Outcome::Unsat => {
            assert!(!expected, "unsat, but there is a model");
            assert!(solver.failed().iter().all(|literal| assumptions.contains(literal)));
            assert!(!brute_force(vars, clauses, solver.failed()), "the core has a model");
            assert!(solver.tracer().refutations() > 0);
        }
        Outcome::Unknown(why) => panic!("{why:?} without a limit"),
    }
}
