//! The operators of bit-vectors as gates.

use std::sync::Arc;

use tress_sat::Lit;

use crate::circuits::{Bitwise, Shift, Vectors, turned};
use tress_term::term::Op;

/// The bits of an operator's value, but for numbers.
pub(super) fn operation(
    wires: &mut impl Vectors,
    op: Op,
    indices: &[usize],
    args: &[Arc<[Lit]>],
) -> Vec<Lit> {
    let a = &args[0];
    match op {
        Op::BvNot => turned(a),
        Op::BvNeg => wires.negation(a),
        Op::BvAnd => joined(wires, args, |wires, a, b| wires.bitwise(Bitwise::And, a, b)),
        Op::BvOr => joined(wires, args, |wires, a, b| wires.bitwise(Bitwise::Or, a, b)),
        Op::BvXor => joined(wires, args, |wires, a, b| wires.bitwise(Bitwise::Xor, a, b)),
        Op::BvAdd => joined(wires, args, |wires, a, b| {
            let no = wires.no();
            wires.sum(a, b, no).0
        }),
        Op::BvMul => joined(wires, args, |wires, a, b| wires.product(a, b)),
        Op::BvConcat => args.iter().rev().flat_map(|part| part.iter().copied()).collect(),
        _ if indices.is_empty() => binary(wires, op, a, &args[1]),
        _ => reshaped(wires, op, indices, a),
    }
}

/// Many arguments, joined from the left.
fn joined<V: Vectors>(
    wires: &mut V,
    args: &[Arc<[Lit]>],
    join: impl Fn(&mut V, &[Lit], &[Lit]) -> Vec<Lit>,
) -> Vec<Lit> {
    args[1..].iter().fold(args[0].to_vec(), |whole, arg| join(wires, &whole, arg))
}

fn binary(wires: &mut impl Vectors, op: Op, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    match op {
        Op::BvNand => turned(&wires.bitwise(Bitwise::And, a, b)),
        Op::BvNor => turned(&wires.bitwise(Bitwise::Or, a, b)),
        Op::BvXnor => turned(&wires.bitwise(Bitwise::Xor, a, b)),
        Op::BvSub => wires.difference(a, b).0,
        Op::BvUdiv => wires.quotient(a, b).0,
        Op::BvUrem => wires.quotient(a, b).1,
        Op::BvSdiv | Op::BvSrem | Op::BvSmod => signed_division(wires, op, a, b),
        Op::BvShl => wires.shifted(Shift::Left, a, b),
        Op::BvLshr => wires.shifted(Shift::Right, a, b),
        Op::BvAshr => wires.shifted(Shift::Signed, a, b),
        Op::BvComp => vec![wires.equal_vectors(a, b)],
        _ => unreachable!("{} makes no vector of two", op.name()),
    }
}

/// Operators with indices.
fn reshaped(wires: &mut impl Vectors, op: Op, indices: &[usize], a: &[Lit]) -> Vec<Lit> {
    let width = a.len();
    let (first, no) = (indices[0], wires.no());
    let extended = |fill: Lit| a.iter().copied().chain(std::iter::repeat_n(fill, first)).collect();
    match op {
        Op::BvExtract => a[indices[1]..=first].to_vec(),
        Op::BvZeroExtend => extended(no),
        Op::BvSignExtend => extended(a[width - 1]),
        Op::BvRotateRight => [&a[first % width..], &a[..first % width]].concat(),
        Op::BvRotateLeft => [&a[width - first % width..], &a[..width - first % width]].concat(),
        Op::BvRepeat => a.repeat(first),
        _ => unreachable!("{} has no indices", op.name()),
    }
}

/// By sizes and signs: quotients are cut towards zero.
fn signed_division(wires: &mut impl Vectors, op: Op, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let [minus_a, minus_b] = [a, b].map(|vector| vector[vector.len() - 1]);
    let [size_a, size_b] = [a, b].map(|vector| wires.size(vector));
    let (quotient, rest) = wires.quotient(&size_a, &size_b);
    if op == Op::BvSdiv {
        let negated = wires.negation(&quotient);
        let differ = wires.xor(minus_a, minus_b);
        return wires.one_of(differ, &negated, &quotient);
    }
    let negated = wires.negation(&rest);
    let signed = wires.one_of(minus_a, &negated, &rest);
    if op == Op::BvSrem {
        return signed;
    }
    // A remainder whose sign is not the divisor's is moved by the divisor.
    let no = wires.no();
    let differ = wires.xor(minus_a, minus_b);
    let some = wires.or_all(&rest);
    let moves = wires.and(differ, some);
    let moved = wires.sum(&signed, b, no).0;
    wires.one_of(moves, &moved, &signed)
}

/// Tests of vectors.
pub(super) fn test(wires: &mut impl Vectors, op: Op, args: &[Arc<[Lit]>]) -> Lit {
    let a = &args[0];
    let sign = |vector: &[Lit]| vector[vector.len() - 1];
    if op == Op::BvNego {
        return is_least(wires, a);
    }
    let b = &args[1];
    match op {
        Op::BvUlt | Op::BvUsubo => wires.less_vector(a, b, false),
        Op::BvUgt => wires.less_vector(b, a, false),
        Op::BvUle => !wires.less_vector(b, a, false),
        Op::BvUge => !wires.less_vector(a, b, false),
        Op::BvSlt => wires.less_vector(a, b, true),
        Op::BvSgt => wires.less_vector(b, a, true),
        Op::BvSle => !wires.less_vector(b, a, true),
        Op::BvSge => !wires.less_vector(a, b, true),
        Op::BvUaddo => {
            let no = wires.no();
            wires.sum(a, b, no).1
        }
        Op::BvSaddo | Op::BvSsubo => {
            // The arguments of a sum have one sign, and the sum has the other.
            let no = wires.no();
            let subtract = op == Op::BvSsubo;
            let result = if subtract { wires.difference(a, b).0 } else { wires.sum(a, b, no).0 };
            let other = if subtract { !sign(b) } else { sign(b) };
            let [one, two] = [sign(a), other].map(|side| wires.xor(side, sign(&result)));
            wires.and(one, two)
        }
        Op::BvUmulo => wires.product_overflows(a, b, false),
        Op::BvSmulo => wires.product_overflows(a, b, true),
        Op::BvSdivo => {
            let least = is_least(wires, a);
            let ones = wires.and_all(b);
            wires.and(least, ones)
        }
        _ => unreachable!("{} tests no vectors", op.name()),
    }
}

/// Is it the least number with sign?
fn is_least(wires: &mut impl Vectors, a: &[Lit]) -> Lit {
    let (sign, rest) = a.split_last().expect("no vector is empty");
    let parts: Vec<Lit> = rest.iter().map(|bit| !*bit).chain([*sign]).collect();
    wires.and_all(&parts)
}
