//! Numbers against machine numbers and against themselves.

use super::*;

fn int(text: &str) -> Int {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let size = Int::from_digits(digits).expect("short").expect("digits");
    if negative { size.negated() } else { size }
}

#[test]
fn small_numbers_as_the_machine_has_them() {
    for a in -40_i32..40 {
        for b in -40_i32..40 {
            let (x, y) = (Int::from(a), Int::from(b));
            assert_eq!(x.plus(&y), Int::from(a + b));
            assert_eq!(x.minus(&y), Int::from(a - b));
            assert_eq!(x.times(&y), Ok(Int::from(a * b)));
            assert_eq!(x.cmp(&y), a.cmp(&b));
            let wanted = (b != 0).then(|| (Int::from(a.div_euclid(b)), Int::from(a.rem_euclid(b))));
            assert_eq!(x.div_mod(&y), wanted, "{a} {b}");
        }
    }
}

#[test]
fn division_undoes_multiplication() {
    let mut seed = 7_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        seed >> 24
    };
    for round in 0..3000 {
        let mut make = |count: u64| {
            let limbs: Vec<u32> = (0..count)
                .map(|_| match random() % 4 {
                    0 => u32::MAX,
                    1 => 0,
                    2 => 1 << 31,
                    _ => random() as u32,
                })
                .collect();
            let mut limbs = limbs;
            trim(&mut limbs);
            Int::new(false, limbs)
        };
        let (a, b) = (make(1 + round % 7), make(1 + round % 4));
        let Some((quotient, rest)) = a.div_mod(&b) else { continue };
        assert!(rest < b);
        assert_eq!(quotient.times(&b).expect("small").plus(&rest), a);
        assert_eq!(int(&a.to_string()), a);
    }
}

#[test]
fn digits_are_read_and_written() {
    for text in ["0", "-1", "1000000000", "340282366920938463463374607431768211456", "-999999999999999999999"]
    {
        assert_eq!(int(text).to_string(), text);
    }
    assert_eq!(Int::from_digits("1x"), Ok(None));
    assert!(Int::from_digits(&"9".repeat(DIGITS + 1)).is_err());
}

#[test]
fn fractions() {
    let rat = |text: &str| Rat::from_text(text).expect("short").expect("a fraction");
    assert_eq!(rat("-6/4"), rat("-1.5"));
    assert_eq!(rat("1/2").plus(&rat("1/3")), Ok(rat("5/6")));
    assert_eq!(rat("-3/2").floor(), Int::from(-2));
    assert_eq!(rat("-3/2").ceil(), Int::from(-1));
    assert_eq!(Rat::from_text("1/0"), Ok(None));
    assert_eq!(Rat::from_text("1."), Ok(None));
    assert_eq!(rat("1/2").compare(&rat("2/3")), Ok(Ordering::Less));
}
