//! Results of `compareTo` and `hashCode` for unknown strings, where more than a sign or a case of a switch is
//! needed.

use tress::Sort;

use super::{Run, Step};
use crate::state::{Id, Value, Width};

/// The greatest difference of two units.
const UNITS: i128 = 0xffff;

impl Run<'_> {
    /// The number that replaces an order or a hash. An order is the difference of the first characters that
    /// differ, or of the lengths; the hash of an unknown string is unconstrained.
    pub(crate) fn settled(&mut self, value: Value) -> Step<Value> {
        if matches!(value, Value::Hash(_)) {
            return self.any_int();
        }
        let Value::Order(texts) = &value else { return Ok(value) };
        let same = self.fresh(Sort::String)?;
        let (left, right) = (texts.0.term(self.solver()), texts.1.term(self.solver()));
        let (length, other_length, position) = (left.len(), right.len(), same.len());
        let ends = position.eq(&length) | position.eq(&other_length);
        // The longest text that both begin with.
        let condition = self.solver().all([
            left.starts_with(&same),
            right.starts_with(&same),
            &ends | left.at(&position).ne(right.at(&position)),
        ]);
        self.assume(condition)?;
        let units = left.at(&position).to_code() - right.at(&position).to_code();
        let term = ends.ite(length - other_length, units);
        let low = -UNITS.max(texts.1.longest().into());
        let high = UNITS.max(texts.0.longest().into());
        Ok(Value::number(term, low, high, Width::Int))
    }

    /// An unconstrained `int`.
    pub(super) fn any_int(&mut self) -> Step<Value> {
        self.note_loose();
        let number = self.fresh(Sort::Int)?;
        self.assume(number.ge(i32::MIN) & number.le(i32::MAX))?;
        Ok(Value::number(number, i32::MIN.into(), i32::MAX.into(), Width::Int))
    }

    /// Are the hashes of two texts the same? Those of equal texts are.
    pub(super) fn hashes_agree(&mut self, left: Id, right: Id) -> Step<bool> {
        let (left, right) = (self.string_content(left)?, self.string_content(right)?);
        let are_equal = self.equal_texts(&left, &right);
        if self.decide_value(&are_equal)? {
            return Ok(true);
        }
        self.note_loose();
        let agree = self.fresh(Sort::Bool)?;
        self.decide(agree)
    }
}
