//! Numbers of vectors: sums of bits, in the arithmetic.

use tress_base::{Int, Stop};
use tress_sat::Lit;

use crate::context::Context;
use crate::inferences::Rule;
use crate::sat::Lifetime;
use crate::theory::Progress;
use tress_term::term::{Op, Term};

/// A vector is a sum of its bits.
const SUM: Rule = Rule::new(
    "define-bits",
    "SMT-LIB",
    "a vector denotes the sum of the weights of its bits, modulo a power of two",
);
/// A bit that a number is made of is decided.
const DIGIT: Rule = Rule::new("split-bit", "splitting on demand", "every variable is true or false");

/// A vector of more bits is not one sum: the weights of its bits would take memory in proportion to the
/// square of its width.
const MOST_SUMMED: usize = 256;
/// Bits of one limb of such a vector.
pub(crate) const LIMB: usize = 64;

/// `(ubv_to_int x)` is the sum of the bits of `x`, `(int_to_bv n)` has the bits of `n` modulo a power of two.
///
/// # Errors
/// When the budget is used up, and the circuit is not finished.
pub(crate) fn define_conversion(cx: &mut Context<'_>, op: Op, term: Term, arg: Term) -> Result<(), Stop> {
    let (vector, number) = if op == Op::IntToBv { (term, arg) } else { (arg, term) };
    let bits = cx.vector(vector);
    cx.kernel.bits.whole()?;
    if bits.len() > MOST_SUMMED {
        return define_limbs(cx, op, (term, number), &bits);
    }
    let mut parts = Vec::with_capacity(bits.len() + 1);
    let mut constant = Int::ZERO;
    for (place, bit) in bits.iter().enumerate() {
        let weight = Int::ONE.shift_left(place);
        let is_sign = op == Op::SbvToInt && place + 1 == bits.len();
        let weight = if is_sign { -&weight } else { weight };
        add_bit(cx, *bit, weight, &mut parts, &mut constant);
    }
    if op == Op::IntToBv {
        let quotient = cx.int_skolem("int_to_bv", &[term]);
        parts.push(scaled(cx, Int::ONE.shift_left(bits.len()), quotient));
    }
    parts.push(cx.env.store.int(constant));
    let sum = if let [only] = parts[..] { only } else { cx.env.app(Op::Add, &parts) };
    let equal = cx.env.equal(number, sum);
    cx.axiom(SUM, &[equal]);
    Ok(())
}

/// A wide vector, limb by limb: a number is its lowest limb and a multiple of the number that the others are.
fn define_limbs(
    cx: &mut Context<'_>,
    op: Op,
    (term, number): (Term, Term),
    bits: &[Lit],
) -> Result<(), Stop> {
    let mut whole = number;
    let last = bits.len().div_ceil(LIMB) - 1;
    for (place, limb) in bits.chunks(LIMB).enumerate() {
        cx.env.budget.poll_many(limb.len() as u64)?;
        let (mut parts, mut constant) = (Vec::with_capacity(limb.len() + 2), Int::ZERO);
        for (at, bit) in limb.iter().enumerate() {
            let weight = Int::ONE.shift_left(at);
            let is_sign = op == Op::SbvToInt && place == last && at + 1 == limb.len();
            add_bit(cx, *bit, if is_sign { -&weight } else { weight }, &mut parts, &mut constant);
        }
        let name = cx.env.store.int(place);
        let rest = (place < last || op == Op::IntToBv).then(|| cx.int_skolem("higher-limbs", &[term, name]));
        parts.extend(rest.map(|rest| scaled(cx, Int::ONE.shift_left(limb.len()), rest)));
        parts.push(cx.env.store.int(constant));
        let sum = if let [only] = parts[..] { only } else { cx.env.app(Op::Add, &parts) };
        let equal = cx.env.equal(whole, sum);
        cx.axiom(SUM, &[equal]);
        whole = rest.unwrap_or(whole);
    }
    Ok(())
}

/// Adds a bit with its weight to a sum.
fn add_bit(cx: &mut Context<'_>, bit: Lit, weight: Int, parts: &mut Vec<Term>, constant: &mut Int) {
    let yes = cx.truth();
    if bit.var() == yes.var() {
        if bit == yes {
            *constant = &*constant + &weight;
        }
        return;
    }
    let digit = digit(cx, bit.var());
    if bit.is_positive() {
        parts.push(scaled(cx, weight, digit));
    } else {
        *constant = &*constant + &weight;
        parts.push(scaled(cx, -&weight, digit));
    }
}

fn scaled(cx: &mut Context<'_>, factor: Int, term: Term) -> Term {
    let factor = cx.env.store.int(factor);
    cx.env.app(Op::Mul, &[factor, term])
}

/// The number that is one when the variable is true, else zero.
fn digit(cx: &mut Context<'_>, var: tress_sat::Var) -> Term {
    if let Some(known) = cx.kernel.bits.digits.get(&var) {
        return *known;
    }
    let name = cx.env.store.int(var.index());
    let digit = cx.int_skolem("bit", &[name]);
    let [zero, one] = [0, 1].map(|end| cx.env.store.int(end));
    for (op, end) in [(Op::Ge, zero), (Op::Le, one)] {
        let within = cx.env.app(op, &[digit, end]);
        cx.axiom(SUM, &[within]);
    }
    let is_one = cx.comparison(Op::Ge, digit, one);
    for clause in [[var.positive(), !is_one], [var.negative(), is_one]] {
        cx.sat.add(&clause, Lifetime::Permanent);
    }
    cx.kernel.bits.digits.insert(var, digit);
    cx.kernel.bits.digit_list.push((var, digit));
    digit
}

/// Bits that numbers are made of are decided, as they are in the present solution.
pub(crate) fn check_digits(cx: &mut Context<'_>) -> Result<Progress, Stop> {
    let mut progress = Progress::Fine;
    for place in 0..cx.kernel.bits.digit_list.len() {
        let (var, digit) = cx.kernel.bits.digit_list[place];
        if cx.sat.value(var.positive()).is_none() {
            let is_one = cx.number_of(digit).is_one();
            cx.split(DIGIT, var.literal(is_one));
            progress = Progress::Changed;
        }
    }
    Ok(progress)
}
