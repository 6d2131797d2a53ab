//! `tress regex info`: what kind of language it is.

use std::fmt::Write as _;

use tress_automata::lengths::{LengthSet, exact_lengths};
use tress_automata::nfa::Nfa;
use tress_automata::{Regex, emptiness};
use tress_base::{Int, Stop};

use super::limits::{AUTOMATON_STEPS, STATES, most};
use super::samples::LONGEST;
use super::window::words_up_to;
use super::words::readable;
use super::{Answer, Asker};
use crate::json::{self, Object};

/// What kind of language it is.
pub(super) fn answer(asker: &mut Asker<'_>) -> Answer {
    let side = &asker.request.side;
    let alphabet = side.dialect.alphabet(side.flags);
    let language = asker.language(side, asker.pattern())?;
    let language = asker.store.restrict(language, &alphabet);
    let kinds = asker.store.kinds_of_chars(language);
    let outline = asker.store.restrict(language, &kinds);
    let any = asker.store.chars(alphabet);
    let everything = asker.store.star(any);
    let (store, budget) = (&mut asker.store, &asker.budget);
    let universal = emptiness::is_included(store, everything, language, budget)?;
    let shortest = emptiness::find_word(store, language, emptiness::Goal::Shortest, budget)?;
    let lengths = match shortest {
        Some(_) => exact_lengths(store, outline, budget)?,
        None => LengthSet::empty(),
    };
    let finite = if lengths.max().is_some() { Some(true) } else { lengths.is_exact().then_some(false) };
    let (words, longest) = extremes(asker, language, &lengths, finite)?;
    let states = states(asker, outline)?;
    let kind = Kind { universal, finite, words, shortest, longest, lengths, states };
    asker.report(&kind.text(), &kind.object())?;
    Ok(true)
}

/// The number of words and a longest one, of a language known to be finite.
fn extremes(
    asker: &mut Asker<'_>,
    language: Regex,
    lengths: &LengthSet,
    finite: Option<bool>,
) -> Result<(Option<Int>, Option<Vec<u32>>), Stop> {
    if lengths.is_empty() {
        return Ok((Some(Int::ZERO), None));
    }
    let Some(max) = lengths.max().filter(|_| finite == Some(true)) else { return Ok((None, None)) };
    let longest = match lengths.is_exact() {
        true => {
            let last = LengthSet::single(max);
            emptiness::find_word_of_length(&mut asker.store, language, &last, &asker.budget)?
        }
        false => None,
    };
    let Some(max) = usize::try_from(max).ok().filter(|&max| max <= LONGEST) else {
        return Ok((None, longest));
    };
    let Some(words) = words_up_to(asker, language, max)? else { return Ok((None, longest)) };
    let counts = words.counts(max, &asker.budget)?;
    let total = counts.iter().fold(Int::ZERO, |total, count| &total + count);
    Ok((Some(total), longest))
}

/// States of the smallest deterministic automaton, if it can be built.
fn states(asker: &mut Asker<'_>, language: Regex) -> Result<Option<u32>, Stop> {
    let (store, budget) = (&mut asker.store, &asker.budget);
    let states = most(&STATES, budget);
    let built = AUTOMATON_STEPS.share(budget, || {
        let Some(nfa) = Nfa::from_regex(store, language, states, budget)? else { return Ok(None) };
        nfa.minimize(states, budget)
    })?;
    Ok(built.flatten().map(|nfa| nfa.states()))
}

/// What `info` reports. What is `None` is not known, or does not exist.
struct Kind {
    universal: bool,
    finite: Option<bool>,
    words: Option<Int>,
    shortest: Option<Vec<u32>>,
    longest: Option<Vec<u32>>,
    lengths: LengthSet,
    states: Option<u32>,
}

impl Kind {
    fn text(&self) -> String {
        let yes = |truth: bool| if truth { "yes" } else { "no" };
        let mut text = String::new();
        let mut line = |label: &str, value: &str| {
            let _ = writeln!(text, "{label:<10} {value}");
        };
        line("empty", yes(self.shortest.is_none()));
        line("universal", yes(self.universal));
        line("finite", self.finite.map_or("unknown", yes));
        if let Some(words) = &self.words {
            line("words", &words.to_string());
        }
        for (label, word) in [("shortest", &self.shortest), ("longest", &self.longest)] {
            if let Some(word) = word {
                line(label, &readable(word));
            }
        }
        if let Some(lengths) = self.lengths_text() {
            line("lengths", &lengths);
        }
        let states = self.states.map(|states| states.to_string());
        line("states", &states.unwrap_or_else(|| format!("more than {}, or too much work", STATES.usual())));
        text
    }

    /// `2..5`, `3.. every 2`.
    fn lengths_text(&self) -> Option<String> {
        let (min, max, period) = self.bounds()?;
        let mut text = match max {
            Some(max) if max == min => return Some(min.to_string()),
            Some(max) => format!("{min}..{max}"),
            None => format!("{min}.."),
        };
        if period > 1 {
            let _ = write!(text, " every {period}");
        }
        Some(text)
    }

    /// The least and the greatest length, and the greatest common divisor of their differences.
    fn bounds(&self) -> Option<(u64, Option<u64>, u64)> {
        let hull = self.lengths.hull();
        let term = hull.terms().first()?;
        Some((term.low, self.lengths.max(), term.period))
    }

    fn object(&self) -> Object {
        let word = |word: &Option<Vec<u32>>| word.as_ref().map(|word| json::word(word));
        let lengths = self.bounds().map(|(min, max, period)| {
            Object::new().with("min", min).with_maybe("max", max).with("period", period)
        });
        Object::new()
            .with("empty", self.shortest.is_none())
            .with("universal", self.universal)
            .with_maybe("finite", self.finite)
            .with_maybe("words", self.words.as_ref())
            .with_maybe("shortest", word(&self.shortest))
            .with_maybe("longest", word(&self.longest))
            .with_maybe("lengths", lengths)
            .with_maybe("states", self.states)
    }
}
