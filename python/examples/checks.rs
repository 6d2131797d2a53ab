//! The loop that `checks.py` measures, in Rust: ten thousand small checks, each with terms of its own. Prints seconds.

use std::io::{self, Write};

use tress::{Answer, Error, Solver, Sort};
use tress_base::Budget;

/// How many checks.
const ROUNDS: i64 = 10_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let clock = Budget::unlimited();
    let total = checks()?;
    let mut output = io::stdout();
    writeln!(output, "rust {:.3} s, {total} characters", clock.elapsed().as_secs_f64())?;
    Ok(())
}

/// Strings that begin and end as the number of the round tells; how long they are together.
fn checks() -> Result<usize, Error> {
    let mut solver = Solver::new();
    let (x, y) = (solver.constant("x", Sort::String)?, solver.constant("y", Sort::String)?);
    let mut total = 0;
    for round in 0..ROUNDS {
        solver.push();
        solver.assert((&x + "b").eq("a" + &y))?;
        solver.assert(x.len().gt(round % 5))?;
        solver.assert(y.starts_with(format!("c{}", round % 100).as_str()))?;
        if solver.check() == Answer::Sat {
            total += solver.value(&x)?.as_str().map_or(0, str::len);
        }
        solver.pop()?;
    }
    Ok(total)
}
