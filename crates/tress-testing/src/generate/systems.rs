//! Random systems: equations, differences, memberships, words that do not occur, and lengths, over a few
//! variables.

use tress_base::Random;
use tress_term::term::{Op, Sort, Term, TermStore, Value};

use super::Strings;

/// A system that is being made.
struct Maker<'random> {
    store: TermStore,
    /// The variables, and one number.
    strings: Vec<Term>,
    number: Term,
    random: &'random mut Random,
}

/// A system of one to four variables.
pub fn random_system(random: &mut Random) -> Strings {
    let mut store = TermStore::new();
    let mut symbols: Vec<_> = (0..1 + random.below(4))
        .map(|place| store.declare(&format!("x{place}"), &[], Sort::String))
        .collect();
    let strings = symbols.iter().map(|symbol| store.constant(*symbol)).collect();
    let number = store.declare("n", &[], Sort::Int);
    symbols.push(number);
    let number = store.constant(number);
    let size = 1 + random.below(5);
    let mut maker = Maker { store, strings, number, random };
    let assertions = (0..size).map(|_| maker.literal()).collect();
    Strings { store: maker.store, symbols, assertions, planted: None }
}

impl Maker<'_> {
    fn app(&mut self, op: Op, args: &[Term]) -> Term {
        self.store.app(op, args).expect("sorts fit")
    }

    fn word(&mut self, text: &str) -> Term {
        self.store.value(Value::text(text))
    }

    fn not(&mut self, term: Term) -> Term {
        self.app(Op::Not, &[term])
    }

    fn literal(&mut self) -> Term {
        match self.random.below(12) {
            0..=4 => {
                let sides = [self.side(5), self.side(5)];
                self.app(Op::Eq, &sides)
            }
            5 | 6 => {
                let sides = [self.side(4), self.side(4)];
                let equal = self.app(Op::Eq, &sides);
                self.not(equal)
            }
            7 | 8 => {
                let string = *self.random.pick(&self.strings);
                let language = self.language();
                self.app(Op::InRe, &[string, language])
            }
            9 => {
                let sides = [self.side(4), self.side(2)];
                let within = self.app(Op::Contains, &sides);
                self.not(within)
            }
            _ => self.lengths(),
        }
    }

    /// A concatenation; now and then variables follow each other in another order, as words do that commute.
    fn side(&mut self, longest: usize) -> Term {
        let count = self.random.below(longest + 1);
        let mut parts = Vec::new();
        for _ in 0..count {
            let part = if self.random.chance(2, 3) {
                *self.random.pick(&self.strings)
            } else {
                let text = *self.random.pick(&["a", "b", "ab", "ba", "a"]);
                self.word(text)
            };
            parts.push(part);
        }
        match parts.len() {
            0 => self.word(""),
            1 => parts[0],
            _ => self.app(Op::Concat, &parts),
        }
    }

    fn language(&mut self) -> Term {
        let texts: Vec<Term> = (0..2)
            .map(|_| {
                let text = *self.random.pick(&["a", "b", "ab", "ba", "aab", "aa"]);
                let word = self.word(text);
                self.app(Op::StrToRe, &[word])
            })
            .collect();
        match self.random.below(5) {
            0 => self.app(Op::ReStar, &texts[..1]),
            1 => self.app(Op::RePlus, &texts[..1]),
            2 => {
                let either = self.app(Op::ReUnion, &texts);
                self.app(Op::ReStar, &[either])
            }
            3 => {
                let loops = [self.app(Op::ReStar, &texts[..1]), self.app(Op::ReStar, &texts[1..])];
                self.app(Op::ReConcat, &loops)
            }
            _ => {
                let all = self.app(Op::ReAll, &[]);
                self.app(Op::ReConcat, &[texts[0], all])
            }
        }
    }

    /// Lengths compare, or leave a rest.
    fn lengths(&mut self) -> Term {
        let sides = [self.side(2), self.side(2)];
        let lengths = sides.map(|side| self.app(Op::Length, &[side]));
        let small = self.random.between(0, 3);
        let small = self.store.int(small);
        let op = *self.random.pick(&[Op::Eq, Op::Le, Op::Gt]);
        let right = match self.random.below(3) {
            0 => small,
            1 => self.app(Op::Add, &[lengths[1], small]),
            _ => {
                let factor = self.random.between(2, 3);
                let factor = self.store.int(factor);
                let multiple = self.app(Op::Mul, &[factor, self.number]);
                self.app(Op::Add, &[multiple, small])
            }
        };
        self.app(op, &[lengths[0], right])
    }
}
