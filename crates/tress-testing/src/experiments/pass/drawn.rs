//! Path conditions in kind of the paper's benchmark: a first set of tests such as programs make of their inputs, one
//! of five with a format that an input must have, and a second set that speaks of strings by each other.
//!
//! Tests are templates with holes: `{v}` a string, `{i}` a number, `{w}` a word, `{c}` a letter, `{k}` a small
//! constant and `{f}` a format. What stands in a hole is drawn each time.

use tress_base::Random;

/// Tests of inputs: what the first set is drawn from.
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
/// Strings said by each other, without a bound: what the second set is drawn from.
const HARD: [&str; 14] = [
    "(= (str.++ {v} {w} {v}) (str.++ {v} {w} {v}))",
    "(= {v} (str.++ {v} {w} {v}))",
    "(not (str.contains {v} {v}))",
    "(= {i} (str.indexof {v} {v} {i}))",
    "(= {i} (str.last_indexof {v} {v}))",
    "(> (str.len {v}) (* {k} (str.len {v})))",
    "(str.< {v} (str.++ {v} {v}))",
    "(not (str.suffixof {v} (str.++ {v} {w})))",
    "(= (str.substr {v} {i} (str.len {v})) (str.substr {v} {i} (str.len {v})))",
    "(= (str.to_int (str.substr {v} {i} 3)) (* {k} {i}))",
    "(= (str.trim {v}) (str.to_lower {v}))",
    "(= (str.replace {v} {v} {w}) (str.++ {v} {w}))",
    "(> (str.len {v}) {k}0)",
    "(= (str.at {v} {i}) (str.at {v} (+ {i} {k})))",
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
    let mut facts: Vec<String> = Vec::new();
    let own: &[&str] = if hard { &HARD } else { &PLAIN };
    for _ in 0..3 + random.below(2) {
        facts.push(filled(own[random.below(own.len())], &mut random));
    }
    if hard {
        facts.push(filled(PLAIN[random.below(PLAIN.len())], &mut random));
    }
    if number.is_multiple_of(if hard { 2 } else { 5 }) {
        let membership = MEMBERSHIPS[random.below(MEMBERSHIPS.len())];
        facts.push(filled(membership, &mut random));
    }
    let mut text = String::from("(set-logic ALL)\n");
    for (sort, names) in [("String", ["x", "y", "z"].as_slice()), ("Int", &["m", "n"])] {
        names.iter().for_each(|name| text.push_str(&format!("(declare-const {name} {sort})\n")));
    }
    facts.iter().for_each(|fact| text.push_str(&format!("(assert {fact})\n")));
    text
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
