//! Rests of numbers whose numerals occur: what divides ten is told by the last digit.
//!
//! The arithmetic knows rests and the strings know digits. Where a problem speaks of both for one number, a fact that
//! holds anyway brings them together.

use tress_base::{Int, Stop};

use crate::problem::Fact;
use crate::term::{Op, Term, TermSet, Value};

use super::Passes;

impl Passes<'_> {
    /// Says for every `(mod n m)`, where `(str.from_int n)` occurs and `m` divides ten, which digit tells it.
    pub(super) fn last_digits(&mut self) -> Result<(), Stop> {
        let Some(order) = self.quantifier_free_terms() else { return Ok(()) };
        let (mut written, mut rests) = (TermSet::new(), Vec::new());
        for term in order {
            self.env.budget.poll()?;
            match (self.env.store.op(term), self.env.store.args(term)) {
                (Some(Op::StrFromInt), [number]) => {
                    written.add(*number);
                }
                (Some(Op::Mod), [number, divisor]) if self.divides_ten(*divisor) => {
                    rests.push((term, *number, *divisor));
                }
                _ => {}
            }
        }
        for (rest, number, divisor) in rests.into_iter().filter(|(_, number, _)| written.has(*number)) {
            let term = self.told_by_digit(rest, number, divisor);
            let term = self.env.rewrite(term)?;
            let origin = self.origins.none();
            self.facts.push(Fact { term, origin });
        }
        Ok(())
    }

    fn divides_ten(&self, divisor: Term) -> bool {
        match self.env.store.as_value(divisor) {
            Some(Value::Int(size)) => size.is_positive() && size.divides(&Int::from(10)),
            _ => false,
        }
    }

    /// The number is negative, or its rest is that of its last digit.
    fn told_by_digit(&mut self, rest: Term, number: Term, divisor: Term) -> Term {
        let env = &mut self.env;
        let [zero, one, minus] = [0, 1, -1].map(|number| env.store.int(number));
        let numeral = env.app(Op::StrFromInt, &[number]);
        let length = env.length(numeral);
        let place = env.app(Op::Add, &[length, minus]);
        let last = env.app(Op::Substr, &[numeral, place, one]);
        let digit = env.app(Op::StrToInt, &[last]);
        let told = env.app(Op::Mod, &[digit, divisor]);
        let (same, negative) = (env.equal(rest, told), env.app(Op::Lt, &[number, zero]));
        env.app(Op::Or, &[negative, same])
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;
    use super::*;

    const PASS: fn(&mut Passes<'_>) -> Result<bool, Stop> = |passes| passes.last_digits().map(|()| false);

    #[test]
    fn the_last_digit_tells_the_rest() {
        let facts = ["(= (mod n 5) 3)", "(str.contains (str.from_int n) \"77\")"];
        let told = "(let ((.s0 (str.from_int n))) (or (= (mod n 5) (mod (str.to_int (str.substr .s0 (+ (str.len .s0) \
                    (- 1)) 1)) 5)) (not (>= n 0))))";
        check(PASS, &facts, &[facts[0], facts[1], told]);
    }

    #[test]
    fn other_rests_are_not_told() {
        for facts in [
            ["(= (mod n 7) 3)", "(str.contains (str.from_int n) \"77\")"],
            ["(= (mod n 5) 3)", "(str.contains (str.from_int m) \"77\")"],
        ] {
            check(PASS, &facts, &facts);
        }
    }
}
