//! Many small steps on one growing problem against a fresh solver for each: `incremental [STEPS]`.
//! Every step adds clauses over new and old variables, some of them behind an activation literal that
//! is retired in the next step, and solves under assumptions. Linux only, as `compare`.

#![expect(clippy::print_stdout, reason = "printing is what this program is for")]

use std::error::Error;
use tress_base::{Budget, Random};
use tress_sat::{Lit, NoTheory, Outcome, Solver, Var};

/// CPU seconds of this thread.
fn cpu() -> Result<f64, Box<dyn Error>> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = text.split_whitespace().next().ok_or("no time")?.parse()?;
    Ok(nanoseconds / 1e9)
}

/// What one step adds for ever, what only for itself, and what it assumes.
struct Step {
    clauses: Vec<Vec<Lit>>,
    scoped: Vec<Vec<Lit>>,
    assumptions: Vec<Lit>,
}

fn steps(count: usize) -> Vec<Step> {
    let mut random = Random::new(1);
    // Only the newest variables, else the oldest would meet in ever more clauses.
    let literal = |vars: usize, random: &mut Random| {
        Var::new((vars - 1 - random.below(30)) as u32).literal(random.chance(1, 2))
    };
    (1..=count)
        .map(|step| {
            let vars = 30 + 5 * step;
            let mut clause =
                |size: usize| (0..size).map(|_| literal(vars, &mut random)).collect::<Vec<Lit>>();
            Step {
                clauses: (0..17).map(|_| clause(3)).collect(),
                scoped: (0..5).map(|_| clause(2)).collect(),
                assumptions: clause(4),
            }
        })
        .collect()
}

fn one_solver(steps: &[Step]) -> Vec<Outcome> {
    let budget = Budget::unlimited();
    let mut solver = Solver::new(0);
    let first_scope = 30 + 5 * steps.len();
    let mut outcomes = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        let active = Var::new((first_scope + 1 + number) as u32).positive();
        for clause in &step.clauses {
            solver.add_clause(clause);
        }
        for clause in &step.scoped {
            solver.add_clause(&[&clause[..], &[!active]].concat());
        }
        outcomes.push(solver.solve(&mut NoTheory, &[&[active], &step.assumptions[..]].concat(), &budget));
        solver.add_clause(&[!active]);
    }
    outcomes
}

fn fresh_solvers(steps: &[Step]) -> Vec<Outcome> {
    let solve = |number: usize| {
        let mut solver = Solver::new(0);
        for clause in steps[..=number].iter().flat_map(|step| &step.clauses).chain(&steps[number].scoped) {
            solver.add_clause(clause);
        }
        solver.solve(&mut NoTheory, &steps[number].assumptions, &Budget::unlimited())
    };
    (0..steps.len()).map(solve).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let count = std::env::args().nth(1).map_or(Ok(1000), |argument| argument.parse())?;
    let steps = steps(count);
    let start = cpu()?;
    let together = one_solver(&steps);
    let middle = cpu()?;
    let apart = fresh_solvers(&steps);
    let end = cpu()?;
    let sat = together.iter().filter(|&&outcome| outcome == Outcome::Sat).count();
    println!(
        "{count} steps, {sat} sat: one solver {:.3}s, fresh solvers {:.3}s",
        middle - start,
        end - middle
    );
    if together == apart { Ok(()) } else { Err("the answers differ".into()) }
}
