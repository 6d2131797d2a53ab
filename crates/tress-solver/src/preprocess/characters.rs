//! Strings of known length whose characters are asked for: they become symbols of one character, one after
//! the other.
//!
//! Where a fact is that a symbol `x` has `n` characters, and parts of `x` at literal positions occur, new
//! symbols of one character replace `x`. The rewriter knows their length, so that every part of `x` becomes
//! some of these symbols. In the end each symbol that is left gets the fact that it is one character.

use tress_base::Stop;

use tress_rewrite::problem::Fact;
use tress_term::term::{Op, Term, TermMap, TermSet, Value, post_order};

use super::Passes;
use super::images::Images;

/// The number of characters of a string that each of its parts pays for: each makes a symbol, a part makes
/// one term simpler.
const CHARACTERS_PER_PART: usize = 64;

/// How a string is used.
#[derive(Clone, Copy, Default)]
struct Uses {
    /// Parts at literal positions.
    parts: u32,
    /// Anything that characters do not make simpler.
    others: u32,
}

impl Passes<'_> {
    /// Writes strings of known length as characters where that pays. Returns whether there were any.
    pub(super) fn characters(&mut self) -> Result<bool, Stop> {
        let lengths = self.known_lengths();
        if lengths.is_empty() || self.is_refuted() {
            return Ok(false);
        }
        let Some(order) = self.quantifier_free_terms() else { return Ok(false) };
        let uses = self.string_uses(&order)?;
        let mut images = Images::default();
        let before = self.eliminated.len();
        for (symbol, length, fact) in lengths {
            let used = uses.get(symbol).copied().unwrap_or_default();
            let pays = length <= CHARACTERS_PER_PART * used.parts as usize;
            if used.parts < 2 || used.parts < used.others || !pays {
                continue;
            }
            self.env.budget.poll_many(length as u64)?;
            let length = length + usize::from(tress_base::is_planted("letters"));
            let characters = self.new_characters(symbol, length);
            let string = match characters.as_slice() {
                [only] => *only,
                _ => self.env.store.app(Op::Concat, &characters).expect("words"),
            };
            let origin = self.facts[fact].origin;
            self.characters.extend(characters.into_iter().map(|character| (character, origin)));
            images.put(symbol, string, origin);
            self.eliminated.extend(self.env.store.as_constant(symbol).map(|symbol| (symbol, string)));
        }
        let found = self.eliminated.len() - before;
        if found == 0 {
            return Ok(false);
        }
        self.count("words-of-letters", found as u64);
        self.put(&mut images)?;
        Ok(true)
    }

    /// Symbols with a fact that says how long they are.
    fn known_lengths(&self) -> Vec<(Term, usize, usize)> {
        let mut known = TermSet::new();
        let mut lengths = Vec::new();
        for (index, fact) in self.facts.iter().enumerate() {
            let (Some(Op::Eq), [a, b]) = (self.env.store.op(fact.term), self.env.store.args(fact.term))
            else {
                continue;
            };
            let (number, length) = if self.env.store.as_value(*a).is_some() { (*a, *b) } else { (*b, *a) };
            let (Some(Value::Int(number)), Some(Op::Length)) =
                (self.env.store.as_value(number), self.env.store.op(length))
            else {
                continue;
            };
            let string = self.env.store.args(length)[0];
            let is_symbol = self.env.store.as_constant(string).is_some() && !self.env.store.is_letter(string);
            if let Some(number) = number.to_usize()
                && is_symbol
                && number > 0
                && known.add(string)
            {
                lengths.push((string, number, index));
            }
        }
        lengths
    }

    /// How each term is used as a word.
    fn string_uses(&self, order: &[Term]) -> Result<TermMap<Uses>, Stop> {
        let mut uses: TermMap<Uses> = TermMap::new();
        for term in order {
            self.env.budget.poll()?;
            let op = self.env.store.op(*term);
            if self.is_characterwise(*term) {
                continue;
            }
            for (index, arg) in self.env.store.args(*term).iter().enumerate() {
                if self.env.store.as_constant(*arg).is_none() {
                    continue;
                }
                let mut known = uses.get(*arg).copied().unwrap_or_default();
                match op {
                    Some(Op::Length) => continue,
                    Some(Op::Substr) if index == 0 => known.parts += u32::from(self.is_literal_part(*term)),
                    _ => known.others += 1,
                }
                uses.set(*arg, known);
            }
        }
        Ok(uses)
    }

    /// Can it be written over single characters as well as over their string?
    fn is_characterwise(&self, term: Term) -> bool {
        let is_literal = |term: &Term| self.env.store.as_value(*term).is_some();
        match (self.env.store.op(term), self.env.store.args(term)) {
            (Some(Op::InRe | Op::StrToInt), _) => true,
            (Some(Op::PrefixOf | Op::SuffixOf), [part, _]) => is_literal(part),
            (Some(Op::Eq), args) => args.iter().any(is_literal),
            _ => false,
        }
    }

    /// Does it begin and end at literal positions?
    fn is_literal_part(&self, part: Term) -> bool {
        self.env.store.args(part)[1..].iter().all(|index| self.env.store.as_value(*index).is_some())
    }

    /// New symbols for the characters of a word.
    pub(super) fn new_characters(&mut self, string: Term, length: usize) -> Vec<Term> {
        let one = self.env.store.int(1);
        (0..length)
            .map(|index| {
                let name = format!("letter!{}", self.fresh.len());
                let symbol = self.env.store.declare_letter(&name);
                let index = self.env.store.int(index);
                let part = self.env.store.app(Op::Substr, &[string, index, one]).expect("a part of a word");
                self.fresh.push((symbol, part));
                self.env.store.constant(symbol)
            })
            .collect()
    }

    /// Adds for each symbol of one character that is left the fact that it is one. These facts stay as they
    /// are: to the rewriter they are plainly true.
    pub(super) fn assert_lengths(&mut self) {
        if self.characters.is_empty() {
            return;
        }
        let roots: Vec<Term> = self.facts.iter().map(|fact| fact.term).collect();
        let mut left = TermSet::new();
        for term in post_order(self.env.store, &roots) {
            left.add(term);
        }
        for (character, origin) in std::mem::take(&mut self.characters) {
            if left.has(character) {
                let (length, one) = (self.env.store.app(Op::Length, &[character]), self.env.store.int(1));
                let term = self.env.store.app(Op::Eq, &[length.expect("a word"), one]).expect("two numbers");
                self.facts.push(Fact { term, origin });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use super::*;

    const PASS: fn(&mut Passes<'_>) -> Result<bool, Stop> = |passes| passes.characters();

    #[test]
    fn a_word_whose_characters_are_asked_for_is_written_as_characters() {
        check(
            PASS,
            &["(= (str.len x) 3)", "(not (= (str.at x 0) (str.at x 2)))", "(= (str.substr x 0 2) y)"],
            &["(= y (str.++ letter!0 letter!1))", "(not (= letter!0 letter!2))"],
        );
        check(
            PASS,
            &["(= (str.len x) 2)", "(= (str.at x 0) y)", "(= (str.at x 5) z)"],
            &["(= y letter!0)", "(= z \"\")"],
        );
    }

    #[test]
    fn memberships_and_beginnings_do_not_count_against_characters() {
        check(
            PASS,
            &[
                "(= (str.len x) 2)",
                "(not (str.prefixof \"0\" x))",
                "(str.in_re x (re.+ (re.range \"0\" \"9\")))",
                "(not (= x \"11\"))",
                "(= (str.at x 0) y)",
                "(= (str.at x 1) z)",
            ],
            &[
                "(= y letter!0)",
                "(= z letter!1)",
                "(not (= \"0\" letter!0))",
                "(not (and (= letter!0 \"1\") (= letter!1 \"1\")))",
                "(str.in_re letter!0 (re.range \"0\" \"9\"))",
                "(str.in_re letter!1 (re.range \"0\" \"9\"))",
            ],
        );
    }

    #[test]
    fn a_word_that_is_used_as_a_whole_stays() {
        let facts = ["(= (str.len x) 3)", "(= (str.++ x y) (str.++ y x))", "(str.contains z x)"];
        check(PASS, &facts, &["(= (str.++ x y) (str.++ y x))", "(= (str.len x) 3)", "(str.contains z x)"]);
    }
}
