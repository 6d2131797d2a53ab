//! Random problems about sequences, as text.

use std::fmt::Write as _;

use tress_base::Random;

/// The kinds of problems, in turn: by the sort of elements, and with sequences of numbers in arrays and
/// records.
pub(super) const KINDS: [&str; 4] = ["Int", "Bool", "String", "inside"];

/// What problems with sequences in arrays and records declare.
const INSIDE: &str = "(declare-datatype R ((r (id Int) (items (Seq Int))) (none)))
(declare-const p R)
(declare-const q R)
(declare-const m (Array Int (Seq Int)))
";

/// What terms are made of.
struct Draw<'r> {
    random: &'r mut Random,
    element: &'static str,
    sequences: usize,
    /// Are there sequences in arrays and records?
    is_inside: bool,
}

/// A problem of a kind: declarations and assertions.
pub(super) fn problem(random: &mut Random, kind: usize) -> String {
    let sequences = 1 + random.below(3);
    let is_inside = KINDS[kind] == "inside";
    let element = if is_inside { "Int" } else { KINDS[kind] };
    let mut draw = Draw { random, element, sequences, is_inside };
    let mut text = if is_inside { INSIDE.to_owned() } else { String::new() };
    for name in &["s", "t", "u"][..sequences] {
        let _ = writeln!(text, "(declare-const {name} (Seq {element}))");
    }
    for (name, sort) in [("i", "Int"), ("j", "Int"), ("e", element), ("f", element)] {
        let _ = writeln!(text, "(declare-const {name} {sort})");
    }
    for _ in 0..1 + draw.random.below(4) {
        let formula = draw.formula(2);
        let _ = writeln!(text, "(assert {formula})");
    }
    text
}

impl Draw<'_> {
    fn formula(&mut self, depth: usize) -> String {
        match self.random.below(10) {
            0 | 1 if depth > 0 => {
                let name = ["or", "and", "=>", "or"][self.random.below(4)];
                format!("({name} {} {})", self.formula(depth - 1), self.formula(depth - 1))
            }
            2 if depth > 0 => {
                format!(
                    "(ite {} {} {})",
                    self.formula(depth - 1),
                    self.formula(depth - 1),
                    self.formula(depth - 1)
                )
            }
            3 | 4 => format!("(not {})", self.atom()),
            _ => self.atom(),
        }
    }

    fn atom(&mut self) -> String {
        if self.is_inside && self.random.chance(1, 4) {
            return self.atom_inside();
        }
        match self.random.below(12) {
            0..=2 => format!("(= {} {})", self.sequence(2), self.sequence(2)),
            3 => format!("(seq.contains {} {})", self.sequence(1), self.sequence(1)),
            4 => format!("(seq.prefixof {} {})", self.sequence(1), self.sequence(1)),
            5 => format!("(seq.suffixof {} {})", self.sequence(1), self.sequence(1)),
            6..=8 => {
                let name = ["<", "<=", "="][self.random.below(3)];
                format!("({name} {} {})", self.number(2), self.number(1))
            }
            9 if self.element == "Int" => format!("(< {} {})", self.value(2), self.value(1)),
            9 if self.element == "String" => format!("(str.prefixof {} {})", self.value(1), self.value(1)),
            _ => format!("(= {} {})", self.value(2), self.value(1)),
        }
    }

    fn name(&mut self) -> String {
        if self.is_inside && self.random.chance(2, 3) {
            return self.read();
        }
        ["s", "t", "u"][self.random.below(self.sequences)].to_owned()
    }

    /// A sequence that stands in an array or a record.
    fn read(&mut self) -> String {
        match self.random.below(5) {
            0 | 1 => format!("(select m {})", self.number(0)),
            2 => format!("(select {} {})", self.stored(), self.number(0)),
            _ => format!("(items {})", ["p", "q"][self.random.below(2)]),
        }
    }

    fn stored(&mut self) -> String {
        format!("(store m {} {})", self.number(0), self.sequence(0))
    }

    fn atom_inside(&mut self) -> String {
        match self.random.below(5) {
            0 => "(= p q)".to_owned(),
            1 => format!("(= p (r {} {}))", self.number(0), self.sequence(1)),
            2 => format!(
                "((_ is {}) {})",
                ["r", "none"][self.random.below(2)],
                ["p", "q"][self.random.below(2)]
            ),
            3 => format!("(= m {})", self.stored()),
            _ => format!("(= (id p) {})", self.number(1)),
        }
    }

    fn sequence(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.chance(1, 3) {
            return match self.random.below(5) {
                0 => format!("(seq.unit {})", self.value(0)),
                1 if self.random.chance(1, 3) => format!("(as seq.empty (Seq {}))", self.element),
                _ => self.name(),
            };
        }
        let below = depth - 1;
        match self.random.below(14) {
            0..=4 => format!("(seq.++ {} {})", self.sequence(below), self.sequence(below)),
            5 | 6 => format!("(seq.unit {})", self.value(below)),
            7 | 8 => {
                format!("(seq.extract {} {} {})", self.sequence(below), self.number(0), self.number(0))
            }
            9 | 10 => format!("(seq.at {} {})", self.sequence(below), self.number(0)),
            11 => {
                let name = ["seq.replace", "seq.replace_all"][usize::from(self.random.chance(1, 3))];
                format!("({name} {} {} {})", self.sequence(below), self.sequence(0), self.sequence(0))
            }
            12 => format!("(seq.rev {})", self.sequence(below)),
            _ => format!("(seq.update {} {} {})", self.sequence(below), self.number(0), self.sequence(0)),
        }
    }

    fn number(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.chance(1, 4) {
            return match self.random.below(3) {
                0 => ["i", "j"][self.random.below(2)].to_owned(),
                1 if self.random.chance(1, 6) => "(- 1)".to_owned(),
                _ => self.random.below(4).to_string(),
            };
        }
        match self.random.below(8) {
            0..=3 => format!("(seq.len {})", self.sequence(depth - 1)),
            4 => format!("(seq.indexof {} {} {})", self.sequence(1), self.sequence(0), self.number(0)),
            5 => format!("(seq.last_indexof {} {})", self.sequence(0), self.sequence(0)),
            6 if self.element == "Int" => self.value(depth - 1),
            _ => format!("(+ {} {})", self.number(depth - 1), self.number(0)),
        }
    }

    /// An element.
    fn value(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.chance(1, 3) {
            let constants: &[&str] = match self.element {
                "Int" => &["0", "1", "7"],
                "Bool" => &["true", "false"],
                _ => &["\"\"", "\"a\"", "\"ab\""],
            };
            return match self.random.below(2) {
                0 => ["e", "f"][self.random.below(2)].to_owned(),
                _ => constants[self.random.below(constants.len())].to_owned(),
            };
        }
        let read = format!("(seq.nth {} {})", self.sequence(depth - 1), self.number(depth - 1));
        match (self.element, self.random.below(4)) {
            ("Int", 0) => format!("(+ {read} {})", self.value(0)),
            ("Int", 1) => format!("(- {} {read})", self.value(0)),
            ("Bool", 0) => format!("(not {read})"),
            ("String", 0) => format!("(str.++ {read} {})", self.value(0)),
            _ => read,
        }
    }
}
