//! Scripts and what is asserted at their last check.

use super::*;
use crate::op::Op;
use crate::term::{Head, Value};

/// A term as text, for tests.
pub(crate) fn shown(terms: &Terms, term: Term) -> String {
    let args: Vec<String> = terms.args(term).iter().map(|arg| shown(terms, *arg)).collect();
    let head = match terms.head(term) {
        Head::Value(_) => match terms.value(term) {
            Some(Value::Bool(value)) => value.to_string(),
            Some(Value::Int(value)) => value.to_string(),
            Some(Value::Real(value)) => format!("{}/{}", value.num(), value.den()),
            Some(Value::Text(word)) => {
                format!("{:?}", word.iter().filter_map(|code| char::from_u32(*code)).collect::<String>())
            }
            None => "?".to_owned(),
        },
        Head::Symbol(symbol) => format!("{symbol:?}"),
        Head::Op(op, _) => op.row().name.to_owned(),
    };
    if args.is_empty() { head } else { format!("({head} {})", args.join(" ")) }
}

fn assertions(text: &str) -> Vec<String> {
    let problem = read(text.as_bytes()).expect(text);
    problem.assertions.iter().map(|term| shown(&problem.terms, *term)).collect()
}

fn refused(text: &str) -> String {
    read(text.as_bytes()).expect_err(text)
}

#[test]
fn lets_definitions_and_old_names_are_expanded() {
    assert_eq!(
        assertions(
            "(define-fun f ((x Int) (y Real)) Bool (< (+ x 1) y)) (define-const c Int (- 5))
             (assert (let ((a c) (b 2)) (let ((a b) (b a)) (f a b)))) (check-sat)"
        ),
        ["(< (to_real (+ 2 1)) -5/1)"]
    );
    assert_eq!(
        assertions("(assert (str.in.re \"a\" (re.loop (re.opt (str.to.re \"b\")) 1 2)))"),
        ["(str.in_re \"a\" (re.loop (re.opt (str.to_re \"b\"))))"]
    );
    assert_eq!(assertions("(assert (= -3 (- 3) (- (- 3))))"), ["(= -3 -3 3)"]);
    assert_eq!(assertions("(assert (= 0.5 1))"), ["(= 1/2 1/1)"]);
}

#[test]
fn scopes_and_assumptions() {
    let text = "(declare-fun a () Bool) (assert (! a :named n)) (push 1) (assert false) (pop 1) (check-sat)
                (push) (assert (not n)) (check-sat-assuming (true n)) (pop) (assert x)";
    let found = assertions(text);
    assert_eq!(found.len(), 4);
    assert!(found[1].starts_with("(not") && found[2] == "true" && found[3] == found[0]);
    assert!(refused("(push) (declare-const a Bool) (pop) (assert a)").contains("unknown"));
    assert_eq!(
        assertions("(set-option :global-declarations true) (push) (declare-const a Bool) (pop) (assert a)")
            .len(),
        1
    );
}

#[test]
fn what_is_not_understood_is_refused() {
    for text in [
        "(assert (forall ((x Int)) true))",
        "(declare-datatypes () ())",
        "(declare-const a (Array Int Int))",
        "(assert (f 1))",
        "(assert 1)",
        "(assert true",
        "(pop 1)",
        "(declare-const str.len Int)",
        "(declare-const a Int) (declare-const a Int)",
        "(set-option :encoding ascii)",
        "(define-fun-rec f ((x Int)) Int (f x))",
        "(block-model :values)",
        "(assert (= 1 2.5.5))",
        "(push 100000000000)",
    ] {
        refused(text);
    }
}

#[test]
fn deep_terms_need_no_stack() {
    let deep = 100_000;
    let text = format!("(assert {}true{})", "(not ".repeat(deep), ")".repeat(deep));
    let problem = read(text.as_bytes()).expect("deep");
    assert_eq!(problem.terms.op(problem.assertions[0]), Some(Op::Not));
    let text = format!("(declare-const x {}Int{})", "(A ".repeat(deep), ")".repeat(deep));
    refused(&text);
}
