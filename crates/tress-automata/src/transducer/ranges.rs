//! The edges of a state as a function of characters.
//!
//! Enters: edges and classes of states. Leaves: ranges that depend only on what every character
//! writes and where it leads, however the edges were cut. That needs care, because a single character
//! can be written as itself or as what was read: the ranges are the longest from left to right.

use super::{Piece, Step};
use crate::charset::CharRange;

/// Characters that write in one way and lead to one class. A single character is written as itself.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Range {
    pub(super) class: u32,
    pub(super) low: u32,
    pub(super) high: u32,
    pub(super) output: Vec<Piece>,
}

/// What is written on a range, where a single character is written as itself.
pub(super) fn fixed((low, high): CharRange, output: &[Piece]) -> Vec<Piece> {
    let fix = |piece: &Piece| if low == high { Piece::Char(piece.on(low)) } else { *piece };
    output.iter().map(fix).collect()
}

/// The edges of one state, joined where they lead to one class.
pub(super) fn merged(steps: &[Step], classes: &[u32]) -> Vec<Range> {
    let range = |step: &Step| Range {
        class: classes[step.target as usize],
        low: step.low,
        high: step.high,
        output: fixed((step.low, step.high), &step.output),
    };
    let mut ranges: Vec<Range> = steps.iter().map(range).collect();
    ranges.sort_unstable();
    let mut list: Vec<Range> = Vec::with_capacity(ranges.len());
    for mut next in ranges {
        let neighbour = list.last_mut().filter(|last| last.class == next.class && last.high + 1 == next.low);
        if let Some(last) = neighbour {
            if let Some(output) = join(last, &next, next.high) {
                (last.output, last.high) = (output, next.high);
                continue;
            }
            // Its first character alone may still go on as the range before it.
            if let Some(output) = join(last, &next, next.low) {
                (last.output, last.high) = (output, next.low);
                next.low += 1;
                next.output = fixed((next.low, next.high), &next.output);
            }
        }
        list.push(next);
    }
    list.sort_unstable();
    list.dedup();
    list
}

/// What is written on `a` and the characters of its neighbour `b` up to `until`, when that is one way.
fn join(a: &Range, b: &Range, until: u32) -> Option<Vec<Piece>> {
    if a.output.len() != b.output.len() {
        return None;
    }
    let single = (a.low == a.high, b.low == until);
    let piece = |(x, y): (&Piece, &Piece)| {
        let (left, right) = (x.on(a.low), y.on(b.low));
        match single {
            (true, true) if left == right => Some(Piece::Char(left)),
            (true, true) if left + 1 == right => Some(Piece::Read(left.wrapping_sub(a.low) as i32)),
            (true, true) => None,
            (true, false) => (y.on(a.low) == left).then_some(*y),
            (false, true) => (x.on(b.low) == right).then_some(*x),
            (false, false) => (x == y).then_some(*x),
        }
    };
    a.output.iter().zip(&b.output).map(piece).collect()
}
