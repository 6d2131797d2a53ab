//! Characters that are asked for as numbers: they become numbers.
//!
//! Where the code of a character occurs, and all other facts about the character can be written with its
//! code, a new whole number represents the code: what is left is arithmetic.

use rustc_hash::FxHashMap;
use tress_automata::MAX_CHAR;
use tress_base::{Budget, Stop};

use tress_rewrite::problem::Fact;
use tress_term::term::{Head, Op, Sort, Term, TermMap, Value, post_order};

use super::Passes;
use super::images::Images;
use super::limits::{LINKS, RANGES};

/// What is known of a character.
#[derive(Clone, Copy, Default)]
struct CharacterUse {
    /// Its code occurs.
    has_code: bool,
    /// It occurs where no number can stand.
    is_string: bool,
}

/// All characters of the facts and how they are linked.
#[derive(Default)]
struct CharacterUses {
    known: TermMap<CharacterUse>,
    /// Characters that are compared with each other.
    links: Vec<[Term; 2]>,
}

impl Passes<'_> {
    /// Writes characters as numbers where their codes are asked for. Returns whether there were any.
    pub(super) fn codes(&mut self) -> Result<bool, Stop> {
        if self.characters.is_empty() || self.is_refuted() {
            return Ok(false);
        }
        let roots: Vec<Term> = self.facts.iter().map(|fact| fact.term).collect();
        let order = post_order(self.env.store, &roots);
        let mut characters = CharacterUses::default();
        for term in &order {
            self.env.budget.poll()?;
            self.read_characters(&mut characters, *term);
        }
        characters.pass_on(self.env.budget);
        let mut numbers: FxHashMap<Term, (Term, u32)> = FxHashMap::default();
        for (character, origin) in self.characters.clone() {
            let known = characters.known.get(character).copied().unwrap_or_default();
            if known.has_code && !known.is_string {
                let number = self.number_of(character, origin);
                numbers.insert(character, (number, origin));
            }
        }
        if numbers.is_empty() {
            return Ok(false);
        }
        self.count("letters-as-numbers", numbers.len() as u64);
        let mut images = Images::default();
        for term in order {
            self.env.budget.poll()?;
            let character = self.env.store.args(term).iter().find_map(|arg| numbers.get(arg));
            if let Some((_, origin)) = character.copied()
                && let Some(new) = self.over_numbers(&numbers, term)
            {
                images.put(term, new, origin);
            }
        }
        self.put(&mut images)?;
        Ok(true)
    }

    /// Notes how the characters among the arguments of a term are used.
    fn read_characters(&self, characters: &mut CharacterUses, term: Term) {
        let args = self.env.store.args(term);
        for character in args.iter().filter(|arg| self.env.store.is_letter(**arg)) {
            let mut known = characters.known.get(*character).copied().unwrap_or_default();
            match (self.env.store.op(term), args) {
                (Some(Op::ToCode), _) => known.has_code = true,
                (Some(Op::InRe), [_, regex]) if self.ranges(*regex).is_some() => {}
                (Some(Op::Eq | Op::StrLe), [a, b]) if self.code(*a).is_some() || self.code(*b).is_some() => {}
                (Some(Op::Eq | Op::StrLe), [a, b])
                    if self.env.store.is_letter(*a) && self.env.store.is_letter(*b) =>
                {
                    characters.links.push([*a, *b]);
                }
                _ => known.is_string = true,
            }
            characters.known.set(*character, known);
        }
    }

    /// The code of a literal of one character.
    fn code(&self, term: Term) -> Option<u32> {
        match self.env.store.as_value(term) {
            Some(Value::Str(string)) if string.len() == 1 => Some(string[0]),
            _ => None,
        }
    }

    /// The characters of a language of single characters, when they are written as few ranges.
    fn ranges(&self, regex: Term) -> Option<Vec<(u32, u32)>> {
        let members = match self.env.store.op(regex) {
            Some(Op::ReUnion) => self.env.store.args(regex),
            _ => std::slice::from_ref(&regex),
        };
        if RANGES.is_exceeded(members.len(), self.env.budget) {
            return None;
        }
        let range = |member: &Term| match (self.env.store.op(*member), self.env.store.args(*member)) {
            (Some(Op::ReRange), [low, high]) => Some((self.code(*low)?, self.code(*high)?)),
            (Some(Op::StrToRe), [string]) => self.code(*string).map(|code| (code, code)),
            (Some(Op::ReAllChar), _) => Some((0, MAX_CHAR)),
            _ => None,
        };
        members.iter().map(range).collect()
    }

    /// A new number that is the code of a character.
    fn number_of(&mut self, character: Term, origin: u32) -> Term {
        let code = self.env.store.app(Op::ToCode, &[character]).expect("a word");
        let name = format!("code!{}", self.fresh.len());
        let symbol = self.env.store.declare(&name, &[], Sort::Int);
        self.fresh.push((symbol, code));
        let number = self.env.store.constant(symbol);
        let string = self.env.store.app(Op::FromCode, &[number]).expect("a number");
        self.eliminated.extend(self.env.store.as_constant(character).map(|character| (character, string)));
        let term = self.between(number, (0, MAX_CHAR));
        self.facts.push(Fact { term, origin });
        number
    }

    fn between(&mut self, number: Term, (low, high): (u32, u32)) -> Term {
        let (low, high) = (self.env.store.int(low), self.env.store.int(high));
        self.env.store.app(Op::Le, &[low, number, high]).expect("numbers")
    }

    /// A term about characters as one about their codes.
    fn over_numbers(&mut self, numbers: &FxHashMap<Term, (Term, u32)>, term: Term) -> Option<Term> {
        let Head::Op(op, _) = self.env.store.head(term) else { return None };
        let args = self.env.store.args(term).to_vec();
        let number = |passes: &mut Self, arg: Term| match numbers.get(&arg) {
            Some((number, _)) => Some(*number),
            None => passes.code(arg).map(|code| passes.env.store.int(code)),
        };
        let first = number(self, args[0])?;
        match (op, args.as_slice()) {
            (Op::ToCode, _) => Some(first),
            (Op::InRe, [_, regex]) => {
                let ranges = self.ranges(*regex)?;
                let ranges: Vec<Term> = ranges.into_iter().map(|range| self.between(first, range)).collect();
                match ranges.as_slice() {
                    [only] => Some(*only),
                    _ => self.env.store.app(Op::Or, &ranges).ok(),
                }
            }
            (Op::Eq | Op::StrLe, [_, second]) => {
                let second = number(self, *second)?;
                self.env.store.app(if op == Op::Eq { Op::Eq } else { Op::Le }, &[first, second]).ok()
            }
            _ => None,
        }
    }
}

impl CharacterUses {
    /// Characters that are compared with each other are numbers together, or none of them is.
    fn pass_on(&mut self, budget: &Budget) {
        let mut is_done = false;
        for round in 1.. {
            if LINKS.is_exceeded(round, budget) {
                break;
            }
            is_done = true;
            for [a, b] in &self.links {
                let [x, y] = [a, b].map(|character| self.known.get(*character).copied().unwrap_or_default());
                let both = CharacterUse {
                    has_code: x.has_code || y.has_code,
                    is_string: x.is_string || y.is_string,
                };
                for (character, known) in [(a, x), (b, y)] {
                    if known.has_code != both.has_code || known.is_string != both.is_string {
                        self.known.set(*character, both);
                        is_done = false;
                    }
                }
            }
            if is_done {
                break;
            }
        }
        if !is_done {
            self.known = TermMap::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use super::*;

    const PASS: fn(&mut Passes<'_>) -> Result<bool, Stop> =
        |passes| Ok(passes.characters()? || passes.codes()?);

    #[test]
    fn a_character_whose_code_is_asked_for_is_a_number() {
        check(
            PASS,
            &[
                "(= (str.len x) 2)",
                "(str.in_re x (re.+ (re.range \"1\" \"9\")))",
                "(>= (+ (str.to_code (str.at x 0)) (str.to_code (str.at x 1))) n)",
            ],
            &[
                "(not (>= (+ n (* (- 1) code!2) (* (- 1) code!3)) 1))",
                "(>= code!2 49)",
                "(>= code!3 49)",
                "(not (>= code!2 58))",
                "(not (>= code!3 58))",
                "(>= code!2 0)",
                "(>= code!3 0)",
                "(not (>= code!2 196608))",
                "(not (>= code!3 196608))",
            ],
        );
    }

    #[test]
    fn a_character_that_is_used_as_a_word_stays() {
        check(
            PASS,
            &[
                "(= (str.len x) 2)",
                "(>= (str.to_code (str.at x 0)) n)",
                "(str.contains y (str.at x 0))",
                "(= (str.at x 1) z)",
            ],
            &[
                "(= z letter!1)",
                "(not (>= (+ n (* (- 1) (str.to_code letter!0))) 1))",
                "(str.contains y letter!0)",
            ],
        );
    }
}
