//! Boolean structure, languages, relations, and what must not become a bound.

use tress_rewrite::problem::Outcome;

use super::super::WAYS;
use super::{conversion, sat_by, solve_by, unsat_by};

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
fn other_loops_are_unrolled() {
    let mixed = "(str.in_re x (re.* (re.union (str.to_re \"a\") (str.to_re \"bcd\"))))";
    sat_by("qelim", &[mixed, "(= (str.len x) 20)", "(str.contains x \"bcda\")"], &["parray-unrolled"]);
}

/// Problems with solutions beyond every number in the engine: how far loops are unrolled, how many digits are
/// defined, soft bounds of lengths, how many states and instances are made.
#[test]
fn a_bound_never_leaks_into_unsat() {
    let mixed = "(str.in_re x (re.* (re.union (str.to_re \"a\") (str.to_re \"bcd\"))))";
    let wide = "(str.in_re x (re.++ (re.* re.allchar) (str.to_re \"a\") ((_ re.^ 500) re.allchar)))";
    let beyond: [&[&str]; 11] = [
        &["(= (str.update x 196607 y) z)", "(= (str.len x) 3)"],
        &["(= (str.substr x 0 100000000000) y)", "(= (str.at y 1) \"b\")"],
        &[mixed, "(> (str.len x) 300)", "(str.suffixof \"bcd\" x)"],
        &[mixed, "(= (str.len x) 1000)", "(str.contains x \"bcdbcd\")"],
        &[wide, "(str.prefixof \"b\" x)"],
        &["(= (str.to_int x) m)", "(> m 1000000000000000000000000)"],
        &["(= (str.from_int_signed m) x)", "(< m (- 1000000000000000000000000))"],
        &["(= (str.to_real x) 0.00000000000000000001)", "(= (str.len x) 22)"],
        &["(> (str.len x) 30000)", "(str.suffixof \"ab\" x)"],
        &["(= (str.len x) 250000)", "(= (str.at x 240000) \"b\")"],
        &["(= x (str.++ y y))", "(= (str.len y) 130)", "(str.< y x)", "(not (str.contains y \"b\"))"],
    ];
    for facts in beyond {
        for (way, _) in &WAYS {
            let (outcome, _) = solve_by(way, facts, Some(2_000_000));
            assert!(!matches!(&outcome, Ok(Outcome::Conflict(_))), "{way} {facts:?}: {outcome:?}");
        }
    }
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
fn positions_are_occurrences() {
    let format = "(str.in_re x (re.* (re.range \"a\" \"c\")))";
    let index = "(= m (str.indexof x \"d\" n))";
    unsat_by("automaton", &[format, index, "(>= m 0)"], &[0, 1, 2], &["parray-empty-languages"]);
    unsat_by("automaton", &[format, index, "(not (= m (- 1)))"], &[0, 1, 2], &["parray-empty-languages"]);
    sat_by("both", &[format, index, "(< m 0)"], &[]);
    let last = "(= (str.last_indexof x \"b\") (- 1))";
    unsat_by("automaton", &[last, "(str.contains x \"abc\")"], &[0, 1], &["parray-empty-languages"]);
    // From another position on there may be none though there is one before.
    sat_by("both", &["(= (str.indexof x \"b\" 1) (- 1))", "(str.prefixof \"b\" x)"], &[]);
    // A length that has a name.
    let named = ["(= m (str.len x))", "(= m 3)"];
    unsat_by(
        "automaton",
        &[named[0], named[1], "(str.in_re x (re.* (str.to_re \"ab\")))"],
        &[0, 1, 2],
        &["parray-empty-languages"],
    );
}

#[test]
fn the_order_with_constants_cuts_languages() {
    let characters = "(str.in_re x (re.+ (re.range \"k\" \"m\")))";
    unsat_by("automaton", &[characters, "(str.< x \"abc\")"], &[0, 1], &["parray-empty-languages"]);
    unsat_by("automaton", &[characters, "(not (str.< x \"n\"))"], &[0, 1], &["parray-empty-languages"]);
    sat_by("automaton", &[characters, "(str.< \"lk\" x)"], &["parray-refinements"]);
    // Between two strings that are no constants it implies nothing for their characters.
    sat_by("both", &[characters, "(str.< x y)"], &[]);
}
