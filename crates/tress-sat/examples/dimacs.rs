//! Solves DIMACS files: `dimacs [--check] [--stats] FILE...`. With `--check` every learned clause goes
//! through the forward checker.

#![expect(clippy::print_stdout, reason = "printing is what this program is for")]

use std::error::Error;
use tress_base::Budget;
use tress_sat::{Checker, Lit, NoTheory, Outcome, Solver, Tracer, Var};

fn main() -> Result<(), Box<dyn Error>> {
    let (flags, files): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let stats = flags.iter().any(|flag| flag == "--stats");
    for file in files {
        let clauses = parse(&std::fs::read_to_string(file)?)?;
        if flags.iter().any(|flag| flag == "--check") {
            let solver = solve(Solver::with_tracer(0, Checker::new()), &clauses, stats);
            match solver.tracer().verdict() {
                Ok(()) => println!("c {} derived clauses accepted", solver.tracer().accepted()),
                Err(clause) => return Err(format!("the checker rejects {clause:?}").into()),
            }
        } else {
            solve(Solver::new(0), &clauses, stats);
        }
    }
    Ok(())
}

fn parse(text: &str) -> Result<Vec<Vec<Lit>>, Box<dyn Error>> {
    let mut clauses = vec![Vec::new()];
    for line in text.lines().filter(|line| !line.starts_with(['c', 'p', '%'])) {
        for word in line.split_whitespace() {
            let number: i32 = word.parse()?;
            match (number, clauses.last_mut()) {
                (0, _) => clauses.push(Vec::new()),
                (_, Some(clause)) => clause.push(Var::new(number.unsigned_abs() - 1).literal(number > 0)),
                _ => {}
            }
        }
    }
    clauses.pop();
    Ok(clauses)
}

fn solve<R: Tracer>(mut solver: Solver<R>, clauses: &[Vec<Lit>], stats: bool) -> Solver<R> {
    for clause in clauses {
        solver.add_clause(clause);
    }
    match solver.solve(&mut NoTheory, &[], &Budget::unlimited()) {
        Outcome::Unsat => println!("s UNSATISFIABLE"),
        Outcome::Unknown(why) => println!("s UNKNOWN\nc {why:?}"),
        Outcome::Sat => {
            println!("s SATISFIABLE");
            let model: Vec<String> = (0..solver.var_count() as u32)
                .map(|number| match solver.value(Var::new(number).positive()) {
                    Some(true) => format!("{}", number + 1),
                    _ => format!("-{}", number + 1),
                })
                .collect();
            println!("v {} 0", model.join(" "));
        }
    }
    if stats {
        println!("c {:?}", solver.statistics());
    }
    solver
}
