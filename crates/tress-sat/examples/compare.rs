//! CPU time of this solver and of batsat on generated problems, by class:
//! `compare [--check] [--each] [--mine] [CLASS...]`. Linux only, since it reads the CPU time of the
//! thread from the system. `--check` also runs every problem under the forward checker, outside the
//! measured time; `--each` prints every problem; `--mine` leaves batsat out.

#![expect(clippy::print_stdout, reason = "printing is what this program is for")]

mod families;

use batsat::{BasicSolver, SolverInterface, lbool};
use std::error::Error;
use tress_base::Budget;
use tress_sat::{Checker, Lit, NoTheory, Outcome, Solver, Statistics, Tracer, Var};

/// Problems of each size.
const SEEDS: u64 = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let (flags, wanted): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let has = |name: &str| flags.iter().any(|flag| flag == name);
    println!("{:<14} {:>9} {:>9} {:>6}  problems", "class", "tress", "batsat", "ratio");
    let mut total = (0.0, 0.0);
    for &(class, sizes) in families::CLASSES {
        if !wanted.is_empty() && !wanted.iter().any(|name| name == class) {
            continue;
        }
        let (mut mine, mut theirs, mut count) = (0.0, 0.0, 0);
        let (mut checked, mut check_time) = (0, 0.0);
        for &size in sizes {
            for seed in 0..SEEDS {
                let cnf = families::generate(class, size, seed).ok_or("no such class")?;
                let (time, (sat, statistics)) = measure(|| run_mine(&cnf))?;
                let (their_time, their_sat) =
                    if has("--mine") { (0.0, sat) } else { measure(|| Ok(run_batsat(&cnf)))? };
                if sat != their_sat {
                    return Err(format!("different answers: {class} {size} {seed}").into());
                }
                if has("--each") {
                    let (conflicts, steps) = (statistics.conflicts, statistics.propagations);
                    println!(
                        "{class} {size} {seed} {sat} {time:.3} {their_time:.3} conflicts {conflicts} propagations {steps}"
                    );
                }
                if has("--check") {
                    let start = cpu()?;
                    checked += check(&cnf)?;
                    check_time += cpu()? - start;
                }
                (mine, theirs, count) = (mine + time, theirs + their_time, count + 1);
            }
        }
        println!("{class:<14} {mine:>8.3}s {theirs:>8.3}s {:>6.2}  {count}", mine / theirs);
        if has("--check") {
            println!("{:<14} accepted {checked} learned clauses in {check_time:.3}s", "");
        }
        total = (total.0 + mine, total.1 + theirs);
    }
    println!("{:<14} {:>8.3}s {:>8.3}s {:>6.2}", "sum", total.0, total.1, total.0 / total.1);
    Ok(())
}

/// CPU seconds of this thread.
fn cpu() -> Result<f64, Box<dyn Error>> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = text.split_whitespace().next().ok_or("no time")?.parse()?;
    Ok(nanoseconds / 1e9)
}

/// CPU seconds of one run. The system counts in ticks, so that short runs are repeated.
fn measure<A>(mut run: impl FnMut() -> Result<A, Box<dyn Error>>) -> Result<(f64, A), Box<dyn Error>> {
    let start = cpu()?;
    for runs in 1_u32.. {
        let answer = run()?;
        let time = cpu()? - start;
        if time > 0.04 {
            return Ok((time / f64::from(runs), answer));
        }
    }
    Err("time does not pass".into())
}

fn to_literals(clause: &[i32]) -> Vec<Lit> {
    clause.iter().map(|&n| Var::new(n.unsigned_abs() - 1).literal(n > 0)).collect()
}

fn solve<R: Tracer>(solver: &mut Solver<R>, cnf: &families::Cnf) -> Result<bool, Box<dyn Error>> {
    for clause in &cnf.clauses {
        solver.add_clause(&to_literals(clause));
    }
    match solver.solve(&mut NoTheory, &[], &Budget::unlimited()) {
        Outcome::Sat => Ok(true),
        Outcome::Unsat => Ok(false),
        Outcome::Unknown(why) => Err(format!("{why:?}").into()),
    }
}

fn run_mine(cnf: &families::Cnf) -> Result<(bool, Statistics), Box<dyn Error>> {
    let mut solver = Solver::new(0);
    let sat = solve(&mut solver, cnf)?;
    let holds = |clause: &Vec<i32>| {
        to_literals(clause).into_iter().any(|literal| solver.value(literal) == Some(true))
    };
    if sat && !cnf.clauses.iter().all(holds) {
        return Err("the model is wrong".into());
    }
    Ok((sat, solver.statistics()))
}

fn run_batsat(cnf: &families::Cnf) -> bool {
    let mut solver = BasicSolver::default();
    let vars: Vec<batsat::Var> = (0..cnf.vars).map(|_| solver.new_var_default()).collect();
    for clause in &cnf.clauses {
        let mut literals =
            clause.iter().map(|&n| batsat::Lit::new(vars[n.unsigned_abs() as usize - 1], n > 0)).collect();
        solver.add_clause_reuse(&mut literals);
    }
    solver.solve_limited(&[]) == lbool::TRUE
}

/// How many derived clauses the checker saw; all of them were accepted.
fn check(cnf: &families::Cnf) -> Result<u64, Box<dyn Error>> {
    let mut solver = Solver::with_tracer(0, Checker::new());
    solve(&mut solver, cnf)?;
    let checker = solver.tracer();
    checker.verdict().map_err(|clause| format!("the checker rejects {clause:?}"))?;
    Ok(checker.accepted())
}
