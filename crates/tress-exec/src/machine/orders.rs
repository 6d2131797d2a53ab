//! What `compareTo` gives for texts that are not known, where more is asked than its sign.

use tress::Sort;

use super::{Run, Step};
use crate::state::{Value, Width};

/// The greatest difference of two units.
const UNITS: i128 = 0xffff;

impl Run<'_> {
    /// The number in place of an order: the difference of the first units that differ, or of the lengths.
    pub(crate) fn settled(&mut self, value: Value) -> Step<Value> {
        let Value::Order(texts) = &value else { return Ok(value) };
        let same = self.fresh(Sort::String)?;
        let (left, right) = (texts.0.term(self.solver()), texts.1.term(self.solver()));
        let (length, other_length, place) = (left.len(), right.len(), same.len());
        let ends = place.eq(&length) | place.eq(&other_length);
        // The longest text that both begin with.
        let condition = self.solver().all([
            left.starts_with(&same),
            right.starts_with(&same),
            &ends | left.at(&place).ne(right.at(&place)),
        ]);
        self.assume(condition)?;
        let units = left.at(&place).to_code() - right.at(&place).to_code();
        let term = ends.ite(length - other_length, units);
        let low = -UNITS.max(texts.1.longest().into());
        let high = UNITS.max(texts.0.longest().into());
        Ok(Value::number(term, low, high, Width::Int))
    }
}
