//! What `compareTo` and `hashCode` give for texts that are not known, where more is asked than a sign or a case of a switch.

use tress::Sort;

use super::{Run, Step};
use crate::state::{Id, Value, Width};

/// The greatest difference of two units.
const UNITS: i128 = 0xffff;

impl Run<'_> {
    /// The number in place of an order or a hash. An order is the difference of the first units that differ, or of the lengths; of
    /// the hash of an unknown text nothing is said.
    pub(crate) fn settled(&mut self, value: Value) -> Step<Value> {
        if matches!(value, Value::Hash(_)) {
            return self.any_int();
        }
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

    /// An `int` of which nothing is said.
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
