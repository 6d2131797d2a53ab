//! Where an objective stands, and its text.

use std::fmt;

use tress_base::Rational;

use tress_term::print::{int_text, real_text};

/// An end of the numbers among which a best value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Below all numbers: printed `(* (- 1) oo)`.
    MinusInfinity,
    /// This number.
    Number(Rational),
    /// Above this number, and as close to it as one likes: it is approached but not reached.
    StrictlyAbove(Rational),
    /// Below this number, and as close to it as one likes.
    StrictlyBelow(Rational),
    /// Above all numbers: printed `oo`.
    Infinity,
}

/// What is proved of the best value of an objective: it lies between `low` and `high`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectiveBounds {
    /// The term as it was written, or the group of soft constraints.
    pub name: String,
    /// No best value is smaller.
    pub low: Limit,
    /// No best value is larger.
    pub high: Limit,
}

impl ObjectiveBounds {
    /// Is the best value known?
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.low == self.high
    }

    /// The best value, when it is known and reached.
    #[must_use]
    pub fn value(&self) -> Option<&Rational> {
        match &self.low {
            Limit::Number(value) if self.is_proved() => Some(value),
            _ => None,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::MinusInfinity => f.write_str("(* (- 1) oo)"),
            Limit::Number(value) if value.is_integer() => f.write_str(&int_text(value.numerator())),
            Limit::Number(value) => f.write_str(&real_text(value)),
            Limit::StrictlyAbove(value) if value.is_zero() => f.write_str("epsilon"),
            Limit::StrictlyAbove(value) => write!(f, "(+ {} epsilon)", real_text(value)),
            Limit::StrictlyBelow(value) if value.is_zero() => f.write_str("(* (- 1.0) epsilon)"),
            Limit::StrictlyBelow(value) => write!(f, "(+ {} (* (- 1.0) epsilon))", real_text(value)),
            Limit::Infinity => f.write_str("oo"),
        }
    }
}

/// The value, or the interval, as `get-objectives` prints it.
impl fmt::Display for ObjectiveBounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_proved() {
            true => self.low.fmt(f),
            false => write!(f, "(interval {} {})", self.low, self.high),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(numerator: i64, denominator: i64) -> Rational {
        Rational::new(numerator.into(), denominator.into()).expect("a denominator")
    }

    #[test]
    fn limits_are_printed_as_clients_know_them() {
        let check = |limit: Limit, expected: &str| assert_eq!(limit.to_string(), expected);
        check(Limit::MinusInfinity, "(* (- 1) oo)");
        check(Limit::Infinity, "oo");
        check(Limit::Number(number(-3, 1)), "(- 3)");
        check(Limit::Number(number(5, 2)), "(/ 5.0 2.0)");
        check(Limit::StrictlyAbove(number(3, 2)), "(+ (/ 3.0 2.0) epsilon)");
        check(Limit::StrictlyBelow(number(6, 1)), "(+ 6.0 (* (- 1.0) epsilon))");
        check(Limit::StrictlyAbove(number(0, 1)), "epsilon");
        check(Limit::StrictlyBelow(number(0, 1)), "(* (- 1.0) epsilon)");
    }

    #[test]
    fn what_is_not_proved_is_an_interval() {
        let bounds = |low: Limit, high: Limit| ObjectiveBounds { name: "x".into(), low, high };
        let one = || Limit::Number(number(1, 1));
        assert_eq!(bounds(one(), one()).to_string(), "1");
        assert_eq!(bounds(one(), one()).value(), Some(&number(1, 1)));
        let open = bounds(one(), Limit::Infinity);
        assert_eq!((open.to_string().as_str(), open.value()), ("(interval 1 oo)", None));
        assert_eq!(bounds(Limit::Infinity, Limit::Infinity).value(), None);
    }
}
