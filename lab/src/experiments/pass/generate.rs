//! Path conditions in kind of the paper's benchmark: a first set of tests such as programs make of their
//! inputs, one of five with a format that an input must have, and a second set whose tests contradict each
//! other, or nearly do, at positions which no length bounds.
//!
//! Tests are templates with holes: `{v}` a string, `{i}` a number, `{w}` a word, `{c}` a character, `{k}` a
//! small constant and `{f}` a format. What stands in a hole is chosen each time.

use tress_base::Random;

/// Tests of inputs: what the first set is made of.
const PLAIN: [&str; 20] = [
    "(str.prefixof {w} {v})",
    "(str.suffixof {w} (str.++ {v} {v}))",
    "(str.contains {v} {w})",
    "(not (str.contains {v} {w}))",
    "(not (str.prefixof {w} {v}))",
    "(= {i} (str.indexof {v} {c} 0))",
    "(= {i} (str.last_indexof {v} {c}))",
    "(> {i} {k})",
    "(= {v} (str.substr {v} {i} {k}))",
    "(= {v} (str.substr {v} (+ {i} 1) (- (str.len {v}) {i} 1)))",
    "(> (str.to_int {v}) (+ {k} {i}))",
    "(= (str.to_int (str.substr {v} {i} 2)) {k})",
    "(= (str.to_lower {v}) {v})",
    "(= {v} (str.trim {v}))",
    "(str.< {v} {w})",
    "(str.< {v} (str.to_upper {v}))",
    "(= (str.len {v}) (+ (str.len {v}) {k}))",
    "(not (= {v} {v}))",
    "(= (str.replace {v} {c} {w}) {v})",
    "(= (str.from_int {i}) {v})",
];
/// Tests that contradict each other at a position which no length bounds, or nearly do.
struct Scenario {
    base: &'static [&'static str],
    /// With this one there is no solution.
    closed: &'static str,
    /// With this one there is.
    open: &'static str,
}

/// What the second set is made of. Holes in capitals are the same in all tests of a condition: `{W}` is a
/// word of two characters, `{C}` and `{D}` characters, `{K}` a small constant, `{L}` a large one.
const SCENARIOS: [Scenario; 10] = [
    Scenario {
        base: &["(= y (str.++ x {W} z))", "(not (str.contains x {C}))", "(= (str.at y m) {C})", "(> m {L})"],
        closed: "(< m (str.len x))",
        open: "(> m (+ (str.len x) {K}))",
    },
    Scenario {
        base: &["(= y (str.to_lower x))", "(not (str.contains y {W}))", "(> m {K})"],
        closed: "(= (str.substr x m 2) {W})",
        open: "(= (str.substr x m 2) \"Q?\")",
    },
    Scenario {
        base: &["(= m (str.indexof x {C} 0))", "(= n (str.indexof x {C} (+ m 1)))", "(> n (+ m {L}))"],
        closed: "(str.contains (str.substr x (+ m 1) (- n m 1)) {C})",
        open: "(str.contains (str.substr x (+ m 1) (- n m 1)) {D})",
    },
    Scenario {
        base: &["(= m (str.indexof x {W} 0))", "(= n (str.last_indexof x {W}))", "(>= m 0)"],
        closed: "(> m n)",
        open: "(> n (+ m {L}))",
    },
    Scenario {
        base: &["(str.prefixof x y)", "(str.prefixof y z)", "(> (str.len x) {K})"],
        closed: "(not (= (str.substr z 0 (str.len x)) x))",
        open: "(not (= (str.substr z 0 (str.len y)) x))",
    },
    Scenario {
        base: &["(= (str.++ x y) (str.++ y x))", "(= (str.at x 0) {C})", "(> (str.len y) {K})"],
        closed: "(= (str.at y 0) \"?\")",
        open: "(= (str.at y m) {C})",
    },
    Scenario {
        base: &["(= y (str.trim x))", "(> (str.len x) {L})", "(str.contains y {W})"],
        closed: "(= (str.at y (- (str.len y) 1)) \" \")",
        open: "(= (str.at y (- (str.len y) 2)) \" \")",
    },
    Scenario {
        base: &["(not (str.contains x \"{K}{K}\"))", "(<= 0 m)", "(<= (+ m 2) (str.len x))"],
        closed: "(= (str.to_int (str.substr x m 2)) {K}{K})",
        open: "(= (str.to_int (str.substr x m 2)) 10)",
    },
    Scenario {
        base: &["(str.in_re x (re.* (re.++ (re.range \"0\" \"9\") (re.range \"a\" \"c\"))))", "(> m {L})"],
        closed: "(= (str.at x (* 2 m)) \"a\")",
        open: "(= (str.at x (+ (* 2 m) 1)) \"a\")",
    },
    Scenario {
        base: &["(str.< x y)", "(str.< y z)", "(= z (str.++ x {W}))", "(> (str.len x) {L})"],
        closed: "(not (str.prefixof x y))",
        open: "(not (= (str.len x) (str.len y)))",
    },
];
/// Formats: well-formed loops, forks, and loops in loops.
const FORMATS: [&str; 6] = [
    "(re.+ (re.range \"a\" \"f\"))",
    "(re.++ re.allchar (re.+ (re.range \"0\" \"9\")) (str.to_re \",\") ((_ re.^ 3) (re.range \"0\" \"9\")))",
    "(re.* (re.++ (re.range \"0\" \"9\") (re.range \"a\" \"c\")))",
    "(re.* (re.union (str.to_re \"ab\") (str.to_re \"c1\")))",
    "(re.* (re.union (str.to_re {w}) (str.to_re {c})))",
    "(re.++ (re.* (re.++ (re.+ (re.range \"a\" \"c\")) (str.to_re \",\"))) (re.+ (re.range \"0\" \"9\")))",
];
/// What inputs are said to be in.
const MEMBERSHIPS: [&str; 3] =
    ["(str.in_re {v} {f})", "(not (str.in_re {v} {f}))", "(str.in_re (str.++ {v} {v}) {f})"];

/// A condition of a set, by its number.
pub(super) fn condition(seed: u64, hard: bool, number: usize) -> String {
    let mut random =
        Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (number as u64) ^ (u64::from(hard) << 40));
    let facts = if hard { near_contradiction(number, &mut random) } else { path(number, &mut random) };
    let mut text = String::from("(set-logic ALL)\n");
    for (sort, names) in [("String", ["x", "y", "z"].as_slice()), ("Int", &["m", "n"])] {
        names.iter().for_each(|name| text.push_str(&format!("(declare-const {name} {sort})\n")));
    }
    facts.iter().for_each(|fact| text.push_str(&format!("(assert {fact})\n")));
    text
}

/// Some tests of inputs, one of five with a format.
fn path(number: usize, random: &mut Random) -> Vec<String> {
    let mut facts: Vec<String> = Vec::new();
    for _ in 0..3 + random.below(2) {
        facts.push(filled(PLAIN[random.below(PLAIN.len())], random));
    }
    if number.is_multiple_of(5) {
        facts.push(filled(MEMBERSHIPS[random.below(MEMBERSHIPS.len())], random));
    }
    facts
}

/// The tests of a scenario, every second time those that contradict each other.
fn near_contradiction(number: usize, random: &mut Random) -> Vec<String> {
    let scenario = &SCENARIOS[number % SCENARIOS.len()];
    let mut letters = ['a', 'b', 'c', 'd', 'e', 'f'];
    letters.rotate_left(random.below(6));
    let [first, second, third, fourth, ..] = letters;
    let (small, large) = (2 + random.below(8), 30 + random.below(90));
    let holes = [
        ("{W}", format!("\"{first}{second}\"")),
        ("{C}", format!("\"{third}\"")),
        ("{D}", format!("\"{fourth}\"")),
        ("{K}", small.to_string()),
        ("{L}", large.to_string()),
    ];
    let last = if random.chance(1, 2) { scenario.closed } else { scenario.open };
    let tests = scenario.base.iter().chain([&last]);
    tests
        .map(|test| holes.iter().fold((*test).to_owned(), |text, (hole, new)| text.replace(hole, new)))
        .collect()
}

/// A template with all its holes filled.
fn filled(template: &str, random: &mut Random) -> String {
    let mut text = template.to_owned();
    while let Some(place) = text.find('{') {
        let letters = |count: usize, random: &mut Random| -> String {
            (0..count).map(|_| *random.pick(&['a', 'b', 'c', '1', '2', ','])).collect()
        };
        let new = match &text[place..place + 3] {
            "{v}" => (*random.pick(&["x", "y", "z"])).to_owned(),
            "{i}" => (*random.pick(&["m", "n"])).to_owned(),
            "{k}" => (1 + random.below(9)).to_string(),
            "{f}" => FORMATS[random.below(FORMATS.len())].to_owned(),
            "{c}" => format!("\"{}\"", letters(1, random)),
            _ => {
                let count = 2 + random.below(3);
                format!("\"{}\"", letters(count, random))
            }
        };
        text.replace_range(place..place + 3, &new);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_drawn_again_and_have_no_holes() {
        for number in 0..40 {
            let [one, other] = [false, true].map(|hard| condition(3, hard, number));
            assert_eq!(one, condition(3, false, number));
            assert!(!one.contains('{') && !other.contains('{'), "{one}{other}");
            assert_ne!(one, other);
        }
    }
}
