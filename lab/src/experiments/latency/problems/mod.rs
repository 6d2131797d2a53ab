//! Ten shapes of small problems, as symbolic executors send them.
//!
//! Enters: a seed and a number of rounds. Leaves: the texts of a session's questions. The kinds of
//! a shape take turns, so that the beginning and the end of a session hold the same mix; only
//! words and numbers are chosen.

mod equations;
mod inputs;
mod parts;

use tress_base::Random;

/// How many kinds of problems each shape has; the kinds take turns. Their number is odd, so that the
/// median lies within one kind and not between two.
pub(super) const KINDS: usize = 5;

/// What makes the formulas of one round, given its kind.
type Maker = fn(&mut Random, usize) -> Vec<String>;

/// A shape of small problems.
pub(super) struct Shape {
    pub(super) name: &'static str,
    /// The strings, then the numbers, then the truth values that the formulas mention.
    constants: [&'static str; 3],
    make: Maker,
}

/// Every shape.
pub(super) const SHAPES: [Shape; 10] = [
    Shape { name: "equation", constants: ["x y", "", ""], make: equations::equation },
    Shape { name: "concatenation", constants: ["x y z w", "", ""], make: equations::concatenation },
    Shape { name: "length", constants: ["x y z", "n", ""], make: equations::length },
    Shape { name: "replace", constants: ["x y", "", ""], make: equations::replace },
    Shape { name: "url", constants: ["url", "", ""], make: inputs::url },
    Shape { name: "membership", constants: ["x", "", ""], make: inputs::membership },
    Shape { name: "character", constants: ["x y", "", ""], make: inputs::character },
    Shape { name: "branch", constants: ["mode name", "n", "p q"], make: inputs::branch },
    Shape { name: "split", constants: ["line key value", "at", ""], make: parts::split },
    Shape { name: "number", constants: ["line", "n", ""], make: parts::number },
];

impl Shape {
    /// What a session says before its first question.
    pub(super) fn opening(&self) -> String {
        let sorts = ["String", "Int", "Bool"];
        let mut text = "(set-logic QF_SLIA)\n".to_owned();
        for (names, sort) in self.constants.iter().zip(sorts) {
            for name in names.split_whitespace() {
                text.push_str(&format!("(declare-const {name} {sort})\n"));
            }
        }
        text
    }

    /// The formulas of some rounds.
    pub(super) fn rounds(&self, seed: u64, count: usize) -> Vec<Vec<String>> {
        let mut random = Random::new(seed);
        (0..count).map(|round| (self.make)(&mut random, round % KINDS)).collect()
    }

    /// The questions of some rounds. What the round before pushed is popped first, so that its pop
    /// is timed as well.
    pub(super) fn questions(&self, seed: u64, count: usize) -> Vec<String> {
        let mut questions = Vec::with_capacity(count);
        for (round, formulas) in self.rounds(seed, count).into_iter().enumerate() {
            let mut text = if round == 0 { String::new() } else { "(pop 1)\n".to_owned() };
            text.push_str("(push 1)\n");
            for formula in formulas {
                text.push_str(&format!("(assert {formula})\n"));
            }
            text.push_str("(check-sat)\n");
            questions.push(text);
        }
        questions
    }
}

/// A word of `length` characters out of the first `letters` of the alphabet.
fn word(random: &mut Random, length: usize, letters: usize) -> String {
    (0..length).map(|_| letter(random.below(letters))).collect()
}

/// The character at this index of the alphabet, which begins again after `z`.
fn letter(place: usize) -> char {
    char::from(b'a' + (place % 26) as u8)
}

/// A small number for lengths and positions.
fn small(random: &mut Random, low: i64, high: i64) -> usize {
    usize::try_from(random.between(low, high)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tress_session::{Session, run};
    use tress_solver::options::Options;

    #[test]
    fn rounds_are_small_and_the_same_seed_gives_the_same() {
        for shape in &SHAPES {
            let rounds = shape.rounds(3, 200);
            assert_eq!(rounds.len(), 200);
            let sizes = rounds.iter().map(Vec::len);
            assert!(sizes.clone().all(|size| (2..=6).contains(&size)), "{}", shape.name);
            assert_eq!(rounds, shape.rounds(3, 200), "{}", shape.name);
            assert_ne!(rounds, shape.rounds(4, 200), "{}", shape.name);
        }
    }

    #[test]
    fn questions_leave_one_level_open() {
        let questions = SHAPES[0].questions(1, 2);
        assert!(questions[0].starts_with("(push 1)\n(assert ") && questions[0].ends_with("(check-sat)\n"));
        assert!(questions[1].starts_with("(pop 1)\n(push 1)\n(assert "));
    }

    #[test]
    fn every_shape_has_answers_of_both_kinds() {
        for shape in &SHAPES {
            let text = format!("{}{}", shape.opening(), shape.questions(1, 60).concat());
            let mut output = Vec::new();
            run(&mut Session::new(Options::default()), text.as_bytes(), &mut output).expect("memory");
            let output = String::from_utf8_lossy(&output).into_owned();
            let count = |answer: &str| output.lines().filter(|line| *line == answer).count();
            let (sat, unsat) = (count("sat"), count("unsat"));
            assert!(sat >= 10 && unsat >= 10 && sat + unsat == 60, "{}: {output}", shape.name);
        }
    }
}
