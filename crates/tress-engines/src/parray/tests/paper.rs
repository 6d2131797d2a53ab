//! What the paper works out: its trace, and the path conditions of its two programs. Nothing is simplified
//! before the engine sees it; counters show which rules were applied.

use tress_base::Budget;

use tress_rewrite::problem::{Fact, Problem};
use tress_rewrite::testing::Terms;

use super::super::eliminate::{last_positions, saturate};
use super::super::instances::Instances;
use super::super::translate::translate;
use super::{sat_by, unsat_by};

#[test]
fn the_worked_trace() {
    // s + s = "aa": the index sets of the paper, and what the filter leaves out.
    let mut terms = Terms::new();
    let fact = terms.term("(= (str.++ x x) \"aa\")");
    let [string, whole] = ["x", "(str.++ x x)"].map(|text| terms.term(text));
    let problem = Problem::new(&terms.context.store, vec![Fact { term: fact, origin: 0 }]);
    let budget = Budget::unlimited();
    let mut env = terms.context.env(&budget, 0);
    let (mut cx, images) = translate(&mut env, &problem, Vec::new()).expect("it is small");
    last_positions(&mut cx).expect("no limit");
    let (s, s0) = (cx.array(string), cx.array(whole));
    let [zero, one] = [0, 1].map(|number| cx.formula.int(number));
    let last = cx.formula.shifted(s.length, -1);
    assert_eq!(cx.formula.foralls.len(), 2);
    assert_eq!(cx.formula.index_set(s0.characters), [zero, one, last]);
    assert_eq!(cx.formula.index_set(s.characters), [last]);
    assert!(saturate(&mut cx, &mut Instances::default(), &images).expect("it is small"));
    let twice = cx.formula.linear(&[(s.length, 2)], -1);
    for index in [zero, one, last, s.length, twice] {
        assert!(cx.formula.index_set(s0.characters).contains(&index));
    }
    for index in [zero, last] {
        assert!(cx.formula.index_set(s.characters).contains(&index));
    }
    // `1 < |s|` cannot hold: nothing reads `s[1]`.
    assert!(!cx.formula.index_set(s.characters).contains(&one));
    assert!(cx.formula.env.stats.get("parray-filtered") >= 2);
    sat_by("qelim", &["(= (str.++ x x) \"aa\")"], &["parray-saturations"]);
    unsat_by("qelim", &["(= (str.++ x x) \"ab\")"], &[0], &[]);
}

/// A condition that can hold, by arrays with their counters and by all parts together.
fn can_hold(facts: &[&str], counters: &[&str]) {
    sat_by("qelim", facts, counters);
    sat_by("both", facts, &[]);
}

/// A condition that cannot hold, likewise; these facts are why.
fn cannot_hold(facts: &[&str], core: &[u32], counters: &[&str]) {
    unsat_by("qelim", facts, core, counters);
    unsat_by("both", facts, core, &[]);
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
    let ends = "(str.suffixof \"cd\" (str.++ x y))";
    let first = ["parray-begins-with", "parray-contains", "parray-concat"];
    can_hold(&[begins, has, ends], &[&first[..], &["parray-ends-with", "parray-instances"]].concat());
    let not_ends = format!("(not {ends})");
    can_hold(&[begins, has, &not_ends], &[&first[..], &["parray-not-ends-with"]].concat());
    can_hold(
        &[begins, &without, lower],
        &["parray-not-contains", "parray-greater", "parray-letterwise", "parray-saturations"],
    );
    let on = [begins, &without, &not_lower, cut[0], cut[1]];
    let parts = ["parray-not-contains", "parray-at-least", "parray-substring", "parray-parse-int"];
    cannot_hold(&[&on[..], &[&twelve]].concat(), &[1, 3, 4, 5], &parts);
    let parts = [&parts[..], &["parray-to-string"]].concat();
    // A number is never as long as it is large.
    let same = "(= (str.from_int m) y)";
    cannot_hold(&[&on[..], &[&other, same]].concat(), &[3, 4, 6], &parts);
    can_hold(&[&on[..], &[&other, "(not (= (str.from_int m) y))"]].concat(), &parts);
    can_hold(&["(not (str.prefixof \"a1\" x))"], &["parray-not-begins-with"]);
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
    can_hold(&[minus, &format], &["parray-char-at", "parray-matches", "parray-well-formed", "parray-loops"]);
    let last = ["parray-not-matches", "parray-last-index-of"];
    can_hold(&[minus, &other, comma, "(= m (- 1))"], &last);
    let on = [minus, &other, comma, rest[0], rest[1], "(>= (str.to_int y) 0)"];
    let number = [&last[..], &["parray-substring", "parray-parse-int"]].concat();
    can_hold(&[&on[..], &["(> (str.to_int y) (+ 100 m))"]].concat(), &number);
    let small = "(<= (str.to_int y) (+ 100 m))";
    let below = [&number[..], &["parray-greater"]].concat();
    can_hold(&[&on[..], &[small, "(str.< y \"1000\")"]].concat(), &below);
    let above = [&number[..], &["parray-at-least"]].concat();
    can_hold(&[&on[..], &[small, "(not (str.< y \"1000\"))"]].concat(), &above);
    can_hold(&["(not (= (str.at x 0) \"-\"))"], &["parray-char-at", "parray-not-equal"]);
    // The part of automata alone distinguishes a string of that format from one without a comma.
    let none = ["(str.in_re x (re.* (re.range \"-\" \"9\")))", "(= (str.indexof x \",\" 0) 2)"];
    unsat_by("automaton", &none, &[0, 1], &["parray-empty-languages"]);
}

#[test]
fn the_condition_with_an_order() {
    let (whole, order) = ("(= (str.++ x y z) \"aaaa\")", ["(str.<= y x)", "(str.<= z y)"]);
    can_hold(&[whole, order[0], order[1]], &["parray-concat", "parray-at-least", "parray-instances"]);
    let cycle = ["(str.< y x)", order[1], "(str.<= x z)"];
    unsat_by("both", &cycle, &[0, 1, 2], &["parray-relation-conflicts"]);
}
