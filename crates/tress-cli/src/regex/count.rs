//! `tress regex count`: how many words of each length.

use std::fmt::Write as _;

use tress_automata::{Regex, emptiness};
use tress_base::{Int, Stop};

use super::arguments::Count;
use super::limits::{COUNT_STEPS, STATES};
use super::samples::LONGEST;
use super::window::{asked_lengths, is_complete, window, words_up_to};
use super::{Answer, Asker};
use crate::json::{self, Object};

/// Lengths after the shortest word that are counted if none are given.
const COUNTED: u64 = 8;
/// Lengths of a finite language that all have a row: more do not fit on a screen.
const ROWS: usize = 64;

impl Count {
    pub(super) fn answer(&self, asker: &mut Asker<'_>) -> Answer {
        let asked = asked_lengths(self.lengths)?;
        let narrowed = self.chosen.narrow(asker)?;
        let language = narrowed.language;
        let Some((low, mut high, bounds)) = window(asker, language, asked, COUNTED)? else {
            self.chosen.note_others(&narrowed, asker);
            let object = Object::new().with("counts", "[]").with("total", 0);
            let complete = narrowed.has_others.map(|others| !others);
            asker.report("total 0\n", &object.with_maybe("complete", complete))?;
            return Ok(true);
        };
        // All words of a finite language are counted.
        let mut has_longer = bounds.has_longer;
        let mut shown = high;
        let mut counts = None;
        let longest = bounds.longest.and_then(|longest| usize::try_from(longest).ok());
        if let Some(longest) =
            longest.filter(|&longest| asked.is_none() && high < longest && longest <= LONGEST)
            && let Some(words) = words_up_to(asker, language, longest)?
        {
            let budget = &asker.budget;
            counts = COUNT_STEPS.share(budget, || words.counts(longest, budget))?;
            if counts.is_some() {
                (high, has_longer) = (longest, Some(false));
                shown = if longest - low < ROWS { longest } else { shown };
            }
        }
        let counts = match counts {
            Some(counts) => counts,
            None => {
                let words = words_up_to(asker, language, high)?;
                let states = STATES.most(&asker.budget);
                let words = words.ok_or_else(|| format!("the automaton has more than {states} states"))?;
                words.counts(high, &asker.budget)?
            }
        };
        let has_shorter = asked.is_some() && has_shorter(asker, language, low)?;
        let has_others = narrowed.has_others;
        let table = Table { low, shown, asked: asked.is_some(), has_longer, has_shorter, has_others };
        self.chosen.note_others(&narrowed, asker);
        asker.report(&table.text(&counts), &table.object(&counts))?;
        Ok(true)
    }
}

/// Are there words that are shorter than this?
fn has_shorter(asker: &mut Asker<'_>, language: Regex, low: usize) -> Result<bool, Stop> {
    let (store, budget) = (&mut asker.store, &asker.budget);
    let shortest = emptiness::find_word(store, language, emptiness::Goal::Shortest, budget)?;
    Ok(shortest.is_some_and(|word| word.len() < low))
}

/// What `count` reports: the rows from `low` to `shown`, and the total of all that were counted.
struct Table {
    low: usize,
    shown: usize,
    /// Were these lengths asked for?
    asked: bool,
    has_longer: Option<bool>,
    has_shorter: bool,
    has_others: Option<bool>,
}

impl Table {
    fn total(&self, counts: &[Int]) -> Int {
        counts.iter().skip(self.low).fold(Int::ZERO, |total, count| &total + count)
    }

    fn text(&self, counts: &[Int]) -> String {
        let (low, shown, high) = (self.low, self.shown, counts.len() - 1);
        let mut text = String::new();
        for (length, count) in counts.iter().enumerate().take(shown + 1).skip(low) {
            let _ = writeln!(text, "{length} {count}");
        }
        if shown < high {
            let _ = writeln!(text, "and {} more lengths, up to {high}", high - shown);
        }
        let total = self.total(counts);
        match (self.asked, self.has_longer) {
            (true, _) | (false, Some(false)) if low < high => {
                let _ = writeln!(text, "total {total}");
            }
            (false, Some(true)) => {
                let _ = writeln!(text, "total {total} up to length {high}; there are longer words (--len)");
            }
            (false, None) => {
                let _ = writeln!(
                    text,
                    "total {total} up to length {high}; perhaps there are longer words (--len)"
                );
            }
            _ => {}
        }
        text
    }

    fn object(&self, counts: &[Int]) -> Object {
        let row = |(length, count): (usize, &Int)| {
            Object::new().with("length", length).with("words", count).to_string()
        };
        let list = counts.iter().enumerate().take(self.shown + 1).skip(self.low).map(row);
        let has_more = if self.has_shorter { Some(true) } else { self.has_longer };
        Object::new()
            .with("counts", json::list(list))
            .with("total", self.total(counts))
            .with("longest", counts.len() - 1)
            .with_maybe("complete", is_complete(has_more, self.has_others))
    }
}
