//! Arithmetic against machine numbers, and numbers of many digits.

use tress_base::{Random, Rational};

use super::*;

#[test]
fn whole_numbers() {
    let mut bench = Bench::new();
    for a in -9..=9_i64 {
        for b in -9..=9_i64 {
            let args = &[int(a), int(b)];
            assert_eq!(bench.apply(Op::Add, args), int(a + b));
            assert_eq!(bench.apply(Op::Sub, args), int(a - b));
            assert_eq!(bench.apply(Op::Mul, args), int(a * b));
            assert_eq!(bench.apply(Op::Lt, args), Value::Bool(a < b));
            assert_eq!(bench.apply(Op::Le, args), Value::Bool(a <= b));
            assert_eq!(bench.apply(Op::Gt, args), Value::Bool(a > b));
            assert_eq!(bench.apply(Op::Ge, args), Value::Bool(a >= b));
            if b != 0 {
                // The standard: a = b q + r with 0 <= r < |b|.
                let (q, r) = (bench.apply(Op::IntDiv, args), bench.apply(Op::Mod, args));
                let (Value::Int(q), Value::Int(r)) = (q, r) else { panic!("numbers") };
                assert_eq!(Int::from(b) * &q + &r, Int::from(a));
                assert!(!r.is_negative() && r < Int::from(b.abs()));
            }
            let divides = bench.apply_indexed(Op::Divisible, &[Int::from(b)], &[int(a)]);
            let expected = if b == 0 { a == 0 } else { a % b == 0 };
            assert_eq!(divides, Ok(Value::Bool(expected)));
        }
        assert_eq!(bench.apply(Op::Abs, &[int(a)]), int(a.abs()));
        assert_eq!(bench.apply(Op::Sub, &[int(a)]), int(-a));
        assert_eq!(bench.apply(Op::ToReal, &[int(a)]), Value::Real(Rational::from(a)));
    }
}

#[test]
fn grouping() {
    let mut bench = Bench::new();
    let list = |numbers: &[i64]| numbers.iter().map(|n| int(*n)).collect::<Vec<_>>();
    assert_eq!(bench.apply(Op::Sub, &list(&[10, 3, 4])), int(3));
    assert_eq!(bench.apply(Op::IntDiv, &list(&[100, 7, 2])), int(7));
    assert_eq!(bench.apply(Op::Le, &list(&[1, 1, 2])), Value::Bool(true));
    assert_eq!(bench.apply(Op::Lt, &list(&[1, 3, 2])), Value::Bool(false));
    assert_eq!(bench.apply(Op::Distinct, &list(&[1, 3, 1])), Value::Bool(false));
    assert_eq!(bench.apply(Op::Eq, &list(&[1, 1, 2])), Value::Bool(false));
}

#[test]
fn fractions() {
    let mut bench = Bench::new();
    let mut random = Random::new(11);
    let part = |random: &mut Random| random.between(-30, 30);
    for _ in 0..3000 {
        let (a, c) = (part(&mut random), part(&mut random));
        let (b, d) = (1 + part(&mut random).abs(), 1 + part(&mut random).abs());
        let real = |n: i64, d: i64| {
            Value::Real(Rational::new(Int::from(n), Int::from(d)).expect("the divisor is not zero"))
        };
        let args = &[real(a, b), real(c, d)];
        assert_eq!(bench.apply(Op::Add, args), real(a * d + c * b, b * d));
        assert_eq!(bench.apply(Op::Sub, args), real(a * d - c * b, b * d));
        assert_eq!(bench.apply(Op::Mul, args), real(a * c, b * d));
        assert_eq!(bench.apply(Op::Lt, args), Value::Bool(a * d < c * b));
        if c != 0 {
            assert_eq!(bench.apply(Op::RealDiv, args), real(a * d, b * c));
        }
        assert_eq!(bench.apply(Op::ToInt, &args[..1]), int(a.div_euclid(b)));
        assert_eq!(bench.apply(Op::IsInt, &args[..1]), Value::Bool(a % b == 0));
    }
}

#[test]
fn three_hundred_digits() {
    let mut bench = Bench::new();
    let digits = "123456789".repeat(34);
    let n = bench.apply(Op::StrToInt, &[Value::text(&digits)]);
    let padded = format!("{}{digits}", "0".repeat(300));
    assert_eq!(bench.apply(Op::StrToInt, &[Value::text(&padded)]), n);
    assert_eq!(bench.apply(Op::StrFromInt, std::slice::from_ref(&n)), Value::text(&digits));
    let square = bench.apply(Op::Mul, &[n.clone(), n.clone()]);
    let back = bench.apply(Op::IntDiv, &[square.clone(), n.clone()]);
    assert_eq!(back, n);
    assert_eq!(bench.apply(Op::Mod, &[square, n.clone()]), int(0));
    let negative = bench.apply(Op::Sub, &[n]);
    assert_eq!(bench.apply(Op::StrFromInt, std::slice::from_ref(&negative)), word(&[]));
    assert_eq!(bench.apply(Op::FromIntSigned, &[negative]), Value::text(&format!("-{digits}")));
}
