//! The engine alone, against the evaluator and against the truth about small problems.

use tress_base::{Budget, Stop};

use crate::engines::{Engine, Task};
use crate::problem::{Fact, Outcome, Problem};
use crate::term::{Term, Value};
use crate::testing::Terms;

use super::WAYS;
use super::eliminate::{last_places, saturate};
use super::instances::Instances;
use super::translate::translate;

/// What a way of the engine says of facts, and its counters.
fn solve_by(way: &str, facts: &[&str], steps: Option<u64>) -> (Result<Outcome, Stop>, Terms) {
    let mut terms = Terms::new();
    let facts: Vec<Term> = facts.iter().map(|fact| terms.term(fact)).collect();
    let facts = facts.into_iter().zip(0..).map(|(term, origin)| Fact { term, origin });
    let problem = Problem::new(&terms.workshop.store, facts.collect());
    let budget = Budget::unlimited().with_steps(steps);
    let task = Task { problem: &problem, tracked: &|_| true, share: u64::MAX };
    let engine = &WAYS.iter().find(|known| known.0 == way).expect("it stands in the table").1;
    let outcome = engine.solve(&mut terms.workshop.env(&budget, 0), &task);
    (outcome, terms)
}

/// Is there a model under which every fact is true? Were these counters counted?
fn sat_by(way: &str, facts: &[&str], counters: &[&str]) {
    let (outcome, mut terms) = solve_by(way, facts, None);
    let Ok(Outcome::Model(model)) = outcome else { panic!("{way} {facts:?}: {outcome:?}") };
    for counter in counters {
        assert!(terms.workshop.stats.get(counter) > 0, "{facts:?}: {counter}");
    }
    for fact in facts {
        let (term, budget) = (terms.term(fact), Budget::unlimited());
        let value = terms.workshop.env(&budget, 0).eval(term, &model);
        assert!(matches!(value, Ok(Value::Bool(true))), "{fact}");
    }
}

/// Are these facts refuted, by the ones with these numbers?
fn unsat_by(way: &str, facts: &[&str], expected: &[u32], counters: &[&str]) {
    let (outcome, terms) = solve_by(way, facts, None);
    assert!(
        matches!(&outcome, Ok(Outcome::Conflict(core)) if core == expected),
        "{way} {facts:?}: {outcome:?}"
    );
    for counter in counters {
        assert!(terms.workshop.stats.get(counter) > 0, "{facts:?}: {counter}");
    }
}

/// A conversion by its counter, each way: facts that hold together, and facts that do not.
fn conversion(counter: &str, yes: &[&str], no: &[&str]) {
    let all: Vec<u32> = (0..u32::try_from(no.len()).expect("few facts")).collect();
    sat_by("qelim", yes, &[counter]);
    unsat_by("qelim", no, &all, &[counter]);
}

#[test]
fn equality_and_its_negation() {
    conversion(
        "parray-equal",
        &["(= x y)", "(= (str.at x 1) \"b\")"],
        &["(= x y)", "(= (str.at x 1) \"b\")", "(= (str.at y 1) \"c\")"],
    );
    conversion("parray-not-equal", &["(not (= x y))", "(= (str.len x) (str.len y))"], &["(not (= x x))"]);
}

#[test]
fn concatenation_and_parts() {
    conversion(
        "parray-concat",
        &["(= (str.++ x y) \"abc\")", "(= (str.len x) 2)"],
        &["(= (str.++ x y) \"abc\")", "(= (str.len x) 2)", "(not (= y \"c\"))"],
    );
    conversion(
        "parray-substring",
        &["(= (str.substr x 1 m) \"bc\")", "(= (str.len x) 3)"],
        &["(= (str.substr x m n) \"bc\")", "(= m (- 1))"],
    );
    conversion(
        "parray-char-at",
        &["(= (str.at x m) \"b\")", "(> m 2)"],
        &["(= (str.at x m) \"b\")", "(>= m (str.len x))"],
    );
}

#[test]
fn a_part_may_be_empty() {
    // Printed with n1 < n2.
    sat_by("qelim", &["(= (str.substr x m 0) y)", "(= (str.len y) 0)", "(= (str.len x) 2)"], &[]);
    sat_by("qelim", &["(= (str.substr x m n) y)", "(= y \"\")", "(= m 1)", "(= (str.len x) 3)"], &[]);
}

#[test]
fn searching_a_letter() {
    // Printed without excluding the letter where nothing is found.
    let none = "(= (str.indexof x \"c\" 0) (- 1))";
    conversion("parray-index-of", &[none, "(> (str.len x) 2)"], &[none, "(= (str.at x 2) \"c\")"]);
    conversion(
        "parray-index-of",
        &["(= (str.indexof x \"c\" 1) 3)", "(= (str.at x 0) \"c\")"],
        &["(= (str.indexof x \"c\" 1) 3)", "(= (str.at x 2) \"c\")"],
    );
    conversion(
        "parray-last-index-of",
        &["(= (str.last_indexof x \"c\") 1)", "(= (str.len x) 4)"],
        &["(= (str.last_indexof x \"c\") 1)", "(= (str.at x 3) \"c\")"],
    );
    unsat_by("qelim", &["(= (str.indexof x \"c\" 5) 2)"], &[0], &[]);
    unsat_by("qelim", &["(= (str.indexof x y m) (- 1))", "(= y \"\")", "(= m (str.len x))"], &[0, 1, 2], &[]);
}

#[test]
fn searching_a_word() {
    // Printed with an implication inside of the search, which never excludes anything.
    conversion(
        "parray-index-of",
        &["(= (str.indexof x \"ab\" 0) 2)"],
        &["(= (str.indexof x \"ab\" 0) 2)", "(= (str.at x 0) \"a\")", "(= (str.at x 1) \"b\")"],
    );
    conversion(
        "parray-index-of",
        &["(= (str.indexof x y 0) 2)", "(= (str.len y) 2)"],
        &["(= (str.indexof x y 0) 2)", "(= (str.len y) 1)", "(= (str.at x 1) y)"],
    );
}

#[test]
fn ends_and_occurrences() {
    conversion(
        "parray-begins-with",
        &["(str.prefixof y x)", "(= (str.len y) 2)", "(= x \"abc\")"],
        &["(str.prefixof y x)", "(= (str.at y 0) \"b\")", "(= (str.at x 0) \"a\")"],
    );
    conversion(
        "parray-not-begins-with",
        &["(not (str.prefixof y x))", "(= (str.len y) (str.len x))"],
        &["(not (str.prefixof y x))", "(= x y)"],
    );
    conversion(
        "parray-ends-with",
        &["(str.suffixof y x)", "(= y \"bc\")"],
        &["(str.suffixof y x)", "(= y \"bc\")", "(= (str.at x (- (str.len x) 1)) \"b\")"],
    );
    conversion(
        "parray-not-ends-with",
        &["(not (str.suffixof \"a\" x))", "(= (str.at x 0) \"a\")"],
        &["(not (str.suffixof \"a\" x))", "(= x \"ba\")"],
    );
    conversion(
        "parray-contains",
        &["(str.contains x \"ab\")", "(str.contains x \"bc\")", "(= (str.len x) 3)"],
        &["(str.contains x \"ab\")", "(= (str.len x) 1)"],
    );
    conversion(
        "parray-not-contains",
        &["(not (str.contains x \"ab\"))", "(= (str.at x 0) \"a\")", "(= (str.len x) 4)"],
        &["(not (str.contains x \"ab\"))", "(= (str.substr x m 2) \"ab\")"],
    );
    unsat_by("qelim", &["(not (str.contains x y))", "(= y \"\")"], &[0, 1], &[]);
}

#[test]
fn letters_one_by_one() {
    // Printed with a sum where there must be a difference.
    conversion(
        "parray-letterwise",
        &["(= (str.to_upper x) \"AB1\")", "(not (= x \"AB1\"))"],
        &["(= (str.to_upper x) \"AB1\")", "(= (str.at x 0) \"b\")"],
    );
    conversion(
        "parray-letterwise",
        &["(= (str.to_lower x) y)", "(= (str.at x 0) \"Q\")"],
        &["(= (str.to_lower x) y)", "(= (str.at y 0) \"Q\")"],
    );
    conversion(
        "parray-reverse",
        &["(= (str.rev x) \"abc\")"],
        &["(= (str.rev x) \"abc\")", "(= (str.at x 0) \"a\")"],
    );
}

#[test]
fn trimming() {
    // Printed so that a word of blanks contradicts itself.
    conversion(
        "parray-trim",
        &["(= (str.trim x) \"\")", "(= (str.len x) 3)"],
        &["(= (str.trim x) \"a\")", "(= x \" b\")"],
    );
    conversion(
        "parray-trim",
        &["(= (str.trim x) \"a b\")", "(> (str.len x) 5)"],
        &["(= (str.trim x) y)", "(= (str.at y 0) \" \")"],
    );
}

#[test]
fn the_order() {
    // Printed without a look at the length of the larger word.
    conversion("parray-greater", &["(str.< x y)", "(str.prefixof x y)"], &["(str.< x y)", "(= y \"\")"]);
    conversion(
        "parray-at-least",
        &["(str.<= x y)", "(= x \"ab\")", "(= (str.len y) 2)"],
        &["(str.<= x y)", "(= x \"ab\")", "(= y \"a\")"],
    );
    unsat_by("qelim", &["(str.< x y)", "(= x y)"], &[0, 1], &[]);
    sat_by("qelim", &["(not (str.< x y))", "(not (= x y))", "(= (str.len x) 1)"], &[]);
}

#[test]
fn numerals() {
    // Printed without a test for digits, and for ten characters at most.
    conversion(
        "parray-parse-int",
        &["(= (str.to_int x) 12)", "(= (str.len x) 14)"],
        &["(= (str.to_int x) 12)", "(= (str.at x 0) \"a\")"],
    );
    conversion(
        "parray-parse-int",
        &["(= (str.to_int x) (- 1))", "(= (str.len x) 2)"],
        &["(= (str.to_int x) (- 1))", "(= x \"07\")"],
    );
    conversion(
        "parray-to-string",
        &["(= (str.from_int m) x)", "(= (str.len x) 3)"],
        &["(= (str.from_int m) x)", "(= (str.at x 0) \"0\")", "(> (str.len x) 1)"],
    );
    sat_by("qelim", &["(> (str.to_int x) 123456789012345)"], &[]);
    unsat_by("qelim", &["(= (str.from_int m) \"\")", "(> m 5)"], &[0, 1], &[]);
}

#[test]
fn codes_digits_and_replacing() {
    conversion(
        "parray-to-code",
        &["(= (str.to_code x) 65)"],
        &["(= (str.to_code x) 65)", "(not (= x \"A\"))"],
    );
    conversion(
        "parray-from-code",
        &["(= (str.from_code m) \"A\")"],
        &["(= (str.from_code m) \"A\")", "(> m 70)"],
    );
    conversion(
        "parray-is-digit",
        &["(str.is_digit x)", "(not (= x \"0\"))"],
        &["(str.is_digit x)", "(= (str.to_code x) 65)"],
    );
    conversion(
        "parray-replace",
        &["(= (str.replace x \"b\" \"cd\") \"acda\")", "(= (str.len x) 3)"],
        &["(= (str.replace x \"b\" \"cd\") y)", "(= x \"ab\")", "(not (= y \"acd\"))"],
    );
    conversion(
        "parray-update",
        &["(= (str.update x 1 \"z\") \"azc\")", "(not (= (str.at x 1) \"z\"))"],
        &["(= (str.update x 1 \"z\") y)", "(= x \"abc\")", "(not (= y \"azc\"))"],
    );
}

#[test]
fn boolean_structure() {
    sat_by("both", &["(or (= x \"a\") (= x \"b\"))", "(not (= x \"a\"))"], &[]);
    unsat_by(
        "both",
        &["(or (= x \"a\") (= x \"b\"))", "(not (= x \"a\"))", "(str.contains x \"a\")"],
        &[0, 1, 2],
        &[],
    );
    sat_by("both", &["(= (ite a x y) \"p\")", "(not (= x \"p\"))"], &[]);
}

#[test]
fn well_formed_loops_are_exact() {
    let digits = "(str.in_re x (re.* (re.++ (re.range \"a\" \"c\") (re.range \"0\" \"9\"))))";
    conversion("parray-well-formed", &[digits, "(> (str.len x) 20)"], &[digits, "(= (str.at x 3) \"a\")"]);
    let forked = "(str.in_re x (re.* (re.union (str.to_re \"ab\") (str.to_re \"cd\"))))";
    conversion("parray-loops", &[forked, "(> (str.len x) 8)"], &[forked, "(= (str.len x) 5)"]);
    unsat_by("qelim", &[forked, "(= (str.substr x 2 2) \"ad\")"], &[0, 1], &["parray-loops"]);
}

#[test]
fn other_loops_are_unrolled_and_never_refute_by_a_bound() {
    let mixed = "(str.in_re x (re.* (re.union (str.to_re \"a\") (str.to_re \"bcd\"))))";
    sat_by("qelim", &[mixed, "(= (str.len x) 20)", "(str.contains x \"bcda\")"], &["parray-unrolled"]);
    // A long word is there, whatever was unrolled.
    let (outcome, _) =
        solve_by("qelim", &[mixed, "(> (str.len x) 300)", "(str.suffixof \"bcd\" x)"], Some(20_000_000));
    assert!(!matches!(&outcome, Ok(Outcome::Conflict(_))), "{outcome:?}");
    let (outcome, _) =
        solve_by("qelim", &["(= (str.to_int x) m)", "(> m 1000000000000000000000000)"], Some(20_000_000));
    assert!(!matches!(&outcome, Ok(Outcome::Conflict(_))), "{outcome:?}");
}

#[test]
fn short_words_are_a_wish_only() {
    sat_by("qelim", &["(= (str.++ (str.from_int m) x) (str.++ x y \"0\"))"], &[]);
    sat_by("qelim", &["(> (str.len x) 30000)", "(str.suffixof \"ab\" x)"], &["parray-longer"]);
    unsat_by("qelim", &["(> (str.len x) 30000)", "(= x (str.++ \"a\" x))"], &[1], &[]);
}

#[test]
fn every_instance_that_is_made_counts() {
    let orders = ["(str.< y x)", "(str.< z y)", "(str.< x z)"];
    let (outcome, _) = solve_by("qelim", &[&["(= (str.++ x y z) \"aaaa\")"], &orders[..]].concat(), None);
    assert!(matches!(&outcome, Ok(Outcome::Conflict(_))), "{outcome:?}");
}

#[test]
fn languages_refine_each_other() {
    let digits = "(str.in_re (str.++ x y) (re.+ (re.range \"0\" \"9\")))";
    unsat_by("both", &[digits, "(str.contains y \"a\")"], &[0, 1], &["parray-empty-languages"]);
    unsat_by(
        "both",
        &["(= (str.to_upper x) y)", "(str.contains y \"a\")"],
        &[0, 1],
        &["parray-empty-languages"],
    );
    // Printed as if only the word itself were excluded.
    unsat_by(
        "automaton",
        &["(not (str.contains x \"abc\"))", "(str.suffixof \"abcd\" x)"],
        &[0, 1],
        &["parray-empty-languages"],
    );
    // Some word of the other part must fit, not every one.
    let one = "(str.in_re x (re.union (str.to_re \"a\") (str.to_re \"ab\")))";
    sat_by("both", &[one, "(= (str.++ x y) \"abb\")"], &["parray-refinements"]);
    sat_by("automaton", &[one, "(= (str.++ x y) \"abb\")"], &["parray-refinements"]);
}

#[test]
fn relations_are_inferred_and_consumed() {
    let cycle = ["(str.< y x)", "(str.<= z y)", "(str.<= x z)"];
    unsat_by("automaton", &cycle, &[0, 1, 2], &["parray-relation-conflicts", "parray-inferred"]);
    sat_by("both", &cycle[..2], &["parray-inferred"]);
    unsat_by("automaton", &["(str.prefixof y x)", "(str.< x y)"], &[0, 1], &["parray-relation-conflicts"]);
    unsat_by(
        "automaton",
        &["(not (str.contains x y))", "(str.suffixof y x)"],
        &[0, 1],
        &["parray-relation-conflicts"],
    );
    sat_by("both", &["(str.prefixof y x)", "(str.contains x y)", "(= (str.len y) 2)"], &["parray-consumed"]);
}

#[test]
fn the_worked_trace() {
    // s + s = "aa": the index sets of the paper, and what the filter leaves out.
    let mut terms = Terms::new();
    let fact = terms.term("(= (str.++ x x) \"aa\")");
    let [string, whole] = ["x", "(str.++ x x)"].map(|text| terms.term(text));
    let problem = Problem::new(&terms.workshop.store, vec![Fact { term: fact, origin: 0 }]);
    let budget = Budget::unlimited();
    let mut env = terms.workshop.env(&budget, 0);
    let (mut cx, images) = translate(&mut env, &problem, Vec::new()).expect("it is small");
    last_places(&mut cx);
    let (s, s0) = (cx.array(string), cx.array(whole));
    let [zero, one] = [0, 1].map(|number| cx.formula.int(number));
    let last = cx.formula.shifted(s.length, -1);
    assert_eq!(cx.formula.foralls.len(), 2);
    assert_eq!(cx.formula.index_set(s0.letters), [zero, one, last]);
    assert_eq!(cx.formula.index_set(s.letters), [last]);
    assert!(saturate(&mut cx, &mut Instances::default(), &images).expect("it is small"));
    let twice = cx.formula.linear(&[(s.length, 2)], -1);
    for index in [zero, one, last, s.length, twice] {
        assert!(cx.formula.index_set(s0.letters).contains(&index));
    }
    for index in [zero, last] {
        assert!(cx.formula.index_set(s.letters).contains(&index));
    }
    // `1 < |s|` cannot hold: nothing reads `s[1]`.
    assert!(!cx.formula.index_set(s.letters).contains(&one));
    assert!(cx.formula.env.stats.get("parray-filtered") >= 2);
    sat_by("qelim", &["(= (str.++ x x) \"aa\")"], &["parray-saturations"]);
    unsat_by("qelim", &["(= (str.++ x x) \"ab\")"], &[0], &[]);
}

#[test]
fn the_path_conditions_of_program_a() {
    let (begins, has, lower) =
        ("(str.prefixof \"a1\" x)", "(str.contains y \"12\")", "(str.< x (str.to_lower y))");
    let without = format!("(not {has})");
    let not_lower = format!("(not {lower})");
    let cut = ["(<= 0 m)", "(<= (+ m 2) (str.len y))"];
    let number = "(str.to_int (str.substr y m 2))";
    let (twelve, other) =
        (format!("(= {number} 12)"), format!("(and (>= {number} 0) (not (= {number} 12)))"));
    sat_by("both", &[begins, has, "(str.suffixof \"cd\" (str.++ x y))"], &[]);
    sat_by("both", &[begins, has, "(not (str.suffixof \"cd\" (str.++ x y)))"], &[]);
    sat_by("both", &[begins, &without, lower], &[]);
    let on = [begins, &without, &not_lower, cut[0], cut[1]];
    unsat_by("both", &[&on[..], &[&twelve]].concat(), &[1, 3, 4, 5], &[]);
    // A number is never as long as it is large.
    unsat_by("both", &[&on[..], &[&other, "(= (str.from_int m) y)"]].concat(), &[3, 4, 6], &[]);
    sat_by("both", &[&on[..], &[&other, "(not (= (str.from_int m) y))"]].concat(), &[]);
    sat_by("both", &["(not (str.prefixof \"a1\" x))"], &[]);
}

#[test]
fn the_path_conditions_of_program_b() {
    let minus = "(= (str.at x 0) \"-\")";
    let digit = "(re.range \"0\" \"9\")";
    let format =
        format!("(str.in_re x (re.++ re.allchar (re.+ {digit}) (str.to_re \",\") ((_ re.^ 3) {digit})))");
    let other = format!("(not {format})");
    let comma = "(= m (str.last_indexof x \",\"))";
    let rest = ["(not (= m (- 1)))", "(= y (str.substr x (+ m 1) (- (str.len x) m 1)))"];
    sat_by("both", &[minus, &format], &[]);
    sat_by("both", &[minus, &other, comma, "(= m (- 1))"], &[]);
    let on = [minus, &other, comma, rest[0], rest[1], "(>= (str.to_int y) 0)"];
    sat_by("both", &[&on[..], &["(> (str.to_int y) (+ 100 m))"]].concat(), &[]);
    let small = "(<= (str.to_int y) (+ 100 m))";
    sat_by("both", &[&on[..], &[small, "(str.< y \"1000\")"]].concat(), &[]);
    sat_by("both", &[&on[..], &[small, "(not (str.< y \"1000\"))"]].concat(), &[]);
    sat_by("both", &["(not (= (str.at x 0) \"-\"))"], &[]);
}
