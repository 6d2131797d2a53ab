//! The passes together: what is left of problems written as text.

use tress_base::Budget;

use super::*;
use tress_rewrite::testing::Terms;
use tress_term::print::term_text;

/// A pass, whatever it works on.
type AnyPass = fn(&mut Passes<'_>) -> Result<bool, Stop>;

/// What one pass leaves of a problem, as text, sorted; the other passes stay out of it.
pub(super) fn facts(pass: AnyPass, assertions: &[&str]) -> Vec<String> {
    let mut terms = Terms::new();
    let assertions: Vec<Term> = assertions.iter().map(|text| terms.term(text)).collect();
    let budget = Budget::unlimited();
    let mut passes = Passes::new(terms.context.env(&budget, 0), &assertions);
    passes.simplify().expect("no limit");
    while pass(&mut passes).expect("no limit") {
        passes.simplify().expect("no limit");
    }
    let text = |fact: &Fact| term_text(passes.env.store, fact.term, Default::default());
    let mut left: Vec<String> = passes.facts.iter().map(text).collect();
    if left.contains(&"false".to_owned()) {
        return vec!["false".to_owned()];
    }
    left.sort();
    left
}

/// Checks what one pass leaves of a problem.
pub(super) fn check(pass: AnyPass, assertions: &[&str], expected: &[&str]) {
    let mut expected: Vec<String> = expected.iter().map(|text| (*text).to_owned()).collect();
    expected.sort();
    assert_eq!(facts(pass, assertions), expected, "{assertions:?}");
}

#[test]
fn the_passes_help_each_other() {
    let all = |passes: &mut Passes<'_>| passes.run().map(|()| false);
    check(
        all,
        &["(= m 1)", "(= (str.len x) m)", "(or (not (= (str.len x) 1)) (= y \"a\"))", "(= y \"b\")"],
        &["false"],
    );
    check(all, &["(= a (= x \"a\"))", "(or a b)", "(not (= x \"a\"))", "(= b (str.contains x y))"], &[]);
}
