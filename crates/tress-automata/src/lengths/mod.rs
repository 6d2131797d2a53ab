//! The lengths of the words of a language, as an eventually periodic set.
//!
//! Enters: an expression. Leaves: a [`LengthSet`], a union of few arithmetic progressions of ranges.
//! The form was chosen over a lasso of bits because counters make lengths large: `a{1,1000000}` is one
//! range here.
//!
//! Classical expressions are computed from their structure (`of_regex`); the others by following the
//! states of the machine, one length at a time, until the set of states repeats (`exact_lengths`).
//! When a set would need too many progressions, it is replaced by its bounds and the greatest common
//! divisor of its differences, and marked as no longer exact: it still contains every length.

mod compute;
pub(crate) mod limits;
mod term;

pub(crate) use compute::lengths_of_parts;
pub use compute::{exact_lengths, of_regex, walk_lengths};
pub use term::LengthTerm;

use term::gcd;

// Both bound the form of a set, as a widening does; `is_exact` reports the loss. A set knows no budget, so
// they are no caps.

/// A set with more terms than this is replaced by its hull.
const MAX_TERMS: usize = 256;
/// Sums of more pairs of terms than this are replaced by the sum of the hulls.
const MAX_PAIRS: usize = 4096;

/// A set of word lengths.
///
/// Invariant: when `exact` is false the set contains all lengths of the language, and perhaps more.
/// Equality compares the form: equal values are equal sets, but one set may have several forms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LengthSet {
    terms: Vec<LengthTerm>,
    exact: bool,
}

impl LengthSet {
    /// No length.
    #[must_use]
    pub fn empty() -> Self {
        Self { terms: Vec::new(), exact: true }
    }

    /// One length.
    #[must_use]
    pub fn single(length: u64) -> Self {
        Self::range(length, Some(length))
    }

    /// The lengths from `low` to `high`, or without end.
    #[must_use]
    pub fn range(low: u64, high: Option<u64>) -> Self {
        let term = match high {
            Some(high) if high < low => return Self::empty(),
            Some(high) => LengthTerm { low, high, period: 0, repeats: Some(0) },
            None => LengthTerm { low, high: low, period: 1, repeats: None },
        };
        Self { terms: vec![term], exact: true }
    }

    /// The union of progressions.
    #[must_use]
    pub fn from_terms(terms: Vec<LengthTerm>) -> Self {
        Self { terms, exact: true }.normalized()
    }

    /// The progressions whose union the set is.
    #[must_use]
    pub fn terms(&self) -> &[LengthTerm] {
        &self.terms
    }

    /// Is every length in the set the length of a word?
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// The same set, marked as an over-approximation.
    #[must_use]
    pub(crate) fn inexact(mut self) -> Self {
        self.exact = false;
        self
    }

    /// Is no length in the set?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Is `length` in the set?
    #[must_use]
    pub fn contains(&self, length: u64) -> bool {
        self.terms.iter().any(|term| term.contains(length))
    }

    /// The smallest length.
    #[must_use]
    pub fn min(&self) -> Option<u64> {
        self.terms.iter().map(|term| term.low).min()
    }

    /// The largest length, when there is one.
    #[must_use]
    pub fn max(&self) -> Option<u64> {
        self.terms.iter().map(LengthTerm::last).try_fold(0, |max, last| last.map(|last| last.max(max)))
    }

    /// The smallest length in the set that is at least `from`.
    #[must_use]
    pub fn next_from(&self, from: u64) -> Option<u64> {
        self.terms.iter().filter_map(|term| term.next_from(from)).min()
    }

    /// Lengths in either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let terms = self.terms.iter().chain(&other.terms).copied().collect();
        Self { terms, exact: self.exact && other.exact }.normalized()
    }

    /// Lengths in both sets. Exact when both are and the result stays small.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let exact = self.exact && other.exact;
        let mut terms = Vec::new();
        for a in &self.terms {
            for b in &other.terms {
                if !term::intersect(a, b, MAX_TERMS, &mut terms) {
                    return self.clone().inexact();
                }
            }
        }
        Self { terms, exact }.normalized()
    }

    /// Sums of a length in this set and one in the other: the lengths of a concatenation.
    #[must_use]
    pub fn sum(&self, other: &Self) -> Self {
        let exact = self.exact && other.exact;
        let mut terms = Vec::new();
        if self.terms.len() * other.terms.len() > MAX_PAIRS {
            return self.hull().hull_sum(&other.hull());
        }
        for a in &self.terms {
            for b in &other.terms {
                if !term::sum(a, b, MAX_TERMS, &mut terms) {
                    return self.hull().hull_sum(&other.hull());
                }
            }
        }
        Self { terms, exact }.normalized()
    }

    /// Sums of any number of lengths of the set.
    #[must_use]
    pub fn star(&self) -> Self {
        let mut result = Self::single(0);
        let Some(generators) = term::without_finite_progressions(&self.terms, MAX_TERMS) else {
            return self.hull().hull_star();
        };
        for term in &generators {
            // The sums so far are closed under addition: a number among them adds nothing.
            let few = term.repeats == Some(0) && term.high - term.low < 8;
            if few && (term.low..=term.high).all(|length| result.contains(length)) {
                continue;
            }
            let Some(star) = term.star(MAX_TERMS) else { return self.hull().hull_star() };
            result = result.sum(&Self { terms: star, exact: self.exact }.normalized());
        }
        result
    }

    /// Sums of between `low` and `high` lengths of the set.
    #[must_use]
    pub fn repeat(&self, low: u64, high: Option<u64>) -> Self {
        let fixed = self.power(low);
        let Some(high) = high else { return fixed.sum(&self.star()) };
        let Some(extra) = high.checked_sub(low) else { return Self::empty() };
        if let [term] = self.terms[..]
            && let Some(terms) = term.repeat(low, high, MAX_TERMS)
        {
            return Self { terms, exact: self.exact }.normalized();
        }
        fixed.sum(&self.union(&Self::single(0)).power(extra))
    }

    /// Sums of exactly `count` lengths of the set, by repeated squaring.
    fn power(&self, mut count: u64) -> Self {
        let mut result = Self::single(0);
        let mut square = self.clone();
        while count > 0 {
            if count % 2 == 1 {
                result = result.sum(&square);
            }
            count /= 2;
            if count > 0 {
                square = square.sum(&square);
            }
        }
        result
    }

    /// The smallest progression of single lengths that contains the set.
    #[must_use]
    pub fn hull(&self) -> Self {
        let Some(low) = self.min() else { return Self::empty() };
        let period = self.terms.iter().fold(0, |period, term| {
            let wide = if term.high > term.low { 1 } else { 0 };
            gcd(gcd(period, term.low - low), gcd(term.period, wide))
        });
        let repeats = self.max().map(|max| (max - low).checked_div(period).unwrap_or(0));
        let term = LengthTerm { low, high: low, period, repeats };
        Self { terms: vec![term], exact: false }
    }

    /// Contains all sums of two hulls.
    fn hull_sum(&self, other: &Self) -> Self {
        let ([a], [b]) = (&self.terms[..], &other.terms[..]) else { return Self::empty() };
        let period = gcd(a.period, b.period);
        let low = a.low.saturating_add(b.low);
        let last = a.last().zip(b.last()).and_then(|(x, y)| x.checked_add(y));
        let repeats = last.map(|last| (last - low).checked_div(period).unwrap_or(0));
        let term = LengthTerm { low, high: low, period, repeats };
        Self { terms: vec![term], exact: false }
    }

    /// Contains all sums of any number of members of a hull.
    fn hull_star(&self) -> Self {
        let [term] = &self.terms[..] else { return Self::single(0) };
        let period = gcd(term.low, term.period);
        let term = LengthTerm { low: 0, high: 0, period, repeats: None };
        Self { terms: vec![term], exact: false }
    }

    /// Fewer terms for the same set; the hull when there are still too many.
    fn normalized(mut self) -> Self {
        self.terms = term::normalize(std::mem::take(&mut self.terms));
        if self.terms.len() > MAX_TERMS { self.hull() } else { self }
    }
}

#[cfg(test)]
mod tests;
