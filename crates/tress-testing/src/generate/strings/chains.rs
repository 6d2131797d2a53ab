//! Problems about chains of functions, as they stand between an input and its use.
//!
//! Enters: random numbers. Leaves: a [`Strings`] problem with one or two inputs, up to three outputs
//! of one to four functions each, and up to five assertions about outputs and inputs.

use tress_base::Random;
use tress_term::term::{Op, Sort, Term};

use super::{Maker, Strings};

/// The characters of a problem: small letters, capital letters, and a space, for the functions that look at
/// those.
const ALPHABETS: [&str; 6] = ["ab", "ab", "abc", "aAb", "a b", "<b>"];
/// The functions of a chain; those that occur more often are likelier.
const FUNCTIONS: [Op; 15] = [
    Op::Replace,
    Op::Replace,
    Op::ReplaceAll,
    Op::ReplaceAll,
    Op::ReplaceAll,
    Op::ReplaceRe,
    Op::ReplaceRe,
    Op::ReplaceReAll,
    Op::ReplaceReAll,
    Op::ReplaceTable,
    Op::ToLower,
    Op::ToUpper,
    Op::Rev,
    Op::Trim,
    Op::Substr,
];
/// The longest chain.
pub const LONGEST_CHAIN: usize = 4;

impl Strings {
    /// The problem about chains that these random numbers give, and how many functions its longest chain
    /// has.
    pub fn chains(random: &mut Random) -> (Strings, usize) {
        let letters = random.pick(&ALPHABETS).chars().map(u32::from).collect();
        let mut maker = Maker::new(random, letters, Vec::new());
        for place in 0..1 + maker.random.below(2) {
            let symbol = maker.problem.store.declare(&format!("x{place}"), &[], Sort::String);
            maker.problem.symbols.push(symbol);
            let input = maker.problem.store.constant(symbol);
            maker.variables.push(input);
        }
        let inputs = maker.variables.clone();
        let mut longest = 0;
        for _ in 0..1 + maker.random.below(3) {
            let length = 1 + maker.random.below(LONGEST_CHAIN);
            longest = longest.max(length);
            let input = *maker.random.pick(&inputs);
            let output = (0..length).fold(input, |argument, _| maker.function(argument, &inputs));
            maker.variables.push(output);
        }
        let size = 1 + maker.random.below(5);
        maker.fill(size, Maker::claim);
        (maker.problem, longest)
    }
}

impl Maker<'_> {
    /// A function of `argument`.
    fn function(&mut self, argument: Term, inputs: &[Term]) -> Term {
        let op = *self.random.pick(&FUNCTIONS);
        let mut arguments = vec![argument];
        match op {
            Op::Replace | Op::ReplaceAll => {
                let old = self.some_word();
                arguments.extend([old, self.replacement(inputs)]);
            }
            Op::ReplaceRe | Op::ReplaceReAll => {
                let old = self.languages.term(&mut self.problem.store, self.random, Sort::RegLan);
                arguments.extend([old, self.replacement(inputs)]);
            }
            Op::ReplaceTable => {
                for _ in 0..1 + self.random.below(3) {
                    let old = self.some_word();
                    arguments.extend([old, self.word()]);
                }
            }
            Op::Substr => {
                arguments.extend([(0, 3), (0, 5)].map(|(low, high)| {
                    let number = self.random.between(low - 1, high);
                    self.problem.store.int(number)
                }));
            }
            _ => {}
        }
        self.app(op, &arguments)
    }

    /// What stands in the place of something: a word, now and then an input.
    fn replacement(&mut self, inputs: &[Term]) -> Term {
        if self.random.chance(1, 15) { *self.random.pick(inputs) } else { self.word() }
    }

    fn word(&mut self) -> Term {
        let word = self.knobs.word(self.random);
        self.problem.store.word(word.to_vec())
    }

    /// A word that is mostly not empty.
    fn some_word(&mut self) -> Term {
        let mut letters = self.knobs.word(self.random).to_vec();
        if letters.is_empty() && self.random.chance(4, 5) {
            letters.push(self.knobs.letter(self.random));
        }
        self.problem.store.word(letters)
    }

    /// An assertion about outputs and inputs.
    fn claim(&mut self) -> Term {
        if self.random.chance(1, 6) {
            let parts = [self.claim_literal(), self.claim_literal()];
            return self.app(Op::Or, &parts);
        }
        self.claim_literal()
    }

    fn claim_literal(&mut self) -> Term {
        let atom = self.claim_atom();
        if self.random.chance(1, 3) { self.problem.store.not(atom) } else { atom }
    }

    fn claim_atom(&mut self) -> Term {
        let subject = self.subject();
        match self.random.below(16) {
            0..=3 => {
                let language = self.languages.term(&mut self.problem.store, self.random, Sort::RegLan);
                self.app(Op::InRe, &[subject, language])
            }
            4..=6 => {
                let word = self.word();
                self.app(Op::Eq, &[subject, word])
            }
            7..=9 => {
                let word = self.some_word();
                self.app(Op::Contains, &[subject, word])
            }
            10 => {
                let op = *self.random.pick(&[Op::PrefixOf, Op::SuffixOf]);
                let word = self.some_word();
                self.app(op, &[word, subject])
            }
            11..=13 => self.claim_length(subject),
            _ => {
                let other = self.subject();
                self.app(Op::Eq, &[subject, other])
            }
        }
    }

    /// The length of a string against a number or another length.
    fn claim_length(&mut self, subject: Term) -> Term {
        let op = *self.random.pick(&[Op::Le, Op::Lt, Op::Ge, Op::Gt, Op::Eq]);
        let length = self.app(Op::Length, &[subject]);
        let bound = if self.random.chance(2, 3) {
            let number = self.random.between(0, 5);
            self.problem.store.int(number)
        } else {
            let other = self.subject();
            self.app(Op::Length, &[other])
        };
        self.app(op, &[length, bound])
    }

    /// An output, now and then an input.
    fn subject(&mut self) -> Term {
        let inputs = self.problem.symbols.len();
        let from = if self.random.chance(1, 5) { 0 } else { inputs };
        *self.random.pick(&self.variables[from..])
    }
}

#[cfg(test)]
mod tests {
    use super::super::holds;
    use super::*;
    use tress_term::term::post_order;

    #[test]
    fn chains_hold_every_function_and_planted_models_fit() {
        let mut random = Random::new(43);
        let mut seen: Vec<Op> = Vec::new();
        let (mut planted, mut lengths) = (0, [0; LONGEST_CHAIN]);
        for _ in 0..600 {
            let (problem, longest) = Strings::chains(&mut random);
            lengths[longest - 1] += 1;
            let terms = post_order(&problem.store, &problem.assertions);
            seen.extend(terms.into_iter().filter_map(|term| problem.store.op(term)));
            let Some(model) = &problem.planted else { continue };
            planted += 1;
            assert!(holds(&problem.store, &problem.assertions, model), "{}", problem.text());
        }
        assert!((200..400).contains(&planted), "{planted}");
        assert!(lengths.iter().all(|count| *count > 20), "{lengths:?}");
        let wanted = [Op::InRe, Op::Contains, Op::PrefixOf, Op::SuffixOf, Op::Length, Op::Or, Op::Not];
        for op in FUNCTIONS.into_iter().chain(wanted) {
            assert!(seen.contains(&op), "{}", op.name());
        }
    }
}
