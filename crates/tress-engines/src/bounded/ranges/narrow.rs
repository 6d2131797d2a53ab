//! What the interval of a term implies for its arguments.

use tress_automata::MAX_CHAR;
use tress_base::Int;

use tress_rewrite::rewrite::Bounds;
use tress_term::term::{Op, Term, TermStore, Value};

use super::{Ranges, power_of_ten};

impl Ranges {
    /// Narrows the intervals of the arguments of a term.
    pub(super) fn narrow_arguments(&mut self, store: &TermStore, term: Term) {
        let Some(op) = store.op(term) else { return };
        let (args, whole) = (store.args(term), self.of(term));
        match (op, args) {
            (Op::Length | Op::Rev | Op::ToLower | Op::ToUpper, [word]) => self.meet(*word, &whole),
            (Op::Concat | Op::Add, _) => self.parts_of_sum(args, &whole),
            (Op::Sub, [a]) => self.meet(*a, &negated(&whole)),
            (Op::Sub, [a, b]) => {
                let (first, second) = (self.of(*a), self.of(*b));
                self.meet(*a, &whole.plus(&second));
                self.meet(*b, &first.plus(&negated(&whole)));
            }
            (Op::Mul, [factor, arg]) => {
                if let Some(Value::Int(factor)) = store.as_value(*factor) {
                    self.meet(*arg, &quotient(&whole, factor));
                }
            }
            (Op::IntDiv, [number, divisor]) => {
                if let Some(Value::Int(divisor)) = store.as_value(*divisor)
                    && divisor.is_positive()
                {
                    let low = whole.low.map(|low| &low * divisor);
                    let high = whole.high.map(|high| &(&high * divisor) + &(divisor - &Int::ONE));
                    self.meet(*number, &Bounds { low, high });
                }
            }
            (Op::Abs, [number]) => {
                let low = whole.high.as_ref().map(|high| -high);
                self.meet(*number, &Bounds { low, high: whole.high });
            }
            (Op::At | Op::Substr, [word, start, ..]) => self.part_of_word(*word, *start, &whole),
            (Op::IndexOf, [word, _, start]) if is_from(&whole, 0) => {
                self.meet(*start, &Bounds { low: Some(Int::ZERO), high: whole.high.clone() });
                self.at_least(*word, whole.low);
            }
            (Op::Replace, [word, old, new]) => self.replaced_word([*word, *old, *new], &whole),
            (Op::ReplaceAll, [word, old, new]) if self.of(*old) == self.of(*new) => {
                if self.of(*old) == Bounds::new(1, Some(1)) {
                    self.meet(*word, &whole);
                }
            }
            _ => self.converted(op, args, &whole),
        }
    }

    /// Arguments of conversions between words and numbers.
    fn converted(&mut self, op: Op, args: &[Term], whole: &Bounds) {
        match (op, args) {
            (Op::StrToInt, [word]) if is_from(whole, 0) => {
                let digits = whole.low.as_ref().map_or(1, Int::decimal_len);
                self.at_least(*word, Some(Int::from(digits)));
            }
            (Op::ToCode, [word]) if is_from(whole, 0) => self.meet(*word, &Bounds::new(1, Some(1))),
            (Op::FromCode, [number]) if is_from(whole, 1) => {
                self.meet(*number, &Bounds::new(0, Some(i64::from(MAX_CHAR))));
            }
            (Op::StrFromInt, [number]) => {
                if let Some(next) = whole.high.as_ref().and_then(power_of_ten) {
                    self.at_most(*number, Some(&next - &Int::ONE));
                }
                if is_from(whole, 2) {
                    let least = whole.low.as_ref().and_then(|low| power_of_ten(&(low - &Int::ONE)));
                    self.at_least(*number, least);
                } else if is_from(whole, 1) {
                    self.at_least(*number, Some(Int::ZERO));
                }
            }
            _ => {}
        }
    }

    /// Each summand is the sum without the others.
    fn parts_of_sum(&mut self, parts: &[Term], whole: &Bounds) {
        let all: Vec<Bounds> = parts.iter().map(|part| self.of(*part)).collect();
        // What the others add up to: those before, and those behind.
        let mut behind = vec![Bounds::new(0, Some(0))];
        for part in all.iter().rev() {
            behind.push(behind[behind.len() - 1].plus(part));
        }
        behind.pop();
        let mut before = Bounds::new(0, Some(0));
        for (part, own) in parts.iter().zip(&all) {
            let others = before.plus(&behind.pop().expect("one for each part"));
            self.meet(*part, &whole.plus(&negated(&others)));
            before = before.plus(own);
        }
    }

    /// A part that is not empty begins inside of its word.
    fn part_of_word(&mut self, word: Term, start: Term, part: &Bounds) {
        if !is_from(part, 1) {
            return;
        }
        let shortest = part.low.clone().unwrap_or_default();
        self.at_least(start, Some(Int::ZERO));
        let last = self.of(word).high.map(|high| &high - &shortest);
        self.at_most(start, last);
        let first = self.of(start).low.unwrap_or_default();
        self.at_least(word, Some(&first + &shortest));
    }

    /// One word went and another came, or nothing happened.
    fn replaced_word(&mut self, [word, old, new]: [Term; 3], whole: &Bounds) {
        let (old, new) = (self.of(old), self.of(new));
        let shrunk = old.high.zip(new.low).map(|(old, new)| (&old - &new).max(Int::ZERO));
        let high = whole.high.clone().zip(shrunk).map(|(whole, shrunk)| &whole + &shrunk);
        let grown = new.high.zip(old.low).map(|(new, old)| (&new - &old).max(Int::ZERO));
        let low = whole.low.clone().zip(grown).map(|(whole, grown)| &whole - &grown);
        self.meet(word, &Bounds { low, high });
    }
}

/// Is nothing in the interval less than this?
fn is_from(bounds: &Bounds, least: i64) -> bool {
    bounds.low.as_ref().is_some_and(|low| *low >= Int::from(least))
}

fn negated(bounds: &Bounds) -> Bounds {
    let turn = |end: &Option<Int>| end.as_ref().map(|end| -end);
    Bounds { low: turn(&bounds.high), high: turn(&bounds.low) }
}

/// The numbers whose product with the factor lies in the interval.
fn quotient(product: &Bounds, factor: &Int) -> Bounds {
    if factor.is_zero() {
        return Bounds::unbounded();
    }
    let size = factor.abs();
    let low = product.low.as_ref().map(|low| low.div_ceil(&size));
    let high = product.high.as_ref().map(|high| high.div_floor(&size));
    let positive = Bounds { low, high };
    if factor.is_negative() { negated(&positive) } else { positive }
}
