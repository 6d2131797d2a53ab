//! Where inside a word does an expression match?
//!
//! Enters: an expression and a word. Leaves: positions. The word is read backwards first: the suffix that
//! starts at `i` has a prefix in `r` exactly when, read backwards, it is in `.* reverse(r)`. So one pass
//! marks every start of a match, and no start is tried in vain.

use fixedbitset::FixedBitSet;
use tress_base::{Budget, Stop};

use super::Run;
use crate::regex::{Regex, RegexStore};

/// A part of a word: from the first index up to, not including, the second.
pub type Span = (usize, usize);

/// The positions from `from` on at which some word of `r` starts; the length of the word is one
/// of them when `r` has the empty word.
fn match_starts(
    store: &mut RegexStore,
    r: Regex,
    word: &[u32],
    from: usize,
    budget: &Budget,
) -> Result<FixedBitSet, Stop> {
    let mut starts = FixedBitSet::with_capacity(word.len() + 1);
    if store.is_nullable(r) {
        starts.insert_range(from..);
        return Ok(starts);
    }
    let backwards = store.reverse(r);
    let anywhere = store.concat_two(Regex::ALL, backwards);
    let mut run = Run::new(store, anywhere);
    for at in (from..word.len()).rev() {
        run.step(store, word[at], budget)?;
        if run.accepts(store) {
            starts.insert(at);
        }
    }
    Ok(starts)
}

/// The end of the shortest match that starts at `start`.
fn shortest_end(
    store: &mut RegexStore,
    r: Regex,
    word: &[u32],
    start: usize,
    budget: &Budget,
) -> Result<Option<usize>, Stop> {
    let mut run = Run::new(store, r);
    for (at, &c) in word.iter().enumerate().skip(start) {
        if run.accepts(store) {
            return Ok(Some(at));
        }
        if run.is_dead() {
            return Ok(None);
        }
        run.step(store, c, budget)?;
    }
    Ok(run.accepts(store).then_some(word.len()))
}

/// The first position not before `from` at which a match starts, the empty match included;
/// Returns `None` if there is none or `from` lies behind the end. This is `str.indexof_re`.
///
/// # Errors
/// When the budget ends.
pub fn first_match_start(
    store: &mut RegexStore,
    r: Regex,
    word: &[u32],
    from: usize,
    budget: &Budget,
) -> Result<Option<usize>, Stop> {
    if from > word.len() {
        return Ok(None);
    }
    if store.is_nullable(r) {
        return Ok(Some(from));
    }
    Ok(match_starts(store, r, word, from, budget)?.ones().next())
}

/// The shortest of the leftmost matches that start at `from` or later. This is the match that
/// `str.replace_re` replaces.
///
/// # Errors
/// When the budget ends.
pub fn find_leftmost_shortest(
    store: &mut RegexStore,
    r: Regex,
    word: &[u32],
    from: usize,
    budget: &Budget,
) -> Result<Option<Span>, Stop> {
    let Some(start) = first_match_start(store, r, word, from, budget)? else { return Ok(None) };
    Ok(shortest_end(store, r, word, start, budget)?.map(|end| (start, end)))
}

/// All matches that `str.replace_re_all` replaces: from left to right, each leftmost, then
/// shortest but not empty, none overlapping the one before.
///
/// # Errors
/// When the budget ends.
pub fn find_all_leftmost_shortest_nonempty(
    store: &mut RegexStore,
    r: Regex,
    word: &[u32],
    budget: &Budget,
) -> Result<Vec<Span>, Stop> {
    let some_char = store.plus(Regex::ANY_CHAR);
    let nonempty = store.inter(&[r, some_char]);
    let starts = match_starts(store, nonempty, word, 0, budget)?;
    let mut spans = Vec::new();
    let mut free_from = 0;
    for start in starts.ones() {
        if start < free_from {
            continue;
        }
        if let Some(end) = shortest_end(store, nonempty, word, start, budget)? {
            spans.push((start, end));
            free_from = end;
        }
    }
    Ok(spans)
}
