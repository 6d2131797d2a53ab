//! Numbers that words spell, and how long such words are.

use tress_base::Int;
use tress_sat::Search;

use crate::term::{Op, Term};

use super::theories::Theories;
use super::words::{Demand, exclude};

impl Theories {
    /// Says that a number of so many digits needs a word of so many characters, where a length and
    /// a number were chosen that do not fit. True when there were such.
    ///
    /// Excluding just the two would let the arithmetic try one number after the other.
    pub(super) fn tell_digits<'a>(
        &mut self,
        demands: impl Iterator<Item = &'a Demand> + Clone,
        search: &mut Search<'_>,
    ) -> bool {
        let numbers = demands.clone().filter(|demand| self.store.op(demand.term) == Some(Op::StrToInt));
        let lengths = demands.filter(|demand| self.store.op(demand.term) == Some(Op::Length));
        let pairs: Vec<(&Demand, &Demand)> =
            numbers.flat_map(|number| lengths.clone().map(move |length| (number, length))).collect();
        let mut told = false;
        for (number, length) in pairs {
            let digits = number.value.to_string().len();
            if self.graph.are_equal(number.node, length.node) && length.value < Int::from(digits) {
                let mut premises = Vec::new();
                self.graph.explain(number.node, length.node, &mut premises);
                let zeros = u32::try_from(digits - 1).unwrap_or(u32::MAX);
                // Zero has a digit too, and is smaller than every power of ten.
                let least = if number.value.is_zero() { Int::ZERO } else { Int::from(10).pow(zeros) };
                let large = self.store.int(least);
                let small = self.app(Op::Lt, &[number.term, large]);
                let digits = self.store.int(digits);
                let long = self.app(Op::Ge, &[length.term, digits]);
                let conclusions = [small, long].map(|formula: Term| {
                    let literal = self.literal(formula, search);
                    self.atom_mut(literal.var()).always_relevant = true;
                    literal
                });
                exclude(premises, &conclusions, search);
                told = true;
            }
        }
        told
    }
}
