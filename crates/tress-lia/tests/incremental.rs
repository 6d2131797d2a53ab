//! Long sequences of push, assert, check and pop against fresh solvers and brute force.

mod common;

use common::{Problem, random_methods, steps};
use tress_base::{Budget, Int, Random};
use tress_lia::{IntegerOutcome, Kind, Outcome, Reason, Side, Solver, Value};

/// One solver through a random sequence; `active` mirrors what is asserted on each level.
struct Session {
    problem: Problem,
    solver: Solver,
    active: Vec<Vec<usize>>,
}

impl Session {
    fn asserted(&self) -> Vec<usize> {
        let mut rows: Vec<usize> = self.active.iter().flatten().copied().collect();
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    fn step(&mut self, random: &mut Random) {
        match random.below(10) {
            0..=4 => {
                let index = random.below(self.problem.rows.len());
                let row = &self.problem.rows[index];
                self.solver.assert_linear(&row.linear(), row.relation, Reason(index as u32));
                self.active.last_mut().expect("a level").push(index);
            }
            5 => {
                self.solver.push();
                self.active.push(Vec::new());
            }
            6 if self.active.len() > 1 => {
                let count = 1 + random.below(self.active.len() - 1);
                self.solver.pop(count);
                self.active.truncate(self.active.len() - count);
            }
            7 => {
                let few = Budget::unlimited().with_steps(Some(random.below(12) as u64));
                // Stopping at any point must leave a usable solver behind.
                let _ = self.solver.check(&few);
            }
            8 => self.check_relaxation(random),
            _ => self.check(),
        }
        self.solver.check_invariants().unwrap_or_else(|wrong| panic!("{wrong}: {:?}", self.problem));
    }

    fn check(&mut self) {
        let rows = self.asserted();
        let outcome = self.solver.check(&steps()).expect("small problems end soon");
        let fresh = self.problem.solve(&mut self.problem.solver(), rows.iter().copied());
        match outcome {
            Outcome::Sat => {
                assert_eq!(fresh, Outcome::Sat, "{:?} with {rows:?}", self.problem);
                self.problem.check_model(&self.solver, rows.into_iter());
            }
            Outcome::Conflict(reasons) => {
                assert_ne!(fresh, Outcome::Sat, "{:?} with {rows:?}", self.problem);
                assert!(reasons.iter().all(|reason| rows.contains(&(reason.0 as usize))));
                self.problem.check_conflict(&reasons);
            }
        }
    }

    fn check_relaxation(&mut self, random: &mut Random) {
        let conflict = if random.chance(1, 2) {
            self.solver.check_rational(&steps()).expect("small problems end soon")
        } else {
            match self.solver.check_integer(&steps()).expect("small problems end soon") {
                IntegerOutcome::Conflict(reasons) => Outcome::Conflict(reasons),
                IntegerOutcome::Sat => {
                    self.problem.check_model(&self.solver, self.asserted().into_iter());
                    Outcome::Sat
                }
                IntegerOutcome::Branch { var, floor } => {
                    let (below, above) = (Value::from(floor.clone()), Value::from(&floor + &Int::ONE));
                    assert!(self.solver.bound(var, Side::Upper).is_none_or(|upper| below < *upper));
                    assert!(self.solver.bound(var, Side::Lower).is_none_or(|lower| above > *lower));
                    Outcome::Sat
                }
            }
        };
        if let Outcome::Conflict(reasons) = conflict {
            self.problem.check_conflict(&reasons);
        }
    }
}

#[test]
fn random_sequences_agree_with_fresh_solvers() {
    let mut random = Random::new(21);
    for _ in 0..250 {
        let vars = 2 + random.below(4);
        let kinds: Vec<Kind> =
            (0..vars).map(|_| if random.chance(1, 5) { Kind::Real } else { Kind::Int }).collect();
        let problem = Problem::random(&mut random, &kinds, 12, 50);
        let mut solver = problem.solver_with(random_methods(&mut random));
        // The box holds from the start, so that every check ends.
        for index in 12..problem.rows.len() {
            let row = &problem.rows[index];
            solver.assert_linear(&row.linear(), row.relation, Reason(index as u32));
        }
        let active = vec![(12..problem.rows.len()).collect()];
        let mut session = Session { problem, solver, active };
        for _ in 0..60 {
            session.step(&mut random);
        }
        session.check();
    }
}
