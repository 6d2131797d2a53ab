//! Sharing and sorts.

use super::*;

#[test]
fn equal_terms_have_one_number() {
    let mut terms = Terms::new();
    let x = terms.declare(&[], Sort::Text).expect("room");
    let x = terms.call(x, &[]).expect("a constant");
    let a = terms.make_text(&[97]).expect("room");
    let first = terms.app(Op::Concat, &[x, a]).expect("well-sorted");
    assert_eq!(terms.app(Op::Concat, &[x, a]), Ok(first));
    assert_ne!(terms.app(Op::Concat, &[a, x]), Ok(first));
    assert!(!terms.is_ground(first) && terms.is_ground(a));
}

#[test]
fn sorts_are_checked() {
    let mut terms = Terms::new();
    let one = terms.make(Value::Int(Int::from(1))).expect("room");
    let half = terms.make(Value::Real(Rat::zero())).expect("room");
    let text = terms.make_text(&[]).expect("room");
    assert!(terms.app(Op::Add, &[one, text]).is_err());
    assert!(terms.app(Op::Add, &[text, text]).is_err());
    assert!(terms.app(Op::Eq, &[one]).is_err());
    assert!(terms.app(Op::Length, &[]).is_err());
    assert!(terms.indexed(Op::ReLoop, &[], &[text]).is_err());
    let sum = terms.app(Op::Add, &[one, half]).expect("an Int becomes a Real");
    assert_eq!(terms.sort(sum), Sort::Real);
    assert!(terms.app(Op::Length, &[half]).is_err());
    assert!(terms.app(Op::Ite, &[one, one, one]).is_err());
}
