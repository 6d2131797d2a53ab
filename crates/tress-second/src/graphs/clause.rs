//! Constraints on integers: clauses of linear inequalities.

use tress_base::Int;

/// The number of an integer vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NumberId(pub u32);

impl NumberId {
    /// As an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A sum of integer vertices and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Linear {
    /// Vertices with their factors, by number, each once and none with factor zero.
    pub parts: Vec<(NumberId, Int)>,
    /// What is added.
    pub constant: Int,
}

impl Linear {
    /// A constant.
    #[must_use]
    pub fn constant(value: impl Into<Int>) -> Self {
        Self { parts: Vec::new(), constant: value.into() }
    }

    /// A sum of vertices with factors, and a constant.
    #[must_use]
    pub fn of(parts: &[(NumberId, i64)], constant: i64) -> Self {
        let mut sum = Self::constant(constant);
        for (number, factor) in parts {
            sum.add(*number, &Int::from(*factor));
        }
        sum
    }

    /// Adds a vertex with a factor.
    pub fn add(&mut self, number: NumberId, factor: &Int) {
        match self.parts.binary_search_by_key(&number, |part| part.0) {
            Ok(at) => {
                self.parts[at].1 = &self.parts[at].1 + factor;
                if self.parts[at].1.is_zero() {
                    self.parts.remove(at);
                }
            }
            Err(at) if !factor.is_zero() => self.parts.insert(at, (number, factor.clone())),
            Err(_) => {}
        }
    }

    /// The sum times minus one, plus one: it is at most zero exactly when this one is not.
    #[must_use]
    pub fn negated(&self) -> Self {
        let turned = |value: &Int| Int::ZERO - value.clone();
        let parts = self.parts.iter().map(|(number, factor)| (*number, turned(factor)));
        Self { parts: parts.collect(), constant: Int::ONE - self.constant.clone() }
    }

    /// Its value when vertices have these.
    #[must_use]
    pub fn value(&self, values: &[Int]) -> Int {
        let parts = self.parts.iter().map(|(number, factor)| factor * &values[number.index()]);
        parts.fold(self.constant.clone(), |sum, part| sum + part)
    }
}

/// One of these sums is at most zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clause(pub Vec<Linear>);

impl Clause {
    /// Does it hold for these values?
    #[must_use]
    pub fn holds(&self, values: &[Int]) -> bool {
        self.0.iter().any(|sum| !sum.value(values).is_positive())
    }
}

/// `a + by <= b`, as a sum that is at most zero.
#[must_use]
pub(super) fn at_most(a: NumberId, by: i64, b: NumberId) -> Linear {
    Linear::of(&[(a, 1), (b, -1)], by)
}

/// `a <= limit`.
#[must_use]
pub fn up_to(a: NumberId, limit: i64) -> Linear {
    Linear::of(&[(a, 1)], -limit)
}

/// `a >= limit`.
#[must_use]
pub fn from(a: NumberId, limit: i64) -> Linear {
    Linear::of(&[(a, -1)], limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_their_negations() {
        let (m, n) = (NumberId(0), NumberId(1));
        let sum = at_most(m, 2, n);
        for (a, b) in [(0, 1), (0, 2), (0, 3), (5, 6)] {
            let values = [Int::from(a), Int::from(b)];
            let holds = a + 2 <= b;
            assert_eq!(!sum.value(&values).is_positive(), holds);
            assert_eq!(!sum.negated().value(&values).is_positive(), !holds);
            assert_eq!(Clause(vec![sum.clone()]).holds(&values), holds);
        }
        assert_eq!(Linear::of(&[(m, 1), (m, -1)], 3), Linear::constant(3));
    }
}
