//! Problems about strings as numbers and numbers as strings.
//!
//! Enters: random numbers. Leaves: a [`Strings`] problem with one to three strings, up to two numbers and up
//! to five assertions: conversions, lengths, characters and parts of strings, memberships over digits and
//! another character, and linear arithmetic over all of them.

use tress_base::Random;
use tress_term::term::{Op, Sort, Term, post_order};

use super::{Maker, Strings};

/// The characters of a problem: few digits, so that short words hold all of them, and no, one or two others.
const ALPHABETS: [&str; 8] = ["01", "01a", "12", "109", "5a", "90-", "01ab", "07A"];
/// The functions between strings and numbers, and the predicate on digits.
pub const CONVERSIONS: [Op; 5] = [Op::StrToInt, Op::StrFromInt, Op::ToCode, Op::FromCode, Op::IsDigit];
/// Factors of linear sums; those that occur more often are likelier.
const FACTORS: [i64; 8] = [1, 1, 1, -1, 2, -3, 10, 100];

impl Strings {
    /// The problem about conversions that these random numbers give, and how many different
    /// conversions it holds.
    pub fn conversions(random: &mut Random) -> (Strings, usize) {
        let letters = random.pick(&ALPHABETS).chars().map(u32::from).collect();
        let mut maker = Maker::new(random, letters, Vec::new());
        let counts =
            [(Sort::String, "x", 1 + maker.random.below(3)), (Sort::Int, "i", maker.random.below(3))];
        for (sort, name, count) in counts {
            for place in 0..count {
                let symbol = maker.problem.store.declare(&format!("{name}{place}"), &[], sort);
                maker.problem.symbols.push(symbol);
                let variable = maker.problem.store.constant(symbol);
                maker.variables.push(variable);
            }
        }
        let size = 1 + maker.random.below(5);
        maker.fill(size, Maker::statement);
        let problem = maker.problem;
        let terms = post_order(&problem.store, &problem.assertions);
        let holds = |op: &&Op| terms.iter().any(|term| problem.store.op(*term) == Some(**op));
        let count = CONVERSIONS.iter().filter(holds).count();
        (problem, count)
    }
}

impl Maker<'_> {
    fn statement(&mut self) -> Term {
        if self.random.chance(1, 6) {
            let parts = [self.statement_literal(), self.statement_literal()];
            return self.app(Op::Or, &parts);
        }
        self.statement_literal()
    }

    fn statement_literal(&mut self) -> Term {
        let atom = self.statement_atom();
        if self.random.chance(1, 4) { self.problem.store.not(atom) } else { atom }
    }

    fn statement_atom(&mut self) -> Term {
        match self.random.below(16) {
            0..=5 => self.linear(),
            6..=8 => {
                let sides = [self.joined(), self.joined()];
                self.app(Op::Eq, &sides)
            }
            9..=11 => {
                let (subject, language) = (self.joined(), self.numeral_language());
                self.app(Op::InRe, &[subject, language])
            }
            12 | 13 => {
                let subject = self.text();
                self.app(Op::IsDigit, &[subject])
            }
            _ => {
                let op = *self.random.pick(&[Op::Contains, Op::PrefixOf, Op::SuffixOf, Op::StrLe]);
                let sides = [self.joined(), self.text()];
                self.app(op, &sides)
            }
        }
    }

    /// A sum of up to three numbers with factors, compared with a number.
    fn linear(&mut self) -> Term {
        let count = 1 + self.random.below(3);
        let parts: Vec<Term> = (0..count)
            .map(|_| {
                let (factor, number) = (*self.random.pick(&FACTORS), self.number());
                let factor = self.problem.store.int(factor);
                self.app(Op::Mul, &[factor, number])
            })
            .collect();
        let sum = if let [only] = parts.as_slice() { *only } else { self.app(Op::Add, &parts) };
        let op = *self.random.pick(&[Op::Eq, Op::Eq, Op::Le, Op::Lt, Op::Ge, Op::Gt]);
        let bound = if self.random.chance(2, 3) { self.small_number() } else { self.number() };
        self.app(op, &[sum, bound])
    }

    fn number(&mut self) -> Term {
        let op = match self.random.below(12) {
            0..=3 => Op::StrToInt,
            4 | 5 => Op::Length,
            6 | 7 => Op::ToCode,
            8..=10 => return self.number_leaf(),
            _ => return self.small_number(),
        };
        let subject = self.joined();
        self.app(op, &[subject])
    }

    /// A declared number, where there is one.
    fn number_leaf(&mut self) -> Term {
        let declared = self.declared(Sort::Int);
        if declared.is_empty() { self.small_number() } else { *self.random.pick(&declared) }
    }

    /// A number that is worth something: small, the code point of a character, or written in its digits.
    fn small_number(&mut self) -> Term {
        let letter = i64::from(self.knobs.letter(self.random));
        let number = match self.random.below(6) {
            0..=2 => self.random.between(-2, 12),
            3 => letter,
            4 => letter - 48,
            _ => self.random.between(0, 120),
        };
        self.problem.store.int(number)
    }

    /// One to three strings, one after the other.
    fn joined(&mut self) -> Term {
        let count = *self.random.pick(&[1, 1, 1, 2, 2, 3]);
        let parts: Vec<Term> = (0..count).map(|_| self.text()).collect();
        if let [only] = parts.as_slice() { *only } else { self.app(Op::Concat, &parts) }
    }

    /// A string without further conversions below those that it is made of.
    fn text(&mut self) -> Term {
        match self.random.below(14) {
            0..=5 => self.string_leaf(),
            6 => {
                let word = self.knobs.word(self.random);
                self.problem.store.word(word.to_vec())
            }
            7 | 8 => {
                let number = self.number_leaf();
                self.app(Op::StrFromInt, &[number])
            }
            9 => {
                let number = self.number_leaf();
                self.app(Op::FromCode, &[number])
            }
            10 | 11 => {
                let (subject, place) = (self.string_leaf(), self.random.between(-1, 3));
                let place = self.problem.store.int(place);
                self.app(Op::At, &[subject, place])
            }
            12 => {
                let subject = self.string_leaf();
                let ends = [self.random.between(0, 2), self.random.between(1, 4)];
                let [from, length] = ends.map(|number| self.problem.store.int(number));
                self.app(Op::Substr, &[subject, from, length])
            }
            _ => {
                let subject = self.string_leaf();
                let value = self.app(Op::StrToInt, &[subject]);
                self.app(Op::StrFromInt, &[value])
            }
        }
    }

    fn string_leaf(&mut self) -> Term {
        let declared = self.declared(Sort::String);
        *self.random.pick(&declared)
    }

    fn declared(&self, sort: Sort) -> Vec<Term> {
        let fits = |term: &Term| self.problem.store.sort(*term) == sort;
        self.variables.iter().copied().filter(fits).collect()
    }

    /// A language of numerals, or any small one.
    fn numeral_language(&mut self) -> Term {
        if self.random.chance(1, 2) {
            return self.languages.term(&mut self.problem.store, self.random, Sort::RegLan);
        }
        let letters = [self.knobs.letter(self.random), self.knobs.letter(self.random)];
        let [low, high] = [letters[0].min(letters[1]), letters[0].max(letters[1])];
        let ends = [low, high].map(|letter| self.problem.store.word(vec![letter]));
        let range = self.app(Op::ReRange, &ends);
        let ends = [48, 57].map(|letter| self.problem.store.word(vec![letter]));
        let digit = self.app(Op::ReRange, &ends);
        let head = *self.random.pick(&[digit, range]);
        let repeat = *self.random.pick(&[Op::ReStar, Op::RePlus, Op::ReOpt]);
        let tail = *self.random.pick(&[digit, range]);
        let tail = self.app(repeat, &[tail]);
        if self.random.chance(1, 3) { tail } else { self.app(Op::ReConcat, &[head, tail]) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::holds;
    use super::*;

    #[test]
    fn every_conversion_occurs_and_planted_models_fit() {
        let mut random = Random::new(47);
        let mut seen: Vec<Op> = Vec::new();
        let (mut planted, mut counts) = (0, [0; CONVERSIONS.len() + 1]);
        for _ in 0..600 {
            let (problem, count) = Strings::conversions(&mut random);
            counts[count] += 1;
            let terms = post_order(&problem.store, &problem.assertions);
            seen.extend(terms.into_iter().filter_map(|term| problem.store.op(term)));
            let Some(model) = &problem.planted else { continue };
            planted += 1;
            assert!(holds(&problem.store, &problem.assertions, model), "{}", problem.text());
        }
        assert!((200..400).contains(&planted), "{planted}");
        assert!(counts.iter().all(|count| *count > 5), "{counts:?}");
        let wanted = [Op::InRe, Op::Contains, Op::At, Op::Substr, Op::Length, Op::Add, Op::Or, Op::Not];
        for op in CONVERSIONS.into_iter().chain(wanted) {
            assert!(seen.contains(&op), "{}", op.name());
        }
    }
}
