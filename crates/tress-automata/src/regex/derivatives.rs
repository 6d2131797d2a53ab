//! The table of derivatives that are known.
//!
//! Enters: transitions, made by `derivative.rs`. Leaves: the same, by expression.

use super::Regex;

/// All characters from `low` to `high` lead to `target`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transition {
    /// The first character.
    pub low: u32,
    /// The last character.
    pub high: u32,
    /// What is left after one of them.
    pub target: Regex,
}

/// The derivatives known so far: for each expression a span of `transitions`.
#[derive(Debug, Default)]
pub(crate) struct DerivativeTable {
    spans: Vec<Option<(u32, u32)>>,
    transitions: Vec<Transition>,
}

impl DerivativeTable {
    pub(crate) fn get(&self, r: Regex) -> Option<&[Transition]> {
        let (start, end) = (*self.spans.get(r.index())?)?;
        Some(&self.transitions[start as usize..end as usize])
    }

    pub(crate) fn insert(&mut self, r: Regex, list: &[Transition]) {
        if self.spans.len() <= r.index() {
            self.spans.resize(r.index() + 1, None);
        }
        let start = self.transitions.len() as u32;
        self.transitions.extend_from_slice(list);
        self.spans[r.index()] = Some((start, self.transitions.len() as u32));
    }
}

/// The target of `c` in a sorted list of transitions.
#[inline]
pub(crate) fn target_of(list: &[Transition], c: u32) -> Regex {
    let at = list.partition_point(|transition| transition.high < c);
    match list.get(at) {
        Some(transition) if transition.low <= c => transition.target,
        _ => Regex::NONE,
    }
}
