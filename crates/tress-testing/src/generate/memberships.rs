//! Random Boolean combinations of memberships and lengths.
//!
//! Enters: a source of randomness. Leaves: SMT-LIB text with a few string variables, whose
//! languages have counters from small to large. Nothing is planted: the answers of several solvers
//! are compared.

use tress_base::Random;

/// Characters that words are made of.
const LETTERS: &[&str] = &["a", "b", "c", "0", "7", "@", "."];
/// Names of variables.
const NAMES: &[&str] = &["x", "y", "z", "u", "v"];

/// A problem of memberships and lengths over three to five variables.
#[must_use]
pub fn membership_problem(random: &mut Random) -> String {
    let names = &NAMES[..3 + random.below(3)];
    let mut text = "(set-logic QF_SLIA)\n".to_owned();
    for name in names {
        text.push_str(&format!("(declare-const {name} String)\n"));
    }
    for _ in 0..3 + random.below(5) {
        let depth = random.below(3);
        text.push_str(&format!("(assert {})\n", formula(random, names, depth)));
    }
    text.push_str("(check-sat)\n");
    text
}

fn formula(random: &mut Random, names: &[&str], depth: usize) -> String {
    if depth == 0 {
        let atom = atom(random, names);
        return if random.chance(1, 3) { format!("(not {atom})") } else { atom };
    }
    let op = random.pick(&["and", "or", "or", "=>", "xor"]);
    let (left, right) = (formula(random, names, depth - 1), formula(random, names, depth - 1));
    format!("({op} {left} {right})")
}

fn atom(random: &mut Random, names: &[&str]) -> String {
    match random.below(8) {
        0..=4 => {
            let depth = 1 + random.below(4);
            format!("(str.in_re {} {})", subject(random, names), language(random, depth))
        }
        5 => format!("({} {} {})", relation(random), length(random, names), count(random)),
        6 => {
            let (left, right) = (length(random, names), length(random, names));
            format!("({} {left} (+ {right} {}))", relation(random), count(random))
        }
        _ => {
            let sum = format!("(+ {} {})", length(random, names), length(random, names));
            format!("({} {sum} (* {} {}))", relation(random), 1 + random.below(4), length(random, names))
        }
    }
}

fn subject(random: &mut Random, names: &[&str]) -> String {
    let first = *random.pick(names);
    match random.below(6) {
        0 => format!("(str.++ {first} {})", random.pick(names)),
        1 => format!("(str.++ {first} \"{}\" {})", random.pick(LETTERS), random.pick(names)),
        _ => first.to_owned(),
    }
}

fn length(random: &mut Random, names: &[&str]) -> String {
    format!("(str.len {})", random.pick(names))
}

fn relation(random: &mut Random) -> &'static str {
    const RELATIONS: [&str; 5] = ["=", "<", "<=", ">", ">="];
    RELATIONS[random.below(RELATIONS.len())]
}

/// A number, small more often than large.
fn count(random: &mut Random) -> usize {
    match random.below(6) {
        0 => random.below(5000),
        1 => random.below(300),
        2 => random.below(40),
        _ => random.below(6),
    }
}

fn language(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return leaf(random);
    }
    let inner = language(random, depth - 1);
    let size = random.below(depth);
    match random.below(14) {
        0..=3 => format!("(re.++ {inner} {})", language(random, size)),
        4..=5 => format!("(re.union {inner} {})", language(random, size)),
        6 => format!("(re.* {inner})"),
        7 => format!("(re.+ {inner})"),
        8 => format!("(re.opt {inner})"),
        9 => format!("((_ re.^ {}) {inner})", count(random)),
        10 | 11 => {
            let low = count(random);
            format!("((_ re.loop {low} {}) {inner})", low + count(random))
        }
        12 => format!("(re.comp {inner})"),
        _ => format!("(re.inter {inner} {})", language(random, size)),
    }
}

fn leaf(random: &mut Random) -> String {
    match random.below(6) {
        0 => "re.allchar".to_owned(),
        1 => "(re.range \"a\" \"z\")".to_owned(),
        2 => "(re.range \"0\" \"9\")".to_owned(),
        3 => "re.all".to_owned(),
        _ => {
            let word: Vec<&str> = (0..1 + random.below(3)).map(|_| *random.pick(LETTERS)).collect();
            format!("(str.to_re \"{}\")", word.concat())
        }
    }
}
