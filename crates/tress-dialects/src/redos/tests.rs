//! Shapes by hand.

use tress_base::Budget;

use super::*;

fn verdict(dialect: Dialect, pattern: &str, mode: Mode) -> Verdict {
    let budget = Budget::unlimited();
    analyse(dialect, pattern, Flags::NONE, mode, &budget).expect("a pattern").verdict
}

fn check(pattern: &str, expected: &str) {
    let found = verdict(Dialect::Python, pattern, Mode::Search).to_string();
    assert!(found.starts_with(expected), "{pattern}: {found}, expected {expected}");
}

#[test]
fn loops_inside_of_loops() {
    for pattern in ["^(a+)+$", "^(a*)*$", "^(a|a)*$", "^(a|aa)+$", "^([a-z]+)*x", r"^(\w+\s?)*$", "(x+x+)+y"]
    {
        check(pattern, "exponential");
    }
    check("(a|a){1,1000}b", "exponential");
    check("^(a|b)*$", "safe");
    check(r"^(\w+\s)*$", "safe");
}

#[test]
fn loops_behind_loops() {
    check(r"\s+$", "polynomial (degree 2)");
    check("^a*a*$", "polynomial (degree 2)");
    check("^a*a*a*$", "polynomial (degree 3)");
    check("a*a*a*b", "polynomial (degree 4)");
    check("^a*b*$", "safe");
    check("^a+b", "safe");
    check("a+b", "polynomial (degree 2)");
    check("[a-z]{1,64}@", "safe");
}

#[test]
fn matching_ends_early() {
    check("(a+)+", "safe");
    check("(?s)^(a+)+.*", "safe");
    check("(?s)^(a+)+$|.*", "exponential");
}

#[test]
fn looks_and_atomic_groups() {
    check("^(?>a+)+$", "safe");
    check("^(a++)+$", "safe");
    check("^(?=(a+)+b)c", "exponential");
    // A word boundary cuts in one way only.
    check(r"^(?:\b\w+\b\s*)+$", "safe");
    check("^(?=.*[A-Z])(?=.*[0-9])(?=.*[a-z]).{8,}$", "safe");
}

#[test]
fn engines_that_do_not_backtrack() {
    assert_eq!(verdict(Dialect::Rust, "^(a+)+$", Mode::Full).name(), "safe");
    assert_eq!(verdict(Dialect::Re2, "^(a+)+$", Mode::Full).name(), "safe");
}
