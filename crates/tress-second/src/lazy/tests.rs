//! The engine alone: what it reads, what it finds, what it refutes and with which literals.

use tress_base::{Budget, Random, Stop};

use crate::named;
use tress_engines::testing::ask_engine;
use tress_rewrite::problem::Outcome;
use tress_rewrite::testing::Terms;
use tress_term::model::Model;
use tress_term::term::{Term, Value};

fn solve(facts: &[&str], steps: Option<u64>) -> (Result<Outcome, Stop>, Terms) {
    ask_engine(named("lazy"), facts, steps)
}

/// Is there a model under which every fact is true?
fn sat(facts: &[&str]) {
    let (outcome, mut terms) = solve(facts, None);
    let Ok(Outcome::Model(model)) = outcome else { panic!("{facts:?}: {outcome:?}") };
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

/// Does the search give no answer? What the kernel makes up is a belief.
fn open(facts: &[&str]) {
    let (outcome, _) = solve(facts, None);
    assert!(!matches!(&outcome, Ok(Outcome::Conflict(_))), "{facts:?}: {outcome:?}");
}

const MANY_A: &str = "(str.in_re x (re.* (str.to_re \"a\")))";
const MANY_B: &str = "(str.in_re y (re.* (str.to_re \"b\")))";

#[test]
fn concatenations_with_words_are_memberships() {
    let whole = "(str.in_re (str.++ x \"c\" y x) (re.++ (re.+ (str.to_re \"a\")) re.all (str.to_re \"ba\")))";
    sat(&[MANY_A, MANY_B, whole]);
    unsat(&[MANY_A, MANY_B, whole, "(= (str.len x) 0)"], &[2, 3]);
    unsat(&[MANY_A, MANY_B, whole, "(= y \"\")"], &[0, 2, 3]);
}

#[test]
fn what_must_not_be_is_read_too() {
    sat(&["(str.in_re x (re.* re.allchar))", "(not (str.in_re x (re.* (str.to_re \"a\"))))"]);
    unsat(&[MANY_A, "(not (str.in_re x (re.* (re.union (str.to_re \"a\") (str.to_re \"b\")))))"], &[0, 1]);
    unsat(
        &[MANY_A, MANY_B, "(not (= x \"\"))", "(str.in_re (str.++ x y) (re.* (str.to_re \"b\")))"],
        &[0, 2, 3],
    );
}

#[test]
fn lengths_against_constants_are_languages() {
    sat(&[MANY_A, MANY_B, "(= (+ (str.len x) (str.len y)) 7)", "(< (str.len x) 3)", "(> (str.len y) 4)"]);
    unsat(&[MANY_A, "(< (str.len x) 3)", "(>= (* 2 (str.len x)) 5)"], &[1, 2]);
    unsat(&["(= (* 2 (str.len x)) 5)"], &[0]);
    unsat(&["(< (str.len x) 0)"], &[0]);
    sat(&["(not (= (str.len x) 0))", "(>= (str.len x) (- 5))"]);
    open(&["(= (str.len x) (str.len y))", MANY_A]);
}

#[test]
fn predicates_with_known_patterns_are_languages() {
    sat(&[
        "(str.prefixof \"ab\" x)",
        "(str.suffixof \"ba\" x)",
        "(str.contains x \"cc\")",
        "(< (str.len x) 7)",
    ]);
    unsat(&["(str.prefixof \"ab\" x)", MANY_A], &[0, 1]);
    unsat(&["(str.is_digit x)", "(str.suffixof \"a\" x)"], &[0, 1]);
    sat(&["(not (str.contains (str.++ x y) \"ab\"))", "(str.prefixof \"a\" x)", "(str.prefixof \"b\" y)"]);
    open(&["(str.contains x y)"]);
}

#[test]
fn equations_are_put_in_and_count_as_reasons() {
    sat(&["(= x (str.++ y \"a\"))", "(= z (str.++ x x))", "(str.in_re z (re.+ (str.to_re \"ba\")))"]);
    unsat(&["(= x (str.++ y \"a\"))", "(str.in_re x (re.* (str.to_re \"b\")))"], &[0, 1]);
    unsat(&["(= x y)", "(= y \"a\")", "(= x \"b\")"], &[0, 1, 2]);
    unsat(&["(= (str.++ x \"a\" y) \"bcb\")"], &[0]);
    sat(&["(= (str.++ x \"a\" y) \"bab\")", "(= z (str.++ y x))"]);
    // Another equation makes this one readable.
    sat(&["(= (str.++ x \"a\") (str.++ \"b\" y))", "(= x \"bb\")"]);
    open(&["(= (str.++ x \"a\") (str.++ \"b\" y))", MANY_A]);
    open(&["(not (= x y))", MANY_A]);
}

#[test]
fn what_is_not_read_leaves_conflicts_of_the_rest() {
    let other = "(= (str.++ x \"a\") (str.++ \"b\" y))";
    unsat(&[other, MANY_A, "(str.prefixof \"b\" x)", "(not (= x y))"], &[1, 2]);
    open(&[other, MANY_A, "(str.prefixof \"a\" x)"]);
}

#[test]
fn truth_values_around_memberships_are_decided() {
    sat(&["(or a (= x \"a\"))", "(not a)", "(=> b (str.in_re x (re.+ (str.to_re \"a\"))))", "b"]);
    let [first, second] = [
        "(or (str.in_re x (str.to_re \"a\")) (str.in_re x (str.to_re \"bb\")))",
        "(ite a (str.in_re (str.++ x x) (re.+ (str.to_re \"c\"))) (= (str.len x) 3))",
    ];
    unsat(&[first, second, MANY_B], &[0, 1]);
}

#[test]
fn counters_are_shown_and_limits_hold() {
    let facts = [MANY_A, MANY_B, "(str.in_re (str.++ x y) (re.++ (str.to_re \"aab\") re.all))"];
    let (_, terms) = solve(&facts, None);
    assert!(terms.context.stats.get("lazy-states") > 3);
    let tail = "((_ re.^ 60) re.allchar)";
    let language = format!("(re.++ re.all (str.to_re \"a\") {tail})");
    let hard = [
        format!("(not (str.in_re (str.++ x y x) {language}))"),
        format!(
            "(str.in_re (str.++ y x) (re.inter {language} (re.comp (re.++ re.all (str.to_re \"b\") {tail}))))"
        ),
        format!("(str.in_re (str.++ x x) (re.diff {language} (re.++ re.all (str.to_re \"aa\") {tail})))"),
    ];
    let facts: Vec<&str> = hard.iter().map(String::as_str).collect();
    let (outcome, terms) = solve(&facts, Some(300_000));
    assert!(matches!(outcome, Err(Stop::Steps) | Ok(Outcome::Model(_))), "{outcome:?}");
    assert!(terms.context.stats.get("lazy-states") > 0);
}

/// A random string term over x, y and words.
fn side(random: &mut Random) -> String {
    let part = |random: &mut Random| (*random.pick(&["x", "y", "\"a\"", "\"b\"", "\"ab\""])).to_owned();
    match random.below(3) {
        0 => part(random),
        _ => format!("(str.++ {} {} {})", part(random), part(random), part(random)),
    }
}

fn language(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        let words = ["\"a\"", "\"b\"", "\"ab\"", "\"\""];
        return format!("(str.to_re {})", random.pick(&words));
    }
    let [first, second] = [0; 2].map(|_| language(random, depth - 1));
    match random.below(6) {
        0 => format!("(re.* {first})"),
        1 => format!("(re.union {first} {second})"),
        2 => format!("(re.comp {first})"),
        3 => format!("(re.inter {first} (re.* (re.range \"a\" \"b\")))"),
        _ => format!("(re.++ {first} {second})"),
    }
}

fn literal(random: &mut Random) -> String {
    let (first, second, n) = (side(random), side(random), random.below(4));
    let word = *random.pick(&["\"\"", "\"a\"", "\"ba\"", "\"aab\""]);
    let atom = match random.below(9) {
        0..=3 => format!("(str.in_re {first} {})", language(random, 2)),
        4 => format!("(= {first} {word})"),
        5 => format!("(= {first} {second})"),
        6 => format!("(<= (str.len {first}) {n})"),
        7 => format!("(= (+ (str.len x) (str.len y)) {n})"),
        _ => format!("({} {word} {first})", random.pick(&["str.prefixof", "str.suffixof"])),
    };
    if random.chance(1, 3) { format!("(not {atom})") } else { atom }
}

/// A fact: a literal, or one of two.
fn fact(random: &mut Random) -> String {
    match random.below(4) {
        0 => format!("(or {} {})", literal(random), literal(random)),
        _ => literal(random),
    }
}

#[test]
fn random_problems_agree_with_trying_short_words() {
    let mut random = Random::new(91);
    let mut words: Vec<String> = vec![String::new()];
    for length in 0..3 {
        let longer: Vec<String> = words.iter().filter(|word| word.len() == length).cloned().collect();
        words.extend(longer.iter().flat_map(|word| ["a", "b"].map(|character| format!("{word}{character}"))));
    }
    let (mut found, mut refuted) = (0, 0);
    for round in 0..1500 {
        let facts: Vec<String> = (0..1 + random.below(4)).map(|_| fact(&mut random)).collect();
        let texts: Vec<&str> = facts.iter().map(String::as_str).collect();
        let (outcome, mut terms) = solve(&texts, None);
        let all: Vec<Term> = texts.iter().map(|text| terms.term(text)).collect();
        let symbols = ["x", "y"].map(|name| terms.term(name));
        let budget = Budget::unlimited();
        let mut env = terms.context.env(&budget, 0);
        let symbols = symbols.map(|term| env.store.as_constant(term).expect("a symbol"));
        match outcome.expect("no limit") {
            // If the search has no answer, the kernel makes values up.
            Outcome::Model(_) if env.stats.get("lazy-states") == 0 => {}
            Outcome::Model(model) => {
                let mut holds = |term: &Term| matches!(env.eval(*term, &model), Ok(Value::Bool(true)));
                found += usize::from(all.iter().all(&mut holds));
            }
            Outcome::Conflict(core) => {
                refuted += 1;
                for (x, y) in words.iter().flat_map(|x| words.iter().map(move |y| (x, y))) {
                    let mut model = Model::new();
                    model.set(symbols[0], Value::text(x));
                    model.set(symbols[1], Value::text(y));
                    let mut holds =
                        |at: &u32| matches!(env.eval(all[*at as usize], &model), Ok(Value::Bool(true)));
                    assert!(!core.iter().all(&mut holds), "round {round}: {facts:?} {core:?} x={x} y={y}");
                }
            }
            Outcome::GaveUp(_) => {}
        }
    }
    assert!(found > 300 && refuted > 300, "{found} found, {refuted} refuted");
}
