//! Every operator on words against its definition, written out plainly, on all small words.

use tress_base::Rational;

use super::*;

const AB: &str = "ab";

/// The definition of the standard: the characters at positions from `start` on, `count` many.
fn substr(s: &[u32], start: i64, count: i64) -> Vec<u32> {
    if start < 0 || start >= s.len() as i64 || count <= 0 {
        return Vec::new();
    }
    (start..start + count).filter_map(|place| s.get(place as usize).copied()).collect()
}

/// `s = left pattern right` for this length of `left`.
fn occurs_at(s: &[u32], pattern: &[u32], place: usize) -> bool {
    (0..=s.len()).any(|end| place <= end && &s[place..end] == pattern)
}

fn index_of(s: &[u32], pattern: &[u32], from: i64) -> i64 {
    if from < 0 || from > s.len() as i64 {
        return -1;
    }
    (from as usize..=s.len()).find(|place| occurs_at(s, pattern, *place)).map_or(-1, |place| place as i64)
}

fn replace(s: &[u32], pattern: &[u32], new: &[u32]) -> Vec<u32> {
    match index_of(s, pattern, 0) {
        -1 => s.to_vec(),
        place => joined(&[&s[..place as usize], new, &s[place as usize + pattern.len()..]]),
    }
}

fn replace_all(s: &[u32], pattern: &[u32], new: &[u32]) -> (Vec<u32>, i64) {
    match index_of(s, pattern, 0) {
        place if place >= 0 && !pattern.is_empty() => {
            let place = place as usize;
            let (rest, count) = replace_all(&s[place + pattern.len()..], pattern, new);
            (joined(&[&s[..place], new, &rest]), count + 1)
        }
        _ => (s.to_vec(), 0),
    }
}

/// Less than, by the recursion of the standard.
fn less(s: &[u32], t: &[u32]) -> bool {
    match (s, t) {
        (_, []) => false,
        ([], _) => true,
        ([a, s @ ..], [b, t @ ..]) => a < b || (a == b && less(s, t)),
    }
}

#[test]
fn one_word() {
    let mut bench = Bench::new();
    for s in words("aB \t", 4) {
        let value = &[word(&s)];
        assert_eq!(bench.apply(Op::Length, value), int(s.len()));
        let mut reversed = Vec::new();
        for character in &s {
            reversed.insert(0, *character);
        }
        assert_eq!(bench.apply(Op::Rev, value), word(&reversed));
        let text: String = s.iter().filter_map(|code| char::from_u32(*code)).collect();
        assert_eq!(bench.apply(Op::ToLower, value), Value::text(&text.to_ascii_lowercase()));
        assert_eq!(bench.apply(Op::ToUpper, value), Value::text(&text.to_ascii_uppercase()));
        assert_eq!(bench.apply(Op::Trim, value), Value::text(text.trim()));
        let code = if s.len() == 1 { i64::from(s[0]) } else { -1 };
        assert_eq!(bench.apply(Op::ToCode, value), int(code));
    }
}

#[test]
fn two_words() {
    let mut bench = Bench::new();
    let all = words(AB, 4);
    for s in &all {
        for t in &all {
            let args = &[word(s), word(t)];
            let places: Vec<i64> =
                (0..=s.len()).filter(|place| occurs_at(s, t, *place)).map(|place| place as i64).collect();
            assert_eq!(bench.apply(Op::Concat, args), word(&joined(&[s, t])));
            assert_eq!(bench.apply(Op::Contains, args), Value::Bool(!places.is_empty()));
            assert_eq!(bench.apply(Op::LastIndexOf, args), int(places.last().copied().unwrap_or(-1)));
            assert_eq!(bench.apply(Op::PrefixOf, args), Value::Bool(occurs_at(t, s, 0)));
            let suffix = t.len() >= s.len() && occurs_at(t, s, t.len() - s.len());
            assert_eq!(bench.apply(Op::SuffixOf, args), Value::Bool(suffix));
            assert_eq!(bench.apply(Op::StrLt, args), Value::Bool(less(s, t)));
            assert_eq!(bench.apply(Op::StrLe, args), Value::Bool(less(s, t) || s == t));
            let order = i64::from(less(t, s)) - i64::from(less(s, t));
            assert_eq!(bench.apply(Op::Compare, args), int(order));
            assert_eq!(bench.apply(Op::Count, args), int(replace_all(s, t, &[]).1));
        }
    }
}

#[test]
fn replacing() {
    let mut bench = Bench::new();
    for s in words(AB, 5) {
        for pattern in words(AB, 3) {
            for new in words(AB, 2) {
                let args = &[word(&s), word(&pattern), word(&new)];
                assert_eq!(bench.apply(Op::Replace, args), word(&replace(&s, &pattern, &new)));
                assert_eq!(bench.apply(Op::ReplaceAll, args), word(&replace_all(&s, &pattern, &new).0));
            }
        }
    }
}

/// At each place the longest pattern, the first of equal ones.
fn replace_table(s: &[u32], pairs: &[[&[u32]; 2]]) -> Vec<u32> {
    let [first, rest @ ..] = s else { return Vec::new() };
    for length in (1..=s.len()).rev() {
        if let Some([_, new]) = pairs.iter().find(|[pattern, _]| *pattern == &s[..length]) {
            return joined(&[new, &replace_table(&s[length..], pairs)]);
        }
    }
    joined(&[&[*first], &replace_table(rest, pairs)])
}

#[test]
fn replacing_by_tables() {
    let mut bench = Bench::new();
    let (x, y, patterns) = (word(&[120]), word(&[121, 97]), words(AB, 3));
    for s in words(AB, 5) {
        for first in &patterns {
            for second in &patterns {
                let args = &[word(&s), word(first), x.clone(), word(second), y.clone()];
                let expected = replace_table(&s, &[[first, &[120]], [second, &[121, 97]]]);
                assert_eq!(
                    bench.apply(Op::ReplaceTable, args),
                    word(&expected),
                    "{s:?} {first:?} {second:?}"
                );
            }
        }
    }
}

#[test]
fn positions() {
    let mut bench = Bench::new();
    let huge: Int = "100000000000000000000000000".parse().expect("digits");
    for s in words(AB, 4) {
        for start in -2..=6_i64 {
            for count in -2..=6_i64 {
                let cut = bench.apply(Op::Substr, &[word(&s), int(start), int(count)]);
                assert_eq!(cut, word(&substr(&s, start, count)), "{s:?} {start} {count}");
            }
            let rest = bench.apply(Op::Substr, &[word(&s), int(start), int(huge.clone())]);
            assert_eq!(rest, word(&substr(&s, start, 10)));
            assert_eq!(bench.apply(Op::At, &[word(&s), int(start)]), word(&substr(&s, start, 1)));
            for other in words(AB, 3) {
                let found = bench.apply(Op::IndexOf, &[word(&s), word(&other), int(start)]);
                assert_eq!(found, int(index_of(&s, &other, start)), "{s:?} {other:?} {start}");
                let mut updated = s.clone();
                if (0..s.len() as i64).contains(&start) {
                    for (offset, character) in other.iter().enumerate() {
                        if let Some(place) = updated.get_mut(start as usize + offset) {
                            *place = *character;
                        }
                    }
                }
                assert_eq!(bench.apply(Op::Update, &[word(&s), int(start), word(&other)]), word(&updated));
            }
            let repeated: Vec<u32> = (0..start).flat_map(|_| s.clone()).collect();
            assert_eq!(bench.apply(Op::Repeat, &[word(&s), int(start)]), word(&repeated));
        }
        for outside in [huge.clone(), -&huge] {
            let outside = int(outside);
            assert_eq!(bench.apply(Op::Substr, &[word(&s), outside.clone(), int(1)]), word(&[]));
            assert_eq!(bench.apply(Op::IndexOf, &[word(&s), word(&[]), outside.clone()]), int(-1));
            assert_eq!(bench.apply(Op::Update, &[word(&s), outside, word(&[98])]), word(&s));
        }
    }
}

/// The number of the standard: ten times the number of the front plus the last digit.
fn number(s: &[u32]) -> Option<i64> {
    let (last, front) = s.split_last()?;
    let digit = i64::from(char::from_u32(*last)?.to_digit(10)?);
    if front.is_empty() { Some(digit) } else { Some(10 * number(front)? + digit) }
}

#[test]
fn numbers_in_words() {
    let mut bench = Bench::new();
    for s in words("09-x", 5) {
        let value = &[word(&s)];
        assert_eq!(bench.apply(Op::StrToInt, value), int(number(&s).unwrap_or(-1)));
        let signed = match s.strip_prefix(&[u32::from('-')]) {
            Some(digits) => number(digits).map(|n| -n),
            None => number(&s),
        };
        assert_eq!(bench.apply(Op::ToIntSigned, value), int(signed.unwrap_or(0)));
        assert_eq!(bench.apply(Op::IsDigit, value), Value::Bool(s.len() == 1 && number(&s).is_some()));
    }
    for n in -1200..1200_i64 {
        let text = if n < 0 { String::new() } else { n.to_string() };
        assert_eq!(bench.apply(Op::StrFromInt, &[int(n)]), Value::text(&text));
        assert_eq!(bench.apply(Op::FromIntSigned, &[int(n)]), Value::text(&n.to_string()));
    }
}

/// Twice the same digits: with the point taken out, and how far it was moved.
#[test]
fn numbers_with_a_point() {
    let mut bench = Bench::new();
    for s in words("09.x", 6) {
        let parts: Vec<&[u32]> = s.split(|character| *character == u32::from('.')).collect();
        let numbers: Option<Vec<i64>> = parts.iter().map(|part| number(part)).collect();
        let expected = match (numbers.as_deref(), parts.as_slice()) {
            (Some([whole]), _) => Rational::from(*whole),
            (Some([_, _]), [front, back]) => {
                let power = 10i64.pow(u32::try_from(back.len()).expect("short"));
                let digits = number(&[*front, *back].concat()).expect("digits");
                Rational::new(digits.into(), power.into()).expect("not zero")
            }
            _ => Rational::from(-1),
        };
        assert_eq!(bench.apply(Op::StrToReal, &[word(&s)]), Value::Real(expected));
    }
}

#[test]
fn codes() {
    let mut bench = Bench::new();
    for code in [0, 1, 0xD800, 0x1_0000, 0x2_FFFF] {
        let character = bench.apply(Op::FromCode, &[int(code)]);
        assert_eq!(character, word(&[u32::try_from(code).expect("small")]));
        assert_eq!(bench.apply(Op::ToCode, &[character]), int(code));
    }
    for code in [-1, 0x3_0000, i64::MAX] {
        assert_eq!(bench.apply(Op::FromCode, &[int(code)]), word(&[]));
    }
}
