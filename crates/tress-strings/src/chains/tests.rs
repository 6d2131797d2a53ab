//! Functions of one string: each rule both ways, and random chains compared with all short words.

use tress_base::{Budget, Random};

use crate::search;
use tress_rewrite::problem::{Fact, Outcome, Problem};
use tress_rewrite::stats::Stats;
use tress_rewrite::testing::Terms;
use tress_term::eval::Evaluator;
use tress_term::model::Model;
use tress_term::term::{Term, Value};

/// Work for one problem.
const STEPS: u64 = 300_000;

/// Decides facts without preprocessing. The outcome is `None` if that takes too long.
fn decide(terms: &mut Terms, facts: &[Term]) -> (Option<Outcome>, Stats) {
    let budget = Budget::unlimited().with_steps(Some(STEPS));
    let facts = facts.iter().map(|term| Fact { term: *term, origin: 0 }).collect();
    let problem = Problem::new(&terms.context.store, facts);
    let outcome = search(&mut terms.context.env(&budget, 0), &problem, |_| false);
    (outcome.ok(), std::mem::take(&mut terms.context.stats))
}

/// Does a word for `x` of at most five characters make all facts true?
fn has_short_word(terms: &mut Terms, facts: &[Term]) -> bool {
    let symbol = terms.term("x");
    let symbol = terms.context.store.as_constant(symbol).expect("a constant");
    let (mut evaluator, budget) = (Evaluator::new(), Budget::unlimited());
    let mut words: Vec<Vec<u32>> = vec![Vec::new()];
    let mut at = 0;
    while let Some(word) = words.get(at).cloned() {
        at += 1;
        let mut model = Model::new();
        model.set(symbol, Value::Str(word.clone().into()));
        let store = &terms.context.store;
        let holds = |fact: &Term| evaluator.eval(store, *fact, &model, &budget) == Ok(Value::Bool(true));
        if facts.iter().all(holds) {
            return true;
        }
        if word.len() < 5 {
            words.extend("abc".chars().map(|c| [word.as_slice(), &[u32::from(c)]].concat()));
        }
    }
    false
}

/// The facts have this answer, and the rule applied, or not.
fn check(rule: &str, applies: bool, facts: &[&str], satisfiable: bool) {
    let mut terms = Terms::new();
    let shown = format!("{rule}: {}", facts.join(" "));
    let facts: Vec<Term> = facts.iter().map(|fact| terms.term(fact)).collect();
    let (outcome, stats) = decide(&mut terms, &facts);
    match outcome {
        Some(Outcome::Model(_)) => assert!(satisfiable, "{shown}"),
        Some(Outcome::Conflict(_)) => assert!(!satisfiable, "{shown}"),
        other => panic!("{shown}: {other:?}"),
    }
    assert_eq!(stats.get(rule) > 0, applies, "{shown}");
}

#[test]
fn values_that_can_never_be_equal() {
    let two = r#"(= (str.replace_all (str.replace_all x "a" "01") "b" "1")
                    (str.replace_all (str.replace_all x "a" "00") "b" "0"))"#;
    let tiles = r#"(str.in_re x (re.+ (re.range "a" "b")))"#;
    check("chains-never-equal", true, &[two, tiles], false);
    check("chains-never-equal", false, &[r#"(= y (str.replace_all x "a" "01"))"#, tiles], true);
}

#[test]
fn values_that_are_always_equal() {
    let once = r#"(str.replace_all x "a" "")"#;
    let unequal = format!(r#"(not (= {once} y))"#);
    let twice = format!(r#"(= y (str.replace_all {once} "a" ""))"#);
    check("chains-always-equal", true, &[&unequal, &twice], false);
    let other = format!(r#"(= y (str.replace_all {once} "b" ""))"#);
    check("chains-always-equal", false, &[&unequal, &other, r#"(= x "b")"#], true);
}

#[test]
fn words_for_which_values_are_equal() {
    let tiles = r#"(str.in_re x (re.+ (re.range "a" "c")))"#;
    let chain = |words: [&str; 3]| {
        let [a, b, c] = words;
        format!(r#"(str.replace_all (str.replace_all (str.replace_all x "a" "{a}") "b" "{b}") "c" "{c}")"#)
    };
    let equal = format!("(= {} {})", chain(["1", "10111", "10"]), chain(["111", "10", "0"]));
    check("chains-agreeing-word", true, &[&equal, tiles], true);
    check("chains-agreeing-word", false, &[r#"(= y (str.replace_all x "a" "b"))"#, tiles], true);
}

/// A chain of functions of `x`.
fn random_chain(random: &mut Random) -> String {
    let mut word = |least: usize| -> String {
        let length = least + random.below(3 - least);
        (0..length).map(|_| *random.pick(&['a', 'b', 'c'])).collect()
    };
    let words: Vec<[String; 2]> = (0..3).map(|_| [word(1), word(0)]).collect();
    let mut chain = "x".to_owned();
    for [old, new] in &words[..1 + random.below(3)] {
        let op = random.pick(&["str.replace_all", "str.replace_all", "str.replace"]);
        chain = format!(r#"({op} {chain} "{old}" "{new}")"#);
    }
    chain
}

#[test]
fn conflicts_hold_for_all_short_words() {
    let mut random = Random::new(11);
    let (mut conflicts, mut models) = (0, 0);
    for round in 0..400 {
        let (one, other) = (random_chain(&mut random), random_chain(&mut random));
        let language = random.pick(&[
            r#"(re.+ (re.range "a" "b"))"#,
            r#"(re.* (re.range "a" "c"))"#,
            r#"(re.++ (re.* (str.to_re "ab")) (str.to_re "c"))"#,
        ]);
        let equal = format!("(= {one} {other})");
        let equal = if random.chance(1, 2) { equal } else { format!("(not {equal})") };
        let mut terms = Terms::new();
        let facts = [equal.as_str(), &format!("(str.in_re x {language})")].map(|fact| terms.term(fact));
        match decide(&mut terms, &facts).0 {
            Some(Outcome::Conflict(_)) => {
                assert!(!has_short_word(&mut terms, &facts), "round {round}: {equal} {language}");
                conflicts += 1;
            }
            Some(Outcome::Model(_)) => models += 1,
            _ => {}
        }
    }
    assert!(conflicts > 20 && models > 100, "{conflicts} conflicts, {models} models");
}
