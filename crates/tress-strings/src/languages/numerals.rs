//! Numbers that words denote, and how long such words are.

use tress_base::Int;

use tress_kernel::{Context, Lifetime, Rule};
use tress_term::term::Op;

use super::classes::Demand;

/// A number of `n` digits needs a word of at least `n` characters.
const DIGITS: Rule = Rule::new(
    "numeral-digits",
    "own",
    "no word that denotes n is shorter than n written without leading zeros",
);

/// States that a number of `n` digits needs a word of at least `n` characters, where a length and a number
/// were chosen that do not fit. True if there were such.
///
/// Excluding just the two would let the arithmetic try one number after the other.
pub(super) fn tell_digits<'a>(
    cx: &mut Context<'_>,
    demands: impl Iterator<Item = &'a Demand> + Clone,
) -> bool {
    let store = &*cx.env.store;
    let numbers = demands.clone().filter(|demand| store.op(demand.term) == Some(Op::StrToInt));
    let lengths = demands.filter(|demand| store.op(demand.term) == Some(Op::Length));
    let pairs: Vec<(&Demand, &Demand)> =
        numbers.flat_map(|number| lengths.clone().map(move |length| (number, length))).collect();
    let mut told = false;
    for (number, length) in pairs {
        let digits = number.value.decimal_len();
        let one_string = cx.kernel.classes.graph.are_equal(number.node, length.node);
        if one_string && length.value < Int::from(digits) {
            tell_digits_of(cx, number, length, digits);
            told = true;
        }
    }
    told
}

/// A number with this many digits needs a word of at least this length.
fn tell_digits_of(cx: &mut Context<'_>, number: &Demand, length: &Demand, digits: usize) {
    let mut premises = Vec::new();
    cx.kernel.classes.graph.explain(number.node, length.node, &mut premises);
    let zeros = u32::try_from(digits - 1).unwrap_or(u32::MAX);
    // Zero has a digit too, and is smaller than every power of ten.
    let least = if number.value.is_zero() { Int::ZERO } else { Int::from(10).pow(zeros) };
    let large = cx.env.store.int(least);
    let small = cx.env.app(Op::Lt, &[number.term, large]);
    let digits = cx.env.store.int(digits);
    let long = cx.env.app(Op::Ge, &[length.term, digits]);
    let conclusions = [small, long].map(|formula| cx.literal(formula));
    cx.infer(DIGITS, premises, &conclusions, Lifetime::Permanent);
}
