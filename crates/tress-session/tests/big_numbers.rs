//! Numbers of 300 digits in every operation on numbers, folded and solved for. The truth is
//! arithmetic on decimal digits as it is done by hand.

use std::cmp::Ordering;

use tress_base::Random;
use tress_session::{Session, run};
use tress_solver::options::Options;

/// A natural number: decimal digits, the lowest first, no zero at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Digits(Vec<u8>);

impl Digits {
    fn random(random: &mut Random, length: usize) -> Self {
        let mut digits: Vec<u8> = (0..length).map(|_| random.below(10) as u8).collect();
        digits[length - 1] = 1 + random.below(9) as u8;
        Self(digits)
    }

    fn small(number: u8) -> Self {
        Self(vec![number]).trimmed()
    }

    fn trimmed(mut self) -> Self {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }

    fn text(&self) -> String {
        let digits: String = self.0.iter().rev().map(|digit| char::from(b'0' + digit)).collect();
        if digits.is_empty() { "0".into() } else { digits }
    }

    fn compare(&self, other: &Self) -> Ordering {
        let by_length = self.0.len().cmp(&other.0.len());
        by_length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    fn plus(&self, other: &Self) -> Self {
        let mut carry = 0;
        let digit = |number: &Self, place: usize| number.0.get(place).copied().unwrap_or(0);
        let sum = (0..=self.0.len().max(other.0.len())).map(|place| {
            let sum = digit(self, place) + digit(other, place) + carry;
            carry = sum / 10;
            sum % 10
        });
        Self(sum.collect()).trimmed()
    }

    /// `self - other`, which must not be negative.
    fn minus(&self, other: &Self) -> Self {
        let mut borrow = 0;
        let difference = self.0.iter().enumerate().map(|(place, digit)| {
            let taken = other.0.get(place).copied().unwrap_or(0) + borrow;
            borrow = u8::from(*digit < taken);
            digit + 10 * borrow - taken
        });
        Self(difference.collect()).trimmed()
    }

    fn times(&self, other: &Self) -> Self {
        let mut product = vec![0_u32; self.0.len() + other.0.len() + 1];
        for (place, digit) in self.0.iter().enumerate() {
            for (shift, factor) in other.0.iter().enumerate() {
                product[place + shift] += u32::from(digit * factor);
            }
            // Carry often, so that nothing overflows.
            for place in 0..product.len() - 1 {
                product[place + 1] += product[place] / 10;
                product[place] %= 10;
            }
        }
        Self(product.into_iter().map(|digit| digit as u8).collect()).trimmed()
    }

    /// Quotient and remainder, by subtraction digit after digit.
    fn divided(&self, divisor: &Self) -> (Self, Self) {
        let (mut quotient, mut rest) = (Vec::new(), Self(Vec::new()));
        for digit in self.0.iter().rev() {
            rest.0.insert(0, *digit);
            rest = rest.trimmed();
            let mut count = 0;
            while rest.compare(divisor) != Ordering::Less {
                rest = rest.minus(divisor);
                count += 1;
            }
            quotient.insert(0, count);
        }
        (Self(quotient).trimmed(), rest)
    }
}

fn replies(script: &str) -> Vec<String> {
    let mut output = Vec::new();
    let mut session = Session::new(Options::default());
    run(&mut session, script.as_bytes(), &mut output).expect("reading and writing memory");
    String::from_utf8(output).expect("replies are text").lines().map(str::to_owned).collect()
}

/// A term without unknowns is true, and its negation is not.
fn check_ground(term: &str) {
    let script = format!("(push 1)(assert {term})(check-sat)(pop 1)(assert (not {term}))(check-sat)");
    assert_eq!(replies(&script), ["sat", "unsat"], "{term}");
}

/// The only value of `x` is this, and without it nothing is left.
fn check_solved(sort: &str, assertions: &str, value: &str) {
    let script = format!("(declare-const x {sort})(declare-const y {sort}){assertions}");
    let solved = replies(&format!("{script}(check-sat)(get-value (x))"));
    assert_eq!(solved, ["sat".to_owned(), format!("((x {value}))")], "{script}");
    let other = replies(&format!("{script}(assert (distinct x {value}))(check-sat)"));
    assert_eq!(other, ["unsat"], "{script}");
}

fn pairs() -> Vec<(Digits, Digits)> {
    let mut random = Random::new(300);
    (0..4)
        .map(|round| {
            let a = Digits::random(&mut random, 300);
            (a, Digits::random(&mut random, if round == 0 { 300 } else { 40 + 80 * round }))
        })
        .collect()
}

#[test]
fn operations_are_exact() {
    for (a, b) in pairs() {
        let (sum, product) = (a.plus(&b).text(), a.times(&b).text());
        let (quotient, rest) = a.divided(&b);
        // With a negative dividend the remainder stays natural.
        let (below, gap) = (quotient.plus(&Digits::small(1)).text(), b.minus(&rest).text());
        let (quotient, rest) = (quotient.text(), rest.text());
        let whole = product.clone();
        let (a, b) = (a.text(), b.text());
        for term in [
            format!("(= (+ {a} {b}) {sum})"),
            format!("(= (- {sum} {a}) {b})"),
            format!("(= (- {a} {sum}) (- {b}))"),
            format!("(= (* {a} {b}) {product})"),
            format!("(= (* (- {a}) {b}) (- {product}))"),
            format!("(= (div {a} {b}) {quotient})"),
            format!("(= (mod {a} {b}) {rest})"),
            format!("(= (div (- {a}) {b}) (- {below}))"),
            format!("(= (mod (- {a}) {b}) {gap})"),
            format!("(= (div {a} (- {b})) (- {quotient}))"),
            format!("(= (mod {a} (- {b})) {rest})"),
            format!("(= (abs (- {a})) {a})"),
            format!("((_ divisible {b}) {whole})"),
            format!("(not ((_ divisible {b}) (+ {whole} 1)))"),
            format!("(= (to_real {a}) {a}.0)"),
            format!("(= (to_int (/ {a}.0 {b}.0)) {quotient})"),
            format!("(= (to_int (/ (- {a}.0) {b}.0)) (- {below}))"),
            format!("(is_int (/ {whole}.0 {b}.0))"),
            format!("(not (is_int (/ (+ {whole}.0 1.0) {b}.0)))"),
            format!("(= (/ {whole}.0 {b}.0) {a}.0)"),
            format!("(< {a} {sum})"),
            format!("(>= {sum} {b})"),
            format!("(> (- {a}) (- {sum}))"),
            format!("(<= (- {sum}.0) (- {b}.0))"),
            format!("(= (str.to_int \"{a}\") {a})"),
            format!("(= (str.to_int \"000{a}\") {a})"),
            format!("(= (str.from_int {a}) \"{a}\")"),
            format!("(= (str.from_int (- {a})) \"\")"),
        ] {
            check_ground(&term);
        }
    }
}

#[test]
fn integers_are_solved_for() {
    for (a, b) in pairs() {
        let (sum, product) = (a.plus(&b).text(), a.times(&b).text());
        let (quotient, rest) = a.divided(&b);
        let (next, twice) = (a.plus(&Digits::small(1)).text(), a.plus(&a).text());
        let (a, b, quotient, rest) = (a.text(), b.text(), quotient.text(), rest.text());
        let solved = |assertions: &str, value: &str| check_solved("Int", assertions, value);
        solved(&format!("(assert (= (+ x y) {sum}))(assert (= (- x y) (- {a} {b})))"), &a);
        solved(&format!("(assert (= (* {b} x) {product}))(assert (= y x))"), &a);
        solved(&format!("(assert (= (div x {b}) {quotient}))(assert (= (mod x {b}) {rest}))"), &a);
        solved(&format!("(assert (= (abs x) {a}))(assert (< x y))(assert (< y 0))"), &format!("(- {a})"));
        solved(
            &format!("(assert ((_ divisible {b}) x))(assert (< (- {product} {b}) x (+ {product} {b})))"),
            &product,
        );
        solved(&format!("(assert (< {a} x))(assert (< x (+ {a} 2)))"), &next);
        solved(&format!("(assert (= (to_int (/ (to_real x) 2.0)) {a}))(assert (= (mod x 2) 0))"), &twice);
        solved(&format!("(assert (= (str.from_int x) \"{a}\"))"), &a);
        let text = format!("(assert (= (str.to_int x) {a}))(assert (= (str.len x) {}))", a.len());
        check_solved("String", &text, &format!("\"{a}\""));
    }
}

#[test]
fn rationals_are_solved_for() {
    for (a, b) in pairs() {
        let product = a.times(&b).text();
        let (a, b) = (a.text(), b.text());
        let solved = |assertions: &str, value: &str| check_solved("Real", assertions, value);
        solved(&format!("(assert (= (/ x {b}.0) {a}.0))(assert (= y x))"), &format!("{product}.0"));
        solved(&format!("(assert (= (* {b}.0 x) {product}.0))(assert (= y x))"), &format!("{a}.0"));
        solved(
            &format!("(assert (is_int x))(assert (< (- {a}.0 0.5) x))(assert (< x (+ {a}.0 0.5)))"),
            &format!("{a}.0"),
        );
        solved(&format!("(assert (<= x {a}.0))(assert (>= (* {b}.0 x) {product}.0))"), &format!("{a}.0"));
    }
}
