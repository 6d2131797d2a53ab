//! The engine alone: what it refutes and with which literals, and that nothing with a solution is refuted.

use tress_base::{Budget, Random};

use crate::testing::{ask, expect_conflict, expect_model, short_model, short_words};
use tress_rewrite::problem::Outcome;
use tress_term::term::{Term, Value};

/// Steps of one question; what needs more is a failure.
const STEPS: u64 = 3_000_000;

/// A concatenation: t, x, y and z are variables, other characters themselves.
fn side(text: &str) -> String {
    let part = |character: char| {
        if "txyz".contains(character) { character.to_string() } else { format!("\"{character}\"") }
    };
    let parts: Vec<String> = text.chars().map(part).collect();
    match parts.len() {
        0 => "\"\"".to_owned(),
        1 => parts[0].clone(),
        _ => format!("(str.++ {})", parts.join(" ")),
    }
}

/// `xy=yx`, `x!=y`, or a formula as it is.
fn fact(text: &str) -> String {
    if text.starts_with('(') {
        return text.to_owned();
    }
    match text.split_once("!=") {
        Some((a, b)) => format!("(not (= {} {}))", side(a), side(b)),
        None => {
            let (a, b) = text.split_once('=').expect("an equation");
            format!("(= {} {})", side(a), side(b))
        }
    }
}

fn facts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| fact(text)).collect()
}

fn unsat(texts: &[&str], expected: &[u32]) {
    let facts = facts(texts);
    expect_conflict("nielsen", &facts.iter().map(String::as_str).collect::<Vec<_>>(), expected, STEPS);
}

fn sat(texts: &[&str]) {
    let facts = facts(texts);
    expect_model("nielsen", &facts.iter().map(String::as_str).collect::<Vec<_>>(), STEPS);
}

/// Not refuted.
fn open(texts: &[&str]) {
    let facts = facts(texts);
    let (outcome, _) = ask("nielsen", &facts.iter().map(String::as_str).collect::<Vec<_>>(), Some(STEPS));
    assert!(!matches!(outcome, Ok(Outcome::Conflict(_))), "{texts:?}: {outcome:?}");
}

const X_AB: &str = "(str.in_re x (re.+ (str.to_re \"ab\")))";
const Y_AB: &str = "(str.in_re y (re.* (str.to_re \"ab\")))";
const Y_BA: &str = "(str.in_re y (re.+ (str.to_re \"ba\")))";
const Z_BA: &str = "(str.in_re z (re.+ (str.to_re \"ba\")))";

#[test]
fn what_commutes_with_a_word_that_is_not_empty_commutes() {
    unsat(&["xy=yx", "yz=zy", "y!=", "xz!=zx"], &[0, 1, 2, 3]);
    open(&["xy=yx", "yz=zy", "xz!=zx"]);
    unsat(&["xy=yx", X_AB, Y_BA, "yz=zy"], &[0, 1, 2]);
    sat(&["xy=yx", X_AB, Y_AB, "y!="]);
}

#[test]
fn relations_and_powers_commute() {
    unsat(&["xxyy=yyxx", "xy!=yx"], &[0, 1]);
    open(&["xxyz=yzxx", "xy!=yx"]);
    unsat(&["xxyyy=zz", "xz!=zx"], &[0, 1]);
    // With an exponent of one they need not.
    open(&["xxyyy=z", "xz!=zx"]);
    sat(&["xxyy=zz", X_AB, Y_AB, "y!="]);
    unsat(&["xx=yyy", "(= (str.len x) (+ (* 3 n) 1))"], &[0, 1]);
    open(&["xx=yyy", "(= (str.len x) (+ (* 3 n) 3))"]);
}

#[test]
fn conjugates_have_the_form_they_have() {
    unsat(&["xabc=bcax", "(= (str.len x) (+ (* 3 n) 1))"], &[0, 1]);
    open(&["xabc=bcax", "(= (str.len x) (+ (* 3 n) 2))"]);
    unsat(&["xa=bx", "z!="], &[0]);
    unsat(&["xy=yz", X_AB, Y_AB, Z_BA], &[0, 1, 2, 3]);
    sat(&["xy=yz", X_AB, Z_BA]);
    unsat(&["zyx=xxz", "x!=y"], &[0, 1]);
    open(&["zyx=xxz", "x!=z"]);
}

#[test]
fn lengths_are_carried_and_followed() {
    unsat(&["xaby=ybax", "(= (str.len x) (str.len y))"], &[0, 1]);
    open(&["xaby=ybax", "(> (str.len x) (str.len y))"]);
    unsat(&["ax=yb", "by=xa", "(= (str.len x) (* 2 n))"], &[0, 1, 2]);
    open(&["ax=yb", "by=xa", "(= (str.len x) (+ (* 2 n) 1))"]);
    // Both may be odd, and one of them, but not none: only languages show that.
    unsat(&["xyab=bayx", "(= (str.len x) (* 2 n))", "(= (str.len y) (* 2 m))"], &[0, 1, 2]);
    open(&["xyab=bayx", "(= (str.len x) (* 2 n))", "(= (str.len y) (+ (* 2 m) 1))"]);
}

#[test]
fn conditions_are_decided_around() {
    unsat(&["(or (= (str.++ x \"a\") (str.++ \"b\" x)) (= (str.len x) (- 1)))"], &[0]);
    sat(&["(or a (= (str.++ x \"a\") (str.++ \"b\" x)))"]);
}

#[test]
fn limits_hold() {
    let facts = facts(&["xyzxyz=zyxxzy", "xzy=yxxz"]);
    let (outcome, _) = ask("nielsen", &facts.iter().map(String::as_str).collect::<Vec<_>>(), Some(50));
    assert!(!matches!(outcome, Ok(Outcome::Conflict(_))), "{outcome:?}");
}

/// Languages of words over a and b.
const LANGUAGES: [&str; 7] = [
    "(re.* (str.to_re \"a\"))",
    "(re.* (str.to_re \"ab\"))",
    "(re.+ (str.to_re \"ba\"))",
    "(re.++ (re.* (str.to_re \"a\")) (re.* (str.to_re \"b\")))",
    "(re.++ (re.* (str.to_re \"ab\")) (str.to_re \"a\"))",
    "(re.* (re.union (str.to_re \"aa\") (str.to_re \"b\")))",
    "(re.++ (str.to_re \"b\") re.all)",
];

fn random_side(random: &mut Random, longest: usize) -> String {
    let text: String =
        (0..random.below(longest + 1)).map(|_| *random.pick(&['x', 'y', 'z', 'x', 'y', 'a', 'b'])).collect();
    side(&text)
}

fn literal(random: &mut Random) -> String {
    let [first, second] = [4, 4].map(|longest| random_side(random, longest));
    let n = random.below(4);
    match random.below(9) {
        0..=2 => format!("(= {first} {second})"),
        3 | 4 => format!("(not (= {first} {second}))"),
        5 => format!("(= (str.len {first}) (+ (str.len {second}) {n}))"),
        6 => format!("(<= (str.len {first}) {n})"),
        7 => format!("(str.prefixof {first} {second})"),
        _ => format!("(str.in_re {} {})", random.pick(&["x", "y", "z"]), random.pick(&LANGUAGES)),
    }
}

#[test]
fn random_systems_agree_with_trying_short_words() {
    const ROUNDS: usize = 600;
    let mut random = Random::new(733);
    let words = short_words(3);
    let (mut found, mut refuted) = (0, 0);
    for round in 0..ROUNDS {
        let mut facts: Vec<String> = (0..1 + random.below(4)).map(|_| literal(&mut random)).collect();
        facts.push(format!("(= {} {})", random_side(&mut random, 5), random_side(&mut random, 5)));
        let texts: Vec<&str> = facts.iter().map(String::as_str).collect();
        let (outcome, mut terms) = ask("nielsen", &texts, Some(20_000));
        let all: Vec<Term> = texts.iter().map(|text| terms.term(text)).collect();
        let symbols = ["x", "y", "z"].map(|name| terms.term(name));
        let budget = Budget::unlimited();
        let mut env = terms.context.env(&budget, 0);
        let symbols = symbols.map(|term| env.store.as_constant(term).expect("a symbol"));
        match outcome {
            Ok(Outcome::Model(model)) => {
                let mut holds = |term: &Term| matches!(env.eval(*term, &model), Ok(Value::Bool(true)));
                found += usize::from(all.iter().all(&mut holds));
            }
            Ok(Outcome::Conflict(core)) => {
                refuted += 1;
                let core: Vec<Term> = core.iter().map(|at| all[*at as usize]).collect();
                let model = short_model(&mut env, symbols, &words, &core);
                assert!(model.is_none(), "round {round}: {facts:?}: {model:?}");
            }
            _ => {}
        }
    }
    assert!(refuted > ROUNDS / 4 && found > ROUNDS / 10, "{found} found, {refuted} refuted");
}

#[test]
fn words_that_turn_in_circles_are_equal() {
    unsat(&["xz=zy", "yz=zx", "x!=y"], &[0, 1, 2]);
    unsat(&["xzaz=zazy", "yzaz=zazx", "x!=y"], &[0, 1, 2]);
    // One rotation leaves them different.
    sat(&["xz=zy", "x!=y"]);
}

#[test]
fn an_outsider_of_a_relation_commutes() {
    unsat(&["xyz=zyx", "xy=yx", "y!=", "xz!=zx"], &[0, 1, 3]);
    // None of them needs to commute with another.
    sat(&["xyz=zyx", "x!=z", "y!=", "xz!=zx"]);
}

#[test]
fn one_equation_may_make_words_commute() {
    unsat(&["zyx=xxz", "z!=", "xt=tx", "x!=", "zt!=tz"], &[0, 2, 3, 4]);
    sat(&["zyx=xxz", "z!=", "xt=tx", "zt!=tz"]);
}

#[test]
fn what_commutes_changes_places_before_sides_are_compared() {
    unsat(&["xy=yx", "xz=yxt", "z!=yt"], &[0, 1, 2]);
    open(&["xz=yxt", "z!=yt"]);
}
