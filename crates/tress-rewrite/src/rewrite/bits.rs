//! Bit-vectors.
//!
//! Normal forms: of the comparisons only `bvult` and `bvslt`; bitwise operators flat, with one constant at
//! most; no rotations, repetitions and zero extensions, which are concatenations; neighbours in a
//! concatenation that belong together are one part; a concatenation that equals a constant is its parts.

use tress_base::Int;

use super::context::Context;
use super::limits::VECTOR_ARGUMENTS;
use super::rule::{Family, Rule};
use tress_term::term::{Head, Op, Sort, Term, TermStore, Value};

impl Context<'_> {
    /// The number of a literal.
    pub(super) fn as_bits(&self, term: Term) -> Option<Int> {
        match self.store.as_value(term) {
            Some(Value::Bits(_, number)) => Some(number.clone()),
            _ => None,
        }
    }

    /// The width of a vector.
    pub(super) fn width(&self, term: Term) -> Option<u32> {
        match self.store.sort(term) {
            Sort::BitVec(width) => Some(width),
            _ => None,
        }
    }

    pub(super) fn bits(&mut self, width: u32, number: &Int) -> Term {
        self.store.value(Value::bits(width, number))
    }

    pub(super) fn extract(&mut self, high: u32, low: u32, x: Term) -> Term {
        if low == 0 && self.width(x) == Some(high + 1) {
            return x;
        }
        self.indexed(Op::BvExtract, &[Int::from(high), Int::from(low)], &[x])
    }

    /// Vectors one after the other.
    fn joined(&mut self, parts: &[Term]) -> Term {
        if let [only] = parts { *only } else { self.app(Op::BvConcat, parts) }
    }

    /// The numerals of an indexed operator.
    fn numerals(&self, term: Term) -> Vec<u32> {
        match self.store.head(term) {
            Head::Op(_, list) => self.store.indices(list).iter().filter_map(Int::to_u32).collect(),
            _ => Vec::new(),
        }
    }

    /// The indices and the vector that a part is taken from.
    fn as_extract(&self, term: Term) -> Option<(u32, u32, Term)> {
        let [x] = self.match_op::<1>(term, Op::BvExtract)?;
        let [high, low] = self.numerals(term).try_into().ok()?;
        Some((high, low, x))
    }
}

fn ones(width: u32) -> Int {
    Int::power_of_two(width) - Int::ONE
}

/// match: `(bvnand u v)`, `(bvuge u v)`, `(bvcomp u v)`, `(bvusubo u v)`; result: `(bvnot (bvand u v))`,
/// `(not (bvult u v))`, `(ite (= u v) #b1 #b0)`, `(bvult u v)`; why: their meaning.
fn derived(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let [a, b] = context.match_op::<2>(term, op)?;
    let inverted = |context: &mut Context<'_>, op: Op| {
        let inner = context.app(op, &[a, b]);
        context.app(Op::BvNot, &[inner])
    };
    let less = |context: &mut Context<'_>, op: Op, x: Term, y: Term, negated: bool| {
        let test = context.app(op, &[x, y]);
        if negated { context.not(test) } else { test }
    };
    Some(match op {
        Op::BvNand => inverted(context, Op::BvAnd),
        Op::BvNor => inverted(context, Op::BvOr),
        Op::BvXnor => inverted(context, Op::BvXor),
        Op::BvUgt => less(context, Op::BvUlt, b, a, false),
        Op::BvUle => less(context, Op::BvUlt, b, a, true),
        Op::BvUge => less(context, Op::BvUlt, a, b, true),
        Op::BvUsubo => less(context, Op::BvUlt, a, b, false),
        Op::BvSgt => less(context, Op::BvSlt, b, a, false),
        Op::BvSle => less(context, Op::BvSlt, b, a, true),
        Op::BvSge => less(context, Op::BvSlt, a, b, true),
        Op::BvComp => {
            let [one, zero] = [1, 0].map(|bit| context.bits(1, &Int::from(bit)));
            let equal = context.eq(a, b);
            context.ite(equal, one, zero)
        }
        _ => return None,
    })
}

/// match: `((_ rotate_left 1) u)`, `((_ repeat 2) u)`, `((_ zero_extend 2) u)`, `((_ sign_extend 0) u)`;
/// result: `(concat ((_ extract 2 0) u) ((_ extract 3 3) u))`, `(concat u u)`, `(concat #b00 u)`, `u`; why:
/// their meaning.
fn reshaped(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let [x] = context.match_op::<1>(term, op)?;
    let (width, count) = (context.width(x)?, *context.numerals(term).first()?);
    let left = match op {
        Op::BvRotateLeft => count % width,
        Op::BvRotateRight => (width - count % width) % width,
        Op::BvRepeat if !VECTOR_ARGUMENTS.is_exceeded(count as usize, context.budget) => {
            return Some(context.joined(&vec![x; count as usize]));
        }
        Op::BvZeroExtend | Op::BvSignExtend if count == 0 => return Some(x),
        Op::BvZeroExtend => {
            let zeros = context.bits(count, &Int::ZERO);
            return Some(context.joined(&[zeros, x]));
        }
        _ => return None,
    };
    if left == 0 {
        return Some(x);
    }
    let (low, high) = (context.extract(width - left - 1, 0, x), context.extract(width - 1, width - left, x));
    Some(context.joined(&[low, high]))
}

/// match: `(bvnot (bvnot u))`, `(bvneg (bvneg u))`; result: `u`; why: both undo themselves.
fn twice(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let [x] = context.match_op::<1>(term, op)?;
    let [y] = context.match_op::<1>(x, op)?;
    Some(y)
}

/// match: `(bvand u (bvand v #b0110) u)`, `(bvor u #b1111)`, `(bvxor u v u)`, `(bvand u (bvnot u))`; result:
/// `(bvand u v #b0110)`, `#b1111`, `v`, `#b0000`; why: associative and commutative; equal arguments count
/// once, or cancel each other.
fn bitwise(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let width = context.width(term)?;
    let mut args = Vec::new();
    for arg in context.store.args(term) {
        if context.store.op(*arg) == Some(op) {
            args.extend_from_slice(context.store.args(*arg));
        } else {
            args.push(*arg);
        }
    }
    if VECTOR_ARGUMENTS.is_exceeded(args.len(), context.budget) {
        return None;
    }
    let neutral = if op == Op::BvAnd { ones(width) } else { Int::ZERO };
    let mut constant = neutral.clone();
    for number in args.iter().filter_map(|arg| context.as_bits(*arg)) {
        constant = match op {
            Op::BvAnd => &constant & &number,
            Op::BvOr => &constant | &number,
            _ => &constant ^ &number,
        };
    }
    args.retain(|arg| !context.is_literal(*arg));
    args.sort_unstable();
    if op == Op::BvXor {
        args = odd_ones(&args);
    } else {
        args.dedup();
        let end = if op == Op::BvAnd { Int::ZERO } else { ones(width) };
        let turned = |arg: &Term| {
            context.match_op::<1>(*arg, Op::BvNot).is_some_and(|[inner]| args.binary_search(&inner).is_ok())
        };
        if constant == end || args.iter().any(turned) {
            return Some(context.bits(width, &end));
        }
    }
    if args.is_empty() || constant != neutral {
        args.push(context.bits(width, &constant));
    }
    let new = if let [only] = args[..] { only } else { context.app(op, &args) };
    (new != term).then_some(new)
}

/// Those that occur an odd number of times in a sorted list.
fn odd_ones(sorted: &[Term]) -> Vec<Term> {
    let groups = sorted.chunk_by(|a, b| a == b);
    groups.filter(|group| group.len() % 2 == 1).map(|group| group[0]).collect()
}

/// match: `(bvadd u #b0001 (bvadd v #b0010))`, `(bvmul u #b0000)`, `(bvmul u #b0001)`; result:
/// `(bvadd u (bvadd v #b0011))`… ; why: constants are one, neutral ones none, and zero decides.
fn constants(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let width = context.width(term)?;
    let neutral = if op == Op::BvAdd { Int::ZERO } else { Int::ONE };
    let mut args = Vec::new();
    // A part that ends in a constant is opened, so that constants meet.
    for arg in context.store.args(term) {
        let inner = context.store.args(*arg);
        let opens = context.store.op(*arg) == Some(op) && inner.iter().any(|part| context.is_literal(*part));
        if opens { args.extend_from_slice(inner) } else { args.push(*arg) }
    }
    if VECTOR_ARGUMENTS.is_exceeded(args.len(), context.budget) {
        return None;
    }
    let mut constant = Value::bits(width, &neutral);
    for arg in &args {
        if let Some(value) = context.store.as_value(*arg).cloned() {
            constant = context.fold(op, &[constant, value])?;
        }
    }
    args.retain(|arg| !context.is_literal(*arg));
    args.sort_unstable();
    let is = |number: &Int| matches!(&constant, Value::Bits(_, known) if known == number);
    if op == Op::BvMul && is(&Int::ZERO) {
        args.clear();
    }
    if args.is_empty() || !is(&neutral) {
        args.push(context.store.value(constant));
    }
    let new = if let [only] = args[..] { only } else { context.app(op, &args) };
    (new != term).then_some(new)
}

/// match: `(bvsub u u)`, `(bvsub u #b0001)`; result: `#b0000`, `(bvadd u #b1111)`; why: a difference is a
/// sum.
fn difference(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::BvSub)?;
    let width = context.width(a)?;
    if a == b {
        return Some(context.bits(width, &Int::ZERO));
    }
    let number = context.as_bits(b)?;
    let negated = context.bits(width, &-&number);
    Some(context.app(Op::BvAdd, &[a, negated]))
}

/// match: `(bvudiv u #b0100)`, `(bvurem u #b0100)`; result: `(concat #b00 ((_ extract 3 2) u))`,
/// `(concat #b00 ((_ extract 1 0) u))`; why: powers of two cut vectors.
fn powers(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let [a, b] = context.match_op::<2>(term, op)?;
    let (width, number) = (context.width(a)?, context.as_bits(b)?);
    let exponent = u32::try_from(number.bit_len()).ok()?.checked_sub(1)?;
    if number != Int::power_of_two(exponent) {
        return None;
    }
    match (op, exponent) {
        (Op::BvUdiv, 0) => Some(a),
        (Op::BvUdiv, _) => {
            let zeros = context.bits(exponent, &Int::ZERO);
            let upper = context.extract(width - 1, exponent, a);
            Some(context.joined(&[zeros, upper]))
        }
        (_, 0) => Some(context.bits(width, &Int::ZERO)),
        _ => {
            let zeros = context.bits(width - exponent, &Int::ZERO);
            let lower = context.extract(exponent - 1, 0, a);
            Some(context.joined(&[zeros, lower]))
        }
    }
}

/// match: `(bvshl u #b0001)`, `(bvlshr u #b0111)`; result: `(concat ((_ extract 2 0) u) #b0)`, `#b0000`; why:
/// by a known distance.
fn shifts(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let [a, b] = context.match_op::<2>(term, op)?;
    let (width, number) = (context.width(a)?, context.as_bits(b)?);
    let Some(count) = number.to_u32().filter(|count| *count < width) else {
        return Some(context.bits(width, &Int::ZERO));
    };
    if count == 0 {
        return Some(a);
    }
    let zeros = context.bits(count, &Int::ZERO);
    Some(if op == Op::BvShl {
        let kept = context.extract(width - count - 1, 0, a);
        context.joined(&[kept, zeros])
    } else {
        let kept = context.extract(width - 1, count, a);
        context.joined(&[zeros, kept])
    })
}

/// match: `((_ extract 3 0) u)`, `((_ extract 1 0) ((_ extract 3 2) u))`, `((_ extract 5 2) (concat u v))`;
/// result: `u`, `((_ extract 3 2) u)`, `(concat ((_ extract 1 0) u) ((_ extract 3 2) v))`; why: parts of
/// parts.
fn parts(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let (high, low, x) = context.as_extract(term)?;
    if low == 0 && context.width(x)? == high + 1 {
        return Some(x);
    }
    if let Some((_, inner, y)) = context.as_extract(x) {
        return Some(context.extract(high + inner, low + inner, y));
    }
    if context.store.op(x) != Some(Op::BvConcat) {
        return None;
    }
    let mut found = Vec::new();
    let mut end = context.width(x)?;
    for part in context.store.args(x).to_vec() {
        let start = end - context.width(part)?;
        if low < end && high >= start {
            found.push(context.extract(high.min(end - 1) - start, low.max(start) - start, part));
        }
        end = start;
    }
    Some(context.joined(&found))
}

/// match: `(concat (concat u v) w)`, `(concat #b1 #b0 u)`,
/// `(concat ((_ extract 3 2) u) ((_ extract 1 0) u))`; result: `(concat u v w)`, `(concat #b10 u)`, `u`; why:
/// neighbours that belong together.
fn neighbours(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let mut flat = Vec::new();
    for arg in context.store.args(term) {
        if context.store.op(*arg) == Some(Op::BvConcat) {
            flat.extend_from_slice(context.store.args(*arg));
        } else {
            flat.push(*arg);
        }
    }
    let mut new: Vec<Term> = Vec::with_capacity(flat.len());
    for part in flat {
        match new.last().and_then(|last| together(context, *last, part)) {
            Some(both) => *new.last_mut()? = both,
            None => new.push(part),
        }
    }
    let new = context.joined(&new);
    (new != term).then_some(new)
}

/// Two neighbours as one part.
fn together(context: &mut Context<'_>, a: Term, b: Term) -> Option<Term> {
    if let (Some(x), Some(y)) = (context.store.as_value(a).cloned(), context.store.as_value(b).cloned()) {
        let value = context.fold(Op::BvConcat, &[x, y])?;
        return Some(context.store.value(value));
    }
    let ((high, middle, x), (next, low, y)) = (context.as_extract(a)?, context.as_extract(b)?);
    (x == y && middle == next + 1).then(|| context.extract(high, low, x))
}

/// match: `(= (concat u v) #b01010101)`, `(= (bvnot u) #b0001)`, `(= (bvadd u #b0001) #b0011)`; result:
/// `(and (= u #b0101) (= v #b0101))`, `(= u #b1110)`, `(= u #b0010)`; why: what is done with a constant can
/// be undone.
fn solved(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let [a, b] = context.match_op::<2>(term, Op::Eq)?;
    let width = context.width(a)?;
    let (x, value) = match (context.as_bits(a), context.as_bits(b)) {
        (None, Some(value)) => (a, value),
        (Some(value), None) => (b, value),
        _ => return None,
    };
    let args = context.store.args(x).to_vec();
    let (inner, value) = match (context.store.op(x)?, args.as_slice()) {
        (Op::BvConcat, _) => {
            let mut equations = Vec::with_capacity(args.len());
            let mut rest = value;
            for part in args.iter().rev() {
                let part_width = context.width(*part)?;
                let digits = context.bits(part_width, &rest);
                equations.push(context.eq(*part, digits));
                rest = rest.shift_right(part_width as usize);
            }
            return Some(context.and(&equations));
        }
        (Op::BvNot, [y]) => (*y, ones(width) - value),
        (Op::BvNeg, [y]) => (*y, -&value),
        (op @ (Op::BvAdd | Op::BvXor), [rest @ .., last]) => {
            let number = context.as_bits(*last)?;
            let inner = if let [only] = rest { *only } else { context.app(op, rest) };
            (inner, if op == Op::BvAdd { &value - &number } else { &value ^ &number })
        }
        _ => return None,
    };
    let digits = context.bits(width, &value);
    Some(context.eq(inner, digits))
}

/// match: `(bvult u u)`, `(bvult u #b0000)`, `(bvult u #b0001)`, `(bvult #b1111 u)`, `(bvult #b0000 u)`;
/// result: `false`, `false`, `(= u #b0000)`, `false`, `(not (= u #b0000))`; why: ends of the order.
fn ends(context: &mut Context<'_>, term: Term) -> Option<Term> {
    let op = context.store.op(term)?;
    let [a, b] = context.match_op::<2>(term, op)?;
    if a == b {
        return Some(TermStore::FALSE);
    }
    let width = context.width(a)?;
    let (least, most) = if op == Op::BvUlt {
        (Int::ZERO, ones(width))
    } else {
        (Int::power_of_two(width - 1), Int::power_of_two(width - 1) - Int::ONE)
    };
    let [first, second] = [a, b].map(|side| context.as_bits(side));
    if second.as_ref() == Some(&least) || first.as_ref() == Some(&most) {
        return Some(TermStore::FALSE);
    }
    if let (Some(_), _) | (_, Some(_)) =
        (first.filter(|x| *x == least), second.clone().filter(|x| *x == most))
    {
        let equal = context.eq(a, b);
        return Some(context.not(equal));
    }
    if op == Op::BvUlt && second.is_some_and(|number| number.is_one()) {
        let zero = context.bits(width, &Int::ZERO);
        return Some(context.eq(a, zero));
    }
    None
}

const FAMILY: Family = Family::Bits;

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "bits-derived",
        FAMILY,
        &[
            Op::BvNand,
            Op::BvNor,
            Op::BvXnor,
            Op::BvUgt,
            Op::BvUle,
            Op::BvUge,
            Op::BvUsubo,
            Op::BvSgt,
            Op::BvSle,
            Op::BvSge,
            Op::BvComp,
        ],
        derived,
        ["(bvuge u v)", ""],
    ),
    Rule::new(
        "bits-reshaped",
        FAMILY,
        &[Op::BvRotateLeft, Op::BvRotateRight, Op::BvRepeat, Op::BvZeroExtend, Op::BvSignExtend],
        reshaped,
        ["((_ rotate_left 1) u)", "((_ sign_extend 2) u)"],
    ),
    Rule::new(
        "bits-twice",
        FAMILY,
        &[Op::BvNot, Op::BvNeg],
        twice,
        ["(bvneg (bvneg u))", "(bvnot (bvneg u))"],
    ),
    Rule::new(
        "bits-bitwise",
        FAMILY,
        &[Op::BvAnd, Op::BvOr, Op::BvXor],
        bitwise,
        ["(bvand u (bvand v #b0110) u)", "(bvand u v)"],
    ),
    Rule::new(
        "bits-constants",
        FAMILY,
        &[Op::BvAdd, Op::BvMul],
        constants,
        ["(bvadd u #b0001 (bvadd v #b0010))", "(bvmul u v)"],
    ),
    Rule::new("bits-difference", FAMILY, &[Op::BvSub], difference, ["(bvsub u #b0001)", "(bvsub u v)"]),
    Rule::new(
        "bits-powers",
        FAMILY,
        &[Op::BvUdiv, Op::BvUrem],
        powers,
        ["(bvudiv u #b0100)", "(bvurem u #b0101)"],
    ),
    Rule::new("bits-shifts", FAMILY, &[Op::BvShl, Op::BvLshr], shifts, ["(bvshl u #b0001)", "(bvshl u v)"]),
    Rule::new(
        "bits-parts",
        FAMILY,
        &[Op::BvExtract],
        parts,
        ["((_ extract 5 2) (concat u v))", "((_ extract 2 1) (bvadd u v))"],
    ),
    Rule::new(
        "bits-neighbours",
        FAMILY,
        &[Op::BvConcat],
        neighbours,
        ["(concat ((_ extract 3 2) u) ((_ extract 1 0) u))", "(concat u v)"],
    ),
    Rule::new(
        "bits-solved",
        FAMILY,
        &[Op::Eq],
        solved,
        ["(= (concat u v) #b01010101)", "(= (bvmul u v) #b0101)"],
    ),
    Rule::new("bits-ends", FAMILY, &[Op::BvUlt, Op::BvSlt], ends, ["(bvult u #b0001)", "(bvslt u #b0001)"]),
];
