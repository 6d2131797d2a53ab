//! A simulated program: what it asks about its inputs at each point.
//!
//! Enters: a seed. Leaves: for every depth and every last direction a condition, as a parser of
//! `key=value;...` lines, a check of an address and a switch over keywords would ask it. Paths that
//! meet at a point ask the same, as paths through a real program do.

use tress_base::Random;

/// Branches on the longest path.
pub(super) const DEPTH: usize = 14;

const KEYWORDS: [&str; 6] = ["get", "put", "post", "head", "delete", "patch"];
const NAMES: [&str; 5] = ["id", "user", "name", "port", "token"];
const SCHEMES: [&str; 4] = ["http://", "https://", "ftp://", "file:"];
const ENDINGS: [&str; 4] = [".html", ".php", ".json", "/"];
const MARKS: [&str; 6] = ["=", ";", "/", "..", "@", "?"];
const LETTERS: [&str; 6] = ["a", "p", "u", "/", "=", "0"];
/// The strings that conditions mention.
const STRINGS: [&str; 4] = ["line", "url", "mode", "value"];

/// What a program declares: four strings and two numbers.
pub(super) const OPENING: &str = "(set-logic QF_SLIA)\n(declare-const line String)\n(declare-const url String)\n\
                                  (declare-const mode String)\n(declare-const value String)\n\
                                  (declare-const port Int)\n(declare-const count Int)\n";

/// Conditions by depth and last direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Program {
    points: Vec<[String; 2]>,
}

impl Program {
    /// The program that belongs to a seed.
    pub(super) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let points = (0..DEPTH).map(|_| [condition(&mut random), condition(&mut random)]).collect();
        Self { points }
    }

    /// What is asked at a depth, after the last branch was taken or not.
    pub(super) fn condition(&self, depth: usize, taken: bool) -> &str {
        &self.points[depth][usize::from(taken)]
    }
}

fn condition(random: &mut Random) -> String {
    match random.below(3) {
        0 => parsing(random),
        1 => address(random),
        _ => choice(random),
    }
}

/// What a parser of lines asks.
fn parsing(random: &mut Random) -> String {
    let name = *random.pick(&NAMES);
    let equals = "(str.indexof line \"=\" 0)";
    match random.below(6) {
        0 => format!("(> {equals} {})", random.between(-1, 5)),
        1 => format!("(= (str.substr line 0 {equals}) \"{name}\")"),
        2 => format!("(= (str.substr line 0 {}) \"{name}\")", name.len()),
        3 => format!("(str.prefixof \"{name}=\" line)"),
        4 => format!("(str.contains line \"{};\")", random.pick(&LETTERS)),
        _ => format!("(= line (str.++ \"{name}\" \"=\" value))"),
    }
}

/// What a check of an address asks.
fn address(random: &mut Random) -> String {
    match random.below(5) {
        0 => format!("(str.prefixof \"{}\" url)", random.pick(&SCHEMES)),
        1 => format!("(str.suffixof \"{}\" url)", random.pick(&ENDINGS)),
        2 => format!("(str.contains url \"{}\")", random.pick(&MARKS)),
        3 => format!("(> (str.indexof url \"{}\" 0) {})", random.pick(&MARKS), random.between(0, 9)),
        _ => format!("(= (str.at url {}) \"{}\")", random.between(0, 8), random.pick(&LETTERS)),
    }
}

/// What a switch, a loop or a range check asks.
fn choice(random: &mut Random) -> String {
    let string = *random.pick(&STRINGS);
    match random.below(8) {
        0 => format!("(= mode \"{}\")", random.pick(&KEYWORDS)),
        1 => format!("(or (= mode \"{}\") (= mode \"{}\"))", random.pick(&KEYWORDS), random.pick(&KEYWORDS)),
        2 => format!("(> (str.len {string}) {})", random.between(0, 9)),
        3 => format!("(= (str.len {string}) {})", random.between(1, 12)),
        4 => format!("(= (str.at {string} {}) \"{}\")", random.between(0, 5), random.pick(&LETTERS)),
        5 => format!("(< count (str.len {string}))"),
        6 => format!("(and (>= count {}) (< count {}))", random.between(0, 5), random.between(3, 15)),
        _ => format!("(and (= port (str.to_int value)) (>= port {}))", random.between(0, 1024)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_program() {
        assert_eq!(Program::new(5), Program::new(5));
        assert_ne!(Program::new(5), Program::new(6));
        assert_eq!(Program::new(5).points.len(), DEPTH);
    }
}
