//! Unknown indices into arrays of integers: the element that is loaded, and each element after a store, is an
//! `ite` term over the index.

use tress_base::Cap;
use tress_classes::{ArrayKind, Kind};

use super::limits::{LOADED_POSITIONS, STORED_POSITIONS};
use super::{Run, Step};
use crate::state::{Id, Object, Value, Width};

/// The width of the elements that are whole numbers.
fn width_of(kind: ArrayKind) -> Option<Width> {
    match kind {
        ArrayKind::Of(Kind::Long) => Some(Width::Long),
        ArrayKind::Of(Kind::Int) | ArrayKind::Byte | ArrayKind::Char | ArrayKind::Short => Some(Width::Int),
        ArrayKind::Of(_) => None,
    }
}

impl Run<'_> {
    /// The values of an unknown index, if the array holds integers and there are not too many of them.
    fn choices(&self, kind: ArrayKind, id: Id, index: &Value, cap: &Cap) -> Option<(Width, usize, usize)> {
        let Object::Array { elements, .. } = self.state.heap.get(id) else { return None };
        let width = width_of(kind).filter(|_| !index.is_known())?;
        let (low, high) = self.bounds(index).ok()?;
        let first = usize::try_from(low.max(0)).ok()?;
        let last = usize::try_from(high).ok()?.min(elements.len().checked_sub(1)?);
        let is_number = |value: &Value| {
            matches!(value, Value::Int(_) | Value::Long(_) | Value::Number(_) | Value::Truth(_))
        };
        let fits = first <= last
            && !cap.is_exceeded(last - first + 1, self.context.budget)
            && elements[first..=last].iter().all(is_number);
        fits.then_some((width, first, last))
    }

    /// Throws if an index is out of bounds.
    fn require_inside(&mut self, index: &Value, length: usize) -> Step {
        let term = self.number_term(index)?;
        let (low, high) = self.bounds(index)?;
        let is_sure = low >= 0 && high < length as i64;
        match is_sure || self.decide(term.ge(0) & term.lt(length))? {
            true => Ok(()),
            false => self.throw("ArrayIndexOutOfBoundsException"),
        }
    }

    /// The element at an unknown index, as one term.
    pub(super) fn chosen_element(&mut self, kind: ArrayKind, id: Id, index: &Value) -> Step<Option<Value>> {
        let Some((width, first, last)) = self.choices(kind, id, index, &LOADED_POSITIONS) else {
            return Ok(None);
        };
        let Object::Array { elements, .. } = self.state.heap.get(id) else { return Ok(None) };
        let elements = elements.clone();
        self.require_inside(index, elements.len())?;
        let (mut low, mut high) = self.bounds(&elements[last])?;
        let at = self.number_term(index)?;
        let mut term = self.number_term(&elements[last])?;
        for candidate in (first..last).rev() {
            let is_run = |one: &Value, next: &Value| match (one, next) {
                (Value::Int(one), Value::Int(next)) => one == next,
                (Value::Long(one), Value::Long(next)) => one == next,
                _ => false,
            };
            if is_run(&elements[candidate], &elements[candidate + 1]) {
                continue;
            }
            let (least, most) = self.bounds(&elements[candidate])?;
            (low, high) = (low.min(least), high.max(most));
            term = at.le(candidate).ite(self.number_term(&elements[candidate])?, term);
        }
        Ok(Some(Value::number(term, low.into(), high.into(), width)))
    }

    /// Stores a number at an unknown index: each element may change. Returns false if the array or the index
    /// does not allow that.
    pub(super) fn store_at_any(
        &mut self,
        kind: ArrayKind,
        id: Id,
        index: &Value,
        value: &Value,
    ) -> Step<bool> {
        let Some((width, first, last)) = self.choices(kind, id, index, &STORED_POSITIONS) else {
            return Ok(false);
        };
        let Object::Array { elements, .. } = self.state.heap.get(id) else { return Ok(false) };
        let mut changed = elements.clone();
        self.require_inside(index, changed.len())?;
        let (at, new) = (self.number_term(index)?, self.number_term(value)?);
        let (new_low, new_high) = self.bounds(value)?;
        for (candidate, element) in changed.iter_mut().enumerate().take(last + 1).skip(first) {
            let (low, high) = self.bounds(element)?;
            let term = at.eq(candidate).ite(&new, self.number_term(element)?);
            *element = Value::number(term, low.min(new_low).into(), high.max(new_high).into(), width);
        }
        if let Object::Array { elements, .. } = self.state.heap.get_mut(id) {
            *elements = changed;
        }
        Ok(true)
    }
}
