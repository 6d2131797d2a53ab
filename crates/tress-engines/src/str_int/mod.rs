//! Numerals over regular languages, with lengths: memberships of symbols in languages of digits,
//! and linear constraints over their lengths and the numbers they denote.
//!
//! The arithmetic alone ([`relaxed`]) proposes lengths, or proves that there are none; for given
//! lengths, columns of digits ([`columns`]) decide. What fails is added to the arithmetic. Only a
//! conflict of clauses that hold in every solution is a conflict.

mod cases;
mod columns;
mod digits;
pub(super) mod limits;
mod read;
mod relaxed;
#[cfg(test)]
mod tests;

use tress_base::{Budget, Int, Stop};

use tress_rewrite::env::Env;
use tress_rewrite::problem::{Outcome, Problem, Reason};
use tress_term::model::Model;
use tress_term::term::{Op, TermStore, Value, Word, post_order};

use super::engine::{Claims, Engine, Task};
use cases::{Numerals, combinations, word_of_length};
use columns::{ColumnResult, Row};
use limits::{DISEQUALITIES, LENGTHS};
use read::{Bound, Number};
use relaxed::{Relaxed, Sizes};

/// The engine.
pub(super) struct StrInt;

impl Engine for StrInt {
    fn name(&self) -> &'static str {
        "str-int"
    }

    fn help(&self) -> &'static str {
        "numbers that words of regular languages spell, with their lengths, by columns of digits"
    }

    fn claims(&self) -> Claims {
        Claims::Both
    }

    fn applies(&self, store: &TermStore, problem: &Problem) -> bool {
        let roots = problem.roots();
        post_order(store, &roots).into_iter().any(|term| store.op(term) == Some(Op::StrToInt))
    }

    fn solve(&self, env: &mut Env<'_>, task: &Task<'_>) -> Result<Outcome, Stop> {
        let gave_up = Outcome::GaveUp(Reason::Incomplete);
        let Some(reading) = read::read(env, task.problem)? else { return Ok(gave_up) };
        let kinds = reading.kinds(env)?;
        let Some(cases) = combinations(&kinds, env.budget) else { return Ok(gave_up) };
        let share = task.share / cases.len() as u64;
        let mut is_decided = true;
        for kinds in cases {
            let budget = env.budget;
            let Some(numerals) = reading.case(env, &kinds)? else { return Ok(gave_up) };
            match budget.share(share, || solve_case(env, &numerals))? {
                Some(Answer::Model(model)) => return Ok(Outcome::Model(model)),
                Some(Answer::Conflict) => {}
                _ => is_decided = false,
            }
        }
        let origins = task.problem.facts.iter().map(|fact| fact.origin).collect();
        Ok(if is_decided { Outcome::Conflict(origins) } else { gave_up })
    }
}

/// What came out of one case.
enum Answer {
    Model(Box<Model>),
    Conflict,
    Open,
}

/// Decides one case: the arithmetic proposes lengths, columns try them.
fn solve_case(env: &mut Env<'_>, numerals: &Numerals) -> Result<Answer, Stop> {
    let mut relaxed = Relaxed::new(env, numerals)?;
    // May a conflict rest on something that was only not looked at?
    let (mut limited, mut skipped) = (false, false);
    loop {
        env.budget.poll()?;
        env.stats.add("numerals-rounds", 1);
        let Some(answer) = relaxed.solve(env)? else { return Ok(Answer::Open) };
        let Some(sizes) = answer else {
            return Ok(if skipped { Answer::Open } else { Answer::Conflict });
        };
        let Some(lengths) = lengths(&sizes, env.budget) else {
            if limited {
                return Ok(Answer::Open);
            }
            relaxed.limit(env, LENGTHS.most(env.budget) as usize);
            (limited, skipped) = (true, true);
            continue;
        };
        match columns(env, numerals, &lengths)? {
            ColumnResult::Words(words) => {
                let model = model(env, numerals, &words)?;
                return Ok(model.map_or(Answer::Open, |model| Answer::Model(Box::new(model))));
            }
            ColumnResult::Empty => {}
            ColumnResult::TooMuch => skipped = true,
        }
        // What was wrong with the numbers excludes more than these lengths.
        tell_ranges(env, numerals, &mut relaxed, &sizes, &lengths)?;
        tell_pairs(env, numerals, &mut relaxed, &sizes, &lengths);
        relaxed.exclude(env, &sizes.lengths);
    }
}

/// The lengths as small numbers.
fn lengths(sizes: &Sizes, budget: &Budget) -> Option<Vec<usize>> {
    let lengths: Option<Vec<usize>> = sizes.lengths.iter().map(Int::to_usize).collect();
    let sum = |lengths: &Vec<usize>| lengths.iter().fold(0_usize, |sum, n| sum.saturating_add(*n));
    lengths.filter(|lengths| !LENGTHS.is_exceeded(sum(lengths), budget))
}

/// Adds the least and the greatest number of a length if the arithmetic chose another.
fn tell_ranges(
    env: &mut Env<'_>,
    numerals: &Numerals,
    relaxed: &mut Relaxed,
    sizes: &Sizes,
    lengths: &[usize],
) -> Result<(), Stop> {
    for (at, number) in numerals.numbers.iter().enumerate() {
        let automaton = &numerals.tracks[number.track].automaton;
        let mut ends = Vec::new();
        for least in [true, false] {
            let Some(word) = automaton.extreme(lengths[number.track], least, env.budget)? else { continue };
            let digits: Vec<u8> =
                [&number.before, &word, &number.after].into_iter().flatten().copied().collect();
            ends.push(digits);
        }
        let values: Vec<Int> = ends.iter().filter_map(|digits| value(digits)).collect();
        let Ok([low, high]) = <[Int; 2]>::try_from(values) else { continue };
        if sizes.numbers[at] >= low && sizes.numbers[at] <= high {
            continue;
        }
        if sizes.numbers[at] < low {
            relaxed.tell_chord(env, numerals, at, u32::try_from(ends[0].len()).unwrap_or(1).max(1));
        }
        relaxed.tell_range(env, at, (number.track, &sizes.lengths[number.track]), [low, high]);
    }
    Ok(())
}

/// Adds a lemma on two numbers whose order does not fit the lengths that the arithmetic chose.
fn tell_pairs(
    env: &mut Env<'_>,
    numerals: &Numerals,
    relaxed: &mut Relaxed,
    sizes: &Sizes,
    lengths: &[usize],
) {
    let length = |number: &Number| lengths[number.track] + number.before.len() + number.after.len();
    for (long, number) in numerals.numbers.iter().enumerate() {
        for (short, other) in numerals.numbers.iter().enumerate() {
            if let Some(by) = length(number).checked_sub(length(other)) {
                relaxed.tell_longer(env, numerals, (long, short, by), sizes);
            }
        }
    }
}

/// The number of a numeral.
fn value(digits: &[u8]) -> Option<Int> {
    let characters: Vec<u8> = digits.iter().map(|digit| b'0' + digit).collect();
    Int::from_digits(&characters)
}

/// Decides whether there are words of these lengths. What must not be zero is less or more.
fn columns(env: &mut Env<'_>, numerals: &Numerals, lengths: &[usize]) -> Result<ColumnResult, Stop> {
    let tracks: Vec<&digits::Automaton> = numerals.tracks.iter().map(|track| &track.automaton).collect();
    let rows: Option<Vec<Row>> = numerals.bounds.iter().map(|bound| row(numerals, lengths, bound)).collect();
    // Sums of lengths alone are the arithmetic's affair.
    let apart = numerals.apart.iter().filter(|bound| bound.numbers.iter().any(|factor| !factor.is_zero()));
    let apart: Option<Vec<Row>> = apart.map(|bound| row(numerals, lengths, bound)).collect();
    let (Some(mut rows), Some(apart)) = (rows, apart) else { return Ok(ColumnResult::TooMuch) };
    if DISEQUALITIES.is_exceeded(apart.len(), env.budget) {
        return Ok(ColumnResult::TooMuch);
    }
    let (fixed, mut verdict) = (rows.len(), ColumnResult::Empty);
    for signs in 0_u32..1 << apart.len() {
        rows.truncate(fixed);
        rows.extend(apart.iter().enumerate().map(|(at, row)| row.less(signs >> at & 1 == 1)));
        match columns::find(&tracks, lengths, &rows, env.budget)? {
            ColumnResult::Empty => {}
            ColumnResult::TooMuch => verdict = ColumnResult::TooMuch,
            found @ ColumnResult::Words(_) => return Ok(found),
        }
    }
    Ok(verdict)
}

/// A constraint for these lengths. `None` if it does not fit.
fn row(numerals: &Numerals, lengths: &[usize], bound: &Bound) -> Option<Row> {
    let small = |n: &Int| n.to_i64().map(i128::from);
    let count = lengths.len();
    let mut row =
        Row { coefficients: vec![0; count], shifts: vec![0; count], constant: small(&bound.constant)? };
    for (factor, length) in bound.lengths.iter().zip(lengths) {
        let part = small(factor)?.checked_mul(i128::try_from(*length).ok()?)?;
        row.constant = row.constant.checked_add(part)?;
    }
    for (factor, number) in bound.numbers.iter().zip(&numerals.numbers) {
        let factor = small(factor)?;
        let (before, after) = (small_value(&number.before)?, small_value(&number.after)?);
        let power = 10_i128.checked_pow(u32::try_from(number.after.len()).ok()?)?;
        let high = factor.checked_mul(power)?;
        let at = number.track;
        row.coefficients[at] = row.coefficients[at].checked_add(high)?;
        row.shifts[at] = row.shifts[at].checked_add(high.checked_mul(before)?)?;
        row.constant = row.constant.checked_add(factor.checked_mul(after)?)?;
    }
    Some(row)
}

/// The number of a numeral, zero for no digits. `None` if it does not fit.
fn small_value(digits: &[u8]) -> Option<i128> {
    digits.iter().try_fold(0_i128, |n, digit| n.checked_mul(10)?.checked_add(i128::from(*digit)))
}

/// The words as a model. `None` if a language does not have the word after all.
fn model(env: &mut Env<'_>, numerals: &Numerals, words: &[Vec<u8>]) -> Result<Option<Model>, Stop> {
    let mut model = Model::new();
    for (track, word) in numerals.tracks.iter().zip(words) {
        let characters = match track.words {
            Some(language) => word_of_length(env, language, word.len())?,
            None => Some(word.iter().map(|digit| u32::from('0') + u32::from(*digit)).collect()),
        };
        let Some(characters) = characters else { return Ok(None) };
        model.set(track.symbol, Value::Str(Word::from(characters)));
    }
    Ok(Some(model))
}
