//! Every rule of the calculus both ways: a problem that needs it, and one that does not.

use tress_base::Budget;

use tress_rewrite::problem::{Fact, Outcome, Problem};
use tress_rewrite::stats::Stats;
use tress_rewrite::testing::Terms;
use tress_term::eval::Evaluator;
use tress_term::model::Model;
use tress_term::term::{Term, Value};

use super::search;

/// Work for one small problem.
const STEPS: u64 = 5_000_000;

/// Decides facts without preprocessing, and tells what was counted.
fn decide(terms: &mut Terms, facts: &[Term]) -> (Outcome, Stats) {
    let budget = Budget::unlimited().with_steps(Some(STEPS));
    let facts = facts.iter().map(|term| Fact { term: *term, origin: 0 }).collect();
    let problem = Problem::new(&terms.context.store, facts);
    let outcome = search(&mut terms.context.env(&budget, 0), &problem, |_| false);
    (outcome.expect("the problem is small"), std::mem::take(&mut terms.context.stats))
}

fn hold(terms: &Terms, facts: &[Term], model: &Model) -> bool {
    let (mut evaluator, budget) = (Evaluator::new(), Budget::unlimited());
    facts
        .iter()
        .all(|fact| evaluator.eval(&terms.context.store, *fact, model, &budget) == Ok(Value::Bool(true)))
}

/// Do short words for `x`, `y` and `z` make all facts true? The slow twin of the search.
fn has_short_words(terms: &mut Terms, facts: &[Term]) -> bool {
    let words = ["", "a", "b", "c", "aa", "ab", "ba", "bb", "aba", "bab"];
    let symbols = ["x", "y", "z"].map(|name| {
        let term = terms.term(name);
        terms.context.store.as_constant(term).expect("a constant")
    });
    let value = |word: &str| Value::Str(word.chars().map(u32::from).collect::<Vec<_>>().into());
    let mut model = Model::new();
    words.iter().any(|x| {
        words.iter().any(|y| {
            words.iter().any(|z| {
                for (symbol, word) in symbols.iter().zip([x, y, z]) {
                    model.set(*symbol, value(word));
                }
                hold(terms, facts, &model)
            })
        })
    })
}

/// Decides facts: the answer must be this one, and the rule must have applied, or not.
fn check(rule: &str, applies: bool, facts: &[&str], satisfiable: bool) {
    let mut terms = Terms::new();
    let shown = format!("{rule}: {}", facts.join(" "));
    let facts: Vec<Term> = facts.iter().map(|fact| terms.term(fact)).collect();
    let (outcome, stats) = decide(&mut terms, &facts);
    match outcome {
        Outcome::Model(model) => {
            assert!(satisfiable, "{shown}: there is no model");
            assert!(hold(&terms, &facts, &model), "{shown}: the model is wrong");
        }
        Outcome::Conflict(_) => {
            assert!(!satisfiable, "{shown}: there is a model");
            assert!(!has_short_words(&mut terms, &facts), "{shown}: short words fit");
        }
        other => panic!("{shown}: {other:?}"),
    }
    assert_eq!(stats.get(rule) > 0, applies, "{shown}: {:?}", stats.iter().collect::<Vec<_>>());
}

#[test]
fn strings_and_numbers_share_lengths() {
    let apart = ["(= (str.len x) 1)", "(= (str.len y) 2)"];
    check("rule-a-prop", true, &["(= x y)", apart[0], apart[1]], false);
    check("rule-a-prop", false, &["(not (= x y))", apart[0], apart[1]], true);
    let crossed = r#"(= (str.++ x "ab" z y) (str.++ y "ba" x z))"#;
    let one_more = ["(= (str.len x) (+ (str.len z) 1))", "(= (str.len y) (+ (str.len z) 1))"];
    check("rule-s-prop", true, &[crossed, one_more[0], one_more[1]], false);
    check("rule-s-prop", false, &[r#"(= (str.++ x "a") (str.++ "a" x))"#], true);
    let long = ["(= (str.len y) 1)", "(= (str.len z) 1)"];
    check("rule-len", true, &["(= x (str.++ y z))", "(= (str.len x) 1)", long[0], long[1]], false);
    check("rule-len", false, &["(= (str.len x) 1)", long[0], long[1]], true);
    check("rule-len-split", true, &["(= x (str.++ y z))", "(= (str.len y) 0)", "(not (= x z))"], false);
    check("rule-len-split", false, &["(= x y)", "(= (str.len y) 0)"], true);
    check("rule-a-conflict", true, &["(> (str.len x) 3)", "(< (+ (str.len x) (str.len y)) 2)"], false);
    check("rule-a-conflict", false, &["(> (str.len x) 3)", "(> (str.len y) 2)"], true);
}

#[test]
fn repetitions_come_off_copy_by_copy() {
    let star = "(str.in_re x (re.* (str.to_re y)))";
    check("rule-r-star", true, &[star, r#"(= x "ab")"#, "(= (str.len y) 1)"], false);
    check("rule-r-star", false, &[star, r#"(= x "")"#, "(= (str.len y) 1)"], true);
}

#[test]
fn equal_strings() {
    let whole = "(= x (str.++ y z))";
    check("rule-s-cycle", true, &[whole, r#"(= y "")"#, "(not (= x z))"], false);
    check("rule-s-cycle", false, &[whole, r#"(= y "a")"#, "(= (str.len z) 1)", "(not (= x z))"], true);
    check("rule-reset", true, &[whole], true);
    check("rule-reset", false, &[r#"(= x "a")"#, r#"(= x "b")"#], false);
    check("rule-s-conflict", true, &["(= x y)", "(= y z)", "(not (= x z))"], false);
    check("rule-s-conflict", false, &["(= x y)", "(not (= y z))"], true);
    let same = ["(= (str.len x) 1)", "(= (str.len y) 1)"];
    let unequal = r#"(not (= (str.++ x "a") (str.++ y "a")))"#;
    check("rule-s-split", true, &[unequal, same[0], same[1]], true);
    check("rule-s-split", false, &[unequal, same[0], "(= (str.len y) 2)"], true);
    let crossed = r#"(= (str.++ x "ab" z y) (str.++ y "ba" x z))"#;
    check("rule-l-split", true, &[crossed, "(= (str.len x) (str.len y))"], false);
    check("rule-l-split", false, &[unequal, same[0], "(= (str.len y) 2)"], true);
}

#[test]
fn forms_are_lists_of_parts() {
    let concatenation = [r#"(= x (str.++ y "a" z))"#, "(> (str.len y) 0)", "(> (str.len z) 0)"];
    for rule in ["rule-f-form1", "rule-f-form2", "rule-n-form1", "rule-n-form2"] {
        check(rule, true, &concatenation, true);
        check(rule, false, &["(= x y)", "(not (= y z))"], true);
    }
}

#[test]
fn heads_that_meet() {
    let crossed = r#"(= (str.++ x "ab" z y) (str.++ y "ba" x z))"#;
    check("rule-f-unify", true, &[crossed, "(= (str.len x) (str.len y))"], false);
    check("rule-f-unify", false, &["(= x (str.++ y z))"], true);
    let shifted = r#"(= (str.++ x y) (str.++ z "b" x))"#;
    check("rule-f-split", true, &[shifted, "(= (str.len x) 2)", "(= (str.len z) 1)"], true);
    check("rule-f-split", false, &["(= x (str.++ y z))"], true);
}

#[test]
fn loops_are_cut() {
    check("rule-f-loop", true, &[r#"(= (str.++ x "aabb") (str.++ "abab" x))"#], false);
    check("rule-f-loop", true, &[r#"(= (str.++ "ab" x) (str.++ x "ba"))"#, "(= (str.len x) 7)"], true);
    check("rule-f-loop", false, &[r#"(= (str.++ x "a") (str.++ y "a"))"#, "(= (str.len x) 7)"], true);
    // Behind a string that is not known.
    let behind = r#"(= (str.++ x "ab") (str.++ y x))"#;
    check("rule-f-loop", true, &[behind, "(= (str.len x) 5)"], true);
    let twice = [r#"(= (str.++ x "aabb") (str.++ y z x))"#, "(= y z)", "(= (str.len x) 7)"];
    check("rule-f-loop", true, &twice, false);
    // And from the right.
    check("rule-f-loop", true, &[r#"(= (str.++ "ab" x) (str.++ x y))"#, "(= (str.len x) 5)"], true);
}

#[test]
fn strings_that_differ() {
    let unequal = r#"(not (= (str.++ x y) (str.++ z "ab")))"#;
    let short = ["(= (str.len x) 2)", "(= (str.len y) 1)"];
    check("rule-d-base", true, &[unequal, short[0], short[1], "(= (str.len z) 2)"], true);
    check("rule-d-split", true, &[unequal, short[0], short[1], "(= (str.len z) 1)"], true);
    check("rule-d-split", false, &[unequal, short[0], short[1], "(= (str.len z) 2)"], true);
    check("rule-d-add", true, &[r#"(not (= (str.++ x "a") (str.++ x "b")))"#], true);
    check("rule-d-add", false, &[unequal, short[0], short[1], "(= (str.len z) 2)"], true);
    check("rule-d-base", false, &["(= x (str.++ y z))", r#"(= x "")"#], true);
}

#[test]
fn words_can_be_too_few() {
    let distinct = |letters: &str| {
        let member = |name: &str| format!(r#"(str.in_re {name} (re.range "a" "{letters}"))"#);
        [member("x"), member("y"), member("z"), "(distinct x y z)".to_owned()]
    };
    let two = distinct("b");
    let two: Vec<&str> = two.iter().map(String::as_str).collect();
    check("rule-card", true, &two, false);
    let three = distinct("c");
    let three: Vec<&str> = three.iter().map(String::as_str).collect();
    check("rule-card", false, &three, true);
}

#[test]
fn fronts_and_backs_clash_at_once() {
    let fronts = [r#"(= x (str.++ "ab" y))"#, r#"(= x (str.++ "ac" z))"#];
    check("search-final-checks", false, &fronts, false);
    let backs = [r#"(= x (str.++ y "ba"))"#, r#"(= x (str.++ z "aa"))"#, r#"(= y (str.++ "a" z))"#];
    check("search-final-checks", false, &backs, false);
    check("search-final-checks", false, &[r#"(= x (str.++ y "a" z "b"))"#, r#"(= x "b")"#], false);
    check("search-final-checks", false, &[r#"(str.prefixof "b" x)"#, r#"(= x (str.++ "a" y))"#], false);
    check("search-final-checks", true, &[r#"(= x (str.++ "ab" y))"#, r#"(= x (str.++ "a" z))"#], true);
    // A function of literals has its value.
    check(
        "search-final-checks",
        false,
        &[r#"(= x "ab")"#, r#"(= y (str.++ x "c"))"#, r#"(= y "abb")"#],
        false,
    );
    check("search-final-checks", false, &[r#"(= x "ab")"#, r#"(str.in_re x (re.+ (str.to_re "a")))"#], false);
    check("search-final-checks", true, &[r#"(= x "ab")"#, r#"(= y (str.++ x "c"))"#, r#"(= y "abc")"#], true);
}

/// Decides facts about numbers and their words: the answer must be this one.
fn check_numbers(facts: &[&str], satisfiable: bool) {
    let mut terms = Terms::new();
    let shown = facts.join(" ");
    let facts: Vec<Term> = facts.iter().map(|fact| terms.term(fact)).collect();
    match decide(&mut terms, &facts).0 {
        Outcome::Model(model) => assert!(satisfiable && hold(&terms, &facts, &model), "{shown}"),
        Outcome::Conflict(_) => assert!(!satisfiable, "{shown}: there is a model"),
        other => panic!("{shown}: {other:?}"),
    }
}

#[test]
fn numbers_have_few_digits() {
    check_numbers(&["(> (str.len (str.from_int n)) n)", "(> n 0)"], false);
    check_numbers(&["(> (str.len (str.from_int n)) n)", "(>= n 0)"], true);
    check_numbers(&["(= (str.len (str.from_int n)) n)", "(> n 1)"], false);
    check_numbers(&["(= (str.len (str.from_int n)) n)", "(> n 0)"], true);
    check_numbers(&["(= (str.len (str.from_int n)) 1)", "(> n 9)"], false);
    check_numbers(&["(= (str.len (str.from_int n)) 2)", "(< n 11)"], true);
    check_numbers(&["(> (str.len (str.from_int (str.to_int x))) (str.len x))"], false);
    check_numbers(&["(< (str.len (str.from_int (str.to_int x))) (str.len x))", "(> (str.to_int x) 5)"], true);
}

#[test]
fn positive_numbers_begin_with_no_zero() {
    let front = r#"(= (str.++ "0" x) (str.from_int n))"#;
    check_numbers(&[front, "(> n 0)"], false);
    check_numbers(&[front], true);
}

#[test]
fn a_digit_has_one_number_and_one_code() {
    let apart = "(not (= (str.to_int x) (+ (str.to_code x) (- 48))))";
    check_numbers(&[r#"(str.in_re x (re.range "0" "9"))"#, apart], false);
    check_numbers(&[apart], true);
}

#[test]
fn outer_digits_are_arithmetic() {
    let behind = "(not (= (str.to_int (str.++ x \"30\")) (+ 30 (* 100 (str.to_int x)))))";
    check_numbers(&[behind, "(>= (str.to_int x) 0)"], false);
    check_numbers(&[behind], true);
    let before = "(not (= (str.to_int (str.++ \"00\" x)) (str.to_int x)))";
    check_numbers(&[before, "(> (str.len x) 0)"], false);
    check_numbers(&[before], true);
    let other = "(not (= (str.to_int (str.++ \"01\" x)) (str.to_int x)))";
    check_numbers(&[other, "(> (str.len x) 0)"], true);
}

#[test]
fn a_smaller_number_with_a_longer_word_begins_with_zero() {
    let order =
        ["(>= (str.to_int y) 0)", "(>= (str.to_int x) (str.to_int y))", "(< (str.len x) (str.len y))"];
    check_numbers(&[order[0], order[1], order[2], "(not (str.prefixof \"0\" y))"], false);
    check_numbers(&order, true);
    let written = "(> (str.len (str.from_int n)) (str.len (str.from_int m)))";
    check_numbers(&[written, "(< n m)"], false);
    check_numbers(&[written, "(>= n m)"], true);
    check_numbers(&["(> (str.len (str.from_int n)) (str.len x))", "(< n (str.to_int x))"], false);
}

#[test]
fn a_number_has_one_word_of_a_length() {
    let equal = "(= (str.to_int x) (str.to_int y))";
    let facts = [equal, "(not (= x y))", "(>= (str.to_int x) 0)"];
    check("numeral-same", true, &[facts[0], facts[1], facts[2], "(= (str.len x) (str.len y))"], false);
    check_numbers(&facts, true);
}

#[test]
fn names_of_caps_are_unique() {
    let mut names: Vec<&str> = crate::caps().chain(tress_kernel::caps()).map(|cap| cap.name()).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert!(count > 40 && names.len() == count, "{names:?}");
}
