//! The engine alone, against the evaluator and against the truth about small problems.

use tress_base::{Budget, Random, Stop};

use super::bounds::Bounds;
use super::flatten;
use crate::named;
use tress_engines::Task;
use tress_rewrite::problem::{Fact, Outcome, Problem};
use tress_rewrite::testing::Terms;
use tress_term::model::Model;
use tress_term::term::{Sort, Term, Value};

/// The problem that facts written as text make.
pub(super) fn problem(terms: &mut Terms, facts: &[&str]) -> Problem {
    let facts: Vec<Term> = facts.iter().map(|fact| terms.term(fact)).collect();
    let facts = facts.into_iter().zip(0..).map(|(term, origin)| Fact { term, origin });
    Problem::new(&terms.context.store, facts.collect())
}

fn ask(terms: &mut Terms, problem: &Problem, steps: Option<u64>) -> Result<Outcome, Stop> {
    let budget = Budget::unlimited().with_steps(steps);
    let task = Task { problem, tracked: &|_| true, share: u64::MAX, depth: 0 };
    let engine = named("flat");
    engine.solve(&mut terms.context.env(&budget, 0), &task)
}

/// What the engine answers to facts, and its counters.
fn solve(facts: &[&str], steps: Option<u64>) -> (Result<Outcome, Stop>, Terms) {
    let mut terms = Terms::new();
    let problem = problem(&mut terms, facts);
    (ask(&mut terms, &problem, steps), terms)
}

/// Is there a model, under which every fact is true, found in this number of rounds?
fn sat(facts: &[&str], rounds: u64) {
    let (outcome, mut terms) = solve(facts, None);
    let Ok(Outcome::Model(model)) = outcome else { panic!("{facts:?}: {outcome:?}") };
    assert_eq!(terms.context.stats.get("flat-rounds"), rounds, "{facts:?}");
    for fact in facts {
        let (term, budget) = (terms.term(fact), Budget::unlimited());
        let value = terms.context.env(&budget, 0).eval(term, &model);
        assert!(matches!(value, Ok(Value::Bool(true))), "{fact}");
    }
}

/// Are these facts refuted, by the ones with these numbers?
fn unsat(facts: &[&str], expected: &[u32]) {
    let (outcome, _) = solve(facts, None);
    assert!(matches!(&outcome, Ok(Outcome::Conflict(core)) if core == expected), "{facts:?}: {outcome:?}");
}

/// Is there no conflict?
fn not_refuted(facts: &[&str]) {
    let (outcome, _) = solve(facts, Some(300_000));
    assert!(!matches!(&outcome, Ok(Outcome::Conflict(_))), "{facts:?}: {outcome:?}");
}

#[test]
fn loops_make_long_words() {
    let long = ["(= (str.++ \"0\" x) (str.++ x \"0\"))", "(= (str.to_int x) (str.to_int y))"];
    let lengths = ["(> (str.len y) (str.len x))", "(> (str.len x) 1)", "(< 1000 (str.len y))"];
    sat(&[long.as_slice(), &lengths].concat(), 1);
    sat(&["(str.in_re x (re.* (str.to_re \"b\")))", "(= (str.len x) 100000)"], 1);
    sat(&["(= (str.to_int x) (str.to_int y))", "(> (str.len y) 1000000)", "(not (= x y))"], 1);
}

#[test]
fn equations_are_paths() {
    let (_, terms) = solve(&["(= (str.++ x \"ab\") (str.++ y x))"], None);
    // A shape has three characters, a loop and three characters: 7 + 2 items against 7 + 7.
    assert_eq!(terms.context.stats.get("flat-product-states"), 150);
    sat(&["(= (str.++ x \"ab\") (str.++ y x))"], 1);
    sat(&["(= (str.++ x y) (str.++ y x))", "(not (= x y))", "(> (str.len x) 2)", "(> (str.len y) 2)"], 1);
    sat(&["(or (= x \"a\") (= (str.++ x y) \"bcd\"))", "(= (str.len y) 2)", "(not (= x \"a\"))"], 1);
}

#[test]
fn restrictions_grow_where_the_core_names_them() {
    // Thirty digits that no loop repeats.
    let (outcome, terms) = solve(&["(= (str.to_int x) 123456789012345678901234567890)"], None);
    assert!(matches!(outcome, Ok(Outcome::Model(_))), "{outcome:?}");
    assert_eq!(terms.context.stats.get("flat-rounds"), 4);
    assert_eq!(terms.context.stats.get("flat-m"), 40);
}

#[test]
fn conversions_are_sums_of_digits() {
    sat(&["(= (str.from_int m) (str.++ x \"7\"))", "(> m 100)", "(= (str.to_int x) n)", "(< n 20)"], 1);
    sat(&["(= (str.to_code x) 98)", "(= (str.++ y x) (str.++ (str.from_code (+ 1 (str.to_code x))) x))"], 1);
    sat(&["(= (str.to_int (str.at x m)) 4)", "(= m (- (str.len x) 2))", "(= (str.to_int x) (- 1))"], 1);
}

#[test]
fn functions_are_equations() {
    sat(&["(= (str.substr x 1 2) \"bc\")", "(str.prefixof y x)", "(= (str.len y) 2)"], 1);
    sat(&["(= (str.indexof x \"b\" 0) 3)", "(= (str.replace x \"b\" y) \"aaacc\")"], 1);
    sat(&["(str.contains x y)", "(= (str.len y) 3)", "(not (str.contains x \"a\"))"], 1);
    sat(&["(= (ite (= m 1) x y) \"ab\")", "(= (str.len x) 1)"], 1);
}

#[test]
fn words_differ_and_stand_in_order() {
    let long = "(= (str.len x) 50)";
    sat(&["(str.< x y)", "(str.prefixof x y)", long], 1);
    sat(&["(str.< x y)", "(str.in_re x (re.* (str.to_re \"b\")))", "(= (str.len y) 40)", long], 1);
    sat(&["(not (str.< x y))", "(not (str.<= y \"b\"))", "(< (str.len x) 2)"], 1);
    sat(&["(str.<= x y)", "(str.<= y x)", "(str.in_re x (re.+ (str.to_re \"c\")))", long], 1);
    sat(&["(not (str.prefixof x y))", "(str.suffixof x y)", "(= (str.len x) 2)"], 1);
    sat(&["(not (str.suffixof x y))", "(str.prefixof x y)", "(= (str.len y) 50)", "(= (str.len x) 2)"], 1);
    sat(&["(not (= x y))", "(= (str.len x) (str.len y))", "(= (str.++ x \"a\") (str.++ \"a\" x))", long], 1);
    sat(&["(distinct x y z)", "(= (str.len x) (str.len y) (str.len z))", long], 1);
    sat(&["(not (distinct x y z))", "(< (str.len x) (str.len y))", "(str.contains y z)"], 1);
}

#[test]
fn parts_are_absent() {
    sat(&["(not (str.contains x y))", "(= (str.len x) 70)", "(= (str.len y) 60)"], 1);
    let shared = "(= (str.++ x \"a\") (str.++ \"a\" z))";
    sat(
        &[
            "(not (str.contains x y))",
            "(= (str.len x) 4)",
            "(= (str.len y) 2)",
            "(= (str.at x 1) (str.at y 0))",
            shared,
        ],
        1,
    );
    let characters = ["x", "y"].map(|name| format!("(str.in_re {name} (re.* (re.range \"a\" \"b\")))"));
    let characters = characters.each_ref().map(String::as_str);
    let ends = ["(str.contains x \"a\")", "(str.contains x \"b\")", "(= (str.len y) 2)", "(= (str.len x) 5)"];
    sat(&[&characters[..], &ends, &["(not (str.contains x y))"]].concat(), 1);
    sat(&["(= (str.indexof x \"ab\" 2) 4)", "(= (str.indexof x \"ab\" 0) 1)"], 1);
    sat(&["(= (str.indexof x \"aa\" 0) 2)", "(= (str.replace x \"aa\" y) \"cbb\")", "(= (str.len x) 4)"], 1);
}

#[test]
fn loops_are_as_long_as_cycles() {
    let [abc, long] = ["(str.in_re x (re.* (str.to_re \"abc\")))", "(= (str.len x) 900)"];
    sat(&[long, abc], 1);
    sat(&[long, abc, "(= (str.++ \"a\" y) x)", "(= (str.at y 600) z)"], 1);
    sat(&[long, abc, "(= (str.++ y \"c\") x)", "(str.< y z)", "(= (str.len z) 700)"], 1);
    let dates = "(str.in_re x (re.+ (re.++ (re.range \"0\" \"9\") (str.to_re \"-\"))))";
    sat(
        &[
            dates,
            "(= (str.len x) 400)",
            "(not (str.contains x \"7\"))",
            "(str.prefixof y x)",
            "(= (str.len y) 301)",
        ],
        1,
    );
    // Two and three characters together go round six.
    let ab = "(str.in_re y (re.* (str.to_re \"ab\")))";
    sat(&[long, abc, ab, "(not (= x y))", "(= (str.len y) 900)", "(not (str.suffixof y x))"], 1);
    sat(&["(= (str.++ z y) (str.++ y z))", ab, "(= (str.len y) 100)", "(= (str.len z) 60)"], 1);
    let (outcome, _) = solve(&[abc, "(= (str.len x) 901)"], Some(300_000));
    assert!(!matches!(outcome, Ok(Outcome::Model(_))));
}

fn random_string(random: &mut Random) -> &'static str {
    let strings = ["x", "y", "z", "\"a\"", "\"ab\"", "(str.++ x y)", "(str.++ y \"b\")", "(str.at x m)"];
    let functions =
        ["(str.replace x \"ab\" y)", "(str.replace x z y)", "(str.substr x m n)", "(str.from_int m)"];
    if random.chance(1, 4) {
        return random.pick::<&str>(&functions);
    }
    random.pick::<&str>(&strings)
}

/// A fact about short words.
fn random_fact(random: &mut Random) -> String {
    let (a, b, number) = (random_string(random), random_string(random), random.between(-1, 3));
    let regex = *random.pick(&[
        "(str.to_re \"ab\")",
        "(str.to_re \"aba\")",
        "(re.range \"a\" \"b\")",
        "(re.range \"0\" \"1\")",
    ]);
    let atom = match random.below(11) {
        0 => format!("(str.< {a} {b})"),
        1 => format!("(str.<= {a} {b})"),
        2 => format!("(str.prefixof {a} {b})"),
        3 => format!("(str.suffixof {a} {b})"),
        4 => format!("(str.contains {a} {b})"),
        5 => format!("(str.in_re {a} (re.* {regex}))"),
        6 => format!("(= (str.indexof {a} {b} m) {number})"),
        7 => format!("(= (str.to_int {a}) (+ m {number}))"),
        8 => format!("(>= (str.len {a}) (+ n {number}))"),
        9 => format!("(distinct {a} {b} z)"),
        _ => format!("(= {a} {b})"),
    };
    if random.chance(2, 5) { format!("(not {atom})") } else { atom }
}

/// Is there a model among short words and small numbers? Tries some of them.
fn short_model(terms: &mut Terms, problem: &Problem, random: &mut Random) -> Option<Model> {
    let (words, budget) =
        (["", "a", "b", "ab", "ba", "aab", "aba", "0", "1", "10", "01"], Budget::unlimited());
    let mut env = terms.context.env(&budget, 0);
    let mut tries = (0..1500).map(|_| {
        let mut model = Model::new();
        for symbol in &problem.symbols {
            let value = match env.store.symbol(*symbol).result {
                Sort::String => {
                    Value::Str(random.pick(&words).chars().map(u32::from).collect::<Vec<u32>>().into())
                }
                _ => Value::Int(random.between(-1, 3).into()),
            };
            model.set(*symbol, value);
        }
        let holds = |fact: &Fact| matches!(env.eval(fact.term, &model), Ok(Value::Bool(true)));
        problem.facts.iter().all(holds).then_some(model)
    });
    tries.find_map(|found| found)
}

/// How many random problems have models, conflicts and no answer. A conflict must have no short model.
fn random_answers(
    (seed, count): (u64, usize),
    ask: impl Fn(&mut Terms, &Problem) -> Result<Outcome, Stop>,
) -> [usize; 3] {
    let (mut random, mut answers) = (Random::new(seed), [0; 3]);
    for case in 0..count {
        let facts: Vec<String> = (0..1 + random.below(4)).map(|_| random_fact(&mut random)).collect();
        let facts: Vec<&str> = facts.iter().map(String::as_str).collect();
        let mut terms = Terms::new();
        let problem = problem(&mut terms, &facts);
        let answer = match ask(&mut terms, &problem) {
            // The engine asks the evaluator before it claims a model.
            Ok(Outcome::Model(_)) => 0,
            Ok(Outcome::Conflict(core)) => {
                let kept = problem.facts.iter().filter(|fact| core.contains(&fact.origin)).copied().collect();
                let core = Problem::new(&terms.context.store, kept);
                let model = short_model(&mut terms, &core, &mut random);
                assert!(model.is_none(), "case {case}: {facts:?} {model:?}");
                1
            }
            _ => 2,
        };
        answers[answer] += 1;
    }
    answers
}

#[test]
fn random_problems_are_never_refuted_when_they_have_short_models() {
    let answers = random_answers((4, 150), |terms, problem| ask(terms, problem, Some(100_000)));
    assert!(answers[0] > 80 && answers[1] > 10 && answers[2] < 40, "{answers:?}");
}

/// The rounds alone, with words of hardly any characters.
fn ask_narrowly(terms: &mut Terms, problem: &Problem) -> Result<Outcome, Stop> {
    let budget = Budget::unlimited().with_steps(Some(100_000));
    let narrow = Bounds { digits: 1, most: 2, ..Bounds::new(1, 1, &budget) };
    flatten(&mut terms.context.env(&budget, 0), problem, narrow)
}

#[test]
fn a_narrow_bound_is_never_a_conflict() {
    let answers = random_answers((9, 400), ask_narrowly);
    assert!(answers.iter().all(|count| *count > 10), "{answers:?}");
}

#[test]
fn beyond_the_greatest_bound_there_is_no_answer() {
    let word = "abcdefghij";
    let equal = format!("(= (str.++ x y) (str.++ \"{word}\" z))");
    for facts in [
        &[equal.as_str(), "(= (str.len x) 10)", "(not (str.contains x y))"][..],
        &["(str.in_re x (re.++ (str.to_re \"abcdefghij\") (re.* re.allchar)))", "(= (str.at x 10) y)"],
        &["(= (str.to_int x) 1234567890)", "(= y (str.at x 3))"],
        &["(= (str.from_int m) (str.++ \"1234567890\" x))", "(str.< x y)"],
        &["(= (str.replace x y \"a\") \"abcdefghij\")", "(str.contains x y)", "(= (str.len y) 1)"],
        &[
            "(not (str.contains x y))",
            "(str.prefixof \"abcde\" y)",
            "(str.prefixof \"edcba\" x)",
            "(distinct x y z)",
        ],
    ] {
        let mut terms = Terms::new();
        let problem = problem(&mut terms, facts);
        let outcome = ask_narrowly(&mut terms, &problem);
        assert!(matches!(outcome, Ok(Outcome::GaveUp(_))), "{facts:?}: {outcome:?}");
    }
}

#[test]
fn what_needs_no_restriction_is_a_conflict() {
    unsat(&["(= (str.++ x y \"a\") (str.++ y x))"], &[0]);
    unsat(&["(= m 2)", "(> (str.len x) 5)", "(= (str.len (str.++ x y)) m)"], &[0, 1, 2]);
    unsat(&["(= (str.to_int x) 3)", "(= (str.len x) 0)"], &[0, 1]);
}

#[test]
fn a_bound_is_no_conflict() {
    // Satisfiable, but by no word of these shapes.
    not_refuted(&["(= (str.len x) 900)", "(= (str.++ \"abc\" x) (str.++ x \"abc\"))"]);
    // Unsatisfiable, but lengths do not show it.
    not_refuted(&["(= (str.++ x \"a\") (str.++ \"b\" x))"]);
}

#[test]
fn weaker_problems_are_refuted_without_a_round() {
    let (outcome, terms) = solve(&["(= x (str.from_int m))", "(= x \"012\")", "(= y x)"], None);
    assert!(matches!(&outcome, Ok(Outcome::Conflict(core)) if core == &[0, 1]), "{outcome:?}");
    let count = |name: &str| terms.context.stats.get(name);
    assert_eq!((count("flat-weaker-conflicts"), count("flat-rounds")), (1, 0));
    let (_, terms) = solve(&["(= (str.++ \"1\" x) (str.++ x \"1\"))", "(> (str.to_int x) 11)"], None);
    let count = |name: &str| terms.context.stats.get(name);
    assert_eq!((count("flat-weaker"), count("flat-weaker-occurrences")), (1, 1));
    assert_eq!((count("flat-weaker-conflicts"), count("flat-rounds")), (0, 1));
    assert_eq!((count("flat-m"), count("flat-p"), count("flat-q")), (5, 2, 3));
    assert!(count("flat-product-states") > 0);
}
