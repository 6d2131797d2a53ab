//! Random problems with objectives.

use tress_base::{Random, Rational};

/// The kinds of problems.
pub(super) const KINDS: [&str; 5] = ["numbers", "a string", "strings", "soft", "open"];

/// The values that a constant may have.
#[derive(Clone, Debug)]
pub(super) enum Domain {
    /// From the first to the second.
    Int(i64, i64),
    /// Words of at most this number of characters `a` and `b`.
    Word(usize),
}

/// An objective.
#[derive(Clone, Debug)]
pub(super) enum Wish {
    Number { term: String, maximize: bool },
    Soft { formula: String, weight: Rational, shown: &'static str, group: &'static str },
}

/// A problem with objectives.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) kind: usize,
    /// Names with their domains; none where numbers have no bounds.
    pub(super) constants: Vec<(String, Domain)>,
    declarations: String,
    pub(super) assertions: Vec<String>,
    pub(super) wishes: Vec<Wish>,
    /// Is each objective asked alone?
    pub(super) alone: bool,
}

impl Case {
    /// Can all values be tried?
    pub(super) fn is_bounded(&self) -> bool {
        !self.constants.is_empty()
    }

    /// Declarations and assertions.
    pub(super) fn problem(&self) -> String {
        let assertions: String = self.assertions.iter().map(|text| format!("(assert {text})\n")).collect();
        format!("{}{assertions}", self.declarations)
    }

    /// The problem with its objectives.
    pub(super) fn text_without_check(&self) -> String {
        let priority = if self.alone { "(set-option :opt.priority box)\n" } else { "" };
        let wishes: String = self.wishes.iter().map(Wish::text).collect();
        format!("{priority}{}{wishes}", self.problem())
    }

    /// The whole script.
    pub(super) fn text(&self) -> String {
        format!("{}(check-sat)\n(get-objectives)\n", self.text_without_check())
    }
}

impl Wish {
    fn text(&self) -> String {
        match self {
            Wish::Number { term, maximize: false } => format!("(minimize {term})\n"),
            Wish::Number { term, maximize: true } => format!("(maximize {term})\n"),
            Wish::Soft { formula, shown, group: "", .. } => {
                format!("(assert-soft {formula} :weight {shown})\n")
            }
            Wish::Soft { formula, shown, group, .. } => {
                format!("(assert-soft {formula} :weight {shown} :id {group})\n")
            }
        }
    }
}

/// The names that formulas can mention.
#[derive(Default)]
struct Names {
    numbers: Vec<String>,
    words: Vec<String>,
}

/// Draws a problem.
pub(super) fn random_case(random: &mut Random) -> Case {
    let kind = random.below(KINDS.len());
    let (numbers, words) = match kind {
        0 => (3, 0),
        1 => (2, 1),
        2 => (1, 2),
        3 => (random.below(3), 1 + random.below(2)),
        _ => (2 + random.below(2), 0),
    };
    let mut case = Case {
        kind,
        constants: Vec::new(),
        declarations: String::new(),
        assertions: Vec::new(),
        wishes: Vec::new(),
        alone: random.chance(1, 5),
    };
    let mut names = Names::default();
    for number in 0..numbers {
        let name = format!("n{number}");
        let is_real = kind == 4 && random.chance(1, 3);
        let sort = if is_real { "Real" } else { "Int" };
        case.declarations.push_str(&format!("(declare-const {name} {sort})\n"));
        if kind < 4 {
            let low = random.between(-4, 1);
            let high = low + random.between(1, 6);
            case.assertions.push(format!("(<= {} {name} {})", int(low), int(high)));
            case.constants.push((name.clone(), Domain::Int(low, high)));
        }
        names.numbers.push(if is_real { name } else { name.clone() });
    }
    for word in 0..words {
        let name = format!("s{word}");
        let length = 2 + random.below(2);
        case.declarations.push_str(&format!("(declare-const {name} String)\n"));
        case.assertions.push(format!("(str.in_re {name} ((_ re.loop 0 {length}) (re.range \"a\" \"b\")))"));
        case.constants.push((name.clone(), Domain::Word(length)));
        names.words.push(name);
    }
    for _ in 0..1 + random.below(3) {
        let formula = names.formula(random, 1);
        case.assertions.push(formula);
    }
    let soft = if kind == 3 { 2 + random.below(5) } else { 0 };
    for _ in 0..soft {
        let (weight, shown) =
            *random.pick(&[((1, 1), "1"), ((2, 1), "2"), ((1, 2), "0.5"), ((7, 4), "1.75"), ((-1, 1), "-1")]);
        let weight = Rational::new(weight.0.into(), weight.1.into()).unwrap_or_default();
        let group = *random.pick(&["", "", "g"]);
        let formula = names.formula(random, 1);
        case.wishes.push(Wish::Soft { formula, weight, shown, group });
    }
    for _ in 0..random.below(3).max(usize::from(soft == 0)) {
        case.wishes.push(Wish::Number { term: names.number(random, 2), maximize: random.chance(1, 2) });
    }
    case
}

/// A literal.
fn int(number: i64) -> String {
    if number < 0 { format!("(- {})", -number) } else { number.to_string() }
}

impl Names {
    fn formula(&self, random: &mut Random, depth: usize) -> String {
        if depth > 0 && random.chance(2, 3) {
            let mut part = || self.formula(random, depth - 1);
            let (one, two) = (part(), part());
            return match random.below(4) {
                0 => format!("(and {one} {two})"),
                1 => format!("(not {one})"),
                2 => format!("(ite {} {one} {two})", self.formula(random, 0)),
                _ => format!("(or {one} {two})"),
            };
        }
        if self.words.is_empty() || random.chance(1, 3) {
            let relation = random.pick(&["<=", "<", "=", ">=", "distinct"]);
            return format!("({relation} {} {})", self.number(random, 1), self.number(random, 1));
        }
        let (one, two) = (self.word(random, 1), self.word(random, 1));
        match random.below(5) {
            0 => format!("(str.prefixof {one} {two})"),
            1 => format!("(str.contains {one} {two})"),
            2 => format!("(= {one} {two})"),
            3 => format!("(str.in_re {one} (re.* (re.union (str.to_re \"ab\") (str.to_re \"b\"))))"),
            _ => format!("(str.< {one} {two})"),
        }
    }

    fn number(&self, random: &mut Random, depth: usize) -> String {
        let has_words = !self.words.is_empty();
        let choices = if depth > 0 { 6 } else { 3 };
        match random.below(choices) {
            0 if has_words => format!("(str.len {})", self.word(random, 1)),
            1 if !has_words || self.numbers.is_empty() || random.chance(1, 2) => int(random.between(-3, 5)),
            3 => format!("(+ {} {})", self.number(random, depth - 1), self.number(random, depth - 1)),
            4 => format!("(* {} {})", int(random.between(-2, 3)), self.number(random, depth - 1)),
            5 => format!("(- {} {})", self.number(random, depth - 1), self.number(random, depth - 1)),
            2 if has_words && random.chance(1, 3) => {
                format!("(str.indexof {} {} 0)", self.word(random, 0), self.word(random, 0))
            }
            _ => match self.numbers.as_slice() {
                [] => format!("(str.len {})", self.word(random, 0)),
                numbers => random.pick(numbers).clone(),
            },
        }
    }

    fn word(&self, random: &mut Random, depth: usize) -> String {
        match random.below(if depth > 0 { 5 } else { 3 }) {
            0 => format!("\"{}\"", random.pick(&["", "a", "b", "ab", "ba"])),
            3 => format!("(str.++ {} {})", self.word(random, 0), self.word(random, 0)),
            4 => format!("(str.replace {} \"a\" {})", self.word(random, 0), self.word(random, 0)),
            _ => random.pick(&self.words).clone(),
        }
    }
}
