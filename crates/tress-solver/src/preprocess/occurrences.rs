//! Occurrences that are facts: the positions and replacements that ask for them are known.
//!
//! Where `w` does not occur in a term, it has no position there and nothing is replaced. Where a literal
//! `w` occurs in a symbol `x`, and the first position matters, `x` is cut there: `x = a w b`, and `w` does
//! not end earlier. Then the position is the length of `a`, and the parts of `x` before and behind it
//! become `a` and `b`.

use rustc_hash::FxHashMap;
use tress_base::Stop;

use tress_rewrite::problem::Fact;
use tress_term::term::{Op, Term, TermStore, Value};

use super::Passes;
use super::images::Images;
use super::limits::CUT_CHARACTERS;

/// What a fact says of an occurrence: whether it is there, and which fact says so.
type Known = FxHashMap<[Term; 2], (bool, usize)>;

/// A symbol that is cut at a literal, and the fact that lets it be.
struct Cut {
    symbol: Term,
    literal: Term,
    fact: usize,
}

impl Passes<'_> {
    /// Uses what facts say of occurrences. True when something changed.
    pub(super) fn occurrences(&mut self) -> Result<bool, Stop> {
        let known = self.known_occurrences();
        if known.is_empty() || self.is_refuted() {
            return Ok(false);
        }
        let Some(order) = self.quantifier_free_terms() else { return Ok(false) };
        let mut images = Images::default();
        let mut cuts: Vec<Cut> = Vec::new();
        let mut absent = 0;
        for term in &order {
            self.env.budget.poll()?;
            let (Some(op @ (Op::IndexOf | Op::Replace)), [hay, needle, last]) =
                (self.env.store.op(*term), self.env.store.args(*term))
            else {
                continue;
            };
            let (hay, needle, last) = (*hay, *needle, *last);
            match known.get(&[hay, needle]).copied() {
                Some((false, fact)) => {
                    let new = if op == Op::IndexOf { self.env.store.int(-1) } else { hay };
                    images.put(*term, new, self.facts[fact].origin);
                    absent += 1;
                }
                Some((true, fact)) if op == Op::Replace || self.is_zero(last) => {
                    let is_new = cuts.iter().all(|cut| cut.symbol != hay);
                    if is_new && self.can_be_cut(hay, needle) {
                        cuts.push(Cut { symbol: hay, literal: needle, fact });
                    }
                }
                _ => {}
            }
        }
        if absent > 0 {
            self.count("absent-words", absent);
        } else if cuts.is_empty() {
            return Ok(false);
        } else {
            self.count("cut-words", cuts.len() as u64);
            self.cut(&mut images, &order, &cuts)?;
        }
        self.put(&mut images)?;
        Ok(true)
    }

    fn known_occurrences(&self) -> Known {
        let mut known = Known::default();
        for (index, fact) in self.facts.iter().enumerate() {
            let negated = self.env.store.op(fact.term) == Some(Op::Not);
            let atom = if negated { self.env.store.args(fact.term)[0] } else { fact.term };
            if let (Some(Op::Contains), [hay, needle]) = (self.env.store.op(atom), self.env.store.args(atom))
            {
                known.insert([*hay, *needle], (!negated, index));
            }
        }
        known
    }

    fn is_zero(&self, term: Term) -> bool {
        matches!(self.env.store.as_value(term), Some(Value::Int(n)) if n.is_zero())
    }

    fn can_be_cut(&self, hay: Term, needle: Term) -> bool {
        let length = match self.env.store.as_value(needle) {
            Some(Value::Str(string)) => string.len(),
            _ => 0,
        };
        let is_symbol = self.env.store.as_constant(hay).is_some() && !self.env.store.is_letter(hay);
        is_symbol && length > 0 && !CUT_CHARACTERS.is_exceeded(length, self.env.budget)
    }

    /// Puts the parts of cut symbols in.
    fn cut(&mut self, images: &mut Images, order: &[Term], cuts: &[Cut]) -> Result<(), Stop> {
        let mut parts: FxHashMap<[Term; 2], ([Term; 2], u32)> = FxHashMap::default();
        for Cut { symbol, literal, fact } in cuts {
            let origin = self.facts[*fact].origin;
            let [front, back] = self.parts(*symbol, *literal);
            let whole = self.build(Op::Concat, &[front, *literal, back]);
            images.put(*symbol, whole, origin);
            images.put(self.facts[*fact].term, TermStore::TRUE, origin);
            self.eliminated.extend(self.env.store.as_constant(*symbol).map(|symbol| (symbol, whole)));
            parts.insert([*symbol, *literal], ([front, back], origin));
            let term = self.not_earlier(front, *literal);
            self.facts.push(Fact { term, origin });
        }
        for term in order {
            self.env.budget.poll()?;
            let (Some(op), [hay, needle, last]) = (self.env.store.op(*term), self.env.store.args(*term))
            else {
                continue;
            };
            let last = *last;
            let Some(([front, back], origin)) = parts.get(&[*hay, *needle]).copied() else { continue };
            if op == Op::IndexOf && self.is_zero(last) {
                let index = self.build(Op::Length, &[front]);
                images.put(*term, index, origin);
            } else if op == Op::Replace {
                let new = images.apply(self.env.store, &mut self.origins, last);
                let whole = self.build(Op::Concat, &[front, new.term, back]);
                let origin = new.from.map_or(origin, |from| self.origins.join(origin, from));
                images.put(*term, whole, origin);
            }
        }
        Ok(())
    }

    /// New symbols for what stands before and behind the first occurrence.
    fn parts(&mut self, symbol: Term, literal: Term) -> [Term; 2] {
        let zero = self.env.store.int(0);
        let index = self.build(Op::IndexOf, &[symbol, literal, zero]);
        let length = self.build(Op::Length, &[literal]);
        let end = self.build(Op::Add, &[index, length]);
        let whole = self.build(Op::Length, &[symbol]);
        let front = self.build(Op::Substr, &[symbol, zero, index]);
        let back = self.build(Op::Substr, &[symbol, end, whole]);
        [front, back].map(|part| self.fresh(part))
    }

    /// The literal does not occur earlier: not in the front followed by all of the literal but its last
    /// character.
    fn not_earlier(&mut self, front: Term, literal: Term) -> Term {
        let mut hay = front;
        if let Some(Value::Str(string)) = self.env.store.as_value(literal)
            && string.len() > 1
        {
            let short = string[..string.len() - 1].to_vec();
            let short = self.env.store.word(short.as_slice());
            hay = self.build(Op::Concat, &[front, short]);
        }
        let earlier = self.build(Op::Contains, &[hay, literal]);
        self.env.store.not(earlier)
    }

    fn build(&mut self, op: Op, args: &[Term]) -> Term {
        self.env.store.app(op, args).expect("well sorted by construction")
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use super::*;

    const PASS: fn(&mut Passes<'_>) -> Result<bool, Stop> = |passes| passes.occurrences();

    #[test]
    fn what_does_not_occur_has_no_position() {
        check(
            PASS,
            &["(not (str.contains x y))", "(= (str.indexof x y n) m)", "(= z (str.replace x y \"a\"))"],
            &["(not (str.contains x y))", "(= m (- 1))", "(= x z)"],
        );
    }

    #[test]
    fn a_symbol_is_cut_where_a_literal_occurs() {
        check(
            PASS,
            &["(str.contains x \"=\")", "(= y (str.substr x 0 (str.indexof x \"=\" 0)))"],
            &["(= y free!0)", "(not (str.contains free!0 \"=\"))"],
        );
        check(
            PASS,
            &["(str.contains x \"aa\")", "(= y (str.replace x \"aa\" z))"],
            &["(= y (str.++ free!0 z free!1))", "(not (str.contains (str.++ free!0 \"a\") \"aa\"))"],
        );
    }

    #[test]
    fn a_symbol_stays_whole_when_no_place_matters() {
        let facts = ["(str.contains x \"a\")", "(= m (str.indexof x \"a\" n))"];
        check(PASS, &facts, &["(= m (str.indexof x \"a\" n))", "(str.contains x \"a\")"]);
    }
}
