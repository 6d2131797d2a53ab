//! Where a word occurs in another, in linear time.
//!
//! Enters: a pattern and a text. Leaves: start positions. The method is that of Knuth, Morris and
//! Pratt: after a mismatch the text is never read again, because the pattern's own borders say
//! how much of it has just been seen.

use tress_base::{Budget, Stop};

/// Characters read between two looks at the budget.
const CHUNK: usize = 1024;

/// The occurrences of a pattern in a text, from left to right.
///
/// Invariant: `matched` characters of the pattern stand directly before `at` in the text, and
/// that is the largest such number.
pub(crate) struct Occurrences<'a> {
    pattern: &'a [u32],
    text: &'a [u32],
    /// For each non-empty prefix of the pattern, the length of its longest proper border.
    borders: Vec<u32>,
    at: usize,
    matched: usize,
}

impl<'a> Occurrences<'a> {
    /// Looks for `pattern`, which must not be empty, in `text` from position `from` on.
    pub(crate) fn new(pattern: &'a [u32], text: &'a [u32], from: usize) -> Self {
        debug_assert!(!pattern.is_empty(), "the empty word occurs everywhere");
        let borders = if text.len() < pattern.len() { Vec::new() } else { borders(pattern) };
        Self { pattern, text, borders, at: from, matched: 0 }
    }

    /// The start of the next occurrence, which may overlap the one before.
    pub(crate) fn next(&mut self, budget: &Budget) -> Result<Option<usize>, Stop> {
        let Some((&first, _)) = self.pattern.split_first() else { return Ok(None) };
        if self.text.len() < self.pattern.len() {
            return Ok(None);
        }
        if self.matched == self.pattern.len() {
            self.matched = self.border(self.matched);
        }
        while self.at < self.text.len() {
            let begin = self.at;
            let found = self.scan(first, self.text.len().min(begin + CHUNK));
            budget.poll_many((self.at - begin) as u64)?;
            if found {
                return Ok(Some(self.at - self.matched));
            }
        }
        Ok(None)
    }

    /// Reads up to `end`, or to the end of an occurrence; true in the second case.
    fn scan(&mut self, first: u32, end: usize) -> bool {
        while self.at < end {
            let character = self.text[self.at];
            self.at += 1;
            if self.matched == 0 {
                self.matched = usize::from(character == first);
            } else {
                while self.matched > 0 && self.pattern[self.matched] != character {
                    self.matched = self.border(self.matched);
                }
                self.matched += usize::from(self.pattern[self.matched] == character);
            }
            if self.matched == self.pattern.len() {
                return true;
            }
        }
        false
    }

    /// The start of the next occurrence that does not overlap the one before.
    pub(crate) fn next_apart(&mut self, budget: &Budget) -> Result<Option<usize>, Stop> {
        if self.matched == self.pattern.len() {
            self.matched = 0;
        }
        self.next(budget)
    }

    fn border(&self, length: usize) -> usize {
        self.borders[length - 1] as usize
    }
}

fn borders(pattern: &[u32]) -> Vec<u32> {
    let mut borders = Vec::with_capacity(pattern.len());
    borders.push(0);
    let mut border = 0_usize;
    for character in &pattern[1..] {
        while border > 0 && pattern[border] != *character {
            border = borders[border - 1] as usize;
        }
        border += usize::from(pattern[border] == *character);
        // Words are shorter than 2^32, see `Word::MAX_LENGTH`.
        borders.push(border as u32);
    }
    borders
}

/// The first position not before `from` at which `pattern` occurs in `text`; the empty pattern occurs
/// everywhere, also at the end. Returns `None` if `from` lies behind the end.
pub(crate) fn first(
    text: &[u32],
    pattern: &[u32],
    from: usize,
    budget: &Budget,
) -> Result<Option<usize>, Stop> {
    if from > text.len() {
        return Ok(None);
    }
    if pattern.is_empty() {
        return Ok(Some(from));
    }
    Occurrences::new(pattern, text, from).next(budget)
}

/// The last position at which `pattern` occurs in `text`.
pub(crate) fn last(text: &[u32], pattern: &[u32], budget: &Budget) -> Result<Option<usize>, Stop> {
    if pattern.is_empty() {
        return Ok(Some(text.len()));
    }
    let mut occurrences = Occurrences::new(pattern, text, 0);
    let mut found = None;
    while let Some(start) = occurrences.next(budget)? {
        found = Some(start);
    }
    Ok(found)
}

/// The starts of the occurrences that do not overlap, taken from left to right; none for the empty
/// pattern.
pub(crate) fn apart(text: &[u32], pattern: &[u32], budget: &Budget) -> Result<Vec<usize>, Stop> {
    let mut starts = Vec::new();
    if pattern.is_empty() {
        return Ok(starts);
    }
    let mut occurrences = Occurrences::new(pattern, text, 0);
    while let Some(start) = occurrences.next_apart(budget)? {
        starts.push(start);
    }
    Ok(starts)
}
