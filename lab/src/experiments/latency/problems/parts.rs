//! Shapes that cut an input: at a delimiter, and around a number.

use tress_base::Random;

use super::{small, word};

const DELIMITERS: [&str; 4] = ["=", ":", ";", ","];

/// A line is cut at its first delimiter.
pub(super) fn split(random: &mut Random, kind: usize) -> Vec<String> {
    let delimiter = *random.pick(&DELIMITERS);
    let size = small(random, 2, 6);
    let name = word(random, size, 26);
    let at = format!("(= at (str.indexof line \"{delimiter}\" 0))");
    let key = "(= key (str.substr line 0 at))".to_owned();
    let rest = "(= value (str.substr line (+ at 1) (- (str.len line) (+ at 1))))".to_owned();
    match kind {
        0 => vec![at, key, rest, format!("(= key \"{name}\")"), format!("(= (str.len value) {size})")],
        // The key ends before the delimiter.
        1 => vec![
            at,
            key,
            "(>= at 0)".to_owned(),
            format!("(str.contains key \"{delimiter}\")"),
            format!("(<= (str.len line) {})", size + 6),
        ],
        2 => vec![at, key, rest, format!("(> at {size})"), format!("(str.prefixof \"{name}\" value)")],
        // The position of the delimiter is known.
        3 => vec![
            at,
            key,
            format!("(= line \"{name}{delimiter}{name}\")"),
            format!("(not (= (str.len key) {size}))"),
        ],
        _ => vec![
            at,
            rest,
            "(>= at 0)".to_owned(),
            format!("(not (str.contains value \"{delimiter}\"))"),
            format!("(str.suffixof \"{name}\" line)"),
        ],
    }
}

/// A number stands in a line, and is in a range.
pub(super) fn number(random: &mut Random, kind: usize) -> Vec<String> {
    let (at, digits) = (small(random, 0, 5), small(random, 2, 4));
    let most = 10_i64.pow(digits as u32);
    let low = random.between(1, most - 2);
    let high = random.between(low + 1, most - 1);
    let read = format!("(= n (str.to_int (str.substr line {at} {digits})))");
    let long = format!("(>= (str.len line) {})", at + digits);
    match kind {
        0 => vec![read, long, format!("(>= n {low})"), format!("(<= n {high})")],
        // So few digits make no such number.
        1 => vec![read, long, format!("(>= n {most})")],
        2 => vec![
            read,
            format!("(> n {low})"),
            format!("(= (str.len line) {})", at + digits),
            format!("(not (= (str.at line {at}) \"{}\"))", low % 10),
        ],
        // A character that is no digit makes it no number.
        3 => vec![
            read,
            format!("(= (str.at line {at}) \"{}\")", word(random, 1, 26)),
            format!("(or (= n {low}) (= n {high}))"),
        ],
        // The character at the end may stand within or behind the number.
        _ => vec![
            read,
            format!("(= n {low})"),
            "(str.suffixof \"x\" line)".to_owned(),
            format!("(<= (str.len line) {})", at + digits + random.below(2)),
        ],
    }
}
