//! The meaning of regular expressions: how they are built, matched and compared.
//!
//! Enters: words, indices and expressions of the evaluator's store. Leaves: expressions and
//! answers. The languages themselves are `tress_automata`'s; this file only says which operator is
//! which of its functions.

use tress_automata::emptiness::is_included;
use tress_automata::matching::{
    find_all_leftmost_shortest_nonempty, find_leftmost_shortest, first_match_start, matches, matches_runs,
};
use tress_automata::{Regex, RegexStore};
use tress_base::{Budget, Int};

use super::error::EvalError;
use super::longest::{find_all_leftmost_longest_nonempty, find_leftmost_longest};
use super::words;
use crate::term::{Op, Value, Word};

/// The store of expressions and the budget for questions to it.
pub(super) struct Languages<'a> {
    pub(super) store: &'a mut RegexStore,
    pub(super) budget: &'a Budget,
}

impl Languages<'_> {
    /// Are two values equal? Expressions are, when their languages are.
    pub(super) fn equal(&mut self, a: &Value, b: &Value) -> Result<bool, EvalError> {
        match (a, b) {
            (Value::Regex(a), Value::Regex(b)) => self.equivalent(*a, *b),
            _ => Ok(a == b),
        }
    }

    /// Do two expressions describe the same language?
    pub(super) fn equivalent(&mut self, a: Regex, b: Regex) -> Result<bool, EvalError> {
        if self.store.is_nullable(a) != self.store.is_nullable(b) {
            return Ok(false);
        }
        Ok(a == b
            || is_included(self.store, a, b, self.budget)? && is_included(self.store, b, a, self.budget)?)
    }

    pub(super) fn contains(&mut self, r: Regex, word: &Word) -> Result<bool, EvalError> {
        Ok(match word.runs() {
            Some(runs) => matches_runs(self.store, r, runs, self.budget)?,
            None => matches(self.store, r, word, self.budget)?,
        })
    }

    pub(super) fn index_of(&mut self, word: &Word, r: Regex, from: &Int) -> Result<Int, EvalError> {
        let word = word.spelled(self.budget)?;
        let Some(from) = words::search_start(word, from) else { return Ok(Int::MINUS_ONE) };
        Ok(words::position(first_match_start(self.store, r, word, from, self.budget)?))
    }

    /// The four operators that replace matches.
    pub(super) fn replace(&mut self, op: Op, word: &Word, r: Regex, new: &Word) -> Result<Word, EvalError> {
        let (store, budget) = (&mut *self.store, self.budget);
        let new = new.spelled(budget)?;
        word.spelled(budget)?;
        let one = |span: Option<(usize, usize)>| Vec::from_iter(span);
        let spans = match op {
            Op::ReplaceRe => one(find_leftmost_shortest(store, r, word, 0, budget)?),
            Op::ReplaceReAll => find_all_leftmost_shortest_nonempty(store, r, word, budget)?,
            Op::ReplaceReLongest => one(find_leftmost_longest(store, r, word, budget)?),
            _ => find_all_leftmost_longest_nonempty(store, r, word, budget)?,
        };
        words::replace_spans(word, &spans, new, budget)
    }

    /// The operators whose arguments and result are expressions.
    pub(super) fn build(&mut self, op: Op, indices: &[Int], args: &[Regex]) -> Result<Regex, EvalError> {
        let store = &mut *self.store;
        self.budget.poll_many(args.len() as u64)?;
        Ok(match (op, args) {
            (Op::ReNone, []) => Regex::NONE,
            (Op::ReAll, []) => Regex::ALL,
            (Op::ReAllChar, []) => Regex::ANY_CHAR,
            (Op::ReConcat, _) => store.concat(args),
            (Op::ReUnion, _) => store.union(args),
            (Op::ReInter, _) => store.inter(args),
            (Op::ReStar, [r]) => store.star(*r),
            (Op::RePlus, [r]) => store.plus(*r),
            (Op::ReOpt, [r]) => store.opt(*r),
            (Op::ReComp, [r]) => store.complement(*r),
            (Op::ReDiff, [first, others @ ..]) => {
                let others = store.union(others);
                store.diff(*first, others)
            }
            (Op::RePower, [r]) => match indices {
                [count] => repeat(store, *r, count, Some(count))?,
                _ => return Err(EvalError::Mismatch),
            },
            (Op::ReLoop, [r]) => match indices {
                [low] => repeat(store, *r, low, None)?,
                [low, high] => repeat(store, *r, low, Some(high))?,
                _ => return Err(EvalError::Mismatch),
            },
            _ => return Err(EvalError::Mismatch),
        })
    }

    pub(super) fn word(&mut self, word: &Word) -> Result<Regex, EvalError> {
        let word = word.spelled(self.budget)?;
        Ok(self.store.long_word(word, self.budget)?)
    }

    pub(super) fn range(&mut self, low: &Word, high: &Word) -> Regex {
        match (&low.part(0, 2)[..], &high.part(0, 2)[..]) {
            ([low], [high]) if low <= high => self.store.range(*low, *high),
            _ => Regex::NONE,
        }
    }
}

fn repeat(store: &mut RegexStore, r: Regex, low: &Int, high: Option<&Int>) -> Result<Regex, EvalError> {
    if high.is_some_and(|high| low > high) {
        return Ok(Regex::NONE);
    }
    let fit =
        |count: &Int| count.to_i64().and_then(|count| u64::try_from(count).ok()).ok_or(EvalError::TooLarge);
    let high = high.map(fit).transpose()?;
    Ok(store.repeat(r, fit(low)?, high))
}
