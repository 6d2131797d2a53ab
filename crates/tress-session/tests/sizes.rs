//! Problems that grow: what is decided small is decided large.

mod answer;

use std::fmt::Write;

use answer::answer;

/// Milliseconds for one problem; far more than it takes, far less than trying would.
const LIMIT: u64 = 10_000;

/// Luhn's check as a program writes it: every second digit from the right, then the others doubled.
fn luhn(digits: usize) -> String {
    let mut text = "(declare-const value String)(declare-const last String)
        (assert (str.in_re value (re.+ (re.range \"1\" \"9\"))))"
        .to_owned();
    let (mut step, mut sum) = (0, "0".to_owned());
    for (start, count, doubled) in [(1, digits.div_ceil(2), false), (2, digits / 2, true)] {
        for place in 0..count {
            let index = match place {
                0 => format!("(- (str.len value) {start})"),
                _ => format!("(- i{} 2)", step - 1),
            };
            let digit = format!("d{step}");
            let added = match doubled {
                true => format!("(ite (> (* 2 {digit}) 9) (- (* 2 {digit}) 9) (* 2 {digit}))"),
                false => digit.clone(),
            };
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "(declare-const i{step} Int)(declare-const {digit} Int)(declare-const s{step} Int)
                 (assert (= i{step} {index}))(assert (>= i{step} 0))
                 (assert (= {digit} (str.to_int (str.at value i{step}))))(assert (= s{step} (+ {sum} {added})))"
            );
            sum = format!("s{step}");
            step += 1;
        }
        let _ = write!(text, "(assert (< (- i{} 2) 0))", step - 1);
    }
    let spelled = format!("(str.from_int {sum})");
    text + &format!(
        "(assert (= last (str.at {spelled} (- (str.len {spelled}) 1))))(assert (= last \"0\"))(check-sat)"
    )
}

#[test]
fn numbers_of_any_length_are_checked() {
    for digits in [9, 65, 100, 200] {
        assert_eq!(answer(&luhn(digits), LIMIT), "sat", "{digits} digits");
    }
}

/// Strings of one character out of 62, which all differ.
fn distinct(strings: usize) -> String {
    let names: Vec<String> = (0..strings).map(|place| format!("x{place}")).collect();
    let letters = "(re.union (re.range \"a\" \"z\") (re.range \"A\" \"Z\") (re.range \"0\" \"9\"))";
    let mut text = String::new();
    for name in &names {
        let _ = write!(text, "(declare-const {name} String)(assert (str.in_re {name} {letters}))");
    }
    text + &format!("(assert (distinct {}))(check-sat)", names.join(" "))
}

#[test]
fn strings_that_all_differ_need_as_many_words() {
    assert_eq!(answer(&distinct(62), LIMIT), "sat");
    assert_eq!(answer(&distinct(63), LIMIT), "unsat");
}
