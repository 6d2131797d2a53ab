//! The conjunctive shapes that string problems bring, at several sizes, with the time each takes.
//!
//! `cargo run --release -p tress-lia --example shapes [NAME] [--smt2 DIR]` prints one line per
//! problem; with `--smt2` it also writes each as an SMT-LIB file, for other solvers.
#![allow(clippy::print_stdout, reason = "a program for people")]

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use tress_base::{Budget, Int, Random, Rational};
use tress_lia::{Kind, Linear, Outcome, Reason, Relation, Solver, Var};

/// A conjunction over integer variables.
#[derive(Default)]
struct Problem {
    vars: u32,
    rows: Vec<(Linear, Relation)>,
}

impl Problem {
    fn var(&mut self) -> Var {
        self.vars += 1;
        Var(self.vars - 1)
    }

    fn vars(&mut self, count: usize) -> Vec<Var> {
        (0..count).map(|_| self.var()).collect()
    }

    /// `Σ terms relation constant`
    fn add(&mut self, terms: &[(i64, Var)], relation: Relation, constant: i64) {
        let terms = terms.iter().map(|(c, var)| (*var, Rational::from(*c))).collect();
        self.rows.push((Linear::from_terms(terms, Rational::from(-constant)), relation));
    }

    fn between(&mut self, var: Var, low: i64, high: i64) {
        self.add(&[(1, var)], Relation::Ge, low);
        self.add(&[(1, var)], Relation::Le, high);
    }

    fn smt2(&self) -> String {
        let number = |n: &Int| if n.is_negative() { format!("(- {})", n.abs()) } else { n.to_string() };
        let mut text = String::from("(set-logic QF_LIA)\n");
        for var in 0..self.vars {
            let _ = writeln!(text, "(declare-const x{var} Int)");
        }
        for (linear, relation) in &self.rows {
            let name = match relation {
                Relation::Le => "<=",
                Relation::Lt => "<",
                Relation::Ge => ">=",
                Relation::Gt => ">",
                Relation::Eq => "=",
            };
            let _ = write!(text, "(assert ({name} (+ 0");
            for (var, coefficient) in linear.terms() {
                let _ = write!(text, " (* {} x{})", number(coefficient.numerator()), var.0);
            }
            let _ = writeln!(text, ") {}))", number(&-linear.constant_part().numerator()));
        }
        text.push_str("(check-sat)\n");
        text
    }

    /// Solves it and says what was found, with the time and the number of pivots.
    fn solve(&self) -> (&'static str, Duration, u64) {
        let budget = Budget::unlimited().with_time(Some(Duration::from_secs(60)));
        let mut solver = Solver::new();
        for _ in 0..self.vars {
            solver.new_var(Kind::Int);
        }
        for (reason, (linear, relation)) in self.rows.iter().enumerate() {
            solver.assert_linear(linear, *relation, Reason(reason as u32));
        }
        let answer = match solver.check(&budget) {
            Ok(Outcome::Sat) => {
                let model = solver.model();
                let wrong = self.rows.iter().any(|(linear, relation)| {
                    let value = model.evaluate(linear);
                    match relation {
                        Relation::Le => value.is_positive(),
                        Relation::Ge => value.is_negative(),
                        Relation::Eq => !value.is_zero(),
                        Relation::Lt => !value.is_negative(),
                        Relation::Gt => !value.is_positive(),
                    }
                });
                if wrong { "WRONG MODEL" } else { "sat" }
            }
            Ok(Outcome::Conflict(_)) => "unsat",
            Err(_) => "unknown",
        };
        (answer, budget.elapsed(), solver.pivots())
    }
}

/// `x₀ < x₁ < … < xₙ` in a shuffled order, closed to a cycle or bounded at the end.
fn chain(size: usize, closed: bool) -> Problem {
    let mut problem = Problem::default();
    let vars = problem.vars(size);
    let mut random = Random::new(1);
    let mut order: Vec<usize> = (1..size).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last + 1));
    }
    for index in order {
        let gap = 1 + (index as i64 * 7) % 5;
        problem.add(&[(1, vars[index]), (-1, vars[index - 1])], Relation::Ge, gap);
    }
    if closed {
        problem.add(&[(1, vars[size - 1]), (-1, vars[0])], Relation::Le, size as i64);
    } else {
        problem.add(&[(1, vars[0])], Relation::Ge, 0);
        problem.add(&[(1, vars[size - 1])], Relation::Le, 6 * size as i64);
    }
    problem
}

/// Lengths of concatenations: `xᵢ = xᵢ₋₁ + yᵢ` with `yᵢ >= 0`.
fn prefix_sums(size: usize, solvable: bool) -> Problem {
    let mut problem = Problem::default();
    let sums = problem.vars(size / 2);
    let parts = problem.vars(size / 2);
    for index in 1..sums.len() {
        let terms = [(1, sums[index]), (-1, sums[index - 1]), (-1, parts[index])];
        problem.add(&terms, Relation::Eq, 0);
        problem.add(&[(1, parts[index])], Relation::Ge, (index as i64) % 3);
    }
    problem.add(&[(1, sums[0])], Relation::Eq, 3);
    let least: i64 = 3 + (1..sums.len() as i64).map(|index| index % 3).sum::<i64>();
    let end = if solvable { least + 10 } else { least - 1 };
    problem.add(&[(1, sums[sums.len() - 1])], Relation::Eq, end);
    problem
}

/// Lengths of nested concatenations: each inner node is the sum of two to three others.
fn sum_tree(size: usize, solvable: bool) -> Problem {
    let mut problem = Problem::default();
    let mut random = Random::new(3);
    let mut open = problem.vars(size * 2 / 3);
    for (index, leaf) in open.clone().into_iter().enumerate() {
        problem.add(&[(1, leaf)], Relation::Ge, (index % 2) as i64);
        if index % 10 == 0 {
            problem.add(&[(1, leaf)], Relation::Le, 5);
        }
    }
    let least = (open.len() / 2) as i64;
    while open.len() > 1 {
        let count = open.len().min(2 + random.below(2));
        let start = random.below(open.len() - count + 1);
        let node = problem.var();
        let mut terms = vec![(-1, node)];
        terms.extend(open.drain(start..start + count).map(|part| (1, part)));
        problem.add(&terms, Relation::Eq, 0);
        open.insert(start, node);
    }
    problem.add(&[(1, open[0])], Relation::Eq, if solvable { least + 77 } else { least - 1 });
    problem
}

/// A word through an automaton: flow is kept at each state, and side sums count edges.
fn flow(states: usize, solvable: bool) -> Problem {
    let mut problem = Problem::default();
    let mut random = Random::new(4);
    let mut edges = Vec::new();
    for state in 0..states {
        let count = 2 + random.below(2);
        for _ in 0..count {
            edges.push((state, random.below(states), problem.var()));
        }
        edges.push((state, (state + 1) % states, problem.var()));
    }
    for state in 0..states {
        let mut terms = Vec::new();
        for (from, to, var) in &edges {
            if to == &state {
                terms.push((1, *var));
            }
            if from == &state {
                terms.push((-1, *var));
            }
        }
        let kept = i64::from(state == states - 1) - i64::from(state == 0);
        problem.add(&terms, Relation::Eq, kept);
    }
    for (_, _, var) in &edges {
        problem.add(&[(1, *var)], Relation::Ge, 0);
    }
    let all: Vec<(i64, Var)> = edges.iter().map(|(_, _, var)| (1, *var)).collect();
    let some: Vec<(i64, Var)> = all.iter().copied().step_by(3).collect();
    problem.add(&all, Relation::Eq, 3 * states as i64 + 1);
    if solvable {
        problem.add(&some, Relation::Ge, states as i64 / 4);
    } else {
        let twice: Vec<(i64, Var)> = all.iter().map(|(_, var)| (2, *var)).chain(some.clone()).collect();
        problem.add(&some, Relation::Ge, 2);
        problem.add(&twice, Relation::Le, 6 * states as i64 + 3);
    }
    problem
}

/// `Σ dⱼ·10ʲ` as an expression.
fn digits(problem: &mut Problem, count: usize) -> Linear {
    let vars = problem.vars(count);
    for var in &vars {
        problem.between(*var, 0, 9);
    }
    let terms = vars.iter().enumerate();
    let terms = terms.map(|(place, var)| (*var, Rational::from(Int::from(10).pow(place as u32)))).collect();
    Linear::from_terms(terms, Rational::ZERO)
}

/// One number in digits equals a constant, or misses the possible values.
fn digit_sum(count: usize, solvable: bool) -> Problem {
    let mut problem = Problem::default();
    let number = digits(&mut problem, count);
    let text: String = "31415926535897932384626433832795028841971".chars().cycle().take(count).collect();
    let target: Int = text.parse().expect("digits");
    let target = if solvable { target } else { &(&Int::from(10).pow(count as u32) + &target) + &Int::ONE };
    problem.rows.push((&number - &Linear::constant(Rational::from(target)), Relation::Eq));
    problem
}

/// Two numbers in digits: one is a multiple of the other plus something.
fn digit_product(count: usize, solvable: bool) -> Problem {
    let mut problem = Problem::default();
    let (small, large) = (digits(&mut problem, count), digits(&mut problem, count + 1));
    let difference = &large - &small.scaled(&Rational::from(if solvable { 7 } else { 10 }));
    let difference = &difference - &Linear::constant(Rational::from(if solvable { 12345 } else { 7 }));
    problem.rows.push((difference, Relation::Eq));
    if !solvable {
        // The last digit of ten times a number plus seven is seven.
        problem.add(&[(1, Var(count as u32))], Relation::Le, 6);
    }
    problem.rows.push((
        &small - &Linear::constant(Rational::from(Int::from(10).pow(count as u32 - 2))),
        Relation::Ge,
    ));
    problem
}

/// `x = cᵢ + pᵢ·kᵢ` with coprime periods.
fn lasso(count: usize, solvable: bool) -> Problem {
    let primes = [3i64, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];
    let mut problem = Problem::default();
    let x = problem.var();
    problem.add(&[(1, x)], Relation::Ge, 0);
    let planted = 123_456_789_i64;
    for prime in primes.iter().take(count) {
        let k = problem.var();
        problem.add(&[(1, k)], Relation::Ge, 0);
        problem.add(&[(1, x), (-prime, k)], Relation::Eq, planted % prime);
    }
    let product: i64 = primes.iter().take(count.min(8)).product();
    let reached = planted % product;
    if solvable {
        problem.add(&[(1, x)], Relation::Le, planted);
    } else {
        problem.between(x, reached + 1, reached + product / 2);
    }
    problem
}

/// Pieces of fixed or variable length one after the other in one word.
fn positions(count: usize, solvable: bool) -> Problem {
    let mut problem = Problem::default();
    let mut random = Random::new(6);
    let starts = problem.vars(count);
    let lengths = problem.vars(count);
    let total = problem.var();
    for index in 0..count {
        problem.between(lengths[index], 1 + (index % 3) as i64, 20);
        problem.add(&[(1, starts[index])], Relation::Ge, 0);
        problem.add(&[(1, starts[index]), (1, lengths[index]), (-1, total)], Relation::Le, 0);
        // Each piece lies before the next and before two random later ones.
        for _ in 0..3 {
            let later = index + 1 + random.below((count - index).min(8));
            if later < count {
                let terms = [(1, starts[index]), (1, lengths[index]), (-1, starts[later])];
                problem.add(&terms, Relation::Le, 0);
            }
        }
        if index + 1 < count {
            let terms = [(1, starts[index]), (1, lengths[index]), (-1, starts[index + 1])];
            problem.add(&terms, Relation::Le, 0);
        }
    }
    let least: i64 = (0..count).map(|index| 1 + (index % 3) as i64).sum();
    problem.add(&[(1, total)], Relation::Eq, if solvable { least + 5 } else { least - 1 });
    problem
}

/// The name of a shape, its maker, and its sizes.
type Shape = (&'static str, fn(usize, bool) -> Problem, &'static [usize]);

const SHAPES: &[Shape] = &[
    ("chain", |size, solvable| chain(size, !solvable), &[100, 1000, 5000]),
    ("prefix-sums", prefix_sums, &[100, 1000, 5000]),
    ("sum-tree", sum_tree, &[100, 1000, 5000]),
    ("flow", flow, &[20, 100, 400]),
    ("digit-sum", digit_sum, &[10, 20, 40, 300]),
    ("digit-product", digit_product, &[5, 10, 20, 40]),
    ("lasso", lasso, &[3, 6, 10, 15]),
    ("positions", positions, &[20, 100, 500]),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let directory = arguments.iter().position(|a| a == "--smt2").and_then(|at| arguments.get(at + 1));
    let wanted = arguments.first().filter(|name| !name.starts_with("--"));
    for (name, make, sizes) in SHAPES {
        if wanted.is_some_and(|wanted| wanted != name) {
            continue;
        }
        for size in *sizes {
            for solvable in [true, false] {
                let problem = make(*size, solvable);
                let kind = if solvable { "sat" } else { "unsat" };
                let title = format!("{name}-{size}-{kind}");
                if let Some(directory) = directory {
                    let file = Path::new(directory).join(format!("{title}.smt2"));
                    if let Err(error) = std::fs::write(&file, problem.smt2()) {
                        println!("{}: {error}", file.display());
                    }
                }
                let (answer, time, pivots) = problem.solve();
                println!("{title:28} {answer:8} {:10.3} ms {pivots:8} pivots", time.as_secs_f64() * 1e3);
            }
        }
    }
}
