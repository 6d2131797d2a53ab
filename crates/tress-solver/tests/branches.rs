//! Walks over trees of conditions: the answers are those of separate solvers.

use std::io::Write;
use std::sync::{Arc, Mutex};

use tress_base::Random;
use tress_rewrite::env::Log;
use tress_solver::{Answer, Branch, Solver};
use tress_term::term::{Op, Sort, Term, Value};

/// Conditions on two strings, as the tests of a small parser.
fn conditions(solver: &mut Solver) -> Vec<Term> {
    let [x, y] = ["x", "y"].map(|name| solver.constant(name, Sort::String));
    let mut word = |text: &str| solver.terms.value(Value::text(text));
    let [a, ab, semicolon] = ["a", "ab", ";"].map(&mut word);
    let terms = &mut solver.terms;
    let mut app = |op: Op, args: &[Term]| terms.app(op, args).expect("sorts fit");
    let [long, short] = [app(Op::Length, &[x]), app(Op::Length, &[y])];
    let joined = app(Op::Concat, &[x, y]);
    vec![
        app(Op::PrefixOf, &[a, x]),
        app(Op::Contains, &[joined, semicolon]),
        app(Op::Gt, &[long, short]),
        app(Op::Eq, &[joined, ab]),
        app(Op::SuffixOf, &[ab, y]),
        app(Op::Eq, &[x, y]),
    ]
}

/// The answer of a solver that knows nothing else.
fn alone(path: &[(usize, bool)]) -> Answer {
    let mut solver = Solver::new();
    let conditions = conditions(&mut solver);
    for (index, holds) in path {
        let condition = conditions[*index];
        let condition = if *holds { condition } else { solver.terms.not(condition) };
        solver.assert(condition);
    }
    solver.check(&[])
}

#[test]
fn a_walk_has_the_answers_of_separate_solvers() {
    let mut random = Random::new(7);
    let mut solver = Solver::new();
    let conditions = conditions(&mut solver);
    let mut open: Vec<(Branch, Vec<(usize, bool)>)> = vec![(solver.branch(), Vec::new())];
    let (mut sat, mut unsat) = (0, 0);
    for _ in 0..60 {
        let Some((branch, path)) = open.pop() else { break };
        let index = random.below(conditions.len());
        for holds in [true, false] {
            let condition = if holds { conditions[index] } else { solver.terms.not(conditions[index]) };
            let (next, mut longer) = (branch.extend(condition), path.clone());
            longer.push((index, holds));
            let answer = solver.check_branch(&next);
            assert_eq!(answer, alone(&longer), "{longer:?}");
            if answer == Answer::Sat {
                for condition in next.conditions() {
                    assert_eq!(solver.value(condition).expect("there is a model"), Ok(Value::Bool(true)));
                }
                open.push((next, longer));
                sat += 1;
            } else {
                unsat += 1;
            }
        }
    }
    assert!(sat > 20 && unsat > 5, "{sat} {unsat}");
}

#[test]
fn what_is_asserted_later_counts_for_every_branch() {
    let mut solver = Solver::new();
    let conditions = conditions(&mut solver);
    let branch = solver.branch().extend(conditions[0]);
    assert_eq!(solver.check_branch(&branch), Answer::Sat);
    let not = solver.terms.not(conditions[0]);
    solver.push();
    solver.assert(not);
    assert_eq!(solver.check_branch(&branch), Answer::Unsat);
    solver.pop(1).expect("a level is open");
    assert_eq!(solver.check_branch(&branch), Answer::Sat);
}

#[test]
fn a_model_of_one_solver_is_none_of_another() {
    let [mut one, mut other] = [Solver::new(), Solver::new()];
    let [first, second] = [&mut one, &mut other].map(conditions);
    // The same terms and as many changes on both sides, but other assertions.
    one.assert(first[0]);
    let not = other.terms.not(second[0]);
    other.assert(not);
    let branch = one.branch().extend(first[0]);
    assert_eq!(one.check_branch(&branch), Answer::Sat);
    assert_eq!(other.check_branch(&branch), Answer::Unsat);
}

/// Text that is kept.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("one thread").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn inferences_are_logged_with_their_reasons() {
    let kept = Kept::default();
    let mut solver = Solver::new();
    solver.log = Log::to(Box::new(kept.clone()));
    let [x, y, z] = ["x", "y", "z"].map(|name| solver.constant(name, Sort::String));
    let [ab, ba] = ["ab", "ba"].map(|text| solver.terms.value(Value::text(text)));
    let mut app = |op: Op, args: &[Term]| solver.terms.app(op, args).expect("sorts fit");
    let sides = [app(Op::Concat, &[x, ab, z, y]), app(Op::Concat, &[y, ba, x, z])];
    let lengths = [app(Op::Length, &[x]), app(Op::Length, &[y])];
    let facts = [app(Op::Eq, &sides), app(Op::Eq, &lengths)];
    facts.into_iter().for_each(|fact| solver.assert(fact));
    assert_eq!(solver.check(&[]), Answer::Unsat);
    let text = String::from_utf8(kept.0.lock().expect("one thread").clone()).expect("text");
    let draws =
        |line: &&str| line.starts_with("(rule-f-") && line.contains(":because ((=") && line.ends_with("))");
    assert!(text.lines().any(|line| draws(&line)), "{text}");
    assert!(text.lines().all(|line| line.starts_with('(') && line.contains(" :then (")), "{text}");
}
