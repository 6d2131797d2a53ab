//! Numerals of given lengths under linear constraints, column by column.
//!
//! Enters: automata over digits, a length for each, and rows. Leaves: words, or the proof that there
//! are none. Words are aligned at their last digits; columns are read from the first. What is known of
//! a row is its sum so far: a sum that no digits can bring back is dead, and one that no digits can
//! spoil is settled, so sums stay small however long the words are.

use rustc_hash::FxHashMap;
use tress_base::{Budget, Stop};

use super::digits::{Automaton, DEAD};
use super::limits::COLUMN_STATES;

/// A row: the sum of coefficient · value, of shift · 10^length, and of the constant is at most zero.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// By track, what the value of the word counts.
    pub(super) coefficients: Vec<i128>,
    /// By track, what is before its first digit.
    pub(super) shifts: Vec<i128>,
    /// The rest.
    pub(super) constant: i128,
}

impl Row {
    /// The sum is not zero but less, or more.
    pub(super) fn less(&self, more: bool) -> Self {
        let sign = if more { -1 } else { 1 };
        let turned = |list: &[i128]| list.iter().map(|factor| sign * factor).collect();
        Self {
            coefficients: turned(&self.coefficients),
            shifts: turned(&self.shifts),
            constant: sign * self.constant + 1,
        }
    }
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ColumnResult {
    /// Digits by track.
    Words(Vec<Vec<u8>>),
    /// There are no such words.
    Empty,
    /// The numbers or the table would be too large.
    TooMuch,
}

/// Sums and constants below this fit after the largest power.
const LARGEST: i128 = 1_000_000_000_000_000;
/// From this power on, only the sign of what it multiplies counts.
const POWER: u32 = 18;
/// A row that holds whatever follows.
const SETTLED: i128 = i128::MIN;

/// States of the automata, then the sums of the rows.
type State = (Vec<u32>, Vec<i128>);

struct Table<'a> {
    rows: &'a [Row],
    lengths: &'a [usize],
    /// For every state that was ever made: the one before, and the digit read.
    steps: Vec<(u32, Option<u8>)>,
}

/// Words of these lengths that fulfil all rows.
///
/// # Errors
/// When the budget is used up.
pub(super) fn find(
    tracks: &[&Automaton],
    lengths: &[usize],
    rows: &[Row],
    budget: &Budget,
) -> Result<ColumnResult, Stop> {
    let sizes = rows.iter().flat_map(|row| row.coefficients.iter().chain(&row.shifts).chain([&row.constant]));
    if sizes.map(|size| size.abs()).any(|size| size > LARGEST / 100) {
        return Ok(ColumnResult::TooMuch);
    }
    let mut ends = Vec::new();
    for (track, length) in tracks.iter().zip(lengths) {
        let Some(found) = track.ends(*length, budget)? else { return Ok(ColumnResult::TooMuch) };
        if !found[*length][0] {
            return Ok(ColumnResult::Empty);
        }
        ends.push(found);
    }
    let mut table = Table { rows, lengths, steps: vec![(0, None)] };
    let mut front: Vec<(State, u32)> = vec![((vec![0; tracks.len()], vec![0; rows.len()]), 0)];
    for left in (0..=lengths.iter().copied().max().unwrap_or(0)).rev() {
        front =
            front.into_iter().filter_map(|(state, step)| Some((table.judge(state, left)?, step))).collect();
        if left == 0 || front.is_empty() {
            break;
        }
        for (state, _) in &mut front {
            state.1.iter_mut().filter(|sum| **sum != SETTLED).for_each(|sum| *sum *= 10);
        }
        for (at, track) in tracks.iter().enumerate().filter(|(at, _)| lengths[*at] >= left) {
            front = table.read(&front, at, track, &ends[at][left - 1], budget)?;
            if COLUMN_STATES.is_exceeded(table.steps.len(), budget) {
                return Ok(ColumnResult::TooMuch);
            }
        }
    }
    Ok(front.first().map_or(ColumnResult::Empty, |(_, step)| ColumnResult::Words(table.words(*step))))
}

impl Table<'_> {
    /// The state with this number of columns left, shifts added and settled rows marked. `None` if a row is
    /// dead.
    fn judge(&self, mut state: State, left: usize) -> Option<State> {
        for (row, sum) in self.rows.iter().zip(&mut state.1) {
            if *sum == SETTLED {
                continue;
            }
            let begins = |at: &usize| self.lengths[*at] == left;
            *sum += (0..self.lengths.len()).filter(begins).map(|at| row.shifts[at]).sum::<i128>();
            let waiting = |at: &usize| self.lengths[*at] < left;
            let ahead: Vec<i128> = (0..self.lengths.len()).filter(waiting).map(|at| row.shifts[at]).collect();
            let part = |list: &[i128], sign: i128| -> i128 { list.iter().map(|n| (n * sign).max(0)).sum() };
            let power = 10_i128.pow(u32::try_from(left).unwrap_or(POWER).min(POWER));
            let [above, below] = [1, -1].map(|sign| part(&row.coefficients, sign));
            let [far_above, far_below] = [1, -1].map(|sign| part(&ahead, sign));
            if (*sum - below - far_below) * power + below + row.constant > 0 {
                return None;
            }
            if (*sum + above + far_above) * power - above + row.constant <= 0 {
                *sum = SETTLED;
            }
        }
        Some(state)
    }

    /// Every state after one track has read one digit. `ends` are its states that can still end in time.
    fn read(
        &mut self,
        front: &[(State, u32)],
        at: usize,
        track: &Automaton,
        ends: &[bool],
        budget: &Budget,
    ) -> Result<Vec<(State, u32)>, Stop> {
        let mut after: Vec<(State, u32)> = Vec::new();
        let mut known: FxHashMap<State, ()> = FxHashMap::default();
        for (state, step) in front {
            for digit in 0..10_u8 {
                budget.poll()?;
                let target = track.next[state.0[at] as usize][usize::from(digit)];
                if target == DEAD || !ends[target as usize] {
                    continue;
                }
                let mut next = state.clone();
                next.0[at] = target;
                for (row, sum) in self.rows.iter().zip(&mut next.1).filter(|(_, sum)| **sum != SETTLED) {
                    *sum += row.coefficients[at] * i128::from(digit);
                }
                if known.insert(next.clone(), ()).is_none() {
                    let number = u32::try_from(self.steps.len()).unwrap_or(u32::MAX);
                    self.steps.push((*step, Some(digit)));
                    after.push((next, number));
                }
            }
            if self.steps.len() as u64 > COLUMN_STATES.most(budget) {
                break;
            }
        }
        Ok(after)
    }

    /// The digits on the way to a state, by track. Tracks were read one after the other in every column.
    fn words(&self, mut step: u32) -> Vec<Vec<u8>> {
        let mut digits = Vec::new();
        while let (before, Some(digit)) = self.steps[step as usize] {
            digits.push(digit);
            step = before;
        }
        let mut words = vec![Vec::new(); self.lengths.len()];
        for left in (1..=self.lengths.iter().copied().max().unwrap_or(0)).rev() {
            for (word, _) in words.iter_mut().zip(self.lengths).filter(|(_, length)| **length >= left) {
                word.push(digits.pop().expect("one digit for each track and column"));
            }
        }
        words
    }
}
