//! Remainders of numbers whose numerals occur: the last digits determine them.
//!
//! The arithmetic knows remainders and the strings know digits. Where a problem mentions both for one number,
//! a fact that holds anyway brings them together.

use tress_base::Stop;

use tress_rewrite::problem::Fact;
use tress_rewrite::rewrite::numerals_with_rest;
use tress_term::term::{Op, Term, TermSet, Value};

use super::Passes;

impl Passes<'_> {
    /// Adds for every `(= (mod n m) r)`, where `(str.from_int n)` occurs, the language of the numeral then.
    pub(super) fn last_digits(&mut self) -> Result<(), Stop> {
        let Some(order) = self.quantifier_free_terms() else { return Ok(()) };
        let (mut written, mut equations) = (TermSet::new(), Vec::new());
        for term in order {
            self.env.budget.poll()?;
            match (self.env.store.op(term), self.env.store.args(term)) {
                (Some(Op::StrFromInt), [number]) => {
                    written.add(*number);
                }
                (Some(Op::Eq), [a, b]) => {
                    equations.extend([(*a, *b), (*b, *a)].map(|(rest, value)| (term, rest, value)));
                }
                _ => {}
            }
        }
        for (equation, rest, value) in equations {
            let (Some(Op::Mod), [number, divisor]) = (self.env.store.op(rest), self.env.store.args(rest))
            else {
                continue;
            };
            let (number, divisor) = (*number, *divisor);
            if written.has(number)
                && let Some(term) = self.equivalent_membership(equation, number, [divisor, value])
            {
                let (term, origin) = (self.env.rewrite(term)?, self.origins.none());
                self.facts.push(Fact { term, origin });
            }
        }
        Ok(())
    }

    /// The number is negative, or the equation holds exactly when its numeral ends in certain digits.
    fn equivalent_membership(&mut self, equation: Term, number: Term, values: [Term; 2]) -> Option<Term> {
        let [Some(Value::Int(divisor)), Some(Value::Int(rest))] =
            values.map(|term| self.env.store.as_value(term).cloned())
        else {
            return None;
        };
        let env = &mut self.env;
        let language = numerals_with_rest(env.store, &divisor, &rest)?;
        let numeral = env.app(Op::StrFromInt, &[number]);
        let member = env.app(Op::InRe, &[numeral, language]);
        let same = env.equal(equation, member);
        let zero = env.store.int(0);
        let negative = env.app(Op::Lt, &[number, zero]);
        Some(env.app(Op::Or, &[negative, same]))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::facts;
    use super::*;

    const PASS: fn(&mut Passes<'_>) -> Result<bool, Stop> = |passes| passes.last_digits().map(|()| false);

    #[test]
    fn last_digits_tell_the_rest() {
        let told = facts(PASS, &["(= (mod n 5) 3)", "(str.contains (str.from_int n) \"77\")"]);
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(told.iter().any(|fact| fact.contains("str.in_re (str.from_int n)")), "{told:?}");
    }

    #[test]
    fn other_rests_are_not_told() {
        for given in [
            ["(= (mod n 7) 3)", "(str.contains (str.from_int n) \"77\")"],
            ["(= (mod n 5) 3)", "(str.contains (str.from_int m) \"77\")"],
            ["(= (mod n 5) m)", "(str.contains (str.from_int n) \"77\")"],
        ] {
            assert_eq!(facts(PASS, &given).len(), 2, "{given:?}");
        }
    }
}
