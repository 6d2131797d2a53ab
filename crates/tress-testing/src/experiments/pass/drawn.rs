//! Conditions in kind of the paper's benchmark: 70 for which instances by number are often enough, 15 of them with
//! regular expressions, and 30 that need more.

use tress_base::Random;

/// What the first set is drawn from.
const PLAIN: [&str; 12] = [
    "(str.prefixof \"ab\" x)",
    "(str.suffixof \"cd\" (str.++ x y))",
    "(str.contains y \"12\")",
    "(not (str.contains x \"12\"))",
    "(str.< x y)",
    "(= (str.len x) (+ (str.len y) 2))",
    "(= n (str.indexof x \"c\" 0))",
    "(> n 2)",
    "(= (str.to_int z) n)",
    "(= z (str.substr x n 2))",
    "(= (str.to_upper y) y)",
    "(not (= x y))",
];
/// Memberships.
const LANGUAGES: [&str; 4] = [
    "(str.in_re x (re.+ (re.range \"a\" \"f\")))",
    "(str.in_re y (re.* (re.++ (re.range \"0\" \"9\") (re.range \"a\" \"c\"))))",
    "(not (str.in_re z (re.++ (re.* re.allchar) (str.to_re \"a\") (re.* re.allchar))))",
    "(str.in_re (str.++ x y) (re.++ (re.* (re.range \"a\" \"z\")) (re.* (re.range \"0\" \"9\"))))",
];
/// What the second set is drawn from.
const HARD: [&str; 9] = [
    "(= (str.++ x y) (str.++ y x))",
    "(= x (str.++ z \"ab\" z))",
    "(not (str.contains x y))",
    "(= n (str.last_indexof x z))",
    "(= y (str.trim z))",
    "(str.in_re x (re.* (re.union (str.to_re \"ab\") (str.to_re \"c\"))))",
    "(> (str.len x) 12)",
    "(= (str.from_int m) y)",
    "(= (str.to_int (str.substr x n 3)) (* 2 m))",
];

/// A condition of a set, by its number.
pub(super) fn condition(seed: u64, hard: bool, number: usize) -> String {
    let mut random =
        Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (number as u64) ^ (u64::from(hard) << 40));
    let (own, from): (&[&str], usize) = if hard { (&HARD, 2) } else { (&PLAIN, 3) };
    let mut facts: Vec<&str> = Vec::new();
    let extra = random.below(2);
    while facts.len() < from + extra {
        let fact = *random.pick(own);
        if !facts.contains(&fact) {
            facts.push(fact);
        }
    }
    if hard || number.is_multiple_of(5) {
        facts.push(LANGUAGES[number % LANGUAGES.len()]);
    }
    let mut text = String::from("(set-logic ALL)\n");
    for (sort, names) in [("String", ["x", "y", "z"].as_slice()), ("Int", &["m", "n"])] {
        names.iter().for_each(|name| text.push_str(&format!("(declare-const {name} {sort})\n")));
    }
    facts.iter().for_each(|fact| text.push_str(&format!("(assert {fact})\n")));
    text
}
